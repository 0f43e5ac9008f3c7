"""What was thrown, against what, and what it came to: the first line of every act."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from gardien.core.interpreters.run import DieShown
from gardien.core.telling import Report
from gardien.core.terms import HARD
from gardien.core.wording import join_list, semicolon, with_rule
from gardien.systems.yacdha.vocabulary import TOP, LuckConversion

MOST_FACES = 12  # more dice are counted, not read aloud


class Falling:
    """The dice in the order in which they fell, taken up one throw after another."""

    def __init__(self, dice: Iterable[DieShown]) -> None:
        self.left = list(dice)

    def take(self, label: str, most: int, purpose: str = "") -> tuple[DieShown, ...]:
        """The next dice of this kind, no more than `most`."""
        taken: list[DieShown] = []
        while self.left and len(taken) < most and (self.left[0].label, self.left[0].purpose) == (label, purpose):
            taken.append(self.left.pop(0))
        return tuple(taken)


class ShownThrow(Struct, frozen=True, kw_only=True):
    """One throw as it lies, and what it came to."""

    action: tuple[int, ...]
    turned: tuple[tuple[int, int], ...] = ()  # luck: from, to
    forced: tuple[tuple[str, int], ...] = ()  # whose die, unless that is clear
    die: str = "dT"
    lowest: bool = False
    kept: int
    raw: int
    level: int = 0
    result: int
    opposition: int = 0
    face: int | None = None  # the dO, against an active opposition

    @property
    def level_first(self) -> bool:
        """The level was added before the forced die was compared (YAC-FOR-05)."""
        return bool(self.forced and self.level) and self.result != min(TOP, self.raw + self.level)


def take_throw(
    falling: Falling,
    outcome: Any,
    die: str,
    forced: int,
    wishes: Iterable[LuckConversion],
    named: bool = False,
) -> ShownThrow:
    """The next throw of the dice; `outcome` is what came of it, by the names of an act."""
    action = tuple(one.value for one in falling.take("dA", outcome.action_dice_count))
    strained = falling.take(die, forced)
    opposed = falling.take("dO", 1)
    return ShownThrow(
        action=action,
        turned=tuple((action[wish.die - 1], wish.value) for wish in wishes if wish.die <= len(action)),
        forced=tuple((one.who if named else "", one.value) for one in strained),
        die=die,
        lowest=outcome.keep == "lowest",
        kept=outcome.action_kept,
        raw=outcome.raw,
        level=outcome.level,
        result=outcome.result,
        opposition=outcome.opposition,
        face=opposed[0].value if opposed else None,
    )


def dice_text(report: Report, thrown: ShownThrow) -> str:
    """« dA 2 et 6, on garde 6 ; dO 3 »."""
    several = len(thrown.action) > 1
    keep = report.pick(", on garde", ", keep")
    text = faces_text(report, "dA", thrown.action)
    if thrown.turned:
        turns = [report.pick(f"{old} en {new}", f"{old} into {new}") for old, new in thrown.turned]
        text += report.pick(", la chance change ", ", luck turns ") + join_list(report, turns)
    apart = several and (thrown.lowest or not thrown.forced or thrown.level_first)
    if apart:
        text += f"{keep} {thrown.kept}"
    if thrown.forced:
        faces = [f"{face} ({who})" if who else face for who, face in thrown.forced]
        text += f"{semicolon(report) if several else ','} {faces_text(report, thrown.die, faces)}"
        text += "" if thrown.level_first else f"{keep} {thrown.raw}"
    text += _level_text(report, thrown, keep)
    compound = several or bool(thrown.forced or thrown.turned or thrown.level)
    return text + _opposition_clause(report, thrown, compound)


def faces_text(report: Report, die: str, faces: Sequence[object]) -> str:
    """« dA 2 et 6 », or « 20 dA » when nobody would read them all."""
    if len(faces) > MOST_FACES:
        return f"{len(faces)}{HARD}{die}"
    return f"{die} {join_list(report, faces)}"


def _level_text(report: Report, thrown: ShownThrow, keep: str) -> str:
    if not thrown.level:
        return ""
    named = report.pick("niveau", "level")
    if thrown.level_first:
        return f"{sum_text(report, thrown.kept, thrown.level, named)}{keep} {thrown.result}"
    return sum_text(report, thrown.raw, thrown.level, named)


def sum_text(report: Report, value: int, bonus: int, named: str) -> str:
    """« ; 5 + 2 (niveau) = 7, plafond 6 »."""
    total = value + bonus
    capped = report.pick(f", plafond {TOP}", f", capped at {TOP}") if total > TOP else ""
    return f"{semicolon(report)} {value} + {bonus} ({named}) = {total}{capped}"


def _opposition_clause(report: Report, thrown: ShownThrow, compound: bool) -> str:
    if thrown.face is not None:
        raised = thrown.opposition != thrown.face
        more = report.pick(f", porté à {thrown.opposition}", f", raised to {thrown.opposition}") if raised else ""
        return f"{semicolon(report) if compound else ','} dO {thrown.face}{more}"
    if not thrown.opposition:
        return ""
    if thrown.forced:
        return report.pick(f" contre {thrown.opposition}", f" against {thrown.opposition}")
    if thrown.result > thrown.opposition:
        return ""
    return report.pick(f", il fallait plus de {thrown.opposition}", f", more than {thrown.opposition} was needed")


def opposition_text(report: Report, thrown: ShownThrow) -> str:
    """What stands against the act, as far as the dice do not say it themselves."""
    if thrown.face is not None or (thrown.opposition and thrown.forced):
        return ""
    return against(report, thrown.opposition)


def against(report: Report, value: int) -> str:
    """« (opposition 3) », « , sans opposition »."""
    return f" (opposition {value})" if value else report.pick(", sans opposition", ", unopposed")


FORCING = (" en forçant l'avantage", ", forcing the advantage")
FORCED = (" avec avantage forcé", " with a forced advantage")


def manner(report: Report, thrown: ShownThrow, forcing: tuple[str, str] = FORCING) -> str:
    """With an advantage, at a disadvantage, or forcing it; a forced die outshines an advantage."""
    several = len(thrown.action) > 1
    if thrown.forced:
        hampered = report.pick(" malgré un désavantage", " despite a disadvantage") if several and thrown.lowest else ""
        return report.pick(*forcing) + hampered
    if not several:
        return ""
    if thrown.lowest:
        return report.pick(" avec un désavantage", " with disadvantage")
    return report.pick(" avec l'avantage", " with advantage")


def margin_text(report: Report, margin: int) -> str:
    """« +2 », « −1 », « 0 »."""
    return report.number(margin, signed=margin != 0)


def verdict(report: Report, margin: int, degree: str) -> str:
    """« Marge +2, réussite. »"""
    return f"{report.pick('Marge', 'Margin')} {margin_text(report, margin)}, {report.word('degree', degree)}."


def refuse_luck(report: Report, names: Iterable[str] = ()) -> str:
    """A conversion that was not allowed."""
    whose = join_list(report, list(names))
    return with_rule(
        report.pick(
            f"La chance ne change rien {f'pour {whose}' if whose else 'ici'}, aucun point n'est dépensé.",
            f"Luck changes nothing {f'for {whose}' if whose else 'here'}; no point is spent.",
        ),
        "YAC-LUC-04",
    )
