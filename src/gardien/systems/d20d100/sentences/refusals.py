"""Refusals by a rule: what is not possible, why, and what would work; the rule last."""

from gardien.core.telling import Told
from gardien.systems.d20d100.sentences.grammar import SOMEBODY, Both, ruled, start, word


def refused(told: Told, why: Both, rule: str, who: str = "") -> str:
    """A refusal in a sentence of its own, with {who} for whoever is concerned; the full stop and the rule are added."""
    # A name may hold braces of its own, so it is put in, not formatted in.
    return ruled(start(told.pick(*why).replace("{who}", who or told.who or told.pick(*SOMEBODY))) + ".", rule)


def reason(told: Told, key: str, why: dict[str, Both], rule: str, who: str = "") -> str:
    """The sentence for a reason, or its label where there is none."""
    if key in why:
        return refused(told, why[key], rule, who)
    return ruled(f"{start(word(told, 'reason', key))}.", rule)


def off_at_this_table(told: Told, what: Both, option: str, rule: str) -> str:
    """The refusal of something the house rules leave out: « Les traits psychiques ne sont pas joués »."""
    entry = told.terms.entry("option", option)
    named = told.terms.say(entry, told.language) if entry else ""
    where = told.pick("règles de la table", "house rules")
    quoted = told.pick(f", « {named} »", f", “{named}”") if named else ""
    return ruled(
        told.pick(f"{what[0]} à cette table ({where}{quoted}).", f"{what[1]} at this table ({where}{quoted})."), rule
    )
