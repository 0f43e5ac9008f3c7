"""Dice that are written as text, with what is added: losses of SAN, venom, damage (P-SAN-02, P-POIS-01, P-CREA-02)."""

from gardien.core.chance import Program, roll
from gardien.core.dice import Dice
from gardien.core.inputs import BadField, check_dice

SIDES = (2, 3, 4, 6, 8, 10, 12, 20, 100)  # the dice of the game
LABELS = tuple(f"d{sides}" for sides in SIDES)
MOST_DICE = 40


def check_plain(field: str, text: str, rule: str, alone: bool = False) -> Dice:
    """A number, `NdS` or `NdS+K` with dice of the game; `alone`, only `NdS`."""
    dice = check_dice(field, text)
    term = dice.terms[0] if dice.terms else None
    odd = len(dice.terms) > 1 or dice.constant < 0
    if term is not None:
        odd = odd or term.factor != 1 or term.faces not in SIDES or term.count > MOST_DICE
    if odd or (alone and (term is None or dice.constant)):
        raise BadField(field, "field/type", rule, came=text, allowed="1d6, 2d4" if alone else "3, 1d6, 2d10+1")
    return dice


def throw(dice: Dice, by: str = "", purpose: str = "") -> Program[int]:
    """What dice come to; a plain number throws nothing."""
    if not dice.terms:
        return dice.constant
    return (yield from roll(dice, f"d{dice.terms[0].faces}", by, purpose))
