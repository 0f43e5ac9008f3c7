"""What scores and courses are worth on a usual test: d100 under five times a score (TEST)."""

from functools import partial
from typing import Any

import msgspec

from gardien.core.terms import Language
from gardien.core.yardstick import Arms, Measure, Pair, Plain, Task, Yardstick
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Code
from gardien.systems.operators.rules.tests.characteristic import CheckGiven, check_characteristic
from gardien.systems.operators.sheet.sheet import SPARE_MAGAZINES, arms

TEST = Task(key="test", rule=check_characteristic, won=lambda one: one.success is True)
USUAL = Options()
SCORES = range(1, 121)
AVERAGE = 10
CODES: dict[str, Code] = {
    "strength": "FOR",
    "agility": "DEX",
    "toughness": "CON",
    "intellect": "INT",
    "will": "POU",
    "charm": "APP",
    "education": "EDU",
}
# A notion -> what is tested, and the specialties and domains that help with it: the first is the one that is written.
COURSES: dict[str, tuple[Code, tuple[tuple[str, str], ...]]] = {
    "fighting": ("FOR", (("assault", "assault"),)),
    "shooting": ("DEX", (("police_officer", "firearms"), ("assault", "assault"))),
    "rifles": ("DEX", (("sniper", "precision_shooting"), ("hunter_guide", "hunting_guns"))),
    "climbing": ("FOR", (("athlete", "athletics"),)),
    "swimming": ("CON", (("athlete", "athletics"),)),
    "hiding": ("DEX", (("burglar", "locks_stealth"),)),
    "noticing": ("INT", (("driver", "perception"), ("criminal_investigation", "investigation"))),
    "tracking": ("INT", (("hunter_guide", "tracking"), ("long_recon", "survival_infiltration"))),
    "fast_talk": ("APP", (("con_artist", "deception"),)),
    "persuading": ("APP", (("politician", "influence"), ("case_officer", "sources"))),
    "bargaining": ("APP", (("antiquarian", "haggling"),)),
    "first_aid": ("INT", (("nurse", "first_aid"), ("combat_medic", "medical_procedures"))),
    "medicine": ("EDU", (("physician", "medical_knowledge"),)),
    "psychology": ("INT", (("psychiatrist", "minds"),)),
    "driving": ("DEX", (("driver", "land_vehicles"), ("trucker", "heavy_vehicles"))),
    "flying": ("DEX", (("pilot", "aircraft"),)),
    "boating": ("DEX", (("sailor", "boats"),)),
    "mechanics": ("DEX", (("mechanic", "vehicle_repair"),)),
    "electronics": ("INT", (("electronic_warfare", "signals"), ("networks", "communications"))),
    "explosives": ("INT", (("combat_engineer", "crossing_demolition"),)),
    "computing": ("INT", (("programmer", "computing"),)),
    "research": ("INT", (("librarian", "research"),)),
    "law": ("EDU", (("lawyer", "law_argument"),)),
    "occult": ("EDU", (("occultist", "occult_lore"),)),
}


def _score(code: Code, sheet: Any) -> tuple[CheckGiven, Options]:
    return CheckGiven(score=getattr(sheet, code, AVERAGE), characteristic=code), USUAL


def _course(code: Code, ways: tuple[tuple[str, str], ...], sheet: Any) -> tuple[CheckGiven, Options]:
    trained = is_versed(
        {"trainings": [_plain(one) for one in getattr(sheet, "trainings", ())], **_own(sheet)}, code, ways
    )
    return CheckGiven(score=getattr(sheet, code, AVERAGE), characteristic=code, advantage=trained), USUAL


def _plain(training: Any) -> Plain:
    return {"domain": training.domain, "characteristic": training.characteristic}


def _own(sheet: Any) -> Plain:
    return {"specialty": getattr(sheet, "specialty", "")}


def is_versed(plain: Plain, code: Code, ways: tuple[tuple[str, str], ...]) -> bool:
    """Whether a specialty or a course helps with a test (OPS-SPEC-02, OPS-CREA-11)."""
    domains = {domain for _, domain in ways}
    key = plain.get("specialty")
    own = [(one.characteristic, one.domain) for one in pack.specialty(key).advantages] if key else []
    taken = [(one["characteristic"], one["domain"]) for one in plain.get("trainings") or ()]
    return any(domain in domains and at in (code, "any") for at, domain in (*own, *taken))


def _read(code: Code, ways: tuple[tuple[str, str], ...], plain: Plain) -> int | None:
    return 1 if "trainings" in plain and is_versed(plain, code, ways) else None


def _write(code: Code, ways: tuple[tuple[str, str], ...], plain: Plain, trained: int) -> Plain:
    """A course is taken, or none (OPS-CREA-11)."""
    specialty, domain = ways[0]
    course = {"specialty": specialty, "characteristic": code, "domain": domain}
    return {**plain, "trainings": [*(plain.get("trainings") or ()), course]} if trained else plain


def _threshold(plain: Plain) -> int:
    """SB as it is written, or half of FOR and CON (OPS-CREA-08)."""
    return int(plain.get("sb") or -(-(plain["FOR"] + plain["CON"]) // 2))


PAIRS: tuple[Pair, ...] = (
    *(
        Pair(
            notion=notion,
            field=code,
            rule="OPS-TEST-02",
            task=TEST,
            asked=partial(_score, code),
            scores=SCORES,
            usual=AVERAGE,
            absolute=True,
        )
        for notion, code in CODES.items()
    ),
    *(
        Pair(
            notion=notion,
            field=f"trainings.{ways[0][1]}",
            rule="OPS-CREA-11",
            task=TEST,
            asked=partial(_course, code, ways),
            scores=range(2),
            read=partial(_read, code, ways),
            write=partial(_write, code, ways),
        )
        for notion, (code, ways) in COURSES.items()
    ),
)


def as_percentile(plain: Plain) -> Plain:
    """The same scores on the same dice: a sheet of the percentile game, but for skills, which there are none of."""
    names = ("name", "player", "gender", "age", "nationality", "san", "notes", *CODES.values())
    told = {name: plain[name] for name in names if plain.get(name) not in (None, "")}
    if plain.get("kind") == "creature":
        return {name: one for name, one in told.items() if name in ("name", "notes", *CODES.values())}
    if plain.get("kind") == "npc":
        told = {name: one for name, one in told.items() if name not in ("player", "age", "nationality")}
    return told


def _armed(plain: Plain, keys: tuple[str, ...], language: Language) -> Plain:
    return {**plain, "weapons": msgspec.to_builtins(arms(keys, language, SPARE_MAGAZINES))}


YARDSTICK = Yardstick(
    kinds=("operator", "npc", "creature"),
    pairs=PAIRS,
    arms=Arms(listed=("weapons", "weapon"), rule="OPS-SHEET-01", key="key", write=_armed, worth=lambda row: row.damage),
    measures=(
        Measure(
            notion="health",
            field="sb",
            rule="OPS-CREA-08",
            ordinary=AVERAGE,
            limits=(1, 1000),
            follows=("operator", "npc"),
            read=_threshold,
        ),
        Measure(notion="mind", field="san", rule="OPS-SAN-01", ordinary=50, limits=(0, 99)),
    ),
    dialects={"d100": as_percentile},
    remarks=("notes", "possessions"),
    aside=("codename", "totals", "bonus", "age_trade", "san_start", "luck_start", "in_play"),
)
