"""One body in the words that blows, efforts, poisons and time share: PF, PV, malus, fainting, bleeding, death."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import Both, arrow, joined, owned, present, start
from gardien.systems.cthulhud20.bodies import FAINT_DC, fatigue_malus
from gardien.systems.cthulhud20.sentences.grammar import (
    below,
    face_of,
    faces_of,
    interval,
    points,
    save_name,
    signed,
    taken,
    trial,
)
from gardien.systems.cthulhud20.values import Combatant

BLEEDS = 1  # PF and PV at each interval (CD20-BLEED-04)
STANDS: dict[str, Both] = {  # a state in a list
    "ok": ("en état d'agir", "able to act"),
    "stunned": ("hors d'état d'agir", "stunned"),
    "unconscious": ("sans connaissance", "unconscious"),
    "dead": ("décès", "dead"),
}
UNDYING = "zombie"  # a body that does not die: it stays down


def stands(told: Told, state: str) -> str:
    """A state as a short word: « sans connaissance »."""
    return told.pick(*STANDS[state])


# ---- points ----


def moved(told: Told, code: str, before: int, after: Any) -> str:
    """A gauge where it has changed: « PF 8 → 7 »."""
    return f"{code} {arrow(told, before, after)}" if present(after) and after != before else ""


def weaker(told: Told, before: int, after: Any) -> str:
    """The malus of fatigue where it has changed: « malus de fatigue −1 → −2 » (CD20-FAT-01)."""
    if not present(after) or after == before:
        return ""
    name = told.pick("malus de fatigue", "fatigue penalty")
    return f"{name} {signed(told, before) if before else '0'} → {signed(told, after) if after else '0'}"


def pools(told: Told, who: str, before: Combatant, block: Any) -> str:
    """What is left to somebody: « Paul : PF 8 → 7, malus de fatigue −1 → −2. »; nothing where nothing moved."""
    text = left(told, before, block)
    return f"{start(who)}{told.colon} {text}" if text else ""


def left(told: Told, before: Combatant, block: Any) -> str:
    """The same where the name has just been said: « PF 8 → 7, malus de fatigue −1 → −2. »"""
    malus = fatigue_malus(before.breath_max, before.breath)
    alive = block.state != "dead"
    shown = [
        moved(told, "PF", before.breath, block.pf),
        moved(told, "PV", before.life, block.pv),
        weaker(told, malus, block.fatigue_malus) if alive else "",
    ]
    text = ", ".join(part for part in shown if part)
    return f"{text}." if text else ""


def losses(told: Told, pf: int, pv: int, detail: str = "") -> str:
    """« −5 PF (4 + 1 pour le torse), −3 PV »."""
    shown = [taken(told, pf, "PF") + (f" ({detail})" if detail else "")] if pf else []
    shown += [taken(told, pv, "PV")] if pv else []
    return ", ".join(shown) or told.pick("aucune perte", "no loss")


# ---- states ----


def dies(told: Told, who: str, tables: str = "human") -> str:
    """« Paul meurt. »; what was already dead stays down."""
    if tables == UNDYING:
        return start(told.pick(f"{who} ne se relèvera plus.", f"{who} will not get up again."))
    return start(told.pick(f"{who} meurt.", f"{who} dies."))


def falls(told: Told, who: str, state: Any) -> str:
    """What a faint save leaves of somebody (CD20-COND-02)."""
    if state == "unconscious":
        return start(told.pick(f"{who} s'évanouit.", f"{who} faints."))
    if state == "stunned":
        return start(
            told.pick(
                f"{who} tombe sans perdre connaissance, hors d'état d'agir.",
                f"{who} falls but stays conscious, unable to act.",
            )
        )
    return ""


def fainting(told: Told, who: str, block: Any, nth: int = 0) -> str:
    """« Jet de Vigueur : 8 (d20) + 2 = 10 contre DD 15, raté. Anna s'évanouit. », where it was thrown (CD20-HP-05).

    `nth` says which of several faint saves it is.
    """
    if not present(block.faint_save_needed) or not block.faint_save_needed:
        return ""
    faces = faces_of(told, "faint_save", "d20")
    face, total = faces[nth] if nth < len(faces) else None, block.faint_save_total
    bonus = total - face if face is not None and present(total) else 0
    thrown = trial(
        told, owned_save(told, who), bonus, FAINT_DC, total if face is not None else None, block.faint_save_success
    )
    return joined(
        told.pick("Plus de PF.", "No PF left."), thrown, falls(told, who, block.state) if block.state != "dead" else ""
    )


def owned_save(told: Told, who: str) -> str:
    """« jet de Vigueur de Paul », “Paul's Fortitude save”."""
    name = save_name(told, "fort")
    return owned(told, (name, name), who)


def stabilising(told: Told, block: Any) -> str:
    """« Stabilisation : 53 au d100, il fallait moins de 9 (8 PV + 1 PF), raté. », where it was thrown."""
    if not present(block.stabilise_roll_needed) or not block.stabilise_roll_needed:
        return ""
    detail = f"{points(told, block.pv, 'PV')} {'−' if block.pf < 0 else '+'} {points(told, abs(block.pf), 'PF')}"
    head = told.pick("stabilisation", "stabilisation")
    return below(told, head, face_of(told, "stabilisation", "d100"), block.stabilise_total, block.stabilised, detail)


def bleeds(told: Told, every: Any, care_dc: Any = None) -> str:
    """« La blessure saigne : −1 PF et −1 PV chaque minute, soins contre DD 15. » (CD20-BLEED-02, CD20-BLEED-04)."""
    if not present(every):
        return told.pick("La blessure saigne.", "The wound bleeds.")
    pf, pv = taken(told, BLEEDS, "PF"), taken(told, BLEEDS, "PV")
    text = told.pick(f"La blessure saigne : {pf} et {pv} ", f"The wound bleeds: {pf} and {pv} ") + interval(told, every)
    care = told.pick(f", soins contre DD {care_dc}", f", care against DC {care_dc}") if present(care_dc) else ""
    return f"{text}{care}."


def closes(told: Told) -> str:
    return told.pick("La blessure ne saigne plus.", "The wound no longer bleeds.")


# ---- shocks ----


def shaken(told: Told, who: str, block: Any, lay: bool = False) -> str:
    """« Choc violent : Anna recule de 1,50 m, tombe et perd son prochain tour. » (CD20-SHOCK-01, CD20-SHOCK-02)."""
    if not present(block.shock) or block.shock == "none":
        return ""
    able = block.state == "ok"
    if block.shock == "shock":
        less = told.pick(" : une action partielle au plus à son prochain tour", ": a partial action at most next turn")
        return told.pick("Choc", "Shock") + (less if able else "") + "."
    back = told.pick(f"recule de 1,50{HARD}m", f"is thrown back 1.5{HARD}m")
    fall = told.pick("tombe", "falls")
    lost = told.pick("perd son prochain tour", "loses the next turn")
    if not able:
        return told.pick(f"Choc violent : {who} {back}.", f"Violent shock: {who} {back}.")
    acts = f"{back} {told.pick('et', 'and')} {lost}" if lay else f"{back}, {fall} {told.pick('et', 'and')} {lost}"
    return told.pick(f"Choc violent : {who} {acts}.", f"Violent shock: {who} {acts}.")
