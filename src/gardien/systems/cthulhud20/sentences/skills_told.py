"""Skill points: how many there are, what is left, what is wrong (P-SKILL)."""

from gardien.core.telling import Told
from gardien.core.wording import start
from gardien.systems.cthulhud20.sentences.creation_told import fault, left_to_spend


def skill_budget(told: Told) -> list[str]:
    """« Compétences : 4 points restent sur 36. », then every fault."""
    outcome = told.outcome
    faults = [one for one in outcome.errors if one != "points"]  # the first line says so
    lines = [left_to_spend(told, outcome.points_left, outcome.points_total)]
    return [*lines, *(f"{start(fault(told, one))}." for one in faults)]
