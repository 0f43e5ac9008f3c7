"""What a drawn Operator carries, speaks and has studied: own lists, where the source leaves it to the player (CREA)."""

from typing import TypeAlias

from gardien.core.values import Value
from gardien.systems.operators import pack

Kit: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]  # weapons, what is worn

NO_KIT: Kit = ((), ())
KITS: dict[str, Kit] = {
    "assault": (("hk416", "glock17", "combat_knife"), ("plate_carrier", "kevlar_helmet")),
    "long_recon": (("m4", "glock17", "combat_knife"), ("soft_vest_iiia",)),
    "combat_engineer": (("m4", "knife"), ("ballistic_vest", "kevlar_helmet")),
    "networks": (("pistol_medium",), ("kevlar_light",)),
    "electronic_warfare": (("pistol_medium",), ("kevlar_light",)),
    "cyber": NO_KIT,
    "drones": (("pistol_medium",), ("kevlar_light",)),
    "close_protection": (("glock17", "baton"), ("ballistic_vest",)),
    "case_officer": (("pistol_small",), ()),
    "sniper": (("m24", "glock17", "combat_knife"), ("ballistic_vest",)),
    "combat_medic": (("glock17", "knife"), ("ballistic_vest",)),
    "driver": (("glock17",), ("kevlar_light",)),
    "criminal_investigation": (("p226",), ("kevlar_light",)),
    "media": NO_KIT,
    "scientist": NO_KIT,
    "police_officer": (("pistol_medium", "baton"), ("kevlar_light",)),
    "ex_soldier": (("semi_carbine", "combat_knife"), ("soft_vest_iiia",)),
    "hunter_guide": (("hunting_rifle", "knife"), ()),
    "farmer": (("double_barrel",), ()),
    "firefighter": (("axe",), ()),
    "sailor": (("knife",), ()),
}


class Pair(Value, frozen=True):
    """A word in both languages."""

    fr: str
    en: str
    homes: tuple[str, ...] = ()  # of a language: the nationalities that grow up with it


TONGUES: tuple[Pair, ...] = (
    Pair("anglais", "English", ("british", "irish", "american", "australian")),
    Pair("français", "French", ("french", "belgian", "swiss", "canadian", "senegalese", "ivorian")),
    Pair("arabe", "Arabic", ("moroccan", "algerian", "tunisian", "lebanese")),
    Pair("espagnol", "Spanish", ("spanish",)),
    Pair("allemand", "German", ("german",)),
    Pair("italien", "Italian", ("italian",)),
    Pair("portugais", "Portuguese", ("portuguese", "brazilian")),
    Pair("russe", "Russian"),
    Pair("ukrainien", "Ukrainian", ("ukrainian",)),
    Pair("polonais", "Polish", ("polish",)),
    Pair("turc", "Turkish", ("turkish",)),
    Pair("persan", "Persian"),
    Pair("mandarin", "Mandarin"),
    Pair("japonais", "Japanese", ("japanese",)),
    Pair("haoussa", "Hausa"),
    Pair("serbe", "Serbian"),
    Pair("grec", "Greek", ("greek",)),
    Pair("latin", "Latin"),
)
DISCIPLINES: tuple[Pair, ...] = (
    Pair("Archéologie", "Archaeology"),
    Pair("Biologie marine", "Marine biology"),
    Pair("Chimie", "Chemistry"),
    Pair("Épigraphie", "Epigraphy"),
    Pair("Géologie", "Geology"),
    Pair("Histoire des religions", "History of religions"),
    Pair("Linguistique", "Linguistics"),
    Pair("Médecine légale", "Forensic medicine"),
    Pair("Neurologie", "Neurology"),
    Pair("Physique des matériaux", "Materials physics"),
    Pair("Toxicologie", "Toxicology"),
    Pair("Virologie", "Virology"),
)


def tongues_beside(home: str) -> list[Pair]:
    """The languages that are foreign to a nationality, however it is written."""
    rows = [row for row in pack.table("names", "nationality") if home in (row.key, row.fr, row.fr_f, row.en)]
    return [one for one in TONGUES if not any(row.key in one.homes for row in rows)]
