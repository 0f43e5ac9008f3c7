"""Creatures: what follows from their scores, natural attacks, grips, weakening, what grows back."""

from typing import Any

from gardien.core.dice import Dice
from gardien.core.telling import Told
from gardien.core.wording import arrow, called, counted, joined, owned, present, semicolon, start, word
from gardien.systems.operators import pack
from gardien.systems.operators.sentences.attacks_told import bonus_thrown, defence, summed
from gardien.systems.operators.sentences.grammar import CREATURE, DEGREES, HITS, TARGET, thrown, trial_named
from gardien.systems.operators.sentences.refusals import refusal
from gardien.systems.operators.sentences.wounds_told import level_name, unhurt, wound
from gardien.systems.operators.values import Combatant, Drain
from gardien.systems.operators.wounds import trait


def creature_profile(told: Told) -> list[str]:
    """Scores with their words, threshold, bonus, regeneration, the shock of its sight."""
    given, outcome = told.given, told.outcome
    scores = ", ".join(
        f"{code} {told.number(score)} ({word(told, 'labels', outcome.labels[code])})"
        for code, score in outcome.scores.items()
    )
    row = pack.profile(given.profile) if given.profile else None
    head = f"{told.pick(row.fr, row.en)}{told.colon} " if row else ""
    bonus = told.pick("aucun bonus de dommages", "no damage bonus")
    if outcome.damage_bonus != "none":
        bonus = told.pick(f"bonus de dommages +{outcome.damage_bonus}", f"damage bonus +{outcome.damage_bonus}")
    usual = told.number(outcome.regeneration_usual)
    body = told.pick(
        f"SB {told.number(outcome.sb)}, {bonus}, régénération usuelle {usual} par tour.",
        f"Wound threshold {told.number(outcome.sb)}, {bonus}, usual regeneration {usual} each turn.",
    )
    shock = ""
    if present(outcome.shock) and outcome.shock != "none":
        shock = told.pick("Choc à sa vue", "Shock at its sight") + f"{told.colon} {word(told, 'shock', outcome.shock)}."
    return [f"{head}{scores}.", joined(body, shock)]


def creature_attack(told: Told) -> list[str]:
    """The throw, then every victim."""
    given, outcome = told.given, told.outcome
    who = called(told, given.creature, CREATURE)
    if outcome.refused:
        return [refusal(told, "OPS-CREAT-11" if outcome.reason == "one_victim" else "OPS-CREAT-05", who=who)]
    head = start(owned(told, ("attaque", "attack"), who)) + _form(told, given.attack)
    if outcome.final_difficulty in DEGREES:
        head += f", {trial_named(told, given.attack.characteristic, outcome.final_difficulty, outcome.target)}"
    lines = [f"{head}{told.colon} {thrown(told, outcome.roll, outcome.outcome, words=HITS)}"]
    if outcome.outcome not in ("automatic", "critical", "success"):
        return lines
    harmed = sum(1 for hit in outcome.hits if present(hit.damage_final))
    bonus = bonus_thrown(told, harmed)
    for victim, hit in zip(given.victims, outcome.hits, strict=True):
        lines.append(_victim(told, victim.defender, hit, given, bonus, critical=outcome.outcome == "critical"))
    return lines


def _form(told: Told, attack: Any) -> str:
    """The name of an attack form, where it has one of its own."""
    name = attack.name.strip()
    return f" ({name})" if name and name != "attack" else ""


def _victim(told: Told, target: Combatant, hit: Any, given: Any, bonus: Dice, *, critical: bool) -> str:
    """One victim from the defence to the grip."""
    who = called(told, hit.name or target, TARGET)
    said, spent = defence(told, hit, target, hit.luck)
    if hit.avoided:
        return said
    hurt = ""
    if present(hit.damage_final):
        hurt = wound(
            told,
            hit,
            target,
            name=who,
            thrown=summed(told, Dice.parse(given.attack.damage), bonus, hit.damage_final, critical=critical),
            nature=trait(target, given.attack.damage_kind, True),
            luck=hit.luck,
            spent_before=spent,
        )
    rest = joined(_drained(told, target, hit, who), _seized(told, hit, who))
    if said:
        return joined(said, hurt, rest)
    if hurt:
        return joined(start(f"{who}{told.colon} {hurt}"), rest)
    return rest or unhurt(told, who)


