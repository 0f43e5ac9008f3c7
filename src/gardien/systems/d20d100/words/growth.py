"""Scores and what follows from them; boxes, points of experience, scores that change with all that rests on them."""

from collections.abc import Mapping, Sequence
from typing import Any

from gardien.core.telling import Report, lower_first
from gardien.core.wording import (
    Both,
    arrow,
    count_of,
    join_list,
    join_sentences,
    off_at_this_table,
    per_cent,
    present,
    refusal_line,
    semicolon,
    start,
    with_rule,
)
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.character import CODES, JETS
from gardien.systems.d20d100.rules.growth.experience import TICKS, WHY
from gardien.systems.d20d100.words.creation import skill_list
from gardien.systems.d20d100.words.grammar import adding, gauge, heading, metres, signed_text, skill_name

# ---- scores ----

MOST_TOLD = 3  # rejected sets that are told one by one
REJECTED: dict[str, Both] = {
    "no_high": ("aucun score au-dessus de 13", "no score above 13"),
    "no_low": ("aucun score sous 10", "no score below 10"),
    "sum_too_low": ("somme des modificateurs trop basse", "sum of modifiers too low"),
    "sum_too_high": ("somme des modificateurs trop haute", "sum of modifiers too high"),
}
TOTAL: Both = ("somme des modificateurs", "sum of modifiers")


def score_list(report: Report, scores: Mapping[str, int], modifiers: Mapping[str, int]) -> str:
    """« FOR 12 (+1), DEX 9 (−1)… »"""
    shown = [f"{code} {report.number(scores[code])} ({signed_text(report, modifiers[code])})" for code in CODES]
    return f"{', '.join(shown)}."


def jet_list(report: Report, jets: Mapping[str, int]) -> str:
    """« Jets : Réflexes +1, Endurance +0… »"""
    shown = [
        f"{report.pick((row := pack.jet(jet)).fr, row.en)} {signed_text(report, jets[jet])}"
        for jet in JETS
        if jet in jets
    ]
    return f"{report.pick('Jets', 'Rolls')}{report.colon} {', '.join(shown)}." if shown else ""


def modifier_list(report: Report, modifiers: Mapping[str, int]) -> str:
    """« FOR +1, DEX −1… »"""
    return f"{', '.join(f'{code} {signed_text(report, modifiers[code])}' for code in CODES if code in modifiers)}."


def characteristic_modifier(report: Report) -> list[str]:
    score, modifier = report.number(report.given.score), signed_text(report, report.outcome.modifier)
    return [report.pick(f"Score {score} : modificateur {modifier}.", f"Score {score}: modifier {modifier}.")]


def _set(report: Report, rolls: Sequence[int], total: int) -> str:
    numbers = join_list(report, [report.number(one) for one in rolls])
    return f"{numbers}{semicolon(report)} {report.pick(*TOTAL)} {signed_text(report, total)}"


def roll_scores(report: Report) -> list[str]:
    """The set that is kept, and why those before it were not."""
    outcome = report.outcome
    lines = []
    turned = outcome.rejected
    for index, one in enumerate(turned[-MOST_TOLD:], start=max(0, len(turned) - MOST_TOLD) + 1):
        why = report.pick(*REJECTED[one.reason])
        head = report.pick(f"Tirage {index}", f"Set {index}")
        refused = report.pick(f"On relance tout : {why}.", f"All again: {why}.")
        lines.append(f"{head}{report.colon} {_set(report, one.rolls, one.modifier_sum)}. {refused}")
    if len(turned) > MOST_TOLD:
        first = len(turned) - MOST_TOLD
        several = count_of(report, first, ("tirage refusé", "tirages refusés"), ("rejected set", "rejected sets"))
        lines.insert(0, report.pick(f"D'abord {several}.", f"{several} before."))
    kept = report.pick("Tirage retenu", "Set kept")
    return [*lines, f"{kept}{report.colon} {_set(report, outcome.rolls, outcome.modifier_sum)}."]


