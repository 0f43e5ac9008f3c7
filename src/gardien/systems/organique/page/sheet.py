"""A sheet in the game’s own words: skills by level, weapons, armour, an intrusion; where its numbers come from."""

from collections.abc import Callable
from typing import Any

import msgspec

from gardien.core.chance import Step
from gardien.core.errors import Refusal
from gardien.core.presentation import Cell, Content, Derive, Listing, Reading, Roster, row_names
from gardien.core.telling import lower_first
from gardien.core.terms import HARD, Language, colon, number
from gardien.core.wording import start
from gardien.systems.organique import pack
from gardien.systems.organique.creation.choices import skill_row
from gardien.systems.organique.page.active_effects import Active, active, signed_text, span
from gardien.systems.organique.rules.fight.combat_skills import base_bonus
from gardien.systems.organique.rules.fight.weapons import weapon_of
from gardien.systems.organique.rules.network.scene import MINUTE
from gardien.systems.organique.rules.person import acts, points
from gardien.systems.organique.rules.tests.feats import burden, threshold
from gardien.systems.organique.rules.tests.modifiers import skill_bonus
from gardien.systems.organique.sheet.parts import SheetWeapon
from gardien.systems.organique.table.fighter import person, rules
from gardien.systems.organique.vocabulary import CODES, PRIVILEGES, Code

NOTHING = "–"


# ---- names ----


def skill_name(key: str, language: Language) -> str:
    """A skill of any kind by its name, « Langues (espagnol) » (M4); what people wrote themselves stays as it is."""
    finds: tuple[Callable[[str], Any], ...] = (skill_row, pack.combat_skill, pack.power)
    for find in finds:
        try:
            row = find(key)
        except Refusal:
            continue
        which = key.removeprefix(row.key).removeprefix("_")
        return f"{getattr(row, language)} ({which})" if which else str(getattr(row, language))
    return key


def difficulty_name(text: str, language: Language) -> str:
    """How hard a number is, in a word or two (ORG-TEST-02)."""
    rows = pack.table("scales", "difficulty")
    row = next((row for row in rows if str(row.difficulty) == text), None)
    return str(getattr(row, language)).partition(":")[0].strip() if row else ""


def circumstance_name(key: str, language: Language) -> str:
    rows = pack.table("scales", "circumstance")
    return next((str(getattr(row, language)) for row in rows if row.key == key), key)


def weapon_name(key: str, language: Language) -> str:
    return row_names(pack.weapon)(key, language)


# ---- what weighs on somebody ----


def _active(sheet: Content, one: Active, reading: Reading) -> tuple[str, ...]:
    return start(one.name), lower_first(one.source), one.does, one.lasts


def signs(sheet: Content, reading: Reading) -> tuple[tuple[str, str], ...]:
    """What must be known of somebody beside the reserves: what presses, in a word, with how long it lasts."""
    pressing = [(f"{one.name}, {one.lasts}" if one.lasts else one.name, one.tone) for one in active(sheet, reading)]
    return tuple(dict.fromkeys((lower_first(text), tone) for text, tone in pressing if tone))


# ---- skills ----


def _rank(level: int, reading: Reading) -> str:
    row = next((row for row in pack.table("scales", "rank") if row.level == level), None)
    return f"{level} · {lower_first(str(getattr(row, reading.language)))}" if row else str(level)


def _kind(key: str, reading: Reading) -> str:
    """The category of a skill."""
    if key in pack.keys("skills", "skill"):
        return str(reading.word("costs", pack.skill(key).category))
    if key in pack.keys("skills", "combat_skill"):
        return str(reading.word("costs", "CBT"))
    return str(reading.word("costs", "PSY")) if key in pack.keys("skills", "power") else ""


def _skill(sheet: Content, entry: Any, reading: Reading) -> tuple[str, ...]:
    """Its level in a word, what it adds; of a combat skill what it is good for (ORG-SKILL-02, ORG-CSK-01)."""
    key, line = entry
    level = int(line["level"])
    name = skill_name(key, reading.language)
    if key in pack.keys("skills", "combat_skill"):
        row = pack.combat_skill(key)
        helps = [(feat, base_bonus(base, level)) for feat, base in row.bases.items()]
        helped = [f"{reading.word('action', feat)} {signed_text(bonus, reading)}" for feat, bonus in helps if bonus]
        return f"{name}\n{', '.join(helped)}" if helped else name, _kind(key, reading), _rank(level, reading), NOTHING
    return name, _kind(key, reading), _rank(level, reading), signed_text(skill_bonus(level), reading)


