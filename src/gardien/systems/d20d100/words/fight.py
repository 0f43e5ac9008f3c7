"""The course of a fight: initiative, surprise, waiting, what a round holds, Defence, the end of a round."""

from collections.abc import Sequence

from msgspec.structs import replace

from gardien.core.telling import Report
from gardien.core.wording import (
    Both,
    join_list,
    join_sentences,
    label,
    off_at_this_table,
    present,
    reason,
    refusal_line,
    semicolon,
    start,
    who_text,
    word,
)
from gardien.systems.d20d100.rules.character import Combatant
from gardien.systems.d20d100.rules.fight.defence import BASE, CAUTIOUS, CAUTIOUS_ATTACK, COVER, FULL, MODES
from gardien.systems.d20d100.rules.fight.end_of_round import CombatantAfter
from gardien.systems.d20d100.rules.fight.turn_actions import ASSESSED, MOVES
from gardien.systems.d20d100.words.body import condition_text, temp_damage_clause
from gardien.systems.d20d100.words.grammar import (
    VICTIM,
    adding,
    damage,
    face_of,
    gauge,
    heading,
    metres,
    side,
    signed_text,
    sum_text,
)
from gardien.systems.d20d100.words.mind import SAN_ROLL, STOPPED, lost_for_ever_text, san_roll_lines
from gardien.systems.d20d100.words.weapons import figures, simple_actions

# ---- before the first blow ----

NOT_ALERT: dict[str, Both] = {
    "distracted": (
        "Impossible de rester sur ses gardes en faisant autre chose",
        "Nobody stays on the alert while doing something else",
    ),
    "too_soon": (
        "Une heure doit passer avant de se remettre sur ses gardes",
        "An hour must pass before being on the alert again",
    ),
    "wounded": (
        "Trop de blessures pour rester sur ses gardes : il faut plus de la moitié des PV",
        "Too many wounds to stay on the alert: more than half of the PV are needed",
    ),
}

NO_ALERT: Both = ("Rester sur ses gardes n'apporte rien", "Being on the alert brings nothing")


def _names(report: Report, names: Sequence[str]) -> str:
    return ", ".join(who_text(report, name) for name in names)


def order_text(report: Report, names: Sequence[str]) -> str:
    """« Ordre : Harvey, Abby, le garde. »"""
    return f"{report.pick('Ordre', 'Order')}{report.colon} {_names(report, names)}."


def start_combat(report: Report) -> list[str]:
    """« Initiative : Harvey, 14 + 3 = 17 ; Abby, 9 + 2 = 11. Ordre : Harvey, Abby. »"""
    given, outcome = report.given, report.outcome
    totals = outcome.totals if present(outcome.totals) else ()
    thrown = []
    for one, total in zip(given.combatants, totals, strict=False):
        face = face_of(report, "initiative", who=one.name)
        thrown.append(f"{who_text(report, one.name)}, {side(report, face, total - (face or 0), total)}")
    again = ""
    if any(die.purpose == "roll_off" for die in report.dice):
        again = report.pick("Égalités départagées au d20.", "Ties settled by a d20.")
    lines = (
        [f"{report.pick('Initiative', 'Initiative')}{report.colon} {f'{semicolon(report)} '.join(thrown)}."]
        if thrown
        else []
    )
    return [*lines, join_sentences(again, order_text(report, outcome.order))]


def alert(report: Report) -> list[str]:
    """« Sur ses gardes : +2 à Écouter, à Observer et à l'initiative. »"""
    given, outcome = report.given, report.outcome
    if outcome.allowed:
        bonus = signed_text(report, outcome.bonus)
        head = start(heading(report, report.pick("sur ses gardes", "on the alert")))
        what = report.pick(
            f"{bonus} à Écouter, à Observer et à l'initiative", f"{bonus} to Listen, Observe and initiative"
        )
        return [f"{head}{report.colon} {what}."]
    why = ""
    if given.distracted:
        why = "distracted"
    elif not given.hour_passed:
        why = "too_soon"
    elif 2 * given.pv <= given.pv_max:
        why = "wounded"
    if why:
        return [refusal_line(report, NOT_ALERT[why], "D100-CBT-04")]
    return [off_at_this_table(report, NO_ALERT, "rule_attentive", "D100-CBT-04")]


