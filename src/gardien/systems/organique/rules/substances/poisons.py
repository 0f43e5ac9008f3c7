"""Poison: the start of a turn, the turns that hurt, and time that passes outside a fight (POI-01 to POI-04)."""

from typing import Annotated, get_args

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, step, watch
from gardien.core.given import known
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.organique import pack
from gardien.systems.organique.bodies import halves, person_of, points, state_changes, state_of
from gardien.systems.organique.kinds import Ailment
from gardien.systems.organique.options import Options
from gardien.systems.organique.states import Dose, State
from gardien.systems.organique.trials import SaveResult, wanted
from gardien.systems.organique.values import Character, PoisonKey, Turns
from gardien.systems.organique.venom import advanced, tick

AILMENTS: tuple[str, ...] = get_args(Ailment)


class TickGiven(Value, frozen=True, kw_only=True):
    """Somebody with poison in the body."""

    character: Character


class PoisonTicked(Value, frozen=True, kw_only=True):
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

    def changes(self, given: TickGiven, options: Options) -> tuple[Change, ...]:
        return state_changes(given.character, self.state)


@procedure(
    "poison_tick",
    rules="""ORG-POI-01 ORG-POI-02 ORG-POI-03 ORG-POI-04 ORG-SYM-17 ORG-SYM-21 ORG-ARM-06 ORG-SAVE-03""",
    dice=("d20", "d6"),
    headline=("bs", "failed"),
)
def take_effect(given: TickGiven, options: Options) -> Program[PoisonTicked]:
    """Every dose moves on by a turn: those that tick hurt together, then their saves."""
    seen = yield from wanted("state")
    saves = yield from watch("saves", AILMENTS)
    found = yield from tick(person_of(given.character), options, bool(saves))
    fields = found.fields(options)
    if not saves:
        fields["saves"] = UNSET
    yield from step("due", found.due, "ORG-POI-02")
    return PoisonTicked(state=state_of(found.person) if "state" in seen else UNSET, **fields)


# ---- the turns that hurt ----


class TurnsGiven(Value, frozen=True, kw_only=True):
    """A poison, and the turns in which its doses came."""

    poison: PoisonKey = "blade_poison"
    turns: Annotated[tuple[Turns, ...], Meta(max_length=20)]

    def __post_init__(self) -> None:
        known("poison", self.poison, pack.poison)


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


def later(doses: tuple[Dose, ...], turns: int) -> tuple[tuple[Strike, ...], tuple[Dose, ...]]:
    """Doses so many turns later, and every tick on the way; from tick to tick, not turn by turn (ORG-POI-02, M13)."""
    strikes: list[Strike] = []
    passed = 0
    while doses:
        wait = min(_next(one) for one in doses)
        if passed + wait > turns:
            return tuple(strikes), tuple(_waited(one, turns - passed) for one in doses)
        passed += wait
        doses = tuple(_waited(one, wait - 1) for one in doses)
        after, due = advanced(doses)
        if due:
            strikes.append(Strike(passed, doses))
        doses = after
    return tuple(strikes), ()


def _next(dose: Dose) -> int:
    """Turns until something happens to a dose: its next tick, or its end."""
    return max(1, dose.onset)


def _waited(dose: Dose, turns: int) -> Dose:
    """A dose after turns in which it does nothing."""
    return replace(dose, onset=dose.onset - turns)
