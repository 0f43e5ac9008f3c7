"""Weapons in hand, the attack throw and everything its two digits say at once (CBT, DMG, OPT)."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from gardien.core.chance import Program, roll, step
from gardien.core.dice import D100, Dice
from gardien.core.inputs import BadField, check_key
from gardien.core.values import Value, like
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import DamageKind
from gardien.systems.operators.rules.body import wounds
from gardien.systems.operators.rules.character import Combatant, Difficulty, LuckPlan, Reason, Result, Weapon
from gardien.systems.operators.rules.tests import d100

NO_DICE = Dice(())
PLACED = frozenset(("location", "location_number"))  # either of them needs the place of a hit
DICE = ("d100", "d3", "d4", "d6", "d8", "d10", "d12", "d20")  # whatever a weapon of one's own may throw
FACES = (3, 4, 6, 8, 10, 12, 20, 100)


MELEE = pack.live("weapons", "weapon", lambda row: row.type == "melee")
THROWN = pack.live("weapons", "weapon", "throwable")
FIREARMS = pack.live("weapons", "weapon", lambda row: row.type == "firearm")
STRIKING = pack.live("weapons", "weapon", lambda row: row.type == "melee" and not row.assassination_only)
StrikingKey = Annotated[str, Meta(max_length=100, examples=list(STRIKING))]
MeleeKey = Annotated[str, Meta(max_length=100, examples=list(MELEE))]
ThrownKey = Annotated[str, Meta(max_length=100, examples=list(THROWN))]
FirearmKey = Annotated[str, Meta(max_length=100, examples=list(FIREARMS))]
WeaponKey = Annotated[str, Meta(max_length=100, examples=[*MELEE, "throwing_knife", *FIREARMS])]


class Arm(Value, frozen=True, kw_only=True):
    """A weapon as an attack reads it, out of the catalogue or of one's own."""

    dice: Dice
    attack_with: Literal["FOR", "DEX"]
    kind: DamageKind
    special: bool = False
    burst: bool = False
    zone_min: int = 0
    zone_max: int = 0
    scale: Literal["ordinary", "long_range", "heavy"] = "ordinary"
    magazine: int = 10
    never_advantaged: bool = False

    @property
    def flat(self) -> int:
        """The fixed part, which each further round of a burst brings (OPS-DMG-04, OPS-OPT-02)."""
        return self.dice.constant


def arm_of(key: str, custom: Weapon | None) -> Arm:
    """The weapon that is used; one's own replaces the catalogue's (OPS-DMG-01, OPS-DMG-04, OPS-DMG-05)."""
    if custom is not None:
        return like(Arm, custom, dice=Dice.parse(custom.damage), kind=custom.damage_kind)
    row = pack.weapon(key)
    return like(Arm, row, dice=Dice.parse(row.damage), kind=row.damage_kind, magazine=row.magazine or 1)


def check_weapon(key: str | None, custom: Weapon | None, allowed: list[str], kind: str) -> None:
    """Inputs name a weapon of the right sort, of the catalogue or of one's own."""
    if custom is not None:
        if custom.type != kind:
            raise BadField("custom_weapon", "field/one_of", "OPS-CBT-06", came=custom.type, allowed=[kind])
        check_faces("custom_weapon", custom.damage)
        return
    if key is None:
        raise BadField("weapon", "field/missing", allowed="“…”")
    check_key("weapon", key, pack.weapon)
    if key not in allowed:
        raise BadField("weapon", "field/one_of", "OPS-CBT-06", came=key, allowed=allowed)


def check_faces(field: str, text: str) -> None:
    """Dice that people own."""
    for term in Dice.parse(text).terms:
        if term.faces not in FACES:
            raise BadField(field, "field/one_of", came=f"d{term.faces}", allowed=[f"d{faces}" for faces in FACES])


# ---- the throw ----


class Swing(Value, frozen=True):
    """An attack throw with everything its digits say: result, price in luck, place, further rounds, magazine."""

    outcome: Result
    spent: int = 0
    roll: int = 0
    located: wounds.Located = wounds.NOWHERE
    rounds: int = 0
    parity: bool = False

    @property
    def success(self) -> bool:
        return self.outcome in ("automatic", "critical", "success")

    def fields(self, luck: int) -> dict[str, Any]:
        """As the fields of an outcome: what came out, and what is left of the attacker's luck."""
        thrown = {"roll": self.roll} if self.roll else {}
        return {"outcome": self.outcome, "attacker_luck": luck - self.spent, **thrown}


