"""One attack from its die to the body it meets. Every attack on a body with zones comes here (ATT, GB, SHOCK, DEST-03).

`announce` throws until hit or miss can be said; then the window for destiny is open; `conclude` does the rest.
"""

from typing import Any, Literal, TypeAlias, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, call, decide, roll, step, tail
from gardien.core.dice import D20
from gardien.core.values import Change, Value, like
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant, Destiny
from gardien.systems.cthulhud20.rules.fight import attack_modifiers, attack_roll
from gardien.systems.cthulhud20.rules.fight.attack_destiny import (
    Fate,
    FateReason,
    Wish,
    after_softening,
    after_worsening,
    fate_of,
    wish_of,
)
from gardien.systems.cthulhud20.rules.fight.attack_severity import zone_bonus
from gardien.systems.cthulhud20.rules.fight.attack_wound import (
    DETAILS,
    Blow,
    BlowResult,
    WoundBlock,
    grade_of_blow,
    suffer,
    with_shock,
    wound_fields,
)
from gardien.systems.cthulhud20.rules.person import Body, body_of, victim_changes, victim_fields
from gardien.systems.cthulhud20.rules.tests.modifiers import cannot_act
from gardien.systems.cthulhud20.vocabulary import Name, Result, Shock, Size, Zone

LUCKY = 10  # CD20-P-DEST-01
JAMS_TO = 5  # CD20-P-GUN-06
WATCHABLE = (*DETAILS, "die", "attack_total", "margin")  # what odds tell apart only where it is asked for
OF_WOUND = frozenset(DETAILS)
DICE = ("d20", "d100")
Refused: TypeAlias = Literal["attacker_cannot_act", "target_dead", "out_of_range"]
B = TypeVar("B", bound="AttackBlock")


class AttackGiven(attack_roll.ShotGiven, frozen=True, kw_only=True):
    """One attack, with what the Keeper and destiny say about it."""

    shock: Shock = "none"
    destiny: Destiny | None = None
    weapon_name: Name = ""  # which of somebody’s own it is: nothing to the rule

    def __post_init__(self) -> None:
        attack_roll.ShotGiven.__post_init__(self)
        if self.destiny is not None and self.destiny.zone is not None:
            attack_roll.check_chosen("destiny.zone", self.destiny.zone, self.target)


# ---- an attack before its dice ----


class Plan(Value, frozen=True, kw_only=True):
    """All that one attack is before its dice, and what was decided about it."""

    stroke: attack_roll.Stroke
    attack_bonus: int
    target_modifier: int
    helpless_bonus: int
    zone_malus: int
    lethality: int
    pf_only: bool = False
    shock: Shock = "none"
    sizes: tuple[Size, Size] = ("medium", "medium")
    wish: Wish | None = None
    open: bool = False  # whoever has a point may still ask for it
    field: str = "destiny"  # the input that holds what they decide
    made: int = 0  # in a full attack: which of them this is
    target: str = ""  # who throws for the body


def plan_of(given: AttackGiven, attack_sum: attack_modifiers.Sum, options: Options) -> Plan:
    """An attack with everything known before its dice fall."""
    attacker, target = given.attacker, given.target
    return like(
        Plan,
        attack_sum,
        stroke=attack_roll.stroke_of(given, attack_sum, options),
        pf_only=is_pf_only(given, attack_sum),
        shock=given.shock,
        sizes=(attacker.size, target.size),
        wish=wish_of(given.destiny, attacker, target, options),
        open=given.destiny is None,
        target=target.name,
    )


def coarse_plan(plan: Plan) -> Plan:
    """An attack told apart no further than its dice need: a bonus counts only against a CA (CD20-ATT-02)."""
    stroke = plan.stroke
    cas = tuple((zone, ca - stroke.bonus) for zone, ca in stroke.cas)
    bare = replace(stroke, bonus=0, cas=cas)
    return replace(plan, stroke=bare, attack_bonus=0, target_modifier=0, helpless_bonus=0, zone_malus=0)


