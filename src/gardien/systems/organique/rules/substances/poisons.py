"""Poison: doses that begin, tick and end, the turns that hurt, time outside a fight (POI-01 to POI-04, TURN-05)."""

from typing import Annotated, Any, get_args

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, fold, step, watch
from gardien.core.inputs import check_key
from gardien.core.procedure import procedure
from gardien.core.values import Value, frozen_map
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.body.losses import TICK, explain_losses, take_damage, take_toxin
from gardien.systems.organique.rules.character import Character, Dose, DoseGiven, PoisonKey, State, Turns
from gardien.systems.organique.rules.person import (
    LeavesState,
    Person,
    dose_of,
    halves,
    person_of,
    points,
    state_of,
)
from gardien.systems.organique.rules.substances.symptoms import AilmentResult, Threat, roll_against, suffers
from gardien.systems.organique.rules.tests.d20 import SaveResult, watched
from gardien.systems.organique.rules.tests.modifiers import poison_mods
from gardien.systems.organique.vocabulary import Ailment


class Tick(Value, frozen=True, kw_only=True):
    """What a start of turn did to somebody poisoned."""

    due: int
    bs: float
    saves: dict[str, SaveResult]
    failed: tuple[str, ...]
    actions: int
    sight: int
    touch: int
    pain_saves: int


class TickResult(Value, frozen=True, kw_only=True):
    """Somebody after a start of turn; `saves` only where somebody looks at them."""

    person: Person
    due: int = 0
    bs: int = 0  # in halves
    saves: tuple[tuple[str, SaveResult], ...] = ()
    failed: tuple[str, ...] = ()

    def fields(self, options: Options) -> dict[str, Any]:
        """The fields of a tick."""
        return {
            "due": self.due,
            "bs": points(self.bs),
            "saves": frozen_map(dict(self.saves)),
            "failed": self.failed,
            **poison_mods(self.person, options),
        }


def with_dose(person: Person, poison: str) -> Person:
    """One more dose in the body; machines take no harm of it (ORG-ARM-06, ORG-MON-01)."""
    if person.machine or person.body.dead:
        return person
    return person.having(doses=(*person.body.doses, dose_of(DoseGiven(poison=poison))))


def advance_doses(doses: tuple[Dose, ...]) -> tuple[tuple[Dose, ...], tuple[str, ...]]:
    """Doses one turn later, and the poisons of those that tick now; what ticked its last is over (ORG-POI-02)."""
    left: list[Dose] = []
    due: list[str] = []
    for dose in doses:
        if dose.onset == 0 and dose.ticks_left == 0:
            continue
        onset = max(0, dose.onset - 1)
        if onset or not dose.ticks_left:
            left.append(replace(dose, onset=onset))
            continue
        due.append(dose.poison)
        ticks, every = dose.ticks_left - 1, pack.poison(dose.poison).every
        left.append(replace(dose, onset=every if every > 1 and ticks else 0, ticks_left=ticks))
    return tuple(left), tuple(due)


def threats(due: tuple[str, ...], options: Options) -> tuple[Threat, ...]:
    """The saves of the doses that tick, poison by poison; doses of one poison multiply the difficulty (ORG-POI-02)."""
    if options.simplified_poison:
        return ()
    return tuple(
        Threat(ailment=one.ailment, difficulty=one.difficulty * due.count(poison), turns=one.turns, fresh=False)
        for poison in dict.fromkeys(due)
        for one in pack.poison(poison).ailments
    )


def tick(person: Person, options: Options, whole: bool = False, who: str = "") -> Program[TickResult]:
    """The start of a turn: doses move on, damage, then the saves in order (ORG-POI-03); no save of the fallen."""
    if person.body.dead:
        return TickResult(person=person)
    doses, due = advance_doses(person.body.doses)
    before = person
    person = person.having(doses=doses, vomiting=False)
    if not due or person.machine:
        return TickResult(person=person)
    bs = sum(halves(pack.poison(one).bs) for one in due)
    person = take_damage(person, bs, 0, options, TICK).person
    if lost := sum(pack.poison(one).end for one in due):
        person = take_toxin(person, lost, options, fresh=False).person
    if bs:
        yield from step("poison_bs", points(bs), "ORG-POI-02", who=who)
    yield from explain_losses(before, person, who or before.name)
    start = TickResult(person=person, due=len(due), bs=bs)
    items = tuple((threat, options, whole, who) for threat in threats(due, options))
    return (yield from fold(_face_threat, start, items))


