"""Exact chances of attacks, duels, chases and competitions (ODD)."""

from typing import Annotated

from msgspec import Meta, structs

from gardien.core.chance import Call, Program, call, exact_odds, fold, step
from gardien.core.procedure import procedure
from gardien.core.terms import exact
from gardien.core.values import Value
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.combat import Blow, play_out, resolve
from gardien.systems.yacdha.rules.combat_plan import Strike, plan_round
from gardien.systems.yacdha.rules.combatants import Combatant, CombatantAfter, CombatGiven
from gardien.systems.yacdha.rules.competition import Board, Contested, compare_all, contest, start_of
from gardien.systems.yacdha.rules.throws import facing, pool_for_one
from gardien.systems.yacdha.vocabulary import NOTHING_OPPOSES, TOP, Below6, Group, Level, Member, Opposition

# --- attacks ---------------------------------------------------------------------------------------------------------


class OddsAttackGiven(Value, frozen=True, kw_only=True):
    """Attackers alike, each with a throw and a dO of their own."""

    attackers: Annotated[int, Meta(ge=1, le=20)] = 1
    trauma_max: Annotated[int, Meta(ge=0, le=6)] = 5
    opposition: Opposition = NOTHING_OPPOSES
    advantage: bool = False
    disadvantage: bool = False
    forced: bool = False
    level: Level = 0
    target_trauma: Below6 = 1


class OddsAttack(Value, frozen=True, kw_only=True):
    """What attacks on one target do within a round."""

    hit: str
    mean_trauma: str
    critical: str
    kill: str


def _one_more(hurt: int, strike: Call[Blow]) -> Program[int]:
    blow = yield from strike
    return min(TOP, hurt + blow.trauma)


def volley(strike: Call[Blow], attackers: int) -> Program[int]:
    """The trauma of several attacks of a round, together."""
    hurt = yield from fold(_one_more, 0, (strike,) * attackers)
    return hurt


@procedure("odds_attack", rules="YAC-ODD-12 YAC-COM-08 YAC-COM-09", headline=("hit", "kill"))
def odds_of_attack(given: OddsAttackGiven, options: Options) -> Program[OddsAttack]:
    """To hit, to hurt, to kill: one attack, and all of them together."""
    pool, keep = pool_for_one(given.advantage, given.disadvantage)
    strike = Strike(
        act="attack",
        pool=pool,
        keep=keep,
        level=given.level,
        facing=facing(given.opposition, structs.replace(options, npc_skill_on_opposition=False)),  # YAC-ACT-08
        ceiling=given.trauma_max,
        level_first=options.bonus_before_forced,
    )
    if given.forced:
        strike = structs.replace(strike, strain=structs.replace(strike.strain, forced=True))
    blow = call(resolve, strike, "", options, False)
    odds = yield from exact_odds(blow)
    killed = yield from exact_odds(call(volley, blow, given.attackers))
    hit = exact(odds.chance(lambda one: one.success))
    kill = exact(killed.chance(lambda hurt: given.target_trauma + hurt >= TOP))
    yield from step("hit", hit, "YAC-ODD-12")
    yield from step("kill", kill, "YAC-ODD-12")
    return OddsAttack(
        hit=hit,
        mean_trauma=exact(odds.mean(lambda one: one.trauma)),
        critical=exact(odds.chance(lambda one: one.critical)),
        kill=kill,
    )


class OddsDuelGiven(Value, frozen=True, kw_only=True):
    """Two fighters attacking each other for one round."""

    trauma_a: Below6 = 1
    trauma_b: Below6 = 1
    trauma_max_a: Annotated[int, Meta(ge=0, le=6)] = 5
    trauma_max_b: Annotated[int, Meta(ge=0, le=6)] = 5
    level_a: Level = 0
    level_b: Level = 0


class OddsDuel(Value, frozen=True, kw_only=True):
    """Who is left after one round of a duel."""

    a_dies: str
    b_dies: str
    both_die: str
    exactly_one_dies: str
    none_dies: str


