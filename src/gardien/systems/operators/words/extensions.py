"""Chases, intrusion, progression, profiles of the parent game."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import NO_DIE, Both, arrow, joined, listed, per_cent, start
from gardien.systems.operators import pack
from gardien.systems.operators.extensions import CAP, CAP_EDU, LAYERS, TRACED_AT
from gardien.systems.operators.sentences.grammar import DEGREES, degree, face, luck_left, row_name, thrown
from gardien.systems.operators.sentences.mind_told import shock_name
from gardien.systems.operators.trials import FUMBLES_FROM, double

FUGITIVE: Both = ("la fuite", "the fugitive")
PURSUER: Both = ("la poursuite", "the pursuer")
SYSTEMS: dict[str, Both] = {
    "open": ("système ouvert", "open system"),
    "company": ("réseau d'entreprise", "company network"),
    "state": ("réseau d'État", "state network"),
    "sealed": ("système cloisonné", "sealed system"),
}


def scores_said(told: Told, scores: dict[Any, int]) -> str:
    """« FOR 12, CON 11, … »."""
    return ", ".join(f"{code} {told.number(score)}" for code, score in scores.items())


def bonus_said(told: Told, bonus: str) -> str:
    """« bonus aux dommages +1D6 »."""
    if bonus == "none":
        return told.pick("aucun bonus aux dommages", "no damage bonus")
    return told.pick(f"bonus aux dommages +{bonus}", f"damage bonus +{bonus}")


def body_said(told: Told, outcome: Any) -> str:
    """« SB 12, bonus aux dommages +1D3 »."""
    threshold = told.pick("SB", "wound threshold") + f" {told.number(outcome.sb)}"
    return f"{threshold}, {bonus_said(told, outcome.damage_bonus)}"


# --- chases ----------------------------------------------------------------------------------------------------------


def chase_turn(told: Told) -> list[str]:
    """Both drivers, the gap, the end of the chase, who leaves the road."""
    given, outcome = told.given, told.outcome
    names = [
        driver.name.strip() or told.pick(*role)
        for driver, role in ((given.fugitive, FUGITIVE), (given.pursuer, PURSUER))
    ]
    drives = [
        _drive(told, name, driver, target, purpose)
        for name, driver, target, purpose in (
            (names[0], given.fugitive, outcome.active_target, "active"),
            (names[1], given.pursuer, outcome.passive_target, "passive"),
        )
    ]
    lines = [*drives, _gap(told, names)]
    for name, left in zip(names, (outcome.fugitive_crash, outcome.pursuer_crash), strict=True):
        if left:
            lines.append(
                start(told.pick(f"{name} : maladresse, accident.", f"{name}: a fumble, and the vehicle crashes."))
            )
    return lines


def _drive(told: Told, name: str, driver: Any, target: int, purpose: str) -> str:
    """« Reyes, moto, DEX (60 %) : 27. »"""
    vehicle = row_name(told, pack.vehicle(driver.vehicle))
    faces = told.faces("d100", purpose)
    if not faces:
        return start(f"{name}, {vehicle}{told.colon} {told.pick(*NO_DIE)}.")
    test = told.pick("test de DEX", "DEX test") + f" ({per_cent(told, target)})"
    return start(f"{name}, {vehicle}, {test}{told.colon} {_verdict(told, faces[0], target)}")


def _verdict(told: Told, roll: int, target: int) -> str:
    """The throw of a driver with its word; 99 and 00 under a target depend on the house rules and stand alone."""
    if roll <= target:
        if roll >= FUMBLES_FROM:
            return f"{face(roll)}."
        return thrown(told, roll, "critical" if double(roll) else "success")
    return thrown(told, roll, "fumble" if roll >= FUMBLES_FROM else "failure")


def _gap(told: Told, names: list[str]) -> str:
    given, outcome = told.given, told.outcome
    if outcome.gap == given.gap:
        gap = told.pick(f"l'écart reste à {outcome.gap}", f"the gap stays at {outcome.gap}")
    else:
        gap = told.pick("écart ", "gap ") + arrow(told, given.gap, outcome.gap)
    head = {
        "active": (f"{names[0]} gagne du terrain", f"{names[0]} pulls away"),
        "passive": (f"{names[1]} se rapproche", f"{names[1]} closes in"),
        "status_quo": ("aucun avantage", "nobody gains"),
    }[outcome.winner]
    end = {
        "running": ("", ""),
        "caught": ("La fuite s'arrête là.", "The fugitive is caught."),
        "lost": ("La poursuite est semée.", "The pursuer is lost."),
    }[outcome.status]
    return joined(f"{start(told.pick(*head))}{told.colon} {gap}.", told.pick(*end))


# --- intrusion -------------------------------------------------------------------------------------------------------


def intrude(told: Told) -> list[str]:
    """« Intrusion, réseau d'entreprise, test difficile (36 %) : 27, réussite. Couches franchies : 1 sur 2. »"""
    given, outcome = told.given, told.outcome
    spent = given.luck - outcome.luck
    head = told.pick("Intrusion, ", "Intrusion, ") + told.pick(*SYSTEMS[given.grade])
    if outcome.final_difficulty in DEGREES:
        hard = degree(told, outcome.final_difficulty)
        head += told.pick(f", test {hard}", f", {hard} test") + f" ({per_cent(told, outcome.target)})"
    said = thrown(told, outcome.roll, outcome.outcome, spent=spent)
    first = joined(f"{head}{told.colon} {said}", luck_left(told, outcome.luck) if spent else "")
    whole = len(LAYERS[given.grade])
    state = told.pick(
        f"Couches franchies : {outcome.layers_cleared} sur {whole}. Alerte : {outcome.alarm} sur {TRACED_AT}.",
        f"Layers cleared: {outcome.layers_cleared} of {whole}. Alarm: {outcome.alarm} of {TRACED_AT}.",
    )
    end = {
        "in_progress": ("L'intrusion continue.", "The intrusion goes on."),
        "breached": ("Le système est ouvert.", "The system is breached."),
        "traced": ("L'intrusion est repérée.", "The intrusion is traced."),
    }[outcome.status]
    return [first, joined(state, told.pick(*end))]


