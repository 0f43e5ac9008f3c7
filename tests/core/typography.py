"""How printed French and English look: the spaces and signs that every text must have."""

import re
from collections.abc import Iterator
from typing import Any

from gardien.core.terms import HARD, THIN, Language

VOWELS = "aeiouâàéèêëîïôûùœAEIOUÂÀÉÈÊËÎÏÔŒ"
ELIDED = "[Dd]e|[Qq]ue|[Nn]e|[Ss]e|[Ll]e|[Ll]a|[Ll]orsque|[Pp]uisque"
FAULTS = {
    "fr": {
        "a straight apostrophe": r"'",
        "no thin space before ; ! ?": rf"[^{THIN}][;!?](?=\s|$|[»”)])",
        "no thin space before %": rf"\d[^{THIN}\d]?%|[^{THIN}\d]%",
        "no hard space before :": rf"[^{HARD}]:(?=\s|$)",
        "no hard space after «": rf"«(?!{HARD})",
        "no hard space before »": rf"(?<!{HARD})»",
        "a hyphen for a minus": r"(?:^|[\s(=])-\d",
        "straight quotes": r'"',
        "a vowel that is not elided": rf"\b(?:{ELIDED}) (?=[{VOWELS}])(?!onze|oui\b)",
        "an article that is not contracted": r"\b(?:[Àà]|[Dd]e) les\b",
        "a gender that does not agree": r"\b[Tt]ous les (?:\w+ )?(?:secondes|minutes|heures|semaines|années)\b",
        "a plural verb behind a comma": r", [A-ZÉ]\w+ (?:entrent|lancent|font|finissent|poursuivent|l’emportent)\b",
    },
    "en": {
        "a straight apostrophe": r"'",
        "a space before punctuation": rf"[ {HARD}{THIN}][;:!?%](?=\s|$)",
        "a hyphen for a minus": r"(?:^|[\s(=])-\d",
        "straight quotes": r'"',
    },
}


CAPITAL_ARTICLE = re.compile(r"[a-zà-ÿ,] (?:Les? |La |L’)(?=[a-zà-ÿœ])")  # « sur Le docteur », in a sentence


def typographic_faults(text: str, language: str) -> list[str]:
    """What is wrong with a text."""
    return [name for name, pattern in FAULTS[language].items() if re.search(pattern, text)]


def texts(book: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """Every French and English text of a TOML file: its place, its language, itself."""
    if isinstance(book, list):
        for index, one in enumerate(book):
            name = (one.get("id") or one.get("key") or index) if isinstance(one, dict) else index
            yield from texts(one, f"{path}[{name}]")
    elif isinstance(book, dict):
        for name, value in book.items():
            place = f"{path}.{name}".removeprefix(".")
            language = re.search(r"(?:^|_)(fr|en)(?:_f|_plural)?$", name)
            if isinstance(value, str) and language:
                yield place, language[1], value
            else:
                yield from texts(value, place)


def entries(book: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every entry of a dictionary: the innermost tables."""
    for name, value in book.items():
        if isinstance(value, dict):
            place = f"{path}.{name}".removeprefix(".")
            if any(isinstance(inner, dict) for inner in value.values()):
                yield from entries(value, place)
            else:
                yield place, value


def well_said(line: str, language: Language) -> bool:
    """The signs of voice.md, and none of the machine's own words."""
    if not re.match(r"[A-ZÀ-Ý0-9−.«“]|d[A-Z]\b", line) or line[-1] not in ".]":
        return False
    if re.search(r"  |None|UNSET|True|False|[{}!']| [,]|\.\.|_", line):
        return False
    return typographic_faults(line, language) == [] and not (language == "fr" and CAPITAL_ARTICLE.search(line))
