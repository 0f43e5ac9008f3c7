"""A fight line by line: who may still act, who holds whom, where they stand, what a stun takes (TURN, ACT-21)."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import asdict, replace

from gardien.core.chance import Program, apply, step
from gardien.core.values import Value, frozen_map
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.fight.attack import declared_acts
from gardien.systems.organique.rules.fight.attack_modifiers import SPLIT, action_fault, misfit, target_fault
from gardien.systems.organique.rules.fight.declared import DETAILS, Attack, AttackBlock, ExchangeResult, Reaction
from gardien.systems.organique.rules.fight.end_of_turn import pass_turn
from gardien.systems.organique.rules.fight.exchange import exchange
from gardien.systems.organique.rules.fight.holds import GRASP, NUMBERS, WET, endure, holds_fast, holds_on, wrest
from gardien.systems.organique.rules.fight.script_lines import Event, Reason, StepGiven, TurnReport
from gardien.systems.organique.rules.fight.turn_budget import FreeBlock, Payment, Slots, act_freely
from gardien.systems.organique.rules.person import Person, state_of
from gardien.systems.organique.rules.substances.poisons import Tick
from gardien.systems.organique.rules.tests.d20 import NOTHING, WATCHABLE, Detail, SaveResult
from gardien.systems.organique.rules.tests.modifiers import after_doing, named_parts
from gardien.systems.organique.rules.tests.resistance import Saved
from gardien.systems.organique.vocabulary import Hold

FEINT = ("feint", 5)  # on the next attack on whoever was fooled, in this turn or the next (M6)
AWAY = ("leap", "move")  # reactions that lead somewhere else
EVERYTHING = frozenset(DETAILS)
LockSaves = tuple[tuple[str, SaveResult], ...]  # saves against the pain of a locked joint, by name


# ---- a fight under way ----


class Fighter(Value, frozen=True, kw_only=True):
    """Somebody in a fight, and what is left of their turn."""

    person: Person
    slots: Slots
    fought: bool = False
    strangled: bool = False  # by somebody who is not named


class Holding(Value, frozen=True):
    """Who holds whom, and how (ORG-ACT-05 to 08)."""

    holder: int
    victim: int
    kind: Hold


class Feint(Value, frozen=True):
    """Who has fooled whom, and in which turn (M6)."""

    by: int
    on: int
    turn: int


class Battle(Value, frozen=True, kw_only=True):
    """Everybody by their place in the list, and what stands between them; events only where somebody looks."""

    fighters: tuple[Fighter, ...]
    turn: int = 1
    ranges: tuple[tuple[tuple[int, int], int], ...] = ()  # range steps between two, where a line has told them
    holds: tuple[Holding, ...] = ()
    feints: tuple[Feint, ...] = ()
    aims: tuple[tuple[int, int | None], ...] = ()  # who follows whom with a weapon (ORG-FREE-02)
    events: tuple[Event, ...] = ()
    turns: tuple[TurnReport, ...] = ()

    def with_fighter(self, place: int, fighter: Fighter) -> "Battle":
        """The same fight with somebody else’s turn so far."""
        return replace(self, fighters=(*self.fighters[:place], fighter, *self.fighters[place + 1 :]))

    def range(self, one: int, other: int) -> int | None:
        """The range step between two, as far as it is known."""
        return dict(self.ranges).get((min(one, other), max(one, other)))

    def with_range(self, one: int, other: int, step: int) -> "Battle":
        """Two who stand at a range step from now on."""
        pair = (min(one, other), max(one, other))
        return replace(self, ranges=tuple(sorted({**dict(self.ranges), pair: step}.items())))

    def without_ranges(self, place: int) -> "Battle":
        """Somebody has moved: nobody knows how far from whom."""
        return replace(self, ranges=tuple(pair for pair in self.ranges if place not in pair[0]))

    def held_by(self, place: int) -> tuple[Holding, ...]:
        return tuple(one for one in self.holds if one.holder == place)

    def is_fast(self, place: int) -> bool:
        """Whether somebody is held where they are."""
        return any(one.victim == place and holds_fast(one.kind) for one in self.holds)

    def after_release(self) -> "Battle":
        """Holds end with whoever can no longer hold, or is no longer there to be held (ORG-ACT-21, ORG-REA-05)."""
        kept = tuple(
            one
            for one in self.holds
            if holds_on(
                self.fighters[one.holder].person.can_act,
                self.fighters[one.victim].person.body.dead,
                self.range(one.holder, one.victim),
            )
        )
        return self if kept == self.holds else replace(self, holds=kept)


class Line(Value, frozen=True, kw_only=True):
    """A line of the script with the places of whom it names, the order of the fight, and what somebody looks at."""

    given: StepGiven
    actor: int = 0
    target: int | None = None
    order: tuple[int, ...] = ()
    options: Options
    events: bool = True
    turns: bool = True

    @property
    def wanted(self) -> frozenset[str]:
        """Which details of an exchange are told."""
        return EVERYTHING if self.events else NOTHING


# ---- who may still act ----


def reason_unable(person: Person) -> Reason | None:
    """Why somebody can do nothing at all."""
    reasons: tuple[tuple[bool, Reason], ...] = (
        (person.body.dead, "dead"),
        (person.out_of_action, "out_of_action"),
        (person.exhausted, "exhausted"),
        (person.senseless, "unconscious"),
        (person.body.paralysed_turns > 0, "paralysed"),
    )
    return next((reason for holds, reason in reasons if holds), None)


def slots_after(slots: Slots, given: StepGiven) -> Slots | None:
    """What is left once the line is paid: the action, or half of it (ORG-TURN-04)."""
    return slots.half("actions") if given.split else slots.without("actions")


def after_stun(fighter: Fighter) -> Fighter:
    """A next action that is lost is the one not yet used in this turn, else that of the next; the same for the
    reaction (ORG-TURN-03, ORG-ACT-12)."""
    body = fighter.person.body
    slots, acts, answers = fighter.slots.stunned(body.lose_action, body.lose_reaction)
    if not (acts or answers):
        return fighter
    still = {"lose_action": body.lose_action and not acts, "lose_reaction": body.lose_reaction and not answers}
    return replace(fighter, person=fighter.person.having(**still), slots=slots)


def keeps_aim(before: Person, after: Person, steps: int = 0) -> bool:
    """Whether somebody still has their eye on a target: not who fell, was driven off, stunned, blinded or senseless
    (ORG-FREE-02)."""
    fell = after.body.prone and not before.body.prone
    return not (steps or fell or after.body.lose_action or after.body.blind) and after.can_act


# ---- one line ----


def play_line(battle: Battle, line: Line) -> Program[Battle]:
    """One line of the script; whoever cannot do it is passed over without a die."""
    given = line.given
    if given.do == "end_turn":
        return (yield from _play_turn_end(battle, line))
    fighter = battle.fighters[line.actor]
    reason = reason_unable(fighter.person)
    if reason is None and not fighter.slots.can_act:
        reason = "no_action"
    if reason is not None:
        return (yield from _pass_over(battle, line, reason))
    if given.do in ("wait", "nothing"):
        return _with_event(battle, line)
    if given.do == "convert":
        slots = fighter.slots.after_moment("action_to_reaction")
        if slots is None:
            return (yield from _pass_over(battle, line, "no_action"))
        return _with_event(battle.with_fighter(line.actor, replace(fighter, slots=slots)), line)
    slots = slots_after(fighter.slots, given)
    if slots is None:
        return (yield from _pass_over(battle, line, "no_action"))
    acting = replace(fighter, slots=slots, fought=True)
    if given.do == "break_hold":
        return (yield from _play_break_hold(battle, line, acting))
    if given.do == "free":
        return (yield from _play_free_action(battle, line, acting))
    return (yield from _play_attack(battle, line, acting))


def _pass_over(battle: Battle, line: Line, reason: Reason) -> Program[Battle]:
    yield from step("reason", reason, "ORG-TURN-01", who=_name(battle, line.actor))
    return _with_event(battle, line, skipped=True, reason=reason)


def _name(battle: Battle, place: int) -> str:
    return battle.fighters[place].person.name


def _with_event(battle: Battle, line: Line, **fields: Any) -> Battle:
    """The fight with one more event, where somebody looks at events."""
    if not line.events:
        return battle
    actor = UNSET if line.given.do == "end_turn" else _name(battle, line.actor)
    return replace(battle, events=(*battle.events, Event(do=line.given.do, actor=actor, **fields)))


def _map(saves: LockSaves) -> Any:
    return frozen_map(dict(saves)) if saves else UNSET


def _moves(battle: Battle, place: int, line: Line) -> Program[Saved | None]:
    """The pain of whoever moves with a joint locked (ORG-ACT-06); nothing where none is."""
    locked = any(one.victim == place and one.kind == "lock" for one in battle.holds)
    detail: Detail = "all" if line.events else "success"
    return (yield from endure(battle.fighters[place].person, locked, line.options, detail))


def _lost_to_pain(battle: Battle, line: Line, acting: Fighter, saves: LockSaves) -> Battle:
    """An attempt that the pain of a locked joint ends: it was the action all the same (ORG-ACT-06, ORG-MOD-05)."""
    acting = replace(acting, person=after_doing(acting.person, False, line.options))
    battle = battle.with_fighter(line.actor, acting)
    return _with_event(battle, line, skipped=True, reason="pain", lock_saves=_map(saves))


# ---- free actions, holds ----


def _play_free_action(battle: Battle, line: Line, acting: Fighter) -> Program[Battle]:
    """A free action; a move makes the distance unknown, unless the line says where it ends (ORG-FREE-04)."""
    given, place = line.given, line.actor
    if given.kind == "move" and battle.is_fast(place):
        return (yield from _pass_over(battle, line, "held"))  # not before the hold is broken (ORG-ACT-05)
    saved = yield from _moves(battle, place, line)
    saves: LockSaves = ((acting.person.name, saved.result()),) if saved and line.events else ()
    if saved is not None and not saved.success:
        return _lost_to_pain(battle, line, acting, saves)
    payment: Payment = "half_action" if given.split else "action"
    wanted = frozenset(WATCHABLE) if line.events else NOTHING
    who = acting.person.name
    asked = (acting.person, given.kind, payment, given.gm_test, line.options, wanted, who, given.in_water)
    freed = yield from apply(act_freely, *asked)
    battle = battle.with_fighter(place, replace(acting, person=freed.person))
    if given.kind == "move" or (given.gm_test and freed.block.moved):
        battle = battle.without_ranges(place)
        if line.target is not None and given.range_step is not None:
            battle = battle.with_range(place, line.target, given.range_step)
    aims = tuple(one for one in battle.aims if one[0] != place)
    follows = given.kind == "aim" and not freed.person.body.blind  # nobody follows what they do not see (ORG-FREE-02)
    battle = replace(battle, aims=(*aims, (place, line.target)) if follows else aims)
    fields = {name: getattr(freed.block, name) for name in FreeBlock.__struct_fields__}
    return _with_event(battle, line, lock_saves=_map(saves), **fields)


def _play_break_hold(battle: Battle, line: Line, acting: Fighter) -> Program[Battle]:
    """An action to get out of a hold (ORG-ACT-05 to 08)."""
    place, target = line.actor, line.target
    holds = [one for one in battle.holds if one.victim == place and target in (None, one.holder)]
    if not holds and acting.strangled and target is not None:
        holds = [Holding(target, place, "strangle")]
    if not holds:
        return (yield from _pass_over(battle, line, "not_held"))
    hold = holds[0]
    water = WET if line.given.in_water else ()
    own = (*named_parts(line.given.mods), *((("split", SPLIT),) if line.given.split else ()), *water)
    wanted = frozenset(("save", *NUMBERS)) if line.events else NOTHING
    holder, name = battle.fighters[hold.holder].person, acting.person.name
    broken = yield from apply(wrest, acting.person, holder, hold.kind, (own, water), line.options, wanted, name)
    person = acting.person.having(extended_penalty=False)
    strangled = acting.strangled and not (broken.free and hold.kind == "strangle")
    battle = battle.with_fighter(place, replace(acting, person=person, strangled=strangled))
    if broken.free:
        battle = replace(battle, holds=tuple(one for one in battle.holds if one != hold))
    fields = {name: getattr(broken, name) for name in ("save", *NUMBERS, "free")}
    return _with_event(battle, line, **fields)


# ---- attacks ----


def _play_attack(battle: Battle, line: Line, acting: Fighter) -> Program[Battle]:
    """An attack with its reaction, from where both stand, and what it changes around them (ORG-CBT-01)."""
    assert line.target is not None
    given, place, other = line.given, line.actor, line.target
    if given.range_step is None and (known := battle.range(place, other)) is not None:
        given = replace(given, range_step=known)
    facing = battle.fighters[other]
    attack, reaction, counter = declared_acts(given, acting.person, facing.person)
    if attack.weapon.is_ranged and any(who == place and whom in (None, other) for who, whom in battle.aims):
        attack = replace(attack, aim=True)
    battle = replace(battle, aims=tuple(one for one in battle.aims if one[0] != place))
    if fault := action_fault(attack, acting.person):
        if action_fault(replace(attack, range_step=line.given.range_step), acting.person):
            raise fault.refusal
        return (yield from _pass_over(battle, line, "out_of_reach"))
    attack = _with_awareness(battle, attack, place, other, given.target_holding)
    counter = None if counter is None else _with_awareness(battle, counter, other, place, False)
    if target_fault(attack, acting.person, facing.person):  # a foot does not reach whoever stands
        reason: Reason = "not_holding" if attack.action == "throw" else "out_of_reach"
        return (yield from _pass_over(battle, line, reason))
    saved = yield from _moves(battle, place, line)
    saves: LockSaves = ((acting.person.name, saved.result()),) if saved and line.events else ()
    if saved is not None and not saved.success:
        return _lost_to_pain(battle, line, acting, saves)
    if reaction.kind in AWAY and battle.is_fast(other):
        reaction = replace(reaction, kind="none")  # whoever is held goes nowhere (ORG-ACT-05)
    facing, reaction, counter = _answer(facing, acting.person, attack, reaction, counter)
    if reaction.kind != "none" and (felt := (yield from _moves(battle, other, line))) is not None:
        saves = (*saves, (facing.person.name, felt.result())) if line.events else saves
        if not felt.success:
            reaction, counter = replace(reaction, kind="none"), None
    sides = (acting.person, facing.person, attack, reaction, counter)
    exchanged = yield from apply(exchange, *sides, line.options, line.wanted, acting.person.name)
    if counter is not None or not keeps_aim(facing.person, exchanged.defender, _steps_moved(exchanged.result)):
        battle = replace(battle, aims=tuple(one for one in battle.aims if one[0] != other))
    battle = battle.with_fighter(place, after_stun(replace(acting, person=exchanged.attacker)))
    battle = battle.with_fighter(other, after_stun(replace(facing, person=exchanged.defender)))
    battle = _after_exchange(battle, line, attack, counter, exchanged)
    back = UNSET if exchanged.counter is None else exchanged.counter
    return _with_event(battle, line, lock_saves=_map(saves), counter=back, **asdict(exchanged.result))


def _answer(
    facing: Fighter, acting: Person, attack: Attack, reaction: Reaction, counter: Attack | None
) -> tuple[Fighter, Reaction, Attack | None]:
    """The reaction, if the target can give it: with a reaction left, at this distance; else none (ORG-REA-08)."""
    none = replace(reaction, kind="none")
    if reaction.kind == "none" or reason_unable(facing.person) or misfit(reaction, attack):
        return facing, none, None
    if counter is not None and (action_fault(counter, facing.person) or target_fault(counter, facing.person, acting)):
        return facing, none, None
    slots = facing.slots.half("reactions") if reaction.split else facing.slots.without("reactions")
    if slots is None:
        return facing, none, None
    return replace(facing, slots=slots, fought=True), reaction, counter


def _with_awareness(battle: Battle, attack: Attack, by: int, on: int, holding: bool) -> Attack:
    """An attack with what the fight knows: whether its target holds somebody, is held, was fooled (ORG-ACT-21, M6)."""
    mods = (*attack.mods, FEINT) if any(one.by == by and one.on == on for one in battle.feints) else attack.mods
    if attack.action == "throw":
        held = bool(attack.holds_target) or any(one.victim == on for one in battle.held_by(by))
        attack = replace(attack, holds_target=held)
    return replace(attack, target_holding=holding or bool(battle.held_by(on)), mods=mods)


def _after_exchange(
    battle: Battle, line: Line, attack: Attack, counter: Attack | None, exchanged: ExchangeResult
) -> Battle:
    """Distance, holds and feints after an exchange."""
    assert line.target is not None
    place, other = line.actor, line.target
    if exchanged.result.range_after is not UNSET:
        battle = battle.with_range(place, other, exchanged.result.range_after)
    if _steps_moved(exchanged.result) > GRASP:  # out of the hands of all others too
        away = (one for one in battle.holds if other not in (one.holder, one.victim))
        battle = replace(battle, holds=tuple(away))
    battle = _after_grasp(battle, attack, exchanged.result, place, other)
    if counter is not None and exchanged.counter is not None:
        battle = _after_grasp(battle, counter, exchanged.counter, other, place)
    return battle.after_release()


def _steps_moved(result: AttackBlock) -> int:
    """How far whoever was attacked is from where they stood: pushed, thrown, or by a leap (M6, ORG-REA-05)."""
    return sum(0 if steps is UNSET else steps for steps in (result.steps_pushed, result.defender_moves))


def _after_grasp(battle: Battle, attack: Attack, result: AttackBlock, by: int, on: int) -> Battle:
    """What one action did to holds and feints; a stunned holder lets go of everybody (ORG-ACT-21)."""
    holds, fighters = battle.holds, battle.fighters
    if result.released:
        if not battle.held_by(on):
            fighters = tuple(replace(one, strangled=False) if one.strangled else one for one in fighters)
        holds = tuple(one for one in holds if one.holder != on)
    if result.hit and attack.action == "throw":
        holds = tuple(one for one in holds if (one.holder, one.victim) != (by, on))
    if result.held is not UNSET and result.held != "none":
        others = (one for one in holds if (one.holder, one.victim) != (by, on))  # one grip changes into another
        holds = (*others, Holding(by, on, result.held))
    feints = tuple(one for one in battle.feints if (one.by, one.on) != (by, on))
    if attack.action == "feint" and result.effect:
        feints = (*feints, Feint(by, on, battle.turn))
    return replace(battle, holds=holds, fighters=fighters, feints=feints)


# ---- the end of a turn ----


def _play_turn_end(battle: Battle, line: Line) -> Program[Battle]:
    """Everybody in order of initiative; then a new turn (ORG-TURN-05)."""
    options = line.options
    battle = battle.after_release()
    throttled = {one.victim for one in battle.holds if one.kind == "strangle"}
    ticks: dict[str, Tick] = {}
    for place in line.order:
        fighter = battle.fighters[place]
        strangled = fighter.strangled or place in throttled
        asked = (fighter.person, fighter.fought, strangled, options, line.turns, fighter.person.name)
        turned = yield from apply(pass_turn, *asked)
        if line.turns and turned.ticked:
            ticks[fighter.person.name] = Tick(**turned.ticked.fields(options))
        fresh = replace(fighter, person=turned.person, slots=fighter.slots.at_next_turn(), fought=False)
        battle = battle.with_fighter(place, after_stun(fresh))
    ended, battle = battle.turn, replace(battle.after_release(), turn=battle.turn + 1)
    battle = replace(battle, feints=tuple(one for one in battle.feints if battle.turn <= one.turn + 1))
    if line.turns:
        states = {one.person.name: state_of(one.person) for one in battle.fighters}
        report = TurnReport(turn=ended, states=frozen_map(states), ticks=frozen_map(ticks) if ticks else UNSET)
        battle = replace(battle, turns=(*battle.turns, report))
    return _with_event(battle, line)
