"""The words that rules and tables share: abilities, zones, aims, severities, states; and limits of numbers."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from gardien.core.inputs import BadField
from gardien.core.values import Value

Ability: TypeAlias = Literal["str", "dex", "con", "int", "wis", "cha"]
ABILITIES: tuple[Ability, ...] = ("str", "dex", "con", "int", "wis", "cha")
Save: TypeAlias = Literal["fort", "ref", "will"]
SAVES: tuple[Save, ...] = ("fort", "ref", "will")
SAVE_ABILITY: dict[Save, Ability] = {"fort": "con", "ref": "dex", "will": "wis"}  # CD20-P-SAVE-01
CombatOption: TypeAlias = Literal["offence", "defence"]

Zone: TypeAlias = Literal[
    "head", "torso", "right_arm", "left_arm", "abdomen", "right_leg", "left_leg", "whole_body",
    "chest", "belly", "right_foreleg", "left_foreleg", "right_hind_leg", "left_hind_leg",
    "right_wing", "left_wing", "head_cluster", "thorax", "limbs",
    "star_head", "trunk", "wings", "tendrils", "foot",
    "cone", "right_pincer", "left_pincer", "third_limb",
]  # fmt: skip
HumanZone: TypeAlias = Literal["head", "torso", "right_arm", "left_arm", "abdomen", "right_leg", "left_leg"]
HUMAN: tuple[HumanZone, ...] = ("head", "torso", "right_arm", "left_arm", "abdomen", "right_leg", "left_leg")
ZONES_OF_SEVERAL: tuple[Zone, ...] = ("limbs", "wings", "tendrils")
WHOLE: Zone = "whole_body"  # a cause that strikes no zone in particular (CD20-ENV-01)
Aim: TypeAlias = Literal[
    "none", "head", "torso", "right_arm", "left_arm", "abdomen", "right_leg", "left_leg",
    "upper", "middle", "lower", "legs",
]  # fmt: skip
Group: TypeAlias = Literal["none", "upper", "middle", "lower", "legs"]
TableKey: TypeAlias = Literal["human", "zombie", "quadruped", "winged_human", "mi_go", "radial", "cone"]
DamageMode: TypeAlias = Literal["human", "adapted_tables", "own_tables", "traditional"]
MODES: dict[TableKey, DamageMode] = {  # CD20-CREA-02: the mode that goes with body tables, where none is named
    "human": "human",
    "zombie": "adapted_tables",
    "winged_human": "adapted_tables",
    "quadruped": "own_tables",
    "mi_go": "own_tables",
    "radial": "own_tables",
    "cone": "own_tables",
}

Severity: TypeAlias = Literal["superficial", "light", "moderate", "grave", "critical", "mortal", "destructive"]
SEVERITIES: tuple[Severity, ...] = ("superficial", "light", "moderate", "grave", "critical", "mortal", "destructive")
Care: TypeAlias = Literal["none", "bandage", "advised", "needed", "indispensable"]
PartEffect: TypeAlias = Literal[
    "none", "arm_unusable", "leg_unusable", "head_minus_4", "torso_partial_actions", "abdomen_minus_2", "body_minus_2"
]  # fmt: skip
Percent: TypeAlias = Annotated[int, Meta(ge=1, le=100)]


class OwnZone(Value, frozen=True, kw_only=True):
    """A zone of a body that the Keeper has drawn up: its part of the d100, what a wound there gains and costs."""

    first: Percent
    last: Percent
    zone: Zone
    bonus: Annotated[int, Meta(ge=-20, le=20)] = 0
    extra_pf: Annotated[int, Meta(ge=0, le=10)] = 0
    mortal: bool = False
    effect: PartEffect = "none"


class OwnGrade(Value, frozen=True, kw_only=True):
    """A severity of the Keeper’s own table: from which GB, what it costs, how often it aggravates."""

    severity: Severity
    first: Annotated[int, Meta(ge=0, le=100)]
    pf: Annotated[int, Meta(ge=0, le=20)] = 0
    pv: Annotated[int, Meta(ge=0, le=20)] = 0
    rounds: Annotated[int, Meta(ge=0, le=100_000)] = 0  # between two losses; 0: it does not aggravate
    care: Care = "none"


class OwnAim(Value, frozen=True, kw_only=True):
    """What can be aimed at on such a body, and what it costs."""

    aim: Aim
    malus: Annotated[int, Meta(ge=-20, le=0)]
    first: Percent
    last: Percent


class OwnTables(Value, frozen=True, kw_only=True):
    """Location, severity and aim for one kind of creature, as the Keeper wants them (CD20-CREA-02).

    Without severities those of humans hold; without aims nothing on it can be aimed at.
    """

    zones: Annotated[tuple[OwnZone, ...], Meta(min_length=1, max_length=100)]
    severities: Annotated[tuple[OwnGrade, ...], Meta(max_length=7)] = ()
    aims: Annotated[tuple[OwnAim, ...], Meta(max_length=12)] = ()
    beyond: Literal["critical", "destructive"] = "critical"  # the last row, off its mortal zones
    whole: Literal["mortal", "destructive"] = "mortal"  # the same for what strikes all of it
    care: bool = True

    def __post_init__(self) -> None:
        at = 1
        for zone in sorted(self.zones, key=lambda one: one.first):
            if zone.first != at or zone.last < zone.first or zone.zone == WHOLE:
                raise BadField("zones", "field/place", "CD20-CREA-02", next=at)
            at = zone.last + 1
        if at != 101:
            raise BadField("zones", "field/place", "CD20-CREA-02", next=at)
        rows = [one.first for one in self.severities if one.severity != "destructive"]
        keys = [one.severity for one in self.severities]
        if self.severities and (rows[:1] != [0] or rows != sorted(set(rows)) or "mortal" not in keys):
            raise BadField("severities", "field/missing", "CD20-CREA-02", allowed="superficial 0 … mortal")
        twice = next((one for one in keys if keys.count(one) > 1), None)
        if twice is not None:
            raise BadField("severities", "field/twice", "CD20-CREA-02", came=twice)
        for aim in self.aims:
            if aim.last < aim.first:
                raise BadField("aims", "field/at_least", "CD20-CREA-02", came=aim.last, low=aim.first)


Tables: TypeAlias = TableKey | OwnTables
Shock: TypeAlias = Literal["none", "shock", "violent"]
Hampering: TypeAlias = Literal["none", "partial", "skip"]  # what a shock does to the next turn (CD20-SHOCK-01)
State: TypeAlias = Literal["ok", "stunned", "unconscious", "dead"]
Result: TypeAlias = Literal["hit", "miss", "stopped"]

Size: TypeAlias = Literal["fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal"]
SIZES: tuple[Size, ...] = ("fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")
SIZE_BONUS: dict[Size, int] = {  # CD20-P-AC-01: on CA and on attacks
    "fine": 8,
    "diminutive": 4,
    "tiny": 2,
    "small": 1,
    "medium": 0,
    "large": -1,
    "huge": -2,
    "gargantuan": -4,
    "colossal": -8,
}
Stance: TypeAlias = Literal["none", "charged", "defensive", "total_defence"]
Trait: TypeAlias = Literal["bullet_resistant", "slow", "trembling"]
Condition: TypeAlias = Literal[
    "blinded", "cowering", "dazed", "dazzled", "deafened", "entangled", "held", "flat_footed", "surprised",
    "frightened", "panicked", "grappling", "pinned", "climbing", "running", "kneeling", "off_balance", "helpless",
    "bound", "asleep", "nauseated", "paralysed", "shaken", "sickened", "stunned_other", "unconscious_other",
]  # fmt: skip
Situation: TypeAlias = Literal[
    "flanking", "higher_ground", "unseen", "charging", "fighting_defensively", "bystanders", "two_weapons_main",
    "two_weapons_off", "two_weapons_main_light", "two_weapons_off_light", "no_bipod", "grapple_stab",
    "aided", "kept_busy",
]  # fmt: skip

WeaponKind: TypeAlias = Literal["melee", "ranged", "thrown"]
Proficiency: TypeAlias = Literal["simple", "melee", "archery", "handgun", "rifle", "shotgun", "automatic", "heavy"]
FIREARMS: tuple[Proficiency, ...] = ("handgun", "rifle", "shotgun", "automatic", "heavy")
DamageType: TypeAlias = Literal["blunt", "blade", "point", "bullet", "shot", "other"]
FireMode: TypeAlias = Literal["semi", "multifire", "autofire"]
DestinyEffect: TypeAlias = Literal["reroll", "plus10", "soften", "worsen", "clot", "stand", "escape", "keeper"]
Vote: TypeAlias = Literal["yes", "no", "none"]
EffortKind: TypeAlias = Literal["prolonged", "violent"]
Era: TypeAlias = Literal["all", "1920s", "1920s+", "modern"]

Name: TypeAlias = Annotated[str, Meta(max_length=100)]
Text: TypeAlias = Annotated[str, Meta(max_length=10_000)]
Score: TypeAlias = Annotated[int, Meta(ge=0, le=60)]
Level: TypeAlias = Annotated[int, Meta(ge=1, le=20)]
Bonus: TypeAlias = Annotated[int, Meta(ge=-100, le=200)]
Difficulty: TypeAlias = Annotated[int, Meta(ge=-100, le=200)]
Points: TypeAlias = Annotated[int, Meta(ge=-1000, le=1000)]  # PV, PF
PointsMax: TypeAlias = Annotated[int, Meta(ge=1, le=1000)]
Loss: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]
Gravity: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]  # GB
Lethality: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
MOST_ARMOUR = 100
Armour: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_ARMOUR)]
Metres: TypeAlias = Annotated[float, Meta(ge=0, le=100_000)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]
MaxDamage: TypeAlias = Annotated[int, Meta(ge=1, le=1000)]
San: TypeAlias = Annotated[int, Meta(ge=-100, le=99)]
Mythos: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Rounds: TypeAlias = Annotated[int, Meta(ge=0, le=10_000_000)]
BaseAttacks: TypeAlias = Annotated[tuple[Bonus, ...], Meta(min_length=1, max_length=10)]
Zones: TypeAlias = Annotated[tuple[Zone, ...], Meta(max_length=28)]
DiceText: TypeAlias = Annotated[str, Meta(max_length=40, examples=["1d6", "2d10+1", "1d4", "3"])]


def modifier_of(score: int) -> int:
    """The modifier of a score; halves round down (CD20-GEN-02, CD20-P-ABIL-01)."""
    return (score - 10) // 2
