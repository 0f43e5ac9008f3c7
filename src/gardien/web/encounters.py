"""Who stands against the table in a fight to be weighed: people of its own, rows of the pack, stat blocks as pasted."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from gardien.core import fighting
from gardien.core.errors import Refusal, nearest
from gardien.core.in_force import kept_by_rows
from gardien.core.inputs import parse
from gardien.core.ready import (
    CHARACTER,
    ENCOUNTER,
    Encounter,
    being,
    beings_of,
    in_language,
    keys_of_beings,
    ready_row,
    ready_rows,
)
from gardien.core.scaling import ScaledValue, scaled
from gardien.core.simulation import Fights, Foe, Some, Somebody
from gardien.core.system import System
from gardien.core.table_rules import kind_of
from gardien.core.terms import Language
from gardien.table.handlers.ability import refusal_of
from gardien.table.tree import Tree
from gardien.web.pasted import Pasted, read_block

F = TypeVar("F", bound=Foe)
MOST = 20  # of one kind
MOST_BLOCKS = 6  # pasted at once
WEAKEST, STRONGEST = 25, 400  # percent of what a foe is printed as


class Against(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Some of the other side: a row of the pack (`table/row`), somebody of the table, a sheet, a pasted stat block."""

    being: Annotated[str, Meta(max_length=200)] = ""
    character: Annotated[str, Meta(max_length=100)] = ""
    sheet: dict[str, Any] | None = None
    text: Annotated[str, Meta(max_length=20_000)] = ""
    count: Annotated[int, Meta(ge=1, le=MOST)] = 1
    strength: Annotated[int, Meta(ge=WEAKEST, le=STRONGEST)] = 100  # in percent of what is printed


@kept_by_rows(64)
def names_of_beings(system: System, language: Language) -> dict[str, str]:
    """Everybody of the game and of packs whom a fight can weigh: table/row -> name."""
    everybody = names_of_everybody(system, language).items()
    return {named: name for named, name in everybody if named.partition("/")[0] not in system.fights.unweighed}


@kept_by_rows(64)
def names_of_everybody(system: System, language: Language) -> dict[str, str]:
    """Everybody who can be brought in by name, whether or not a fight can weigh them."""
    return {
        f"{table}/{row}": str(msgspec.to_builtins(make(row, language)).get("name", row))
        for table, make in beings_of(system).items()
        for row in keys_of_beings(system, table)
    }


class Met(Struct, frozen=True):
    """An encounter that lies ready in a pack."""

    what: str  # encounter/key, as the commands take it
    name: str
    about: str  # who they are

    @property
    def words(self) -> str:
        """What a search finds it by."""
        return f"{self.name} {self.about}".lower()


@kept_by_rows(64)
def encounters_of(system: System, language: Language) -> tuple[Met, ...]:
    """Every encounter of the packs in force."""
    return tuple(
        Met(f"{ENCOUNTER}/{key}", in_language(row, "", language), ", ".join(_told(system, row, language)))
        for key, row in ready_rows(system.key, ENCOUNTER).items()
    )


def _told(system: System, row: Encounter, language: Language) -> list[str]:
    named = [
        (one.count, in_language(one, "name", language) or str(being(system, one.being, language).name))
        for one in row.foes
    ]
    return [f"{count} × {name}" if count > 1 else name for count, name in named]


def one_by_one(system: System, them: Sequence[Against]) -> list[Against]:
    """The same, with whoever an encounter is made of in its place."""
    listed = list[Against]()
    for one in them:
        table, _, key = one.being.partition("/")
        if table != ENCOUNTER:
            listed.append(one)
            continue
        foes = ready_row(system.key, ENCOUNTER, key).foes
        many = [(foe.being, min(MOST, foe.count * one.count)) for foe in foes]
        listed += [Against(being=being, count=count, strength=one.strength) for being, count in many]
    return listed


def blocks_of(system: System, text: str) -> list[Pasted]:
    """Stat blocks with a blank line between them, each as a sheet of the game."""
    pieces = [piece for piece in "\n".join(line.strip() for line in text.splitlines()).split("\n\n") if piece.strip()]
    blocks = [read_block(system, piece) for piece in pieces[:MOST_BLOCKS]]
    for piece, block in zip(pieces, blocks, strict=False):
        if not block.read:
            raise Refusal("sheet/no_block", came=" ".join(piece.split())[:40])
    return blocks


