"""Exact chances of attacks as answers of their own (ODDS-01, P-ODDS-01): they weigh the very rules that play."""

from fractions import Fraction
from itertools import accumulate
from typing import Annotated, Any, Literal, TypeAlias, get_args

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, call, exact_odds, fold, step, tail
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Value, frozen_map
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import NOBODY, Combatant
from gardien.systems.cthulhud20.rules.fight.attack_declare import can_aim
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import PLAIN, Situations, Sum, bonus_of, power_in_melee
from gardien.systems.cthulhud20.rules.fight.attack_resolve import (
    REFUSED_BY,
    AttackGiven,
    AttackResult,
    Plan,
    Refused,
    plan_of,
    play_attack,
    refusal_of,
)
from gardien.systems.cthulhud20.rules.fight.attack_roll import ShotGiven, Stroke, check_body
from gardien.systems.cthulhud20.rules.fight.location import check_aim
from gardien.systems.cthulhud20.rules.fight.weapons import WeaponNamed, check_weapon
from gardien.systems.cthulhud20.rules.person import Body, body_of, with_body
from gardien.systems.cthulhud20.rules.tests.d20 import NOTHING
from gardien.systems.cthulhud20.rules.tests.modifiers import base_attacks
from gardien.systems.cthulhud20.vocabulary import Aim, Bonus, Metres, Severity, Zone

NEVER = Fraction(0)


# ---- one attack ----


class OddsAttackGiven(ShotGiven, frozen=True, kw_only=True):
    """An attack to be weighed."""


class AttackOdds(Value, frozen=True, kw_only=True):
    """How an attack may end; refused, it says only why."""

    refused: Refused | UnsetType = UNSET
    miss: str | UnsetType = UNSET
    stopped: str | UnsetType = UNSET
    superficial: str | UnsetType = UNSET
    light: str | UnsetType = UNSET
    moderate: str | UnsetType = UNSET
    grave: str | UnsetType = UNSET
    critical: str | UnsetType = UNSET
    severed: str | UnsetType = UNSET
    destructive: str | UnsetType = UNSET
    mortal: str | UnsetType = UNSET
    hit: str | UnsetType = UNSET
    critical_or_worse: str | UnsetType = UNSET
    dead: str | UnsetType = UNSET
    out_of_action: str | UnsetType = UNSET
    hit_by_zone: dict[Zone, str] | UnsetType = UNSET


End: TypeAlias = Literal["miss", "stopped", "severed"] | Severity
ENDS: tuple[End, ...] = (
    "miss", "stopped", "superficial", "light", "moderate", "grave", "critical", "severed", "destructive", "mortal",
)  # fmt: skip
WORST: tuple[End, ...] = ("critical", "severed", "destructive", "mortal")


def end_of(result: AttackResult) -> End:
    """How an attack ended: a limb that is gone counts by itself (CD20-P-ODDS-01)."""
    if result.struck is None:
        return "miss"
    if result.shot.result == "stopped":
        return "stopped"
    grade = result.struck.grade
    return "severed" if grade.severity == "critical" and grade.part_lost else grade.severity


def plan_for(attack: AttackGiven, attack_sum: Sum, options: Options) -> Plan:
    """An attack before its dice, with nobody to ask for destiny."""
    return replace(plan_of(attack, attack_sum, options), open=False)


def places(stroke: Stroke) -> tuple[Zone, ...]:
    """The zones that an attack may find, in the order of the table."""
    if stroke.zone is not None:
        return (stroke.zone,)
    assert stroke.place is not None  # one or the other
    return tuple(stroke.place.cells())


def is_out(result: AttackResult) -> bool:
    """Dead, or without a PF left (CD20-HP-04, CD20-HP-05)."""
    return result.body.dead or result.body.pf <= 0


