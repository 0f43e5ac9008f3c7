"""SAN over a planned scenario: its horrors in their order, hour by hour, and what each leaves of a mind (SAN)."""

from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

from msgspec import Meta
from msgspec.structs import force_setattr, replace

from gardien.core.chance import Call, Done, Program, apply, call, fold, repeat
from gardien.core.inputs import check_key
from gardien.core.values import Value, frozen_map, like
from gardien.shared import encounters
from gardien.shared.encounters import USUAL_LOSS, FacingMind, Scenario, loss_pattern
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import DiceText, Mind, Name, OwnModifier, Percent, San, check_dice
from gardien.systems.d20d100.rules.mind.sanity import BOTTOM, Horror, confront, floor_of, slide

CreatureOrNone: TypeAlias = Annotated[str, Meta(max_length=100, examples=["", *pack.keys("profiles", "creature")])]
Losses: TypeAlias = Annotated[dict[Name, Annotated[int, Meta(ge=0, le=1000)]], Meta(max_length=1000)]


class PlannedHorror(Value, frozen=True, kw_only=True):
    """Something that will be seen: what it costs the steadfast and the others, or the Monster that it is."""

    success: DiceText = USUAL_LOSS[0]
    failure: DiceText = USUAL_LOSS[1]
    creature: CreatureOrNone = ""
    source: Name = ""

    def __post_init__(self) -> None:
        check_dice("success", self.success)
        check_dice("failure", self.failure)
        if self.creature:
            check_key("creature", self.creature, pack.creature)

    def horror(self) -> Horror:
        """Both losses (D100-SAN-01)."""
        loss = pack.creature(self.creature).san if self.creature else self
        return Horror(check_dice("success", loss.success), check_dice("failure", loss.failure))


class Witness(Value, frozen=True, kw_only=True):
    """An investigator who will see it all."""

    name: Name
    san: San = 50
    san_bonus: Annotated[int, Meta(ge=-20, le=20)] = 0
    idee: OwnModifier = 0
    san_hour_start: Percent | None = None
    san_lost_this_hour: Percent = 0
    san_creation: Percent | None = None
    san_losses_by_creature: Losses = {}
    temp_mad: bool = False
    indef_mad: bool = False

    def __post_init__(self) -> None:
        force_setattr(self, "san_losses_by_creature", frozen_map(self.san_losses_by_creature))


class ScenarioGiven(Scenario[PlannedHorror, Witness], frozen=True, kw_only=True):
    """The planned hours of a scenario, and who goes through them (D100-SAN-04)."""


class Facing(FacingMind, frozen=True, kw_only=True):
    """A mind on its way through a scenario (D100-SAN-04)."""

    faced: tuple[tuple[str, int], ...] = ()  # SAN lost to each Monster that comes again (D100-MISS-09)


class Coming(Value, frozen=True, kw_only=True):
    """The next event, for one of them."""

    horror: PlannedHorror | None
    again: bool  # the same Monster comes once more
    who: Witness
    options: Options


def go_on(mind: Facing, coming: Coming) -> Program[Facing]:
    """The next horror, or the end of an hour."""
    horror, who, options = coming.horror, coming.who, coming.options
    if mind.permanent:
        return mind
    if horror is None:  # a new count begins, and a crisis is over (D100-SAN-03, D100-SAN-04)
        return replace(mind, hour_start=max(0, mind.san), lost=0, temporary=False)
    cost = horror.horror()
    faced = dict(mind.faced)
    suffered = faced.pop(horror.creature, 0)
    before = like(
        Mind,
        who,
        name="",
        san=mind.san,
        san_hour_start=mind.hour_start,
        san_lost_this_hour=mind.lost,
        loss_cap=max(0, cost.failure.highest() - suffered) if horror.creature else None,
    )
    after = yield from apply(confront, before, cost, options)
    if coming.again:
        faced[horror.creature] = suffered + after.loss
    now = replace(
        mind,
        san=after.san,
        lost=after.lost_this_hour,
        temporary=mind.temporary or after.temp_mad,
        indefinite=mind.indefinite or after.indef_mad,
        permanent=after.perm_mad,
        faced=tuple(sorted(faced.items())),
    )
    if not after.decompensating:
        return now
    left = yield from repeat(slip, after.san)
    # Whoever is stopped below 1 SAN has an indefinite madness (D100-SAN-06).
    return replace(now, san=left, permanent=left == BOTTOM, indefinite=True)


def slip(san: int) -> Program[int | Done[int]]:
    """One round of a mind that gives way, with nobody to talk it back (D100-SAN-06)."""
    left, stable = yield from slide(san)
    return Done(left) if stable or left == BOTTOM else left


def go_through(who: Witness, items: tuple[Coming, ...], options: Options) -> Program[Facing]:
    """Where the horrors of some hours leave a mind."""
    start = who.san + who.san_lost_this_hour if who.san_hour_start is None else who.san_hour_start
    coming = {one.horror.creature for one in items if one.horror is not None} - {""}
    faced = tuple(sorted((key, lost) for key, lost in who.san_losses_by_creature.items() if key in coming))
    mind = Facing(
        san=who.san,
        hour_start=max(0, start),
        lost=who.san_lost_this_hour,
        temporary=who.temp_mad,
        indefinite=who.indef_mad,
        permanent=who.san <= floor_of(options),
        faced=faced,
    )
    return (yield from fold(go_on, mind, items))


def scenario_calls(given: ScenarioGiven, options: Options, events: int) -> list[tuple[str, Call[Facing]]]:
    """For each investigator, the rule that gives the mind after so many events."""
    planned = given.horrors_in_order()
    keys = [one.creature if one else "" for one in planned]
    calls = []
    for who in given.character:
        items = tuple(
            Coming(horror=one, again=bool(keys[at]) and keys[at] in keys[at + 1 :], who=who, options=options)
            for at, one in enumerate(planned)
        )
        calls.append((who.name, call(go_through, who, items[:events], options)))
    return calls


LOSS = loss_pattern("+-")


def hours_of(lines: Sequence[str]) -> list[dict[str, Any]]:
    """A line says what it costs, or names a Monster (D100-SAN-01, D100-MISS-07)."""
    return encounters.hours_of(lines, LOSS, {"creature": pack.table("profiles", "creature")})
