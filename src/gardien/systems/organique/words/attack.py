"""Words that every attack shares: who does what to whom, the sums of both, the armour, what it comes to."""

from typing import Any

from gardien.core.errors import Refusal
from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import Both, joined, listed, present, start, to
from gardien.systems.organique import pack
from gardien.systems.organique.armour import met
from gardien.systems.organique.arms import UNARMED, weapon_of
from gardien.systems.organique.bodies import cover_of, person_of
from gardien.systems.organique.engaging import ActionGiven, Attack
from gardien.systems.organique.fires import PER_BURN
from gardien.systems.organique.landing import charge_of
from gardien.systems.organique.scores import base_parts
from gardien.systems.organique.sentences.effects_told import answers, effects
from gardien.systems.organique.sentences.fires_told import strength
from gardien.systems.organique.sentences.grammar import (
    added,
    adding,
    against,
    ended,
    filled,
    harm,
    plain,
    row_name,
    weapon_name,
)
from gardien.systems.organique.values import Character

# What somebody does, after the name; {whom}, {to} and {of} are whoever it is done to.
ACTIONS: dict[str, Both] = {
    "strike": ("frappe {whom}", "strikes {whom}"),
    "shoot": ("tire sur {whom}", "shoots at {whom}"),
    "throw_object": ("lance un objet sur {whom}", "throws an object at {whom}"),
    "easy_strike": ("tente une frappe facile sur {whom}", "tries an easy strike on {whom}"),
    "vital_blade": ("cherche un point vital {of}", "goes for {whom}'s vitals"),
    "vital_mass": ("cherche un point vital {of}", "goes for {whom}'s vitals"),
    "stomp": ("piétine {whom}", "stomps on {whom}"),
    "slash": ("taillade {whom}", "slashes {whom}"),
    "stun": ("tente d'étourdir {whom}", "tries to stun {whom}"),
    "knock_out": ("tente d'assommer {whom}", "tries to knock {whom} out"),
    "blind": ("tente d'aveugler {whom}", "tries to blind {whom}"),
    "maim": ("tente de mutiler {whom}", "tries to maim {whom}"),
    "disarm": ("tente de désarmer {whom}", "tries to disarm {whom}"),
    "push": ("tente de repousser {whom}", "tries to push {whom} away"),
    "sweep": ("tente de balayer les jambes {of}", "tries to sweep {whom}'s legs"),
    "tackle": ("tente de plaquer {whom}", "tries to tackle {whom}"),
    "hold": ("tente d'immobiliser {whom}", "tries to hold {whom}"),
    "lock": ("tente une clé sur {whom}", "tries a joint lock on {whom}"),
    "strangle": ("tente d'étrangler {whom}", "tries to strangle {whom}"),
    "wrestle": ("engage la lutte avec {whom}", "wrestles with {whom}"),
    "low_blow": ("tente un coup bas sur {whom}", "tries a low blow on {whom}"),
    "headbutt": ("donne un coup de tête {to}", "headbutts {whom}"),
    "throw": ("tente de projeter {whom}", "tries to throw {whom} down"),
    "feint": ("feinte contre {whom}", "feints at {whom}"),
    "disabling_shot": ("tente un tir incapacitant sur {whom}", "tries a disabling shot at {whom}"),
}
# What the target does about it, before the sum.
REACTIONS: dict[str, Both] = {
    "dodge": ("esquive {of}", "{who}'s dodge"),
    "parry": ("parade {of}", "{who}'s parry"),
    "leap": ("saut en arrière {of}", "{who}'s leap back"),
    "drop": ("{who} se jette au sol", "{who} drops to the ground"),
    "flip": ("{who} cherche à retourner la prise", "{who} tries to reverse it"),
    "entangle": ("{who} cherche à prendre l'arme", "{who} tries to catch the weapon"),
    "resist_disarm": ("{who} s'accroche à son arme", "{who} holds on to the weapon"),
    "shut_eyes": ("{who} ferme les yeux", "{who} shuts both eyes"),
}
# How a reaction ends that has won.
WON: dict[str, Both] = {
    "dodge": ("{who} esquive", "{who} dodges"),
    "parry": ("{who} pare", "{who} parries"),
    "leap": ("le coup tombe dans le vide", "the blow meets nothing"),
    "drop": ("le tir passe au-dessus", "the shot goes over"),
    "flip": ("la prise est retournée", "the hold is reversed"),
    "entangle": ("le coup est arrêté", "the blow is stopped"),
    "resist_disarm": ("{who} garde son arme", "{who} keeps the weapon"),
    "shut_eyes": ("{who} garde la vue", "{who} can still see"),
}
WAYS: dict[str, Both] = {  # how an action is done, beside the weapon
    "aim": ("après visée", "aimed"),
    "called": ("coup visé", "called"),
    "extended": ("action étendue", "extended action"),
    "split": ("action divisée", "split action"),
    "in_water": ("dans l'eau", "in water"),
}
GRASPS = ("disarm", "push", "sweep", "tackle", "hold", "lock", "strangle", "wrestle", "throw", "feint")  # no blow
TOLD = (  # what the fields of an action tell, so that nobody tells it again from the states
    "prone", "blind", "one_eyed", "lose_action", "lose_reaction", "unconscious_turns", "suffering", "limbs_disabled",
)  # fmt: skip


