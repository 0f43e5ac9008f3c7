"""Wounds and shocks by themselves: how grave, one blow, a shock, fainting, stabilising (GB, SHOCK, BLEED-03)."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import NO_DIE, Both, called, joined, listed, owned, present, refused, start
from gardien.systems.cthulhud20.blows import MUCH_LARGER
from gardien.systems.cthulhud20.bodies import FAINT_DC
from gardien.systems.cthulhud20.gravity import GravityGiven
from gardien.systems.cthulhud20.kinds import SIZES, Tables
from gardien.systems.cthulhud20.sentences.blows_told import DESTROYED, EFFECTS, LOST, MALUSES, wounded
from gardien.systems.cthulhud20.sentences.bodies_told import (
    bleeds,
    closes,
    dies,
    fainting,
    falls,
    losses,
    owned_save,
    pools,
)
from gardien.systems.cthulhud20.sentences.grammar import (
    VICTIM,
    adding,
    below,
    face_of,
    feat_name,
    metres,
    of_zone,
    points,
    signed,
    the_zone,
    trial,
    wound_name,
    zone_name,
)
from gardien.systems.cthulhud20.severity import effect_of
from gardien.systems.cthulhud20.values import Combatant

DEAD: Both = (f"{{who}} ne vit plus : {NO_DIE[0]}", f"{{who}} is dead: {NO_DIE[1]}")
STOPPED: Both = ("L'armure arrête le coup.", "The armour stops the blow.")
STILL_BLEEDS: Both = ("La blessure saigne toujours.", "The wound still bleeds.")
BANDAGE: Both = ("Un bandage suffit.", "A bandage is enough.")


def victim_of(told: Told, victim: Combatant) -> str:
    """Whoever suffers, by name where there is one."""
    return called(told, victim, VICTIM, acts=True)


def gone(told: Told, who: str) -> str:
    """The refusal of whatever nobody can do to the dead (CD20-HP-04)."""
    return refused(told, DEAD, "CD20-HP-04", who)


# ---- how grave ----


def gravity(told: Told, given: GravityGiven, tables: Tables, gb: Any) -> str:
    """« GB 6 + 3 (torse) + 2 (Power Attack) = 11 »; the sum only where there is one (CD20-GB-01)."""
    more = given.parts(tables) if given.summed() else ()
    if not present(gb):
        return ""
    margin = given.margin or 0
    if not more or margin + sum(value for _, value, _ in more) != gb:  # never below 0
        return f"GB {told.number(gb)}"
    names = {
        "zone_bonus": zone_name(told, given.zone),
        "improved_critical": feat_name(told, "improved_critical:unarmed").partition(" (")[0],
        "power_attack": feat_name(told, "power_attack"),
        "gb_bonus": told.pick("autres", "other"),
    }
    shown = "".join(f"{adding(told, value)} ({names[label]})" for label, value, _ in more)
    return f"GB {told.number(margin)}{shown} = {told.number(gb)}"


def severity(told: Told) -> list[str]:
    """« Torse : GB 8 + 3 (torse) = 11, blessure critique, −5 PF (4 + 1 pour le torse), −3 PV. »"""
    given, outcome = told.given, told.outcome
    gb = gravity(told, given, given.tables, outcome.gb)
    name = wound_name(told, outcome.severity)
    if given.pf_only:
        name = told.pick(f"{name}, fatigue seulement", f"{name}, fatigue only")
    head = f"{start(zone_name(told, given.zone))}{told.colon} {gb}, {name}"
    if outcome.dead_at_once:
        return [joined(f"{head}.", dies(told, told.pick(*VICTIM), given.tables))]
    more = told.pick("{} + {} pour {}", "{} + {} for {}")
    extra = outcome.pf_loss_zone
    detail = more.format(outcome.pf_loss_wound, extra, the_zone(told, given.zone)) if extra else ""
    return [
        f"{head}, {losses(told, outcome.pf_loss, outcome.pv_loss, detail)}.",
        joined(
            _part(told),
            bleeds(told, outcome.aggravation_interval_rounds, outcome.care_dc) if outcome.aggravates else "",
            told.pick(*BANDAGE) if outcome.care == "bandage" else "",
        ),
    ]


def _part(told: Told) -> str:
    """A part that the blow takes or puts out of use (CD20-GB-05, CD20-GB-07)."""
    given = told.given
    if told.outcome.part_lost:
        gone = DESTROYED if told.outcome.severity == "destructive" else LOST
        return f"{told.pick(*gone)} {of_zone(told, given.zone)}."
    if not told.outcome.part_hampered:
        return ""
    effect = effect_of(given.zone, given.tables)
    what = told.pick(*EFFECTS[effect]).replace("{malus}", signed(told, MALUSES.get(effect, 0)))
    mark = " " if what == told.pick(*EFFECTS["none"]) else f"{told.colon} "
    return f"{start(zone_name(told, given.zone))}{mark}{what}."


# ---- one blow ----


def apply_wound(told: Told) -> list[str]:
    """« GB 11, blessure critique au torse : −5 PF (4 + 1 pour le torse), −3 PV. Paul : PF 9 → 4, PV 9 → 6. »"""
    given, outcome = told.given, told.outcome
    who = victim_of(told, given.victim)
    if present(outcome.refused):
        return [gone(told, who)]
    if given.stopped:
        lines = wounded(told, who, given.victim, outcome, stopped=True)
        return [joined(told.pick(*STOPPED), lines[0]), *lines[1:]]
    gb = gravity(told, given, given.victim.tables, outcome.gb)
    return wounded(told, who, given.victim, outcome, gb, pf_only=given.pf_only, where=True)


# ---- a shock alone ----


def apply_shock(told: Told) -> list[str]:
    """« Choc violent : Anna recule de 1,50 m, tombe, perd 1 PF et passe son prochain tour. »"""
    given, outcome = told.given, told.outcome
    who = victim_of(told, given.victim)
    if present(outcome.refused):
        return [gone(told, who)]
    able, spent = outcome.state == "ok", given.victim.shock_next_turn == "skip"
    if given.shock == "shock":
        left = told.pick("une action partielle au plus à son prochain tour", "a partial action at most next turn")
        if spent:
            left = told.pick("son prochain tour était déjà perdu", "the next turn was lost already")
        text = told.pick(f"{who} encaisse un choc", f"{who} takes a shock")
        return [start(text + (f"{told.colon} {left}" if able else "") + ".")]
    acts = [
        told.pick("recule de ", "is thrown back ") + metres(told, outcome.pushed_back_m),
        "" if given.victim.lies else told.pick("tombe", "falls"),
        told.pick("perd ", "loses ") + points(told, outcome.pf_loss, "PF") if outcome.pf_loss else "",
    ]
    acts.append(told.pick("passe son prochain tour", "misses the next turn") if able else "")
    shown = listed(told, [act for act in acts if act])
    text = told.pick(f"Choc violent : {who} {shown}.", f"Violent shock: {who} {shown}.")
    return [joined(text, fainting(told, who, outcome)), pools(told, who, given.victim, outcome)]


def suggest_shock(told: Told) -> list[str]:
    """« Blessure grave : un choc. Le gardien décide. »"""
    given = told.given
    if SIZES.index(given.attacker_size) - SIZES.index(given.target_size) >= MUCH_LARGER:
        cause = told.pick("assaillant bien plus grand que sa cible", "attacker much larger than the target")
    elif given.stopped:
        shown = signed(told, given.lethality)
        cause = told.pick(f"coup arrêté par l'armure, létalité {shown}", f"blow stopped by armour, lethality {shown}")
    else:
        cause = wound_name(told, given.severity)
    shock = {
        "none": told.pick("pas de choc", "no shock"),
        "shock": told.pick("un choc", "a shock"),
        "violent": told.pick("un choc violent", "a violent shock"),
    }[told.outcome.shock]
    end = told.pick("Le gardien décide.", "The Keeper decides.")
    return [f"{start(cause)}{told.colon} {shock}. {end}"]


# ---- fainting, stabilising ----


def faint_save(told: Told) -> list[str]:
    """« Jet de Vigueur de Paul : 8 (d20) + 2 = 10 contre DD 15, raté. Paul s'évanouit. »"""
    outcome, who = told.outcome, victim_of(told, told.given.victim)
    face, total = face_of(told, "faint_save"), outcome.faint_save_total
    bonus = total - face if face is not None and present(total) else 0
    thrown = trial(told, owned_save(told, who), bonus, FAINT_DC, total, outcome.faint_save_success)
    return [joined(thrown, falls(told, who, outcome.state))]


def stabilise(told: Told) -> list[str]:
    """« Stabilisation de Paul : 41 au d100, il fallait moins de 8 (6 PV + 2 PF), raté. »"""
    victim, outcome = told.given.victim, told.outcome
    name = victim.name or told.who
    head = owned(told, ("stabilisation", "stabilisation"), name)
    sign = "−" if victim.breath < 0 else "+"
    detail = f"{points(told, victim.life, 'PV')} {sign} {points(told, abs(victim.breath), 'PF')}"
    face = face_of(told, "stabilisation", "d100")
    rolled = below(told, head, face, outcome.stabilise_total, outcome.stabilised, detail)
    return [joined(rolled, closes(told) if outcome.stabilised else told.pick(*STILL_BLEEDS))]
