"""One attack: who strikes whom, the sum, the verdict, the wound; cleaving and finishing."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from gardien.core.interpreters.run import Waiting
from gardien.core.telling import Report
from gardien.core.wording import Both, join_list, join_sentences, present, start, who_text, with_rule
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.fight.attack import MERCILESS
from gardien.systems.cthulhud20.rules.fight.attack_destiny import CHANGES_WOUND
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import Sum, ability_mod, bonus_of
from gardien.systems.cthulhud20.rules.fight.attack_resolve import REFUSED_BY, AttackGiven
from gardien.systems.cthulhud20.rules.fight.location import is_single, target_of
from gardien.systems.cthulhud20.rules.fight.weapons import MOST_INCREMENTS, MOST_THROWN, Weapon, weapon_of
from gardien.systems.cthulhud20.vocabulary import Aim
from gardien.systems.cthulhud20.words.destiny import destiny_text
from gardien.systems.cthulhud20.words.grammar import (
    ATTACKER,
    TARGET,
    adding,
    at_zone,
    code,
    d100_text,
    face_of,
    faces_of,
    metres,
    row_name,
    sum_text,
    the_zone,
    weapon_name,
    zone_name,
)
from gardien.systems.cthulhud20.words.wounds import gravity_text, wound_lines

PARTS: dict[str, Both] = {  # what stands in a sum, as short as it is said
    "base_attack": ("base", "base"),
    "lethality": ("arme", "weapon"),
    "feat_bonus": ("dons", "feats"),
    "range_malus": ("distance", "range"),
    "aim_bonus": ("visée", "aim"),
    "fatigue_malus": ("fatigue", "fatigue"),
    "condition_malus": ("état", "condition"),
    "proficiency_malus": ("arme mal connue", "unfamiliar weapon"),
    "size_modifier": ("taille", "size"),
    "situation_bonus": ("situation", "situation"),
    "volley_malus": ("cadence", "rate of fire"),
    "power_attack_malus": ("Attaque en puissance", "Power Attack"),
    "stun_malus": ("pour assommer", "to stun"),
    "modifier": ("autres", "other"),
    "target_modifier": ("cible", "target"),
    "zone_malus": ("zone visée", "called zone"),
    "destiny": ("destin", "destiny"),
}
WHOLE: Both = ("bonus d'attaque", "attack bonus")
HELPLESS: Both = ("cible sans défense", "helpless target")
FEATS: Both = ("dons", "feats")
OTHER: Both = ("autres", "other")
REFUSALS: dict[str, Both] = {
    "attacker_cannot_act": (
        "{who} ne peut pas agir : aucune attaque",
        "{who} cannot act: no attack",
    ),
    "target_dead": ("la cible ne vit plus : en choisir une autre", "the target is dead: choose another"),
}
RESULTS: dict[str, Both] = {
    "hit": ("touché", "hit"),
    "miss": ("raté", "missed"),
    "stopped": ("arrêté par l'armure", "stopped by the armour"),
}


# ---- who, whom, with what ----


def strike_text(
    report: Report, attacker: Any, target: Any, weapon: Weapon, aim: Aim = "none", named: str = "", role: Both = TARGET
) -> str:
    """« Jack tire sur la cible, à la tête (fusil de précision) », « Tir sur Paul », « Coup »."""
    who, whom = who_text(report, attacker, ("", ""), acts=True), who_text(report, target, ("", ""))
    if who:
        verb = {"melee": ("frappe", "strikes"), "ranged": ("tire sur", "shoots at")}.get(
            weapon.kind, ("lance son arme sur", "throws a weapon at")
        )
        text = f"{who} {report.pick(*verb)} {whom or report.pick(*role)}"
    else:
        noun = {"melee": ("coup", "blow"), "ranged": ("tir", "shot")}.get(weapon.kind, ("lancer", "throw"))
        on = report.pick(f" sur {whom}", f" at {whom}") if whom else ""
        text = f"{report.pick(*noun)}{on}"
    if aim != "none":
        text += f"{', ' if who or whom else ' '}{aim_text(report, aim)}"
    return start(f"{text} ({named})" if named else text)


def aim_text(report: Report, aim: Aim) -> str:
    """« à la tête », « en visant tête, torse et bras »."""
    if is_single(aim):
        return report.pick(at_zone(report, aim), f"aiming at {the_zone(report, aim)}")
    name = row_name(report, pack.aim(aim))
    return report.pick(f"en visant {name}", f"aiming at {name}")


def refuse_range(report: Report, weapon: Weapon, distance: float | None) -> str:
    """« 800 m : hors de portée, 750 m au plus. Se rapprocher ou changer d'arme. »"""
    most = weapon.range_increment_m * (MOST_THROWN if weapon.kind == "thrown" else MOST_INCREMENTS)
    far = metres(report, distance or 0)
    text = report.pick(
        f"{far} : hors de portée, moins de {metres(report, most)} avec cette arme. Se rapprocher ou en changer.",
        f"{far}: out of range, less than {metres(report, most)} with this weapon. Move nearer or change it.",
    )
    return with_rule(text, REFUSED_BY["out_of_range"])


