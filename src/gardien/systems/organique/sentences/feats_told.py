"""Climbing, jumping, lifting, breaking (AGI-02, VIT-01, FOR-01, FOR-02)."""

from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import Both, joined
from gardien.systems.organique import pack
from gardien.systems.organique.sentences.checks_told import simple
from gardien.systems.organique.sentences.grammar import plain, row_name

TIRING: Both = ("L'effort coûte 1 END.", "The effort costs 1 END.")


def amount(told: Told, number: float, unit: str) -> str:
    return f"{told.number(plain(number))}{HARD}{unit}"


def scale(told: Told, table: str, key: str) -> str:
    """A row of the scales inside a sentence: « paroi de glace »."""
    return row_name(told, pack.SHELF.row("scales", table, key))


def climb(told: Told) -> list[str]:
    """« Tyra, escalade (paroi de glace) : AGI 12 + 14 (d20) = 26 contre 40, marge d'échec 14. »"""
    given = told.given
    what = told.pick("escalade", "climb")
    if given.difficulty is None:
        what = f"{what} ({scale(told, 'surface', given.surface)})"
    return [simple(told, what, "AGI", luck=given.luck)]


def jump(told: Told) -> list[str]:
    """« Tyra, saut de 3 m : VIT 11 + 14 (d20) = 25 contre 18, marge 7. »"""
    metres = amount(told, told.given.metres, "m")
    return [simple(told, told.pick(f"saut de {metres}", f"jump of {metres}"), "VIT", luck=told.given.luck)]


def _tires(told: Told) -> str:
    return told.pick(*TIRING) if told.outcome.exhausting else ""


def lift(told: Told) -> list[str]:
    """« Tyra, soulever 60 kg : FOR 11 + 14 (d20) = 25 contre 20, marge 5. L'effort coûte 1 END. »"""
    weight = amount(told, told.given.kg, "kg")
    what = told.pick(f"soulever {weight}", f"lifting {weight}")
    return [joined(simple(told, what, "FOR", luck=told.given.luck), _tires(told))]


def feat_of_strength(told: Told) -> list[str]:
    """« Tyra, enfoncer une porte en bois : FOR 11 + 14 (d20) = 25 contre 20, marge 5. »"""
    given = told.given
    what = told.pick("tour de force", "feat of strength")
    if given.difficulty is None:
        what = scale(told, "feat", given.feat)
    return [joined(simple(told, what, "FOR", luck=given.luck), _tires(told))]
