"""Single attacks: the ordinary one, the next one after Cleave, the finishing blow."""

from gardien.core.readings.drive import Waiting
from gardien.core.telling import Told
from gardien.core.wording import Both, called, present, ruled, start
from gardien.systems.cthulhud20.arms import weapon_of
from gardien.systems.cthulhud20.attacks import MERCILESS
from gardien.systems.cthulhud20.bonuses import bonus_of
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.sentences.grammar import at_zone, metres, the_zone
from gardien.systems.cthulhud20.sentences.strikes_told import (
    named_weapon,
    one_attack,
    refusal,
    strikes,
    waiting,
)
from gardien.systems.cthulhud20.striking import AttackGiven

ATTACKER: Both = ("l'attaquant", "the attacker")
CLEAVE: dict[str, tuple[Both, str]] = {
    "no_feat": (
        ("{who} n'a pas le don Cleave : pas d'attaque de plus", "{who} does not have Cleave: no further attack"),
        "CD20-FEAT-01",
    ),
    "melee_only": (("Cleave ne vaut qu'au contact", "Cleave is for melee only"), "CD20-FEAT-01"),
    "not_down": (
        ("l'adversaire n'est pas tombé : pas d'attaque de plus", "the opponent is not down: no further attack"),
        "CD20-FEAT-01",
    ),
    "already_used": (
        (
            "Cleave a déjà servi ce round-ci ; Great Cleave n'a pas cette limite",
            "Cleave was used this round; Great Cleave has no such limit",
        ),
        "CD20-FEAT-01",
    ),
    "attacker_cannot_act": (("{who} ne peut pas agir : aucune attaque", "{who} cannot act: no attack"), "CD20-HP-05"),
    "target_dead": (
        ("la cible ne vit plus : en choisir une autre", "the target is dead: choose another"),
        "CD20-HP-04",
    ),
}
FINISH: dict[str, tuple[Both, str]] = {
    "target_dead": (("la victime ne vit plus", "the victim is already dead"), "CD20-HP-04"),
    "not_helpless": (
        ("la victime peut se défendre : il faut une attaque ordinaire", "the victim can fight back: attack as usual"),
        "CD20-P-COUP-01",
    ),
    "too_far": (
        (
            "un coup de grâce se donne à bout de bras, {reach} au plus",
            "a finishing blow is struck within arm's reach, {reach} at most",
        ),
        "CD20-P-COUP-01",
    ),
    "attacker_cannot_act": (("{who} ne peut pas agir : aucun coup", "{who} cannot act: no blow"), "CD20-HP-05"),
}
ARM = 1.5


def _head(told: Told) -> str:
    given = told.given
    weapon = weapon_of(given.weapon, given.thrown)
    return strikes(told, given.attacker, given.target, weapon, given.aim, named_weapon(told, given.weapon))


def attack(told: Told) -> list[str]:
    """« Paul tire : 10 (d20) + 3 (arme) + 2 (base) − 1 (fatigue) = 14 contre CA 12 (bras droit), touché. »"""
    if isinstance(told.outcome, Waiting):
        return waiting(told, _head(told))
    if present(told.outcome.refused):
        return [refusal(told, told.outcome.refused, told.given)]
    return one_attack(told, told.given, told.outcome, _head(told))


def _no(told: Told, reasons: dict[str, tuple[Both, str]]) -> list[str]:
    why, rule = reasons[str(told.outcome.reason)]
    who = called(told, told.given.attacker, ATTACKER, acts=True)
    text = told.pick(*why).replace("{reach}", metres(told, ARM)).replace("{who}", who)
    return [ruled(f"{start(text)}.", rule)]


def cleave(told: Told) -> list[str]:
    """The same, in the movement of the blow that brought somebody down."""
    if isinstance(told.outcome, Waiting):
        return waiting(told, _head(told))
    if not told.outcome.allowed:
        return _no(told, CLEAVE)
    if present(told.outcome.refused):
        return [refusal(told, told.outcome.refused, told.given)]
    return one_attack(told, told.given, told.outcome, f"Cleave. {_head(told)}")


def finishing_blow(told: Told) -> list[str]:
    """« Coup de grâce à la tête : … GB 9 + 4 (tête) + 4 (coup de grâce) = 17. »"""
    given, outcome = told.given, told.outcome
    if not outcome.allowed:
        return _no(told, FINISH)
    attack = AttackGiven(
        attacker=given.attacker,
        weapon=given.weapon,
        target=given.target,
        attack_bonus=given.attack_bonus,
        distance_m=given.distance_m,
        modifier=given.modifier,
        gb_bonus=MERCILESS,
    )
    who = called(told, given.attacker, ("", ""), acts=True)
    blow = told.pick("coup de grâce", "finishing blow")
    place = told.pick(at_zone(told, given.zone), f"to {the_zone(told, given.zone)}")
    head = start(", ".join(part for part in (who, f"{blow} {place}") if part))
    return one_attack(told, attack, outcome, head, bonus_of(attack, Options()), ("coup de grâce", "finishing blow"))
