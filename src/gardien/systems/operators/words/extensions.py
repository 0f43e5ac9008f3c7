"""Chases, intrusion, progression, profiles of the parent game."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.wording import NO_DIE, Both, arrow, join_list, join_sentences, per_cent, start
from gardien.systems.operators import pack
from gardien.systems.operators.rules.extensions import CAP, CAP_EDU, LAYERS, TRACED_AT
from gardien.systems.operators.rules.tests.d100 import FUMBLES_FROM, is_double
from gardien.systems.operators.words.grammar import DEGREES, degree, face, luck_left_text, row_name, throw_text
from gardien.systems.operators.words.mind import shock_name

FUGITIVE: Both = ("le fuyard", "the fugitive")
PURSUER: Both = ("le poursuivant", "the pursuer")
SYSTEMS: dict[str, Both] = {
    "open": ("système ouvert", "open system"),
    "company": ("réseau d'entreprise", "company network"),
    "state": ("réseau d'État", "state network"),
    "sealed": ("système cloisonné", "sealed system"),
}


def scores_text(report: Report, scores: dict[Any, int]) -> str:
    """« FOR 12, CON 11, … »."""
    return ", ".join(f"{code} {report.number(score)}" for code, score in scores.items())


def bonus_text(report: Report, bonus: str) -> str:
    """« bonus aux dommages +1D6 »."""
    if bonus == "none":
        return report.pick("aucun bonus aux dommages", "no damage bonus")
    return report.pick(f"bonus aux dommages +{bonus}", f"damage bonus +{bonus}")


def body_text(report: Report, outcome: Any) -> str:
    """« SB 12, bonus aux dommages +1D3 »."""
    threshold = report.pick("SB", "wound threshold") + f" {report.number(outcome.sb)}"
    return f"{threshold}, {bonus_text(report, outcome.damage_bonus)}"


# --- chases ----------------------------------------------------------------------------------------------------------


def chase_turn(report: Report) -> list[str]:
    """Both drivers, the gap, the end of the chase, who leaves the road."""
    given, outcome = report.given, report.outcome
    names = [
        driver.name.strip() or report.pick(*role)
        for driver, role in ((given.fugitive, FUGITIVE), (given.pursuer, PURSUER))
    ]
    drives = [
        _drive(report, name, driver, target, purpose)
        for name, driver, target, purpose in (
            (names[0], given.fugitive, outcome.active_target, "active"),
            (names[1], given.pursuer, outcome.passive_target, "passive"),
        )
    ]
    lines = [*drives, _gap(report, names)]
    for name, left in zip(names, (outcome.fugitive_crash, outcome.pursuer_crash), strict=True):
        if left:
            lines.append(
                start(report.pick(f"{name} : maladresse, accident.", f"{name}: a fumble, and the vehicle crashes."))
            )
    return lines


def _drive(report: Report, name: str, driver: Any, target: int, purpose: str) -> str:
    """« Reyes, moto, DEX (60 %) : 27. »"""
    vehicle = row_name(report, pack.vehicle(driver.vehicle))
    faces = report.faces("d100", purpose)
    if not faces:
        return start(f"{name}, {vehicle}{report.colon} {report.pick(*NO_DIE)}.")
    test = report.pick("test de DEX", "DEX test") + f" ({per_cent(report, target)})"
    return start(f"{name}, {vehicle}, {test}{report.colon} {_verdict(report, faces[0], target)}")


def _verdict(report: Report, roll: int, target: int) -> str:
    """The throw of a driver with its word; 99 and 00 under a target depend on the house rules and stand alone."""
    if roll <= target:
        if roll >= FUMBLES_FROM:
            return f"{face(roll)}."
        return throw_text(report, roll, "critical" if is_double(roll) else "success")
    return throw_text(report, roll, "fumble" if roll >= FUMBLES_FROM else "failure")


def _gap(report: Report, names: list[str]) -> str:
    given, outcome = report.given, report.outcome
    if outcome.gap == given.gap:
        gap = report.pick(f"l'écart reste à {outcome.gap}", f"the gap stays at {outcome.gap}")
    else:
        gap = report.pick("écart ", "gap ") + arrow(report, given.gap, outcome.gap)
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
    return join_sentences(f"{start(report.pick(*head))}{report.colon} {gap}.", report.pick(*end))


# --- intrusion -------------------------------------------------------------------------------------------------------


def intrude(report: Report) -> list[str]:
    """« Intrusion, réseau d'entreprise, test difficile (36 %) : 27, réussite. Couches franchies : 1 sur 2. »"""
    given, outcome = report.given, report.outcome
    spent = given.luck - outcome.luck
    head = report.pick("Intrusion, ", "Intrusion, ") + report.pick(*SYSTEMS[given.grade])
    if outcome.final_difficulty in DEGREES:
        hard = degree(report, outcome.final_difficulty)
        head += report.pick(f", test {hard}", f", {hard} test") + f" ({per_cent(report, outcome.target)})"
    said = throw_text(report, outcome.roll, outcome.outcome, spent=spent)
    first = join_sentences(f"{head}{report.colon} {said}", luck_left_text(report, outcome.luck) if spent else "")
    whole = len(LAYERS[given.grade])
    state = report.pick(
        f"Couches franchies : {outcome.layers_cleared} sur {whole}. Alerte : {outcome.alarm} sur {TRACED_AT}.",
        f"Layers cleared: {outcome.layers_cleared} of {whole}. Alarm: {outcome.alarm} of {TRACED_AT}.",
    )
    end = {
        "in_progress": ("L'intrusion continue.", "The intrusion goes on."),
        "breached": ("Le système est ouvert.", "The system is breached."),
        "traced": ("L'intrusion est repérée.", "The intrusion is traced."),
    }[outcome.status]
    return [first, join_sentences(state, report.pick(*end))]


