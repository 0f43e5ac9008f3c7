"""Where the numbers of a sheet come from: each computed again from the sheet itself, with its rule (CREA, CREAT)."""

from typing import Any

from gardien.core.chance import Step, less
from gardien.core.presentation import Content, Derive
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import CODES, JET_CODES, Code, Jet, modifier_of
from gardien.systems.d20d100.rules.growth.scores import BASE_DEFENCE, life_of
from gardien.systems.d20d100.rules.growth.skill_points import codes_of
from gardien.systems.d20d100.table.fighter import line_name


def _counting_parts(parts: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """The parts that count; the first one always does."""
    return tuple(part for index, part in enumerate(parts) if part[1] or not index)


def _scores(sheet: Content, options: Content, entry: str) -> list[Step]:
    """A score, what it is worth on a d20, and for EDU its three points (D100-CREA-05, D100-MISS-02)."""
    code = next((one for one in CODES if one == entry), None)
    score = (sheet.get("scores") or {}).get(entry)
    if code is None or not isinstance(score, int):
        return []
    rolled = (sheet.get("creation_log") or {}).get("edu_roll")
    steps = []
    if code == "EDU" and isinstance(rolled, int) and score >= rolled:
        parts = (("edu_roll", rolled), ("schooling", score - rolled))
        steps.append(Step("EDU", score, "D100-CREA-05", parts))
    else:
        steps.append(Step(code, score, "D100-CREA-04" if code in ("TAI", "APP") else "D100-CREA-06"))
    return [*steps, Step("modifier", modifier_of(score), "D100-MISS-02")]


def _jet(jet: Jet) -> Derive:
    """The modifier it starts at, traits, experience (D100-CREA-08, D100-CREA-14, D100-XP-04)."""

    def derive(sheet: Content, options: Content, entry: str) -> list[Step]:
        held = (sheet.get("jets") or {}).get(jet)
        if not held:
            return []
        parts = ((JET_CODES[jet], held["base"]), ("trait", held["trait"]), ("xp", held["xp"]))
        return [Step(jet, held["total"], "D100-CREA-08", _counting_parts(parts))]

    return derive


def _jets(sheet: Content, options: Content, entry: str) -> list[Step]:
    jet = next((one for one in JET_CODES if one == entry), None)
    return _jet(jet)(sheet, options, entry) if jet else []


def _skills(sheet: Content, options: Content, entry: str) -> list[Step]:
    """Its formula, then each column of the creation sheet (D100-CREA-11, D100-CREA-17)."""
    held = (sheet.get("skills") or {}).get(entry)
    if not isinstance(held, dict):
        return []
    row = pack.skill(entry)
    scores = sheet.get("scores") or {}

    def worth(code: Code) -> int:
        score = scores.get(code, 10)
        return int(score) if row.of_score else modifier_of(score)

    made = (
        *((str(code), worth(code)) for code in codes_of(row, _house(sheet))),
        *((str(code), -worth(code)) for code in row.minus),
        ("constant", row.constant),
    )
    columns = ("trait", "profession", "secondary", "imported", "xp")
    parts = (("base", held["base"]), *((name, held.get(name, 0)) for name in columns))
    special = row.of_score or not (row.plus or row.minus) or bool(row.minus)
    return [
        Step("base", held["base"], "D100-CREA-12" if special else "D100-CREA-11", made),
        Step("total", held["total"], "D100-CREA-17", _counting_parts(parts)),
    ]


def _house(sheet: Content) -> Options:
    """The house rules that the sheet was computed under."""
    rules = sheet.get("house_rules") or {}
    return Options(combat_two_characteristics=bool(rules.get("combat_two_characteristics")))


def _pv_max(sheet: Content, options: Content, entry: str) -> list[Step]:
    """The mean of CON and TAI, traits and what experience bought (D100-CREA-10, D100-XP-04)."""
    pv_max, bonus = sheet["pv_max"], sheet.get("pv_bonus")
    if bonus is None:
        return [Step("pv_max", pv_max, "D100-MISS-07")]
    base = life_of(sheet.get("scores") or {})
    parts = (("base", base), ("pv_bonus", bonus))
    whole = max(1, base + bonus) == pv_max
    return [
        Step("pv_max", pv_max, "D100-CREA-10", parts if whole else (), (1, 400) if whole else None),
        *(Step(name, sheet[name], "D100-HEALTH-04") for name in ("pv_half", "pv_quarter") if name in sheet),
    ]


def _pm_max(sheet: Content, options: Content, entry: str) -> list[Step]:
    return [Step("pm_max", sheet["pm_max"], "D100-CREA-10")]


def _san(sheet: Content, options: Content, entry: str) -> list[Step]:
    """Five times POU at the start, at most 99 less the Mythos; a fifth of it at once is dangerous (D100-SAN-04)."""
    if "san_max" not in sheet:
        return [Step("san", sheet["san"], "D100-SAN-01")]
    mythos = sheet.get("mythos", 0)
    start = sheet.get("san_hour_start", sheet["san"])
    return [
        Step("san_creation", sheet["san_creation"], "D100-CREA-10"),
        Step("san_max", sheet["san_max"], "D100-MAGIC-03", (("base", 99), less("mythos", mythos)))
        if sheet["san_max"] == 99 - mythos
        else Step("san_max", sheet["san_max"], "D100-MAGIC-03"),
        Step("san_20", (start + 4) // 5, "D100-SAN-04"),
        Step("san", sheet["san"], "D100-SAN-01"),
    ]


def _defence_parts(sheet: Content, flat: bool) -> tuple[tuple[str, int], ...]:
    uses_dex = bool((sheet.get("house_rules") or {}).get("defence_uses_dex"))
    dodging = sheet["dex_modifier"] if uses_dex else sheet["reflexes"]
    return _counting_parts(
        (
            ("base", BASE_DEFENCE),
            ("DEX" if uses_dex else "reflexes", min(0, dodging) if flat else dodging),
            ("defence_bonus", sheet.get("defence_bonus", 0)),
            ("dodge_bonus", 0 if flat else sheet.get("dodge_bonus", 0)),
            ("armour_penalty", sheet.get("armour_penalty", 0)),
            ("scale", sheet.get("scale", 0)),
        )
    )


def _defence(field: str, rule: str) -> Derive:
    """15, what dodges, what hinders; a profile written otherwise stands as it is (D100-DEF-01, D100-DEF-02)."""

    def derive(sheet: Content, options: Content, entry: str) -> list[Step]:
        parts = _defence_parts(sheet, field == "defence_flat")
        whole = sum(part for _, part in parts) == sheet[field]
        return [Step(field, sheet[field], rule, parts if whole else ())]

    return derive


def _initiative(sheet: Content, options: Content, entry: str) -> list[Step]:
    bonus = sheet.get("initiative_bonus", 0)
    raises = (sheet.get("house_rules") or {}).get("reflex_raises_initiative", True)
    parts = (("reflexes" if raises else "DEX", sheet["initiative"] - bonus), ("initiative_bonus", bonus))
    return [Step("initiative", sheet["initiative"], "D100-CBT-02", _counting_parts(parts))]


def _damage_bonus(sheet: Content, options: Content, entry: str) -> list[Step]:
    scores: dict[str, Any] = sheet.get("scores") or {}
    strength, size = scores.get("FOR", 10), scores.get("TAI", 10)
    return [
        Step("total", strength + size, "D100-MISS-02", (("FOR", strength), ("TAI", size))),
        Step("damage_bonus", sheet["damage_bonus"], "D100-WPN-03"),
    ]


def _points(field: str, rule: str) -> Derive:
    """Points there were, points spent (D100-CREA-15, D100-CREA-16)."""

    def derive(sheet: Content, options: Content, entry: str) -> list[Step]:
        held = sheet.get(field)
        if not held:
            return []
        parts = (("available", held["available"]), less("spent", held["spent"]))
        return [Step(f"{field.removesuffix('_points')}_left", held["available"] - held["spent"], rule, parts)]

    return derive


def _weapon(sheet: Content, options: Content, entry: str) -> list[Step]:
    """The skill, what the weapon and a specialty add, and the series that follow (D100-WPN-01 to D100-WPN-12)."""
    row = next((one for one in sheet.get("weapons", ()) if line_name(one) == entry), None)
    if row is None or not row.get("base_series"):
        return []
    first, recoil = row["base_series"][0], row["recoil"]
    special = 2 if row["specialty"] else 0
    skill = first - special - row["precision"] - row["improvised"]
    parts = (
        (row["combat_skill"], skill),
        ("specialty", special),
        ("precision", row["precision"]),
        ("improvised", row["improvised"]),
    )
    steps = [Step("first_attack", first, "D100-ATK-02", _counting_parts(parts))]
    for field, label, times in (("double_series", "double_fire", 1), ("triple_series", "triple_fire", 2)):
        if row[field]:
            slower = (("first_attack", first), less("recoil", times * recoil))
            steps.append(Step(label, row[field][0], "D100-WPN-12", slower))
    if row["burst_difficulties"]:
        steps.append(Step("burst_difficulty", row["burst_difficulties"][0], "D100-FIRE-07"))
    steps.append(Step("notation", row["notation"], "D100-WPN-08"))
    return [*steps, *([Step("damage_text", row["damage_text"], "D100-WPN-03")] if row["damage_text"] else [])]


def _armour(sheet: Content, options: Content, entry: str) -> list[Step]:
    worn = sheet.get("armour")
    if not worn:
        return []
    return [
        Step("protection", worn["protection"], "D100-PROT-01"),
        Step("armour_penalty", worn["penalty"], "D100-PROT-02"),
    ]


def _condition(sheet: Content, options: Content, entry: str) -> list[Step]:
    """PV first, then the blows taken beside them (D100-HEALTH-06, D100-TEMP-02)."""
    return [
        Step("pv", sheet["pv"], "D100-HEALTH-01"),
        Step("temp_damage", sheet.get("temp_damage", 0), "D100-TEMP-01"),
        Step("wound_penalty", sheet.get("wound_penalty", 0), "D100-HEALTH-04"),
        Step("condition", sheet["condition"], "D100-HEALTH-06"),
    ]


DERIVATIONS: dict[str, Derive] = {
    "scores": _scores,
    "jets": _jets,
    **{str(jet): _jet(jet) for jet in JET_CODES},
    "skills": _skills,
    "pv_max": _pv_max,
    "pm_max": _pm_max,
    "san": _san,
    "defence": _defence("defence", "D100-DEF-01"),
    "defence_flat": _defence("defence_flat", "D100-DEF-02"),
    "initiative": _initiative,
    "damage_bonus": _damage_bonus,
    "profession_points": _points("profession_points", "D100-CREA-15"),
    "secondary_points": _points("secondary_points", "D100-CREA-16"),
    "weapons": _weapon,
    "armour": _armour,
    "condition": _condition,
}
