"""The small grammar of both languages, and the phrases that every part of the game shares: throws, Difficulties, names.

Sentences are written here with plain spaces and apostrophes; `typeset` puts in the real ones, once, at the end.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec import UNSET

from gardien.core.dice import Dice
from gardien.core.errors import Refusal
from gardien.core.telling import Told, lower_first
from gardien.core.terms import HARD, MINUS
from gardien.core.wording import Both, arrow, counted, inside, of, present, start
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.values import check_dice

VICTIM: Both = ("la victime", "the victim")
TOTAL_FAILURE: Both = (
    "1 au dé : échec total, quel que soit le modificateur",
    "natural 1: total failure, whatever the modifier",
)
KEPT = (  # makes and names that keep their capital inside a sentence
    *("Monstre", "Monster", "Bergmann", "Browning", "Chauchat", "Colt", "Gatling", "Lebel", "Lee-Enfield", "Lewis"),
    *("Luger", "Martini-Henry", "Mauser", "Remington", "Springfield", "Thompson", "Webley", "Winchester"),
)


# ---- the language ----


def headed(told: Told, *parts: str) -> str:
    """What a line is about, the one who acts first where the name is known: « Harvey, jet d'Endurance »."""
    return ", ".join(part for part in (told.who, *parts) if part)


def rounds(told: Told, count: int) -> str:
    return counted(told, count, ("round", "rounds"), ("round", "rounds"))


def metres(told: Told, distance: float) -> str:
    return f"{told.number(distance)}{HARD}m"


def damage(told: Told, count: int) -> str:
    """« 8 dégâts », « aucun dégât »."""
    if not count:
        return told.pick("aucun dégât", "no damage")
    return counted(told, count, ("dégât", "dégâts"), ("damage", "damage"))


def gained(told: Told, count: int, gauge: str) -> str:
    """An amount of a gauge by its code: « 4 PV »."""
    return f"{told.number(count)}{HARD}{gauge}"


def signed(told: Told, value: int) -> str:
    """A modifier always has its sign."""
    return told.number(value, signed=True)


def gauge(told: Told, code: str, before: int, after: int) -> str:
    """A gauge that moved or stayed: « PV 11 → 3 », « PV 11, sans changement »."""
    if before == after:
        return f"{code} {told.number(after)}, " + told.pick("sans changement", "unchanged")
    return f"{code} {arrow(told, before, after)}"


# ---- words of the game ----


def row_name(told: Told, row: Any) -> str:
    """A row of the pack inside a sentence; makes and proper names keep their capital."""
    return inside(told, row, KEPT)


def skill_name(told: Told, key: str) -> str:
    """A skill with its capital, and the language, art or trade it is held for; an unknown one by its own text."""
    kind, _, detail = key.partition(":")
    try:
        name = told.pick((row := pack.skill(kind)).fr, row.en)
    except Refusal:
        return key.replace("_", " ")
    return f"{name} ({_detail(told, detail)})" if detail else name


def _detail(told: Told, key: str) -> str:
    found = _details().get(key)
    return told.pick(*found) if found else key.replace("_", " ")


@cache
def _details() -> dict[str, Both]:
    """Languages, arts and trades by their keys."""
    tables = (("names", "language"), ("backgrounds", "art"), ("backgrounds", "craft"))
    return {row.key: (row.fr, row.en) for file, name in tables for row in pack.table(file, name)}


def jet_name(told: Told, key: str) -> str:
    """One of the five Jets as it is asked for: « jet d'Endurance », “Endurance roll”."""
    row = pack.jet(key)
    return told.pick(f"jet {of(row.fr)}", f"{row.en} roll")


def bare_name(told: Told, code: str) -> str:
    """A bare characteristic: « test de FOR », “FOR test”."""
    return told.pick(f"test {of(code)}", f"{code} test")


# ---- Difficulties and throws ----


@cache
def _degrees() -> dict[int, Both]:
    return {row.difficulty: (row.fr, row.en) for row in pack.table("scales", "difficulty")}


def difficulty(told: Told, value: int, *, named: bool = True) -> str:
    """« Difficulté 15 (difficile) », with its name where the scale has one."""
    text = told.pick(f"Difficulté {told.number(value)}", f"Difficulty {told.number(value)}")
    found = _degrees().get(value) if named else None
    return f"{text} ({lower_first(told.pick(*found))})" if found else text


def adding(told: Told, *parts: int) -> str:
    """Numbers after the first of a sum, each with its sign and spaces: « + 5 − 1 »."""
    return "".join(f" {MINUS} {told.number(-part)}" if part < 0 else f" + {told.number(part)}" for part in parts)


