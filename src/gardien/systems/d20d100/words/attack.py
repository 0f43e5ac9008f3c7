"""Attacks: the throw against a Defence, its damage, what weighs on it, whoever is struck; one attack or a series."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from gardien.core.dice import Dice
from gardien.core.telling import Report
from gardien.core.wording import Both, arrow, count_of, join_sentences, present, start, who_text, with_rule, word
from gardien.systems.d20d100.pack.rows import MOST_INCREMENTS
from gardien.systems.d20d100.rules.body.damage import UNROLLED, protects
from gardien.systems.d20d100.rules.character import Body
from gardien.systems.d20d100.rules.fight.attack_modifiers import RECOILS, SITUATIONS, RangedGiven, situations_sum
from gardien.systems.d20d100.rules.fight.weapons import RANGE_STEP, increments_of
from gardien.systems.d20d100.rules.tests.d20 import CHARACTERISTIC
from gardien.systems.d20d100.words.body import condition_text, massive_damage_text, temp_damage_clause, wound_text
from gardien.systems.d20d100.words.grammar import (
    TOTAL_FAILURE,
    adding,
    damage,
    dice_text,
    face_of,
    heading,
    metres,
    modifier_text,
    signed_text,
    sum_text,
)
from gardien.systems.d20d100.words.tests import SITUATION, WOUNDS
from gardien.systems.d20d100.words.weapons import figures

ATTACK: Both = ("attaque", "attack")
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


def fault_clause(report: Report, malfunction: str) -> str:
    """« 2 au dé : l'arme s'enraye »."""
    face, what = 1 if malfunction == "dud" else 2, report.pick(*FAULTS[malfunction])
    return report.pick(f"{face} au dé : {what}", f"natural {face}: {what}")


def throw_clause(
    report: Report,
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
        return f"{start(head)}. {start(fault_clause(report, malfunction))}"
    if face == 1:
        return f"{start(head)}. {start(report.pick(*TOTAL_FAILURE))}"
    shown = report.number(defence)
    against = report.pick(f"contre Défense {shown}", f"against Defence {shown}")
    end = report.pick("manqué", "missed")
    if critical:
        end = report.pick("coup critique", "critical hit")
    elif hit:
        end = report.pick("touché", "hit")
    if hit and face is not None and face + modifier < defence:  # only a 20 can do that (D100-TEST-04)
        end += report.pick(" : un 20 au dé suffit à cette table", ": a natural 20 is enough at this table")
    thrown = "" if face is None else f" {sum_text(report, face, modifier)}"
    return f"{start(head)}{report.colon}{thrown} {against}, {end}"


# ---- damage ----


def protection_clause(report: Report, kind: str, protection: int) -> str:
    """What a protection takes away: « − 3 (gilet, d6) », « un seul point passe »."""
    if kind in ("immune", "one_point"):
        return " " + report.pick(*PASSES[kind])
    if kind == "vest":
        face = face_of(report, "vest", f"d{protection}")
        name = report.pick("gilet", "vest")
        return "" if face is None else f"{adding(report, -face)} ({name}, d{protection})"
    taken = f"{adding(report, -protection)} ({report.pick('protection', 'protection')})" if protection else ""
    if kind == "half":
        return report.pick(" la moitié", " halved") + (f",{taken}" if taken else "")
    return taken


def damage_clause(
    report: Report,
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
        return f"{report.pick(*PASSES[kind])}{report.colon} {damage(report, final)}"
    text = dice_text(dice) + (adding(report, bonus) if bonus else "")
    if kind in UNROLLED and dice.terms:
        text += report.pick(" (chaque dé compte 1)", " (each die counts 1)")
    plain = times == 1 and not protected
    if plain:
        return f"{text} = {damage(report, final)}"
    text += f" = {report.number(rolled)}"
    if times != 1:
        alone = "" if multiplied == rolled * times else report.pick("dés ", "dice ")  # the bonus may stay out of it
        text += f", {alone}×{times} = {report.number(multiplied)}"
    if protected:
        taken = protection_clause(report, kind, protection)
        text += f",{taken}" if taken else ""
    if protected or multiplied != final:
        return f"{text}{report.colon} {damage(report, final)}"
    return f"{text.rsplit(' = ', 1)[0]} = {damage(report, final)}"


def attack_damage_text(report: Report, dice: Dice | None, times: int) -> str:
    """The damage of an outcome like `Attacked`, where its weapon has dice."""
    given, outcome = report.given, report.outcome
    if dice is None or not present(outcome.damage_rolled):
        return ""
    text = damage_clause(
        report,
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


def con_test(report: Report, con_modifier: int, condition: Any) -> str:
    """The CON test of massive damage, where it was thrown: whoever fails it dies (D100-HEALTH-05)."""
    face = face_of(report, "constitution")
    if face is None:
        return ""
    held = condition != "dead" or (face != 1 and face + con_modifier >= CHARACTERISTIC)
    return massive_damage_text(report, held, con_modifier, face)


def target_text(report: Report, target: Body | None, *, temporary: bool = False, massive: str | None = None) -> str:
    """The target of an attack that landed: PV or blows, shock, condition."""
    outcome = report.outcome
    if target is None or not present(outcome.target_condition):
        return ""
    who, condition = who_text(report, target, TARGET), outcome.target_condition
    if temporary:
        taken = f"{temp_damage_clause(report, target.temp_damage, outcome.target_temp_damage)}."
        return join_sentences(taken, condition_text(report, who, condition))
    return wound_text(
        report,
        who,
        target.life,
        outcome.target_pv,
        condition,
        shock=getattr(outcome, "target_shock", False),
        penalty=getattr(outcome, "target_wound_penalty", 0),
        massive=con_test(report, target.con_modifier, condition) if massive is None else massive,
    )


# ---- what weighs ----


def out_of_range(report: Report, given: Any) -> str:
    """« 300 m : hors de portée, 270 m au plus. Se rapprocher ou changer d'arme. »"""
    kind = getattr(given, "weapon_class", "firearm")
    far, most = metres(report, given.distance), metres(report, given.increment * MOST_INCREMENTS[kind])
    text = report.pick(
        f"{far} : hors de portée, {most} au plus. Se rapprocher ou changer d'arme.",
        f"{far}: out of range, {most} at most. Move nearer or change the weapon.",
    )
    return with_rule(text, "D100-FIRE-06" if kind == "shotgun" else "D100-RNG-01")


