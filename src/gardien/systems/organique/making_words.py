"""What a choice of creation brings, in a few words: a class, a trait, a skill, a weapon, an armour (M2 to M14)."""

from typing import Any

from gardien.core.creation import Content, Meaning
from gardien.core.rows import keyed
from gardien.core.terms import Language, number
from gardien.systems.organique import pack
from gardien.systems.organique.choices import TABLE_OF, key_of
from gardien.systems.organique.creation import category_of, skill_cost
from gardien.systems.organique.drafts import class_of, price, whole
from gardien.systems.organique.pack_arms import ArmourRow, WeaponRow
from gardien.systems.organique.placing import program_price
from gardien.systems.organique.scores import skill_bonus


def means(field: str, value: Any, options: Content) -> Meaning | None:
    """What a class or a computer is."""
    match field:
        case "player_class" if (row := class_of({"player_class": value})) is not None:
            return Meaning(text=((row.note_fr or "").rstrip("."), (row.note_en or "").rstrip(".")))
        case "computer" if (machine := _row(field, str(value))) is not None:
            words = {"power": machine.power, "firewall": machine.firewall, "price": machine.price}
            return Meaning(key="computer_has", words=words)
    return None


def about(field: str, name: str, value: str, given: Content, options: Content) -> Meaning | None:
    """What a line comes to: a trait and its points, a skill and its cost, what a weapon does and is worth."""
    match field:
        case "skills" | "combat_skills" | "powers":
            return _skill(key_of(field, name), value, given)
        case "traits" | "programs" | "arms" | "armour" | "drugs" if (row := _row(field, name)) is not None:
            return _thing(field, row, value)
    return None


def _row(field: str, written: str) -> Any:
    key = keyed(pack.table(*TABLE_OF[field]), written)
    return next((row for row in pack.table(*TABLE_OF[field]) if row.key == key), None)


def _number(written: str) -> int:
    found = int(written) if written.isdecimal() and len(written) < 4 else 0
    return found if whole(found) else 0


def _skill(key: str, value: str, given: Content) -> Meaning | None:
    """What a skill costs somebody of the class, and what its level adds (M1, M3, ORG-SKILL-02)."""
    if category_of(key) is None or class_of(given) is None:
        return None
    times, level = price(given, key), _number(value)
    if times is None:
        return Meaning(key="out_of_reach")
    if not level:
        return Meaning(key="skill_times", words={"times": times})
    return Meaning(key="skill_costs", words={"cost": skill_cost(times, level), "bonus": skill_bonus(min(6, level))})


def _thing(field: str, row: Any, value: str) -> Meaning:
    match field:
        case "traits":
            points = number(row.points, "fr", signed=True)
            return Meaning(text=(f"{points} · {row.effect_fr}", f"{points} · {row.effect_en}"))
        case "programs":
            return Meaning(key="program_costs", words={"price": program_price(row.key, _number(value))})
        case "arms":
            return Meaning(text=(_arm(row, "fr"), _arm(row, "en")))
        case "armour":
            return Meaning(text=(_armour(row, "fr"), _armour(row, "en")))
    return Meaning(key="dose_costs", words={"price": row.price})


def _arm(row: WeaponRow, language: Language) -> str:
    """What a weapon does, what it holds and costs (M9)."""
    harm = _harm(row.bs, row.c, language)
    if row.punch_c is not None:
        fist = "coup de poing" if language == "fr" else "punch"
        harm = f"{fist} + {_harm(0, row.punch_c, language)}"
    shots = f"{row.magazine}\xa0{'coups' if language == 'fr' else 'shots'}" if row.magazine else ""
    return " · ".join(part for part in (harm, shots, _dollars(row.price, language)) if part)


def _armour(row: ArmourRow, language: Language) -> str:
    """How hard it is to avoid an armour, what it stops and costs (M10)."""
    rated = f"indice d’armure {row.ia}" if language == "fr" else f"coverage {row.ia}"
    return " · ".join(part for part in (rated, _harm(row.bs, row.c, language), _dollars(row.price, language)) if part)


def _harm(bs: float, c: float, language: Language) -> str:
    """« 2 bs + 0,5 c »; nothing where there is none."""
    return " + ".join(f"{number(value, language)}\xa0{code}" for value, code in ((bs, "bs"), (c, "c")) if value)


def _dollars(price: float, language: Language) -> str:
    return f"{number(price, language)}\xa0$" if language == "fr" else f"${number(price, language)}"
