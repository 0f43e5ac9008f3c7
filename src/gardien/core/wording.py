"""Wording: what the sentences of all games share, in French and English.

Sentences are written with plain spaces and apostrophes; `typeset` puts in the real ones, once, at the end.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from typing import Any

from msgspec import UNSET

from gardien.core.keeper import common_names
from gardien.core.telling import Report, Teller, lower_first
from gardien.core.terms import HARD, LANGUAGES, MINUS, THIN, Language, nearest_whole, percent, phrase

Both = tuple[str, str]  # French, English

VOWELS = tuple("aàâäáãåeéèêëiîïíoôöóõuùûüúœæ")
SILENT = re.compile(  # what a name begins with whose first letter is not heard: Yves, Hélène; of others h and y are
    r"y(?=[b-df-hj-np-tv-xz])|h(?:élè|élo|elen|adès|ades|ect|enri|erm[eèi]|ilaire|ippol|onor|orace|ortens|ubert|ugo|ugu|yac)|h(?:abitant|omme|ôte|umain|ybride)"
)
ARTICLES = ("Le ", "La ", "Les ", "L’", "Un ", "Une ")
TITLES = ("Dr ", "Pr ")  # somebody so called is spoken of with an article
SOMEBODY: Both = ("quelqu'un", "somebody")
NO_DIE: Both = ("aucun dé n'est lancé", "no die is thrown")
BEFORE_A_WORD = re.compile(r"\b([Dd]e|[Àà]) \{(\w+)\}")
WITHIN = r"(?:(?<=[^\W\d_] |[,;)] )|(?<=\())"  # in the middle of a sentence
NAME_WITHIN = re.compile(WITHIN + r"\{(\w+)\}")
NAME_AT_HEAD = re.compile(r"^\{(\w+)\}(?= [a-zà-ÿœ])")
CAPITALS = re.compile(r"\w+[- ][A-ZÀ-ÝŒ]")  # of a name that keeps its own: « Mi-Go », « Grande Race »
ARTICLE_WITHIN = re.compile(WITHIN.replace(",;)", ",;:)") + r"(?:Les? |La |L’|Une? )(?=[a-zà-ÿœ])")
ARTICLES_AHEAD = (" L", "(L", " Un", "(Un")
MOST_DIGITS = 20  # a longer fraction is for the details


def tellers(package: str, modules: Mapping[str, tuple[str, ...]]) -> dict[str, Teller]:
    """One teller for each procedure, found under its name in its module, which is loaded when it first speaks.

    The name has `tell_` before it where pytest would take it for a test.
    """
    return {key: partial(_speak, f"{package}.{module}", key) for module, keys in modules.items() for key in keys}


def _speak(module: str, key: str, report: Report) -> list[str]:
    """What a teller says, each line with a capital and the signs of its language; empty lines fall away."""
    return [typeset(start(line), report.language) for line in _teller(module, key)(report) if line]


@cache
def _teller(module: str, key: str) -> Teller:
    teller: Teller = getattr(import_module(module), f"tell_{key}" if key.startswith("test") else key)
    return teller


# --- signs and letters -----------------------------------------------------------------------------------------------


def typeset(line: str, language: Language) -> str:
    """The spaces and apostrophes of the language; a name’s own article is small inside a French sentence."""
    line = line.replace("'", "’")
    if language == "en":
        return line
    for sign in ";!?%":
        line = line.replace(f" {sign}", THIN + sign)
    if any(one in line for one in ARTICLES_AHEAD):  # most lines have none
        line = ARTICLE_WITHIN.sub(lambda found: found[0].lower(), line)
    return line.replace(" :", f"{HARD}:").replace("« ", f"«{HARD}").replace(" »", f"{HARD}»")


def start(text: str) -> str:
    """A capital where a sentence begins."""
    return text[:1].upper() + text[1:]


class Together(str):
    """Several names in a row that are still known one by one: « à Adèle, au garde et à la goule »."""

    names: tuple[str, ...]

    def each(self, said: Callable[[str], str]) -> str:
        *first, last = (said(spoken(one)) for one in self.names)
        return f"{', '.join(first)} et {last}" if first else last


def of(name: str) -> str:
    """« de Daisy », « d'Abby », « d'Yves », « du garde », « de la cible »; h and y elide in names known to do so."""
    if isinstance(name, Together):
        return name.each(of)
    name = article_lowered(name)
    for article, contracted in (("le ", "du "), ("les ", "des "), *((one, f"du {one}") for one in TITLES)):
        if name.startswith(article):
            return contracted + name[len(article) :]
    elides = name[:1].lower() in VOWELS or (name[:1].isupper() and SILENT.match(name.lower()))
    return f"d'{name}" if elides else f"de {name}"


def to(name: str) -> str:
    """« à Reyes », « au garde »."""
    if isinstance(name, Together):
        return name.each(to)
    name = article_lowered(name)
    for article, contracted in (("le ", "au "), ("les ", "aux "), *((one, f"au {one}") for one in TITLES)):
        if name.startswith(article):
            return contracted + name[len(article) :]
    return f"à {name}"


def with_article(name: str, *, feminine: bool = False, several: bool = False) -> str:
    """« le bras droit », « la tête », « l'abdomen », « les ailes »."""
    if several:
        return f"les {name}"
    return f"l'{name}" if name[:1].lower() in VOWELS else f"{'la' if feminine else 'le'} {name}"


