"""A sheet in the game's own words: weapons as a combat table, wounds, courses, what runs and what heals (SHEET)."""

from contextlib import suppress
from typing import Any

import msgspec

from gardien.core.errors import Refusal
from gardien.core.presentation import Content, Listing, Reading
from gardien.core.telling import lower_first
from gardien.core.terms import HARD, number
from gardien.systems.operators import pack
from gardien.systems.operators.options import rules
from gardien.systems.operators.rules.character import CODES
from gardien.systems.operators.table.ability import combatant

MINUTES = {"minutes": 1, "hours": 60, "days": 24 * 60}
UNITS = {
    "minutes": (("minute", "minutes"), ("minute", "minutes")),
    "hours": (("heure", "heures"), ("hour", "hours")),
    "days": (("jour", "jours"), ("day", "days")),
}
DOUBLED = {3: "×3", 5: "×5"}
ARMS_ON_PAPER = 4  # lines of a blank combat table


def count_text(reading: Reading, count: float, unit: str) -> str:
    """« 3 heures »."""
    several = count >= 2 if reading.language == "fr" else count != 1
    return f"{number(count, reading.language)}{HARD}{reading.pick(*(pair[several] for pair in UNITS[unit]))}"


def lasting(reading: Reading, minutes: int) -> str:
    """A stretch of time in its largest two units: « 1 jour et 2 heures »."""
    parts = []
    for unit in ("days", "hours", "minutes"):
        count, minutes = divmod(minutes, MINUTES[unit])
        if count:
            parts.append(count_text(reading, count, unit))
    return reading.pick(" et ", " and ").join(parts[:2]) or count_text(reading, 0, "minutes")


# ---- arms ----


def _zones(reading: Reading, low: int, high: int, melee: bool) -> str:
    if melee:
        return reading.pick("contact", "contact")
    return str(low) if low == high else f"{low}–{high}"


