"""Who has hold of whom, and how long that lasts (GRAP, MISS-07)."""

from collections.abc import Mapping

from msgspec.structs import replace

from gardien.core.fighting import Content, Hold
from gardien.shared.holding import people_in
from gardien.systems.d20d100.rules.fight.standing import band, is_dead, out_reason
from gardien.systems.d20d100.rules.fight.state import FighterState


def grappling_with(sheet: Content) -> list[str]:
    """Those with whom somebody is in each other’s arms, by id; nobody where it was only ruled (D100-GRAP-01)."""
    return people_in(sheet, "grappling")


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


# ---- what a manoeuvre leaves on both ----

Both = tuple[FighterState, FighterState]


def after_effect(effect: str, mine: FighterState, theirs: FighterState, own: str, other: str, bonus: int = 0) -> Both:
    """What a manoeuvre leaves on whoever made it, and on the other, both by id (D100-GRAP-03, D100-GRAP-04)."""
    if effect != "none" and mine.immobilised:  # until the victim wins
        mine = mine.unpinned(other)
    match effect:
        case "grappling":
            return mine.grappled(other), theirs.grappled(own)
        case "weapon_drawn":
            return replace(mine, weapon_drawn=True), theirs
        case "immobilised":
            return mine, theirs.pinned(own)
        case "knocked_down":
            return mine, replace(theirs, prone=True)
        case "pushed":
            return mine.free_of(other), theirs.free_of(own).pushed(mine)
        case "strangling":
            return mine, theirs.strangled(own, bonus)
        case "free":
            mine, theirs = mine.free_of(other), theirs.free_of(own)
            return replace(mine, grappling=mine.partners or False), theirs
        case "ally_freed":
            return mine, replace(theirs, grappling=(own,) if own in theirs.partners else False)
    return mine, theirs