def put_in(text: str, language: Language, words: Mapping[str, Any]) -> str:
    """A sentence with its words; French makes of « de {who} » « d’Omar », of « à {who} » « au docteur »."""
    if language == "fr":

        def contracted(found: re.Match[str]) -> str:
            value = words.get(found[2])
            if not isinstance(value, str):
                return found[0]
            whom = value if isinstance(value, Together) else spoken(value)
            said = (of if found[1].lower() == "de" else to)(whom).replace("'", "’")
            said = start(said) if found[1][0].isupper() else said
            return _braced(said)

        def lowered(found: re.Match[str]) -> str:
            value = words.get(found[1])
            if not isinstance(value, str):
                return found[0]
            return _braced(spoken(value))

        def headed(found: re.Match[str]) -> str:
            value = str(words.get(found[1]))
            return _braced(start(spoken(value))) if value in nouns or value.startswith(TITLES) else found[0]

        nouns = common_names()
        text = NAME_AT_HEAD.sub(headed, NAME_WITHIN.sub(lowered, BEFORE_A_WORD.sub(contracted, text)))
    return text.format_map(words)


def _braced(text: str) -> str:
    """A text whose own braces are no places for words."""
    return text.replace("{", "{{").replace("}", "}}")


def article_lowered(name: str) -> str:
    """« Le docteur Vidal » has an article, « Le Goff » has none; « Le Profond » is somebody of the bestiary."""
    if not name.startswith(ARTICLES):
        return name
    small = name[:1].lower() + name[1:]
    noun = name.partition("’" if name[:2] == "L’" else " ")[2]
    known = noun.startswith(TITLES) or small in common_names().values()
    return small if known or noun[:1].islower() else name


def continued(text: str, name: str) -> str:
    """A sentence that begins with somebody, where another goes on with it: « … : le vigile meurt »."""
    head = start(spoken(name))
    return spoken(name) + text[len(head) :] if text.startswith(head) else text


def spoken(name: str) -> str:
    """Somebody inside a French sentence: « la goule », « le Dr Vidal », « Omar »."""
    return common_names().get(name) or (f"le {name}" if name.startswith(TITLES) else article_lowered(name))


def short_name(name: str) -> str:
    """What somebody is called whose profile is one for several: « Passant » of « Passant, gardien, veilleur »."""
    return name.partition(",")[0]


def common_name(name: str, article: str) -> str:
    """Somebody of the bestiary inside a sentence: « la goule », « l’homme-serpent », « le Mi-Go »."""
    noun = name if CAPITALS.match(name) else lower_first(name)
    return f"{article}{noun}" if article.endswith("’") else f"{article} {noun}"


def with_articles(line: str, nouns: Mapping[str, str]) -> str:
    """A French line whose common names have their article: « pour Goule » is « pour la goule »; « Goule 2 » stays."""
    names = "|".join(map(re.escape, sorted(nouns, key=len, reverse=True)))
    pattern = (
        rf"(?<![\w’-])(?<!«[ {HARD}])(?<!\b[DdAa]u )(?<!\b[Ll][ae] )(?<!\b[Ll]’)"
        rf"(?:([Dd])(?:e |’)|([Àà]) )?({names})(?![\w’-]| \d)"
    )

    def said(found: re.Match[str]) -> str:
        noun = nouns[found[3]]
        noun = of(noun) if found[1] else to(noun) if found[2] else noun
        before = line[: found.start()].rstrip()
        return start(noun) if not before or before[-1] in ".!?" else noun

    return re.sub(pattern, said, line)


# --- parts of sentences ----------------------------------------------------------------------------------------------


def thing_of(report: Report, thing: Both, name: str) -> str:
    """Something and whose it is, if anybody's: « chute de Harvey », “Harvey’s fall”."""
    return report.pick(f"{thing[0]} {of(name)}", f"{name}'s {thing[1]}") if name else report.pick(*thing)


def who_text(report: Report, who: Any = "", role: Both = SOMEBODY, *, acts: bool = False) -> str:
    """A name, or a word for somebody without one; whoever acts may be known to the caller."""
    name = who if isinstance(who, str) else str(getattr(who, "name", ""))
    return name.strip() or (report.who if acts else "") or report.pick(*role)


