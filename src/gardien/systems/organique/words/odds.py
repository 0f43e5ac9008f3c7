"""Exact chances in words: « Le coup porte : 65 % (13/20) · action réussie : … »; of what takes its time too (ODDS)."""

from fractions import Fraction
from typing import Any

from gardien.core.telling import Report
from gardien.core.terms import HARD, percent
from gardien.core.wording import Both, chance_text, join_sentences, mean_said, odds_label, present, start, word
from gardien.systems.organique.words.grammar import harm, turns

MOST_TOLD = 12  # damages, or turns, told one by one
NAMES: dict[str, Both] = {
    "p_hit": ("le coup porte", "the blow lands"),
    "p_attack_success": ("attaque réussie", "attack passed"),
    "p_defence_success": ("réaction réussie", "reaction passed"),
    "p_lose_action": ("action perdue", "action lost"),
    "p_lose_action_and_reaction": ("action et réaction perdues", "action and reaction lost"),
    "p_unconscious": ("sans connaissance", "unconscious"),
}


def chances(report: Report, *keys: str) -> str:
    """Several chances on one line; what does not apply is left out."""
    parts = []
    for key in keys:
        if present(text := getattr(report.outcome, key)):
            name = report.pick(*NAMES[key]) if key in NAMES else odds_label(report, key)
            parts.append(f"{name}{report.colon} {chance_text(report, text)}")
    return f"{start(' · '.join(parts))}."


def odds_test(report: Report) -> list[str]:
    """« Réussite : 55 % (11/20). Il faut 10 ou plus au d20. »"""
    outcome = report.outcome
    head = f"{report.pick('Réussite', 'Success')}{report.colon} {chance_text(report, outcome.p_success)}."
    if outcome.min_roll == 0:
        needs = report.pick("Aucun résultat du d20 ne suffit.", "Nothing on the d20 will do.")
    elif outcome.min_roll == 1:
        needs = report.pick("Tout résultat du d20 suffit.", "Anything on the d20 will do.")
    elif outcome.min_roll == 20:
        needs = report.pick("Il faut 20 au d20.", "20 on the d20 is needed.")
    else:
        least = outcome.min_roll
        needs = report.pick(f"Il faut {least} ou plus au d20.", f"{least} or more on the d20 is needed.")
    return [join_sentences(head, needs)]


def odds_opposed(report: Report) -> list[str]:
    return [chances(report, "p_hit", "p_attack_success", "p_defence_success")]


def odds_effect(report: Report) -> list[str]:
    return [chances(report, "p_hit", "p_lose_action", "p_lose_action_and_reaction", "p_unconscious")]


def odds_damage(report: Report) -> list[str]:
    """« Le coup porte : 65 % (13/20). En moyenne, 1,5 bs et 0,2 c. », then everything it may do."""
    outcome = report.outcome
    means = [
        f"{mean_said(report, text).partition(' (')[0]}{HARD}{code}"  # what is exact stands in the row below
        for text, code in ((outcome.expected_bs, "bs"), (outcome.expected_c, "c"))
        if Fraction(text)
    ]
    average = report.pick(" et ", " and ").join(means) or report.pick("rien", "nothing")
    lines = [
        join_sentences(chances(report, "p_hit"), report.pick(f"En moyenne, {average}.", f"On average, {average}."))
    ]
    if len(outcome.distribution) > 1:
        each = [
            f"{harm(report, one.bs, one.c)} {percent(Fraction(one.p), report.language)}" for one in outcome.distribution
        ]
        head = report.pick("Dommages", "Damage")
        lines.append(f"{head}{report.colon} {_row(each)}.")
    return lines


def _row(items: list[str]) -> str:
    """All of them, or as many as anybody reads."""
    return " · ".join(items if len(items) <= MOST_TOLD else [*items[:MOST_TOLD], "…"])


def odds_kill(report: Report) -> list[str]:
    """« Après 5 tours, blessure mortelle : 40 % · hors de combat : 21 %. », and turn by turn."""
    outcome = report.outcome
    rows: list[tuple[str, Any]] = [
        (report.pick("blessure mortelle", "mortally wounded"), outcome.p_mortally_wounded),
        (report.pick("hors de combat", "out of action"), outcome.p_inc_zero),
    ]
    count = turns(report, report.given.turns)
    after = report.pick(f"Après {count}", f"After {count}")
    ends = " · ".join(f"{name}{report.colon} {chance_text(report, row[-1])}" for name, row in rows)
    lines = [f"{after}, {ends}."]
    if report.given.turns > 1:
        each = report.pick("tour après tour", "turn after turn")
        lines += [
            f"{start(name)}, {each}{report.colon} {_row([percent(Fraction(one), report.language) for one in row])}."
            for name, row in rows
            if Fraction(row[-1])
        ]
    return lines


def _chance_line(report: Report, *chances: tuple[str, str]) -> str:
    return f"{start(' · '.join(f'{name}{report.colon} {chance_text(report, text)}' for name, text in chances))}."


def odds_withdrawal(report: Report) -> list[str]:
    """« Un test réussi : 55 % (11/20) · tous réussis : 9,2 %. »"""
    outcome = report.outcome
    one, every = report.pick("un test réussi", "one test passed"), report.pick("tous réussis", "all passed")
    return [_chance_line(report, (one, outcome.p_each), (every, outcome.p_all_passed))]


def odds_disease(report: Report) -> list[str]:
    """« Un test raté : 40 % (2/5) · niveau 2 atteint : 30 % · guérison : 52 %. »"""
    given, outcome = report.given, report.outcome
    level = report.number(given.level_at_least)
    return [
        _chance_line(
            report,
            (report.pick("un test raté", "one test failed"), outcome.p_fail_each),
            (report.pick(f"niveau {level} atteint", f"level {level} reached"), outcome.p_level_reached),
            (report.pick("guérison", "cured"), outcome.p_cured),
        )
    ]


def odds_decrypt(report: Report) -> list[str]:
    """« Un jour : 10 % (1/10) · une heure : 10 % (1/10) · dix minutes : 80 % (4/5). »"""
    times = report.outcome.distribution
    return [_chance_line(report, *((word(report, "time", key), text) for key, text in times.items() if Fraction(text)))]
