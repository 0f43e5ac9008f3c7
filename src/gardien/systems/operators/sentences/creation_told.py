"""A new Operator: totals, points, faults; what follows from scores and from training."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import counted, joined, listed, off_at_this_table, present, ruled, semicolon, start, word
from gardien.systems.operators import pack
from gardien.systems.operators.builds import BROKEN_RULES
from gardien.systems.operators.sentences.extensions_told import body_said, scores_said
from gardien.systems.operators.sentences.grammar import row_name
from gardien.systems.operators.techniques import HOLD


def creation_steps(told: Told) -> list[str]:
    """The steps in their order."""
    outcome = told.outcome
    steps = [word(told, "steps", key) for key in outcome.steps]
    needed = outcome.mandatory_steps
    count = counted(told, needed, ("étape obligatoire", "étapes obligatoires"), ("required step", "required steps"))
    lines = [f"{count}{told.colon} {listed(told, steps[:needed])}."]
    if outcome.optional_steps:
        more = listed(told, [told.terms.word("steps", key, told.language) for key in outcome.steps[needed:]])
        lines.append(told.pick(f"En option : {more}.", f"Optional: {more}."))
    return lines


def roll_characteristics(told: Told) -> list[str]:
    """« 2D6+6, sept fois : 12, 14, 9, … ; en tout 91. »"""
    outcome = told.outcome
    whole = told.pick(f"en tout {told.number(outcome.total)}", f"{told.number(outcome.total)} in all")
    head = told.pick("2D6+6, sept fois", "2D6+6, seven times")
    if not present(outcome.totals):
        return [f"{head}{told.colon} {whole}."]
    totals = ", ".join(told.number(total) for total in outcome.totals)
    return [f"{head}{told.colon} {totals}{semicolon(told)} {whole}."]


def starting_san(told: Told) -> list[str]:
    """« 2D6+6 = 13, × 5 : SAN 65. »"""
    san = told.outcome.san
    return [f"2D6+6 = {told.number(san // 5)}, × 5{told.colon} SAN {told.number(san)}."]


def starting_luck(told: Told) -> list[str]:
    """« 3D6 = 11, × 5 : Chance 55. »"""
    if told.outcome.refused:
        what = ("La Chance ne se joue pas", "Luck is not in play")
        return [off_at_this_table(told, what, "luck_enabled", "OPS-LUCK-01")]
    luck = told.outcome.luck
    return [f"3D6 = {told.number(luck // 5)}, × 5{told.colon} {told.pick('Chance', 'Luck')} {told.number(luck)}."]


# --- an Operator checked ---------------------------------------------------------------------------------------------


def validate_operator(told: Told) -> list[str]:
    """What is wrong, or that nothing is; then what follows from the scores."""
    return [*_verdict(told), *_following(told)]


def create_operator(told: Told) -> list[str]:
    """The totals first, then the sheet as it stands."""
    outcome = told.outcome
    lines = []
    if present(outcome.totals):
        pairs = zip(told.given.assignment, outcome.totals, strict=True)
        placed = ", ".join(f"{code} {told.number(total)}" for code, total in pairs)
        lines.append(told.pick(f"2D6+6, sept fois : {placed}.", f"2D6+6, seven times: {placed}."))
    gauges = [f"SAN {told.number(outcome.san)}"] if present(outcome.san) else []
    if present(outcome.luck):
        gauges.append(told.pick("Chance", "Luck") + f" {told.number(outcome.luck)}")
    reserves = [f"{listed(told, gauges)}."] if gauges else []
    return [*lines, *_following(told), *reserves, *_verdict(told)]


def _verdict(told: Told) -> list[str]:
    """« Fiche en règle. », or each fault with its rule; then the points that are left."""
    outcome = told.outcome
    if outcome.valid:
        lines = [told.pick("Fiche en règle.", "The sheet is in order.")]
    else:
        lines = [told.pick("Fiche à corriger.", "The sheet needs correcting.")]
        lines += [ruled(f"{start(word(told, 'errors', fault))}.", BROKEN_RULES[fault]) for fault in outcome.errors]
    if outcome.bonus_left:
        left, whole = told.number(outcome.bonus_left), told.number(outcome.bonus_points)
        lines.append(
            told.pick(
                f"Points de bonus encore à répartir : {left} sur {whole}.",
                f"Bonus points still to spend: {left} of {whole}.",
            )
        )
    return lines


def _following(told: Told) -> list[str]:
    """Scores, threshold, bonus, languages."""
    outcome = told.outcome
    lines = [f"Scores{told.colon} {scores_said(told, outcome.scores)}."] if present(outcome.scores) else []
    if present(outcome.sb) and present(outcome.damage_bonus):
        lines.append(joined(f"{start(body_said(told, outcome))}.", _tongues(told)))
    return lines


def _tongues(told: Told) -> str:
    """« 2 langues en plus de la langue maternelle. »"""
    outcome = told.outcome
    if not present(outcome.extra_languages):
        return ""
    if not outcome.literate:
        return told.pick("Ne sait ni lire ni écrire.", "Cannot read or write.")
    if not outcome.extra_languages:
        return told.pick("Pas d'autre langue que la langue maternelle.", "No language beside the mother tongue.")
    more = counted(told, outcome.extra_languages, ("langue", "langues"), ("language", "languages"))
    return told.pick(f"{more} en plus de la langue maternelle.", f"{more} beside the mother tongue.")


# --- looked up -------------------------------------------------------------------------------------------------------


def specialty_info(told: Told) -> list[str]:
    """« Sniper : 3 points de bonus à répartir entre DEX, INT et POU. »"""
    outcome = told.outcome
    row = pack.specialty(told.given.specialty)
    points = counted(told, outcome.bonus_points, ("point de bonus", "points de bonus"), ("bonus point", "bonus points"))
    among = listed(told, outcome.bonus_among)
    head = told.pick(f"{row.fr} : {points} à répartir entre {among}.", f"{row.en}: {points} to spend on {among}.")
    least = ""
    if outcome.edu_min:
        least = told.pick(f"EDU {outcome.edu_min} au moins.", f"EDU {outcome.edu_min} at least.")
    lines = [joined(head, least)]
    if outcome.advantages:
        helped = "; ".join if told.language == "en" else " ; ".join
        lines.append(
            told.pick("Avantages", "Advantages")
            + f"{told.colon} {helped(_help(told, one) for one in outcome.advantages)}."
        )
    return lines


def _help(told: Told, advantage: Any) -> str:
    """« DEX, tir de précision »."""
    code = advantage.characteristic
    if code == "any":
        code = told.pick("toute caractéristique", "any characteristic")
    return f"{code}, {word(told, 'domain', advantage.domain)}"


def derived_values(told: Told) -> list[str]:
    """Every score with its three percentages, then what else follows."""
    outcome = told.outcome
    who = told.given.character.name.strip()
    scores = ", ".join(
        f"{code} {told.number(score)} ({_three(told, outcome.test_values[code])})"
        for code, score in outcome.current.items()
    )
    body = f"{start(body_said(told, outcome))}"
    if outcome.thrown_bonus != outcome.damage_bonus:
        thrown = f"+{outcome.thrown_bonus}" if outcome.thrown_bonus != "none" else told.pick("aucun", "no bonus")
        body += told.pick(f" ({thrown} à l'arme de jet)", f" ({thrown} with thrown weapons)")
    most = told.pick("SAN maximale", "Maximum SAN") + f" {told.number(outcome.san_max)}."
    hurt = ""
    if outcome.unrelieved:
        hurt = told.pick("Blessure grave : toute action est extrême.", "Grave wound: every action is extreme.")
    head = f"{start(who)}{told.colon} " if who else ""
    return [f"{head}{scores}.", joined(f"{body}.", _tongues(told), most, hurt)]


def _three(told: Told, values: Any) -> str:
    """« 60, 36 et 12 % »."""
    shown = listed(told, [told.number(one) for one in (values.standard, values.difficult, values.extreme)])
    return told.pick(f"{shown} %", f"{shown}%")


def technique_advantage(told: Told) -> list[str]:
    """« Attaque (épée) : avantage. Formation : escrime. »"""
    given, outcome = told.given, told.outcome
    held = word(told, "weapon", HOLD) if given.weapon == HOLD else row_name(told, pack.weapon(given.weapon))
    use = word(told, "use", given.use)
    head = f"{start(use)} ({held})"
    if not outcome.advantage:
        return [told.pick(f"{head} : aucun avantage de formation.", f"{head}: training gives no advantage.")]
    sources = listed(told, list(dict.fromkeys(word(told, "sources", key) for key in outcome.sources)))
    return [told.pick(f"{head} : avantage. Formation : {sources}.", f"{head}: advantage. Training: {sources}.")]
