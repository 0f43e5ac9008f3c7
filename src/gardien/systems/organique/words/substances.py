"""Substances in words: symptoms, drugs, withdrawal, diseases, poisons (SYM, DRUG, DIS, POI)."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.terms import HARD
from gardien.core.wording import Both, arrow, count_of, join_list, join_sentences, present, semicolon, start
from gardien.systems.organique import pack
from gardien.systems.organique.vocabulary import Dependency
from gardien.systems.organique.words.body import WEIGHED as CONDITIONS
from gardien.systems.organique.words.body import after_text, save_mods
from gardien.systems.organique.words.grammar import (
    SAVES,
    gauge,
    lead,
    minutes,
    points,
    row_name,
    save_name,
    save_text,
    signed_text,
    throw_text,
    turns,
)
from gardien.systems.organique.words.tests import one_who, scale

# What the mind goes through, said after the name; what befalls the body is told with it (ORG-SYM-02 to 21).
STRIKES: dict[str, Both] = {
    "total_amnesia": ("oublie tout son passé", "forgets the whole past"),
    "illusions": ("croit dur comme fer à une idée fausse", "firmly believes one false idea"),
    "depression": ("ne peut plus rien décider ni commencer", "can no longer decide or begin anything"),
    "euphoria": ("n'entreprend plus rien, tout va trop bien", "is too happy to undertake anything"),
    "minor_hallucinations": (
        "a des visions que rien ne distingue du réel",
        "has visions that cannot be told from reality",
    ),
    "insomnia": ("ne dort pas de la nuit", "does not sleep that night"),
    "major_hallucinations": (
        "ne sent plus rien du monde réel et n'y agit plus",
        "feels nothing of the real world and cannot act in it",
    ),
    "panic": ("fuit par tous les moyens", "flees by any means"),
    "partial_amnesia": (
        "oubliera ce qui se passe sous l'influence du produit",
        "will forget what happens under the influence",
    ),
    "momentary_amnesia": ("oublie où l'on est et ce qui se passe", "forgets the place and what is going on"),
    "stroke": ("a une attaque cérébrale", "has a stroke"),
    "nausea": ("a la nausée", "feels sick"),
    "mind_control": ("n'a plus de volonté propre", "has no will left"),
}
WORSE: Both = (" et aggrave sa situation", " and makes things worse")
AFTER_EFFECTS: Both = ("Il en reste des séquelles.", "After-effects remain.")


def ailment_text(report: Report, who: str, ailment: str, severe: Any = False, duration: Any = None) -> str:
    """What a failed save does to the mind: « Tyra fuit par tous les moyens. »; "" where the body’s words say it."""
    if ailment not in STRIKES:
        return ""
    text = f"{who} {report.pick(*STRIKES[ailment])}"
    if ailment == "panic" and severe is True:
        text += report.pick(*WORSE)
    if present(duration) and ailment == "momentary_amnesia":
        text += report.pick(f" pendant {turns(report, duration)}", f" for {turns(report, duration)}")
    if present(duration) and ailment == "stroke":
        time = f"{report.number(duration)}{HARD}min"
        text += report.pick(f" et perd connaissance {time}", f" and is unconscious for {time}")
    return start(f"{text}.")


def symptom(report: Report) -> list[str]:
    """« Sauvegarde de Tyra contre la panique : 10 + 4 (d20) = 14 contre 20, raté. Tyra fuit par tous les moyens. »"""
    given, outcome = report.given, report.outcome
    who = one_who(report, given.character)
    line = save_text(report, outcome, given.character.name or report.who)
    if outcome.effect == "none":
        return [line]
    besides = ("unconscious_turns",) if outcome.effect == "stroke" else ()
    return [
        join_sentences(
            line,
            ailment_text(report, who, outcome.effect, outcome.severe, outcome.duration),
            report.pick(*AFTER_EFFECTS) if outcome.after_effects is True else "",
            after_text(report, given.character, outcome.state, besides),
        )
    ]


PHASES: dict[str, Both] = {
    "come_down": ("descente", "come-down"),
    "withdrawal": ("manque", "withdrawal"),
    "long_term": ("à long terme", "long term"),
}
TIERS: dict[str, Both] = {
    "normal": ("effet ordinaire", "usual effect"),
    "x2": ("surdose ×2", "overdose ×2"),
    "x4": ("surdose ×4", "overdose ×4"),
    "x8": ("surdose ×8", "overdose ×8"),
}
NOTHING: Both = ("sans effet", "no effect")
ESTABLISHED: dict[str, Both] = {
    "physical": ("La dépendance physique s'installe.", "Physical dependency sets in."),
    "psychological": ("La dépendance psychologique s'installe.", "Psychological dependency sets in."),
}
ALREADY: dict[str, Both] = {
    "physical": ("La dépendance physique est déjà là.", "Physical dependency is there already."),
    "psychological": ("La dépendance psychologique est déjà là.", "Psychological dependency is there already."),
}
FREE: Both = ("Aucune dépendance.", "No dependency.")


def due_saves_text(report: Report, symptoms: Any) -> str:
    """Saves still to be made: « Sauvegardes à faire : contre le coma (20) et contre les vomissements (10). »"""
    saves = [
        report.pick(f"contre {SAVES[one.symptom][0]}", SAVES[one.symptom][1]) + f" ({report.number(one.difficulty)})"
        for one in symptoms
    ]
    if not saves:
        return ""
    head = report.pick(
        "Sauvegardes à faire" if len(saves) > 1 else "Sauvegarde à faire",
        "Saves to make" if len(saves) > 1 else "Save to make",
    )
    return f"{head}{report.colon} {join_list(report, saves)}."


def score_clauses(report: Report, changes: Any) -> list[str]:
    """« +4 en FOR », “+4 FOR”, for each score that a substance changes."""
    return [
        report.pick(f"{signed_text(report, value)} en {code}", f"{signed_text(report, value)} {code}")
        for code, value in changes.items()
    ]


def take_drug(report: Report) -> list[str]:
    """« Blanche (opiacé), 2 doses, surdose ×2, 6 h : −15 à la douleur. Sauvegarde à faire : contre le coma (15). »"""
    given, outcome = report.given, report.outcome
    row = pack.drug(given.drug)
    if given.phase == "dose":
        doses = count_of(report, given.doses, ("dose", "doses"), ("dose", "doses"))
        used = report.pick(f"tolérance {given.tolerance}", f"tolerance {given.tolerance}") if given.tolerance else ""
        about = [doses, used, report.pick(*TIERS[outcome.tier])]
        about += [minutes(report, outcome.duration_minutes)] if outcome.duration_minutes else []
    else:
        about = [report.pick(*PHASES[given.phase])]
    effects = score_clauses(report, outcome.scores)
    effects += save_mods(report, outcome.save_mods or {})
    if outcome.relief:
        less = signed_text(report, -outcome.relief)
        effects.append(report.pick(f"{less} à la douleur", f"{less} to pain"))
    effects += [row_name(report, pack.note(one)) for one in outcome.notes]
    head = ", ".join(part for part in (report.who, row_name(report, row), *about) if part)
    effect = join_list(report, effects) or ("" if outcome.symptoms else report.pick(*NOTHING))
    line = f"{start(head)}{report.colon} {effect}." if effect else f"{start(head)}."
    return [join_sentences(line, due_saves_text(report, outcome.symptoms))]


def dependency_check(report: Report) -> list[str]:
    """« Sauvegarde de Tyra contre la dépendance physique : … raté. La dépendance physique s'installe. »"""
    given, outcome = report.given, report.outcome
    who, said = given.character.name or report.who, []
    for name in ("physical", "psychological"):
        save = getattr(outcome, name)
        if getattr(given, f"already_{name}"):
            said.append(report.pick(*ALREADY[name]))
        elif present(save):
            said.append(
                join_sentences(
                    save_text(report, save, who), report.pick(*ESTABLISHED[name]) if not save.success else ""
                )
            )
    if not (outcome.physical_dependent or outcome.psychological_dependent):
        said.append(report.pick(*FREE))
    return said


