"""Natural causes, for a round or for as long as they last (ENV-01, ENV-02, P-ENV-03)."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import joined, present, start
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.scores import save_parts
from gardien.systems.cthulhud20.sentences.blows_told import wounded
from gardien.systems.cthulhud20.sentences.bodies_told import (
    bleeds,
    closes,
    dies,
    fainting,
    losses,
    pools,
    stabilising,
)
from gardien.systems.cthulhud20.sentences.checks_told import save_thrown
from gardien.systems.cthulhud20.sentences.grammar import adding, rounds, row_name, signed, wound_name, zone_name
from gardien.systems.cthulhud20.sentences.wounds_told import gone, victim_of
from gardien.systems.cthulhud20.severity import zone_bonus
from gardien.systems.cthulhud20.values import Combatant

MOST_TOLD = 10  # rounds told one by one


def struck(told: Told, who: str, victim: Combatant, block: Any) -> list[str]:
    """What a danger does to somebody: « GB 4 (d10) + 3 (bonus) + 3 (torse) = 10, blessure grave au torse : … »"""
    gb = ""
    if present(block.gb) and present(block.d10):
        more = [("bonus", block.bonus)]
        more.append((zone_name(told, block.zone), zone_bonus(block.zone, victim.tables)))
        shown = "".join(f"{adding(told, value)} ({name})" for name, value in more if value)
        gb = f"GB {told.number(block.d10)} (d10){shown}" + (f" = {told.number(block.gb)}" if shown else "")
    return wounded(told, who, victim, block, gb, where=True)


def worth(told: Told, most: int, bonus: Any, more: str = "") -> str:
    """How hard something strikes: « dégâts maxi 24, bonus +6 » (CD20-LETH-01)."""
    name = told.pick("dégâts maxi", "maximum damage")
    return f"{name} {told.number(most)}{more}, bonus {signed(told, bonus)}"


def cause_name(told: Told, key: str | None) -> str:
    return told.pick("danger naturel", "natural danger") if key is None else row_name(told, pack.cause(key))


def natural_cause(told: Told) -> list[str]:
    """« Vapeur brûlante : dégâts maxi 8, bonus +2. », the save before, the blow after."""
    given, outcome = told.given, told.outcome
    who = victim_of(told, given.victim)
    if present(outcome.refused):
        return [gone(told, who)]
    save = ""
    key = given.saved_by()
    if key is not None and present(outcome.save_success):
        parts = save_parts(given.victim, key)
        save = save_thrown(told, key, parts, who, given.save_dc, outcome.save_total, outcome.save_success)
    halved = told.pick(" (moitié)", " (halved)") if outcome.save_success is True else ""
    head = start(cause_name(told, given.cause))
    text = f"{head}{told.colon} {worth(told, outcome.max_damage, outcome.bonus, halved)}."
    return [joined(save, text), *struck(told, who, given.victim, outcome)]


def lasting_cause(told: Told) -> list[str]:
    """« Fournaise, 3 rounds : dégâts maxi 12, bonus +3. GB 4 (d10) + 3 = 7 au premier round, puis … »"""
    given, outcome = told.given, told.outcome
    who = victim_of(told, given.victim)
    if present(outcome.refused):
        return [gone(told, who)]
    head = f"{start(cause_name(told, given.cause))}, {rounds(told, given.rounds)}{told.colon} "
    head += worth(told, outcome.max_damage, outcome.bonus)
    grown = told.pick(f"{signed(told, outcome.step)} à chaque round", f"{signed(told, outcome.step)} every round")
    if present(outcome.d10):
        face, first = told.number(outcome.d10), told.number(outcome.d10 + outcome.bonus)
        sum_of = f"{face} (d10){adding(told, outcome.bonus)} = {first}"
        head += told.pick(
            f". GB {sum_of} au premier round, puis {grown}", f". GB {sum_of} in the first round, then {grown}"
        )
    lines = [f"{head}.", *_by_round(told)]
    dead = outcome.state == "dead"
    end = dies(told, who, given.victim.tables) if dead else fainting(told, who, outcome)
    return [*lines, end, pools(told, who, given.victim, outcome), "" if dead else _bleeding(told)]


def _by_round(told: Told) -> list[str]:
    """« Round 2 : GB 7, blessure grave, −1 PF, −1 PV. »: what each round added, as many as one reads."""
    outcome = told.outcome
    if not present(outcome.gb_by_round):
        return []
    rows = zip(
        outcome.gb_by_round,
        outcome.severity_by_round,
        outcome.pf_loss_by_round,
        outcome.pv_loss_by_round,
        strict=True,
    )
    lines = [
        f"Round {told.number(number)}{told.colon} GB {told.number(gb)}, {wound_name(told, severity)}, "
        f"{losses(told, pf, pv)}."
        for number, (gb, severity, pf, pv) in enumerate(rows, told.given.first_round)
    ]
    if len(lines) <= MOST_TOLD:
        return lines
    more = told.number(len(lines) - MOST_TOLD)
    skipped = told.pick(f"Puis {more} rounds de même, et le dernier.", f"Then {more} more rounds, and the last one.")
    return [*lines[: MOST_TOLD - 1], skipped, lines[-1]]


def _bleeding(told: Told) -> str:
    """Whether the wound of a cause that has stopped goes on bleeding (CD20-BLEED-03)."""
    outcome = told.outcome
    if not present(outcome.care_dc) or not told.given.stops:
        return ""
    last = outcome.wounds[-1] if present(outcome.wounds) and outcome.wounds else None
    if last is None or not last.bleeding:
        return joined(stabilising(told, outcome), closes(told))
    return joined(stabilising(told, outcome), bleeds(told, last.next_tick_in_rounds, outcome.care_dc))
