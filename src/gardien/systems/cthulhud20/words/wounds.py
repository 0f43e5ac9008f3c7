"""Wounds and shocks: one blow as attacks, falls and fire tell it; gravity, shock, fainting, stabilising (GB, SHOCK)."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.wording import Both, join_list, join_sentences, present, start, thing_of
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.fight.attack_severity import GravityGiven, effect_of
from gardien.systems.cthulhud20.rules.fight.attack_wound import MUCH_LARGER
from gardien.systems.cthulhud20.rules.person import FAINT_DC
from gardien.systems.cthulhud20.vocabulary import SIZES, Tables
from gardien.systems.cthulhud20.words.body import (
    bleeding_text,
    closed_text,
    death_text,
    faint_end_text,
    faint_text,
    losses_clause,
    owned_save,
    pools_text,
    refuse_dead,
    shock_text,
    stabilise_text,
    victim_of,
)
from gardien.systems.cthulhud20.words.grammar import (
    VICTIM,
    adding,
    at_zone,
    below_text,
    face_of,
    feat_word,
    metres,
    of_zone,
    points,
    severity_name,
    signed,
    the_zone,
    trial_text,
    wound_name,
    zone_name,
)

EFFECTS: dict[str, Both] = {  # of a part that is out of use, after its name (CD20-P-WOUND-01)
    "none": ("hors d'usage", "out of use"),
    "arm_unusable": ("hors d'usage", "out of use"),
    "leg_unusable": ("hors d'usage", "out of use"),
    "head_minus_4": ("{malus} à tous les jets de d20", "{malus} on every d20"),
    "torso_partial_actions": ("actions partielles seulement", "partial actions only"),
    "abdomen_minus_2": (
        "vitesse réduite de moitié, {malus} aux jets de FOR et de DEX",
        "speed halved, {malus} on FOR and DEX rolls",
    ),
    "body_minus_2": ("{malus} à tous les jets de d20", "{malus} on every d20"),
}
STOPPED: Both = ("L'armure arrête le coup.", "The armour stops the blow.")
STILL_BLEEDS: Both = ("La blessure saigne toujours.", "The wound still bleeds.")
BANDAGE: Both = ("Un bandage suffit.", "A bandage is enough.")
LOST: Both = ("Perte", "Loss")
DESTROYED: Both = ("Destruction", "Destruction")
MALUSES = {"head_minus_4": -4, "abdomen_minus_2": -2, "body_minus_2": -2}


def gravity_text(report: Report, gb: Any, margin: Any, zone: str, bonus: Any, other: Both = ("autres", "other")) -> str:
    """« GB 2 », « GB 8 + 3 (torse) = 11 » (CD20-GB-01, CD20-GB-02)."""
    if not present(gb):
        return ""
    if not present(margin) or not present(bonus):
        return f"GB {report.number(gb)}"
    rest = gb - margin - bonus
    parts = [(zone_name(report, zone), bonus), (report.pick(*other), rest)]
    more = "".join(f"{adding(report, value)} ({name})" for name, value in parts if value)
    if not more or (gb == 0 and rest < 0):  # never below 0
        return f"GB {report.number(gb)}"
    return f"GB {report.number(margin)}{more} = {report.number(gb)}"


def cost_clause(report: Report, block: Any) -> str:
    """What a blow costs and why: « −3 PF (1 + 1 pour le torse + 1 pour le choc), −2 PV »."""
    detail = ""
    if block.pf_loss_zone or block.pf_loss_shock:
        shown = [report.number(block.pf_loss_wound)] if block.pf_loss_wound else []
        name = the_zone(report, block.zone)
        if block.pf_loss_zone:
            shown.append(report.pick(f"{block.pf_loss_zone} pour {name}", f"{block.pf_loss_zone} for {name}"))
        if block.pf_loss_shock:
            shown.append(report.pick(f"{block.pf_loss_shock} pour le choc", f"{block.pf_loss_shock} for the shock"))
        detail = " + ".join(shown)
    return losses_clause(report, block.pf_loss, block.pv_loss, detail)


def parts_text(report: Report, who: str, block: Any, lay: bool) -> str:
    """A part lost or out of use: « Jambe gauche hors d'usage : Paul tombe. » (CD20-GB-05, CD20-GB-07)."""
    if block.part_lost:
        gone = DESTROYED if block.severity == "destructive" else LOST
        text = f"{report.pick(*gone)} {of_zone(report, block.zone)}"
    elif block.part_hampered:
        effect = block.part_effect if present(block.part_effect) else "none"
        what = report.pick(*EFFECTS[effect]).replace("{malus}", signed(report, MALUSES.get(effect, 0)))
        mark = " " if what == report.pick(*EFFECTS["none"]) else f"{report.colon} "
        text = f"{start(zone_name(report, block.zone))}{mark}{what}"
    else:
        return ""
    trips = block.part_effect == "leg_unusable" and block.prone and not lay and block.state == "ok"
    fell = report.pick(f" : {who} tombe", f": {who} falls") if trips and block.shock != "violent" else ""
    return f"{text}{fell}."


