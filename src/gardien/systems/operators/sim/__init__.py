"""Whole fights of Dark Operators as a chain of acts: two sides, stated tactics, everybody in the order of the turn.

Nothing of an attack is written again here: tactics choose, the procedures play (`acts.py`). Whoever loses control
at the sight of a creature takes no further part; explosives come down among those of the other side. Left out: what
fumbles bring, and first aid; Contrôle decides on those at the table.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.chance import Call, Done, Midway, Program, apply, call, together
from gardien.core.interpreters.table import Numbered
from gardien.core.scaling import Scale
from gardien.core.simulation import Choice, Ending, FighterEnd, Foe, Somebody, entry_of, ten_of, witnesses
from gardien.shared.battles import Sides, orderly
from gardien.shared.encounters import SanityFights
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.character import LEVELS, crush_of
from gardien.systems.operators.rules.fight.ammunition import Load
from gardien.systems.operators.rules.fight.initiative import order_of
from gardien.systems.operators.rules.fight.weapons import Swing
from gardien.systems.operators.sim.acts import MAD, ActResult, FighterState, Given, act, state_at_start
from gardien.systems.operators.sim.fighters import FighterProfile, FightGiven, of_sheet
from gardien.systems.operators.sim.projection import proposals
from gardien.systems.operators.sim.scenarios import Facing, MissionGiven, Witness, mission_calls, scenes_of
from gardien.systems.operators.sim.tactics import Field, Move, Pending, Sort, choose, settle, sources

# First turn?, whose place in it, has anybody acted?, an act whose targets are still to come, everybody's state.
State = tuple[bool, int, bool, Pending | None, tuple[int, ...]]
Kind = Literal["sight", "grow", "cover", "act", "squeeze"]


class Frame(Struct, frozen=True):
    """An act in the fight: whose it is, on whom, with which weapon."""

    who: int
    kind: Sort
    targets: tuple[int, ...]
    arm: int
    burst: bool


Chosen = tuple[Call[int], Frame] | int | None
Next = State | Midway[State] | Done[State]
UNKNOWN = object()


class Fight(Sides[FighterProfile]):
    """A fight as a chain: `start`, then `step` from act to act; a turn is one round of it."""

    def __init__(self, given: FightGiven, options: Options) -> None:
        super().__init__(given.side, lambda one: one.whole.profile(options))
        self.options = options
        self.zone, self.apart, self.sight = given.zone, given.apart, given.sight
        grips = any(claw.grip for one in self.profiles for claw in one.claws)
        self.symmetric = not grips and orderly(self.profiles)
        groups = {group: [at for at, other in enumerate(self.alike) if other == group] for group in self.alike}
        self._groups = [places for places in groups.values() if len(places) > 1] if self.symmetric else []
        self._states: Numbered[FighterState] = Numbered()
        self._stands: list[bool] = []  # of each of them
        self._ranks: list[tuple[Any, ...]] = []  # of each of them: the worst off first
        self._acts: Numbered[Given] = Numbered()
        self._results: Numbered[ActResult] = Numbered()
        self._chosen: dict[Any, Any] = {}
        self._changed: dict[Any, int] = {}
        self._first, self._later = self._places(1), self._places(2)

    def _places(self, turn: int) -> tuple[tuple[int, Kind, int], ...]:
        """The order of a turn (OPS-CBT-02, OPS-CBT-03, OPS-CBT-04): whose place, what for, which of several attacks."""
        people = tuple(replace(one.who, name=str(index)) for index, one in enumerate(self.profiles))
        places: list[tuple[int, Kind, int]] = self._sights() if turn == 1 else []
        for one in order_of(people, turn, self.options):
            index = int(one.name)
            profile = self.profiles[index]
            if profile.who.regeneration:
                places.append((index, "grow", 0))
            if turn == 1 and one.surprised:
                continue  # defends, and nothing else
            if profile.tactics.take_cover and self.options.cover_free_action:
                places.append((index, "cover", 0))
            places += [(index, "act", form) for form in range(len(profile.claws) if profile.multiple else 1)]
        return tuple(places + self._squeezes())

    def _squeezes(self) -> list[tuple[int, Kind, int]]:
        """At the end of a turn every grip does what it does to all whom it holds."""
        return [
            (index, "squeeze", number)
            for index, one in enumerate(self.profiles)
            if any(claw.grip for claw in one.claws) and crush_of(one.claws)
            for number, _ in enumerate(self._side_places[1 - self.side_of[index]])
        ]

    def _sights(self) -> list[tuple[int, Kind, int]]:
        """Before anything is done, every Operator faces whatever there is to see, one source after the other."""
        return [
            (index, "sight", number)
            for index, one in enumerate(self.profiles)
            if self.sight and one.who.kind == "operator"
            for number, _ in enumerate(sources(self.profiles, self.side_of, index))
        ]

    # ---- states ----

    @property
    def start(self) -> State:
        seeing = {index for index, _, _ in self._sights()}
        people = (
            replace(state_at_start(one, self.options), san=one.who.san if index in seeing else 0)
            for index, one in enumerate(self.profiles)
        )
        return True, 0, False, None, tuple(map(self._number, people))

    def fighter_states(self, state: State) -> tuple[FighterState, ...]:
        """The fighters of a state."""
        return tuple(self._states.things[number] for number in state[4])

    def stands(self, state: State) -> tuple[FighterEnd, ...]:
        """Everybody at the end; who is in a grip is not free."""
        return tuple(FighterEnd(one.status, one.stands and not one.held_by) for one in self.fighter_states(state))

    def is_over(self, numbers: Sequence[int]) -> bool:
        """Over when a side has nobody left in the fight."""
        return not all(any(self._stands[numbers[at]] for at in places) for places in self._side_places)

    def _number(self, state: FighterState) -> int:
        """Who has no part in the fight any more is like all others who have none."""
        number = self._states.number(state if state.stands else FighterState(body=state.body, away=state.away))
        if number == len(self._stands):
            self._stands.append(state.stands)
            body = state.body
            self._ranks.append((state.stands, -LEVELS.index(body.level), body.luck, repr(state)))
        return number

    # ---- one act ----

    def step(self, state: State) -> Any:
        """The next act: chosen by tactics, played by its procedure; or the end of the fight."""
        first, place, _, pending, numbers = state
        places = self._first if first else self._later
        if pending:
            asked = self._call_of(settle(self._field(state, frozenset()), pending))
            return together(asked, join=self._after_target, frame=state)
        if self.is_over(numbers):
            return Done(state)
        if place >= len(places) or not self._stands[numbers[places[place][0]]]:
            return self._go_on(state, list(numbers), acted=False)
        who = places[place][0]
        key = (first, place, numbers[who], *(numbers[at] for at in self._side_places[1 - self.side_of[who]]))
        chosen = self._chosen.get(key, UNKNOWN)
        if chosen is UNKNOWN:
            chosen = self._chosen[key] = self._choose(state, places, place)
        if chosen is None:
            return self._go_on(state, list(numbers), acted=False)
        if isinstance(chosen, int):
            return self._go_on(state, [*numbers[:who], chosen, *numbers[who + 1 :]], acted=True)
        asked, frame = chosen
        return together(asked, join=self._after_answer, frame=(state, frame))

    def _field(self, state: State, to_come: frozenset[int]) -> Field:
        return Field(
            self.profiles, self.side_of, self.fighter_states(state), self.zone, self.options, to_come, self.apart
        )

    def _choose(self, state: State, places: tuple[tuple[int, Kind, int], ...], place: int) -> Chosen:
        """What somebody does, which no comrade's state can change: a state without dice, an act, or nothing."""
        who, kind, form = places[place]
        field = self._field(state, frozenset(index for index, _, _ in places[place + 1 :]))
        chosen = choose(field, who, kind, form)
        if chosen is None:
            return None
        if isinstance(chosen, Move):
            return self._number(chosen.after)
        return self._call_of(chosen.given), Frame(who, chosen.kind, chosen.targets, chosen.arm, chosen.burst)

    def _call_of(self, given: Given) -> Call[int]:
        return call(self.outcome, self._acts.number(given))

    def outcome(self, number: int) -> Program[int]:
        """What an act leaves behind; equal acts are weighed once."""
        left = yield from apply(act, self._acts.things[number], self.options)
        return self._results.number(left)

    # ---- and what it leaves ----

    def _after_answer(self, framed: tuple[State, Frame], answers: tuple[int, ...]) -> Next:
        state, frame = framed
        (number,) = answers
        left, who = self._results.things[number], frame.who
        numbers = list(state[4])
        before = numbers[who]
        key = (before, frame.kind, frame.arm, frame.burst, number)
        after = self._changed.get(key)
        if after is None:
            after = self._changed[key] = self._number(self._after_act(self._states.things[before], frame, left))
        numbers[who] = after
        if frame.kind in ("natural", "spread") and left.swung:
            load = self._states.things[before].loads[frame.arm] if frame.kind == "spread" else None
            pending = Pending(
                who=who,
                kind="natural" if frame.kind == "natural" else "spread",
                at=frame.arm,
                swung=left.swung,
                targets=frame.targets,
                rounds_left=load.rounds_left if load else None,
            )
            return Midway((state[0], state[1], True, pending, tuple(numbers)))
        if any(left.felt):
            blast = Pending(who=who, kind="blast", at=-1, swung=Swing("success"), felt=left.felt, targets=frame.targets)
            return Midway((state[0], state[1], True, blast, tuple(numbers)))
        if left.bodies and frame.targets:
            self._apply_hit(numbers, who, frame.targets[0], number)
        return self._go_on(state, numbers, acted=frame.kind != "grow")

    def _after_target(self, state: State, answers: tuple[int, ...]) -> Next:
        """One of several targets is settled; the next, or the next act."""
        first, place, _, pending, _ = state
        assert pending is not None
        numbers = list(state[4])
        self._apply_hit(numbers, pending.who, pending.next, answers[0])
        following = replace(pending, done=pending.done + 1)
        if following.done < len(following.targets):
            return Midway((first, place, True, following, tuple(numbers)))
        return self._go_on(state, numbers, acted=True)

    def _apply_hit(self, numbers: list[int], who: int, target: int, answer: int) -> None:
        left = self._results.things[answer]
        key = (numbers[target], answer, who if left.gripped else -1)
        after = self._changed.get(key)
        if after is None:
            struck, (body,) = self._states.things[numbers[target]], left.bodies
            seized = left.gripped and who not in struck.held_by
            holders = (*struck.held_by, who) if seized else struck.held_by
            after = self._number(replace(struck, body=body, held_by=holders))
            self._changed[key] = after
        numbers[target] = after

    def _after_act(self, mine: FighterState, aimed: Frame, left: ActResult) -> FighterState:
        """Whoever acted, afterwards."""
        if aimed.kind == "grow":
            (grown,) = left.bodies
            return replace(mine, body=replace(mine.body, level=grown.level, wounds=grown.wounds, hp=grown.hp))
        if aimed.kind == "sight":
            return replace(mine, san=left.san if aimed.arm else 0, body=mine.body if left.succeeded else MAD)
        if aimed.kind == "reload":
            return _after_load(mine, aimed.arm, left.load)
        if aimed.kind in ("natural", "grip"):
            return mine
        mine = replace(mine, body=replace(mine.body, luck=left.luck))
        if aimed.kind == "throw":
            return replace(mine, thrown=tuple(sorted((*mine.thrown, aimed.arm))))
        if aimed.kind == "lob":
            return replace(mine, lobs=mine.lobs - 1)
        if aimed.kind == "cover":
            return replace(mine, dived=True, cover="in_cover" if left.succeeded else mine.cover)
        if aimed.kind == "free":
            return replace(mine, held_by=mine.held_by[1:]) if left.succeeded else mine
        load = mine.loads[aimed.arm] if aimed.kind in ("shot", "spread") and left.fired else None
        if load is None:
            return mine
        fired = load.after_shot(aimed.burst, left.parity, self.options)
        mine = _after_load(mine, aimed.arm, fired.load)
        return replace(mine, busy=True) if fired.reload and self.options.reload_costs_action else mine

    def _go_on(self, state: State, numbers: list[int], acted: bool) -> Next:
        """The next place in the turn that somebody can take, the next turn, or the end."""
        first, place, before, _, _ = state
        acted = acted or before
        self._let_go(numbers)
        if self.is_over(numbers):
            return Done((False, 0, False, None, tuple(numbers)))
        places = self._first if first else self._later
        place = self._next(places, place + 1, numbers)
        if place < len(places):
            return Midway((first, place, acted, None, tuple(numbers)))
        if not acted and not first:
            return Done((False, 0, False, None, tuple(numbers)))  # nobody does anything any more
        self._put_in_order(numbers)
        return False, self._next(self._later, 0, numbers), False, None, tuple(numbers)

    def _next(self, places: tuple[tuple[int, Kind, int], ...], place: int, numbers: list[int]) -> int:
        while place < len(places) and not self._stands[numbers[places[place][0]]]:
            place += 1
        return place

    def _let_go(self, numbers: list[int]) -> None:
        """A grip ends with whoever holds."""
        for at, number in enumerate(numbers):
            held_by = self._states.things[number].held_by
            left = tuple(holder for holder in held_by if self._stands[numbers[holder]])
            if left != held_by:
                numbers[at] = self._number(replace(self._states.things[number], held_by=left))

    def _put_in_order(self, numbers: list[int]) -> None:
        """Those alike act in the order they like (OPS-CBT-02): the worst off first, and one state stands for all."""
        for places in self._groups:
            now = sorted((numbers[place] for place in places), key=self._ranks.__getitem__)
            for place, number in zip(places, now, strict=True):
                numbers[place] = number


def _after_load(mine: FighterState, arm: int, load: Load | None) -> FighterState:
    return replace(mine, loads=(*mine.loads[:arm], load, *mine.loads[arm + 1 :]))


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
        people = [{**of_sheet(one.sheet), "name": one.name, **circumstances} for one in ours[1]]
        cover = "in_cover" if chosen["their_cover"] == "true" else "normal"
        others = [{**entry_of(one, of_sheet), "cover": cover} for one in theirs[1]]
        sides = [{"name": ours[0], "fighter": people}, {"name": theirs[0], "fighter": others}]
        return {"side": sides, "zone": int(chosen["zone"]), "sight": chosen["sight"] == "true"}

    def scenario(self, people: Sequence[Somebody], lines: Sequence[str]) -> dict[str, Any]:
        """Shocks as lines, scenes with a blank line between them."""
        return {"scene": scenes_of(lines), "character": witnesses(people, Witness)}


FIGHTS = OperatorsFights()
