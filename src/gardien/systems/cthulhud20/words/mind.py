"""Sanity, madness and magic: what is lost and won back, tomes, spells, touches that heal or harm."""

from typing import Any

from gardien.core.dice import Dice
from gardien.core.interpreters.run import Waiting
from gardien.core.telling import Report
from gardien.core.terms import HARD, MINUS
from gardien.core.wording import Both, count_of, join_sentences, present, refusal_line, start, thing_of, who_text
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.rules.mind.sanity import BOTTOM, COLLAPSE_DC, HARM_TO
from gardien.systems.cthulhud20.rules.tests.modifiers import check_parts, save_parts
from gardien.systems.cthulhud20.words.attack import aim_text, attack_lines, refuse_attack, waiting_lines
from gardien.systems.cthulhud20.words.body import faint_text, pools_clause, pools_text, refuse_dead
from gardien.systems.cthulhud20.words.dangers import bonus_text, harm_lines
from gardien.systems.cthulhud20.words.grammar import (
    SOMEBODY,
    TARGET,
    d100_text,
    dc,
    face_of,
    faces_of,
    gauge,
    points,
    rounds,
    row_name,
    signed,
    skill_name,
    sum_text,
    trial_text,
    verdict,
)
from gardien.systems.cthulhud20.words.tests import save_text, skill_check_text


def dice_text(dice: Dice | str) -> str:
    """Dice as this game writes them: « 1d6 », « 2d10+1 »."""
    return str(dice).replace("D", "d").replace("-", MINUS)


def mind(report: Report) -> str:
    """Whoever loses or finds their reason, by name where there is one."""
    return who_text(report, "", SOMEBODY, acts=True)


def sanity_throw_text(report: Report, head: str, face: int | None, san: int, success: bool) -> str:
    """« Jet de SAN de Paul : 72 au d100 contre 55, raté. »"""
    against = report.pick(f"contre {report.number(san)}", f"against {report.number(san)}")
    if face is None:
        return f"{start(head)} {against}{report.colon} {verdict(report, success)}."
    shown = report.pick(f"{d100_text(face)} au d100", f"{d100_text(face)} on d100")
    return f"{start(head)}{report.colon} {shown} {against}, {verdict(report, success)}."


def _loss_text(report: Report, dice: Dice, loss: Any, before: int, after: Any) -> str:
    """« 1d6 = 5, SAN 55 → 50. »"""
    if not present(loss) or not present(after):
        return ""
    shown = f"{dice_text(dice)} = {report.number(loss)}, " if dice.terms else ""
    return f"{start(shown + gauge(report, 'SAN', before, after))}."


# ---- the check ----


def sanity_check(report: Report) -> list[str]:
    """« Jet de SAN de Paul : 72 au d100 contre 55, raté. 1d6 = 5, SAN 55 → 50. »"""
    given, outcome = report.given, report.outcome
    head = thing_of(report, (report.pick("jet de SAN", "SAN roll"),) * 2, report.who)
    cause = f"{start(row_name(report, pack.san_cause(given.cause)))}." if given.cause is not None else ""
    line = sanity_throw_text(report, head, face_of(report, "san", "d100"), given.san, outcome.success)
    lost = _loss_text(report, given.loss(outcome.success), outcome.loss, given.san, outcome.san)
    return [join_sentences(cause, line, lost), _second(report), *_madness(report), _mythos(report), _zero(report)]


def _second(report: Report) -> str:
    """The second check that a great loss asks for (CD20-P-SAN-03)."""
    outcome = report.outcome
    if not outcome.second_check_needed or not present(outcome.loss):
        return ""
    head = report.pick("perte lourde, second jet de SAN", "heavy loss, second SAN roll")
    left = report.given.san - outcome.loss
    return sanity_throw_text(report, head, face_of(report, "second_san", "d100"), left, not outcome.temporary)


def _madness(report: Report) -> list[str]:
    """A madness, how long it lasts, what it is (CD20-P-SAN-03, CD20-P-SAN-04)."""
    outcome, lines = report.outcome, []
    if outcome.temporary:
        words: dict[str, tuple[Both, Both]] = {
            "rounds": (("round", "rounds"), ("round", "rounds")),
            "hours": (("h", "h"), ("h", "h")),
        }
        time = count_of(report, outcome.duration, *words[outcome.duration_unit]) if present(outcome.duration) else ""
        lasts = report.pick(f" pour {time}", f" for {time}") if time else ""
        kind = report.pick("folie passagère", "temporary insanity")
        what = ""
        if present(outcome.effect):
            row = next(one for one in _rows(outcome.term) if one.key == outcome.effect)
            what = f"{report.colon} {row_name(report, row)}"
        lines.append(f"{start(kind)}{lasts}{what}.")
    if outcome.indefinite:
        months = outcome.indefinite_months
        time = f"{report.number(months)}{HARD}" + report.pick("mois", "months" if months != 1 else "month")
        kind = report.pick("folie indéfinie", "indefinite insanity")
        lasts = report.pick(f" : {time}", f": {time}") if present(months) else ""
        lines.append(f"{start(kind)}{lasts}.")
    return lines


