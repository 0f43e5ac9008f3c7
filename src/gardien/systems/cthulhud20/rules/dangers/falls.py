"""Falls, collisions, burning clothes (ENV-03, P-ENV-01, P-ENV-02, P-ENV-03)."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, call, nonzero, step, tail, watched
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import NOBODY, Combatant, check_able, check_alive
from gardien.systems.cthulhud20.rules.dangers.impact import DICE, WATCHABLE, CauseBlock, impact_on, light, resolve
from gardien.systems.cthulhud20.rules.fight.weapons import exact
from gardien.systems.cthulhud20.rules.person import body_of, victim_fields
from gardien.systems.cthulhud20.rules.tests.d20 import Labels, Throw, ThrowResult, attempt
from gardien.systems.cthulhud20.rules.tests.modifiers import check_parts, is_untrained, save_parts, total
from gardien.systems.cthulhud20.vocabulary import Bonus, Metres, Shock

DC = 15  # to land well, to brake, to put out a fire (CD20-P-ENV-01, CD20-P-ENV-02, CD20-P-ENV-03)
EACH, MOST = 6, 120  # the highest damage of one die, and of twenty
DIE_METRES, LOW_FALL, LOW_DAMAGE = 3, exact(1.5), 3  # CD20-P-ENV-01
DIE_KMH = 15  # CD20-P-ENV-02
HELPED = 4  # CD20-P-ENV-03
LANDING = Labels("skill_total", "skill_success", "")
BRAKING = Labels("drive_total", "drive_success", "")
DOUSING = Labels("total", "extinguished", "")


def try_easing(
    who: Combatant, skill: str, bonus: int | None, labels: Labels, rule: str, wanted: frozenset[str]
) -> Program[ThrowResult]:
    """A skill that may take something off the impact."""
    parts = check_parts(who, skill, bonus=bonus)
    yield from step("skill_bonus", total(parts), "CD20-P-CHECK-01", nonzero(*parts))
    throw = Throw(bonus=total(parts), dc=DC, rule=rule, labels=labels, by=who.name, purpose=skill)
    return (yield from attempt(throw, wanted))


# ---- falls ----


class FallGiven(Value, frozen=True, kw_only=True):
    """Somebody who falls, how far, on what."""

    victim: Combatant = NOBODY
    height_m: Metres
    soft_ground: bool = False
    skill: Literal["none", "tumble", "jump"] = "none"
    bonus: Bonus | None = None
    located: bool | None = None
    shock: Shock = "none"

    def __post_init__(self) -> None:
        if self.skill != "none" and self.victim.condition != "dead":  # what befalls the dead the rule answers
            check_able("skill", self.victim)


class Fallen(CauseBlock, frozen=True, kw_only=True):
    """At the bottom."""

    refused: Literal["dead", "untrained"] | UnsetType = UNSET
    skill_total: int | UnsetType = UNSET
    skill_success: bool | UnsetType = UNSET
    effective_height_m: float | UnsetType = UNSET
    harmless: bool | UnsetType = UNSET


def fall_damage(height: float) -> int:
    """The highest damage of a fall: six for each full three metres, less for a low one (CD20-P-ENV-01)."""
    metres = exact(height)
    if metres < DIE_METRES:
        return LOW_DAMAGE if metres >= LOW_FALL else 0
    return min(MOST, EACH * int(metres // DIE_METRES))


@procedure(
    "fall",
    rules="CD20-ENV-01 CD20-ENV-03 CD20-P-ENV-01",
    dice=DICE,
    headline=("harmless", "severity", "state"),
)
def fall(given: FallGiven, options: Options) -> Program[Fallen]:
    """A d6 of highest damage for each full 3 m; soft ground and a good landing each take 3 m off."""
    wanted = yield from watched(*WATCHABLE, "skill_total")
    victim, body = given.victim, body_of(given.victim, options)
    if body.dead:
        yield from step("refused", "dead", "CD20-HP-04")
        return Fallen(refused="dead")
    if given.skill != "none" and given.bonus is None and is_untrained(victim, given.skill):
        yield from step("refused", "untrained", "CD20-P-CHECK-01")
        return Fallen(refused="untrained")
    fields: dict[str, Any] = {}
    height = exact(given.height_m) - (DIE_METRES if given.soft_ground else 0)
    if given.skill != "none":
        tried = yield from try_easing(victim, given.skill, given.bonus, LANDING, "CD20-P-ENV-01", wanted)
        fields = {"skill_total": tried.total, "skill_success": tried.success}
        height -= DIE_METRES if tried.success else 0
    metres = float(height) if height > 0 else 0.0
    most = fall_damage(metres)
    fields |= {"effective_height_m": metres, "harmless": not most}
    yield from step("effective_height_m", metres, "CD20-P-ENV-01")
    yield from step("harmless", not most, "CD20-P-ENV-01")
    if not most:
        return Fallen(**fields, **victim_fields(body, wanted))
    yield from step("max_damage", most, "CD20-P-ENV-01")
    located = options.locate_falls if given.located is None else given.located
    impact, more = impact_on(victim, most, located), (("max_damage", most), *fields.items())
    return tail(call(resolve, impact, light(body, wanted), given.shock, wanted, options, Fallen, more))


# ---- collisions ----


class CollisionGiven(Value, frozen=True, kw_only=True):
    """Somebody in a crash, at what speed, and whoever drives."""

    victim: Combatant = NOBODY
    speed_kmh: Annotated[int, Meta(ge=0, le=10_000)]
    protected: bool = False
    brake: bool = False
    driver: Combatant = NOBODY
    bonus: Bonus | None = None
    located: bool | None = None
    shock: Shock = "none"

    def __post_init__(self) -> None:
        if self.brake:
            check_able("driver", self.driver)


class Collided(CauseBlock, frozen=True, kw_only=True):
    """After the crash."""

    refused: Literal["dead"] | UnsetType = UNSET
    drive_total: int | UnsetType = UNSET
    drive_success: bool | UnsetType = UNSET
    effective_speed_kmh: int | UnsetType = UNSET
    harmless: bool | UnsetType = UNSET


@procedure(
    "collision",
    rules="CD20-ENV-01 CD20-ENV-03 CD20-P-ENV-02",
    dice=DICE,
    headline=("harmless", "severity", "state"),
)
def collide(given: CollisionGiven, options: Options) -> Program[Collided]:
    """A d6 of highest damage for each full 15 km/h; a belt halves it, a driver may brake in time."""
    wanted = yield from watched(*WATCHABLE, "drive_total")
    victim, body = given.victim, body_of(given.victim, options)
    if body.dead:
        yield from step("refused", "dead", "CD20-HP-04")
        return Collided(refused="dead")
    fields: dict[str, Any] = {}
    speed = given.speed_kmh
    if given.brake:
        tried = yield from try_easing(given.driver, "drive", given.bonus, BRAKING, "CD20-P-ENV-02", wanted)
        fields = {"drive_total": tried.total, "drive_success": tried.success}
        speed = max(0, speed - DIE_KMH) if tried.success else speed
    harmless = speed < DIE_KMH
    fields |= {"effective_speed_kmh": speed, "harmless": harmless}
    yield from step("effective_speed_kmh", speed, "CD20-P-ENV-02")
    yield from step("harmless", harmless, "CD20-P-ENV-02")
    if harmless:
        return Collided(**fields, **victim_fields(body, wanted))
    most = min(MOST, EACH * (speed // DIE_KMH)) // (2 if given.protected else 1)
    yield from step("max_damage", most, "CD20-P-ENV-02")
    located = options.locate_falls if given.located is None else given.located
    impact, more = impact_on(victim, most, located), (("max_damage", most), *fields.items())
    return tail(call(resolve, impact, light(body, wanted), given.shock, wanted, options, Collided, more))


# ---- burning clothes ----


class DouseGiven(Value, frozen=True, kw_only=True):
    """Somebody in flames, helped or rolling on the ground."""

    victim: Combatant = NOBODY
    helped: bool = False
    modifier: Bonus = 0

    def __post_init__(self) -> None:
        check_alive("victim", self.victim)
        if not self.helped:
            check_able("victim", self.victim)


class Doused(Value, frozen=True, kw_only=True):
    """Whether the fire is out."""

    total: int | UnsetType = UNSET
    dc: int
    extinguished: bool


@procedure("extinguish", rules="CD20-P-ENV-03 CD20-P-SAVE-01", dice=("d20",), headline=("extinguished",))
def extinguish(given: DouseGiven, options: Options) -> Program[Doused]:
    """A full round and Réflexes against 15 put burning clothes out; help, or the ground, adds four."""
    wanted = yield from watched("total")
    victim = given.victim
    parts = (*save_parts(victim, "ref"), ("helped", HELPED if given.helped else 0), ("modifier", given.modifier))
    yield from step("dc", DC, "CD20-P-ENV-03")
    yield from step("bonus", total(parts), "CD20-P-SAVE-01", nonzero(*parts))
    throw = Throw(
        bonus=total(parts),
        dc=DC,
        save=True,
        rule="CD20-P-ENV-03",
        labels=DOUSING,
        by=victim.name,
        purpose="reflexes",
    )
    tried = yield from attempt(throw, wanted)
    return Doused(total=tried.total, dc=DC, extinguished=tried.success)
