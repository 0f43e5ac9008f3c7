"""`gardien do`: a procedure done, told and explained."""

from gardien.cli.command_line import Line
from gardien.cli.shared import play_line, prepared_from, print_json, say
from gardien.core.calling import Prepared, answer
from gardien.core.interpreters.run import Played
from gardien.core.terms import Language


def run(line: Line) -> int:
    """Do what was asked, print the answer."""
    prepared = prepared_from(line)
    done = play_line(prepared, line)
    if line.json:
        print_json(answer(prepared, done))
    else:
        print("\n".join(answer_lines(prepared, done, line.language)))
    return 0


def answer_lines(prepared: Prepared, done: Played, language: Language) -> list[str]:
    """The result in sentences, then the dice, the reasons and what changes."""
    from gardien.cli.layout import change_line, dice_line, on_screen, paint, with_margin
    from gardien.core.telling import explain, tell

    system, key = prepared.system, prepared.procedure.key
    changes = answer(prepared, done).changes
    return [
        *(paint(one, "bold") for one in on_screen(tell(prepared, done, language))),
        *with_margin(
            [
                (say("dice", language), [dice_line(done.dice, system.terms, language)] if done.dice else []),
                (say("steps", language), explain(system, key, done.steps, language)),
                (say("changes", language), [change_line(one, system.terms, language, key) for one in changes]),
            ]
        ),
    ]
