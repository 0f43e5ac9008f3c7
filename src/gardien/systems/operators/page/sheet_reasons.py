"""Where the numbers of a sheet come from: test values, SB, damage bonus, SAN, luck, languages, each with its rule."""

from typing import Any

import msgspec

from gardien.core.chance import Step, less
from gardien.core.presentation import Content, Derive
from gardien.systems.operators import pack
from gardien.systems.operators.creation.check import MOST_SAN, bonus_rule, score_parts
from gardien.systems.operators.creation.faults import languages_of, needs_discipline, specialty_of
from gardien.systems.operators.options import rules
from gardien.systems.operators.pack.rows import Code
from gardien.systems.operators.rules.character import CODES, Combatant, Specialty, extra_languages, lower_bonus
from gardien.systems.operators.rules.tests.d100 import three_values

MELEE, SHOT = "OPS-DMG-01", "OPS-DMG-04"


def _who(sheet: Content) -> Combatant:
    """Whoever the sheet speaks of, as a fight reads them."""
    known = {name: sheet[name] for name in Combatant.__struct_fields__ if sheet.get(name) is not None}
    return msgspec.convert(known, Combatant)


def _custom(sheet: Content) -> Specialty | None:
    written = sheet.get("custom_specialty")
    return msgspec.convert(written, Specialty) if written else None


def _made_of(sheet: Content, code: Code) -> list[Step]:
    """What was thrown, what the specialty added, what age took or taught (OPS-CREA-02, OPS-CREA-03, OPS-CREA-05)."""
    traded = sheet.get("age_trade") or {}
    bonus = (sheet.get("bonus") or {}).get(code, 0)
    moved = (sum(traded.values()) if code == "EDU" else 0) - traded.get(code, 0)
    score = sheet[code]
    parts = (("base", score - bonus - moved), ("bonus", bonus), ("age_trade", moved))
    rule = "OPS-CREA-05" if moved else "OPS-CREA-03" if bonus else "OPS-CREA-02"
    return [Step(code, score, rule, tuple(part for part in parts if part[1] or part[0] == "base"))]


def _score(code: Code) -> Derive:
    """A score with drain and encumbrance, and the three values of its tests (OPS-CREA-06, OPS-ARM-04, OPS-CREAT-09)."""

    def derive(sheet: Content, options: Content, entry: str) -> list[Step]:
        if code not in sheet:
            return []
        who = _who(sheet)
        steps = _made_of(sheet, code) if sheet.get("kind") == "operator" else []
        parts = score_parts(who, code)
        if len(parts) > 1 or not steps:
            rule = "OPS-ARM-04" if parts[-1][0] == "worn" else "OPS-CREAT-09" if len(parts) > 1 else "OPS-CREAT-02"
            steps.append(Step(code, who.current(code), rule, parts, (0, 1000)))
        values = msgspec.to_builtins(three_values(who.current(code)))
        return [*steps, *(Step(name, value, "OPS-CREA-06") for name, value in values.items())]

    return derive


def _sb(sheet: Content, options: Content, entry: str) -> list[Step]:
    """The mean of FOR and CON without what passes, a half in one’s favour (OPS-CREA-08, OPS-DICE-02)."""
    who = _who(sheet)
    rule = "OPS-CREAT-07" if who.kind == "creature" else "OPS-CREA-08"
    if who.sb is not None:
        return [Step("sb", who.sb, rule)]
    scores: tuple[Code, ...] = ("FOR", "CON")
    return [
        *(Step(code, who.lasting(code), rule) for code in scores),
        Step("sb", who.threshold(rules(options)), rule),
    ]


def _damage_bonus(sheet: Content, options: Content, entry: str) -> list[Step]:
    who = _who(sheet)
    bonus, rule = who.bonus(rules(options)), bonus_rule(who)
    thrown = Step("thrown_bonus", lower_bonus(bonus), "OPS-DMG-03")
    return [Step("FOR", who.current("FOR"), rule), thrown, Step("damage_bonus", bonus, rule)]


def _most_san(sheet: Content) -> Step:
    si = sheet.get("si", 0)
    return Step("san_max", MOST_SAN - si, "OPS-SAN-09", (("base", MOST_SAN), less("si", si)))


def _san(sheet: Content, options: Content, entry: str) -> list[Step]:
    """Thrown at creation, at most 100 less what one knows (OPS-CREA-07, OPS-SAN-01, OPS-SAN-09)."""
    start = [Step("san_start", sheet["san_start"], "OPS-CREA-07")] if "san_start" in sheet else []
    return [*start, _most_san(sheet), Step("san", sheet.get("san", 0), "OPS-SAN-01")]


def _si(sheet: Content, options: Content, entry: str) -> list[Step]:
    return [Step("si", sheet.get("si", 0), "OPS-SAN-09"), _most_san(sheet)]