def _skill_act(key: str) -> tuple[str, dict[str, Any]]:
    """The roll that a skill stands for."""
    if key in pack.keys("skills", "combat_skill"):
        return "combat_action", {}
    if key in pack.keys("skills", "power"):
        return "psychic_sense" if pack.power(key).kind == "perception" else "psychic_attack", {"power": key}
    return "skill_test", {"skill": key}


def _blank_skills(reading: Reading) -> list[tuple[str, tuple[str, ...]]]:
    return [("", ("", "", "", ""))] * 16


# ---- what is fought with ----


def _harm(bs: float, c: float, reading: Reading) -> str:
    parts = [f"{number(value, reading.language)}{HARD}{code}" for value, code in ((bs, "bs"), (c, "c")) if value]
    return " + ".join(parts) or NOTHING


def _metres(centimetres: int, reading: Reading) -> str:
    return f"{number(centimetres / 100, reading.language)}{HARD}m"


def _weapon(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    """A line of the weapon table: what it does, how far, what is loaded; what is on it and what is wrong with it."""
    key, own = one.get("weapon") or "", one.get("described") or {}
    row = pack.weapon(key) if key in pack.keys("weapons", "weapon") else None
    name = one.get("name") or own.get("name") or weapon_name(key, reading.language)
    many = f" ×{HARD}{one['count']}" if one.get("count", 1) > 1 else ""
    notes = []
    if one.get("coats"):
        notes.append(f"{lower_first(row_names(pack.poison)(one['coating'], reading.language))} ×{HARD}{one['coats']}")
    if one.get("place", "carried") != "carried":
        notes.append(reading.word("place", one["place"]))
    notes += [reading.pick("enrayée", "jammed")] if one.get("jammed") else []
    notes += [reading.pick("à recharger", "to be loaded")] if one.get("spent") else []
    notes += [reading.pick("brisée", "broken")] if one.get("broken") else []
    piercing = row.pa if row else own.get("pa")
    blow = weapon_of(msgspec.convert(one, SheetWeapon).weapon_input(), person(sheet))
    harm = _harm(points(blow.bs), points(blow.c), reading)
    if piercing and piercing > points(blow.bs):
        harm += f"\nPA{HARD}{number(piercing, reading.language)}"
    least = row.range_min if row else own.get("range_min", 0)
    most = row.range_max if row else own.get("range_max", 1)
    reach = f"{least}–{most}" if least != most else str(most)
    useful = row.useful_cm if row else own.get("useful_cm")
    if useful:
        reach = _metres(useful, reading)
    loaded = f"{one['loaded']}/{one['magazine']}" if one.get("magazine") else NOTHING
    if one.get("spare"):
        loaded += f"\n+{one['spare']}"
    return "\n".join([f"{name}{many}", ", ".join(notes)]) if notes else f"{name}{many}", harm, reach, loaded


def _armour(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    """A layer: how much of somebody it covers, what it stops, what it costs (ORG-ARM-01)."""
    if isinstance(one, str):
        if one not in pack.keys("armours", "armour"):
            return one, "", "", ""
        row = pack.armour(one)
        name, ia, bs, c, malus = str(getattr(row, reading.language)), row.ia, row.bs, row.c, row.agi_malus
    else:
        name, ia, bs, c, malus = one["name"], one["ia"], one.get("bs", 0), one.get("c", 0), one.get("agi_malus", 0)
    return name, str(ia), _harm(bs, c, reading), f"AGI {signed_text(-malus, reading)}" if malus else NOTHING


def _readiness(sheet: Content, value: Any, reading: Reading) -> tuple[str, ...]:
    """What traits add to initiative, with its sign (M2)."""
    return (signed_text(value, reading) if value else "",)


# ---- belongings ----


def _load(sheet: Content, value: Any, reading: Reading) -> tuple[str, ...]:
    """What is carried, and from where on it is felt (ORG-FOR-03)."""
    strength = person(sheet).score("FOR")
    felt = threshold(strength)
    malus = burden(strength, float(value or 0), rules(reading.options))
    now = f"{number(value or 0, reading.language)}{HARD}kg"
    weighs = f", AGI {reading.pick('et', 'and')} VIT {signed_text(-malus, reading)}" if malus else ""
    return (reading.pick(f"{now} (gêne dès {felt}{HARD}kg){weighs}", f"{now} (felt from {felt}{HARD}kg){weighs}"),)


def _habit(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    """A drug in somebody’s life: doses in the pocket, doses taken in the month, what the body is used to."""
    pick = reading.pick
    said = [f"{one['held']}{HARD}{pick('en poche', 'in the pocket')}"] if one.get("held") else []
    if taken := len(one.get("taken") or ()):
        said.append(pick(f"{taken}{HARD}ce mois-ci", f"{taken}{HARD}this month"))
    if one.get("tolerance"):
        said.append(f"{lower_first(reading.label('tolerance'))} {one['tolerance']}")
    return row_names(pack.drug)(one["drug"], reading.language), ", ".join(said)


def _poison(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    return f"{row_names(pack.poison)(one['poison'], reading.language)} ×{HARD}{one.get('doses', 1)}", ""


def _trait(sheet: Content, entry: Any, reading: Reading) -> tuple[str, ...]:
    key, times = entry
    if key not in pack.keys("people", "trait"):
        return (key,)
    row = pack.trait(key)
    many = f" ×{HARD}{times}" if times > 1 else ""
    own = row.fr_f if reading.language == "fr" and sheet.get("gender") == "f" and row.fr_f else None
    return f"{own or getattr(row, reading.language)}{many}", str(getattr(row, f"effect_{reading.language}"))


def _program(sheet: Content, entry: Any, reading: Reading) -> tuple[str, ...]:
    key, rating = entry
    rows = {row.key: row for row in pack.table("computers", "program")}
    name = str(getattr(rows[key], reading.language)) if key in rows else key
    return (f"{name} {rating}",)


def _computer(sheet: Content, value: Any, reading: Reading) -> tuple[str, ...]:
    rows = {row.key: row for row in pack.table("computers", "computer")}
    if value not in rows:
        return (value or NOTHING,)
    row = rows[value]
    return f"{getattr(row, reading.language)}, {reading.pick('puissance', 'power')} {row.power}", ""


def _rest(sheet: Content, entry: Any, reading: Reading) -> tuple[str, ...]:
    cause, points = entry
    return (f"{reading.word('end_lost', cause)} {number(points, reading.language)}",)


def _save_mod(sheet: Content, entry: Any, reading: Reading) -> tuple[str, ...]:
    kind, value = entry
    return (f"{start(reading.word('kind', kind))} {signed_text(value, reading)}",)


# ---- a network ----


def _intrusion(sheet: Content, reading: Reading) -> tuple[tuple[str, str], ...]:
    """How far somebody is in a network, and what is known of its security (HACK-01 to HACK-33)."""
    scene = sheet.get("intrusion")
    if not scene or not scene.get("network"):
        return ()
    pick = reading.pick

    def called(key: str) -> str:
        return lower_first(row_names(pack.system)(key, reading.language))

    def given(key: str, privilege: Any) -> str:
        try:
            gives = pick(*pack.system(key).allows(privilege))
        except Refusal:  # one that the game master wrote down by its name alone
            return ""
        return f" ({gives})" if gives else ""

    lines = [(pick("Réseau", "Network"), row_names(pack.network)(scene["network"], reading.language))]
    lines.append((pick("Temps passé", "Time spent"), span(int(scene.get("minutes") or 0), reading)))
    place = pick("dedans", "inside") if scene.get("inside") else pick("devant le pare-feu", "before the firewall")
    lines.append((pick("Où", "Where"), called(scene["at"]) if scene.get("at") else place))
    held = scene.get("held") or {}
    for privilege in reversed(PRIVILEGES):
        own = [called(key) + given(key, privilege) for key, rank in held.items() if rank == privilege]
        if own:
            lines.append((start(reading.word("privilege", privilege)), ", ".join(own)))
    if scene.get("known"):
        lines.append(
            (pick("Renseignements", "Findings"), ", ".join(reading.word("known", one) for one in scene["known"]))
        )
    if scene.get("doors"):
        lines.append((pick("Portes dérobées", "Back doors"), ", ".join(called(key) for key in scene["doors"])))
    shut = [called(key) for key in scene.get("down") or ()]
    for key, left in (scene.get("flooded") or {}).items():
        shut.append(f"{called(key)} ({span(-(-left // MINUTE), reading)})")
    if shut:
        lines.append((pick("Hors service", "Out of service"), ", ".join(shut)))
    watched = [
        pick("alerte donnée", "alarm raised") if scene.get("alert") else "",
        pick("administrateur présent", "administrator present") if scene.get("admin_present") else "",
        pick("il se doute de quelque chose", "in doubt") if scene.get("doubt") else "",
        pick("adresse bloquée", "address blocked") if scene.get("address_blocked") else "",
    ]
    noticed = ", ".join(one for one in watched if one)
    if not noticed and "admin_present" in scene:  # else it is not for whoever reads to know
        noticed = pick("rien remarqué", "nothing noticed")
    return (*lines, (pick("Sécurité", "Security"), noticed)) if noticed else tuple(lines)


def _scene(sheet: Content, entry: Any, reading: Reading) -> tuple[str, ...]:
    label, said = entry
    return (f"{label}{colon(reading.language)} {said}",)


# ---- the table of a group ----


def _cells(sheet: Content, reading: Reading) -> tuple[Cell, ...]:
    """The four reserves, a machine’s structure, and what weighs on somebody: a line of the game master’s table."""
    effects = active(sheet, reading)
    entries = tuple(
        (start(one.name), ", ".join(part for part in (one.does, one.lasts) if part), one.tone == "bad")
        for one in effects
    )
    if sheet.get("nature") == "machine":
        return Cell(gauge="structure"), Cell(), Cell(), Cell(), Cell(entries=entries)
    return Cell(gauge="cps"), Cell(gauge="sng"), Cell(gauge="inc"), Cell(gauge="end_now"), Cell(entries=entries)


ROSTER = Roster("group", ("cps", "sng", "inc", "end_now", "lasting"), _cells)


LISTINGS = {
    "lasting": Listing(_active, ("effect", "source", "weighs_how", "lasts_how"), gathers=active),
    "skill_lines": Listing(
        _skill,
        ("skill", "category", "level", "bonus"),
        by_entry=True,
        numbers=("bonus",),
        opens="bonus",
        minor=("category",),
        act=_skill_act,
        blank=_blank_skills,
    ),
    "weapons": Listing(_weapon, ("weapon", "damage", "reach", "loaded")),
    "armour": Listing(_armour, ("layer", "ia", "stops", "hampers")),
    "initiative_mod": Listing(_readiness, worked_out=True),
    "habits": Listing(_habit),
    "poisons": Listing(_poison),
    "traits": Listing(_trait, by_entry=True),
    "programs": Listing(_program, by_entry=True),
    "computer": Listing(_computer),
    "end_lost": Listing(_rest, by_entry=True),
    "save_mods": Listing(_save_mod, by_entry=True),
    "intrusion": Listing(_scene, gathers=_intrusion),
    "load_kg": Listing(_load, worked_out=True),
}


def _score_steps(code: Code) -> Derive:
    def derive(sheet: Content, options: Content, entry: str) -> list[Step]:
        """What is written, what changes it for now, what armour costs; halves and stupor come last (ORG-TEST-11)."""
        who = person(sheet)
        doses = sum(pack.poison(one.poison).changes.get(code, 0) for one in who.body.doses if acts(one))
        parts = {
            "base": int(sheet[code]),
            "changes": int((sheet.get("changes") or {}).get(code, 0)),
            "poison": doses,
            "agi_malus": -who.frame.agi_malus if code == "AGI" else 0,
        }
        shown = tuple((name, value) for name, value in parts.items() if value or name == "base")
        score = who.score(code)
        if score == sum(parts.values()):
            return [Step(code, score, "ORG-TEST-11", shown)]
        return [Step("total", sum(parts.values()), "ORG-TEST-11", shown), Step(code, score, "ORG-TEST-11")]

    return derive


def _skill_steps(sheet: Content, options: Content, entry: str) -> list[Step]:
    """Nothing for a novice, four more for each level above (ORG-SKILL-02)."""
    line = (sheet.get("skill_lines") or {}).get(entry)
    if not line:
        return []
    return [Step("level", line["level"], "ORG-SKILL-02"), Step("skill_bonus", line["bonus"], "ORG-SKILL-02")]


def _load_steps(sheet: Content, options: Content, entry: str) -> list[Step]:
    """From where on a load is felt, and what it costs (ORG-FOR-03)."""
    strength = person(sheet).score("FOR")
    malus = burden(strength, float(sheet.get("load_kg") or 0), rules(options))
    return [Step("threshold", threshold(strength), "ORG-FOR-03"), Step("malus", malus, "ORG-FOR-03")]


DERIVATIONS: dict[str, Derive] = {
    **{code: _score_steps(code) for code in CODES},
    "skill_lines": _skill_steps,
    "load_kg": _load_steps,
}
