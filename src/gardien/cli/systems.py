"""`gardien systems`: the rule systems that are installed."""

from gardien.cli.command_line import Line
from gardien.cli.shared import print_json, say
from gardien.core.system import find, keys


def run(line: Line) -> int:
    """List them."""
    systems = [find(key) for key in keys()]
    if line.json:
        print_json(
            [
                {
                    "key": one.key,
                    "title": one.title,
                    "dice": one.dice,
                    "procedures": list(one.modules),
                    "rules": len(one.reference),
                }
                for one in systems
            ]
        )
        return 0
    from gardien.cli.layout import columns, paint

    if not systems:
        print(say("no_systems", line.language))
        return 0
    rows = [[say(name, line.language) for name in ("key", "system", "dice", "count", "rules")]]
    rows += [
        [one.key, one.title, " ".join(one.dice), str(len(one.modules)), str(len(one.reference))] for one in systems
    ]
    head, *lines = columns(rows, right=(3, 4))
    print("\n".join([paint(head, "dim"), *lines]))
    return 0
