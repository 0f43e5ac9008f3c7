"""Coins at the table: whoever challenges fills in the challenger, and a duel is aimed at a rival."""

from gardien.systems.coin.sheet import Player, Rival, sample_rival

from gardien.core.table_rules import TableRules, Targeting

TABLE_RULES = TableRules(
    sheets=(Player, Rival),
    beings={"rival": sample_rival},
    actors={"duel": "challenger"},
    targeting={"duel": Targeting("rival")},
    witnessed={"toss": ("won",), "duel": ("won", "paid")},
)
