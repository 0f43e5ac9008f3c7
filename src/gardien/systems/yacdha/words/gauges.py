"""What becomes of people: checks, gauges, death, coma, the loss of reason."""

from typing import Any

from msgspec import UNSET

from gardien.core.telling import Told
from gardien.core.wording import arrow, joined, label, owned, ruled, start
from gardien.systems.yacdha.sentences.grammar import GAUGES, owned_field
from gardien.systems.yacdha.values import TOP


def check_made(told: Told, who: str, gauge: str, die: int, value: int) -> str:
    """« Jet de folie de Liam : 3, pas au-dessus de 3. »"""
    _, fr, en = GAUGES[gauge]
    return f"{start(owned(told, (fr, en), who))}{told.colon} {die}, {compared(told, die, value)}."


def compared(told: Told, die: int, value: int) -> str:
    """Above or not; an equal die is not above."""
    if die > value:
        return told.pick(f"au-dessus de {value}", f"above {value}")
    return told.pick(f"pas au-dessus de {value}", f"not above {value}")


def stays(told: Told, gauge: str, value: int) -> str:
    """« La folie reste à 3. »"""
    return start(told.pick(f"{GAUGES[gauge][0]} reste à {value}.", f"{gauge} stays at {value}."))


def checked(told: Told, who: str, gauge: str, die: int, value: int, status: str) -> str:
    """A check by itself, with what it does to the gauge."""
    after = min(TOP, value + (die > value))
    change = gauge_change(told, who, gauge, value, after, status) or stays(told, gauge, value)
    return joined(check_made(told, who, gauge, die, value), change)


def strained(told: Told, gauge: str, die: str, face: int, value: int, after: int | None = None) -> str:
    """« Le dF l'emporte : jet de folie, 4 au-dessus de 2, folie 2 → 3. »; without `after`, the sum is told later."""
    _, fr, en = GAUGES[gauge]
    comma = " " if face > value else ", "
    text = told.pick(f"Le {die} l'emporte : {fr}, {face}", f"The {die} is highest: {en}, {face}")
    text += comma + compared(told, face, value)
    if after == value:
        return f"{text}. {stays(told, gauge, value)}"
    if after is not None:
        return f"{text}, {label(told, gauge)} {arrow(told, value, after)}."
    return f"{text}, {label(told, gauge)} +1." if face > value else f"{text}."


def gauge_change(
    told: Told, who: str, gauge: str, before: int, after: int, status: str = "active", *, named: bool = False
) -> str:
    """A gauge that moved, and what that means at 6; nothing when it did not move."""
    full = f"{start(label(told, gauge))} {after}"
    if gauge == "trauma" and status == "dead":
        return f"{full}{told.colon} {dies(told, who)}."
    if before == after:
        return ""
    if gauge == "trauma" and after == TOP:
        spent = told.pick(", un point de chance", ", a point of luck")
        return f"{full}{spent}{told.colon} {falls_into_coma(told, who)}."
    if gauge == "madness" and after == TOP and status == "mad":
        return f"{full}{told.colon} {loses_reason(told, who)}."
    return f"{_whose(told, gauge, who if named else '')} {arrow(told, before, after)}."


def _whose(told: Told, key: str, who: str) -> str:
    """« Trauma de Liam : », or « Trauma » where the subject is clear."""
    return owned_field(told, key, who) + (told.colon if who else "")


def dies(told: Told, who: str) -> str:
    return told.pick(f"{who} meurt", f"{who} dies") if who else told.pick("décès", "death")


def falls_into_coma(told: Told, who: str) -> str:
    if not who:
        return told.pick("le coma au lieu de la mort", "coma instead of death")
    return told.pick(f"{who} tombe dans le coma", f"{who} falls into a coma")


def loses_reason(told: Told, who: str) -> str:
    if not who:
        return told.pick("la raison se perd", "the mind is lost")
    return told.pick(f"{who} perd la raison", f"{who} goes mad")


def scars(told: Told, before: int, after: int) -> str:
    """Lasting harm, and the floor it leaves."""
    if after == before:
        return ""
    floor = f"{label(told, 'trauma_min')} {1 + after}"
    return f"{start(label(told, 'sequelae'))} {arrow(told, before, after)}, {floor}."


def luck_spent(told: Told, who: str, after: int, spent: int) -> str:
    """« Chance 1 → 0. », « Chance de Liam : 1 → 0. »"""
    if not spent:
        return ""
    return f"{_whose(told, 'luck', who)} {arrow(told, after + spent, after)}."


def denied(told: Told, why: object) -> str:
    """Why luck could not turn death away."""
    match why:
        case "no_luck":
            return ruled(told.pick("Plus de chance contre la mort.", "No luck left against death."), "YAC-LUC-07")
        case "sequelae_fatal":
            heavy = told.pick("Séquelles trop lourdes : la chance ne suffit pas.", "Lasting harm too heavy for luck.")
            return ruled(heavy, "YAC-LUC-10")
        case "coma":
            lost = told.pick("Dans le coma, la chance ne peut plus rien.", "In a coma, luck is of no use.")
            return ruled(lost, "YAC-LUC-09")
    return ""


def harm(
    told: Told, who: str, before: Any, after: Any, converted: int, *, named: bool = False, silent: str = ""
) -> str:
    """Everything one act changed in somebody: gauges (but the `silent` one, already told), lasting harm, luck."""
    status = after.status
    lines = []
    for gauge in ("trauma", "madness"):
        old, new = getattr(before, gauge, UNSET), getattr(after, gauge, UNSET)
        if gauge != silent and old is not UNSET and new is not UNSET:
            lines.append(gauge_change(told, who, gauge, old, new, status, named=named))
    saved = after.trauma == TOP > before.trauma and status != "dead"
    lines.append(denied(told, after.survival_refused))
    lines.append(scars(told, before.sequelae, after.sequelae))
    lines.append(luck_spent(told, who if named else "", after.luck, converted + saved))
    return joined(*lines)