OVER: Both = ("La dépendance physique est passée.", "Physical dependency is over.")
KINDS: dict[Dependency, Both] = {"physical": ("corps", "body"), "psychological": ("esprit", "mind")}
FOR: dict[Dependency, Both] = {
    "physical": ("pour le corps", "for the body"),
    "psychological": ("pour l'esprit", "for the mind"),
}
NO_TEST: Both = ("aucun test", "no test")


def delay_text(report: Report, hours: int) -> str:
    """« dans 1 h », « dans 4 jours »."""
    days, rest = divmod(hours, 24)
    time = (
        f"{report.number(hours)}{HARD}h"
        if rest or not days
        else count_of(report, days, ("jour", "jours"), ("day", "days"))
    )
    return report.pick(f"dans {time}", f"in {time}")


def withdrawal_test(report: Report) -> list[str]:
    """« Pour le corps, sauvegarde de Tyra contre le manque … raté. Tyra cherche une dose. Prochain test dans 1 h. »"""
    given, outcome = report.given, report.outcome
    who, name = one_who(report, given.character), given.character.name or report.who
    lines = [
        f"{start(report.pick(*words))}, {_inside(report, save_text(report, getattr(outcome, kind), name), name)}"
        for kind, words in FOR.items()
        if present(getattr(outcome, kind))
    ]
    over = report.pick(*OVER) if given.physical and outcome.physical_over else ""
    if not lines:
        head = start(lead(report, given.character, report.pick(f"jour {given.day}", f"day {given.day}")))
        return [join_sentences(f"{head}{report.colon} {report.pick(*NO_TEST)}.", over)]
    return [*lines, join_sentences(_fate(report, who), over, _next(report, outcome.next_hours))]


