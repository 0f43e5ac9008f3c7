"""What becomes of people: checks, gauges, death, coma, the loss of reason."""

from typing import Any

from msgspec import UNSET

from gardien.core.telling import Report
from gardien.core.wording import arrow, join_sentences, label, start, thing_of, with_rule
from gardien.systems.yacdha.vocabulary import TOP
from gardien.systems.yacdha.words.grammar import GAUGES, owned_field


def check_throw_text(report: Report, who: str, gauge: str, die: int, value: int) -> str:
    """« Jet de folie de Liam : 3, pas au-dessus de 3. »"""
    _, fr, en = GAUGES[gauge]
    return f"{start(thing_of(report, (fr, en), who))}{report.colon} {die}, {comparison_text(report, die, value)}."


def comparison_text(report: Report, die: int, value: int) -> str:
    """Above or not; an equal die is not above."""
    if die > value:
        return report.pick(f"au-dessus de {value}", f"above {value}")
    return report.pick(f"pas au-dessus de {value}", f"not above {value}")


def stays(report: Report, gauge: str, value: int) -> str:
    """« La folie reste à 3. »"""
    return start(report.pick(f"{GAUGES[gauge][0]} reste à {value}.", f"{gauge} stays at {value}."))


def check_text(report: Report, who: str, gauge: str, die: int, value: int, status: str) -> str:
    """A check by itself, with what it does to the gauge."""
    after = min(TOP, value + (die > value))
    change = gauge_change(report, who, gauge, value, after, status) or stays(report, gauge, value)
    return join_sentences(check_throw_text(report, who, gauge, die, value), change)


def strain_text(report: Report, gauge: str, die: str, face: int, value: int, after: int | None = None) -> str:
    """« Le dF l'emporte : jet de folie, 4 au-dessus de 2, folie 2 → 3. »; without `after`, the sum is told later."""
    _, fr, en = GAUGES[gauge]
    comma = " " if face > value else ", "
    text = report.pick(f"Le {die} l'emporte : {fr}, {face}", f"The {die} is highest: {en}, {face}")
    text += comma + comparison_text(report, face, value)
    if after == value:
        return f"{text}. {stays(report, gauge, value)}"
    if after is not None:
        return f"{text}, {label(report, gauge)} {arrow(report, value, after)}."
    return f"{text}, {label(report, gauge)} +1." if face > value else f"{text}."


def gauge_change(
    report: Report, who: str, gauge: str, before: int, after: int, status: str = "active", *, named: bool = False
) -> str:
    """A gauge that moved, and what that means at 6; nothing when it did not move."""
    full = f"{start(label(report, gauge))} {after}"
    if gauge == "trauma" and status == "dead":
        return f"{full}{report.colon} {dies(report, who)}."
    if before == after:
        return ""
    if gauge == "trauma" and after == TOP:
        spent = report.pick(", un point de chance", ", a point of luck")
        return f"{full}{spent}{report.colon} {falls_into_coma(report, who)}."
    if gauge == "madness" and after == TOP and status == "mad":
        return f"{full}{report.colon} {loses_reason(report, who)}."
    return f"{_whose(report, gauge, who if named else '')} {arrow(report, before, after)}."


def _whose(report: Report, key: str, who: str) -> str:
    """« Trauma de Liam : », or « Trauma » where the subject is clear."""
    return owned_field(report, key, who) + (report.colon if who else "")


def dies(report: Report, who: str) -> str:
    return report.pick(f"{who} meurt", f"{who} dies") if who else report.pick("décès", "death")


def falls_into_coma(report: Report, who: str) -> str:
    if not who:
        return report.pick("le coma au lieu de la mort", "coma instead of death")
    return report.pick(f"{who} tombe dans le coma", f"{who} falls into a coma")


def loses_reason(report: Report, who: str) -> str:
    if not who:
        return report.pick("la raison se perd", "the mind is lost")
    return report.pick(f"{who} perd la raison", f"{who} goes mad")


def scars(report: Report, before: int, after: int) -> str:
    """Lasting harm, and the floor it leaves."""
    if after == before:
        return ""
    floor = f"{label(report, 'trauma_min')} {1 + after}"
    return f"{start(label(report, 'sequelae'))} {arrow(report, before, after)}, {floor}."


def luck_spent_text(report: Report, who: str, after: int, spent: int) -> str:
    """« Chance 1 → 0. », « Chance de Liam : 1 → 0. »"""
    if not spent:
        return ""
    return f"{_whose(report, 'luck', who)} {arrow(report, after + spent, after)}."


def refuse_survival(report: Report, why: object) -> str:
    """Why luck could not turn death away."""
    match why:
        case "no_luck":
            return with_rule(report.pick("Plus de chance contre la mort.", "No luck left against death."), "YAC-LUC-07")
        case "sequelae_fatal":
            heavy = report.pick("Séquelles trop lourdes : la chance ne suffit pas.", "Lasting harm too heavy for luck.")
            return with_rule(heavy, "YAC-LUC-10")
        case "coma":
            lost = report.pick("Dans le coma, la chance ne peut plus rien.", "In a coma, luck is of no use.")
            return with_rule(lost, "YAC-LUC-09")
    return ""


def harm(
    report: Report, who: str, before: Any, after: Any, converted: int, *, named: bool = False, silent: str = ""
) -> str:
    """Everything one act changed in somebody: gauges (but the `silent` one, already told), lasting harm, luck."""
    status = after.status
    lines = []
    for gauge in ("trauma", "madness"):
        old, new = getattr(before, gauge, UNSET), getattr(after, gauge, UNSET)
        if gauge != silent and old is not UNSET and new is not UNSET:
            lines.append(gauge_change(report, who, gauge, old, new, status, named=named))
    saved = after.trauma == TOP > before.trauma and status != "dead"
    lines.append(refuse_survival(report, after.survival_refused))
    lines.append(scars(report, before.sequelae, after.sequelae))
    lines.append(luck_spent_text(report, who if named else "", after.luck, converted + saved))
    return join_sentences(*lines)
