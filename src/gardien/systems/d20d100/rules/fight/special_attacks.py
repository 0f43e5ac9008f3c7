"""Special attacks: a charge, a free attack in passing, disarming (SPEC-01 to SPEC-03)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, nonzero, step
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.endurance import metres_covered
from gardien.systems.d20d100.rules.character import Body, Mods, Name, OwnModifier
from gardien.systems.d20d100.rules.fight import attack, attack_modifiers
from gardien.systems.d20d100.rules.fight.defence import flat_defence
from gardien.systems.d20d100.rules.fight.grapple import Massive, wrestle
from gardien.systems.d20d100.rules.fight.turn_actions import CHARGE, CHARGE_MIN, Speed
from gardien.systems.d20d100.rules.tests.opposed import SideLabels, Winner, contend

TOO_WEAK = -6  # the wound penalty with which nobody runs any more (D100-HEALTH-04)
LARGER, TWO_HANDS = 4, 4  # D100-SPEC-03


# ---- charge ----


class ChargeGiven(attack_modifiers.BlowGiven, frozen=True, kw_only=True):
    """Somebody who runs at an opponent."""

    kind: Literal["attack", "knock_down", "push"] = "attack"
    distance: Annotated[float, Meta(ge=0, le=60)]
    speed: Speed = 9
    attack: attack_modifiers.Attack = 0
    lutte: attack_modifiers.Attack = 0
    opponent_lutte: Massive = 0
    own_reflexes: OwnModifier = 0
    own_defence_modifier: Annotated[int, Meta(ge=-20, le=20)] = 0
    defence: attack_modifiers.Defence = 15

    @property
    def score(self) -> int:
        """What the charge ends with: an attack, or Lutte."""
        return self.attack if self.kind == "attack" else self.lutte


Barred = Literal["ok", "cannot_run", "too_near", "too_far"]


class Charged(attack_modifiers.Aftermath, frozen=True, kw_only=True):
    """A charge and what it did."""

    accepted: bool
    reason: Barred
    effective_attack: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    opponent_total: int | UnsetType = UNSET
    hit: bool | UnsetType = UNSET
    critical: bool | UnsetType = UNSET
    success: bool | UnsetType = UNSET
    damage_rolled: int | UnsetType = UNSET
    damage_multiplied: int | UnsetType = UNSET
    damage_final: int | UnsetType = UNSET
    own_defence: int | UnsetType = UNSET


CHARGED = ("total", "hit", "critical", "damage_rolled", "damage_multiplied", "damage_final")


def why_barred(given: ChargeGiven, wounds: int) -> tuple[Barred, str]:
    """Why a charge is not possible, in the order in which one asks (D100-HEALTH-04, D100-SPEC-02)."""
    if wounds == TOO_WEAK:
        return "cannot_run", "D100-HEALTH-04"
    if given.distance < CHARGE_MIN:
        return "too_near", "D100-SPEC-02"
    return (
        ("too_far", "D100-CBT-13") if given.distance > metres_covered(given.speed, CHARGE) else ("ok", "D100-SPEC-02")
    )


@procedure(
    "charge",
    rules="""D100-SPEC-02 D100-DEF-02 D100-CBT-12 D100-CBT-13 D100-HEALTH-04 D100-ATK-01 D100-ATK-06
    D100-TEST-07""",
    dice=attack.DICE,
    headline=("accepted", "hit", "success"),
)
def charge(given: ChargeGiven, options: Options) -> Program[Charged]:
    """A run of three metres or more, then one blow or a Lutte test at +2; Defence is flat-footed for a round."""
    attack_modifiers.check_able(given.attacker, options, 2)
    wounds = attack_modifiers.wounds_of(given.attacker, options)
    reason, rule = why_barred(given, wounds)
    if reason != "ok":
        yield from step("reason", reason, rule)
        return Charged(accepted=False, reason=reason, **(yield from attack.hurt(given.target, None, False, options)))
    parts = attack_modifiers.parts_of(
        given.mods, attack_modifiers.situations_sum((*given.situations, "charge")), 0, wounds
    )
    effective = given.score + sum(value for _, value in parts)
    yield from attack.explain_score(effective, (("attack" if given.kind == "attack" else "lutte", given.score), *parts))
    own = flat_defence(given.own_reflexes, given.own_defence_modifier)
    yield from step("own_defence", own, "D100-SPEC-02")
    if given.kind != "attack":
        met = yield from wrestle(effective, given.opponent_lutte, options, attack_modifiers.target_name(given.target))
        success = met.winner == "active"
        yield from step("success", success, "D100-TEST-07")
        return Charged(
            accepted=True,
            reason="ok",
            effective_attack=effective,
            total=met.active_total,
            opponent_total=met.passive_total,
            success=success,
            own_defence=own,
            **(yield from attack.hurt(given.target, None, False, options)),
        )
    stroke = attack.stroke_of(given, effective, given.defence, False, target=given.target)
    fields = yield from attack.resolve(stroke, given.target, given.temporary, options)
    charge_fields = {name: value for name, value in fields.items() if name in CHARGED or name.startswith("target_")}
    return Charged(accepted=True, reason="ok", effective_attack=effective, own_defence=own, **charge_fields)


# ---- a free attack ----


class OpportunityGiven(attack_modifiers.RangedGiven, frozen=True, kw_only=True):
    """Somebody who runs past an enemy, or away."""

    attack: attack_modifiers.Attack
    defence: attack_modifiers.Defence = 15
    defence_flat: attack_modifiers.Defence | None = None
    target_fleeing: bool = False


class Opportunity(attack.Attacked, frozen=True, kw_only=True):
    """A free attack and what it did."""

    defence_used: int


@procedure(
    "opportunity_attack",
    rules="D100-SPEC-01 D100-DEF-02 D100-DEF-03 D100-ATK-01 D100-ATK-06",
    dice=attack.DICE,
    headline=("hit", "damage_final"),
)
def attack_in_passing(given: OpportunityGiven, options: Options) -> Program[Opportunity]:
    """One immediate attack at the first score, against a Defence that is flat-footed unless the target flees."""
    flat = given.defence if given.defence_flat is None else given.defence_flat
    used = given.defence if given.target_fleeing else flat
    yield from step("defence_used", used, "D100-DEF-03" if given.target_fleeing else "D100-SPEC-01")
    fields = yield from attack.attempt_at(given, given.attack, used, options)
    return Opportunity(**fields, defence_used=used)


# ---- disarming ----


class DisarmGiven(Value, frozen=True, kw_only=True):
    """Two attack scores and a weapon between them."""

    attacker: Body | None = None
    holder: Name = ""
    attacker_attack: attack_modifiers.Attack
    holder_attack: attack_modifiers.Attack
    attacker_mods: Mods = ()
    holder_mods: Mods = ()
    two_handed: bool = False
    larger: Literal["none", "attacker", "holder"] = "none"


class Disarmed(Value, frozen=True, kw_only=True):
    """Who keeps the weapon."""

    attacker_modifier: int
    holder_modifier: int
    attacker_total: int | UnsetType = UNSET
    holder_total: int | UnsetType = UNSET
    winner: Literal["attacker", "holder", "none"]
    disarmed: bool


DISARMING = SideLabels("attacker_total", "holder_total", "", "", "")
HOLDING: dict[Winner, Literal["attacker", "holder", "none"]] = {
    "active": "attacker",
    "passive": "holder",
    "none": "none",
}


@procedure("disarm", rules="D100-SPEC-03 D100-TEST-07", dice=("d20",), headline=("disarmed",))
def disarm(given: DisarmGiven, options: Options) -> Program[Disarmed]:
    """Attack against attack; far larger hands count, and so do two of them around the weapon."""
    attack_modifiers.check_able(given.attacker, options, 1)
    attacker = (
        ("attack", given.attacker_attack),
        ("larger", LARGER if given.larger == "attacker" else 0),
        ("mods", sum(given.attacker_mods)),
    )
    holder = (
        ("attack", given.holder_attack),
        ("larger", LARGER if given.larger == "holder" else 0),
        ("two_handed", TWO_HANDS if given.two_handed else 0),
        ("mods", sum(given.holder_mods)),
    )
    active, passive = (sum(value for _, value in parts) for parts in (attacker, holder))
    yield from step("attacker_modifier", active, "D100-SPEC-03", nonzero(*attacker))
    yield from step("holder_modifier", passive, "D100-SPEC-03", nonzero(*holder))
    met = yield from contend(active, passive, "attack", given.holder, DISARMING, options)
    winner = HOLDING[met.winner]
    yield from step("winner", winner, "D100-TEST-07")
    yield from step("disarmed", winner == "attacker", "D100-SPEC-03")
    return Disarmed(
        attacker_modifier=active,
        holder_modifier=passive,
        attacker_total=met.active_total,
        holder_total=met.passive_total,
        winner=winner,
        disarmed=winner == "attacker",
    )
