"""`gardien system new KEY`: a whole small game to begin from, as a package that can be installed."""

import keyword
import re
from importlib.util import find_spec
from pathlib import Path

from gardien.cli.command_line import Line
from gardien.cli.shared import print_json, say
from gardien.core.errors import Refusal, nearest
from gardien.core.system import find, keys

VERBS = ["new"]
KEY = re.compile(r"[a-z][a-z0-9_]{1,29}")
MODEL_TITLE, MODEL_PREFIX = "Coin", "COI"  # the game that others are written after
MODEL = MODEL_TITLE.lower()
SHIPPED = Path(__file__).parents[1] / "template" / MODEL
TINY = Path(__file__).parents[3] / "tests" / "tiny" / "gardien_tiny_systems" / MODEL  # where the wheel takes it from

PROJECT = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "gardien-{name}"
version = "0.1.0"
description = "{title}, a game for Gardien"
requires-python = ">=3.11"
dependencies = ["gardien"]

[project.entry-points."gardien.systems"]
{key} = "{key}:SYSTEM"

[tool.hatch.build.targets.wheel]
packages = ["{key}"]
"""


def run(line: Line) -> int:
    """Write a game, and say how to look at it."""
    verb, key, *place = line.words
    if verb not in VERBS:
        raise Refusal("field/one_of", field="system", came=verb[:40], allowed=VERBS, hint=nearest(verb[:40], VERBS))
    _check_key(key)
    folder = Path(place[0] if place else f"gardien-{key}").absolute()
    if (folder / key).exists():
        raise Refusal("file/exists", where=str(folder / key))
    try:
        write_game(folder, key)
    except OSError as fault:
        raise Refusal("cli/write", where=str(folder), fault=fault.strerror or type(fault).__name__) from None
    if line.json:
        print_json({"key": key, "folder": str(folder)})
    else:
        print(say("system_new", line.language, game=key, folder=str(folder)))
    return 0


def _check_key(key: str) -> None:
    """A name that a folder, a package and a game may bear, and that nobody else bears."""
    if not KEY.fullmatch(key) or keyword.iskeyword(key):
        raise Refusal("system/new_key", came=key[:40])
    if key in keys() or find_spec(key) is not None:
        raise Refusal("system/taken", came=key)


def write_game(folder: Path, key: str) -> None:
    """The smallest whole game under another name: its folder, and what makes a package of it where there is nothing."""
    model = SHIPPED if SHIPPED.is_dir() else TINY
    title, prefix = key.replace("_", " ").capitalize(), _prefix(key)
    for source in sorted(model.rglob("*")):
        if source.suffix not in (".py", ".toml"):
            continue
        inside = source.relative_to(model)
        text = source.read_text("utf-8")
        text = text.replace(f"from gardien.systems.{MODEL}.", f"from {'.' * len(inside.parts)}")
        text = text.replace(f'"{MODEL}"', f'"{key}"').replace(f'"{MODEL_TITLE}"', f'"{title}"')
        text = re.sub(rf"\b{MODEL_PREFIX}\b", prefix, text)
        target = folder / key / inside
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    project = folder / "pyproject.toml"
    if not project.exists():
        project.write_text(PROJECT.format(key=key, name=key.replace("_", "-"), title=title), "utf-8")


def _prefix(key: str) -> str:
    """The letters that rules begin with: those of the key, until no other game has them."""
    letters = "".join(re.findall("[a-z]", key)).upper()
    taken = {find(one).prefix for one in keys()}
    tries = [letters[:count] for count in range(3, len(letters) + 1)]
    return next((one for one in (*tries, f"{letters}X") if one not in taken), f"{letters}XX")
