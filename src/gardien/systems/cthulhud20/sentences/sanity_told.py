"""SAN: the check and the madness that may follow, the slide below 0, the way back (P-SAN)."""

from typing import Any

from gardien.core.dice import Dice
from gardien.core.telling import Told
from gardien.core.terms import HARD, MINUS
from gardien.core.wording import Both, called, counted, joined, owned, present, refused, start
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.sanity import BOTTOM, COLLAPSE_DC, HARM_TO
from gardien.systems.cthulhud20.sentences.grammar import (
    dc,
    face_of,
    faces_of,
    gauge,
    hundred,
    rounds,
    row_name,
    skill_name,
    summed,
    trial,
    verdict,
)

SOMEBODY: Both = ("le personnage", "the character")


def dice_text(dice: Dice | str) -> str:
    """Dice as this game writes them: « 1d6 », « 2d10+1 »."""
    return str(dice).replace("D", "d").replace("-", MINUS)


def mind(told: Told) -> str:
    """Whoever loses or finds their reason, by name where there is one."""
    return called(told, "", SOMEBODY, acts=True)


def sanity_thrown(told: Told, head: str, face: int | None, san: int, success: bool) -> str:
    """« Jet de SAN de Paul : 72 au d100 contre 55, raté. »"""
    against = told.pick(f"contre {told.number(san)}", f"against {told.number(san)}")
    if face is None:
        return f"{start(head)} {against}{told.colon} {verdict(told, success)}."
    shown = told.pick(f"{hundred(face)} au d100", f"{hundred(face)} on d100")
    return f"{start(head)}{told.colon} {shown} {against}, {verdict(told, success)}."


def _lost(told: Told, dice: Dice, loss: Any, before: int, after: Any) -> str:
    """« 1d6 = 5, SAN 55 → 50. »"""
    if not present(loss) or not present(after):
        return ""
    shown = f"{dice_text(dice)} = {told.number(loss)}, " if dice.terms else ""
    return f"{start(shown + gauge(told, 'SAN', before, after))}."


# ---- the check ----


def sanity_check(told: Told) -> list[str]:
    """« Jet de SAN de Paul : 72 au d100 contre 55, raté. 1d6 = 5, SAN 55 → 50. »"""
    given, outcome = told.given, told.outcome
    head = owned(told, (told.pick("jet de SAN", "SAN roll"),) * 2, told.who)
    cause = f"{start(row_name(told, pack.san_cause(given.cause)))}." if given.cause is not None else ""
    line = sanity_thrown(told, head, face_of(told, "san", "d100"), given.san, outcome.success)
    lost = _lost(told, given.loss(outcome.success), outcome.loss, given.san, outcome.san)
    return [joined(cause, line, lost), _second(told), *_madness(told), _mythos(told), _zero(told)]


def _second(told: Told) -> str:
    """The second check that a great loss asks for (CD20-P-SAN-03)."""
    outcome = told.outcome
    if not outcome.second_check_needed or not present(outcome.loss):
        return ""
    head = told.pick("perte lourde, second jet de SAN", "heavy loss, second SAN roll")
    left = told.given.san - outcome.loss
    return sanity_thrown(told, head, face_of(told, "second_san", "d100"), left, not outcome.temporary)


def _madness(told: Told) -> list[str]:
    """A madness, how long it lasts, what it is (CD20-P-SAN-03, CD20-P-SAN-04)."""
    outcome, lines = told.outcome, []
    if outcome.temporary:
        words: dict[str, tuple[Both, Both]] = {
            "rounds": (("round", "rounds"), ("round", "rounds")),
            "hours": (("h", "h"), ("h", "h")),
        }
        time = counted(told, outcome.duration, *words[outcome.duration_unit]) if present(outcome.duration) else ""
        lasts = told.pick(f" pour {time}", f" for {time}") if time else ""
        kind = told.pick("folie temporaire", "temporary insanity")
        what = ""
        if present(outcome.effect):
            row = next(one for one in _rows(outcome.term) if one.key == outcome.effect)
            what = f"{told.colon} {row_name(told, row)}"
        lines.append(f"{start(kind)}{lasts}{what}.")
    if outcome.indefinite:
        months = outcome.indefinite_months
        time = f"{told.number(months)}{HARD}" + told.pick("mois", "months" if months != 1 else "month")
        kind = told.pick("folie indéfinie", "indefinite insanity")
        lasts = told.pick(f" : {time}", f": {time}") if present(months) else ""
        lines.append(f"{start(kind)}{lasts}.")
    return lines


def _rows(term: Any) -> list[Any]:
    """The effects of a madness; a short one may turn out as a long one does (CD20-P-SAN-03)."""
    short, long = pack.table("minds", "short_madness"), pack.table("minds", "long_madness")
    return [*short, *long] if term == "short" else [*long, *short]


