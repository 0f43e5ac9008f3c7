"""What an attack reckons with before its die: lethality, distance, zones, Power Attack, fire modes."""

from gardien.core.telling import Told
from gardien.core.wording import Both, counted, listed, present, ruled, said, start
from gardien.systems.cthulhud20.arms import BOTH_BARRELS, weapon_of
from gardien.systems.cthulhud20.scores import shown
from gardien.systems.cthulhud20.sentences.grammar import (
    adding,
    headed,
    hundred,
    metres,
    points,
    signed,
    zone_name,
)
from gardien.systems.cthulhud20.sentences.strikes_told import aimed_at, named_weapon

POWER: dict[str, Both] = {
    "too_small": ("le malus doit être de 1 au moins", "the malus must be 1 at least"),
    "above_base_attack": (
        "le malus ne dépasse pas le premier bonus de base ({most})",
        "the malus is no more than the first base attack ({most})",
    ),
    "melee_only": ("au contact seulement", "melee only"),
}


def lethality(told: Told) -> list[str]:
    """« Bonus de l'arme (fusil de précision) : +6 (20 de dégâts au plus) + 1 (critique) = +7. »"""
    given, outcome = told.given, told.outcome
    weapon = weapon_of(given.weapon)
    most = told.number(outcome.max_damage)
    parts: list[tuple[str, int]] = [
        (told.pick(f"{most} de dégâts au plus", f"{most} damage at most"), outcome.base_bonus),
        (told.pick("critique", "critical"), outcome.critical_bonus),
    ]
    if weapon.lethality is not None:
        parts = [(told.pick("arme", "weapon"), weapon.lethality)]
    parts += [
        (told.pick("dispersion", "spread"), outcome.spread_malus),
        (told.pick("deux canons", "both barrels"), BOTH_BARRELS if given.both_barrels else 0),
    ]
    named = named_weapon(told, given.weapon)
    head = headed(told, told.pick("bonus de l'arme", "lethality") + (f" ({named})" if named else ""))
    (name, first), *rest = shown(tuple(parts))
    sum_ = f"{signed(told, first)} ({name})" + "".join(f"{adding(told, value)} ({label})" for label, value in rest)
    total = f" = {signed(told, outcome.lethality)}" if rest or first != outcome.lethality else ""
    return [f"{start(head)}{told.colon} {sum_}{total}."]


def range_malus(told: Told) -> list[str]:
    """« 280 m, palier de 112,50 m : 2 paliers entiers, −4. »"""
    given, outcome = told.given, told.outcome
    far = metres(told, given.distance_m)
    if not outcome.effective_increment_m:
        return [told.pick(f"{far} : la distance ne compte pas avec cette arme.", f"{far}: distance does not count.")]
    step = metres(told, outcome.effective_increment_m)
    head = told.pick(f"{far}, palier de {step}", f"{far}, increment {step}")
    if not outcome.in_range:
        text = told.pick(
            "hors de portée. Se rapprocher ou changer d'arme", "out of range. Move nearer or change weapon"
        )
        return [ruled(f"{head}{told.colon} {text}.", "CD20-P-RANGE-01")]
    if not outcome.increments:
        return [f"{head}{told.colon} {told.pick('aucun malus', 'no penalty')}."]
    full = counted(
        told,
        outcome.increments,
        ("palier entier", "paliers entiers"),
        ("full increment", "full increments"),
    )
    return [f"{head}{told.colon} {full}, {signed(told, outcome.range_malus)}."]


def aim_zone(told: Told) -> list[str]:
    """« Tir à la tête : −10, sans d100. », « Tir en visant abdomen et jambes : −6, d100 de 53 à 100. »"""
    given, outcome = told.given, told.outcome
    head = told.pick("sans viser", "without aiming")
    if given.aim != "none":
        head = told.pick(f"attaque {aimed_at(told, given.aim)}", f"attack {aimed_at(told, given.aim)}")
    malus = signed(told, outcome.aim_malus) if outcome.aim_malus else told.pick("aucun malus", "no penalty")
    if not outcome.location_rolled:
        return [f"{start(headed(told, head))}{told.colon} {malus}, {told.pick('sans d100', 'no d100')}."]
    first, last = hundred(outcome.d100_from), hundred(outcome.d100_to)
    rolled = told.pick(f"d100 de {first} à {last}", f"d100 from {first} to {last}")
    chances = listed(told, [f"{zone_name(told, zone)} {said(told, text)}" for zone, text in outcome.chances.items()])
    return [f"{start(headed(told, head))}{told.colon} {malus}, {rolled}.", f"{start(chances)}."]


def locate(told: Told) -> list[str]:
    """« 10 au d100 : torse. GB +3, 1 PF de plus ; mortel à partir d'une GB de 16. »"""
    outcome = told.outcome
    zone = zone_name(told, outcome.zone)
    face = hundred(outcome.roll)
    head = told.pick(f"{face} au d100", f"{face} on d100")
    again = ""
    if present(outcome.rerolls) and outcome.rerolls:
        times = counted(told, outcome.rerolls, ("jet écarté", "jets écartés"), ("throw set aside", "throws set aside"))
        again = f" ({times})"
    means = []
    if outcome.zone_bonus:
        means.append(f"GB {signed(told, outcome.zone_bonus)}")
    if outcome.extra_pf_loss:
        more = points(told, outcome.extra_pf_loss, "PF")
        means.append(told.pick(f"{more} de plus", f"{more} more"))
    if outcome.vital:
        means.append(told.pick("mort à partir d'une GB de 16", "death from GB 16 on"))
    tail = f" {start(', '.join(means))}." if means else ""
    return [f"{start(headed(told, head))}{again}{told.colon} {zone}.{tail}"]


def power_attack(told: Told) -> list[str]:
    """« Power Attack : −4 à l'attaque, +6 à la GB. »"""
    given, outcome = told.given, told.outcome
    head = headed(told, "Power Attack")
    if not outcome.allowed:
        why = told.pick(*POWER[outcome.reason]).replace("{most}", signed(told, given.base_attack[0]))
        return [ruled(f"{start(head)}{told.colon} {why}.", "CD20-FEAT-06")]
    less, more = signed(told, outcome.attack_malus), signed(told, outcome.gb_bonus)
    return [
        told.pick(f"{start(head)} : {less} à l'attaque, {more} à la GB.", f"{start(head)}: {less} to hit, {more} GB.")
    ]


def volley_bonuses(told: Told) -> list[str]:
    """« 2 attaques : +18 et +11. 2 balles en tout. »"""
    outcome = told.outcome
    if not outcome.attacks:
        return [told.pick("Plus de balle : aucune attaque.", "No bullet left: no attack.")]
    made = counted(told, outcome.attacks, ("attaque", "attaques"), ("attack", "attacks"))
    each = listed(told, [signed(told, one) for one in outcome.bonuses])
    malus = ""
    if outcome.malus:
        less = signed(told, outcome.malus)
        malus = told.pick(f", malus de cadence {less} compris", f", rate-of-fire penalty {less} included")
    used = counted(told, outcome.ammunition_used, ("balle", "balles"), ("bullet", "bullets"))
    all_of_them = told.pick(" en tout", " in all") if outcome.attacks > 1 else ""
    return [f"{start(headed(told, made))}{told.colon} {each}{malus}. {used}{all_of_them}."]
