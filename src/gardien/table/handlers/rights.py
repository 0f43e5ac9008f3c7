"""Rights: which procedures a player may do, whom they may change, and which inputs are a player's to fill in.

The game master may everything. A player makes choices: what the form of a procedure offers. What stands on a sheet is
read from it: somebody else's always, one's own where only the game master writes on sheets.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache, partial
from typing import Any

from msgspec import NODEFAULT, UNSET, Struct, to_builtins
from msgspec.structs import fields

from gardien.core.errors import Refusal
from gardien.core.presentation import FormSpec
from gardien.core.system import System
from gardien.core.table_rules import REFERENCE, Targeting
from gardien.table.binding import NAMES, Bound, bind, content, group_values, people_in, with_context, with_usual
from gardien.table.handlers.context import Context
from gardien.table.marks import sheet_type
from gardien.table.viewers import public_name, sees_all

Place = tuple[str | int, ...]  # where an input stands among the others
MISSING = object()
WHAT_IT_IS = ("kind", "system")  # of a sheet: what it is, and no value of somebody's


class Claim(Struct, frozen=True):
    """An input that a player has filled in although nobody offered it, and whose sheet may know better."""

    place: Place
    whose: str
    ruled: bool = False  # it is for the game master to say


def check_right(context: Context, procedure: str) -> None:
    """Refuse a player what the game master does; whoever is asked for it may do it."""
    if not context.viewer.keeper and context.system.right(procedure) == "keeper":
        raise Refusal("table/keeper_procedure", kind="forbidden", field="procedure", came=procedure)


def check_given(
    context: Context, procedure: str, given: Mapping[str, Any], actor: str | None, said: Collection[str]
) -> None:
    """Refuse inputs that are not a player's, of those that were `said`: the rest is the game master's word."""
    if context.viewer.keeper or not said:
        return
    system, rules = context.system, context.table_rules
    given = with_usual(system, procedure, given, actor, partial(content, context.state))
    form, seat = form_of(context, procedure), rules.actors.get(procedure, "")
    mine = {name: value for name, value in given.items() if name in said}
    for id in people_in(mine):
        context.character(id, "given")
    if seat and actor and any(id != actor for id in people_in(mine.get(seat))):
        raise Refusal("table/not_yours", kind="forbidden", field=f"given.{seat}")
    offered = _offered_at_table(system, procedure)
    claims = [one for name, value in mine.items() for one in _claims(form, offered, seat, name, value, actor or "")]
    strangers = _strangers(context, procedure, given, mine, actor)
    if not (claims or strangers):
        return
    base = _without_all(given, [one.place for one in claims])
    with context.refusals_shielded([*people_in(base), *([actor] if actor else [])]):
        known = bind(context.state, procedure, base, actor)
        theirs = _from_target(context, procedure, rules.targeting.get(procedure), base, actor) if claims else {}
    for name, id in known.people.items():
        if id in strangers and name != id:
            who = public_name(id, context.play["characters"][id])
            raise Refusal("table/not_theirs", kind="forbidden", field="given", who=who)
    for claim in claims:
        _check_claim(context, claim, procedure, given, known, theirs)


def check_declared(
    context: Context, procedure: str, listed: str, fighter: Mapping[str, Any], said: Mapping[str, Any]
) -> None:
    """The same for what one of those in a round has declared: `fighter` with what the table knows, `said` beside it."""
    if context.viewer.keeper:
        return
    id, form = str(fighter[REFERENCE]), form_of(context, procedure)
    for other in people_in(said):
        context.character(other, "given")
    if said.get(REFERENCE, id) != id:
        raise Refusal("table/not_yours", kind="forbidden", field=f"given.{REFERENCE}")
    offered = _offered_at_table(context.system, procedure)
    claims = [
        Claim((listed, 0, *one.place), one.whose, one.ruled)
        for name, value in said.items()
        if name != REFERENCE
        for one in _claims(form, offered, "", name, value, id)
    ]
    if claims:
        asked = {listed: [{**fighter, **said}]}
        base = _without_all(asked, [one.place for one in claims])
        base = {listed: [{**fighter, **base[listed][0]}]}
        known = bind(context.state, procedure, base, None)
        for claim in claims:
            _check_claim(context, claim, procedure, asked, known, {}, 2)


def check_answers(context: Context, due: Mapping[str, Any], said: Mapping[str, Any]) -> None:
    """The same for what is added to something that has fallen due: answers to what it asks, and an act's choices."""
    if context.viewer.keeper:
        return
    procedure, settled = due["procedure"], {*due["given"], *due.get("asks", {})}
    added = [name for name in said if name not in settled]
    if added and context.system.right(procedure) == "keeper" and not _open_sheets(context):
        raise Refusal("table/keeper_input", kind="forbidden", field=f"given.{added[0]}")
    check_given(context, procedure, {**said, **due["given"]}, due["character"], added)


