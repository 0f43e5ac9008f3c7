"""Aiming: whom an act may be aimed at, what follows from where people stand, and what of it a viewer may weigh."""

from collections.abc import Collection, Mapping
from typing import Any

from markupsafe import Markup
from msgspec import Struct, inspect

from gardien.core.calling import Prepared
from gardien.core.errors import Refusal
from gardien.core.inputs import type_of
from gardien.core.interpreters.run import Stops
from gardien.core.presentation import Reading
from gardien.core.system import System
from gardien.core.table_rules import REFERENCE
from gardien.sheets.words import plain
from gardien.table.asked_inputs import check_asked
from gardien.table.binding import NAMES, bind, people_in, with_context
from gardien.table.decisions.open import stops
from gardien.table.tree import Tree
from gardien.table.viewers import check_open, public_name, sees, sees_all
from gardien.web.pages.forms.form_values import keys_of
from gardien.web.pages.forms.person_inputs import bare, holds_person, item_of
from gardien.web.pages.table.board import Board


class OddsInputs(Struct, frozen=True):
    """Inputs to be weighed: whether somebody in them is only known from outside, and what is still to be chosen."""

    given: Tree
    veiled: bool = False
    missing: str = ""  # the input that says whom
    own: frozenset[str] = frozenset()  # by what names the viewer's own people go in them
    people: dict[str, str] | None = None  # who is who, where a rule may stop for one of them

    @property
    def actor(self) -> frozenset[str]:
        """By what names whoever acts goes in them."""
        people = self.people or {}
        return frozenset(name for name, id in people.items() if id == people.get(""))

    def waits(self, board: Board, prepared: Prepared) -> Stops | None:
        """Where the rule stops: dice beyond that are not asked for yet."""
        return None if self.people is None else stops(board.table.state, prepared, self.people)


def odds_inputs(board: Board, procedure: str, given: Tree, character: str | None) -> OddsInputs:
    """What is filled in, made of nothing but what the viewer knows: a stranger's sheet is nobody's in particular."""
    actor, state, viewer = character if board.alone(procedure) else None, board.table.state, board.viewer
    check_open(state, viewer, [actor] if actor else [])
    given = visible_inputs(board, procedure, given, character)
    met = _with_context(board, procedure, given, actor)
    if missing := _missing(board.system, procedure, met):
        return OddsInputs(given, missing=missing)
    hidden = _hidden_people(board, met)
    if hidden:
        given = _veil(board, type_of(board.system.procedure(procedure).given), met, hidden)
    bound = bind(state, procedure, given, actor, viewer)
    check_open(state, viewer, bound.people.values())
    own = frozenset({"", *(name for name, id in bound.people.items() if id in board.viewer.owns)})
    return OddsInputs(bound.given, veiled=bool(hidden), own=own, people=None if hidden else bound.people)


def befalls_woman(board: Board, procedure: str, asked: OddsInputs, character: str | None) -> bool:
    """Whether whoever it befalls is a woman: whom it is aimed at, else whoever acts."""
    against = board.system.table_rules.targeting.get(procedure)
    target = asked.given.get(against.target) if against else None
    name = target.get("name") if isinstance(target, dict) else target
    whom = (asked.people or {}).get(str(name), "") if against else character or ""
    return board.content(whom).get("gender") == "f"


def check_aimed(board: Board, procedure: str, given: Tree, character: str | None) -> None:
    """Nothing is done to nobody: a form in which nobody is chosen yet is not sent on."""
    actor = character if board.alone(procedure) else None
    if missing := _missing(board.system, procedure, _with_context(board, procedure, given, actor)):
        raise Refusal("field/missing", field=missing, allowed="")


def _missing(system: System, procedure: str, given: Tree) -> str:
    """The input that says whom, where nobody is chosen yet."""
    against = system.table_rules.targeting.get(procedure)
    if against and not against.optional and not given.get(against.target):
        return against.target
    kind = type_of(system.procedure(procedure).given)
    assert isinstance(kind, inspect.StructType)
    listed = [one for one in kind.fields if one.required and holds_person(system, item_of(one.type))]
    return next((one.encode_name for one in listed if not given.get(one.encode_name)), "")


def _hidden_people(board: Board, given: Any) -> dict[str, str]:
    """Those among the people in it whose sheets do not lie open, by the name they are known by."""
    people = board.table.state.play.get("characters", {})
    names: dict[str, str] = {}
    for id in people_in(given):
        if id not in people or not sees(board.viewer, id, people[id]):
            raise Refusal("table/no_character", field="character", came=id[:40])
        if not sees_all(board.viewer, id, people[id]):
            names[id] = f"{board.name(id)} {len(names) + 1}" if board.name(id) in names.values() else board.name(id)
    return names


def _veil(board: Board, kind: inspect.Type, given: Any, hidden: Mapping[str, str]) -> Any:
    """The same inputs, with nothing behind those who are hidden but what anybody sees of them."""
    kind = bare(kind)
    if isinstance(given, list | tuple):
        return [_veil(board, item_of(kind), one, hidden) for one in given]
    if isinstance(kind, inspect.StrType) and isinstance(given, dict):
        return hidden.get(str(given.get(REFERENCE)), given)
    if not isinstance(given, dict) or not isinstance(kind, inspect.StructType):
        return given
    types = {one.encode_name: one.type for one in kind.fields}
    said = {name: _veil(board, types[name], one, hidden) if name in types else one for name, one in given.items()}
    id = str(said.get(REFERENCE, ""))
    if id not in hidden:
        return said
    naming = next((name for name in NAMES if name in types), NAMES[0])
    known = {name: one for name, one in board.content(id).items() if name in types and _means(types[name], one)}
    return {**known, naming: hidden[id], **{name: one for name, one in said.items() if name != REFERENCE}}


