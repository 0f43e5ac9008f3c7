"""Pennies, a game made up for the tests: coins, stakes, and proof that a system is one folder and nothing else."""

from gardien.core.system import System

SYSTEM = System(
    package=__name__,
    key="pennies",
    prefix="PEN",
    title="Pennies",
    dice=("dP",),
    procedures={"tosses": ("toss",), "matches": ("best_of",), "robbing": ("rob",)},
    options="options:Options",
    sheet="sheet:Player",
    creation="draw:draw_player",
    sentences="sentences:TELLERS",
    packs="pack:TABLES",
    fights="brawls:FIGHTS",
    hosting="hosting:HOSTING",
    face="face:FACE",
    converters="changing:CONVERTERS",
)
