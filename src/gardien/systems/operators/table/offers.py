"""What may follow a result: luck where it may be spent, with its price, and what a fumble brings (LUCK, CBT)."""

from collections.abc import Iterator
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from gardien.core.presentation import PLACE, WAITS, Content, Offer, People
from gardien.systems.operators.rules.body.wounds import CANCEL_GRAVE, ESCAPE_DEATH
from gardien.systems.operators.rules.character import Combatant
from gardien.systems.operators.rules.tests.d100 import CANCEL_FUMBLE

SITUATIONS = {"attack_firearm": "firearm", **dict.fromkeys(("attack_melee", "attack_thrown", "hold"), "melee")}


def offers(procedure: str, given: Content, outcome: Content, people: People, options: Content) -> list[Offer]:
    """Luck while it may still be spent, for Contrôle what a fumble brings; a defence, where one is asked each time."""
    if outcome.get(WAITS) == "defends":
        return list(_defences(given, outcome, people))
    luck = _luck_offers(procedure, given, outcome, options)
    return luck if WAITS in outcome else [*luck, *_fumbles(procedure, given, outcome)]


def _defences(given: Content, outcome: Content, people: People) -> Iterator[Offer]:
    """Whoever has chosen to be asked may avoid an attack that has succeeded (OPS-CBT-12).

    Of several victims those who can defend themselves answer one after the other.
    """
    if "victims" not in given:
        who = given["defender"].get("name", "")
        more: dict[str, Any] = {"defends": True}
        own = "defence_outcome"
    else:
        able = [at for at, one in enumerate(given["victims"]) if convert(one["defender"], Combatant).can_defend]
        asked = able[outcome[PLACE] - 1]
        who = given["victims"][asked]["defender"].get("name", "")
        more = {"victims": [{"defends": True} if at == asked else {} for at in range(len(given["victims"]))]}
        own = ""  # one of several: among what befalls all of them
    if (people.get(who, {}).get("guard") or {}).get("asks"):
        yield Offer("defend", more, same_dice=True, who=who, own=own)


def _fumbles(procedure: str, given: Content, outcome: Content) -> Iterator[Offer]:
    """The table of fumbles is drawn from on the spot; Contrôle applies what it says (OPS-CBT-19, M-02)."""
    situation = SITUATIONS.get(procedure)
    for seat, field, drawn in (("attacker", "outcome", situation), ("defender", "defence_outcome", "defence")):
        if situation and outcome.get(field) == "fumble":
            who = (given.get(seat) or {}).get("name", "")
            yield Offer(
                f"fumble_{seat}", {"situation": drawn}, who=who, procedure="fumble_effect", now=True, granted=True
            )


def _luck_offers(procedure: str, given: Content, outcome: Content, options: Content) -> list[Offer]:
    """Luck exactly where it may be spent, with its price: on a throw, a fumble, a grave wound, a death (LUCK)."""
    if options.get("luck_enabled") is False or outcome.get("refused"):
        return []
    offered: list[Offer] = []
    single = "luck_plan" in given
    plan = "luck_plan" if single else "attacker_luck_plan"
    seat = next((given[name] for name in ("attacker", "character", "healer", "caster") if name in given), None)
    luck = given.get("luck", 0) if seat is None else seat.get("luck", 0)
    who = "" if seat is None else seat.get("name", "")
    if plan in given and (seat is None or seat.get("kind", "operator") == "operator"):
        left = outcome.get("luck" if single else "attacker_luck", luck)
        offered += _on_throw(outcome, "", plan, given[plan], left, who)
    victim = next((given[name] for name in ("defender", "victim", "patient") if name in given), None)
    if victim and procedure != "first_aid":
        plan = "defender_luck_plan" if "defender_luck_plan" in given else "luck_plan"
        left = outcome.get("defender_luck", outcome.get("luck", 0))
        spared = procedure != "entity_attack" or bool(options.get("luck_vs_entities"))  # OPS-ENT-04
        offered += _on_harm(outcome, plan, given.get(plan, {}), left, victim, spared)
    for listed, hits in (("victims", outcome.get("hits")), ("others", outcome.get("others"))):
        for at, (one, hit) in enumerate(zip(given.get(listed, ()), hits or (), strict=False)):
            own = _on_harm(hit, "luck_plan", one.get("luck_plan", {}), hit.get("luck", 0), one["defender"])
            offered += [_of_each(listed, at, len(given[listed]), offer) for offer in own]
    return offered


def _of_each(listed: str, at: int, count: int, offer: Offer) -> Offer:
    """What one of several may buy: the plan stands in their own entry of the list."""
    entries = [offer.given if place == at else {} for place in range(count)]
    return replace(offer, key=f"{offer.key}.{at}", given={listed: entries})


def _on_harm(
    outcome: Content, plan: str, planned: Content, left: int, victim: Content, spared: bool = True
) -> list[Offer]:
    """What whoever is attacked may buy: the defence, the wound, the CON test that follows it."""
    if victim.get("kind", "operator") != "operator":
        return []
    who = victim.get("name", "")
    wound = _on_wound(outcome, plan, planned, left, who) if spared else ()
    defence, constitution = (_on_throw(outcome, one, plan, planned, left, who) for one in ("defence_", "con_"))
    return [*defence, *wound, *constitution]


def _on_throw(outcome: Content, prefix: str, plan: str, planned: Content, left: int, who: str) -> list[Offer]:
    """A failed throw may be bought for the points that are missing; a fumble costs ten more (OPS-LUCK-02, -03)."""
    result, natural = outcome.get(f"{prefix}outcome"), outcome.get(f"{prefix}roll")
    target = outcome.get(f"{prefix}target", 0)
    if result not in ("failure", "fumble") or not natural or target <= 0:
        return []
    offered = []
    shift = max(1, natural - target)
    fumbled = result == "fumble"
    if fumbled and left >= CANCEL_FUMBLE:
        offered.append(_luck("cancel_fumble", {plan: {**planned, "cancel_fumble": True}}, CANCEL_FUMBLE, who))
    price = shift + (CANCEL_FUMBLE if fumbled else 0)
    if price <= left:
        wanted = {**planned, "max_shift": shift, "cancel_fumble": fumbled or planned.get("cancel_fumble", False)}
        offered.append(replace(_luck("shift", {plan: wanted}, price, who), measured=True))
    return offered


def _on_wound(outcome: Content, plan: str, planned: Content, left: int, who: str) -> Iterator[Offer]:
    """A hit that kills or is grave, by itself or with others that it adds up with (OPS-LUCK-04, OPS-LUCK-05)."""
    level = outcome.get("hit_level") or outcome.get("wound_level")  # drowned, or dead of what the clock made worse
    recorded = "recorded_damage" in outcome and outcome.get("wounds")
    levels = {level, recorded[-1]["level"]} if recorded else {level}
    if "dead" in levels and outcome.get("alive") is False and left >= ESCAPE_DEATH:
        yield _luck("escape_death", {plan: {**planned, "escape_death": True}}, left, who)
    if "grave" in levels and left >= CANCEL_GRAVE and "recorded_damage" in outcome:
        yield _luck("cancel_grave", {plan: {**planned, "cancel_grave": True}}, CANCEL_GRAVE, who)


def _luck(key: str, given: dict[str, Any], price: int, who: str) -> Offer:
    return Offer(key, given, same_dice=True, cost="luck", who=who, price=price)
