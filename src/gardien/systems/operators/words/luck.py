"""The reserve of luck: tested, spent, recovered."""

from gardien.core.telling import Told
from gardien.core.wording import arrow, called, joined, off_at_this_table, per_cent, present, semicolon, start
from gardien.systems.operators.sentences.grammar import TARGET, face, luck_paid, points, thrown, trial, trial_named
from gardien.systems.operators.sentences.refusals import refusal, short_of_luck
from gardien.systems.operators.sentences.wounds_told import after_con, level_name
from gardien.systems.operators.trials import CANCEL_FUMBLE
from gardien.systems.operators.wounds import CANCEL_GRAVE, ESCAPE_DEATH


def _refused(told: Told, rule: str, who: str, needed: int, luck: int, least: bool = False) -> str:
    """Luck that is not played, or not enough of it; any other reason by itself."""
    reason = told.outcome.reason
    if reason == "option_off":
        what = ("La Chance ne se joue pas", "Luck is not in play")
        return off_at_this_table(told, what, "luck_enabled", "OPS-LUCK-01")
    if reason == "not_enough_luck":
        return short_of_luck(told, who, luck, needed, rule, least)
    return refusal(told, {"not_allowed": "OPS-LUCK-06", "entity": "OPS-ENT-04"}.get(str(reason), rule), who=who)


def luck_test(told: Told) -> list[str]:
    """« Test de Chance (65 %) : 40, réussite. »"""
    outcome = told.outcome
    if outcome.refused:
        return [_refused(told, "OPS-TEST-04", "", 0, told.given.luck)]
    name = trial_named(told, told.pick("Chance", "Luck"), "", outcome.target)
    return [f"{start(name)}{told.colon} {thrown(told, outcome.roll, outcome.outcome)}"]


def luck_shift(told: Told) -> list[str]:
    """« Vasseur dépense 6 points de Chance : 71 devient 65, test réussi. Il lui en reste 44. »"""
    given, outcome = told.given, told.outcome
    who = called(told, "", acts=True)
    if outcome.refused:
        return [_refused(told, "OPS-LUCK-02", "", given.spend, given.luck)]
    moved = told.number(given.roll - given.spend)
    end = {
        "critical": ("et le double reste, réussite critique", "and the double stands, critical success"),
        "success": ("test réussi", "success"),
        "failure": (
            f"encore au-dessus de {per_cent(told, given.target)}, échec",
            f"still above {per_cent(told, given.target)}, failure",
        ),
    }[outcome.outcome]
    made = (
        f"{face(given.roll)} devient {moved}, {end[0]}",
        f"{face(given.roll)} becomes {moved}, {end[1]}",
    )
    return [luck_paid(told, who, given.spend, outcome.luck, made)]


def luck_cancel_fumble(told: Told) -> list[str]:
    """A fumble becomes a failure, or more."""
    given, outcome = told.given, told.outcome
    who = called(told, "", acts=True)
    if outcome.refused:
        return [_refused(told, "OPS-LUCK-03", "", CANCEL_FUMBLE + given.spend, given.luck)]
    made = {
        "success": ("la maladresse est annulée, test réussi", "the fumble is cancelled, success"),
        "failure": ("la maladresse devient un échec ordinaire", "the fumble becomes an ordinary failure"),
    }[outcome.outcome]
    split = ""
    if outcome.cost_shift:
        shift = told.number(outcome.cost_shift)
        split = told.pick(
            f" ({CANCEL_FUMBLE} pour la maladresse, {shift} pour le jet)",
            f" ({CANCEL_FUMBLE} for the fumble, {shift} for the throw)",
        )
    return [luck_paid(told, who, outcome.total_cost, outcome.luck, made, split)]


def luck_cancel_grave(told: Told) -> list[str]:
    """A grave wound does not happen."""
    given, outcome = told.given, told.outcome
    who = called(told, "", acts=True)
    if outcome.refused:
        return [_refused(told, "OPS-LUCK-04", "", CANCEL_GRAVE, given.luck)]
    made = ("la blessure grave n'a pas lieu", "the grave wound does not happen")
    if outcome.wound_level != given.previous_level:
        made = ("la blessure grave devient légère", "the grave wound becomes light")
    state = f"{told.pick('État', 'State')}{told.colon} {level_name(told, outcome.wound_level)}."
    return [joined(luck_paid(told, who, CANCEL_GRAVE, outcome.luck, made), state)]


def luck_escape_death(told: Told) -> list[str]:
    """Death becomes a grave wound, for all the luck that is left."""
    given, outcome = told.given, told.outcome
    victim = given.victim
    who = called(told, victim, TARGET, acts=True)
    if outcome.refused:
        return [_refused(told, "OPS-LUCK-05", victim.name, ESCAPE_DEATH, victim.luck, least=True)]
    made = ("la mort devient une blessure grave", "death becomes a grave wound")
    lines = [luck_paid(told, who, victim.luck, outcome.luck, made)]
    if present(outcome.con_outcome):
        test = trial(told, "CON", "standard", outcome.con_target, outcome.con_roll, outcome.con_outcome)
        lines.append(joined(test, after_con(told, who, out=outcome.out_of_fight)))
    return lines


def luck_recover(told: Told) -> list[str]:
    """« Jet de Chance : 72, au-dessus de 40. 1D10+10 = 17, Chance 40 → 57. »"""
    given, outcome = told.given, told.outcome
    if outcome.refused:
        return [_refused(told, "OPS-LUCK-07", "", 0, given.luck)]
    above = outcome.test_above
    die = told.faces("d10", "gain")[0]
    dice = "1D10+10" if above else "1D10"
    gain = die + (10 if above else 0)
    shown = face(outcome.roll)
    bar = given.luck if (outcome.roll > given.luck) == above else given.luck_start
    verdict = told.pick(
        f"Récupération de Chance : {shown}, {'au-dessus' if above else 'pas au-dessus'} de {told.number(bar)}.",
        f"Recovery of Luck: {shown}, {'above' if above else 'not above'} {told.number(bar)}.",
    )
    changed = arrow(told, given.luck, outcome.luck)
    change = told.pick(f"Chance {changed}", f"Luck {changed}")
    if outcome.luck == given.luck:
        kept = points(told, outcome.luck)
        change = told.pick(f"la réserve reste à {kept}", f"the reserve stays at {kept}")
    most = told.pick("Le maximum est atteint.", "The maximum is reached.") if outcome.gain < gain else ""
    return [joined(verdict, f"{dice} = {told.number(gain)}{semicolon(told)} {change}.", most)]