def refuse_attack(report: Report, refused: Any, given: Any) -> str:
    """Why there is no attack at all."""
    if refused == "out_of_range":
        weapon = weapon_of(given.weapon, getattr(given, "thrown", False))
        return refuse_range(report, weapon, given.distance_m)
    who = who_text(report, given.attacker, ATTACKER, acts=True)
    text = report.pick(*REFUSALS[str(refused)]).replace("{who}", who)
    return with_rule(f"{start(text)}.", REFUSED_BY[refused])


# ---- the sum ----


def terms_of(report: Report, given: Any, attack_sum: Sum, block: Any) -> list[tuple[str, int]]:
    """Every part of an attack by its short name; nothing where the house rules made another sum of it."""
    parts = [(name, block.lethality if name == "lethality" else value) for name, value in attack_sum.terms]
    whole = given.attack_bonus is not None
    if whole:
        parts = [(name, 0 if name == "lethality" else value) for name, value in parts]
    if sum(value for _, value in parts) != block.attack_bonus:
        return []
    shown = []
    for name, value in parts:
        if name == "base_attack" and whole:
            shown.append((report.pick(*WHOLE), value))
        elif name == "ability_mod":
            dex = attack_sum.weapon.is_ranged or ability_mod(
                given.attacker, attack_sum.weapon
            ) != given.attacker.modifier("str")
            shown.append((code(report, "dex" if dex else "str"), value))
        else:
            shown.append((report.pick(*PARTS[name]), value))
    helps = HELPLESS if block.helpless_bonus else PARTS["target_modifier"]
    shown.append((report.pick(*helps), block.target_modifier))
    shown.append((report.pick(*PARTS["zone_malus"]), block.zone_malus))
    return [(name, value) for name, value in shown if value]


def attack_sum_text(report: Report, given: Any, attack_sum: Sum, block: Any) -> str:
    """« 10 (d20) + 3 (arme) + 2 (base) − 1 (fatigue) = 14 »."""
    parts = terms_of(report, given, attack_sum, block)
    lucky = block.attack_total - block.die - block.total_bonus
    if not parts:
        return sum_text(report, block.die, block.total_bonus + lucky)
    if lucky:
        parts.append((report.pick(*PARTS["destiny"]), lucky))
    more = "".join(f"{adding(report, value)} ({name})" for name, value in parts)
    return f"{report.number(block.die)} (d20){more} = {report.number(block.attack_total)}"


def place(report: Report, zone: str) -> str:
    """The zone and the d100 that found it: « bras droit, 44 au d100 »."""
    faces = faces_of(report, "location", "d100")
    if not faces:
        return zone_name(report, zone)
    return report.pick(
        f"{zone_name(report, zone)}, {d100_text(faces[-1])} au d100",
        f"{zone_name(report, zone)}, {d100_text(faces[-1])} on d100",
    )


def verdict(report: Report, block: Any, given: Any) -> str:
    """« touché », « 1 au dé : raté », « 20 au dé : touché », « le camouflage fait rater »."""
    text = report.pick(*RESULTS[block.result])
    total, ca, face = block.attack_total, block.zone_ca, block.die
    if block.result == "miss" and total >= ca:
        if face == 1 and not faces_of(report, "concealment", "d100"):
            return report.pick(f"1 au dé : {text}", f"natural 1: {text}")
        shown = join_list(report, [d100_text(one) for one in faces_of(report, "concealment", "d100")])
        return report.pick(
            f"{text} : camouflage de {given.concealment} %, {shown} au d100",
            f"{text}: concealment {given.concealment}%, {shown} on d100",
        )
    if block.result == "hit" and total < ca and face == 20:
        return report.pick(f"20 au dé : {text}", f"natural 20: {text}")
    return text


