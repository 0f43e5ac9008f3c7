"""Who has hold of whom, and how long that lasts (GRAP, MISS-07)."""

from collections.abc import Mapping

from gardien.core.fighting import Content, Hold
from gardien.shared.holding import Fields, joined, let_go, people_in, without
from gardien.shared.line import farther, place_of
from gardien.systems.d20d100.rules.fight.standing import band, is_dead, moved, out_reason


def grappling_with(sheet: Content) -> list[str]:
    """Those with whom somebody is in each other’s arms, by id; nobody where it was only ruled (D100-GRAP-01)."""
    return people_in(sheet, "grappling")


def bites_of(one: Content) -> dict[str, str]:
    """What each of those who have bitten into somebody does round by round, by id (D100-MISS-07)."""
    by, bites = list(one.get("bitten_by") or ()), one.get("bite") or ()
    return dict(zip(by, [bites] * len(by) if isinstance(bites, str) else bites, strict=False))


def free_of(one: Content, other: str) -> Fields:
    """Somebody whom somebody else no longer has hold of, and who has none of them: whoever else holds goes on."""
    fields: Fields = {}
    if other in grappling_with(one):
        fields["grappling"] = without(grappling_with(one), other) or None
    if other in (one.get("pinned_by") or ()):
        fields |= unpinned(one, other)
    if other in (one.get("bitten_by") or ()):
        bites = {by: bite for by, bite in bites_of(one).items() if by != other}
        fields |= {"bitten_by": list(bites) or None, "bite": list(bites.values()) or None}
        fields |= {} if bites else {"engulfed": None}
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


release = let_go(free_of)


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


def seized(one: Content, other: Content, own: str, theirs: str) -> tuple[Fields, Fields]:
    """Two people in each other’s arms, both by id (D100-GRAP-01)."""
    return {"grappling": joined(grappling_with(one), theirs)}, {"grappling": joined(grappling_with(other), own)}


def pinned(one: Content, by: str) -> Fields:
    """Somebody who cannot move any more, because of somebody (D100-GRAP-03)."""
    return {"immobilised": True, "pinned_by": joined(people_in(one, "pinned_by"), by)}


def unpinned(one: Content, by: str) -> Fields:
    """Somebody whom one of those who pin them has let go."""
    left = without(people_in(one, "pinned_by"), by)
    return {"pinned_by": left or None, "immobilised": bool(left) or None}


def after_effect(
    effect: str, actor: Content, target: Content, own: str, other: str, strangle_bonus: int = 0, metres: float = 0
) -> tuple[Fields, Fields]:
    """What a manoeuvre leaves on whoever made it, and on the other (D100-GRAP-03, D100-GRAP-04)."""
    mine: Fields = {}
    theirs: Fields = {}
    if effect != "none" and actor.get("immobilised"):  # until the victim wins
        mine |= unpinned(actor, other)
    match effect:
        case "weapon_drawn":
            mine["weapon_drawn"] = True
        case "immobilised":
            theirs |= pinned(target, own)
        case "knocked_down":
            theirs["prone"] = True
        case "pushed":
            mine |= free_of(actor, other)
            theirs |= free_of(target, own) | moved(target, farther(place_of(target), place_of(actor), metres))
        case "strangling":
            hands = joined(people_in(target, "strangled_by"), own)
            hardest = max(strangle_bonus, target.get("strangle_bonus") or 0)  # of those who strangle
            theirs |= {"strangled_by": hands, "strangle_bonus": hardest}
            theirs |= {} if target.get("strangle_round") else {"strangle_round": 1, "strangle_failed": False}
        case "free":
            mine |= free_of(actor, other)
            mine |= {"grappling": None} if actor.get("grappling") is True else {}
            theirs |= free_of(target, own)
        case "ally_freed":
            theirs["grappling"] = [own] if own in grappling_with(target) else None
    return mine, theirs
