"""Minds that reach into minds: who is reached, notices, resists; what it costs (PSY, END-05)."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.wording import Both, count_of, join_sentences, of, present, start, thing_of, who_text
from gardien.systems.organique import pack
from gardien.systems.organique.rules.person import person_of
from gardien.systems.organique.rules.psychic import PsychicResult, PsychicTarget
from gardien.systems.organique.words.grammar import TARGET, adding, gauge, lead, row_name, throw_text, verdict
from gardien.systems.organique.words.person import aftermath

PSYCHIC: Both = ("le médium", "the psychic")


def psychic_attack(report: Report) -> list[str]:
    """« Juanita, manipulation : VOL 14 + 8 + 9 (d20) = 31 contre 20, marge 11. », then each mind, then the effort."""
    given, outcome = report.given, report.outcome
    line = throw_text(
        report, lead(report, given.psychic, _power(report, ("manipulation", "manipulation"))), outcome, "VOL"
    )
    if not outcome.success:
        return [
            join_sentences(line, report.pick("Le pouvoir ne prend pas.", "The power does not take.")),
            _effort(report),
        ]
    who = who_text(report, given.psychic, PSYCHIC, acts=True)
    pairs = zip(given.targets, outcome.targets, strict=True) if present(outcome.targets) else ()
    met = [_mind(report, one, result) for one, result in pairs]
    back = ""
    if present(outcome.self_resisted):
        resists = report.pick(f"{who} résiste à son propre pouvoir.", f"{who} resists their own power.")
        suffers = report.pick(f"{who} subit son propre pouvoir.", f"{who} falls to their own power.")
        back = start(resists if outcome.self_resisted else suffers)
    bent = any(one.controlled for one in outcome.targets) if present(outcome.targets) else False
    return [line, *met, back, _does(report) if bent or not given.targets else "", _effort(report)]


def _power(report: Report, unnamed: Both) -> str:
    """« peur », without its kind, or what powers of that kind are called."""
    if not report.given.power:
        return report.pick(*unnamed)
    return row_name(report, pack.power(report.given.power)).rpartition(f"{report.colon} ")[2]


def _does(report: Report) -> str:
    """What a power does, and how long (M7)."""
    if not report.given.power:
        return ""
    row = pack.power(report.given.power)
    turns = count_of(report, max(1, report.outcome.margin), ("tour", "tours"), ("turn", "turns"))
    lasts = report.pick(f"Durée{report.colon} {turns} au plus.", f"Duration{report.colon} {turns} at most.")
    return join_sentences(report.pick(row.effect_fr, row.effect_en), lasts if row.lasting == "margin" else "")


def _mind(report: Report, target: PsychicTarget, result: PsychicResult) -> str:
    """« Carl, marge 11 − 6 = 5. Test de PER : 17, il fallait 25, raté. Carl passe sous emprise. »"""
    whom = who_text(report, target, TARGET)
    between = result.distance_mod + result.nature_mod
    reached = report.outcome.margin
    faced = (
        f"{report.number(reached)}{adding(report, between)} = {report.number(reached + between)}"
        if between
        else reached
    )
    head = start(report.pick(f"{whom}, marge {faced}.", f"{whom}, margin {faced}."))
    if target.kind == "machine":
        return start(report.pick(f"{whom} n'a pas d'esprit à plier.", f"{whom} has no mind to bend."))
    if not result.affected:
        return join_sentences(head, report.pick("Hors d'atteinte : aucun effet.", "Out of reach: no effect."))
    notice = ""
    if present(result.notice_total):
        name = thing_of(report, ("test de PER", "PER test"), whom)
        notice = _resist_text(report, name, result.notice_total, result.needed_total, result.noticed)
    elif result.noticed:
        notice = report.pick("L'intrusion est évidente.", "The intrusion is obvious.")
    resist = ""
    if present(result.resist_total):
        mind = report.pick(f"défense mentale {of(whom)}", f"{whom}'s mental defence")
        resist = _resist_text(report, mind, result.resist_total, result.needed_total, result.resisted)
    under = report.pick(f"{whom} passe sous emprise.", f"{whom} is under control.")
    free = report.pick(f"{whom} résiste.", f"{whom} resists.")
    return join_sentences(head, notice, resist, start(under if result.controlled else free))


def _resist_text(report: Report, head: str, total: Any, needed: Any, success: bool) -> str:
    """« Test de PER de Carl : 17, il fallait 25, raté. »; a natural 1 or 20 may say otherwise (ORG-TEST-05)."""
    wanted = report.pick(f"il fallait {report.number(needed)}", f"{report.number(needed)} was needed")
    end = verdict(report, success)
    if (total >= needed) != success:
        face = 20 if success else 1
        end = report.pick(f"{face} au d20, {end}", f"natural {face}, {end}")
    return f"{start(head)}{report.colon} {report.number(total)}, {wanted}, {end}."


def psychic_sense(report: Report) -> list[str]:
    """« Juanita, perception : PER 12 + 4 + 9 (d20) = 25 contre 20, marge 5. Le MJ dit ce qui est perçu. »"""
    line = throw_text(
        report, lead(report, report.given.psychic, _power(report, ("perception", "perception"))), report.outcome, "PER"
    )
    end = report.pick("Rien n'est perçu.", "Nothing is sensed.")
    if report.outcome.success:
        end = report.pick("Le MJ dit ce qui est perçu.", "The GM says what is sensed.")
        end = join_sentences(_sense_text(report), end)
    return [join_sentences(line, end), _effort(report)]


def _sense_text(report: Report) -> str:
    row = pack.power(report.given.power) if report.given.power else None
    return report.pick(row.effect_fr, row.effect_en) if row else ""


def _effort(report: Report) -> str:
    """What a power costs whoever uses it (ORG-END-05)."""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.psychic, PSYCHIC, acts=True)
    return aftermath(report, who, given.psychic, outcome.state) or (
        f"{start(who)}{report.colon} {gauge(report, 'END', person_of(given.psychic).body.end, outcome.end_now)}."
    )