def combat_san(report: Report) -> list[str]:
    """Each SAN test, which counts once its owner sees the thing."""
    given, outcome = report.given, report.outcome
    starts = [place for place, die in enumerate(report.dice) if die.label == "d100" and die.purpose == "san"]
    ends = [*starts[1:], len(report.dice)]
    lines = [
        report.pick(
            "Jets de SAN faits d'avance : chacun compte quand la chose est vue.",
            "SAN rolls made in advance: each counts once the thing is seen.",
        )
    ]
    for mind, result, first, last in zip(given.minds, outcome.pending, starts, ends, strict=True):
        own = replace(report, dice=report.dice[first:last])
        who = who_text(report, mind, VICTIM)
        head = f"{start(who)}, {report.pick(*SAN_ROLL)}"
        lines.append(
            join_sentences(*san_roll_lines(own, head, who, mind, (given.loss_success, given.loss_failure), result))
        )
    return lines


def check_surprise(report: Report) -> list[str]:
    """Whoever hides, then each who may notice."""
    given, outcome = report.given, report.outcome
    hidden = given.hidden_modifier + sum(given.hidden_mods)
    total = outcome.passive_total
    if given.recorded_total is None:
        shown = sum_text(report, total - hidden, hidden)
        first = report.pick(f"Approche cachée : {shown}.", f"Hidden approach: {shown}.")
    else:
        value = report.number(total)
        first = report.pick(f"Approche cachée, jet noté : {value}.", f"Hidden approach, recorded roll: {value}.")
    if outcome.passive_natural_one is True:
        first = join_sentences(first, report.pick("1 au dé, échec total.", "Natural 1, total failure."))
    lines = [first]
    faces = report.faces("d20", "watch")
    for watcher, face, total_heard in zip(given.watchers, faces, outcome.totals, strict=True):
        noticed = watcher.name not in outcome.surprised
        end = (
            report.pick("remarque quelque chose", "notices something")
            if noticed
            else report.pick("ne remarque rien", "notices nothing")
        )
        if face == 1:
            end += report.pick(" (1 au dé)", " (natural 1)")
        who = start(who_text(report, watcher))
        lines.append(f"{who} {end}{report.colon} {sum_text(report, face, total_heard - face)}.")
    if outcome.surprise_round:
        lost = join_list(report, list(dict.fromkeys(who_text(report, name) for name in outcome.surprised)))
        end = report.pick(f"Round de surprise, sans action pour {lost}.", f"Surprise round, no action for {lost}.")
    else:
        end = report.pick("Pas de surprise.", "No surprise.")
    return [*lines, end]


# ---- another place in the order ----


def delay(report: Report) -> list[str]:
    """« Harvey attend et agit après Abby. Ordre : … »"""
    given = report.given
    who, after = who_text(report, given.name), who_text(report, given.after)
    line = start(report.pick(f"{who} attend et agit après {after}.", f"{who} waits and acts after {after}."))
    return [join_sentences(line, order_text(report, report.outcome.order))]


def prepare(report: Report) -> list[str]:
    """« Harvey tient une action prête : elle vient juste après le garde. »"""
    given = report.given
    who, enemy = who_text(report, given.name), who_text(report, given.enemy)
    return [
        report.pick(
            f"{who} tient une action prête : elle vient juste après {enemy}.",
            f"{who} has an action ready: it comes just after {enemy}.",
        )
    ]


def assess(report: Report) -> list[str]:
    """« Évaluation du combat : initiative 20 + 3 = 23 à partir du prochain round. »"""
    given, outcome = report.given, report.outcome
    head = start(heading(report, report.pick("évaluation du combat", "assessing the fight")))
    total = f"{ASSESSED}{adding(report, given.dex_modifier)} = {report.number(outcome.initiative)}"
    return [
        f"{head}{report.colon} "
        + report.pick(f"initiative {total} à partir du prochain round.", f"initiative {total} from the next round on.")
    ]


# ---- a round ----

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


def take_action(report: Report) -> list[str]:
    """« Courir, action complexe : 24 m. Il reste 1 action simple. »"""
    given, outcome = report.given, report.outcome
    if not outcome.accepted:
        return [reason(report, outcome.reason, REFUSED, RULES[outcome.reason])]
    name = word(report, "action", given.action)
    line = start(heading(report, name, word(report, "kind", outcome.kind)))
    if given.action in MOVES:
        far = metres(report, outcome.metres)
        line += f"{report.colon} {far}"
    left = simple_actions(report, outcome.simple_actions_left)
    rest = report.pick(f"Il reste {left} dans ce round.", f"Left this round: {left}.")
    if not outcome.simple_actions_left:
        rest = report.pick("Plus d'action dans ce round.", "No action left this round.")
    tired = "" if outcome.pv == given.pv else f"{gauge(report, 'PV', given.pv, outcome.pv)}."
    return [join_sentences(f"{line}.", rest, tired)]


