"""One act of one character or of a group, and the search for information."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import joined, label, ruled, start
from gardien.systems.yacdha.attempts import stakes_due
from gardien.systems.yacdha.sentences.fates import check_made, checked, harm, strained
from gardien.systems.yacdha.sentences.grammar import CERTAIN, GAUGES, called, crew, lasting, longer
from gardien.systems.yacdha.sentences.throws import (
    FORCED,
    Falling,
    Thrown,
    against,
    dice_said,
    luck_refused,
    manner,
    margin_said,
    opposed,
    take_throw,
    verdict,
)
from gardien.systems.yacdha.values import FORCED_DIE, GAUGE_OF, TOP, Category

# One person, several, each first and again.
ACTS = (("agit", "agissent ensemble"), ("acts", "act together"))
ACTS_AGAIN = (("recommence", "recommencent ensemble"), ("tries again", "try again together"))
SEARCHES = (("cherche", "cherchent ensemble"), ("searches", "search together"))
SEARCHES_AGAIN = (("cherche encore", "cherchent encore ensemble"), ("searches again", "search again together"))


def action(told: Told) -> list[str]:
    """One act of one character."""
    return _alone(told, told.given.category, search=False)


def investigate(told: Told) -> list[str]:
    """A search by one character."""
    return _alone(told, "mental", search=True)


def _alone(told: Told, category: Category, search: bool) -> list[str]:
    given, outcome = told.given, told.outcome
    stopped = _not_tried(told, category)
    if stopped:
        return [stopped]
    if not outcome.rolled:
        return [_certain(told, category)]
    converted = bool(given.luck_convert) and not outcome.luck_refused
    die, gauge = FORCED_DIE[category], GAUGE_OF[category]
    falling = Falling(told.dice)
    wishes = (given.luck_convert,) if converted else ()
    thrown = take_throw(falling, outcome, die, forced=int(given.forced), wishes=wishes)
    lines = [
        joined(
            f"{_head(told, category, search, thrown)}{told.colon} {dice_said(told, thrown)}.",
            _verdict(told, search),
            luck_refused(told) if outcome.luck_refused else "",
        )
    ]
    silent = ""
    if outcome.check_required:
        value, after = getattr(given, gauge), getattr(outcome, gauge)
        plain = not stakes_due(given.stakes, gauge, outcome.margin) and (after < TOP or outcome.status == "active")
        silent = gauge if plain else ""
        lines.append(strained(told, gauge, die, outcome.check_die, value, after if plain else None))
    hurt = harm(told, told.who, given, outcome, int(converted), silent=silent)
    return [line for line in (*lines, joined(_stakes(told), hurt), _time(told, search)) if line]


def _head(told: Told, category: Category, search: bool, thrown: Thrown) -> str:
    """« Daisy agit (opposition 3) », « Abby force l'avantage », « Action physique, sans opposition »."""
    given = told.given
    opposition = opposed(told, thrown)
    again = given.attempt > 1
    if not told.who:
        numbered = told.pick(f", tentative {given.attempt}", f", attempt {given.attempt}") if again else ""
        return _noun(told, category, search) + manner(told, thrown, FORCED) + numbered + opposition
    subject = start(told.who)
    if given.forced and not search and not again:  # the forcing is the act
        how = told.pick(" force l'avantage", " forces the advantage") + manner(told, thrown, ("", ""))
        return subject + how + opposition
    return f"{subject} {told.pick(*(forms[0] for forms in _verb(search, again)))}{manner(told, thrown)}{opposition}"


def _verb(search: bool, again: bool) -> tuple[tuple[str, str], tuple[str, str]]:
    if search:
        return SEARCHES_AGAIN if again else SEARCHES
    return ACTS_AGAIN if again else ACTS


def _noun(told: Told, category: Category, search: bool) -> str:
    if search:
        return told.pick("Recherche", "Search")
    word = told.word("category", category)
    return told.pick(f"Action {word}", f"{start(word)} action")


def _certain(told: Told, category: Category) -> str:
    """A success that nobody throws for."""
    value, level = told.outcome.opposition, told.outcome.level
    opposition = f" (opposition {value}, {label(told, 'level')} {level})" if value else against(told, value)
    subject = f"{start(told.who)} {told.pick('agit', 'acts')}" if told.who else _noun(told, category, False)
    return joined(f"{subject}{opposition}{told.colon} {told.pick(*CERTAIN)}.", _time(told, search=False))


def _verdict(told: Told, search: bool) -> str:
    """The margin and what it is worth: a degree, or information."""
    given, outcome = told.given, told.outcome
    margin = f"{told.pick('Marge', 'Margin')} {margin_said(told, outcome.margin)}"
    if not search:
        return verdict(told, outcome.margin, outcome.degree)
    if given.nothing_to_find and outcome.margin > 0:
        return f"{margin}, {told.pick('mais il n’y a rien à trouver ici', 'but there is nothing to find here')}."
    if outcome.new_information:
        return f"{margin}, {told.word('tier', outcome.tier)}."
    if given.best_previous:
        best = margin_said(told, given.best_previous)
        return f"{margin}, {told.pick(f'pas mieux que {best}', f'no better than {best}')}."
    nothing = told.pick("aucune information", "no information")
    return f"{margin}, {told.word('degree', outcome.degree)}{told.colon} {nothing}."


def _time(told: Told, search: bool) -> str:
    """How long it took; a repeat takes as long again."""
    given = told.given
    length = lasting(told, given.duration) if given.duration else ""
    if given.attempt > 1 and length:
        length = longer(told, given.duration)
    if search and not told.outcome.new_information and given.best_previous:
        nothing = told.pick("Rien de nouveau", "Nothing new")
        return f"{nothing}, {length}." if length else f"{nothing}."
    if not length:
        return ""
    return f"{length}." if given.attempt > 1 else f"{start(label(told, 'duration'))}{told.colon} {length}."


