"""One attack, several of a round, protection, and what weighs on all of them."""

from typing import Any

from msgspec.structs import replace

from gardien.core.telling import Told
from gardien.core.wording import Both, counted, joined, start, word
from gardien.systems.d20d100.aiming import RECOILS, SITUATIONS
from gardien.systems.d20d100.bursts import EXTRA, with_more
from gardien.systems.d20d100.harm import protects
from gardien.systems.d20d100.sentences.blows_told import (
    OTHERS,
    RANGE,
    RECOIL,
    attack_harm,
    con_test,
    magazine,
    out_of_range,
    score_line,
    stopped,
    struck,
    swing,
    weights,
)
from gardien.systems.d20d100.sentences.grammar import adding, damage, face_of, headed, modified, signed
from gardien.systems.d20d100.sentences.tests_told import WOUNDS
from gardien.systems.d20d100.sentences.weapons_told import bullets, figures
from gardien.systems.d20d100.weapons import increments_of

ATTACK: Both = ("attaque", "attack")


# ---- what weighs ----


def attack_modifiers(told: Told) -> list[str]:
    """« Modificateurs d'attaque : −4 (obscurité) + 2 (après avoir visé) = −2. »"""
    given, outcome = told.given, told.outcome
    if not outcome.in_range:
        return [out_of_range(told, given)]
    spared = {"moving_vehicle"} if given.combat_mobile else set()
    situations = [one for one in dict.fromkeys(given.situations) if one not in spared]
    parts = [(word(told, "situations", one), SITUATIONS[one]) for one in situations]
    parts += [
        (told.pick(*name), value)
        for name, value in (
            (RANGE, outcome.range_penalty),
            (WOUNDS, outcome.wound_penalty),
            (RECOIL, -RECOILS[given.fire_mode] * given.recoil),
            (OTHERS, sum(given.mods)),
        )
    ]
    weighing = [(name, value) for name, value in parts if value]
    head = start(headed(told, told.pick("modificateurs d'attaque", "attack modifiers")))
    if not weighing:
        return [f"{head}{told.colon} {told.pick('rien ne pèse', 'nothing weighs')}, {signed(told, 0)}."]
    first, *rest = weighing
    shown = f"{signed(told, first[1])} ({first[0]})" + "".join(f"{adding(told, v)} ({n})" for n, v in rest)
    total = f" = {signed(told, outcome.modifier)}" if rest else ""
    return [f"{head}{told.colon} {shown}{total}."]


# ---- one attack ----


def one_attack(told: Told, head: str, defence: int, dice: Any, recoil: int = 0) -> list[str]:
    """An attack at a single score with everything that follows it."""
    given, outcome = told.given, told.outcome
    if not outcome.in_range:
        return [out_of_range(told, given)]
    modifier = outcome.effective_attack
    thrown = swing(
        told,
        head,
        modifier,
        defence,
        face_of(told, "attack"),
        hit=outcome.hit,
        critical=outcome.critical,
        malfunction=outcome.malfunction,
    )
    if outcome.malfunction != "none":  # nothing was added to the die
        return [f"{thrown}."]
    weighs = score_line(told, given.attack, modifier, recoil)
    if not outcome.hit:
        return [f"{thrown}.", weighs]
    harm = attack_harm(told, dice, given.multiplier if outcome.critical else 1)
    body = struck(told, given.target, temporary=given.temporary) if harm else ""
    return [joined(f"{thrown}.", harm), body, weighs]


def _increments(given: Any) -> int:
    return increments_of(given.distance, given.increment) if given.increment else 1


def _dice(told: Told) -> Any:
    """The weapon dice at this distance."""
    given = told.given
    return given.dice(_increments(given)) if told.outcome.in_range else None


def attack(told: Told) -> list[str]:
    """« Attaque : 14 (d20) + 6 = 20 contre Défense 15, touché. 1d10 = 8 dégâts. PV 11 → 3. »"""
    return one_attack(told, headed(told, told.pick(*ATTACK)), told.given.defence, _dice(told))


def opportunity_attack(told: Told) -> list[str]:
    """The same, in passing, against the Defence that counts."""
    head = headed(told, told.pick("attaque d'opportunité", "opportunity attack"))
    return one_attack(told, head, told.outcome.defence_used, _dice(told))


