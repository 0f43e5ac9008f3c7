"""Chances on a page: the exact odds of what is being filled in, as a bar and numbers, and what each switch brings."""

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct, inspect
from msgspec.structs import replace

from gardien.core.errors import Refusal
from gardien.core.inputs import type_of, words_of
from gardien.core.presentation import FormSpec
from gardien.core.system import System
from gardien.core.telling import lower_first
from gardien.core.terms import HARD, Language, colon, nearest_whole, number
from gardien.core.verdicts import good_field, good_words
from gardien.web.pages.frame import names_together, say
from gardien.web.pages.refusals import of_worker
from gardien.web.worker import Question, Worker

SHADES = ("o1", "o2", "o3", "o4", "o5", "o6")
MANY = 8  # numbers from which on they are told in bands
BANDS = 6
FEW = 2  # numbers from which on their spread is told
MOST_EACH = 8  # people whose fates are weighed one by one
NEITHER = ("o7", "o8", "o9")  # what is neither good nor bad
PERMITS = ("accepted", "allowed")  # outcome fields by which a rule lets something be done: no success by itself
REFUSED = ("refused", *PERMITS, "reason")
SIMPLE = (inspect.LiteralType, inspect.StrType, inspect.IntType, inspect.FloatType, inspect.BoolType)


class Slice(Struct, frozen=True):
    """One outcome: its word, its chance, where it lies on the bar."""

    word: str
    chance: Fraction
    shade: str
    start: float
    width: float
    proper: bool = False  # it begins with somebody's name

    @property
    def inside(self) -> str:
        """The word as a sentence goes on with it."""
        return self.word if self.proper else lower_first(self.word)


class WhatIf(Struct, frozen=True):
    """What the other position of a switch would bring, in points, and what it would risk."""

    name: str
    label: str
    on: bool
    points: int
    risk: Fraction | None


class Chances(Struct, frozen=True):
    """The odds of an action."""

    good: Fraction | None
    slices: tuple[Slice, ...]
    what_ifs: tuple[WhatIf, ...] = ()
    refused: str = ""  # why the rules do not allow it at all
    then: tuple[Slice, ...] = ()  # what it does to whom it is aimed at
    then_name: str = ""
    each: tuple[tuple[str, tuple[Slice, ...]], ...] = ()  # of several, what it does to each, by name
    veiled: bool = False  # what depends on somebody else's sheet is left out
    spread: str = ""  # of numbers: from where to where they go, and their mean
    unanswered: bool = False  # and so is what whoever it is aimed at does about it
    need: str = ""  # the chance as a face of the die that decides
    to_what: str = ""  # what it is the chance of

    @property
    def sure(self) -> Slice | None:
        """The one outcome there can be, where that says by itself whether it goes well."""
        return self.slices[0] if self.good in (0, 1) and len(self.slices) == 1 else None


def to_what(system: System, procedure: str, language: Language) -> str:
    """What a chance is one of: to succeed, or what that means in this act."""
    entry = system.terms.entry("to_succeed", procedure)
    return system.terms.say(entry, language, default=say("to_succeed", language))


