"""Points of Destiny: what one of them buys."""

from gardien.core.telling import Report
from gardien.core.wording import Both, join_sentences, reason, start, who_text
from gardien.systems.d20d100.words.body import shock_text
from gardien.systems.d20d100.words.grammar import gauge, heading, trial_at

INVESTIGATOR: Both = ("l'investigateur", "the investigator")
WHY_NOT: dict[str, Both] = {
    "no_point": (
        "Plus aucun point de destin. Il s'en gagne avec l'expérience, ou en récompense du Gardien",
        "No destiny point is left. They come with experience, or as a reward from the Keeper",
    ),
    "once_per_scene": (
        "Un point de destin a déjà servi dans cette scène. Attendre la suivante",
        "A destiny point has been spent in this scene already. Wait for the next one",
    ),
    "not_dying": (
        "Ce point arrête une agonie, et les PV ne sont pas entre −1 et −9. Choisir un autre usage",
        "This point stops dying, and the PV are not between −1 and −9. Choose another use",
    ),
}


def spend_destiny(report: Report) -> list[str]:
    """« Point de destin : la blessure devient un simple choc, PV 10 → 9. Il en reste 1. »"""
    given, outcome = report.given, report.outcome
    who = who_text(report, "", INVESTIGATOR, acts=True)
    if not outcome.accepted:
        return [reason(report, outcome.reason, WHY_NOT, "D100-MISS-11")]
    head = start(heading(report, report.pick("point de destin", "destiny point")))
    if given.use == "reroll":
        again = report.pick("le d20 est relancé, le nouveau dé compte", "the d20 is thrown again, the new die stands")
        test = trial_at(report, "", given.modifier, given.difficulty, outcome.total, outcome.success)
        return [f"{head}{report.colon} {again}.", join_sentences(test, _points_left_text(report))]
    if given.use == "shock_instead":
        made = report.pick("la blessure se réduit à un choc", "the wound is reduced to a shock")
        shock = shock_text(report, who, outcome.shock)
        return [
            join_sentences(
                f"{head}{report.colon} {made}, {gauge(report, 'PV', given.pv, outcome.pv)}.",
                shock,
                _points_left_text(report),
            )
        ]
    if given.use == "stabilise":
        pv = report.number(outcome.pv)
        made = report.pick(f"l'agonie s'arrête à {pv} PV", f"the dying stops at {pv} PV")
    else:
        made = report.pick(
            "le Gardien accorde un heureux hasard, sans grande portée", "the Keeper grants a minor coincidence"
        )
    return [join_sentences(f"{head}{report.colon} {made}.", _points_left_text(report))]


def _points_left_text(report: Report) -> str:
    """« Il en reste 1. »"""
    left = report.outcome.destiny
    if not left:
        return report.pick("C'était le dernier.", "That was the last.")
    return report.pick(f"Il en reste {report.number(left)}.", f"{report.number(left)} left.")
