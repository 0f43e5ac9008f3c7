"""What may follow a result: the next attack, a blow upon the helpless, a chance to strike, destiny, a box to tick."""

from collections.abc import Iterator, Mapping
from typing import Any

from gardien.core.presentation import Content, Offer, People
from gardien.core.scene import Being
from gardien.systems.d20d100.table.fight import PEACEFUL
from gardien.systems.d20d100.table.fighter import LEFT, chosen, fits, has_turn, lines_of, weapon_names, why_unready
from gardien.systems.d20d100.table.lingering import CHILLS
from gardien.systems.d20d100.table.outside_fights import CHILLING
from gardien.systems.d20d100.table.weapon_use import LINES

NEXT = ("second_attack", "third_attack")
TESTS = ("skill_test", "jet_test", "characteristic_test")
WON_BY = {  # where one die of an investigator decides: the outcome field that says whether it went well
    **dict.fromkeys((*TESTS, "first_aid", "clear_jam", "memorise", "recall", "mythos_test"), "success"),
    **dict.fromkeys(("attack", "short_burst", "opportunity_attack"), "hit"),
    "start_grapple": "grappling",
    "grapple_manoeuvre": "success",
    "disarm": "disarmed",
}


def offers(procedure: str, given: Content, outcome: Content, people: People, options: Content) -> list[Offer]:
    """Everything that may follow, each while it can still matter."""
    people = {"": {}, **people}  # nobody in particular acts where everybody does
    return [
        *_next_attack(procedure, given, outcome, people[""]),
        *_upon_the_helpless(procedure, given, outcome, people),
        *_in_passing(procedure, given, outcome, people),
        *_venom(procedure, given, outcome, people),
        *_destiny(procedure, given, outcome, people),
        *_madness(procedure, outcome, people[""]),
        *_box(procedure, given, outcome, people[""]),
    ]


def _next_attack(procedure: str, given: Content, outcome: Content, sheet: Content) -> Iterator[Offer]:
    """After the first attack one may go on attacking or do something else, in the same turn (D100-CBT-14)."""
    if procedure != "attack" or outcome.get("malfunction", "none") != "none" or given.get("target") is None:
        return
    if outcome.get("target_condition") == "dead" or outcome.get("in_range") is False:
        return
    line = chosen(sheet, given)
    series = list(line.get("base_series") or ())
    if not series or why_unready(sheet, line):
        return
    made = len(sheet.get("attacks_made") or ())
    if isinstance(sheet, Being) and sheet.scene.fight:
        if not made or not has_turn(sheet):  # the turn of that attack is over
            return
    else:
        made = series.index(given["attack"]) + 1 if given["attack"] in series else len(series)
    if made < len(series) and sheet.get(LEFT) != 0:
        yield Offer(NEXT[made - 1], {"attack": series[made]})


def _upon_the_helpless(procedure: str, given: Content, outcome: Content, people: People) -> Iterator[Offer]:
    """Coming from behind ends with a coup de grâce or a blow, in the same action (D100-SPEC-04)."""
    victim = given.get("victim")
    if procedure != "sneak_attack" or not victim or victim not in people:
        return
    aim = {"target": {"character": victim}}
    if outcome["victim_state"] == "helpless" and weapon_names("coup_de_grace")(people[""]):
        yield Offer("coup_de_grace", aim, procedure="coup_de_grace", now=True)
    yield Offer("strike", aim, procedure="attack", now=True)


def _in_passing(procedure: str, given: Content, outcome: Content, people: People) -> Iterator[Offer]:
    """Whoever is charged, run at or thrown down may strike first, if the Keeper grants it (D100-SPEC-01)."""
    if procedure not in ("charge", "take_action", "grapple_manoeuvre"):
        return
    other = (given.get("target") or {}).get("name", "")
    if procedure == "take_action":
        other = given.get("toward", "") if given["action"] == "run" else ""
    falls = procedure == "grapple_manoeuvre" and given.get("manoeuvre") == "knock_down"
    opens = (procedure in ("charge", "take_action") and outcome.get("accepted")) or falls
    if not opens or other not in people or not other or people[other].get("condition", "ok") != "ok":
        return
    if any(map(people[other].get, PEACEFUL)):  # no attack of any kind (D100-MODE-01, D100-MODE-04)
        return
    if any(fits("opportunity_attack", one) and not why_unready(people[other], one) for one in lines_of(people[other])):
        aim = {"target": {"character": ""}}
        yield Offer("opportunity", aim, who=other, procedure="opportunity_attack", now=True, granted=True)