def severity_text(
    report: Report,
    block: Any,
    gb: str,
    *,
    pf_only: bool = False,
    where: bool = False,
    mortal: str = "",
    named: bool = True,
) -> str:
    """« GB 8 + 3 (torse) = 11, blessure critique : −5 PF (4 + 1 pour le torse), −3 PV. »"""
    name = wound_name(report, block.severity)
    if pf_only:
        gb = f"{gb} ({severity_name(report, block.severity)})" if gb else severity_name(report, block.severity)
        name = report.pick("fatigue seulement", "fatigue only")
    place = f" {at_zone(report, block.zone)}" if where and block.zone != "whole_body" else ""
    text = start(", ".join(part for part in (gb, f"{name}{place}" if named or pf_only else "") if part))
    if block.dead_at_once:
        return join_sentences(f"{text}.", mortal)
    return f"{text}{report.colon} {cost_clause(report, block)}."


def wound_lines(
    report: Report,
    who: str,
    victim: Combatant,
    block: Any,
    gb: str = "",
    *,
    pf_only: bool = False,
    stopped: bool = False,
    where: bool = False,
    named: bool = True,
) -> list[str]:
    """All that a blow does to somebody, in the order of CD20-GB-08.

    `gb` is what was said of its gravity; `where` names the zone, without `named` the severity was told before.
    """
    lay = victim.lies
    if stopped:  # the verdict has said so
        lost = losses_clause(report, block.pf_loss, 0)
        hit = report.pick(f"{lost} pour le choc.", f"{lost} for the shock.") if block.pf_loss else ""
    else:
        mortal = death_text(report, who, victim.tables) if block.dead_at_once else ""
        said = gb or (f"GB {report.number(block.gb)}" if present(block.gb) else "")
        hit = severity_text(report, block, said, pf_only=pf_only, where=where, mortal=mortal, named=named)
    if block.dead_at_once:
        return [hit, pools_text(report, who, victim, block)]
    gone = death_text(report, who, victim.tables) if block.state == "dead" else ""
    after = join_sentences(
        parts_text(report, who, block, lay), faint_text(report, who, block), shock_text(report, who, block, lay), gone
    )
    return [join_sentences(hit, after), pools_text(report, who, victim, block), bleeding_end_text(report, block)]


def bleeding_end_text(report: Report, block: Any) -> str:
    """The roll for natural stabilisation and whether the wound goes on bleeding (CD20-BLEED-03)."""
    if block.state == "dead" or not present(block.aggravation_interval_rounds):
        return ""
    rolled = stabilise_text(report, block)
    end = (
        bleeding_text(report, block.aggravation_interval_rounds, block.care_dc)
        if block.bleeding
        else closed_text(report)
    )
    return join_sentences(rolled, end)


# ---- how grave ----


def _given_gravity_text(report: Report, given: GravityGiven, tables: Tables, gb: Any) -> str:
    """« GB 6 + 3 (torse) + 3 (Attaque en puissance) = 12 »; the sum only where there is one (CD20-GB-01)."""
    more = given.parts(tables) if given.is_sum() else ()
    if not present(gb):
        return ""
    margin = given.margin or 0
    if not more or margin + sum(value for _, value, _ in more) != gb:  # never below 0
        return f"GB {report.number(gb)}"
    names = {
        "zone_bonus": zone_name(report, given.zone),
        "improved_critical": feat_word(report, "improved_critical:unarmed"),
        "power_attack": feat_word(report, "power_attack"),
        "gb_bonus": report.pick("autres", "other"),
    }
    shown = "".join(f"{adding(report, value)} ({names[label]})" for label, value, _ in more)
    return f"GB {report.number(margin)}{shown} = {report.number(gb)}"


def severity(report: Report) -> list[str]:
    """« Torse : GB 8 + 3 (torse) = 11, blessure critique, −5 PF (4 + 1 pour le torse), −3 PV. »"""
    given, outcome = report.given, report.outcome
    gb = _given_gravity_text(report, given, given.tables, outcome.gb)
    name = wound_name(report, outcome.severity)
    if given.pf_only:
        name = report.pick(f"{name}, fatigue seulement", f"{name}, fatigue only")
    head = f"{start(zone_name(report, given.zone))}{report.colon} {gb}, {name}"
    if outcome.dead_at_once:
        return [join_sentences(f"{head}.", death_text(report, report.pick(*VICTIM), given.tables))]
    more = report.pick("{} + {} pour {}", "{} + {} for {}")
    extra = outcome.pf_loss_zone
    detail = more.format(outcome.pf_loss_wound, extra, the_zone(report, given.zone)) if extra else ""
    return [
        f"{head}, {losses_clause(report, outcome.pf_loss, outcome.pv_loss, detail)}.",
        join_sentences(
            _part(report),
            bleeding_text(report, outcome.aggravation_interval_rounds, outcome.care_dc) if outcome.aggravates else "",
            report.pick(*BANDAGE) if outcome.care == "bandage" else "",
        ),
    ]


