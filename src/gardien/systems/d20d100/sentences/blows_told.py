"""Words that every attack shares: the throw against a Defence, its damage, what weighs on it, whoever is struck."""

from collections.abc import Sequence
from typing import Any

from gardien.core.dice import Dice
from gardien.core.telling import Told
from gardien.core.wording import Both, arrow, called, joined, present, ruled, start
from gardien.systems.d20d100.aiming import RangedGiven, summed_situations
from gardien.systems.d20d100.harm import UNROLLED, protects
from gardien.systems.d20d100.pack_rows import MOST_INCREMENTS
from gardien.systems.d20d100.sentences.bodies_told import becomes, blows, hurt, withstood
from gardien.systems.d20d100.sentences.grammar import (
    TOTAL_FAILURE,
    adding,
    damage,
    dice_text,
    face_of,
    metres,
    modified,
    summed,
)
from gardien.systems.d20d100.sentences.tests_told import SITUATION, WOUNDS
from gardien.systems.d20d100.trials import CHARACTERISTIC
from gardien.systems.d20d100.values import Body
from gardien.systems.d20d100.weapons import RANGE_STEP, increments_of

TARGET: Both = ("la cible", "the target")
OTHERS: Both = ("autres", "other")
RANGE: Both = ("portée", "range")
RECOIL: Both = ("recul", "recoil")
FAULTS: dict[str, Both] = {
    "dud": ("le coup ne part pas", "the shot does not go off"),
    "jam": ("l'arme s'enraye", "the weapon jams"),
}

PASSES: dict[str, Both] = {
    "immune": ("rien ne passe", "nothing gets through"),
    "one_point": ("un seul point passe", "one point gets through"),
}


# ---- the throw ----


def fault(told: Told, malfunction: str) -> str:
    """« 2 au dé : l'arme s'enraye »."""
    face, what = 1 if malfunction == "dud" else 2, told.pick(*FAULTS[malfunction])
    return told.pick(f"{face} au dé : {what}", f"natural {face}: {what}")


def swing(
    told: Told,
    head: str,
    modifier: int,
    defence: int,
    face: int | None,
    *,
    hit: bool,
    critical: bool = False,
    malfunction: str = "none",
) -> str:
    """« Attaque : 14 (d20) + 6 = 20 contre Défense 15, touché »; the full stop is the caller's."""
    if malfunction != "none":
        return f"{start(head)}. {start(fault(told, malfunction))}"
    if face == 1:
        return f"{start(head)}. {start(told.pick(*TOTAL_FAILURE))}"
    shown = told.number(defence)
    against = told.pick(f"contre Défense {shown}", f"against Defence {shown}")
    end = told.pick("manqué", "missed")
    if critical:
        end = told.pick("coup critique", "critical hit")
    elif hit:
        end = told.pick("touché", "hit")
    if hit and face is not None and face + modifier < defence:  # only a 20 can do that (D100-TEST-04)
        end += told.pick(" : un 20 au dé suffit à cette table", ": a natural 20 is enough at this table")
    thrown = "" if face is None else f" {summed(told, face, modifier)}"
    return f"{start(head)}{told.colon}{thrown} {against}, {end}"


# ---- damage ----


def stopped(told: Told, kind: str, protection: int) -> str:
    """What a protection takes away: « − 3 (gilet, d6) », « un seul point passe »."""
    if kind in ("immune", "one_point"):
        return " " + told.pick(*PASSES[kind])
    if kind == "vest":
        face = face_of(told, "vest", f"d{protection}")
        name = told.pick("gilet", "vest")
        return "" if face is None else f"{adding(told, -face)} ({name}, d{protection})"
    taken = f"{adding(told, -protection)} ({told.pick('protection', 'protection')})" if protection else ""
    if kind == "half":
        return told.pick(" la moitié", " halved") + (f",{taken}" if taken else "")
    return taken


def harmed(
    told: Told,
    dice: Dice,
    bonus: int,
    rolled: int,
    multiplied: int,
    final: int,
    *,
    times: int = 1,
    kind: str = "none",
    protection: int = 0,
    protected: bool = False,
) -> str:
    """« 1d10 = 8 dégâts », « 1d10 + 2 = 8, ×2 = 16, − 3 (gilet, d6) : 13 dégâts »; the full stop is the caller's."""
    if kind == "immune":
        return f"{told.pick(*PASSES[kind])}{told.colon} {damage(told, final)}"
    text = dice_text(dice) + (adding(told, bonus) if bonus else "")
    if kind in UNROLLED and dice.terms:
        text += told.pick(" (chaque dé compte 1)", " (each die counts 1)")
    plain = times == 1 and not protected
    if plain:
        return f"{text} = {damage(told, final)}"
    text += f" = {told.number(rolled)}"
    if times != 1:
        alone = "" if multiplied == rolled * times else told.pick("dés ", "dice ")  # the bonus may stay out of it
        text += f", {alone}×{times} = {told.number(multiplied)}"
    if protected:
        taken = stopped(told, kind, protection)
        text += f",{taken}" if taken else ""
    if protected or multiplied != final:
        return f"{text}{told.colon} {damage(told, final)}"
    return f"{text.rsplit(' = ', 1)[0]} = {damage(told, final)}"


