"""Chips: inputs of every shape for the command line to read. No whole game: the one to copy is coin in tests/tiny."""

from gardien.core.system import System

SYSTEM = System(
    package=__name__,
    key="chips",
    prefix="CHI",
    title="Chips",
    dice=("d2",),
    procedures={"tosses": ("toss", "count_up")},
    options="tosses:Options",
    sheet="sheet:Player",
    creation="sheet:draw_player",
    words="tosses:TELLERS",
    packs="sheet:TABLES",
)
