"""From behind, and upon the helpless: sneaking up, coup de grâce (SPEC-04 to SPEC-06)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, nonzero, roll, step, watched
from gardien.core.dice import D20
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body import wounds
from gardien.systems.d20d100.rules.body.damage import HARM, Hit, inflict
from gardien.systems.d20d100.rules.character import NO_DICE, Body, Condition, DiceText, Modifier, Mods, Name
from gardien.systems.d20d100.rules.fight.attack import DICE
from gardien.systems.d20d100.rules.fight.attack_modifiers import WeaponGiven, check_able, struck_changes
from gardien.systems.d20d100.rules.tests.opposed import decide, explain_side

PRICKED_UP = 6  # Écouter of whoever is approached from behind (D100-SPEC-04)
NEAR = 1.5  # metres (D100-SPEC-06)
TRIPLE = 3  # D100-SPEC-06


# ---- from behind ----


class SneakGiven(Value, frozen=True, kw_only=True):
    """Somebody who comes up behind somebody."""

    attacker: Body | None = None
    victim: Name = ""
    stealth_modifier: Modifier
    stealth_mods: Mods = ()
    listen_modifier: Modifier
    listen_mods: Mods = ()


class Sneaked(Value, frozen=True, kw_only=True):
    """How the victim is found."""

    attacker_total: int | UnsetType = UNSET
    victim_modifier: int
    victim_total: int | UnsetType = UNSET
    victim_state: Literal["helpless", "surprised"]


class Hear(Value, frozen=True):
    """Reads the die of whoever listens beside that of whoever comes; listening is the active side (D100-TEST-08)."""

    step: int
    stealth: int
    listen: int
    wanted: frozenset[str]
    options: Options

    def __call__(self, ear: int) -> Sneaked:
        winner = decide(ear, self.step, self.listen, self.stealth, "active_passive", self.options)
        return Sneaked(
            attacker_total=self.step + self.stealth if "attacker_total" in self.wanted else UNSET,
            victim_modifier=self.listen,
            victim_total=ear + self.listen if "victim_total" in self.wanted else UNSET,
            victim_state="helpless" if winner == "passive" else "surprised",
        )


@procedure(
    "sneak_attack",
    rules="D100-SPEC-04 D100-SPEC-05 D100-TEST-07 D100-CBT-12",
    dice=("d20",),
    headline=("victim_state",),
)
def sneak(given: SneakGiven, options: Options) -> Program[Sneaked]:
    """Déplacement Silencieux against Écouter at +6: who is not heard finds a helpless victim."""
    check_able(given.attacker, options, 2)
    stealth = given.stealth_modifier + sum(given.stealth_mods)
    parts = (("modifier", given.listen_modifier), ("mods", sum(given.listen_mods)), ("bonus", PRICKED_UP))
    listen = sum(value for _, value in parts)
    yield from step("victim_modifier", listen, "D100-SPEC-04", nonzero(*parts))
    wanted = yield from watched("attacker_total", "victim_total")
    first = yield from roll(D20, "d20", "", "stealth")
    sneaked = yield from roll(D20.map(Hear(first, stealth, listen, wanted, options)), "d20", given.victim, "listen")
    yield from explain_side("attacker_total", sneaked.attacker_total, stealth)
    yield from explain_side("victim_total", sneaked.victim_total, listen)
    yield from step("victim_state", sneaked.victim_state, "D100-SPEC-04")
    return sneaked


# ---- coup de grâce ----


class CoupGiven(WeaponGiven, frozen=True, kw_only=True):
    """Somebody helpless, within reach."""

    intent: Literal["kill", "stun"] = "kill"
    distance: Annotated[float, Meta(ge=0, le=100)] = 1
    damage: DiceText
    attacker: Body | None = None
    target: Body


class Coup(Value, frozen=True, kw_only=True):
    """What it did."""

    accepted: bool
    multiplier: int = TRIPLE
    damage_rolled: int | UnsetType = UNSET
    damage_multiplied: int | UnsetType = UNSET
    damage_final: int | UnsetType = UNSET
    con_test: bool | UnsetType = UNSET
    con_success: bool | UnsetType = UNSET
    target_pv: int | UnsetType = UNSET
    target_temp_damage: int | UnsetType = UNSET
    target_condition: Condition | UnsetType = UNSET

    def changes(self, given: CoupGiven, options: Options) -> tuple[Change, ...]:
        return struck_changes(given.target, self.target_pv, self.target_temp_damage)


FINISHED = wounds.WoundLabels("target_pv", "target_condition", "", "", "")


class Finished(Value, frozen=True):
    """The victim afterwards, and the CON test between the blow and the end."""

    body: Body
    success: bool | UnsetType = UNSET


def finish(target: Body, damage: int, options: Options) -> Program[Finished]:
    """A blow meant to kill: whoever outlives it may still die of it (D100-SPEC-06)."""
    struck = yield from wounds.wound(target, wounds.Blow(damage=damage, massive=False), options, FINISHED)
    if struck.condition == "dead":
        return Finished(struck.body)
    success = yield from wounds.withstand(target.con_modifier, options, "con_success", target.name)
    if success:
        return Finished(struck.body, True)
    body = replace(struck.body, pv=wounds.floor_of(target, options))
    yield from step("target_pv", body.life, "D100-SPEC-06")
    yield from step("target_condition", "dead", wounds.rule_of("dead", body, options))
    return Finished(body, False)


def stun(target: Body, damage: int, options: Options) -> Program[Finished]:
    """A blow meant to stun: whoever still stands may faint (D100-SPEC-06)."""
    struck = yield from wounds.bruise(target, damage, options, FINISHED, "target_temp_damage")
    body = struck.body
    if body.temp_damage > body.life:
        return Finished(body)
    success = yield from wounds.withstand(target.con_modifier, options, "con_success", target.name)
    if success:
        return Finished(body, True)
    body = replace(body, temp_damage=body.life + 1)
    yield from step("target_temp_damage", body.temp_damage, "D100-SPEC-06")
    yield from step("target_condition", wounds.condition_of(body, options), "D100-TEMP-02")
    return Finished(body, False)


@procedure(
    "coup_de_grace",
    rules="D100-SPEC-06 D100-ATK-06 D100-PROT-01 D100-TEST-14 D100-HEALTH-02",
    dice=DICE,
    headline=("accepted", "target_condition"),
)
def end_it(given: CoupGiven, options: Options) -> Program[Coup]:
    """No roll to hit, three times the damage; whoever gets over it needs CON at 10, or it is over all the same."""
    check_able(given.attacker, options, 2)
    if given.distance > NEAR:
        yield from step("accepted", False, "D100-SPEC-06")
        return Coup(accepted=False)
    bare = given.protection_kind == "vest" and options.coup_de_grace_ignores_vest
    hit = Hit(
        dice=given.dice() or NO_DICE,
        bonus=given.damage_bonus,
        times=TRIPLE,
        penetration=given.penetration,
        kind="none" if bare else given.protection_kind,
        protection=0 if bare else given.protection,
        wearer=given.target.name,
    )
    wanted = yield from watched(HARM.rolled, HARM.multiplied)
    yield from step("multiplier", TRIPLE, "D100-SPEC-06")
    harm = yield from apply(inflict, hit, wanted, options)
    done = yield from apply(finish if given.intent == "kill" else stun, given.target, harm.final, options)
    return Coup(
        accepted=True,
        damage_rolled=harm.rolled,
        damage_multiplied=harm.multiplied,
        damage_final=harm.final,
        con_test=done.success is not UNSET,
        con_success=done.success,
        target_pv=done.body.life,
        target_temp_damage=done.body.temp_damage,
        target_condition=wounds.condition_of(done.body, options),
    )
