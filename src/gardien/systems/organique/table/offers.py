"""What may follow a result: a reaction before the dice fall, saves against symptoms, a dose, the next act of a hacker.

An attack waits for whoever it is aimed at (ORG-CBT-01): the action is declared, then the reaction, then both throw.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Any, get_args

import msgspec

from gardien.core.presentation import WAITS, Content, Offer, People
from gardien.core.table_rules import Defence
from gardien.systems.organique import pack
from gardien.systems.organique.pack.rows import Effect
from gardien.systems.organique.rules.fight.attack import CombatGiven
from gardien.systems.organique.rules.fight.turn_budget import pace
from gardien.systems.organique.rules.manoeuvres import LOST
from gardien.systems.organique.rules.network.moves import possible
from gardien.systems.organique.rules.network.scene import WATCHED, Intrusion
from gardien.systems.organique.rules.substances.drugs import effect_of, tier_of
from gardien.systems.organique.rules.vehicles import AssaultGiven
from gardien.systems.organique.table.ability import why_unable
from gardien.systems.organique.table.drug_use import doses_acting, drug_in, habit_of
from gardien.systems.organique.table.fighter import fights, id_of, is_held_fast, person, turn_of
from gardien.systems.organique.table.targeting import answer
from gardien.systems.organique.table.weapon_use import group_of, line_of, lines, usable
from gardien.systems.organique.vocabulary import Symptom

REACTIONS = (
    *("dodge", "parry", "leap", "drop", "flip", "entangle", "resist_disarm", "shut_eyes", "simultaneous"),
    "manoeuvre",
)  # as the list of the rules has them
THROWN = frozenset(REACTIONS) - {"simultaneous", "manoeuvre"}  # against a difficulty of their own (ORG-REA-01 to 07)
SYMPTOMS: tuple[str, ...] = get_args(Symptom)
NETWORKED = (
    *(*WATCHED, "sniff_login", "decrypt", "flood", "detect", "eject", "trace", "notice_takeover", "recall_data"),
)
SECURITY = ("detect", "eject", "trace", "notice_takeover")  # what the network does, not the hacker
MOST = 24  # offers of a scene that a card can bear


def offers(procedure: str, given: Content, outcome: Content, people: People, options: Content) -> list[Offer]:
    """Everything that may follow, each while it can still matter."""
    if outcome.get(WAITS):
        return list(_reactions(procedure, given, people))
    return [
        *_symptoms(procedure, outcome),
        *_craving(procedure, given, outcome, people),
        *_hit_offers(procedure, given, outcome, people),
        *_swarm_offers(procedure, given, people),
        *_down(procedure, given, people),
        *_wheels(procedure, given, outcome),
        *_intrusion(procedure, people),
    ]


# ---- before the dice ----


ANSWERED: Mapping[str, type[msgspec.Struct]] = {"combat_action": CombatGiven, "vehicle_attack": AssaultGiven}


def _reactions(procedure: str, given: Content, people: People) -> Iterator[Offer]:
    """What the target may do about it, as far as the rules and the turn allow (ORG-REA-01 to 08, ORG-MOD-11)."""
    if procedure not in ANSWERED:
        return
    who = given["target"].get("name", "")
    target = people.get(who) or {}
    known = bool(who) and who in people  # somebody without a sheet is not asked, nor whoever strikes them
    if not known or target.get("guard") == "none" or not turn_of(target).can_answer:
        return
    if why_unable(target, "combat_action")[0] or not person(target).can_act:
        return  # nobody decides anything without a mind for it (ORG-SYM-01, ORG-SYM-11)
    asked = {name: value for name, value in given.items() if name != "options"}
    for kind, reaction in _answers(target, given.get("range_step"), id_of(people.get("") or {})):
        try:
            msgspec.convert({**asked, "reaction": reaction}, ANSWERED[procedure])
        except msgspec.ValidationError:
            continue
        thrown = "defence_success" if kind in THROWN else ""
        yield Offer(kind, {"reaction": reaction}, same_dice=True, who=who, own=thrown)


def _answers(target: Content, step: int | None, foe: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Everything that somebody might do about it; whoever is held fast goes nowhere (ORG-ACT-05)."""
    for kind in REACTIONS:
        if kind == "entangle" and not any(group_of(one) == "chain" for one in usable(target)):
            continue  # a chain, a jacket: something that catches (ORG-REA-02)
        if kind != "leap" or not is_held_fast(target):
            yield kind, answer(target, kind, step, foe)
    if step is None or is_held_fast(target) or not turn_of(target).slots.reactions:
        return
    # the blow is let come, and the reaction is a move (ORG-TURN-02, ORG-FREE-04)
    move = {"kind": "move", "steps": max(1, pace(person(target), True, bool(target.get("in_water"))))}
    if step:
        yield "close_in", move
    yield "draw_back", {**move, "away": True}


