"""Characters: brought in, written on, shown, hidden, overridden."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from gardien.core.chance import call
from gardien.core.creation import LANGUAGE
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.core.interpreters.play import play
from gardien.core.ready import being
from gardien.core.table_rules import kind_of
from gardien.core.wording import short_name
from gardien.table.binding import group_values
from gardien.table.commands import Add, Edit, Override, Remark, Remove, Show
from gardien.table.decisions.open import nothing_open
from gardien.table.handlers.context import Context, Decision
from gardien.table.handlers.turns import after_move, reorder
from gardien.table.lives import LATEST
from gardien.table.marks import MOST_OWN as MOST_OWN_WORDS
from gardien.table.marks import check_mark, everybody, field_types, is_own_word, sheet_type
from gardien.table.own_sheets import players_fields
from gardien.table.state import effects
from gardien.table.tree import Effect, Tree, at, plain, put_at
from gardien.table.viewers import USUAL_FARES, as_written, public_name
from gardien.table.writing import check_sheet, sheet_effects

OPEN = "all"  # a player's character lies open on the table


def add(context: Context, command: Add) -> Decision:
    """Somebody new, or several, under ids that tell nothing."""
    if not context.viewer.keeper:
        _check_own(context, command)
    effects: list[Effect] = []
    ids: list[str] = []
    for place in range(command.count):
        kept = _newcomer(context, command, place)
        ids.append(context.moment.new_id("c"))
        effects.append(Effect(("play", "characters", ids[-1]), kept))
    if command.seat:
        (seat,) = context.seats([command.seat])
        owned = context.state.house["seats"][seat].get("characters", [])
        effects.append(Effect(("house", "seats", seat, "characters"), [*owned, *ids]))
    called = [str(one.value["sheet"].get("name", "")) for one in effects[: command.count]]
    several = {"all": ids} if len(ids) > 1 else {}
    return Decision(effects=tuple(effects), asked={"character": ids[0], **several, "called": called})


MOST_OWN = 20  # characters a player may bring to one seat


def _check_own(context: Context, command: Add) -> None:
    """A player brings in a character of their own: one, for their seat, of the players' kind, for all to see."""
    if command.seat != context.viewer.seat:
        raise Refusal("table/not_yours", kind="forbidden", field="seat")
    closed = not context.state.house.get("players_edit", True)  # a sheet may say anything, a draw keeps to creation
    kind = kind_of(context.table_rules.sheets[0])
    asked = {
        "being": command.being is not None,
        "hidden": command.hidden,
        "foe": command.foe,
        "shown": command.shown not in (None, OPEN),
        "alias": bool(command.alias),
        "count": command.count > 1,
        "sheet": command.sheet is not None and (closed or command.sheet.get("kind", kind) != kind),
    }
    for field, kept_back in asked.items():
        if kept_back:
            raise Refusal("table/keeper_only", kind="forbidden", field=field)
    if len(context.viewer.owns) >= MOST_OWN:
        raise Refusal("field/length_at_most", kind="refused", field="seat", high=MOST_OWN, came=MOST_OWN + 1)


def _newcomer(context: Context, command: Add, place: int) -> Tree:
    sheet = _new_sheet(context, command)
    if command.count > 1:
        name = command.name or str(sheet.get("name", ""))
        first = _free_number(context, name, in_the_open=not (command.hidden or command.alias))
        sheet = {**sheet, "name": f"{name} {first + place}".strip()}
    else:
        sheet = {**sheet, **_unlike(context, command, command.name or str(sheet.get("name", "")))}
    sheet = check_sheet(context.table_rules, sheet, rules=True)
    _check_house(context, sheet, sheet)
    if context.table_rules.arrives:
        sheet |= plain(context.table_rules.arrives(sheet, int(context.play.get("clock", 0))))
    players = sheet.get("kind", "") == kind_of(context.table_rules.sheets[0]) and not command.foe
    shown: Any = command.shown if command.shown is not None else (OPEN if players else [])
    kept: Tree = {"sheet": sheet, "marks": {}, "shown": list(shown) if isinstance(shown, tuple) else shown}
    proposed = not context.viewer.keeper and bool(context.state.house.get("approve"))
    if command.hidden or proposed:
        kept["hidden"] = True
    if proposed:
        kept["proposed"] = True
    if command.foe:
        kept["foe"] = True
    if command.alias:
        kept["alias"] = f"{command.alias} {place + 1}" if command.count > 1 else command.alias
    return kept