class OddsAsker:
    """Asks the worker, several times for one picture."""

    def __init__(
        self,
        worker: Worker,
        system: System,
        procedure: str,
        language: Language,
        *,
        veiled: bool = False,
        people: Mapping[str, str] | None = None,
        feminine: bool = False,
    ) -> None:
        self.worker = worker
        self.feminine = feminine  # whether it befalls a woman: « étourdie »
        self.system = system
        self.procedure = procedure
        self.language: Language = language
        face = system.presentation.forms.get(procedure)
        self.face = face or FormSpec(())
        declared = system.procedure(procedure)
        self.good = good_field(face, declared.outcome, declared.headline)
        self.succeeds = self.face.good != ""  # whether people would say that it succeeds
        self.veiled = veiled
        self.people = people or {}  # those in it, by the names they have there, and what they are called
        self.given: dict[str, Any] = {}
        self.degrees = self.face.degrees or next(iter(declared.headline), "")
        if veiled and self.good.removeprefix("!") not in self.face.known:
            yes_or_no = [one for one in self.face.known if good_field(None, declared.outcome, (one,)) == one]
            self.good = next(iter(yes_or_no), "")  # how far it goes without them
            self.degrees = self.good or next(iter(self.face.known), self.degrees)

    async def odds_by(self, given: dict[str, Any], by: tuple[str, ...]) -> list[tuple[dict[str, Any], Fraction]]:
        question = Question("odds", self.system.key, self.procedure, given, by, self.language, to_page=True)
        status, body = await self.worker.ask(question)
        if status != 200:
            raise of_worker(body)
        return [(one["outcome"], Fraction(one["exact"])) for one in msgspec.json.decode(body)["outcomes"]]

    async def chances(self, given: dict[str, Any]) -> Chances:
        """The picture, and the other position of each switch."""
        procedure = self.system.procedure(self.procedure)
        degrees, self.given = self.degrees, given
        if not procedure.dice or not self.face.has_odds:
            return await self._certain(given)
        fields = [one for one in procedure.outcome_fields() if not self.veiled or one in (*self.face.known, *REFUSED)]
        wanted = (degrees if _can_be_drawn(procedure.outcome, degrees) else "", self.good.removeprefix("!"), *REFUSED)
        by = tuple(dict.fromkeys(name for name in wanted if name.partition(".")[0] in fields))
        told = [name for name in by if name not in REFUSED or name == self.good]
        odds = await self.odds_by(given, by) if told else []
        if refused := self._refusal(odds):
            return refused
        if odds and all(outcome.get(name) is None for outcome, _ in odds for name in told):
            return Chances(None, ())
        ladder = good_words(self.system.presentation, procedure.outcome, degrees)
        share = self._good(odds) if self.good else None
        if ladder and self.succeeds and not self.good:
            share = self._on_ladder(odds, degrees, ladder)
        if share == 1 and self.good in PERMITS:
            return Chances(None, ())
        what_ifs = [await self._what_if(given, name, share) for name in self.face.what_if if self.good]
        then = self.face.then if self.face.then in fields else ""
        effects = await self.odds_by(given, (then, self.good.removeprefix("!"))) if then and self.good else []
        spread = self._spread(odds, degrees) or await self._counted(given, fields)
        return Chances(
            share,
            () if self.veiled and spread else self._slices(odds, degrees),  # of one's own sum, from where to where
            tuple(what_ifs),
            spread=spread,
            then=self._effects(effects, then),
            then_name=self.system.terms.label(then, self.language) if then else "",
            each=() if self.veiled else await self._each(given),
            veiled=self.veiled,
            unanswered=self.face.unanswered,
            need=self._need(share, given),
            to_what=to_what(self.system, self.procedure, self.language),
        )

    def _need(self, share: Fraction | None, given: dict[str, Any]) -> str:
        die = self.face.decided_by
        face = die.need(share, given) if die and share is not None else None
        if die is None or face is None:
            return ""
        return say("need_low" if die.low else "need_high", self.language, face=face, sides=die.sides)

    async def _certain(self, given: dict[str, Any]) -> Chances:
        """Where no die falls, or none worth a look, there is nothing to draw, and yet the rules may not allow it."""
        fields = self.system.procedure(self.procedure).outcome_fields()
        asked = tuple(name for name in (*REFUSED, *self.face.foretold) if name in fields)
        odds = await self.odds_by(given, asked) if asked else []
        told = self._foretold(odds[0][0]) if len(odds) == 1 else ""
        refused = self._refusal(odds)
        return replace(refused, spread=told) if refused else Chances(None, (), spread=told)

    def _foretold(self, outcome: dict[str, Any]) -> str:
        """What nobody has to wait for: « Prix en expérience 3 · Expérience 4 »."""
        terms, known = self.system.terms, [one for one in self.face.foretold if outcome.get(one) is not None]
        labels = [terms.label(one, self.language, self.procedure) for one in known]
        return " · ".join(
            f"{name}{HARD}{number(outcome[one], self.language)}" for name, one in zip(labels, known, strict=True)
        )

    def _refusal(self, odds: list[tuple[dict[str, Any], Fraction]]) -> Chances | None:
        if not odds or not all(_is_refused(outcome) for outcome, _ in odds):
            return None
        refused_outcome = odds[0][0]
        field = "refused" if isinstance(refused_outcome.get("refused"), str) else "reason"  # a rule may say why at once
        return Chances(
            None, (), refused=self.system.terms.word(field, str(refused_outcome.get(field, "")), self.language)
        )

    async def _each(self, given: dict[str, Any]) -> tuple[tuple[str, tuple[Slice, ...]], ...]:
        """What it does to each of several."""
        people = []
        for listed, path in self.face.befalls.items():
            field, _, detail = path.partition(".")
            for name in filter(None, map(_item_name, given.get(listed, ())[:MOST_EACH])):
                own = f"{field}.{name}.{detail}"
                odds = [({path: outcome.get(own)}, chance) for outcome, chance in await self.odds_by(given, (own,))]
                people.append((name, self._effects(odds, path)))
        return tuple(people)

    def _effects(self, odds: list[tuple[dict[str, Any], Fraction]], field: str) -> tuple[Slice, ...]:
        """What it does, worst first; what does nothing, the first of its words, is left out."""
        order = _order(self.system.procedure(self.procedure).outcome, field)
        merged: dict[str, Fraction] = {}
        for outcome, chance in odds:
            if (value := outcome.get(field)) not in (None, False) and order(str(value)) != 0:
                merged[str(value)] = merged.get(str(value), Fraction(0)) + chance
        ranked = sorted(merged, key=lambda one: -order(one))
        slices, start = [], Fraction(0)
        acts = self.procedure in self.system.table_rules.actors  # else it befalls them, and nobody has wanted it
        for at, key in enumerate(ranked):
            shade = SHADES[min(2, at)] if acts or self.good else SHADES[5 - min(2, at)]
            slices.append(
                Slice(self._word(field, key), merged[key], shade, float(start * 100), float(merged[key] * 100))
            )
            start += merged[key]
        return tuple(slices)

    async def good_chance(self, given: dict[str, Any]) -> Fraction | None:
        """How likely it is to go well; None where the rule knows no such thing."""
        return self._good(await self.odds_by(given, (self.good.removeprefix("!"),))) if self.good else None

    def _good(self, odds: list[tuple[dict[str, Any], Fraction]]) -> Fraction | None:
        name, wanted = self.good.removeprefix("!"), not self.good.startswith("!")
        if not any(isinstance(outcome.get(name), bool) for outcome, _ in odds):
            return None  # it does not come to that: there is nothing to go well
        return sum((chance for outcome, chance in odds if outcome.get(name) is wanted), Fraction(0))

    def _on_ladder(
        self, odds: list[tuple[dict[str, Any], Fraction]], degrees: str, ladder: tuple[str, ...]
    ) -> Fraction:
        return sum((chance for outcome, chance in odds if outcome.get(degrees) in ladder), Fraction(0))

    async def _what_if(self, given: dict[str, Any], name: str, share: Fraction | None) -> WhatIf:
        on = bool(given.get(name))
        fields = tuple(one for one in (self.good.removeprefix("!"), self.face.risk) if one)
        label = self.system.terms.label(name, self.language, self.procedure)
        refusals = tuple(one for one in REFUSED if one in self.system.procedure(self.procedure).outcome_fields())
        try:
            with_it = await self.odds_by({**given, name: True}, (*fields, *refusals))
            without = share if not on else self._good(await self.odds_by({**given, name: False}, fields[:1]))
        except Refusal:
            return WhatIf(name, label, on, 0, None)
        if not on and self._refusal(with_it):  # what the rules do not allow is no choice
            return WhatIf(name, label, on, 0, None)
        gain = (self._good(with_it) or Fraction(0)) - (without or Fraction(0))
        points = nearest_whole(gain * 100) if gain >= 0 else -nearest_whole(-gain * 100)
        risk = sum((chance for outcome, chance in with_it if outcome.get(self.face.risk) is True), Fraction(0))
        base = await self.odds_by({**given, name: False}, fields)
        before = sum((chance for outcome, chance in base if outcome.get(self.face.risk) is True), Fraction(0))
        return WhatIf(name, label, on, points, risk if self.face.risk and risk > before else None)

    def _slices(self, odds: list[tuple[dict[str, Any], Fraction]], degrees: str) -> tuple[Slice, ...]:
        """From best to worst: those that went well first, each half in the order of its words.

        What no rule calls good or bad has a colour of its own, and numbers then rise.
        """
        outcomes = self.system.procedure(self.procedure).outcome
        ladder = good_words(self.system.presentation, outcomes, degrees)
        order = _order(outcomes, degrees)
        sided = bool(self.good or ladder)
        turned = -1 if ladder or not sided else 1
        name, wanted = self.good.removeprefix("!"), not self.good.startswith("!")
        merged: dict[tuple[bool, str], Fraction] = {}
        for outcome, chance in odds:
            value = outcome.get(degrees)
            well = outcome.get(name) is wanted if self.good else value in ladder
            key = (well, "" if value is None else str(value).lower() if isinstance(value, bool) else str(value))
            merged[key] = merged.get(key, Fraction(0)) + chance
        ranked = sorted(merged, key=lambda one: (not one[0], -turned * order(one[1])))
        numbers = not sided and all(_is_number(one[1]) for one in ranked)
        if numbers and len(ranked) > MANY:
            return self._bands([(one[1], merged[one]) for one in ranked], degrees)
        slices, start = [], Fraction(0)
        for at, key in enumerate(ranked):
            half = [one for one in ranked if one[0] is key[0]]
            shade = SHADES[(0 if key[0] else 3) + min(2, half.index(key) * 3 // len(half))]
            word, chance = self._word(degrees, key[1]), merged[key]
            if numbers and len(ranked) >= FEW:  # what they count stands above them, once
                word = f"{word}{colon(self.language)}"
            elif not sided and _is_number(key[1]):
                word = self._counted_word(degrees, word, alone=len(ranked) == 1)
            if name != degrees and not key[0] and (True, key[1]) in merged:
                word = self._in_vain(word, name, not wanted)
            shade = shade if sided else NEITHER[at % len(NEITHER)]
            proper = bool(self._winner(degrees, key[1]))
            slices.append(Slice(word, chance, shade, float(start * 100), float(chance * 100), proper))
            start += chance
        return tuple(slices)

    def _counted_word(self, field: str, count: str, *, alone: bool) -> str:
        """A number with what it counts: « échecs 0 : 55 % », « jours : 5 à coup sûr »."""
        card = self.system.presentation.cards.get(self.procedure)
        gauge = self.given.get(card.gauge) if card and card.gauge else None  # which of several it counts
        name = self.system.terms.label(gauge or field, self.language, self.procedure)
        return (
            say("counted", self.language, name=name, count=count) if alone else f"{name} {count}{colon(self.language)}"
        )

    def _spread(self, odds: list[tuple[dict[str, Any], Fraction]], degrees: str) -> str:
        """What numbers come to, where there are several: « Jours en tout : de 52 à 105, 82 en moyenne »."""
        outcomes = self.system.procedure(self.procedure).outcome
        sided = bool(self.good or good_words(self.system.presentation, outcomes, degrees))
        if sided or not all(_is_number(str(outcome.get(degrees))) for outcome, _ in odds):
            return ""
        return self._from_to(odds, degrees, FEW)

    async def _counted(self, given: dict[str, Any], fields: Collection[str]) -> str:
        """Of what goes well or not, how much it costs or does: « SAN perdue : de 0 à 6, 1,4 en moyenne »."""
        counted = [one for one in self.face.counts if one.partition(".")[0] in fields]
        told = [self._from_to(await self.odds_by(given, (one,)), one, 2) for one in counted]
        return " · ".join(filter(None, told))

    def _from_to(self, odds: list[tuple[dict[str, Any], Fraction]], field: str, least: int) -> str:
        values = [Fraction(str(outcome.get(field) or 0)) for outcome, _ in odds]
        if len(set(values)) < least:
            return ""
        mean = sum((value * chance for value, (_, chance) in zip(values, odds, strict=True)), Fraction(0))
        low, high, mean_said = (
            number(int(one) if one.denominator == 1 else round(float(one), 1), self.language)
            for one in (min(values), max(values), Fraction(nearest_whole(mean * 10), 10))
        )
        label = self.system.terms.label(field.rpartition(".")[2], self.language, self.procedure)
        return say("odds_spread", self.language, name=label, low=low, high=high, mean=mean_said)

    def _bands(self, rising: list[tuple[str, Fraction]], degrees: str) -> tuple[Slice, ...]:
        """Many numbers in a few bands, each about as likely as the others."""
        bands: list[list[tuple[str, Fraction]]] = [[]]
        done = Fraction(0)
        for value, chance in rising:
            if bands[-1] and done >= Fraction(len(bands), BANDS):
                bands.append([])
            bands[-1].append((value, chance))
            done += chance
        if len(bands) < 2:  # from where to where they go is told above
            return ()
        slices, start = [], Fraction(0)
        for at, band in enumerate(bands):
            ends = dict.fromkeys(self._word(degrees, value) for value in (band[0][0], band[-1][0]))
            chance = sum((one for _, one in band), Fraction(0))
            shade = NEITHER[at % len(NEITHER)]
            slices.append(
                Slice("–".join(ends) + colon(self.language), chance, shade, float(start * 100), float(chance * 100))
            )
            start += chance
        return tuple(slices)

    def _in_vain(self, word: str, field: str, value: bool) -> str:
        """The same word on the bad side: it went so far, and yet not well."""
        terms, said = self.system.terms, str(value).lower()
        keys = (("odds", field, "in_vain"), ("odds", field, said), ("enum", field, said))
        entry = next(filter(None, (terms.entry(*key) for key in keys)), None)
        return f"{word}, {lower_first(self.system.terms.say(entry, self.language))}" if entry else word

    def _winner(self, field: str, value: str) -> str:
        """Who wins, by name, where it is an opposed test of people at the table."""
        card = self.system.presentation.cards.get(self.procedure)
        if card is None or card.winners is None or field not in card.word:
            return ""
        won = card.winners(self.given, {field: value}, self.people)
        names = [self.people[one] for one in won if one in self.people]
        return (
            say(
                "opposed_win" if len(names) > 1 else "opposed_wins",
                self.language,
                who=names_together(names, self.language),
            )
            if names
            else ""
        )

    def _word(self, path: str, value: str) -> str:
        field = path.rpartition(".")[2]
        if not value:  # it does not come so far
            entry = self.system.terms.entry("odds", field, "unset")
            return self.system.terms.say(entry, self.language) if entry else say("wait_nothing", self.language)
        if named := self._winner(field, value):
            return named
        about, terms = str(self.given.get(self.face.about, "")) if self.face.about else "", self.system.terms
        entry = (
            terms.entry("odds", f"{field}_{about}", value)
            or terms.entry("came", f"{self.procedure}_{value}")  # as the card will say it
            or terms.entry("came", f"{field}_{value}")
            or terms.entry("odds", field, value)
            or terms.entry("odds", value)
            or (terms.entry("enum", field, value) if value in ("true", "false") else None)
        )
        if entry:
            return terms.say(entry, self.language, feminine=self.feminine)
        if value in ("true", "false"):
            label = self.system.terms.label(field, self.language)
            return label if value == "true" else say("not_so", self.language, name=label)
        if value.replace(".", "", 1).isdecimal() and "." in value:
            return number(float(value), self.language)
        return self.system.terms.word(field, value, self.language, feminine=self.feminine)


def _is_refused(outcome: dict[str, Any]) -> bool:
    return bool(outcome.get("refused")) or any(outcome.get(one) is False for one in PERMITS)


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal()


def _item_name(item: dict[str, Any]) -> str:
    """What somebody in a list is called: the item itself, or the person who stands in it."""
    names = [one.get("name") for one in (item, *item.values()) if isinstance(one, dict)]
    return str(next(filter(None, names), ""))


def _leaf(outcome: type[Struct], path: str) -> tuple[type[Struct], str, tuple[inspect.Type, ...]]:
    """Where a field lies, which may be inside another: the value that holds it, its name there, its types."""
    name, _, rest = path.partition(".")
    kind = type_of(outcome)
    assert isinstance(kind, inspect.StructType)
    for one in kind.fields:
        if one.encode_name == name:
            types = one.type.types if isinstance(one.type, inspect.UnionType) else (one.type,)
            items = [each.item_type if isinstance(each, inspect.VarTupleType) else each for each in types]
            inner = next((each.cls for each in items if isinstance(each, inspect.StructType)), None)
            return _leaf(inner, rest) if rest and inner else (outcome, name, types)
    return outcome, name, ()


def _can_be_drawn(outcome: type[Struct], field: str) -> bool:
    """Whether a picture can be made of a field: a word, a number, yes or no."""
    return any(isinstance(one, SIMPLE) for one in _leaf(outcome, field)[2])


def _order(outcome: type[Struct], field: str) -> Callable[[str], float]:
    """The place of a value: numbers by size, words as the rule lists them, worst first."""
    holder, name, types = _leaf(outcome, field)
    if any(isinstance(one, inspect.IntType | inspect.FloatType) for one in types):
        return lambda value: float(value) if value else 0.0
    listed = next((each.values for each in types if isinstance(each, inspect.LiteralType)), ())
    places = {str(value): place for place, value in enumerate(words_of(holder, name) or listed)}
    return lambda value: places.get(value, 0 if places else 1)