# --- progression -----------------------------------------------------------------------------------------------------


def progress(report: Report) -> list[str]:
    """One line for each tick, then what follows."""
    given, outcome = report.given, report.outcome
    if not given.ticks:
        return [
            report.pick("Aucune caractéristique cochée : rien ne monte.", "No characteristic is ticked: nothing rises.")
        ]
    before = given.all()
    lines = [_tick(report, code, before[code], outcome.scores[code]) for code in given.ticks]
    if {"FOR", "CON"} & set(outcome.raised):
        lines.append(f"{start(body_text(report, outcome))}.")
    return lines


def _tick(report: Report, code: str, before: int, after: int) -> str:
    """« DEX : 71, au-dessus de 60. DEX 12 → 13. »"""
    cap = CAP_EDU if code == "EDU" else CAP
    if before >= cap:
        return report.pick(
            f"{code} {report.number(before)} : le maximum est atteint, aucun dé n'est lancé.",
            f"{code} {report.number(before)}: the maximum is reached, no die is thrown.",
        )
    faces = report.faces("d100", code)
    shown = f"{face(faces[0])}, " if faces else ""
    bar = report.number(5 * before)
    if after > before:
        thrown_as = report.pick(f"au-dessus de {bar}", f"above {bar}")
        return f"{code}{report.colon} {shown}{thrown_as}. {code} {arrow(report, before, after)}."
    thrown_as = report.pick(f"pas au-dessus de {bar}", f"not above {bar}")
    stays = report.pick(f"{code} reste à {report.number(before)}", f"{code} stays at {report.number(before)}")
    return f"{code}{report.colon} {shown}{thrown_as}. {stays}."


# --- profiles --------------------------------------------------------------------------------------------------------


def convert(report: Report) -> list[str]:
    """The profile as it is played here."""
    outcome = report.outcome
    armour = report.pick("protection", "protection") + f" {report.number(outcome.armour)}"
    sight = report.pick("aucun choc à sa vue", "no shock at its sight")
    if outcome.shock != "none":
        shock = shock_name(report, outcome.shock)
        sight = report.pick(f"{shock} à sa vue", f"{shock} at its sight")
    lines = [f"{scores_text(report, outcome.scores)}.", f"{start(body_text(report, outcome))}, {armour}, {sight}."]
    if outcome.hobbies:
        lines.append(report.pick("Passe-temps", "Hobbies") + f"{report.colon} {join_list(report, outcome.hobbies)}.")
    return lines
