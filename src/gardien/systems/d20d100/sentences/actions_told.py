"""What a round holds: actions, metres, a plan; and how hard somebody is to hit."""

from gardien.core.telling import Told
from gardien.core.wording import Both, joined, label, reason, refused, semicolon, start, word
from gardien.systems.d20d100.actions import MOVES
from gardien.systems.d20d100.guard import BASE, CAUTIOUS, CAUTIOUS_ATTACK, COVER, FULL, MODES
from gardien.systems.d20d100.sentences.grammar import adding, gauge, headed, metres, signed
from gardien.systems.d20d100.sentences.weapons_told import figures, simple_actions

REFUSED: dict[str, Both] = {
    "cannot_run": (
        "Trop de blessures pour courir. Marcher reste possible",
        "Too many wounds to run. Walking is possible",
    ),
    "no_time": (
        "Il ne reste pas assez d'actions dans ce round. Attendre le prochain, ou faire plus court",
        "Not enough actions are left in this round. Wait for the next, or do something shorter",
    ),
}
RULES = {"cannot_run": "D100-HEALTH-04", "no_time": "D100-CBT-09"}
PARTS: dict[str, Both] = {
    "dodge": ("esquive", "dodge"),
    "bonus": ("bonus", "bonus"),
    "armour": ("armure", "armour"),
    "scale": ("taille", "size"),
    "cover": ("couvert", "cover"),
    "mode": ("façon de combattre", "way of fighting"),
}


# ---- a round ----


def take_action(told: Told) -> list[str]:
    """« Courir, action complexe : 24 m. Il reste 1 action simple. »"""
    given, outcome = told.given, told.outcome
    if not outcome.accepted:
        return [reason(told, outcome.reason, REFUSED, RULES[outcome.reason])]
    name = word(told, "action", given.action)
    line = start(headed(told, name, word(told, "kind", outcome.kind)))
    if given.action in MOVES:
        far = metres(told, outcome.metres)
        line += f"{told.colon} {far}"
    left = simple_actions(told, outcome.simple_actions_left)
    rest = told.pick(f"Il reste {left} dans ce round.", f"Left this round: {left}.")
    if not outcome.simple_actions_left:
        rest = told.pick("Plus d'action dans ce round.", "No action left this round.")
    tired = "" if outcome.pv == given.pv else f"{gauge(told, 'PV', given.pv, outcome.pv)}."
    return [joined(f"{line}.", rest, tired)]


def round_plan(told: Told) -> list[str]:
    """« Attaques : +6/+1. Déplacement : 6 m. »"""
    given, outcome = told.given, told.outcome
    if not outcome.accepted:
        need, have = simple_actions(told, len(given.plan)), told.number(given.simple_actions)
        why = (
            f"Ce plan demande {need}, et le round en laisse {have}. En retirer",
            f"This plan takes {need}, and the round leaves {have}. Leave something out",
        )
        return [refused(told, why, "D100-ATK-07")]
    parts = []
    if outcome.attack_scores:
        shown = figures(told, outcome.attack_scores)
        several = len(outcome.attack_scores) > 1
        parts.append(told.pick("attaques" if several else "attaque", "attacks" if several else "attack") + f" {shown}")
    if outcome.metres:
        far = metres(told, outcome.metres)
        parts.append(told.pick(f"déplacement {far}", f"movement {far}"))
    if not parts:
        parts.append(told.pick("aucune attaque, aucun déplacement", "no attack, no movement"))
    head = start(headed(told, told.pick("plan du round", "plan of the round")))
    return [f"{head}{told.colon} {', '.join(parts)}."]


def movement(told: Told) -> list[str]:
    """« Vitesse 9. Marche 6 m, course 24 m ; escalade 3 m, rapide 6 m ; charge de 3 à 18 m. »"""
    outcome = told.outcome
    walk, run = metres(told, outcome.walk_simple), metres(told, outcome.run_complex)
    climb, fast = metres(told, outcome.climb_simple), metres(told, outcome.climb_complex)
    low, high = told.number(outcome.charge_min), metres(told, outcome.charge_max)
    speed = told.number(told.given.speed)
    head = start(headed(told, told.pick(f"Vitesse {speed}", f"Speed {speed}")))
    charge = told.pick(f"charge de {low} à {high}", f"charge {low} to {high}")
    if outcome.charge_max < outcome.charge_min:
        charge = told.pick("pas de charge possible", "no charge possible")
    return [
        told.pick(
            f"{head} : marche {walk}, course {run}. Escalade {climb}, en se pressant {fast}. {start(charge)}.",
            f"{head}: walk {walk}, run {run}. Climb {climb}, in haste {fast}. {start(charge)}.",
        )
    ]


# ---- Defence ----


def defence(told: Told) -> list[str]:
    """« Défense 15 + 3 (Réflexes) + 2 (couvert) = 20 ; au dépourvu 17. C'est 20 qui compte. »"""
    given, outcome = told.given, told.outcome
    parts = [
        ("dodge", given.dodge_bonus),
        ("bonus", given.defence_bonus),
        ("armour", given.armour_penalty),
        ("scale", given.scale),
        ("cover", COVER[given.cover]),
        ("mode", MODES[given.mode]),
    ]
    quick = outcome.defence - BASE - sum(value for _, value in parts)
    shown = f"{BASE}{adding(told, quick)} ({told.pick('Réflexes', 'Reflexes')})"
    shown += "".join(f"{adding(told, value)} ({told.pick(*PARTS[name])})" for name, value in parts if value)
    flat = f"{label(told, 'flat_footed')} {told.number(outcome.defence_flat)}"
    head = start(headed(told, told.pick("Défense", "Defence")))
    line = f"{head}{told.colon} {shown} = {told.number(outcome.defence)}{semicolon(told)} {flat}."
    used = told.number(outcome.defence_used)
    if outcome.flat_footed:
        end = told.pick(f"Au dépourvu : c'est {used} qui compte.", f"Flat-footed: {used} counts.")
    else:
        end = told.pick(f"C'est {used} qui compte.", f"{used} counts.")
    return [joined(line, end)]


def full_defence(told: Told) -> list[str]:
    """« Défense totale : 15 + 4 = 19 jusqu'au prochain tour, sans attaquer. »"""
    total = f"{told.number(told.given.defence)}{adding(told, FULL)} = {told.number(told.outcome.defence)}"
    head = start(headed(told, told.pick("Défense totale", "full defence")))
    return [
        f"{head}{told.colon} "
        + told.pick(f"{total} jusqu'au prochain tour, sans attaquer.", f"{total} until the next turn, and no attack.")
    ]


def defensive_fighting(told: Told) -> list[str]:
    """« Combat défensif : Défense 15 + 2 = 17, attaque +6 − 4 = +2. »"""
    given, outcome = told.given, told.outcome
    guard = f"{told.number(given.defence)}{adding(told, CAUTIOUS)} = {told.number(outcome.defence)}"
    blow = f"{signed(told, given.attack)}{adding(told, CAUTIOUS_ATTACK)} = {signed(told, outcome.attack)}"
    head = start(headed(told, told.pick("combat défensif", "defensive fighting")))
    return [f"{head}{told.colon} " + told.pick(f"Défense {guard}, attaque {blow}.", f"Defence {guard}, attack {blow}.")]
