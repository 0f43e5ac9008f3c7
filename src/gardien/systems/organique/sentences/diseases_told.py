"""Diseases: caught, growing, stopped, cured, one test or several in a row (DIS-01 to DIS-06)."""

from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import Both, arrow, counted, joined, present, start
from gardien.systems.organique import pack
from gardien.systems.organique.sentences.checks_told import one_who
from gardien.systems.organique.sentences.conditions_told import after
from gardien.systems.organique.sentences.drugs_told import to_save
from gardien.systems.organique.sentences.feats_told import scale
from gardien.systems.organique.sentences.grammar import gauge, points, row_name, save_name, signed, trial
from gardien.systems.organique.sentences.sites_told import lead

CURED: Both = ("C'est la guérison.", "It is cured.")


def expose_disease(told: Told) -> list[str]:
    """« Sauvegarde de Tyra contre la maladie (respirer le même air) : … marge 2. Tyra y échappe. »"""
    given, outcome = told.given, told.outcome
    head = save_name(told, "disease_contraction", given.character.name or told.who)
    if given.difficulty is None:
        head = f"{head} ({scale(told, 'contagion', given.exposure)})"
    who = one_who(told, given.character)
    if not outcome.infected:
        end = told.pick(f"{who} y échappe.", f"{who} escapes it.")
    else:
        end = told.pick(
            f"{who} contracte la maladie, niveau {outcome.level}.", f"{who} catches it, level {outcome.level}."
        )
    return [joined(trial(told, head, outcome, "END"), start(end))]


def _course(told: Told) -> str:
    """Where a disease has come: « La maladie progresse, niveau 1 → 2. » (ORG-DIS-02)"""
    given, outcome = told.given, told.outcome
    if outcome.cured:
        if not present(outcome.immunity):
            return told.pick(*CURED)
        own, like = signed(told, outcome.immunity), signed(told, outcome.immunity_similar)
        return told.pick(
            f"C'est la guérison ; immunité {own}, {like} contre les maladies semblables.",
            f"It is cured; immunity {own}, {like} against similar diseases.",
        )
    before, after = given.level, outcome.level
    if after > before:
        blood = points(told, outcome.bs, "bs")
        cost = told.pick(f" et coûte {blood}", f" and costs {blood}") if outcome.bs else ""
        level = arrow(told, before, after)
        return told.pick(f"La maladie progresse, niveau {level}{cost}.", f"The disease grows, level {level}{cost}.")
    if after < before:
        return told.pick(
            f"La maladie recule, niveau {arrow(told, before, after)}.",
            f"The disease recedes, level {arrow(told, before, after)}.",
        )
    if outcome.disease_state == "stopped" and given.disease_state == "progressing":
        return told.pick(f"La maladie s'arrête au niveau {after}.", f"The disease is stopped at level {after}.")
    return told.pick(f"La maladie reste au niveau {after}.", f"The disease stays at level {after}.")


def disease_progress(told: Told) -> list[str]:
    """« Grippe, sauvegarde de Tyra contre la maladie : … marge d'échec 4. La maladie progresse, niveau 1 → 2. »"""
    given, outcome = told.given, told.outcome
    who, name = one_who(told, given.character), given.character.name or told.who
    head = f"{row_name(told, pack.disease(given.disease))}, {save_name(told, 'disease_progression', name)}"
    fever = ""
    if outcome.heat_mod:
        fever = told.pick(
            f"Fièvre : {signed(told, outcome.heat_mod)} contre la chaleur.",
            f"Fever: {signed(told, outcome.heat_mod)} to heat saves.",
        )
    blood = given.character.SNG
    most = ""
    if present(outcome.sng_max) and outcome.sng_max != blood:
        shown = gauge(told, "SNG", blood, outcome.sng_max)
        most = told.pick(f"Maximum : {shown}.", f"Maximum: {shown}.")
    still = (
        ""
        if outcome.can_move
        else start(told.pick(f"{who} ne peut plus se déplacer.", f"{who} can no longer move about."))
    )
    return [
        joined(trial(told, head, outcome, "END"), _course(told)),
        joined(
            after(told, given.character, outcome.state, apart=True),
            fever,
            most,
            still,
        ),
        to_save(told, outcome.symptoms),
    ]


def disease_course(told: Told) -> list[str]:
    """« Tyra, grippe, 5 tests : niveaux 1, 2, 2, 1 et 0. C'est la guérison. 1,5 bs en tout. »"""
    given, outcome = told.given, told.outcome
    tests = counted(told, given.tests, ("test", "tests"), ("test", "tests"))
    head = start(lead(told, given.character, row_name(told, pack.disease(given.disease)), tests))
    lost = points(told, outcome.bs_total, "bs")
    end = told.pick(*CURED) if outcome.cured else told.pick("Pas encore de guérison.", "Not cured yet.")
    blood = told.pick(f"{lost} en tout.", f"{lost} in all.") if outcome.bs_total else ""
    if not present(outcome.levels) or not outcome.levels:
        return [joined(f"{head}.", end, blood)]
    levels = ", ".join(told.number(level) for level in outcome.levels)
    word = told.pick(
        "niveaux" if len(outcome.levels) > 1 else "niveau", "levels" if len(outcome.levels) > 1 else "level"
    )
    return [joined(f"{head}{told.colon} {word}{HARD}{levels}.", end, blood)]