def _venom(procedure: str, given: Content, outcome: Content, people: People) -> Iterator[Offer]:
    """What a blow carries besides: poison, strength that is drunk (D100-MISS-07)."""
    if procedure == "cast_spell" and given.get("spell") == CHILLING and outcome.get("works"):
        if given.get("victim") in people and given["victim"]:
            chill = {"drain": "1d3", "characteristic": CHILLS}
            yield Offer("drain", chill, who=given["victim"], procedure="lasting_harm", now=True)
        return
    if procedure not in LINES or not isinstance(given.get("target"), Mapping):
        return
    victim = given["target"].get("name", "")
    if not outcome.get("hit") or victim not in people or not victim:
        return
    line = chosen(people[""], given)
    if line.get("grapples"):
        yield Offer("seize", {"opponent": {"character": victim}}, procedure="start_grapple", now=True)
    if line.get("poison"):
        yield Offer("poison", {"potency": line["poison"]}, who=victim, procedure="poison", now=True)
    if line.get("drain") and not line.get("drain_goes_on"):
        drained = {"drain": line["drain"], "characteristic": line["drains"]}
        yield Offer("drain", drained, who=victim, procedure="lasting_harm", now=True)


def _madness(procedure: str, outcome: Content, sheet: Content) -> Iterator[Offer]:
    """A mind that has given way: how it shows, and for how long (D100-MISS-09)."""
    if "madness" not in sheet or procedure not in ("san_check", "lose_san", "cast_spell", "read_tome"):
        return
    for state, draws in (("temp_mad", "temporary_madness"), ("indef_mad", "indefinite_madness")):
        if outcome.get(state):
            yield Offer(draws, {}, procedure=draws, now=True)


# ---- destiny ----


def _may(sheet: Content) -> bool:
    """One point, once a scene (D100-MISS-11)."""
    return bool(sheet.get("destiny")) and not sheet.get("used_this_scene")


def _destiny(procedure: str, given: Content, outcome: Content, people: People) -> Iterator[Offer]:
    """A failed d20 again, a wound that was only a shock, an agony that stops (D100-DEST-01, D100-MISS-11)."""
    won = WON_BY.get(procedure)
    if _may(people[""]) and won and outcome.get(won) is False and not outcome.get("refused"):
        paid = {"destiny": people[""]["destiny"] - 1, "used_this_scene": True}
        yield Offer("reroll", {}, same_dice=True, rethrow=True, cost="destiny", price=1, pays=paid)
    if procedure == "agony_round" and _may(people[""]) and outcome["condition"] == "dying":
        yield _spend("stabilise", "", {})
    for at, (name, lost) in enumerate(_wounds(procedure, given, outcome)):
        if lost > 1 and name in people and _may(people[name]) and people[name].get("is_pc"):
            before = people[name]["pv"] + lost
            if before <= people[name].get("pv_max", before):
                yield _spend("shock_instead", name, {"damage": lost, "pv": before}, at)


def _spend(use: str, who: str, given: dict[str, Any], at: int = 0) -> Offer:
    return Offer(
        f"{use}.{at}" if at else use,
        {"use": use, **given},
        cost="destiny",
        who=who,
        price=1,
        procedure="spend_destiny",
        now=True,
    )


def _wounds(procedure: str, given: Content, outcome: Content) -> Iterator[tuple[str, int]]:
    """Who has lost how many PV at one blow; all shots of a series are one."""
    target = given.get("target")
    if procedure in (*LINES, "charge", "coup_de_grace", "grapple_manoeuvre") and target and "target_pv" in outcome:
        yield target.get("name", ""), (target.get("pv") or 0) - outcome["target_pv"]
    if procedure in ("apply_damage", "fall"):
        yield "", given["pv"] - outcome["pv"]
    results = outcome.get("results") if procedure == "explosion" else None
    bursts = outcome.get("bursts") if procedure == "burst" else None
    for one in results or (bursts[-1]["targets"] if bursts else ()):
        bodies = {person["name"]: person.get("body") or {} for person in given["targets"]}
        if "pv" in one and one["name"] in bodies:
            yield one["name"], (bodies[one["name"]].get("pv") or 0) - one["pv"]


# ---- experience ----


def _box(procedure: str, given: Content, outcome: Content, sheet: Content) -> Iterator[Offer]:
    """A natural 20 is remarkable: the Keeper may tick the box (D100-XP-02)."""
    if sheet.get("kind") != "investigator":
        return
    used = outcome.get("modifier_used", outcome.get("effective_attack"))
    if "total" not in outcome or used is None or outcome["total"] - used != 20:
        return
    target, kind = given.get("skill", ""), "skill"
    if procedure == "jet_test":
        target, kind = given["jet"], "jet"
    elif procedure in LINES:
        target = str(chosen(sheet, given).get("combat_skill", ""))
    boxes = (sheet.get("jets") if kind == "jet" else sheet.get("skills")) or {}
    if target in boxes and not boxes[target].get("ticked"):
        yield Offer("tick", {"kind": kind, "target": target}, procedure="tick_box", granted=True)
