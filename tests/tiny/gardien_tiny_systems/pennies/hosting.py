"""Pennies at the table: in a fight the richest tosses first, and everybody in turn; all share one stroke of luck."""

from gardien.systems.pennies.sheet import Player

from gardien.core.fighting import Fighting
from gardien.core.hosting import Against, Hosting

HOSTING = Hosting(
    sheets=(Player,),
    fighting=Fighting(simultaneous=False, turns=("toss",), rank="purse"),
    against={"rob": Against("target")},
    witnessed={"rob": ("caught",)},
    group={"luck": 1},
)
