"""Sheets between games of the house: by the way the sources give where they give one, else by equal chances.

By equal chances: of every notion that both games have, the score is written whose exact chance on a usual task of the
new game is nearest to the chance that the old sheet has on a usual task of the old one. Weapons: `core/arms.py`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import UNSET, Struct, structs

from gardien.core.arms import Armed, are_carried, armed, arms_of, matches
from gardien.core.chance import Program
from gardien.core.conversion import (
    KIND,
    MOST_REMARKS,
    Carried,
    Conversion,
    Converted,
    Converter,
    Lost,
    Measured,
    Reckoned,
    Taken,
)
from gardien.core.creation import Creation
from gardien.core.errors import Refusal
from gardien.core.pack import read_json
from gardien.core.sheet import Sheet, current_version, read_sheet
from gardien.core.system import System, find, keys
from gardien.core.telling import lower_first, value_said
from gardien.core.terms import Language
from gardien.core.values import Value
from gardien.core.yardstick import Found, Measure, Pair, Plain, Yardstick, at, name_of, nearest_score, plain_of

SHEET = "sheet"
SAME = ("name", "gender", "player", "age", "nationality", "portrait", "history", "description", "first_name", "surname")
OF_THE_FILE = ("system", "version", KIND, "id", "count", "notes", "house_rules")
LONGEST = 200  # letters of what is told of one field


class OwnSheet(Value, frozen=True, kw_only=True):
    """A sheet of another game of the house, as its file has it."""

    sheet: dict[str, Any]
    language: Language = "fr"


def kin(system: System) -> list[str]:
    """The other games of the house whose sheets can be brought over."""
    if system.yardstick is None:
        return []
    return [key for key in keys() if key != system.key and find(key).yardstick is not None]


def converter_between(source: System, target: System) -> Converter:
    """How a game takes in the sheets of another one of the house."""
    there, here = source.yardstick, target.yardstick
    assert there is not None
    assert here is not None
    kinds = tuple(
        Conversion(kind=kind, rule=_rule(source, target, kind), form=Creation()) for kind in dict.fromkeys(here.kinds)
    )
    dialect = next(
        ((one, there.dialects[one.source]) for one in target.converters if one.source in there.dialects), None
    )
    if dialect is None:

        def whole(given: Plain) -> Plain:
            return _whole(source, target, given)

        return Converter(source=source.key, home=source.key, kinds=kinds, tidy=whole, read=_read)
    older, say = dialect
    known = tuple(one.kind for one in older.kinds)

    def rest_of(given: Plain, kind: str, language: Language) -> tuple[Plain, tuple[Lost, ...]]:
        """The sheet, and what the older game cannot say of it."""
        sheet, plain = _typed(source, given.get(SHEET, given))
        carried = are_carried(source, target, target.table_rules.sheet_type(kind) or target.sheet)
        told = {*say(plain), *([arms.field] if carried and (arms := arms_of(source)) else ())}
        things = own_things(source, sheet, told, language)
        return plain, tuple(Lost(label, "own_thing", said) for label, said in things)

    def tidy(given: Plain) -> Plain:
        """As the older game writes it, where the sources say what becomes of such a sheet."""
        whole = _whole(source, target, given)
        if SHEET not in whole or whole[KIND] not in known:
            return whole
        language = whole.get("language", "fr")
        plain, lost = rest_of(whole, whole[KIND], language)
        spoken = say(plain)
        rest = [f"{one.what} : {one.came}" for one in lost if one.came]
        rest += [one.name for one in matches(source, target, plain, language) if not one.key] if arms_of(source) else []
        spoken["notes"] = "\n".join(filter(None, (spoken.get("notes", ""), *rest)))[:MOST_REMARKS]
        spoken = older.tidy(spoken) if older.tidy else spoken
        return {**spoken, **{name: one for name, one in whole.items() if name != SHEET}}

    def finish(carried: Carried, given: Plain, language: Language) -> Carried:
        """With the weapons, and everything else that is not said in the words of the older game."""
        old, lost = rest_of(given, carried.kind, language)
        found = Armed(plain_of(carried.sheet))
        if are_carried(source, target, type(carried.sheet)):
            found = armed(source, target, old, found.plain, language)
        made = msgspec.convert(found.plain, type(carried.sheet))
        return structs.replace(
            carried,
            sheet=here.recompute(made) if here.recompute and found.values else made,
            values=(*carried.values, *found.values),
            lost=(*carried.lost, *found.lost, *lost),
        )

    return structs.replace(
        older,
        source=source.key,
        home=source.key,
        dialect=older.source,
        finish=finish,
        tidy=tidy,
        read=_read,
        kinds=(*older.kinds, *(one for one in kinds if one.kind not in known)),
    )


def _read(text: str) -> Taken:
    """The file of a sheet, pasted."""
    content = read_json(text, SHEET)
    if not isinstance(content, dict):
        raise Refusal("field/type", field=SHEET, came=text[:40], allowed="{…}")
    return Taken({SHEET: content})


def _whole(source: System, target: System, given: Plain) -> Plain:
    """A sheet given as its file has it, and the kind that it becomes where none is asked for."""
    if SHEET not in given and "system" in given:
        given = {SHEET: given}
    sheet = given.get(SHEET)
    if not isinstance(sheet, dict):
        return given
    if sheet.get("system") != source.key:
        raise Refusal("convert/other_game", field=SHEET, came=str(sheet.get("system", ""))[:60], system=source.key)
    there, here = source.yardstick, target.yardstick
    assert there is not None
    assert here is not None
    kind = str(sheet.get(KIND) or there.kinds[0])
    return {KIND: here.kind(there.role(kind)), **given}


def _typed(source: System, content: Plain) -> tuple[Sheet, Plain]:
    """A sheet as its game reads it."""
    kind: type[Any] = source.table_rules.sheet_type(str(content.get(KIND, ""))) or source.sheet
    sheet: Sheet = read_sheet(dict(content), kind, SHEET, current_version(kind))
    return sheet, plain_of(sheet)


def _rule(source: System, target: System, kind: str) -> Callable[[Any, Any], Program[Converted]]:
    def bring(given: OwnSheet, options: Any) -> Program[Converted]:
        """A sheet of another game of the house, by equal chances."""
        return (yield from Crossing(source, target, kind, given).bring())

    return bring


class Crossing:
    """One sheet on its way from one game to another."""

    def __init__(self, source: System, target: System, kind: str, given: OwnSheet) -> None:
        assert source.yardstick is not None
        assert target.yardstick is not None
        self.source, self.target, self.language = source, target, given.language
        self.there: Yardstick = source.yardstick
        self.here: Yardstick = target.yardstick
        self.sheet, self.old = _typed(source, given.sheet)
        self.type: type[Any] = target.table_rules.sheet_type(kind) or target.sheet
        self.plain: Plain = {"system": target.key, **({KIND: kind} if KIND in self.type.__struct_fields__ else {})}
        self.pairs, self.old_pairs = self.here.pairs_in(self.language), self.there.pairs_in(self.language)
        self.is_armed = are_carried(source, target, self.type)
        self.tally = Reckoned()
        self.measured: dict[str, Measured] = {}

    def made(self, plain: Plain) -> Any:
        return msgspec.convert(plain, self.type)

    def bring(self) -> Program[Converted]:
        """Who it is, what is done by equal chances, what is told in proportion, what has no place."""
        for name in SAME:
            value = self.old.get(name)
            if value not in (None, "") and name in self.type.__struct_encode_fields__ and self._takes(name, value):
                self.plain[name] = value
        for pair in self._in_order():
            yield from self._carry(pair)
        for measure in self.here.measures:
            yield from self._measure(measure)
        yield from self._arm()
        self._lose_the_rest()
        place = next((one for one in self.here.remarks if one in self.type.__struct_encode_fields__), "")
        if place:
            written = str(self.plain.get(place) or "")
            self.plain[place] = self.tally.notes("\n".join(filter(None, (written, str(self.old.get("notes") or "")))))
        made = self.made(self.plain)
        made = self.here.recompute(made) if self.here.recompute else made
        return Converted(sheet=made, came=self.tally.came, lost=tuple(self.tally.lost), measured=dict(self.measured))

    def _takes(self, name: str, value: Any) -> bool:
        try:
            self.made({**self.plain, name: value})
        except (msgspec.ValidationError, Refusal):
            return False
        return True

    # ---- by equal chances ----

    def _in_order(self) -> Iterable[Pair]:
        """As the game writes them; of what has not room for everything, what is done best first."""
        plenty = [one for one in self.pairs if not one.scarce]
        scarce = [(self._wanted(one), one) for one in self.pairs if one.scarce]
        known = [(wanted, one) for wanted, one in scarce if wanted is not None]
        return [*plenty, *(one for _, one in sorted(known, key=lambda each: -each[0]))]

    def _source(self, notion: str) -> tuple[Pair, Any] | None:
        pair = next((one for one in self.old_pairs if one.notion == notion), None)
        score = pair.score(self.old) if pair else None
        return (pair, score) if pair is not None and score is not None else None

    def _wanted(self, pair: Pair) -> Fraction | None:
        found = self._source(pair.notion)
        return found[0].chance(self.sheet) if found else None

    def _carry(self, pair: Pair) -> Program[None]:
        source = self._source(pair.notion)
        if self._absent(pair.field):
            if source:
                self._lose_notion(pair.notion, source[1], "no_value")
            return
        if source is None:
            if pair.absolute:
                self.measured[pair.field] = Measured(way="ordinary", notion=pair.notion)
                yield from self.tally.value(pair.field, pair.usual, pair.rule)
            return
        old, score = source
        wanted = old.chance(self.sheet)
        if not pair.scores:
            here = pair.chance(self.made(self.plain))
            yield from self._tell(pair, old, score, "follows", pair.score(self._whole()), wanted, here)
            return
        found = nearest_score(pair, self.plain, self.made, wanted)
        if pair.scarce:
            self._note_no_room(pair, score, wanted, found)
        if found is None or (found.score == pair.usual and not pair.absolute):
            return
        value, way = found.score, "equal"
        if pair.absolute and old.absolute and (more := self._beyond(pair, old, score, wanted, found)):
            value, way = more, "beyond"
        self.plain = pair.written(self.plain, value)
        yield from self._tell(pair, old, score, way, value, wanted, found.chance)

    def _whole(self) -> Plain:
        return plain_of(self.made(self.plain))

    def _absent(self, field: str) -> bool:
        return field.partition(".")[0] not in self.type.__struct_encode_fields__

    def _note_no_room(self, pair: Pair, score: Any, wanted: Fraction, found: Found | None) -> None:
        free = nearest_score(structs.replace(pair, open=None), self.plain, self._unlimited, wanted)
        if free is not None and (found is None or free.score > found.score):
            self._lose_notion(pair.notion, score, "no_room")

    def _unlimited(self, plain: Plain) -> Any:
        """The sheet of somebody whom no limit of creation binds: another person's."""
        kind = self.here.kind("person")
        return msgspec.convert({**plain, KIND: kind}, self.target.table_rules.sheet_type(kind) or self.type)

    def _beyond(self, pair: Pair, old: Pair, score: int, wanted: Fraction, found: Found) -> int:
        """Where the old task tells no more, in proportion to the first score at which it does not."""
        if self._old_chance(old, max(old.scores)) != wanted:
            return 0
        first = next((one for one in old.scores if self._old_chance(old, one) == wanted), score)
        value = min(max(pair.scores), round(found.score * score / first)) if 0 < first < score else 0
        return value if value > found.score else 0

    def _old_chance(self, old: Pair, score: int) -> Fraction:
        return old.chance(msgspec.convert(old.written(self.old, score), type(self.sheet)))

    def _tell(
        self, pair: Pair, old: Pair, score: Any, way: str, value: Any, there: Fraction, here: Fraction
    ) -> Program[None]:
        self.measured[pair.field] = Measured(
            way=way,
            notion=pair.notion,
            field=old.field,
            came=score,
            there=str(there),
            here=str(here),
            task_there=old.task.key,
            task_here=pair.task.key,
        )
        yield from self.tally.value(pair.field, value, pair.rule)

    # ---- in proportion ----

    def _measure(self, measure: Measure) -> Program[None]:
        other = self.there.measure(measure.notion)
        came = other.value(self.old) if other else None
        if other is None or came is None:
            return
        came_as = at(self.old, other.field) or came
        if self._absent(measure.field) or self.plain.get(KIND) in measure.follows:
            self._lose_notion(measure.notion, came_as, "other_life")
            return
        share = Fraction(came).limit_denominator(1000) / other.ordinary
        low, high = measure.limits
        value = max(low, min(high, round(share * measure.ordinary)))
        self.plain = measure.written(self.plain, value)
        self.measured[measure.field] = Measured(
            way="share", notion=measure.notion, field=other.field, came=came_as, there=str(share)
        )
        yield from self.tally.value(measure.field, at(self.plain, measure.field), measure.rule)

    # ---- weapons ----

    def _arm(self) -> Program[None]:
        """The nearest weapons of the new game."""
        if not self.is_armed:
            return
        found = armed(self.source, self.target, self.old, self.plain, self.language)
        self.plain = found.plain
        for one in found.values:
            assert one.measured is not None
            self.measured[one.field] = one.measured
            yield from self.tally.value(one.field, one.value, one.rule)
        for lost in found.lost:
            self.tally.lose(lost.what, lost.why, "", "", lost.what)

    # ---- what has no place ----

    def _lose_notion(self, notion: str, came: Any, why: str) -> None:
        name = name_of(notion, self.language)
        self.tally.lose(name, why, came, "", f"{name} {came}" if why != "other_life" else "")

    def _lose_the_rest(self) -> None:
        """Values without a counterpart, and all that only the old game has."""
        here = {one.notion for one in self.pairs} | {one.notion for one in self.here.measures}
        held = [(one.notion, one.field, one.score(self.old)) for one in self.old_pairs]
        held += [(one.notion, one.field, one.value(self.old)) for one in self.there.measures]
        for notion, _, came in held:
            if notion not in here and came is not None:
                self._lose_notion(notion, came, "no_value")
        told = {field.partition(".")[0] for _, field, _ in held}
        told |= {self.there.arms.field} if self.is_armed and self.there.arms else set()
        for label, said in own_things(self.source, self.sheet, told, self.language):
            self.tally.lose(label, "own_thing", said, "", f"{label} : {said}" if said else "")


