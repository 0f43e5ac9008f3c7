"""Gardien plays: what a foe would do now, told in a sentence with its odds, for the game master to accept or refuse."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct

from gardien.core.errors import Refusal
from gardien.core.simulation import Proposal
from gardien.core.table_rules import REFERENCE
from gardien.core.telling import lower_first
from gardien.sheets.words import plain
from gardien.table import commands as c
from gardien.table.binding import bind
from gardien.table.proposals import proposals_for
from gardien.table.secrets import new_id
from gardien.web.pages.fight.declaration import own_odds
from gardien.web.pages.fight.fight_odds import weighed
from gardien.web.pages.fight.fights import FightBoard
from gardien.web.pages.forms.chances import OddsAsker, Slice
from gardien.web.pages.forms.targeting import odds_inputs
from gardien.web.pages.log.deeds import what_done


class ProposalShown(Struct, frozen=True):
    """An act that is proposed: who does what to whom, how, why, and how likely it is to go well."""

    who: str
    at: int  # how many were proposed before it
    procedure: str
    given: Mapping[str, Any]
    said: str
    short: str  # the same as a button says it
    detail: str
    reason: str
    chance: Fraction | None = None
    worst: tuple[Slice, ...] = ()  # what it may do to whom it is aimed at
    odds: str = ""  # why there are none
    aimed: str = ""  # by id
    defence: str = ""  # the best that they can do about it, and what the chance is then
    defended: Fraction | None = None

    @property
    def json(self) -> str:
        return msgspec.json.encode(self.given).decode()


class Proposed(Struct, frozen=True):
    """What is proposed for somebody, if anything is, and what would be proposed next."""

    who: str
    at: int
    best: ProposalShown | None = None
    next: ProposalShown | None = None
    group: tuple[str, ...] = ()  # those who act together with them


def pack_of(board: FightBoard, id: str) -> tuple[str, ...]:
    """Those who act together with somebody and have not acted yet: they, and their like who follow."""
    if board.fighting and board.fighting.simultaneous:
        return next((one.ids for one in board.shown() if id in one.ids and one.state == "out"), (id,))
    rows = ([one.id for one in row.fighters] for row in board.turns.packs())
    ids = next((row for row in rows if id in row), [id])
    return tuple(ids[ids.index(id) :])


async def propose(board: FightBoard, house: Any, id: str, at: int) -> Proposed:
    """What is proposed after so many others were refused; and the next, which is gentler."""
    listed = proposals_for(board.table.state, board.viewer, id)
    best, following = (
        [await _shown(board, house, id, place, one) for place, one in enumerate(listed[at : at + 2], at)] + [None, None]
    )[:2]
    return Proposed(id, at, best, following, pack_of(board, id))


async def _shown(board: FightBoard, house: Any, id: str, at: int, one: Proposal) -> ProposalShown:
    said, short = _sentence(board, id, one)
    reason = str(board.system.fights.words.get("reason", {}).get(one.reason, {}).get(board.frame.language, one.reason))
    aimed = next(iter(_people_in(one.given)), "")
    shown = ProposalShown(id, at, one.procedure, one.given, said, short, _detail(board, one), reason, aimed=aimed)
    try:
        return await _with_odds(board, house, shown)
    except Refusal as refusal:
        return msgspec.structs.replace(shown, odds=str(refusal.words.get("message", "")))


async def _with_odds(board: FightBoard, house: Any, shown: ProposalShown) -> ProposalShown:
    worker = house.worker_of(board.table, board.viewer, "proposal")
    if board.fighting and shown.procedure == board.fighting.round:
        odds = await own_odds(board, worker, shown.who, dict(shown.given))
        return msgspec.structs.replace(shown, chance=odds[0].act.success if odds else None)
    if not board.system.procedure(shown.procedure).dice:
        return shown
    asked = odds_inputs(board, shown.procedure, dict(shown.given), shown.who)
    asker = OddsAsker(worker, board.system, shown.procedure, board.frame.language)
    chances, defended = await weighed(board, shown.procedure, shown.aimed, asked, asker)
    told = {"chance": chances.good, "worst": chances.then[:1], "odds": chances.refused}
    best = {"defence": defended.name, "defended": defended.good} if defended else {}
    return msgspec.structs.replace(shown, **told, **best)


def _sentence(board: FightBoard, id: str, one: Proposal) -> tuple[str, str]:
    """Who does what to whom, from where; and what the button says."""
    assert board.fighting is not None
    if one.procedure == board.fighting.round:
        act, aims, _ = board.said(id, one.given)
        whom = f" → {aims}" if aims else ""
        return board.frame.t("proposal_declares", who=board.name(id), what=lower_first(act) + whom), act + whom
    bound = bind(board.table.state, one.procedure, one.given, id, board.viewer)
    names = {board.name(other): other for other in _people_in(one.given) if other != id}
    roll = {"procedure": one.procedure, "given": dict(bound.given), "people": {"": id, **names}}
    what = what_done({"command": "do", "roll": roll}, board.view, board.system, board.frame.language)
    far, where = board.fighting.distance, ""
    if far and names:
        band = far.band(board.content(id), board.content(next(iter(names.values()))))
        where = f", {lower_first(board.turns.band_words(band)[0])}"
    whom = f" → {', '.join(names)}" if names else ""
    return f"{board.name(id)} {what}{where}.", board.turns.act_word(one.procedure) + whom


def _detail(board: FightBoard, one: Proposal) -> str:
    """How: what else was chosen, in words."""
    words = []
    for name, value in one.given.items():
        if isinstance(value, bool) and value:
            words.append(lower_first(board.system.terms.label(name, board.frame.language, one.procedure)))
        elif isinstance(value, str) and value and value not in board.people:
            said = _named(board, name, value)
            words.append(said if said == value else lower_first(said))  # what people wrote stays: « Colt .38 »
    return ", ".join(words)


def _named(board: FightBoard, name: str, value: str) -> str:
    named = board.system.presentation.named.get(name)
    return named(value, board.frame.language) if named else plain(board.system, name, value, board.frame.language)


def _people_in(given: Any) -> list[str]:
    """Those whom inputs name by id, in their order."""
    if isinstance(given, Mapping):
        if isinstance(given.get(REFERENCE), str):
            return [str(given[REFERENCE])]
        return [id for value in given.values() for id in _people_in(value)]
    return [id for value in given for id in _people_in(value)] if isinstance(given, list | tuple) else []


# ---- what is accepted ----


async def accept(board: FightBoard, fields: Mapping[str, str]) -> None:
    """What was proposed, as it was shown; then, where asked, the same for all who act together with them."""
    id, action = fields.get("character", ""), fields.get("action") or new_id("f")
    proposals_for(board.table.state, board.viewer, id)  # refused where nobody may play them
    shown = Proposal(fields.get("procedure", ""), _content(fields.get("given", "")), "")
    for place, one in enumerate(pack_of(board, id) if fields.get("group") else (id,)):
        act = await _next_act(board, action, one, shown if one == id else None)
        if act is None:
            return
        await _do(board, action, f"{action}-{place}", act)


def _content(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError:
        raise Refusal("field/type", field="given", came=text[:40], allowed="JSON") from None


async def _next_act(board: FightBoard, together: str, id: str, shown: Proposal | None) -> c.AnyCommand | None:
    """Somebody's act; where it is not their turn yet, it is passed on to them first."""
    table, viewer = board.table, board.viewer
    assert board.fighting is not None
    if shown is None:
        if table.state.play.get("waits"):
            return None  # somebody decides first
        if not board.fighting.simultaneous:
            await _do(board, together, new_id("f"), c.Turn())
            fight = table.state.play["fight"]
            if fight["order"][fight["turn"]] != id:
                return None
        shown = next(iter(proposals_for(table.state, viewer, id)), None)
        if shown is None:
            return None
    if shown.procedure == board.fighting.round:
        return c.Declare(character=id, given=dict(shown.given))
    return c.Do(procedure=shown.procedure, character=id, given=dict(shown.given))


async def _do(board: FightBoard, together: str, action: str, command: c.AnyCommand) -> None:
    envelope = c.Envelope(action=action, command=command, together=together)
    await board.table.act_soon(board.viewer.seat, envelope, board.frame.language)
