"""The reserve of luck: tested, spent, recovered."""

from gardien.core.telling import Report
from gardien.core.wording import arrow, join_sentences, off_at_this_table, per_cent, present, semicolon, start, who_text
from gardien.systems.operators.rules.body.wounds import CANCEL_GRAVE, ESCAPE_DEATH
from gardien.systems.operators.rules.tests.d100 import CANCEL_FUMBLE
from gardien.systems.operators.words.grammar import (
    TARGET,
    face,
    luck_paid_text,
    points,
    refusal,
    refuse_luck_price,
    throw_text,
    trial_name,
    trial_text,
)
from gardien.systems.operators.words.wounds import con_text, level_name


def _refuse_luck(report: Report, rule: str, who: str, needed: int, luck: int, least: bool = False) -> str:
    """Luck that is not played, or not enough of it; any other reason by itself."""
    reason = report.outcome.reason
    if reason == "option_off":
        what = ("La Chance ne se joue pas", "Luck is not in play")
        return off_at_this_table(report, what, "luck_enabled", "OPS-LUCK-01")
    if reason == "not_enough_luck":
        return refuse_luck_price(report, who, luck, needed, rule, least)
    return refusal(report, {"not_allowed": "OPS-LUCK-06", "entity": "OPS-ENT-04"}.get(str(reason), rule), who=who)


def luck_test(report: Report) -> list[str]:
    """« Test de Chance (65 %) : 40, réussite. »"""
    outcome = report.outcome
    if outcome.refused:
        return [_refuse_luck(report, "OPS-TEST-04", "", 0, report.given.luck)]
    name = trial_name(report, report.pick("Chance", "Luck"), "", outcome.target)
    return [f"{start(name)}{report.colon} {throw_text(report, outcome.roll, outcome.outcome)}"]


def luck_shift(report: Report) -> list[str]:
    """« Vasseur dépense 6 points de Chance : 71 devient 65, test réussi. Il lui en reste 44. »"""
    given, outcome = report.given, report.outcome
    who = who_text(report, "", acts=True)
    if outcome.refused:
        return [_refuse_luck(report, "OPS-LUCK-02", "", given.spend, given.luck)]
    moved = report.number(given.roll - given.spend)
    end = {
        "critical": ("et le double reste, réussite critique", "and the double stands, critical success"),
        "success": ("test réussi", "success"),
        "failure": (
            f"encore au-dessus de {per_cent(report, given.target)}, échec",
            f"still above {per_cent(report, given.target)}, failure",
        ),
    }[outcome.outcome]
    made = (
        f"{face(given.roll)} devient {moved}, {end[0]}",
        f"{face(given.roll)} becomes {moved}, {end[1]}",
    )
    return [luck_paid_text(report, who, given.spend, outcome.luck, made)]


def luck_cancel_fumble(report: Report) -> list[str]:
    """A fumble becomes a failure, or more."""
    given, outcome = report.given, report.outcome
    who = who_text(report, "", acts=True)
    if outcome.refused:
        return [_refuse_luck(report, "OPS-LUCK-03", "", CANCEL_FUMBLE + given.spend, given.luck)]
    made = {
        "success": ("la maladresse est annulée, test réussi", "the fumble is cancelled, success"),
        "failure": ("la maladresse devient un échec ordinaire", "the fumble becomes an ordinary failure"),
    }[outcome.outcome]
    split = ""
    if outcome.cost_shift:
        shift = report.number(outcome.cost_shift)
        split = report.pick(
            f" ({CANCEL_FUMBLE} pour la maladresse, {shift} pour le jet)",
            f" ({CANCEL_FUMBLE} for the fumble, {shift} for the throw)",
        )
    return [luck_paid_text(report, who, outcome.total_cost, outcome.luck, made, split)]


def luck_cancel_grave(report: Report) -> list[str]:
    """A grave wound does not happen."""
    given, outcome = report.given, report.outcome
    who = who_text(report, "", acts=True)
    if outcome.refused:
        return [_refuse_luck(report, "OPS-LUCK-04", "", CANCEL_GRAVE, given.luck)]
    made = ("la blessure grave n'a pas lieu", "the grave wound does not happen")
    if outcome.wound_level != given.previous_level:
        made = ("la blessure grave devient légère", "the grave wound becomes light")
    state = f"{report.pick('État', 'State')}{report.colon} {level_name(report, outcome.wound_level)}."
    return [join_sentences(luck_paid_text(report, who, CANCEL_GRAVE, outcome.luck, made), state)]


def luck_escape_death(report: Report) -> list[str]:
    """Death becomes a grave wound, for all the luck that is left."""
    given, outcome = report.given, report.outcome
    victim = given.victim
    who = who_text(report, victim, TARGET, acts=True)
    if outcome.refused:
        return [_refuse_luck(report, "OPS-LUCK-05", victim.name, ESCAPE_DEATH, victim.luck, least=True)]
    made = ("la mort devient une blessure grave", "death becomes a grave wound")
    lines = [luck_paid_text(report, who, victim.luck, outcome.luck, made)]
    if present(outcome.con_outcome):
        test = trial_text(report, "CON", "standard", outcome.con_target, outcome.con_roll, outcome.con_outcome)
        lines.append(join_sentences(test, con_text(report, who, out=outcome.out_of_fight)))
    return lines


def luck_recover(report: Report) -> list[str]:
    """« Jet de Chance : 72, au-dessus de 40. 1D10+10 = 17, Chance 40 → 57. »"""
    given, outcome = report.given, report.outcome
    if outcome.refused:
        return [_refuse_luck(report, "OPS-LUCK-07", "", 0, given.luck)]
    above = outcome.test_above
    die = report.faces("d10", "gain")[0]
    dice = "1D10+10" if above else "1D10"
    gain = die + (10 if above else 0)
    shown = face(outcome.roll)
    bar = given.luck if (outcome.roll > given.luck) == above else given.luck_start
    verdict = report.pick(
        f"Récupération de Chance : {shown}, {'au-dessus' if above else 'pas au-dessus'} de {report.number(bar)}.",
        f"Recovery of Luck: {shown}, {'above' if above else 'not above'} {report.number(bar)}.",
    )
    changed = arrow(report, given.luck, outcome.luck)
    change = report.pick(f"Chance {changed}", f"Luck {changed}")
    if outcome.luck == given.luck:
        kept = points(report, outcome.luck)
        change = report.pick(f"la réserve reste à {kept}", f"the reserve stays at {kept}")
    most = report.pick("Le maximum est atteint.", "The maximum is reached.") if outcome.gain < gain else ""
    return [join_sentences(verdict, f"{dice} = {report.number(gain)}{semicolon(report)} {change}.", most)]
