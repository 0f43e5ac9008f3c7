"""Stories: scenes with the lines that tell them, and what no line may hold. Written down beside the tests of a game."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, assume, settings
from hypothesis import given as sampled
from hypothesis import strategies as st
from msgspec import Struct

from conformance.strategies import inputs
from core.typography import typographic_faults
from gardien.core.calling import prepare
from gardien.core.errors import Refusal
from gardien.core.readings.play import play
from gardien.core.readings.typed import typed
from gardien.core.system import System
from gardien.core.telling import tell
from gardien.core.terms import LANGUAGES, Language

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
    found = []
    story = (HERE / system / file).read_text("utf-8")
    for block in story.strip().replace("\n  ", " ").split("\n\n"):
        title, call, *said = block.split("\n")
        parts = re.fullmatch(r"(\w+) (\{.*\}) (\[[\d, ]*\]) ?(.*)", call)
        assert parts, call
        fr, en = ([line[2:] for line in said if line[0] == sign] for sign in "-=")
        given, dice = json.loads(parts[2]), json.loads(parts[3])
        found.append(Scene(system, title[2:], parts[1], given, dice, parts[4], fr, en))
    titles = [scene.title for scene in found]
    assert len(titles) == len(set(titles)), "two scenes have the same title"
    return found


def by_title(scene: Scene) -> str:
    return scene.title.replace(" ", "-")


def well_said(line: str, language: Language) -> bool:
    """The signs of voice.md, and none of the machine's own words."""
    if not re.match(r"[A-ZÀ-Ý0-9−.]", line) or line[-1] not in ".]":
        return False
    if re.search(r"  |None|UNSET|True|False|[{}!']| [,]|\.\.|_", line):
        return False
    return typographic_faults(line, language) == []


def assert_no_sentence_stumbles(system: System, procedure: str, most: int = 30) -> None:
    """Whatever is asked and whatever the dice show, in both languages, with a name and without."""
    told: list[str] = []
    options = inputs(system.options)

    @sampled(given=inputs(system.procedure(procedure).given), options=options, seed=st.integers(0, 2**32))
    @settings(max_examples=most, suppress_health_check=list(HealthCheck), deadline=None)
    def speak(given: dict[str, Any], options: dict[str, Any], seed: int) -> None:
        try:
            prepared = prepare(system.key, procedure, {**given, "options": options})
            played = play(prepared.request(), Random(seed))
        except Refusal:
            assume(False)
            return
        for language in LANGUAGES:
            for who in ("", "Abby", "le médecin"):
                lines = tell(prepared, played, language, who)
                assert lines
                assert [line for line in lines if not well_said(line, language)] == []
                told.extend(lines)

    speak()
    assert len(set(told)) > 1  # something was really said
