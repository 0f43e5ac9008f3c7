"""Stories: scenes with the lines that tell them, and what no line may hold. Written down beside the tests of a game."""

import json
import re
from pathlib import Path
from typing import Any

from msgspec import Struct

from core.typography import well_said
from gardien.core.calling import prepare
from gardien.core.interpreters.typed import typed
from gardien.core.telling import tell
from gardien.core.terms import Language

HERE = Path(__file__).parent


class Scene(Struct):
    """One entry of a story: a title, what is done with which dice by whom, then what is said."""

    system: str
    title: str
    procedure: str
    given: dict[str, Any]
    dice: list[int]
    who: str
    fr: list[str]
    en: list[str]

    def spoken(self, language: Language) -> list[str]:
        prepared = prepare(self.system, self.procedure, self.given)
        return tell(prepared, typed(prepared.request(), self.dice), language, self.who)


def scenes(system: str, file: str = "told.txt") -> list[Scene]:
    """Read a story: `# title`, the call, `-` French lines, `=` English lines; two blanks go on with a line."""
    result = []
    story = (HERE / system / file).read_text("utf-8")
    for block in story.strip().replace("\n  ", " ").split("\n\n"):
        title, call, *said = block.split("\n")
        parts = re.fullmatch(r"(\w+) (\{.*\}) (\[[\d, ]*\]) ?(.*)", call)
        assert parts, call
        fr, en = ([line[2:] for line in said if line[0] == sign] for sign in "-=")
        given, dice = json.loads(parts[2]), json.loads(parts[3])
        result.append(Scene(system, title[2:], parts[1], given, dice, parts[4], fr, en))
    titles = [scene.title for scene in result]
    assert len(titles) == len(set(titles)), "two scenes have the same title"
    return result


def assert_told(scene: Scene) -> None:
    """A scene is told as it is written down, and well, in both languages."""
    for language, lines in (("fr", scene.fr), ("en", scene.en)):
        assert scene.spoken(language) == lines
        assert [line for line in lines if not well_said(line, language)] == []


def by_title(scene: Scene) -> str:
    return scene.title.replace(" ", "-")
