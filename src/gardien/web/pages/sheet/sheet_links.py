"""From a sheet to the hand: the roll that a name or a gauge of the sheet is for, with that name or gauge chosen."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from gardien.core.errors import Refusal
from gardien.core.inputs import words_of
from gardien.core.system import System
from gardien.web.pages.forms.form_values import given_of

HEADS = ("given", "list", "json")  # of the inputs an address may choose beforehand

Sheet = Mapping[str, Any]


def roll_of_entry(system: System, sheet: Sheet, field: str, entry: str) -> list[tuple[str, str]]:
    """The first act whose form offers a name of the sheet, as the fields that choose both."""
    for act in system.presentation.acts:
        form = system.presentation.forms.get(act)
        for name, offer in form.choices.items() if form else ():
            if form and name in (*form.main, *form.more) and entry in offer(sheet):
                further = system.table_rules.ui_inputs.get(act, {}).get(
                    name, {}
                )  # else a word the rule itself asks for
                single = further.get("type", "string") == "string"
                chosen = [("a", act), (f"{'given' if single else 'list'}.{name}", entry)]
                return [*chosen, *_beside(system, sheet, act, field, entry)]
    return []


def _beside(system: System, sheet: Sheet, act: str, field: str, entry: str) -> list[tuple[str, str]]:
    """What stands beside the name, where it is a word that an input of the act takes."""
    levels = system.presentation.levels.get(field)
    word = sheet.get(levels.beside, {}).get(entry) if levels and levels.beside else None
    given = system.procedure(act).given
    names = system.presentation.forms[act].main
    return [
        (f"given.{name}", word) for name in names if isinstance(word, str) and word in (words_of(given, name) or ())
    ]


def roll_of_gauge(system: System, field: str) -> list[tuple[str, str]]:
    """The roll that moves a gauge."""
    risk = next((gauge.risk for gauge in system.presentation.gauges if gauge.field == field and gauge.risk), None)
    if risk is None or risk.procedure not in system.presentation.acts:
        return []
    return [("a", risk.procedure), *((f"given.{name}", str(value)) for name, value in risk.given.items())]


def address(table: str, character: str, chosen: list[tuple[str, str]]) -> str:
    """Where the hand is open with that much filled in; nothing where there is no such roll."""
    return f"/t/{table}?{urlencode([('c', character), *chosen])}#lancer" if chosen else ""


def chosen_before(system: System, act: str, items: list[tuple[str, str]]) -> dict[str, Any]:
    """The inputs an address chooses; one that makes no sense chooses nothing."""
    wanted = [(name, text) for name, text in items if name.partition(".")[0] in HEADS]
    try:
        return given_of(wanted, system.procedure(act), system) if wanted else {}
    except Refusal:
        return {}
