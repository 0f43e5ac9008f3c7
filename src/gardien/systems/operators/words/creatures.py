"""Creatures: what follows from their scores, natural attacks, grips, weakening, what grows back."""

from typing import Any

from gardien.core.dice import Dice
from gardien.core.telling import Report
from gardien.core.wording import arrow, count_of, join_sentences, present, semicolon, start, thing_of, who_text, word
from gardien.systems.operators import pack
from gardien.systems.operators.rules.body.wounds import trait
from gardien.systems.operators.rules.character import Combatant, Drain
from gardien.systems.operators.words.grammar import CREATURE, DEGREES, HITS, TARGET, refusal, throw_text, trial_name
from gardien.systems.operators.words.weapons import bonus_dice_of, defence_text, sum_text
from gardien.systems.operators.words.wounds import level_name, unhurt, wound_text

GRIP = ("étreinte", "grip")


def creature_profile(report: Report) -> list[str]:
    """Scores with their words, threshold, bonus, regeneration, the shock of its sight."""
    given, outcome = report.given, report.outcome
    scores = ", ".join(
        f"{code} {report.number(score)} ({word(report, 'labels', outcome.labels[code])})"
        for code, score in outcome.scores.items()
    )
    row = pack.profile(given.profile) if given.profile else None
    head = f"{report.pick(row.fr, row.en)}{report.colon} " if row else ""
    bonus = report.pick("aucun bonus de dommages", "no damage bonus")
    if outcome.damage_bonus != "none":
        bonus = report.pick(f"bonus de dommages +{outcome.damage_bonus}", f"damage bonus +{outcome.damage_bonus}")
    usual = report.number(outcome.regeneration_usual)
    body = report.pick(
        f"SB {report.number(outcome.sb)}, {bonus}, régénération usuelle {usual} par tour.",
        f"Wound threshold {report.number(outcome.sb)}, {bonus}, usual regeneration {usual} each turn.",
    )
    shock = ""
    if present(outcome.shock) and outcome.shock != "none":
        shock = (
            report.pick("Choc à sa vue", "Shock at its sight")
            + f"{report.colon} {word(report, 'shock', outcome.shock)}."
        )
    return [f"{head}{scores}.", join_sentences(body, shock)]


def creature_attack(report: Report) -> list[str]:
    """The throw, then every victim."""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.creature, CREATURE)
    if outcome.refused:
        return [refusal(report, "OPS-CREAT-11" if outcome.reason == "one_victim" else "OPS-CREAT-05", who=who)]
    head = start(thing_of(report, ("attaque", "attack"), who)) + _form(given.attack)
    if outcome.final_difficulty in DEGREES:
        head += f", {trial_name(report, given.attack.characteristic, outcome.final_difficulty, outcome.target)}"
    lines = [f"{head}{report.colon} {throw_text(report, outcome.roll, outcome.outcome, words=HITS)}"]
    if outcome.outcome not in ("automatic", "critical", "success"):
        return lines
    harmed = sum(1 for hit in outcome.hits if present(hit.damage_final))
    bonus = bonus_dice_of(report, harmed)
    for victim, hit in zip(given.victims, outcome.hits, strict=True):
        lines.append(_victim(report, victim.defender, hit, given, bonus, critical=outcome.outcome == "critical"))
    return lines


def _form(attack: Any, said: str = "") -> str:
    """The name of an attack form, where it has one of its own that was not said yet."""
    name = attack.name.strip()
    return f" ({name})" if name and name != "attack" and name != said else ""


def _victim(report: Report, target: Combatant, hit: Any, given: Any, bonus: Dice, *, critical: bool) -> str:
    """One victim from the defence to the grip."""
    who = who_text(report, hit.name or target, TARGET)
    said, spent = defence_text(report, hit, target, hit.luck)
    if hit.avoided:
        return said
    hurt = ""
    if present(hit.damage_final):
        hurt = wound_text(
            report,
            hit,
            target,
            name=who,
            thrown=sum_text(report, Dice.parse(given.attack.damage), bonus, hit.damage_final, critical=critical),
            nature=trait(target, given.attack.damage_kind, True),
            luck=hit.luck,
            spent_before=spent,
        )
    rest = join_sentences(_drain_text(report, target, hit, who), _grip_text(report, hit, who))
    if said:
        return join_sentences(said, hurt, rest)
    if hurt:
        return join_sentences(start(f"{who}{report.colon} {hurt}"), rest)
    return rest or unhurt(report, who)


