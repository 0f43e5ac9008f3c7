"""One act of one character or of a group, and the search for information."""

from collections.abc import Mapping
from typing import Any

from gardien.core.interpreters.run import Waiting
from gardien.core.telling import Report
from gardien.core.wording import join_sentences, label, semicolon, start, with_rule
from gardien.systems.yacdha.rules.gauges import stakes_due
from gardien.systems.yacdha.vocabulary import FORCED_DIE, GAUGE_OF, TOP, Category
from gardien.systems.yacdha.words.gauges import check_text, check_throw_text, harm, strain_text
from gardien.systems.yacdha.words.grammar import CERTAIN, GAUGES, crew, lasting, longer, name_text
from gardien.systems.yacdha.words.throws import (
    FORCED,
    Falling,
    ShownThrow,
    against,
    dice_text,
    faces_text,
    manner,
    margin_text,
    opposition_text,
    refuse_luck,
    take_throw,
    verdict,
)

# One person, several, each first and again.
ACTS = (("agit", "agissent ensemble"), ("acts", "act together"))
ACTS_AGAIN = (("recommence", "recommencent ensemble"), ("tries again", "try again together"))
SEARCHES = (("cherche", "cherchent ensemble"), ("searches", "search together"))
SEARCHES_AGAIN = (("cherche encore", "cherchent encore ensemble"), ("searches again", "search again together"))


def action(report: Report) -> list[str]:
    """One act of one character."""
    return _alone(report, report.given.category, search=False)


def investigate(report: Report) -> list[str]:
    """A search by one character."""
    return _alone(report, "mental", search=True)


def _at_stake(report: Report, category: Category, known: Mapping[str, Any]) -> str:
    """The dice as they lie while luck may still keep a check away (YAC-LUC-03, YAC-FOR-02)."""
    gauge, die = GAUGES[GAUGE_OF[category]], FORCED_DIE[category]
    dice = faces_text(report, "dA", known["action_dice"])
    reason = ""
    if forced := known.get("forced_die"):
        dice += f", {die} {forced}"
        reason = report.pick(f"Le {die} l'emporte : ", f"The {die} prevails: ")
    margin, opposition = known["margin"], known["opposition"]
    sum = f"{margin + opposition} {report.pick('contre', 'against')} {opposition}"
    beside = f"{report.pick('marge', 'margin')} {margin_text(report, margin)}"
    follows = report.pick(
        f"{reason}un {gauge[1]} suit, à moins que la chance ne l'écarte.",
        f"{reason}a {gauge[2]} follows, unless luck keeps it away.",
    )
    lying = report.pick("Les dés", "The dice")
    told = f"{lying}{report.colon} {dice}{semicolon(report)} {sum}, {beside}."
    return join_sentences(told, start(follows))


def _alone(report: Report, category: Category, search: bool) -> list[str]:
    given, outcome = report.given, report.outcome
    if isinstance(outcome, Waiting):
        return [_at_stake(report, category, outcome.told)]
    stopped = _not_tried(report, category)
    if stopped:
        return [stopped]
    if not outcome.rolled:
        return [_certain(report, category)]
    converted = bool(given.luck_convert) and not outcome.luck_refused
    die, gauge = FORCED_DIE[category], GAUGE_OF[category]
    falling = Falling(report.dice)
    wishes = (given.luck_convert,) if converted else ()
    thrown = take_throw(falling, outcome, die, forced=int(given.forced), wishes=wishes)
    lines = [
        join_sentences(
            f"{_head(report, category, search, thrown)}{report.colon} {dice_text(report, thrown)}.",
            _verdict(report, search),
            refuse_luck(report) if outcome.luck_refused else "",
        )
    ]
    silent = ""
    if outcome.check_required:
        value, after = getattr(given, gauge), getattr(outcome, gauge)
        plain = not stakes_due(given.stakes, gauge, outcome.margin) and (after < TOP or outcome.status == "active")
        silent = gauge if plain else ""
        lines.append(strain_text(report, gauge, die, outcome.check_die, value, after if plain else None))
    hurt = harm(report, report.who, given, outcome, int(converted), silent=silent)
    return [line for line in (*lines, join_sentences(_stakes(report), hurt), _time(report, search)) if line]


