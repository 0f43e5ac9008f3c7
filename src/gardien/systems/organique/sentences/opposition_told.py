"""Two against each other, and a day of brainwashing: both sums, then who prevails (TEST-04, VOL-01)."""

from collections.abc import Sequence
from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import Both, called, counted, joined, of, present, semicolon, start
from gardien.systems.organique.bodies import person_of
from gardien.systems.organique.opposition import BREAKING, ORDEAL
from gardien.systems.organique.sentences.grammar import against, check_name, margin, natural, spent, summed
from gardien.systems.organique.sentences.sites_told import lead

FIRST: Both = ("le premier camp", "the first side")
SECOND: Both = ("le second camp", "the second side")
TORTURER: Both = ("le bourreau", "the torturer")
VICTIM: Both = ("la victime", "the victim")


def numbers(told: Told, base: int, difficulty: int, total: Any, reached: Any, face: int | None) -> str:
    """One side of a contest: « 11 + 14 (d20) = 25 contre 20, marge 5 »."""
    if not present(total) or face is None:
        return spent(told)
    # a natural 1 or 20 is worth a word where it has moved the margin (ORG-TEST-05)
    decided = {1: "natural_1", 20: "natural_20"}.get(face) if reached != total - difficulty else None
    parts = (summed(told, base, total - base - face, face), natural(told, decided), margin(told, reached))
    sum_, *end = (part for part in parts if part)
    return f"{sum_} {against(told, difficulty)}, {', '.join(end)}"


def faces_in_order(told: Told, *totals: Any) -> list[int | None]:
    """The dice of both sides; whoever is exhausted has thrown none."""
    left = [die.value for die in told.dice if die.label == "d20"]
    return [left.pop(0) if present(total) and left else None for total in totals]


def both(told: Told, heads: Sequence[str], sums: Sequence[str]) -> str:
    """« Tyra : … marge 5 ; Carl : … marge 2. »"""
    one, other = (f"{head}{told.colon} {sum_}" for head, sum_ in zip(heads, sums, strict=True))
    return f"{start(one)}{semicolon(told)} {other}."


def _prevails(told: Told, names: Sequence[str], resister: str = "none") -> str:
    """« Tyra l'emporte. », « Égalité : rien ne change. », « Aucun des deux ne réussit. »"""
    outcome = told.outcome
    even = outcome.a_success and outcome.b_success and outcome.a_margin == outcome.b_margin
    if outcome.winner == "none":
        if outcome.a_success and outcome.b_success:
            return told.pick("Égalité : rien ne change.", "A tie: nothing changes.")
        return told.pick("Aucun des deux ne l'emporte.", "Neither prevails.")
    name = names[0] if outcome.winner == "a" else names[1]
    if even and resister != "none":
        return told.pick(f"Égalité : {name}, qui résiste, l'emporte.", f"A tie: {name}, who resists, prevails.")
    return start(told.pick(f"{name} l'emporte.", f"{name} prevails."))


def opposed(told: Told) -> list[str]:
    """« Le premier camp : 12 + 14 (d20) = 26 contre 20, marge 6 ; le second camp : … Le premier camp l'emporte. »"""
    given, outcome = told.given, told.outcome
    names = (told.who or told.pick(*FIRST), told.pick(*SECOND))
    faces = faces_in_order(told, outcome.a_total, outcome.b_total)
    sums = (
        numbers(told, given.a.base, given.a.difficulty, outcome.a_total, outcome.a_margin, faces[0]),
        numbers(told, given.b.base, given.b.difficulty, outcome.b_total, outcome.b_margin, faces[1]),
    )
    return [joined(both(told, names, sums), _prevails(told, names, given.resister))]


def contest(told: Told) -> list[str]:
    """« Tyra, test de FOR : 11 + 14 (d20) = 25 contre 20, marge 5 ; Carl : … Tyra l'emporte. »"""
    given, outcome = told.given, told.outcome
    names = (called(told, given.a, FIRST, acts=True), called(told, given.b, SECOND))
    faces = faces_in_order(told, outcome.a_total, outcome.b_total)
    code, goal = given.characteristic, given.difficulty
    sums = [
        numbers(told, person_of(one).value(code), goal, total, reached, face)
        for one, total, reached, face in (
            (given.a, outcome.a_total, outcome.a_margin, faces[0]),
            (given.b, outcome.b_total, outcome.b_margin, faces[1]),
        )
    ]
    heads = (f"{names[0]}, {check_name(told, code)}", names[1])
    return [joined(both(told, heads, sums), _prevails(told, names))]


def brainwash(told: Told) -> list[str]:
    """« Raoul, lavage de cerveau : … marge 5 ; Tyra : … marge 9. Tyra tient bon. »"""
    given, outcome = told.given, told.outcome
    victim = called(told, given.victim, VICTIM)
    faces = faces_in_order(told, outcome.torturer_total, outcome.victim_total)
    sums = [
        numbers(told, person_of(one).value("VOL"), ORDEAL, total, reached, face)
        for one, total, reached, face in (
            (given.torturer, outcome.torturer_total, outcome.torturer_margin, faces[0]),
            (given.victim, outcome.victim_total, outcome.victim_margin, faces[1]),
        )
    ]
    head = lead(told, given.torturer, told.pick("lavage de cerveau", "brainwashing"))
    return [joined(both(told, (head, victim), sums), _held(told, victim))]


def _held(told: Told, victim: str) -> str:
    outcome = told.outcome
    if outcome.resisted:
        return start(told.pick(f"{victim} tient bon.", f"{victim} holds out."))
    days = counted(told, outcome.days_lost, ("jour perdu", "jours perdus"), ("day lost", "days lost"))
    running = told.pick(
        f"{days} de suite" if outcome.days_lost > 1 else days, f"{days} running" if outcome.days_lost > 1 else days
    )
    if outcome.broken:
        return told.pick(f"{running} : la volonté {of(victim)} est brisée.", f"{running}: {victim}'s will is broken.")
    need = BREAKING - outcome.days_lost
    left = told.pick(
        f"encore {told.number(need)} et sa volonté est brisée",
        f"{told.number(need)} more and the will is broken",
    )
    return start(told.pick(f"{victim} cède : {running}, {left}.", f"{victim} gives way: {running}, {left}."))