def whole_sheet(system: System, sheet: Tree) -> Tree:
    """A sheet with all that it does not say."""
    kinds = {kind_of(one): one for one in system.table_rules.sheets}
    kind: type[Any] = kinds.get(str(sheet.get("kind", "")), system.sheet)
    return msgspec.to_builtins(parse(kind, {"system": system.key, **sheet}, "sheet"))  # type: ignore[no-any-return]


def foes_of(system: System, view: Tree, them: Sequence[Against], language: Language) -> list[Foe]:
    """Whoever stands there, as a fight's file will have them."""
    names, foes = names_of_beings(system, language), list[Foe]()
    for one in one_by_one(system, them):
        if one.being:
            if one.being not in names:
                raise Refusal(
                    "field/one_of",
                    field="being",
                    came=one.being[:60],
                    allowed=list(names),
                    hint=nearest(one.being, list(names)),
                )
            table, _, row = one.being.partition("/")
            if table == CHARACTER or one.strength != 100:  # no row of the game: a sheet, as at the table
                sheet = scaled_being(system, one, language)[0]
                foes.append(Somebody(names[one.being], sheet, one.count))
            else:
                foes.append(Some(names[one.being], table, row, one.count))
        elif one.character:
            foes.append(somebody(view, one.character))
        elif one.text:
            blocks = [
                strong(system, whole_sheet(system, block.sheet), one.strength)[0]
                for block in blocks_of(system, one.text)
            ]
            foes += [Somebody(str(sheet.get("name") or "?"), sheet, one.count) for sheet in blocks]
        elif one.sheet:
            sheet = whole_sheet(system, one.sheet)
            foes.append(Somebody(str(sheet.get("name") or "?"), sheet, one.count))
    return foes


def scaled_being(system: System, one: Against, language: Language) -> tuple[Tree, tuple[ScaledValue, ...]]:
    """A row of the pack as a sheet, as strong as it was asked for."""
    return strong(system, msgspec.to_builtins(being(system, one.being, language)), one.strength)


def strong(system: System, sheet: Tree, strength: int) -> tuple[Tree, tuple[ScaledValue, ...]]:
    """A sheet so many percent as strong, and what this has changed; refused where the game has no value for it."""
    if strength == 100:
        return sheet, ()
    after, changes = scaled(sheet, system.fights.scales, Fraction(strength, 100))
    if not changes:
        raise Refusal("fight/unscaled", kind="refused", came=str(sheet.get("name", ""))[:60])
    return whole_sheet(system, after), changes


def somebody(view: Tree, id: str) -> Somebody:
    """Somebody of the table, as they are now."""
    if id not in view["characters"]:
        raise Refusal("table/no_character", kind="refused", field="characters", came=id[:60])
    sheet = view["characters"][id]["sheet"]
    return Somebody(str(view["characters"][id].get("alias") or sheet.get("name") or id), sheet)


def check_able(system: System, view: Tree, id: str, why: str) -> None:
    """Whoever is out of everything takes part in no fight."""
    if why:
        raise refusal_of(fighting.Bar("action", why=why), id, view["characters"], system)


def fight_file(
    system: System,
    sides: tuple[str, str],
    ours: Sequence[Somebody],
    theirs: Sequence[Foe],
    chosen: Mapping[str, str],
    options: Mapping[str, Any],
) -> dict[str, Any]:
    """The whole as a fight's file; whoever is called alike gets a number."""
    if not ours or not theirs:
        raise Refusal("fight/one_side", kind="refused")
    fights: Fights = system.fights
    named = numbered([*ours, *theirs])
    picked = {one.key: one.read(str(chosen.get(one.key, ""))) for one in fights.choices}
    ours_named = [one for one in named[: len(ours)] if isinstance(one, Somebody)]
    file = fights.encounter((sides[0], ours_named), (sides[1], named[len(ours) :]), picked)
    return {"system": system.key, "options": dict(options), **file}


def numbered(people: Sequence[F]) -> list[F]:
    """The same with names of their own: « Vesta », « Vesta 2 »; some alike are numbered by the fight itself."""
    taken, named = set[str](), list[F]()
    for one in people:
        name, number = one.name, 1
        while not taken.isdisjoint(own := _names(name, one.count)):
            number += 1
            name = f"{one.name} {number}"
        taken |= own
        named.append(msgspec.structs.replace(one, name=name))
    return named


def _names(name: str, count: int) -> set[str]:
    return {name, *(f"{name} {place}" for place in range(1, count + 1) if count > 1)}
