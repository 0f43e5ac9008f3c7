"""Where the numbers of a YACDHA sheet come from: floors, levels, points, each with its rule."""

from gardien.core.chance import Step, less
from gardien.core.presentation import Content, Derive
from gardien.systems.yacdha import pack
from gardien.systems.yacdha.creation.check import STARTING_GAUGE, STARTING_LUCK, act_rule
from gardien.systems.yacdha.rules.occupations import PROFESSIONAL_FROM, act_level, points_rule
from gardien.systems.yacdha.vocabulary import TOP, madness_floor, trauma_floor


def _madness(sheet: Content, options: Content, entry: str) -> list[Step]:
    """Madness starts at 1 and never falls below what the Mythos has left (YAC-CRE-02, YAC-MYT-03, YAC-GAU-01)."""
    mythos = sheet.get("mythos", 0)
    return [
        Step(
            "madness_min",
            madness_floor(mythos),
            "YAC-MYT-03",
            (("start", STARTING_GAUGE), ("mythos", mythos)),
            (1, TOP),
        ),
        Step("madness", sheet.get("madness", STARTING_GAUGE), "YAC-GAU-01"),
    ]


def _trauma(sheet: Content, options: Content, entry: str) -> list[Step]:
    """Trauma starts at 1 and never falls below what lasting harm has left (YAC-CRE-02, YAC-LUC-08, YAC-GAU-02)."""
    sequelae = sheet.get("sequelae", 0)
    return [
        Step(
            "trauma_min",
            trauma_floor(sequelae),
            "YAC-LUC-08",
            (("start", STARTING_GAUGE), ("sequelae", sequelae)),
            (1, TOP),
        ),
        Step("trauma", sheet.get("trauma", STARTING_GAUGE), "YAC-GAU-02"),
    ]


def _luck(sheet: Content, options: Content, entry: str) -> list[Step]:
    return [Step("start", STARTING_LUCK, "YAC-LUC-01"), Step("luck", sheet.get("luck", 0), "YAC-LUC-02")]


def _mythos(sheet: Content, options: Content, entry: str) -> list[Step]:
    mythos = sheet.get("mythos", 0)
    return [
        Step("start", 0, "YAC-MYT-01"),
        Step("mythos", mythos, "YAC-MYT-01"),
        Step(
            "madness_min",
            madness_floor(mythos),
            "YAC-MYT-03",
            (("start", STARTING_GAUGE), ("mythos", mythos)),
            (1, TOP),
        ),
    ]


def _sequelae(sheet: Content, options: Content, entry: str) -> list[Step]:
    sequelae = sheet.get("sequelae", 0)
    return [
        Step("sequelae", sequelae, "YAC-LUC-08"),
        Step(
            "trauma_min",
            trauma_floor(sequelae),
            "YAC-GAU-07",
            (("start", STARTING_GAUGE), ("sequelae", sequelae)),
            (1, TOP),
        ),
    ]


def _occupation(sheet: Content, options: Content, entry: str) -> list[Step]:
    """A level is so many points of those an age has; from 3 on it is a profession (YAC-OCC-01, YAC-CRE-04)."""
    levels = sheet.get("occupations", {})
    level, total = levels.get(entry, 0), sum(levels.values())
    steps = [Step("level", level, "YAC-OCC-01")]
    if level >= PROFESSIONAL_FROM:
        steps.append(Step("profession", True, "YAC-OCC-01"))
    if "age_class" in sheet:  # keeper's characters count no points (YAC-NPC-01)
        age = sheet["age_class"]
        points = pack.age(age).points
        steps.append(
            Step("remaining", points - total, points_rule(age), (("points", points), less("total", total)), (0, points))
        )
    return steps


def _act(sheet: Content, options: Content, entry: str) -> list[Step]:
    """An act has its occupation's level, or the lower one that was agreed (YAC-OCC-08, YAC-OCC-05)."""
    steps = []
    for act in sheet.get("actions", ()):
        if act["name"] == entry:
            top, granted = sheet.get("occupations", {}).get(act.get("occupation") or "", 0), act.get("granted")
            steps.append(
                Step("level", act_level(top, granted), act_rule(top, granted), who=act.get("occupation") or "")
            )
    return steps


def _gift(sheet: Content, options: Content, entry: str) -> list[Step]:
    return [Step("level", sheet.get("gifts", {}).get(entry, 0), "YAC-CRE-07")]


def _weapon(sheet: Content, options: Content, entry: str) -> list[Step]:
    return [
        Step("trauma_max", weapon["trauma_max"], "YAC-COM-09")
        for weapon in sheet.get("weapons", ())
        if weapon["name"] == entry
    ]


def _damage(sheet: Content, options: Content, entry: str) -> list[Step]:
    return [Step("boxes", sheet.get("boxes", TOP), "YAC-CRT-01"), Step("damage", sheet.get("damage", 0), "YAC-CRT-02")]


DERIVATIONS: dict[str, Derive] = {
    "madness": _madness,
    "trauma": _trauma,
    "luck": _luck,
    "mythos": _mythos,
    "sequelae": _sequelae,
    "occupations": _occupation,
    "actions": _act,
    "gifts": _gift,
    "weapons": _weapon,
    "damage": _damage,
}
