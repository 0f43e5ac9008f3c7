"""Pennies at the table: in a fight the richest tosses first, and everybody in turn; all share one stroke of luck."""

from typing import Any

from gardien.systems.pennies.sheet import Player

from gardien.core.fighting import Content, Fighting
from gardien.core.table_rules import TableRules, Targeting


def turn_begins(fighter: Content) -> dict[str, Any]:
    """Whoever has the turn holds the coin, and it is counted how often."""
    return {"coin_in_hand": True, "turns_had": int(fighter.get("turns_had", 0)) + 1}


TABLE_RULES = TableRules(
    sheets=(Player,),
    fighting=Fighting(
        simultaneous=False,
        turns=("toss",),
        rank="purse",
        marks=("coin_in_hand", "turns_had"),
        begins=turn_begins,
        ending=("coin_in_hand",),
    ),
    targeting={"rob": Targeting("target")},
    witnessed={"rob": ("caught",)},
    group={"luck": 1},
)
