"""What fighters do by themselves: whom they go for, how they fire, when they aim, reload, come nearer or leave.

A turn is chosen step by step, each of them an act of the table: fights that are weighed take them until dice are due,
and the table is proposed the next one (`propose.py`).
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.values import Value, like
from gardien.shared import battles
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.fight import state
from gardien.systems.cthulhud20.rules.fight.ammunition import JamGiven
from gardien.systems.cthulhud20.rules.fight.attack_declare import Volley as Numbers
from gardien.systems.cthulhud20.rules.fight.attack_declare import volley_of
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import reach_for
from gardien.systems.cthulhud20.rules.fight.attack_severity import is_lame
from gardien.systems.cthulhud20.rules.fight.full_attack import LETTERS
from gardien.systems.cthulhud20.rules.fight.initiative_and_turns import speed_of
from gardien.systems.cthulhud20.rules.fight.state import Arm
from gardien.systems.cthulhud20.rules.tests.modifiers import base_attacks
from gardien.systems.cthulhud20.sim.acts import Given, Shot, Volley
from gardien.systems.cthulhud20.sim.fighter_state import AT_ANYBODY, FighterState, Keeping, Load, combatant_of
from gardien.systems.cthulhud20.sim.fighters import FighterProfile
from gardien.systems.cthulhud20.vocabulary import FireMode, Situation

Kind = Literal["volley", "clear"]
CHARGE: tuple[Situation, ...] = ("charging",)
Does = Literal["attack", "full_attack", "clear_jam", "take_aim", "reload", "movement", "wait", "flee", "gone"]
THROWN: tuple[Does, ...] = ("attack", "full_attack", "clear_jam")  # what needs dice
Why = Literal[
    "weakest", "strongest", "first", "only", "empty", "jammed", "down", "dropped", "aims", "far", "charge", "hurt",
    "wait",
]  # fmt: skip


class Step(Struct, frozen=True):
    """One thing that somebody does with a part of a turn, as the table takes it; why, in a word."""

    do: Does
    why: Why
    arm: int = -1
    target: int = -1
    mode: str = ""  # of a movement
    situation: tuple[Situation, ...] = ()


class Turn(Value, frozen=True):
    """A volley that goes on with the next target: which weapon, how many of its attacks are made."""

    arm: int
    made: int = 0


class Act(Struct, frozen=True):
    """An act to be played: its inputs, on whom, with which weapon; how whoever acts stands before the dice."""

    kind: Kind
    given: Given
    mine: FighterState
    arm: int
    target: int = -1
    rounds: int = 0  # of ammunition for each attack
    made: int = 0  # attacks of this turn before
    turn: Turn | None = None  # where it may go on with somebody else


class Move(Struct, frozen=True):
    """Something that needs no dice, or nothing at all."""

    mine: FighterState
    idle: bool = False


class Field(battles.Field[FighterProfile, FighterState], frozen=True):
    """The fight as whoever acts sees it."""

    concealment: int
    surprise: bool  # the round in which some are caught unawares (CD20-P-SURP-01)
    keeping: Sequence[Keeping]
    combatants: dict[tuple[int, FighterState, bool], Combatant]  # as attacks read them, remembered
    options: Options

    def combatant(self, at: int, fighter: FighterState, attacking: bool) -> Combatant:
        """Somebody as an attack reads them."""
        key = at, fighter, attacking
        seen_as = self.combatants.get(key)
        if seen_as is None:
            seen_as = self.combatants[key] = combatant_of(self.profiles[at], fighter, attacking)
        return seen_as

    def place(self, at: int) -> float:
        return self.people[at].fight.stands_at

    def strength(self, at: int) -> int:
        shown = self.people[at]
        return shown.body.pv + shown.body.pf if shown.hp is None else shown.hp


def choose(field: Field, who: int, turn: Turn | None) -> Act | Move:
    """What somebody does with a turn, up to its dice; a volley that was begun goes on first."""
    mine = field.people[who]
    if turn is not None:
        actor = Actor(field, who, mine, state.ALL, field.foes(who))
        return actor.goes_on(turn) or Move(after_volley(actor, turn))
    worth = state.turn_worth(as_it_is(field, who, mine), field.surprise)
    owed, begun = mine.fight.actions_owed, mine.fight.begun().paid(worth)
    mine = replace(mine, fight=replace(begun, flat_footed=False), body=replace(mine.body, shock="none"))
    if worth < state.ONE or owed:
        return Move(without_aim(mine))
    actor = Actor(field, who, mine, worth, field.foes(who))
    idle = True
    while step := actor.next_step():
        if step.do in THROWN:
            return actor.played(step)
        actor, idle = actor.after(step), False
    return Move(without_aim(actor.mine) if idle else actor.mine, idle)


def without_aim(mine: FighterState) -> FighterState:
    return replace(mine, fight=mine.fight.without_aim())


def as_it_is(field: Field, who: int, fighter: FighterState) -> Combatant:
    """Somebody whose turn begins, with whatever hampers it: a shock, and a leg that is gone (CD20-P-WOUND-01)."""
    who_acts, body = field.combatant(who, fighter, attacking=True), fighter.body
    if who_acts.shock_next_turn == body.shock and not body.lost_parts:
        return who_acts
    return replace(who_acts, shock_next_turn=body.shock, lost_parts=body.lost_parts)


class Actor(Struct, frozen=True):
    """Somebody whose turn it is, with what is left of it."""

    field: Field
    who: int
    mine: FighterState
    left: int
    foes: Sequence[int]  # in the order of their liking

    @property
    def profile(self) -> FighterProfile:
        return self.field.profiles[self.who]

    def metres(self, foe: int) -> float:
        """How far somebody is now."""
        return max(state.ARM, abs(self.mine.fight.stands_at - self.field.place(foe)))

    def usable(self, arm: Arm) -> bool:
        """Whether hands enough are left; what a body has of its own needs none (CD20-P-WOUND-01)."""
        body = self.mine.body
        return arm.hands <= state.hands_left(state.parts_out(body), body.tables)

    def has_dropped(self, arm: Arm) -> bool:
        return arm.can_fall and self.mine.fight.has_dropped(arm.name)

    def reaches(self, arm: Arm, foe: int) -> bool:
        """Whether a weapon can hit somebody from here."""
        metres = self.metres(foe)
        if not arm.ranged:
            return metres <= state.ARM
        return reach_for(self.profile.who, arm.weapon, metres, False).in_range

    def next_step(self) -> Step | None:
        """The next thing that somebody does with what is left of the turn; nothing where only a move is left of it."""
        return None if self.left < state.ONE else self.leaves() or self.attacks() or self.nears()

    # ---- going ----

    def leaves(self) -> Step | None:
        """Whoever is weak enough runs, and is gone a round later."""
        if self.mine.leaving:
            return Step("gone", "hurt")
        body, at = self.mine.body, self.profile.tactics.withdraw_at
        part = {"never": 0, "half": 2, "quarter": 4}[at]
        weak = part and min(body.pv / body.pv_max, body.pf / body.pf_max) <= 1 / part
        return Step("flee", "hurt") if weak else None

    # ---- attacks ----

    def attacks(self) -> Step | None:
        """The first weapon that reaches somebody: fired, aimed, loaded or mended."""
        for at, arm in enumerate(self.profile.arms):
            if not self.usable(arm) or not any(self.reaches(arm, foe) for foe in self.foes):
                continue
            if self.has_dropped(arm):
                return Step("movement", "dropped", at, mode="pick_up")
            if self.mine.body.prone and not arm.ranged:  # from the ground nobody strikes (CD20-P-ACT-03)
                return self.gets_up()
            step = self.uses(at)
            if step is not None:
                return step
        return None

    def gets_up(self) -> Step:
        return Step("movement", "down", mode="stand_up")

    def uses(self, at: int) -> Step | None:
        """One weapon within reach, with all that comes before its use; nothing where it is of no use any more."""
        arm, load = self.profile.arms[at], self.mine.loads[at]
        if load is not None:
            if load.jammed:  # CD20-P-GUN-06: a full round on it
                return Step("clear_jam", "jammed", at) if self.left == state.ALL else self.waits()
            if not load.loaded:
                return self.reloads(at, load)
        foe = next(foe for foe in self.foes if self.reaches(arm, foe))
        if (
            self.profile.tactics.take_aim and arm.ranged and self.left == state.ALL and not self.mine.fight.aiming
        ):  # CD20-AIM-01
            return Step("take_aim", "aims", at, foe)
        return self.strikes(at, foe)

    def strikes(self, at: int, foe: int, situation: tuple[Situation, ...] = ()) -> Step:
        """All attacks of a whole turn, one where it is not whole (CD20-P-ACT-03)."""
        several = self.left == state.ALL and not situation and len(self.numbers(at, full=True).numbers) > 1
        why: Why = "charge" if situation else "only" if len(self.foes) == 1 else self.liking
        return Step("full_attack" if several else "attack", why, at, foe, situation=situation)

    @property
    def liking(self) -> Why:
        whom = self.profile.tactics.whom
        return "first" if whom == "spread" else whom

    def reloads(self, at: int, load: Load) -> Step | None:
        """A full magazine, as long as it takes; what is quick leaves an attack (CD20-P-GUN-05)."""
        if not load.spare:
            return None
        quick = self.profile.arms[at].reload in ("free", "move_equivalent")
        return Step("reload", "empty", at) if quick or self.left == state.ALL else self.waits()

    def waits(self) -> Step | None:
        """For a whole turn; not where none will come, after a wound in the chest (CD20-P-WOUND-01)."""
        ever = state.turn_worth(
            as_it_is(self.field, self.who, replace(self.mine, body=replace(self.mine.body, shock="none")))
        )
        return Step("wait", "wait") if ever == state.ALL else None

    # ---- coming nearer ----

    def nears(self) -> Step | None:
        """A move and a blow where that is enough, a charge where it is not, else two moves (CD20-P-ACT-02)."""
        hand = next((at for at, arm in enumerate(self.profile.arms) if self.usable(arm)), None)
        if hand is None or not self.foes or not self.profile.walks:
            return None
        if self.has_dropped(self.profile.arms[hand]):
            return Step("movement", "dropped", hand, mode="pick_up")
        if self.mine.body.prone:
            return self.gets_up()
        foe = min(self.foes, key=self.metres)
        gap, speed = self.metres(foe) - state.ARM, self.speed
        if gap <= 0 or speed <= 0:
            return None
        if self.left < state.ALL or gap <= speed:
            return Step("movement", "far", target=foe, mode="move")
        mover = as_it_is(self.field, self.who, self.mine)
        if self.profile.tactics.charge and not is_lame(self.mine.body) and state.can_charge(mover, self.metres(foe)):
            return self.strikes(hand, foe, CHARGE)
        return Step("movement", "far", target=foe, mode="double")

    @property
    def speed(self) -> float:
        return float(speed_of(as_it_is(self.field, self.who, self.mine)))

    # ---- what a step leaves ----

    def after(self, step: Step) -> "Actor":
        """The same somebody after what needs no dice; anything but taking aim loses one (CD20-AIM-01)."""
        mine, price = without_aim(self.mine), self.left
        match step.do:
            case "take_aim":
                mine = replace(mine, fight=mine.fight.taken_aim(AT_ANYBODY, "", 0))
            case "flee":
                mine = replace(mine, leaving=True)
            case "gone":
                mine = FighterState(body=mine.body, hp=mine.hp, away=True)
            case "movement":
                price, mine = state.price_of(step.do, self.left, mode=step.mode), self._moved(mine, step)
            case "reload":
                arm, load = self.profile.arms[step.arm], mine.loads[step.arm]
                assert load is not None
                mine = with_load(mine, step.arm, Load(arm.magazine, load.spare - 1))
                price = state.price_of(step.do, self.left, loading=arm.reload)
                mine = replace(mine, fight=replace(mine.fight, actions_owed=max(0, price - self.left)))
        return replace(self, mine=mine, left=max(0, self.left - price))

    def _moved(self, mine: FighterState, step: Step) -> FighterState:
        if step.mode == "stand_up":
            return replace(mine, body=replace(mine.body, prone=False))
        fight = mine.fight.after_moving(step.mode)
        if step.target >= 0:
            far = self.speed * (state.CHARGE_MOVES if step.mode == "double" else 1)
            fight = fight.nearer_to(self.field.place(step.target), far)
        return replace(mine, fight=fight)

    def played(self, step: Step) -> Act:
        """A step whose dice are due."""
        if step.do == "clear_jam":  # with the first base number
            return Act("clear", JamGiven(bonus=self.profile.bases[0]), without_aim(self.mine), step.arm)
        actor = self
        if step.situation:
            charging = self.mine.fight.after_attack(charged_to=self.field.place(step.target))
            actor = replace(self, mine=replace(self.mine, fight=charging))
        return actor.fires(step.arm, step.target, full=step.do == "full_attack", situation=step.situation)

    def goes_on(self, turn: Turn) -> Act | None:
        """A volley whose first target has fallen, at the next one within reach."""
        arm = self.profile.arms[turn.arm]
        foe = next((foe for foe in self.foes if self.reaches(arm, foe)), None)
        more = foe is not None and turn.made < len(self.numbers(turn.arm, full=True).numbers)
        return self.fires(turn.arm, foe, turn.made, full=True) if more and foe is not None else None

    # ---- attacks as the rules play them ----

    def numbers(self, at: int, full: bool) -> Numbers:
        """The base numbers of a full attack as rate and magazine allow, or of a single one (CD20-P-GUN-02)."""
        arm, load, who = self.profile.arms[at], self.mine.loads[at], self.profile.who
        if arm.natural:
            count = sum(one.count for one in self.together(arm)) if full else 1
            return Numbers(numbers=(0,) * count, malus=0, rounds=1)
        bases = self.profile.bases if arm.bonus is None else (0,) * arm.count
        if not full:
            return Numbers(numbers=bases[:1], malus=0, rounds=1)
        tactics, weapon = self.profile.tactics, arm.weapon
        rapid = tactics.rapid_shot and arm.ranged and who.has("rapid_shot")
        mode: FireMode = tactics.fire if arm.ranged and LETTERS[tactics.fire] in weapon.rate else "semi"
        volley = volley_of(bases, mode, rapid, who.has("multishot"))
        if load is not None and load.loaded < volley.rounds:  # not enough for a burst, but for a shot
            volley = volley_of(bases, "semi", rapid, False)
        return volley.limited_to(weapon.most_shots if arm.ranged else 0, None if load is None else load.loaded)

    def together(self, arm: Arm) -> list[Arm]:
        """What a body strikes with all at once (CD20-P-ACT-03)."""
        return [one for one in self.profile.arms if one.natural and one.ranged == arm.ranged]

    def fires(
        self, at: int, foe: int, made: int = 0, *, full: bool = False, situation: tuple[Situation, ...] = ()
    ) -> Act:
        """The attacks of a turn from one of them on."""
        shots = self.shots(at, foe, full, situation)[made:]
        other, them = self.field.profiles[foe], self.field.people[foe]
        volley = Volley(
            shots=shots,
            target=self.field.combatant(foe, them, attacking=False),
            body=them.body,
            hp=them.hp,
            reduction=other.reduction,
            half=other.half_damage,
            keeping=self.field.keeping[foe],
        )
        turn = Turn(at, made) if len(shots) > 1 and len(self.foes) > 1 else None
        rounds = self.numbers(at, full).rounds if self.mine.loads[at] is not None else 0
        return Act("volley", volley, without_aim(self.mine), at, foe, rounds, made, turn)

    def shots(self, at: int, foe: int, full: bool, situation: tuple[Situation, ...]) -> tuple[Shot, ...]:
        """Every attack of a turn with one weapon; natural ones all together (CD20-P-ACT-03)."""
        arm, who = self.profile.arms[at], self.field.combatant(self.who, self.mine, attacking=True)
        tactics, volley = self.profile.tactics, self.numbers(at, full)
        arms = [one for one in self.together(arm) for _ in range(one.count)] if arm.natural and full else None
        melee = not arm.ranged and who.has("power_attack")
        return tuple(
            like(
                Shot,
                one,
                weapon=one.named,
                attacker=who,
                base=number,
                malus=volley.malus,
                distance=self.metres(foe),
                aim=tactics.aim,
                aimed=bool(self.mine.fight.aiming) and not place and one.ranged,
                power=min(tactics.power_attack, max(0, base_attacks(who)[0])) if melee else 0,
                situation=situation,
                concealment=self.field.concealment,
            )
            for place, (one, number) in enumerate(zip(arms or [arm] * len(volley.numbers), volley.numbers, strict=True))
        )


def after_volley(actor: Actor, turn: Turn) -> FighterState:
    """Whoever finds nobody else to go on with: what was fired is gone."""
    return after_use(actor.mine, turn.arm, turn.made * actor.numbers(turn.arm, full=True).rounds)


def after_use(mine: FighterState, at: int, rounds: int, jammed: bool = False) -> FighterState:
    """A weapon after its use; magazines that cannot be emptied are none (CD20-P-GUN-01)."""
    load = mine.loads[at]
    return mine if load is None else with_load(mine, at, Load(load.loaded - rounds, load.spare, jammed))


def with_load(mine: FighterState, at: int, load: Load) -> FighterState:
    return replace(mine, loads=(*mine.loads[:at], load, *mine.loads[at + 1 :]))
