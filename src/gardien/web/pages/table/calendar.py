"""The table's clock in words, and time as people say it: « 1 h 30 », « trois jours », « demain 8 h », a date."""

import re
import unicodedata
from datetime import datetime, timedelta

from gardien.core.errors import Refusal
from gardien.core.terms import Language, number

DAY, HOUR = 24 * 60, 60
MONTHS: dict[Language, tuple[str, ...]] = {
    "fr": (
        *("janvier", "février", "mars", "avril", "mai", "juin", "juillet"),
        *("août", "septembre", "octobre", "novembre", "décembre"),
    ),
    "en": (
        *("January", "February", "March", "April", "May", "June", "July"),
        *("August", "September", "October", "November", "December"),
    ),
}
UNITS = {  # how a unit begins, in either language -> its minutes
    **dict.fromkeys(("m", "mn", "min", "mins", "minute", "minutes"), 1),
    **dict.fromkeys(("h", "heure", "heures", "hour", "hours"), HOUR),
    **dict.fromkeys(("j", "d", "jour", "jours", "day", "days"), DAY),
    **dict.fromkeys(("sem", "semaine", "semaines", "week", "weeks", "w"), 7 * DAY),
    **dict.fromkeys(("mois", "month", "months"), 30 * DAY),
    **dict.fromkeys(("an", "ans", "annee", "annees", "year", "years"), 365 * DAY),
}
NUMBERS = {
    **dict.fromkeys(("un", "une", "a", "an", "one"), 1.0),
    **dict.fromkeys(("demi", "demie", "half"), 0.5),
    **{
        word: float(at)
        for at, word in enumerate(
            ["deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"], 2
        )
    },
    **{
        word: float(at)
        for at, word in enumerate(
            ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 2
        )
    },
    **dict.fromkeys(("quinze", "fifteen"), 15.0),
    **dict.fromkeys(("vingt", "twenty"), 20.0),
    **dict.fromkeys(("trente", "thirty"), 30.0),
}
PIECE = re.compile(r"(\d+(?:[.,]\d+)?|[a-z]+)\s*([a-z]+)?\s*(\d{1,2})?")
AT_HOUR = re.compile(
    r"(?:(?:jusqu'?a|until|till|a|at)\s+)?(demain|tomorrow)?\s*(?:a|at)?\s*(\d{1,2})\s*(?:h|:|heures)\s*(\d{2})?"
)
ON_DAY = re.compile(
    r"(?:le\s+)?(\d{1,2})(?:er)?\s+([a-z]+)\s*(\d{3,4})?(?:\s*,?\s*(?:a|at)?\s*(\d{1,2})\s*(?:h|:)\s*(\d{2})?)?"
)
LONGEST = 10_000_000  # minutes that pass in one go


def date_at(began: str, minutes: int) -> datetime | None:
    """The day and hour of a moment, where the table has a calendar that goes so far."""
    try:
        return datetime.fromisoformat(began) + timedelta(minutes=minutes) if began else None
    except (ValueError, OverflowError):
        return None


def clock_words(minutes: int, language: Language, began: str = "") -> str:
    """A moment of the campaign: its date and hour, or the days since it began."""
    date = date_at(began, minutes)
    if date is None:
        days, rest = divmod(minutes, DAY)
        day = f"{'jour' if language == 'fr' else 'day'} {days + 1}"
        hour, minute = divmod(rest, HOUR)
    else:
        first = "1er" if language == "fr" and date.day == 1 else str(date.day)
        day = f"{first} {MONTHS[language][date.month - 1]} {date.year}"
        hour, minute = date.hour, date.minute
    return f"{day}, {hour}\u00a0h\u00a0{minute:02d}" if language == "fr" else f"{day}, {hour}:{minute:02d}"


def span_words(minutes: int, language: Language) -> str:
    """A span of campaign time in its largest units."""
    days, rest = divmod(minutes, DAY)
    hours, left = divmod(rest, HOUR)
    day = ("jour" if language == "fr" else "day") + ("s" if days > 1 else "")
    if language == "fr" and hours and left:  # « 8 h 20 »
        clock = f"{hours}\u00a0h\u00a0{left:02}"
        return f"{number(days, language)}\u00a0{day} {clock}" if days else clock
    counted = ((days, day), (hours, "h"), (left, "min"))
    parts = [f"{number(count, language)}\u00a0{unit}" for count, unit in counted if count]
    return " ".join(parts) or "0\u00a0min"


