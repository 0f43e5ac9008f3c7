"""Poisons and diseases as time finds them: a second save, days of illness, wounds that fester (P-POIS-01, P-DIS-01)."""

from typing import Any

from gardien.core.fighting import Content
from gardien.core.life import Happening, Stretch
from gardien.core.scene import TALLY, Being
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.rules.body.bleeding_and_rest import DAY, MINUTE
from gardien.systems.cthulhud20.rules.body.care import SLIGHT

INFECTED = "infected_wound"
FESTERS = 2 * DAY  # how long a wound may stay untreated (CD20-P-DIS-01)


def disease_count(key: str) -> str:
    """The count of rounds until the next save against a disease."""
    return f"disease_{key}"


def clean_count(id: int | str) -> str:
    """What says of a wound that it has been thrown for an infection."""
    return f"wound_{id}"


def until_second_save(stretch: Stretch) -> int | None:
    """A minute after the first (CD20-P-POIS-01)."""
    return min((one["rounds"] for one in stretch.being.get("poisons") or ()), default=None)


def second_save(stretch: Stretch, rounds: int) -> Happening:
    dose = min(stretch.being["poisons"], key=lambda one: one["rounds"])
    return Happening("poison", {"poison": dose["poison"], "stage": "secondary"})


def nearer_save(being: Being, rounds: int) -> dict[str, Any]:
    doses = being.get("poisons") or ()
    return {"poisons": [{**one, "rounds": max(0, one["rounds"] - rounds)} for one in doses]} if doses else {}


def without_dose(being: Content, poison: str) -> dict[str, Any]:
    """The dose that has told of itself is spent: of several alike the one that was due first."""
    doses = list(being.get("poisons") or ())
    alike = [one for one in doses if one["poison"] == poison]
    if not alike:
        return {}
    doses.remove(min(alike, key=lambda one: one["rounds"]))
    return {"poisons": doses}


def _next_save(being: Being) -> tuple[int, Any] | None:
    """Rounds until the next day of an illness, and which."""
    ill = [(being.tally.get(disease_count(one["disease"]), DAY), one) for one in being.get("diseases") or ()]
    return min(ill, key=lambda one: one[0], default=None)


def until_next_day_of_illness(stretch: Stretch) -> int | None:
    coming = _next_save(stretch.being)
    return coming[0] if coming else None


def day_of_illness(stretch: Stretch, rounds: int) -> Happening:
    coming = _next_save(stretch.being)
    assert coming is not None
    _, ill = coming
    given = {"disease": ill["disease"], "stage": "daily", "successes_running": ill["successes_running"]}
    return Happening("disease", given)


def nearer_day_of_illness(being: Being, rounds: int) -> dict[str, Any]:
    ill = [disease_count(one["disease"]) for one in being.get("diseases") or ()]
    return {TALLY: {name: max(0, being.tally.get(name, DAY) - rounds) for name in ill}} if ill else {}


def is_infected(being: Being) -> bool:
    return any(one["disease"] == INFECTED for one in being.get("diseases") or ())


def festering(being: Being) -> list[tuple[int, int]]:
    """Wounds that nobody has treated and that have not been thrown for: when they were taken, and the ids of them."""
    notes, tables = being.get("wound_notes") or (), pack.tables_of(being)
    return sorted(
        (note["inflicted_at"], note["id"])
        for wound, note in zip(being.get("wounds") or (), notes, strict=False)
        if not wound["treated"] and wound["severity"] not in SLIGHT and clean_count(note["id"]) not in being.tally
        if pack.interval(tables, wound["severity"])
    )


def until_infected(stretch: Stretch) -> int | None:
    wounds = [] if is_infected(stretch.being) else festering(stretch.being)
    return max(0, wounds[0][0] + FESTERS - int(stretch.now * MINUTE)) if wounds else None


def infection(stretch: Stretch, rounds: int) -> Happening:
    return Happening("disease", {"disease": INFECTED, "stage": "exposure"})


def thrown_for(being: Being) -> dict[str, Any]:
    """The wound that has festered longest has been thrown for."""
    wounds = festering(being)
    return {TALLY: {clean_count(wounds[0][1]): 1}} if wounds else {}


def later(being: Being, what: Happening) -> dict[str, Any]:
    """A save that nobody throws: a day of illness is let pass, a wound stays clean."""
    if what.given.get("stage") == "exposure":
        return thrown_for(being)
    return {TALLY: {disease_count(str(what.given.get("disease"))): DAY}}