def defences(procedure: str, given: Content, target: Content) -> list[Defence]:
    """The reactions that whoever is aimed at could have, before they are asked for one."""
    if procedure not in ANSWERED:
        return []
    reactions = _reactions(procedure, given, {given["target"].get("name", ""): target})
    return [Defence(one.key, one.given, {"reaction": {"kind": "none"}}) for one in reactions]


# ---- bodies ----


def _symptoms(procedure: str, outcome: Content) -> Iterator[Offer]:
    """Saves that a drug or a disease asks for (ORG-SYM-01)."""
    if procedure in ("take_drug", "disease_progress"):
        yield from _saves((one["symptom"], one["difficulty"]) for one in outcome.get("symptoms") or ())


def _saves(entries: Iterable[tuple[str, int]]) -> Iterator[Offer]:
    for key, difficulty in entries:
        if key in SYMPTOMS:
            asked: dict[str, Any] = {"symptom": key, "difficulty": difficulty}
            yield Offer(f"resist.{key}", asked, procedure="symptom", about=_row_names("symptoms", "symptom", key))
        else:
            asked = {"kind": key, "difficulty": difficulty}
            yield Offer(f"resist_{key}", asked, procedure="save")


def _row_names(file: str, table: str, key: str) -> tuple[str, str]:
    """What a row of the pack is called."""
    row = pack.SHELF.row(file, table, key)
    return row.fr, row.en


def _craving(procedure: str, given: Content, outcome: Content, people: People) -> Iterator[Offer]:
    """Whoever holds out feels the lack; whoever gives in has taken what they had, as any dose (ORG-DRUG-06, M11)."""
    drug = drug_in(given)
    if procedure != "withdrawal_test" or not drug:
        return
    if outcome["takes_dose"]:
        user = people.get("") or {}
        tier = tier_of(max(1, doses_acting(user, drug)), habit_of(user, drug).tolerance)
        yield from _saves((one.ailment, one.difficulty) for one in effect_of(pack.drug(drug), "dose", tier).ailments)
    elif pack.drug(drug).withdrawal != Effect():
        asked: dict[str, Any] = {"drug": drug, "phase": "withdrawal"}
        yield Offer("lack", asked, procedure="take_drug", now=True, about=_row_names("drugs", "drug", drug))


def _hit_offers(procedure: str, given: Content, outcome: Content, people: People) -> Iterator[Offer]:
    """A bite that draws blood may bring a disease; a device stuns whoever it reaches (M16, M9)."""
    who = (given.get("target") or {}).get("name", "") if procedure == "combat_action" else ""
    at = line_of(people.get("") or {}, given.get("weapon")) if who and who in people else None
    if at is None:
        return
    line = lines(people[""])[at]
    row = pack.weapon(line.weapon) if line.weapon else None
    if line.disease and (outcome.get("damage") or {}).get("bs"):
        asked: dict[str, Any] = {"disease": line.disease, "difficulty": line.disease_difficulty}
        names = _row_names("diseases", "disease", line.disease)
        yield Offer("catch", asked, who=who, procedure="expose_disease", about=names)
    if row and row.save and outcome.get("hit") and not person(people[who]).out_of_action:  # ORG-SAVE-01
        asked = {"kind": row.save, "difficulty": row.save_difficulty}
        yield Offer(f"resist_{row.save}", asked, who=who, procedure="save")


