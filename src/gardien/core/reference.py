"""The rule reference: every rule in our own words, French and English, by id."""

import os
import re
from collections.abc import Iterable
from functools import cache

import msgspec
from msgspec import Struct

from gardien.core.pack import load_toml
from gardien.core.terms import LANGUAGES, Language, Terms

ENOUGH = 3  # words of a phrase by which it is known
MARKS = '.,;:!?…«»“”"()'  # around words, not of them


class RuleText(Struct, frozen=True):
    """One rule as the reference tells it."""

    id: str
    fr: str
    en: str
    text_fr: str
    text_en: str
    advice: bool = False
    option: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    under: str = ""  # the topic it is filed under, where its id names another
    said_fr: tuple[str, ...] = ()  # what a player says who means it, in words of the table
    said_en: tuple[str, ...] = ()
    does: str = ""  # the procedure that is meant

    @property
    def topic(self) -> str:
        return self.under or self.id.split("-")[-2]

    def title(self, language: Language) -> str:
        return self.fr if language == "fr" else self.en

    def text(self, language: Language) -> str:
        return self.text_fr if language == "fr" else self.text_en

    def said(self, language: Language) -> tuple[str, ...]:
        return self.said_fr if language == "fr" else self.said_en


MENTION = re.compile(r"\{([a-z]+(?:\.\w+)+)\}")  # {option.luck_cap}, {value.luck_cap.start}, {procedure.fall}
QUOTES: dict[Language, str] = {"fr": "«\u00a0{}\u00a0»", "en": "“{}”"}


def with_names(text: str, terms: Terms, language: Language) -> str:
    """A text with the names that it mentions, as the game's own words have them."""

    def named(mention: re.Match[str]) -> str:
        kind, *path = mention[1].split(".")
        entry = terms.value(path[0], path[1]) if kind == "value" else terms.entry(kind, *path)
        if entry is None:
            raise KeyError(mention[1])
        return QUOTES[language].format(terms.say(entry, language))

    return MENTION.sub(named, text)


def read_reference(folder: str, terms: Terms) -> dict[str, RuleText]:
    """All rules of a system's `reference` folder, one file a topic."""
    rules: dict[str, RuleText] = {}
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".toml"):
            continue
        for row in load_toml(os.path.join(folder, name))["rule"]:
            said = {f"text_{one}": with_names(row[f"text_{one}"], terms, one) for one in LANGUAGES}
            rule = msgspec.convert({**row, **said}, RuleText)
            rules[rule.id] = rule
    return rules


def search_text(text: str) -> str:
    """The text in small letters, without accents."""
    if text.isascii():
        return text.lower()
    from unicodedata import combining, normalize

    return "".join(one for one in normalize("NFKD", text.replace("’", "'")) if not combining(one)).lower()


def search_words(search: str) -> list[str]:
    """The words somebody looks for, without the marks around them: « Je fonce sur lui ! »."""
    return [word for one in search_text(search).split() if (word := one.strip(MARKS))]


class _Heard(Struct, frozen=True):
    """What of a rule is looked through, as it is looked for: worked out once."""

    everything: str
    title: dict[Language, str]
    text: dict[Language, str]
    phrases: tuple[list[str], ...]


@cache
def _heard(rule: RuleText) -> _Heard:
    said = " ".join((*rule.said_fr, *rule.said_en))
    return _Heard(
        search_text(f"{rule.id} {rule.fr} {rule.en} {rule.text_fr} {rule.text_en} {said}"),
        {one: search_text(f"{rule.title(one)} {rule.id}") for one in LANGUAGES},
        {one: search_text(" ".join((rule.text(one), *rule.said(one)))) for one in LANGUAGES},
        tuple(_words(phrase) for phrase in (*rule.said_fr, *rule.said_en)),
    )


def search_rules(rules: Iterable[RuleText], search: str, language: Language) -> list[RuleText]:
    """What answers a search, whatever the capitals and accents, or is meant by whoever says so; in the reader's
    language if it can: the nearer to the title, the earlier.
    """
    phrase, wanted = " ".join(search_words(search)), _words(search)
    words = set(phrase.split())
    hits = []
    for rule in rules:
        heard = _heard(rule)
        meant = bool(rule.does and _alike(heard, wanted))
        if not meant and not all(word in heard.everything for word in words):
            continue
        title, text = heard.title[language], heard.text[language]
        read = meant or all(word in title or word in text for word in words)
        tests = (phrase in title, all(word in title for word in words), phrase in text, read)
        hits.append((tuple(not passed for passed in tests), rule))
    known = [one for one in hits if not one[0][-1]] or hits
    return [rule for _, rule in sorted(known, key=lambda one: one[0])]


def spoken(rules: Iterable[RuleText], words: str) -> str:
    """The procedure that somebody means who says so: the phrase that begins alike for longest, three words at least."""
    wanted = _words(words)
    best, meant = 0, ""
    for rule in rules:
        if (length := _alike(_heard(rule), wanted)) > best:
            best, meant = length, rule.does
    return meant


def _alike(heard: _Heard, wanted: list[str]) -> int:
    """How many words a phrase of a rule begins with like what was said, of those that are enough to be known by."""
    best = 0
    for known in heard.phrases:
        alike = next((at for at, (one, two) in enumerate(zip(known, wanted, strict=False)) if one != two), None)
        length = min(len(known), len(wanted)) if alike is None else alike
        if length >= ENOUGH or length == len(known):
            best = max(best, length)
    return best


def _words(text: str) -> list[str]:
    """Words as they are heard: nobody hears the last letter of « je combats », and few write it."""
    return [word.removesuffix("s") for word in re.findall(r"\w+", search_text(text))]


def closest(rules: Iterable[RuleText], search: str, language: Language, count: int = 3) -> list[RuleText]:
    """The rules whose titles sound most like what was looked for and not found."""
    from difflib import SequenceMatcher

    wanted = search_text(search)[:60]

    def likeness(rule: RuleText) -> float:
        title = search_text(rule.title(language))
        return max(SequenceMatcher(None, wanted, part).ratio() for part in (title, rule.id.lower(), *title.split()))

    return sorted(rules, key=likeness, reverse=True)[:count]