def kept_from_players(form: FormSpec, open_sheets: bool) -> tuple[str, ...]:
    """The inputs of a form that a player does not fill in; `open_sheets`: whether players write on theirs."""
    return form.ruled if open_sheets else (*form.ruled, *form.filled)


def form_of(context: Context, procedure: str) -> FormSpec:
    """The form of a procedure; one without any offers nothing that a sheet knows."""
    return context.system.presentation.forms.get(procedure) or FormSpec(())


def _open_sheets(context: Context) -> bool:
    return bool(context.state.house.get("players_edit", True))


@cache
def _offered_at_table(system: System, procedure: str) -> frozenset[str]:
    """The inputs of an act that are a player's to choose: what its form offers, and whom it is aimed at."""
    form, rules = system.presentation.forms.get(procedure) or FormSpec(()), system.table_rules
    against = rules.targeting.get(procedure)
    aimed = (*rules.each.get(procedure, ()), *((against.target,) if against else ()))
    return frozenset({*_choices_in(form), *rules.ui_inputs.get(procedure, ()), *aimed})


def _choices_in(form: FormSpec) -> set[str]:
    return {*form.main, *form.more, *form.beforehand} - {*form.ruled, *form.filled}


# ---- inputs that a sheet may know ----


def _claims(form: FormSpec, offered: Collection[str], seat: str, name: str, value: Any, actor: str) -> Iterator[Claim]:
    """What of one input nobody offered: all of it, or what stands beside somebody in it."""
    if name in form.ruled:
        yield Claim((name,), actor, ruled=True)
    elif name == seat and isinstance(value, Mapping):
        yield from (Claim((name, one), actor) for one in value if one != REFERENCE)
    elif name in offered or any(people_in(value)):
        free = {*form.each.get(name, ()), *(one.partition(".")[2] for one in form.filled if one.startswith(f"{name}."))}
        yield from _beside(value, (name,), free)
    elif actor:
        yield Claim((name,), actor)


def _beside(value: Any, place: Place, free: Collection[str]) -> Iterator[Claim]:
    """What is said of people beside who they are."""
    if isinstance(value, Mapping):
        id = value.get(REFERENCE)
        for name, one in value.items():
            if not isinstance(id, str):
                yield from _beside(one, (*place, name), free)
            elif name != REFERENCE and name not in free:
                yield Claim((*place, name), id)
    elif isinstance(value, list | tuple):
        for at, one in enumerate(value):
            yield from _beside(one, (*place, at), free)


def _from_target(
    context: Context, procedure: str, against: Targeting | None, base: Mapping[str, Any], actor: str | None
) -> dict[str, str]:
    """The inputs that follow from whom an act is aimed at, and whose they are."""
    if against is None or actor is None:
        return {}
    met = with_context(context.system, procedure, base, actor, partial(content, context.state))
    aimed = next((id for id in people_in(met.get(against.target)) if id not in context.viewer.owns), actor)
    return {name: aimed for name in met if name not in base and name not in against.visible}