def round_plan(report: Report) -> list[str]:
    """« Attaques : +6/+1. Déplacement : 6 m. »"""
    given, outcome = report.given, report.outcome
    if not outcome.accepted:
        need, have = simple_actions(report, len(given.plan)), report.number(given.simple_actions)
        why = (
            f"Ce plan demande {need}, et le round en laisse {have}. En retirer",
            f"This plan takes {need}, and the round leaves {have}. Leave something out",
        )
        return [refusal_line(report, why, "D100-ATK-07")]
    parts = []
    if outcome.attack_scores:
        shown = figures(report, outcome.attack_scores)
        several = len(outcome.attack_scores) > 1
        parts.append(
            report.pick("attaques" if several else "attaque", "attacks" if several else "attack") + f" {shown}"
        )
    if outcome.metres:
        far = metres(report, outcome.metres)
        parts.append(report.pick(f"déplacement {far}", f"movement {far}"))
    if not parts:
        parts.append(report.pick("aucune attaque, aucun déplacement", "no attack, no movement"))
    head = start(heading(report, report.pick("plan du round", "plan of the round")))
    return [f"{head}{report.colon} {', '.join(parts)}."]


def movement(report: Report) -> list[str]:
    """« Vitesse 9. Marche 6 m, course 24 m ; escalade 3 m, rapide 6 m ; charge de 3 à 18 m. »"""
    outcome = report.outcome
    walk, run = metres(report, outcome.walk_simple), metres(report, outcome.run_complex)
    climb, fast = metres(report, outcome.climb_simple), metres(report, outcome.climb_complex)
    low, high = report.number(outcome.charge_min), metres(report, outcome.charge_max)
    speed = report.number(report.given.speed)
    head = start(heading(report, report.pick(f"Vitesse {speed}", f"Speed {speed}")))
    charge = report.pick(f"charge de {low} à {high}", f"charge {low} to {high}")
    if outcome.charge_max < outcome.charge_min:
        charge = report.pick("pas de charge possible", "no charge possible")
    return [
        report.pick(
            f"{head} : marche {walk}, course {run}. Escalade {climb}, en se pressant {fast}. {start(charge)}.",
            f"{head}: walk {walk}, run {run}. Climb {climb}, in haste {fast}. {start(charge)}.",
        )
    ]


# ---- Defence ----


def defence(report: Report) -> list[str]:
    """« Défense 15 + 3 (Réflexes) + 2 (couvert) = 20 ; au dépourvu 17. C'est 20 qui compte. »"""
    given, outcome = report.given, report.outcome
    parts = [
        ("dodge", given.dodge_bonus),
        ("bonus", given.defence_bonus),
        ("armour", given.armour_penalty),
        ("scale", given.scale),
        ("cover", COVER[given.cover]),
        ("mode", MODES[given.mode]),
    ]
    quick = outcome.defence - BASE - sum(value for _, value in parts)
    shown = f"{BASE}{adding(report, quick)} ({report.pick('Réflexes', 'Reflexes')})"
    shown += "".join(f"{adding(report, value)} ({report.pick(*PARTS[name])})" for name, value in parts if value)
    flat = f"{label(report, 'flat_footed')} {report.number(outcome.defence_flat)}"
    head = start(heading(report, report.pick("Défense", "Defence")))
    line = f"{head}{report.colon} {shown} = {report.number(outcome.defence)}{semicolon(report)} {flat}."
    used = report.number(outcome.defence_used)
    if outcome.flat_footed:
        end = report.pick(f"Au dépourvu : c'est {used} qui compte.", f"Flat-footed: {used} counts.")
    else:
        end = report.pick(f"C'est {used} qui compte.", f"{used} counts.")
    return [join_sentences(line, end)]


def full_defence(report: Report) -> list[str]:
    """« Défense totale : 15 + 4 = 19 jusqu'au prochain tour, sans attaquer. »"""
    total = f"{report.number(report.given.defence)}{adding(report, FULL)} = {report.number(report.outcome.defence)}"
    head = start(heading(report, report.pick("Défense totale", "full defence")))
    return [
        f"{head}{report.colon} "
        + report.pick(f"{total} jusqu'au prochain tour, sans attaquer.", f"{total} until the next turn, and no attack.")
    ]


