"""The picture of the house: its layers and the rooms of a game, drawn from the contracts that `make lint` checks."""

import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).parent.parent
SAID = {
    "cli": "the command line, one file per command",
    "web": "the table over HTTP: routes, live stream, pages",
    "table": "events, secrets, undo, store",
    "sim": "fights, exact or simulated",
    "sheets": "a sheet in blocks, for page and paper",
    "systems": "the five games, each in the same rooms →",
    "shared": "what several games share: d20 initiative, battles",
    "core": "dice, chance programs, interpreters, words; no game",
    "page": "gauges, forms, menus",
    "words": "sentences, fr and en",
    "creation": "check, choices, draft, draw",
    "sheet": "the sheet, what follows from what",
    "rules": "what the ledger says, by topic",
    "pack": "printed tables and the types of their rows",
    "options": "house rules",
    "vocabulary": "small types",
}
IN_A_GAME = {"table": "acts, targeting, consequences, due", "sim": "fighters, tactics, battle"}
BOX, GAP, WIDTH = 52, 10, 430


def floors(contract: dict[str, object]) -> list[list[str]]:
    """The floors of a contract from the roof down, each with what stands on it side by side."""
    layers: list[str] = contract["layers"]  # type: ignore[assignment]
    return [[part.strip(" ()").removeprefix("gardien.") for part in one.replace(":", "|").split("|")] for one in layers]


def storey(names: list[str], left: int, top: int, said: dict[str, str]) -> str:
    """One floor: its boxes side by side, each with a name and a line."""
    width = (WIDTH - GAP * (len(names) - 1)) // len(names)
    drawn = ""
    for at, name in enumerate(names):
        x = left + at * (width + GAP)
        small = " small" if len(names) > 1 else ""
        drawn += f'<rect x="{x}" y="{top}" width="{width}" height="{BOX}" rx="6"/>\n'
        drawn += f'<text class="name" x="{x + 12}" y="{top + 21}">{escape(name)}</text>\n'
        drawn += f'<text class="said{small}" x="{x + 12}" y="{top + 40}">{escape(said[name])}</text>\n'
    return drawn


def house() -> str:
    """Two columns: the layers of the house, and the rooms of a game; each floor may look into all below it."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers, rooms = (floors(one) for one in contracts if one["type"] == "layers")
    tall = max(len(layers), len(rooms))
    width, height = 2 * WIDTH + 100, 64 + tall * (BOX + GAP) + 20
    drawn = ""
    for left, title, column, said in (
        (30, "The house", layers, SAID),
        (WIDTH + 70, "A game: systems/<key>", rooms, SAID | IN_A_GAME),
    ):
        drawn += f'<text class="title" x="{left}" y="38">{escape(title)}</text>\n'
        for floor, names in enumerate(column):
            drawn += storey(names, left, 56 + floor * (BOX + GAP), said)
    arrow = WIDTH + 50
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">
<title>Layers of the house, rooms of a game: each may look into those below it</title>
<style>
text {{ font: 14px "Source Sans 3", "Helvetica Neue", Arial, sans-serif; fill: #d8d4c8 }}
.title {{ font-size: 18px; fill: #e2b36b }} .name {{ font-weight: 600; fill: #f2eee2 }} .said {{ font-size: 13px }}
.small {{ font-size: 11px }} rect {{ fill: #2b2823; stroke: #5a5449 }} .ground {{ fill: #1d1b18; stroke: none }}
path {{ stroke: #e2b36b; fill: none; stroke-width: 2 }}
</style>
<rect class="ground" width="{width}" height="{height}" rx="10"/>
{drawn}<path d="M{arrow} 62 V{height - 34} m-6 -8 l6 8 l6 -8"/>
</svg>
"""
