"""Doing without: tests of somebody who has stopped, and their days (DRUG-04 to DRUG-09)."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import Both, counted, joined, listed, present, semicolon, start
from gardien.systems.organique.kinds import Dependency
from gardien.systems.organique.sentences.checks_told import one_who
from gardien.systems.organique.sentences.grammar import saved
from gardien.systems.organique.sentences.sites_told import lead

OVER: Both = ("La dépendance physique est passée.", "Physical dependency is over.")
KINDS: dict[Dependency, Both] = {"physical": ("corps", "body"), "psychological": ("esprit", "mind")}
FOR: dict[Dependency, Both] = {
    "physical": ("pour le corps", "for the body"),
    "psychological": ("pour l'esprit", "for the mind"),
}
NO_TEST: Both = ("aucun test", "no test")


def after(told: Told, hours: int) -> str:
    """« dans 1 h », « dans 4 jours »."""
    days, rest = divmod(hours, 24)
    time = (
        f"{told.number(hours)}{HARD}h" if rest or not days else counted(told, days, ("jour", "jours"), ("day", "days"))
    )
    return told.pick(f"dans {time}", f"in {time}")


def withdrawal_test(told: Told) -> list[str]:
    """« Pour le corps, sauvegarde de Tyra contre le manque … raté. Tyra cherche une dose. Prochain test dans 1 h. »"""
    given, outcome = told.given, told.outcome
    who, name = one_who(told, given.character), given.character.name or told.who
    lines = [
        f"{start(told.pick(*words))}, {_inside(told, saved(told, getattr(outcome, kind), name), name)}"
        for kind, words in FOR.items()
        if present(getattr(outcome, kind))
    ]
    over = told.pick(*OVER) if given.physical and outcome.physical_over else ""
    if not lines:
        head = start(lead(told, given.character, told.pick(f"jour {given.day}", f"day {given.day}")))
        return [joined(f"{head}{told.colon} {told.pick(*NO_TEST)}.", over)]
    return [*lines, joined(_fate(told, who), over, _next(told, outcome.next_hours))]


def _inside(told: Told, text: str, name: str) -> str:
    """A save after what it is for: a small letter, unless it begins with a name."""
    return text if name and told.language == "en" else text[:1].lower() + text[1:]


def _fate(told: Told, who: str) -> str:
    outcome = told.outcome
    if outcome.takes_dose:
        return start(told.pick(f"{who} reprend une dose.", f"{who} takes a dose."))
    if outcome.must_seek:
        return start(
            told.pick(f"{who} cherche une dose, quoi qu'il en coûte.", f"{who} seeks a dose, whatever it costs.")
        )
    return start(told.pick(f"{who} tient bon.", f"{who} holds out."))


def _next(told: Told, hours: Any) -> str:
    """« Prochain test dans 2 jours. », « Prochain test : corps dans 1 h, esprit dans 2 jours. »"""
    if not hours:
        return ""
    if len(set(hours.values())) == 1:
        return told.pick(
            f"Prochain test {after(told, min(hours.values()))}.", f"Next test {after(told, min(hours.values()))}."
        )
    parts = ", ".join(f"{told.pick(*KINDS[kind])} {after(told, one)}" for kind, one in hours.items())
    return f"{told.pick('Prochain test', 'Next test')}{told.colon} {parts}."


def withdrawal_schedule(told: Told) -> list[str]:
    """« Tests de manque contre 20 : jours 1, 3 et 7, corps et esprit ; jours 15 et 31, esprit. »"""
    given, outcome = told.given, told.outcome
    groups: dict[tuple[Dependency, ...], list[int]] = {}
    for day, kinds in zip(outcome.days, outcome.dependencies, strict=True):
        groups.setdefault(kinds, []).append(day)
    parts = [
        f"{told.pick('jours' if len(days) > 1 else 'jour', 'days' if len(days) > 1 else 'day')} "
        f"{listed(told, [told.number(day) for day in days])}, "
        f"{listed(told, [told.pick(*KINDS[kind]) for kind in kinds])}"
        for kinds, days in groups.items()
    ]
    head = told.pick(f"Tests de manque contre {given.difficulty}", f"Withdrawal tests against {given.difficulty}")
    end = ""
    if present(outcome.physical_ends_on_day):
        day = told.number(outcome.physical_ends_on_day)
        end = told.pick(f"La dépendance physique passe le jour {day}.", f"Physical dependency is over on day {day}.")
    return [joined(f"{head}{told.colon} {f'{semicolon(told)} '.join(parts) or told.pick(*NO_TEST)}.", end)]