def defensive_fighting(report: Report) -> list[str]:
    """« Combat défensif : Défense 15 + 2 = 17, attaque +6 − 4 = +2. »"""
    given, outcome = report.given, report.outcome
    guard = f"{report.number(given.defence)}{adding(report, CAUTIOUS)} = {report.number(outcome.defence)}"
    blow = (
        f"{signed_text(report, given.attack)}{adding(report, CAUTIOUS_ATTACK)} = {signed_text(report, outcome.attack)}"
    )
    head = start(heading(report, report.pick("combat défensif", "defensive fighting")))
    return [
        f"{head}{report.colon} " + report.pick(f"Défense {guard}, attaque {blow}.", f"Defence {guard}, attack {blow}.")
    ]


# ---- the end of a round ----

SLOW: dict[str, Both] = {  # purposes of the d10 at the end of a round
    "agony": ("agonie", "agony"),
    "wake": ("sans connaissance", "unconscious"),
    "decompensation": ("décompensation", "decompensation"),
}


def end_round(report: Report) -> list[str]:
    """Everybody to whom something happens; the others are not named."""
    pairs = zip(report.given.combatants, report.outcome.combatants, strict=True)
    lines = [line for before, after in pairs if (line := _fighter_text(report, before, after))]
    return lines or [report.pick("Fin du round : rien ne change.", "End of the round: nothing changes.")]


def _fighter_text(report: Report, before: Combatant, after: CombatantAfter) -> str:
    """« Harvey : agonie, 4 au d10. PV −3 → −4. »"""
    happened = _event_clauses(report, before, after)
    if not happened:
        return ""
    who = who_text(report, before)
    return join_sentences(
        f"{start(who)}{report.colon} {', '.join(happened)}.",
        _gauges_text(report, before, after),
        _condition_text(report, before, after),
    )


def _event_clauses(report: Report, before: Combatant, after: CombatantAfter) -> list[str]:
    """The dice of each thing that goes on by itself, in the order of the rule."""
    clauses = []

    def face(purpose: str, die: str) -> int | None:
        return face_of(report, purpose, die, before.name)

    if face("reflexes", "d20") is not None:
        burned = face("fire", "d6")
        if burned is None:
            clauses.append(report.pick("le feu s'éteint", "the fire is out"))
        else:
            clauses.append(f"{report.pick('en feu', 'on fire')}, 1d6 = {damage(report, burned)}")
    choked = face("loss", "d8")
    if choked is not None:
        clauses.append(f"{report.pick('étranglement', 'strangling')}, 1d8 = {damage(report, choked)}")
    elif face("constitution", "d20") is not None:
        clauses.append(report.pick("étranglement, le souffle tient encore", "strangling, breath still holds"))
    if before.regeneration and before.life < before.most and (after.pv > before.life or clauses):
        clauses.append(report.pick("régénération", "regeneration"))
    for purpose, name in SLOW.items():
        thrown = face(purpose, "d10")
        if thrown is not None:
            clauses.append(f"{report.pick(*name)}, {report.pick(f'{thrown} au d10', f'{thrown} on d10')}")
    return clauses


def _gauges_text(report: Report, before: Combatant, after: CombatantAfter) -> str:
    """The gauges that changed."""
    changes = []
    if after.pv != before.life:
        changes.append(gauge(report, "PV", before.life, after.pv))
    if after.temp_damage != before.temp_damage:
        changes.append(temp_damage_clause(report, before.temp_damage, after.temp_damage))
    if after.san != before.san:
        changes.append(gauge(report, "SAN", before.san, after.san))
    return " ".join(f"{one}." for one in changes)


def _condition_text(report: Report, before: Combatant, after: CombatantAfter) -> str:
    """What somebody comes to, where that is new."""
    who = who_text(report, before)
    dying = after.condition == "dying" and before.life < 0
    hurt = (after.pv, after.temp_damage, after.stable) != (before.life, before.temp_damage, before.stable)
    state = condition_text(report, who, after.condition) if hurt and not dying else ""
    if after.mind_stable and not before.mind_stable:
        return join_sentences(state, report.pick(*STOPPED))
    return join_sentences(state, lost_for_ever_text(report, who) if after.perm_mad and after.san != before.san else "")