def _check_claim(
    context: Context,
    claim: Claim,
    procedure: str,
    given: Mapping[str, Any],
    known: Bound,
    theirs: Mapping[str, str],
    skip: int = 0,
) -> None:
    """Refuse what differs from the sheet, and what nobody offered where only the game master writes on sheets.

    Of somebody whose sheet is not open to the player, nothing is said at all: what is refused would tell it.
    """
    name, alone = str(claim.place[-1]), len(claim.place) == 1
    whose = theirs.get(name, claim.whose) if alone else claim.whose
    value, there = _at(given, claim.place), _at(known.given, claim.place)
    person = context.play["characters"].get(whose)
    own, shared = whose in context.viewer.owns, alone and name in group_values(context.state)
    if own and not (shared or claim.ruled) and _open_sheets(context):
        return
    if whose in known.people and not (alone or _is_on_sheet(context, whose, name)):
        return  # of something nameless that somebody stands for
    seen = person is None or sees_all(context.viewer, whose, person)
    if seen and (_is_unsaid(context, procedure, claim, value) if there is MISSING else value == there):
        return
    field = ".".join(["given", *(str(one) for one in claim.place[skip:])])
    if claim.ruled or shared or (there is MISSING and (own or not _is_on_sheet(context, whose, name))):
        if own and not shared and procedure not in context.system.presentation.forms:
            return
        raise Refusal("table/keeper_input", kind="forbidden", field=field)
    who = public_name(whose, person) if person else ""
    raise Refusal("table/from_sheet", kind="forbidden", field=field, who=who)


def _is_on_sheet(context: Context, id: str, name: str) -> bool:
    """Whether somebody's sheet has such a field; what a sheet is itself is no value of theirs."""
    person = context.play["characters"].get(id)
    if person is None or name in WHAT_IT_IS:
        return False
    return name in sheet_type(context.table_rules, person["sheet"]).__struct_encode_fields__


def _is_unsaid(context: Context, procedure: str, claim: Claim, value: Any) -> bool:
    """Whether an input is what it would be if nobody said so."""
    if len(claim.place) > 1:
        return not value
    known = next(
        (one for one in fields(context.system.procedure(procedure).given) if one.encode_name == claim.place[0]), None
    )
    if known is None or known.required:
        return known is None  # what there is not is refused for that
    default = known.default if known.default_factory is NODEFAULT else known.default_factory()
    return default is not UNSET and bool(value == to_builtins(default))


def _at(value: Any, place: Place) -> Any:
    for one in place:
        try:
            value = value[one]
        except (LookupError, TypeError):
            return MISSING
    return value


def _without_all(value: Any, places: Collection[Place]) -> Any:
    """The same without some of its inputs."""
    here = {place[0] for place in places if len(place) == 1}
    below: dict[str | int, list[Place]] = {}
    for place in places:
        if len(place) > 1:
            below.setdefault(place[0], []).append(place[1:])
    if isinstance(value, Mapping):
        return {name: _without_all(one, below.get(name, ())) for name, one in value.items() if name not in here}
    if isinstance(value, list | tuple):
        return [_without_all(one, below.get(at, ())) for at, one in enumerate(value)]
    return value


# ---- whom it changes ----


def _strangers(
    context: Context, procedure: str, given: Mapping[str, Any], said: Mapping[str, Any], actor: str | None
) -> set[str]:
    """Those whom an act may change who are neither the player's own nor aimed at; whom it meets nameless it leaves."""
    rules, declared = context.table_rules, context.system.procedure(procedure)
    meant = set(people_in(said))
    if not meant or not (hasattr(declared.outcome, "changes") or procedure in rules.consequences):
        return set()
    names = {public_name(id, context.play["characters"][id]) for id in meant}
    for name in (one for value in said.values() for one in _literal_names(value)):
        if name in names:
            raise Refusal("table/from_sheet", kind="forbidden", field="given", who=name)
    against = rules.targeting.get(procedure)
    aimed = {*rules.each.get(procedure, ()), *((against.target,) if against else ())}
    return meant - {actor, *context.viewer.owns, *(id for name in aimed for id in people_in(given.get(name)))}


def _literal_names(value: Any) -> Iterator[str]:
    """The names of those who are written out, and not taken from the table."""
    if isinstance(value, Mapping):
        if REFERENCE not in value:
            yield from (one for name in NAMES if isinstance(one := value.get(name), str) and one)
        for one in value.values():
            yield from _literal_names(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _literal_names(one)
