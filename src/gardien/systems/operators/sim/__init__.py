"""Whole fights of Dark Operators as a chain of acts: two sides, stated tactics, everybody in the order of the turn.

Nothing of an attack is written again here: tactics choose, the procedures play (`acts.py`). Whoever loses control
at the sight of a creature takes no further part; explosives come down among those of the other side. Left out: what
fumbles bring, and first aid; Contrôle decides on those at the table.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.chance import Call, Midway, call, together
from gardien.core.interpreters.table import Numbered
from gardien.core.scaling import Scale
from gardien.core.simulation import Choice, Ending, FighterEnd, Foe, Somebody, ten_of, witnesses
from gardien.shared import battles
from gardien.shared.battles import Battle, Numbers, Phase, State
from gardien.shared.encounters import SanityFights, facing
from gardien.shared.initiative import Quick
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.character import LEVELS, crush_of
from gardien.systems.operators.rules.fight.initiative import order_of
from gardien.systems.operators.sim.acts import FighterState, act, loses_control, state_at_start
from gardien.systems.operators.sim.fighters import FighterProfile, FightGiven, of_sheet
from gardien.systems.operators.sim.projection import proposals
from gardien.systems.operators.sim.scenarios import Facing, MissionGiven, Witness, mission_calls, scenes_of
from gardien.systems.operators.sim.tactics import ChosenAct, Field, after_act, choose, settlements

Kind = Literal["grow", "cover", "act", "squeeze"]
Place: TypeAlias = tuple[int, Kind, int]  # in a turn: whose it is, what for, which of several attacks
Next: TypeAlias = battles.Next[State]


class Frame(Struct, frozen=True):
    """An act in the fight: how whoever acts stands before the dice fall, and what it is, by its number."""

    mine: int
    idle: bool = False
    act: int = -1


class Standing(battles.Standing, frozen=True):
    """What a fight asks about somebody again and again."""

    held_by: tuple[int, ...]


class Fight(Battle[FighterProfile, FighterState, Standing, State]):
    """A fight as a chain: `start`, then `step` from act to act; a turn is one round of it.

    The order of a state is one of places, by their numbers; `turn` are the targets of an act that are still to come.
    """

    def __init__(self, given: FightGiven, options: Options) -> None:
        super().__init__(given.side, lambda one: one.whole.profile(options), lambda one: Quick(), State)
        self.options = options
        self.zone, self.apart = given.zone, given.apart
        if given.sight:
            self._seeing(lambda one: one if one.shock else None, lambda one: one.who.kind == "operator")
        self._chosen_acts: Numbered[ChosenAct] = Numbered()
        self._ranks: list[tuple[Any, ...]] = []  # of each state: the worst off first
        self._changed: dict[Any, int] = {}
        self._first, self._later = self._places(1), self._places(2)
        self._all = self._first + self._later
        self._later_order = tuple(range(len(self._first), len(self._all)))

    def _may_change_places(self) -> bool:
        return super()._may_change_places() and not any(claw.grip for one in self.profiles for claw in one.attacks)

    def _places(self, turn: int) -> tuple[Place, ...]:
        """The order of a turn (OPS-CBT-02, OPS-CBT-03, OPS-CBT-04)."""
        people = tuple(replace(one.who, name=str(index)) for index, one in enumerate(self.profiles))
        places: list[Place] = []
        for one in order_of(people, turn, self.options):
            index = int(one.name)
            profile = self.profiles[index]
            if profile.who.regeneration:
                places.append((index, "grow", 0))
            if turn == 1 and one.surprised:
                continue  # defends, and nothing else
            if profile.tactics.take_cover and self.options.cover_free_action:
                places.append((index, "cover", 0))
            places += [(index, "act", form) for form in range(len(profile.attacks) if profile.multiple_attacks else 1)]
        return tuple(places + self._squeezes())

    def _squeezes(self) -> list[Place]:
        """At the end of a turn every grip does what it does to all whom it holds."""
        return [
            (index, "squeeze", number)
            for index, one in enumerate(self.profiles)
            if any(claw.grip for claw in one.attacks) and crush_of(one.attacks)
            for number, _ in enumerate(self._side_places[1 - self.side_of[index]])
        ]

    def _sees(self, at: int, sights: tuple[Any, ...]) -> Call[bool]:
        """Those of a kind are one sight (OPS-SAN-07)."""
        who, shocks = self.profiles[at].who, tuple(one.shock for one in dict.fromkeys(sights))
        return call(loses_control, who.san, who.si, shocks, self.options)

    def _after_sight(self, state: State, answers: tuple[bool, ...]) -> Next:
        after = super()._after_sight(state, answers)
        assert isinstance(after, Midway)
        return Midway(replace(after.value, phase="surprise"))

    # ---- states ----

    @property
    def start(self) -> State:
        numbers = tuple(self.number(at, self._entering(at)) for at in range(len(self.profiles)))
        phase: Phase = "sight" if self._seers else "surprise"
        return State(phase, numbers, tuple(range(len(self._first))), place=-1)

    def _entering(self, at: int) -> FighterState:
        return state_at_start(self.profiles[at], self.options)

    def number(self, at: int, local: FighterState) -> int:
        """Who has no part in the fight any more is like all others who have none."""
        local = local if local.stands else FighterState(body=local.body, away=local.away, mad=local.mad)
        number = self.numbered.number((self.alike[at], local))
        if number == len(self.standings):
            self.standings.append(Standing(local.stands, False, local.held_by))
            self._ranks.append((local.stands, -LEVELS.index(local.body.wound_level), local.body.luck, repr(local)))
        return number

    def _outcome_of(self, at: int, local: FighterState) -> FighterEnd:
        """Who is in a grip is not free."""
        return FighterEnd(local.status, local.stands and not local.held_by)

    def field(self, state: State) -> Field:
        """The fight as whoever acts sees it."""
        to_come = frozenset(self._all[place][0] for place in state.order[state.place + 1 :])
        people = self.fighter_states(state)
        return Field(self.profiles, self.side_of, people, self.zone, self.options, to_come, self.apart)

    # ---- one act ----

    def actor(self, state: State) -> int:
        return self._all[state.order[state.place]][0]

    def step(self, state: State) -> Any:
        """The targets of an act that has several come before anything else."""
        if state.turn:
            (_, asked), *_ = state.turn
            return together(asked, join=self._after_target, frame=state)
        if state.place < 0 and state.phase != "sight":
            return self._over(state.numbers) if self._is_over(state.numbers) else self._next_turn(state)
        return super().step(state)

    def _plan(self, state: State, who: int) -> tuple[Call[int] | None, Frame]:
        _, kind, form = self._all[state.order[state.place]]
        chosen = choose(self.field(state), who, kind, form)
        if isinstance(chosen, ChosenAct):
            asked = self._asks(act, chosen.given, self.options)
            return asked, Frame(state.numbers[who], act=self._chosen_acts.number(chosen))
        return None, Frame(self.number(who, chosen.after) if chosen else state.numbers[who], idle=chosen is None)

    def _after_plan(self, state: State, numbers: list[int], frame: Frame) -> Next:
        return self._after(state, numbers, state.acted or not frame.idle, goes_on=False)

    # ---- and what it leaves ----

    def _after_act(self, framed: tuple[State, Frame], answers: tuple[int]) -> Next:
        (state, frame), (answer,) = framed, answers
        who, numbers = self.actor(state), list(state.numbers)
        chosen, left = self._chosen_acts.things[frame.act], self.results.things[answer]
        after = self._changed.get((frame.mine, frame.act, answer))
        if after is None:
            mine = after_act(self.numbered.things[frame.mine][1], chosen, left, self.options)
            after = self._changed[frame.mine, frame.act, answer] = self.number(who, mine)
        numbers[who] = after
        if left.swung or any(left.felt):
            asked = (self._asks(act, one, self.options) for one in settlements(self.field(state), who, chosen, left))
            to_come = tuple(zip(chosen.targets, asked, strict=True))
            return Midway(replace(state, numbers=tuple(numbers), acted=True, turn=to_come))
        if left.body and chosen.targets:
            self._strike(numbers, who, chosen.targets[0], answer)
        return self._after(state, numbers, state.acted or chosen.kind != "grow", goes_on=False)

    def _after_target(self, state: State, answers: tuple[int]) -> Next:
        """One of several targets is settled; the next, or the next act."""
        numbers = list(state.numbers)
        ((target, _), *others), (answer,) = state.turn, answers
        self._strike(numbers, self.actor(state), target, answer)
        if others:
            return Midway(replace(state, numbers=tuple(numbers), turn=tuple(others)))
        return self._after(state, numbers, True, goes_on=False, turn=None)

    def _strike(self, numbers: list[int], who: int, target: int, answer: int) -> None:
        left = self.results.things[answer]
        key = (numbers[target], who if left.gripped else -1, -1, answer)
        after = self._changed.get(key)
        if after is None:
            struck = self.numbered.things[numbers[target]][1]
            struck = struck.seized_by(who) if left.gripped else struck
            struck = replace(struck, body=left.body, crushed=left.crushed or struck.crushed)
            after = self._changed[key] = self.number(target, struck)
        numbers[target] = after

    def _after(self, state: State, numbers: list[int], acted: bool, goes_on: bool, **more: Any) -> Next:
        """A grip ends with whoever holds."""
        standings = self.standings
        for at, number in enumerate(numbers):
            for holder in standings[number].held_by:
                if not standings[numbers[holder]].fights:
                    numbers[at] = self.number(at, self.numbered.things[numbers[at]][1].free_of(holder))
        return super()._after(state, numbers, acted, goes_on, **more)

    def _has_turn(self, state: State, place: int) -> bool:
        return self.standings[state.numbers[self._all[place][0]]].fights

    def _put_in_order(self, numbers: Numbers, order: Numbers) -> tuple[Numbers, Numbers]:
        """Those alike act in the order they like (OPS-CBT-02): the worst off first, and one state stands for all."""
        now = list(numbers)
        for places in (one for one in self._members if len(one) > 1):
            ranked = sorted((numbers[place] for place in places), key=self._ranks.__getitem__)
            for place, number in zip(places, ranked, strict=True):
                now[place] = number
        return tuple(now), self._later_order


# ---- what the weighing needs to know ----

PLANS: dict[str, dict[str, Any]] = {  # what an Operator is ready to pay, by the workshop's words
    "none": {},
    "death": {"escape_death": True},
    "grave": {"escape_death": True, "cancel_grave": True},
}


EXPLOSIVES = ("frag", "gl40")  # what each Operator may have one of


class OperatorsFights(SanityFights):
    """Fights to the end, and SAN over a mission."""

    endings = (
        Ending("unhurt", "standing"),
        Ending("hurt", "standing"),
        Ending("grave", "standing"),
        Ending("away", "away"),
        Ending("held", "down"),
        Ending("helpless", "down"),
        Ending("mad", "down"),
        Ending("out_of_fight", "down"),
        Ending("dead", "dead"),
    )
    choices = (
        Choice("ambush"),
        Choice("zone", ("0", "1", "2", "3"), "0"),
        Choice("cover", ("open", "dive", "in_cover"), "open"),
        Choice("their_cover"),
        Choice("fire", ("burst", "spread", "single"), "burst"),
        Choice("explosives", ("none", *EXPLOSIVES), "none"),
        Choice("sight"),
        Choice("luck", tuple(PLANS), "death"),
        Choice("withdraw", ("never", "light", "grave"), "never"),
    )
    opening = ("npc/gang_gunner", 2)
    scales = (*(Scale(code, (1, 120)) for code in ("FOR", "CON", "DEX")), Scale("sb", (1, 500)))
    exact_people = 3
    fight_given = FightGiven
    budget_given = MissionGiven
    folder = Path(__file__).parent.parent
    fight = Fight
    propose = staticmethod(proposals)
    budget = staticmethod(mission_calls)

    def band(self, mind: Facing) -> str:
        """By tens; 0 is the end (OPS-SAN-05)."""
        if mind.san == 0:
            return "none"
        return ten_of(mind.san)

    def encounter(
        self, ours: tuple[str, Sequence[Somebody]], theirs: tuple[str, Sequence[Foe]], chosen: Mapping[str, str]
    ) -> dict[str, Any]:
        """Sheets of the table against sheets and rows of the pack, with what was chosen for the table's people."""
        tactics = {
            "fire": chosen["fire"],
            "explosives": True,
            "take_cover": chosen["cover"] == "dive",
            "withdraw_at": chosen["withdraw"],
            "luck": PLANS[chosen["luck"]],
        }
        circumstances = {
            "surprised": chosen["ambush"] == "true",
            "cover": "in_cover" if chosen["cover"] == "in_cover" else "normal",
            "devices": [one for one in EXPLOSIVES if one == chosen["explosives"]],
            "tactics": tactics,
        }
        theirs_in = {"cover": "in_cover" if chosen["their_cover"] == "true" else "normal"}
        sides = facing(ours, theirs, of_sheet, circumstances, theirs_in)
        return {"side": sides, "zone": int(chosen["zone"]), "sight": chosen["sight"] == "true"}

    def scenario(self, people: Sequence[Somebody], lines: Sequence[str]) -> dict[str, Any]:
        """Shocks as lines, scenes with a blank line between them."""
        return {"scene": scenes_of(lines), "character": witnesses(people, Witness)}


FIGHTS = OperatorsFights()
