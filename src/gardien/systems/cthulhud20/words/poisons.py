"""Poisons, diseases, abilities that suffer (P-POIS-01, P-DIS-01, P-ABIL-02)."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import Both, arrow, counted, joined, of, present, start
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.kinds import ABILITIES
from gardien.systems.cthulhud20.pack_rows import Toxin
from gardien.systems.cthulhud20.poisons import CURED, STAGES, Stage
from gardien.systems.cthulhud20.sentences.bodies_told import dies, fainting, pools
from gardien.systems.cthulhud20.sentences.checks_told import owned_check, thrown
from gardien.systems.cthulhud20.sentences.grammar import code, faces_of, rounds, row_name, save_name
from gardien.systems.cthulhud20.sentences.wounds_told import gone, victim_of
from gardien.systems.cthulhud20.values import Combatant
from gardien.systems.cthulhud20.weakness import ASLEEP

WHEN: dict[Stage, Both] = {
    "initial": ("sur le coup", "at once"),
    "secondary": ("une minute plus tard", "a minute later"),
}


def _save(told: Told, who: str, difficulty: int, face: int | None, reached: Any, success: bool) -> str:
    """A Fortitude save whose bonus may have fallen since: « Jet de Vigueur de Paul : 8 (d20) + 1 = 9 contre DD 15 »."""
    bonus = reached - face if face is not None and present(reached) else 0
    head = owned_check(told, save_name(told, "fort"), who)
    return thrown(told, head, (("bonus", bonus),), difficulty, reached, success, save=True)


# ---- poisons ----


def poison(told: Told) -> list[str]:
    """« Cyanure, sur le coup. Jet de Vigueur de Paul : 8 (d20) + 1 = 9 contre DD 16, raté : −3 CON. »"""
    given, outcome = told.given, told.outcome
    who, row = victim_of(told, given.victim), pack.poison(given.poison)
    if present(outcome.refused):
        return [gone(told, who)]
    faces = faces_of(told, "fortitude", "d20")
    toxins: dict[Stage, Toxin | None] = {"initial": row.initial, "secondary": row.secondary}
    lines = []
    for stage in STAGES:
        met = present(getattr(outcome, f"{stage}_effect")) or present(getattr(outcome, f"{stage}_success"))
        if not met:  # not asked for, or the first stage has killed
            continue
        face = faces.pop(0) if toxins[stage] is not None and faces else None
        lines.append(_stage(told, who, stage, face))
    return [*lines, *_after(told, who, given.victim)]


def _stage(told: Told, who: str, stage: Stage, face: int | None) -> str:
    """One stage: the save, and what it let through."""
    given, outcome = told.given, told.outcome
    success, effect = getattr(outcome, f"{stage}_success"), getattr(outcome, f"{stage}_effect")
    head = f"{start(row_name(told, pack.poison(given.poison)))}, {told.pick(*WHEN[stage])}"
    if effect == "none":
        return f"{head}{told.colon} {told.pick('aucun effet', 'no effect')}."
    save = _save(told, who, outcome.dc, face, getattr(outcome, f"{stage}_total"), success)
    if success:
        return joined(f"{head}.", save)
    return joined(f"{head}.", save, f"{start(_effect(told, effect, getattr(outcome, f'{stage}_amount')))}.")


def _effect(told: Told, effect: str, amount: Any) -> str:
    count = amount if present(amount) else 0
    if effect in ABILITIES:
        return f"−{told.number(count)}{HARD}{code(told, effect)}"
    if effect == "unconscious_hours":
        return told.pick(f"sans connaissance pendant {count}{HARD}h", f"unconscious for {count}{HARD}h")
    return told.pick(
        f"actions partielles seulement pendant {rounds(told, count)}",
        f"partial actions only for {rounds(told, count)}",
    )


def _after(told: Told, who: str, victim: Combatant) -> list[str]:
    """What is left of somebody whose abilities suffered."""
    outcome = told.outcome
    dead = dies(told, who, victim.tables) if outcome.state == "dead" else ""
    asleep = ""
    drugged = any(getattr(outcome, f"{stage}_effect", None) == "unconscious_hours" for stage in STAGES)
    if not dead and not drugged and present(outcome.conditions) and ASLEEP in outcome.conditions:
        asleep = start(told.pick(f"{who} perd connaissance.", f"{who} loses consciousness."))
    return [
        joined(fainting(told, who, outcome), asleep, dead),
        joined(_scores(told, victim), pools(told, who, victim, outcome)),
    ]


def _scores(told: Told, victim: Combatant) -> str:
    """Abilities as they are now, where they have moved: « CON 12 → 9. »"""
    damage = told.outcome.ability_damage
    if not present(damage):
        return ""
    before = {ability: victim.score(ability) for ability in ABILITIES}
    whole = {ability: before[ability] + victim.ability_damage.get(ability, 0) for ability in ABILITIES}
    moved = [
        f"{code(told, ability)} {arrow(told, before[ability], max(0, whole[ability] - damage.get(ability, 0)))}"
        for ability in ABILITIES
        if damage.get(ability, 0) != victim.ability_damage.get(ability, 0)
    ]
    return f"{', '.join(moved)}." if moved else ""


# ---- diseases ----


def disease(told: Told) -> list[str]:
    """« Peste. Jet de Vigueur de Paul : 8 (d20) + 1 = 9 contre DD 16, raté. Incubation : 2 jours. »"""
    given, outcome = told.given, told.outcome
    who = victim_of(told, given.victim)
    if present(outcome.refused):
        return [gone(told, who)]
    head = f"{start(row_name(told, pack.disease(given.disease)))}."
    faces = faces_of(told, "fortitude", "d20")
    save = _save(told, who, outcome.dc, faces[0] if faces else None, outcome.total, outcome.success)
    if given.stage == "exposure":
        return [joined(head, save, _exposed(told, who))]
    if outcome.success:
        return [joined(head, save, _better(told, who))]
    return [joined(head, save), *_after(told, who, given.victim)]


def _exposed(told: Told, who: str) -> str:
    outcome = told.outcome
    if not outcome.infected:
        return start(told.pick(f"{who} y échappe.", f"{who} escapes it."))
    words: dict[str, tuple[Both, Both]] = {
        "days": (("jour", "jours"), ("day", "days")),
        "weeks": (("semaine", "semaines"), ("week", "weeks")),
    }
    time = counted(told, outcome.incubation, *words[outcome.incubation_unit])
    return told.pick(f"La maladie se déclare dans {time}.", f"The illness breaks out in {time}.")


def _better(told: Told, who: str) -> str:
    if told.outcome.cured:
        return start(
            told.pick(f"{CURED} jets réussis de suite : {who} guérit.", f"{CURED} saves running: {who} is cured.")
        )
    return told.pick("Encore un et c'est la guérison.", "One more and it is over.")


# ---- abilities ----


def damage_ability(told: Told) -> list[str]:
    """« Paul perd 3 points de CON : 12 → 9, modificateur −1. »"""
    given, outcome = told.given, told.outcome
    victim, who = given.character, victim_of(told, given.character)
    if present(outcome.refused):
        return [gone(told, who)]
    name, before = code(told, given.ability), victim.score(given.ability)
    amount = outcome.amount if present(outcome.amount) else before - outcome.effective
    count = counted(told, amount, ("point", "points"), ("point", "points"))
    lost = told.pick(f"{who} perd {count} {of(name)}", f"{who} loses {count} of {name}")
    moved = arrow(told, before, outcome.effective) if before != outcome.effective else told.number(before)
    modifier = told.number(outcome.modifier, signed=True)
    text = f"{lost}{told.colon} {moved}, {told.pick('modificateur', 'modifier')} {modifier}."
    end = ""
    if outcome.consequence == "helpless":
        end = told.pick(f"{who} ne peut plus bouger.", f"{who} can no longer move.")
    elif outcome.consequence == "unconscious":
        end = told.pick(f"{who} perd connaissance.", f"{who} loses consciousness.")
    elif outcome.consequence == "dead":
        end = dies(told, who, victim.tables)
    return [joined(start(text), fainting(told, who, outcome), start(end)), pools(told, who, victim, outcome)]