def _inside(report: Report, text: str, name: str) -> str:
    """A save after what it is for: a small letter, unless it begins with a name."""
    return text if name and report.language == "en" else text[:1].lower() + text[1:]


def _fate(report: Report, who: str) -> str:
    outcome = report.outcome
    if outcome.takes_dose:
        return start(report.pick(f"{who} reprend une dose.", f"{who} takes a dose."))
    if outcome.must_seek:
        return start(
            report.pick(f"{who} cherche une dose, quoi qu'il en coûte.", f"{who} seeks a dose, whatever it costs.")
        )
    return start(report.pick(f"{who} tient bon.", f"{who} holds out."))


def _next(report: Report, hours: Any) -> str:
    """« Prochain test dans 2 jours. », « Prochain test : corps dans 1 h, esprit dans 2 jours. »"""
    if not hours:
        return ""
    if len(set(hours.values())) == 1:
        return report.pick(
            f"Prochain test {delay_text(report, min(hours.values()))}.",
            f"Next test {delay_text(report, min(hours.values()))}.",
        )
    parts = ", ".join(f"{report.pick(*KINDS[kind])} {delay_text(report, one)}" for kind, one in hours.items())
    return f"{report.pick('Prochain test', 'Next test')}{report.colon} {parts}."


def withdrawal_schedule(report: Report) -> list[str]:
    """« Tests de manque contre 20 : jours 1, 3 et 7, corps et esprit ; jours 15 et 31, esprit. »"""
    given, outcome = report.given, report.outcome
    groups: dict[tuple[Dependency, ...], list[int]] = {}
    for day, kinds in zip(outcome.days, outcome.dependencies, strict=True):
        groups.setdefault(kinds, []).append(day)
    parts = [
        f"{report.pick('jours' if len(days) > 1 else 'jour', 'days' if len(days) > 1 else 'day')} "
        f"{join_list(report, [report.number(day) for day in days])}, "
        f"{join_list(report, [report.pick(*KINDS[kind]) for kind in kinds])}"
        for kinds, days in groups.items()
    ]
    head = report.pick(f"Tests de manque contre {given.difficulty}", f"Withdrawal tests against {given.difficulty}")
    end = ""
    if present(outcome.physical_ends_on_day):
        day = report.number(outcome.physical_ends_on_day)
        end = report.pick(f"La dépendance physique passe le jour {day}.", f"Physical dependency is over on day {day}.")
    return [
        join_sentences(f"{head}{report.colon} {f'{semicolon(report)} '.join(parts) or report.pick(*NO_TEST)}.", end)
    ]


