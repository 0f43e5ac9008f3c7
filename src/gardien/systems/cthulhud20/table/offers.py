"""What may follow a result: destiny between hit and wound, shocks, a blow in return, care, what stops the blood.

In the middle of an attack, between hit or miss and what comes of it, destiny is asked for (CD20-DEST-03): the table
waits there, and these offers are judged with the same dice.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from gardien.core.presentation import WAITS, Content, Offer, People
from gardien.core.scene import in_fight
from gardien.core.table_rules import GROUP
from gardien.systems.cthulhud20.rules.fight.attack_destiny import points_left
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import distance_of
from gardien.systems.cthulhud20.rules.fight.full_attack import FullGiven
from gardien.systems.cthulhud20.rules.fight.state import ARM
from gardien.systems.cthulhud20.rules.fight.weapons import WeaponNamed, weapon_of
from gardien.systems.cthulhud20.table.allowed_acts import able_to_strike
from gardien.systems.cthulhud20.table.fighter import combatant, rules, traditional
from gardien.systems.cthulhud20.table.marks import as_marks, fight_of
from gardien.systems.cthulhud20.table.weapon_use import lines_of, same_named, unready

ATTACKS = ("attack", "full_attack", "cleave", "harming_touch")  # that ask destiny
BLOWS = (*ATTACKS, "finishing_blow")
THROWS = ("check", "save")  # one die of somebody’s own
POINT: dict[str, Any] = {"cost": "destiny", "price": 1}


def offers(procedure: str, given: Content, outcome: Content, people: People, options: Content) -> list[Offer]:
    """Everything that may follow, each while it can still matter."""
    if outcome.get("refused"):
        return []
    if outcome.get(WAITS):
        return list(_destiny(procedure, given, outcome, people, options))
    return [
        *_on_throws(procedure, given, outcome, people, options),
        *_shocks(procedure, given, outcome, people, options),
        *_in_return(procedure, given, outcome, people, options),
        *_venom(procedure, given, outcome, people),
        *_bodies(procedure, given, outcome, people, options),
    ]


def victim_of(procedure: str, given: Content) -> dict[str, Any]:
    """Whoever a blow, a fall, a fire, a poison befalls."""
    name = {"care": "patient", "effort": "character"}.get(procedure, "target" if procedure in BLOWS else "victim")
    victim = given.get(name)
    return dict(victim) if isinstance(victim, dict) else {}


def points(people: People, name: str, options: Content) -> int:
    """Points of destiny that somebody still has (CD20-DEST-01)."""
    sheet = people.get(name) or {}
    return points_left(combatant(sheet), rules(options)) if "destiny_spent" in sheet else 0


# ---- between hit and wound ----


def _destiny(procedure: str, given: Content, outcome: Content, people: People, options: Content) -> Iterator[Offer]:
    """A wound that is softer or worse, a die thrown again, ten points more (CD20-P-DEST-01, CD20-DEST-05)."""
    attacker = (given.get("attacker") or given.get("caster") or {}).get("name", "")
    target = (given.get("target") or {}).get("name", "")
    shared = bool((people.get(GROUP) or {}).get("group_destiny"))
    for name, by, effects in (
        (target, "target", ("soften", "spared", "reroll") if outcome["hit"] else ()),
        (attacker, "attacker", ("worsen",) if outcome["hit"] else ("reroll", "plus10")),
    ):
        if name not in people:
            continue
        own, played = points(people, name, options) > 0, not people[name].get("npc", True)
        for effect in effects:
            said: dict[str, Any] = {"effect": effect, "by": by}
            more: dict[str, Any] = {}
            if effect == "spared":  # the Keeper’s: light, and thrown down for it (CD20-DEST-06)
                said |= {"effect": "keeper", "severity": "light"}
                more = {"shock": "violent"}
            key = f"{effect}_against" if effect == "reroll" and by == "target" else effect
            if own:
                decided = _inputs_with_destiny(procedure, given, outcome, said, more)
                yield Offer(key, decided, same_dice=True, who=name, granted=effect == "spared", **POINT)
            if shared and played and effect != "spared":
                group = {**said, "source": "group", "group_destiny": 1}
                decided = _inputs_with_destiny(procedure, given, outcome, group, more)
                votes = f"{_at(outcome)}destiny.votes"
                yield Offer(
                    f"{key}_group", decided, same_dice=True, who=name, unanimous=True, votes=votes, cost="group_destiny"
                )


def _at(outcome: Content) -> str:
    """Where the decision stands among the inputs."""
    made = outcome.get("attacks_made")
    return f"attacks.{made - 1}." if made else ""


def _inputs_with_destiny(
    procedure: str, given: Content, outcome: Content, said: Content, more: Content
) -> dict[str, Any]:
    """The inputs with a point asked for; of a full attack those of the one that was announced."""
    made = outcome.get("attacks_made")
    if not made:
        return {"destiny": dict(said), **more}
    full = msgspec.convert({name: one for name, one in given.items() if name != "options"}, FullGiven)
    count = len(full.attacks) or len(full.volley.numbers)
    return {"attacks": [{"destiny": dict(said), **more} if at == made - 1 else {} for at in range(count)]}


# ---- after a throw ----


def _on_throws(procedure: str, given: Content, outcome: Content, people: People, options: Content) -> Iterator[Offer]:
    """A check or a save that failed: another die, or ten more (CD20-P-DEST-01)."""
    who = (given.get("character") or {}).get("name", "")
    if procedure not in THROWS or outcome.get("success") is not False or "die" not in outcome:
        return
    if not points(people, who, options):
        return
    thrown = {"die": outcome["die"], "bonus": outcome["bonus"], "dc": given["dc"]}
    for effect in ("reroll", "plus10"):
        spent = {"effect": effect, **thrown}
        yield Offer(effect, spent, who=who, procedure="spend_destiny", now=True, **POINT)


# ---- after a blow ----


def _shocks(procedure: str, given: Content, outcome: Content, people: People, options: Content) -> Iterator[Offer]:
    """The Keeper may add a shock to any blow that lands, also on armour (CD20-SHOCK-01, CD20-SHOCK-03)."""
    who = victim_of(procedure, given).get("name", "")
    landed = outcome.get("result") in ("hit", "stopped") or procedure in ("fall", "collision", "finishing_blow")
    if not landed or who not in people or people[who].get("state") == "dead":
        return
    if outcome.get("shock", "none") == "none":
        for shock in ("shock", "violent"):
            yield Offer(shock, {"shock": shock}, who=who, procedure="apply_shock", now=True, granted=True)


def _in_return(procedure: str, given: Content, outcome: Content, people: People, options: Content) -> Iterator[Offer]:
    """A manoeuvre that failed, a shot or bare hands beside an armed enemy (CD20-P-MAN-01, CD20-P-ACT-04)."""
    aim = {"target": {"character": ""}}
    if procedure in ("trip", "disarm") and outcome.get("counter_allowed"):
        who = given["target"].get("name", "")
        if who in people and people[who].get("state", "ok") == "ok":
            yield Offer("answer", aim, who=who, procedure=procedure, now=True)
    if procedure == "opportunity" and outcome["allowed"]:
        mover = given["mover"].get("name", "")
        hand = {"target": {"character": mover}, **_hand_to_hand(people.get(""))}
        yield Offer("strike", hand, procedure=_blow_at(people.get(mover)), now=True)
    if procedure not in ("attack", "full_attack") or options.get("attacks_of_opportunity") is False:
        return
    who, actor = given["target"].get("name", ""), people.get("") or {}
    weapon = weapon_of(msgspec.convert(given["weapon"], WeaponNamed), bool(given.get("thrown")))
    open_guard = weapon.is_ranged or (weapon.unarmed and "martial_artist" not in (actor.get("feats") or ()))
    near = distance_of(given.get("distance_m"), weapon) <= ARM
    if open_guard and near and who in people and able_to_strike(people[who]):
        struck = people[who]
        used = as_marks(struck, fight_of(struck).struck_in_passing()) if in_fight(struck) else {}
        hand = {**aim, **_hand_to_hand(struck)}
        yield Offer("opportunity", hand, who=who, procedure=_blow_at(actor), now=True, granted=True, pays=used)


def _hand_to_hand(striker: Content | None) -> dict[str, str]:
    """What a free attack is made with: never a shot (CD20-P-ACT-04)."""
    lines = lines_of(striker) if striker and "pv" in striker else []
    near = [one.name for one in lines if not one.weapon.is_ranged and not unready(striker or {}, one)]
    return {"weapon_name": near[0]} if near else {}


def _blow_at(target: Content | None) -> str:
    """How somebody is struck: by zones, or blow by blow where they keep hit points (CD20-CREA-02)."""
    return "attack_traditional" if target and traditional(target) else "attack"


def _venom(procedure: str, given: Content, outcome: Content, people: People) -> Iterator[Offer]:
    """A bite that breaks the skin may be poisoned (CD20-P-POIS-01)."""
    who = victim_of(procedure, given).get("name", "")
    if procedure not in ("attack", "full_attack") or who not in people or people[who].get("state") == "dead":
        return
    blows = outcome.get("results") or (outcome,)
    if not any(one.get("pv_loss") for one in blows):
        return
    for one in people.get("", {}).get("attacks") or ():
        if one.get("poison") and same_named(people[""], one["name"], given):
            first = {"poison": one["poison"], "stage": "initial"}  # the second save falls due a minute later
            yield Offer("poison", first, who=who, procedure="poison", granted=True)


# ---- bodies ----


def _bodies(procedure: str, given: Content, outcome: Content, people: People, options: Content) -> Iterator[Offer]:
    """Senses that may be kept, blood that may be stopped: by destiny, by one’s own hands (CD20-P-DEST-01, BLEED-02)."""
    who = victim_of(procedure, given).get("name", "")
    sheet = people.get(who) or {}
    if not who or sheet.get("state") == "dead" or "state" not in outcome:
        return
    own = {"victim": {"character": who}}
    spare = points(people, who, options)
    if spare and outcome.get("faint_save_success") is False and sheet.get("state") == "unconscious":
        yield Offer("stand", {"effect": "stand", **own}, who=who, procedure="spend_destiny", now=True, **POINT)
    bleeding = any(one.get("bleeding") for one in sheet.get("wounds") or ())
    if not bleeding or procedure == "care":
        return
    if spare:
        yield Offer("clot", {"effect": "clot", **own}, who=who, procedure="spend_destiny", now=True, **POINT)
    if sheet.get("state") == "ok" and not sheet.get("npc", True):
        yield Offer("care", {"patient": {"character": who}}, who=who, procedure="care")
