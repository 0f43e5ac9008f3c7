"""Poisons, diseases, abilities that suffer (P-POIS-01, P-DIS-01, P-ABIL-02)."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.terms import HARD
from gardien.core.wording import Both, arrow, count_of, join_sentences, of, present, start
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.pack.rows import Toxin
from gardien.systems.cthulhud20.rules.body.ability_damage import ASLEEP
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.dangers.poisons import CURED, STAGES, Stage
from gardien.systems.cthulhud20.vocabulary import ABILITIES
from gardien.systems.cthulhud20.words.body import death_text, faint_text, pools_text, refuse_dead, victim_of
from gardien.systems.cthulhud20.words.grammar import code, faces_of, rounds, row_name, save_name
from gardien.systems.cthulhud20.words.tests import owned_check, throw_text

WHEN: dict[Stage, Both] = {
    "initial": ("sur le coup", "at once"),
    "secondary": ("une minute plus tard", "a minute later"),
}


def _save(report: Report, who: str, difficulty: int, face: int | None, reached: Any, success: bool) -> str:
    """A Fortitude save whose bonus may have fallen since: « Jet de Vigueur de Paul : 8 (d20) + 1 = 9 contre DD 15 »."""
    bonus = reached - face if face is not None and present(reached) else 0
    head = owned_check(report, save_name(report, "fort"), who)
    return throw_text(report, head, (("bonus", bonus),), difficulty, reached, success, save=True)


# ---- poisons ----


def poison(report: Report) -> list[str]:
    """« Cyanure, sur le coup. Jet de Vigueur de Paul : 8 (d20) + 1 = 9 contre DD 16, raté : −3 CON. »"""
    given, outcome = report.given, report.outcome
    who, row = victim_of(report, given.victim), pack.poison(given.poison)
    if present(outcome.refused):
        return [refuse_dead(report, who)]
    faces = faces_of(report, "fortitude", "d20")
    toxins: dict[Stage, Toxin | None] = {"initial": row.initial, "secondary": row.secondary}
    lines = []
    for stage in STAGES:
        met = present(getattr(outcome, f"{stage}_effect")) or present(getattr(outcome, f"{stage}_success"))
        if not met:  # not asked for, or the first stage has killed
            continue
        face = faces.pop(0) if toxins[stage] is not None and faces else None
        lines.append(_stage(report, who, stage, face))
    return [*lines, *_after(report, who, given.victim)]


def _stage(report: Report, who: str, stage: Stage, face: int | None) -> str:
    """One stage: the save, and what it let through."""
    given, outcome = report.given, report.outcome
    success, effect = getattr(outcome, f"{stage}_success"), getattr(outcome, f"{stage}_effect")
    head = f"{start(row_name(report, pack.poison(given.poison)))}, {report.pick(*WHEN[stage])}"
    if effect == "none":
        return f"{head}{report.colon} {report.pick('aucun effet', 'no effect')}."
    save = _save(report, who, outcome.dc, face, getattr(outcome, f"{stage}_total"), success)
    if success:
        return join_sentences(f"{head}.", save)
    return join_sentences(f"{head}.", save, f"{start(_effect(report, effect, getattr(outcome, f'{stage}_amount')))}.")


def _effect(report: Report, effect: str, amount: Any) -> str:
    count = amount if present(amount) else 0
    if effect in ABILITIES:
        return f"−{report.number(count)}{HARD}{code(report, effect)}"
    if effect == "unconscious_hours":
        return report.pick(f"sans connaissance pendant {count}{HARD}h", f"unconscious for {count}{HARD}h")
    return report.pick(
        f"actions partielles seulement pendant {rounds(report, count)}",
        f"partial actions only for {rounds(report, count)}",
    )


def _after(report: Report, who: str, victim: Combatant) -> list[str]:
    """What is left of somebody whose abilities suffered."""
    outcome = report.outcome
    dead = death_text(report, who, victim.tables) if outcome.state == "dead" else ""
    asleep = ""
    drugged = any(getattr(outcome, f"{stage}_effect", None) == "unconscious_hours" for stage in STAGES)
    if not dead and not drugged and present(outcome.conditions) and ASLEEP in outcome.conditions:
        asleep = start(report.pick(f"{who} perd connaissance.", f"{who} loses consciousness."))
    return [
        join_sentences(faint_text(report, who, outcome), asleep, dead),
        join_sentences(_scores(report, victim), pools_text(report, who, victim, outcome)),
    ]


def _scores(report: Report, victim: Combatant) -> str:
    """Abilities as they are now, where they have moved: « CON 12 → 9. »"""
    damage = report.outcome.ability_damage
    if not present(damage):
        return ""
    before = {ability: victim.score(ability) for ability in ABILITIES}
    whole = {ability: before[ability] + victim.ability_damage.get(ability, 0) for ability in ABILITIES}
    moved = [
        f"{code(report, ability)} {arrow(report, before[ability], max(0, whole[ability] - damage.get(ability, 0)))}"
        for ability in ABILITIES
        if damage.get(ability, 0) != victim.ability_damage.get(ability, 0)
    ]
    return f"{', '.join(moved)}." if moved else ""


# ---- diseases ----


def disease(report: Report) -> list[str]:
    """« Peste. Jet de Vigueur de Paul : 8 (d20) + 1 = 9 contre DD 16, raté. Incubation : 2 jours. »"""
    given, outcome = report.given, report.outcome
    who = victim_of(report, given.victim)
    if present(outcome.refused):
        return [refuse_dead(report, who)]
    head = f"{start(row_name(report, pack.disease(given.disease)))}."
    faces = faces_of(report, "fortitude", "d20")
    save = _save(report, who, outcome.dc, faces[0] if faces else None, outcome.total, outcome.success)
    if given.stage == "exposure":
        return [join_sentences(head, save, _exposure_text(report, who))]
    if outcome.success:
        return [join_sentences(head, save, _recovery_text(report, who))]
    return [join_sentences(head, save), *_after(report, who, given.victim)]


def _exposure_text(report: Report, who: str) -> str:
    outcome = report.outcome
    if not outcome.infected:
        return start(report.pick(f"{who} y échappe.", f"{who} escapes it."))
    words: dict[str, tuple[Both, Both]] = {
        "days": (("jour", "jours"), ("day", "days")),
        "weeks": (("semaine", "semaines"), ("week", "weeks")),
    }
    time = count_of(report, outcome.incubation, *words[outcome.incubation_unit])
    return report.pick(f"La maladie se déclare dans {time}.", f"The illness breaks out in {time}.")


def _recovery_text(report: Report, who: str) -> str:
    if report.outcome.cured:
        return start(
            report.pick(f"{CURED} jets réussis de suite : {who} guérit.", f"{CURED} saves running: {who} is cured.")
        )
    return report.pick("Encore un et c'est la guérison.", "One more and it is over.")


# ---- abilities ----


def damage_ability(report: Report) -> list[str]:
    """« Paul perd 3 points de CON : 12 → 9, modificateur −1. »"""
    given, outcome = report.given, report.outcome
    victim, who = given.character, victim_of(report, given.character)
    if present(outcome.refused):
        return [refuse_dead(report, who)]
    name, before = code(report, given.ability), victim.score(given.ability)
    amount = outcome.amount if present(outcome.amount) else before - outcome.effective
    count = count_of(report, amount, ("point", "points"), ("point", "points"))
    lost = report.pick(f"{who} perd {count} {of(name)}", f"{who} loses {count} of {name}")
    moved = arrow(report, before, outcome.effective) if before != outcome.effective else report.number(before)
    modifier = report.number(outcome.modifier, signed=True)
    text = f"{lost}{report.colon} {moved}, {report.pick('modificateur', 'modifier')} {modifier}."
    end = ""
    if outcome.consequence == "helpless":
        end = report.pick(f"{who} ne peut plus bouger.", f"{who} can no longer move.")
    elif outcome.consequence == "unconscious":
        end = report.pick(f"{who} perd connaissance.", f"{who} loses consciousness.")
    elif outcome.consequence == "dead":
        end = death_text(report, who, victim.tables)
    return [
        join_sentences(start(text), faint_text(report, who, outcome), start(end)),
        pools_text(report, who, victim, outcome),
    ]
