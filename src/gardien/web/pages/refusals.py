"""Refusals on the pages: a sentence in the game's own words, beside its field where there is one."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import msgspec.inspect
from starlette.responses import Response

from gardien.core.errors import Refusal
from gardien.core.inputs import type_of
from gardien.core.telling import lower_first
from gardien.core.terms import Language, listing, number
from gardien.core.wording import name_inside, typeset, with_article
from gardien.table.stale import StaleCommand
from gardien.web.answers import STATUS, STATUS_BY_ID, sentence
from gardien.web.pages.forms.person_inputs import holds_person, is_person, item_of
from gardien.web.pages.frame import HEADERS, say

if TYPE_CHECKING:
    from gardien.web.pages.table.board import Board

KEY = re.compile(r"^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$")  # of the rules, never of people
DIE = re.compile(r"^d\d+$")
SPAN = re.compile(r"^(-?\d+(?:\.\d+)?)–(-?\d+(?:\.\d+)?)$")
SCHEMA = re.compile(r"[{}“”\[\]]")  # of a description that only whoever writes programs can read
SOMEBODY, TEXT = "id", "“…”"  # that is wanted of an input: whoever is at the table, words
MANY = 4  # of which no more are named
LISTED = 12  # the same, where what is asked for is one of them
LONGEST = 40  # letters of what was typed that are repeated
UNSAID = "…"
TITLE = re.compile(r"[A-ZÀ-Ý][a-zà-ÿ]+(?: [A-ZÀ-Ý][a-zà-ÿ]+)+")  # a name that is printed so: « Premiers Soins »
ASKS = re.compile(r"(?:(?:À|Avec|Contre|Sur) )?qu(?:i|oi)\b|ce qu|l’|(?:against )?wh(?:om?|at)\b|the ", re.IGNORECASE)
SEVERAL = ("s", "x")
OUTSIDE = ("field/range", "field/at_least", "field/at_most")
BETWEEN = " | "  # values or inputs of which one is needed
GONE = {  # what is asked for by an id that says nothing to anybody, and its sentence
    "table/nothing": {"asks": "gone_ask", "due": "gone_due", "": "gone"},
    "table/no_character": {"": "gone_person"},
}
TOO_MUCH = {  # to work out: on a page there are people to leave out, and no details
    "odds/too_many": "odds_too_many",
    "http/too_heavy": "odds_too_heavy",
    "http/too_long": "odds_too_long",
}
UNKNOWN = ("field/unknown",)  # of inputs that there are not
YES_NO = {"true": "yes", "false": "no"}
MOST_NAMED = 3  # of what has changed meanwhile


def refusal_response(refusal: Refusal, board: "Board", from_script: bool) -> Response:
    """A sentence beside the field; what was typed is still there."""
    status = STATUS_BY_ID.get(refusal.id, STATUS[refusal.kind])
    said = {
        "id": refusal.id,
        **_refusal_fields(refusal, board),
        "also": [_refusal_fields(one, board) for one in refusal.also],
    }
    if isinstance(refusal, StaleCommand):
        said["version"] = refusal.version
    if from_script:
        return Response(msgspec.json.encode(said), status, HEADERS, "application/json")
    return board.frame.page("refused.html", status, **board.context(told=said, title=""))


def _refusal_fields(refusal: Refusal, board: "Board") -> dict[str, Any]:
    return {"field": refusal.field, "message": refusal_text(refusal, board)}


def meanwhile(stale: StaleCommand, board: "Board") -> str:
    """What has changed, as the log tells it, and what to do."""
    cards = [board.card(one) for one in stale.cards[-MOST_NAMED:]]
    named = [" ".join(word for word in (one.who, one.what) if word) for one in cards]
    return board.frame.t("stale", what=" · ".join(named)) if named else board.frame.t("stale_unnamed")


def refusal_text(refusal: Refusal, board: "Board") -> str:
    """A refusal as a sentence, in the game's own words."""
    if "message" in refusal.words:
        return str(refusal.words["message"])
    if isinstance(refusal, StaleCommand):
        return meanwhile(refusal, board)
    if refusal.id in TOO_MUCH:
        return board.frame.t(TOO_MUCH[refusal.id])
    terms = board.system.terms
    name = refusal.field.rpartition(".")[2].partition("[")[0]
    if refusal.id in GONE:
        return board.frame.t(GONE[refusal.id].get(name) or GONE[refusal.id][""])
    where = refusal.where.rpartition("/")[2]
    if terms.field(name, where):  # as the form that was filled in calls it
        refusal.field = terms.label(name, board.frame.language, where)
    elif KEY.match(name) and refusal.id not in UNKNOWN:  # which says what was typed
        refusal.field = board.frame.t("this_value")
    if act := refusal.words.get("act"):  # what to do instead
        entry = terms.entry("act", act) or terms.entry("procedure", act)
        refusal.words["act"] = lower_first(terms.say(entry, board.frame.language, default=act))
    allowed = refusal.words.get("allowed")
    if isinstance(allowed, str):  # what may be left out goes without saying
        allowed = refusal.words["allowed"] = BETWEEN.join(one for one in allowed.split(BETWEEN) if one != "null")
    if isinstance(allowed, str) and BETWEEN in allowed:
        either = allowed.split(BETWEEN)
        refusal.words |= {"allowed": _either(either, name, board), "words": True}
        values = any(terms.entry("enum", name, one) for one in either)
        if refusal.id == "field/missing" and name in either and not values:  # one of several inputs
            return board.frame.t("say_either", either=refusal.words["allowed"])
    elif refusal.id in UNKNOWN and isinstance(allowed, list | tuple):  # inputs, and no values of theirs
        called = _inputs(allowed, refusal.where.rpartition("/")[2], board)
        refusal.words["allowed"] = list(called.values())
        refusal.words["hint"] = called.get(str(refusal.words.get("hint")), "")
    elif isinstance(allowed, list | tuple):
        refusal.words["long"] = is_long(allowed)
        first = [_called(one, name, board) for one in allowed[:LISTED]]
        refusal.words["allowed"] = [*first, UNSAID] if len(allowed) > LISTED else first
    elif isinstance(allowed, str) and all(KEY.match(one) for one in allowed.split(", ")):
        refusal.words["allowed"] = listing(
            [_called(one, name, board) for one in allowed.split(", ")], board.frame.language
        )
    offered = _lists(name, refusal.where.rpartition("/")[2], board)
    if refusal.id == "field/one_of" and (offered or _is_known(refusal.words.get("came"), name, board)):
        refusal.id = "field/not_allowed"  # there is such a thing, elsewhere
    for word in ("came", "hint"):
        said = refusal.words.get(word)
        if refusal.id not in UNKNOWN and isinstance(said, str) and KEY.match(said):
            refusal.words[word] = _called(said, name, board)
    if isinstance(came := refusal.words.get("came"), str):
        refusal.words["came"] = board.frame.t("this_number") if refusal.id in OUTSIDE and came == UNSAID else _cut(came)
    if plainly := _asked_plainly(refusal, name, board):
        return plainly.replace("….", "…").replace("..", ".")
    refusal.where = ""
    refusal.terms = terms
    return sentence(refusal, board.frame.language)


