"""Special attacks: a charge, disarming, coming from behind, a coup de grâce; Lutte: holds, strangling."""

from gardien.core.telling import Report
from gardien.core.wording import Both, join_sentences, present, reason, refusal_line, start, who_text, word
from gardien.systems.d20d100.rules.body.endurance import metres_covered
from gardien.systems.d20d100.rules.character import NO_DICE
from gardien.systems.d20d100.rules.fight.attack_modifiers import SITUATIONS, situations_sum
from gardien.systems.d20d100.rules.fight.grapple import LETHAL, SUDDEN
from gardien.systems.d20d100.rules.fight.helpless import NEAR, TRIPLE
from gardien.systems.d20d100.rules.fight.turn_actions import CHARGE
from gardien.systems.d20d100.rules.tests.d20 import CHARACTERISTIC
from gardien.systems.d20d100.words.attack import OTHERS, attack_damage_text, damage_clause, target_text, throw_clause
from gardien.systems.d20d100.words.body import thrown_damage_clause, wound_text
from gardien.systems.d20d100.words.grammar import (
    VICTIM,
    bare_name,
    damage,
    face_of,
    heading,
    metres,
    modifier_text,
    skill_name,
    trial,
    trial_at,
)
from gardien.systems.d20d100.words.tests import SITUATION, WOUNDS, contest_text

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


def lutte_name(report: Report) -> str:
    """« Lutte contre Lutte »."""
    name = skill_name(report, "lutte")
    return report.pick(f"{name} contre {name}", f"{name} against {name}")


# ---- charge ----


def charge(report: Report) -> list[str]:
    """A run, then one blow or a Lutte test."""
    given, outcome = report.given, report.outcome
    if not outcome.accepted:
        return [_refuse_charge(report)]
    far = metres(report, given.distance)
    head = heading(
        report, join_sentences(report.pick(f"charge de {far}", f"charge over {far}"), report.pick(*CHARGES[given.kind]))
    )
    effective, mods = outcome.effective_attack, sum(given.mods)
    situations = situations_sum((*given.situations, "charge"))
    wounds = effective - given.score - mods - situations
    run = SITUATIONS["charge"]
    parts = [(CHARGING, run), (SITUATION, situations - run), (WOUNDS, wounds), (OTHERS, mods)]
    weighs = modifier_text(report, given.score, parts)
    own = report.number(outcome.own_defence)
    bare = report.pick(f"Défense {own} jusqu'au prochain tour.", f"Defence {own} until the next turn.")
    if given.kind != "attack":
        faces = report.faces("d20", "lutte")
        sides = ((faces[0], effective), (faces[1], given.opponent_lutte))
        end = report.pick(*(LANDS[given.kind] if outcome.success else HOLDS))
        return [contest_text(report, f"{head}, {lutte_name(report)}", sides, end), join_sentences(weighs, bare)]
    face = face_of(report, "attack")
    thrown = throw_clause(report, head, effective, given.defence, face, hit=outcome.hit, critical=outcome.critical)
    harm, body = "", ""
    if outcome.hit:
        harm = attack_damage_text(report, given.dice(), given.multiplier if outcome.critical else 1)
        body = target_text(report, given.target, temporary=given.temporary) if harm else ""
    return [join_sentences(f"{thrown}.", harm), body, join_sentences(weighs, bare)]


def _refuse_charge(report: Report) -> str:
    """Why a charge is not possible."""
    most = metres(report, metres_covered(report.given.speed, CHARGE))
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
    return reason(report, report.outcome.reason, why, rules[report.outcome.reason])


# ---- disarming, from behind ----


def disarm(report: Report) -> list[str]:
    """« Désarmement : 9 + 4 = 13 contre 14 − 3 = 11. L'arme tombe. »"""
    outcome = report.outcome
    faces = report.faces("d20", "attack")
    sides = ((faces[0], outcome.attacker_modifier), (faces[1], outcome.holder_modifier))
    head = heading(report, report.pick("désarmement", "disarming"))
    return [contest_text(report, head, sides, report.pick(*KEEPS[outcome.winner]))]


def sneak_attack(report: Report) -> list[str]:
    """« Déplacement Silencieux contre Écouter : … La victime est sans défense. »"""
    given, outcome = report.given, report.outcome
    stealth = given.stealth_modifier + sum(given.stealth_mods)
    sides = ((face_of(report, "stealth"), stealth), (face_of(report, "listen"), outcome.victim_modifier))
    first, second = skill_name(report, "depl_silencieux"), skill_name(report, "ecouter")
    head = heading(report, report.pick(f"{first} contre {second}", f"{first} against {second}"))
    if outcome.victim_state == "helpless":
        end = report.pick("la victime n'entend rien, elle est sans défense", "the victim hears nothing and is helpless")
    else:
        end = report.pick("la victime entend, mais trop tard : surprise", "the victim hears, but too late: surprised")
    return [contest_text(report, head, sides, end)]


# ---- coup de grâce ----