def _check_house(context: Context, sheet: Tree, written: Tree) -> None:
    """Refuse what the house rules do not let a sheet be, as far as it is written now."""
    admits = context.table_rules.admits
    refusal = admits(sheet, context.play.get("options") or {}) if admits else None
    if refusal and refusal.field in written:
        raise refusal.within(field="sheet")


def _unlike(context: Context, command: Add, name: str) -> Tree:
    """A name that nobody has whom the same people hear of: the second of a name is numbered."""
    open = not (command.hidden or command.alias)
    if not name or name not in _names_taken(context, in_the_open=open):
        return {"name": name} if name else {}
    return {"name": f"{name} {max(2, _free_number(context, name, in_the_open=open))}"}


def _names_taken(context: Context, *, in_the_open: bool) -> set[str]:
    """What people are called; of those whom not everybody knows, only where nobody hears the new name either."""
    people = context.play.get("characters", {})
    taken = {public_name(id, one) for id, one in people.items() if not one.get("hidden")}
    return taken if in_the_open else taken | {str(one["sheet"].get("name", "")) for one in people.values()}


def _free_number(context: Context, name: str, *, in_the_open: bool) -> int:
    """The first number that nobody of this name has yet; one that everybody hears counts nobody whom they do not."""
    taken = _names_taken(context, in_the_open=in_the_open)
    numbers = [one.removeprefix(f"{name} ") for one in taken if one.startswith(f"{name} ")]
    return 1 + max((int(one) for one in numbers if one.isdecimal() and len(one) < 6), default=0)


def _new_sheet(context: Context, command: Add) -> dict[str, Any]:
    ways = [name for name in ("sheet", "draw", "being") if getattr(command, name) is not None]
    if len(ways) > 1:
        raise Refusal("table/one_way", field=ways[1], came=", ".join(ways))
    if command.sheet is not None:
        return command.sheet
    if command.being is not None:
        made: dict[str, Any] = msgspec.to_builtins(being(context.system, command.being, command.language))
        return {**made, "name": short_name(made["name"])} if "name" in made else made
    system = context.system
    options = parse(system.options, context.play.get("options", {}), "options")
    kind = system.creation.__annotations__["given"]
    spoken = {LANGUAGE: command.language} if LANGUAGE in kind.__struct_fields__ else {}
    choices = parse(kind, {**spoken, **(command.draw or {})}, "draw")
    drawn = play(call(system.creation, choices, options), context.moment.generator).outcome
    return msgspec.to_builtins(drawn)  # type: ignore[no-any-return]


def remove(context: Context, command: Remove) -> Decision:
    context.character(command.character)
    nothing_open(context, [command.character])
    values, fight = {f"characters/{command.character}": None}, context.play.get("fight")
    if fight and command.character in fight["order"]:
        raise Refusal("table/in_fight", kind="refused", field="character")
    values |= {f"fight/{part}/{command.character}": None for part in ("sides", "left") if part in (fight or {})}
    rules = context.table_rules
    left = rules.removed(everybody(rules, context.play), command.character) if rules.removed else {}
    after = [effect for id, fields in left.items() for effect in sheet_effects(context.state, id, fields)]
    called = str(context.play["characters"][command.character]["sheet"].get("name", ""))
    return Decision(effects=(*effects("play", values), *after), asked={"called": called})


def edit(context: Context, command: Edit) -> Decision:
    """A player writes on their own sheet where the table allows it."""
    kept = context.own(command.character)
    if not context.viewer.keeper:
        _check_open(context, kept["sheet"], command.fields)
    for field in ("kind", "system", "version", "id"):
        if field in command.fields and command.fields[field] != kept["sheet"].get(field):
            raise Refusal("table/fixed_field", kind="refused", field=f"fields.{field}")
    fields = {
        field: as_written(context.viewer, context.table_rules, field, kept["sheet"].get(field), value)
        for field, value in command.fields.items()
    }
    sheet = check_sheet(context.table_rules, {**kept["sheet"], **fields}, rules=True)
    after = {field: value for field, value in sheet.items() if value != kept["sheet"].get(field)}
    _check_house(context, sheet, after)
    own_hand = None if context.viewer.keeper else context.table_rules.own_hand
    if own_hand and (refusal := own_hand(kept["sheet"], sheet)):
        raise refusal.within(field="fields")
    return Decision(effects=tuple(sheet_effects(context.state, command.character, after)))