def summed(told: Told, face: int, modifier: int, die: str = "d20") -> str:
    """« 10 (d20) + 5 = 15 »."""
    return f"{told.number(face)} ({die}){adding(told, modifier)} = {told.number(face + modifier)}"


def dice_text(dice: Dice | str) -> str:
    """Dice as this game writes them: « 1d6 », « 1d4−1 »."""
    text = str(check_dice("dice", dice) if isinstance(dice, str) else dice)
    return text.replace("D", "d").replace("-", MINUS)


def face_of(told: Told, purpose: str, die: str = "d20", who: str | None = None) -> int | None:
    """What the first die of a purpose showed, where it was thrown."""
    for one in told.dice:
        if one.label == die and one.purpose == purpose and who in (None, one.who):
            return one.value
    return None


def sum_of(told: Told, purpose: str, die: str, who: str | None = None) -> int:
    """What the dice of a purpose showed together."""
    return sum(d.value for d in told.dice if d.label == die and d.purpose == purpose and who in (None, d.who))


def verdict(told: Told, margin: int, success: bool) -> str:
    """« réussi, marge +3 », « réussi de justesse », « raté, marge −4 »; never asked after a natural 1."""
    if success and margin == 0:
        return told.pick("réussi de justesse", "passed exactly")
    if not success and margin == 0:
        return told.pick("raté : l'égalité ne suffit pas à cette table", "failed: equality is not enough at this table")
    if success and margin < 0:  # only a 20 can do that, and only where the table wants it (D100-TEST-04)
        return told.pick("réussi : un 20 au dé suffit à cette table", "passed: a natural 20 is enough at this table")
    shown = signed(told, margin)
    if success:
        return told.pick(f"réussi, marge {shown}", f"passed, margin {shown}")
    return told.pick(f"raté, marge {shown}", f"failed, margin {shown}")


def modified(told: Told, base: int, parts: Sequence[tuple[Both, int]]) -> str:
    """What a modifier is made of, where more than one thing weighs: « Modificateur : 5 − 3 (blessure) = +2. »"""
    weighing = [(name, value) for name, value in parts if value]
    if not weighing:
        return ""
    more = "".join(f"{adding(told, value)} ({told.pick(*name)})" for name, value in weighing)
    total = signed(told, base + sum(value for _, value in weighing))
    return f"{told.pick('Modificateur', 'Modifier')}{told.colon} {signed(told, base)}{more} = {total}."


def trial(
    told: Told, head: str, modifier: int, against: int, face: int | None, success: bool, *, named: bool = True
) -> str:
    """A whole test: « Écouter, Difficulté 15 (difficile) : 10 (d20) + 5 = 15, réussi de justesse. »"""
    text = start(", ".join(part for part in (head, difficulty(told, against, named=named)) if part))
    if face is None:
        return f"{text}{told.colon} {told.pick('réussi', 'passed') if success else told.pick('raté', 'failed')}."
    if face == 1:
        return f"{text}. {start(told.pick(*TOTAL_FAILURE))}."
    end = verdict(told, face + modifier - against, success)
    return f"{text}{told.colon} {summed(told, face, modifier)}, {end}."


def trial_at(
    told: Told, head: str, modifier: int, against: int, total: Any, success: bool, *, named: bool = True
) -> str:
    """The same test where the outcome holds the total."""
    face = total - modifier if present(total) else None
    return trial(told, head, modifier, against, face, success, named=named)


def percentile(told: Told, head: str, target: int, face: int | None, success: bool) -> str:
    """A d100 at or under a target: « Jet de SAN : 72 au d100 contre 55, raté. »"""
    end = told.pick("réussi", "passed") if success else told.pick("raté", "failed")
    against = told.pick(f"contre {told.number(target)}", f"against {told.number(target)}")
    if face is None:
        return f"{start(head)}, {against}{told.colon} {end}."
    return f"{start(head)}{told.colon} {told.pick(f'{face} au d100', f'{face} on d100')} {against}, {end}."


def side(told: Told, face: int | None, modifier: int, total: Any = UNSET, *, die: bool = False) -> str:
    """One side of an opposition: « 9 + 4 = 13 », with the die named where nothing else does."""
    if face is None:
        return told.number(total) if present(total) else ""
    shown = f"{told.number(face)} (d20)" if die else told.number(face)
    return f"{shown}{adding(told, modifier)} = {told.number(face + modifier)}"