def _swarm_offers(procedure: str, given: Content, people: People) -> Iterator[Offer]:
    """What a swarm answers with: all that there were attack in the same moment (ORG-MON-05)."""
    swarm = people.get(given.get("swarm") or "") if procedure == "attack_swarm" else None
    if swarm and swarm.get("swarm"):
        bites = {"count": given["count"], "damage_each": pack.swarm(swarm["swarm"]).bs_each}
        yield Offer("swarm_bites", bites, procedure="swarm_turn", now=True, granted=True)


def _down(procedure: str, given: Content, people: People) -> Iterator[Offer]:
    """Somebody who bleeds or dies can be helped by whoever stands beside them (ORG-AFT-01, ORG-SYM-03)."""
    if procedure not in ("combat_action", "first_aid", "apply_damage", "end_turn"):
        return
    helper = people.get("") or {}
    enemies = procedure == "combat_action" and fights(helper)  # in a fight nobody helps whom they strike
    able = not enemies and "condition" in helper and person(helper).can_act
    for who, sheet in people.items():
        if not who or not able or sheet.get("dead") or sheet.get("name") == helper.get("name"):
            continue
        patient = {"patient": {"character": who}}
        if sheet.get("condition") in ("dying", "mortally_wounded") and not sheet.get("stabilised"):
            yield Offer("first_aid", patient, procedure="first_aid")
        if sheet.get("cardiac_arrest") or sheet.get("respiratory_arrest"):
            yield Offer("revive", patient, procedure="revive")


def _wheels(procedure: str, given: Content, outcome: Content) -> Iterator[Offer]:
    """A vehicle that no longer obeys: control is regained, or lost for good (M8, ORG-DMG-13)."""
    if procedure != "manoeuvre" or outcome.get("success", True):
        return
    if given.get("manoeuvre") == "regain_control":
        yield Offer("accident", {"speed": given.get("speed", 0)}, procedure="tumble", granted=True)
    elif outcome["margin"] <= LOST:
        asked = {name: given[name] for name in ("level", "manoeuvrability", "speed") if name in given}
        yield Offer("regain_control", {**asked, "manoeuvre": "regain_control"}, procedure="manoeuvre")


# ---- networks ----


def _intrusion(procedure: str, people: People) -> Iterator[Offer]:
    """What may be tried next in the scene of whoever acted, everything filled in (HACK-01 to HACK-33)."""
    hacker = people.get("") or {}
    scene = hacker.get("intrusion")
    if procedure not in (*NETWORKED, "skill_test") or not isinstance(scene, Mapping):
        return
    places = {True: count(), False: count()}  # apart: whoever hacks does not see from hers what security may do
    for key, asked in possible(msgspec.convert(scene, Intrusion))[:MOST]:
        number = next(places[key in SECURITY])
        more = decrypting(hacker) if key == "decrypt" else {}
        if key == "flood" or (key == "decrypt" and not all(more.values())):
            continue  # floods of every system would hide all else: they are tried from the form
        name = asked.get("system", "")
        about = _row_names("networks", "system", name) if name in pack.keys("networks", "system") else ("", "")
        way = asked.get("method") or asked.get("way") or ""
        word = f"{key}_{way}" if key in ("preliminaries", "raise_privilege") else key
        yield Offer(
            f"{word}.{number}",
            {**asked, **more},
            procedure=key,
            granted=key in SECURITY,
            about=about,
            rests_on="intrusion",
        )


def decrypting(hacker: Content) -> dict[str, Any]:
    """The hacker’s own program and computer (ORG-CRY-02, M14)."""
    computer = str(hacker.get("computer") or "")
    power = pack.SHELF.row("computers", "computer", computer).power if computer else 0
    return {"force": (hacker.get("programs") or {}).get("code_breaker", 0), "power": int(power)}
