"""Pennies at the table: in a fight the richest tosses first, and everybody in turn."""

from gardien.systems.pennies.sheet import Player

from gardien.core.fighting import Fighting
from gardien.core.hosting import Hosting

HOSTING = Hosting(sheets=(Player,), fighting=Fighting(simultaneous=False, turns=("toss",), rank="purse"))
