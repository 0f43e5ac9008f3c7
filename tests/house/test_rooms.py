"""Every game has the same rooms: what a file is called says in which of them it lives, in all games alike."""

from collections import defaultdict
from pathlib import Path

import pytest

from house.places import SOURCE

GAMES = {path.parent.name: path.parent for path in sorted((SOURCE / "systems").glob("*/__init__.py"))}
ROOMS = ("pack", "rules", "sheet", "creation", "table", "page", "sim", "words")
MOST_AT_THE_ROOT = 6
SHORT = 60  # lines below which a module that serves one other belongs into it
SOUGHT_IN_ALL = {
    "table.marks",
    "table.ability",
    "table.chases",
}  # what games declare under one name, however little it is

# One name, several rooms: a room that shows another one, or tells it, may call a file after what it shows.
SHOWN_BY = {"sheet": ("sheet", "page")}


def modules(game: Path) -> dict[str, Path]:
    """The modules of a game by their place in it: `rules.fight.weapons`."""
    return {
        ".".join(path.relative_to(game).with_suffix("").parts): path
        for path in sorted(game.rglob("*.py"))
        if "__pycache__" not in path.parts
    }


@pytest.mark.parametrize("game", GAMES)
def test_few_modules_stand_at_the_root_of_a_game(game):
    assert {path.stem for path in GAMES[game].glob("*.py")} <= {"__init__", "options", "vocabulary"}
    assert len(list(GAMES[game].glob("*.py"))) <= MOST_AT_THE_ROOT


@pytest.mark.parametrize("game", GAMES)
def test_every_module_lives_in_a_room(game):
    outside = [name for name in modules(GAMES[game]) if "." in name and name.split(".")[0] not in ROOMS]
    assert outside == []


def rooms_by_name() -> dict[str, set[str]]:
    """File names and the rooms in which games have them; words are called after what they tell."""
    rooms: dict[str, set[str]] = defaultdict(set)
    for folder in GAMES.values():
        for name in modules(folder):
            room, _, rest = name.partition(".")
            stem = rest.split(".")[-1]
            if stem and stem != "__init__" and room != "words":
                rooms[stem].add(room)
    return rooms


def test_a_file_name_means_one_room_in_all_games():
    several = {name: sorted(rooms) for name, rooms in rooms_by_name().items() if len(rooms) > 1}
    assert {name: rooms for name, rooms in several.items() if not set(rooms) <= set(SHOWN_BY.get(name, ()))} == {}


@pytest.mark.parametrize("game", GAMES)
def test_words_are_called_after_the_rules_they_tell(game):
    """A module of words bears the name of a room, a folder or a file of rules: whoever has one finds the other."""
    named = {part for name in modules(GAMES[game]) if not name.startswith("words") for part in name.split(".")}
    strange = [name for name in modules(GAMES[game]) if name.startswith("words.") and name.split(".")[1] not in named]
    assert set(strange) <= {"words.__init__", "words.grammar"}


@pytest.mark.parametrize("game", GAMES)
def test_a_short_module_serves_several_or_nobody_else(game):
    """What one module alone needs, and is short, stands in it; what the card names stands for itself."""
    texts = {name: path.read_text("utf-8") for name, path in modules(GAMES[game]).items()}
    card = texts["__init__"]
    home = f"gardien.systems.{game}"
    lonely = []
    for name, text in texts.items():
        room, _, stem = name.rpartition(".")
        if name in SOUGHT_IN_ALL or stem == "__init__" or not room:
            continue
        if len(text.splitlines()) >= SHORT or f'"{name}' in card:
            continue
        users = [
            other
            for other, code in texts.items()
            if f"from {home}.{name} import" in code
            or any(
                line.startswith(f"from {home}.{room} import ") and stem in line.split(" import ")[1].split(", ")
                for line in code.splitlines()
            )
        ]
        if len(users) == 1:
            lonely.append(f"{name} serves {users[0]} alone")
    assert lonely == []
