"""A sheet in the game’s own words: the body zone by zone, skills, weapons, feats; the table of the group (TRACK-01)."""

from typing import Any

from gardien.core.errors import Refusal
from gardien.core.presentation import Cell, Content, Figure, Listing, Reading, Roster, Spot, row_names
from gardien.core.reference import search_text
from gardien.core.telling import lower_first
from gardien.core.terms import HARD, MINUS, Language, number
from gardien.core.wording import to, with_article
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.page.figures import drawing_of
from gardien.systems.cthulhud20.rules.body.tracking_sheet import TrackedWound, status_of, tracked_wound
from gardien.systems.cthulhud20.rules.fight.armour_class import guard_of
from gardien.systems.cthulhud20.rules.person import Body, body_of
from gardien.systems.cthulhud20.rules.tests.modifiers import save_bonus
from gardien.systems.cthulhud20.sheet.display_names import feat_name, skill_name
from gardien.systems.cthulhud20.table.fighter import combatant, rules, traditional
from gardien.systems.cthulhud20.vocabulary import WHOLE, ZONES_OF_SEVERAL

BOXES = "☐☑"
MINUTE = 10  # rounds
SPANS = ((2880, 1440, ("jours", "days")), (60, 60, ("h", "h")), (1, 1, ("min", "min")))  # from so many minutes on
GRAVE = ("grave", "critical", "mortal", "destructive")


def signed(value: int) -> str:
    """« +3 », « −1 », « 0 »."""
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"


# ---- the body ----


def _in_time(rounds: int, reading: Reading) -> str:
    """A stretch of rounds, in minutes where it is whole ones."""
    if rounds and rounds % MINUTE == 0:
        minutes = rounds // MINUTE
        return f"{minutes}{HARD}minute{'s' if minutes > 1 else ''}"
    return f"{rounds}{HARD}round{'s' if rounds > 1 else ''}"


def wound_words(wound: TrackedWound, reading: Reading) -> str:
    """How grave, how it is, when it takes the next points, how hard it is to treat (CD20-TRACK-01)."""
    said = [f"{reading.word('severity', wound.severity)}, GB{HARD}{wound.gb}"]
    if wound.status == "bleeding":
        when = _in_time(int(wound.next_loss_in_rounds or 0), reading)
        said.append(reading.pick(f"saigne, perte dans {when}", f"bleeding, next loss in {when}"))
    elif wound.status != "closed":
        said.append(reading.word("status", wound.status))
    if isinstance(wound.care_dc, int):
        said.append(reading.pick(f"soins DD{HARD}{wound.care_dc}", f"care DC{HARD}{wound.care_dc}"))
    return " · ".join(said)


def wounds_of(sheet: Content, reading: Reading) -> list[tuple[Any, str]]:
    """Somebody’s wounds by their places in the list, each by zone, severity and how it is."""
    body, wounds = _body(sheet, reading), []
    for at, one in enumerate(body.wounds):
        named = f"{reading.terms.word('zone', one.zone, reading.language)}, {reading.word('severity', one.severity)}"
        status = status_of(one, not body.dead)
        state = "" if status == "closed" else f" · {reading.word('status', status)}"
        wounds.append((at, f"{named}, GB{HARD}{one.gb}{state}"))
    return wounds


def _body(sheet: Content, reading: Reading) -> Body:
    return body_of(combatant(sheet), rules(reading.options))


def _spots(sheet: Content, reading: Reading) -> tuple[Spot, ...]:
    """The CA of each zone, what protects it, what happened to it (CD20-AC-01, CD20-GB-04)."""
    who = combatant(sheet)
    guard = guard_of(who, rules(reading.options))
    if traditional(sheet):
        return (Spot(WHOLE, guard.touch_ca + who.natural_armour),)
    body = _body(sheet, reading)
    spots = [_spot(zone, ca, body, bool(guard.armour(zone)), reading) for zone, ca in guard.zone_ca]
    everywhere = _spot(WHOLE, None, body, False, reading)
    return (*spots, *([everywhere] if everywhere.notes else []))