def _rows(term: Any) -> list[Any]:
    """The effects of a madness; a short one may turn out as a long one does (CD20-P-SAN-03)."""
    short, long = pack.table("minds", "short_madness"), pack.table("minds", "long_madness")
    return [*short, *long] if term == "short" else [*long, *short]


def _mythos(report: Report) -> str:
    """What knowledge a madness leaves (CD20-P-SAN-05)."""
    outcome = report.outcome
    if not outcome.mythos_gain:
        return ""
    name = skill_name(report, "cthulhu_mythos")
    ranks = gauge(report, name, report.given.mythos_ranks, outcome.mythos_ranks)
    return report.pick(f"{ranks}, SAN maximale {outcome.san_max}.", f"{ranks}, maximum SAN {outcome.san_max}.")


def _zero(report: Report) -> str:
    if not report.outcome.zero:
        return ""
    who = start(mind(report))
    return report.pick(
        f"{who} perd la raison : 1{HARD}SAN de moins à chaque round, jusqu'à {MINUS}10.",
        f"{who} loses all reason: 1{HARD}SAN less every round, down to {MINUS}10.",
    )


# ---- below 0 ----


def sanity_collapse(report: Report) -> list[str]:
    """« Psychanalyse, DD 15 : 12 (d20) + 4 = 16, réussi. SAN −3, la chute s'arrête. »"""
    given, outcome = report.given, report.outcome
    if present(outcome.refused):
        why = (
            f"La SAN est encore à {report.number(given.san)} : rien ne s'effondre au-dessus de 0",
            f"SAN is still {report.number(given.san)}: nothing gives way above 0",
        )
        return [refusal_line(report, why, "CD20-P-SAN-04")]
    faces = faces_of(report, "psychoanalysis", "d20")
    lines = []
    if faces and given.helper_bonus is not None:
        head = f"{skill_name(report, 'psychoanalysis')}, {dc(report, COLLAPSE_DC)}"
        tries = [f"{sum_text(report, face, given.helper_bonus)}" for face in faces[-1:]]
        before = count_of(report, len(faces) - 1, ("essai raté", "essais ratés"), ("failed try", "failed tries"))
        missed = report.pick(f"après {before}, ", f"after {before}, ") if len(faces) > 1 else ""
        lines.append(f"{head}{report.colon} {missed}{tries[0]}, {verdict(report, outcome.stopped)}.")
    passed = report.pick(f"En {rounds(report, outcome.rounds_passed)}", f"In {rounds(report, outcome.rounds_passed)}")
    moved = f"{passed}{report.colon} {gauge(report, 'SAN', given.san, outcome.san)}."
    if given.san <= BOTTOM and not outcome.rounds_passed:
        moved = f"SAN {report.number(outcome.san)}."
    end = ""
    if outcome.permanent:
        end = start(report.pick(f"{mind(report)} perd la raison à jamais.", f"{mind(report)} is mad for good."))
    elif outcome.stopped:
        end = report.pick("La chute s'arrête.", "The fall stops.")
    return [*lines, join_sentences(moved, end)]


# ---- the way back ----


def regain_sanity(report: Report) -> list[str]:
    """« Nouveau niveau : 1d6 = 4, SAN 50 → 54. »"""
    given, outcome = report.given, report.outcome
    if present(outcome.refused):
        why = (
            "Une victoire sur cette créature a déjà rendu de la SAN pendant ce scénario",
            "A victory over this creature has given SAN back already in this scenario",
        )
        return [refusal_line(report, why, "CD20-P-SAN-06")]
    level = given.reason == "level"
    head = report.pick("nouveau niveau", "a new level") if level else report.pick("victoire", "victory")
    dice = Dice.parse("1d6" if level else given.failure_loss or "0")
    gain = f"{dice_text(dice)} = {report.number(outcome.gain)}, " if dice.terms and present(outcome.gain) else ""
    most = ""
    if present(outcome.gain) and given.san + outcome.gain > outcome.san:
        most = report.pick(f" (maximum {outcome.san_max})", f" (at most {outcome.san_max})")
    head = ", ".join(part for part in (report.who, head) if part)
    return [f"{start(head)}{report.colon} {gain}{gauge(report, 'SAN', given.san, outcome.san)}{most}."]