def _head(report: Report, category: Category, search: bool, thrown: ShownThrow) -> str:
    """« Daisy agit (opposition 3) », « Abby force l'avantage », « Action physique, sans opposition »."""
    given = report.given
    opposition = opposition_text(report, thrown)
    again = given.attempt > 1
    if not report.who:
        numbered = report.pick(f", tentative {given.attempt}", f", attempt {given.attempt}") if again else ""
        return _noun(report, category, search) + manner(report, thrown, FORCED) + numbered + opposition
    subject = start(report.who)
    if given.forced and not search and not again:  # the forcing is the act
        how = report.pick(" force l'avantage", " forces the advantage") + manner(report, thrown, ("", ""))
        return subject + how + opposition
    return f"{subject} {report.pick(*(forms[0] for forms in _verb(search, again)))}{manner(report, thrown)}{opposition}"


def _verb(search: bool, again: bool) -> tuple[tuple[str, str], tuple[str, str]]:
    if search:
        return SEARCHES_AGAIN if again else SEARCHES
    return ACTS_AGAIN if again else ACTS


def _noun(report: Report, category: Category, search: bool) -> str:
    if search:
        return report.pick("Recherche", "Search")
    word = report.word("category", category)
    return report.pick(f"Action {word}", f"{start(word)} action")


def _certain(report: Report, category: Category) -> str:
    """A success that nobody throws for."""
    value, level = report.outcome.opposition, report.outcome.level
    opposition = f" (opposition {value}, {label(report, 'level')} {level})" if value else against(report, value)
    subject = f"{start(report.who)} {report.pick('agit', 'acts')}" if report.who else _noun(report, category, False)
    return join_sentences(f"{subject}{opposition}{report.colon} {report.pick(*CERTAIN)}.", _time(report, search=False))


def _verdict(report: Report, search: bool) -> str:
    """The margin and what it is worth: a degree, or information."""
    given, outcome = report.given, report.outcome
    margin = f"{report.pick('Marge', 'Margin')} {margin_text(report, outcome.margin)}"
    if not search:
        return verdict(report, outcome.margin, outcome.degree)
    if given.nothing_to_find and outcome.margin > 0:
        return f"{margin}, {report.pick('mais il n’y a rien à trouver ici', 'but there is nothing to find here')}."
    if outcome.new_information:
        return f"{margin}, {report.word('tier', outcome.tier)}."
    if given.best_previous:
        best = margin_text(report, given.best_previous)
        return f"{margin}, {report.pick(f'pas mieux que {best}', f'no better than {best}')}."
    nothing = report.pick("aucune information", "no information")
    return f"{margin}, {report.word('degree', outcome.degree)}{report.colon} {nothing}."


def _time(report: Report, search: bool) -> str:
    """How long it took; a repeat takes as long again."""
    given = report.given
    length = lasting(report, given.duration) if given.duration else ""
    if given.attempt > 1 and length:
        length = longer(report, given.duration)
    if search and not report.outcome.new_information and given.best_previous:
        nothing = report.pick("Rien de nouveau", "Nothing new")
        return f"{nothing}, {length}." if length else f"{nothing}."
    if not length:
        return ""
    return f"{length}." if given.attempt > 1 else f"{start(label(report, 'duration'))}{report.colon} {length}."


def _stakes(report: Report) -> str:
    """« Enjeu : trauma +2. »"""
    due = [(gauge, stakes_due(report.given.stakes, gauge, report.outcome.margin)) for gauge in ("trauma", "madness")]
    said = ", ".join(f"{label(report, gauge)} +{points}" for gauge, points in due if points)
    return f"{report.pick('Enjeu', 'Stake')}{report.colon} {said}." if said else ""


# --- refusals --------------------------------------------------------------------------------------------------------


def _not_tried(report: Report, category: Category) -> str:
    """Why nothing was thrown, or nothing when it was."""
    given, outcome = report.given, report.outcome
    if not outcome.possible:
        value = given.opposition.fixed_value()
        return with_rule(
            report.pick(
                f"Opposition {value} : l'action est impossible, aucun dé n'est lancé.",
                f"Opposition {value}: the action is impossible; no die is thrown.",
            ),
            "YAC-ACT-09",
        )
    return (
        refusal(report, str(outcome.refused), category, getattr(given, "members", (given,))) if outcome.refused else ""
    )