def short_burst(told: Told) -> list[str]:
    """« Rafale de 3 balles : … »"""
    given = told.given
    size, extra = bullets(told, given.burst_size), EXTRA[given.burst_size]
    head = headed(told, told.pick(f"rafale de {size}", f"burst of {size}"))
    lines = one_attack(told, head, given.defence, with_more(_dice(told), extra), extra * given.recoil)
    return [*lines, magazine(told, given.loaded, told.outcome.ammo_left)]


# ---- protection ----


def apply_protection(told: Told) -> list[str]:
    """« 8 dégâts, − 3 (gilet, d6) : 5 dégâts. »"""
    given, outcome = told.given, told.outcome
    head, final = headed(told, damage(told, given.damage)), damage(told, outcome.damage_final)
    if not protects(given.protection_kind, given.protection, given.penetration):
        why = told.pick("sans protection", "no protection")
        if given.protection_kind == "vest":
            why = told.pick("le gilet est percé", "the vest is pierced")
        return [f"{start(head)}, {why}{told.colon} {final}."]
    taken = stopped(told, given.protection_kind, given.protection).strip()
    shown = f", {taken}" if taken else ""
    return [f"{start(head)}{shown}{told.colon} {final}."]


# ---- several of a round ----


def attack_sequence(told: Told) -> list[str]:
    """Each attack on a line, then what they did together."""
    shown = figures(told, told.given.series)
    head = headed(told, told.pick(f"attaques du round {shown}", f"attacks of the round {shown}"))
    return _series(told, head, told.given.series)


def multiple_fire(told: Told) -> list[str]:
    """The same for double and triple fire."""
    given = told.given
    between = {"double": "//", "triple": "///"}[given.mode]
    shown = figures(told, told.outcome.scores, between)
    return _series(told, headed(told, f"{word(told, 'mode', given.mode)} {shown}"), told.outcome.scores)


def _series(told: Told, head: str, scores: tuple[int, ...]) -> list[str]:
    given, outcome = told.given, told.outcome
    if not outcome.in_range:
        return [out_of_range(told, given)]
    left = magazine(told, given.loaded, outcome.ammo_left)
    if not outcome.shots:
        return [
            f"{start(head)}{told.colon} {told.pick('plus de balle, rien ne part', 'no bullet left, nothing fires')}."
        ]
    lines = [f"{start(head)}."]
    for number, (shot, own) in enumerate(zip(outcome.shots, _slices(told), strict=True), start=1):
        lines.append(_shot(own, number, shot))
    body = ""
    if given.damage.strip() and outcome.hits:
        body = struck(told, given.target, temporary=given.temporary, massive="")
    first = outcome.shots[0].attack - scores[0]
    weighs = modified(told, scores[0], weights(given, first))
    return [*lines, joined(_together(told), body), joined(weighs, left)]


def _slices(told: Told) -> list[Told]:
    """The dice of each attack, which begins with its d20."""
    starts = [place for place, die in enumerate(told.dice) if die.purpose == "attack"]
    ends = [*starts[1:], len(told.dice)]
    return [replace(told, dice=told.dice[a:b]) for a, b in zip(starts, ends, strict=True)]


def _shot(told: Told, number: int, shot: Any) -> str:
    """« 1 : 14 (d20) + 6 = 20 contre Défense 15, touché, 8 dégâts. »"""
    given = told.given
    head = f"{told.pick(*ATTACK)} {number}"
    thrown = swing(
        told,
        head,
        shot.attack,
        shot.defence_used,
        face_of(told, "attack"),
        hit=shot.hit,
        critical=shot.critical,
        malfunction=shot.malfunction,
    )
    harm = f", {damage(told, shot.damage_final)}" if shot.hit and given.damage.strip() else ""
    test = con_test(told, given.target.con_modifier, told.outcome.target_condition) if given.target else ""
    return joined(f"{thrown}{harm}.", test)


def _together(told: Told) -> str:
    outcome = told.outcome
    if not outcome.hits:
        return told.pick("Aucun coup au but.", "No hit.")
    hits = counted(told, outcome.hits, ("coup au but", "coups au but"), ("hit", "hits"))
    if not told.given.damage.strip():
        return f"{start(hits)}."
    return f"{start(hits)}{told.colon} {damage(told, outcome.damage_total)}."