def psychoanalysis(report: Report) -> list[str]:
    """« Un mois d'analyse : 16 (d20) + 5 = 21 contre DD 20, réussi. 1d3 = 2, SAN 48 → 50. »"""
    given, outcome = report.given, report.outcome
    head = ", ".join(part for part in (report.who, report.pick("un mois d'analyse", "a month of analysis")) if part)
    line = trial_text(report, head, given.bonus, outcome.dc, outcome.total, outcome.success)
    gain, loss = face_of(report, "san_gain", "d3"), face_of(report, "san_loss", "d6")
    if gain is not None:
        moved = gauge(report, "SAN", given.san, outcome.san)
        most = (
            report.pick(f" (départ : {report.number(given.san_start)})", f" (start: {report.number(given.san_start)})")
            if outcome.change < gain
            else ""
        )
        return [join_sentences(line, f"1d3 = {gain}, {moved}{most}.")]
    if loss is not None:
        harm = report.pick(f"{HARM_TO} ou moins", f"{HARM_TO} or less")
        return [
            join_sentences(line, f"{harm}{report.colon} 1d6 = {loss}, {gauge(report, 'SAN', given.san, outcome.san)}.")
        ]
    return [join_sentences(line, f"{gauge(report, 'SAN', given.san, outcome.san)}.")]


# ---- magic ----


CASTER: Both = ("le lanceur", "the caster")
LASTS: dict[str, Both] = {  # what a spell does that was not resisted, with {who} for its target
    "enthrall": ("{who} reste sous le charme", "{who} is enthralled"),
    "summon": ("{who} obéit", "{who} obeys"),
}


def study_tome(report: Report) -> list[str]:
    """« Grand ouvrage : 14 (d20) + 8 = 22 contre DD 25, raté. »; its secrets cost SAN and teach the Mythos."""
    given, outcome = report.given, report.outcome
    row = pack.tome(given.tome)
    head = ", ".join(part for part in (report.who, row_name(report, row)) if part)
    line = trial_text(report, head, given.bonus, outcome.dc, outcome.total, outcome.success)
    if not outcome.success:
        return [line]
    cost = Dice.parse(row.san)
    lost = f"{dice_text(cost)} = {report.number(outcome.loss)}, " if cost.terms and present(outcome.loss) else ""
    moved = gauge(report, "SAN", given.san, outcome.san) if present(outcome.san) else ""
    most = report.pick(f"SAN maximale {outcome.san_max}", f"maximum SAN {outcome.san_max}")
    mythos = gauge(report, skill_name(report, "cthulhu_mythos"), given.mythos_ranks, outcome.mythos_ranks)
    return [line, join_sentences(f"{mythos}, {most}.", f"{start(lost + moved)}." if moved else "")]


# ---- casting ----


def cast_spell(report: Report) -> list[str]:
    """« Paul lance Flétrissement : 1d6 = 4, SAN 60 → 56. PF 8 → 6. », the save of the target, what it does."""
    given, outcome = report.given, report.outcome
    caster, who = given.caster, who_text(report, given.caster, CASTER, acts=True)
    if present(outcome.refused):
        why = ("{who} n'est pas en état de lancer un sort", "{who} is in no state to cast a spell")
        return [refusal_line(report, why, "CD20-HP-05", who)]
    name = report.pick(given.row.fr, given.row.en)
    focus = ""
    if present(outcome.concentration_dc):
        parts = check_parts(caster, "concentration", bonus=given.concentration_bonus)
        focus = skill_check_text(
            report, "concentration", parts, who, outcome.concentration_dc, outcome.concentration_total, outcome.cast
        )
    if not outcome.cast:
        return [
            join_sentences(
                focus, start(report.pick(f"{name} se perd, sans rien coûter.", f"{name} is lost, at no cost."))
            )
        ]
    price = join_sentences(_price(report, who, name), pools_clause(report, caster, outcome))
    return [join_sentences(focus, price, faint_text(report, who, outcome)), *_ward(report), *_target(report)]


def _price(report: Report, who: str, name: str) -> str:
    """What the caster pays: SAN and PF (CD20-P-MAG-01)."""
    given, outcome = report.given, report.outcome
    paid = ""
    if present(outcome.san_cost) and outcome.san_cost:
        dice = Dice.parse(given.row.cost.san)
        rolled = f"{dice_text(dice)} = {report.number(outcome.san_cost)}, " if dice.terms else ""
        paid = f"{report.colon} {rolled}{gauge(report, 'SAN', given.caster.sanity, outcome.san)}"
    return start(f"{report.pick(f'{who} lance {name}', f'{who} casts {name}')}{paid}.")


