"""At the wheel: manoeuvres, and those that run into people (VEH-01 to VEH-04, M8)."""

from gardien.core.telling import Told
from gardien.core.wording import Both, called, joined, present, start, word
from gardien.systems.organique import pack
from gardien.systems.organique.bodies import person_of
from gardien.systems.organique.scores import base_parts
from gardien.systems.organique.sentences.bodies_told import aftermath
from gardien.systems.organique.sentences.grammar import TARGET, added, filled, harm, spent, trial
from gardien.systems.organique.sentences.sites_told import lead
from gardien.systems.organique.sentences.strikes_told import REACTIONS, WON, sum_of

DRIVER: Both = ("la personne au volant", "the driver")
LOST = -6  # missed by so much, a manoeuvre ends in regaining control (M8)
CONTROL: Both = (
    "Le véhicule n'obéit plus : il faut reprendre le contrôle.",
    "The vehicle no longer obeys: control must be regained.",
)
CRASH: Both = ("C'est l'accident, à la vitesse du moment.", "A crash, at the speed of the moment.")
# Who drives into whom.
INTO: dict[str, Both] = {
    "slide": ("{who} dérape sur {whom}", "{who} slides into {whom}"),
    "ramp": ("{who} prend un tremplin et retombe sur {whom}", "{who} takes a ramp and comes down on {whom}"),
    "ram": ("{who} percute {whom}", "{who} rams {whom}"),
}


def manoeuvre(told: Told) -> list[str]:
    """« Raul, virage serré : AGI 12 + 8 + 9 (d20) = 29 contre 40, marge d'échec 11. Le véhicule n'obéit plus … »"""
    given, outcome = told.given, told.outcome
    other = given.manoeuvre == "other"
    name = told.pick("manœuvre", "manoeuvre") if other else word(told, "manoeuvre", given.manoeuvre)
    line = trial(told, lead(told, given.driver, name), outcome, "AGI")
    if outcome.success:
        return [line]
    if given.manoeuvre == "regain_control":
        return [joined(line, told.pick(*CRASH))]
    return [joined(line, told.pick(*CONTROL) if outcome.margin <= LOST else "")]


def vehicle_attack(told: Told) -> list[str]:
    """« Raul percute Carl : AGI 12 + 4 + 14 (d20) = 30 contre 20, marge 10. Esquive de Carl : … Carl encaisse 3 c. »"""
    given, outcome = told.given, told.outcome
    who, whom = called(told, given.driver, DRIVER, acts=True), called(told, given.target, TARGET)
    head = filled(told, INTO[given.manoeuvre], who, whom)
    if outcome.attack_auto == "exhausted":
        return [f"{head}{told.colon} {spent(told)}."]
    first = added(told, base_parts(person_of(given.driver), "AGI", None), outcome.attack_base)
    lines = [f"{head}{told.colon} {sum_of(told, outcome, 'attack_', first)}."]
    row = None if given.reaction.kind == "none" else pack.reaction(given.reaction.kind)
    if row is not None and row.first is not None and present(outcome.defence_total):
        own = added(told, base_parts(person_of(given.target), row.first, row.second), outcome.defence_base)
        answer = filled(told, REACTIONS[given.reaction.kind], whom)
        lines.append(f"{answer}{told.colon} {sum_of(told, outcome, 'defence_', own)}.")
    lines[-1] = joined(lines[-1], _landed(told, whom))
    return [
        *lines,
        aftermath(told, whom, given.target, outcome.defender),
        aftermath(told, who, given.driver, outcome.driver),
    ]


def _landed(told: Told, whom: str) -> str:
    """Whether it strikes, and what passes the armour."""
    given, outcome = told.given, told.outcome
    if outcome.hit:
        if not (outcome.damage.bs or outcome.damage.c):
            return told.pick("Le choc ne passe pas l'armure.", "The armour takes it all.")
        passes = harm(told, outcome.damage.bs, outcome.damage.c)
        return start(told.pick(f"{whom} encaisse {passes}.", f"{whom} takes {passes}."))
    if outcome.attack_success and outcome.defence_success is True:
        return f"{filled(told, WON[given.reaction.kind], whom)}."
    return told.pick("C'est manqué.", "It misses.")
