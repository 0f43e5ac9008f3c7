"""Lives at the table: time reaches people; what asks for no die happens to them, what does waits until it is thrown.

While something waits, the time passed since then lies before that thread of somebody's life (`lag`: seconds, and how
they are spent); it is lived on from there once the dice have fallen, or once what it rested on has changed. Whoever
else it will befall waits with them.
"""

from collections.abc import Container, Iterable, Iterator
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from gardien.core.errors import Refusal
from gardien.core.life import FIGHT, Happening, Law, Life, Minutes, Moment, Stretch
from gardien.core.scene import Being, in_fight
from gardien.table.binding import by_id, content, people_in
from gardien.table.events import Rolled
from gardien.table.handlers.context import Context
from gardien.table.marks import ends_at
from gardien.table.state import State, with_effects
from gardien.table.tree import Effect, Tree, plain
from gardien.table.viewers import OWNER, table_rules_of
from gardien.table.writing import sheet_effects

MINUTE = 60  # seconds
LATEST = 100_000_000  # minutes: about 190 years
MOST_MOMENTS = 200_000  # of one life in one go: more than that never ends


def own_clock(state: State, id: str, thread: str) -> Fraction:
    """The minute that a thread of somebody's life has come to."""
    lag = state.play["characters"][id].get("lag", {}).get(thread, ())
    behind = sum(seconds for seconds, activity in lag if activity != FIGHT)
    return Fraction(int(state.play.get("clock", 0)) * MINUTE - behind, MINUTE)


def clock_effects(state: State, minutes: int) -> list[Effect]:
    """The clock so many minutes later; plans whose hour has come are marked, states that last so long are over."""
    before = int(state.play.get("clock", 0))
    if before + minutes > LATEST:
        raise Refusal("field/at_most", field="minutes", came=minutes, high=LATEST - before)
    effects = [Effect(("play", "clock"), before + minutes)]
    for id, kept in state.play.get("plans", {}).items():
        if not kept.get("done") and kept["time"] <= before + minutes:
            effects.append(Effect(("play", "plans", id, "done"), True))
    return [*effects, *(Effect(path, None) for path in _over_by(state, before + minutes))]


def _over_by(state: State, clock: int) -> Iterator[tuple[str, ...]]:
    """Where the states lie, in people's own words, that are over by then."""
    rules = table_rules_of(state)
    for id, kept in state.play.get("characters", {}).items():
        for name, value in kept.get("marks", {}).items():
            end = ends_at(rules, name, value)
            if end is not None and end <= clock:
                yield "play", "characters", id, "marks", name


def time_told(context: Context, roll: Rolled, done: Iterable[Effect]) -> list[Effect]:
    """The time that a procedure tells of passes for everybody; it has told what it brings to whoever it is about."""
    passes = context.table_rules.passes.get(roll.procedure)
    minutes = 0 if passes is None or roll.waits else passes(roll.given, roll.outcome)
    if not minutes:
        return []
    moved = clock_effects(context.state, minutes)
    chronicle = Chronicle(context, (*done, *moved))
    life = chronicle.life or Life({})
    for id in context.play.get("characters", {}):
        chronicle.add_time(id, minutes * MINUTE, life.usual)
        if id == roll.people.get(""):
            told = {"character": id, "procedure": roll.procedure, "given": roll.given, "lasts": minutes * MINUTE}
            for thread in life.laws:
                chronicle.live_through({**told, "thread": thread})
        chronicle.live(id)
    return [*moved, *chronicle.effects]