def _drained(told: Told, target: Combatant, hit: Any, who: str) -> str:
    """« Affaiblissement de Daisy : 1D6 = 4, FOR 12 → 8. »"""
    if not present(hit.drain_amount):
        return ""
    change = f"{hit.drained} {arrow(told, target.current(hit.drained), hit.score_left)}"
    text = (
        start(owned(told, ("affaiblissement", "weakening"), who)) + f"{told.colon} 1D6 = {hit.drain_amount}, {change}."
    )
    end = {
        "cannot_act": (f"{who} ne peut plus agir.", f"{who} cannot act any more."),
        "catatonic": (f"{who} sombre dans la catatonie.", f"{who} falls into catatonia."),
        "dead": (f"{who} meurt.", f"{who} dies."),
    }.get(str(hit.collapse))
    return joined(text, start(told.pick(*end)) if end else "")


def _seized(told: Told, hit: Any, who: str) -> str:
    """A grip that begins or goes on."""
    if hit.gripped is not True:
        return ""
    return start(told.pick(f"L'étreinte tient {who}.", f"{who} is in the grip."))


def grip_turn(told: Told) -> list[str]:
    """A later turn in the grip."""
    given, outcome = told.given, told.outcome
    who = called(told, given.creature, CREATURE)
    target = given.victim.defender
    whom = called(told, target, TARGET)
    if outcome.refused:
        return [refusal(told, "OPS-CREAT-13", who=who)]
    hit = outcome.hit
    head = start(owned(told, ("étreinte", "grip"), who)) + _form(told, given.attack)
    bonus = bonus_thrown(told)
    if not present(hit.damage_final) and not present(hit.drain_amount):
        nothing = told.pick(f"{whom} ne subit rien à ce tour", f"nothing happens to {whom} this turn")
        return [f"{head}{told.colon} {nothing}."]
    return [f"{head}.", _victim(told, target, hit, given, bonus, critical=False)]


def creature_turn(told: Told) -> list[str]:
    """What grows back at the start of a turn."""
    given, outcome = told.given, told.outcome
    creature = given.creature
    who = called(told, creature, CREATURE)
    if outcome.refused:
        why = ("{who} ne vit plus : rien ne repousse", "{who} is dead: nothing grows back")
        return [refusal(told, "OPS-CREAT-15", who=who, why=why)]
    head = start(owned(told, ("régénération", "regeneration"), who))
    if present(outcome.hp_left):
        left = counted(told, outcome.hp_left, ("point de vie", "points de vie"), ("hit point", "hit points"))
        if creature.hp is not None and creature.hp != outcome.hp_left:
            left = told.pick("points de vie ", "hit points ") + arrow(told, creature.hp, outcome.hp_left)
        return [f"{head}{told.colon} {left}."]
    state = level_name(told, outcome.wound_level)
    if not outcome.regenerated:
        return [told.pick(f"{head} : rien ne change, {state}.", f"{head}: nothing changes, {state}.")]
    each = counted(told, creature.regeneration, ("point", "points"), ("point", "points"))
    gone = len(creature.wounds) - len(outcome.wounds)
    closed = counted(told, gone, ("blessure refermée", "blessures refermées"), ("wound closed", "wounds closed"))
    less = told.pick(f"{each} de moins par blessure", f"{each} off each wound")
    return [joined(f"{head}{told.colon} {less}.", f"{start(closed)}." if gone else "", f"{start(state)}.")]


def recover_drain(told: Told) -> list[str]:
    """« En 3 jours : FOR, perte passagère 4 → 1, définitive 2. »"""
    given, outcome = told.given, told.outcome
    days = counted(told, given.days, ("jour", "jours"), ("day", "days"))
    head = told.pick(f"En {days}", f"In {days}")
    lines = [_came_back(told, code, given.drain[code], after) for code, after in outcome.drain.items()]
    lines = [line for line in lines if line]
    if not lines:
        return [told.pick(f"{head} : rien à récupérer.", f"{head}: nothing to recover.")]
    return [f"{head}{told.colon} {f'{semicolon(told)} '.join(lines)}."]


def _came_back(told: Told, code: str, before: Drain, after: Drain) -> str:
    """One score: what passes, what stays; nothing where nothing was lost."""
    parts = []
    if before.temporary:
        now = told.number(after.temporary)
        if after.temporary != before.temporary:
            now = arrow(told, before.temporary, after.temporary)
        parts.append(told.pick(f"perte passagère {now}", f"passing loss {now}"))
    if after.permanent:
        lasting = told.number(after.permanent)
        parts.append(told.pick(f"perte définitive {lasting}", f"lasting loss {lasting}"))
    return ", ".join((code, *parts)) if parts else ""
