"""Healing Touch: to heal, and to wound (SPELL-02, SPELL-03)."""

from typing import Any, Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, roll, step, watched
from gardien.core.dice import D8
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, like
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.body.care import with_usable_parts
from gardien.systems.cthulhud20.rules.character import NOBODY, Combatant, Destiny, ceiling
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import Situations
from gardien.systems.cthulhud20.rules.fight.attack_resolve import (
    DICE,
    WATCHABLE,
    AttackBlock,
    AttackGiven,
    attack_on,
    destiny_changes,
)
from gardien.systems.cthulhud20.rules.fight.weapons import WeaponGiven
from gardien.systems.cthulhud20.rules.person import (
    Body,
    VictimBlock,
    body_of,
    explain_victim,
    recover,
    stop_bleeding,
    victim_changes,
    victim_fields,
)
from gardien.systems.cthulhud20.vocabulary import Aim, Bonus, Level, Shock

TOUCH_DAMAGE = 8  # with the caster level (CD20-SPELL-03)

# ---- to heal ----


class HealGiven(Value, frozen=True, kw_only=True):
    """A caster’s level, and whoever is touched."""

    caster_level: Level
    target: Combatant = NOBODY


class Healed(VictimBlock, frozen=True, kw_only=True):
    """What came back; nothing brings back the dead."""

    refused: Literal["dead"] | UnsetType = UNSET
    pv_rolled: int | UnsetType = UNSET
    pf_rolled: int | UnsetType = UNSET
    pv_gain: int | UnsetType = UNSET
    pf_gain: int | UnsetType = UNSET
    pf_ceiling: int | UnsetType = UNSET

    def changes(self, given: HealGiven, options: Options) -> tuple[Change, ...]:
        return victim_changes(body_of(given.target, options), self, given.target.name)


def after_mending(body: Body) -> Body:
    """Every wound cared for and operated at once; whoever is whole again has none left (CD20-SPELL-02, CD20-GB-05)."""
    if body.pv == body.pv_max:
        return replace(body, wounds=(), hampered_parts=())
    closed = tuple(replace(stop_bleeding(wound, treated=True), surgery_done=True) for wound in body.wounds)
    return with_usable_parts(replace(body, wounds=closed))


@procedure(
    "healing_touch",
    rules="CD20-SPELL-02 CD20-HP-06 CD20-HP-07",
    dice=("d8",),
    headline=("pv", "pf"),
)
def heal(given: HealGiven, options: Options) -> Program[Healed]:
    """A d8 of PV, then a d8 and the caster’s level of PF; every wound is closed."""
    wanted = yield from watched("pv_rolled", "pf_rolled", "wounds")
    target = given.target
    body = body_of(target, options)
    if body.dead:
        yield from step("refused", "dead", "CD20-HP-04")
        return Healed(refused="dead")
    life = yield from roll(D8, "d8", purpose="healing")
    face = yield from roll(D8, "d8", purpose="healing")
    breath = face + given.caster_level
    yield from step("pv_rolled", life, "CD20-SPELL-02")
    yield from step("pf_rolled", breath, "CD20-SPELL-02", (("die", face), ("caster_level", given.caster_level)))
    after = after_mending(recover(body, pf=breath, pv=life))
    top = min(after.pf_max, ceiling(after.pv))
    yield from step("pv_gain", after.pv - body.pv, "CD20-HP-06")
    yield from step("pf_ceiling", top, "CD20-HP-07")
    yield from step("pf_gain", after.pf - body.pf, "CD20-HP-06")
    yield from explain_victim(body, after, "CD20-SPELL-02")
    return Healed(
        pv_rolled=life if "pv_rolled" in wanted else UNSET,
        pf_rolled=breath if "pf_rolled" in wanted else UNSET,
        pv_gain=after.pv - body.pv,
        pf_gain=after.pf - body.pf,
        pf_ceiling=top,
        **victim_fields(after, wanted),
    )


# ---- to wound ----


class HarmGiven(Value, frozen=True, kw_only=True):
    """A caster’s level, who touches whom, and what the Keeper and destiny say about it."""

    caster_level: Level
    caster: Combatant = NOBODY
    target: Combatant = NOBODY
    attack_bonus: Bonus | None = None
    aim: Aim = "none"
    situation: Situations = ()
    modifier: Bonus = 0
    shock: Shock = "none"
    destiny: Destiny | None = None

    def __post_init__(self) -> None:
        self.attack()

    @property
    def most(self) -> int:
        """The highest damage of the spell (CD20-SPELL-03)."""
        return TOUCH_DAMAGE + self.caster_level

    def attack(self) -> AttackGiven:
        """The same as a blow: a touch, whose lethality comes from the spell alone (CD20-SPELL-01, CD20-LETH-04)."""
        spell = WeaponGiven(max_damage=self.most, lethality=pack.lethal(self.most))
        return like(AttackGiven, self, attacker=self.caster, weapon=spell, touch=True)


class Harmed(AttackBlock, frozen=True, kw_only=True):
    """The touch and what it did."""

    max_damage: int

    def changes(self, given: Any, options: Options) -> tuple[Change, ...]:
        body = victim_changes(body_of(given.target, options), self, given.target.name)
        return (*body, *destiny_changes(self, given.destiny, given.caster, given.target))


@procedure(
    "harming_touch",
    rules="CD20-SPELL-03 CD20-SPELL-01 CD20-LETH-01",
    dice=DICE,
    headline=("result", "severity", "state"),
)
def harm(given: HarmGiven, options: Options) -> Program[Harmed]:
    """A touch in melee: no armour counts, and eight and the caster’s level are the highest damage of the weapon."""
    wanted = yield from watched(*WATCHABLE)
    yield from step(
        "max_damage", given.most, "CD20-SPELL-03", (("base", TOUCH_DAMAGE), ("caster_level", given.caster_level))
    )
    return (yield from attack_on(given.attack(), wanted, options, Harmed, (("max_damage", given.most),)))