def _stakes(told: Told) -> str:
    """« Enjeu : trauma +2. »"""
    due = [(gauge, stakes_due(told.given.stakes, gauge, told.outcome.margin)) for gauge in ("trauma", "madness")]
    said = ", ".join(f"{label(told, gauge)} +{points}" for gauge, points in due if points)
    return f"{told.pick('Enjeu', 'Stake')}{told.colon} {said}." if said else ""


# --- refusals --------------------------------------------------------------------------------------------------------


def _not_tried(told: Told, category: Category) -> str:
    """Why nothing was thrown, or nothing when it was."""
    given, outcome = told.given, told.outcome
    if not outcome.possible:
        value = given.opposition.fixed()
        return ruled(
            told.pick(
                f"Opposition {value} : l'action est impossible, aucun dé n'est lancé.",
                f"Opposition {value}: the action is impossible; no die is thrown.",
            ),
            "YAC-ACT-09",
        )
    return refusal(told, str(outcome.refused), category, getattr(given, "members", (given,))) if outcome.refused else ""


def refusal(told: Told, why: str, category: Category, actors: Any) -> str:
    """A throw that may not be made: what was asked, and what would work."""
    die = FORCED_DIE[category]
    match why:
        case "reroll_vs_active":
            text = told.pick(
                "Opposition active : pas de relance. L'avantage forcé se décide au premier jet.",
                "Active opposition: no reroll. A forced advantage is decided with the first throw.",
            )
            return ruled(text, "YAC-RER-04")
        case "npc_forced":
            return npc_forced(told, actors)
        case "forced_not_justified":
            text = told.pick(
                f"Rien à craindre pour {GAUGES[GAUGE_OF[category]][0]} : pas d'avantage forcé.",
                f"Nothing to fear for {GAUGE_OF[category]}: no forced advantage.",
            )
            return ruled(text, "YAC-FOR-04")
        case "forced_die_required" if len(actors) > 1:
            text = told.pick(
                f"Pour relancer à plusieurs, chaque membre doit engager son {die}.",
                f"To reroll as a group, every member needs their {die}.",
            )
            return ruled(text, "YAC-RER-06")
        case "forced_die_required":
            text = told.pick(f"Pour relancer, il faut engager le {die}.", f"A reroll needs the {die}.")
            return ruled(text, "YAC-RER-01")
    text = told.pick(
        "Action de masse : pas de dé forcé. Lancer sans, ou renoncer au jet abrégé.",
        "Mass action: no forced die. Throw without it, or give up the shortcut.",
    )
    return ruled(text, "YAC-COO-07")


def npc_forced(told: Told, actors: Any) -> str:
    """An NPC or a creature that forces."""
    if any(one.kind == "creature" and one.forced for one in actors):
        text = told.pick("Une créature ne force jamais l'avantage.", "A creature never forces the advantage.")
    else:
        text = told.pick(
            "Un PNJ ne force l'avantage que s'il se bat pour sa vie.",
            "An NPC forces the advantage only when fighting for survival.",
        )
    return ruled(text, "YAC-NPC-02")


# --- groups ----------------------------------------------------------------------------------------------------------


def cooperate(told: Told) -> list[str]:
    """One act of a group."""
    given, outcome = told.given, told.outcome
    search = given.investigation
    category: Category = "mental" if search else given.category
    stopped = _not_tried(told, category)
    if stopped:
        return [stopped]
    gauge, die = GAUGE_OF[category], FORCED_DIE[category]
    lucky = {m.name for m in given.members if m.luck_convert} - set(outcome.luck_refused)
    forcing = [member.name for member in given.members if member.forced]
    thrown = take_throw(
        Falling(told.dice),
        outcome,
        die,
        forced=len(forcing),
        wishes=[m.luck_convert for m in given.members if m.name in lucky],
        named=len(given.members) > 1,
    )
    lines = [
        joined(
            f"{_group_head(told, search, thrown)}{told.colon} {dice_said(told, thrown)}.",
            _verdict(told, search),
            luck_refused(told, [called(told, name) for name in outcome.luck_refused]) if outcome.luck_refused else "",
        ),
        _stakes(told),
    ]
    staked = stakes_due(given.stakes, gauge, outcome.margin)
    lines += [_member_line(told, member, gauge, bool(staked), member.name in lucky) for member in given.members]
    return [line for line in (*lines, _time(told, search)) if line]


def _group_head(told: Told, search: bool, thrown: Thrown) -> str:
    """« Liam et Daisy agissent ensemble »."""
    given = told.given
    who, one = crew(told, [m.name for m in given.members], ("le groupe", "the group"), one_body=True)
    verb = told.pick(*(forms[0 if one else 1] for forms in _verb(search, given.attempt > 1)))
    mass = given.opposition.active and thrown.face is None
    how = manner(told, thrown) if len(given.members) == 1 else ""
    if mass:
        how = told.pick(", action de masse", ", mass action")
    return f"{start(who)} {verb}{how}{opposed(told, thrown)}"


def _member_line(told: Told, member: Any, gauge: str, staked: bool, converted: bool) -> str:
    """What one member's check and the stakes did to them."""
    outcome = told.outcome
    after, die = outcome.after[member.name], outcome.checks.get(member.name)
    who = called(told, member.name)
    if die is None:
        return harm(told, who, member, after, int(converted), named=True)
    value = getattr(member, gauge)
    if staked:
        return joined(
            check_made(told, who, gauge, die, value), harm(told, who, member, after, int(converted), named=True)
        )
    return joined(
        checked(told, who, gauge, die, value, after.status),
        harm(told, who, member, after, int(converted), named=True, silent=gauge),
    )