CURED: Both = ("C'est la guérison.", "It is cured.")


def expose_disease(report: Report) -> list[str]:
    """« Sauvegarde de Tyra contre la maladie (respirer le même air) : … marge 2. Tyra y échappe. »"""
    given, outcome = report.given, report.outcome
    head = save_name(report, "disease_contraction", given.character.name or report.who)
    if given.difficulty is None:
        head = f"{head} ({scale(report, 'contagion', given.exposure)})"
    who = one_who(report, given.character)
    if not outcome.infected:
        end = report.pick(f"{who} y échappe.", f"{who} escapes it.")
    else:
        end = report.pick(
            f"{who} contracte la maladie, niveau {outcome.level}.", f"{who} catches it, level {outcome.level}."
        )
    return [join_sentences(throw_text(report, head, outcome, "END"), start(end))]


def _course(report: Report) -> str:
    """Where a disease has come: « La maladie progresse, niveau 1 → 2. » (ORG-DIS-02)"""
    given, outcome = report.given, report.outcome
    if outcome.cured:
        if not present(outcome.immunity):
            return report.pick(*CURED)
        own, like = signed_text(report, outcome.immunity), signed_text(report, outcome.immunity_similar)
        return report.pick(
            f"C'est la guérison ; immunité {own}, {like} contre les maladies semblables.",
            f"It is cured; immunity {own}, {like} against similar diseases.",
        )
    before, after = given.level, outcome.level
    if after > before:
        blood = points(report, outcome.bs, "bs")
        cost = report.pick(f" et coûte {blood}", f" and costs {blood}") if outcome.bs else ""
        level = arrow(report, before, after)
        return report.pick(f"La maladie progresse, niveau {level}{cost}.", f"The disease grows, level {level}{cost}.")
    if after < before:
        return report.pick(
            f"La maladie recule, niveau {arrow(report, before, after)}.",
            f"The disease recedes, level {arrow(report, before, after)}.",
        )
    if outcome.disease_state == "stopped" and given.disease_state == "progressing":
        return report.pick(f"La maladie s'arrête au niveau {after}.", f"The disease is stopped at level {after}.")
    return report.pick(f"La maladie reste au niveau {after}.", f"The disease stays at level {after}.")


def disease_progress(report: Report) -> list[str]:
    """« Grippe, sauvegarde de Tyra contre la maladie : … marge d'échec 4. La maladie progresse, niveau 1 → 2. »"""
    given, outcome = report.given, report.outcome
    who, name = one_who(report, given.character), given.character.name or report.who
    head = f"{row_name(report, pack.disease(given.disease))}, {save_name(report, 'disease_progression', name)}"
    fever = ""
    if outcome.heat_mod:
        fever = report.pick(
            f"Fièvre : {signed_text(report, outcome.heat_mod)} contre la chaleur.",
            f"Fever: {signed_text(report, outcome.heat_mod)} to heat saves.",
        )
    blood = given.character.SNG
    most = ""
    if present(outcome.sng_max) and outcome.sng_max != blood:
        shown = gauge(report, "SNG", blood, outcome.sng_max)
        most = report.pick(f"Maximum : {shown}.", f"Maximum: {shown}.")
    still = (
        ""
        if outcome.can_move
        else start(report.pick(f"{who} ne peut plus se déplacer.", f"{who} can no longer move about."))
    )
    return [
        join_sentences(throw_text(report, head, outcome, "END"), _course(report)),
        join_sentences(
            after_text(report, given.character, outcome.state, apart=True),
            fever,
            most,
            still,
        ),
        due_saves_text(report, outcome.symptoms),
    ]


