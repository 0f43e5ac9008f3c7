"""Play at random: commands that make sense, and now and then one that does not."""

from collections.abc import Callable
from random import Random
from typing import Any

from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.tables import Acted
from table.evening import DAY, HOUR, MONTH, WEEK, Evening

WORDS = ("brume", "lampe", "quai", "rire", "")
AUDIENCES: tuple[Any, ...] = ("all", "all", "keeper")


class Player:
    """Somebody who presses buttons: everything is drawn from one generator, so the same seed plays the same."""

    def __init__(self, evening: Evening, seed: int) -> None:
        self.evening = evening
        self.random = Random(seed)
        self.seat = evening.keeper
        self.refused = 0

    def pick(self, choices: Any, otherwise: str = "nobody") -> Any:
        result = tuple(choices)
        return self.random.choice(result) if result else otherwise

    def some(self, choices: Any) -> tuple[str, ...]:
        result = tuple(choices)
        return tuple(self.random.sample(result, self.random.randint(1, len(result)))) if result else ("nobody",)

    def maybe(self) -> bool:
        return self.random.random() < 0.5

    def step(self) -> Acted | None:
        """One command, done or refused."""
        seat, command = self.command()
        try:
            return self.evening.act(seat, command)
        except Refusal:
            self.refused += 1
            return None

    def steps(self, count: int) -> None:
        for _ in range(count):
            self.step()

    def command(self) -> tuple[str, c.Command]:
        """Mostly what can be done now."""
        kind = self.random.random()
        if kind < 0.1:
            return self.evening.keeper, self.random.choice(TAKING_BACK)(self)
        if kind < 0.4:
            self.seat = self.pick((self.evening.ann, self.evening.bob))
            return self.seat, self.random.choice(PLAYER)(self)
        self.seat = self.evening.keeper
        makers = KEEPER
        play = self.evening.play
        if play.get("fight") and self.maybe():
            makers = FIGHTING
        elif (play.get("asks") or play.get("due")) and self.maybe():
            makers = WAITING
        return self.seat, self.random.choice(makers)(self)

    # ---- what there is ----

    def of(self, section: str) -> Any:
        return self.pick(self.evening.play.get(section, {}))

    @property
    def people(self) -> Any:
        return self.evening.play["characters"]

    def fighter(self) -> Any:
        return self.pick((self.evening.play.get("fight") or {"order": ()})["order"])

    def somebody(self) -> Any:
        """For a player mostly somebody of their own."""
        owned = [id for id in self.evening.viewer(self.seat).owns if id in self.people]
        return self.pick(owned if owned and self.random.random() < 0.8 else self.people)

    def point(self) -> str:
        """A moment, mostly of late."""
        head = self.evening.state.version
        return str(self.random.randint(max(0, head - 8) if self.random.random() < 0.8 else 0, head))

    def secret(self) -> str:
        """A secret roll, if there is one."""
        events = self.evening.table.keeping.events(0, self.evening.state.version)
        result = [str(version) for version, event in events if event and event.nonce]
        return str(self.pick(result, "1"))

    def seats(self) -> Any:
        return [id for id, kept in self.evening.state.house["seats"].items() if kept["role"] != "keeper"]


def _say(player: Player) -> c.Command:
    audience = player.pick((*AUDIENCES, player.some(player.seats())))
    return c.Say(text=player.pick(WORDS) or "…", audience=audience)


def _note(player: Player) -> c.Command:
    id = None if player.maybe() else player.of("notes")
    return c.Note(id=id, text=player.pick(WORDS), title=player.pick(WORDS), shown=player.maybe())


def _add(player: Player) -> c.Command:
    seat = player.pick(("", "", player.evening.ann, player.evening.bob))
    being = player.pick(("npc/cultist", "npc/librarian", "creature/rat_thing", "creature/mi_go", ""))
    draw: Any = None if being else {}
    return c.Add(being=being or None, draw=draw, hidden=player.maybe(), seat=seat)


def _show(player: Player) -> c.Command:
    return c.Show(
        character=player.somebody(),
        hidden=player.pick((None, True, False)),
        seen_by=player.pick(
            (None, None, None, (), (player.evening.ann,), (player.evening.bob, player.evening.watcher))
        ),
        shown=player.pick((None, None, "all", ("trauma", "madness"), ())),
        alias=player.pick((None, None, "Quelqu’un", "")),
    )


def _remark(player: Player) -> c.Command:
    return c.Remark(
        character=player.somebody(),
        note=player.pick((None, "remarque", "")),
        secret=player.pick((None, None, "secret")),
        marks=player.pick((None, {"studying": True}, {"tired": 2}, {"surprised": True}, {"tired": None})),
    )


def _gauge(player: Player) -> c.Command:
    asks = player.evening.play.get("asks", {})
    ask = player.pick(asks) if asks and player.maybe() else None
    who = player.pick(tuple(asks[ask]["characters"])) if ask else player.somebody()
    return c.Do(
        procedure=asks[ask]["procedure"] if ask else "gauge_check",
        character=who,
        given={} if ask else {"gauge": player.pick(("trauma", "madness"))},
        dice=player.pick((None, None, (6,), (1,))),
        audience=player.pick((*AUDIENCES, (player.evening.ann,))),
        ask=ask,
    )


