"""What becomes of what lasts: doses, the lack of them, cravings, symptoms, powers (DRUG, DIS, SYM-01, M7)."""

from collections.abc import Collection, Iterable, Mapping
from math import ceil
from typing import Any

from msgspec.structs import replace

from gardien.systems.organique import pack
from gardien.systems.organique.rules.substances.timed_effects import (
    DAY,
    HOUR,
    WEEK,
    Lasting,
    after_outcome,
    ailments_of,
    begin_lasting,
    dosed_again,
)
from gardien.systems.organique.vocabulary import TURNS_PER_MINUTE

Held = tuple[Lasting, ...]
SEVERE = {"minor_hallucinations": "major_hallucinations"}
POWER = "power"  # what a power over a mind is kept as coming from (ORG-PSY-03)
LONG_TERM = "long_term"  # what is kept of years of a drug (ORG-DRUG-01)
IGNORED = 100  # points of suffering: more than anybody has
SURGES, SLOWS = "self_surge", "self_slow_body"
UPON_ONESELF: dict[str, dict[str, Any]] = {
    "self_ignore_pain": {"relief": IGNORED},
    SURGES: {"changes": {"FOR": 5, "VIT": 5}},
}


# ---- drugs ----


def after_dose(held: Held, drug: str, doses: int, tolerance: int) -> Held:
    """A dose begins to act; whoever depends on it begins to count anew (ORG-DRUG-01, ORG-DRUG-06).

    Its times, and those of what begins anew, are given by whoever knows the clock.
    """
    again = (
        Lasting(kind=one.kind, key=one.key, course=one.course) if dosed_again(one, drug, 0) is not one else one
        for one in held
    )
    return (*again, Lasting(kind="drug", key=drug, level=doses, count=tolerance))


def after_come_down(held: Held, drug: str) -> Held:
    """A dose is over, and what follows it begins (M11)."""
    over = next((one for one in held if one.kind == "drug" and one.key == drug), None)
    now = over.until if over and over.until is not None else 0
    return (*(one for one in held if one is not over), begin_lasting("come_down", drug, now))


def after_lack(held: Held, drug: str) -> Held:
    """What the lack of a drug does, until the next test of whoever depends on it (M11)."""
    tests = [one.next for one in held if one.kind == "dependency" and one.key == drug and one.next]
    effect = pack.drug(drug).withdrawal
    if not tests or not (effect.changes or effect.save_mods):
        return held
    lack = Lasting(kind="come_down", key=drug, until=min(tests), changes=effect.changes, save_mods=effect.save_mods)
    return (*(one for one in held if (one.kind, one.key) != ("come_down", drug)), lack)


def after_years(held: Held, drug: str) -> Held:
    """What years of a drug leave: once, and for good (ORG-DRUG-01, M11)."""
    effect = pack.drug(drug).long_term
    known = any((one.key, one.source) == (LONG_TERM, drug) for one in held)
    if known or not (effect.changes or effect.save_mods):
        return held
    years = Lasting(
        kind="symptom", key=LONG_TERM, source=drug, changes=effect.changes, save_mods=effect.save_mods
    )  # fmt: skip
    return (*held, years)


def with_after_effects(held: Held, drug: str) -> Held:
    """What whoever stops keeps for life, whatever becomes of their tests (ORG-DRUG-09)."""
    known = {one.key for one in held if one.kind == "symptom"}
    stays = (one for one in pack.drug(drug).withdrawal.notes if pack.note(one).for_life and one not in known)
    return (*held, *(Lasting(kind="symptom", key=one) for one in stays))


def is_dependent(held: Iterable[Lasting], drug: str, course: str) -> bool:
    """Whether somebody depends on a drug already, in one of the two ways."""
    return any((one.kind, one.key, one.course) == ("dependency", drug, course) for one in held)