# --- progression -----------------------------------------------------------------------------------------------------


def progress(told: Told) -> list[str]:
    """One line for each tick, then what follows."""
    given, outcome = told.given, told.outcome
    if not given.ticks:
        return [
            told.pick("Aucune caractéristique cochée : rien ne monte.", "No characteristic is ticked: nothing rises.")
        ]
    before = given.all()
    lines = [_tick(told, code, before[code], outcome.scores[code]) for code in given.ticks]
    if {"FOR", "CON"} & set(outcome.raised):
        lines.append(f"{start(body_said(told, outcome))}.")
    return lines


def _tick(told: Told, code: str, before: int, after: int) -> str:
    """« DEX : 71, au-dessus de 60. DEX 12 → 13. »"""
    cap = CAP_EDU if code == "EDU" else CAP
    if before >= cap:
        return told.pick(
            f"{code} {told.number(before)} : le maximum est atteint, aucun dé n'est lancé.",
            f"{code} {told.number(before)}: the maximum is reached, no die is thrown.",
        )
    faces = told.faces("d100", code)
    shown = f"{face(faces[0])}, " if faces else ""
    bar = told.number(5 * before)
    if after > before:
        thrown_as = told.pick(f"au-dessus de {bar}", f"above {bar}")
        return f"{code}{told.colon} {shown}{thrown_as}. {code} {arrow(told, before, after)}."
    thrown_as = told.pick(f"pas au-dessus de {bar}", f"not above {bar}")
    stays = told.pick(f"{code} reste à {told.number(before)}", f"{code} stays at {told.number(before)}")
    return f"{code}{told.colon} {shown}{thrown_as}. {stays}."


# --- profiles --------------------------------------------------------------------------------------------------------


def convert(told: Told) -> list[str]:
    """The profile as it is played here."""
    outcome = told.outcome
    armour = told.pick("protection", "protection") + f" {told.number(outcome.armour)}"
    sight = told.pick("aucun choc à sa vue", "no shock at its sight")
    if outcome.shock != "none":
        shock = shock_name(told, outcome.shock)
        sight = told.pick(f"{shock} à sa vue", f"{shock} at its sight")
    lines = [f"{scores_said(told, outcome.scores)}.", f"{start(body_said(told, outcome))}, {armour}, {sight}."]
    if outcome.hobbies:
        lines.append(told.pick("Passe-temps", "Hobbies") + f"{told.colon} {listed(told, outcome.hobbies)}.")
    return lines
