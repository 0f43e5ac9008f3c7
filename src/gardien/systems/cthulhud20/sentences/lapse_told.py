"""Time that passes for one body: losses of open wounds, hours and days of rest (BLEED, HP-06)."""

from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import joined, listed, present, start
from gardien.systems.cthulhud20.bodies import FAINT_DC
from gardien.systems.cthulhud20.lapse import DAY, HOUR, MINUTE, Tick
from gardien.systems.cthulhud20.sentences.bodies_told import dies, falls, losses, owned_save, pools
from gardien.systems.cthulhud20.sentences.grammar import (
    below,
    dc,
    faces_of,
    points,
    rounds,
    summed,
    verdict,
    zone_name,
)
from gardien.systems.cthulhud20.sentences.wounds_told import gone, victim_of

MOST_TOLD = 12  # losses told one by one


def span(told: Told, count: int) -> str:
    """Rounds of six seconds as people say them: « 7 rounds », « 10 min », « 3 h 20 », « 2 jours »."""
    if count < MINUTE or count % MINUTE:
        return rounds(told, count)
    if count >= DAY:
        days, rest = divmod(count, DAY)
        name = f"{told.number(days)}{HARD}" + told.pick("jours" if days > 1 else "jour", "days" if days > 1 else "day")
        return name if not rest else f"{name} {told.pick('et', 'and')} {span(told, rest)}"
    hours, rest = divmod(count, HOUR)
    minutes = rest // MINUTE
    if not hours:
        return f"{minutes}{HARD}min"
    return f"{hours}{HARD}h" + (f"{HARD}{minutes:02}" if minutes else "")


def advance_time(told: Told) -> list[str]:
    """« 10 min passent pour Paul. », then each loss, what rest gave back, what is left."""
    given, outcome = told.given, told.outcome
    who = victim_of(told, given.victim)
    if present(outcome.refused):
        return [gone(told, who)]
    time = span(told, outcome.rounds_passed)
    one = time.startswith(f"1{HARD}")
    head = told.pick(
        f"{time} {'passe' if one else 'passent'} pour {who}.", f"{time} {'passes' if one else 'pass'} for {who}."
    )
    if not outcome.rounds_passed:
        head = told.pick(f"Le temps s'arrête pour {who}.", f"Time stands still for {who}.")
    elif given.resting and not (outcome.ticks_count or present(outcome.next_tick_in_rounds)):  # blood is no rest
        head = start(told.pick(f"{who} se repose : {time}.", f"{who} rests: {time}."))
    lines = [head, *_losses(told, who)]
    if outcome.state == "dead":
        return [*lines, dies(told, who, given.victim.tables), pools(told, who, given.victim, outcome)]
    back = [points(told, gain, code) for gain, code in _gains(told) if gain]
    rest = told.pick(f"Le repos rend {listed(told, back)}.", f"Rest gives back {listed(told, back)}.") if back else ""
    left = joined(rest, pools(told, who, given.victim, outcome), _wounds(told))
    unchanged = told.pick("Rien ne change.", "Nothing changes.")
    return [*lines, left or (unchanged if not outcome.ticks_count else "")]


def _gains(told: Told) -> tuple[tuple[int, str], ...]:
    return ((told.outcome.pv_recovered, "PV"), (told.outcome.pf_recovered, "PF"))


def _wounds(told: Told) -> str:
    """What becomes of the wounds: the next loss, or none left."""
    outcome = told.outcome
    if present(outcome.next_tick_in_rounds):
        when = span(told, outcome.next_tick_in_rounds)
        return told.pick(f"Prochaine perte dans {when}.", f"Next loss in {when}.")
    healed = present(outcome.wounds) and told.given.victim.wounds and not outcome.wounds
    return told.pick("Toutes les blessures sont guéries.", "All wounds have healed.") if healed else ""


def _losses(told: Told, who: str) -> list[str]:
    """One line for each loss, as many as one reads."""
    ticks: tuple[Tick, ...] = told.outcome.ticks if present(told.outcome.ticks) else ()
    rolls, saves = faces_of(told, "stabilisation", "d100"), faces_of(told, "faint_save", "d20")
    lines = [_loss(told, who, tick, rolls, saves) for tick in ticks]
    if len(lines) <= MOST_TOLD:
        return lines
    more = told.number(len(lines) - MOST_TOLD)
    return [
        *lines[: MOST_TOLD - 1],
        told.pick(f"Puis {more} pertes de même, et la dernière.", f"Then {more} more losses, and the last one."),
        lines[-1],
    ]


def _loss(told: Told, who: str, tick: Tick, rolls: list[int], saves: list[int]) -> str:
    """« Après 1 min, bras droit : −1 PF, −1 PV. Stabilisation : 41 au d100, il fallait moins de 8, raté. »"""
    wound = told.given.victim.wounds[tick.wound]
    when = span(told, tick.at_round)
    head = told.pick(f"Après {when}, {zone_name(told, wound.zone)}", f"After {when}, {zone_name(told, wound.zone)}")
    text = f"{head}{told.colon} {losses(told, 1, 1)}."
    if tick.faint_save_needed and isinstance(tick.faint_save_total, int):
        face = saves.pop(0)
        thrown = summed(told, face, tick.faint_save_total - face)
        against = told.pick(f"contre {dc(told, FAINT_DC)}", f"against {dc(told, FAINT_DC)}")
        end = verdict(told, tick.faint_save_success is True)
        save = f"{start(owned_save(told, who))}{told.colon} {thrown} {against}, {end}."
        text = joined(text, save, falls(told, who, tick.state))
    if not present(tick.stabilise_total):
        return text
    head = told.pick("stabilisation", "stabilisation")
    return joined(text, below(told, head, rolls.pop(0), tick.stabilise_total or 0, tick.stabilised is True))