def _action(player: Player) -> c.Command:
    given = {"category": player.pick(("physical", "mental")), "opposition": {"value": player.random.randint(1, 5)}}
    claims = player.pick(((), ("Boxe",)))
    forced = player.maybe()
    given |= {"claims": list(claims), "forced": forced}
    return c.Do(procedure="action", character=player.somebody(), given=given, audience=player.pick(AUDIENCES))


def _follow(player: Player) -> c.Command:
    log = player.evening.table.log(player.evening.viewer(player.seat), "fr", limit=3)
    rolls = [str(shown["id"]) for shown in log if "roll" in shown]
    return c.Follow(event=player.pick(rolls, "1"), offer=player.pick(("luck", "again")))


def _compete(player: Player) -> c.Command:
    one, other = player.pick(player.people), player.pick(player.people)
    sides = [{"name": f"camp {n}", "members": [{"character": id}]} for n, id in enumerate((one, other))]
    given = {"category": "physical", "sides": sides}
    return c.Do(procedure="compete", given=given, audience=player.pick(AUDIENCES))


def _ask(player: Player) -> c.Command:
    people = player.some(player.people)
    return c.Ask(procedure="gauge_check", characters=people, given={"gauge": "trauma"}, text=player.pick(WORDS))


def _fight(player: Player) -> c.Command:
    people = player.some(player.people)
    return c.Fight(fighters=tuple(c.Fighter(character=id, side=player.pick(("", "A", "B"))) for id in people))


def _declare(player: Player) -> c.Command:
    action = player.pick(("attack", "attack", "immobilise", "dodge", "flee"))
    target = {"target": player.fighter()} if action in ("attack", "immobilise") else {}
    return c.Declare(
        character=player.somebody() if player.maybe() else player.fighter(), given={"action": action, **target}
    )


def _plan(player: Player) -> c.Command:
    clock = int(player.evening.play["clock"])
    id = None if player.maybe() else player.of("plans")
    return c.Plan(id=id, time=clock + player.random.randint(0, DAY), text=player.pick(WORDS), shown=player.maybe())


def _advance(player: Player) -> c.Command:
    return c.Advance(minutes=player.pick((0, 5, HOUR, HOUR + 1, DAY, WEEK, MONTH)))


def _edit(player: Player) -> c.Command:
    fields = player.pick(({"trauma": 2}, {"description": "cape"}, {"madness": 4}, {"trauma": 9}))
    return c.Edit(character=player.somebody(), fields=fields)


def _override(player: Player) -> c.Command:
    id = player.pick(player.people)
    field = player.pick(("trauma", "status", "damage", "name"))
    values: dict[str, Any] = {"trauma": 5, "status": player.pick(("coma", "active", "dead")), "damage": 2, "name": "X"}
    return c.Override(path=f"characters/{id}/sheet/{field}", value=values[field], reason="parce que")


def _settings(player: Player) -> c.Command:
    return c.Settings(
        title=player.pick((None, "Autre nuit")),
        announce=player.pick((None, True, False)),
        players_edit=player.pick((None, True, False)),
        options=player.pick((None, {}, {"hold_escape": True})),
    )


def _assign(player: Player) -> c.Command:
    seat = player.pick(("", player.evening.ann, player.evening.bob))
    return c.Assign(characters=player.some(player.people)[:2], seat=seat)


def _undo(player: Player) -> c.Command:
    return c.Undo(to=player.pick((None, None, None, player.point())))


def _redo(player: Player) -> c.Command:
    return c.Redo(to=player.pick((None, None, None, player.point())))


Maker = Callable[[Player], c.Command]

KEEPER: tuple[Maker, ...] = (
    _say,
    _note,
    _add,
    _show,
    _show,
    _remark,
    _gauge,
    _gauge,
    _action,
    _action,
    _follow,
    _compete,
    _ask,
    _fight,
    _declare,
    _declare,
    _plan,
    _advance,
    _edit,
    _override,
    _settings,
    _assign,
    lambda player: c.Scene(title=player.pick(WORDS)),
    lambda player: c.Round(),
    lambda player: c.Remove(character=player.somebody()),
    lambda player: c.Reveal(event=player.secret()),
    lambda player: c.Release(event=player.secret()),
    lambda player: c.Seat(role="spectator", name=player.pick(WORDS)),
    lambda player: c.Unseat(seat=player.pick(player.seats()[4:])),
)
FIGHTING: tuple[Maker, ...] = (
    _declare,
    _declare,
    _declare,
    lambda player: c.Round(),
    lambda player: c.Round(),
    lambda player: c.Turn(by=player.pick((1, 1, -1))),
    lambda player: c.Leave(character=player.fighter()),
    lambda player: c.EndFight(),
)
WAITING: tuple[Maker, ...] = (
    _gauge,
    lambda player: c.CloseAsk(ask=player.of("asks")),
    lambda player: c.Settle(due=player.of("due")),
    lambda player: c.Settle(due=player.of("due")),
    lambda player: c.Dismiss(due=player.of("due")),
)
PLAYER: tuple[Maker, ...] = (
    _say,
    _remark,
    _gauge,
    _gauge,
    _action,
    _declare,
    _edit,
    _follow,
    lambda player: c.Settle(due=player.of("due")),
)
TAKING_BACK: tuple[Maker, ...] = (_undo, _undo, _redo)
