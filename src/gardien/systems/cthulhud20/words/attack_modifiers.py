"""What counts in an attack, told by itself: lethality, range, aim, zone, feats, the whole bonus, a CA by zones."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.wording import (
    Both,
    chance_text,
    count_of,
    join_list,
    join_sentences,
    present,
    start,
    thing_of,
    who_text,
    with_rule,
)
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import bonus_of, distance_of
from gardien.systems.cthulhud20.rules.fight.weapons import BOTH_BARRELS, weapon_of
from gardien.systems.cthulhud20.rules.tests.modifiers import parts_to_show
from gardien.systems.cthulhud20.words.attack import WHOLE, aim_text, refuse_range, terms_of, weapon_text
from gardien.systems.cthulhud20.words.grammar import adding, d100_text, head_text, metres, points, signed, zone_name

POWER: dict[str, Both] = {
    "too_small": ("le malus doit être de 1 au moins", "the malus must be 1 at least"),
    "above_base_attack": (
        "le malus ne dépasse pas le premier bonus de base ({most})",
        "the malus is no more than the first base attack ({most})",
    ),
    "melee_only": ("au contact seulement", "melee only"),
}


def lethality(report: Report) -> list[str]:
    """« Bonus de l'arme (fusil de précision) : +6 (20 de dégâts au plus) + 1 (critique) = +7. »"""
    given, outcome = report.given, report.outcome
    weapon = weapon_of(given.weapon)
    most = report.number(outcome.max_damage)
    parts: list[tuple[str, int]] = [
        (report.pick(f"{most} de dégâts au plus", f"{most} damage at most"), outcome.base_bonus),
        (report.pick("critique", "critical"), outcome.critical_bonus),
    ]
    if weapon.lethality is not None:
        parts = [(report.pick("arme", "weapon"), weapon.lethality)]
    parts += [
        (report.pick("dispersion", "spread"), outcome.spread_malus),
        (report.pick("deux canons", "both barrels"), BOTH_BARRELS if given.both_barrels else 0),
    ]
    named = weapon_text(report, given.weapon)
    head = head_text(report, report.pick("bonus de l'arme", "lethality") + (f" ({named})" if named else ""))
    (name, first), *rest = parts_to_show(tuple(parts))
    sum_ = f"{signed(report, first)} ({name})" + "".join(f"{adding(report, value)} ({label})" for label, value in rest)
    total = f" = {signed(report, outcome.lethality)}" if rest or first != outcome.lethality else ""
    return [f"{start(head)}{report.colon} {sum_}{total}."]


def range_malus(report: Report) -> list[str]:
    """« 280 m, palier de 112,50 m : 2 paliers entiers, −4. »"""
    given, outcome = report.given, report.outcome
    far = metres(report, given.distance_m)
    if not outcome.effective_increment_m:
        return [report.pick(f"{far} : la distance ne compte pas avec cette arme.", f"{far}: distance does not count.")]
    step = metres(report, outcome.effective_increment_m)
    head = report.pick(f"{far}, palier de {step}", f"{far}, increment {step}")
    if not outcome.in_range:
        text = report.pick(
            "hors de portée. Se rapprocher ou changer d'arme", "out of range. Move nearer or change weapon"
        )
        return [with_rule(f"{head}{report.colon} {text}.", "CD20-P-RANGE-01")]
    if not outcome.increments:
        return [f"{head}{report.colon} {report.pick('aucun malus', 'no penalty')}."]
    full = count_of(
        report,
        outcome.increments,
        ("palier entier", "paliers entiers"),
        ("full increment", "full increments"),
    )
    return [f"{head}{report.colon} {full}, {signed(report, outcome.range_malus)}."]


def aim_zone(report: Report) -> list[str]:
    """« Tir à la tête : −10, sans d100. », « Tir en visant abdomen et jambes : −6, d100 de 53 à 100. »"""
    given, outcome = report.given, report.outcome
    head = report.pick("sans viser", "without aiming")
    if given.aim != "none":
        head = report.pick(f"attaque {aim_text(report, given.aim)}", f"attack {aim_text(report, given.aim)}")
    malus = signed(report, outcome.aim_malus) if outcome.aim_malus else report.pick("aucun malus", "no penalty")
    if not outcome.location_rolled:
        return [f"{start(head_text(report, head))}{report.colon} {malus}, {report.pick('sans d100', 'no d100')}."]
    first, last = d100_text(outcome.d100_from), d100_text(outcome.d100_to)
    rolled = report.pick(f"d100 de {first} à {last}", f"d100 from {first} to {last}")
    chances = join_list(
        report, [f"{zone_name(report, zone)} {chance_text(report, text)}" for zone, text in outcome.chances.items()]
    )
    return [f"{start(head_text(report, head))}{report.colon} {malus}, {rolled}.", f"{start(chances)}."]


