"""What a load costs, and how tiring a speed is (FOR-03, VIT-02, END-02)."""

from gardien.core.telling import Told
from gardien.core.terms import HARD, MINUS
from gardien.core.wording import Both, joined, ruled, start
from gardien.systems.organique.bodies import person_of
from gardien.systems.organique.sentences.feats_told import amount
from gardien.systems.organique.sentences.grammar import points
from gardien.systems.organique.sentences.sites_told import lead

NOT_FELT: Both = ("elle ne pèse pas", "it is not felt")
EASY: Both = ("sans fatigue", "without tiring")


def load(told: Told) -> list[str]:
    """« Tyra, charge de 45 kg, seuil 28 kg : −4 en AGI et en VIT, 4 END par heure. »"""
    given, outcome = told.given, told.outcome
    weight, limit = amount(told, given.load_kg, "kg"), amount(told, outcome.threshold, "kg")
    head = lead(
        told,
        given.character,
        told.pick(f"charge de {weight}", f"load of {weight}"),
        told.pick(f"seuil {limit}", f"threshold {limit}"),
    )
    if not outcome.malus:
        return [f"{start(head)}{told.colon} {told.pick(*NOT_FELT)}."]
    worse, tiring = f"{MINUS}{told.number(outcome.malus)}", points(told, outcome.end_per_hour, "END")
    cost = told.pick(f"{worse} en AGI et en VIT, {tiring} par heure", f"{worse} AGI and VIT, {tiring} an hour")
    return [f"{start(head)}{told.colon} {cost}."]


def run(told: Told) -> list[str]:
    """« Tyra, course à 8 m par tour (6 km/h) : 1 END par tour. »"""
    given, outcome = told.given, told.outcome
    speed, kmh = amount(told, given.speed, "m"), amount(told, outcome.kmh, "km/h")
    head = lead(
        told, given.character, told.pick(f"course à {speed} par tour ({kmh})", f"running {speed} a turn ({kmh})")
    )
    if not outcome.allowed:
        most = f"{told.number(person_of(given.character).score('VIT'))}{HARD}m"
        why = told.pick(f"trop vite, {most} par tour au plus", f"too fast, {most} a turn at most")
        return [ruled(f"{start(head)}{told.colon} {why}.", "ORG-VIT-02")]
    cost = points(told, outcome.end_per_turn, "END")
    end = told.pick(f"{cost} par tour", f"{cost} a turn") if outcome.exhausting else told.pick(*EASY)
    return [joined(f"{start(head)}{told.colon} {end}.")]