def is_pf_only(given: attack_modifiers.BonusGiven, attack_sum: attack_modifiers.Sum) -> bool:
    """Whether a blow costs fatigue only (CD20-FEAT-04, CD20-P-WOUND-02)."""
    bare = attack_sum.weapon.unarmed and not given.attacker.has("martial_artist")
    return attack_sum.weapon.pf_only or given.to_stun or bare


def refusal_of(attacker: Combatant, target: Combatant, in_range: bool = True) -> Refused | None:
    """Why an attack cannot be made at all, the first that applies."""
    if cannot_act(attacker):
        return "attacker_cannot_act"
    if target.condition == "dead":
        return "target_dead"
    return None if in_range else "out_of_range"


# ---- the attack ----


class AttackResult(Value, frozen=True, kw_only=True):
    """An attack that is over: how it went, and the body it leaves."""

    shot: attack_roll.Shot
    body: Body
    struck: BlowResult | None = None
    fate: Fate | None = None
    jammed: bool = False


def play_attack(plan: Plan, body: Body, wanted: frozenset[str], options: Options) -> Program[AttackResult]:
    """Dice, then the window for destiny, then what comes of it (CD20-GB-08, CD20-DEST-03)."""
    stroke = plan.stroke
    settled = yield from apply(settle_shot, stroke, plan.wish, plan.open, plan.field, wanted, plan.made)
    shot, fate = settled.shot, settled.fate
    jammed = shot.one and (yield from roll_jam(stroke))
    yield from attack_roll.explain_margin(stroke, shot)
    wish = plan.wish if fate is not None and fate.accepted else None
    struck = yield from conclude(plan, body, shot, wish, wanted, options)
    return AttackResult(
        shot=shot, body=body if struck is None else struck.body, struck=struck, fate=fate, jammed=jammed
    )


def roll_jam(stroke: attack_roll.Stroke) -> Program[bool]:
    """Whether a firearm sticks after a natural 1 (CD20-P-GUN-06)."""
    jammed = not (yield from roll(D20.map(attack_roll.Above(JAMS_TO)), "d20", stroke.by, "jam"))
    yield from step("jammed", jammed, "CD20-P-GUN-06")
    return jammed


class FinalShot(Value, frozen=True):
    """An attack that nobody can change any more, and the point that was asked for."""

    shot: attack_roll.Shot
    fate: Fate | None = None


def settle_shot(
    stroke: attack_roll.Stroke, wish: Wish | None, open: bool, field: str, wanted: frozenset[str], made: int = 0
) -> Program[FinalShot]:
    """Hit or miss is announced; whoever has a point may now ask for it (CD20-DEST-03)."""
    remembered = wanted | {"die"} if wish is not None and wish.is_about_die else wanted
    shot = yield from apply(attack_roll.announce, stroke, remembered)
    which = (("attacks_made", made),) if made else ()
    announced = (("result", shot.result), ("hit", shot.hit), ("zone", shot.zone), *which)
    wish = yield from decide(field, wish, open, announced)
    if wish is None:
        return FinalShot(shot)
    fate = fate_of(wish, shot.result)
    yield from step("destiny_accepted", fate.accepted, "CD20-DEST-03")
    yield from step("destiny_left", fate.left, "CD20-DEST-02")
    if fate.accepted and wish.is_about_die:
        shot = yield from apply(change_shot, stroke, shot, wish.effect == "reroll", wish.mine, wanted)
    return FinalShot(shot if wanted & attack_roll.THROWN else replace(shot, face=0, lucky=0), fate)


class KeptDie(Value, frozen=True):
    """Reads a second die beside the first: the better one counts, or the worse."""

    first: int
    higher: bool

    def __call__(self, face: int) -> int:
        return max(self.first, face) if self.higher else min(self.first, face)


