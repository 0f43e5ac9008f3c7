"""`gardien procedures`: what each system can do."""

from typing import Any

from gardien.cli.command_line import Line
from gardien.cli.shared import print_json, say
from gardien.core.procedure import Procedure
from gardien.core.system import System, find, keys
from gardien.core.terms import Language


def run(line: Line) -> int:
    """List the procedures of one system, or of all; of one procedure, say all that it takes."""
    from gardien.cli.spoken import procedure_key, system_key

    systems = [find(system_key(word)) for word in line.words[:1]] or [find(key) for key in keys()]
    wanted = [one.procedure(procedure_key(one, word)) for one in systems for word in line.words[1:]]
    if line.json:
        print_json([describe(one, each, line.language) for one in systems for each in wanted or one.procedures()])
        return 0
    if wanted:
        from gardien.cli.description import procedure_lines

        print("\n".join(procedure_lines(systems[0], wanted[0], line.language)))
        return 0
    print(
        "\n\n".join("\n".join(_list_lines(one, line.language)) for one in systems) or say("no_systems", line.language)
    )
    return 0


def describe(system: System, procedure: Procedure, language: Language) -> dict[str, Any]:
    """Everything one needs to call a procedure."""
    return {
        "name": procedure.key,
        "system": system.key,
        "title": title(system, procedure.key, language),
        "help": help_of(system, procedure.key, language),
        "parameters": procedure.schema(),
        "outcome": procedure.outcome_schema(),
        "dice": procedure.dice,
        "rules": procedure.rules,
        "right": system.right(procedure.key),
    }


def title(system: System, key: str, language: Language) -> str:
    """The name of a procedure in words."""
    return system.terms.say(system.terms.entry("procedure", key), language, default=key)


def help_of(system: System, key: str, language: Language) -> str:
    """What a procedure is for, in a sentence."""
    return str((system.terms.entry("procedure", key) or {}).get(f"help_{language}", ""))


def by_topic(system: System, language: Language) -> list[tuple[str, list[str]]]:
    """The procedures by topic: those that live together, under the topic most of their rules belong to.

    The rule that a procedure names first is what it is about, and counts twice.
    """
    modules: dict[str, list[str]] = {}
    for key, module in system.modules.items():
        modules.setdefault(module, []).append(key)
    groups: dict[str, list[str]] = {}
    for names in modules.values():
        rules = [system.procedure(name).rules for name in names]
        topics = [system.reference[rule].topic for of_one in rules for rule in (*of_one[:1], *of_one)]
        topic = max(topics, key=topics.count)
        title = system.terms.say(system.terms.entry("topic", topic), language, default=topic)
        groups.setdefault(title, []).extend(names)
    return list(groups.items())


def _list_lines(system: System, language: Language) -> list[str]:
    from gardien.cli.layout import columns, paint

    groups = by_topic(system, language)
    rows = [
        [f"  {key}", title(system, key, language), help_of(system, key, language)]
        for _, names in groups
        for key in names
    ]
    aligned = iter(columns(rows))
    lines = [system.title]
    for topic, names in groups:
        lines += ["", paint(topic, "bold"), *(next(aligned) for _ in names)]
    first = next((key for key in system.modules if system.procedure(key).dice), "…")
    return [*lines, "", paint(say("procedures_next", language, system=system.key, procedure=first), "dim")]
