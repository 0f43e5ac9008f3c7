"""Firearms and bows: zones, cover, bursts spread over several targets (CBT, DMG, OPT)."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, call, fold, step, tail, watch, watched
from gardien.core.inputs import BadField, check_unique
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changes_between, like
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.body import wounds
from gardien.systems.operators.rules.character import (
    Combatant,
    Cover,
    Name,
    Reached,
    Reason,
    Sources,
    Steps,
    Victim,
    Weapon,
    Zone,
    left_of,
)
from gardien.systems.operators.rules.fight import weapons
from gardien.systems.operators.rules.fight.ammunition import Fired, Load, Rounds, Spares
from gardien.systems.operators.rules.fight.melee import (
    Attacked,
    AttackGiven,
    Landing,
    case_from_afar,
    refusal_reason,
    refused_attack,
)
from gardien.systems.operators.rules.fight.victims import NO_HITS, Hit
from gardien.systems.operators.rules.tests import d100
from gardien.systems.operators.rules.tests.characteristic import Outcome, aim_fields, multiplier_of

FORBIDDEN = 0  # in the table of ranges: the weapon cannot do it at all
RANGES: dict[str, tuple[int, int, int, int]] = {  # base difficulty for Zones 0 to 3 (OPS-CBT-08; heavy: M-06)
    "ordinary": (d100.STANDARD, d100.DIFFICULT, d100.EXTREME, FORBIDDEN),
    "long_range": (FORBIDDEN, d100.STANDARD, d100.DIFFICULT, d100.EXTREME),
    "heavy": (d100.STANDARD, d100.DIFFICULT, d100.EXTREME, d100.EXTREME),
}
SPREAD_WITHIN = 5  # metres from the initial target; exactly five is out (OPS-OPT-03)


def range_base(arm: weapons.Arm, zone: int, options: Options) -> int:
    """The base difficulty of a shot into a zone; 0 where the weapon cannot reach (OPS-CBT-08)."""
    if not arm.zone_min <= zone <= arm.zone_max:
        return FORBIDDEN
    base = RANGES[arm.scale][zone]
    return max(base, d100.DIFFICULT) if base and options.attack_floor_difficult else base


class AimedGiven(Value, frozen=True, kw_only=True):
    """A shot that is only talked about."""

    weapon: weapons.FirearmKey | None = None
    custom_weapon: Weapon | None = None
    attacker: Combatant = Combatant()
    zone: Zone = 0
    cover: Cover = "normal"
    advantage: bool = False
    advantage_count: Sources = 1
    waive: bool = False
    steps: Steps = 0

    def __post_init__(self) -> None:
        weapons.check_weapon(self.weapon, self.custom_weapon, weapons.FIREARMS, "firearm")


class ShotGiven(AttackGiven, frozen=True, kw_only=True):
    """A shot or a burst."""

    weapon: weapons.FirearmKey | None = None
    weapon_name: Name = ""  # as the sheet has it: of two of a kind, that one
    zone: Zone = 0
    cover: Cover = "normal"
    burst: bool = False
    others: Annotated[tuple[Victim, ...], Meta(max_length=9)] = ()
    spare_magazines: Spares = 3
    rounds_left: Rounds | None = None
    empty: bool = False

    def __post_init__(self) -> None:
        weapons.check_weapon(self.weapon, self.custom_weapon, weapons.FIREARMS, "firearm")
        check_unique("others", [one.defender.name for one in self.others])
        if self.defender.name and self.defender.name in [one.defender.name for one in self.others]:
            raise BadField("others", "field/twice", came=self.defender.name)


class ShotDifficulty(Outcome, frozen=True, kw_only=True):
    """What a shot would need."""

    final_difficulty: Reached | UnsetType = UNSET
    multiplier: int | UnsetType = UNSET
    target: int | UnsetType = UNSET


@procedure(
    "shot_difficulty",
    rules="OPS-CBT-08 OPS-CBT-10 OPS-CBT-18 OPS-TEST-10 OPS-DMG-04 OPS-HLTH-04 OPS-ARM-04",
    headline=("final_difficulty",),
)
def difficulty_of_shot(given: AimedGiven, options: Options) -> Program[ShotDifficulty]:
    """Zone, cover, wound and advantage: how hard a shot would be, without shooting."""
    if given.waive and not options.may_waive_advantage:
        yield from step("reason", "waiver_off", "OPS-TEST-08")
        return ShotDifficulty(refused=True, reason="waiver_off")
    base = range_base(weapons.arm_of(given.weapon or "", given.custom_weapon), given.zone, options)
    if base == FORBIDDEN:
        yield from step("final_difficulty", "forbidden", "OPS-CBT-08")
        return ShotDifficulty(final_difficulty="forbidden")
    difficulty = d100.compose(case_from_afar(given, base), options)
    yield from step("final_difficulty", difficulty, "OPS-CBT-18")
    multiplier = multiplier_of(difficulty)
    target = UNSET if multiplier is UNSET else d100.target_of(given.attacker.current("DEX"), difficulty)
    return ShotDifficulty(final_difficulty=difficulty, multiplier=multiplier, target=target)


class Shot(Attacked, frozen=True, kw_only=True):
    """A shot or burst, whom it hit, and what is left in the weapon."""

    extra_rounds: int | UnsetType = UNSET
    kept_rounds: int | UnsetType = UNSET
    reload: bool | UnsetType = UNSET
    spare_magazines: int
    rounds_left: int | UnsetType = UNSET
    empty: bool
    reload_action: bool | UnsetType = UNSET
    others: tuple[Hit, ...] | UnsetType = UNSET

    def changes(self, given: ShotGiven, options: Options) -> tuple[Change, ...]:  # type: ignore[override]
        if self.refused:
            return ()
        changes = [*super().changes(given, options)]
        for victim, hit in zip(given.others, self.others or (), strict=False):
            changes += wounds.wound_changes(victim.defender, hit, hit.luck)
        return (*changes, *changes_between(given, self, ("spare_magazines", "rounds_left", "empty")))


def load_of(given: ShotGiven, arm: weapons.Arm, options: Options) -> Load:
    """What is in the weapon, as far as the table counts it."""
    return Load.counted(arm.magazine, given.spare_magazines, given.rounds_left, given.empty, options)


def _no_shot(given: ShotGiven, arm: weapons.Arm, load: Load, options: Options) -> Reason | None:
    reason = refusal_reason(given, options)
    if reason:
        return reason
    if range_base(arm, given.zone, options) == FORBIDDEN:
        return "out_of_range"
    if load.is_dry(options):
        return "empty"
    if given.burst and not arm.burst:
        return "no_burst"
    if given.burst and not options.burst_enabled:
        return "option_off"
    if given.others and not given.burst:
        return "spread_needs_burst"
    return "spread_too_far" if any(one.distance_m >= SPREAD_WITHIN for one in given.others) else None


def load_fields(load: Load, options: Options) -> dict[str, Any]:
    """What is in the weapon, as the outcome tells it."""
    fields: dict[str, Any] = {"spare_magazines": load.spare_magazines, "empty": load.empty}
    if options.ammo_mode == "strict":
        fields |= {"rounds_left": load.rounds_left, "empty": load.rounds_left == 0}
    return fields


class Volley(Landing, frozen=True, kw_only=True):
    """A shot or a burst."""

    burst: bool
    others: tuple[Victim, ...]
    load: Load


def serve(extra: int, others: tuple[Victim, ...]) -> tuple[tuple[int, ...], int]:
    """Extra rounds to each secondary target in order, and what stays on the first (OPS-OPT-03)."""
    served = []
    for one in others:
        served.append(min(one.rounds, extra))
        extra -= served[-1]
    return tuple(served), extra


def shared_rounds(
    volley: Volley, swung: weapons.Swing, fired: Fired, con_seen: bool, options: Options
) -> tuple[int, int, tuple["Stray", ...]]:
    """Extra rounds, those that stay on the first target, and what comes the way of the others (OPS-OPT-02 to -05)."""
    extra = max(0, min(swung.rounds, fired.rounds - 1))  # no more than were fired (OPS-OPT-05)
    served, kept = serve(extra, volley.others)
    critical = swung.outcome == "critical" and options.burst_crit_doubles_all
    blow = like(wounds.Blow, volley.arm, first=0, critical=critical, located=swung.located)
    strays = zip(volley.others, served, strict=True)
    return extra, kept, tuple(Stray(victim, rounds, blow, con_seen, options) for victim, rounds in strays)


def resolve_shot(volley: Volley, swung: weapons.Swing, wanted: frozenset[str], options: Options) -> Program[Shot]:
    """Ammunition, the initial target, then the others one by one (OPS-OPT-02 to OPS-OPT-06, OPS-CBT-14)."""
    who = volley.defender
    fired = Fired(volley.load)
    if swung.outcome != "impossible":
        fired = volley.load.after_shot(volley.burst, swung.parity, options)
    fields = dict(volley.fields) | load_fields(fired.load, options)
    fields |= swung.fields(volley.luck) | {
        "hit": swung.success,
        "reload": fired.reload,
        "reload_action": fired.reload and options.reload_costs_action,
    }
    extra, kept, strays = shared_rounds(volley, swung, fired, "con_roll" in wanted, options)
    if volley.burst:
        yield from step("extra_rounds", extra, "OPS-OPT-02", who=volley.attacker)
        fields |= {"extra_rounds": extra, "kept_rounds": kept}
        if options.ammo_mode == "parity" and swung.outcome != "impossible":
            yield from step("reload", fired.reload, "OPS-OPT-06", who=volley.attacker)
    if not swung.success:
        fields["others"] = tuple(_spared_hit(one) for one in volley.others)
        return Shot(**wounds.missed_fields(who), **fields, defender_luck=who.luck)
    stroke = like(weapons.Stroke, volley.arm, rounds=kept, critical=swung.outcome == "critical", located=swung.located)
    purse = who.purse(options)
    struck = yield from apply(
        weapons.strike, stroke, who, volley.plan, purse, "con_roll" in wanted, options, volley.attacker
    )
    if "others" in wanted or not volley.others:
        fields["others"] = yield from fold(hit_next, NO_HITS, strays)
    return Shot(**wounds.fields_of(struck.block), **fields, defender_luck=left_of(who, struck.luck, options))


class Stray(Value, frozen=True):
    """A secondary target and the rounds that come its way."""

    victim: Victim
    rounds: int
    blow: wounds.Blow
    con_seen: bool
    options: Options


def _spared_hit(victim: Victim) -> Hit:
    return Hit(name=victim.defender.name, rounds=0, luck=victim.defender.luck, **wounds.missed_fields(victim.defender))


def hit_next(before: tuple[Hit, ...], stray: Stray) -> Program[tuple[Hit, ...]]:
    """Rounds on one secondary target: the fixed damage of each, its own protection once, no defence (OPS-OPT-03)."""
    who = stray.victim.defender
    if stray.rounds == 0 or who.wound_level == "dead":
        return (*before, replace(_spared_hit(stray.victim), rounds=stray.rounds))
    purse = who.purse(stray.options)
    blow = replace(stray.blow, rounds=stray.rounds)
    struck: wounds.WoundResult = yield from apply(
        wounds.suffer, blow, who, stray.victim.luck_plan, purse, stray.con_seen, stray.options, who.name
    )
    hit = Hit(
        name=who.name,
        rounds=stray.rounds,
        luck=left_of(who, struck.luck, stray.options),
        **wounds.fields_of(struck.block),
    )
    return (*before, hit)


@procedure(
    "attack_firearm",
    rules="""OPS-CBT-05 OPS-CBT-08 OPS-CBT-09 OPS-CBT-10 OPS-CBT-11 OPS-CBT-14 OPS-CBT-18 OPS-TEST-09 OPS-TEST-10
    OPS-DMG-04 OPS-DMG-05 OPS-DMG-06 OPS-ARM-01 OPS-ARM-03 OPS-OPT-01 OPS-OPT-02 OPS-OPT-03 OPS-OPT-04 OPS-OPT-05
    OPS-OPT-06 OPS-OPT-09 OPS-OPT-10 OPS-OPT-11 OPS-HLTH-02 OPS-HLTH-03 OPS-HLTH-05""",
    dice=weapons.DICE,
    watched=("location", "others"),
    headline=("hit", "hit_level"),
)
def attack_with_firearm(given: ShotGiven, options: Options) -> Program[Shot]:
    """A DEX test by zone and cover; one throw tells success, rounds, magazine and place; bullets cannot be dodged."""
    arm = weapons.arm_of(given.weapon or "", given.custom_weapon)
    load = load_of(given, arm, options)
    reason = _no_shot(given, arm, load, options)
    if reason:
        yield from step("reason", reason, "OPS-CBT-08" if reason == "out_of_range" else "OPS-CBT-05")
        return Shot(**refused_attack(given, reason, **load_fields(load, options)))
    who = given.attacker
    difficulty = d100.compose(case_from_afar(given, range_base(arm, given.zone, options)), options)
    wanted = yield from watched(*weapons.DETAILS, "others")
    if (yield from watch("others", [one.defender.name for one in given.others])):
        wanted |= {"others"}  # what became of one of them
    score = who.current("DEX")
    swung = yield from weapons.swing(
        score, difficulty, given.attacker_luck_plan, who.purse(options), wanted, options, who.name, given.burst
    )
    volley = like(
        Volley,
        given,
        attacker=who.name,
        luck=who.luck,
        arm=arm,
        plan=given.defender_luck_plan,
        load=load,
        fields=tuple(aim_fields(score, difficulty).items()),
    )
    return tail(call(resolve_shot, volley, swung, wanted, options))
