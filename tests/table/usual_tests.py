"""A usual test of each game, with two difficulties at which the same face comes to the same."""

from typing import Any, NamedTuple


class Usual(NamedTuple):
    """What is asked, how hard it is called, two such values, the face that falls, one's own sum in the outcome."""

    procedure: str
    given: dict[str, Any]
    difficulty: str
    values: tuple[Any, Any]
    face: int
    own: str = ""


TESTS = {
    "yacdha": Usual("action", {"category": "physical"}, "opposition", ({"value": 4}, {"value": 5}), 1, "result"),
    "operators": Usual("test", {"characteristic": "INT"}, "difficulty", ("difficult", "extreme"), 93),
    "d20d100": Usual("skill_test", {"skill": "toc"}, "difficulty", (41, 43), 2, "total"),
    "cthulhud20": Usual("save", {"save": "fort"}, "dc", (41, 43), 2, "total"),
    "organique": Usual("test", {"characteristic": "VOL"}, "difficulty", (41, 43), 2, "total"),
}