def _mythos(told: Told) -> str:
    """What knowledge a madness leaves (CD20-P-SAN-05)."""
    outcome = told.outcome
    if not outcome.mythos_gain:
        return ""
    name = skill_name(told, "cthulhu_mythos")
    ranks = gauge(told, name, told.given.mythos_ranks, outcome.mythos_ranks)
    return told.pick(f"{ranks}, SAN maximale {outcome.san_max}.", f"{ranks}, maximum SAN {outcome.san_max}.")


def _zero(told: Told) -> str:
    if not told.outcome.zero:
        return ""
    who = start(mind(told))
    return told.pick(
        f"{who} perd la raison : 1{HARD}SAN de moins à chaque round, jusqu'à {MINUS}10.",
        f"{who} loses all reason: 1{HARD}SAN less every round, down to {MINUS}10.",
    )


# ---- below 0 ----


def sanity_collapse(told: Told) -> list[str]:
    """« Psychanalyse, DD 15 : 12 (d20) + 4 = 16, réussi. SAN −3, la chute s'arrête. »"""
    given, outcome = told.given, told.outcome
    if present(outcome.refused):
        why = (
            f"La SAN est encore à {told.number(given.san)} : rien ne s'effondre au-dessus de 0",
            f"SAN is still {told.number(given.san)}: nothing gives way above 0",
        )
        return [refused(told, why, "CD20-P-SAN-04")]
    faces = faces_of(told, "psychoanalysis", "d20")
    lines = []
    if faces and given.helper_bonus is not None:
        head = f"{skill_name(told, 'psychoanalysis')}, {dc(told, COLLAPSE_DC)}"
        tries = [f"{summed(told, face, given.helper_bonus)}" for face in faces[-1:]]
        before = counted(told, len(faces) - 1, ("essai raté", "essais ratés"), ("failed try", "failed tries"))
        missed = told.pick(f"après {before}, ", f"after {before}, ") if len(faces) > 1 else ""
        lines.append(f"{head}{told.colon} {missed}{tries[0]}, {verdict(told, outcome.stopped)}.")
    passed = told.pick(f"En {rounds(told, outcome.rounds_passed)}", f"In {rounds(told, outcome.rounds_passed)}")
    moved = f"{passed}{told.colon} {gauge(told, 'SAN', given.san, outcome.san)}."
    if given.san <= BOTTOM and not outcome.rounds_passed:
        moved = f"SAN {told.number(outcome.san)}."
    end = ""
    if outcome.permanent:
        end = start(told.pick(f"{mind(told)} perd la raison à jamais.", f"{mind(told)} is mad for good."))
    elif outcome.stopped:
        end = told.pick("La chute s'arrête.", "The fall stops.")
    return [*lines, joined(moved, end)]


# ---- the way back ----


def regain_sanity(told: Told) -> list[str]:
    """« Nouveau niveau : 1d6 = 4, SAN 50 → 54. »"""
    given, outcome = told.given, told.outcome
    if present(outcome.refused):
        why = (
            "Une victoire sur cette créature a déjà rendu de la SAN pendant ce scénario",
            "A victory over this creature has given SAN back already in this scenario",
        )
        return [refused(told, why, "CD20-P-SAN-06")]
    level = given.reason == "level"
    head = told.pick("nouveau niveau", "a new level") if level else told.pick("victoire", "victory")
    dice = Dice.parse("1d6" if level else given.failure_loss or "0")
    gain = f"{dice_text(dice)} = {told.number(outcome.gain)}, " if dice.terms and present(outcome.gain) else ""
    most = ""
    if present(outcome.gain) and given.san + outcome.gain > outcome.san:
        most = told.pick(f" (maximum {outcome.san_max})", f" (at most {outcome.san_max})")
    head = ", ".join(part for part in (told.who, head) if part)
    return [f"{start(head)}{told.colon} {gain}{gauge(told, 'SAN', given.san, outcome.san)}{most}."]


def psychoanalysis(told: Told) -> list[str]:
    """« Un mois d'analyse : 16 (d20) + 5 = 21 contre DD 20, réussi. 1d3 = 2, SAN 48 → 50. »"""
    given, outcome = told.given, told.outcome
    head = ", ".join(part for part in (told.who, told.pick("un mois d'analyse", "a month of analysis")) if part)
    line = trial(told, head, given.bonus, outcome.dc, outcome.total, outcome.success)
    gain, loss = face_of(told, "san_gain", "d3"), face_of(told, "san_loss", "d6")
    if gain is not None:
        moved = gauge(told, "SAN", given.san, outcome.san)
        most = (
            told.pick(f" (départ : {told.number(given.san_start)})", f" (start: {told.number(given.san_start)})")
            if outcome.change < gain
            else ""
        )
        return [joined(line, f"1d3 = {gain}, {moved}{most}.")]
    if loss is not None:
        harm = told.pick(f"{HARM_TO} ou moins", f"{HARM_TO} or less")
        return [joined(line, f"{harm}{told.colon} 1d6 = {loss}, {gauge(told, 'SAN', given.san, outcome.san)}.")]
    return [joined(line, f"{gauge(told, 'SAN', given.san, outcome.san)}.")]
