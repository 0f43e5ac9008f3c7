"""A script line by line: who may still act, where they stand, what each line leaves of the fight (TURN, ACT-21)."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import asdict, replace

from gardien.core.chance import Program, apply, step
from gardien.core.values import Value, fields_like, frozen_map
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.fight.attack import declared_acts
from gardien.systems.organique.rules.fight.attack_modifiers import SPLIT, action_fault, misfit, target_fault
from gardien.systems.organique.rules.fight.bonds import Aim, Done, holds_fast, holds_on
from gardien.systems.organique.rules.fight.declared import DETAILS, Attack, Reaction
from gardien.systems.organique.rules.fight.end_of_turn import pass_turn
from gardien.systems.organique.rules.fight.exchange import exchange
from gardien.systems.organique.rules.fight.holds import NUMBERS, WET, endure, wrest
from gardien.systems.organique.rules.fight.script_lines import Event, Reason, StepGiven, TurnReport
from gardien.systems.organique.rules.fight.state import Fight, FighterState, after_stun
from gardien.systems.organique.rules.fight.turn_budget import FreeBlock, Payment, act_freely
from gardien.systems.organique.rules.person import Person, state_of
from gardien.systems.organique.rules.substances.poisons import Tick
from gardien.systems.organique.rules.tests.d20 import NOTHING, WATCHABLE, Detail, SaveResult
from gardien.systems.organique.rules.tests.modifiers import after_doing, named_parts
from gardien.systems.organique.rules.tests.resistance import Saved

AWAY = ("leap", "move")  # reactions that lead somewhere else
EVERYTHING = frozenset(DETAILS)
LockSaves = dict[str, SaveResult]  # saves against the pain of a locked joint, by name


# ---- a fight under way ----


class Fighter(FighterState, frozen=True, kw_only=True):
    """Somebody in a fight with their body; distances are told by the lines of the script."""

    person: Person
    strained: bool = False  # by this turn already, as whoever asks says
    strangled: bool = False  # by somebody who is not named

    @property
    def settled(self) -> "Fighter":
        """With what a stun has taken of the turn (ORG-TURN-03)."""
        turn, body = after_stun(self.turn, self.person.body)
        return self if turn is self.turn else replace(self, turn=turn, person=replace(self.person, body=body))


class Battle(Fight[Fighter], frozen=True, kw_only=True):
    """Everybody by name, how far apart they are, and what came of the lines so far, where somebody looks."""

    turn: int = 1
    ranges: tuple[tuple[tuple[str, str], int], ...] = ()  # range steps between two, where a line has told them
    events: tuple[Event, ...] = ()
    turns: tuple[TurnReport, ...] = ()

    def range(self, one: str, other: str) -> int | None:
        """The range step between two, as far as it is known."""
        return dict(self.ranges).get((min(one, other), max(one, other)))

    def with_range(self, one: str, other: str, step: int) -> "Battle":
        """Two who stand at a range step from now on."""
        pair = (min(one, other), max(one, other))
        return replace(self, ranges=tuple(sorted({**dict(self.ranges), pair: step}.items())))

    def without_ranges(self, name: str) -> "Battle":
        """Somebody has moved: nobody knows how far from whom."""
        return replace(self, ranges=tuple(pair for pair in self.ranges if name not in pair[0]))

    def is_fast(self, name: str) -> bool:
        """Whether somebody is held where they are."""
        return any(map(holds_fast, self.bonds.grips(name).values()))

    def after_release(self) -> "Battle":
        """Holds end with whoever can no longer hold, or is no longer there to be held (ORG-ACT-21, ORG-REA-05)."""
        kept = []
        for one in self.bonds.holds:
            holder, victim = self.people[one.holder].person, self.people[one.victim].person
            if holds_on(holder.can_act, victim.body.dead, self.range(one.holder, one.victim)):
                kept.append(one)
        return self.with_bonds(replace(self.bonds, holds=tuple(kept)))


class Line(Value, frozen=True, kw_only=True):
    """A line of the script, the order of the fight, and what somebody looks at."""

    given: StepGiven
    order: tuple[str, ...] = ()
    options: Options
    events: bool = True
    turns: bool = True

    @property
    def actor(self) -> str:
        """Whose line it is; of the end of a turn, nobody’s."""
        return self.given.actor or ""


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


# ---- one line ----


def play_line(battle: Battle, line: Line) -> Program[Battle]:
    """One line of the script; whoever cannot do it is passed over without a die."""
    given = line.given
    if given.do == "end_turn":
        return (yield from _play_turn_end(battle, line))
    name = line.actor
    turn, reason, converts = battle.people[name].turn, reason_unable(battle.people[name].person), given.do == "convert"
    left = turn.slots
    if reason is None and given.do in ("wait", "nothing") and left.can_act:
        return _with_event(battle, line)
    if reason or not (left.actions or (left.half_actions and given.split and not converts)):
        return (yield from _pass_over(battle, line, reason or "no_action"))
    match given.do:
        case "convert":
            return _with_event(battle.with_turn(name, turn.after("action_to_reaction")), line)
        case "break_hold":
            return (yield from _play_break_hold(battle, line))
        case "free":
            return (yield from _play_free_action(battle, line))
    return (yield from _play_attack(battle, line))


def _pass_over(battle: Battle, line: Line, reason: Reason) -> Program[Battle]:
    yield from step("reason", reason, "ORG-TURN-01", who=line.actor)
    return _with_event(battle, line, skipped=True, reason=reason)


def _with_event(battle: Battle, line: Line, **fields: Any) -> Battle:
    """The fight with one more event, where somebody looks at events."""
    if not line.events:
        return battle
    actor = UNSET if line.given.do == "end_turn" else line.actor
    if "lock_saves" in fields:
        fields["lock_saves"] = frozen_map(fields["lock_saves"]) if fields["lock_saves"] else UNSET
    return replace(battle, events=(*battle.events, Event(do=line.given.do, actor=actor, **fields)))


def _moves(battle: Battle, person: Person, line: Line) -> Program[Saved | None]:
    """The pain of whoever moves with a joint locked (ORG-ACT-06); nothing where none is."""
    detail: Detail = "all" if line.events else "success"
    return (yield from endure(person, "lock" in battle.bonds.grips(person.name).values(), line.options, detail))


def _lost_to_pain(battle: Battle, line: Line, saves: LockSaves) -> Battle:
    """An attempt that the pain of a locked joint ends: it was the action all the same (ORG-ACT-06, ORG-MOD-05)."""
    acting = battle.people[line.actor]
    battle = battle.having(line.actor, replace(acting, person=after_doing(acting.person, False, line.options)))
    return _with_event(battle, line, skipped=True, reason="pain", lock_saves=saves)


# ---- free actions, holds ----


def _play_free_action(battle: Battle, line: Line) -> Program[Battle]:
    """A free action; a move makes the distance unknown, unless the line says where it ends (ORG-FREE-04)."""
    given, name = line.given, line.actor
    if given.kind == "move" and battle.is_fast(name):
        return (yield from _pass_over(battle, line, "held"))  # not before the hold is broken (ORG-ACT-05)
    battle = battle.acted(name, given.split)
    acting = battle.people[name]
    saved = yield from _moves(battle, acting.person, line)
    saves: LockSaves = {name: saved.result()} if saved else {}
    if saved is not None and not saved.success:
        return _lost_to_pain(battle, line, saves)
    payment: Payment = "half_action" if given.split else "action"
    wanted = frozenset(WATCHABLE) if line.events else NOTHING
    asked = (acting.person, given.kind, payment, given.gm_test, line.options, wanted, name, given.in_water)
    freed = yield from apply(act_freely, *asked)
    battle = battle.having(name, replace(acting, person=freed.person))
    if given.kind == "move" or (given.gm_test and freed.block.moved):
        battle = battle.without_ranges(name)
        if given.target is not None and given.range_step is not None:
            battle = battle.with_range(name, given.target, given.range_step)
    follows = given.kind == "aim" and not freed.person.body.blind  # nobody follows what they do not see (ORG-FREE-02)
    if follows:
        battle = battle.with_bonds(battle.bonds.aiming(name, Aim(name, given.target or "")))
    return _with_event(battle, line, lock_saves=saves, **fields_like(FreeBlock, freed.block))


def _play_break_hold(battle: Battle, line: Line) -> Program[Battle]:
    """An action to get out of a hold (ORG-ACT-05 to 08)."""
    name, target = line.actor, line.given.target
    grips, acting = battle.bonds.grips(name), battle.people[name]
    if acting.strangled and target is not None:
        grips = {target: "strangle", **grips}
    holder = next(iter(grips), "") if target is None else target
    if holder not in grips:
        return (yield from _pass_over(battle, line, "not_held"))
    kind, water = grips[holder], WET if line.given.in_water else ()
    own = (*named_parts(line.given.mods), *((("split", SPLIT),) if line.given.split else ()), *water)
    wanted = frozenset(("save", *NUMBERS)) if line.events else NOTHING
    asked = (acting.person, battle.people[holder].person, kind, (own, water), line.options, wanted, name)
    broken = yield from apply(wrest, *asked)
    strangled = acting.strangled and not (broken.free and kind == "strangle")
    person, battle = acting.person.having(extended_penalty=False), battle.acted(name, line.given.split)
    battle = battle.having(name, replace(battle.people[name], person=person, strangled=strangled))
    if broken.free:
        battle = battle.with_bonds(battle.bonds.without(holder, name))
    return _with_event(battle, line, **asdict(broken))


# ---- attacks ----


def _play_attack(battle: Battle, line: Line) -> Program[Battle]:
    """An attack with its reaction, from where both stand, and what it changes around them (ORG-CBT-01)."""
    given, name, other = line.given, line.actor, line.given.target or ""
    if given.range_step is None and (known := battle.range(name, other)) is not None:
        given = replace(given, range_step=known)
    acting, facing = battle.people[name], battle.people[other]
    attack, reaction, counter = declared_acts(given, acting.person, facing.person)
    aim = battle.bonds.aim(name)
    if attack.weapon.is_ranged and aim is not None and aim.on in ("", other):
        attack = replace(attack, aim=True)
    if fault := action_fault(attack, acting.person):
        if action_fault(replace(attack, range_step=line.given.range_step), acting.person):
            raise fault.refusal
        return (yield from _pass_over(battle, line, "out_of_reach"))
    attack = _with_awareness(battle, attack, name, other, given.target_holding)
    counter = None if counter is None else _with_awareness(battle, counter, other, name, False)
    if target_fault(attack, acting.person, facing.person):  # a foot does not reach whoever stands
        reason: Reason = "not_holding" if attack.action == "throw" else "out_of_reach"
        return (yield from _pass_over(battle, line, reason))
    battle = battle.acted(name, given.split)
    saved = yield from _moves(battle, acting.person, line)
    saves: LockSaves = {name: saved.result()} if saved else {}
    if saved is not None and not saved.success:
        return _lost_to_pain(battle, line, saves)
    if reaction.kind in AWAY and battle.is_fast(other):
        reaction = replace(reaction, kind="none")  # whoever is held goes nowhere (ORG-ACT-05)
    facing, reaction, counter = _answer(facing, acting.person, attack, reaction, counter)
    if reaction.kind != "none" and (felt := (yield from _moves(battle, facing.person, line))) is not None:
        saves[other] = felt.result()
        if not felt.success:
            reaction, counter = replace(reaction, kind="none"), None
    sides = (acting.person, facing.person, attack, reaction, counter)
    exchanged = yield from apply(exchange, *sides, line.options, EVERYTHING if line.events else NOTHING, name)
    battle = battle.having(name, replace(battle.people[name], person=exchanged.attacker).settled)
    battle = battle.having(other, replace(facing, person=exchanged.defender).settled)
    answer = exchanged.counter
    back = None if answer is None or counter is None else (counter.action, answer)
    battle = _after_exchange(battle, name, other, (attack.action, exchanged.result), back, facing.person)
    told = UNSET if answer is None else answer
    return _with_event(battle, line, lock_saves=saves, counter=told, **asdict(exchanged.result))


def _answer(
    facing: Fighter, acting: Person, attack: Attack, reaction: Reaction, counter: Attack | None
) -> tuple[Fighter, Reaction, Attack | None]:
    """The reaction, if the target can give it: with a reaction left, at this distance; else none (ORG-REA-08)."""
    left, simultaneous = facing.turn.slots, reaction.kind == "simultaneous"
    unfit = reason_unable(facing.person) or misfit(reaction, attack)
    if counter is not None:
        unfit = unfit or action_fault(counter, facing.person) or target_fault(counter, facing.person, acting)
    if reaction.kind == "none" or unfit or not (left.reactions or (left.half_reactions and reaction.split)):
        return facing, replace(reaction, kind="none"), None
    return replace(facing, turn=facing.turn.answered(reaction.split, simultaneous)), reaction, counter


def _with_awareness(battle: Battle, attack: Attack, by: str, on: str, holding: bool) -> Attack:
    """An attack with what the fight knows: whether its target holds somebody, is held, was fooled (ORG-ACT-21, M6)."""
    bonds = battle.bonds
    if attack.action == "throw":
        attack = replace(attack, holds_target=bool(attack.holds_target) or by in bonds.grips(on))
    mods = bonds.helped(by, on, attack.mods)
    return replace(attack, target_holding=holding or bool(bonds.held_by(on)), mods=mods)


def _after_exchange(battle: Battle, name: str, other: str, done: Done, back: Done | None, before: Person) -> Battle:
    """Distance and what stands between both; of those who are not named, whoever lets go is one (ORG-ACT-21)."""
    if done[1].range_after is not UNSET:
        battle = battle.with_range(name, other, done[1].range_after)
    if done[1].released and not battle.bonds.held_by(other):
        free = {id: replace(one, strangled=False) for id, one in battle.people.items()}
        battle = replace(battle, people=frozen_map(free))
    bonds = battle.bonds.after_exchange(name, other, done, back, before, battle.people[other].person)
    return battle.with_bonds(bonds).after_release()


# ---- the end of a turn ----


def _play_turn_end(battle: Battle, line: Line) -> Program[Battle]:
    """Everybody in order of initiative; then a new turn (ORG-TURN-05)."""
    options = line.options
    battle = battle.after_release()
    throttled = {one.victim for one in battle.bonds.holds if one.kind == "strangle"}
    ticks: dict[str, Tick] = {}
    for name in line.order:
        fighter = battle.people[name]
        strangled, fought = fighter.strangled or name in throttled, fighter.strained or fighter.turn.fought
        turned = yield from apply(pass_turn, fighter.person, fought, strangled, options, line.turns, name)
        if line.turns and turned.ticked:
            ticks[name] = Tick(**turned.ticked.fields(options))
        battle = battle.later(name)
        battle = battle.having(name, replace(battle.people[name], person=turned.person, strained=False).settled)
    ended, battle = battle.turn, battle.after_release()
    battle = replace(battle, turn=ended + 1)
    if line.turns:
        states = {name: state_of(one.person) for name, one in battle.people.items()}
        report = TurnReport(turn=ended, states=frozen_map(states), ticks=frozen_map(ticks) if ticks else UNSET)
        battle = replace(battle, turns=(*battle.turns, report))
    return _with_event(battle, line)
