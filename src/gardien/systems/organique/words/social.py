"""Among people: unseen, believed, liked, convincing, desired (AGI-04, CHA-01 to CHA-04)."""

from gardien.core.telling import Told
from gardien.core.wording import Both, called, joined, listed, of, present, ruled, start, word
from gardien.systems.organique.bodies import person_of
from gardien.systems.organique.meetings import WATCHFUL
from gardien.systems.organique.sentences.checks_told import one_who, simple
from gardien.systems.organique.sentences.feats_told import scale
from gardien.systems.organique.sentences.grammar import check_name, margin
from gardien.systems.organique.sentences.opposition_told import numbers
from gardien.systems.organique.sentences.sites_told import lead

OBSERVER: Both = ("l'observateur", "the observer")
NOT_IN_DOUBT: dict[str, Both] = {
    "convincing": ("argument convaincant : il passe sans jet", "convincing argument: accepted without a throw"),
    "absurd": ("argument absurde : il ne passe pas, sans jet", "absurd argument: not accepted, without a throw"),
}


def sneak(told: Told) -> list[str]:
    """« Tyra, discrétion : AGI 12 + 14 (d20) = 26 contre 20, marge 6. », then every observer, and who notices."""
    given, outcome = told.given, told.outcome
    who = one_who(told, given.sneaker)
    line = simple(told, told.pick("discrétion", "stealth"), "AGI", given.sneaker)
    names = [one.name for one in given.observers]
    if not present(outcome.observer_margins):
        return [joined(line, _seen(told, who))]
    seen = [
        f"{called(told, name, OBSERVER)}, {margin(told, reached)}"
        for name, reached in zip(names, outcome.observer_margins, strict=False)
    ]
    eyes = (
        f"{told.pick('Tests de PER' if len(seen) > 1 else 'Test de PER', 'PER tests' if len(seen) > 1 else 'PER test')}"
    )
    return [line, joined(f"{eyes}{told.colon} {_rows(told, seen)}.", _seen(told, who))]


def _rows(told: Told, parts: list[str]) -> str:
    """« Carl, marge 2 ; Anna, marge d'échec 4 »."""
    return told.pick(" ; ", "; ").join(parts)


def _seen(told: Told, who: str) -> str:
    outcome = told.outcome
    if outcome.unseen:
        return start(told.pick(f"Personne ne remarque {who}.", f"Nobody notices {who}."))
    if not present(outcome.seen_by):
        return start(told.pick(f"On remarque {who}.", f"{who} is noticed."))
    names = listed(told, [called(told, name, OBSERVER) for name in outcome.seen_by])
    several = len(outcome.seen_by) > 1
    return start(
        told.pick(
            f"{names} {'remarquent' if several else 'remarque'} {who}.",
            f"{names} {'notice' if several else 'notices'} {who}.",
        )
    )


def act_a_part(told: Told) -> list[str]:
    """« Tyra, feindre la douleur : CHA 12 + 9 (d20) = 21 contre 20, marge 1. PER de Carl : … Carl n'y croit pas. »"""
    given, outcome = told.given, told.outcome
    what = told.pick("comédie", "playing a part") if given.difficulty is not None else scale(told, "lie", given.lie)
    line = simple(told, what, "CHA")
    believed = outcome.believed
    if given.observer is None:
        end = (
            told.pick("On y croit.", "It is believed.")
            if believed
            else told.pick("On n'y croit pas.", "It is not believed.")
        )
        return [joined(line, end)]
    watcher, base = called(told, given.observer, OBSERVER), person_of(given.observer).value("PER")
    face = _second_face(told)
    sum_ = numbers(told, base, WATCHFUL, outcome.observer_total, outcome.observer_margin, face)
    head = told.pick(f"{check_name(told, 'PER')} {of(watcher)}", f"{watcher}'s PER test")
    end = told.pick(
        f"{watcher} y croit." if believed else f"{watcher} n'y croit pas.",
        f"{watcher} believes it." if believed else f"{watcher} does not believe it.",
    )
    return [joined(line, f"{start(head)}{told.colon} {sum_}.", start(end))]


def _second_face(told: Told) -> int | None:
    """The die of whoever watches; the actor’s, where one was thrown, comes first."""
    faces = [die.value for die in told.dice if die.label == "d20"]
    return faces[-1] if faces and present(told.outcome.observer_total) else None


def first_impression(told: Told) -> list[str]:
    """« Tyra, première impression : CHA 12 + 9 (d20) = 21 contre 20, marge 1. Bonne impression. »"""
    good = told.outcome.impression == "good"
    end = (
        told.pick("Bonne impression.", "A good impression.")
        if good
        else told.pick("Aucune impression, ou terne.", "No impression, or a dull one.")
    )
    return [joined(simple(told, told.pick("première impression", "first impression"), "CHA"), end)]


def persuade(told: Told) -> list[str]:
    """« Tyra, argument raisonnable : CHA 12 + 9 (d20) = 21 contre 10, marge 11. L'argument passe. »"""
    given, outcome = told.given, told.outcome
    if not outcome.rolled:
        text = lead(told, given.character, told.pick(*NOT_IN_DOUBT[given.argument]))
        return [ruled(f"{start(text)}.", "ORG-TEST-07")]
    what = told.pick("argument", "argument")
    if given.difficulty is None:
        kind = word(told, "argument", given.argument)
        what = told.pick(f"argument {kind}", f"{kind} argument")
    end = (
        told.pick("L'argument passe.", "It is accepted.")
        if outcome.success
        else told.pick("L'argument ne passe pas.", "It is not accepted.")
    )
    return [joined(simple(told, what, "CHA"), end)]


def seduce(told: Told) -> list[str]:
    """« Tyra, séduction : CHA 12 + 9 (d20) = 21 contre 20, marge 1. Le désir est là, l'accord reste libre. »"""
    end = (
        told.pick("Le désir est là ; le consentement reste libre.", "Desire is there; consent stays free.")
        if told.outcome.success
        else ""
    )
    return [joined(simple(told, told.pick("séduction", "seduction"), "CHA"), end)]
