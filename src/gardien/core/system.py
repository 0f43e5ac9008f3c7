"""Rule systems: what one declares about itself, and how it is found (a folder here, or an entry point)."""

import os
import sys
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from gardien.core.errors import Refusal, nearest
from gardien.core.in_force import using
from gardien.core.pack import Shelf
from gardien.core.procedure import Procedure, asking_order
from gardien.core.terms import Language, Terms
from gardien.core.whole_types import whole_among_threads

if TYPE_CHECKING:
    from gardien.core.conversion import Converter
    from gardien.core.demo import Demo
    from gardien.core.presentation import Presentation
    from gardien.core.reference import RuleText
    from gardien.core.rights import Right
    from gardien.core.table_rules import TableRules
    from gardien.core.yardstick import Yardstick

HOME = "gardien.systems"  # the package whose folders are systems, and the group of entry points


class System:
    """The identity card of a rule system. Everything generic is read from it.

    `procedures` says in which module of the system's folder each procedure lives, so that one command loads one module.
    Beside the modules, the folder holds `terms.toml`, `reference/*.toml`, `pack/*.toml` and, if it likes, `demo.toml`
    and `examples.toml`.
    """

    def __init__(
        self,
        *,
        package: str,
        key: str,
        prefix: str,
        title: str,
        dice: tuple[str, ...],
        procedures: dict[str, tuple[str, ...]],
        options: str,
        sheet: str,
        creation: str,
        words: str,
        packs: str,
        fights: str = "",
        table_rules: str = "",
        rights: str = "",
        presentation: str = "",
        converters: str = "",
        yardstick: str = "",
    ) -> None:
        self.package = package
        self.key = key
        self.prefix = prefix
        self.title = title
        self.dice = dice
        self.modules = {name: module for module, names in procedures.items() for name in names}
        self._options = options
        self._sheet = sheet
        self._creation = creation
        self._words = words
        self._packs = packs
        self._fights = fights
        self._table_rules = table_rules
        self._rights = rights
        self._presentation = presentation
        self._converters = converters
        self._yardstick = yardstick
        self._procedures: dict[str, Procedure] = {}

    def _module(self, name: str) -> Any:
        """A module of the system's folder; what it takes from tables when it is loaded is what is printed."""
        with using(None):
            return import_module(f"{self.package}.{name}")

    def _load(self, path: str) -> Any:
        """`module:Name` inside the system's folder."""
        module, _, name = path.partition(":")
        return getattr(self._module(module), name)

    @cached_property
    def folder(self) -> str:
        return os.path.dirname(import_module(self.package).__file__ or "")

    @cached_property
    def terms(self) -> Terms:
        return Terms(os.path.join(self.folder, "terms.toml"))

    @cached_property
    def reference(self) -> "dict[str, RuleText]":
        """Every rule in our own words, by id."""
        from gardien.core.reference import read_reference

        return read_reference(os.path.join(self.folder, "reference"), self.terms)

    @cached_property
    def options(self) -> type[Struct]:
        """The house rules with their defaults."""
        return self._load(self._options)  # type: ignore[no-any-return]

    @cached_property
    def sheet(self) -> type[Any]:
        """The sheet of a character."""
        return self._load(self._sheet)  # type: ignore[no-any-return]

    @cached_property
    def creation(self) -> Any:
        """How a character is drawn: a rule from choices to a sheet."""
        return self._load(self._creation)

    @cached_property
    def words(self) -> Any:
        """How results are told: procedure key -> teller."""
        return self._load(self._words)

    @cached_property
    def packs(self) -> dict[str, type[Any]]:
        """The tables a pack may hold, with the type of their rows."""
        return self._load(self._packs)  # type: ignore[no-any-return]

    @cached_property
    def shelf(self) -> Shelf:
        """Its tables, with the rows of packs in force."""
        room = self._packs.partition(":")[0].partition(".")[0]
        own: Shelf | None = getattr(self._module(room), "SHELF", None)
        return own or Shelf(os.path.join(self.folder, "pack"), self.packs)

    @cached_property
    def fights(self) -> Any:
        """How fights are weighed, or None."""
        return self._load(self._fights) if self._fights else None

    @cached_property
    def table_rules(self) -> "TableRules":
        """What the table needs to know beyond the procedures."""
        from gardien.core.table_rules import TableRules

        return self._load(self._table_rules) if self._table_rules else TableRules(sheets=(self.sheet,))

    def house_rules(self, language: Language) -> list[dict[str, Any]]:
        """The house rules for a program: key, names, what is allowed, what holds unless somebody says otherwise."""
        schema = msgspec.json.schema(self.options)["$defs"][self.options.__name__]["properties"]
        entries = {key: self.terms.entry("option", key) or {} for key in asking_order(self.options)}
        return [
            {
                "key": key,
                "title": self.terms.say(entry, language, default=key),
                "help": entry.get(f"help_{language}", ""),
                "schema": schema[key],
            }
            for key, entry in entries.items()
        ]

    def right(self, procedure: str) -> "Right":
        """Who may do a procedure at a table; what a fight does to everybody in it is the game master's."""
        fighting = self.table_rules.fighting
        if fighting and procedure in (fighting.round, fighting.end):
            return "keeper"
        return self.rights.get(procedure, "player")

    @cached_property
    def rights(self) -> "dict[str, Right]":
        """Whose procedures are, where they are not for whoever plays the one who acts."""
        return self._load(self._rights) if self._rights else {}

    @cached_property
    def presentation(self) -> "Presentation":
        """How the game looks at the table."""
        from gardien.core.presentation import Presentation, plain_gauges

        if not self._presentation:
            return Presentation(gauges=plain_gauges(self.sheet))  # type: ignore[arg-type]
        return self._load(self._presentation)  # type: ignore[no-any-return]

    @cached_property
    def converters(self) -> "tuple[Converter, ...]":
        """Games whose sheets can be brought over."""
        return self._load(self._converters) if self._converters else ()

    @cached_property
    def yardstick(self) -> "Yardstick | None":
        """What its values are worth, so that sheets of other games can be compared with its own."""
        return self._load(self._yardstick) if self._yardstick else None

    @cached_property
    def demo(self) -> "Demo":
        """The table of somebody who tries the game."""
        from gardien.core.demo import read_demo

        return read_demo(self.folder)

    def procedure(self, key: str) -> Procedure:
        """One procedure, by its key or in a player's words; an unknown one is refused with the nearest name."""
        if key in self._procedures:
            return self._procedures[key]
        module = self.modules.get(key)
        if module is None and (meant := self.spoken(key)):
            return self.procedure(meant)
        if module is None:
            names = list(self.modules)
            raise Refusal("procedure/unknown", came=key, system=self.key, allowed=names, hint=nearest(key, names))
        for value in vars(self._module(module)).values():
            declared = getattr(value, "procedure", None)
            if isinstance(declared, Procedure) and declared.key == key:
                self._procedures[key] = declared
                return declared
        raise LookupError(f"{self.package}.{module} declares no procedure {key}")

    def spoken(self, words: str) -> str:
        """The procedure that a player means who says so; nothing where nobody knows."""
        from gardien.core.reference import spoken

        return spoken(self.reference.values(), words) if " " in words else ""

    def procedures(self) -> list[Procedure]:
        """All procedures, in the order of the card."""
        return [self.procedure(key) for key in self.modules]