def refusal(report: Report, why: str, category: Category, actors: Any) -> str:
    """A throw that may not be made: what was asked, and what would work."""
    die = FORCED_DIE[category]
    match why:
        case "reroll_vs_active":
            text = report.pick(
                "Opposition active : pas de relance. L'avantage forcé se décide au premier jet.",
                "Active opposition: no reroll. A forced advantage is decided with the first throw.",
            )
            return with_rule(text, "YAC-RER-04")
        case "npc_forced":
            return refuse_npc_force(report, actors)
        case "forced_not_justified":
            text = report.pick(
                f"Rien à craindre pour {GAUGES[GAUGE_OF[category]][0]} : pas d'avantage forcé.",
                f"Nothing to fear for {GAUGE_OF[category]}: no forced advantage.",
            )
            return with_rule(text, "YAC-FOR-04")
        case "forced_die_required" if len(actors) > 1:
            text = report.pick(
                f"Pour relancer à plusieurs, chaque membre doit engager son {die}.",
                f"To reroll as a group, every member needs their {die}.",
            )
            return with_rule(text, "YAC-RER-06")
        case "forced_die_required":
            text = report.pick(f"Pour relancer, il faut engager le {die}.", f"A reroll needs the {die}.")
            return with_rule(text, "YAC-RER-01")
    text = report.pick(
        "Action de masse : pas de dé forcé. Lancer sans, ou renoncer au jet abrégé.",
        "Mass action: no forced die. Throw without it, or give up the shortcut.",
    )
    return with_rule(text, "YAC-COO-07")


def refuse_npc_force(report: Report, actors: Any) -> str:
    """An NPC or a creature that forces."""
    if any(one.kind == "creature" and one.forced for one in actors):
        text = report.pick("Une créature ne force jamais l'avantage.", "A creature never forces the advantage.")
    else:
        text = report.pick(
            "Un PNJ ne force l'avantage que s'il se bat pour sa vie.",
            "An NPC forces the advantage only when fighting for survival.",
        )
    return with_rule(text, "YAC-NPC-02")


# --- groups ----------------------------------------------------------------------------------------------------------


def cooperate(report: Report) -> list[str]:
    """One act of a group."""
    given, outcome = report.given, report.outcome
    search = given.investigation
    category: Category = "mental" if search else given.category
    stopped = _not_tried(report, category)
    if stopped:
        return [stopped]
    gauge, die = GAUGE_OF[category], FORCED_DIE[category]
    lucky = {m.name for m in given.members if m.luck_convert} - set(outcome.luck_refused)
    forcing = [member.name for member in given.members if member.forced]
    thrown = take_throw(
        Falling(report.dice),
        outcome,
        die,
        forced=len(forcing),
        wishes=[m.luck_convert for m in given.members if m.name in lucky],
        named=len(given.members) > 1,
    )
    lines = [
        join_sentences(
            f"{_group_head(report, search, thrown)}{report.colon} {dice_text(report, thrown)}.",
            _verdict(report, search),
            refuse_luck(report, [name_text(report, name) for name in outcome.luck_refused])
            if outcome.luck_refused
            else "",
        ),
        _stakes(report),
    ]
    staked = stakes_due(given.stakes, gauge, outcome.margin)
    lines += [_member_line(report, member, gauge, bool(staked), member.name in lucky) for member in given.members]
    return [line for line in (*lines, _time(report, search)) if line]


def _group_head(report: Report, search: bool, thrown: ShownThrow) -> str:
    """« Liam et Daisy agissent ensemble »."""
    given = report.given
    who, one = crew(report, [m.name for m in given.members], ("le groupe", "the group"), one_body=True)
    verb = report.pick(*(forms[0 if one else 1] for forms in _verb(search, given.attempt > 1)))
    mass = given.opposition.active and thrown.face is None
    how = manner(report, thrown) if len(given.members) == 1 else ""
    if mass:
        how = report.pick(", action de masse", ", mass action")
    return f"{start(who)} {verb}{how}{opposition_text(report, thrown)}"


def _member_line(report: Report, member: Any, gauge: str, staked: bool, converted: bool) -> str:
    """What one member's check and the stakes did to them."""
    outcome = report.outcome
    after, die = outcome.after[member.name], outcome.checks.get(member.name)
    who = name_text(report, member.name)
    if die is None:
        return harm(report, who, member, after, int(converted), named=True)
    value = getattr(member, gauge)
    if staked:
        return join_sentences(
            check_throw_text(report, who, gauge, die, value),
            harm(report, who, member, after, int(converted), named=True),
        )
    return join_sentences(
        check_text(report, who, gauge, die, value, after.status),
        harm(report, who, member, after, int(converted), named=True, silent=gauge),
    )