COUNTED: dict[Language, tuple[str, ...]] = {  # as far as prose spells them
    "fr": ("", "", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"),
    "en": ("", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
}
TOLD_IN: dict[Language, tuple[tuple[int, str, str], ...]] = {  # minutes, one of it, several
    "fr": ((DAY, "un jour", "jours"), (HOUR, "une heure", "heures"), (1, "une minute", "minutes")),
    "en": ((DAY, "one day", "days"), (HOUR, "one hour", "hours"), (1, "one minute", "minutes")),
}


def span_told(minutes: int, language: Language) -> str:
    """The same as a sentence says it: « huit heures », « 30 jours »; of several units in short, « 8 h 20 »."""
    for unit, one, several in TOLD_IN[language]:
        count, rest = divmod(minutes, unit)
        if count and rest:
            break
        if count:
            spelt = COUNTED[language][count] if count < len(COUNTED[language]) else number(count, language)
            return one if count == 1 else f"{spelt}\u00a0{several}"
    return span_words(minutes, language)


# ---- as people say it ----


def minutes_said(text: str, clock: int, began: str = "") -> int:
    """How many minutes from now: a number, a span in words, an hour to come, or a date of the calendar."""
    said = _plain(text)
    minutes = _span(said)
    if minutes is None:
        minutes = _until_hour(said, clock, began)
    if minutes is None:
        minutes = _until_day(said, clock, began)
    if minutes is None:
        raise Refusal("time/said", field="when", came=text.strip()[:40])
    if minutes < 0 or said.startswith("-"):
        raise Refusal("time/backwards", kind="refused", field="when", came=text.strip()[:40])
    if not 0 < minutes <= LONGEST:
        raise Refusal("time/long", field="when", came=text.strip()[:40])
    return minutes


def _plain(text: str) -> str:
    bare = unicodedata.normalize("NFKD", text.strip().lower().replace("’", "'").replace("−", "-"))
    return " ".join("".join(one for one in bare if not unicodedata.combining(one)).split())


def _span(said: str) -> int | None:
    """« 90 », « 1 h 30 », « 2 jours et 3 heures », « une demi-heure », « dans 3 semaines »."""
    rest = re.sub(r"^(?:dans|in)\s+|^[+-]\s*", "", said).replace("demi-", "demi ")
    rest = re.sub(r"\b(?:et|and)\b|,(?!\d)", " ", rest).strip()
    if rest.isdecimal():
        return int(rest[:12])
    total, at = 0.0, 0
    while at < len(rest):
        piece = PIECE.match(rest, at)
        if piece is None:
            return None
        count, unit, after = piece.groups()
        if unit in NUMBERS and count in NUMBERS and unit not in UNITS:  # « une demi heure »
            at = piece.start(2)
            continue
        amount = NUMBERS.get(count) if count.isalpha() else float(count.replace(",", "."))
        if amount is None or unit not in UNITS:
            return None
        total += amount * UNITS[unit]
        at = piece.end(2)
        if after and UNITS[unit] == HOUR and not re.match(r"\s*[a-z]", rest[piece.end() :]):  # « 1 h 30 »
            total, at = total + int(after), piece.end()
        at += len(rest[at:]) - len(rest[at:].lstrip())
    return round(total) if rest else None


def _until_hour(said: str, clock: int, began: str) -> int | None:
    """« jusqu'à 22 h 09 », « demain 8 h »: the next such hour."""
    found = AT_HOUR.fullmatch(said)
    if found is None or int(found[2]) > 24 or int(found[3] or 0) > 59:
        return None
    now = date_at(began, clock) or datetime(2000, 1, 1) + timedelta(minutes=clock % DAY)
    wanted = (int(found[2]) * HOUR + int(found[3] or 0)) % DAY
    today = wanted - (now.hour * HOUR + now.minute)
    if found[1]:
        return today + DAY
    return today if today > 0 else today + DAY


def _until_day(said: str, clock: int, began: str) -> int | None:
    """« 15 novembre 1927, 6 h »: that day, at that hour or as late as it is now."""
    found, now = ON_DAY.fullmatch(said), date_at(began, clock)
    months = [_plain(one) for listed in MONTHS.values() for one in listed]
    named = [at for at, one in enumerate(months) if found and len(found[2]) > 2 and one.startswith(found[2])]
    if found is None or now is None or not named:
        return None
    hour, minute = (int(found[4]), int(found[5] or 0)) if found[4] else (now.hour, now.minute)
    try:
        date = datetime(int(found[3] or now.year), named[0] % 12 + 1, int(found[1]), hour, minute)
        if not found[3] and date < now:
            date = date.replace(year=date.year + 1)
    except ValueError:
        return None
    return int((date - now).total_seconds()) // 60
