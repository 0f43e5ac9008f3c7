"""Pennies on the page: what may be said while the coin lies (PEN-ROB-02)."""

from typing import Any

from gardien.systems.pennies.sheet import Player

from gardien.core.presentation import PLACE, WAITS, Content, Offer, People, Presentation, plain_gauges
from gardien.core.table_rules import GROUP


def offers(procedure: str, given: Content, outcome: Content, people: People, options: Content) -> list[Offer]:
    """A bribe of whoever is robbed, the luck of all, a second coin for the robber."""
    if outcome.get(WAITS) != "pleas":
        return []
    before = [*given["pleas"], *({"effect": "none"} for _ in range(given["tries"]))]
    at = outcome[PLACE] - 1
    victim = given["target"]["name"]

    def plea(effect: str) -> dict[str, Any]:
        return {"pleas": [*before[:at], {"effect": effect}]}

    if not outcome["caught"]:
        return [Offer("again", plea("again"), same_dice=True, cost="penny", price=1)] if people[""]["purse"] else []
    result = []
    if people.get(victim, {}).get("purse"):
        result.append(Offer("bribe", plea("bribe"), same_dice=True, cost="penny", price=1, who=victim))
    if people[GROUP]["luck"]:
        votes = f"pleas.{at}.votes"
        result.append(Offer("luck", plea("luck"), same_dice=True, cost="luck", who=victim, unanimous=True, votes=votes))
    return result


PRESENTATION = Presentation(gauges=plain_gauges(Player), offers=offers)
