"""Dangers: fire and its kin, falls, water, smoke and cold (ENV)."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.terms import HARD
from gardien.core.wording import Both, count_of, join_sentences, present, refusal_line, start, thing_of
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.dangers.falls import DC, HELPED
from gardien.systems.cthulhud20.rules.fight.attack_severity import zone_bonus
from gardien.systems.cthulhud20.rules.tests.modifiers import check_parts, save_parts, total
from gardien.systems.cthulhud20.words.body import (
    bleeding_text,
    closed_text,
    death_text,
    faint_text,
    losses_clause,
    pools_clause,
    pools_text,
    refuse_dead,
    stabilise_text,
    victim_of,
)
from gardien.systems.cthulhud20.words.grammar import (
    adding,
    dc,
    faces_of,
    metres,
    rounds,
    row_name,
    signed,
    skill_name,
    sum_text,
    verdict,
    wound_name,
    zone_name,
)
from gardien.systems.cthulhud20.words.tests import save_text, skill_check_text
from gardien.systems.cthulhud20.words.wounds import wound_lines

MOST_ROUNDS_TOLD = 10  # rounds told one by one


def harm_lines(report: Report, who: str, victim: Combatant, block: Any) -> list[str]:
    """What a danger does to somebody: « GB 4 (d10) + 3 (bonus) + 3 (torse) = 10, blessure grave au torse : … »"""
    gb = ""
    if present(block.gb) and present(block.d10):
        more = [("bonus", block.bonus)]
        more.append((zone_name(report, block.zone), zone_bonus(block.zone, victim.tables)))
        shown = "".join(f"{adding(report, value)} ({name})" for name, value in more if value)
        gb = f"GB {report.number(block.d10)} (d10){shown}" + (f" = {report.number(block.gb)}" if shown else "")
    return wound_lines(report, who, victim, block, gb, where=True)


def bonus_text(report: Report, most: int, bonus: Any, more: str = "") -> str:
    """How hard something strikes: « au plus 24 dégâts, bonus +6 » (CD20-LETH-01)."""
    harm = count_of(report, most, ("dégât", "dégâts"), ("", ""))
    damage = report.pick(f"au plus {harm}", f"maximum damage {report.number(most)}")
    return f"{damage}{more}, bonus {signed(report, bonus)}"


def cause_name(report: Report, key: str | None) -> str:
    return report.pick("danger naturel", "natural danger") if key is None else row_name(report, pack.cause(key))


def natural_cause(report: Report) -> list[str]:
    """« Vapeur brûlante : au plus 8 dégâts, bonus +2. », the save before, the blow after."""
    given, outcome = report.given, report.outcome
    who = victim_of(report, given.victim)
    if present(outcome.refused):
        return [refuse_dead(report, who)]
    save = ""
    key = given.saved_by()
    if key is not None and present(outcome.save_success):
        parts = save_parts(given.victim, key)
        save = save_text(report, key, parts, who, given.save_dc, outcome.save_total, outcome.save_success)
    halved = report.pick(" (moitié)", " (halved)") if outcome.save_success is True else ""
    head = start(cause_name(report, given.cause))
    text = f"{head}{report.colon} {bonus_text(report, outcome.max_damage, outcome.bonus, halved)}."
    return [join_sentences(save, text), *harm_lines(report, who, given.victim, outcome)]


def lasting_cause(report: Report) -> list[str]:
    """« Fournaise, 3 rounds : au plus 12 dégâts, bonus +3. GB 4 (d10) + 3 = 7 au premier round, puis … »"""
    given, outcome = report.given, report.outcome
    who = victim_of(report, given.victim)
    if present(outcome.refused):
        return [refuse_dead(report, who)]
    head = f"{start(cause_name(report, given.cause))}, {rounds(report, given.rounds)}{report.colon} "
    head += bonus_text(report, outcome.max_damage, outcome.bonus)
    grown = report.pick(f"{signed(report, outcome.step)} à chaque round", f"{signed(report, outcome.step)} every round")
    if present(outcome.d10):
        face, first = report.number(outcome.d10), report.number(outcome.d10 + outcome.bonus)
        sum_of = f"{face} (d10){adding(report, outcome.bonus)} = {first}"
        head += report.pick(
            f". GB {sum_of} au premier round, puis {grown}", f". GB {sum_of} in the first round, then {grown}"
        )
    lines = [f"{head}.", *_by_round(report)]
    dead = outcome.state == "dead"
    end = death_text(report, who, given.victim.tables) if dead else faint_text(report, who, outcome)
    return [*lines, end, pools_text(report, who, given.victim, outcome), "" if dead else _bleeding(report)]


def _by_round(report: Report) -> list[str]:
    """« Round 2 : GB 7, blessure grave, −1 PF, −1 PV. »: what each round added, as many as one reads."""
    outcome = report.outcome
    if not present(outcome.gb_by_round):
        return []
    rows = zip(
        outcome.gb_by_round,
        outcome.severity_by_round,
        outcome.pf_loss_by_round,
        outcome.pv_loss_by_round,
        strict=True,
    )
    lines = [
        f"Round {report.number(number)}{report.colon} GB {report.number(gb)}, {wound_name(report, severity)}, "
        f"{losses_clause(report, pf, pv)}."
        for number, (gb, severity, pf, pv) in enumerate(rows, report.given.first_round)
    ]
    if len(lines) <= MOST_ROUNDS_TOLD:
        return lines
    more = report.number(len(lines) - MOST_ROUNDS_TOLD)
    skipped = report.pick(f"Puis {more} rounds de même, et le dernier.", f"Then {more} more rounds, and the last one.")
    return [*lines[: MOST_ROUNDS_TOLD - 1], skipped, lines[-1]]


def _bleeding(report: Report) -> str:
    """Whether the wound of a cause that has stopped goes on bleeding (CD20-BLEED-03)."""
    outcome = report.outcome
    if not present(outcome.care_dc) or not report.given.stops:
        return ""
    last = outcome.wounds[-1] if present(outcome.wounds) and outcome.wounds else None
    if last is None or not last.bleeding:
        return join_sentences(stabilise_text(report, outcome), closed_text(report))
    return join_sentences(
        stabilise_text(report, outcome), bleeding_text(report, last.next_tick_in_rounds, outcome.care_dc)
    )


# ---- falls, collisions, clothes on fire ----


UNHARMED: Both = ("Aucun mal.", "No harm done.")


def fall(report: Report) -> list[str]:
    """« Chute de Paul, 9 m : au plus 18 dégâts, bonus +5. », the landing before, the blow after."""
    given, outcome = report.given, report.outcome
    victim, who = given.victim, victim_of(report, given.victim)
    if outcome.refused == "dead":
        return [refuse_dead(report, who)]
    if present(outcome.refused):
        name = skill_name(report, given.skill)
        why = (f"{name} demande au moins un degré, et {{who}} n'en a pas", f"{name} needs a rank, and {{who}} has none")
        return [refusal_line(report, why, "CD20-P-CHECK-01", who)]
    head = f"{start(thing_of(report, ('chute', 'fall'), victim.name or report.who))}, {metres(report, given.height_m)}"
    if given.soft_ground:
        head += report.pick(" sur un sol meuble", " on soft ground")
    landing = ""
    if present(outcome.skill_success):
        parts = check_parts(victim, given.skill, bonus=given.bonus)
        landing = skill_check_text(report, given.skill, parts, "", DC, outcome.skill_total, outcome.skill_success)
    if outcome.harmless:
        return [join_sentences(f"{head}.", landing, report.pick(*UNHARMED))]
    counts = ""
    if outcome.effective_height_m != given.height_m:
        height = metres(report, outcome.effective_height_m)
        counts = report.pick(f"{height} retenus, ", f"{height} count, ")
    hard = start(f"{counts}{bonus_text(report, outcome.max_damage, outcome.bonus)}.")
    return [join_sentences(f"{head}.", landing, hard), *harm_lines(report, who, victim, outcome)]


def collision(report: Report) -> list[str]:
    """« Collision à 60 km/h : au plus 24 dégâts, bonus +6. », the brakes before, the blow after."""
    given, outcome = report.given, report.outcome
    victim, who = given.victim, victim_of(report, given.victim)
    if present(outcome.refused):
        return [refuse_dead(report, who)]
    speed = f"{report.number(given.speed_kmh)}{HARD}km/h"
    head = report.pick(f"Collision à {speed}", f"Collision at {speed}")
    if given.protected:
        head += report.pick(f", {who} à l'abri", f", {who} protected")
    brakes = ""
    if present(outcome.drive_success):
        parts = check_parts(given.driver, "drive", bonus=given.bonus)
        brakes = skill_check_text(
            report, "drive", parts, given.driver.name, DC, outcome.drive_total, outcome.drive_success
        )
    if outcome.harmless:
        return [join_sentences(f"{head}.", brakes, report.pick(*UNHARMED))]
    counts = ""
    if outcome.effective_speed_kmh != given.speed_kmh:
        kept = f"{report.number(outcome.effective_speed_kmh)}{HARD}km/h"
        counts = report.pick(f"{kept} retenus, ", f"{kept} count, ")
    hard = start(f"{counts}{bonus_text(report, outcome.max_damage, outcome.bonus)}.")
    return [join_sentences(f"{head}.", brakes, hard), *harm_lines(report, who, victim, outcome)]


def extinguish(report: Report) -> list[str]:
    """« Jet de Réflexes de Paul : 12 (d20) + 4 = 16 contre DD 15, réussi. Le feu est éteint. »"""
    given, outcome = report.given, report.outcome
    parts = (
        *save_parts(given.victim, "ref"),
        ("helped", HELPED if given.helped else 0),
        ("modifier", given.modifier),
    )
    who = victim_of(report, given.victim)
    thrown = save_text(report, "ref", parts, who, outcome.dc, outcome.total, outcome.extinguished)
    end = report.pick("Les vêtements brûlent toujours.", "The clothes still burn.")
    return [
        join_sentences(thrown, report.pick("Le feu est éteint.", "The fire is out.") if outcome.extinguished else end)
    ]


# ---- water, smoke, cold ----


HAZARDS: dict[str, Both] = {"cold": ("froid", "cold"), "smoke": ("fumée", "smoke")}
MOST_CHECKS_TOLD = 8  # checks told one by one


def drowning(report: Report) -> list[str]:
    """« Paul retient son souffle, DD 10 : 12 (d20) + 1 = 13, réussi. »; then the senses, then PV."""
    given, outcome = report.given, report.outcome
    who = victim_of(report, given.victim)
    if present(outcome.refused):
        return [refuse_dead(report, who)]
    breath = _breath(report, who)
    if not outcome.failed:
        return [breath]
    if outcome.state == "dead":
        return [breath, join_sentences(death_text(report, who), pools_clause(report, given.victim, outcome))]
    sinks = report.pick(f"{who} sombre, sans connaissance.", f"{who} goes under, senseless.")
    death = rounds(report, outcome.rounds_to_death)
    return [
        breath,
        join_sentences(
            "" if given.already_failed else start(sinks),
            pools_text(report, who, given.victim, outcome)
            if given.already_failed
            else pools_clause(report, given.victim, outcome),
            report.pick(
                f"−1{HARD}PV à chaque round sous l'eau : la mort dans {death}.",
                f"−1{HARD}PV every round under water: death in {death}.",
            ),
        ),
    ]


def _breath(report: Report, who: str) -> str:
    """« Paul retient son souffle. DD 10 : 12 (d20) + 1 = 13, réussi. DD 11 : 3 (d20) + 1 = 4, raté. »"""
    outcome = report.outcome
    if not outcome.dcs:
        return ""
    bonus = total(check_parts(report.given.victim, ability="con", long_effort=True))
    last = len(outcome.dcs) - 1
    throws = [
        f"{dc(report, against)}{report.colon} {sum_text(report, face, bonus)}, "
        f"{verdict(report, at < last or not outcome.failed)}."
        for at, (face, against) in enumerate(zip(faces_of(report, "breath", "d20"), outcome.dcs, strict=True))
    ]
    if len(throws) > MOST_CHECKS_TOLD:
        held = count_of(report, last, ("jet réussi", "jets réussis"), ("roll passed", "rolls passed"))
        throws = [report.pick(f"{held} de suite.", f"{held} running."), throws[-1]]
    head = report.pick(f"{who} retient son souffle.", f"{who} holds their breath.")
    return join_sentences(start(head), *throws)


def revive(report: Report) -> list[str]:
    """« Jet de Premiers secours d'Anna : 12 (d20) + 4 = 16 contre DD 15, réussi. Paul reprend ses esprits. »"""
    given, outcome = report.given, report.outcome
    who = victim_of(report, given.victim)
    if present(outcome.refused):
        return [refuse_dead(report, who)]
    parts = (*check_parts(given.healer, "first_aid", bonus=given.bonus), ("modifier", given.modifier))
    thrown = skill_check_text(report, "first_aid", parts, given.healer.name, outcome.dc, outcome.total, outcome.success)
    end = report.pick(f"{who} ne se réveille pas.", f"{who} does not wake.")
    if outcome.success:
        end = report.pick(f"{who} respire et reprend ses esprits.", f"{who} breathes and comes to.")
    return [join_sentences(thrown, start(end)), pools_text(report, who, given.victim, outcome)]


def exposure(report: Report) -> list[str]:
    """« Froid. Jet de Vigueur de Paul : 8 (d20) + 2 = 10 contre DD 16, raté. PF 8 → 7. »"""
    given, outcome = report.given, report.outcome
    victim, who = given.victim, victim_of(report, given.victim)
    if present(outcome.refused):
        return [refuse_dead(report, who)]
    parts = (*save_parts(victim, "fort"), ("modifier", given.modifier))
    thrown = save_text(report, "fort", parts, who, outcome.dc, outcome.total, outcome.success)
    head = f"{start(report.pick(*HAZARDS[given.cause]))}."
    if outcome.success:
        return [join_sentences(head, thrown)]
    chokes = ""
    if outcome.partial_action and outcome.state == "ok":
        chokes = report.pick(
            f"{who} suffoque : une action partielle au plus.", f"{who} chokes: a partial action at most."
        )
    dead = death_text(report, who, victim.tables) if outcome.state == "dead" else ""
    return [
        join_sentences(
            head, thrown, start(chokes), pools_clause(report, victim, outcome), faint_text(report, who, outcome), dead
        )
    ]