def _spot(zone: Any, ca: int | None, body: Body, worn: bool, reading: Reading) -> Spot:
    wounds = [tracked_wound(one, body) for one in body.wounds if one.zone == zone]
    notes = [wound_words(one, reading) for one in wounds]
    if zone in body.lost_parts:
        return Spot(zone, None, "gone", notes=(reading.pick("partie perdue", "lost"), *notes))
    if zone in body.hampered_parts:
        notes.insert(0, reading.pick("hors d’usage", "out of use"))
    grave = zone in body.hampered_parts or any(one.severity in GRAVE for one in wounds)
    worse = any(one.status == "bleeding" for one in wounds)
    return Spot(zone, ca, "grave" if grave else "slight" if wounds else "", worn, worse, tuple(notes))


def _drawing(sheet: Content) -> Any:
    """Whoever keeps hit points has no zones (CD20-CREA-02)."""
    return None if traditional(sheet) else drawing_of(sheet)


BODIES = {
    "zone_ca": Figure(_spots, _drawing, "zone", caption="zone_ca", act=lambda zone: ("apply_wound", {"zone": zone})),
}


# ---- at a glance ----


def signs(sheet: Content, reading: Reading) -> tuple[tuple[str, str], ...]:
    """What must be known of somebody beside PF and PV: a word, and how much it presses."""
    feminine = sheet.get("gender") == "f"

    def word(field: str, value: str) -> str:
        return lower_first(reading.terms.word(field, value, reading.language, feminine=feminine))

    words: list[tuple[str, str]] = []
    state = str(sheet.get("state") or "ok")
    if state != "ok":
        words.append((word("state", state), "bad"))
    bleeding = [one for one in sheet.get("wounds") or () if one.get("bleeding") and state != "dead"]
    for one in sorted(bleeding, key=lambda one: one.get("next_tick_in_rounds") or 0):  # each by its own clock
        zone, rounds = word("zone", str(one["zone"])), int(one.get("next_tick_in_rounds") or 0)
        when = reading.pick(f", perte dans {_in_time(rounds, reading)}", f", loss in {_in_time(rounds, reading)}")
        when = when if rounds else ""
        several, entry = one["zone"] in ZONES_OF_SEVERAL, reading.terms.entry("zone", str(one["zone"])) or {}
        where = to(with_article(zone, feminine=entry.get("gender") == "f", several=several)).replace("'", "’")
        words.append((reading.pick(f"saigne {where}{when}", f"bleeding: {zone}{when}"), "bad"))
    if sheet.get("burning"):
        words.append((reading.pick("en feu", "on fire"), "bad"))
    if sheet.get("prone") and state == "ok":
        words.append((word("condition", "prone"), "due"))
    if sheet.get("shock_next_turn", "none") != "none":
        words.append((word("shock_next_turn", sheet["shock_next_turn"]), "due"))
    words += [(word("condition", one), "due") for one in sheet.get("conditions") or ()]
    words += [(word("kind", kind), "bad") for kind in dict.fromkeys(one["kind"] for one in sheet.get("insanity") or ())]
    return tuple(words)


def _cells(sheet: Content, reading: Reading) -> tuple[Cell, ...]:
    """Fatigue with its malus, PV, every wound: a line of the Keeper’s table (CD20-TRACK-01)."""
    if traditional(sheet):
        return Cell(), Cell(gauge="hp_current"), Cell()
    body = _body(sheet, reading)
    malus = f"{reading.label('malus')} {signed(body.malus)}"
    state = (
        ""
        if body.state == "ok"
        else reading.terms.word("state", body.state, reading.language, feminine=sheet.get("gender") == "f")
    )
    tracked = [tracked_wound(one, body) for one in body.wounds]
    wounds = [(_zone(one.zone, reading), wound_words(one, reading), one.status == "bleeding") for one in tracked]
    lost = [(_zone(zone, reading), reading.pick("partie perdue", "lost"), False) for zone in body.lost_parts]
    return (
        Cell(gauge="pf", note=malus, pressing=body.malus < 0),
        Cell(gauge="pv", note=state, pressing=bool(state)),
        Cell(entries=(*wounds, *lost)),
    )