def is_long(allowed: Any) -> bool:
    """Whether there is more to choose from than a sentence lists: the form does, and the nearest name is enough."""
    return isinstance(allowed, list | tuple) and len(allowed) > LISTED


def of_worker(body: bytes) -> Refusal:
    """What a question of a page was refused for, as the rule refused it."""
    error = msgspec.json.decode(body)["error"]
    refusal = Refusal(error["id"], kind="refused", field=error["field"], rule=error["rule"])
    refusal.words = error["words"]
    return refusal


def _asked_plainly(refusal: Refusal, name: str, board: "Board") -> str:
    """What is missing, or no number, as somebody at the table would ask for it; nothing for any other refusal.

    A form shows what can be chosen: only a span of numbers, or a few words, are worth repeating.
    """
    if refusal.id in ("field/one_of", "field/not_allowed") and not str(refusal.words.get("came", UNSAID)).strip():
        if refusal.field == board.frame.t("this_value"):
            return board.frame.t("left_empty")
        return _choose(refusal.field, board.system.terms.field(name, refusal.where.rpartition("/")[2]) or {}, board)
    if refusal.id not in ("field/missing", "field/type"):
        return ""
    procedure = refusal.where.rpartition("/")[2]
    entry = board.system.terms.field(name, procedure) or {}
    if refusal.id == "field/missing" and (wanted := entry.get(f"want_{board.frame.language}")):
        return str(wanted)
    t, allowed, field = board.frame.t, refusal.words.get("allowed", ""), refusal.field
    if allowed == SOMEBODY and refusal.id == "field/type":
        return t("not_somebody", field=field)
    if numbered := in_plain_words(refusal, board.frame.language):
        return numbered
    if refusal.id == "field/type":
        came = str(refusal.words.get("came", ""))
        if not came.strip():
            return t("left_empty") if field == t("this_value") else t("fill_in", field=field)
        if came == UNSAID:  # something that has parts
            return t("choose_in", field=field)
        words = isinstance(allowed, str) and refusal.words.get("words")
        return t("not_such", field=field, came=came, such=allowed) if words else ""
    known = {one.name for one in board.people.values()}
    several = allowed.split(", ") if isinstance(allowed, str) else list(allowed)
    lists = _lists(name, procedure, board) or _is_person(name, procedure, board)
    if lists or any(one in known for one in several):
        return _choose(field, entry, board)
    if not allowed or SCHEMA.search(str(allowed)):
        return t("fill_in", field=field)
    if isinstance(allowed, str) and allowed.endswith("…"):
        return t("choose_such", field=field, such=allowed.removesuffix("…"))
    if isinstance(allowed, str) and t("either") in allowed:
        return t("choose_among", field=field, such=allowed)
    return t("fill_such", field=field, such=listing([*map(str, several[:MANY])], board.frame.language))


