"""The steps of creation as a page asks them, with the points left and what each choice brings (CREA)."""

from typing import Any

from gardien.core.creation import Content, Creation, CreationStep, Meaning, Purse
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.choices import keyed
from gardien.systems.d20d100.pack_rows import Profession, signed
from gardien.systems.d20d100.skills import profession_points, secondary_points
from gardien.systems.d20d100.traits import FREE_TRAITS, slots_left
from gardien.systems.d20d100.values import CODES, Code, Trait, modifier_of

STEPS = (
    CreationStep(
        key="identity",
        rules=("D100-CREA-01", "D100-CREA-20", "D100-MISS-03"),
        fields=("name", "first_name", "surname", "gender", "age", "nationality", "profession"),
    ),
    CreationStep(
        key="characteristics",
        rules=("D100-CREA-02", "D100-CREA-03", "D100-CREA-04", "D100-CREA-05", "D100-CREA-06", "D100-CREA-07"),
        fields=("scores",),
    ),
    CreationStep(key="derived", rules=("D100-CREA-08", "D100-CREA-09", "D100-CREA-10"), fields=("campaign", "mythos")),
    CreationStep(key="base_skills", rules=("D100-CREA-11", "D100-CREA-12", "D100-CREA-13"), fields=()),
    CreationStep(
        key="traits",
        rules=("D100-CREA-14", "D100-TRAIT-01", "D100-TRAIT-05", "D100-MISS-04"),
        fields=("traits",),
    ),
    CreationStep(key="description", rules=("D100-CREA-20",), fields=("portrait", "description", "history", "contacts")),
    CreationStep(
        key="profession_skills",
        rules=("D100-CREA-15", "D100-CREA-19"),
        fields=("profession_key_characteristic", "profession_skills", "profession_spending"),
    ),
    CreationStep(
        key="secondary_skills",
        rules=("D100-CREA-16", "D100-CREA-17", "D100-CREA-18"),
        fields=("secondary_spending",),
    ),
    CreationStep(
        key="equipment",
        rules=("D100-WPN-05", "D100-MISS-05", "D100-MISS-06", "D100-MISS-18"),
        fields=("arms", "vest", "equipment", "money"),
    ),
)


def _profession(given: Content) -> Profession | None:
    """The profession chosen so far, if the pack has it."""
    chosen = given.get("profession")
    rows = pack.table("professions", "profession")
    key = keyed(rows, chosen) if isinstance(chosen, str) else ""
    return next((row for row in rows if row.key == key), None)


def _score(given: Content, code: Code) -> int | None:
    scores = given.get("scores")
    found = scores.get(code) if isinstance(scores, dict) else None
    return found if isinstance(found, int) else None


def _spent(given: Content, field: str) -> int:
    points = given.get(field)
    return sum(one for one in points.values() if isinstance(one, int)) if isinstance(points, dict) else 0


def _purses(given: Content, options: Content) -> list[Purse]:
    """Traits, and the points of profession and INT once their scores are known (D100-CREA-15, D100-CREA-16)."""
    found = []
    taken = given.get("traits")
    if isinstance(taken, list | tuple):
        rows = pack.table("traits", "trait")
        keys = [keyed(rows, str(one.get("key", ""))) for one in taken if isinstance(one, dict)]
        left = slots_left([Trait(key=key) for key in keys])
        negative = sum(row.kind == "negative" for key in keys for row in rows if row.key == key)
        found.append(Purse(field="traits", left=left, of=FREE_TRAITS + negative, rule="D100-MISS-04"))
    row = _profession(given)
    written = given.get("profession_key_characteristic")
    key = next((code for code in CODES if code == written), row.characteristic if row else None)
    score = _score(given, key) if key else None
    if score is not None:
        points = profession_points(score)
        left = points - _spent(given, "profession_spending")
        found.append(Purse(field="profession_spending", left=left, of=points, rule="D100-CREA-15"))
    score = _score(given, "INT")
    if score is not None:
        points = secondary_points(score)
        left = points - _spent(given, "secondary_spending")
        found.append(Purse(field="secondary_spending", left=left, of=points, rule="D100-CREA-16"))
    return found


def _means(field: str, value: Any, options: Content) -> Meaning | None:
    """What a profession lives on and what a score is worth."""
    if field == "profession":
        row = _profession({"profession": value})
        if row is None:
            return None
        return Meaning(key="profession_gives", words={"characteristic": row.characteristic, "count": len(row.skills)})
    if field == "scores" and isinstance(value, int) and not isinstance(value, bool):
        return Meaning(key="score_gives", words={"modifier": signed(modifier_of(value))})
    return None


def _names(file: str, table: str) -> Any:
    return lambda language: [getattr(row, language) for row in pack.table(file, table)]


def _words(file: str, table: str) -> Any:
    """Words for both genders, each once."""

    def words(language: str) -> list[str]:
        rows = pack.table(file, table)
        return list(
            dict.fromkeys(
                word for row in rows for word in ((row.fr, row.fr_f or row.fr) if language == "fr" else (row.en,))
            )
        )

    return words


def _traits(language: str) -> list[Any]:
    """Traits with what must be named beside them left open; psychic ones only where they are played."""
    return [{"key": getattr(row, language)} for row in pack.table("traits", "trait") if row.kind != "psychic"]


CREATION = Creation(
    steps=STEPS,
    needed=("name", "profession"),
    known={
        "first_name": lambda language: sorted({*pack.table("names", "feminine"), *pack.table("names", "masculine")}),
        "surname": lambda language: list(pack.table("names", "family")),
        "nationality": _words("names", "nationality"),
        "profession": _words("professions", "profession"),
        "scores": lambda language: list(CODES),
        "profession_skills": _names("skills", "skill"),
        "profession_spending": _names("skills", "skill"),
        "secondary_spending": _names("skills", "skill"),
        "traits": _traits,
        "arms": _names("weapons", "weapon"),
        "vest": _names("armours", "armour"),
        "equipment": _names("prices", "price"),
        "contacts": _names("backgrounds", "ties"),
    },
    purses=_purses,
    means=_means,
)
