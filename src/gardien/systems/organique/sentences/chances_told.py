"""Exact chances of tests and blows in words: « Le coup porte : 65 % (13/20) · action réussie : … » (ODDS)."""

from fractions import Fraction
from typing import Any

from gardien.core.telling import Told
from gardien.core.terms import HARD, percent
from gardien.core.wording import Both, joined, mean_said, odds_label, present, said, start
from gardien.systems.organique.sentences.grammar import harm, turns

MOST_TOLD = 12  # damages, or turns, told one by one
NAMES: dict[str, Both] = {
    "p_hit": ("le coup porte", "the blow lands"),
    "p_attack_success": ("attaque réussie", "attack passed"),
    "p_defence_success": ("réaction réussie", "reaction passed"),
    "p_lose_action": ("action perdue", "action lost"),
    "p_lose_action_and_reaction": ("action et réaction perdues", "action and reaction lost"),
    "p_unconscious": ("sans connaissance", "unconscious"),
}


def chances(told: Told, *keys: str) -> str:
    """Several chances on one line; what does not apply is left out."""
    parts = []
    for key in keys:
        if present(text := getattr(told.outcome, key)):
            name = told.pick(*NAMES[key]) if key in NAMES else odds_label(told, key)
            parts.append(f"{name}{told.colon} {said(told, text)}")
    return f"{start(' · '.join(parts))}."


def odds_test(told: Told) -> list[str]:
    """« Réussite : 55 % (11/20). Il faut 10 ou plus au d20. »"""
    outcome = told.outcome
    head = f"{told.pick('Réussite', 'Success')}{told.colon} {said(told, outcome.p_success)}."
    if outcome.min_roll == 0:
        needs = told.pick("Aucun résultat du d20 ne suffit.", "Nothing on the d20 will do.")
    elif outcome.min_roll == 1:
        needs = told.pick("Tout résultat du d20 suffit.", "Anything on the d20 will do.")
    elif outcome.min_roll == 20:
        needs = told.pick("Il faut 20 au d20.", "20 on the d20 is needed.")
    else:
        least = outcome.min_roll
        needs = told.pick(f"Il faut {least} ou plus au d20.", f"{least} or more on the d20 is needed.")
    return [joined(head, needs)]


def odds_opposed(told: Told) -> list[str]:
    return [chances(told, "p_hit", "p_attack_success", "p_defence_success")]


def odds_effect(told: Told) -> list[str]:
    return [chances(told, "p_hit", "p_lose_action", "p_lose_action_and_reaction", "p_unconscious")]


def odds_damage(told: Told) -> list[str]:
    """« Le coup porte : 65 % (13/20). En moyenne, 1,5 bs et 0,2 c. », then everything it may do."""
    outcome = told.outcome
    means = [
        f"{mean_said(told, text).partition(' (')[0]}{HARD}{code}"  # what is exact stands in the row below
        for text, code in ((outcome.expected_bs, "bs"), (outcome.expected_c, "c"))
        if Fraction(text)
    ]
    average = told.pick(" et ", " and ").join(means) or told.pick("rien", "nothing")
    lines = [joined(chances(told, "p_hit"), told.pick(f"En moyenne, {average}.", f"On average, {average}."))]
    if len(outcome.distribution) > 1:
        each = [
            f"{harm(told, one.bs, one.c)} {percent(Fraction(one.p), told.language)}" for one in outcome.distribution
        ]
        head = told.pick("Dommages", "Damage")
        lines.append(f"{head}{told.colon} {_row(each)}.")
    return lines


def _row(items: list[str]) -> str:
    """All of them, or as many as anybody reads."""
    return " · ".join(items if len(items) <= MOST_TOLD else [*items[:MOST_TOLD], "…"])


def odds_kill(told: Told) -> list[str]:
    """« Après 5 tours, blessure mortelle : 40 % · hors de combat : 21 %. », and turn by turn."""
    outcome = told.outcome
    rows: list[tuple[str, Any]] = [
        (told.pick("blessure mortelle", "mortally wounded"), outcome.p_mortally_wounded),
        (told.pick("hors de combat", "out of action"), outcome.p_inc_zero),
    ]
    count = turns(told, told.given.turns)
    after = told.pick(f"Après {count}", f"After {count}")
    ends = " · ".join(f"{name}{told.colon} {said(told, row[-1])}" for name, row in rows)
    lines = [f"{after}, {ends}."]
    if told.given.turns > 1:
        each = told.pick("tour après tour", "turn after turn")
        lines += [
            f"{start(name)}, {each}{told.colon} {_row([percent(Fraction(one), told.language) for one in row])}."
            for name, row in rows
            if Fraction(row[-1])
        ]
    return lines