def _lists(name: str, procedure: str, board: "Board") -> bool:
    """Whether the form lists what an input may be."""
    if procedure not in board.system.modules:
        return False
    form = board.asker(procedure, board.selected)
    if name in {*form.spec.offered, *form.spec.choices, *form.spec.presets}:
        return True
    fields = [one for field in (*form.main(), *form.more()) for one in (field, *field.inside)]
    asked = [one for one in fields if name in one.name.split(".")]
    return any(one.choices for field in asked for one in (field, *field.inside))


def _choose(field: str, entry: Mapping[str, Any], board: "Board") -> str:
    """What is to be chosen, as one asks for it: « Choisir une cible. », « Choisir les combattants. »."""
    t, inside, gender = board.frame.t, lower_first(field), entry.get("gender")
    first, *others = field.split()
    if ASKS.match(field):  # the label is a question already
        return t("choose_what", what=inside)
    if first.endswith(SEVERAL) or (gender and others):
        the = with_article(inside, feminine=gender == "f", several=first.endswith(SEVERAL))
        return t("choose_what", what=typeset(the, "fr") if board.frame.language == "fr" else f"the {inside}")
    return t(f"choose_one_{gender}", what=inside) if gender else t("choose_in", field=field)


def in_plain_words(refusal: Refusal, language: Language) -> str:
    """What is missing or unsuited where a type is all there is to list; nothing where there are values to name."""
    allowed, field, missing = refusal.words.get("allowed", ""), refusal.field, refusal.id == "field/missing"
    if not isinstance(allowed, str) or refusal.id not in ("field/missing", "field/type"):
        return ""
    if span := SPAN.match(allowed):
        low, high = (number(float(one) if "." in one else int(one), language) for one in span.groups())
        return say("fill_number" if missing else "write_number", language, field=field, low=low, high=high)
    if allowed == TEXT and not missing:
        return say("write_text", language, field=field)
    if SCHEMA.search(allowed) and not missing:
        return say("not_suited", language, field=field, came=str(refusal.words.get("came", "")))
    return ""


def _cut(came: str) -> str:
    """What was typed, as far as it is worth repeating."""
    return f"{came[:LONGEST]}{UNSAID}" if len(came) > LONGEST else came


def _is_person(name: str, procedure: str, board: "Board") -> bool:
    """Whether an input says whom something is aimed at, in some act of the game, or who takes part in this one."""
    if any(one.target == name for one in board.system.table_rules.targeting.values()):
        return True
    if procedure not in board.system.modules:
        return False
    kind = type_of(board.system.procedure(procedure).given)
    assert isinstance(kind, msgspec.inspect.StructType)
    items = [item_of(one.type) for one in kind.fields if one.encode_name == name]
    return any(is_person(board.system, one) or holds_person(board.system, one) for one in items)


def _is_known(came: Any, field: str, board: "Board") -> bool:
    """Whether what was chosen is somebody at the table, or a word of the game."""
    if not isinstance(came, str) or came in {one.name for one in board.people.values()}:
        return isinstance(came, str)
    return _called(came, field, board) != came.replace("_", " ")


def _called(key: Any, field: str, board: "Board") -> str:
    """A key as the game calls it; what is none stays as it is."""
    terms, language = board.system.terms, board.frame.language
    if not isinstance(key, str) or not KEY.match(key):
        return str(key)
    key = YES_NO.get(key, key)
    listed = terms.entry("enum", field, key) or terms.entry("enum", "any", key)
    if DIE.match(key) and not listed:  # whatever else the game calls by the same letters
        return str(key)
    if entry := listed or terms.field(key) or terms.value(field, key):
        said = terms.say(entry, language, default=key)
        return said if TITLE.fullmatch(said) else name_inside(said)
    named = board.system.presentation.named
    names = (named[one](key, language) for one in (field, *named) if one in named)
    return next((one for one in names if one not in (key, "")), key.replace("_", " "))


def _inputs(names: Sequence[str], procedure: str, board: "Board") -> dict[str, str]:
    """Inputs of a procedure as its form calls them."""
    terms, language = board.system.terms, board.frame.language
    return {one: lower_first(terms.label(one, language, procedure)) for one in names}


def _either(names: list[str], field: str, board: "Board") -> str:
    """Inputs or values of which one is needed, as the game calls them."""
    called = [_called(one, field, board) for one in names]
    if len(called) >= MANY:
        return f"{listing(called[:MANY], board.frame.language)}…"
    return board.frame.t("either").join(filter(None, (listing(called[:-1], board.frame.language), called[-1])))