@procedure("odds_duel", rules="YAC-ODD-12 YAC-COM-10 YAC-COM-07", headline=("a_dies", "b_dies"))
def odds_of_duel(given: OddsDuelGiven, options: Options) -> Program[OddsDuel]:
    """Both throw against a dO of their own, and both blows fall (YAC-COM-07, YAC-COM-10)."""
    fighters = tuple(
        Combatant(id=own, action="attack", target=other, trauma=trauma, trauma_max=most, level=level)
        for own, other, trauma, most, level in (
            ("a", "b", given.trauma_a, given.trauma_max_a, given.level_a),
            ("b", "a", given.trauma_b, given.trauma_max_b, given.level_b),
        )
    )
    plan = plan_round(CombatGiven(combatants=fighters), structs.replace(options, skill_mode="levels"))
    assert not isinstance(plan, str)
    odds = yield from exact_odds(call(play_out, plan, False))

    def dead(one: tuple[tuple[CombatantAfter, ...], object]) -> tuple[bool, ...]:
        return tuple(after.status == "dead" for after in one[0])

    fates = odds.by(dead)
    outcome = OddsDuel(
        a_dies=exact(fates.chance(lambda one: one[0])),
        b_dies=exact(fates.chance(lambda one: one[1])),
        both_die=exact(fates.chance(all)),
        exactly_one_dies=exact(fates.chance(lambda one: sum(one) == 1)),
        none_dies=exact(fates.chance(lambda one: not any(one))),
    )
    yield from step("a_dies", outcome.a_dies, "YAC-ODD-12")
    yield from step("b_dies", outcome.b_dies, "YAC-ODD-12")
    return outcome


# --- contests --------------------------------------------------------------------------------------------------------

Dice = Annotated[int, Meta(ge=1, le=20)]


def _sides(pools: tuple[int, ...]) -> tuple[Group, ...]:
    """Sides that throw so many dice: as many members without anything special."""
    return tuple(Group(members=(Member(name=""),) * pool) for pool in pools)


def _contest(pools: tuple[int, ...], tie_wins: int, options: Options) -> tuple[Call[Contested], Call[Board]]:
    """The whole contest, and its first throw alone."""
    sides = _sides(pools)
    start = start_of(sides, "physical", tie_wins, options)
    return call(contest, sides, "physical", tie_wins, options), call(compare_all, start)


class OddsChaseGiven(Value, frozen=True, kw_only=True):
    """How many dice each group throws."""

    pursued: Dice
    pursuers: Dice


class OddsChase(Value, frozen=True, kw_only=True):
    """The chance to escape, and of a tie on the first throw."""

    escape: str
    tie: str


@procedure("odds_chase", rules="YAC-ODD-13 YAC-CHA-04", headline=("escape",))
def odds_of_chase(given: OddsChaseGiven, options: Options) -> Program[OddsChase]:
    """Who gets away, ties thrown again or, by the table's choice, won by the pursued (YAC-CHA-04)."""
    whole, first = _contest((given.pursuers, given.pursued), 1 if options.chase_tie_escapes else -1, options)
    odds = yield from exact_odds(whole)
    board = yield from exact_odds(first)
    escape = exact(odds.chance(lambda one: one.winner == 1))
    yield from step("escape", escape, "YAC-ODD-13")
    return OddsChase(escape=escape, tie=exact(board.chance(lambda one: len(one.tied) > 1)))


class OddsCompeteGiven(Value, frozen=True, kw_only=True):
    """How many dice each side throws."""

    pools: Annotated[tuple[Dice, ...], Meta(min_length=2, max_length=6)]


class OddsCompete(Value, frozen=True, kw_only=True):
    """The chance that the first throw decides, and of each side to win."""

    unique_winner: str
    wins: tuple[str, ...]


@procedure("odds_compete", rules="YAC-ODD-15 YAC-CMP-01 YAC-CMP-02", headline=("unique_winner",))
def odds_of_competition(given: OddsCompeteGiven, options: Options) -> Program[OddsCompete]:
    """Who wins when those tied at the top throw again among themselves."""
    whole, first = _contest(given.pools, -1, options)
    odds = yield from exact_odds(whole)
    board = yield from exact_odds(first)
    decided = exact(board.chance(lambda one: len(one.tied) == 1))
    yield from step("unique_winner", decided, "YAC-ODD-15")
    wins = tuple(exact(odds.chance(lambda one, i=i: one.winner == i)) for i in range(len(given.pools)))  # type: ignore[misc]
    return OddsCompete(unique_winner=decided, wins=wins)