def change_shot(
    stroke: attack_roll.Stroke, shot: attack_roll.Shot, again: bool, higher: bool, wanted: frozenset[str]
) -> Program[attack_roll.Shot]:
    """A second die, or ten points more; what hid the target hides it if only now it is hit (CD20-P-DEST-01)."""
    face, lucky = shot.face, 0
    if again:
        face = yield from roll(D20.map(KeptDie(face, higher)), "d20", stroke.by, "attack")
    else:
        lucky = LUCKY
    before, now = attack_roll.judge(stroke, shot.face, shot.zone), attack_roll.judge(stroke, face, shot.zone, lucky)
    swallowed = False
    if now.result == "hit":
        swallowed = shot.swallowed if before.result == "hit" else (yield from attack_roll.roll_concealment(stroke))
    changed = attack_roll.shot_at(stroke, face, shot.zone, wanted, swallowed, lucky)
    yield from attack_roll.explain_shot(stroke, changed)
    return changed


def conclude(
    plan: Plan, body: Body, shot: attack_roll.Shot, wish: Wish | None, wanted: frozenset[str], options: Options
) -> Program[BlowResult | None]:
    """Severity, shock and the body, once nobody can ask for anything any more (CD20-GB-08)."""
    blow = blow_of(plan, body, shot, wish, options)
    if blow is None:
        return None
    if blow.zone != shot.zone:
        yield from step("zone", blow.zone, "CD20-DEST-06")
    return (yield from apply(suffer, body, blow, options, wanted & OF_WOUND, plan.target, ""))


def blow_of(plan: Plan, body: Body, shot: attack_roll.Shot, wish: Wish | None, options: Options) -> Blow | None:
    """What reaches the body, with its shock; nothing on a miss, or if the Keeper grants that (CD20-DEST-06)."""
    blow = bare_blow(plan, body, shot, wish, options)
    return blow and with_shock(blow, body, options, plan.lethality, plan.sizes)


def bare_blow(plan: Plan, body: Body, shot: attack_roll.Shot, wish: Wish | None, options: Options) -> Blow | None:
    """The blow before anybody asks the table for its shock."""
    if shot.result == "miss":
        return None
    if shot.result == "stopped":
        return Blow(zone=shot.zone, stopped=True, shock=plan.shock)
    blow = Blow(zone=shot.zone, gb=shot.gb, pf_only=plan.pf_only, shock=plan.shock)
    if wish is None or wish.is_about_die:
        return blow
    zone: Zone = shot.zone if wish.zone is None or wish.effect == "worsen" else wish.zone
    if wish.effect == "keeper":
        assert wish.severity is not None  # the wish has checked itself
        return None if wish.severity == "none" else replace(blow, zone=zone, gb=0, severity=wish.severity)
    grade = grade_of_blow(body, blow, options)
    change = after_softening if wish.effect == "soften" else after_worsening
    severity, gb = change(grade.severity, grade.gb, shot.zone, body.tables)
    return replace(blow, zone=zone, gb=gb, severity=severity)


# ---- the outcome ----


class AttackBlock(WoundBlock, frozen=True, kw_only=True):
    """An attack and what it did; refused, it says only why."""

    refused: Refused | UnsetType = UNSET
    attack_bonus: int | UnsetType = UNSET
    target_modifier: int | UnsetType = UNSET
    helpless_bonus: int | UnsetType = UNSET
    zone_malus: int | UnsetType = UNSET
    total_bonus: int | UnsetType = UNSET
    lethality: int | UnsetType = UNSET
    die: int | UnsetType = UNSET
    attack_total: int | UnsetType = UNSET
    zone_ca: int | UnsetType = UNSET
    result: Result | UnsetType = UNSET
    hit: bool | UnsetType = UNSET
    pf_only: bool | UnsetType = UNSET
    margin: int | UnsetType = UNSET
    zone_bonus: int | UnsetType = UNSET
    jammed: bool | UnsetType = UNSET
    destiny_accepted: bool | UnsetType = UNSET
    destiny_reason: FateReason | UnsetType = UNSET
    destiny_left: int | UnsetType = UNSET
    destiny_spent: int | UnsetType = UNSET

    def changes(self, given: Any, options: Options) -> tuple[Change, ...]:
        body = victim_changes(body_of(given.target, options), self, given.target.name)
        return (*body, *destiny_changes(self, given.destiny, given.attacker, given.target))


