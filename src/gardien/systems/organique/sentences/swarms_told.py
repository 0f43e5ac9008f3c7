"""Swarms: how many come through, how many die."""

from gardien.core.telling import Told
from gardien.core.wording import Both, called, counted, joined, start
from gardien.systems.organique import pack
from gardien.systems.organique.bodies import person_of
from gardien.systems.organique.scores import base_parts
from gardien.systems.organique.sentences.bodies_told import aftermath
from gardien.systems.organique.sentences.grammar import ATTACKER, added, faces_of, points
from gardien.systems.organique.sentences.strikes_told import missed, sum_of

VICTIM: Both = ("la victime", "the victim")


def creatures(told: Told, count: int) -> str:
    return counted(told, count, ("créature", "créatures"), ("creature", "creatures"))


def swarm_turn(told: Told) -> list[str]:
    """« Essaim de 100 créatures : 45 trouvent la peau de Tyra, 2 bs. » (ORG-MON-04)."""
    given, outcome = told.given, told.outcome
    who = called(told, given.character, VICTIM, acts=True)
    head = told.pick(f"Essaim, {creatures(told, given.count)}", f"Swarm, {creatures(told, given.count)}")
    if not outcome.attackers:
        text = told.pick(f"aucune n'atteint {who}", f"none gets at {who}")
    else:
        harm = points(told, outcome.bs, "bs") if outcome.bs else told.pick("sans dommage", "no damage")
        verb = "atteint" if outcome.attackers == 1 else "atteignent"
        gets = "gets" if outcome.attackers == 1 else "get"
        text = told.pick(
            f"{told.number(outcome.attackers)} {verb} {who}, {harm}",
            f"{told.number(outcome.attackers)} {gets} at {who}, {harm}",
        )
    return [f"{head}{told.colon} {text}.", aftermath(told, who, given.character, outcome.state)]


def attack_swarm(told: Told) -> list[str]:
    """« Tyra frappe dans l'essaim : FOR 11 + AGI 12 + 9 (d20) = 32 contre 25, marge 7. 1 créature tuée, … »"""
    given, outcome = told.given, told.outcome
    who = called(told, given.attacker, ATTACKER, acts=True)
    row = pack.action(given.action)
    acts: Both = ("frappe dans l'essaim", "strikes into the swarm")
    if given.action == "shoot":
        acts = ("tire dans l'essaim", "shoots into the swarm")
    parts = base_parts(person_of(given.attacker), row.first, row.second)
    thrown = sum_of(told, outcome, "", added(told, parts, outcome.base))
    line = f"{start(f'{who} {told.pick(*acts)}')}{told.colon} {thrown}."
    if not outcome.killed:
        return [joined(line, missed(told, given.action))]
    faces = faces_of(told, "swept", "d6")
    dice = f" ({len(faces)}D6)" if faces else ""
    dead = told.pick(
        f"{creatures(told, outcome.killed)} de moins{dice}", f"{creatures(told, outcome.killed)} fewer{dice}"
    )
    left = told.pick("il n'en reste aucune", "none is left")
    if outcome.count_left:
        left = told.pick(f"il en reste {told.number(outcome.count_left)}", f"{told.number(outcome.count_left)} left")
    return [joined(line, f"{dead}, {left}.")]
