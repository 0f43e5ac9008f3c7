"""Coin: heads or tails for pennies; the smallest whole game there is, and the one to copy when adding another."""

from gardien.core.system import System

SYSTEM = System(
    package=__name__,
    key="coin",
    prefix="COI",
    title="Coin",
    dice=("d2",),
    procedures={"rules.tosses": ("toss", "duel")},
    options="options:Options",
    sheet="sheet:Player",
    creation="creation:draw_player",
    words="words:TELLERS",
    packs="pack:TABLES",
    fights="sim:FIGHTS",
    table_rules="table:TABLE_RULES",
    yardstick="sheet:YARDSTICK",
)
