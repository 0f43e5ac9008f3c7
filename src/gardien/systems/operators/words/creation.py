"""A new Operator: totals, points, faults; what follows from scores."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.wording import (
    count_of,
    join_list,
    join_sentences,
    off_at_this_table,
    present,
    semicolon,
    start,
    with_rule,
    word,
)
from gardien.systems.operators import pack
from gardien.systems.operators.creation.faults import BROKEN_RULES
from gardien.systems.operators.words.extensions import body_text, scores_text


def creation_steps(report: Report) -> list[str]:
    """The steps in their order."""
    outcome = report.outcome
    steps = [word(report, "steps", key) for key in outcome.steps]
    needed = outcome.mandatory_steps
    count = count_of(report, needed, ("étape obligatoire", "étapes obligatoires"), ("required step", "required steps"))
    lines = [f"{count}{report.colon} {join_list(report, steps[:needed])}."]
    if outcome.optional_steps:
        more = join_list(report, [report.terms.word("steps", key, report.language) for key in outcome.steps[needed:]])
        lines.append(report.pick(f"En option : {more}.", f"Optional: {more}."))
    return lines


def roll_characteristics(report: Report) -> list[str]:
    """« 2D6+6, sept fois : 12, 14, 9, … ; en tout 91. »"""
    outcome = report.outcome
    whole = report.pick(f"en tout {report.number(outcome.total)}", f"{report.number(outcome.total)} in all")
    head = report.pick("2D6+6, sept fois", "2D6+6, seven times")
    if not present(outcome.totals):
        return [f"{head}{report.colon} {whole}."]
    totals = ", ".join(report.number(total) for total in outcome.totals)
    return [f"{head}{report.colon} {totals}{semicolon(report)} {whole}."]


def starting_san(report: Report) -> list[str]:
    """« 2D6+6 = 13, × 5 : SAN 65. »"""
    san = report.outcome.san
    return [f"2D6+6 = {report.number(san // 5)}, × 5{report.colon} SAN {report.number(san)}."]


def starting_luck(report: Report) -> list[str]:
    """« 3D6 = 11, × 5 : Chance 55. »"""
    if report.outcome.refused:
        what = ("La Chance ne se joue pas", "Luck is not in play")
        return [off_at_this_table(report, what, "luck_enabled", "OPS-LUCK-01")]
    luck = report.outcome.luck
    return [
        f"3D6 = {report.number(luck // 5)}, × 5{report.colon} {report.pick('Chance', 'Luck')} {report.number(luck)}."
    ]


# --- an Operator checked ---------------------------------------------------------------------------------------------


def validate_operator(report: Report) -> list[str]:
    """What is wrong, or that nothing is; then what follows from the scores."""
    return [*_verdict(report), *_following(report)]


def create_operator(report: Report) -> list[str]:
    """The totals first, then the sheet as it stands."""
    outcome = report.outcome
    lines = []
    if present(outcome.totals):
        pairs = zip(report.given.assignment, outcome.totals, strict=True)
        placed = ", ".join(f"{code} {report.number(total)}" for code, total in pairs)
        lines.append(report.pick(f"2D6+6, sept fois : {placed}.", f"2D6+6, seven times: {placed}."))
    gauges = [f"SAN {report.number(outcome.san)}"] if present(outcome.san) else []
    if present(outcome.luck):
        gauges.append(report.pick("Chance", "Luck") + f" {report.number(outcome.luck)}")
    reserves = [f"{join_list(report, gauges)}."] if gauges else []
    return [*lines, *_following(report), *reserves, *_verdict(report)]


def _verdict(report: Report) -> list[str]:
    """« Fiche en règle. », or each fault with its rule; then the points that are left."""
    outcome = report.outcome
    if outcome.valid:
        lines = [report.pick("Fiche en règle.", "The sheet is in order.")]
    else:
        lines = [report.pick("Fiche à corriger.", "The sheet needs correcting.")]
        lines += [
            with_rule(f"{start(word(report, 'errors', fault))}.", BROKEN_RULES[fault]) for fault in outcome.errors
        ]
    if outcome.bonus_left:
        left, whole = report.number(outcome.bonus_left), report.number(outcome.bonus_points)
        lines.append(
            report.pick(
                f"Points de bonus encore à répartir : {left} sur {whole}.",
                f"Bonus points still to spend: {left} of {whole}.",
            )
        )
    return lines


def _following(report: Report) -> list[str]:
    """Scores, threshold, bonus, languages."""
    outcome = report.outcome
    lines = [f"Scores{report.colon} {scores_text(report, outcome.scores)}."] if present(outcome.scores) else []
    if present(outcome.sb) and present(outcome.damage_bonus):
        lines.append(join_sentences(f"{start(body_text(report, outcome))}.", _tongues(report)))
    return lines


def _tongues(report: Report) -> str:
    """« 2 langues en plus de la langue maternelle. »"""
    outcome = report.outcome
    if not present(outcome.extra_languages):
        return ""
    if not outcome.literate:
        return report.pick("Ne sait ni lire ni écrire.", "Cannot read or write.")
    if not outcome.extra_languages:
        return report.pick("Pas d'autre langue que la langue maternelle.", "No language beside the mother tongue.")
    more = count_of(report, outcome.extra_languages, ("langue", "langues"), ("language", "languages"))
    return report.pick(f"{more} en plus de la langue maternelle.", f"{more} beside the mother tongue.")


# --- looked up -------------------------------------------------------------------------------------------------------


def specialty_info(report: Report) -> list[str]:
    """« Sniper : 3 points de bonus à répartir entre DEX, INT et POU. »"""
    outcome = report.outcome
    row = pack.specialty(report.given.specialty)
    points = count_of(
        report, outcome.bonus_points, ("point de bonus", "points de bonus"), ("bonus point", "bonus points")
    )
    among = join_list(report, outcome.bonus_among)
    head = report.pick(f"{row.fr} : {points} à répartir entre {among}.", f"{row.en}: {points} to spend on {among}.")
    least = ""
    if outcome.edu_min:
        least = report.pick(f"EDU {outcome.edu_min} au moins.", f"EDU {outcome.edu_min} at least.")
    lines = [join_sentences(head, least)]
    if outcome.advantages:
        helped = "; ".join if report.language == "en" else " ; ".join
        lines.append(
            report.pick("Avantages", "Advantages")
            + f"{report.colon} {helped(_help(report, one) for one in outcome.advantages)}."
        )
    return lines


def _help(report: Report, advantage: Any) -> str:
    """« DEX, tir de précision »."""
    code = advantage.characteristic
    if code == "any":
        code = report.pick("toute caractéristique", "any characteristic")
    return f"{code}, {word(report, 'domain', advantage.domain)}"


def derived_values(report: Report) -> list[str]:
    """Every score with its three percentages, then what else follows."""
    outcome = report.outcome
    who = report.given.character.name.strip()
    scores = ", ".join(
        f"{code} {report.number(score)} ({_three(report, outcome.test_values[code])})"
        for code, score in outcome.current.items()
    )
    body = f"{start(body_text(report, outcome))}"
    if outcome.thrown_bonus != outcome.damage_bonus:
        thrown = f"+{outcome.thrown_bonus}" if outcome.thrown_bonus != "none" else report.pick("aucun", "no bonus")
        body += report.pick(f" ({thrown} à l'arme de jet)", f" ({thrown} with thrown weapons)")
    most = report.pick("SAN maximale", "Maximum SAN") + f" {report.number(outcome.san_max)}."
    hurt = ""
    if outcome.unrelieved:
        hurt = report.pick("Blessure grave : toute action est extrême.", "Grave wound: every action is extreme.")
    head = f"{start(who)}{report.colon} " if who else ""
    return [f"{head}{scores}.", join_sentences(f"{body}.", _tongues(report), most, hurt)]


def _three(report: Report, values: Any) -> str:
    """« 60, 36 et 12 % »."""
    shown = join_list(report, [report.number(one) for one in (values.standard, values.difficult, values.extreme)])
    return report.pick(f"{shown} %", f"{shown}%")
