"""A sheet of another game, piece by piece: skills and attacks find their place, what has none is told (CONV, MISS)."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from gardien.core.chance import Program
from gardien.core.conversion import Reckoned
from gardien.core.inputs import BadField
from gardien.core.terms import MINUS, THIN
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.character import Code, D100Attack, check_dice, modifier_of
from gardien.systems.d20d100.rules.conversion import modifier_of_percent
from gardien.systems.d20d100.sheet.conversion import names as called
from gardien.systems.d20d100.sheet.parts import BodyAttack, Language, SheetWeapon

HARM = re.compile(r"\s*(?P<dice>\d*d\d+(?:[+-]\d+(?![d\d]))?|\d+(?![d\d]))?(?P<rest>.*)", re.DOTALL | re.IGNORECASE)
BONUS = re.compile(r"\+\s*(?:bd|db|impact|bonus(?: aux (?:dégâts|dommages))?|damage bonus)\b\.?", re.IGNORECASE)
MYTHOS = "mythos"  # a skill elsewhere, a percentage of its own here (D100-MAGIC-03)


class Tally(Reckoned):
    """What was found so far, and how percentages are written."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        self.percent = f"{THIN}%" if language == "fr" else "%"

    def anew(self, given: Any, pv_max: int, pm_max: int, rule: str) -> None:
        """PV, PM and the damage bonus follow from scores here."""
        self.note_recomputed(given.pv, pv_max, "pv", rule)
        self.note_recomputed(given.pm, pm_max, "pm", rule)
        if given.damage_bonus.strip():
            self.lose("damage_bonus", "flat_bonus", given.damage_bonus.strip(), "D100-MISS-02")


def with_sign(number: int) -> str:
    return f"+{number}" if number >= 0 else f"{MINUS}{-number}"


class Skills:
    """Skills under their names here; of two that are one here, the better is kept (D100-CONV-03)."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.kept: dict[str, int] = {}
        self.paths: dict[str, str] = {}
        self.mythos: tuple[int, str] | None = None

    def add_all(self, skills: Mapping[str, int], said: Callable[[int], str]) -> None:
        """Each by its name; one that the list does not have stays as a remark."""
        for name, number in skills.items():
            path = f"skills.{name}"
            key, why = called.skill_key(name), called.why_lost(name)
            if why == MYTHOS:
                self.mythos = (number, path)
            elif why:
                self.tally.lose(path, why, number, "D100-MISS-14")
            elif key:
                self.add(key, number, path)
            else:
                self.tally.lose(path, "no_skill", number, "D100-CONV-02", f"{name} {said(number)}")

    def add(self, key: str, number: int, path: str) -> None:
        """A skill of the list."""
        before = self.kept.get(key)
        if before is not None:
            weaker = self.paths[key] if number > before else path
            self.tally.lose(weaker, "twice", min(number, before), "D100-CONV-03")
        if before is None or number > before:
            self.kept[key], self.paths[key] = number, path

    def arm(self, weapon: str, attack: D100Attack, path: str) -> None:
        """The skill of a weapon of the list, whose own figures hold (D100-MISS-05)."""
        row = pack.weapon(weapon)
        self.add(row.combat_skill, attack.percent, path)
        dice, _, rest = harm_of(attack.damage, "")
        if attack.damage.strip() and (dice != (row.damage or "") or not BONUS.fullmatch(rest or "+bd")):
            self.tally.lose(f"attacks.{attack.name}", "listed_damage", attack.damage.strip(), "D100-MISS-05")
        if attack.per_round > 1:
            self.tally.lose(f"attacks.{attack.name}", "by_series", f"× {attack.per_round}", "D100-WPN-08")

    def take(self, key: str) -> tuple[int, str] | None:
        """A skill that goes elsewhere than to the list of skills."""
        return (self.kept.pop(key), self.paths.pop(key)) if key in self.kept else None


def percent_said(tally: Tally) -> Callable[[int], str]:
    """« 40 % (+2) »: what a percentage would be worth (D100-CONV-01)."""
    return lambda percent: f"{percent}{tally.percent} ({with_sign(modifier_of_percent(percent))})"


def harm_of(text: str, bonus: str) -> tuple[str, bool, str]:
    """Damage taken apart: its dice, whether strength adds to them, what else it does (D100-WPN-03, D100-MISS-07).

    Elsewhere strength adds dice of its own: they are called so, or are those of the damage bonus.
    """
    tight = re.sub(r"\s*([+-])\s*", r"\1", text.strip().replace(MINUS, "-"))
    parts = HARM.fullmatch(tight)
    dice, rest = ((parts["dice"] or "").lower(), parts["rest"]) if parts else ("", tight)
    dice = f"1{dice}" if dice.startswith("d") else dice
    own = "+" + re.sub(r"\s", "", bonus.replace(MINUS, "-")).lower().lstrip("+")
    strong = BONUS.match(rest)
    if strong:
        rest = rest[strong.end() :]
    elif "d" in own and re.match(re.escape(own) + r"(?![d\d])", rest.lower()):
        strong, rest = re.match("", rest), rest[len(own) :]
    try:
        check_dice("damage", dice)
    except BadField:
        return "", False, text.strip()
    return dice, strong is not None, rest.strip(" ,;.")


def entry_of(one: Any, attack: int, bonus: int, written: str) -> BodyAttack:
    """An entry of the attack column (D100-MISS-07)."""
    dice, strong, rest = harm_of(one.damage, written)
    return BodyAttack(
        name=one.name,
        attack=attack,
        damage=dice,
        damage_bonus=bonus if strong else 0,
        per_round=one.per_round,
        special=rest,
    )


def explain_scores(tally: Tally, scores: Mapping[Code, int], rule: str) -> Program[None]:
    """Each score as it was, then what it is worth on a d20 (D100-MISS-02)."""
    for code, score in scores.items():
        yield from tally.value(f"scores.{code}", score, rule, code)
    for code, score in scores.items():
        yield from tally.value(f"modifiers.{code}", modifier_of(score), "D100-MISS-02", code)


def explain_kept(tally: Tally, given: Any, rule: str, fields: Iterable[str]) -> Program[None]:
    """What is copied as it stands."""
    for name in fields:
        value = getattr(given, name)
        if value not in (None, "", ()):
            shown = ", ".join(value) if isinstance(value, tuple) else value
            yield from tally.value(name, shown, rule, name)


def explain_weapons(tally: Tally, lines: Iterable[SheetWeapon], skills: Skills) -> Program[None]:
    """Each line of the weapon table, by the skill that it rests on (D100-WPN-08)."""
    for line in lines:
        path = skills.paths.get(line.combat_skill)
        came = (path,) if path else pack.skill(line.combat_skill).plus
        yield from tally.value(tally.label("weapons", line.name), line.notation, "D100-WPN-08", *came)


def weapon_keys(tally: Tally, names: Iterable[str]) -> list[str]:
    """Weapons of the list by their names; the others stay as remarks (D100-MISS-05)."""
    keys = []
    for name in names:
        key = called.weapon_key(name)
        if key:
            keys.append(key)
        else:
            tally.lose(f"weapons.{name}", "no_weapon", "", "D100-MISS-05", name)
    return keys


def known_vest(tally: Tally, name: str) -> str:
    """A vest of the list by its name (D100-MISS-06)."""
    key = called.vest_key(name) if name.strip() else ""
    if name.strip() and not key:
        tally.lose("vest", "no_vest", name.strip(), "D100-MISS-06", name.strip())
    return key
