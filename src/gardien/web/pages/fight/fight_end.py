"""The end of a fight: what it has come to in a sentence, who changed, what lasts, what is due, a line for each turn."""

from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from gardien.sheets.states import Chip
from gardien.table.events import Event
from gardien.table.tree import Tree
from gardien.web.pages.fight.fights import FightBoard
from gardien.web.pages.log.cards import CardShown, ChangeShown
from gardien.web.pages.table.people import is_foe

LOOKED_BACK = 500  # events among which a fight is looked for
TOLD = 4  # of a turn, in its line
FIGHT = ("play", "fight")
ROUND = (*FIGHT, "round")


class Survivor(Struct, frozen=True):
    """Somebody after a fight: what it has changed about them, and what lasts."""

    name: str
    foe: bool
    out: str
    changes: tuple[ChangeShown, ...]
    lasts: tuple[Chip, ...]

    @property
    def same(self) -> bool:
        """Whether the fight has left nothing on them."""
        return not (self.changes or self.lasts or self.out)


class FightEnd(Struct, frozen=True):
    """A fight that is over."""

    before: str  # the moment to come back to, where it goes on
    round: str
    said: str
    changed: tuple[Survivor, ...]  # those on whom it has left something
    same: str  # those on whom the fight has left nothing
    lines: tuple[tuple[str, tuple[str, ...]], ...]  # of each turn: what it is called, and what happened
    due: tuple[tuple[str, Tree], ...]


class _Course(Struct):
    """Where a fight that is over lies among events."""

    began: int = 0
    ended: int = 0
    rounds: dict[int, int] = {}  # version -> the round in which it happened


def fight_end(board: FightBoard) -> FightEnd | None:
    """The last fight, once it is over and until the scene changes; for the game master."""
    if board.fight or not board.keeper or board.fighting is None:
        return None
    course = _course(board)
    if course is None:
        return None
    then = board.table.keeping.state_at(course.ended - 1).play["fight"]
    log = board.table.log(board.viewer, board.frame.language, None, LOOKED_BACK)
    entries = [one for one in log if course.began <= int(one["id"]) <= course.ended and not one.get("struck")]
    cards = [(board.card(one), one) for one in reversed(entries)]
    order = [id for id in then["order"] if id in board.people]
    people = tuple(_survivor(board, id, [card for card, _ in cards]) for id in order)
    told = [(course.rounds.get(int(card.id), then["round"]), card) for card, one in cards if _happened(board, one)]
    return FightEnd(
        before=str(course.ended - 1),
        round=_round_word(board, then["round"]),
        said=_sentence(board, people),
        changed=tuple(sorted((one for one in people if not one.same), key=lambda one: one.foe)),
        same=board.frame.together([one.name for one in people if one.same]),
        lines=tuple(_lines(board, told)),
        due=tuple(board.view["due"].items()),
    )


def _happened(board: FightBoard, entry: Tree) -> bool:
    return entry["command"] != "end_fight" and board.tells_of_fight(entry)


def _course(board: FightBoard) -> _Course | None:
    """The last fight, from its end back to its beginning; none where there is none, or the scene is another."""
    course, round = _Course(rounds={}), 0
    for version, event in _holding(board):
        ends = any(one.path == FIGHT and one.value is None for one in event.effects)
        if not course.ended:
            if event.command == "scene":
                return None
            if ends:
                course.ended = version
                round = board.table.keeping.state_at(version - 1).play["fight"]["round"]
            continue
        if ends:
            break
        if event.command == "fight":
            course.began = version
        if any(one.path == ROUND for one in event.effects):
            round -= 1
        course.rounds[version] = round
    return course if course.began else None


def _holding(board: FightBoard) -> Iterator[tuple[int, Event]]:
    state = board.table.state
    listed = islice(board.table.keeping.newest_first(state.version, board.viewer.log_of), LOOKED_BACK)
    return ((version, event) for version, event in listed if event is not None and state.holds(version))


def _survivor(board: FightBoard, id: str, cards: list[CardShown]) -> Survivor:
    """How somebody was when it began, and is now: each value once, however often it changed."""
    name, person = board.name(id), board.people[id]
    assert board.fighting is not None
    passing = (*board.fighting.marks, *board.fighting.circumstances)  # over with the fight
    first: dict[str, ChangeShown] = {}
    last: dict[str, ChangeShown] = {}
    for change in (one for card in cards for one in card.changes if one.who == name):
        first.setdefault(change.name or change.field, change)
        last[change.name or change.field] = change
    changes = [
        ChangeShown(name, one.name, first[key].before, one.after, one.tone, one.field)
        for key, one in last.items()
        if one.field not in passing and (first[key].before != one.after if one.name else first[key].after == one.after)
    ]
    lasts = tuple(one for one in person.chips if not one.lasting)
    out = board.state_word(id) if board.why_out(id) else ""
    return Survivor(name, is_foe(board.view, id, board.system), out, tuple(changes), lasts)


def _sentence(board: FightBoard, people: tuple[Survivor, ...]) -> str:
    """How many of the others are out of it, and who of the characters is."""
    t = board.frame.t
    foes, ours = [one for one in people if one.foe and one.out], [one for one in people if not one.foe and one.out]
    against = any(one.foe for one in people)
    first = t(f"fight_end_foes_{min(len(foes), 2)}", count=len(foes)) if against else ""
    named = " · ".join(t("fight_fallen", who=one.name, state=one.out) for one in ours)
    second = t("fight_end_ours", who=named) if ours else t("fight_end_standing")
    return " ".join(filter(None, (first, second)))


def _lines(board: FightBoard, told: list[tuple[int, CardShown]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each turn in a line: what was done in it, and what came of it."""
    for round in dict.fromkeys(round for round, _ in told):
        cards = [card for at, card in told if at == round]
        said = [_line(board, round, card) for card in cards[:TOLD]]
        more = len(cards) - TOLD
        yield _round_word(board, round), (*said, *([board.frame.t("fight_end_more", count=more)] if more > 0 else []))


def _line(board: FightBoard, round: int, card: CardShown) -> str:
    done = " ".join(filter(None, (card.who, card.what)))
    if card.word and done == _round_word(board, round):  # a whole round is one card, and its number stands above
        return f"{card.word}."
    return f"{done}{card.came(board.frame.t)}."


def _round_word(board: FightBoard, round: int) -> str:
    text = board.system.terms.say(board.system.terms.entry("fight", "round"), board.frame.language)
    return text.format(round=round) if text else board.frame.t("fight_round", round=round)
