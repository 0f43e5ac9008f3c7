"""Lutte: seizing somebody, what one does there, holding without a sound, strangling."""

from gardien.core.telling import Told
from gardien.core.wording import Both, called, joined, present, refused, start, word
from gardien.systems.d20d100.aiming import SITUATIONS
from gardien.systems.d20d100.grappling import LETHAL, SUDDEN
from gardien.systems.d20d100.sentences.blows_told import OTHERS, struck, swing
from gardien.systems.d20d100.sentences.bodies_told import hurt, thrown_damage
from gardien.systems.d20d100.sentences.contests_told import contest
from gardien.systems.d20d100.sentences.grammar import (
    VICTIM,
    bare_name,
    damage,
    face_of,
    headed,
    metres,
    modified,
    trial_at,
)
from gardien.systems.d20d100.sentences.manoeuvres_told import HOLDS, lutte_name

SEIZES: dict[str, Both] = {
    "attacker": ("la prise est bonne", "the hold is good"),
    "opponent": ("l'adversaire se dérobe", "the opponent slips away"),
    "none": ("rien ne change", "nothing changes"),
}
DOES: dict[str, Both] = {
    "struck": ("le coup porte", "the blow lands"),
    "weapon_drawn": ("l'arme est sortie", "the weapon is drawn"),
    "shot": ("le tir peut partir", "the shot can be fired"),
    "immobilised": ("l'adversaire ne peut plus bouger", "the opponent cannot move any more"),
    "knocked_down": ("l'adversaire tombe", "the opponent falls"),
    "ally_freed": ("la prise sur l'allié se défait", "the hold on the ally is broken"),
    "free": ("la prise se défait", "the hold is broken"),
    "strangling": ("l'étranglement commence", "the strangling begins"),
}


def _sides(told: Told, more: int = 0) -> tuple[tuple[int | None, int], tuple[int | None, int]]:
    """Both wrestlers with everything that is added to their dice."""
    given, faces = told.given, told.faces("d20", "lutte")
    mass, other = getattr(given, "mass", 0), getattr(given, "opponent_mass", 0)
    return (
        (faces[0], given.lutte + sum(given.mods) + mass + more),
        (faces[1], given.opponent_lutte + sum(given.opponent_mods) + other),
    )


def _weighs(told: Told, name: Both, more: int) -> str:
    return modified(told, told.given.lutte, [(OTHERS, sum(told.given.mods)), (name, more)]) if more else ""


def start_grapple(told: Told) -> list[str]:
    """« Empoignade, Lutte contre Lutte : 9 + 4 = 13 contre 14 − 3 = 11. La prise est bonne. »"""
    head = headed(told, told.pick("empoignade", "grapple"), lutte_name(told))
    return [contest(told, head, _sides(told), told.pick(*SEIZES[told.outcome.winner]))]


def grapple_manoeuvre(told: Told) -> list[str]:
    """Lutte, then the one thing that it allows."""
    given, outcome = told.given, told.outcome
    if not outcome.accepted:
        why = (
            "L'arme est encore à sa place. La sortir d'abord, par une manœuvre",
            "The weapon is still in its place. Draw it first, with a manoeuvre",
        )
        return [refused(told, why, "D100-GRAP-03")]
    deadly = LETHAL if given.deadly else 0
    verb = word(told, "manoeuvre", given.manoeuvre)
    head = headed(told, f"{lutte_name(told)} {told.pick(f'pour {verb}', f'to {verb}')}")
    end = HOLDS
    if outcome.effect == "pushed":
        back = metres(told, outcome.metres)
        end = (f"l'adversaire recule de {back}", f"the opponent is pushed back {back}")
    elif outcome.success:
        end = DOES[outcome.effect]
    line = contest(told, head, _sides(told, deadly), told.pick(*end))
    weighs = _weighs(told, ("coups pour tuer", "blows to kill"), deadly)
    if outcome.effect == "struck":
        amount = f"{start(damage(told, outcome.damage_final))}." if given.damage.strip() else ""
        body = struck(told, given.target, temporary=outcome.temporary is True) if amount else ""
        return [line, joined(amount, body), weighs]
    if outcome.effect == "shot":
        return [line, *_shot(told)]
    return [line, weighs]


def _shot(told: Told) -> list[str]:
    """One attack roll in the middle of it."""
    given, outcome = told.given, told.outcome
    modifier = given.attack + SITUATIONS["shot_in_grapple"]
    head = told.pick("tir aux prises", "shot in the grapple")
    thrown = swing(
        told,
        head,
        modifier,
        given.defence,
        face_of(told, "attack"),
        hit=outcome.hit is True,
        critical=outcome.critical is True,
        malfunction=outcome.malfunction,
    )
    if outcome.hit is not True or not given.damage.strip():
        return [f"{thrown}."]
    return [f"{thrown}. {start(damage(told, outcome.damage_final))}.", struck(told, given.target)]


def silent_hold(told: Told) -> list[str]:
    """« Sans bruit, round 1, Lutte contre Lutte : … »"""
    given, outcome = told.given, told.outcome
    sudden = SUDDEN if given.round == 1 else 0
    number = told.number(given.round)
    head = headed(
        told, told.pick(f"maîtriser sans bruit, round {number}", f"silent hold, round {number}"), lutte_name(told)
    )
    if outcome.held:
        end = told.pick("la victime ne crie pas", "the victim does not cry out")
    else:
        end = told.pick("la victime crie, l'alerte est donnée", "the victim cries out, the alarm is given")
    return [contest(told, head, _sides(told, sudden), end), _weighs(told, ("premier round", "first round"), sudden)]


def strangle_round(told: Told) -> list[str]:
    """« Étranglement, round 3, test de CON, Difficulté 12 : … 1d8 = 5 dégâts : PV 10 → 5. »"""
    given, outcome = told.given, told.outcome
    number, who = told.number(given.round), called(told, "", VICTIM, acts=True)
    place = told.pick(f"étranglement, round {number}", f"strangling, round {number}")
    if present(outcome.difficulty):
        head = headed(told, place, bare_name(told, "CON"))
        test = trial_at(told, head, given.con_modifier, outcome.difficulty, outcome.total, not outcome.failed)
    else:
        test = f"{start(headed(told, place))}{told.colon} {told.pick('la prise ne se relâche pas', 'the grip holds')}."
    if not outcome.failed:
        return [joined(test, start(told.pick(f"{who} tient encore.", f"{who} still holds on.")))]
    amount = thrown_damage(told, "1d8", outcome.loss)
    end = hurt(told, who, given.pv, outcome.pv, outcome.condition)
    return [test, f"{start(amount)}{told.colon} {end}"]
