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
    words="sentences:TELLERS",
    packs="pack:TABLES",
    fights="brawls:FIGHTS",
    table_rules="table_rules:TABLE_RULES",
    presentation="presentation:PRESENTATION",
    converters="changing:CONVERTERS",
    yardstick="changing:YARDSTICK",
)