@procedure(
    "odds_attack",
    rules="CD20-P-ODDS-01 CD20-ODDS-01 CD20-AIM-04 CD20-LOC-01",
    headline=("hit", "critical_or_worse", "dead"),
)
def odds_of_attack(given: OddsAttackGiven, options: Options) -> Program[AttackOdds]:
    """Every d20 on every zone: how often it misses, how grave a wound it leaves, how often it kills."""
    attack = AttackGiven(**{name: getattr(given, name) for name in ShotGiven.__struct_fields__})
    attack_sum = bonus_of(attack, options)
    power_in_melee(given.power_attack, attack_sum.weapon, options)
    refused = refusal_of(given.attacker, given.target, attack_sum.in_range)
    if refused is not None:
        yield from step("refused", refused, REFUSED_BY[refused])
        return AttackOdds(refused=refused)
    plan = plan_for(attack, attack_sum, options)
    body = replace(body_of(given.target, options), wounds=())
    odds = yield from exact_odds(call(play_attack, plan, body, NOTHING, options))
    ends = dict(odds.by(end_of))
    chances: dict[str, Fraction] = {
        **{end: ends.get(end, NEVER) for end in ENDS},
        "hit": odds.chance(lambda fell: fell.shot.hit),
        "critical_or_worse": sum((ends.get(end, NEVER) for end in WORST), NEVER),
        "dead": odds.chance(lambda fell: fell.body.dead),
        "out_of_action": odds.chance(is_out),
    }
    fields: dict[str, Any] = {name: str(chance) for name, chance in chances.items()}
    for name in ("hit", "critical_or_worse", "dead"):
        yield from step(name, fields[name], "CD20-P-ODDS-01")
    zones = dict(odds.by(lambda fell: fell.shot.zone if fell.shot.hit else None))
    by_zone = {zone: str(zones.get(zone, NEVER)) for zone in places(plan.stroke)}
    return AttackOdds(hit_by_zone=frozen_map(by_zone), **fields)


# ---- several attacks ----


class OddsEntry(Value, frozen=True, kw_only=True):
    """One attack of several: what differs from the others."""

    attack_bonus: Bonus | None = None
    attack_number: Annotated[int, Meta(ge=1, le=10)] = 1
    aim: Aim = "none"
    aimed: bool = False
    modifier: Bonus = 0


class OddsAttacksGiven(Value, frozen=True, kw_only=True):
    """Attacks on one target, one after the other, to be weighed."""

    attacker: Combatant = NOBODY
    target: Combatant = NOBODY
    weapon: WeaponNamed = PLAIN
    distance_m: Metres | None = None
    situation: Situations = ()
    attacks: Annotated[tuple[OddsEntry, ...], Meta(min_length=1, max_length=10)]

    def __post_init__(self) -> None:
        check_weapon("weapon", self.weapon)
        check_body(self.target)
        check_aim("target.lost_parts", "none", self.target.tables, self.target.lost_parts)
        high = len(base_attacks(self.attacker))
        for at, entry in enumerate(self.attacks):
            check_aim(f"attacks[{at}].aim", entry.aim, self.target.tables, self.target.lost_parts)
            if entry.attack_bonus is None and entry.attack_number > high:
                field, came = f"attacks[{at}].attack_number", entry.attack_number
                raise BadField(field, "field/at_most", "CD20-ATT-03", came=came, high=high)


Worst: TypeAlias = Literal["untouched", "superficial", "light", "moderate", "grave", "critical", "dead"]
RANKS: tuple[Worst, ...] = get_args(Worst)


class AttacksOdds(Value, frozen=True, kw_only=True):
    """How somebody may be once all attacks are over; refused, it says only why."""

    refused: Refused | UnsetType = UNSET
    dead: str | UnsetType = UNSET
    dead_after: tuple[str, ...] | UnsetType = UNSET
    worst: dict[Worst, str] | UnsetType = UNSET
    dead_or_critical: str | UnsetType = UNSET
    dead_or_grave: str | UnsetType = UNSET


class Ordeal(Value, frozen=True, kw_only=True):
    """A target as far as it has come: only what the next attack reads, so that few of them differ."""

    body: Body | None
    worst: Worst = "untouched"
    died: int = 0  # by which attack
    jammed: bool = False


class Due(Value, frozen=True, kw_only=True):
    """One attack that is due."""

    given: OddsAttacksGiven
    entry: OddsEntry
    number: int
    options: Options


def next_attack(body: Body, due: Due) -> AttackGiven | None:
    """The attack on the target as it is by now; nothing if no zone is left (CD20-ATT-03, CD20-AIM-02)."""
    given, entry = due.given, due.entry
    target = with_body(given.target, body)
    if not can_aim("none", target.tables, target.lost_parts):
        return None
    return AttackGiven(
        attacker=given.attacker,
        weapon=given.weapon,
        target=target,
        attack_bonus=entry.attack_bonus,
        attack_number=entry.attack_number,
        distance_m=given.distance_m,
        aim=entry.aim if can_aim(entry.aim, target.tables, target.lost_parts) else "none",
        aimed=entry.aimed,
        situation=given.situation,
        modifier=entry.modifier,
    )


