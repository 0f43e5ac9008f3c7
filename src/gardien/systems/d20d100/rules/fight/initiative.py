"""Before the first blow: initiative, being on the alert, SAN at the sight of it, who is surprised (CBT)."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, fold, roll, step, watch, watched
from gardien.core.dice import D20
from gardien.core.limits import refuse_details_beyond
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.shared import initiative
from gardien.shared.initiative import throw_for_order
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules import character
from gardien.systems.d20d100.rules.body.wounds import penalty_of
from gardien.systems.d20d100.rules.mind.sanity import Confronted, Horror, check_san, confront
from gardien.systems.d20d100.rules.tests.checks import ALERT
from gardien.systems.d20d100.rules.tests.opposed import Against, StandingRoll, explain_side

MOST_MINDS = 3  # whom odds can tell apart, each with a loss and its madness
MOST_WATCHERS = {"surprised": 12, "totals": 2}  # whom odds can tell apart by name, and by throw

# ---- initiative ----


class StartGiven(Value, frozen=True, kw_only=True):
    """Everybody who fights."""

    combatants: Annotated[tuple[character.Combatant, ...], Meta(min_length=1, max_length=60)]

    def __post_init__(self) -> None:
        character.check_names("combatants", tuple(one.name for one in self.combatants), "D100-CBT-02")


class Started(Value, frozen=True, kw_only=True):
    """Who acts when; odds tell the totals only when asked to."""

    totals: tuple[int, ...] | UnsetType = UNSET
    order: tuple[str, ...]


def alert_bonus(pv: int, pv_max: int, options: Options) -> int:
    """Two points for whoever has lost less than half of their PV (D100-CBT-04)."""
    return ALERT if options.rule_attentive and 2 * pv > pv_max else 0


def quickness(one: character.Combatant, options: Options) -> tuple[tuple[str, int], ...]:
    """What is added to the die of initiative (D100-CBT-02, D100-CBT-04, D100-HEALTH-04)."""
    alert = alert_bonus(one.life, one.most, options) if one.alert else 0
    others = (("alert", alert), ("wound_penalty", penalty_of(one, options)))
    return (("initiative", one.initiative), *(part for part in others if part[1]))


class Quick(initiative.Quick, frozen=True):
    """One fighter before the die of initiative, and what breaks a tie."""

    initiative: int = 0
    dex_score: int = 0
    is_pc: bool = True

    def breaks(self) -> tuple[int, int, bool]:
        """Among equal totals the modifier of the sheet comes first, then DEX, then investigators (D100-CBT-02)."""
        return -self.initiative, -self.dex_score, not self.is_pc


def quick_of(one: character.Combatant, options: Options) -> Quick:
    """How quick somebody is."""
    bonus = sum(value for _, value in quickness(one, options))
    return Quick(bonus, one.initiative, one.dex_score, one.is_pc)


@procedure(
    "start_combat", rules="D100-CBT-01 D100-CBT-02 D100-CBT-04 D100-HEALTH-04", dice=("d20",), headline=("order",)
)
def start_combat(given: StartGiven, options: Options) -> Program[Started]:
    """Everybody rolls once; the order holds for the whole combat, and ties fall to the quicker."""
    wanted = bool((yield from watch("totals")))
    names = tuple(one.name for one in given.combatants)
    parts = [quickness(one, options) for one in given.combatants]
    fighters = tuple(quick_of(one, options) for one in given.combatants)
    totals, order = yield from throw_for_order(names, fighters, parts, wanted, "initiative_total", "D100-CBT-02")
    for number, name in enumerate(order, start=1):
        yield from step("rank", number, "D100-CBT-02", who=name)
    return Started(totals=totals, order=order)


# ---- on the alert ----


class AlertGiven(Value, frozen=True, kw_only=True):
    """An investigator who listens and looks."""

    pv: character.Life
    pv_max: character.LifeMax
    hour_passed: bool = True
    distracted: bool = False


class Alerted(Value, frozen=True, kw_only=True):
    """Whether that helps."""

    allowed: bool
    bonus: int


@procedure("alert", rules="D100-CBT-04", headline=("allowed",))
def be_alert(given: AlertGiven, options: Options) -> Program[Alerted]:
    """Two points on Écouter, Observer and initiative while nothing happens, once an hour, unless badly hurt."""
    fit = given.hour_passed and not given.distracted
    bonus = alert_bonus(given.pv, given.pv_max, options) if fit else 0
    yield from step("allowed", bonus > 0, "D100-CBT-04")
    yield from step("bonus", bonus, "D100-CBT-04")
    return Alerted(allowed=bonus > 0, bonus=bonus)


# ---- at the sight of it ----


class SightGiven(Value, frozen=True, kw_only=True):
    """A horror, and everybody who will see it."""

    minds: Annotated[tuple[character.Mind, ...], Meta(min_length=1, max_length=20)]
    loss_success: character.DiceText = "0"
    loss_failure: character.DiceText = "0"

    def __post_init__(self) -> None:
        character.check_dice("loss_success", self.loss_success, "D100-SAN-01")
        character.check_dice("loss_failure", self.loss_failure, "D100-SAN-01")


class SanResult(Confronted, frozen=True, kw_only=True):
    """One SAN test, and whose it is."""

    name: str


class Pending(Value, frozen=True, kw_only=True):
    """What waits for each of them until they see it."""

    pending: tuple[SanResult, ...]


def foresee(
    so_far: tuple[SanResult, ...], one: tuple[character.Mind, Horror, Options]
) -> Program[tuple[SanResult, ...]]:
    """Whoever comes next in the order given."""
    mind, horror, options = one
    horror_result = yield from apply(confront, mind, horror, options, mind.name)
    return (*so_far, SanResult(name=mind.name, **horror_result.fields()))


@procedure(
    "combat_san",
    rules="D100-CBT-06 D100-SAN-01 D100-SAN-03",
    dice=("d100", "d3", "d4", "d6", "d8", "d10", "d12", "d20"),
    headline=("pending",),
)
def foresee_horror(given: SightGiven, options: Options) -> Program[Pending]:
    """All SAN tests are thrown before the fight; each counts when its owner sees the thing."""
    for index, mind in enumerate(given.minds):
        check_san(mind.san, options, f"minds[{index}].san")
    yield from refuse_details_beyond(len(given.minds), MOST_MINDS)
    horror = Horror(
        character.check_dice("loss_success", given.loss_success),
        character.check_dice("loss_failure", given.loss_failure),
    )
    nobody: tuple[SanResult, ...] = ()
    pending = yield from fold(foresee, nobody, [(mind, horror, options) for mind in given.minds])
    return Pending(pending=pending)


# ---- surprise ----


class SurpriseGiven(Value, frozen=True, kw_only=True):
    """Somebody hidden, and those who may notice."""

    hidden_modifier: character.Modifier = 0
    hidden_mods: character.Mods = ()
    recorded_total: Annotated[int, Meta(ge=-60, le=120)] | None = None
    recorded_natural_one: bool = False
    watchers: Annotated[tuple[character.Watcher, ...], Meta(min_length=1, max_length=60)]


class Surprised(Value, frozen=True, kw_only=True):
    """Who noticed nothing; odds tell totals and names only when asked to."""

    passive_total: int | UnsetType = UNSET
    passive_natural_one: bool | UnsetType = UNSET
    totals: tuple[int, ...] | UnsetType = UNSET
    surprised: tuple[str, ...] | UnsetType = UNSET
    surprise_round: bool


class Ambush(Value, frozen=True):
    """The watchers so far."""

    any: bool = False
    names: tuple[str, ...] = ()
    totals: tuple[Any, ...] = ()


class Watching(Value, frozen=True):
    """One watcher before the throw."""

    name: str
    against: Against
    named: bool


def notice(so_far: Ambush, one: Watching) -> Program[Ambush]:
    """The next watcher listens or looks."""
    met = yield from roll(D20.map(one.against), "d20", one.name, "watch")
    yield from explain_side("total", met.active_total, one.against.modifier, one.name)
    yield from step("noticed", met.success, "D100-CBT-07", who=one.name)
    return Ambush(
        so_far.any or not met.success,
        (*so_far.names, one.name) if one.named and not met.success else so_far.names,
        so_far.totals if met.active_total is UNSET else (*so_far.totals, met.active_total),
    )


@procedure(
    "check_surprise",
    rules="D100-CBT-04 D100-CBT-07 D100-CBT-08 D100-TEST-07 D100-TEST-08",
    dice=("d20",),
    headline=("surprise_round",),
)
def check_surprise(given: SurpriseGiven, options: Options) -> Program[Surprised]:
    """One throw for those who hide, one for each who may notice; whoever fails loses the first round."""
    wanted = yield from watched("passive_total", "passive_natural_one", "totals", "surprised")
    for field, most in MOST_WATCHERS.items():
        if field in wanted:
            yield from refuse_details_beyond(len(given.watchers), most)
    hidden = given.hidden_modifier + sum(given.hidden_mods)
    if given.recorded_total is None:
        face = yield from roll(D20, "d20", "", "passive")
        total, one = face + hidden, face == 1
        yield from explain_side("passive_total", total, hidden)
    else:
        total, one = given.recorded_total, given.recorded_natural_one
        yield from step("passive_total", total, "D100-TEST-08")
    stands, looked = StandingRoll(total, one, hidden), frozenset({"active_total"} if "totals" in wanted else ())
    watching = []
    for watcher in given.watchers:
        bonus = ALERT if watcher.alert and options.rule_attentive else 0
        against = Against(watcher.modifier + sum(watcher.mods) + bonus, stands, looked, options)
        watching.append(Watching(watcher.name, against, "surprised" in wanted))
    ambush = yield from fold(notice, Ambush(), watching)
    yield from step("surprise_round", ambush.any, "D100-CBT-08")
    told: dict[str, Any] = {
        "passive_total": total,
        "passive_natural_one": one,
        "totals": ambush.totals,
        "surprised": ambush.names,
    }
    return Surprised(surprise_round=ambush.any, **{name: value for name, value in told.items() if name in wanted})
