"""The player's flow: what is asked of me, or that it is my turn, over whichever view is open; and my last result."""

from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct, json, to_builtins

from gardien.core.calling import answer, prepare
from gardien.core.errors import Refusal
from gardien.core.interpreters.typed import throw_again
from gardien.core.telling import lower_first
from gardien.core.terms import MINUS, colon, number
from gardien.sheets.gauges import GaugeShown
from gardien.table.binding import bind_open
from gardien.table.handlers.offers import offers
from gardien.table.tree import Tree
from gardien.table.viewers import read_version
from gardien.web.pages.forms.form_values import fields_of
from gardien.web.pages.forms.forms import Asker, Field
from gardien.web.pages.log.cards import CardShown
from gardien.web.pages.log.offers import LOWEST
from gardien.web.pages.table.board import Board, is_halfway
from gardien.web.pages.table.chase import chase_shown

VITAL = 4  # gauges that fit on the line of one's state
DIE = "die"  # among the parts of a sum
LOOKED_AT = 30  # cards among which one's last result is looked for


class Asked(Struct, frozen=True):
    """A request for one of one's own: what it takes, and what is left to choose."""

    id: str
    character: str
    name: str
    procedure: str
    what: str
    note: str
    takes: tuple[tuple[str, str], ...]  # what is settled, by name, in words
    main: tuple[Field, ...]
    more: tuple[Field, ...]
    thrown: bool
    why: str = ""  # why they are in no state to
    hushed: bool = False  # the game master keeps some of it to themselves


class State(Struct, frozen=True):
    """Whom one plays and how they fare, in one line."""

    id: str
    name: str
    gauges: tuple[GaugeShown, ...]
    worst: str  # the first of what weighs on them
    yours: bool  # something waits for them


class Flow(Struct, frozen=True):
    """What stands in the flow: one thing at a time."""

    kind: str = ""  # ask, turn, chase, fight, ""
    asked: Asked | None = None
    waiting: int = 0  # how many things wait for somebody of one's own, decisions too
    title: str = ""  # what the page's title begins with
    alert: str = ""  # changes when something new is wanted
    band: str = ""
    says: str = ""


def flow_part(board: Board, *, at_fight: bool = False) -> Markup:
    """The flow as it stands; on the page of a fight the turn itself is the form below."""
    return board.made("flow", lambda: {"flow": flow_of(board, at_fight), "at_fight": at_fight})


def flow_of(board: Board, at_fight: bool) -> Flow:
    asks = board.my_asks()
    decisions = [id for id, one in board.view["waits"].items() if board.viewer.seat in one["asked"]]
    turn, round, says = _turn(board)
    runs = _runs(board)
    waiting = len(asks) + len(decisions) + bool(turn) + bool(runs)
    title = board.frame.t("flow_yours") if waiting else ""
    wanted = [
        *decisions,
        *(id for id, _, _ in asks),
        turn and f"{turn}{round}",
        runs and f"{runs}c{board.view['chase']['turn']}",
    ]
    alert = " ".join(filter(None, wanted))
    if asks:
        asked = _asked(board, *asks[0])
        band = board.frame.t("flow_asks", who=board.frame.t("flow_keeper"), name=asked.name)
        return Flow("ask", asked, waiting, title, alert, band)
    if turn:
        band = board.frame.t("flow_turn", name=board.name(turn))
        return Flow("" if at_fight else "turn", None, waiting, title, alert, band, says)
    if runs and (chase := chase_shown(board)):
        return Flow(
            "chase", None, waiting, title, alert, board.frame.t("flow_chase", name=board.name(runs)), chase.said
        )
    if mine := [one for one in board.view["asks"].values() if one.get("by") == board.viewer.seat]:
        what = mine[0]["text"] or board.procedure_name(mine[0]["procedure"])
        return Flow("proposed", None, waiting, title, alert, board.frame.t("flow_proposed", what=lower_first(what)))
    if says and not at_fight:
        return Flow("fight", None, waiting, title, alert or f"f{round}", says)
    return Flow("", None, waiting, title, alert)


def state_part(board: Board) -> Markup:
    """Whom one plays, how they fare, and whether it is their turn: under the head of every view."""
    return board.made("me", lambda: {"me": state_of(board)})


def state_of(board: Board) -> State | None:
    """Of several, the one whose turn it is; else whoever is asked for something; else the first."""
    mine = [id for id in board.people if id in board.viewer.owns]
    if not mine:
        return None
    turn = _turn(board)[0] or _runs(board)
    asked = next((who for _, _, who in board.my_asks()), "")
    decides = any(board.viewer.seat in one["asked"] for one in board.view["waits"].values())
    one = board.people[turn or asked or mine[0]]
    vital = {each.field for each in board.system.presentation.gauges if each.vital}
    return State(
        one.id,
        one.name,
        tuple(each for each in one.gauges if each.field in vital)[:VITAL],
        next((chip.text for chip in one.chips if chip.tone == "bad"), ""),
        bool(turn or asked or decides),
    )