def join_list(report: Report, items: Sequence[object]) -> str:
    """« A, B et C »."""
    words = [str(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {report.pick('et', 'and')} {words[-1]}"


def count_of(report: Report, count: float, fr: Both, en: Both) -> str:
    """A number with its unit, in the singular or the plural of the language."""
    several = abs(count) >= 2 if report.language == "fr" else count != 1
    return f"{report.number(count)}{HARD}{report.pick(fr[several], en[several])}"


def per_cent(report: Report, value: float) -> str:
    return report.pick(f"{report.number(value)} %", f"{report.number(value)}%")


def arrow(report: Report, before: int, after: int) -> str:
    """A change: « 58 → 51 »."""
    return f"{report.number(before)} → {report.number(after)}"


def semicolon(report: Report) -> str:
    return report.pick(" ;", ";")


def join_sentences(*parts: str) -> str:
    """Sentences on one line, the empty ones left out."""
    return " ".join(part for part in parts if part)


def with_rule(text: str, rule: str) -> str:
    """A sentence with the rule it rests on."""
    return f"{text} [{rule}]"


def present(value: Any) -> bool:
    """Whether an outcome tells this at all."""
    return value is not UNSET and value is not None


# --- words of a game -------------------------------------------------------------------------------------------------


def word(report: Report, field: str, value: str) -> str:
    """A word of the game inside a sentence; a key without one is at least readable."""
    entry = report.terms.value(field, value)
    return lower_first(report.terms.say(entry, report.language)) if entry else value.replace("_", " ")


def label(report: Report, key: str) -> str:
    """A field's name inside a sentence."""
    entry = report.terms.field(key)
    return lower_first(report.terms.say(entry, report.language)) if entry else key.replace("_", " ")


def odds_label(report: Report, key: str) -> str:
    """What a chance or a mean is called: the odds' own word, else the field's."""
    entry = report.terms.entry("odds", key)
    return lower_first(report.terms.say(entry, report.language)) if entry else label(report, key)


def inside(report: Report, row: Any, kept: Sequence[str]) -> str:
    """A row of the pack inside a sentence; codes and the names in `kept` keep their capital."""
    name = report.pick(row.fr, row.en)
    first = name.split(" ")[0].rstrip(",")
    code = not first[1:].replace("-", "").replace("’", "").islower()
    return name if first in kept or code else name_inside(name)


def name_inside(name: str) -> str:
    """What something is called inside a sentence: « Lee-Enfield .303 », and yet « cocktail Molotov »."""
    noun = any(name.split(" ")[0] in phrase("common_heads", language).split(", ") for language in LANGUAGES)
    return name if CAPITALS.match(name) and not noun else lower_first(name)


def chance_text(report: Report, text: str) -> str:
    """A chance in percent, and exactly where that is short."""
    from fractions import Fraction

    chance = Fraction(text)
    exact = f" ({text})" if chance not in (0, 1) and len(text) <= MOST_DIGITS else ""
    return (report.pick("à coup sûr", "certain") if chance == 1 else percent(chance, report.language)) + exact


def mean_said(report: Report, text: str) -> str:
    """A mean with two decimals, and exactly where that is short."""
    from fractions import Fraction

    value = Fraction(text)
    whole, rest = divmod(nearest_whole(abs(value) * 100), 100)
    decimals = f"{rest:02}".rstrip("0")
    shown = (MINUS if value < 0 else "") + report.number(whole) + (report.pick(",", ".") + decimals if decimals else "")
    return shown if value.denominator == 1 or len(text) > MOST_DIGITS else f"{shown} ({text.replace('-', MINUS)})"


# --- refusals --------------------------------------------------------------------------------------------------------


def refusal_line(report: Report, why: Both, rule: str, who: str = "") -> str:
    """A refusal in a sentence of its own, with {who} for whoever is concerned; the full stop and the rule are added."""
    # A name may hold braces of its own, so it is put in, not formatted in.
    return with_rule(start(report.pick(*why).replace("{who}", who or report.who or report.pick(*SOMEBODY))) + ".", rule)


def reason(report: Report, key: str, why: Mapping[str, Both], rule: str, who: str = "") -> str:
    """The sentence for a reason, or its label where there is none."""
    if key in why:
        return refusal_line(report, why[key], rule, who)
    return with_rule(f"{start(word(report, 'reason', key))}.", rule)


def off_at_this_table(report: Report, what: Both, option: str, rule: str) -> str:
    """The refusal of something the house rules leave out: « L'assassinat n'est pas permis »."""
    entry = report.terms.entry("option", option)
    named = report.terms.say(entry, report.language) if entry else ""
    where = report.pick("règles de la table", "house rules")
    quoted = report.pick(f", « {named} »", f", “{named}”") if named else ""
    return with_rule(
        report.pick(f"{what[0]} à cette table ({where}{quoted}).", f"{what[1]} at this table ({where}{quoted})."), rule
    )