def _face_threat(state: TickResult, item: tuple[Threat, Options, bool, str]) -> Program[TickResult]:
    threat, options, whole, who = item
    person = state.person
    if person.out_of_action or suffers(person, threat.ailment):
        return state
    ailed: AilmentResult = yield from apply(roll_against, person, threat, options, whole, "save_", who or person.name)
    saves = (*state.saves, (threat.ailment, ailed.saved.result())) if whole else state.saves
    failed = (*state.failed, threat.ailment) if ailed.failed else state.failed
    return replace(state, person=ailed.person, saves=saves, failed=failed)


AILMENTS: tuple[str, ...] = get_args(Ailment)


class TickGiven(Value, frozen=True, kw_only=True):
    """Somebody with poison in the body."""

    character: Character


class PoisonTicked(LeavesState, frozen=True, kw_only=True):
    """What a start of turn did to somebody poisoned."""

    due: int
    bs: float
    saves: dict[str, SaveResult] | UnsetType = UNSET
    failed: tuple[str, ...]
    actions: int
    sight: int
    touch: int
    pain_saves: int
    state: State | UnsetType = UNSET


@procedure(
    "poison_tick",
    rules="""ORG-POI-01 ORG-POI-02 ORG-POI-03 ORG-POI-04 ORG-SYM-17 ORG-SYM-21 ORG-ARM-06 ORG-SAVE-03""",
    dice=("d20", "d6"),
    headline=("bs", "failed"),
)
def take_effect(given: TickGiven, options: Options) -> Program[PoisonTicked]:
    """Every dose moves on by a turn: those that tick hurt together, then their saves."""
    wanted = yield from watched("state")
    saves = yield from watch("saves", AILMENTS)
    ticked = yield from tick(person_of(given.character), options, bool(saves))
    fields = ticked.fields(options)
    if not saves:
        fields["saves"] = UNSET
    yield from step("due", ticked.due, "ORG-POI-02")
    return PoisonTicked(state=state_of(ticked.person) if "state" in wanted else UNSET, **fields)


# ---- the turns that hurt ----


class TurnsGiven(Value, frozen=True, kw_only=True):
    """A poison, and the turns in which its doses came."""

    poison: PoisonKey = "blade_poison"
    turns: Annotated[tuple[Turns, ...], Meta(max_length=20)]

    def __post_init__(self) -> None:
        check_key("poison", self.poison, pack.poison)


class Hurting(Value, frozen=True, kw_only=True):
    """Turn by turn: how many doses strike, and how hard."""

    turns: tuple[int, ...]
    doses: tuple[int, ...]
    bs: tuple[float, ...]
    difficulty_factor: tuple[int, ...]
    bs_total: float


@procedure("poison_schedule", rules="ORG-POI-01 ORG-POI-02 ORG-POI-03", headline=("turns", "bs_total"))
def list_turns(given: TurnsGiven, options: Options) -> Program[Hurting]:
    """Each dose has its own turns; where they meet they add up."""
    row = pack.poison(given.poison)
    struck = [turn + row.onset + row.every * number for turn in given.turns for number in range(row.ticks)]
    turns = sorted(set(struck))
    doses = tuple(struck.count(turn) for turn in turns)
    bs_total = points(halves(row.bs) * len(struck))
    yield from step("bs_total", bs_total, "ORG-POI-02")
    return Hurting(
        turns=tuple(turns),
        doses=doses,
        bs=tuple(points(halves(row.bs) * one) for one in doses),
        difficulty_factor=doses,
        bs_total=bs_total,
    )


# ---- outside a fight ----


class Strike(Value, frozen=True):
    """A tick to come: in how many turns, and the doses as they are just before it, for `poison_tick` to read."""

    turns: int
    doses: tuple[Dose, ...]


def doses_later(doses: tuple[Dose, ...], turns: int) -> tuple[tuple[Strike, ...], tuple[Dose, ...]]:
    """Doses so many turns later, and every tick on the way; from tick to tick, not turn by turn (ORG-POI-02, M13)."""
    strikes: list[Strike] = []
    passed = 0
    while doses:
        wait = min(_next(one) for one in doses)
        if passed + wait > turns:
            return tuple(strikes), tuple(_dose_later(one, turns - passed) for one in doses)
        passed += wait
        doses = tuple(_dose_later(one, wait - 1) for one in doses)
        after, due = advance_doses(doses)
        if due:
            strikes.append(Strike(passed, doses))
        doses = after
    return tuple(strikes), ()


def _next(dose: Dose) -> int:
    """Turns until something happens to a dose: its next tick, or its end."""
    return max(1, dose.onset)


def _dose_later(dose: Dose, turns: int) -> Dose:
    """A dose after turns in which it does nothing."""
    return replace(dose, onset=dose.onset - turns)