def check_scores(report: Report) -> list[str]:
    """Whether seven values would be kept."""
    outcome = report.outcome
    line = f"{_set(report, report.given.rolls, outcome.modifier_sum)}."
    if outcome.accepted:
        return [f"{line} {report.pick('Tirage valable.', 'The set is good.')}"]
    why = report.pick(*REJECTED[outcome.reason])
    rule = "D100-CREA-02" if outcome.reason in ("no_high", "no_low") else "D100-CREA-03"
    return [
        line,
        with_rule(
            report.pick(f"Hors des bornes de la création : {why}.", f"Outside the bounds of creation: {why}."), rule
        ),
    ]


def roll_size_looks(report: Report) -> list[str]:
    """« TAI : 2d6+6 = 14. APP : 3d6 = 10. »"""
    tai, app = report.number(report.outcome.tai), report.number(report.outcome.app)
    return [f"TAI{report.colon} 2d6+6 = {tai}. APP{report.colon} 3d6 = {app}."]


def assign_scores(report: Report) -> list[str]:
    """The nine scores, the Jets, the schooling."""
    outcome = report.outcome
    row = pack.table("scales", "studies")[outcome.education - 1]
    schooling = lower_first(report.pick(row.fr, row.en))
    education = report.number(outcome.scores["EDU"])
    return [
        score_list(report, outcome.scores, outcome.modifiers),
        jet_list(report, outcome.jets),
        report.pick(f"Études, pour EDU {education} : {schooling}.", f"Schooling, with EDU {education}: {schooling}."),
    ]


def start_values(report: Report) -> list[str]:
    """What every new investigator has."""
    outcome = report.outcome
    points = count_of(
        report, outcome.destiny, ("point de destin", "points de destin"), ("destiny point", "destiny points")
    )
    if not outcome.destiny:
        points = report.pick("aucun point de destin", "no destiny point")
    mythos, speed = per_cent(report, outcome.mythos), metres(report, outcome.speed)
    return [
        report.pick(
            f"{start(points)}, Vitesse {speed}, connaissance du Mythe {mythos}, expérience {outcome.xp}.",
            f"{start(points)}, Speed {speed}, knowledge of the Mythos {mythos}, experience {outcome.xp}.",
        )
    ]


def derive(report: Report) -> list[str]:
    """PV and thresholds, PM, SAN, Defence and the rest."""
    outcome, number = report.outcome, report.number
    bonus, quick = signed_text(report, outcome.damage_bonus), signed_text(report, outcome.initiative)
    speed = metres(report, outcome.speed)
    return [
        report.pick(
            f"PV {number(outcome.pv_max)} (moitié {number(outcome.pv_half)}, quart {number(outcome.pv_quarter)}),"
            f" PM {number(outcome.pm_max)}, SAN {number(outcome.san)} sur {number(outcome.san_max)}"
            f" (20 % : {number(outcome.san_20)}).",
            f"PV {number(outcome.pv_max)} (half {number(outcome.pv_half)}, quarter {number(outcome.pv_quarter)}),"
            f" PM {number(outcome.pm_max)}, SAN {number(outcome.san)} of {number(outcome.san_max)}"
            f" (20%: {number(outcome.san_20)}).",
        ),
        report.pick(
            f"Défense {number(outcome.defence)}, {number(outcome.defence_flat)} au dépourvu ; initiative {quick},"
            f" bonus aux dégâts {bonus}, Vitesse {speed}.",
            f"Defence {number(outcome.defence)}, {number(outcome.defence_flat)} flat-footed; initiative {quick},"
            f" damage bonus {bonus}, Speed {speed}.",
        ),
        modifier_list(report, outcome.modifiers),
        jet_list(report, outcome.jets),
    ]


def damage_bonus(report: Report) -> list[str]:
    """« FOR 12 + TAI 14 = 26 : bonus aux dégâts +1. »"""
    given, outcome = report.given, report.outcome
    total = (
        f"FOR {report.number(given.for_score)} + TAI {report.number(given.tai_score)} = {report.number(outcome.total)}"
    )
    bonus = signed_text(report, outcome.bonus)
    return [report.pick(f"{total} : bonus aux dégâts {bonus}.", f"{total}: damage bonus {bonus}.")]