def _luck(sheet: Content, options: Content, entry: str) -> list[Step]:
    start = Step("luck_start", sheet.get("luck_start", 0), "OPS-CREA-12")
    return [start, Step("luck", sheet.get("luck", 0), "OPS-LUCK-01")]


def _languages(sheet: Content, options: Content, entry: str) -> list[Step]:
    """One for every two points of EDU above 11; translators have one more (OPS-CREA-13, M-10)."""
    education = _who(sheet).current("EDU")
    steps = [Step("EDU", education, "OPS-CREA-13")]
    key = sheet.get("specialty") or ""
    most = languages_of(education, key, _custom(sheet)) if key else extra_languages(education)
    more = most - extra_languages(education)
    parts = (("EDU", most - more), ("specialty", more)) if more else ()
    return [*steps, Step("extra_languages", most, "OPS-CREA-13", parts)]


def _bonus(sheet: Content, options: Content, entry: str) -> list[Step]:
    points, spent = rules(options).bonus_points, sum((sheet.get("bonus") or {}).values())
    parts = (("bonus_points", points), less("bonus", spent))
    return [Step("bonus_left", max(0, points - spent), "OPS-CREA-03", parts, (0, points))]


def _specialty(sheet: Content, options: Content, entry: str) -> list[Step]:
    key, custom = sheet.get("specialty") or "", _custom(sheet)
    if not key and custom is None:
        return []
    specialty = specialty_of(key, custom)
    steps = [
        Step("bonus_points", rules(options).bonus_points, "OPS-CREA-03"),
        Step("bonus_among", ", ".join(specialty.bonus_among), "OPS-SPEC-02"),
    ]
    if specialty.edu_min:
        steps.append(Step("edu_min", specialty.edu_min, "OPS-SPEC-03"))
    if needs_discipline(key, custom):
        steps.append(Step("discipline", sheet.get("discipline") or "", "OPS-SPEC-02"))
    return steps


def _weapon(sheet: Content, options: Content, entry: str) -> list[Step]:
    """Its damage, and the bonus of the arm that swings or throws it (OPS-DMG-01 to OPS-DMG-04)."""
    row: dict[str, Any] | None = next((one for one in sheet.get("weapons", ()) if one.get("name") == entry), None)
    if row is None or not row.get("damage"):
        return []
    weapon = pack.weapon(row["key"]) if row.get("key") else None
    if weapon is not None and weapon.type == "firearm":
        reach = Step("zone_max", weapon.zone_max, "OPS-CBT-08")
        loaded = [Step("magazine", weapon.magazine, "OPS-OPT-05")] if weapon.magazine is not None else []
        return [reach, *loaded, Step("damage", row["damage"], SHOT)]
    bonus = _who(sheet).bonus(rules(options))
    thrown = weapon is not None and weapon.type == "thrown"
    helped = (
        Step("thrown_bonus", lower_bonus(bonus), "OPS-DMG-03") if thrown else Step("damage_bonus", bonus, "OPS-DMG-02")
    )
    return [helped, Step("damage", row["damage"], MELEE)]


def _worn_steps(sheet: Content, options: Content, entry: str) -> list[Step]:
    """What it takes off, how often, and what it costs (OPS-ARM-02 to OPS-ARM-04)."""
    keys = [key for key in sheet.get("worn", ()) if entry in ("", key)]
    steps = []
    for row in map(pack.protection, keys):
        if row.uses is not None:
            steps.append(Step("uses_left", (sheet.get("uses_left") or {}).get(row.key, row.uses), "OPS-ARM-03"))
        steps += [
            Step(code, -getattr(row, f"penalty_{code}"), "OPS-ARM-04")
            for code in ("DEX", "CON")
            if getattr(row, f"penalty_{code}")
        ]
        steps.append(Step("protection", row.value, "OPS-ARM-02"))
    return steps


def _wound_level(sheet: Content, options: Content, entry: str) -> list[Step]:
    """Only the worst wound counts (OPS-HLTH-02, OPS-HLTH-06)."""
    steps = [Step("sb", _who(sheet).threshold(rules(options)), "OPS-HLTH-01")]
    worst = max((one["damage"] for one in sheet.get("wounds", ())), default=None)
    if worst is not None:
        steps.append(Step("damage", worst, "OPS-HLTH-06"))
    return [*steps, Step("wound_level", sheet.get("wound_level", "none"), "OPS-HLTH-02")]


DERIVATIONS: dict[str, Derive] = {
    **{str(code): _score(code) for code in CODES},
    "sb": _sb,
    "damage_bonus": _damage_bonus,
    "san": _san,
    "si": _si,
    "luck": _luck,
    "languages": _languages,
    "bonus": _bonus,
    "specialty": _specialty,
    "weapons": _weapon,
    "worn": _worn_steps,
    "wound_level": _wound_level,
}
