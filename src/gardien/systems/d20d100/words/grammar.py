"""The small grammar of both languages, and the phrases that every part of the game shares: throws, Difficulties, names.

Sentences are written here with plain spaces and apostrophes; `typeset` puts in the real ones, once, at the end.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from gardien.core.dice import Dice
from gardien.core.errors import Refusal
from gardien.core.in_force import kept_by_rows
from gardien.core.telling import Report, lower_first
from gardien.core.terms import HARD, MINUS
from gardien.core.wording import Both, arrow, count_of, inside, of, present, start
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.character import check_dice

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


def heading(report: Report, *parts: str) -> str:
    """What a line is about, the one who acts first where the name is known: « Harvey, jet d'Endurance »."""
    return ", ".join(part for part in (report.who, *parts) if part)


def rounds(report: Report, count: int) -> str:
    return count_of(report, count, ("round", "rounds"), ("round", "rounds"))


def metres(report: Report, distance: float) -> str:
    return f"{report.number(distance)}{HARD}m"


def damage(report: Report, count: int) -> str:
    """« 8 dégâts », « aucun dégât »."""
    if not count:
        return report.pick("aucun dégât", "no damage")
    return count_of(report, count, ("dégât", "dégâts"), ("damage", "damage"))


def amount_text(report: Report, count: int, gauge: str) -> str:
    """An amount of a gauge by its code: « 4 PV »."""
    return f"{report.number(count)}{HARD}{gauge}"


def signed_text(report: Report, value: int) -> str:
    """A modifier always has its sign."""
    return report.number(value, signed=True)


def gauge(report: Report, code: str, before: int, after: int) -> str:
    """A gauge that moved or stayed: « PV 11 → 3 », « PV 11, sans changement »."""
    if before == after:
        return f"{code} {report.number(after)}, " + report.pick("sans changement", "unchanged")
    return f"{code} {arrow(report, before, after)}"


# ---- words of the game ----


def row_name(report: Report, row: Any) -> str:
    """A row of the pack inside a sentence; makes and proper names keep their capital."""
    return inside(report, row, KEPT)


def skill_name(report: Report, key: str) -> str:
    """A skill with its capital, and the language, art or trade it is held for; an unknown one by its own text."""
    kind, _, detail = key.partition(":")
    try:
        name = report.pick((row := pack.skill(kind)).fr, row.en)
    except Refusal:
        return key.replace("_", " ")
    return f"{name} ({_detail(report, detail)})" if detail else name


def _detail(report: Report, key: str) -> str:
    names = _details().get(key)
    return report.pick(*names) if names else key.replace("_", " ")


@kept_by_rows(None)
def _details() -> dict[str, Both]:
    """Languages, arts and trades by their keys."""
    tables = (("names", "language"), ("backgrounds", "art"), ("backgrounds", "craft"))
    return {row.key: (row.fr, row.en) for file, name in tables for row in pack.table(file, name)}


def jet_name(report: Report, key: str) -> str:
    """One of the five Jets as it is asked for: « jet d'Endurance », “Endurance roll”."""
    row = pack.jet(key)
    return report.pick(f"jet {of(row.fr)}", f"{row.en} roll")


def bare_name(report: Report, code: str) -> str:
    """A bare characteristic: « test de FOR », “FOR test”."""
    return report.pick(f"test {of(code)}", f"{code} test")


# ---- Difficulties and throws ----


@kept_by_rows(None)
def _degrees() -> dict[int, Both]:
    return {row.difficulty: (row.fr, row.en) for row in pack.table("scales", "difficulty")}


def difficulty(report: Report, value: int, *, named: bool = True) -> str:
    """« Difficulté 15 (difficile) », with its name where the scale has one."""
    text = report.pick(f"Difficulté {report.number(value)}", f"Difficulty {report.number(value)}")
    degree = _degrees().get(value) if named else None
    return f"{text} ({lower_first(report.pick(*degree))})" if degree else text


def adding(report: Report, *parts: int) -> str:
    """Numbers after the first of a sum, each with its sign and spaces: « + 5 − 1 »."""
    return "".join(f" {MINUS} {report.number(-part)}" if part < 0 else f" + {report.number(part)}" for part in parts)


def sum_text(report: Report, face: int, modifier: int, die: str = "d20") -> str:
    """« 10 (d20) + 5 = 15 »."""
    return f"{report.number(face)} ({die}){adding(report, modifier)} = {report.number(face + modifier)}"