def jam(report: Report, block: Any) -> str:
    """What a natural 1 did to the weapon (CD20-P-GUN-06)."""
    face = face_of(report, "jam")
    if face is None:
        return ""
    if block.jammed:
        return report.pick(f"{face} au second d20 : l'arme s'enraye.", f"{face} on a second d20: the weapon jams.")
    return report.pick(
        f"{face} au second d20 : l'arme ne s'enraye pas.", f"{face} on a second d20: the weapon does not jam."
    )


# ---- the whole attack ----


def zone_text(report: Report, given: Any, block: Any) -> str:
    """The zone that the attack itself found, before destiny chose another."""
    faces = faces_of(report, "location", "d100")
    if faces:
        return target_of("none", given.target.tables).zone_at(faces[-1])
    chosen = getattr(given, "zone_choice", None)
    if chosen is not None:
        return str(chosen)
    return str(given.aim) if getattr(given, "aim", "none") != "none" else str(block.zone)


def attack_lines(
    report: Report, given: Any, block: Any, head: str, attack_sum: Sum | None = None, more: Both | None = None
) -> list[str]:
    """An attack from its sum to what is left of the target; `given` is an `AttackGiven`."""
    if attack_sum is None:
        attack_sum = bonus_of(given, Options())
    zone = zone_text(report, given, block)
    against = report.pick(f"contre CA {report.number(block.zone_ca)}", f"against CA {report.number(block.zone_ca)}")
    line = (
        f"{head}{report.colon} {attack_sum_text(report, given, attack_sum, block)} {against} ({place(report, zone)}), "
    )
    first = join_sentences(f"{line}{verdict(report, block, given)}.", jam(report, block))
    heard = present(block.destiny_accepted) and block.destiny_accepted
    wished = heard and given.destiny.effect in CHANGES_WOUND
    fate = destiny_text(report, given, block, zone)
    announced = [fate, first] if heard and not wished else [first, fate]  # a die that destiny turned comes first
    if not present(block.severity):
        return announced
    if more is None:
        more = FEATS if given.gb_bonus == 0 else OTHER
    who = who_text(report, given.target, TARGET)
    gb = gravity_text(report, block.gb, UNSET if wished else block.margin, zone, block.zone_bonus, more)
    stopped = block.result == "stopped"
    flags = {"pf_only": block.pf_only, "stopped": stopped, "named": not wished}
    return [*announced, *wound_lines(report, who, given.target, block, gb, **flags)]


def waiting_lines(report: Report, head: str) -> list[str]:
    """What is announced while somebody may still ask destiny: hit or miss and where, no number (CD20-DEST-03)."""
    known: Waiting = report.outcome
    result, zone = known.told["result"], known.told["zone"]
    text = report.pick(*RESULTS[result])
    if result == "hit":
        text += f" {at_zone(report, zone)}"
    elif result == "stopped":
        text += f", {zone_name(report, zone)}"
    ask = report.pick(
        "La suite attend : un point de destin peut encore être demandé.",
        "What follows waits: a point of destiny may still be asked for.",
    )
    return [f"{head}{report.colon} {text}.", with_rule(ask, "CD20-DEST-03")]


def with_dice(report: Report, first: int, last: int) -> Report:
    """The same with some of its dice only."""
    return replace(report, dice=report.dice[first:last])


def weapon_text(report: Report, weapon: Any) -> str:
    """The weapon's name as it stands in brackets, where it has one."""
    key = weapon if isinstance(weapon, str) else weapon.key
    return weapon_name(report, key).replace(" (", ", ").replace(")", "") if key else ""


# ---- attacks ----