def _check_open(context: Context, sheet: Tree, fields: Collection[str]) -> None:
    """Refuse a player what the game master alone writes at this table."""
    house = context.state.house
    if house.get("players_edit", True):
        return
    left = players_fields(context.system, sheet_type(context.table_rules, sheet), house)
    kept_back = next((one for one in fields if one not in left), None)
    if kept_back is not None and house.get("players_write"):
        raise Refusal("table/closed_field", kind="forbidden", field=f"fields.{kept_back}")
    if kept_back is not None:
        raise Refusal("table/closed_sheets", kind="forbidden")


OVERRIDABLE = ("characters", "clock", "fight", "scene", "group", "asks", "plans", "due", "title", "options")


def override(context: Context, command: Override) -> Decision:
    """The game master's word stands; only the kind of a value is checked, so that the table stays readable."""
    path = command.path.split("/")
    return Decision(effects=_overridden(context, command, path), asked={"part": path[0]})


def _overridden(context: Context, command: Override, path: list[str]) -> tuple[Effect, ...]:
    if path[0] not in OVERRIDABLE or any(not name for name in path):
        raise Refusal("field/one_of", field="path", came=command.path, allowed=list(OVERRIDABLE))
    value = command.value
    if path[0] == "characters" and len(path) > 2 and path[2] == "sheet":
        kept = context.character(path[1], "path")
        if len(path) < 4:
            raise Refusal("table/path", field="path", came=command.path)
        sheet = check_sheet(context.table_rules, put_at(kept["sheet"], path[3:], value), rules=False)
        if len(path) == 4:
            if isinstance(value, dict | list):  # with whatever was left out of it; a single value is as it was said
                value = sheet.get(path[3], value)
            return tuple(_override_field(context, path[1], path[3], value))
        return tuple(sheet_effects(context.state, path[1], {path[3]: sheet[path[3]]}))
    before = (
        group_values(context.state).get(path[1]) if path[0] == "group" and len(path) == 2 else at(context.play, path)
    )
    _check_kind(before, value, command.path)
    if path[0] == "characters" and path[2:3] == ["marks"]:
        name, *inside = path[3:]
        marks = context.character(path[1], "path")["marks"]
        check_mark(context.table_rules, name, put_at(marks[name], inside, value) if inside else value)
    if path[0] == "options":
        parse(context.system.options, put_at(context.play["options"], path[1:], value), "options")
    return (Effect(("play", *path), value),)


def _override_field(context: Context, id: str, field: str, value: Any) -> list[Effect]:
    """Nothing at all stands for what the sheet begins with."""
    if value is None:
        kind = sheet_type(context.table_rules, context.character(id)["sheet"])
        value = plain(msgspec.convert({}, kind)).get(field)
    if value is None:
        gone = Effect(("play", "characters", id, "sheet", field), None)
        return [gone, *(one for one in sheet_effects(context.state, id, {field: None}) if one.path[-1] != field)]
    return sheet_effects(context.state, id, {field: value})


def _check_kind(before: Any, after: Any, path: str) -> None:
    """A value is replaced by one of its kind: anything else would break whoever reads it."""
    if before is None or type(before) is not type(after) or isinstance(before, dict | list):
        raise Refusal("table/path", field="path", came=path)
    if type(after) is int and not 0 <= after <= LATEST:  # rounds, turns and hours only go so far
        raise Refusal("field/range", field="value", came=after if abs(after) < 10**12 else "…", low=0, high=LATEST)


def show(context: Context, command: Show) -> Decision:
    """What others see of somebody."""
    kept = context.character(command.character)
    home = f"characters/{command.character}/"
    values: dict[str, Any] = {}
    if command.hidden is not None or command.seen_by is not None:
        seats = context.seats(command.seen_by or ())
        hidden = bool(seats or (kept.get("hidden") if command.hidden is None else command.hidden))
        values[home + "hidden"] = hidden or None
        if seats or kept.get("seen_by"):
            values[home + "seen_by"] = list(seats) or None
        if kept.get("proposed") and not hidden:  # whoever is shown is in the game
            values[home + "proposed"] = None
    if command.shown is not None:
        values[home + "shown"] = list(command.shown) if isinstance(command.shown, tuple) else command.shown
    if command.alias is not None:
        values[home + "alias"] = command.alias or None
    if command.fares is not None:
        values[home + "fares"] = None if command.fares == USUAL_FARES else command.fares
    further = (*_number_when_shown(context, command), *_follow_name(context, command))
    return Decision(effects=(*effects("play", values), *further))


