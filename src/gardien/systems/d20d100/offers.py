"""What may follow a result: the next attack of the series, once the first one is seen (ATK)."""

from gardien.core.face import Content, Offer, People
from gardien.systems.d20d100.arming import lines_of

NEXT = ("second_attack", "third_attack")


def offers(procedure: str, given: Content, outcome: Content, people: People, options: Content) -> list[Offer]:
    """After the first attack one may go on attacking or do something else (D100-CBT-14)."""
    if procedure != "attack" or outcome.get("malfunction", "none") != "none" or given.get("target") is None:
        return []
    if outcome.get("target_condition") == "dead":
        return []
    for line in lines_of(people[""]):
        series = list(line.get("base_series") or ())
        same = line.get("damage") == given.get("damage") and line.get("weapon_class") == given.get("weapon_class")
        if same and given["attack"] in series:
            at = series.index(given["attack"])
            if at + 1 < len(series) and line.get("loaded") != (0 if line.get("capacity") else None):
                return [Offer(NEXT[at], {"attack": series[at + 1]})]
            return []
    return []