def _part(report: Report) -> str:
    """A part that the blow takes or puts out of use (CD20-GB-05, CD20-GB-07)."""
    given = report.given
    if report.outcome.part_lost:
        gone = DESTROYED if report.outcome.severity == "destructive" else LOST
        return f"{report.pick(*gone)} {of_zone(report, given.zone)}."
    if not report.outcome.part_hampered:
        return ""
    effect = effect_of(given.zone, given.tables)
    what = report.pick(*EFFECTS[effect]).replace("{malus}", signed(report, MALUSES.get(effect, 0)))
    mark = " " if what == report.pick(*EFFECTS["none"]) else f"{report.colon} "
    return f"{start(zone_name(report, given.zone))}{mark}{what}."


# ---- one blow ----


def apply_wound(report: Report) -> list[str]:
    """« GB 11, blessure critique au torse : −5 PF (4 + 1 pour le torse), −3 PV. Paul : PF 9 → 4, PV 9 → 6. »"""
    given, outcome = report.given, report.outcome
    who = victim_of(report, given.victim)
    if present(outcome.refused):
        return [refuse_dead(report, who)]
    if given.stopped:
        lines = wound_lines(report, who, given.victim, outcome, stopped=True)
        return [join_sentences(report.pick(*STOPPED), lines[0]), *lines[1:]]
    gb = _given_gravity_text(report, given, given.victim.tables, outcome.gb)
    return wound_lines(report, who, given.victim, outcome, gb, pf_only=given.pf_only, where=True)


# ---- a shock alone ----


def apply_shock(report: Report) -> list[str]:
    """« Choc violent : Anna recule de 1,50 m, tombe, perd 1 PF et passe son prochain tour. »"""
    given, outcome = report.given, report.outcome
    who = victim_of(report, given.victim)
    if present(outcome.refused):
        return [refuse_dead(report, who)]
    able, spent = outcome.state == "ok", given.victim.shock_next_turn == "skip"
    if given.shock == "shock":
        left = report.pick("une action partielle au plus à son prochain tour", "a partial action at most next turn")
        if spent:
            left = report.pick("son prochain tour était déjà perdu", "the next turn was lost already")
        text = report.pick(f"{who} encaisse un choc", f"{who} takes a shock")
        return [start(text + (f"{report.colon} {left}" if able else "") + ".")]
    acts = [
        report.pick("recule de ", "is thrown back ") + metres(report, outcome.pushed_back_m),
        "" if given.victim.lies else report.pick("tombe", "falls"),
        report.pick("perd ", "loses ") + points(report, outcome.pf_loss, "PF") if outcome.pf_loss else "",
    ]
    acts.append(report.pick("passe son prochain tour", "misses the next turn") if able else "")
    shown = join_list(report, [act for act in acts if act])
    text = report.pick(f"Choc violent : {who} {shown}.", f"Violent shock: {who} {shown}.")
    return [join_sentences(text, faint_text(report, who, outcome)), pools_text(report, who, given.victim, outcome)]


def suggest_shock(report: Report) -> list[str]:
    """« Blessure grave : un choc. Le gardien décide. »"""
    given = report.given
    if SIZES.index(given.attacker_size) - SIZES.index(given.target_size) >= MUCH_LARGER:
        cause = report.pick("assaillant bien plus grand que sa cible", "attacker much larger than the target")
    elif given.stopped:
        shown = signed(report, given.lethality)
        cause = report.pick(f"coup arrêté par l'armure, létalité {shown}", f"blow stopped by armour, lethality {shown}")
    else:
        cause = wound_name(report, given.severity)
    shock = {
        "none": report.pick("pas de choc", "no shock"),
        "shock": report.pick("un choc", "a shock"),
        "violent": report.pick("un choc violent", "a violent shock"),
    }[report.outcome.shock]
    end = report.pick("Le gardien décide.", "The Keeper decides.")
    return [f"{start(cause)}{report.colon} {shock}. {end}"]


# ---- fainting, stabilising ----


def faint_save(report: Report) -> list[str]:
    """« Jet de Vigueur de Paul : 8 (d20) + 2 = 10 contre DD 15, raté. Paul s'évanouit. »"""
    outcome, who = report.outcome, victim_of(report, report.given.victim)
    face, total = face_of(report, "faint_save"), outcome.faint_save_total
    bonus = total - face if face is not None and present(total) else 0
    thrown = trial_text(report, owned_save(report, who), bonus, FAINT_DC, total, outcome.faint_save_success)
    return [join_sentences(thrown, faint_end_text(report, who, outcome.state))]


def stabilise(report: Report) -> list[str]:
    """« Stabilisation de Paul : 41 au d100, il fallait moins de 8 (6 PV + 2 PF), raté. »"""
    victim, outcome = report.given.victim, report.outcome
    name = victim.name or report.who
    head = thing_of(report, ("stabilisation", "stabilisation"), name)
    sign = "−" if victim.breath < 0 else "+"
    detail = f"{points(report, victim.life, 'PV')} {sign} {points(report, abs(victim.breath), 'PF')}"
    face = face_of(report, "stabilisation", "d100")
    rolled = below_text(report, head, face, outcome.stabilise_total, outcome.stabilised, detail)
    return [join_sentences(rolled, closed_text(report) if outcome.stabilised else report.pick(*STILL_BLEEDS))]