# ---- the throw ----


def with_what(told: Told, given: Any) -> str:
    """What is in the hand, where it has a name, and how it is used: « (machette, action étendue) »."""
    bare = given.weapon in (UNARMED, UNARMED.name)
    named = ["" if bare else weapon_name(told, given.weapon)]
    if getattr(given, "second_weapon", None) is not None:
        named.append(weapon_name(told, given.second_weapon))
    if getattr(given, "kg", None) is not None and given.action == "throw_object":
        named = [f"{told.number(plain(given.kg))}{HARD}kg"]
    if given.shots > 1:
        named.append(told.pick(f"rafale de {given.shots}", f"burst of {given.shots}"))
    named += [told.pick(*words) for field, words in WAYS.items() if getattr(given, field, False)]
    shown = [one.replace(" (", ", ").replace(")", "") for one in named if one]
    return f" ({', '.join(shown)})" if shown else ""


def head(told: Told, given: Any, who: str, whom: str) -> str:
    """« Tyra frappe Carl (machette) »."""
    fr, en = ACTIONS[given.action]
    return filled(told, (f"{{who}} {fr}", f"{{who}} {en}"), who, whom) + with_what(told, given)


def sum_of(told: Told, block: Any, prefix: str, first: str) -> str:
    """« FOR 11 + AGI 12 − 2 + 14 (d20) = 35 contre 25, marge 10 »."""
    mod, die, total, goal, over, auto = (
        getattr(block, f"{prefix}{name}") for name in ("mod", "die", "total", "difficulty", "margin", "auto")
    )
    thrown = f"{first}{adding(told, mod)} + {told.number(die)} (d20) = {told.number(total)}"
    return f"{thrown} {against(told, goal)}, {ended(told, total - goal, over, auto)}"


def attack_line(told: Told, given: Any, block: Any, attacker: Character, who: str, whom: str) -> str:
    """« Tyra frappe Carl : FOR 11 + AGI 12 + 14 (d20) = 37 contre 25, marge 12. »"""
    row = pack.action(given.action)
    parts = base_parts(person_of(attacker), row.first, row.second, getattr(given, "in_water", False))
    first = added(told, parts, block.attack_base)
    return f"{head(told, given, who, whom)}{told.colon} {sum_of(told, block, 'attack_', first)}."


def reaction_line(told: Told, given: ActionGiven, block: Any, target: Character, whom: str) -> str:
    """« Esquive de Carl : PER 14 + AGI 12 + 5 (d20) = 31 contre 25, marge 6. »; "" where nothing is thrown."""
    reaction = given.reaction
    if not present(block.defence_total):
        return ""
    row = pack.reaction(reaction.kind)
    if row.first is None:
        return ""
    parts = base_parts(person_of(target), row.first, row.second, given.in_water)
    named = weapon_name(told, reaction.weapon) if reaction.kind in ("parry", "entangle") else ""
    bare = told.pick("membre nu", "bare limb") if reaction.kind == "parry" and reaction.bare_limb else named
    using = f" ({bare})" if bare else ""
    first = added(told, parts, block.defence_base)
    return (
        f"{filled(told, REACTIONS[reaction.kind], whom)}{using}{told.colon} {sum_of(told, block, 'defence_', first)}."
    )


def landing(told: Told, action: str, block: Any, whom: str, kind: str = "none") -> str:
    """Whether it hits: « Le coup porte. », « Carl esquive. », « Le coup manque. »"""
    if block.hit:
        return "" if action in GRASPS else told.pick("Le coup porte.", "It hits.")
    if block.attack_success and present(block.defence_success) and kind in WON:
        return f"{filled(told, WON[kind], whom)}."
    return missed(told, action)


def missed(told: Told, action: str) -> str:
    """« Le coup manque. »; of what is no blow: « C'est manqué. »"""
    return told.pick("C'est manqué." if action in GRASPS else "Le coup manque.", "It misses.")


# ---- armour and damage ----


def layer_name(told: Told, key: str) -> str:
    """A layer by the pack’s word, or by what somebody called it."""
    for look in (pack.armour, pack.cover):
        try:
            return row_name(told, look(key))
        except Refusal:
            continue
    return key.replace("_", " ") or told.pick("sans nom", "unnamed")


