"""The frame of every page: templates, words in both languages, static files, headers."""

import hashlib
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from gardien.core.keeper import keeper_named
from gardien.core.pack import load_toml
from gardien.core.telling import lower_first
from gardien.core.terms import Language, number, percent, percents
from gardien.core.wording import Together, put_in, spoken, start
from gardien.sheets.gauges import in_rows
from gardien.table.precedence import ACTING
from gardien.web.answers import cookies_of, language_of
from gardien.web.pages.directions import set_apart
from gardien.web.pages.table.calendar import span_words

HERE = Path(__file__).parent.parent
STATIC = HERE / "static"
LETTERS = HERE.parent / "sheets" / "fonts"  # the same on paper
EVERYWHERE = ("letters/Spectral-SemiBold", "letters/SourceSans3-")
WORDS = str(Path(__file__).parent / "words.toml")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HTML = "text/html; charset=utf-8"
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # with none at all, phones on plain http would not say where a form comes from
    "Cache-Control": "no-store",
}


def say(key: str, language: Language, **words: Any) -> str:
    """A phrase of the pages."""
    text = keeper_named(load_toml(WORDS)["phrase"][key][language], language)
    return put_in(text, language, words) if words else text


def names_together(names: Sequence[str], language: Language) -> str:
    """Several names in a row, the first of them at the head of a sentence."""
    first, *others = [spoken(one) if language == "fr" else one for one in names] or [""]
    head = start(first) if language == "fr" else first
    if len(names) < 2:
        return head
    return say("and_last", language, names=", ".join((head, *others[:-1])), last=names[-1])


def names_inside(names: Sequence[str], language: Language) -> str:
    """Several names inside a sentence that has no more to say of them: « On attend le MJ et Adèle »."""
    said = names_together(names, language)
    return said[:1].lower() + said[1:] if names and names[0][:1].islower() else said


def names_within(names: Sequence[str], language: Language) -> str:
    """The same inside a sentence, which may say « à » or « de » of each: « à Adèle et au garde »."""
    together = Together(names_together(names, language))
    together.names = tuple(names) or ("",)
    return together


@cache
def static_address(name: str) -> str:
    """The address of a static file, with its content in the name, so that browsers may keep it."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:10]
    return f"/static/{name}?{digest}"


def letters_on_every_page() -> list[str]:
    """The addresses of the letters that no page does without: fetched first, so that nothing moves when they come."""
    known = re.findall(r'url\("(letters/[^"]+)"\)', (STATIC / "fonts.css").read_text("utf-8"))
    return [f"/static/{one}" for one in known if one.startswith(EVERYWHERE)]


def hour(milliseconds: int) -> str:
    """When something happened, as a clock on the wall shows it."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone().strftime("%H:%M")


def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # a page is made of dozens, and each would be looked up on the disk again
    )
    made.globals.update(static=static_address, letters=letters_on_every_page(), hour=hour, in_rows=in_rows)
    made.filters["inside"] = lower_first  # a word of a game as a sentence goes on with it
    return made


ENVIRONMENT = _environment()


class Frame:
    """What every template of one request knows: the language, the theme, the words."""

    def __init__(self, language: Language, theme: str = "", here: str = "/") -> None:
        self.language = language
        self.theme = theme
        self.here = here  # where to come back to after another language or theme was chosen
        self.noted: dict[Any, str] = {}  # faults met while drawing, by where they arose, and their references

    def t(self, key: str, **words: Any) -> str:
        return say(key, self.language, **words)

    def n(self, value: int | float, signed: bool = False) -> str:
        return number(value, self.language, signed)

    def percent(self, chance: Any) -> str:
        return percent(chance, self.language)

    def percents(self, chances: Any) -> list[str]:
        return percents(list(chances), self.language)

    def likely(self, chance: Any, said: str = "") -> str:
        """A chance behind what it is the chance of: « touché 72 % », « mort à coup sûr »."""
        return self.t("for_sure") if chance == 1 else said or self.percent(chance)

    def with_chance(self, word: str, chance: Any) -> str:
        return f"{word}{',' if chance == 1 else ''} {self.likely(chance)}"

    def span(self, minutes: int) -> str:
        return span_words(minutes, self.language)

    def together(self, names: Sequence[str]) -> str:
        return names_together(names, self.language)

    def render(self, template: str, **context: Any) -> Markup:
        """A template, or a part of a page; whoever acts meanwhile goes first."""
        ACTING.give_way()
        text = ENVIRONMENT.get_template(template).render(f=self, t=self.t, lang=self.language, **context)
        return Markup(set_apart(text))

    def page(self, template: str, status: int = 200, **context: Any) -> Response:
        return Response(self.render(template, **context), status, HEADERS, HTML)


def frame_of(request: Request) -> Frame:
    """The frame for whoever asks: cookies keep the choices of language and theme."""
    kept = cookies_of(request).get("lang", "")
    language: Language = kept if kept in ("fr", "en") else language_of(request)  # type: ignore[assignment]
    if request.query_params.get("lang") in ("fr", "en"):
        language = language_of(request)
    theme = cookies_of(request).get("theme", "")
    return Frame(language, theme if theme in ("dark", "light") else "", _here(request))


def _here(request: Request) -> str:
    """The page's own address, without a language asked for in it."""
    if request.method != "GET":
        return "/"
    kept = [(name, value) for name, value in request.query_params.multi_items() if name != "lang"]
    return request.url.path + (f"?{urlencode(kept)}" if kept else "")


def parts(*texts: str) -> Response:
    """Parts of a page, each with an id, to be put in place."""
    return Response("".join(texts), 200, HEADERS, HTML)
