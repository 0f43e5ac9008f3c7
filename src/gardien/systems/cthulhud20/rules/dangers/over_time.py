"""What dangers still do as time passes: second saves, days of illness, wounds that fester, fires that are out.

Doses, illnesses and wounds are lines of a sheet, as it keeps them (P-POIS-01, P-DIS-01, ENV-02, P-ABIL-02).
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.body.ability_damage import SENSES
from gardien.systems.cthulhud20.rules.body.bleeding_and_rest import DAY
from gardien.systems.cthulhud20.rules.body.care import SLIGHT
from gardien.systems.cthulhud20.rules.character import Wound
from gardien.systems.cthulhud20.rules.dangers.impact import bonus_of
from gardien.systems.cthulhud20.rules.fight.attack_severity import grade_of
from gardien.systems.cthulhud20.rules.fight.attack_wound import record
from gardien.systems.cthulhud20.vocabulary import WHOLE, Tables

Line = Mapping[str, Any]
Lines = Sequence[Line]
INFECTED = "infected_wound"
FESTERS = 2 * DAY  # how long a wound may stay untreated (CD20-P-DIS-01)

# ---- poisons ----


def next_dose(doses: Lines) -> Line | None:
    """The dose whose second save comes first (CD20-P-POIS-01)."""
    return min(doses, key=lambda one: one["rounds"], default=None)


def doses_later(doses: Lines, rounds: int) -> list[Line]:
    """The same doses so many rounds later."""
    return [{**one, "rounds": max(0, one["rounds"] - rounds)} for one in doses]


def doses_without(doses: Lines, poison: str) -> list[Line]:
    """The dose that has told of itself is spent: of several alike the one that was due first."""
    spent = next_dose([one for one in doses if one["poison"] == poison])
    at = next((place for place, one in enumerate(doses) if one is spent), len(doses))
    return [*doses[:at], *doses[at + 1 :]]


# ---- diseases ----


def is_infected(diseases: Lines) -> bool:
    """Whether a wound has gone bad: whoever has one does not get their breath back (CD20-P-DIS-01)."""
    return any(one["disease"] == INFECTED for one in diseases)


def festering(wounds: Lines, notes: Lines, thrown: Collection[int], tables: Tables) -> list[tuple[int, int]]:
    """Wounds that nobody has treated and that were not thrown for: when they were taken, and the ids of them."""
    return sorted(
        (note["inflicted_at"], note["id"])
        for wound, note in zip(wounds, notes, strict=False)
        if not wound["treated"] and wound["severity"] not in SLIGHT and note["id"] not in thrown
        if pack.interval(tables, wound["severity"])
    )


# ---- abilities ----


def abilities_a_day_better(damage: Mapping[str, int]) -> dict[str, int]:
    """A day gives one point of each ability back (CD20-P-ABIL-02)."""
    return {one: lost - 1 for one, lost in damage.items() if lost > 1}


def has_senses(scores: Mapping[str, Any], damage: Mapping[str, int]) -> bool:
    """Whether enough of a mind is left to wake (CD20-P-ABIL-02)."""
    return all(int(scores.get(one, 10)) > damage.get(one, 0) for one in SENSES)


# ---- fire ----


def rounds_burnt(fire: Line) -> int:
    """Rounds of a cause that have been played: none as long as nobody knows the die of the first (CD20-ENV-02)."""
    return int(fire["round"]) if fire.get("d10") else 0


def wound_of_fire(most: int, d10: int, rounds: int, tables: Tables, options: Options) -> tuple[Wound, bool] | None:
    """The wound that a fire leaves with its last GB, and whether it may stop by itself at once (CD20-ENV-02).

    None where each round has left its own, where none has passed, or where it is only superficial.
    """
    if options.environment_wound_each_round or not rounds:
        return None
    bonus = bonus_of(most)
    grade = grade_of(bonus + d10 + (rounds - 1) * (bonus + 1), WHOLE, tables, False, options)
    if grade.severity == "superficial":
        return None
    wound = record(WHOLE, grade, grade.pf_loss, grade.pv, True)
    return wound, bool(wound.bleeding and grade.pv)