# ---- boxes and points of experience ----


def points(report: Report, count: int) -> str:
    """Points of experience."""
    return count_of(
        report,
        count,
        ("point d'expérience", "points d'expérience"),
        ("experience point", "experience points"),
    )


def _experience(report: Report, before: int, after: int) -> str:
    return f"{report.pick('Expérience', 'Experience')} {arrow(report, before, after)}."


def _target(report: Report, kind: str, target: str) -> str:
    """A skill or a Jet by its name, a characteristic by its code."""
    if kind in ("skill", "new_skill"):
        return skill_name(report, target)
    return report.pick((row := pack.jet(target)).fr, row.en) if kind == "jet" else target


def tick_box(report: Report) -> list[str]:
    """« Case d'Observer : cochée. »"""
    given, outcome = report.given, report.outcome
    name = _target(report, given.kind, given.target)
    if outcome.new_tick:
        line = report.pick(f"La case « {name} » est cochée.", f"The box of {name} is ticked.")
    else:
        line = report.pick(
            f"La case « {name} » l'était déjà : une seule coche y tient.",
            f"The box of {name} was ticked already: it holds one tick.",
        )
    over = ""
    if outcome.over_limit:
        over = report.pick(
            f"C'est plus que l'usage, {TICKS} cases par séance : le Gardien décide.",
            f"This is more than usual, {TICKS} boxes a session: the Keeper decides.",
        )
    return [join_sentences(line, over)]


def award_xp(report: Report) -> list[str]:
    """« Objectifs : 1 + 2 + 0 = 3 points d'expérience. Expérience 4 → 7. »"""
    given, outcome = report.given, report.outcome
    first, *others = given.objectives
    total = points(report, outcome.points)
    shown = f"{first}{adding(report, *others)} = {total}" if others else total
    line = f"{report.pick('Objectifs', 'Objectives')}{report.colon} {shown}."
    kept = report.number(outcome.xp)
    same = report.pick(f"L'expérience reste à {kept}.", f"Experience stays at {kept}.")
    after = _experience(report, given.xp, outcome.xp) if outcome.points else same
    usual = []
    if not outcome.usual_count:
        usual.append(report.pick("3 à 5 objectifs", "3 to 5 objectives"))
    if not outcome.usual_total:
        usual.append(report.pick("1 à 4 points en tout", "1 to 4 points in all"))
    note = report.pick("D'habitude", "Usually") + f"{report.colon} {join_list(report, usual)}." if usual else ""
    return [join_sentences(line, after), note]


# ---- a score that changes ----


def _modifier_clause(report: Report, outcome: Any) -> str:
    """« modificateur +0 → +1 », or that it stays."""
    modifier = signed_text(report, outcome.modifier)
    if outcome.modifier == outcome.modifier_before:
        return report.pick(f"le modificateur reste {modifier}", f"the modifier stays {modifier}")
    return f"{report.pick('modificateur', 'modifier')} {signed_text(report, outcome.modifier_before)} → {modifier}"


