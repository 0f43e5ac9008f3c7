"""Among people: unseen, believed, liked, convincing, desired (AGI-04, CHA-01 to CHA-04)."""

from gardien.core.telling import Report
from gardien.core.wording import Both, join_list, join_sentences, of, present, start, who_text, with_rule, word
from gardien.systems.organique.rules.person import person_of
from gardien.systems.organique.rules.tests.social import WATCHFUL
from gardien.systems.organique.words.grammar import check_name, lead, margin
from gardien.systems.organique.words.tests import numbers, one_who, scale, simple

OBSERVER: Both = ("l'observateur", "the observer")
NOT_IN_DOUBT: dict[str, Both] = {
    "convincing": ("argument convaincant : il passe sans jet", "convincing argument: accepted without a throw"),
    "absurd": ("argument absurde : il ne passe pas, sans jet", "absurd argument: not accepted, without a throw"),
}


def sneak(report: Report) -> list[str]:
    """« Tyra, discrétion : AGI 12 + 14 (d20) = 26 contre 20, marge 6. », then every observer, and who notices."""
    given, outcome = report.given, report.outcome
    who = one_who(report, given.sneaker)
    line = simple(report, report.pick("discrétion", "stealth"), "AGI", given.sneaker)
    names = [one.name for one in given.observers]
    if not present(outcome.observer_margins):
        return [join_sentences(line, _seen_text(report, who))]
    observed = [
        f"{who_text(report, name, OBSERVER)}, {margin(report, reached)}"
        for name, reached in zip(names, outcome.observer_margins, strict=False)
    ]
    eyes = report.pick(*("Tests de PER", "PER tests") if len(observed) > 1 else ("Test de PER", "PER test"))
    return [line, join_sentences(f"{eyes}{report.colon} {_rows(report, observed)}.", _seen_text(report, who))]


def _rows(report: Report, parts: list[str]) -> str:
    """« Carl, marge 2 ; Anna, marge d'échec 4 »."""
    return report.pick(" ; ", "; ").join(parts)


def _seen_text(report: Report, who: str) -> str:
    outcome = report.outcome
    if outcome.unseen:
        return start(report.pick(f"Personne ne remarque {who}.", f"Nobody notices {who}."))
    if not present(outcome.seen_by):
        return start(report.pick(f"On remarque {who}.", f"{who} is noticed."))
    names = join_list(report, [who_text(report, name, OBSERVER) for name in outcome.seen_by])
    several = len(outcome.seen_by) > 1
    return start(
        report.pick(
            f"{names} {'remarquent' if several else 'remarque'} {who}.",
            f"{names} {'notice' if several else 'notices'} {who}.",
        )
    )


def act_a_part(report: Report) -> list[str]:
    """« Tyra, feindre la douleur : CHA 12 + 9 (d20) = 21 contre 20, marge 1. PER de Carl : … Carl n'y croit pas. »"""
    given, outcome = report.given, report.outcome
    what = report.pick("comédie", "playing a part") if given.difficulty is not None else scale(report, "lie", given.lie)
    line = simple(report, what, "CHA")
    believed = outcome.believed
    if given.observer is None:
        end = (
            report.pick("On y croit.", "It is believed.")
            if believed
            else report.pick("On n'y croit pas.", "It is not believed.")
        )
        return [join_sentences(line, end)]
    watcher, base = who_text(report, given.observer, OBSERVER), person_of(given.observer).value("PER")
    face = _second_face(report)
    sum_ = numbers(report, base, WATCHFUL, outcome.observer_total, outcome.observer_margin, face)
    head = report.pick(f"{check_name(report, 'PER')} {of(watcher)}", f"{watcher}'s PER test")
    end = report.pick(
        f"{watcher} y croit." if believed else f"{watcher} n'y croit pas.",
        f"{watcher} believes it." if believed else f"{watcher} does not believe it.",
    )
    return [join_sentences(line, f"{start(head)}{report.colon} {sum_}.", start(end))]


def _second_face(report: Report) -> int | None:
    """The die of whoever watches; the actor’s, where one was thrown, comes first."""
    faces = [die.value for die in report.dice if die.label == "d20"]
    return faces[-1] if faces and present(report.outcome.observer_total) else None


def first_impression(report: Report) -> list[str]:
    """« Tyra, première impression : CHA 12 + 9 (d20) = 21 contre 20, marge 1. Bonne impression. »"""
    good = report.outcome.impression == "good"
    end = (
        report.pick("Bonne impression.", "A good impression.")
        if good
        else report.pick("Aucune impression, ou terne.", "No impression, or a dull one.")
    )
    return [join_sentences(simple(report, report.pick("première impression", "first impression"), "CHA"), end)]


def persuade(report: Report) -> list[str]:
    """« Tyra, argument raisonnable : CHA 12 + 9 (d20) = 21 contre 10, marge 11. L'argument passe. »"""
    given, outcome = report.given, report.outcome
    if not outcome.rolled:
        text = lead(report, given.character, report.pick(*NOT_IN_DOUBT[given.argument]))
        return [with_rule(f"{start(text)}.", "ORG-TEST-07")]
    what = report.pick("argument", "argument")
    if given.difficulty is None:
        kind = word(report, "argument", given.argument)
        what = report.pick(f"argument {kind}", f"{kind} argument")
    end = (
        report.pick("L'argument passe.", "It is accepted.")
        if outcome.success
        else report.pick("L'argument ne passe pas.", "It is not accepted.")
    )
    return [join_sentences(simple(report, what, "CHA"), end)]


def seduce(report: Report) -> list[str]:
    """« Tyra, séduction : CHA 12 + 9 (d20) = 21 contre 20, marge 1. Le désir est là, l'accord reste libre. »"""
    end = (
        report.pick("Le désir est là ; le consentement reste libre.", "Desire is there; consent stays free.")
        if report.outcome.success
        else ""
    )
    return [join_sentences(simple(report, report.pick("séduction", "seduction"), "CHA"), end)]
