"""The words that rules and tables share: characteristics, actions, saves, symptoms, privileges; limits of numbers."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from gardien.core.inputs import BadField

Code: TypeAlias = Literal["AGI", "PER", "CHA", "END", "INT", "VIT", "FOR", "VOL"]
CODES: tuple[Code, ...] = ("AGI", "PER", "CHA", "END", "INT", "VIT", "FOR", "VOL")
BODILY: frozenset[Code] = frozenset(("AGI", "END", "VIT", "FOR"))  # fail without a die when exhausted (ORG-END-06)
Reserve: TypeAlias = Literal["SNG", "CPS", "INC"]
HUMAN = "human"  # of the natures there are, that of whoever says none
Auto: TypeAlias = Literal["none", "natural_1", "natural_20", "exhausted"]

# ---- saves and symptoms ----

SaveKind: TypeAlias = Literal[
    "disease_contraction", "disease_progression", "balance", "fear", "heat", "cold", "nausea", "suffering", "pain",
    "shock", "stun", "paralysis", "physical_dependency", "drug_physical", "psychological_dependency",
    "drug_psychological", "unconsciousness", "knock_out", "electric_paralysis", "electric_unconsciousness",
    "cardiac_arrest", "mind_control", "withdrawal",
]  # fmt: skip
Symptom: TypeAlias = Literal[
    "total_amnesia", "cardiac_arrest", "coma", "illusions", "depression", "euphoria", "minor_hallucinations",
    "headache", "insomnia", "major_hallucinations", "panic", "paralysis", "respiratory_arrest", "partial_amnesia",
    "stroke", "shock", "stupor", "momentary_amnesia", "unconsciousness", "vomiting",
]  # fmt: skip
# What a substance may ask a save against: a symptom, or one of the saves that are none (ORG-SYM-01).
Ailment: TypeAlias = Literal[
    "total_amnesia", "cardiac_arrest", "coma", "illusions", "depression", "euphoria", "minor_hallucinations",
    "headache", "insomnia", "major_hallucinations", "panic", "paralysis", "respiratory_arrest", "partial_amnesia",
    "stroke", "shock", "stupor", "momentary_amnesia", "unconsciousness", "vomiting",
    "suffering", "nausea", "mind_control",
]  # fmt: skip
# What a modifier of a save may name: a kind of save, or a symptom; `disease` is contraction and progression together.
SaveName: TypeAlias = Literal[
    "disease", "disease_contraction", "disease_progression", "balance", "fear", "heat", "cold", "nausea",
    "suffering", "pain", "shock", "stun", "paralysis", "physical_dependency", "drug_physical",
    "psychological_dependency", "drug_psychological", "unconsciousness", "knock_out", "electric_paralysis",
    "electric_unconsciousness", "cardiac_arrest", "mind_control", "withdrawal", "total_amnesia", "coma", "illusions",
    "depression", "euphoria", "minor_hallucinations", "headache", "insomnia", "major_hallucinations", "panic",
    "respiratory_arrest", "partial_amnesia", "stroke", "stupor", "momentary_amnesia", "vomiting",
]  # fmt: skip
Phase: TypeAlias = Literal["dose", "come_down", "withdrawal", "long_term"]
Tier: TypeAlias = Literal["normal", "x2", "x4", "x8"]
Course: TypeAlias = Literal["progressing", "stopped"]
Dependency: TypeAlias = Literal["physical", "psychological"]

# ---- the fight ----

Action: TypeAlias = Literal[
    "strike", "shoot", "throw_object", "easy_strike", "vital_blade", "vital_mass", "stomp", "slash", "stun",
    "knock_out", "blind", "maim", "disarm", "push", "sweep", "tackle", "hold", "lock", "strangle", "wrestle",
    "low_blow", "headbutt", "throw", "feint", "disabling_shot",
]  # fmt: skip
ReactionKind: TypeAlias = Literal[
    "none", "dodge", "parry", "leap", "drop", "flip", "entangle", "resist_disarm", "shut_eyes", "simultaneous", "move",
    "manoeuvre",
]  # fmt: skip
# Everything a combat skill or the tag of a weapon may help or hinder (ORG-CSK-01, ORG-WPN-01, M5).
Feat: TypeAlias = Literal[
    "strike", "shoot", "throw_object", "easy_strike", "vital_blade", "vital_mass", "stomp", "slash", "stun",
    "knock_out", "blind", "maim", "disarm", "push", "sweep", "tackle", "hold", "lock", "strangle", "wrestle",
    "low_blow", "headbutt", "throw", "feint", "disabling_shot", "barrage", "simultaneous",
    "dodge", "parry", "leap", "drop", "flip", "entangle", "resist_disarm", "shut_eyes", "mental_defence",
    "break_hold", "balance", "burst",
]  # fmt: skip
Group: TypeAlias = Literal[
    "fists", "feet", "body", "knife", "sword", "club", "chain", "polearm", "shield", "throwing_knife", "thrown", "bow",
    "handgun", "long_gun", "automatic", "other",
]  # fmt: skip
RANGED: frozenset[Group] = frozenset(("throwing_knife", "thrown", "bow", "handgun", "long_gun", "automatic"))
FIREARMS: frozenset[Group] = frozenset(("handgun", "long_gun", "automatic"))
Tag: TypeAlias = Literal["very_easy", "easy", "hard", "very_hard"]
TAGS: dict[Tag, int] = {"very_easy": -8, "easy": -4, "hard": 4, "very_hard": 8}  # ORG-WPN-01, on the difficulty
Improvised: TypeAlias = Literal["none", "blade", "point", "club"]
Sight: TypeAlias = Literal["partial", "total"]
SightDie: TypeAlias = Literal["none", "d6_turns", "d6_minutes"]
Hold: TypeAlias = Literal["hold", "lock", "strangle", "wrestle"]
Limb: TypeAlias = Literal["hand", "foot", "arm", "leg"]
Fresh: TypeAlias = Literal["timer", "unconscious", "paralysed"]
FreeAction: TypeAlias = Literal[
    "draw", "aim", "stand_up", "move", "pick_up", "free_weapon", "reload", "clear_jam", "coat", "put_out",
]  # fmt: skip

# ---- people, machines ----

Category: TypeAlias = Literal["INT", "SOC", "PHY", "TEC", "INF", "CBT", "PSY", "VEH"]
ClassKey: TypeAlias = Literal[
    "brawler", "hacker", "medic", "tinkerer", "medium", "courier", "talker", "scavenger", "snoop", "drifter",
]  # fmt: skip
SpeedMode: TypeAlias = Literal["none", "raise", "malus"]
Privilege: TypeAlias = Literal["user", "super_user", "administrator"]
PRIVILEGES: tuple[Privilege, ...] = ("user", "super_user", "administrator")
Finding: TypeAlias = Literal[
    "physical_location", "network_map", "system_types", "security_team", "company_structure",
]  # fmt: skip
EntrySkill: TypeAlias = Literal[
    "operating_system", "network_security", "network_protocols", "network_knowledge", "programming_applications",
    "data_piracy", "programming_virus", "system_crashing", "computer_stealth", "dataterm", "copy_protection",
]  # fmt: skip
LostSight: TypeAlias = Literal["one_eyed", "blind"]  # what is lost of it
Frequency: TypeAlias = Literal["2d6_minutes", "4d6_minutes", "2d20_hours", "4d20_hours"]
CrackTime: TypeAlias = Literal[
    "billions_of_years", "ten_thousand_years", "hundred_years", "one_year", "one_month", "one_week", "one_day",
    "one_hour", "ten_minutes", "one_second", "instant",
]  # fmt: skip

# ---- numbers ----

Name: TypeAlias = Annotated[str, Meta(max_length=100)]
HIGHEST_SCORE = 60
Score: TypeAlias = Annotated[int, Meta(ge=0, le=HIGHEST_SCORE)]
Breath: TypeAlias = Annotated[int, Meta(ge=-1, le=HIGHEST_SCORE)]  # of END (ORG-END-09)
MOST_CHANGED = 1000
Signed: TypeAlias = Annotated[int, Meta(ge=-MOST_CHANGED, le=MOST_CHANGED)]
Difficulty: TypeAlias = Annotated[int, Meta(ge=-1000, le=1000)]
Weather: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]  # such a difficulty, or none
Margin: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]
Points: TypeAlias = Annotated[float, Meta(ge=0, le=1000)]  # bs, c, reserves: in steps of 0.5 (ORG-TEST-09)
Level: TypeAlias = Annotated[int, Meta(ge=0, le=6)]
Trained: TypeAlias = Annotated[int, Meta(ge=1, le=6)]
Step: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]
Centimetres: TypeAlias = Annotated[int, Meta(ge=0, le=10_000_000)]
Metres: TypeAlias = Annotated[float, Meta(ge=0, le=100_000)]
Kilograms: TypeAlias = Annotated[float, Meta(ge=0.01, le=1_000_000)]
Coverage: TypeAlias = Annotated[int, Meta(ge=0, le=20)]  # IA
Percent: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
MOST_RADIATION = 100  # points of one exposure
Count: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]
Heat: TypeAlias = Annotated[int, Meta(ge=1, le=1000)]  # points of a fire or of a current
Rating: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]  # firewalls, powers, strengths of codes, paranoia
Mods: TypeAlias = Annotated[dict[Name, Signed], Meta(max_length=100)]

TURNS_PER_MINUTE = 12  # ORG-VIT-02, M19: a turn of five seconds
EXPOSED_AT = 20  # IA from which no margin avoids the armour (ORG-ARM-02)


def added(one: int, other: int) -> int:
    """What two effects change together, as far as a sheet can say it."""
    return max(-MOST_CHANGED, min(MOST_CHANGED, one + other))


def check_halves(**numbers: float) -> None:
    """Points come in halves (ORG-TEST-09)."""
    for name, number in numbers.items():
        if number * 2 != int(number * 2):
            raise BadField(name, "field/type", "ORG-TEST-09", came=str(number), allowed="0.5, 1, 1.5, 2 …")
