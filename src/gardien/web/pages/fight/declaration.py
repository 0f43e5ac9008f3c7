"""Declaring: the form of one fighter, and the odds of what stands in it as far as the viewer may know them."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, inspect, json

from gardien.core.fighting import ActOdds, Forecast
from gardien.core.inputs import type_of
from gardien.core.presentation import FormSpec
from gardien.core.system import System
from gardien.core.telling import lower_first
from gardien.table.binding import bind
from gardien.table.handlers.fights import round_of
from gardien.web.pages.fight.fights import FightBoard, Fighter
from gardien.web.pages.forms.form_values import add_to, json_value, read_texts
from gardien.web.pages.forms.forms import Asker, Choice, Field
from gardien.web.pages.refusals import of_worker
from gardien.web.pages.table.habits import last_declared
from gardien.web.pages.table.people import against_characters
from gardien.web.worker import Question, Worker


def fighter_type(system: System) -> inspect.StructType:
    """What a round wants to know of each fighter."""
    return _fighter_type(system)


@cache
def _fighter_type(system: System) -> inspect.StructType:
    fighting = system.table_rules.fighting
    assert fighting is not None
    kind = type_of(system.procedure(fighting.round).given)
    assert isinstance(kind, inspect.StructType)
    listed = next(field.type for field in kind.fields if field.encode_name == fighting.fighters)
    if isinstance(listed, inspect.Metadata):
        listed = listed.type
    assert isinstance(listed, inspect.VarTupleType)
    item = listed.item_type
    assert isinstance(item, inspect.StructType)
    return item


@cache
def act_words(system: System) -> list[str]:
    """The acts of the game, in the order in which it lists them."""
    from typing import get_args, get_type_hints

    fighting = system.table_rules.fighting
    assert fighting is not None
    hint = get_type_hints(fighter_type(system).cls).get(fighting.act)
    return [str(word) for word in get_args(hint) if isinstance(word, str)]


def declared_of(items: list[tuple[str, str]], system: System) -> dict[str, Any]:
    """The declaration that a form holds; what is left as it is anyway is not said."""
    kind = fighter_type(system)
    given: dict[str, Any] = {}
    for name, text in items:
        head, _, path = name.partition(".")
        if head == "given" and text != "":
            given[path] = text
        elif head == "list" and text:
            add_to(given, path, text, name)
        elif head == "json" and text not in ("", "null"):
            given[path] = json_value(text, path)
    read: dict[str, Any] = read_texts(kind, given)
    defaults = {field.encode_name: field.default for field in kind.fields}
    return {name: value for name, value in read.items() if not (value is False and defaults.get(name) is False)}


def said_before(board: FightBoard, one: Fighter) -> str:
    """What was declared for somebody the round before, in words; nothing where it can be meant no more."""
    assert board.fighting is not None
    given = last_declared(board, one.id)
    aimed = [given.get(name) for name in board.fighting.aims]
    if not given or any(isinstance(id, str) and id and not board.can_meet(id) for id in aimed):
        return ""
    act, aims, _ = board.said(one.id, given)
    return f"{lower_first(act)} → {aims}" if aims else lower_first(act)


# ---- what the game master rules ----


def circumstances(board: FightBoard, id: str) -> list[tuple[str, bool, dict[str, str]]]:
    """What the game master rules for somebody: its label, whether it holds, and the command that turns it."""
    assert board.fighting is not None
    absent = {bar.field for bar in board.bars(id) if not bar.why and not bar.value}
    kept, rows = board.view["characters"][id], []
    plain = {} if board.fighting.round else dict.fromkeys(board.fighting.circumstances, False)
    usual = {**plain, **_defaults(board), **kept.get("sheet", {})}
    for name in board.fighting.circumstances:
        if name in absent or not isinstance(usual.get(name), bool):
            continue
        holds = bool(board.content(id).get(name, usual[name]))
        marks = {name: None if usual[name] is not holds else not holds}
        if not holds:
            marks |= {
                other: None for group in board.fighting.exclusive if name in group for other in group if other != name
            }
        turn = {"type": "remark", "text.character": id, "json.marks": json.encode(marks).decode()}
        rows.append((board.system.terms.label(name, board.frame.language), holds, turn))
    return rows


def _defaults(board: FightBoard) -> dict[str, Any]:
    """What a fighter's inputs are unless somebody says otherwise."""
    if board.fighting is None or not board.fighting.round:
        return {}
    return {field.encode_name: field.default for field in fighter_type(board.system).fields}


