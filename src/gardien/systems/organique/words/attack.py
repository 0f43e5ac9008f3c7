"""An attack in words: who does what to whom, the sums of both, the armour, what it comes to; reach, covering fire."""

from typing import Any

from gardien.core.errors import Refusal
from gardien.core.interpreters.run import Waiting
from gardien.core.telling import Report
from gardien.core.terms import HARD
from gardien.core.wording import Both, join_list, join_sentences, present, start, to, who_text, with_rule
from gardien.systems.organique import pack
from gardien.systems.organique.rules.body.damage import layers_met
from gardien.systems.organique.rules.character import Character
from gardien.systems.organique.rules.dangers.fire import PER_BURN
from gardien.systems.organique.rules.fight.declared import ActionGiven, Attack, ReactionGiven
from gardien.systems.organique.rules.fight.on_hit import charge_of
from gardien.systems.organique.rules.fight.weapons import UNARMED, weapon_of
from gardien.systems.organique.rules.person import cover_of, person_of
from gardien.systems.organique.rules.tests.modifiers import base_parts
from gardien.systems.organique.words.grammar import (
    ATTACKER,
    TARGET,
    adding,
    against,
    base_text,
    end_text,
    fill_text,
    harm,
    plain,
    row_name,
    save_text,
    signed_text,
    strength,
    weapon_name,
)
from gardien.systems.organique.words.on_hit import answers, effects
from gardien.systems.organique.words.person import aftermath

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
    "flip": ("{who} tente un flip", "{who} tries a flip"),
    "entangle": ("{who} cherche à entraver l'arme", "{who} tries to entangle the weapon"),
    "resist_disarm": ("{who} s'accroche à son arme", "{who} holds on to the weapon"),
    "shut_eyes": ("{who} ferme les yeux", "{who} shuts both eyes"),
    "manoeuvre": ("manœuvre {of}", "{who}'s manoeuvre"),
}
# How a reaction ends that has won.
WON: dict[str, Both] = {
    "dodge": ("{who} esquive", "{who} dodges"),
    "parry": ("{who} pare", "{who} parries"),
    "leap": ("le coup tombe dans le vide", "the blow meets nothing"),
    "drop": ("le tir passe au-dessus", "the shot goes over"),
    "flip": ("l'assaut passe par-dessus l'épaule", "the attacker goes over the shoulder"),
    "entangle": ("le coup est arrêté", "the blow is stopped"),
    "resist_disarm": ("{who} garde son arme", "{who} keeps the weapon"),
    "shut_eyes": ("{who} garde la vue", "{who} can still see"),
    "manoeuvre": ("{who} s'écarte à temps", "{who} swerves in time"),
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


def with_what(report: Report, given: Any) -> str:
    """What is in the hand, where it has a name, and how it is used: « (machette, action étendue) »."""
    bare = given.weapon in (UNARMED, UNARMED.name)
    named = ["" if bare else weapon_name(report, given.weapon)]
    if getattr(given, "second_weapon", None) is not None:
        named.append(weapon_name(report, given.second_weapon))
    if getattr(given, "kg", None) is not None and given.action == "throw_object":
        named = [f"{report.number(plain(given.kg))}{HARD}kg"]
    if given.shots > 1:
        named.append(report.pick(f"rafale de {given.shots}", f"burst of {given.shots}"))
    named += [report.pick(*words) for field, words in WAYS.items() if getattr(given, field, False)]
    shown = [one.replace(" (", ", ").replace(")", "") for one in named if one]
    return f" ({', '.join(shown)})" if shown else ""


def head(report: Report, given: Any, who: str, whom: str) -> str:
    """« Tyra frappe Carl (machette) »."""
    fr, en = ACTIONS[given.action]
    return fill_text(report, (f"{{who}} {fr}", f"{{who}} {en}"), who, whom) + with_what(report, given)


def sum_of(report: Report, block: Any, prefix: str, first: str) -> str:
    """« FOR 11 + AGI 12 − 2 + 14 (d20) = 35 contre 25, marge 10 »."""
    mod, die, total, goal, over, auto = (
        getattr(block, f"{prefix}{name}") for name in ("mod", "die", "total", "difficulty", "margin", "auto")
    )
    thrown = f"{first}{adding(report, mod)} + {report.number(die)} (d20) = {report.number(total)}"
    return f"{thrown} {against(report, goal)}, {end_text(report, total - goal, over, auto)}"


def attack_line(report: Report, given: Any, block: Any, attacker: Character, who: str, whom: str) -> str:
    """« Tyra frappe Carl : FOR 11 + AGI 12 + 14 (d20) = 37 contre 25, marge 12. »"""
    row = pack.action(given.action)
    parts = base_parts(person_of(attacker), row.first, row.second, getattr(given, "in_water", False))
    first = base_text(report, parts, block.attack_base)
    return f"{head(report, given, who, whom)}{report.colon} {sum_of(report, block, 'attack_', first)}."


def reaction_line(report: Report, given: ActionGiven, block: Any, target: Character, whom: str) -> str:
    """« Esquive de Carl : PER 14 + AGI 12 + 5 (d20) = 31 contre 25, marge 6. »; "" where nothing is thrown."""
    reaction = given.reaction
    if not present(block.defence_total):
        return ""
    row = pack.reaction(reaction.kind)
    if row.first is None:
        return ""
    parts = base_parts(person_of(target), row.first, row.second, given.in_water)
    named = weapon_name(report, reaction.weapon) if reaction.kind in ("parry", "entangle") else ""
    bare = report.pick("membre nu", "bare limb") if reaction.kind == "parry" and reaction.bare_limb else named
    using = f" ({bare})" if bare else ""
    first = base_text(report, parts, block.defence_base)
    answer = fill_text(report, REACTIONS[reaction.kind], whom)
    return f"{answer}{using}{report.colon} {sum_of(report, block, 'defence_', first)}."


def landing(report: Report, action: str, block: Any, whom: str, kind: str = "none") -> str:
    """Whether it hits: « Le coup porte. », « Carl esquive. », « Le coup manque. »"""
    if block.hit:
        return "" if action in GRASPS else report.pick("Le coup porte.", "It hits.")
    if block.attack_success and present(block.defence_success) and kind in WON:
        return f"{fill_text(report, WON[kind], whom)}."
    return miss_text(report, action)


def miss_text(report: Report, action: str) -> str:
    """« Le coup manque. »; of what is no blow: « C'est manqué. »"""
    return report.pick("C'est manqué." if action in GRASPS else "Le coup manque.", "It misses.")


# ---- armour and damage ----


def layer_name(report: Report, key: str) -> str:
    """A layer by the pack’s word, or by what somebody called it."""
    for look in (pack.armour, pack.cover):
        try:
            return row_name(report, look(key))
        except Refusal:
            continue
    return key.replace("_", " ") or report.pick("sans nom", "unnamed")


def armour_line(report: Report, given: Any, block: Any, target: Character) -> str:
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
    hit = [layer_name(report, one) for one in block.layers_hit]
    if len(layers) == 1 and present(block.attack_margin) and bool(layers_met(layers, block.attack_margin)) == bool(hit):
        ia, reached = report.number(layers[0].ia), report.number(block.attack_margin)
        name = layer_name(report, layers[0].name)
        first = report.pick(
            f"indice d'armure {ia} ({name}), marge {reached}", f"coverage {ia} ({name}), margin {reached}"
        )
        what = report.pick("l'abri", "the cover") if cover else report.pick("l'armure", "the armour")
        end = report.pick(f"le coup évite {what}", f"past {what}")
        if hit:
            end = report.pick(f"le coup n'évite pas {what}", f"not past {what}")
        return f"{start(first)}{report.colon} {end}."
    if not hit:
        return report.pick("Le coup évite l'armure.", "The blow goes past the armour.")
    return report.pick("Armure touchée : ", "Armour in the way: ") + f"{join_list(report, hit)}."


def current_line(report: Report, given: Any, people: tuple[Character, Character]) -> str:
    """« Décharge : 4 points d'électricité et 1 point de feu, 1 bs. » (ORG-DMG-05); a machine only burns."""
    attacker, target = (person_of(one) for one in people)
    two = getattr(given, "second_weapon", None)
    attack = Attack(
        action=given.action,
        weapon=weapon_of(given.weapon, attacker),
        second_weapon=None if two is None else weapon_of(two, attacker),
        shots=given.shots,
    )
    charge = charge_of(attack, pack.action(given.action))
    fire = charge // PER_BURN
    parts = [strength(report, charge, ("d'électricité", "of electricity"))] if charge and not target.machine else []
    parts += [f"{strength(report, fire, ('de feu', 'of fire'))}, {harm(report, fire, 0)}"] if fire else []
    head = report.pick("Décharge", "Discharge")
    return f"{head}{report.colon} {join_list(report, parts)}." if parts else ""


def damage_line(report: Report, given: Any, block: Any, whose: str = "", current: str = "") -> str:
    """« 4 bs et 2 c. », « Rien ne passe. »; a current where there is one."""
    if pack.action(given.action).taken == "none" and not (block.damage.bs or block.damage.c):
        return ""
    if not (block.damage.bs or block.damage.c):
        return current or report.pick("Aucun dommage ne passe.", "No damage passes.")
    head = report.pick(f"Dommages {to(whose)}" if whose else "Dommages", f"Damage to {whose}" if whose else "Damage")
    return join_sentences(f"{head}{report.colon} {harm(report, block.damage.bs, block.damage.c)}.", current)


# ---- all of it ----


def exchange_lines(
    report: Report,
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
    lines = [attack_line(report, given, block, attacker, who, whom), reaction_line(report, given, block, target, whom)]
    last = 1 if lines[1] else 0
    lines[last] = join_sentences(lines[last], landing(report, given.action, block, whom, answer.kind))
    if present(counter):
        lines.append(counter_line(report, answer, counter, target, (whom, who)))
        lines += came_of(report, given, block, people, names, whom)
        lines += came_of(report, answer, counter, (target, attacker), (whom, who), who)
    else:
        lines += came_of(report, given, block, people, names)
    lines[-1] = join_sentences(lines[-1], *answers(report, given, block, who, whom))
    return lines


def counter_line(report: Report, answer: ReactionGiven, counter: Any, target: Character, names: tuple[str, str]) -> str:
    """« Action simultanée. Carl frappe Tyra : … Le coup porte. » (ORG-MOD-11)."""
    same = report.pick("Action simultanée.", "Simultaneous action.")
    thrown = attack_line(report, answer, counter, target, *names)
    return join_sentences(same, thrown, landing(report, answer.action, counter, names[1]))


def came_of(
    report: Report, given: Any, block: Any, people: tuple[Character, Character], names: tuple[str, str], whose: str = ""
) -> list[str]:
    """Armour and damage of one action, then everything else it did; `whose` damage it is, where two take some."""
    met = armour_line(report, given, block, people[1]) if block.hit else ""
    current = current_line(report, given, people) if block.hit and block.effect else ""
    lost = damage_line(report, given, block, whose, current) if block.hit else ""
    return [join_sentences(met, lost), join_sentences(*effects(report, given, block, people, names))]


def combat_action(report: Report) -> list[str]:
    """« Tyra frappe Carl : FOR 11 + AGI 12 + 14 (d20) = 37 contre 25, marge 12. », the reaction, then what lands."""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.attacker, ATTACKER, acts=True)
    whom = who_text(report, given.target, TARGET)
    if isinstance(outcome, Waiting):
        ask = report.pick(f"{whom} peut réagir, avant les dés.", f"{whom} may react, before the dice.")
        return [f"{head(report, given, who, whom)}.", with_rule(start(ask), "ORG-CBT-01")]
    pains = outcome.lock_saves.items() if present(outcome.lock_saves) else ()
    saves = [save_text(report, one, who_text(report, name)) for name, one in pains]
    if saves and not present(outcome.attack_base):
        lost = report.pick(f"{who} ne peut bouger, de douleur.", f"{who} cannot move for pain.")
        return [join_sentences(*saves, with_rule(start(lost), "ORG-ACT-06"))]
    return [
        *saves,
        *exchange_lines(report, given, outcome, outcome.counter, (given.attacker, given.target), (who, whom)),
        aftermath(report, whom, given.target, outcome.defender, TOLD),
        aftermath(report, who, given.attacker, outcome.attacker, TOLD),
    ]


WEAPON: Both = ("cette arme", "this weapon")


def metres(report: Report, centimetres: int) -> str:
    """« 25 m », « 1,5 m »."""
    return f"{report.number(plain(centimetres / 100))}{HARD}m"


def reach(report: Report) -> list[str]:
    """« Machette, portée 1 : utilisable, sans malus. », « Pistolet 9 mm, 25 m : utilisable, −2 au test. »"""
    given, outcome = report.given, report.outcome
    places = [weapon_name(report, given.weapon) or report.pick(*WEAPON)]
    if given.range_step is not None:
        places.append(report.pick(f"portée {given.range_step}", f"range {given.range_step}"))
    if given.distance_cm:
        places.append(metres(report, given.distance_cm))
    head = f"{start(', '.join(places))}{report.colon} "
    if not outcome.usable:
        text = report.pick("inutilisable. Changer de place ou d'arme.", "of no use. Move, or take another weapon.")
        return [with_rule(head + text, "ORG-RNG-01")]
    if outcome.range_mod:
        less = signed_text(report, outcome.range_mod)
        return [head + report.pick(f"utilisable, {less} au test.", f"usable, {less} to the test.")]
    return [head + report.pick("utilisable, sans malus.", "usable, no penalty.")]


def pain_text(report: Report, who: str) -> str:
    """An attempt that the pain of a locked joint has ended (ORG-ACT-06)."""
    return start(report.pick(f"la douleur arrête {who}.", f"pain stops {who}."))


def covering_fire(report: Report) -> list[str]:
    """« Tyra arrose 3 m (mitraillette, 10 balles) : INT 12 + 10 (balles) + 8 (d20) = 30 contre 34, … »"""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.attacker, ATTACKER, acts=True)
    pain = save_text(report, outcome.save, who) if present(outcome.save) else ""
    if pain and not outcome.save.success:
        return [join_sentences(pain, pain_text(report, who))]
    wide = f"{report.number(plain(given.metres))}{HARD}m"
    shots = report.pick(f"{given.bullets}{HARD}balles", f"{given.bullets}{HARD}bullets")
    using = ", ".join(part for part in (weapon_name(report, given.weapon), shots) if part)
    wits = outcome.base - given.bullets
    first = f"INT {report.number(wits)} + {report.number(given.bullets)} ({report.pick('balles', 'bullets')})"
    head = report.pick(f"{who} arrose {wide} ({using})", f"{who} covers {wide} ({using})")
    end = end_text(report, outcome.total - outcome.difficulty, outcome.margin, outcome.auto)
    thrown = f"{first}{adding(report, outcome.mod)} + {outcome.die} (d20) = {report.number(outcome.total)}"
    over = report.pick("La zone est couverte.", "The zone is covered.")
    if not outcome.success:
        over = report.pick("Rien n'est touché dans la zone.", "Nothing in the zone is hit.")
    jam = report.pick("L'arme s'enraye.", "The weapon jams.") if present(outcome.jammed) and outcome.jammed else ""
    line = f"{start(head)}{report.colon} {thrown} {against(report, outcome.difficulty)}, {end}."
    people = {one.name: one for one in given.targets}
    lines = [join_sentences(pain, line, over, jam)]
    for one in outcome.targets if present(outcome.targets) else ():
        lines += _under_fire(report, given, one, people[one.name], first)
    return [*lines, aftermath(report, who, given.attacker, outcome.attacker)]


def _under_fire(report: Report, given: Any, block: Any, target: Any, first: str) -> list[str]:
    """The same throw against one of those in the zone (ORG-ACT-01)."""
    whom = who_text(report, target, TARGET)
    pain = save_text(report, block.lock_save, whom) if present(block.lock_save) else ""
    answered = target.reaction if not pain or block.lock_save.success else ReactionGiven()
    shot = ActionGiven(action="shoot", weapon=given.weapon, reaction=answered, cover=target.cover)
    aimed = f"{report.pick('tir vers', 'fire at')} {whom}"
    line = f"{start(aimed)}{report.colon} {sum_of(report, block, 'attack_', first)}."
    answer = reaction_line(report, shot, block, target, whom)
    hit = (
        join_sentences(armour_line(report, shot, block, target), damage_line(report, shot, block)) if block.hit else ""
    )
    return [
        join_sentences(pain, line, answer, landing(report, shot.action, block, whom, shot.reaction.kind), hit),
        aftermath(report, whom, target, block.defender, TOLD),
    ]
