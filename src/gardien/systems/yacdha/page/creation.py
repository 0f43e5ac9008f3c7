"""The steps of creation as a page asks them, with the points left and what each choice brings (CRE)."""

from functools import cache
from typing import Any

import msgspec

from gardien.core.chance import call
from gardien.core.creation import Content, Creation, CreationStep, Meaning, Purse
from gardien.core.interpreters.odds import odds_of
from gardien.systems.yacdha import pack
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.actions import ActionGiven, act
from gardien.systems.yacdha.rules.occupations import highest_level, points_rule
from gardien.systems.yacdha.vocabulary import AgeClass

STEPS = (
    CreationStep(key="age", rules=("YAC-CRE-05",), fields=("age_class",)),
    CreationStep(key="concept", rules=("YAC-CRE-01", "YAC-CRE-10"), fields=("name", "gender", "description")),
    CreationStep(
        key="occupations",
        rules=("YAC-CRE-04", "YAC-CRE-05", "YAC-CRE-06", "YAC-CRE-08", "YAC-OCC-01"),
        fields=("occupations", "principal_occupation"),
    ),
    CreationStep(key="faults", rules=("YAC-CRE-03",), fields=("faults",)),
    CreationStep(key="bonds", rules=("YAC-CRE-09",), fields=("bonds", "places")),
    CreationStep(key="gear", rules=("YAC-CRE-07", "YAC-COM-09"), fields=("weapons", "gifts")),
)


def _options(options: Content) -> Options:
    return msgspec.convert(dict(options), Options)


def _age(given: Content) -> AgeClass:
    known = [row.key for row in pack.table("ages", "age")]
    return given["age_class"] if given.get("age_class") in known else "adult"  # type: ignore[return-value]


def _purses(given: Content, options: Content) -> list[Purse]:
    """The points of the age, less the levels taken (YAC-CRE-04, YAC-CRE-05)."""
    age = _age(given)
    levels = given.get("occupations")
    spent = sum(one for one in levels.values() if isinstance(one, int)) if isinstance(levels, dict) else 0
    points = pack.age(age).points
    return [Purse(field="occupations", left=points - spent, of=points, rule=points_rule(age), always=True)]


@cache
def _against_somebody(level: int) -> Any:
    """The chance against somebody who resists."""
    given = msgspec.convert({"category": "mental", "opposition": {"kind": "active"}, "level": level}, ActionGiven)
    return sum(chance for outcome, chance in odds_of(call(act, given, Options())) if outcome.success)


def _means(field: str, value: Any, options: Content) -> Meaning | None:
    match field:
        case "age_class":
            high, _ = highest_level(value, _options(options))
            return Meaning(key="age_gives", words={"points": pack.age(value).points, "high": high})
        case "occupations" | "gifts" if isinstance(value, int) and 0 <= value <= 5:
            chance = {"chance": _against_somebody(value)}
            return Meaning(word=("occupation_level", str(value)), key="level_gives", words=chance)
    return None


def _leaves_out(options: Content) -> tuple[str, ...]:
    """The base game has no levels (YAC-CRE-03)."""
    return ("occupations", "gifts") if options.get("skill_mode") == "advantage" else ()


def _names(file: str, table: str) -> Any:
    return lambda language: [getattr(row, language) for row in pack.table(file, table)]


def _weapons(language: str) -> list[Any]:
    rows = pack.table("weapons", "weapon")
    return [{"name": getattr(row, language), "trauma_max": row.trauma_max, "mode": row.mode} for row in rows]


CREATION = Creation(
    steps=STEPS,
    needed=("name", "principal_occupation"),
    known={
        "occupations": _names("occupations", "occupation"),
        "principal_occupation": _names("occupations", "occupation"),
        "faults": _names("names", "faults"),
        "bonds": _names("names", "bonds"),
        "places": _names("names", "places"),
        "weapons": _weapons,
    },
    purses=_purses,
    means=_means,
    leaves_out=_leaves_out,
)