# ---- the form ----


class ActChoice(Struct, frozen=True):
    """One act: open, or barred for a reason."""

    value: str
    label: str
    chosen: bool
    aimed: bool
    why: str
    rule: str


class DeclarationAsker(Asker):
    """Makes the fields of one fighter's declaration."""

    def __init__(self, board: FightBoard, id: str, draft: Mapping[str, Any]) -> None:
        fighting = board.fighting
        assert fighting is not None
        known = board.content(id)
        super().__init__(
            board.system, board.system.procedure(fighting.round), board.frame.language, known, {}, dict(draft)
        )
        self.board, self.id, self.fighting, self.draft = board, id, fighting, draft
        if fighting.round not in board.system.presentation.forms:
            plain = [one.encode_name for one in fighter_type(board.system).fields]
            apart = {fighting.named, fighting.sides, *known, *fighting.circumstances}
            self.spec = FormSpec(tuple(name for name in plain if name not in apart))
        self.barred = board.bars(id, draft)

    def inputs(self) -> inspect.Type:
        return fighter_type(self.system)

    def acts(self) -> list[ActChoice]:
        """The acts, each with the reason that bars it."""
        bars = {bar.value: bar for bar in self.barred if bar.field == self.fighting.act}
        now = self.draft.get(self.fighting.act, "")
        return [
            ActChoice(
                value=act,
                label=self._word(self.fighting.act, act),
                chosen=act == now and act not in bars,
                aimed=not self.fighting.aimed or act in self.fighting.aimed,
                why=self.board.reason(bars[act], self.id) if act in bars else "",
                rule=bars[act].rule if act in bars else "",
            )
            for act in act_words(self.system)
        ]

    def aims(self) -> list[Field]:
        """At whom: anybody in the fight whom the viewer sees and who can still be reached."""
        whom = [one for one in self.board.order if one != self.id and self.board.can_meet(one)]
        foes = against_characters(self.board.view, self.board.people)
        whom.sort(key=lambda one: (one in foes) == (self.id in foes))  # the other side first
        absent, fields = self._absent(), []
        types = {field.encode_name: field.type for field in fighter_type(self.system).fields}
        for name in self.fighting.aims:
            if name in absent or name not in types:
                continue
            value = self.draft.get(name, ())
            several = isinstance(_bare(types[name]), inspect.VarTupleType)
            picked = (value,) if isinstance(value, str) else value
            choices = tuple(Choice(one, self.board.name(one), one in picked) for one in whom)
            fields.append(
                Field(f"{'list' if several else 'given'}.{name}", self._label(name), "checks", choices=choices)
            )
        return fields

    def _absent(self) -> set[str]:
        return {bar.field for bar in self.barred if not bar.value and not bar.why}

    def others(self) -> list[tuple[Field, str]]:
        """Everything else, each with the reason that bars it."""
        names = self.spec.main + (self.spec.ruled if self.board.keeper else ())
        reasons = {bar.field: self.board.reason(bar, self.id) for bar in self.barred if not bar.value and bar.why}
        apart = {self.fighting.act, *self.fighting.aims, *self._absent()}
        fields = []
        for name in names:
            if name not in apart:
                fields += [(field, reasons.get(name, "")) for field in self._fields((name,))]
        return fields


def _bare(kind: inspect.Type) -> inspect.Type:
    return kind.type if isinstance(kind, inspect.Metadata) else kind