def coup_de_grace(report: Report) -> list[str]:
    """Three times the damage, then CON."""
    given, outcome = report.given, report.outcome
    if not outcome.accepted:
        most = metres(report, NEAR)
        why = (
            f"Trop loin pour un coup de grâce : {most} au plus. Se rapprocher",
            f"Too far for a coup de grâce: {most} at most. Move nearer",
        )
        return [refusal_line(report, why, "D100-SPEC-06")]
    kind = given.protection_kind
    protected = kind != "none" and (kind != "vest" or face_of(report, "vest", f"d{given.protection}") is not None)
    harm = damage_clause(
        report,
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
    head = start(heading(report, report.pick("coup de grâce", "coup de grâce")))
    test = ""
    if present(outcome.con_success):
        face = face_of(report, "constitution")
        test = trial(
            report, bare_name(report, "CON"), given.target.con_modifier, CHARACTERISTIC, face, outcome.con_success
        )
    temporary = given.intent == "stun"
    return [
        join_sentences(f"{head}{report.colon} {harm}.", test),
        target_text(report, given.target, temporary=temporary, massive=""),
    ]


# ---- Lutte ----

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


def _sides(report: Report, more: int = 0) -> tuple[tuple[int | None, int], tuple[int | None, int]]:
    """Both wrestlers with everything that is added to their dice."""
    given, faces = report.given, report.faces("d20", "lutte")
    mass, other = getattr(given, "mass", 0), getattr(given, "opponent_mass", 0)
    return (
        (faces[0], given.lutte + sum(given.mods) + mass + more),
        (faces[1], given.opponent_lutte + sum(given.opponent_mods) + other),
    )


def _modifier_line(report: Report, name: Both, more: int) -> str:
    return modifier_text(report, report.given.lutte, [(OTHERS, sum(report.given.mods)), (name, more)]) if more else ""


def start_grapple(report: Report) -> list[str]:
    """« Empoignade, Lutte contre Lutte : 9 + 4 = 13 contre 14 − 3 = 11. La prise est bonne. »"""
    head = heading(report, report.pick("empoignade", "grapple"), lutte_name(report))
    return [contest_text(report, head, _sides(report), report.pick(*SEIZES[report.outcome.winner]))]


def grapple_manoeuvre(report: Report) -> list[str]:
    """Lutte, then the one thing that it allows."""
    given, outcome = report.given, report.outcome
    if not outcome.accepted:
        why = (
            "L'arme est encore à sa place. La sortir d'abord, par une manœuvre",
            "The weapon is still in its place. Draw it first, with a manoeuvre",
        )
        return [refusal_line(report, why, "D100-GRAP-03")]
    deadly = LETHAL if given.deadly else 0
    verb = word(report, "manoeuvre", given.manoeuvre)
    head = heading(report, f"{lutte_name(report)} {report.pick(f'pour {verb}', f'to {verb}')}")
    end = HOLDS
    if outcome.effect == "pushed":
        back = metres(report, outcome.metres)
        end = (f"l'adversaire recule de {back}", f"the opponent is pushed back {back}")
    elif outcome.success:
        end = DOES[outcome.effect]
    line = contest_text(report, head, _sides(report, deadly), report.pick(*end))
    weighs = _modifier_line(report, ("coups pour tuer", "blows to kill"), deadly)
    if outcome.effect == "struck":
        amount = f"{start(damage(report, outcome.damage_final))}." if given.damage.strip() else ""
        body = target_text(report, given.target, temporary=outcome.temporary is True) if amount else ""
        return [line, join_sentences(amount, body), weighs]
    if outcome.effect == "shot":
        return [line, *_shot_lines(report)]
    return [line, weighs]


def _shot_lines(report: Report) -> list[str]:
    """One attack roll in the middle of it."""
    given, outcome = report.given, report.outcome
    modifier = given.attack + SITUATIONS["shot_in_grapple"]
    head = report.pick("tir aux prises", "shot in the grapple")
    thrown = throw_clause(
        report,
        head,
        modifier,
        given.defence,
        face_of(report, "attack"),
        hit=outcome.hit is True,
        critical=outcome.critical is True,
        malfunction=outcome.malfunction,
    )
    if outcome.hit is not True or not given.damage.strip():
        return [f"{thrown}."]
    return [f"{thrown}. {start(damage(report, outcome.damage_final))}.", target_text(report, given.target)]


def silent_hold(report: Report) -> list[str]:
    """« Sans bruit, round 1, Lutte contre Lutte : … »"""
    given, outcome = report.given, report.outcome
    sudden = SUDDEN if given.round == 1 else 0
    number = report.number(given.round)
    head = heading(
        report, report.pick(f"maîtriser sans bruit, round {number}", f"silent hold, round {number}"), lutte_name(report)
    )
    if outcome.held:
        end = report.pick("la victime ne crie pas", "the victim does not cry out")
    else:
        end = report.pick("la victime crie, l'alerte est donnée", "the victim cries out, the alarm is given")
    return [
        contest_text(report, head, _sides(report, sudden), end),
        _modifier_line(report, ("premier round", "first round"), sudden),
    ]


def strangle_round(report: Report) -> list[str]:
    """« Étranglement, round 3, test de CON, Difficulté 12 : … 1d8 = 5 dégâts : PV 10 → 5. »"""
    given, outcome = report.given, report.outcome
    number, who = report.number(given.round), who_text(report, "", VICTIM, acts=True)
    place = report.pick(f"étranglement, round {number}", f"strangling, round {number}")
    if present(outcome.difficulty):
        head = heading(report, place, bare_name(report, "CON"))
        test = trial_at(report, head, given.con_modifier, outcome.difficulty, outcome.total, not outcome.failed)
    else:
        grip = report.pick("la prise ne se relâche pas", "the grip holds")
        test = f"{start(heading(report, place))}{report.colon} {grip}."
    if not outcome.failed:
        return [join_sentences(test, start(report.pick(f"{who} tient encore.", f"{who} still holds on.")))]
    amount = thrown_damage_clause(report, "1d8", outcome.loss)
    end = wound_text(report, who, given.pv, outcome.pv, outcome.condition)
    return [test, f"{start(amount)}{report.colon} {end}"]