def _zone(zone: str, reading: Reading) -> str:
    return reading.terms.word("zone", zone, reading.language)


ROSTER = Roster("tracking_sheet", ("fatigue", "pv", "wound_severities"), _cells, ("malus", "", ""))


# ---- lists ----


def _skill(sheet: Content, entry: Any, reading: Reading) -> tuple[str, ...]:
    """Ranks, ability, feats, total; what weighs for the moment comes with the roll (CD20-P-SKILL-01)."""
    key, parts = entry
    ability = parts["ability"]
    code = str((reading.terms.entry("characteristic", ability) or {}).get("code", "")) if ability else ""
    usable = parts["usable"]
    return (
        skill_name(key, reading.language),
        code,
        f"{parts['ranks']:g}".replace(".", reading.pick(",", ".")) if parts["ranks"] else "",
        signed(parts["ability_mod"]) if ability else "",
        signed(parts["feat_bonus"]) if parts["feat_bonus"] else "",
        signed(parts["total"]) if usable else "–",
        BOXES[bool(parts["core"])],
    )


def by_name(skill: str, language: Language) -> str:
    """The place of a skill in the list, as one looks for it in that language."""
    return search_text(skill_name(skill, language))


def _blank_skills(reading: Reading) -> list[tuple[str, tuple[str, ...]]]:
    rows: list[tuple[str, tuple[str, ...]]] = []
    for key in sorted(pack.skill_keys(), key=lambda one: by_name(one, reading.language)):
        ability = pack.skill(key).ability
        code = str((reading.terms.entry("characteristic", ability) or {}).get("code", "")) if ability else ""
        rows.append((key, (skill_name(key, reading.language), code, "", "", "", "", BOXES[0])))
    return rows


