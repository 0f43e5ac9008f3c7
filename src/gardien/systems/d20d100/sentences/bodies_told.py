"""What harm does to a body, in the words every blow, fall and poison shares: PV, shock, thresholds, condition."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import Both, joined, present, start
from gardien.systems.d20d100.sentences.grammar import bare_name, damage, dice_text, gauge, metres, signed, trial
from gardien.systems.d20d100.trials import CHARACTERISTIC

BECOMES: dict[str, Both] = {  # with {who} for whoever is concerned
    "ok": ("", ""),
    "staggered": (
        "{who} chancelle : une seule action simple par round",
        "{who} is staggered: one simple action a round",
    ),
    "unconscious": ("{who} perd connaissance", "{who} falls unconscious"),
    "out_of_action": (
        "{who} est hors de combat : une seule action simple par round",
        "{who} is out of action: one simple action a round",
    ),
    "dying": (
        "{who} est à l'agonie : un d10 à la fin de chaque round",
        "{who} is dying: a d10 at the end of each round",
    ),
    "stable": ("{who} ne perd plus de PV et reste sans connaissance", "{who} loses no more PV and stays unconscious"),
    "dead": ("{who} meurt", "{who} dies"),
}
STANDING = ("ok", "staggered")
STANDS: dict[str, Both] = {  # the same as a state, in a list
    "ok": ("en état d'agir", "able to act"),
    "staggered": ("à peine debout", "staggered"),
    "unconscious": ("sans connaissance", "unconscious"),
    "out_of_action": ("hors de combat", "out of action"),
    "dying": ("à l'agonie", "dying"),
    "stable": ("sans connaissance, état stable", "unconscious, stable"),
    "dead": ("décès", "dead"),
}


def becomes(told: Told, who: str, condition: Any) -> str:
    """What somebody comes to, as a sentence; nothing where one can act as before."""
    if not present(condition):
        return ""
    text = told.pick(*BECOMES[str(condition)])
    # A name may hold braces of its own, so it is put in, not formatted in.
    return start(text.replace("{who}", who)) + "." if text else ""


def stands(told: Told, condition: str) -> str:
    """A condition as a short state: « à l'agonie »."""
    return told.pick(*STANDS[condition])


def weakened(told: Told, penalty: Any) -> str:
    """« Malus de blessure −3. », where there is one (D100-HEALTH-04)."""
    if not present(penalty) or not penalty:
        return ""
    shown = signed(told, penalty)
    return told.pick(f"Malus de blessure {shown}.", f"Wound penalty {shown}.")


def shaken(told: Told, who: str, shock: Any, *, thrown_back: float = 0, down: bool = False) -> str:
    """A shock and what it leaves to do (D100-HEALTH-03)."""
    if not present(shock) or not shock:
        return ""
    if thrown_back:
        back = metres(told, thrown_back)
        return told.pick(
            f"Choc violent : {who} recule de {back}, tombe et perd son prochain tour.",
            f"Violent shock: {who} is thrown back {back}, falls and loses the next turn.",
        )
    if down:  # the condition itself says what is left to do
        return told.pick("Choc.", "Shock.")
    return told.pick(
        "Choc : une action simple au plus au prochain tour.", "Shock: one simple action at most on the next turn."
    )


def withstood(told: Told, success: Any, modifier: int, face: int | None) -> str:
    """The CON test of massive damage (D100-HEALTH-05)."""
    if not present(success):
        return ""
    head = told.pick(f"dégâts massifs, {bare_name(told, 'CON')}", f"massive damage, {bare_name(told, 'CON')}")
    return trial(told, head, modifier, CHARACTERISTIC, face, success)


def thrown_damage(told: Told, dice: Any, amount: int) -> str:
    """« 1d10 = 8 dégâts »."""
    return f"{dice_text(dice)} = {damage(told, amount)}"


def hurt(
    told: Told,
    who: str,
    before: int,
    after: Any,
    condition: Any,
    *,
    shock: Any = False,
    thrown_back: float = 0,
    penalty: Any = 0,
    massive: str = "",
) -> str:
    """PV lost and what follows: « PV 11 → 3. Choc : … Malus de blessure −3. »; the dead have nothing but that."""
    if not present(after):
        return ""
    lost = f"{gauge(told, 'PV', before, after)}."
    if condition == "dead":
        gone = told.pick(f"{who} ne vit plus.", f"{who} is dead.")
        return joined(massive, lost, start(gone) if before == after else becomes(told, who, condition))
    return joined(
        massive,
        lost,
        shaken(told, who, shock, thrown_back=thrown_back, down=condition not in STANDING),
        becomes(told, who, condition),
        weakened(told, penalty) if condition in (*STANDING, "out_of_action") else "",
    )


def blows(told: Told, before: int, after: int) -> str:
    """Blows taken beside the PV: « Coups encaissés 2 → 5 »."""
    name = told.pick("Coups encaissés", "Temporary damage")
    return gauge(told, name, before, after)