def _number_when_shown(context: Context, command: Show) -> list[Effect]:
    """Another number for whoever comes into sight with one that somebody there has taken in the meantime."""
    id, kept = command.character, context.character(command.character)
    hidden, alias = (
        kept.get(field) if said is None else said
        for field, said in (("hidden", bool(command.seen_by) or command.hidden), ("alias", command.alias))
    )
    others = {one: other for one, other in context.play["characters"].items() if one != id and not other.get("hidden")}
    name, _, number = str(kept["sheet"].get("name", "")).rpartition(" ")
    met = f"{name} {number}" in {public_name(one, other) for one, other in others.items()}
    if hidden or alias or not (name and number.isdecimal() and met):
        return []
    return sheet_effects(context.state, id, {"name": f"{name} {_free_number(context, name, in_the_open=True)}"})


def _follow_name(context: Context, command: Show) -> list[Effect]:
    """What the sheets of others count by somebody's name goes by the new one, once everybody calls them so."""
    id, people = command.character, context.play["characters"]
    kept = people[id]
    before, after = (public_name(id, one) for one in (kept, {**kept, "alias": command.alias}))
    namesakes = [one for one, other in people.items() if not other.get("hidden") and public_name(one, other) == before]
    if command.alias is None or before == after or namesakes != [id]:
        return []
    effects: list[Effect] = []
    for other, person in people.items():
        for field in context.table_rules.by_name:
            moved = _renamed({**person.get("marks", {}), **person["sheet"]}.get(field) or (), before, after)
            effects += sheet_effects(context.state, other, {field: moved} if moved else {})
    return effects


def _renamed(kept: Any, before: str, after: str) -> Any:
    """Names, or counts by name, with one for another; nothing where it is not among them."""
    if before not in kept:
        return None
    if not isinstance(kept, Mapping):
        return [after if one == before else one for one in kept]
    counts = {name: count for name, count in kept.items() if name != before}
    return {**counts, after: counts.get(after, 0) + kept[before]}


def remark(context: Context, command: Remark) -> Decision:
    """Notes on a character."""
    context.own(command.character)
    home = f"characters/{command.character}/"
    values: dict[str, Any] = {}
    if command.note is not None:
        values[home + "note"] = command.note or None
    if command.secret is not None:
        if not context.viewer.keeper:
            raise Refusal("table/keeper_only", kind="forbidden", field="secret")
        values[home + "secret"] = command.secret or None
    marks = {name.replace("/", " "): value for name, value in (command.marks or {}).items()}
    laid = _mark_effects(context, command.character, marks)
    return Decision(
        effects=(
            *effects("play", values),
            *laid,
            *reorder(context, command.character, marks),
            *after_move(context, command.character, laid),
        )
    )


def _mark_effects(context: Context, id: str, marks: Tree) -> list[Effect]:
    """Marks set by hand; a circumstance that the sheet itself has a field for is written there.

    Whoever plays somebody sets words of their own and what is theirs to decide, and takes away what is over.
    """
    table_rules, kept = context.table_rules, context.character(id)
    types = field_types(sheet_type(table_rules, kept["sheet"]))
    ruled = table_rules.fighting.circumstances if table_rules.fighting and context.viewer.keeper else ()
    written = {name: value for name, value in marks.items() if name in ruled and name in types}
    for name, value in marks.items():
        if value is None or name in written:
            continue
        check_mark(table_rules, name, value)
        decided = is_own_word(table_rules, name) or name in table_rules.marks.decided
        if not decided and not context.viewer.keeper:
            raise Refusal("mark/rules", kind="forbidden", field="marks", mark=name[:40])
    after = {**kept.get("marks", {}), **marks}
    own = [name for name, value in after.items() if value is not None and is_own_word(table_rules, name)]
    if len(own) > MOST_OWN_WORDS and set(own) - set(kept.get("marks", {})):
        raise Refusal("mark/many", kind="refused", field="marks", most=MOST_OWN_WORDS)
    laid = [(name, value) for name, value in marks.items() if name not in written]
    return [
        *(effect for name, value in written.items() for effect in _override_field(context, id, name, value)),
        *(Effect(("play", "characters", id, "marks", name), value) for name, value in laid),
    ]