def after_craving(held: Held, drug: str, ways: Collection[str], outcome: Mapping[str, Any], provoked: bool) -> Held:
    """A day or an hour without: the next test, the end, or the days begun again (ORG-DRUG-04 to 08).

    Each of the two ways by itself: what is withstood keeps its days while the other searches.
    """
    kept: list[Lasting | None] = []
    for one in held:
        if one.kind != "dependency" or one.key != drug or one.course not in ways:
            kept.append(one)
        elif provoked:
            searches = outcome["must_seek"] and one.course in outcome["next_hours"]
            kept.append(replace(one, next=0, seeking=True) if searches else one)
        else:
            kept.append(after_outcome(one, outcome, one.next or 0))
    return tuple(one for one in kept if one is not None)


# ---- diseases, symptoms, radiation ----


def after_disease(held: Held, disease: str, treatment: int, outcome: Mapping[str, Any]) -> Held:
    """A disease at its new level, with the treatment it has (ORG-DIS-02 to 04)."""
    kept = [
        after_outcome(replace(one, count=treatment), outcome, one.next or 0)
        if (one.kind, one.key) == ("disease", disease)
        else one
        for one in held
    ]
    return tuple(one for one in kept if one is not None)


def later(one: Lasting) -> Lasting:
    """The same, tested again after the same time: an interval of a disease, the days or the hour of a craving."""
    if one.kind == "disease":
        wait = HOUR * pack.disease(one.key).interval_hours
    else:
        wait = HOUR if one.seeking else DAY * max(1, one.count)
    return replace(one, next=(one.next or 0) + wait)


def origin_of(held: Iterable[Lasting], symptom: str) -> Lasting | None:
    """What brings such a symptom, of what lasts; else the drug that acts longest (ORG-SYM-01)."""
    known = [one for one in held if one.kind in ("drug", "come_down", "disease")]
    brings = [one for one in known if symptom in ailments_of(one)]
    drugs = sorted((one for one in known if one.kind != "disease" and one.until), key=lambda one: one.until or 0)
    return next(iter([*brings, *reversed(drugs)]), None)


def without_pain(pains: Iterable[int], level: int) -> list[int]:
    """Sufferings without one of them; it may have been eased (ORG-VOL-04)."""
    left = list(pains)
    felt = max((pain for pain in left if pain <= level), default=None)
    return [pain for at, pain in enumerate(left) if felt is None or at != left.index(felt)]


def without(held: Held, over: Held) -> Held:
    """What is left once some of it is over; what radiation has taken comes back by a point a week (ORG-DMG-11, M17)."""
    weaker = (_week_later(one) for one in over if one.kind == "radiation" and one.changes)
    return (*(one for one in held if one not in over), *(one for one in weaker if one.changes))


def _week_later(one: Lasting) -> Lasting:
    changes = {code: value + 1 for code, value in one.changes.items() if value < -1}
    return replace(one, changes=changes, until=(one.until or 0) + WEEK)


# ---- powers ----


def minutes_of(turns: int) -> int:
    """Turns as minutes of the clock, begun ones counted (M19)."""
    return ceil(turns / TURNS_PER_MINUTE)


def mind_held(power: str, margin: int) -> Lasting | None:
    """What a power does to a mind that has not resisted; what is only believed or forgotten is told, not kept (M7)."""
    row = pack.power(power)
    ailment = str(row.ailment or "")
    if row.severe is not None and margin >= row.severe:
        ailment = SEVERE.get(ailment, ailment)
    if not ailment or (ailment == "suffering" and not margin):
        return None
    turns = max(1, margin) if row.lasting == "margin" else 1
    kind: Any = "suffering" if ailment == "suffering" else "symptom"
    return Lasting(kind=kind, key=ailment, level=margin, turns=turns, source=POWER)


def upon_oneself(power: str, margin: int) -> Lasting | None:
    """A power over one’s own body: a turn for each point of margin (M7)."""
    if pack.power(power).kind != "self":
        return None
    turns = max(1, margin)
    does = UPON_ONESELF.get(power, {})
    return Lasting(kind="power", key=power, level=turns, count=minutes_of(turns), **does)


def turns_of(held: Iterable[Lasting], power: str) -> int:
    """Turns that are left of a power over one’s own body."""
    return max((one.level for one in held if one.kind == "power" and one.key == power), default=0)