def _following_clauses(report: Report, code: str, outcome: Any) -> list[str]:
    """Everything that rests on a score and moved with it."""
    parts = [_modifier_clause(report, outcome)]
    if outcome.jet and outcome.jet_change:
        row = pack.jet(outcome.jet)
        parts.append(f"{report.pick(row.fr, row.en)} {signed_text(report, outcome.jet_change)}")
    if outcome.defence_change:
        parts.append(f"{report.pick('Défense', 'Defence')} {signed_text(report, outcome.defence_change)}")
    if outcome.pv_max != outcome.pv_max_before:
        most = report.pick("PV maximum", "maximum PV")
        parts.append(f"{most} {arrow(report, outcome.pv_max_before, outcome.pv_max)}")
        parts.append(report.pick(f"PV actuels {report.number(outcome.pv)}", f"current PV {report.number(outcome.pv)}"))
    if code == "POU" and outcome.score != outcome.score_before:
        parts.append(
            report.pick(f"PM maximum {report.number(outcome.pm_max)}", f"maximum PM {report.number(outcome.pm_max)}")
        )
    if outcome.damage_bonus != outcome.damage_bonus_before:
        name = report.pick("bonus aux dégâts", "damage bonus")
        parts.append(
            f"{name} {signed_text(report, outcome.damage_bonus_before)} → {signed_text(report, outcome.damage_bonus)}"
        )
    lines = [f"{start(', '.join(parts))}."]
    if outcome.skill_changes:
        name = report.pick("Compétences", "Skills")
        lines.append(f"{name}{report.colon} {skill_list(report, outcome.skill_changes)}.")
    return lines


def change_characteristic(report: Report) -> list[str]:
    """« POU 13 → 11. », then all that follows."""
    code, outcome = report.given.characteristic, report.outcome
    return [
        f"{start(heading(report, gauge(report, code, outcome.score_before, outcome.score)))}.",
        *_following_clauses(report, code, outcome),
    ]


# ---- points spent ----


def _purchase_text(report: Report) -> str:
    """What the points bring: « Observer +3 → +4 »."""
    given, outcome = report.given, report.outcome
    if given.purchase == "destiny":
        return f"{report.pick('points de destin', 'destiny points')} {arrow(report, given.value, outcome.value)}"
    if given.purchase == "pv_max":
        return f"{report.pick('PV maximum', 'maximum PV')} {arrow(report, given.value, outcome.value)}"
    name = _target(report, given.purchase, given.target)
    if given.purchase == "new_skill":
        value = signed_text(report, outcome.value)
        return report.pick(f"{name}, nouvelle compétence à {value}", f"{name}, a new skill at {value}")
    if given.purchase == "characteristic":
        return f"{name} {arrow(report, outcome.score_before, outcome.score)}"
    return f"{name} {signed_text(report, given.value)} → {signed_text(report, outcome.value)}"


def spend_xp(report: Report) -> list[str]:
    """« Observer +3 → +4, pour 1 point d'expérience. Expérience 5 → 4. »"""
    given, outcome = report.given, report.outcome
    rule = WHY[outcome.reason]
    if outcome.reason == "in_play":
        why = (
            "L'expérience ne se dépense pas en pleine partie. Attendre la fin de la séance",
            "Experience is not spent in the middle of a game. Wait until the session ends",
        )
        return [refusal_line(report, why, rule)]
    if outcome.reason == "forbidden":
        return [off_at_this_table(report, ("Les PV ne s'achètent pas", "PV cannot be bought"), "xp_pv_max", rule)]
    if outcome.reason == "not_enough_xp":
        needed, there = points(report, outcome.cost), report.number(given.xp)
        return [
            with_rule(
                report.pick(
                    f"Il faut {needed} ; la fiche en a {there}.", f"This takes {needed}; the sheet has {there}."
                ),
                rule,
            )
        ]
    cost = points(report, outcome.cost)
    line = report.pick(f"{_purchase_text(report)}, pour {cost}.", f"{_purchase_text(report)}, for {cost}.")
    cleared = report.pick("La coche est effacée.", "The tick is cleared.") if outcome.tick_cleared else ""
    lines = [join_sentences(start(heading(report, line)), cleared, _experience(report, given.xp, outcome.xp))]
    return [*lines, *(_following_clauses(report, given.target, outcome) if present(outcome.score) else [])]


def xp_forecast(report: Report) -> list[str]:
    """« 15 points, à 3 par séance : 5 séances. »"""
    given = report.given
    price = points(report, given.cost)
    pace = report.number(given.points_per_session)
    sessions = count_of(report, report.outcome.sessions, ("séance", "séances"), ("session", "sessions"))
    return [report.pick(f"{price}, à {pace} par séance : {sessions}.", f"{price}, at {pace} a session: {sessions}.")]
