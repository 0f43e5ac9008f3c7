"""What a round may bring, in words: the odds of each act and what becomes of each fighter."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct, structs

from gardien.core.fighting import ActOdds, Fate, Forecast
from gardien.core.telling import lower_first
from gardien.sheets.states import QUIET
from gardien.web.pages.fight.fights import FightBoard, without_number


def count_names(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{without_number(names[0])} × {len(names)}"


class Said(Struct, frozen=True):
    """A few words about what may come; those that warn stand out."""

    text: str
    due: bool = False


class Outlook:
    """Says a forecast to one viewer."""

    def __init__(self, board: FightBoard) -> None:
        self.board = board

    def effects(self, act: ActOdds) -> list[Said]:
        """What an act does when it succeeds, and what it may cost."""
        terms, language, effects = self.board.system.terms, self.board.frame.language, []
        ranges: dict[str, list[int]] = {}
        for field, value, chance in act.effects:
            if value.isdecimal():
                ranges.setdefault(field, []).extend([int(value)] if chance and int(value) else [])
            elif chance:
                entry = terms.entry("effect", field)
                word = terms.say(entry, language, default=field)
                effects.append(Said(self.board.frame.with_chance(word, chance)))
        for field, values in ranges.items():
            if values:
                effects.insert(
                    0, Said(f"{lower_first(terms.label(field, language))} {self._between(values, signed=True)}")
                )
        if act.price:
            effects.append(Said(self.board.frame.t("risk", chance=self.board.frame.percent(act.price)), due=True))
        return effects

    def fate(self, fate: Fate, people: Mapping[str, str]) -> list[Said]:
        """What becomes of somebody: gauges from what they are now, then the states they may end in."""
        terms, language = self.board.system.terms, self.board.frame.language
        content = self.board.content(people[fate.who]) if fate.who in people else {}
        gauges, states = [], []
        for field, odds in fate.fields.items():
            if all(value.isdecimal() for value, _ in odds):
                before, after = content.get(field, 0), [int(value) for value, _ in odds]
                name = lower_first(terms.label(field, language))
                same = sum((chance for value, chance in odds if int(value) == before), Fraction(0))
                gauges.append(
                    Said(
                        f"{name} {self.board.frame.n(before)} → {self._between(after)}"
                        if same != 1
                        else f"{name} {before}"
                    )
                )
                if 0 < same < 1:
                    gauges.append(Said(self.board.frame.t("fight_unhurt", chance=self.board.frame.percent(same))))
                continue
            feminine = content.get("gender") == "f"
            for value, chance in odds:
                if value not in QUIET:
                    word = lower_first(terms.word(field, value, language, feminine=feminine))
                    states.append(Said(self.board.frame.with_chance(word, chance), due=True))
        return [*gauges, *states]

    def alike_acts(self, forecast: Forecast) -> list[tuple[str, ActOdds]]:
        """Acts with the names of their authors; those alike in everything are one row."""
        rows: dict[Any, tuple[list[str], ActOdds]] = {}
        for act in forecast.acts:
            key = structs.replace(act, actor=without_number(act.actor))
            rows.setdefault(key, ([], act))[0].append(act.actor)
        return [(count_names(names), act) for names, act in rows.values()]

    def alike_fates(self, forecast: Forecast, people: Mapping[str, str]) -> list[tuple[str, list[Said]]]:
        """What becomes of those for whom anything may change."""
        rows: dict[Any, tuple[list[str], list[Said]]] = {}
        for fate in forecast.fates:
            if all(
                len(odds) == 1 and self._is_now(fate.who, field, odds[0][0], people)
                for field, odds in fate.fields.items()
            ):
                continue
            said = self.fate(fate, people)
            rows.setdefault((without_number(fate.who), tuple(said)), ([], said))[0].append(fate.who)
        return [(count_names(names), said) for names, said in rows.values()]

    def _is_now(self, who: str, field: str, value: str, people: Mapping[str, str]) -> bool:
        content = self.board.content(people[who]) if who in people else {}
        return str(content.get(field, QUIET[0] if field == "status" else 0)) == value

    def answers(self, keys: tuple[str, ...]) -> str:
        """What a target may do, in words."""
        terms, language = self.board.system.terms, self.board.frame.language
        words = [terms.say(terms.entry("answer", key), language, default=key) for key in keys]
        return self.board.frame.t("fight_or").join(words)

    def _between(self, values: list[int], signed: bool = False) -> str:
        low, high = self.board.frame.n(min(values), signed), self.board.frame.n(max(values), signed)
        return low if low == high else self.board.frame.t("fight_between", low=low, high=high)