def weights(given: RangedGiven, rest: int) -> list[tuple[Both, int]]:
    """Everything beside recoil that was found to weigh on an attack, told apart.

    `rest` is what was added to the score; a shotgun may be spared its range, wounds may count or not.
    """
    mods, situations = sum(given.mods), situations_sum(given.situations, given.combat_mobile)
    left = rest - mods - situations
    far = RANGE_STEP * (increments_of(given.distance, given.increment) - 1) if given.increment else 0
    if left - far not in (0, -3, -6) or given.attacker is None:
        far = left if given.attacker is None else 0
    return [(SITUATION, situations), (RANGE, far), (WOUNDS, left - far), (OTHERS, mods)]


def score_line(report: Report, score: int, effective: int, recoil: int = 0) -> str:
    """« Modificateur : +6 − 2 (portée) = +4. », where something weighs."""
    parts: Sequence[tuple[Both, int]] = weights(report.given, effective - score + recoil)
    return modifier_text(report, score, [*parts, (RECOIL, -recoil)])


def magazine(report: Report, loaded: int | None, left: Any) -> str:
    """« Balles dans l'arme : 6 → 4. »"""
    if loaded is None or not present(left):
        return ""
    inside = report.pick("Balles dans l'arme", "Bullets in the weapon")
    if left == loaded:
        return f"{inside}{report.colon} {report.number(left)}."
    return f"{inside}{report.colon} {arrow(report, loaded, left)}."


def attack_modifiers(report: Report) -> list[str]:
    """« Modificateurs d'attaque : −4 (obscurité) + 2 (après avoir visé) = −2. »"""
    given, outcome = report.given, report.outcome
    if not outcome.in_range:
        return [out_of_range(report, given)]
    spared = {"moving_vehicle"} if given.combat_mobile else set()
    situations = [one for one in dict.fromkeys(given.situations) if one not in spared]
    parts = [(word(report, "situations", one), SITUATIONS[one]) for one in situations]
    parts += [
        (report.pick(*name), value)
        for name, value in (
            (RANGE, outcome.range_penalty),
            (WOUNDS, outcome.wound_penalty),
            (RECOIL, -RECOILS[given.fire_mode] * given.recoil),
            (OTHERS, sum(given.mods)),
        )
    ]
    weighing = [(name, value) for name, value in parts if value]
    head = start(heading(report, report.pick("modificateurs d'attaque", "attack modifiers")))
    if not weighing:
        return [f"{head}{report.colon} {report.pick('rien ne pèse', 'nothing weighs')}, {signed_text(report, 0)}."]
    first, *rest = weighing
    shown = f"{signed_text(report, first[1])} ({first[0]})" + "".join(f"{adding(report, v)} ({n})" for n, v in rest)
    total = f" = {signed_text(report, outcome.modifier)}" if rest else ""
    return [f"{head}{report.colon} {shown}{total}."]


# ---- one attack ----


def attack_lines(report: Report, head: str, defence: int, dice: Any, recoil: int = 0) -> list[str]:
    """An attack at a single score with everything that follows it."""
    given, outcome = report.given, report.outcome
    if not outcome.in_range:
        return [out_of_range(report, given)]
    modifier = outcome.effective_attack
    thrown = throw_clause(
        report,
        head,
        modifier,
        defence,
        face_of(report, "attack"),
        hit=outcome.hit,
        critical=outcome.critical,
        malfunction=outcome.malfunction,
    )
    if outcome.malfunction != "none":  # nothing was added to the die
        return [f"{thrown}."]
    weighs = score_line(report, given.attack, modifier, recoil)
    if not outcome.hit:
        return [f"{thrown}.", weighs]
    harm = attack_damage_text(report, dice, given.multiplier if outcome.critical else 1)
    body = target_text(report, given.target, temporary=given.temporary) if harm else ""
    return [join_sentences(f"{thrown}.", harm), body, weighs]


