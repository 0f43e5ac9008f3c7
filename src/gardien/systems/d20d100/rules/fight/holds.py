"""Who has hold of whom, and how long that lasts (GRAP, MISS-07)."""

from collections.abc import Iterable, Mapping
from typing import Any

from gardien.core.fighting import Content, Hold
from gardien.systems.d20d100.rules.fight.standing import band, is_dead, out_reason


def grappling_with(sheet: Content) -> list[str]:
    """Those with whom somebody is in each other’s arms, by id; nobody where it was only ruled (D100-GRAP-01)."""
    marked = sheet.get("grappling")
    return list(marked) if isinstance(marked, list | tuple) else []


def without(ids: Iterable[str], other: str) -> list[str]:
    """The same people without one."""
    return [id for id in ids if id != other]


def free_of(one: Content, other: str) -> dict[str, Any]:
    """Somebody whom somebody else no longer has hold of, and who has none of them: whoever else holds goes on."""
    fields: dict[str, Any] = {}
    if other in grappling_with(one):
        fields["grappling"] = without(grappling_with(one), other) or None
    if other in (one.get("pinned_by") or ()):
        left = without(one["pinned_by"], other)
        fields |= {"pinned_by": left or None, "immobilised": True if left else None}
    if other in (one.get("bitten_by") or ()):
        left = without(one["bitten_by"], other)
        fields |= {"bitten_by": left or None, **({} if left else {"bite": None})}
    if other in (one.get("strangled_by") or ()):
        left = without(one["strangled_by"], other)
        fields["strangled_by"] = left or None
        fields |= {} if left else {"strangle_round": 0, "strangle_failed": False, "strangle_bonus": 0}
    return fields


def holds_among(people: Mapping[str, Content]) -> list[Hold]:
    """Everybody who has hold of somebody; a grapple is one hold, whoever began it (D100-GRAP-01 to D100-GRAP-04)."""
    holds = []
    for id, one in people.items():
        holds += [Hold(by, id, "strangle") for by in one.get("strangled_by") or ()]
        holds += [Hold(by, id, "pin") for by in one.get("pinned_by") or ()]
        holds += [Hold(by, id, "bite") for by in one.get("bitten_by") or ()]
        holds += [
            Hold(by, id, "grapple")
            for by in grappling_with(one)
            if by < id or id not in grappling_with(people.get(by, {}))
        ]
    return holds


def release(hold: Hold, people: Mapping[str, Content]) -> dict[str, dict[str, Any]]:
    """Nothing is left between two people."""
    both = {hold.holder: hold.victim, hold.victim: hold.holder}
    return {id: free_of(people[id], other) for id, other in both.items() if id in people}


def hold_lasts(hold: Hold, people: Mapping[str, Content]) -> bool:
    """As long as both can go on, arm in arm; whoever strangles may go on to the end (D100-GRAP-04)."""
    holder, victim = people[hold.holder], people[hold.victim]
    if hold.kind == "grapple" and hold.victim not in grappling_with(holder):  # a friend came to help
        return False
    if hold.kind == "bite":  # fangs do not let go of whoever faints (D100-MISS-07)
        return not out_reason(holder) and not is_dead(victim) and not band(holder, victim)
    strangler = hold.holder in (victim.get("strangled_by") or ())
    if strangler or hold.victim in (holder.get("strangled_by") or ()):
        one, other = (holder, victim) if strangler else (victim, holder)
        return not out_reason(one) and not is_dead(other) and not band(one, other)
    return not (out_reason(holder) or out_reason(victim) or band(holder, victim))