def armour_line(told: Told, given: Any, block: Any, target: Character) -> str:
    """« Indice d'armure 8, marge 12 : le coup évite l'armure. » (ORG-ARM-01, ORG-ARM-02)."""
    row = pack.action(given.action)
    if (
        getattr(given, "bypass_armour", False)
        or not present(block.layers_hit)
        or (row.taken == "none" and row.needs == "none")
    ):
        return ""
    hidden = getattr(given, "cover", None)  # whoever strikes back in the same moment meets no cover
    cover = () if hidden is None else (cover_of(hidden),)
    layers = (*cover, *person_of(target).frame.layers)
    if not layers:
        return ""
    hit = [layer_name(told, one) for one in block.layers_hit]
    if len(layers) == 1 and present(block.attack_margin) and bool(met(layers, block.attack_margin)) == bool(hit):
        ia, reached = told.number(layers[0].ia), told.number(block.attack_margin)
        name = layer_name(told, layers[0].name)
        first = told.pick(
            f"indice d'armure {ia} ({name}), marge {reached}", f"coverage {ia} ({name}), margin {reached}"
        )
        what = told.pick("l'abri", "the cover") if cover else told.pick("l'armure", "the armour")
        end = told.pick(f"le coup évite {what}", f"past {what}")
        if hit:
            end = told.pick(f"le coup n'évite pas {what}", f"not past {what}")
        return f"{start(first)}{told.colon} {end}."
    if not hit:
        return told.pick("Le coup évite l'armure.", "The blow goes past the armour.")
    return told.pick("Armure touchée : ", "Armour in the way: ") + f"{listed(told, hit)}."


def current_line(told: Told, given: Any, people: tuple[Character, Character]) -> str:
    """« Décharge : 4 points d'électricité et 1 point de feu, 1 bs. » (ORG-DMG-05); a machine only burns."""
    attacker, target = (person_of(one) for one in people)
    two = getattr(given, "second_weapon", None)
    attack = Attack(
        action=given.action,
        weapon=weapon_of(given.weapon, attacker),
        second=None if two is None else weapon_of(two, attacker),
        shots=given.shots,
    )
    charge = charge_of(attack, pack.action(given.action))
    fire = charge // PER_BURN
    found = [strength(told, charge, ("d'électricité", "of electricity"))] if charge and not target.machine else []
    found += [f"{strength(told, fire, ('de feu', 'of fire'))}, {harm(told, fire, 0)}"] if fire else []
    head = told.pick("Décharge", "Discharge")
    return f"{head}{told.colon} {listed(told, found)}." if found else ""


def damage_line(told: Told, given: Any, block: Any, whose: str = "", current: str = "") -> str:
    """« 4 bs et 2 c. », « Rien ne passe. »; a current where there is one."""
    if pack.action(given.action).taken == "none" and not (block.damage.bs or block.damage.c):
        return ""
    if not (block.damage.bs or block.damage.c):
        return current or told.pick("Aucun dommage ne passe.", "No damage passes.")
    head = told.pick(f"Dommages {to(whose)}" if whose else "Dommages", f"Damage to {whose}" if whose else "Damage")
    return joined(f"{head}{told.colon} {harm(told, block.damage.bs, block.damage.c)}.", current)


# ---- all of it ----


def exchange_lines(
    told: Told,
    given: ActionGiven,
    block: Any,
    counter: Any,
    people: tuple[Character, Character],
    names: tuple[str, str],
) -> list[str]:
    """An action with its reaction, or with an action at the same time: all throws, then what comes of them.

    `counter`: what a simultaneous action came to, where there is one (ORG-MOD-11). States are left to the caller.
    """
    (attacker, target), (who, whom), answer = people, names, given.reaction
    lines = [attack_line(told, given, block, attacker, who, whom), reaction_line(told, given, block, target, whom)]
    last = 1 if lines[1] else 0
    lines[last] = joined(lines[last], landing(told, given.action, block, whom, answer.kind))
    if present(counter):
        same = told.pick("Action simultanée.", "Simultaneous action.")
        thrown = attack_line(told, answer, counter, target, whom, who)
        lines.append(joined(same, thrown, landing(told, answer.action, counter, who)))
        lines += came_of(told, given, block, people, names, whom)
        lines += came_of(told, answer, counter, (target, attacker), (whom, who), who)
    else:
        lines += came_of(told, given, block, people, names)
    lines[-1] = joined(lines[-1], *answers(told, given, block, who, whom))
    return lines


def came_of(
    told: Told, given: Any, block: Any, people: tuple[Character, Character], names: tuple[str, str], whose: str = ""
) -> list[str]:
    """Armour and damage of one action, then everything else it did; `whose` damage it is, where two take some."""
    met = armour_line(told, given, block, people[1]) if block.hit else ""
    current = current_line(told, given, people) if block.hit and block.effect else ""
    lost = damage_line(told, given, block, whose, current) if block.hit else ""
    return [joined(met, lost), joined(*effects(told, given, block, people, names))]
