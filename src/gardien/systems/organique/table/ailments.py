"""What diseases, symptoms and radiation leave on a sheet, and how it ends again (DIS, SYM, DMG-11)."""

from typing import Any

from gardien.core.fighting import Content
from gardien.core.scene import Being
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.person import points
from gardien.systems.organique.rules.substances import courses
from gardien.systems.organique.rules.substances.diseases import after_growth
from gardien.systems.organique.rules.substances.timed_effects import DAY, MORNING, WEEK, Lasting, day_of, minutes_left
from gardien.systems.organique.table.fighter import body_fields, lasting_of, lists, named_among, person, rules
from gardien.systems.organique.vocabulary import MOST_RADIATION, TURNS_PER_MINUTE

SHOWN = ("stupor", "blind", "one_eyed", "coma")  # symptoms that show on a sheet under their own name
INFECTION = "wound_infection"  # what a dirty wound brings (ORG-DIS-06)
INFECTIONS = "infections"  # the family of diseases that keep wounds from healing (M12, M17)
HELD = ("coma", "paralysis")  # states of a body that go with what brought them (ORG-SYM-01, ORG-SYM-12)
FLAGS = ("cardiac_arrest", "coma", "paralysis", "respiratory_arrest", "shock", "unconsciousness", "vomiting")


# ---- diseases ----


def is_infected(sheet: Content) -> bool:
    """Whether a disease keeps wounds from healing (M12, M17)."""
    return any(one.kind == "disease" and pack.disease(one.key).family == INFECTIONS for one in lasting_of(sheet))


def disease_fields(sheet: Being, disease: str, options: Options) -> dict[str, Any]:
    """A disease begins, unless it is there already; at level 1 with what that level does (ORG-DIS-01, ORG-DIS-05)."""
    kept = lasting_of(sheet)
    if any(one.kind == "disease" and one.key == disease for one in kept):
        return {}
    level = 1 if options.disease_starts_level_1 else 0
    fields: dict[str, Any] = {"lasting": lists([*kept, Lasting(kind="disease", key=disease, level=level)])}
    if level:
        ill = after_growth(person(sheet), disease, 0, level, options)
        fields |= body_fields(sheet, ill)
        fields |= {"SNG": left} if (left := points(ill.frame.SNG)) != sheet.get("SNG") else {}
    return fields


def after_exposure(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What somebody has caught (ORG-DIS-01)."""
    disease = named_among(given, pack.keys("diseases", "disease"))
    caught = disease and outcome["infected"]
    return disease_fields(sheet, disease, rules(given.get("options") or {})) if caught else {}


def after_disease_test(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A disease at its new level, with the treatment it has; what is overcome leaves its immunity (DIS-02 to 04)."""
    disease = given.get("disease", INFECTION)
    kept = courses.after_disease(lasting_of(sheet), disease, given.get("treatment", 0), outcome)
    if not outcome["cured"]:
        ill = next((one for one in kept if (one.kind, one.key) == ("disease", disease)), None)
        still = any((one.kind, one.key, one.source) == ("symptom", "paralysis", disease) for one in kept)
        return {"lasting": lists(kept), **(_still_fields(sheet, ill) if still and ill else {})}
    known = list(sheet.get("overcome") or ())
    brought = tuple(one for one in kept if one.source == disease)  # its symptoms go with it (ORG-SYM-01)
    gone = ended({**sheet, "lasting": lists(kept)}, brought)
    return {**gone, **({} if disease in known else {"overcome": [*known, disease]})}


# ---- symptoms ----


def after_symptom(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A symptom that shows on no body is written down, as long as it lasts: as what it came from (ORG-SYM-01)."""
    effect = outcome.get("effect", "none")
    kept = lasting_of(sheet)
    origin = courses.origin_of(kept, effect)
    held = effect in HELD and origin is not None and given.get("lasts_turns", 1) == 1
    if effect in ("none", "stroke") or (effect in FLAGS and not held):
        return {}
    turns, pain = outcome.get("duration"), outcome.get("penalty") or 0
    fresh = Lasting(
        kind="suffering" if effect == "headache" else "symptom",
        key=effect,
        level=pain,
        turns=turns or 0,
        until=origin.until if origin and not turns else None,
        source=origin.key if origin and not turns else "",
    )
    again = [one for one in kept if fresh.source and (one.kind, one.key, one.source) == _named(fresh)]
    fields: dict[str, Any] = {"lasting": lists([*(one for one in kept if one not in again), fresh])}
    if pain and again:
        fields["suffering"] = [*courses.without_pain(sheet.get("suffering") or (), again[0].level), pain]
    if effect == "insomnia":
        fields |= _sleepless_fields(sheet)
    return {**fields, **(_still_fields(sheet, origin) if effect == "paralysis" and origin else {})}


def _still_fields(sheet: Being, origin: Lasting) -> dict[str, Any]:
    """No movement until what brought it is over, or is asked about again (ORG-SYM-12)."""
    minutes = minutes_left(origin, sheet.scene.clock)
    return {"paralysed_turns": minutes * TURNS_PER_MINUTE} if minutes else {}


def _sleepless_fields(sheet: Being) -> dict[str, Any]:
    """Whoever finds no sleep tonight has been awake since the morning (ORG-SYM-10, ORG-DMG-14)."""
    if "awake_since" not in sheet or sheet["awake_since"] is not None:
        return {}
    return {"awake_since": max(0, (day_of(sheet.scene.clock) - 1) * DAY + MORNING)}


def _named(one: Lasting) -> tuple[str, str, str]:
    return one.kind, one.key, one.source


def ended(being: Content, over: tuple[Lasting, ...]) -> dict[str, Any]:
    """What is over takes away what it showed as."""
    fields: dict[str, Any] = {"lasting": lists(courses.without(lasting_of(being), over))}
    for one in over:
        if one.kind == "suffering":
            pains = fields.get("suffering") or being.get("suffering") or ()
            fields["suffering"] = courses.without_pain(pains, one.level)
        if one.kind == "symptom" and one.key in SHOWN:
            fields[one.key] = False
        if one.kind == "symptom" and one.key == "paralysis":
            fields |= {"paralysed_turns": 0, "no_air": False}  # ORG-SYM-12
        if one.kind == "collapse" and being.get("end_now") == -1:
            fields["end_now"] = 0  # ORG-END-09
    return fields


def after_radiation(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """An exposure that has shown what it does; what it took comes back by the week (ORG-DMG-11, M17)."""
    kept = list(lasting_of(sheet))
    shown = [one for one in kept if one.kind == "radiation" and one.next is not None]
    over = next((one for one in shown if min(one.level, MOST_RADIATION) == given["points"]), None)
    left = [one for one in kept if one is not over]
    was, now = sheet.get("changes") or {}, (outcome.get("state") or {}).get("changes") or {}
    weak = {code: now[code] - was.get(code, 0) for code in now if now[code] < was.get(code, 0)}
    if not weak:
        return {"lasting": lists(left)}
    loss = Lasting(kind="radiation", changes=weak, since=sheet.scene.clock, until=sheet.scene.clock + WEEK)
    return {"lasting": lists([*left, loss]), "changes": was, "end_now": sheet.get("end_now")}