class Aim(Value, frozen=True, kw_only=True):
    """Reads one throw for success, place, rounds and magazine together, so that odds keep what hangs together."""

    judge: d100.Judge | None  # none: the reading throw of an automatic success (OPS-TEST-09)
    doubles: bool = False  # whether a double on it is critical
    wanted: bool = True
    place: bool = False
    number: bool = False
    options: Options
    burst: bool = False
    parity: bool = False

    def __call__(self, face: int) -> Swing:
        if self.judge is None:
            outcome: Result = "critical" if self.doubles and d100.is_double(face) else "automatic"
            spent = 0
        else:
            outcome, spent = self.judge.result(face)
        tens, units = d100.digits(face)
        hit = outcome in ("automatic", "critical", "success")
        located = wounds.NOWHERE
        if hit and self.place:
            number = wounds.swapped_digits(face)
            located = wounds.Located(wounds.place_of(number, self.options), number if self.number else 0)
        return Swing(
            outcome,
            spent,
            face if self.wanted else 0,
            located,
            units // self.options.burst_divisor if hit and self.burst else 0,  # OPS-OPT-02
            self.parity and tens % 2 == units % 2,  # OPS-OPT-06
        )


def swing(
    score: int,
    difficulty: Difficulty,
    plan: LuckPlan,
    luck: int,
    wanted: frozenset[str],
    options: Options,
    who: str,
    burst: bool = False,
) -> Program[Swing]:
    """The attack throw, or the reading throw of an automatic success (OPS-TEST-09); an impossible one is not made."""
    yield from step("final_difficulty", difficulty, "OPS-TEST-10", who=who)
    if difficulty == "impossible":
        yield from step("outcome", "impossible", "OPS-TEST-10", who=who)
        return Swing("impossible")
    automatic = difficulty == "automatic"
    if automatic and not (burst or options.hit_location != "off" or options.auto_success_can_crit):
        yield from step("outcome", "automatic", "OPS-TEST-09", who=who)
        return Swing("automatic")
    judge = None
    if not automatic:
        target = d100.target_of(score, difficulty)
        yield from step("target", target, "OPS-TEST-02", who=who)
        judge = d100.judge_of(target, plan, luck, True, options)
    aim = Aim(
        judge=judge,
        doubles=options.auto_success_can_crit,
        wanted="roll" in wanted,
        place=options.hit_location == "all" or (options.hit_location == "grave_only" and bool(PLACED & wanted)),
        number="location_number" in wanted,
        options=options,
        burst=burst,
        parity=burst and options.ammo_mode == "parity",
    )
    swung = yield from roll(D100.map(aim), "d100", who, "reading" if automatic else "attack")
    if automatic:
        yield from step("outcome", swung.outcome, "OPS-TEST-09", who=who)
    else:
        yield from d100.explain_attempt(d100.Attempt(swung.outcome, swung.spent), d100.TEST, who)
    return swung


class Stroke(Value, frozen=True, kw_only=True):
    """A blow whose dice have not fallen yet."""

    dice: Dice
    bonus: Dice = NO_DICE
    rounds: int = 0
    flat: int = 0
    critical: bool = False
    kind: DamageKind
    special: bool = False
    located: wounds.Located = wounds.NOWHERE


def strike(
    stroke: Stroke,
    target: Combatant,
    plan: LuckPlan,
    luck: int,
    con_seen: bool,
    options: Options,
    attacker: str,
) -> Program[wounds.WoundResult]:
    """Weapon dice, bonus dice, then what they do (OPS-DMG-02, OPS-DMG-06)."""
    first = yield from wounds.throw_sum(stroke.dice, attacker, "damage")
    if stroke.bonus.terms:
        first += yield from wounds.throw_sum(stroke.bonus, attacker, "bonus")
    blow = like(wounds.Blow, stroke, first=first)
    return (yield from wounds.suffer(blow, target, plan, luck, con_seen, options, target.name))


def bonus_dice(bonus: str) -> Dice:
    """A damage bonus as dice."""
    return NO_DICE if bonus == "none" else Dice.parse(bonus)


def cannot_attack(attacker: Combatant) -> Reason | None:
    """Why somebody cannot attack now; the surprised only defend in the first turn (OPS-CBT-04)."""
    return d100.state_reason(attacker) or ("surprised" if attacker.surprised else None)


DETAILS = ("roll", "defence_roll", "con_roll", "location", "location_number")