def own_things(system: System, sheet: Sheet, told: Iterable[str], language: Language) -> Iterator[tuple[str, str]]:
    """What somebody wrote on a sheet that has no place elsewhere: what it is called, and what it says."""
    plain, yardstick = plain_of(sheet), system.yardstick
    computed = system.presentation.computed.get(str(plain.get(KIND, "")), ())
    aside = {*told, *computed, *SAME, *OF_THE_FILE, *(yardstick.aside if yardstick else ())}
    for field in structs.fields(type(sheet)):
        name, value = field.encode_name, plain.get(field.encode_name)
        if name not in aside and value not in (None, "", 0, False, [], {}) and value != _default(field):
            yield system.terms.label(name, language), _brief(system, name, value, language)


def _default(field: Any) -> Any:
    value = field.default if field.default is not UNSET and field.default is not msgspec.NODEFAULT else None
    return msgspec.to_builtins(value) if isinstance(value, Struct | tuple) else value


def _brief(system: System, name: str, value: Any, language: Language) -> str:
    """A value in a few words."""
    if isinstance(value, Mapping):
        if value.get("name"):
            return str(value["name"])
        if isinstance(value.get("key"), str):
            return _brief(system, name, value["key"], language)
        parts = [
            f"{_brief(system, name, key, language)} {_brief(system, key, one, language)}"
            for key, one in value.items()
            if one
        ]
        return ", ".join(parts)[:LONGEST]
    if isinstance(value, list | tuple):
        return ", ".join(_brief(system, name, one, language) for one in value)[:LONGEST]
    said = value_said(system.terms, name, value, language)
    return (_row_name(system, said, language) if said == value else said)[:LONGEST]


def _row_name(system: System, key: str, language: Language) -> str:
    """What the printed tables call a key; what people wrote themselves stays as it is."""
    shelf = system.shelf
    for table, file in shelf.file_of.items():
        for row in shelf.table(file, table) if table in shelf.tables and key.isidentifier() else ():
            if getattr(row, "key", None) == key and hasattr(row, language):
                return lower_first(str(getattr(row, language)))
    return key
