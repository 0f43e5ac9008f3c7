"""Exact odds as a value to work with: a list of outcomes with their chances, which shows itself in a notebook."""

from fractions import Fraction
from html import escape
from importlib import import_module
from typing import Any

from gardien.core.errors import Refusal
from gardien.core.system import find
from gardien.core.telling import lower_first, value_said
from gardien.core.terms import Language, exact, percent
from gardien.surroundings import spoken_language

WIDTH, ROW, NAME, BAR = 640, 22, 260, 260  # of the picture: all of it, a line, what comes out, the longest bar
MOST_SHOWN = 40  # outcomes in a picture or a table; the list itself has them all


class Chances(list[tuple[dict[str, Any], Fraction]]):
    """Every outcome with its exact chance. A list like any other, and equal to one."""

    def __init__(self, system: str, procedure: str, outcomes: list[tuple[dict[str, Any], Fraction]]) -> None:
        super().__init__(outcomes)
        self.system = system
        self.procedure = procedure

    def chance(self, **fields: Any) -> Fraction:
        """The chance of all outcomes in which the fields have these values."""
        return sum((chance for outcome, chance in self if fields.items() <= outcome.items()), Fraction(0))

    def rows(self) -> list[dict[str, Any]]:
        """A plain row for each outcome: its fields, `probability` and `exact`."""
        return [{**one, "probability": float(chance), "exact": exact(chance)} for one, chance in self]

    def frame(self) -> Any:
        """The rows as a data frame of pandas, where that is installed."""
        try:
            pandas = import_module("pandas")
        except ModuleNotFoundError:
            raise Refusal("frame/missing", kind="refused") from None
        return pandas.DataFrame(self.rows())

    def told(self, language: Language = "fr") -> list[str]:
        """An outcome on each line, the likeliest first: what comes out, how likely, exactly."""
        return [f"{said} — {shown} ({exact(chance)})" for said, shown, chance in self._shown(language)]

    def _shown(self, language: Language) -> list[tuple[str, str, Fraction]]:
        likeliest = sorted(self, key=lambda one: one[1], reverse=True)[:MOST_SHOWN]
        return [(self._said(one, language), percent(chance, language), chance) for one, chance in likeliest]

    def _said(self, outcome: dict[str, Any], language: Language) -> str:
        terms = find(self.system).terms
        parts = []
        for path, value in outcome.items():
            name = path.rpartition(".")[2]
            if not isinstance(value, dict | list):
                label = terms.label(name, language, self.procedure)
                parts.append(f"{lower_first(label)} {value_said(terms, name, value, language)}")
        return ", ".join(parts)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(said)}</td><td>{escape(shown)}</td><td>{exact(chance)}</td></tr>"
            for said, shown, chance in self._shown(spoken_language())
        )
        return f"<table><tbody>{rows}</tbody></table>"

    def _repr_svg_(self) -> str:
        shown = self._shown(spoken_language())
        most = max((chance for *_, chance in shown), default=Fraction(1))
        lines = "".join(
            f'<text x="0" y="{at * ROW + 15}">{escape(said[:40])}</text>'
            f'<rect x="{NAME}" y="{at * ROW + 3}" width="{float(chance / most) * BAR:.1f}" height="{ROW - 8}"/>'
            f'<text x="{NAME + BAR + 8}" y="{at * ROW + 15}">{escape(told)}</text>'
            for at, (said, told, chance) in enumerate(shown)
        )
        box = f'viewBox="0 0 {WIDTH} {len(shown) * ROW}" width="{WIDTH}" height="{len(shown) * ROW}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {box} font-family="sans-serif" font-size="13">{lines}</svg>'
