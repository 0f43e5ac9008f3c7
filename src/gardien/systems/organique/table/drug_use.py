"""What drugs leave on a sheet: doses that act, habits, dependencies, the lack of them (DRUG-01 to 08, M11)."""

from typing import Any

import msgspec
from msgspec.structs import replace

from gardien.core.fighting import Content
from gardien.core.scene import Being
from gardien.systems.organique import pack
from gardien.systems.organique.rules.substances import courses
from gardien.systems.organique.rules.substances.drugs import KINDS
from gardien.systems.organique.rules.substances.timed_effects import Lasting
from gardien.systems.organique.sheet.parts import Habit
from gardien.systems.organique.table.fighter import lasting_of, lists, named_among


def habits(sheet: Content) -> list[Habit]:
    """The drugs of somebody’s life."""
    return [msgspec.convert(one, Habit) for one in sheet.get("habits") or ()]


def habit_of(sheet: Content, drug: str) -> Habit:
    """A drug in somebody’s life; what was never taken is a new one."""
    return next((one for one in habits(sheet) if one.drug == drug), Habit(drug=drug))


def doses_acting(sheet: Content, drug: str) -> int:
    """Doses of a drug that still act on somebody: one more comes on top of them (ORG-DRUG-01)."""
    return sum(one.level for one in lasting_of(sheet) if (one.kind, one.key) == ("drug", drug))


def _with_habit(sheet: Content, habit: Habit) -> list[Any]:
    kept = [one for one in habits(sheet) if one.drug != habit.drug]
    return lists([*kept, habit])


def after_dose(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A dose begins to act, a come-down follows it; whoever depends on it begins to count anew (ORG-DRUG-01, 06)."""
    drug, doses, phase = given["drug"], given.get("doses", 1), given.get("phase", "dose")
    if "lasting" not in sheet:
        return {}
    kept = lasting_of(sheet)
    if phase != "dose":
        course = {
            "come_down": courses.after_come_down,
            "withdrawal": courses.after_lack,
            "long_term": courses.after_years,
        }[phase]
        return {"lasting": lists(course(kept, drug))}
    fields: dict[str, Any] = {"lasting": lists(courses.after_dose(kept, drug, doses, given.get("tolerance", 0)))}
    if "habits" in sheet:
        habit = habit_of(sheet, drug)
        counted = replace(habit, unchecked=habit.unchecked + doses, held=max(0, habit.held - doses))
        fields["habits"] = _with_habit(sheet, counted)
    return fields


def drug_in(given: Content) -> str:
    """The drug that a test is about."""
    return named_among(given, pack.keys("drugs", "drug"))


def after_dependency_check(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A dependency begins, with the last dose; the doses of the day are answered for (ORG-DRUG-02 to 04)."""
    drug = drug_in(given)
    if not drug:
        return {}
    kept = lasting_of(sheet)
    new = [one for one in KINDS if outcome[f"{one}_dependent"] and not courses.is_dependent(kept, drug, one)]
    last = max(habit_of(sheet, drug).taken, default=0)
    begins = [Lasting(kind="dependency", key=drug, course=one, since=last) for one in new]
    fields: dict[str, Any] = {"lasting": lists([*kept, *begins])}
    if "habits" in sheet:
        fields["habits"] = _with_habit(sheet, replace(habit_of(sheet, drug), unchecked=0))
    return fields


def after_withdrawal_test(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A day or an hour without: the next test, the end, or the days begun again (ORG-DRUG-04 to 09)."""
    drug, provoked = drug_in(given), given.get("trigger") == "provoked"
    if not drug:
        return {}
    ways = [way for way in ("physical", "psychological") if given.get(way)]
    kept = courses.after_craving(lasting_of(sheet), drug, ways, outcome, provoked)
    if not outcome["takes_dose"]:
        stopped = not (provoked or outcome["takes_dose"])
        return {"lasting": lists(courses.with_after_effects(kept, drug) if stopped else kept)}
    tolerance = habit_of(sheet, drug).tolerance
    return after_dose(sheet.having({"lasting": lists(kept)}), {"drug": drug, "tolerance": tolerance}, {}, "")
