"""Attacks counted by hand: the printed tables written once more, every face of every die in nested loops."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

Told = tuple[str, str, int, int, str]  # zone, severity (or miss, stopped), PF lost, PV lost, state

CELLS = {
    "head": range(1, 6),
    "torso": range(6, 21),
    "right_arm": range(21, 31),
    "left_arm": range(31, 41),
    "abdomen": range(41, 51),
    "right_leg": range(51, 76),
    "left_leg": range(76, 101),
}
BONUS = {"head": 4, "torso": 3, "abdomen": 1}
EXTRA = {"torso": 1, "abdomen": 1}
ROWS = (("critical", 11, 4, 3), ("grave", 6, 3, 2), ("moderate", 3, 2, 1), ("light", 1, 1, 0), ("superficial", 0, 0, 0))


def zone_of(face: int) -> str:
    return next(zone for zone, faces in CELLS.items() if face in faces)


def fainted(pf: int, fort: int) -> dict[str, Fraction]:
    """CD20-HP-05: one save where the last PF went."""
    if pf > 0:
        return {"ok": Fraction(1)}
    made = sum(1 for face in range(1, 21) if face == 20 or (face > 1 and face + fort >= 15))
    return {"stunned": Fraction(made, 20), "unconscious": Fraction(20 - made, 20)}


def wounded(zone: str, gb: int, pv: int, pf: int, fort: int) -> dict[Told, Fraction]:
    """CD20-GB-04 to CD20-GB-08 on a human body, without a shock."""
    if gb >= 16 and zone in BONUS:
        return {(zone, "mortal", pf, pv, "dead"): Fraction(1)}
    name, _, pf_loss, pv_loss = next(row for row in ROWS if gb >= row[1])
    pf_loss += EXTRA.get(zone, 0)
    if pv - pv_loss <= 0:
        return {(zone, name, pf_loss, pv_loss, "dead"): Fraction(1)}
    return {(zone, name, pf_loss, pv_loss, state): one for state, one in fainted(pf - pf_loss, fort).items() if one}


def attacked(
    bonus: int,
    ca: Mapping[str, int],
    armour: Mapping[str, int] | None = None,
    faces: range = range(1, 101),
    pv: int = 8,
    pf: int = 8,
    fort: int = 0,
) -> dict[Told, Fraction]:
    """Every d20 and every d100 of one attack (CD20-ATT-02, CD20-ATT-04, CD20-LOC-01, CD20-SHOCK-03)."""
    result: dict[Told, Fraction] = defaultdict(Fraction)
    each = Fraction(1, 20 * len(faces))
    for die in range(1, 21):
        for face in faces:
            zone = zone_of(face)
            short = ca[zone] - (die + bonus)
            if die == 1 or (short > (armour or {}).get(zone, 0) and die != 20):
                result[zone, "miss", 0, 0, "ok"] += each
            elif short > 0 and die != 20:
                result[zone, "stopped", 0, 0, "ok"] += each
            else:
                for told, chance in wounded(zone, max(0, -short) + BONUS.get(zone, 0), pv, pf, fort).items():
                    result[told] += each * chance
    return dict(result)