def coarse_body(body: Body) -> Body:
    """A body with what the next attack reads: below 0 PF nothing gets worse, stunned is as helpless as unconscious."""
    return replace(
        body,
        pf=max(0, body.pf),
        state="ok" if body.pf > 0 else "unconscious",
        shock="skip" if body.shock == "skip" else "none",
        wounds=(),
        hampered_parts=(),
        lost_parts=tuple(sorted(body.lost_parts)),
    )


def undergo(ordeal: Ordeal, due: Due) -> Program[Ordeal]:
    """The next attack, unless the target is dead or the weapon has jammed."""
    body = ordeal.body
    attack = None if body is None or ordeal.jammed else next_attack(body, due)
    if body is None or attack is None:
        return ordeal
    yield from ()  # nothing is thrown here
    plan = plan_for(attack, bonus_of(attack, due.options), due.options)
    return tail(call(outlive, ordeal.worst, due.number, plan, body, due.options))


def outlive(worst: Worst, number: int, plan: Plan, body: Body, options: Options) -> Program[Ordeal]:
    """What one attack makes of somebody who has come so far."""
    left = yield from apply(land, plan, body, options)
    if left.died:
        return replace(left, died=number)
    return replace(left, worst=max(worst, left.worst, key=RANKS.index))


def land(plan: Plan, body: Body, options: Options) -> Program[Ordeal]:
    """One attack by itself: what it leaves of a body, whatever came before."""
    result = yield from play_attack(plan, body, NOTHING, options)
    if result.body.dead:
        return Ordeal(body=None, worst="dead", died=1)
    return Ordeal(body=coarse_body(result.body), worst=rank_of(result), jammed=result.jammed)


def rank_of(result: AttackResult) -> Worst:
    """The wound of one attack; one that destroys a part of somebody who is still there counts as critical."""
    if result.struck is None:
        return "untouched"
    severity = result.struck.grade.severity
    return "critical" if severity in ("mortal", "destructive") else severity  # type: ignore[return-value]


def endure(start: Ordeal, dues: tuple[Due, ...]) -> Program[Ordeal]:
    """All attacks in turn."""
    return (yield from fold(undergo, start, dues))


@procedure(
    "odds_attacks",
    rules="CD20-ODDS-01 CD20-P-ODDS-01 CD20-ATT-03 CD20-FAT-02",
    headline=("dead", "dead_or_critical", "dead_or_grave"),
)
def odds_of_attacks(given: OddsAttacksGiven, options: Options) -> Program[AttacksOdds]:
    """Attack after attack on a target that tires and falls: how often it dies, how bad its worst wound is."""
    options = replace(options, group_aim_choice=False)  # nobody is there to choose: the d100 does (CD20-AIM-04)
    body = body_of(given.target, options)
    dues = tuple(Due(given=given, entry=one, number=at, options=options) for at, one in enumerate(given.attacks, 1))
    first = next_attack(body, dues[0])
    assert first is not None  # the inputs have checked that some zone is left
    refused = refusal_of(given.attacker, given.target, bonus_of(first, options).in_range)
    if refused is not None:
        yield from step("refused", refused, REFUSED_BY[refused])
        return AttacksOdds(refused=refused)
    odds = yield from exact_odds(call(endure, Ordeal(body=coarse_body(body)), dues))
    by_rank = dict(odds.by(lambda one: one.worst))
    worst = {rank: by_rank.get(rank, NEVER) for rank in RANKS}
    fatal = dict(odds.by(lambda one: one.died))
    after = accumulate(fatal.get(due.number, NEVER) for due in dues)
    critical = worst["dead"] + worst["critical"]
    chances: dict[str, Any] = {
        "dead": str(worst["dead"]),
        "dead_or_critical": str(critical),
        "dead_or_grave": str(critical + worst["grave"]),
    }
    for name, chance in chances.items():
        yield from step(name, chance, "CD20-ODDS-01")
    return AttacksOdds(
        dead_after=tuple(map(str, after)),
        worst=frozen_map({rank: str(chance) for rank, chance in worst.items()}),
        **chances,
    )
