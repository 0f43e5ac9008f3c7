"""Poison in a body: doses that begin, tick and end at the start of a turn (POI-01 to POI-04, TURN-05)."""

from typing import Any

from msgspec.structs import replace

from gardien.core.chance import Program, apply, fold, step
from gardien.core.values import Value, frozen_map
from gardien.systems.organique import pack
from gardien.systems.organique.ailments import Ailed, Threat, ail, suffers
from gardien.systems.organique.bodies import Person, dose_of, halves, points
from gardien.systems.organique.harm import TICK, drained, hurt, tell_hurt
from gardien.systems.organique.options import Options
from gardien.systems.organique.scores import poison_mods
from gardien.systems.organique.states import Dose
from gardien.systems.organique.trials import SaveResult
from gardien.systems.organique.values import DoseGiven


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


class Ticked(Value, frozen=True, kw_only=True):
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


def dosed(person: Person, poison: str) -> Person:
    """One more dose in the body; machines take no harm of it (ORG-ARM-06, ORG-MON-01)."""
    if person.machine or person.body.dead:
        return person
    return person.having(doses=(*person.body.doses, dose_of(DoseGiven(poison=poison))))


def advanced(doses: tuple[Dose, ...]) -> tuple[tuple[Dose, ...], tuple[str, ...]]:
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


def tick(person: Person, options: Options, whole: bool = False, who: str = "") -> Program[Ticked]:
    """The start of a turn: doses move on, damage, then the saves in order (ORG-POI-03); no save of the fallen."""
    if person.body.dead:
        return Ticked(person=person)
    doses, due = advanced(person.body.doses)
    before = person
    person = person.having(doses=doses, vomiting=False)
    if not due or person.machine:
        return Ticked(person=person)
    bs = sum(halves(pack.poison(one).bs) for one in due)
    person = hurt(person, bs, 0, options, TICK).person
    if lost := sum(pack.poison(one).end for one in due):
        person = drained(person, lost, options, fresh=False).person
    if bs:
        yield from step("poison_bs", points(bs), "ORG-POI-02", who=who)
    yield from tell_hurt(before, person, who or before.name)
    start = Ticked(person=person, due=len(due), bs=bs)
    items = tuple((threat, options, whole, who) for threat in threats(due, options))
    return (yield from fold(_threatened, start, items))


def _threatened(state: Ticked, item: tuple[Threat, Options, bool, str]) -> Program[Ticked]:
    threat, options, whole, who = item
    person = state.person
    if person.out_of_action or suffers(person, threat.ailment):
        return state
    found: Ailed = yield from apply(ail, person, threat, options, whole, "save_", who or person.name)
    saves = (*state.saves, (threat.ailment, found.saved.result())) if whole else state.saves
    failed = (*state.failed, threat.ailment) if found.failed else state.failed
    return replace(state, person=found.person, saves=saves, failed=failed)
