"""`gardien rules`: the rules in our own words, to read or to search."""

from typing import Any

from gardien.cli.command_line import Line
from gardien.cli.shared import print_json, say
from gardien.core.errors import Refusal, nearest
from gardien.core.reference import RuleText, search_rules
from gardien.core.system import System, find, keys
from gardien.core.terms import Language

FEW = 5  # so many rules are printed in full


def run(line: Line) -> int:
    """Print the rules asked for: one, those that match, or the list of all."""
    systems, wanted = _parse_words(line.words)
    search = line.options.get("search", "")
    chosen = [
        (system, rule)
        for system in systems
        for rule in _found(system, search, line.language)
        if wanted in ("", rule.id, rule.topic)
    ]
    if line.json:
        print_json([_to_json(system, rule, line.language) for system, rule in chosen])
        return 0
    print("\n".join(_rule_lines(chosen, search, "-" in wanted, line.language)))
    return 0


def _found(system: System, search: str, language: Language) -> list[RuleText]:
    """What answers a search, the nearest first; where there are many, in the order of the book as without one."""
    rules = list(system.reference.values())
    found = search_rules(rules, search, language)
    return found if len(found) <= FEW else [rule for rule in rules if rule in found]


def _parse_words(words: list[str]) -> tuple[list[System], str]:
    """The systems to look in and, when one was named, the rule or the topic."""
    system, wanted = (words[0], "".join(words[1:])) if words else ("", "")
    if "-" in system and not wanted:
        prefix = system.partition("-")[0].upper()
        owner = next((one for one in map(find, keys()) if one.prefix == prefix), None)
        if owner:
            return [owner], _known_id(owner, system)
    systems = [find(system)] if system else [find(key) for key in keys()]
    return systems, _known_id(systems[0], wanted) if wanted else ""


def _known_id(system: System, wanted: str) -> str:
    """The id of a rule or of a topic, however it was capitalised."""
    name = wanted.upper()
    if name not in system.reference and name not in {rule.topic for rule in system.reference.values()}:
        raise Refusal("rule/unknown", came=wanted, system=system.key, hint=nearest(name[:40], list(system.reference)))
    return name


def _to_json(system: System, rule: RuleText, language: Language) -> dict[str, Any]:
    return {
        "id": rule.id,
        "system": system.key,
        "title": rule.title(language),
        "text": rule.text(language),
        "topic": _topic(system, rule, language),
        "advice": rule.advice,
        "options": rule.option,
        "see": rule.see,
    }


def _topic(system: System, rule: RuleText, language: Language) -> str:
    return system.terms.say(system.terms.entry("topic", rule.topic), language, default=rule.topic)


def _rule_lines(chosen: list[tuple[System, RuleText]], search: str, one: bool, language: Language) -> list[str]:
    from gardien.cli.layout import columns, paint

    if not chosen:
        return [say("none_found" if search else "no_systems", language, words=search)]
    if one or (search and len(chosen) <= FEW):
        return "\n\n".join("\n".join(_whole(system, rule, language)) for system, rule in chosen).split("\n")
    lines: list[str] = []
    heading = ""
    aligned = columns([[f"  {rule.id}", rule.title(language)] for _, rule in chosen])
    for (system, rule), row in zip(chosen, aligned, strict=True):
        if (topic := f"{system.title} · {_topic(system, rule, language)}") != heading:
            heading = topic
            lines += ["", paint(heading, "bold")]
        lines.append(row)
    return [*lines[1:], "", paint(say("found", language, count=len(chosen)), "dim")]


def _whole(system: System, rule: RuleText, language: Language) -> list[str]:
    from gardien.cli.layout import paint, wrap_text

    terms = system.terms
    advice = f" ({say('advice', language)})" if rule.advice else ""
    source = paint(f"{rule.id} · {_topic(system, rule, language)}", "dim")
    lines = [
        f"{paint(rule.title(language), 'bold')}{advice}  {source}",
        *wrap_text(rule.text(language), "  "),
    ]
    colon = "\u00a0: " if language == "fr" else ": "
    if rule.option:
        named = ", ".join(
            f"{terms.say(terms.entry('option', key), language, default=key)} ({key})" for key in rule.option
        )
        lines += wrap_text(f"{say('options', language)}{colon}{named}", "  ")
    if rule.see:
        known = system.reference
        named = ", ".join(f"{known[id].title(language)} ({id})" if id in known else id for id in rule.see)
        lines += wrap_text(f"{say('see', language)}{colon}{named}", "  ")
    return lines
