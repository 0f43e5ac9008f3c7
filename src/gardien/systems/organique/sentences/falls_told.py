"""What falls on somebody, somebody who falls, falls at speed (DMG-04, DMG-08, DMG-13, AGI-03)."""

from gardien.core.telling import Told
from gardien.core.wording import counted, joined, of, present, start
from gardien.systems.organique.bodies import person_of
from gardien.systems.organique.falls import SOFTENED
from gardien.systems.organique.sentences.checks_told import one_who
from gardien.systems.organique.sentences.conditions_told import after
from gardien.systems.organique.sentences.feats_told import amount
from gardien.systems.organique.sentences.fires_told import through
from gardien.systems.organique.sentences.grammar import face_of, harm, points, summed
from gardien.systems.organique.sentences.sites_told import lead


def storeys(told: Told, count: int) -> str:
    return counted(told, count, ("étage", "étages"), ("storey", "storeys"))


def falling_object(told: Told) -> list[str]:
    """« Tyra reçoit 50 kg d'une hauteur de 3 étages : 30 c, 28 c passent. »"""
    given, outcome = told.given, told.outcome
    who, weight, height = one_who(told, given.character), amount(told, given.kg, "kg"), storeys(told, given.storeys)
    head = told.pick(f"{who} reçoit {weight} d'une hauteur de {height}", f"{weight} from {height} up on {who}")
    passes = f", {through(told, 0, outcome.c_through)}" if outcome.c != outcome.c_through else ""
    return [
        joined(
            f"{start(head)}{told.colon} {harm(told, 0, outcome.c)}{passes}.",
            after(told, given.character, outcome.state),
        )
    ]


def fall(told: Told) -> list[str]:
    """« Tyra tombe de 4 étages : 8 c. AGI 12 + 14 (d20) = 26, 2 c évités : 6 c. »"""
    given, outcome = told.given, told.outcome
    who = one_who(told, given.character)
    height = storeys(told, outcome.storeys) if outcome.storeys else told.pick("moins d'un étage", "less than a storey")
    head = told.pick(f"{who} tombe {of(height)}", f"{who} falls {height}")
    line = f"{start(head)}{told.colon} {harm(told, 0, outcome.raw_c)}."
    return [joined(line, _softened(told), after(told, given.character, outcome.state))]


def _softened(told: Told) -> str:
    """What AGI took off, where a die was thrown (ORG-AGI-03)."""
    given, outcome = told.given, told.outcome
    face = face_of(told, "fall")
    if face is None or not present(outcome.total):
        return ""
    base = person_of(given.character).value("AGI")
    sum_ = summed(told, base, outcome.total - base - face, face, "AGI")
    left = harm(told, 0, outcome.c)
    # where the die decided, not the sum (ORG-TEST-05)
    if face in (1, 20) and min(outcome.raw_c, max(0, outcome.total // SOFTENED)) != outcome.avoided:
        sum_ = told.pick(f"{sum_}, {face} au d20", f"{sum_}, natural {face}")
    if not outcome.avoided:
        return told.pick(f"{sum_} : rien n'est évité.", f"{sum_}: nothing is avoided.")
    less = points(told, outcome.avoided, "c")
    return told.pick(
        f"{sum_} : {less} {'évités' if outcome.avoided > 1 else 'évité'}, reste {left}.",
        f"{sum_}: {less} avoided, {left} left.",
    )


def tumble(told: Told) -> list[str]:
    """« Tyra, chute à 40 m par tour (30 km/h) : 2 bs et 2 c, 1 bs passe. »"""
    given, outcome = told.given, told.outcome
    speed, kmh = amount(told, given.speed, "m"), amount(told, outcome.kmh, "km/h")
    head = lead(
        told, given.character, told.pick(f"chute à {speed} par tour ({kmh})", f"fall at {speed} a turn ({kmh})")
    )
    same = (outcome.bs, outcome.c) == (outcome.bs_through, outcome.c_through)
    passes = "" if same else f", {through(told, outcome.bs_through, outcome.c_through)}"
    return [
        joined(
            f"{start(head)}{told.colon} {harm(told, outcome.bs, outcome.c)}{passes}.",
            after(told, given.character, outcome.state),
        )
    ]