def locate(report: Report) -> list[str]:
    """« 10 au d100 : torse. GB +3, 1 PF de plus ; mortel à partir d'une GB de 16. »"""
    outcome = report.outcome
    zone = zone_name(report, outcome.zone)
    face = d100_text(outcome.roll)
    head = report.pick(f"{face} au d100", f"{face} on d100")
    again = ""
    if present(outcome.rerolls) and outcome.rerolls:
        times = count_of(
            report, outcome.rerolls, ("jet écarté", "jets écartés"), ("throw set aside", "throws set aside")
        )
        again = f" ({times})"
    means = []
    if outcome.zone_bonus:
        means.append(f"GB {signed(report, outcome.zone_bonus)}")
    if outcome.extra_pf_loss:
        more = points(report, outcome.extra_pf_loss, "PF")
        means.append(report.pick(f"{more} de plus", f"{more} more"))
    if outcome.vital:
        means.append(report.pick("mort à partir d'une GB de 16", "death from GB 16 on"))
    tail = f" {start(', '.join(means))}." if means else ""
    return [f"{start(head_text(report, head))}{again}{report.colon} {zone}.{tail}"]


def power_attack(report: Report) -> list[str]:
    """« Attaque en puissance : −4 à l'attaque, +6 à la GB. »"""
    given, outcome = report.given, report.outcome
    head = head_text(report, report.pick("Attaque en puissance", "Power Attack"))
    if not outcome.allowed:
        why = report.pick(*POWER[outcome.reason]).replace("{most}", signed(report, given.base_attack[0]))
        return [with_rule(f"{start(head)}{report.colon} {why}.", "CD20-FEAT-06")]
    less, more = signed(report, outcome.attack_malus), signed(report, outcome.gb_bonus)
    return [
        report.pick(f"{start(head)} : {less} à l'attaque, {more} à la GB.", f"{start(head)}: {less} to hit, {more} GB.")
    ]


def volley_bonuses(report: Report) -> list[str]:
    """« 2 attaques : +18 et +11. 2 balles en tout. »"""
    outcome = report.outcome
    if not outcome.attacks:
        return [report.pick("Plus de balle : aucune attaque.", "No bullet left: no attack.")]
    made = count_of(report, outcome.attacks, ("attaque", "attaques"), ("attack", "attacks"))
    each = join_list(report, [signed(report, one) for one in outcome.bonuses])
    malus = ""
    if outcome.malus:
        less = signed(report, outcome.malus)
        malus = report.pick(f", malus de cadence {less} compris", f", rate-of-fire penalty {less} included")
    used = count_of(report, outcome.ammunition_used, ("balle", "balles"), ("bullet", "bullets"))
    all_of_them = report.pick(" en tout", " in all") if outcome.attacks > 1 else ""
    return [f"{start(head_text(report, made))}{report.colon} {each}{malus}. {used}{all_of_them}."]


# ---- the whole bonus, and the CA it meets ----


FATIGUE: Both = ("malus de fatigue", "fatigue penalty")
ARMOUR: Both = ("malus d'armure", "armour check penalty")


def attack_bonus(report: Report) -> list[str]:
    """« Bonus d'attaque (fusil de précision) : 7 (base) + 5 (DEX) + 7 (arme) − 4 (distance) = +15. »"""
    given, outcome = report.given, report.outcome
    attack_sum = bonus_of(given, Options())
    weapon = weapon_text(report, given.weapon)
    if not outcome.in_range:
        return [refuse_range(report, attack_sum.weapon, distance_of(given.distance_m, attack_sum.weapon))]
    name = report.pick("bonus d'attaque", "attack bonus") + (f" ({weapon})" if weapon else "")
    head = start(head_text(report, name))
    total = f"{signed(report, outcome.total_bonus)}"
    parts = terms_of(report, given, attack_sum, outcome)
    plain = ""
    if outcome.system == "traditional":
        plain = report.pick(
            "Le bonus de l'arme ne compte pas : la créature garde ses points de vie.",
            "Lethality does not count: the creature keeps its hit points.",
        )
    return [join_sentences(f"{head}{report.colon} {_sum(report, parts, total)}.", plain)]


def _sum(report: Report, parts: Any, total: str) -> str:
    if len(parts) < 2:
        return f"{total} ({parts[0][0]})" if parts and parts[0][0] != report.pick(*WHOLE) else total
    (name, first), *rest = parts
    return f"{report.number(first)} ({name})" + "".join(f"{adding(report, v)} ({n})" for n, v in rest) + f" = {total}"


def zone_ca(report: Report) -> list[str]:
    """« CA de Paul : tête 12, torse 13, bras droit 13… CA de contact 12. »"""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.target, ("", ""), acts=True)
    head = headed_by(report, who)
    zones = ", ".join(f"{zone_name(report, zone)} {report.number(ca)}" for zone, ca in outcome.zone_ca.items())
    touch = f"{report.pick('CA de contact', 'Touch CA')} {report.number(outcome.touch_ca)}."
    weighs = []
    if outcome.fatigue_malus:
        weighs.append(f"{report.pick(*FATIGUE)} {signed(report, outcome.fatigue_malus)}")
    if outcome.armour_check_malus:
        weighs.append(f"{report.pick(*ARMOUR)} {signed(report, outcome.armour_check_malus)}")
    if outcome.helpless:
        weighs.append(report.pick("sans défense", "helpless"))
    tail = f"{start(', '.join(weighs))}." if weighs else ""
    return [f"{head}{report.colon} {zones}.", join_sentences(touch, tail)]


def headed_by(report: Report, who: str) -> str:
    """« CA de Paul », « CA par zone »."""
    return start(thing_of(report, ("CA", "CA"), who)) if who else report.pick("CA par zone", "CA by zone")
