"""Before the first blow, and the order of a combat: initiative, alertness, horror at the sight, surprise, waiting."""

from collections.abc import Sequence

from msgspec.structs import replace

from gardien.core.telling import Told
from gardien.core.wording import Both, called, joined, listed, off_at_this_table, present, refused, start
from gardien.systems.d20d100.actions import ASSESSED
from gardien.systems.d20d100.sentences.grammar import VICTIM, adding, face_of, headed, side, signed, summed
from gardien.systems.d20d100.sentences.mind_told import SAN_ROLL, faced

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


def _names(told: Told, names: Sequence[str]) -> str:
    return ", ".join(called(told, name) for name in names)


def ranked(told: Told, names: Sequence[str]) -> str:
    """« Ordre : Harvey, Abby, le garde. »"""
    return f"{told.pick('Ordre', 'Order')}{told.colon} {_names(told, names)}."


def start_combat(told: Told) -> list[str]:
    """« Initiative : Harvey 14 + 3 = 17, Abby 9 + 2 = 11. Ordre : Harvey, Abby. »"""
    given, outcome = told.given, told.outcome
    totals = outcome.totals if present(outcome.totals) else ()
    thrown = []
    for one, total in zip(given.combatants, totals, strict=False):
        face = face_of(told, "initiative", who=one.name)
        thrown.append(f"{called(told, one.name)} {side(told, face, total - (face or 0), total)}")
    again = ""
    if any(die.purpose == "roll_off" for die in told.dice):
        again = told.pick("Égalités départagées au d20.", "Ties settled by a d20.")
    lines = [f"{told.pick('Initiative', 'Initiative')}{told.colon} {', '.join(thrown)}."] if thrown else []
    return [*lines, joined(again, ranked(told, outcome.order))]


def alert(told: Told) -> list[str]:
    """« Sur ses gardes : +2 à Écouter, à Observer et à l'initiative. »"""
    given, outcome = told.given, told.outcome
    if outcome.allowed:
        bonus = signed(told, outcome.bonus)
        head = start(headed(told, told.pick("sur ses gardes", "on the alert")))
        what = told.pick(
            f"{bonus} à Écouter, à Observer et à l'initiative", f"{bonus} to Listen, Observe and initiative"
        )
        return [f"{head}{told.colon} {what}."]
    why = ""
    if given.distracted:
        why = "distracted"
    elif not given.hour_passed:
        why = "too_soon"
    elif 2 * given.pv <= given.pv_max:
        why = "wounded"
    if why:
        return [refused(told, NOT_ALERT[why], "D100-CBT-04")]
    return [off_at_this_table(told, NO_ALERT, "rule_attentive", "D100-CBT-04")]


def combat_san(told: Told) -> list[str]:
    """Each SAN test, which counts once its owner sees the thing."""
    given, outcome = told.given, told.outcome
    starts = [place for place, die in enumerate(told.dice) if die.label == "d100" and die.purpose == "san"]
    ends = [*starts[1:], len(told.dice)]
    lines = [
        told.pick(
            "Jets de SAN faits d'avance : chacun compte quand la chose est vue.",
            "SAN rolls made in advance: each counts once the thing is seen.",
        )
    ]
    for mind, found, first, last in zip(given.minds, outcome.pending, starts, ends, strict=True):
        own = replace(told, dice=told.dice[first:last])
        who = called(told, mind, VICTIM)
        head = f"{start(who)}, {told.pick(*SAN_ROLL)}"
        lines.append(joined(*faced(own, head, who, mind, (given.loss_success, given.loss_failure), found)))
    return lines


def check_surprise(told: Told) -> list[str]:
    """Whoever hides, then each who may notice."""
    given, outcome = told.given, told.outcome
    hidden = given.hidden_modifier + sum(given.hidden_mods)
    total = outcome.passive_total
    if given.recorded_total is None:
        shown = summed(told, total - hidden, hidden)
        first = told.pick(f"Approche cachée : {shown}.", f"Hidden approach: {shown}.")
    else:
        value = told.number(total)
        first = told.pick(f"Approche cachée, jet noté : {value}.", f"Hidden approach, recorded roll: {value}.")
    if outcome.passive_natural_one is True:
        first = joined(first, told.pick("1 au dé, échec total.", "Natural 1, total failure."))
    lines = [first]
    faces = told.faces("d20", "watch")
    for watcher, face, seen in zip(given.watchers, faces, outcome.totals, strict=True):
        noticed = watcher.name not in outcome.surprised
        end = (
            told.pick("remarque quelque chose", "notices something")
            if noticed
            else told.pick("ne remarque rien", "notices nothing")
        )
        if face == 1:
            end += told.pick(" (1 au dé)", " (natural 1)")
        who = start(called(told, watcher))
        lines.append(f"{who} {end}{told.colon} {summed(told, face, seen - face)}.")
    if outcome.surprise_round:
        lost = listed(told, list(dict.fromkeys(called(told, name) for name in outcome.surprised)))
        end = told.pick(f"Round de surprise, sans action pour {lost}.", f"Surprise round, no action for {lost}.")
    else:
        end = told.pick("Pas de surprise.", "No surprise.")
    return [*lines, end]


# ---- another place in the order ----


def delay(told: Told) -> list[str]:
    """« Harvey attend et agit après Abby. Ordre : … »"""
    given = told.given
    who, after = called(told, given.name), called(told, given.after)
    line = start(told.pick(f"{who} attend et agit après {after}.", f"{who} waits and acts after {after}."))
    return [joined(line, ranked(told, told.outcome.order))]


def prepare(told: Told) -> list[str]:
    """« Harvey tient une action prête : elle vient juste après le garde. »"""
    given = told.given
    who, enemy = called(told, given.name), called(told, given.enemy)
    return [
        told.pick(
            f"{who} tient une action prête : elle vient juste après {enemy}.",
            f"{who} has an action ready: it comes just after {enemy}.",
        )
    ]


def assess(told: Told) -> list[str]:
    """« Évaluation du combat : initiative 20 + 3 = 23 à partir du prochain round. »"""
    given, outcome = told.given, told.outcome
    head = start(headed(told, told.pick("évaluation du combat", "assessing the fight")))
    total = f"{ASSESSED}{adding(told, given.dex_modifier)} = {told.number(outcome.initiative)}"
    return [
        f"{head}{told.colon} "
        + told.pick(f"initiative {total} à partir du prochain round.", f"initiative {total} from the next round on.")
    ]