def attack_harm(told: Told, dice: Dice | None, times: int) -> str:
    """The damage of an outcome like `Attacked`, where its weapon has dice."""
    given, outcome = told.given, told.outcome
    if dice is None or not present(outcome.damage_rolled):
        return ""
    text = harmed(
        told,
        dice,
        given.damage_bonus,
        outcome.damage_rolled,
        outcome.damage_multiplied,
        outcome.damage_final,
        times=times,
        kind=given.protection_kind,
        protection=given.protection,
        protected=protects(given.protection_kind, given.protection, given.penetration),
    )
    return f"{start(text)}."


# ---- whoever is struck ----


def con_test(told: Told, con_modifier: int, condition: Any) -> str:
    """The CON test of massive damage, where it was thrown: whoever fails it dies (D100-HEALTH-05)."""
    face = face_of(told, "constitution")
    if face is None:
        return ""
    held = condition != "dead" or (face != 1 and face + con_modifier >= CHARACTERISTIC)
    return withstood(told, held, con_modifier, face)


def struck(told: Told, target: Body | None, *, temporary: bool = False, massive: str | None = None) -> str:
    """The target of an attack that landed: PV or blows, shock, condition."""
    outcome = told.outcome
    if target is None or not present(outcome.target_condition):
        return ""
    who, condition = called(told, target, TARGET), outcome.target_condition
    if temporary:
        taken = f"{blows(told, target.temp_damage, outcome.target_temp_damage)}."
        return joined(taken, becomes(told, who, condition))
    return hurt(
        told,
        who,
        target.life,
        outcome.target_pv,
        condition,
        shock=getattr(outcome, "target_shock", False),
        penalty=getattr(outcome, "target_wound_penalty", 0),
        massive=con_test(told, target.con_modifier, condition) if massive is None else massive,
    )


# ---- what weighs ----


def out_of_range(told: Told, given: Any) -> str:
    """« 300 m : hors de portée, 270 m au plus. Se rapprocher ou changer d'arme. »"""
    kind = getattr(given, "weapon_class", "firearm")
    far, most = metres(told, given.distance), metres(told, given.increment * MOST_INCREMENTS[kind])
    text = told.pick(
        f"{far} : hors de portée, {most} au plus. Se rapprocher ou changer d'arme.",
        f"{far}: out of range, {most} at most. Move nearer or change the weapon.",
    )
    return ruled(text, "D100-FIRE-06" if kind == "shotgun" else "D100-RNG-01")


def weights(given: RangedGiven, rest: int) -> list[tuple[Both, int]]:
    """Everything beside recoil that was found to weigh on an attack, told apart.

    `rest` is what was added to the score; a shotgun may be spared its range, wounds may count or not.
    """
    mods, situations = sum(given.mods), summed_situations(given.situations, given.combat_mobile)
    left = rest - mods - situations
    far = RANGE_STEP * (increments_of(given.distance, given.increment) - 1) if given.increment else 0
    if left - far not in (0, -3, -6) or given.attacker is None:
        far = left if given.attacker is None else 0
    return [(SITUATION, situations), (RANGE, far), (WOUNDS, left - far), (OTHERS, mods)]


def score_line(told: Told, score: int, effective: int, recoil: int = 0) -> str:
    """« Modificateur : +6 − 2 (portée) = +4. », where something weighs."""
    parts: Sequence[tuple[Both, int]] = weights(told.given, effective - score + recoil)
    return modified(told, score, [*parts, (RECOIL, -recoil)])


def magazine(told: Told, loaded: int | None, left: Any) -> str:
    """« Balles dans l'arme : 6 → 4. »"""
    if loaded is None or not present(left):
        return ""
    inside = told.pick("Balles dans l'arme", "Bullets in the weapon")
    if left == loaded:
        return f"{inside}{told.colon} {told.number(left)}."
    return f"{inside}{told.colon} {arrow(told, loaded, left)}."
