"""What becomes of a class when it is drawn: what it is good at, learns and carries: own lists (M1, M3)."""

from gardien.core.values import Value
from gardien.systems.organique.vocabulary import Category, ClassKey, Code


class Kit(Value, frozen=True, kw_only=True):
    """The scores a class lives on, its skills (the first are its trade), and what it buys first."""

    scores: tuple[Code, ...]
    trade: tuple[str, ...]  # skills, combat skills, powers
    beside: tuple[str, ...] = ()
    arms: tuple[str, ...] = ()
    armour: tuple[str, ...] = ()
    computer: str = ""
    programs: tuple[tuple[str, int], ...] = ()
    gear: tuple[str, ...] = ()


HANDY = (  # what anybody picks up in the street
    *("street_lore", "observation", "stealth", "fast_talk", "bargaining", "running", "climbing", "urban_survival"),
    *("bicycle_and_skates", "car", "evasion", "street_fighting", "swimming", "languages", "black_market", "jumping"),
)
KITS: dict[ClassKey, Kit] = {
    "brawler": Kit(
        scores=("VIT", "FOR", "AGI", "END"),
        trade=("street_fighting", "boxing", "evasion", "armed_street_fighting", "intimidation", "kickboxing"),
        beside=("wrestling", "clubs", "chain_and_whip", "running", "weight_lifting", "acrobatics", "improvised_arms"),
        arms=("brass_knuckles", "iron_pipe"),
        armour=("leather_jacket",),
    ),
    "hacker": Kit(
        scores=("INT", "PER", "VOL", "AGI"),
        trade=(
            "network_knowledge",
            "operating_system",
            "data_piracy",
            "cryptography",
            "connection",
            "computer_stealth",
        ),
        beside=(
            *("network_protocols", "network_security", "programming_applications", "programming_virus", "anonymity"),
            *("electronics", "corporations", "dataterm", "copy_protection", "system_crashing"),
        ),
        arms=("switchblade",),
        armour=("thick_clothes",),
        computer="laptop",
        programs=(("code_breaker", 2), ("veil", 4), ("interceptor", 4)),
    ),
    "medic": Kit(
        scores=("INT", "PER", "AGI", "VOL"),
        trade=("emergency_medicine", "medicine", "surgery", "pharmacology_and_toxicology"),
        beside=("biology", "chemistry", "psychology", "practical_chemistry", "forensics", "law"),
        arms=("razor",),
        armour=("leather_jacket",),
        computer="wrist_terminal",
        gear=("first_aid_kit", "antibiotics", "antishock_injection"),
    ),
    "tinkerer": Kit(
        scores=("INT", "AGI", "PER", "FOR"),
        trade=("mechanics", "electronics", "robotics", "gunsmith", "locks"),
        beside=(
            "salvage",
            "demolition",
            "armour_making",
            "drone",
            "lorry_and_bus",
            "motorbike",
            "pistol",
            "surveillance",
        ),
        arms=("pistol_9mm", "sledgehammer"),
        armour=("leather_jacket",),
        computer="old_laptop",
        gear=("reference_book",),
    ),
    "medium": Kit(
        scores=("VOL", "PER", "INT", "CHA"),
        trade=("sense_emotions", "sense_thoughts", "attack_fear", "mental_shield", "meditation"),
        beside=("attack_persuasion", "sense_presence", "self_ignore_pain", "attack_sleep", "psychology", "acting"),
        arms=("switchblade",),
        armour=("thick_clothes",),
    ),
    "courier": Kit(
        scores=("AGI", "VIT", "PER", "END"),
        trade=("motorbike", "bicycle_and_skates", "acrobatics", "urban_survival", "running"),
        beside=("car", "climbing", "jumping", "stealth", "mechanics", "chain_and_whip", "evasion", "swimming"),
        arms=("chain",),
        armour=("biker_leather_suit", "motorbike_helmet"),
        computer="wrist_terminal",
        gear=("climbing_gloves",),
    ),
    "talker": Kit(
        scores=("CHA", "VOL", "PER", "INT"),
        trade=("fast_talk", "acting", "bargaining", "seduction", "disguise", "leadership"),
        beside=(
            "etiquette",
            "black_market",
            "interrogation",
            "psychology",
            "law",
            "corporations",
            "pistol",
            "languages",
        ),
        arms=("pistol_22",),
        armour=("nano_mesh",),
        computer="wrist_terminal",
    ),
    "scavenger": Kit(
        scores=("PER", "END", "AGI", "FOR"),
        trade=("salvage", "urban_survival", "climbing", "locks", "tracking"),
        beside=(
            "masonry",
            "mechanics",
            "electronics",
            "stealth",
            "observation",
            "swimming",
            "improvised_arms",
            "demolition",
        ),
        arms=("hunting_knife", "staff"),
        armour=("junk_armour",),
        gear=("climbing_gloves",),
    ),
    "snoop": Kit(
        scores=("PER", "INT", "CHA", "AGI"),
        trade=("observation", "interrogation", "street_lore", "psychology", "surveillance"),
        beside=(
            "forensics",
            "law",
            "disguise",
            "fast_talk",
            "corporations",
            "black_market",
            "tracking",
            "pistol",
            "stealth",
        ),
        arms=("pistol_9mm",),
        armour=("leather_jacket",),
        computer="wrist_terminal",
        gear=("handcuffs",),
    ),
    "drifter": Kit(
        scores=("END", "PER", "VOL", "VIT"),
        trade=("urban_survival", "street_lore", "stealth", "street_fighting"),
        beside=("knife_fighting", "sleight_of_hand", "swimming", "bargaining", "tracking", "games"),
        arms=("switchblade",),
        armour=("thick_clothes",),
    ),
}
# Eighty points, from what somebody lives on to what they do without.
SHAPES: tuple[tuple[int, ...], ...] = (
    (15, 13, 12, 10, 10, 8, 7, 5),
    (14, 12, 11, 10, 10, 9, 8, 6),
    (13, 12, 12, 11, 10, 9, 7, 6),
    (16, 13, 11, 10, 9, 8, 7, 6),
)
LEVELS = (4, 3, 3, 3, 2, 2, 2, 2, 2)  # of skills in the order they are learned; one of all others
# Advantages with the drawbacks that pay for them; most people have neither (M2).
BARGAINS: tuple[tuple[tuple[str, int], ...], ...] = (
    *((),) * 5,
    (("contacts", 1), ("allergic", 1)),
    (("gifted", 2), ("hunted", 1)),
    (("gifted", 2), ("frail", 1)),
    (("gifted", 3), ("one_eyed", 1)),
    (("gifted", 4), ("hunted", 1), ("addict", 1)),
    (("gifted", 1), ("illiterate", 1)),
    (("quick", 1), ("hunted", 1)),
    (("iron_guts", 1), ("addict", 1)),
    (("mental_program", 1), ("hunted", 1)),
    (("tough", 1), ("technophobe", 1)),
    (("tough", 1), ("addict", 1)),
    (("sensitive", 1), ("one_eyed", 1)),
)
UNLIKELY: dict[str, Category] = {
    "technophobe": "INF",
    "illiterate": "INT",
}  # a drawback -> whoever lives on that has it not
