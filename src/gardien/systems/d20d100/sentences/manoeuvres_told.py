"""Special attacks: a charge, disarming, coming from behind, a coup de grâce."""

from gardien.core.telling import Told
from gardien.core.wording import Both, joined, present, reason, refused, start
from gardien.systems.d20d100.actions import CHARGE
from gardien.systems.d20d100.aiming import SITUATIONS, summed_situations
from gardien.systems.d20d100.ambushes import NEAR, TRIPLE
from gardien.systems.d20d100.effort import covered
from gardien.systems.d20d100.sentences.blows_told import OTHERS, attack_harm, harmed, struck, swing
from gardien.systems.d20d100.sentences.contests_told import contest
from gardien.systems.d20d100.sentences.grammar import bare_name, face_of, headed, metres, modified, skill_name, trial
from gardien.systems.d20d100.sentences.tests_told import SITUATION, WOUNDS
from gardien.systems.d20d100.trials import CHARACTERISTIC
from gardien.systems.d20d100.values import NO_DICE

CHARGES: dict[str, Both] = {
    "attack": ("", ""),
    "knock_down": ("pour renverser", "to knock down"),
    "push": ("pour repousser", "to push back"),
}
CHARGING: Both = ("charge", "charge")
LANDS: dict[str, Both] = {
    "knock_down": ("l'adversaire tombe", "the opponent falls"),
    "push": ("l'adversaire recule", "the opponent is pushed back"),
}
HOLDS: Both = ("l'adversaire tient bon", "the opponent holds firm")
KEEPS: dict[str, Both] = {
    "attacker": ("l'arme tombe", "the weapon falls"),
    "holder": ("l'arme reste en main", "the weapon stays in hand"),
    "none": ("rien ne change, l'arme reste en main", "nothing changes, the weapon stays in hand"),
}


def lutte_name(told: Told) -> str:
    """« Lutte contre Lutte »."""
    name = skill_name(told, "lutte")
    return told.pick(f"{name} contre {name}", f"{name} against {name}")


# ---- charge ----


def charge(told: Told) -> list[str]:
    """A run, then one blow or a Lutte test."""
    given, outcome = told.given, told.outcome
    if not outcome.accepted:
        return [_barred(told)]
    far = metres(told, given.distance)
    head = headed(told, joined(told.pick(f"charge de {far}", f"charge over {far}"), told.pick(*CHARGES[given.kind])))
    effective, mods = outcome.effective_attack, sum(given.mods)
    situations = summed_situations((*given.situations, "charge"))
    wounds = effective - given.score - mods - situations
    run = SITUATIONS["charge"]
    parts = [(CHARGING, run), (SITUATION, situations - run), (WOUNDS, wounds), (OTHERS, mods)]
    weighs = modified(told, given.score, parts)
    own = told.number(outcome.own_defence)
    bare = told.pick(f"Défense {own} jusqu'au prochain tour.", f"Defence {own} until the next turn.")
    if given.kind != "attack":
        faces = told.faces("d20", "lutte")
        sides = ((faces[0], effective), (faces[1], given.opponent_lutte))
        end = told.pick(*(LANDS[given.kind] if outcome.success else HOLDS))
        return [contest(told, f"{head}, {lutte_name(told)}", sides, end), joined(weighs, bare)]
    face = face_of(told, "attack")
    thrown = swing(told, head, effective, given.defence, face, hit=outcome.hit, critical=outcome.critical)
    harm, body = "", ""
    if outcome.hit:
        harm = attack_harm(told, given.dice(), given.multiplier if outcome.critical else 1)
        body = struck(told, given.target, temporary=given.temporary) if harm else ""
    return [joined(f"{thrown}.", harm), body, joined(weighs, bare)]


def _barred(told: Told) -> str:
    """Why a charge is not possible."""
    most = metres(told, covered(told.given.speed, CHARGE))
    why: dict[str, Both] = {
        "cannot_run": (
            "Trop de blessures pour courir, donc pour charger. Attaquer reste possible",
            "Too many wounds to run, and so to charge. An attack is possible",
        ),
        "too_near": (
            "Une charge demande 3 m d'élan. Reculer, ou attaquer sans charger",
            "A charge takes a run of 3 m. Step back, or attack without charging",
        ),
        "too_far": (
            f"L'adversaire est trop loin : {most} au plus. Se rapprocher d'abord",
            f"The opponent is too far: {most} at most. Move nearer first",
        ),
    }
    rules = {"cannot_run": "D100-HEALTH-04", "too_near": "D100-SPEC-02", "too_far": "D100-CBT-13"}
    return reason(told, told.outcome.reason, why, rules[told.outcome.reason])


# ---- disarming, from behind ----


def disarm(told: Told) -> list[str]:
    """« Désarmement : 9 + 4 = 13 contre 14 − 3 = 11. L'arme tombe. »"""
    outcome = told.outcome
    faces = told.faces("d20", "attack")
    sides = ((faces[0], outcome.attacker_modifier), (faces[1], outcome.holder_modifier))
    head = headed(told, told.pick("désarmement", "disarming"))
    return [contest(told, head, sides, told.pick(*KEEPS[outcome.winner]))]


def sneak_attack(told: Told) -> list[str]:
    """« Déplacement Silencieux contre Écouter : … La victime est sans défense. »"""
    given, outcome = told.given, told.outcome
    stealth = given.stealth_modifier + sum(given.stealth_mods)
    sides = ((face_of(told, "stealth"), stealth), (face_of(told, "listen"), outcome.victim_modifier))
    first, second = skill_name(told, "depl_silencieux"), skill_name(told, "ecouter")
    head = headed(told, told.pick(f"{first} contre {second}", f"{first} against {second}"))
    if outcome.victim_state == "helpless":
        end = told.pick("la victime n'entend rien, elle est sans défense", "the victim hears nothing and is helpless")
    else:
        end = told.pick("la victime entend, mais trop tard : surprise", "the victim hears, but too late: surprised")
    return [contest(told, head, sides, end)]


# ---- coup de grâce ----


def coup_de_grace(told: Told) -> list[str]:
    """Three times the damage, then CON."""
    given, outcome = told.given, told.outcome
    if not outcome.accepted:
        most = metres(told, NEAR)
        why = (
            f"Trop loin pour un coup de grâce : {most} au plus. Se rapprocher",
            f"Too far for a coup de grâce: {most} at most. Move nearer",
        )
        return [refused(told, why, "D100-SPEC-06")]
    kind = given.protection_kind
    protected = kind != "none" and (kind != "vest" or face_of(told, "vest", f"d{given.protection}") is not None)
    harm = harmed(
        told,
        given.dice() or NO_DICE,
        given.damage_bonus,
        outcome.damage_rolled,
        outcome.damage_multiplied,
        outcome.damage_final,
        times=TRIPLE,
        kind=kind,
        protection=given.protection,
        protected=protected,
    )
    head = start(headed(told, told.pick("coup de grâce", "coup de grâce")))
    test = ""
    if present(outcome.con_success):
        face = face_of(told, "constitution")
        test = trial(told, bare_name(told, "CON"), given.target.con_modifier, CHARACTERISTIC, face, outcome.con_success)
    temporary = given.intent == "stun"
    return [joined(f"{head}{told.colon} {harm}.", test), struck(told, given.target, temporary=temporary, massive="")]