def _turn(board: Board) -> tuple[str, int, str]:
    """Whose turn of one's own it is, in which round, and how the fight is named."""
    fight, fighting = board.view["fight"], board.system.table_rules.fighting
    if not fight or fighting is None or not any(id in board.viewer.owns for id in fight["order"]):
        return "", 0, ""
    says = board.frame.t("turns_on", round=lower_first(board.round_word))
    able = [id for id in fight["order"] if id in board.viewer.owns and not board.why_out(id)]
    if fighting.simultaneous:
        return next((id for id in able if id not in fight["declared"]), ""), fight["round"], says
    now = fight["now"]
    return now if now in able else "", fight["round"], says


def _runs(board: Board) -> str:
    """Who of one's own throws for the next turn of a chase."""
    chase = board.view["chase"]
    return str(chase["now"]) if chase and chase["now"] in board.viewer.owns else ""


def _asked(board: Board, id: str, ask: Tree, character: str) -> Asked:
    """The request as a form: what the game master has settled is text, the rest is asked for."""
    procedure, given, hidden = ask["procedure"], ask.get("given", {}), ask.get("hidden", ())
    form = board.asker(procedure, character, given)
    kept, form.kept = form.kept, ()
    main, more = form.main(), form.more()
    settled = _settled(form, main, more, given)
    left = [one for one in (*main, *more) if one.kind != "none" and _input(one) not in (*given, *kept, *hidden)]
    needed = {one.encode_name for one in fields_of(form.given) if one.required}
    daring = form.spec.what_if if form.spec.risk else ()  # what whoever throws may put at stake
    first = [one for one in left if _asks_whom(one) or _input(one) in (*needed, *daring)]
    takes = [pair for one in settled for pair in _said(one, given[_input(one)])]
    what = board.procedure_name(procedure)
    if takes and settled[0].choices and takes[0][1][:1].isalpha():  # its heart: « Jet de compétence · Baratin +6 »
        what = f"{what} · {takes.pop(0)[1]}"
    names = (board.system.terms.label(name, board.frame.language, procedure) for name in hidden)
    untold = [(name, board.frame.t("hushed")) for name in names]
    return Asked(
        id=id,
        character=character,
        name=board.name(character),
        procedure=procedure,
        what=what,
        note=ask["text"],
        takes=(*takes, *untold, *_weights(board, procedure, character, given)),
        main=tuple(first),
        more=tuple(one for one in left if one not in first),
        thrown=bool(board.system.procedure(procedure).dice),
        why=board.why_not(procedure, character),
        hushed=bool(hidden),
    )


def _weights(board: Board, procedure: str, character: str, given: Tree) -> Iterator[tuple[str, str]]:
    """What weighs on the sum beside the score itself: « poison −7 »; of a sum, since other rules have no such parts."""
    try:
        bound = bind_open(board.table.state, board.viewer, procedure, given, character)
        prepared = prepare(board.system.key, procedure, bound.given)
        steps = answer(prepared, throw_again(prepared.request(), (), LOWEST)).steps
    except Refusal:
        return
    total = next((one for one in steps if DIE in dict(one.parts)), None)
    parts = [part for part in total.parts if part[0] != DIE] if total else []
    for label, value in parts[1:]:  # beside the score itself; told apart where they are a sum themselves
        inner = next((one.parts for one in steps if one is not total and one.parts and one.label == label), ())
        for name, weight in inner or ((label, value),):
            if isinstance(weight, int | float):
                said = number(weight, board.frame.language, signed=True)
                yield lower_first(board.system.terms.label(name, board.frame.language, procedure)), said


def _asks_whom(field: Field) -> bool:
    """Whether somebody must be chosen; not where nobody in particular is meant unless one is."""
    return field.kind == "person" and not any(one.chosen and not one.value for one in field.choices)


def _settled(form: Asker, main: Sequence[Field], more: Sequence[Field], given: Tree) -> list[Field]:
    """The fields of what was filled in; of the folded ones those that are not as usual."""
    usual = {one.encode_name: one.default for one in fields_of(form.given)}
    unusual = [one for one in more if _input(one) in given and given[_input(one)] != _plain(usual.get(_input(one)))]
    return [*(one for one in main if _input(one) in given), *unusual]