def destiny_changes(
    block: AttackBlock, destiny: Destiny | None, attacker: Combatant, target: Combatant
) -> tuple[Change, ...]:
    """A point that is gone: on a sheet, or with the group (CD20-DEST-02)."""
    if destiny is None or block.destiny_accepted is not True:
        return ()
    if destiny.source == "group":
        return (Change("group_destiny", destiny.group_destiny, block.destiny_left, "group"),)
    who = attacker if destiny.by == "attacker" else target
    return (Change("destiny_spent", who.destiny_spent, block.destiny_spent, who.name),)


def block_fields(plan: Plan, result: AttackResult, wanted: frozenset[str]) -> dict[str, Any]:
    """An attack that is over as fields of an attack block."""
    shot, stroke = result.shot, plan.stroke
    fields = victim_fields(result.body, wanted) if result.struck is None else wound_fields(result.struck, wanted)
    if result.struck is None:
        fields["zone"] = shot.zone
    if "die" in wanted:
        fields["die"] = shot.face
    if "attack_total" in wanted:
        fields["attack_total"] = shot.face + stroke.bonus + shot.lucky
    if shot.hit:
        fields["zone_bonus"] = zone_bonus(shot.zone, stroke.tables)
        if "margin" in wanted:
            fields["margin"] = attack_roll.judge(stroke, shot.face, shot.zone, shot.lucky).margin
    if stroke.jams:
        fields["jammed"] = result.jammed
    if result.fate is not None:
        fields["destiny_accepted"] = result.fate.accepted
        fields["destiny_reason"] = UNSET if result.fate.reason is None else result.fate.reason
        fields["destiny_left"] = result.fate.left
        fields["destiny_spent"] = UNSET if result.fate.spent is None else result.fate.spent
    reckoned = ("attack_bonus", "target_modifier", "helpless_bonus", "zone_malus", "lethality", "pf_only")
    fields |= {name: getattr(plan, name) for name in reckoned}
    fields |= {"total_bonus": stroke.bonus, "zone_ca": stroke.ca(shot.zone)}
    return {**fields, "result": shot.result, "hit": shot.hit}


More: TypeAlias = tuple[tuple[str, Any], ...]  # what another procedure tells besides


def resolve_attack(
    plan: Plan, body: Body, wanted: frozenset[str], options: Options, kind: type[B], more: More = ()
) -> Program[B]:
    """One attack as an outcome of its own."""
    result = yield from play_attack(plan, body, wanted, options)
    return kind(**block_fields(plan, result, wanted), **dict(more))


def resolve_last(
    plan: Plan, target: Combatant, wanted: frozenset[str], options: Options, kind: type[B], more: More = ()
) -> B:
    """The last request of an attack: all that was reckoned before its dice is not reckoned again for each of them."""
    body = body_of(target, options)
    if "wounds" not in wanted:
        body = replace(body, wounds=())  # old wounds change nothing in an attack
    return tail(call(resolve_attack, plan, body, wanted, options, kind, more))


def attack_on(
    given: AttackGiven, wanted: frozenset[str], options: Options, kind: type[B], more: More = ()
) -> Program[B]:
    """One attack, refused or made, as the outcome of any procedure; ask for it last: `return (yield from …)`."""
    attack_sum = attack_modifiers.bonus_of(given, options)
    attack_modifiers.power_in_melee(given.power_attack, attack_sum.weapon, options)
    refused = refusal_of(given.attacker, given.target, attack_sum.in_range)
    if refused is not None:
        yield from step("refused", refused, REFUSED_BY[refused])
        return kind(refused=refused, **dict(more))
    yield from attack_modifiers.explain_sum(attack_sum)
    return resolve_last(plan_of(given, attack_sum, options), given.target, wanted, options, kind, more)


REFUSED_BY: dict[Refused, str] = {
    "attacker_cannot_act": "CD20-HP-05",
    "target_dead": "CD20-HP-04",
    "out_of_range": "CD20-P-RANGE-01",
}