# ---- odds ----


class Answered(Struct, frozen=True):
    """The odds of one's own act under some answers of its target."""

    answers: tuple[str, ...]  # none: it does not depend on the answer
    act: ActOdds


async def ask_forecast(worker: Worker, system: System, given: dict[str, Any], language: str) -> Forecast:
    """The odds of a round, from the process that computes."""
    fighting = system.table_rules.fighting
    assert fighting is not None
    question = Question("forecast", system.key, fighting.round, given, language=language, to_page=True)
    status, body = await worker.ask(question)
    if status != 200:
        raise of_worker(body)
    return msgspec.json.decode(body, type=Forecast, dec_hook=lambda kind, text: Fraction(text))


async def own_odds(board: FightBoard, worker: Worker, id: str, draft: dict[str, Any]) -> list[Answered]:
    """The odds of an act: exactly as the round stands for the game master, else for each answer of its target."""
    assert board.fighting is not None
    if board.keeper:
        bound = round_of(board.table.state, {id: draft})
        who = next((name for name, other in bound.people.items() if other == id), "")
        answers = await ask_forecast(worker, board.system, bound.given, board.frame.language)
        return [Answered((), act) for act in answers.acts if act.actor == who]
    grouped: dict[tuple[Any, ...], list[str]] = {}
    acts: dict[tuple[Any, ...], ActOdds] = {}
    for key, answer in board.fighting.answers or (("", {}),):
        given = _known_round(board, id, draft, answer)
        answers = await ask_forecast(worker, board.system, given, board.frame.language)
        for act in (one for one in answers.acts if one.actor == board.name(id)):
            same = (act.target, act.success, act.effects, act.price)
            acts[same] = act
            grouped.setdefault(same, []).append(key)
    several = len(grouped) > 1
    return [Answered(tuple(keys) if several else (), acts[same]) for same, keys in grouped.items()]


def _known_round(board: FightBoard, id: str, draft: dict[str, Any], answer: Mapping[str, Any]) -> dict[str, Any]:
    """A round of only those the act concerns, made of nothing but what the viewer knows of them."""
    fighting = board.fighting
    assert fighting is not None
    aimed = [one for name in fighting.aims for one in _to_list(draft.get(name))]
    tied = [one for name in fighting.marks for one in _to_list(board.content(id).get(name)) if one in board.order]
    there = list(dict.fromkeys([id, *aimed, *tied]))
    own = bind(board.table.state, fighting.round, {fighting.fighters: [{"character": id, **draft}]}, None)
    fighters = [_with_names(board, {**own.given[fighting.fighters][0], fighting.named: board.name(id)}, there)]
    fields = {field.encode_name for field in fighter_type(board.system).fields}
    for other in there[1:]:
        known = {name: value for name, value in board.content(other).items() if name in fields}
        said = {name: board.name(id) if value == "" else value for name, value in answer.items()}
        does = said if other in aimed else {}
        fighters.append(_with_names(board, {**known, fighting.named: board.name(other), **does}, there))
    given = {fighting.fighters: fighters, fighting.counter: board.round}
    return {**given, "options": board.view["options"]} if board.view["options"] else given


def _with_names(board: FightBoard, fighter: dict[str, Any], there: list[str]) -> dict[str, Any]:
    """Names for ids; ties to people who are not there are left out."""
    assert board.fighting is not None
    for name in (*board.fighting.aims, *board.fighting.marks):
        value = fighter.get(name)
        if isinstance(value, list | tuple):
            fighter[name] = [board.name(one) if one in board.names else one for one in value if one in there]
        elif isinstance(value, str) and value in board.names:
            if value in there:
                fighter[name] = board.name(value)
            else:
                fighter.pop(name)
    return fighter


def _to_list(value: Any) -> list[str]:
    return [value] if isinstance(value, str) and value else list(value) if isinstance(value, list | tuple) else []
