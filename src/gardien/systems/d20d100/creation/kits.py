"""What a drawn investigator carries by profession: own lists, where the source leaves it to the player (CREA)."""

from typing import TypeAlias

from gardien.systems.d20d100 import pack

Kit: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]  # weapons, things of the price list

NO_KIT: Kit = ((), ())
KITS: dict[str, Kit] = {
    "agent_federal": (("colt_38",), ("cartouches", "lampe")),
    "antiquaire": (("canne",), ("lampe",)),
    "artiste": NO_KIT,
    "auteur": NO_KIT,
    "avocat": NO_KIT,
    "chasseur": (("winchester_3030", "couteau_combat"), ("cartouches", "lampe")),
    "criminel": (("rev_32", "petit_couteau"), ("crochets",)),
    "detective": (("colt_38",), ("cartouches", "appareil_photo", "lampe")),
    "dilettante": (("canne_epee",), ("voiture",)),
    "domestique": NO_KIT,
    "infirmier": (("petit_couteau",), ("trousse_medecin",)),
    "ingenieur": (("petit_couteau",), ("lampe",)),
    "journaliste": ((), ("appareil_photo", "lampe")),
    "marin": (("couteau_combat",), ("lampe",)),
    "mecanicien": (("barre_fer",), ("lampe",)),
    "medecin": (("petit_couteau",), ("trousse_medecin",)),
    "militaire": (("lebel", "baionnette"), ("cartouches", "lampe")),
    "parapsychologue": ((), ("appareil_photo", "lampe")),
    "pilote": (("colt_45_auto",), ("cartouches",)),
    "policier": (("rev_1892", "matraque"), ("cartouches", "lampe")),
    "pretre": NO_KIT,
    "professeur": (("canne",), ()),
    "psychanalyste": NO_KIT,
    "vagabond": (("petit_couteau",), ()),
}
TONGUES: dict[str, tuple[str, ...]] = {  # what somebody of a nationality grew up with
    "francaise": ("francais",),
    "belge": ("francais", "neerlandais"),
    "suisse": ("francais", "allemand"),
    "britannique": ("anglais",),
    "irlandaise": ("anglais",),
    "americaine": ("anglais",),
    "canadienne": ("anglais", "francais"),
    "allemande": ("allemand",),
    "autrichienne": ("allemand",),
    "italienne": ("italien",),
    "espagnole": ("espagnol",),
    "portugaise": ("portugais",),
    "neerlandaise": ("neerlandais",),
    "danoise": ("danois",),
    "suedoise": ("suedois",),
    "polonaise": ("polonais",),
    "russe": ("russe",),
    "grecque": ("grec",),
    "roumaine": ("roumain",),
    "turque": ("turc",),
    "egyptienne": ("arabe",),
    "argentine": ("espagnol",),
}
AGAINST: tuple[frozenset[str], ...] = tuple(  # traits that nobody would have together
    frozenset(pair)
    for pair in (
        ("riche", "pauvre"),
        ("robuste", "fragile"),
        ("agile", "lent"),
        ("agile", "gauche"),
        ("chanceux", "malchanceux"),
        ("endurant", "alcoolique"),
        ("alerte", "distrait"),
        ("alerte", "malentendant"),
        ("alerte", "myope"),
        ("persuasif", "asocial"),
        ("sang_froid", "lache"),
        ("menacant", "lache"),
        ("rapide", "boiteux"),
        ("athletique", "boiteux"),
        ("doigts_agiles", "gauche"),
        ("bricoleur", "gauche"),
        ("boiteux", "esquive"),
        ("borgne", "myope"),
    )
)
TAUGHT: dict[str, tuple[str, ...]] = {  # combat traits by the skill of a profession that justifies them (D100-TRAIT-05)
    "boxeur": ("boxe",),
    "lutteur": ("lutte",),
    "esquive": ("boxe", "lutte"),
    "desarmement": ("lutte", "armes_contact"),
    "initiative": ("revolver", "fusil", "arme_auto"),
    "bout_portant": ("revolver",),
    "longue_portee": ("fusil",),
    "recharge_rapide": ("revolver", "fusil"),
    "degaine": ("revolver",),
}


def tongues_of(nationality: str) -> tuple[str, ...]:
    """The languages that are not foreign to a nationality, however it is written."""
    rows = pack.table("names", "nationality")
    keys = [row.key for row in rows if nationality in (row.key, row.fr, row.fr_f, row.en)]
    return tuple(tongue for key in keys for tongue in TONGUES.get(key, ()))
