"""Who stands in a fight, what each declares, and what becomes of them (COM, CRT)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from gardien.core.errors import Refusal
from gardien.core.inputs import BadField, check_key, check_unique
from gardien.core.values import Change, Value
from gardien.systems.yacdha import pack
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.throws import Degree
from gardien.systems.yacdha.vocabulary import TOP, Kind, Level, LuckConversion, Name, Points, Sequelae, luck_counts

Weapon = Annotated[str, Meta(max_length=100, examples=pack.keys("weapons", "weapon"))]
Mode = Literal["contact", "ranged"]
ActKind = Literal["attack", "immobilise", "escape"]
FightStatus = Literal["active", "unconscious", "coma", "dead", "fled"]
Tags = Annotated[tuple[Name, ...], Meta(max_length=50)]
Ids = Annotated[tuple[Name, ...], Meta(max_length=100)]
Few = Annotated[int, Meta(ge=0, le=1000)]


class Combatant(Value, frozen=True, kw_only=True):
    """Somebody engaged in the fight, with what they declare for the round (YAC-COM-01, YAC-COM-03).

    Who can act and declares nothing dodges (YAC-COM-24).
    """

    id: Name
    kind: Kind = "investigator"
    side: Name = ""
    status: FightStatus = "active"
    trauma: Annotated[int, Meta(ge=1, le=6)] = 1
    sequelae: Sequelae = 0
    luck: Points = 1
    luck_convert: LuckConversion | None = None
    use_luck_to_survive: bool = False
    action: Literal["attack", "immobilise", "dodge", "flee", "other", "escape"] = "dodge"
    target: Name | None = None
    extra_targets: Ids = ()
    weapon: Weapon = "fist"
    trauma_max: Annotated[int, Meta(ge=0, le=6)] | None = None
    mode: Mode | None = None
    tags: Tags = ()
    personal_advantage: bool = False
    advantage: bool = False
    disadvantage: bool = False
    forced: bool = False
    fights_for_survival: bool = False
    level: Level = 0
    surprised: bool = False
    held_by: Ids = ()
    holding: Name = ""
    release: bool = False
    can_flee: bool = True
    armour: Annotated[int, Meta(ge=0, le=2)] = 0
    boxes: Few = 6
    damage: Few = 0
    soak: Few = 0
    immune: Tags = ()
    bane: Tags = ()
    acts: Annotated[int, Meta(ge=1, le=20)] = 1
    opposition_bonus: Level = 0
    holdable: bool = False

    def __post_init__(self) -> None:
        check_key("weapon", self.weapon, pack.weapon)
        if self.trauma == TOP and self.status in ("active", "unconscious", "fled") and not self.is_creature:
            raise BadField("trauma", "field/range", "YAC-GEN-04", came=TOP, low=1, high=5)
        if self.extra_targets and not self.is_creature:
            raise BadField("extra_targets", "field/not_allowed", "YAC-COM-03", came=self.extra_targets[0])
        if len(self.extra_targets) > self.acts - 1:
            raise BadField("extra_targets", "field/length_at_most", high=self.acts - 1, came=len(self.extra_targets))

    @property
    def is_creature(self) -> bool:
        return self.kind == "creature"

    @property
    def ceiling(self) -> int:
        """The most trauma one hit can do (YAC-COM-09)."""
        return pack.weapon(self.weapon).trauma_max if self.trauma_max is None else self.trauma_max

    @property
    def attack_mode(self) -> Mode:
        return self.mode or pack.weapon(self.weapon).mode

    @property
    def nature(self) -> frozenset[str]:
        """What an attack is made of: as was said, and as the weapon is; the printed table tells of nothing (M-01)."""
        row = pack.weapon(self.weapon)
        return frozenset((*self.tags, *(() if row.printed else row.tags)))

    @property
    def targets(self) -> tuple[str, ...]:
        return (self.target, *self.extra_targets) if self.target else ()

    @property
    def may_force(self) -> bool:
        """An NPC forces only to survive, a creature has nothing to strain (YAC-NPC-02)."""
        return self.kind == "investigator" or (self.kind == "npc" and self.fights_for_survival)


Hold = tuple[str, str]  # holder, held


class CombatGiven(Value, frozen=True, kw_only=True):
    """Everybody engaged, with what each declares."""

    combatants: Annotated[tuple[Combatant, ...], Meta(min_length=1, max_length=100)]
    round: Annotated[int, Meta(ge=1, le=100_000)] = 1

    def __post_init__(self) -> None:
        check_unique("combatants", [one.id for one in self.combatants])


def standing_holds(combatants: tuple[Combatant, ...]) -> tuple[Hold, ...]:
    """Holds that last from earlier rounds, those let go left out (YAC-COM-13); given on either of the two."""
    ids = [one.id for one in combatants]
    released = {one.id for one in combatants if one.release}
    holds: list[Hold] = []
    for index, one in enumerate(combatants):
        pairs = [(holder, one.id, "held_by") for holder in one.held_by]
        if one.holding:
            pairs.append((one.id, one.holding, "holding"))
        for holder, held, field in pairs:
            other = held if field == "holding" else holder
            if other not in ids or other == one.id:
                raise Refusal(
                    "field/nobody", field=f"combatants[{index}].{field}", rule="YAC-COM-13", came=other, allowed=ids
                )
            if holder not in released and (holder, held) not in holds:
                holds.append((holder, held))
    return tuple(holds)


class ActRecord(Value, frozen=True, kw_only=True):
    """One attack, immobilise or escape of a round."""

    actor: str
    target: str
    act: ActKind
    automatic_failure: bool
    success: bool
    trauma: int
    critical: bool
    luck_refused: bool
    opposition: int | UnsetType = UNSET
    action_dice_count: int | UnsetType = UNSET
    keep: Literal["highest", "lowest"] | UnsetType = UNSET
    action_kept: int | UnsetType = UNSET
    forced_die: int | UnsetType = UNSET
    raw: int | UnsetType = UNSET
    level: int | UnsetType = UNSET
    result: int | UnsetType = UNSET
    margin: int | UnsetType = UNSET
    degree: Degree | UnsetType = UNSET
    check_required: bool | UnsetType = UNSET
    check_raised: bool | UnsetType = UNSET
    check_die: int | UnsetType = UNSET


class FighterState(Value, frozen=True):
    """What a round can change about a fighter: a fight is this of everybody in it, at a table and weighed."""

    status: FightStatus = "active"
    trauma: int = 1
    sequelae: int = 0
    luck: int = 0
    damage: int = 0
    held_by: tuple[str, ...] = ()
    holding: str = ""


class CombatantAfter(Value, frozen=True, kw_only=True):
    """A fighter at the end of the round."""

    status: FightStatus
    trauma: int | UnsetType = UNSET
    sequelae: int | UnsetType = UNSET
    trauma_min: int | UnsetType = UNSET
    luck: int | UnsetType = UNSET
    damage: int | UnsetType = UNSET
    survival_refused: Literal["no_luck", "sequelae_fatal", "coma"] | UnsetType = UNSET
    held_by: tuple[str, ...] = ()
    holding: str = ""


class CombatRound(Value, frozen=True, kw_only=True):
    """What a round came to."""

    rolled: bool
    refused: Literal["flight_barred", "npc_forced"] | UnsetType = UNSET
    actions: tuple[ActRecord, ...] | UnsetType = UNSET
    after: dict[str, CombatantAfter] | UnsetType = UNSET
    free: tuple[str, ...] | UnsetType = UNSET

    def changes(self, given: CombatGiven, options: Options) -> tuple[Change, ...]:
        return fighter_changes(given.combatants, self.after, options)


def fighter_changes(
    combatants: tuple[Combatant, ...], after: dict[str, CombatantAfter] | UnsetType, options: Options
) -> tuple[Change, ...]:
    """What became of fighters, value by value."""
    if isinstance(after, UnsetType):
        return ()
    return tuple(
        Change(name, getattr(one, name), getattr(after[one.id], name), one.id)
        for one in combatants
        if one.id in after
        for name in FighterState.__struct_fields__
        if getattr(after[one.id], name) is not UNSET
        and getattr(after[one.id], name) != getattr(one, name)
        and (name != "luck" or luck_counts(one.kind, options))
    )