def said_in_words(board: Board, procedure: str, character: str, given: Tree) -> str:
    """An act with what is filled in, in one line."""
    form = board.asker(procedure, character, given)
    form.kept = ()
    settled = _settled(form, form.main(), form.more(), given)
    pairs = [pair for one in settled for pair in _said(one, given[_input(one)])]
    words = ", ".join(" ".join(filter(None, (lower_first(label), told))) for label, told in pairs)
    name = board.procedure_name(procedure)
    return f"{name}{colon(board.frame.language)} {words}" if words else name


def _plain(value: Any) -> Any:
    """A default as a form would say it; one that is made anew each time has no such value."""
    try:
        return to_builtins(value)
    except TypeError:
        return None


def _input(field: Field) -> str:
    """The input that a field fills in."""
    return field.name.partition(".")[2].partition(".")[0] or field.name


def _said(field: Field, value: Any) -> Iterator[tuple[str, str]]:
    """What a field holds, in words; nothing where nothing is said."""
    if field.kind == "group":
        for one in field.inside:
            yield from _said(one, None)
    elif field.kind == "presets":
        same = [one.label for one in field.choices if _means(json.decode(one.value), value)]
        plain = value.get("value") if isinstance(value, dict) else value
        if same or plain is not None:
            yield (
                field.label,
                same[0] if same else _with_minus(plain),
            )  # one that the form does not offer is told as it is
    elif field.kind == "switch":
        if field.value:
            yield "", field.label
    elif field.choices:
        chosen = [" ".join(filter(None, (one.label, one.note))) for one in field.choices if one.chosen and one.value]
        if chosen:
            yield field.label, ", ".join(chosen)
    elif field.value not in (None, ""):
        yield field.label, f"{_with_minus(field.value)}{field.unit and f' {field.unit}'}"


def _with_minus(value: Any) -> str:
    """A number with the sign that is read: « −2 »."""
    return str(value).replace("-", MINUS) if isinstance(value, int | float) else str(value)


def _means(preset: Any, value: Any) -> bool:
    """Whether a value says what a preset says, perhaps in fewer words."""
    if isinstance(preset, dict) and isinstance(value, dict):
        return all(preset.get(name) == one for name, one in value.items())
    return bool(preset == value)


# ---- one's own result ----


def is_mine(board: Board, card: Tree) -> bool:
    """Whether a card tells of a roll in which somebody of one's own took part."""
    people = (card.get("roll") or {}).get("people", {})
    return not card.get("struck") and any(id in board.viewer.owns for id in people.values())


def result_part(board: Board, card: Tree | None) -> Markup:
    """The card of a roll, where it was thrown; or nothing."""
    return board.part("result", result=board.card(card) if card else None, fresh=card is not None, opened=True)


def last_result(board: Board) -> CardShown | None:
    """One's last result, while something may still be done about it."""
    state, viewer, keeping = board.table.state, board.viewer, board.table.keeping
    for card in board.table.log(viewer, board.frame.language, None, LOOKED_AT):
        if not is_mine(board, card) or is_halfway(card):
            continue
        version = read_version(state, viewer, card["id"])
        event = keeping.event(version)
        return board.card(card) if event and offers(state, version, event, viewer, keeping.events) else None
    return None


# ---- above the bar ----


def dock_parts(board: Board, *, at_fight: bool = False, opened: bool = True) -> tuple[str, ...]:
    """What a player's page holds above its bar: decisions, one's last result, what is asked."""
    result = board.part("result", result=last_result(board), fresh=False, opened=opened)
    return waits_part(board, {"set": {}}), result, flow_part(board, at_fight=at_fight)


WAITS = {"waits", "seats", "you"}  # sections of a view that decisions are made of
FLOWS = {"asks", "waits", "fight", "chase", "characters", "you"}  # and the flow


def player_parts(board: Board, update: dict[str, Any], *, at_fight: bool = False) -> list[str]:
    """What a player's page holds above its bar, as far as an event changes it; and one's state."""
    changed: list[str] = []
    sections = {path.partition("/")[0] for path in update["set"]}
    card = update.get("card", {})
    if update.get("reload"):
        changed.append(result_part(board, None))
    elif is_mine(board, card) and not is_halfway(card):
        changed.append(result_part(board, card))
    if sections & FLOWS:
        changed += [state_part(board), flow_part(board, at_fight=at_fight)]
    if update.get("reload") or sections & WAITS:
        changed.append(waits_part(board, update))  # last: what it says aloud is what counts
    return changed


def waits_part(board: Board, update: dict[str, Any]) -> str:
    """Decisions that are open; one that is new is said aloud."""
    new = [path.partition("/")[2] for path, value in update["set"].items() if path.startswith("waits/") and value]
    waits = board.waits()
    said = next((one for one in waits if one.id in new), None)
    return board.part("waits", waits=waits, said=said)