def find(key: str) -> System:
    """An installed system."""
    home = sys.modules.get(HOME) or import_module(HOME)
    return _look_up(key, tuple(home.__path__))


@cache
def _look_up(key: str, places: tuple[str, ...]) -> System:
    """Looked for once, as long as the places are the same."""
    whole_among_threads()
    if key.isidentifier():
        if key in _folders():
            module = import_module(f"{HOME}.{key}")
            home = os.path.basename(os.path.dirname(os.path.dirname(module.__file__ or "")))
            return _check_card(getattr(module, "SYSTEM", None), key, f"{home}/{key}")
        for point in _entry_points():
            if point.name == key:
                return _check_card(point.load(), key, point.value)
    names = keys()
    raise Refusal("system/unknown", came=key, allowed=names, hint=nearest(key, names))


def _check_card(card: Any, key: str, place: str) -> System:
    """The card found in a place, which bears the name under which it was looked for."""
    if not isinstance(card, System):
        raise Refusal("system/no_card", place=place)
    if card.key != key:
        raise Refusal("system/key", place=place, came=card.key, key=key)
    return card


def keys() -> list[str]:
    """The keys of all installed systems."""
    return sorted({*_folders(), *(point.name for point in _entry_points())})


def _folders() -> list[str]:
    return [
        entry.name
        for folder in import_module(HOME).__path__
        if os.path.isdir(folder)
        for entry in os.scandir(folder)
        if entry.name.isidentifier() and os.path.exists(os.path.join(entry.path, "__init__.py"))
    ]


@cache
def _entry_points() -> Any:
    """What is installed beside the program, read once: every package of the environment is looked at for it."""
    from importlib.metadata import entry_points

    return entry_points(group=HOME)
