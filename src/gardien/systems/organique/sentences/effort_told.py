"""Endurance spent and won back: efforts, fatigue, rest, the day after a collapse (END-01 to END-10)."""

from gardien.core.telling import Told
from gardien.core.terms import HARD, MINUS
from gardien.core.wording import Both, counted, joined, listed, present, start
from gardien.systems.organique.sentences.conditions_told import after
from gardien.systems.organique.sentences.grammar import points, turns
from gardien.systems.organique.sentences.sites_told import lead, minutes

CAUSES: dict[str, Both] = {
    "fighting": ("combat", "fighting"),
    "exhaustion": ("effort", "effort"),
    "mortal": ("blessure mortelle", "mortal wound"),
    "psychic": ("pouvoir psychique", "psychic power"),
    "oxygen": ("manque d'air", "lack of air"),
    "fatigue": ("fatigue", "fatigue"),
    "load": ("charge", "load"),
    "toxin": ("toxine", "toxin"),
    "sng_oxygen": ("manque d'air", "lack of air"),
}
NO_LOSS: Both = ("rien n'est perdu", "nothing is lost")
NOTHING_BACK: Both = ("rien ne revient", "nothing comes back")


def less(told: Told, amount: float, code: str) -> str:
    """« −3 END »."""
    return f"{MINUS}{points(told, amount, code)}"


def more(told: Told, amount: float, code: str) -> str:
    """« +3 END »."""
    return f"+{points(told, amount, code)}"


def exert(told: Told) -> list[str]:
    """« Tyra, 3 tours (combat et manque d'air) : −6 END. END 9 → 3. »"""
    given, outcome = told.given, told.outcome
    named = [
        told.pick(*CAUSES[cause]) + (f" ×{given.causes.count(cause)}" if given.causes.count(cause) > 1 else "")
        for cause in dict.fromkeys(given.causes)
    ]
    causes = f" ({listed(told, named)})" if named else ""
    lost = ", ".join(
        less(told, amount, code) for amount, code in ((outcome.end_lost, "END"), (outcome.sng_lost, "SNG")) if amount
    )
    head = start(lead(told, given.character, turns(told, given.turns)))
    line = f"{head}{causes}{told.colon} {lost or told.pick(*NO_LOSS)}."
    return [joined(line, _collapse(told), after(told, given.character, outcome.state))]


def _collapse(told: Told) -> str:
    """How long the reserve held, where it did not hold to the end (ORG-END-06)."""
    count = told.outcome.turns_before_collapse
    if not present(count) or count in (0, told.given.turns):
        return ""
    return told.pick(
        f"La réserve est vide au bout de {turns(told, count)}.", f"The reserve is empty after {turns(told, count)}."
    )


def fatigue(told: Told) -> list[str]:
    """« Tyra, 25 min d'effort léger, 1 END toutes les 5 min : −5 END, à récupérer en 25 min. »"""
    given, outcome = told.given, told.outcome
    time, period = minutes(told, given.minutes), minutes(told, given.period_minutes)
    head = lead(
        told,
        given.character,
        told.pick(f"{time} d'effort léger", f"{time} of light effort"),
        told.pick(f"1{HARD}END toutes les {period}", f"1{HARD}END every {period}"),
    )
    if not outcome.end_lost:
        return [f"{start(head)}{told.colon} {told.pick(*NO_LOSS)}."]
    back = minutes(told, outcome.minutes_to_recover)
    cost = told.pick(f"à récupérer en {back}", f"won back in {back}")
    line = f"{start(head)}{told.colon} {less(told, outcome.end_lost, 'END')}, {cost}."
    return [joined(line, after(told, given.character, outcome.state))]


def rest(told: Told) -> list[str]:
    """« Tyra, repos de 10 min : +3 END (effort) et +1 END (fatigue). END 4 → 8. »"""
    given, outcome = told.given, told.outcome
    parts = [turns(told, given.turns)] if given.turns else []
    parts += [minutes(told, given.minutes)] if given.minutes else []
    what = told.pick("repos interrompu", "broken rest") if given.interrupted else told.pick("repos", "rest")
    time = f" ({listed(told, parts)})" if parts else ""
    found = [
        f"{more(told, back, 'SNG' if cause == 'sng_oxygen' else 'END')} ({told.pick(*CAUSES[cause])})"
        for cause, back in outcome.regained.items()
        if back
    ]
    head = start(lead(told, given.character, what))
    line = f"{head}{time}{told.colon} {listed(told, found) or told.pick(*NOTHING_BACK)}."
    return [joined(line, after(told, given.character, outcome.state))]


def day_after_collapse(told: Told) -> list[str]:
    """« Tyra, 3 effondrements dans la journée : −3 en END le lendemain. END 12 → 9. »"""
    given, outcome = told.given, told.outcome
    count = counted(told, given.collapses, ("effondrement", "effondrements"), ("collapse", "collapses"))
    head = start(lead(told, given.character, told.pick(f"{count} dans la journée", f"{count} in a day")))
    if not outcome.end_change:
        return [f"{head}{told.colon} {told.pick('aucun effet le lendemain', 'nothing the next day')}."]
    worse = f"{MINUS}{told.number(-outcome.end_change)}"
    line = f"{head}{told.colon} {told.pick(f'{worse} en END le lendemain', f'{worse} END the next day')}."
    return [joined(line, after(told, given.character, outcome.state))]
