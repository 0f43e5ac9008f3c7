"""Fire, currents and explosions (DMG-01, DMG-05, DMG-06)."""

from collections.abc import Sequence

from gardien.core.telling import Told
from gardien.core.wording import Both, counted, joined, present, start
from gardien.systems.organique.sentences.conditions_told import after
from gardien.systems.organique.sentences.grammar import harm, points, saved, signed
from gardien.systems.organique.sentences.sites_told import lead

NO_EFFECT: Both = ("sans effet", "no effect")


def saves(told: Told, names: Sequence[str]) -> str:
    """The saves of an outcome in their order, on one line; the first says whose they are."""
    found = [getattr(told.outcome, name) for name in names if present(getattr(told.outcome, name))]
    who = told.given.character.name or told.who
    return joined(*(saved(told, one, "" if number else who) for number, one in enumerate(found)))


def strength(told: Told, count: int, of_what: Both) -> str:
    """« 2 points de feu », “2 points of fire”."""
    amount = counted(told, count, ("point", "points"), ("point", "points"))
    return told.pick(f"{amount} {of_what[0]}", f"{amount} {of_what[1]}")


def through(told: Told, bs: float, c: float) -> str:
    """What armour let in: « 4 bs et 2 c passent », « rien ne passe »."""
    if not bs and not c:
        return told.pick("rien ne passe", "nothing gets through")
    several = (bs and c) or max(bs, c) >= 2
    return told.pick(f"{harm(told, bs, c)} {'passent' if several else 'passe'}", f"{harm(told, bs, c)} through")


def _burns(told: Told) -> str:
    """What burns do to later saves against infection (ORG-DMG-01)."""
    malus = told.outcome.infection_mod
    if not malus:
        return ""
    return told.pick(
        f"Brûlures : {signed(told, malus)} contre l'infection.", f"Burns: {signed(told, malus)} against infection."
    )


def fire(told: Told) -> list[str]:
    """« Tyra, 2 points de feu : 2 bs. Brûlures : −10 contre l'infection. », the saves, what is left."""
    given, outcome = told.given, told.outcome
    head = start(lead(told, given.character, strength(told, given.points, ("de feu", "of fire"))))
    return [
        joined(f"{head}{told.colon} {points(told, outcome.bs, 'bs')}.", _burns(told)),
        saves(told, ("suffering", "shock")),
        after(told, given.character, outcome.state, apart=True),
    ]


def electricity(told: Told) -> list[str]:
    """« Tyra, 4 points d'électricité et 1 point de feu : 1 bs. », the saves, what is left."""
    given, outcome = told.given, told.outcome
    head = start(lead(told, given.character, strength(told, given.points, ("d'électricité", "of electricity"))))
    thrown = saves(told, ("paralysis", "unconsciousness", "cardiac_arrest", "suffering", "shock"))
    if not outcome.fire_points:
        return [
            f"{head}." if thrown else f"{head}{told.colon} {told.pick(*NO_EFFECT)}.",
            thrown,
            after(told, given.character, outcome.state, apart=True),
        ]
    burns = strength(told, outcome.fire_points, ("de feu", "of fire"))
    both = told.pick(" et ", " and ")
    return [
        f"{head}{both}{burns}{told.colon} {points(told, outcome.fire_bs, 'bs')}.",
        thrown,
        after(told, given.character, outcome.state, apart=True),
    ]


def explosion(told: Told) -> list[str]:
    """« Tyra, explosion (6 bs et 4 c, 1 point de feu) : 4 bs et 2 c passent. »"""
    given, outcome = told.given, told.outcome
    parts = [harm(told, given.bs, given.c)] if given.bs or given.c else []
    parts += [strength(told, given.fire, ("de feu", "of fire"))] if given.fire else []
    inside = f" ({', '.join(parts)})" if parts else ""
    head = start(lead(told, given.character, told.pick("explosion", "explosion")))
    line = f"{head}{inside}{told.colon} {through(told, outcome.bs_through, outcome.c_through)}."
    return [
        joined(line, _burns(told)),
        saves(told, ("suffering", "shock")),
        after(told, given.character, outcome.state, apart=True),
    ]