def _drain_text(report: Report, target: Combatant, hit: Any, who: str) -> str:
    """« Affaiblissement de Daisy : 1D6 = 4, FOR 12 → 8. »"""
    if not present(hit.drain_amount):
        return ""
    change = f"{hit.drained} {arrow(report, target.current(hit.drained), hit.score_left)}"
    text = (
        start(thing_of(report, ("affaiblissement", "weakening"), who))
        + f"{report.colon} 1D6 = {hit.drain_amount}, {change}."
    )
    end = {
        "cannot_act": (f"{who} ne peut plus agir.", f"{who} cannot act any more."),
        "catatonic": (f"{who} sombre dans la catatonie.", f"{who} falls into catatonia."),
        "dead": (f"{who} meurt.", f"{who} dies."),
    }.get(str(hit.collapse))
    return join_sentences(text, start(report.pick(*end)) if end else "")


def _grip_text(report: Report, hit: Any, who: str) -> str:
    """A grip that begins or goes on."""
    if hit.gripped is not True:
        return ""
    return start(report.pick(f"L'étreinte tient {who}.", f"{who} is in the grip."))


def grip_turn(report: Report) -> list[str]:
    """A later turn in the grip."""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.creature, CREATURE)
    target = given.victim.defender
    whom = who_text(report, target, TARGET)
    if outcome.refused:
        return [refusal(report, "OPS-CREAT-13", who=who)]
    hit = outcome.hit
    head = start(thing_of(report, GRIP, who)) + _form(given.attack, report.pick(*GRIP))
    bonus = bonus_dice_of(report)
    if not present(hit.damage_final) and not present(hit.drain_amount):
        nothing = report.pick(f"{whom} ne subit rien à ce tour", f"nothing happens to {whom} this turn")
        return [f"{head}{report.colon} {nothing}."]
    return [f"{head}.", _victim(report, target, hit, given, bonus, critical=False)]


def creature_turn(report: Report) -> list[str]:
    """What grows back at the start of a turn."""
    given, outcome = report.given, report.outcome
    creature = given.creature
    who = who_text(report, creature, CREATURE)
    if outcome.refused:
        why = ("{who} ne vit plus : rien ne repousse", "{who} is dead: nothing grows back")
        return [refusal(report, "OPS-CREAT-15", who=who, why=why)]
    head = start(thing_of(report, ("régénération", "regeneration"), who))
    if present(outcome.hp_left):
        left = count_of(report, outcome.hp_left, ("point de vie", "points de vie"), ("hit point", "hit points"))
        if creature.hp is not None and creature.hp != outcome.hp_left:
            left = report.pick("points de vie ", "hit points ") + arrow(report, creature.hp, outcome.hp_left)
        return [f"{head}{report.colon} {left}."]
    state = level_name(report, outcome.wound_level)
    if not outcome.regenerated:
        return [report.pick(f"{head} : rien ne change, {state}.", f"{head}: nothing changes, {state}.")]
    each = count_of(report, creature.regeneration, ("point", "points"), ("point", "points"))
    gone = len(creature.wounds) - len(outcome.wounds)
    closed = count_of(report, gone, ("blessure refermée", "blessures refermées"), ("wound closed", "wounds closed"))
    less = report.pick(f"{each} de moins par blessure", f"{each} off each wound")
    return [join_sentences(f"{head}{report.colon} {less}.", f"{start(closed)}." if gone else "", f"{start(state)}.")]


def recover_drain(report: Report) -> list[str]:
    """« En 3 jours : FOR, perte passagère 4 → 1, définitive 2. »"""
    given, outcome = report.given, report.outcome
    days = count_of(report, given.days, ("jour", "jours"), ("day", "days"))
    head = report.pick(f"En {days}", f"In {days}")
    lines = [_return_text(report, code, given.drain[code], after) for code, after in outcome.drain.items()]
    lines = [line for line in lines if line]
    if not lines:
        return [report.pick(f"{head} : rien à récupérer.", f"{head}: nothing to recover.")]
    return [f"{head}{report.colon} {f'{semicolon(report)} '.join(lines)}."]


def _return_text(report: Report, code: str, before: Drain, after: Drain) -> str:
    """One score: what passes, what stays; nothing where nothing was lost."""
    parts = []
    if before.temporary:
        now = report.number(after.temporary)
        if after.temporary != before.temporary:
            now = arrow(report, before.temporary, after.temporary)
        parts.append(report.pick(f"perte passagère {now}", f"passing loss {now}"))
    if after.permanent:
        lasting = report.number(after.permanent)
        parts.append(report.pick(f"perte définitive {lasting}", f"lasting loss {lasting}"))
    return ", ".join((code, *parts)) if parts else ""
