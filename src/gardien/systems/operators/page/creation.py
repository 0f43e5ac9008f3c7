"""The steps of creation as a page asks them, with the points left and what each choice brings (CREA)."""

from typing import Any

from gardien.core.creation import Content, Creation, CreationStep, Meaning, Purse, Throw
from gardien.systems.operators import pack
from gardien.systems.operators.creation.faults import TRADED, languages_of, specialty_of
from gardien.systems.operators.options import rules
from gardien.systems.operators.rules.character import CODES

# The eleven steps of OPS-CREA-01, those that belong together on one screen: what follows from scores stands below them.
STEPS = (
    CreationStep(
        key="identity",
        rules=("OPS-CREA-01", "OPS-CREA-15", "OPS-SPEC-01", "OPS-SPEC-02", "OPS-SPEC-04"),
        fields=(
            *("codename", "first_name", "surname", "gender", "age", "nationality", "specialty", "custom_specialty"),
            "discipline",
        ),
    ),
    CreationStep(
        key="characteristics",
        rules=(
            *("OPS-CREA-02", "OPS-CREA-03", "OPS-CREA-04", "OPS-CREA-05", "OPS-SPEC-03", "OPS-CREA-16"),
            *("OPS-CREA-06", "OPS-CREA-08", "OPS-CREA-09"),
        ),
        fields=(*CODES, "bonus", "age_trade"),
        shows=("characteristics", "sb", "damage_bonus"),
    ),
    CreationStep(key="reserves", rules=("OPS-CREA-07", "OPS-CREA-12", "OPS-LUCK-01"), fields=("san", "luck")),
    CreationStep(
        key="psychology",
        rules=("OPS-CREA-15", "OPS-CREA-10", "OPS-CREA-11"),
        fields=("portrait", "psychology", "hobbies", "trainings"),
    ),
    CreationStep(key="possessions", rules=("OPS-CREA-15",), fields=("possessions", "weapons", "worn")),
    CreationStep(
        key="past",
        rules=("OPS-CREA-15", "OPS-CREA-13", "OPS-CREA-14"),
        fields=("past", "languages", "smatterings", "contacts", "cell"),
    ),
)


SYMPATHISER = "sympathiser"  # any civilian trade, written for them (OPS-SPEC-04)


def _specialty(given: Content) -> str:
    """The specialty chosen so far, if the pack has it and it stands for itself."""
    keys = {row.key for row in pack.table("specialties", "specialty")} - {SYMPATHISER}
    chosen = given.get("specialty")
    return chosen if isinstance(chosen, str) and chosen in keys else ""


def _purses(given: Content, options: Content) -> list[Purse]:
    """Bonus points to spend, and languages once the EDU is known (OPS-CREA-03, OPS-CREA-13)."""
    spent = given.get("bonus")
    points = rules(options).bonus_points
    used = sum(one for one in spent.values() if isinstance(one, int)) if isinstance(spent, dict) else 0
    purses = [Purse(field="bonus", left=points - used, of=points, rule="OPS-CREA-03")]
    education, spoken = given.get("EDU"), given.get("languages")
    if isinstance(education, int):
        key = _specialty(given)
        most = languages_of(education, key or "assault", None)
        known = len(spoken) if isinstance(spoken, list | tuple) else 0
        purses.append(Purse(field="languages", left=most - known, of=most, rule="OPS-CREA-13"))
    return purses


def _means(field: str, value: Any, options: Content) -> Meaning | None:
    """What a score is worth in tests; what a specialty asks for and gives."""
    if field in CODES and isinstance(value, int):
        return Meaning(key="score_gives", words={"standard": 5 * value, "difficult": 3 * value, "extreme": value})
    if field == "specialty" and value == SYMPATHISER:
        return Meaning(key="specialty_own", words={"points": rules(options).bonus_points})
    if field == "specialty" and _specialty({"specialty": value}):
        specialty = specialty_of(value, None)
        words = {
            "points": rules(options).bonus_points,
            "among": ", ".join(specialty.bonus_among),
            "least": specialty.edu_min,
        }
        return Meaning(key="specialty_asks" if specialty.edu_min else "specialty_gives", words=words)
    return None


def _leaves_out(options: Content) -> tuple[str, ...]:
    """Luck is an option (OPS-LUCK-01)."""
    return () if options.get("luck_enabled", True) else ("luck",)


def _names(file: str, table: str) -> Any:
    return lambda language: [getattr(row, language) for row in pack.table(file, table)]


def _nationalities(language: str) -> list[str]:
    rows = pack.table("names", "nationality")
    return list(dict.fromkeys(word for row in rows for word in ((row.fr, row.fr_f) if language == "fr" else (row.en,))))


def _courses(language: str) -> list[Any]:
    """Ready-made courses; one that is a hobby taught stands among the hobbies (M-12)."""
    return [
        {
            "specialty": row.specialty,
            "characteristic": row.characteristic,
            "domain": row.domain,
        }
        for row in pack.table("courses", "course")
        if row.hobby is None
    ]


def _advantages(language: str) -> list[Any]:
    """What the trades of the pack are good at."""
    rows = [one for row in pack.table("specialties", "specialty") for one in row.advantages]
    pairs = dict.fromkeys((one.characteristic, one.domain) for one in rows)
    return [{"characteristic": code, "domain": domain} for code, domain in pairs]


def _strings(table: str) -> Any:
    return lambda language: list(pack.table("names", table))


CREATION = Creation(
    steps=STEPS,
    needed=("codename", "specialty"),
    known={
        "codename": _strings("codenames"),
        "first_name": lambda language: sorted({*pack.table("names", "feminine"), *pack.table("names", "masculine")}),
        "surname": _strings("family"),
        "nationality": _nationalities,
        "specialty": lambda language: list(pack.keys("specialties", "specialty")),
        "custom_specialty.bonus_among": lambda language: list(CODES),
        "custom_specialty.advantages": _advantages,
        "bonus": lambda language: list(CODES),
        "age_trade": lambda language: list(TRADED),
        "hobbies": _names("hobbies", "hobby"),
        "trainings": _courses,
        "contacts": _names("backgrounds", "contacts"),
    },
    why={**dict.fromkeys(CODES, ("why_score", "OPS-CREA-04")), "EDU": ("why_education", "OPS-CREA-04")},
    fixed=("bonus", "age_trade"),
    thrown=dict.fromkeys(CODES, Throw(2, 6, plus=6)),  # OPS-CREA-02
    columns={"weapons": ("key", "spare_magazines")},
    only={"custom_specialty": lambda given: given.get("specialty") == SYMPATHISER},
    purses=_purses,
    means=_means,
    leaves_out=_leaves_out,
)