def _ward(report: Report) -> list[str]:
    if not present(report.outcome.armour_bonus):
        return []
    shown = signed(report, report.outcome.armour_bonus)
    return [report.pick(f"Armure {shown} sur tout le corps.", f"Armour {shown} on the whole body.")]


def _target(report: Report) -> list[str]:
    """The save of whoever the spell is meant for, and what it does (CD20-P-MAG-02)."""
    given, outcome = report.given, report.outcome
    if not present(outcome.save_success) or given.target is None or given.row.save is None:
        return []
    target, whom = given.target, who_text(report, given.target, TARGET)
    parts = save_parts(target, given.row.save)
    save = save_text(report, given.row.save, parts, whom, outcome.save_dc, outcome.save_total, outcome.save_success)
    if not outcome.affected:
        return [join_sentences(save, start(report.pick(f"{whom} résiste.", f"{whom} resists.")))]
    if not present(outcome.target):
        text = report.pick(*LASTS[given.spell]).replace("{who}", whom)
        return [join_sentences(save, f"{start(text)}.")]
    block = outcome.target
    if present(block.gb) or present(block.severity):
        halved = report.pick(" (moitié)", " (halved)") if outcome.save_success else ""
        hard = f"{start(bonus_text(report, block.max_damage, block.bonus, halved))}."
        return [join_sentences(save, hard), *harm_lines(report, whom, target, block)]
    dice = f"{dice_text(given.row.dice or '')} = "
    if present(block.pf_loss):
        shock = report.pick(
            "Choc : une action partielle au plus à son prochain tour.", "Shock: a partial action at most next turn."
        )
        nth = 1 if outcome.faint_save_needed is True else 0
        lost = f"{dice}{points(report, block.pf_loss, 'PF')}."
        end = shock if block.state == "ok" else faint_text(report, whom, block, nth)
        return [join_sentences(save, lost, end), pools_text(report, whom, target, block)]
    if not present(block.san_loss):
        return [save]
    return [
        join_sentences(
            save, f"{dice}{report.number(block.san_loss)}, {gauge(report, 'SAN', target.sanity, block.san)}."
        )
    ]


# ---- touches that heal or harm ----


NOBODY: Both = ("", "")


def healing_touch(report: Report) -> list[str]:
    """« Toucher guérisseur sur Paul : 1d8 = 5 PV, 1d8 + 3 = 8 PF. Paul : PF 2 → 8, PV 4 → 8. »"""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.target, TARGET)
    if present(outcome.refused):
        return [refuse_dead(report, who)]
    rolled = ""
    if present(outcome.pv_rolled) and present(outcome.pf_rolled):
        life, breath = points(report, outcome.pv_rolled, "PV"), points(report, outcome.pf_rolled, "PF")
        faces = faces_of(report, "healing", "d8")
        face = report.number(faces[1] if len(faces) > 1 else outcome.pf_rolled - given.caster_level)
        rolled = f"1d8 = {life}, {face} (d8) + {report.number(given.caster_level)} = {breath}"
    line = report.pick(f"Toucher guérisseur sur {who}", f"Healing Touch on {who}") + (
        f"{report.colon} {rolled}" if rolled else ""
    )
    wounds = ""
    if given.target.wounds:
        healed = present(outcome.wounds) and not outcome.wounds
        wounds = report.pick("Toutes les blessures se referment.", "Every wound closes.")
        if healed:
            wounds = report.pick("Plus aucune blessure.", "No wound is left.")
    moved = pools_text(report, who, given.target, outcome)
    unchanged = report.pick(f"Rien ne change pour {who}.", f"Nothing changes for {who}.")
    return [f"{line}.", join_sentences(moved or ("" if wounds else start(unchanged)), wounds)]


def harming_touch(report: Report) -> list[str]:
    """« Paul pose la main sur Anna (toucher guérisseur) : 12 (d20) + 4 = 16 contre CA 11 (torse), touché. »"""
    attack = report.given.attack()
    caster, target = who_text(report, attack.attacker, NOBODY, acts=True), who_text(report, attack.target, TARGET)
    touch = report.pick(f"main portée sur {target}", f"a hand laid on {target}")
    if caster:
        touch = report.pick(f"{caster} porte la main sur {target}", f"{caster} lays a hand on {target}")
    if attack.aim != "none":
        touch = f"{touch}, {aim_text(report, attack.aim)}"
    head = start(f"{touch} ({report.pick('toucher guérisseur', 'Healing Touch')})")
    if isinstance(report.outcome, Waiting):
        return waiting_lines(report, head)
    if present(report.outcome.refused):
        return [refuse_attack(report, report.outcome.refused, attack)]
    return attack_lines(report, attack, report.outcome, head)
