"""Poison: the start of a turn, and the turns that hurt (POI-01 to POI-04)."""

from gardien.core.telling import Told
from gardien.core.wording import Both, counted, joined, listed, present, semicolon, start
from gardien.systems.organique import pack
from gardien.systems.organique.sentences.checks_told import one_who
from gardien.systems.organique.sentences.conditions_told import WEIGHED as CONDITIONS
from gardien.systems.organique.sentences.conditions_told import after
from gardien.systems.organique.sentences.grammar import points, row_name, saved, signed
from gardien.systems.organique.sentences.sites_told import lead
from gardien.systems.organique.sentences.symptoms_told import strikes

WEIGHED: dict[str, Both] = {
    "actions": ("à toute action", "to every action"),
    **{name: CONDITIONS[name] for name in ("sight", "touch", "pain_saves")},
}
QUIET: Both = ("aucun poison n'agit ce tour-ci", "no poison strikes this turn")


def doses(told: Told, count: int) -> str:
    return counted(told, count, ("dose", "doses"), ("dose", "doses"))


def poison_tick(told: Told) -> list[str]:
    """« Tyra, 2 doses de poison agissent : 2 bs. », the saves, what they let through, what weighs now."""
    given, outcome = told.given, told.outcome
    who, name = one_who(told, given.character), given.character.name or told.who
    left = after(told, given.character, outcome.state, apart=True)
    if not outcome.due:
        return [joined(f"{start(lead(told, given.character, told.pick(*QUIET)))}.", left)]
    several = outcome.due > 1
    acting = told.pick(
        f"{doses(told, outcome.due)} de poison {'agissent' if several else 'agit'}",
        f"{doses(told, outcome.due)} of poison {'strike' if several else 'strikes'}",
    )
    blood = f"{told.colon} {points(told, outcome.bs, 'bs')}" if outcome.bs else ""
    found = list(outcome.saves.values()) if present(outcome.saves) else []
    minds = [strikes(told, who, one) for one in dict.fromkeys(outcome.failed)]
    return [
        f"{start(lead(told, given.character, acting))}{blood}.",
        joined(*(saved(told, one, "" if number else name) for number, one in enumerate(found))),
        joined(left, *minds),
        _weighs(told),
    ]


def _weighs(told: Told) -> str:
    """What doses take as long as they act: « Le poison pèse −7 à toute action. » (ORG-POI-02)"""
    found = [
        f"{signed(told, getattr(told.outcome, name))} {told.pick(*words)}"
        for name, words in WEIGHED.items()
        if getattr(told.outcome, name)
    ]
    return (
        f"{told.pick('Tant que le poison agit', 'As long as the poison acts')}{told.colon} {listed(told, found)}."
        if found
        else ""
    )


def poison_schedule(told: Told) -> list[str]:
    """« Poison pour lames : tour 3, 1 dose, 1 bs ; tour 4, 2 doses, 2 bs. 3 bs en tout. »"""
    given, outcome = told.given, told.outcome
    head = start(row_name(told, pack.poison(given.poison)))
    if not outcome.turns:
        return [f"{head}{told.colon} {told.pick('aucune dose', 'no dose')}."]
    rows = [
        ", ".join(
            part
            for part in (
                told.pick(f"tour {told.number(turn)}", f"turn {told.number(turn)}"),
                doses(told, count),
                points(told, bs, "bs") if bs else "",
            )
            if part
        )
        for turn, count, bs in zip(outcome.turns, outcome.doses, outcome.bs, strict=True)
    ]
    lost = points(told, outcome.bs_total, "bs")
    whole = told.pick(f"{lost} en tout.", f"{lost} in all.") if outcome.bs_total else ""
    return [joined(f"{head}{told.colon} {f'{semicolon(told)} '.join(rows)}.", whole)]
