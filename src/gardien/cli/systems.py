"""`gardien systems`: the rule systems that are installed."""

from typing import Any

from gardien.cli.command_line import Line
from gardien.cli.shared import print_json, say
from gardien.core.system import System, find, keys


def run(line: Line) -> int:
    """List them; of one, say what it is and which house rules it has."""
    from gardien.cli.spoken import system_key

    systems = [find(system_key(word)) for word in line.words] or [find(key) for key in keys()]
    if line.json:
        print_json([_to_json(one, line) for one in systems])
        return 0
    from gardien.cli.layout import columns, paint, wrap_text

    if not systems:
        print(say("no_systems", line.language))
        return 0
    rows = [[say(name, line.language) for name in ("key", "system", "dice", "count", "rules")]]
    rows += [
        [one.key, one.title, " ".join(one.dice), str(len(one.modules)), str(len(one.reference))] for one in systems
    ]
    head, *lines = columns(rows, right=(3, 4))
    print("\n".join([paint(head, "dim"), *lines]))
    if line.words:
        from gardien.cli.description import house_rules_lines

        about = systems[0].terms.say(systems[0].terms.entry("system", "about"), line.language)
        rules = house_rules_lines(systems[0], line.language)
        print("\n".join(["", *wrap_text(about), "", paint(say("options", line.language), "bold"), *rules]))
    return 0


def _to_json(system: System, line: Line) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "key": system.key,
        "title": system.title,
        "dice": system.dice,
        "procedures": list(system.modules),
        "rules": len(system.reference),
    }
    if line.words:
        shown["options"] = system.house_rules(line.language)
    return shown
