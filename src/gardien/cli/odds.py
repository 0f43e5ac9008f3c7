"""`gardien odds`: the exact odds of a procedure."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, get_args

from msgspec import Struct, structs

from gardien.cli.command_line import Line
from gardien.cli.shared import prepared_from, print_json, say
from gardien.core.calling import OutcomeChance, Prepared, odds_of_prepared, refusal_at
from gardien.core.errors import Refusal
from gardien.core.terms import Language, exact, percent

MOST_ROWS = 40


def run(line: Line) -> int:
    """Weigh what was asked, print the odds."""
    prepared = prepared_from(line)
    by = _fields(prepared, line.options.get("by", ""))
    if line.json:
        print_json({"outcomes": [_to_json(one) for one in odds_or_refusal(prepared, by)]})
        return 0
    from gardien.cli.layout import paint, wrap_text

    print("\n".join(table(prepared, by or headline(prepared), line.language)))
    others = [name for name in prepared.procedure.outcome_fields() if name not in headline(prepared)]
    if others and not by:
        print(paint("\n".join(wrap_text(say("more_fields", line.language, fields=", ".join(others)))), "dim"))
    return 0


def _fields(prepared: Prepared, text: str) -> tuple[str, ...]:
    """The outcome fields of `--by`, typed as keys or as they are called."""
    asked = tuple(name.strip() for name in text.split(",") if name.strip())
    if {name.partition(".")[0] for name in asked} <= set(prepared.procedure.outcome_fields()):
        return asked
    from gardien.cli.spoken import outcome_keys

    return outcome_keys(prepared.system, prepared.procedure, asked)


def odds_or_refusal(prepared: Prepared, by: tuple[str, ...]) -> list[OutcomeChance]:
    """The odds, or a refusal that says of what."""
    try:
        return odds_of_prepared(prepared, by)
    except Refusal as refusal:
        raise refusal_at(refusal, prepared) from None


def _to_json(one: OutcomeChance) -> dict[str, Any]:
    return {"outcome": one.outcome, "probability": float(one.chance), "exact": exact(one.chance)}


def headline(prepared: Prepared) -> tuple[str, ...]:
    """The outcome fields by which the odds are told in a few lines."""
    return prepared.procedure.headline or prepared.procedure.outcome_fields()


def table(prepared: Prepared, by: tuple[str, ...], language: Language) -> list[str]:
    """The odds as a table: what can come out, a bar, a percentage, the exact fraction."""
    from gardien.cli.layout import bar, columns, in_words, paint

    terms, where = prepared.system.terms, prepared.procedure.key
    odds = sorted(odds_or_refusal(prepared, by), key=_order(prepared.procedure.outcome, by))
    kept, left = _likeliest(odds)
    rows = [[*(_title(prepared, path, language) for path in by), "", say("chance", language), say("exact", language)]]
    for one in kept:
        cells = [in_words(terms, path.rpartition(".")[2], one.outcome.get(path), language, where) for path in by]
        rows.append([*cells, bar(one.chance), percent(one.chance, language), exact(one.chance)])
    head, *lines = columns(rows, right=(len(by) + 1, len(by) + 2))
    more = [say("more_rows", language, count=left)] if left else []
    return [paint(head, "dim"), *lines, *more]


def _title(prepared: Prepared, path: str, language: Language) -> str:
    """The head of a column: the odds' own word, else the field's; whose it is in front."""
    from gardien.cli.layout import label
    from gardien.core.telling import lower_first

    terms = prepared.system.terms
    *owners, name = path.split(".")
    entry = terms.entry("odds", name)
    title = terms.say(entry, language) if entry else label(terms, name, language, prepared.procedure.key)
    return f"{owners[-1]}, {lower_first(title)}" if len(owners) > 1 else title


def _likeliest(rows: list[OutcomeChance]) -> tuple[list[OutcomeChance], int]:
    """The rows worth showing, in their order, and how many are left out."""
    if len(rows) <= MOST_ROWS:
        return rows, 0
    least = sorted((one.chance for one in rows), reverse=True)[MOST_ROWS - 1]
    kept = [one for one in rows if one.chance >= least][:MOST_ROWS]
    return kept, len(rows) - len(kept)


def _order(outcome: type[Struct], fields: Sequence[str]) -> Callable[[OutcomeChance], Any]:
    """Yes before no, numbers upwards, words in the order in which the rule names them."""
    words = {field.encode_name: list(_literals(field.type)) for field in structs.fields(outcome)}

    def place(path: str, value: Any) -> tuple[int, Any]:
        if isinstance(value, bool):
            return (0, not value)
        if isinstance(value, int | float):
            return (0, value)
        known = words.get(path, [])
        return (1, known.index(value)) if value in known else (2, str(value))

    return lambda one: tuple(place(path, one.outcome.get(path)) for path in fields)


def _literals(kind: Any) -> Iterator[str]:
    """The words a type allows, in the order in which it was written."""
    for one in get_args(kind):
        if isinstance(one, str):
            yield one
        else:
            yield from _literals(one)
