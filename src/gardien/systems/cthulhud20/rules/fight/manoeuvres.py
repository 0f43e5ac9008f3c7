"""Manoeuvres: tripping somebody, disarming them, pushing them back, helping an ally (P-MAN-01, P-ACT-03)."""

from typing import Literal

from msgspec import UNSET, UnsetType

from gardien.core.chance import Program, call, step, tail, watched
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.fight import grapple
from gardien.systems.cthulhud20.rules.tests.d20 import Labels, Throw, attempt
from gardien.systems.cthulhud20.rules.tests.modifiers import parts_to_show, total
from gardien.systems.cthulhud20.vocabulary import Bonus

PRACTISED = 4  # Improved Trip, Improved Disarm (CD20-P-FEAT-01)
LARGER = 4  # the larger weapon
CHARGE = 2
AID_CA, AID = 10, 2  # CD20-P-ACT-03
PUSHED, FURTHER_EACH = 1.5, 5  # metres at once, and again for so many points


# ---- trip ----


class Tripped(grapple.Reached, frozen=True, kw_only=True):
    """Whether somebody lies on the ground, or may answer in kind."""

    tripped: bool
    counter_allowed: bool

    def changes(self, given: grapple.SeizeGiven, options: Options) -> tuple[Change, ...]:
        target = given.target
        return (Change("prone", False, True, target.name),) if self.tripped and not target.lies else ()


@procedure("trip", rules="CD20-P-MAN-01", dice=("d20",), headline=("tripped", "counter_allowed"))
def trip(given: grapple.SeizeGiven, options: Options) -> Program[Tripped]:
    """A touch attack, then strength against strength or nimbleness; whoever fails may be tripped in return."""
    wanted = yield from watched(*grapple.TOUCH)
    practised = given.attacker.has("improved_trip")
    mine = (*grapple.might_parts(given.attacker, False), ("feat_bonus", PRACTISED if practised else 0))
    bout = grapple.bout_of(given, mine, grapple.might_parts(given.target, True), "CD20-P-MAN-01", "manoeuvre")
    return tail(call(sweep, grapple.reaching(given, wanted, options), bout, practised, wanted))


def sweep(hand: grapple.Reaching, bout: grapple.Bout, practised: bool, wanted: frozenset[str]) -> Program[Tripped]:
    """The touch, then one of the two on the ground, or a chance for the other (CD20-P-MAN-01)."""
    fields, tripped = yield from grapple.close_in(hand, bout, "tripped", wanted)
    counter = bool(fields["touched"]) and not tripped and not practised
    return Tripped(**fields, tripped=tripped, counter_allowed=counter)


# ---- disarm ----


class DisarmGiven(grapple.PairGiven, frozen=True, kw_only=True):
    """Two armed people, and whose weapon is the larger."""

    larger_weapon: Literal["none", "attacker", "target"] = "none"
    modifier: Bonus = 0


class Disarmed(Value, frozen=True, kw_only=True):
    """Whether a weapon falls, or the other may answer in kind."""

    attacker_total: int | UnsetType = UNSET
    target_total: int | UnsetType = UNSET
    disarmed: bool
    counter_allowed: bool


@procedure("disarm", rules="CD20-P-MAN-01", dice=("d20",), headline=("disarmed", "counter_allowed"))
def disarm(given: DisarmGiven, options: Options) -> Program[Disarmed]:
    """Arm against arm, the larger weapon favoured; whoever fails may be disarmed in return."""
    wanted = yield from watched(*grapple.TOTALS)
    practised = given.attacker.has("improved_disarm")
    mine = (
        *grapple.fencing_parts(given.attacker),
        ("larger_weapon", LARGER if given.larger_weapon == "attacker" else 0),
        ("feat_bonus", PRACTISED if practised else 0),
        ("modifier", given.modifier),
    )
    other = (*grapple.fencing_parts(given.target), ("larger_weapon", LARGER if given.larger_weapon == "target" else 0))
    return tail(call(parry, grapple.bout_of(given, mine, other, "CD20-P-MAN-01", "manoeuvre"), practised, wanted))


def parry(bout: grapple.Bout, practised: bool, wanted: frozenset[str]) -> Program[Disarmed]:
    """Whose weapon flies, or may (CD20-P-MAN-01)."""
    met = yield from grapple.measure(bout, wanted)
    yield from step("disarmed", met.active, "CD20-P-CHECK-02")
    return Disarmed(
        disarmed=met.active, counter_allowed=not met.active and not practised, **grapple.total_fields(met, wanted)
    )


# ---- push ----


class PushGiven(grapple.PairGiven, frozen=True, kw_only=True):
    """Two who push, one perhaps at a run."""

    charging: bool = False


class Pushed(Value, frozen=True, kw_only=True):
    """Whether somebody gives ground, and how much."""

    attacker_total: int | UnsetType = UNSET
    target_total: int | UnsetType = UNSET
    pushed: bool
    distance_m: float


@procedure("push", rules="CD20-P-MAN-01", dice=("d20",), headline=("pushed", "distance_m"))
def push(given: PushGiven, options: Options) -> Program[Pushed]:
    """Strength against strength; the more it wins by, the farther the other is driven back."""
    wanted = yield from watched(*grapple.TOTALS)
    mine = (*grapple.might_parts(given.attacker, False), ("charging", CHARGE if given.charging else 0))
    other = grapple.might_parts(given.target, True)
    return tail(call(shove, grapple.bout_of(given, mine, other, "CD20-P-MAN-01", "manoeuvre", margin=True), wanted))


def shove(bout: grapple.Bout, wanted: frozenset[str]) -> Program[Pushed]:
    """Who gives ground, and how much (CD20-P-MAN-01)."""
    met = yield from grapple.measure(bout, wanted)
    assert met.margin is not UNSET  # it was asked for
    metres = PUSHED * (1 + met.margin // FURTHER_EACH) if met.active else 0.0
    yield from step("pushed", met.active, "CD20-P-CHECK-02")
    yield from step("distance_m", metres, "CD20-P-MAN-01")
    return Pushed(pushed=met.active, distance_m=metres, **grapple.total_fields(met, wanted))


# ---- helping ----


class AidGiven(grapple.PairGiven, frozen=True, kw_only=True):
    """Somebody who keeps an enemy busy, and the ally who gains by it."""

    benefit: Literal["attack", "ca"] = "attack"
    modifier: Bonus = 0


class Aided(Value, frozen=True, kw_only=True):
    """Whether the ally gains anything, on the next attack or against the next one."""

    attack_total: int | UnsetType = UNSET
    aided: bool
    bonus: int


@procedure("aid_another", rules="CD20-P-ACT-03", dice=("d20",), headline=("aided", "bonus"))
def aid_another(given: AidGiven, options: Options) -> Program[Aided]:
    """An attack against CA 10 that only keeps the enemy busy: an ally strikes or guards better by two."""
    wanted = yield from watched("attack_total")
    parts = (*grapple.fencing_parts(given.attacker), ("modifier", given.modifier))
    yield from step("attack_bonus", total(parts), "CD20-P-ACT-03", parts_to_show(parts))
    throw = Throw(
        bonus=total(parts),
        dc=AID_CA,
        rule="CD20-P-ACT-03",
        labels=Labels("attack_total", "aided", ""),
        by=given.attacker.name,
        purpose="attack",
    )
    tried = yield from attempt(throw, wanted)
    return Aided(attack_total=tried.total, aided=tried.success, bonus=AID if tried.success else 0)
