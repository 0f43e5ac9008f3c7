"""Minds that reach into minds: who is reached, notices, resists; what it costs (PSY, END-05)."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import Both, called, counted, joined, of, owned, present, start
from gardien.systems.organique import pack
from gardien.systems.organique.bodies import person_of
from gardien.systems.organique.psychic import PsychicResult, PsychicTarget
from gardien.systems.organique.sentences.bodies_told import aftermath
from gardien.systems.organique.sentences.grammar import TARGET, adding, gauge, row_name, trial, verdict
from gardien.systems.organique.sentences.sites_told import lead

PSYCHIC: Both = ("le médium", "the psychic")


def psychic_attack(told: Told) -> list[str]:
    """« Juanita, manipulation : VOL 14 + 8 + 9 (d20) = 31 contre 20, marge 11. », then each mind, then the effort."""
    given, outcome = told.given, told.outcome
    line = trial(told, lead(told, given.psychic, _power(told, ("manipulation", "manipulation"))), outcome, "VOL")
    if not outcome.success:
        return [joined(line, told.pick("Le pouvoir ne prend pas.", "The power does not take.")), _effort(told)]
    who = called(told, given.psychic, PSYCHIC, acts=True)
    found = zip(given.targets, outcome.targets, strict=True) if present(outcome.targets) else ()
    met = [_mind(told, one, result) for one, result in found]
    back = ""
    if present(outcome.self_resisted):
        resists = told.pick(f"{who} résiste à son propre pouvoir.", f"{who} resists their own power.")
        suffers = told.pick(f"{who} subit son propre pouvoir.", f"{who} falls to their own power.")
        back = start(resists if outcome.self_resisted else suffers)
    bent = any(one.controlled for one in outcome.targets) if present(outcome.targets) else False
    return [line, *met, back, _does(told) if bent or not given.targets else "", _effort(told)]


def _power(told: Told, unnamed: Both) -> str:
    """« peur », without its kind, or what powers of that kind are called."""
    if not told.given.power:
        return told.pick(*unnamed)
    return row_name(told, pack.power(told.given.power)).rpartition(f"{told.colon} ")[2]


def _does(told: Told) -> str:
    """What a power does, and how long (M7)."""
    if not told.given.power:
        return ""
    row = pack.power(told.given.power)
    turns = counted(told, max(1, told.outcome.margin), ("tour", "tours"), ("turn", "turns"))
    lasts = told.pick(f"Durée{told.colon} {turns} au plus.", f"Duration{told.colon} {turns} at most.")
    return joined(told.pick(row.effect_fr, row.effect_en), lasts if row.lasting == "margin" else "")


def _mind(told: Told, target: PsychicTarget, result: PsychicResult) -> str:
    """« Carl, marge 11 − 6 = 5. Test de PER : 17, il fallait 25, raté. Carl passe sous emprise. »"""
    whom = called(told, target, TARGET)
    between = result.distance_mod + result.nature_mod
    reached = told.outcome.margin
    faced = f"{told.number(reached)}{adding(told, between)} = {told.number(reached + between)}" if between else reached
    head = start(told.pick(f"{whom}, marge {faced}.", f"{whom}, margin {faced}."))
    if target.kind == "machine":
        return start(told.pick(f"{whom} n'a pas d'esprit à plier.", f"{whom} has no mind to bend."))
    if not result.affected:
        return joined(head, told.pick("Hors d'atteinte : aucun effet.", "Out of reach: no effect."))
    notice = ""
    if present(result.notice_total):
        name = owned(told, ("test de PER", "PER test"), whom)
        notice = _thrown(told, name, result.notice_total, result.needed_total, result.noticed)
    elif result.noticed:
        notice = told.pick("L'intrusion est évidente.", "The intrusion is obvious.")
    resist = ""
    if present(result.resist_total):
        mind = told.pick(f"défense mentale {of(whom)}", f"{whom}'s mental defence")
        resist = _thrown(told, mind, result.resist_total, result.needed_total, result.resisted)
    under = told.pick(f"{whom} passe sous emprise.", f"{whom} is under control.")
    free = told.pick(f"{whom} résiste.", f"{whom} resists.")
    return joined(head, notice, resist, start(under if result.controlled else free))


def _thrown(told: Told, head: str, total: Any, needed: Any, success: bool) -> str:
    """« Test de PER de Carl : 17, il fallait 25, raté. »; a natural 1 or 20 may say otherwise (ORG-TEST-05)."""
    wanted = told.pick(f"il fallait {told.number(needed)}", f"{told.number(needed)} was needed")
    end = verdict(told, success)
    if (total >= needed) != success:
        face = 20 if success else 1
        end = told.pick(f"{face} au d20, {end}", f"natural {face}, {end}")
    return f"{start(head)}{told.colon} {told.number(total)}, {wanted}, {end}."


def psychic_sense(told: Told) -> list[str]:
    """« Juanita, perception : PER 12 + 4 + 9 (d20) = 25 contre 20, marge 5. Le MJ dit ce qui est perçu. »"""
    line = trial(told, lead(told, told.given.psychic, _power(told, ("perception", "perception"))), told.outcome, "PER")
    end = told.pick("Rien n'est perçu.", "Nothing is sensed.")
    if told.outcome.success:
        end = told.pick("Le MJ dit ce qui est perçu.", "The GM says what is sensed.")
        end = joined(_sensed(told), end)
    return [joined(line, end), _effort(told)]


def _sensed(told: Told) -> str:
    row = pack.power(told.given.power) if told.given.power else None
    return told.pick(row.effect_fr, row.effect_en) if row else ""


def _effort(told: Told) -> str:
    """What a power costs whoever uses it (ORG-END-05)."""
    given, outcome = told.given, told.outcome
    who = called(told, given.psychic, PSYCHIC, acts=True)
    return aftermath(told, who, given.psychic, outcome.state) or (
        f"{start(who)}{told.colon} {gauge(told, 'END', person_of(given.psychic).body.end, outcome.end_now)}."
    )
