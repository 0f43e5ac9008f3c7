"""Demo tables: what a game shows to somebody who tries it, declared in `demo.toml` beside its terms."""

import os
from typing import Any

import msgspec
from msgspec import Struct

from gardien.core.pack import load_toml
from gardien.core.terms import Language

FILE = "demo.toml"
PLAIN = os.path.join(os.path.dirname(__file__), FILE)  # of a game that declares none: four characters, drawn


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """A text in both languages."""

    fr: str
    en: str

    def __call__(self, language: Language) -> str:
        return self.fr if language == "fr" else self.en


class GuestWords(Struct, frozen=True, forbid_unknown_fields=True):
    """What depends on the language: a name, choices handed to the creation, values written on the sheet, a secret."""

    name: str = ""
    draw: dict[str, Any] = {}
    fields: dict[str, Any] = {}
    secret: str = ""


class Guest(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody at the demo table: drawn, or one of the pack's (`being`: table/key)."""

    being: str = ""
    side: str = ""  # in the fight that begins; none: not in it
    hidden: bool = False
    fields: dict[str, Any] = {}
    marks: dict[str, Any] = {}
    fr: GuestWords = GuestWords()
    en: GuestWords = GuestWords()

    def words_in(self, language: Language) -> GuestWords:
        return self.fr if language == "fr" else self.en


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    """A note of the game master's."""

    title: Said
    text: Said


class Roll(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that has just happened: a guest's roll, by their place in the list."""

    procedure: str
    guest: int
    given: dict[str, Any] = {}


class Demo(Struct, frozen=True, forbid_unknown_fields=True):
    """A table ready to play."""

    title: Said
    scene: Said
    text: Said
    began: str = ""  # the date of the first minute
    options: dict[str, Any] = {}
    guests: tuple[Guest, ...] = ()
    notes: tuple[Note, ...] = ()
    rolls: tuple[Roll, ...] = ()


def read_demo(folder: str) -> Demo:
    """The demo of the game in a folder, or the plain one."""
    path = os.path.join(folder, FILE)
    return msgspec.convert(load_toml(path if os.path.exists(path) else PLAIN), Demo)