def disease_course(report: Report) -> list[str]:
    """« Tyra, grippe, 5 tests : niveaux 1, 2, 2, 1 et 0. C'est la guérison. 1,5 bs en tout. »"""
    given, outcome = report.given, report.outcome
    tests = count_of(report, given.tests, ("test", "tests"), ("test", "tests"))
    head = start(lead(report, given.character, row_name(report, pack.disease(given.disease)), tests))
    lost = points(report, outcome.bs_total, "bs")
    end = report.pick(*CURED) if outcome.cured else report.pick("Pas encore de guérison.", "Not cured yet.")
    blood = report.pick(f"{lost} en tout.", f"{lost} in all.") if outcome.bs_total else ""
    if not present(outcome.levels) or not outcome.levels:
        return [join_sentences(f"{head}.", end, blood)]
    levels = ", ".join(report.number(level) for level in outcome.levels)
    word = report.pick(
        "niveaux" if len(outcome.levels) > 1 else "niveau", "levels" if len(outcome.levels) > 1 else "level"
    )
    return [join_sentences(f"{head}{report.colon} {word}{HARD}{levels}.", end, blood)]


WEIGHED: dict[str, Both] = {
    "actions": ("à toute action", "to every action"),
    **{name: CONDITIONS[name] for name in ("sight", "touch", "pain_saves")},
}
QUIET: Both = ("aucun poison n'agit ce tour-ci", "no poison strikes this turn")


def doses(report: Report, count: int) -> str:
    return count_of(report, count, ("dose", "doses"), ("dose", "doses"))


def poison_tick(report: Report) -> list[str]:
    """« Tyra, 2 doses de poison agissent : 2 bs. », the saves, what they let through, what weighs now."""
    given, outcome = report.given, report.outcome
    who, name = one_who(report, given.character), given.character.name or report.who
    left = after_text(report, given.character, outcome.state, apart=True)
    if not outcome.due:
        return [join_sentences(f"{start(lead(report, given.character, report.pick(*QUIET)))}.", left)]
    several = outcome.due > 1
    acting = report.pick(
        f"{doses(report, outcome.due)} de poison {'agissent' if several else 'agit'}",
        f"{doses(report, outcome.due)} of poison {'strike' if several else 'strikes'}",
    )
    blood = f"{report.colon} {points(report, outcome.bs, 'bs')}" if outcome.bs else ""
    saves = list(outcome.saves.values()) if present(outcome.saves) else []
    minds = [ailment_text(report, who, one) for one in dict.fromkeys(outcome.failed)]
    return [
        f"{start(lead(report, given.character, acting))}{blood}.",
        join_sentences(*(save_text(report, one, "" if number else name) for number, one in enumerate(saves))),
        join_sentences(left, *minds),
        _weighs(report),
    ]


def _weighs(report: Report) -> str:
    """What doses take as long as they act: « Le poison pèse −7 à toute action. » (ORG-POI-02)"""
    parts = [
        f"{signed_text(report, getattr(report.outcome, name))} {report.pick(*words)}"
        for name, words in WEIGHED.items()
        if getattr(report.outcome, name)
    ]
    head = report.pick("Tant que le poison agit", "As long as the poison acts")
    return f"{head}{report.colon} {join_list(report, parts)}." if parts else ""


def poison_schedule(report: Report) -> list[str]:
    """« Poison pour lames : tour 3, 1 dose, 1 bs ; tour 4, 2 doses, 2 bs. 3 bs en tout. »"""
    given, outcome = report.given, report.outcome
    head = start(row_name(report, pack.poison(given.poison)))
    if not outcome.turns:
        return [f"{head}{report.colon} {report.pick('aucune dose', 'no dose')}."]
    rows = [
        ", ".join(
            part
            for part in (
                report.pick(f"tour {report.number(turn)}", f"turn {report.number(turn)}"),
                doses(report, count),
                points(report, bs, "bs") if bs else "",
            )
            if part
        )
        for turn, count, bs in zip(outcome.turns, outcome.doses, outcome.bs, strict=True)
    ]
    lost = points(report, outcome.bs_total, "bs")
    whole = report.pick(f"{lost} en tout.", f"{lost} in all.") if outcome.bs_total else ""
    return [join_sentences(f"{head}{report.colon} {f'{semicolon(report)} '.join(rows)}.", whole)]