def _means(kind: inspect.Type, value: Any) -> bool:
    """Whether a sheet can mean an input by a word; it may mean something else by the same name."""
    words = getattr(bare(kind), "values", ()) or keys_of(kind)
    return not words or not isinstance(value, str) or value in words


# ---- where people stand ----


def _with_context(board: Board, procedure: str, given: Tree, actor: str | None) -> dict[str, Any]:
    """The inputs with what follows from actor and target, read from what the viewer knows of both."""
    return dict(with_context(board.system, procedure, given, actor, board.content)) if actor else given


def _witnessed_fields(board: Board, procedure: str) -> tuple[str, ...]:
    against = board.system.table_rules.targeting.get(procedure)
    return against.visible if against else ()


def default_texts(board: Board, procedure: str, given: Tree, character: str | None) -> dict[str, str]:
    """What the inputs that nobody fills in come to, in words, where the viewer may know it."""
    face = board.system.presentation.forms.get(procedure)
    if not face or not face.filled:
        return {}
    try:
        check_asked(board.system, procedure, given, board.people)
        follows = _with_context(board, procedure, given, character)
        known = face.filled if not _hidden_people(board, given) else _witnessed_fields(board, procedure)
    except Refusal:
        return {}
    language = board.frame.language
    fill = board.system.table_rules.bind_inputs.get(procedure)
    if fill and character:  # one's own sheet says some of it
        own = fill(board.content(character), given)
        follows, known = {**own, **follows}, (*known, *own)
    return {
        name: plain(board.system, name, follows[name], language) if name in known and name in follows else ""
        for name in face.filled
    }


def placed_parts(board: Board, procedure: str, given: Tree, character: str | None) -> list[Markup]:
    """The same as parts of the page, beside their fields; and fields whose choices hang on whom it is aimed at."""
    words = default_texts(board, procedure, given, character)
    asker = board.asker(procedure, character or "")
    fields = [asker.theirs(name, offered, given.get(name)) for name, offered in _theirs(board, procedure, given)]
    return [
        *(board.part("placed", name=name, word=word) for name, word in words.items() if name not in asker.kept),
        *(board.part("field", one=one) for one in fields),
    ]


def _theirs(board: Board, procedure: str, given: Tree) -> list[tuple[str, list[tuple[Any, str]]]]:
    """Inputs with the values that the sheet of whom an act is aimed at offers, as far as the viewer knows it."""
    face, against = board.system.presentation.forms.get(procedure), board.system.table_rules.targeting.get(procedure)
    if not face or not against or not face.theirs:
        return []
    target = given.get(against.target)
    sheet = board.content(str(target.get(REFERENCE, ""))) if isinstance(target, dict) else {}
    reading = Reading(board.system.terms, board.frame.language, board.view.get("clock"), board.view["options"])
    return [(name, offered(sheet, reading) if sheet else []) for name, offered in face.theirs.items()]


def changed_fields(
    board: Board, procedure: str, given: Tree, character: str | None, asked: Collection[str]
) -> list[Markup]:
    """Fields that a form has and nothing has any use for any more, and those that are of use since."""
    face = board.system.presentation.forms.get(procedure)
    if not face or not (face.useful or face.when):
        return []
    form = board.asker(procedure, character or "", given)
    fields = [one for one in (*form.main(), *form.more()) if one.useful]
    return [board.part("field", one=one) for one in fields if (one.kind == "none") == (one.useful in asked)]


def visible_inputs(board: Board, procedure: str, given: Tree, character: str | None) -> Tree:
    """The inputs that a form would ask for now: nothing chosen of another sheet, nothing that one’s own is past."""
    offers = dict(_theirs(board, procedure, given))
    face = board.system.presentation.forms.get(procedure)
    sheet = board.content(character or "")
    return {
        name: _with_names(board, value)
        for name, value in given.items()
        if (name not in offers or value in [one for one, _ in offers[name]])
        and (face is None or not sheet or face.asks(name, sheet, given))
    }


def _with_names(board: Board, value: Any) -> Any:
    """Sides of one person each are called as they are; others keep their letters."""
    people = board.table.state.play.get("characters", {})
    if not isinstance(value, list) or not all(isinstance(one, dict) and "members" in one for one in value):
        return value
    named = []
    for side in value:
        ids = [one.get(REFERENCE) for one in side["members"] if isinstance(one, dict)]
        alone = ids[0] if len(ids) == 1 and ids[0] in people else ""
        named.append({**side, "name": public_name(alone, people[alone])} if alone else side)
    return named if len({one.get("name") for one in named}) == len(named) else value


def aim_hint(missing: str) -> str:
    """The phrase that says who is still to be named."""
    return {"patient": "aim_patient", "members": "aim_help", "helpers": "aim_help"}.get(missing, "aim_first")
