"""A system of three rules: what the command line needs, and proof that a folder is enough to add a game."""

from gardien.core.system import System

SYSTEM = System(
    package=__name__,
    key="coin",
    prefix="COI",
    title="Coin",
    dice=("d2",),
    procedures={"tosses": ("toss", "count_up")},
    options="tosses:Options",
    sheet="sheet:Player",
    creation="sheet:draw_player",
    sentences="tosses:TELLERS",
    packs="sheet:TABLES",
)