def _weapon(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    """A weapon at hand: damage, zones, what is loaded (OPS-DMG-01, OPS-CBT-08, OPS-OPT-05)."""
    own = next((row for row in sheet.get("own_weapons", ()) if row["name"] == one["name"]), None)
    row: Any = pack.weapon(one["key"]) if one.get("key") else None
    if row is None and own is None:
        return one["name"], one.get("damage", ""), "", ""
    about: dict[str, Any] = dict(own or {}) if row is None else msgspec.structs.asdict(row)
    said = [reading.pick("rafale", "burst")] if about["burst"] else []
    if row is not None and row.throwable and row.type == "melee":
        said.append(reading.pick("se lance", "can be thrown"))
    if row is not None and one["name"] not in (row.fr, row.en):
        said.insert(0, getattr(row, reading.language))
    name = "\n".join(part for part in (one["name"], ", ".join(said)) if part)
    zones = _zones(reading, about["zone_min"], about["zone_max"], about["type"] == "melee")
    magazine = about["magazine"] if about["type"] == "firearm" else None
    return name, about["damage"], zones, _load_text(one, magazine, reading)


def _load_text(one: Content, magazine: int | None, reading: Reading) -> str:
    if magazine is None:
        return "–"
    left = one.get("rounds_left")
    said = reading.pick("vide", "empty") if one.get("empty") else f"{magazine if left is None else left}/{magazine}"
    spare = one.get("spare_magazines", 0)
    more = reading.pick(
        f"{spare}{HARD}chargeur{'s' if spare > 1 else ''}" if spare else "dernier chargeur",
        f"{spare}{HARD}magazine{'' if spare == 1 else 's'}" if spare else "last magazine",
    )
    return f"{said}\n{more}"


def _blank_weapons(reading: Reading) -> list[tuple[str, tuple[str, ...]]]:
    """The combat table of a blank sheet: bare hands are printed, the rest is written by hand (OPS-SHEET-01)."""
    hands = pack.weapon("unarmed")
    return [
        (hands.key, (str(getattr(hands, reading.language)), hands.damage, _zones(reading, 0, 0, melee=True), "–")),
        *(("", ("",) * len(FIREPOWER)) for _ in range(ARMS_ON_PAPER)),
    ]


def _own_weapon(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    """A weapon outside the catalogue; one that is at hand stands among those already."""
    if any(at["name"] == one["name"] for at in sheet.get("weapons", ())):
        return ()
    zones = _zones(reading, one["zone_min"], one["zone_max"], one["type"] == "melee")
    return one["name"], one["damage"], zones, str(one["magazine"]) if one["type"] == "firearm" else "–"


def _attack(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    """A natural attack: with what score, what it does, what else it brings (OPS-CREAT-08 to OPS-CREAT-13)."""
    said = [reading.word("damage_kind", one["damage_kind"])] if one.get("damage_kind", "natural") != "natural" else []
    for field, fr, en in (
        ("area", "atteint tout le monde à portée", "reaches everybody near"),
        ("grip", "saisit sa proie", "grips its prey"),
        ("grip_damage", "blesse à chaque tour de prise", "hurts on every turn of the grip"),
        ("irreversible", "perte définitive", "for good"),
        ("advantage", "avec avantage", "with advantage"),
    ):
        if one.get(field):
            said.append(reading.pick(fr, en))
    if one.get("drain", "none") != "none":
        said.append(reading.pick(f"affaiblit la {one['drain']}", f"drains {one['drain']}"))
    if one["damage"] == "0":
        damage = reading.pick("sans dommages", "no damage")
    else:
        damage = one["damage"] + (reading.pick(" + bonus", " + bonus") if one.get("add_bonus", True) else "")
    test = f"{one.get('characteristic', 'FOR')} {DOUBLED[one.get('multiplier', 3)]}"
    return "\n".join(part for part in (one["name"], ", ".join(said)) if part), test, damage


def _worn_row(sheet: Content, key: Any, reading: Reading) -> tuple[str, ...]:
    """What is worn: what it takes off, where, how often still (OPS-ARM-02, OPS-ARM-03)."""
    row = pack.protection(key)
    left = (sheet.get("uses_left") or {}).get(key, row.uses)
    places = [*row.covers]
    if len(places) >= 6:
        where = reading.pick("tout le corps", "whole body")
    else:
        where = ", ".join(reading.word("location", place) for place in places) or "–"
    uses = "" if row.uses is None else f"{left}/{row.uses}"
    weighs = [f"{code} −{take}" for code, take in (("DEX", row.penalty_DEX), ("CON", row.penalty_CON)) if take]
    name = "\n".join(part for part in (str(getattr(row, reading.language)), ", ".join(weighs)) if part)
    return name, str(row.value), where, uses or "–"


# ---- body and mind ----


def _threshold(sheet: Content, value: Any, reading: Reading) -> tuple[str, ...]:
    """The wound threshold, for whoever knows what it rests on (OPS-CREA-08)."""
    if sheet.get("sb") is None and not {"FOR", "CON"} <= set(sheet):
        return ()
    return (str(combatant(sheet).threshold(rules(reading.options))),)


def _bonus(sheet: Content, value: Any, reading: Reading) -> tuple[str, ...]:
    """What an arm adds to its blows (OPS-CREA-09)."""
    if "FOR" not in sheet:
        return ()
    dice = combatant(sheet).bonus(rules(reading.options))
    return (reading.pick("aucun", "none") if dice == "none" else f"+{dice}",)


def _wound(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    place = one.get("location", "none")
    level = one.get("level")
    points = f"{one['damage']}{HARD}" + reading.pick("point" if one["damage"] < 2 else "points", "points")
    said = [reading.terms.word("level", level, reading.language)] if level else []
    if place != "none":
        said.append(reading.word("location", place))
    source = one.get("source", "")
    what = reading.terms.entry("act", source)
    said_of = reading.terms.say(what, reading.language, default=_row_name(source, reading)) if source else ""
    return (", ".join([*said, points, *([lower_first(said_of) if what else said_of] if said_of else ())]),)


def _row_name(source: str, reading: Reading) -> str:
    """What a poison or a device is called; whoever struck goes by their name."""
    for table in (pack.substance, pack.device):
        with suppress(Refusal):
            return str(getattr(table(source), reading.language))
    return source


def _drain(sheet: Content, entry: Any, reading: Reading) -> tuple[str, ...]:
    code, lost = entry
    said = []
    if lost.get("temporary"):
        said.append(f"−{lost['temporary']} " + reading.pick("pour un temps", "for a time"))
    if lost.get("permanent"):
        said.append(f"−{lost['permanent']} " + reading.pick("pour toujours", "for good"))
    return (f"{code} {', '.join(said)}",) if said else ()


def _clock(sheet: Content, clock: Any, reading: Reading) -> tuple[str, ...]:
    """What time is left to a wound that nobody treats (OPS-HLTH-08)."""
    if not clock["delay"]:
        delay = {"minutes": ("des minutes", "minutes"), "hours": ("des heures", "hours"), "days": ("des jours", "days")}
        return (reading.pick(*delay[clock["unit"]]) + reading.pick(", délai à tirer", ", delay to be drawn"),)
    said = count_text(reading, clock["delay"], clock["unit"])
    if reading.clock is None:
        return (said,)
    left = clock.get("since", 0) + clock["delay"] * MINUTES[clock["unit"]] - reading.clock
    if left <= 0:
        return (reading.pick("écoulée", "run out"),)
    time_left = lasting(reading, left)
    return (reading.pick(f"encore {time_left} sur {said}", f"{time_left} left of {said}"),)


def _recovery(sheet: Content, care: Any, reading: Reading) -> tuple[str, ...]:
    stages = [
        f"{reading.word('level', stage)}{reading.pick(f'{HARD}: ', ': ')}{count_text(reading, days, 'days')}"
        for stage, days in zip(care["stages"], care["days"], strict=False)
    ]
    return (", ".join(stages),)


def _madness(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    return reading.terms.word("effect", one["effect"], reading.language), one.get("source", "")


def _guard(sheet: Content, guard: Any, reading: Reading) -> tuple[str, ...]:
    """What is decided before an attack is seen (OPS-CBT-12, LUCK)."""
    said = [
        reading.pick("esquive ou pare au cas par cas", "dodges or parries case by case")
        if guard.get("asks")
        else reading.pick("esquive ou pare", "dodges or parries")
        if guard.get("defends", True)
        else reading.pick("ne se défend pas", "does not defend")
    ]
    if guard.get("max_shift"):
        most = guard["max_shift"]
        said.append(reading.pick(f"jusqu’à {most} points de Chance par jet", f"up to {most} points of Luck a roll"))
    for field, fr, en in (
        ("cancel_fumble", "annule une maladresse", "cancels a fumble"),
        ("cancel_grave", "annule une blessure grave", "cancels a grave wound"),
        ("escape_death", "échappe à la mort", "escapes death"),
    ):
        if guard.get(field):
            said.append(reading.pick(fr, en))
    if len(said) == 1 and sheet.get("kind") == "operator":
        said.append(reading.pick("garde sa Chance", "keeps the Luck"))
    return (", ".join(said),)


def _cast(sheet: Content, entry: Any, reading: Reading) -> tuple[str, ...]:
    """When a ritual was performed last (OPS-MAG-04)."""
    key, minute = entry
    try:
        name = str(getattr(pack.ritual(key), reading.language))
    except Refusal:
        name = key
    if reading.clock is None:
        return (name,)
    ago = lasting(reading, max(0, reading.clock - minute))
    return name, reading.pick(f"il y a {ago}", f"{ago} ago")


# ---- person ----


def _advantage(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    code = one["characteristic"]
    said = code if code in CODES else reading.word("characteristic", code)
    return f"{said}{reading.pick(f'{HARD}: ', ': ')}{_domain(one['domain'], reading)}", ""


def _trade(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    """A specialty written by Contrôle: what it asks for, what its bonus points may raise, what it helps with."""
    said = [f"EDU {one['edu_min']} {reading.pick('au moins', 'at least')}"] if one.get("edu_min") else []
    among = ", ".join(one["bonus_among"])
    said.append(reading.pick(f"points de bonus entre {among}", f"bonus points among {among}"))
    helps = [_advantage(sheet, each, reading)[0] for each in one.get("advantages", ())]
    return "; ".join((*said, *helps)) if reading.language == "en" else "\u202f; ".join((*said, *helps)), ""


def _domain(key: str, reading: Reading) -> str:
    """A domain of the pack by its name; one of the table's own stays as it is."""
    try:
        return lower_first(str(getattr(pack.domain(key), reading.language)))
    except Refusal:
        return key


def _training(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    trade = getattr(pack.specialty(one["specialty"]), reading.language)
    return _advantage(sheet, one, reading)[0], str(trade)


FIREPOWER = ("weapon", "damage", "zones", "loaded")

LISTINGS = {
    "sb": Listing(_threshold, worked_out=True),
    "damage_bonus": Listing(_bonus, worked_out=True),
    "weapons": Listing(_weapon, FIREPOWER, blank=_blank_weapons),
    "own_weapons": Listing(_own_weapon, FIREPOWER),
    "attacks": Listing(_attack, ("attack", "attack_test", "damage")),
    "worn": Listing(_worn_row, ("worn_piece", "value", "covers", "uses")),
    "wounds": Listing(_wound),
    "drain": Listing(_drain, by_entry=True),
    "clock": Listing(_clock, title="untreated"),
    "recovery": Listing(_recovery),
    "madness_effects": Listing(_madness, title="madness"),
    "guard": Listing(_guard),
    "last_cast": Listing(_cast, by_entry=True),
    "trainings": Listing(_training),
    "custom_specialty": Listing(_trade),
    "advantages": Listing(_advantage),
    "privileged": Listing(_advantage),
}