def dice_text(dice: Dice | str) -> str:
    """Dice as this game writes them: « 1d6 », « 1d4−1 »."""
    text = str(check_dice("dice", dice) if isinstance(dice, str) else dice)
    return text.replace("D", "d").replace("-", MINUS)


def face_of(report: Report, purpose: str, die: str = "d20", who: str | None = None) -> int | None:
    """What the first die of a purpose showed, where it was thrown."""
    for one in report.dice:
        if one.label == die and one.purpose == purpose and who in (None, one.who):
            return one.value
    return None


def sum_of(report: Report, purpose: str, die: str, who: str | None = None) -> int:
    """What the dice of a purpose showed together."""
    return sum(d.value for d in report.dice if d.label == die and d.purpose == purpose and who in (None, d.who))


def verdict(report: Report, margin: int, success: bool) -> str:
    """« réussi, marge +3 », « réussi de justesse », « raté, marge −4 »; never asked after a natural 1."""
    if success and margin == 0:
        return report.pick("réussi de justesse", "passed exactly")
    if not success and margin == 0:
        return report.pick(
            "raté : l'égalité ne suffit pas à cette table", "failed: equality is not enough at this table"
        )
    if success and margin < 0:  # only a 20 can do that, and only where the table wants it (D100-TEST-04)
        return report.pick("réussi : un 20 au dé suffit à cette table", "passed: a natural 20 is enough at this table")
    shown = signed_text(report, margin)
    if success:
        return report.pick(f"réussi, marge {shown}", f"passed, margin {shown}")
    return report.pick(f"raté, marge {shown}", f"failed, margin {shown}")


def modifier_text(report: Report, base: int, parts: Sequence[tuple[Both, int]]) -> str:
    """What a modifier is made of, where more than one thing weighs: « Modificateur : 5 − 3 (blessure) = +2. »"""
    weighing = [(name, value) for name, value in parts if value]
    if not weighing:
        return ""
    more = "".join(f"{adding(report, value)} ({report.pick(*name)})" for name, value in weighing)
    total = signed_text(report, base + sum(value for _, value in weighing))
    return f"{report.pick('Modificateur', 'Modifier')}{report.colon} {signed_text(report, base)}{more} = {total}."


def trial(
    report: Report, head: str, modifier: int, against: int, face: int | None, success: bool, *, named: bool = True
) -> str:
    """A whole test: « Écouter, Difficulté 15 (difficile) : 10 (d20) + 5 = 15, réussi de justesse. »"""
    text = start(", ".join(part for part in (head, difficulty(report, against, named=named)) if part))
    if face is None:
        return f"{text}{report.colon} {report.pick('réussi', 'passed') if success else report.pick('raté', 'failed')}."
    if face == 1:
        return f"{text}. {start(report.pick(*TOTAL_FAILURE))}."
    end = verdict(report, face + modifier - against, success)
    return f"{text}{report.colon} {sum_text(report, face, modifier)}, {end}."


def trial_at(
    report: Report, head: str, modifier: int, against: int, total: Any, success: bool, *, named: bool = True
) -> str:
    """The same test where the outcome holds the total."""
    face = total - modifier if present(total) else None
    return trial(report, head, modifier, against, face, success, named=named)


def percentile(report: Report, head: str, target: int, face: int | None, success: bool) -> str:
    """A d100 at or under a target: « Jet de SAN : 72 au d100 contre 55, raté. »"""
    end = report.pick("réussi", "passed") if success else report.pick("raté", "failed")
    against = report.pick(f"contre {report.number(target)}", f"against {report.number(target)}")
    if face is None:
        return f"{start(head)}, {against}{report.colon} {end}."
    return f"{start(head)}{report.colon} {report.pick(f'{face} au d100', f'{face} on d100')} {against}, {end}."


def side(report: Report, face: int | None, modifier: int, total: Any = UNSET, *, die: bool = False) -> str:
    """One side of an opposition: « 9 + 4 = 13 », with the die named where nothing else does."""
    if face is None:
        return report.number(total) if present(total) else ""
    shown = f"{report.number(face)} (d20)" if die else report.number(face)
    return f"{shown}{adding(report, modifier)} = {report.number(face + modifier)}"