def _weapon(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    """A line of the weapon table: what each attack of a round adds, lethality among it (CD20-ATT-01)."""
    notes = [reading.pick("enrayée", "jammed")] if one.get("jammed") else []
    key = one.get("weapon") or ""
    name = one.get("name") or row_names(pack.weapon)(key, reading.language)
    row = pack.weapon(key) if key in pack.keys("weapons", "weapon") else None
    reach = f"{row.metres:g}{HARD}m".replace(".", reading.pick(",", ".")) if row and row.metres else "–"
    more = one.get("spare_magazines") or 0
    spare = f"\n+{more}{HARD}{reading.pick('recharge', 'reload')}{'s' if more > 1 else ''}" if more else ""
    loaded = f"{one['ammunition']}/{one['magazine']}{spare}" if one.get("magazine") else "–"
    bonuses = "/".join(signed(bonus) for bonus in one.get("bonuses") or ())
    return "\n".join([name, *notes]), bonuses or "–", signed(one.get("lethality", 0)), reach, loaded


def _attack(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    times = f"{HARD}×{HARD}{one['count']}" if one.get("count", 1) > 1 else ""
    poison = row_names(pack.poison)(one["poison"], reading.language) if one.get("poison") else ""
    notes = ", ".join(part for part in (poison, one.get("special", "")) if part)
    name = "\n".join(part for part in (one["name"], notes) if part)
    return name, f"{signed(one['attack_bonus'])}{times}", signed(one["lethality"]), one.get("damage") or "–"


def _feat(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    try:
        row = pack.feat(one)
    except Refusal:
        return (one,)
    return feat_name(one, reading.language), str(getattr(row, f"effect_{reading.language}", "") or "")


def _armour(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    """A piece of armour, and what it gives to which zones (CD20-P-ARM-01)."""
    try:
        row = pack.armour(one)
    except Refusal:
        return (one,)
    by_bonus: dict[int, list[str]] = {}
    for zone, bonus in row.zones.items():
        by_bonus.setdefault(bonus, []).append(reading.word("zone", zone))
    zones_text = [f"{signed(bonus)} {', '.join(zones)}" for bonus, zones in by_bonus.items()]
    return str(getattr(row, reading.language)), *zones_text


def _by_zone(sheet: Content, entry: Any, reading: Reading) -> tuple[str, ...]:
    zone, bonus = entry
    return (f"{reading.terms.word('zone', zone, reading.language)} {signed(bonus)}",)


def _insanity(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    left = one["ends_at"] - (reading.clock or 0) if one.get("ends_at") is not None else 0
    when = ""
    if left > 0:
        size, unit = next((size, unit) for least, size, unit in SPANS if left >= least)
        long = f"{number(-(-left // size), reading.language)}{HARD}{reading.pick(*unit)}"
        when = reading.pick(f"encore {long}", f"{long} left")
    if one.get("rounds") is not None:
        when = reading.pick(f"encore {_in_time(one['rounds'], reading)}", f"{_in_time(one['rounds'], reading)} left")
    return reading.word("kind", one["kind"]), _madness_effect(str(one.get("effect") or ""), reading), when


def _madness_effect(key: str, reading: Reading) -> str:
    """What an insanity makes of somebody, in the words of its table (CD20-P-SAN-03)."""
    rows = {row.key: row for name in ("short_madness", "long_madness") for row in pack.table("minds", name)}
    return lower_first(str(getattr(rows[key], reading.language))) if key in rows else key


def _poison(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    return row_names(pack.poison)(one["poison"], reading.language), _in_time(one["rounds"], reading)


def _disease(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    return (row_names(pack.disease)(one["disease"], reading.language),)


def _san_loss(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    lost = (one["success"], one["failure"])
    return ("/".join(lost),) if lost != ("0", "0") else ()


def _nothing(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    return ()  # said elsewhere


def _modifier(sheet: Content, value: Any, reading: Reading) -> tuple[str, ...]:
    return (signed(int(value or 0)),)


def _attacks(sheet: Content, value: Any, reading: Reading) -> tuple[str, ...]:
    return ("/".join(signed(one) for one in value or (0,)),)


def _metres(sheet: Content, value: Any, reading: Reading) -> tuple[str, ...]:
    return (f"{value or 0:g}".replace(".", reading.pick(",", ".")),)


def save_now(sheet: Content, save: Any) -> str:
    """A save with all that weighs on it now (CD20-P-SAVE-01)."""
    return signed(save_bonus(combatant(sheet), save))


LISTINGS = {
    "skills": Listing(
        _skill,
        ("skill", "of_ability", "ranks", "of_modifier", "of_feats", "total", "of_trade"),
        by_entry=True,
        numbers=("ranks", "of_modifier", "of_feats", "total"),
        opens="total",
        minor=("of_ability", "ranks", "of_modifier", "of_feats", "of_trade"),
        act=lambda key: ("check", {"skill": key}),
        tried=lambda sheet, key: bool((sheet.get("skills") or {}).get(key, {}).get("usable")),
        sort=lambda entry, reading: by_name(entry[0], reading.language),
        notable=lambda entry: bool(entry[1]["ranks"]),
        blank=_blank_skills,
    ),
    "weapons": Listing(
        _weapon,
        ("weapon", "attack", "of_weapon", "reach_told", "rounds_told"),
        opens="attack",
        minor=("of_weapon", "reach_told"),
    ),
    "attacks": Listing(_attack, ("name", "attack", "of_weapon", "damage")),
    "feats": Listing(_feat),
    "armour_items": Listing(_armour),
    "armour": Listing(_by_zone, by_entry=True),
    "cover": Listing(_by_zone, by_entry=True),
    "insanity": Listing(_insanity),
    "poisons": Listing(_poison),
    "diseases": Listing(_disease),
    "san_loss": Listing(_san_loss),
    **dict.fromkeys(("house_rules", "creation_log"), Listing(_nothing)),
    "initiative": Listing(_modifier, worked_out=True),
    "base_attack": Listing(_attacks, worked_out=True),
    "speed_m": Listing(_metres, worked_out=True),
}