class Chronicle:
    """What time writes: the state as far as it has been written, and the effects that lead there."""

    def __init__(self, context: Context, done: Iterable[Effect] = ()) -> None:
        self.context = context
        self.state = with_effects(context.state, done)
        self.effects: list[Effect] = []

    @property
    def life(self) -> Life | None:
        return self.context.table_rules.life

    def write(self, effects: Iterable[Effect]) -> None:
        written = list(effects)
        self.effects += written
        self.state = with_effects(self.state, written)

    # ---- time ----

    def add_time(self, id: str, seconds: int, activity: str) -> None:
        """So much time lies before somebody, spent in one way."""
        if self.life is None or not seconds:
            return
        for thread in self.life.laws:
            lag = self._lag(id, thread)
            if lag and lag[-1][1] == activity and (activity != FIGHT or self.life.joins_rounds):
                lag[-1][0] += seconds
            else:
                lag.append([seconds, activity])
            self._put_lag(id, thread, lag)

    def live(self, id: str) -> None:
        """Every thread of somebody's life, as far as it goes without a die."""
        if id not in self.state.play.get("characters", {}):
            self._drop_due(id)
        elif self.life is not None:
            self._drop_due(id, beyond=("", *self.life.laws))
            for thread, law in self.life.laws.items():
                self._live_thread(id, thread, law)

    def live_on(self, due: Tree) -> None:
        """What was due is due no more: whom else it meant has waited for it."""
        for id in people_in(due["given"]):
            if id != due["character"]:
                self.live(id)

    def _is_meant(self, id: str, thread: str) -> bool:
        """Whether what waits for somebody else will befall this one too."""
        waiting = (one for one in self.state.play.get("due", {}).values() if one.get("thread") == thread)
        return any(one["character"] != id and id in people_in(one["given"]) for one in waiting)

    def live_through(self, due: Tree) -> None:
        """The time that what was due has told of: for whatever else goes on meanwhile."""
        id, thread, left = due["character"], due.get("thread", ""), Fraction(due.get("lasts", 0), MINUTE)
        assert self.life is not None
        told, law = Happening(due["procedure"], due["given"]), self.life.laws.get(thread)
        while law and left and self._lag(id, thread):
            stretch = self._stretch(id, thread)
            minutes = min(left, stretch.minutes)
            self._pass(id, thread, law, replace(stretch, minutes=minutes, told=told))
            left -= minutes

    def _spend(self, id: str, thread: str, seconds: int) -> None:
        lag = self._lag(id, thread)
        lag[0][0] -= seconds
        self._put_lag(id, thread, lag if lag[0][0] else lag[1:])

    def _live_thread(self, id: str, thread: str, law: Law) -> None:
        stands = self._is_meant(id, thread)
        for _ in range(MOST_MOMENTS):
            stretch = self._stretch(id, thread)
            stretch = replace(stretch, minutes=0) if stands else stretch
            moment = law.next(stretch)
            if moment is None or moment.after > stretch.minutes:
                if stands or not self._lag(id, thread):
                    self._put_due(id, thread, None, stretch)
                    return
                self._pass(id, thread, law, stretch)
                continue
            if moment.after:
                self._pass(id, thread, law, replace(stretch, minutes=moment.after))
                stretch = replace(self._stretch(id, thread), now=stretch.now + moment.after)
            if moment.what.procedure:
                self._put_due(id, thread, moment, stretch)
                return
            written = sheet_effects(self.state, id, moment.what.fields, clock=int(own_clock(self.state, id, thread)))
            self.write(written)
            if not (written or moment.after):
                raise RuntimeError(f"nothing changes and yet it happens: {moment.what.fields}")
        raise RuntimeError(f"no end to what happens in {thread}")

    def _stretch(self, id: str, thread: str) -> Stretch:
        assert self.life is not None
        lag = self._lag(id, thread)
        seconds, activity = lag[0] if lag else (0, self.life.usual)
        now = own_clock(self.state, id, thread)
        being = content(self.state, id, OWNER)
        if (being.scene.clock, being.scene.activity) != (int(now), activity):
            scene = replace(being.scene, clock=int(now), activity=activity)
            being = Being(being.sheet, being.marks, scene, id, being.tally)
        later = self.state.play["characters"][id].get("later", {}).get(thread, {})
        return Stretch(being, Fraction(seconds, MINUTE), now, later={int(place): at for place, at in later.items()})

    def begin_later(self, id: str, before: State) -> None:
        """What has befallen somebody now does not begin in the time that still lies before them: it is older."""
        earlier, now = Chronicle(self.context), int(self.state.play.get("clock", 0))
        earlier.state = before
        begun: Tree = dict(self.state.play["characters"][id].get("later", {}))
        for thread, law in self.life.laws.items() if self.life else ():
            if own_clock(self.state, id, thread) < now:
                was, then = earlier._stretch(id, thread), self._stretch(id, thread)
                new = [at for at, one in enumerate(law.strands) if one.next(then) and not one.next(was)]
                begun |= {thread: {**begun.get(thread, {}), **{str(at): now for at in new}}} if new else {}
        if begun:
            self.write([Effect(("play", "characters", id, "later"), begun)])

    def _pass(self, id: str, thread: str, law: Law, stretch: Stretch) -> None:
        """So many minutes in which nothing happens but that they pass."""
        if law.passing:
            fields = law.passing(stretch)
            self.write(sheet_effects(self.state, id, fields, clock=int(stretch.now)))
        self._spend(id, thread, seconds_of(stretch.minutes))

    # ---- what waits ----

    def _put_due(self, id: str, thread: str, moment: Moment | None, stretch: Stretch) -> None:
        """What waits of a thread: one thing at most, said anew where it has changed."""
        waiting = self.state.play.get("due", {})
        key, before = next(
            ((key, one) for key, one in waiting.items() if one["character"] == id and one.get("thread") == thread),
            ("", None),
        )
        if moment is None:
            if before:
                self.write([Effect(("play", "due", key), None)])
                self.live_on(before)
            return
        due = _due(id, thread, moment, stretch)
        if before == due:
            return
        same = before is not None and all(before.get(name) == due.get(name) for name in ("procedure", "about", "since"))
        if key and not same:
            self.write([Effect(("play", "due", key), None)])
        self.write([Effect(("play", "due", key if same else self.context.moment.new_id("d")), due)])
        if before:
            self.live_on(before)

    def _drop_due(self, id: str, beyond: Container[str] = ()) -> None:
        """What waits for somebody: all of it, or what no thread asks for since it has been woven into another."""
        waiting = self.state.play.get("due", {})
        over = {
            key: one for key, one in waiting.items() if one["character"] == id and one.get("thread", "") not in beyond
        }
        self.write(Effect(("play", "due", key), None) for key in over)
        for one in over.values():
            self.live_on(one)

    # ---- the time that lies before somebody ----

    def _lag(self, id: str, thread: str) -> list[list[Any]]:
        kept = self.state.play["characters"][id].get("lag", {}).get(thread, ())
        return [list(one) for one in kept]

    def _put_lag(self, id: str, thread: str, lag: list[list[Any]]) -> None:
        assert self.life is not None
        threads = {**self.state.play["characters"][id].get("lag", {}), thread: lag}
        left = {name: one for name, one in threads.items() if one and name in self.life.laws}
        self.write([Effect(("play", "characters", id, "lag"), left or None)])
        if later := self.state.play["characters"][id].get("later"):
            kept = {name: one for name, one in later.items() if name in left}
            self.write([Effect(("play", "characters", id, "later"), kept or None)] if kept != later else [])


def _due(id: str, thread: str, moment: Moment, stretch: Stretch) -> Tree:
    """What waits, as the table keeps it."""
    what: Happening = moment.what
    due: Tree = {
        "character": id,
        "procedure": what.procedure,
        "given": by_id(plain(what.given), {"": id}),
        "since": int(stretch.now),
        "thread": thread,
    }
    due |= {"second": second} if (second := seconds_of(stretch.now) % MINUTE) else {}
    due |= {"lasts": seconds_of(moment.lasts)} if moment.lasts else {}
    due |= {"round": True} if in_fight(stretch.being) else {}
    due |= {"asks": plain(what.questions)} if what.questions else {}
    return due | ({"about": list(what.about)} if any(what.about) else {})


def seconds_of(minutes: Minutes) -> int:
    """Minutes of a law in whole seconds."""
    seconds = minutes * MINUTE
    if seconds != int(seconds):
        raise RuntimeError(f"{minutes} minutes are no whole number of seconds")
    return int(seconds)