CLEAVE: dict[str, tuple[Both, str]] = {
    "no_feat": (
        (
            "{who} n'a pas le don Enchaînement (Cleave) : pas d'attaque de plus",
            "{who} does not have Cleave: no further attack",
        ),
        "CD20-FEAT-01",
    ),
    "melee_only": (("L'Enchaînement ne vaut qu'au contact", "Cleave is for melee only"), "CD20-FEAT-01"),
    "not_down": (
        ("l'adversaire n'est pas tombé : pas d'attaque de plus", "the opponent is not down: no further attack"),
        "CD20-FEAT-01",
    ),
    "already_used": (
        (
            "L'Enchaînement a déjà servi ce round-ci ; le Grand enchaînement n'a pas cette limite",
            "Cleave was used this round; Great Cleave has no such limit",
        ),
        "CD20-FEAT-01",
    ),
    "attacker_cannot_act": (("{who} ne peut pas agir : aucune attaque", "{who} cannot act: no attack"), "CD20-HP-05"),
    "target_dead": (
        ("la cible ne vit plus : en choisir une autre", "the target is dead: choose another"),
        "CD20-HP-04",
    ),
}
FINISH: dict[str, tuple[Both, str]] = {
    "target_dead": (("la victime ne vit plus", "the victim is already dead"), "CD20-HP-04"),
    "not_helpless": (
        ("la victime peut se défendre : il faut une attaque ordinaire", "the victim can fight back: attack as usual"),
        "CD20-P-COUP-01",
    ),
    "too_far": (
        (
            "un coup de grâce se donne à bout de bras, {reach} au plus",
            "a finishing blow is struck within arm's reach, {reach} at most",
        ),
        "CD20-P-COUP-01",
    ),
    "attacker_cannot_act": (("{who} ne peut pas agir : aucun coup", "{who} cannot act: no blow"), "CD20-HP-05"),
}
ARM = 1.5


def _head(report: Report) -> str:
    given = report.given
    weapon = weapon_of(given.weapon, given.thrown)
    return strike_text(report, given.attacker, given.target, weapon, given.aim, weapon_text(report, given.weapon))


def attack(report: Report) -> list[str]:
    """« Paul tire : 10 (d20) + 3 (arme) + 2 (base) − 1 (fatigue) = 14 contre CA 12 (bras droit), touché. »"""
    if isinstance(report.outcome, Waiting):
        return waiting_lines(report, _head(report))
    if present(report.outcome.refused):
        return [refuse_attack(report, report.outcome.refused, report.given)]
    return attack_lines(report, report.given, report.outcome, _head(report))


def _no(report: Report, reasons: dict[str, tuple[Both, str]]) -> list[str]:
    why, rule = reasons[str(report.outcome.reason)]
    who = who_text(report, report.given.attacker, ATTACKER, acts=True)
    text = report.pick(*why).replace("{reach}", metres(report, ARM)).replace("{who}", who)
    return [with_rule(f"{start(text)}.", rule)]


def cleave(report: Report) -> list[str]:
    """The same, in the movement of the blow that brought somebody down."""
    if isinstance(report.outcome, Waiting):
        return waiting_lines(report, _head(report))
    if not report.outcome.allowed:
        return _no(report, CLEAVE)
    if present(report.outcome.refused):
        return [refuse_attack(report, report.outcome.refused, report.given)]
    return attack_lines(
        report, report.given, report.outcome, f"{report.pick('Enchaînement', 'Cleave')}. {_head(report)}"
    )


def finishing_blow(report: Report) -> list[str]:
    """« Coup de grâce à la tête : … GB 9 + 4 (tête) + 4 (coup de grâce) = 17. »"""
    given, outcome = report.given, report.outcome
    if not outcome.allowed:
        return _no(report, FINISH)
    attack = AttackGiven(
        attacker=given.attacker,
        weapon=given.weapon,
        target=given.target,
        attack_bonus=given.attack_bonus,
        distance_m=given.distance_m,
        modifier=given.modifier,
        gb_bonus=MERCILESS,
    )
    who = who_text(report, given.attacker, ("", ""), acts=True)
    blow = report.pick("coup de grâce", "finishing blow")
    place = report.pick(at_zone(report, given.zone), f"to {the_zone(report, given.zone)}")
    head = start(", ".join(part for part in (who, f"{blow} {place}") if part))
    return attack_lines(report, attack, outcome, head, bonus_of(attack, Options()), ("coup de grâce", "finishing blow"))