def _increments(given: Any) -> int:
    return increments_of(given.distance, given.increment) if given.increment else 1


def weapon_dice(report: Report) -> Any:
    """The weapon dice at this distance."""
    given = report.given
    return given.dice(_increments(given)) if report.outcome.in_range else None


def attack(report: Report) -> list[str]:
    """« Attaque : 14 (d20) + 6 = 20 contre Défense 15, touché. 1d10 = 8 dégâts. PV 11 → 3. »"""
    return attack_lines(report, heading(report, report.pick(*ATTACK)), report.given.defence, weapon_dice(report))


def opportunity_attack(report: Report) -> list[str]:
    """The same, in passing, against the Defence that counts."""
    head = heading(report, report.pick("attaque d'opportunité", "opportunity attack"))
    return attack_lines(report, head, report.outcome.defence_used, weapon_dice(report))


# ---- protection ----


def apply_protection(report: Report) -> list[str]:
    """« 8 dégâts, − 3 (gilet, d6) : 5 dégâts. »"""
    given, outcome = report.given, report.outcome
    head, final = heading(report, damage(report, given.damage)), damage(report, outcome.damage_final)
    if not protects(given.protection_kind, given.protection, given.penetration):
        why = report.pick("sans protection", "no protection")
        if given.protection_kind == "vest":
            why = report.pick("le gilet est percé", "the vest is pierced")
        return [f"{start(head)}, {why}{report.colon} {final}."]
    taken = protection_clause(report, given.protection_kind, given.protection).strip()
    shown = f", {taken}" if taken else ""
    return [f"{start(head)}{shown}{report.colon} {final}."]


# ---- several of a round ----


def attack_sequence(report: Report) -> list[str]:
    """Each attack on a line, then what they did together."""
    shown = figures(report, report.given.series)
    head = heading(report, report.pick(f"attaques du round {shown}", f"attacks of the round {shown}"))
    return _series_lines(report, head, report.given.series)


def multiple_fire(report: Report) -> list[str]:
    """The same for double and triple fire."""
    given = report.given
    between = {"double": "//", "triple": "///"}[given.mode]
    shown = figures(report, report.outcome.scores, between)
    return _series_lines(report, heading(report, f"{word(report, 'mode', given.mode)} {shown}"), report.outcome.scores)


def _series_lines(report: Report, head: str, scores: tuple[int, ...]) -> list[str]:
    given, outcome = report.given, report.outcome
    if not outcome.in_range:
        return [out_of_range(report, given)]
    left = magazine(report, given.loaded, outcome.ammo_left)
    if not outcome.shots:
        empty = report.pick("plus de balle, rien ne part", "no bullet left, nothing fires")
        return [f"{start(head)}{report.colon} {empty}."]
    lines = [f"{start(head)}."]
    for number, (shot, own) in enumerate(zip(outcome.shots, _slices(report), strict=True), start=1):
        lines.append(_shot_text(own, number, shot))
    body = ""
    if given.damage.strip() and outcome.hits:
        body = target_text(report, given.target, temporary=given.temporary, massive="")
    first = outcome.shots[0].attack - scores[0]
    weighs = modifier_text(report, scores[0], weights(given, first))
    return [*lines, join_sentences(_total_text(report), body), join_sentences(weighs, left)]


def _slices(report: Report) -> list[Report]:
    """The dice of each attack, which begins with its d20."""
    starts = [place for place, die in enumerate(report.dice) if die.purpose == "attack"]
    ends = [*starts[1:], len(report.dice)]
    return [replace(report, dice=report.dice[a:b]) for a, b in zip(starts, ends, strict=True)]


def _shot_text(report: Report, number: int, shot: Any) -> str:
    """« 1 : 14 (d20) + 6 = 20 contre Défense 15, touché, 8 dégâts. »"""
    given = report.given
    head = f"{report.pick(*ATTACK)} {number}"
    thrown = throw_clause(
        report,
        head,
        shot.attack,
        shot.defence_used,
        face_of(report, "attack"),
        hit=shot.hit,
        critical=shot.critical,
        malfunction=shot.malfunction,
    )
    harm = f", {damage(report, shot.damage_final)}" if shot.hit and given.damage.strip() else ""
    test = con_test(report, given.target.con_modifier, report.outcome.target_condition) if given.target else ""
    return join_sentences(f"{thrown}{harm}.", test)


def _total_text(report: Report) -> str:
    outcome = report.outcome
    if not outcome.hits:
        return report.pick("Aucun coup au but.", "No hit.")
    hits = count_of(report, outcome.hits, ("coup au but", "coups au but"), ("hit", "hits"))
    if not report.given.damage.strip():
        return f"{start(hits)}."
    return f"{start(hits)}{report.colon} {damage(report, outcome.damage_total)}."
