"""How YACDHA's source prints what it computes."""

from fractions import Fraction


def percent(chance: Fraction, decimals: int = 0) -> Fraction:
    """A chance in percent as the source prints it: halves are rounded up (YAC-GEN-03)."""
    scale = 10**decimals
    return Fraction((chance * 100 * scale + Fraction(1, 2)).__floor__(), scale)
