"""Lutte: seizing somebody, what one does there, holding without a sound, strangling (GRAP)."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, step
from gardien.core.procedure import procedure
from gardien.core.values import Value, like
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.damage import Hit, inflict
from gardien.systems.d20d100.rules.character import Body, Modifier, Mods, Name
from gardien.systems.d20d100.rules.dangers.hazards import AirGiven, Breath, Breathless, breathless
from gardien.systems.d20d100.rules.fight import attack, attack_modifiers
from gardien.systems.d20d100.rules.fight.state import PUSHED
from gardien.systems.d20d100.rules.fight.weapons import DamageText
from gardien.systems.d20d100.rules.tests.checks import modifier_sum
from gardien.systems.d20d100.rules.tests.opposed import ContestResult, SideLabels, Winner, contend

LETHAL = -4  # bare hands meant to kill (D100-GRAP-03, D100-TEMP-04)
SUDDEN = 4  # the first round of a silent hold (D100-GRAP-05)

Massive: TypeAlias = Annotated[int, Meta(ge=-40, le=80)]  # Lutte of an opponent, Mass included
Mass: TypeAlias = Annotated[int, Meta(ge=-16, le=16)]
SEIZING = SideLabels("total", "opponent_total", "", "", "")


def wrestle(active: int, passive: int, options: Options, opponent: str) -> Program[ContestResult]:
    """Lutte against Lutte, the initiator first (D100-GRAP-01, D100-GRAP-02)."""
    return (yield from contend(active, passive, "lutte", opponent, SEIZING, options))


def come_to_grips(
    given: "SeizeGiven | GrappleGiven | HoldGiven",
    rule: str,
    options: Options,
    opponent: str,
    other_mass: int = 0,
    **more: int,
) -> Program[ContestResult]:
    """The Lutte of both with what weighs on it, and the one against the other; `more` is the initiator’s own."""
    active, parts = modifier_sum(given.lutte, given.mods, **more)
    passive, others = modifier_sum(given.opponent_lutte, given.opponent_mods, mass=other_mass)
    yield from step("attacker_modifier", active, rule, parts)
    yield from step("opponent_modifier", passive, rule, others)
    return (yield from wrestle(active, passive, options, opponent))


# ---- seizing ----


class SeizeGiven(Value, frozen=True, kw_only=True):
    """Two wrestlers."""

    attacker: Body | None = None
    opponent: Name = ""
    lutte: Modifier
    mass: Mass = 0
    mods: Mods = ()
    opponent_lutte: Modifier
    opponent_mass: Mass = 0
    opponent_mods: Mods = ()


class Seized(Value, frozen=True, kw_only=True):
    """Whether they are in each other’s arms."""

    total: int | UnsetType = UNSET
    opponent_total: int | UnsetType = UNSET
    winner: Literal["attacker", "opponent", "none"]
    grappling: bool


WINNERS: dict[Winner, Literal["attacker", "opponent", "none"]] = {
    "active": "attacker",
    "passive": "opponent",
    "none": "none",
}


@procedure("start_grapple", rules="D100-GRAP-01 D100-TEST-07 D100-CREAT-05", dice=("d20",), headline=("grappling",))
def seize(given: SeizeGiven, options: Options) -> Program[Seized]:
    """Lutte against Lutte and nothing else; Monsters add their Mass."""
    attack_modifiers.check_able(given.attacker, options, 1)
    met = yield from come_to_grips(given, "D100-GRAP-01", options, given.opponent, given.opponent_mass, mass=given.mass)
    winner = WINNERS[met.winner]
    yield from step("winner", winner, "D100-TEST-07")
    yield from step("grappling", winner == "attacker", "D100-GRAP-01")
    return Seized(
        total=met.active_total, opponent_total=met.passive_total, winner=winner, grappling=winner == "attacker"
    )


# ---- in each other’s arms ----

Manoeuvre: TypeAlias = Literal[
    "strike", "draw_weapon", "shoot", "immobilise", "push", "knock_down", "free_ally", "break_free", "strangle"
]
Effect: TypeAlias = Literal[
    "none", "struck", "weapon_drawn", "shot", "immobilised", "pushed", "knocked_down", "ally_freed", "free",
    "strangling",
]  # fmt: skip
EFFECTS: dict[Manoeuvre, Effect] = {
    "strike": "struck",
    "draw_weapon": "weapon_drawn",
    "shoot": "shot",
    "immobilise": "immobilised",
    "push": "pushed",
    "knock_down": "knocked_down",
    "free_ally": "ally_freed",
    "break_free": "free",
    "strangle": "strangling",
}


class GrappleGiven(attack_modifiers.HitGiven, frozen=True, kw_only=True):
    """A manoeuvre, both wrestlers, and what the actor holds."""

    manoeuvre: Manoeuvre
    attacker: Body | None = None
    lutte: Modifier
    mods: Mods = ()
    opponent_lutte: Massive
    opponent_mods: Mods = ()
    lethal: bool = False
    blade: bool = False
    weapon_drawn: bool = False
    attack: attack_modifiers.Attack = 0
    defence: attack_modifiers.Defence = 15
    damage: DamageText = "1d3"
    jams: bool = False
    target: Body | None = None

    @property
    def uses_blade(self) -> bool:
        """Whether a drawn blade strikes."""
        return self.manoeuvre == "strike" and self.blade

    @property
    def deadly(self) -> bool:
        """Whether bare hands are meant to kill, which makes the Lutte test harder (D100-GRAP-03)."""
        return self.manoeuvre == "strike" and self.lethal and not self.blade

    @property
    def lacks_drawn_weapon(self) -> bool:
        """Whether the weapon that this needs is still in its place."""
        return (self.manoeuvre == "shoot" or self.uses_blade) and not self.weapon_drawn


class Grappled(attack_modifiers.Aftermath, frozen=True, kw_only=True):
    """What came of a manoeuvre."""

    accepted: bool
    total: int | UnsetType = UNSET
    opponent_total: int | UnsetType = UNSET
    success: bool | UnsetType = UNSET
    effect: Effect | UnsetType = UNSET
    hit: bool | UnsetType = UNSET
    critical: bool | UnsetType = UNSET
    malfunction: attack.Malfunction | UnsetType = UNSET
    damage_final: int | UnsetType = UNSET
    temporary: bool | UnsetType = UNSET
    metres: float | UnsetType = UNSET


def blow(given: GrappleGiven, options: Options) -> Program[dict[str, Any]]:
    """A blow that was won by Lutte: it lands, and never critically (D100-GRAP-03)."""
    temporary = not (given.lethal or given.blade)
    stroke = attack.stroke_of(given, 0, given.defence, False, target=given.target)
    damage: int | None = None
    if stroke.dice is not None:
        harm = yield from apply(inflict, like(Hit, stroke), frozenset[str](), options)
        damage = harm.final
    fields = yield from attack.hurt(given.target, damage, temporary, options)
    return {**fields, "damage_final": damage or 0, "temporary": temporary}


def resolve_shot(given: GrappleGiven, options: Options) -> Program[dict[str, Any]]:
    """One attack roll at −4 with the weapon in hand (D100-GRAP-03)."""
    penalty = attack_modifiers.SITUATIONS["shot_in_grapple"]
    modifier = given.attack + penalty
    yield from attack.explain_score(modifier, (("attack", given.attack), ("situations", penalty)))
    stroke = attack.stroke_of(given, modifier, given.defence, given.jams, target=given.target)
    landed = yield from apply(attack.strike, stroke, frozenset(("critical",)), options)
    fields = yield from attack.hurt(given.target, attack.damage_dealt(stroke, landed), False, options)
    shown = ("hit", "critical", "malfunction", "damage_final")
    return {**fields, **{name: getattr(landed, name) for name in shown}}


@procedure(
    "grapple_manoeuvre",
    rules="D100-GRAP-02 D100-GRAP-03 D100-GRAP-04 D100-TEMP-01 D100-TEMP-04 D100-TEST-07 D100-ATK-06 D100-HEALTH-05",
    dice=attack.DICE,
    headline=("accepted", "effect"),
)
def manoeuvre(given: GrappleGiven, options: Options) -> Program[Grappled]:
    """Lutte against Lutte once more; whoever wins does one thing, whoever loses nothing."""
    attack_modifiers.check_able(given.attacker, options, 1)
    if given.lacks_drawn_weapon:
        yield from step("accepted", False, "D100-GRAP-03")
        return Grappled(accepted=False, **(yield from attack.hurt(given.target, None, False, options)))
    lethal = LETHAL if given.deadly else 0
    met = yield from come_to_grips(
        given, "D100-GRAP-02", options, attack_modifiers.target_name(given.target), lethal=lethal
    )
    success = met.winner == "active"
    effect: Effect = EFFECTS[given.manoeuvre] if success else "none"
    yield from step("success", success, "D100-TEST-07")
    yield from step("effect", effect, "D100-GRAP-03")
    if success and given.manoeuvre == "strike":
        fields = yield from apply_fields(blow, given, options)
    elif success and given.manoeuvre == "shoot":
        fields = yield from apply_fields(resolve_shot, given, options)
    else:
        fields = yield from attack.hurt(given.target, None, False, options)
    return Grappled(
        accepted=True,
        total=met.active_total,
        opponent_total=met.passive_total,
        success=success,
        effect=effect,
        metres=PUSHED if effect == "pushed" else UNSET,
        **fields,
    )


def apply_fields(rule: Any, given: GrappleGiven, options: Options) -> Program[dict[str, Any]]:
    """What a manoeuvre does, weighed once for each way in which it may end."""
    grappled: Grappled = yield from apply(partly, rule, given, options)
    names = Grappled.__struct_fields__
    return {name: value for name in names if name != "accepted" and (value := getattr(grappled, name)) is not UNSET}


def partly(rule: Any, given: GrappleGiven, options: Options) -> Program[Grappled]:
    """The part of an outcome that a blow or a shot fills in."""
    return Grappled(accepted=True, **(yield from rule(given, options)))


# ---- without a sound ----


class HoldGiven(Value, frozen=True, kw_only=True):
    """Somebody who must not cry out."""

    attacker: Body | None = None
    opponent: Name = ""
    lutte: Modifier
    opponent_lutte: Massive
    round: Annotated[int, Meta(ge=1, le=100)] = 1
    mods: Mods = ()
    opponent_mods: Mods = ()


class Held(Value, frozen=True, kw_only=True):
    """Whether silence lasts another round."""

    total: int | UnsetType = UNSET
    opponent_total: int | UnsetType = UNSET
    held: bool
    alarm: bool


@procedure("silent_hold", rules="D100-GRAP-05 D100-TEST-07", dice=("d20",), headline=("held",))
def hold(given: HoldGiven, options: Options) -> Program[Held]:
    """Lutte every round, at +4 the first; one failure and the victim cries out."""
    attack_modifiers.check_able(given.attacker, options, 1)
    sudden = SUDDEN if given.round == 1 else 0
    met = yield from come_to_grips(given, "D100-GRAP-05", options, given.opponent, bonus=sudden)
    held = met.winner == "active"
    yield from step("held", held, "D100-TEST-07")
    yield from step("alarm", not held, "D100-GRAP-05")
    return Held(total=met.active_total, opponent_total=met.passive_total, held=held, alarm=not held)


# ---- a hand at the throat ----


class StrangleGiven(AirGiven, frozen=True, kw_only=True):
    """Somebody who is strangled."""

    difficulty_bonus: Annotated[int, Meta(ge=0, le=10)] = 0


def grip(con_modifier: int, round: int, failed: bool, bonus: int, options: Options) -> Breath:
    """One round of strangling before its dice: a point harder every round (D100-GRAP-04)."""
    difficulty = options.strangle_first_difficulty + bonus + round - 1
    return Breath(difficulty=difficulty, con_modifier=con_modifier, failed=failed, rule="D100-GRAP-04")


@procedure(
    "strangle_round",
    rules="D100-GRAP-04 D100-TEST-14 D100-TEST-03",
    dice=("d20", "d8"),
    headline=("failed", "condition"),
)
def strangle_round(given: StrangleGiven, options: Options) -> Program[Breathless]:
    """CON, a point harder every round; the first failure and every round after it cost 1d8 PV."""
    breath = grip(given.con_modifier, given.round, given.failed, given.difficulty_bonus, options)
    return (yield from breathless(breath, given, options))
