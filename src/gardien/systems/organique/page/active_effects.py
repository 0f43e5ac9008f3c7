"""Everything that weighs on somebody now, with where it comes from and how long it lasts (SYM-01, DRUG, DIS, POI, VOL).

One list for the sheet, the signs and the table of the group: wounds, sufferings, what the body does, poisons, drugs,
diseases, what one carries.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from gardien.core.presentation import Content, Reading
from gardien.core.telling import lower_first
from gardien.core.terms import HARD, colon, number
from gardien.systems.organique import pack
from gardien.systems.organique.rules.body.healing import bleeding
from gardien.systems.organique.rules.character import Dose
from gardien.systems.organique.rules.person import Person, acts
from gardien.systems.organique.rules.substances.courses import LONG_TERM
from gardien.systems.organique.rules.substances.timed_effects import DAY, HOUR, QUARTER, Lasting, minutes_left
from gardien.systems.organique.rules.tests.feats import burden
from gardien.systems.organique.table.fighter import lasting_of, person, rules
from gardien.systems.organique.vocabulary import TURNS_PER_MINUTE

FLAGS = (  # what the body does, and what it asks for; the first are the worst
    *("cardiac_arrest", "respiratory_arrest", "no_air", "medical_shock", "coma", "stupor", "vomiting", "blind"),
    *("one_eyed", "one_leg", "prone"),
)
GRAVE = ("cardiac_arrest", "respiratory_arrest", "no_air", "medical_shock", "coma", "stupor")
COUNTED = {"unconscious": "unconscious_turns", "paralysed": "paralysed_turns"}  # condition -> turns that are left


class Active(NamedTuple):
    """Something that weighs on somebody: what, from what, what it does, how long; how much it presses."""

    name: str
    source: str
    does: str = ""
    lasts: str = ""
    tone: str = ""


# ---- times and numbers ----


def span(minutes: int, reading: Reading) -> str:
    """A stretch of time in its two largest units: « 3 j 4 h », « 2 h 30 », « 12 min »."""
    days, rest = divmod(minutes, DAY)
    hours, few = divmod(rest, HOUR)
    if days:
        text = f"{days}{HARD}{reading.pick('j', 'd')}"
        return f"{text} {hours}{HARD}h" if hours else text
    if hours:
        return f"{hours}{HARD}h{HARD}{few:02d}" if few else f"{hours}{HARD}h"
    return f"{few}{HARD}min"


def in_turns(turns: float, reading: Reading) -> str:
    """A number of turns; many of them as a stretch of time (M19)."""
    if turns > TURNS_PER_MINUTE * 5:
        return span(round(turns / TURNS_PER_MINUTE), reading)
    plural = "s" if turns >= (2 if reading.language == "fr" else 1.5) else ""
    return f"{number(turns, reading.language)}{HARD}{reading.pick('tour', 'turn')}{plural}"


def still(text: str, reading: Reading) -> str:
    return reading.pick(f"encore {text}", f"{text} left")


def within(text: str, reading: Reading) -> str:
    return reading.pick(f"dans {text}", f"in {text}")


def signed_text(value: float, reading: Reading) -> str:
    return number(value, reading.language, signed=bool(value))


def change_texts(changes: Mapping[Any, int], saves: Mapping[Any, int], relief: int, reading: Reading) -> list[str]:
    """What something adds to characteristics and saves: « AGI −2 », « sauvegardes contre la douleur +4 »."""
    texts = [f"{code} {signed_text(value, reading)}" for code, value in changes.items() if value]
    for name, value in saves.items():
        word = reading.word("kind", name)
        texts.append(f"{reading.pick('sauvegarde', 'save')}, {word} {signed_text(value, reading)}")
    if relief:
        texts.append(f"{lower_first(reading.label('relief'))} {relief}")
    return texts


def _join_text(parts: list[str]) -> str:
    return ", ".join(part for part in parts if part)


def condition(key: str, sheet: Content, reading: Reading) -> str:
    """How somebody is, in a word."""
    entry = reading.terms.entry("condition", key)
    return reading.terms.say(entry, reading.language, feminine=sheet.get("gender") == "f", default=key)


# ---- bodies ----


def _state(sheet: Content, who: Person, reading: Reading) -> Iterator[Active]:
    state = str(sheet.get("condition") or "ok")
    if state not in ("ok", "dead"):
        does, lasts = "", ""
        if state == "dying":
            lasts = reading.pick("meurt dans ", "dies in ") + in_turns(who.timer / 2, reading)
        elif turns := int(sheet.get(COUNTED.get(state, "")) or 0):
            lasts = still(in_turns(turns, reading), reading)
        elif state == "exhausted":
            does = reading.pick("ne peut plus agir avant d’avoir repris son souffle", "cannot act before a rest")
        elif state == "mortally_wounded":
            does = reading.pick("perd de l’END à chaque tour", "loses END every turn")
        elif sheet.get("stabilised"):
            lasts = condition("stabilised", sheet, reading)
        yield Active(condition(state, sheet, reading), reading.label("condition"), does, lasts, "bad")
    timed = [one.key for one in lasting_of(sheet) if one.kind == "symptom"]
    for name in FLAGS:
        if sheet.get(name) and name not in timed:
            tone = "bad" if name in GRAVE else "due"
            yield Active(condition(name, sheet, reading), reading.label("condition"), tone=tone)
    for limb in sheet.get("limbs_disabled") or ():
        word = reading.word("limbs_disabled", limb)
        yield Active(reading.pick(f"{word} hors d’usage", f"{word} out of use"), _wound(reading), tone="due")


def _wound(reading: Reading) -> str:
    return reading.pick("blessure", "wound")


def _wounds(sheet: Content, who: Person, reading: Reading) -> Iterator[Active]:
    """Open wounds and what they cost; closed ones until they are healed (ORG-AFT-02)."""
    language = reading.language
    open_wounds = 0
    for one in sheet.get("wounds") or ():
        harm = [f"{number(one[key], language)}{HARD}{key}" for key in ("bs", "c") if one.get(key)]
        name = reading.pick("brûlure", "burn") if one.get("fire") else _wound(reading)
        opened = bool(one.get("bs")) and not one.get("closed")
        open_wounds += opened
        said = [*harm]
        if one.get("dirty") and not one.get("cleaned"):
            said.append(reading.pick("sale", "dirty"))
        lasts = (
            reading.pick("ouverte", "open")
            if opened
            else reading.pick("refermée", "closed")
            if one.get("closed")
            else reading.pick("jusqu’à la guérison", "until healed")
        )
        yield Active(name, reading.pick("coup", "blow"), _join_text(said), lasts)
    if rate := bleeding(who, rules(reading.options), bool(sheet.get("bandaged"))):
        lost = f"{number(float(rate) / 2, language)}{HARD}SNG"
        does = reading.pick(f"{lost} toutes les {QUARTER}{HARD}minutes", f"{lost} every {QUARTER}{HARD}minutes")
        source = reading.pick("plaies ouvertes", "open wounds") if open_wounds > 1 else _wound(reading)
        lasts = reading.pick("pansée", "bandaged") if sheet.get("bandaged") else reading.pick("sans soins", "untreated")
        yield Active(condition("bleeding", sheet, reading), source, does, lasts, "bad")


def _pains(sheet: Content, reading: Reading) -> Iterator[Active]:
    """Sufferings that no hour ends: until they are treated or healed (ORG-VOL-04)."""
    timed = [one.level for one in lasting_of(sheet) if one.kind == "suffering"]
    for points in sheet.get("suffering") or ():
        if points in timed:
            timed.remove(points)
            continue
        does = reading.pick(
            f"{signed_text(-points, reading)} aux actions", f"{signed_text(-points, reading)} to actions"
        )
        lasts = reading.pick("jusqu’aux soins", "until treated")
        yield Active(lower_first(reading.label("suffering")), _wound(reading), does, lasts, "due")


# ---- substances ----


def _row(find: Any, key: str, reading: Reading) -> str:
    return lower_first(str(getattr(find(key), reading.language)))


def _doses(sheet: Content, reading: Reading) -> Iterator[Active]:
    """Doses of poison: what each does at a tick, when it begins, how often it strikes yet (ORG-POI-02)."""
    for one in sheet.get("doses") or ():
        dose = Dose(**one)
        row = pack.poison(dose.poison)
        says = [f"{number(row.bs, reading.language)}{HARD}bs"] if row.bs else []
        says += [f"{signed_text(-row.end, reading)}{HARD}END"] if row.end else []
        says += [reading.word("kind", ailing.ailment) for ailing in row.ailments]
        malus = reading.pick("aux actions", "to actions")
        says += [f"{signed_text(row.actions, reading)} {malus}"] if row.actions and acts(dose) else []
        says += change_texts(row.changes, {}, 0, reading) if acts(dose) else []
        begins = within(in_turns(dose.onset, reading), reading) if dose.onset else ""
        times = still(in_turns(dose.ticks_left * row.every, reading), reading)
        lasts = f"{begins}, {times}" if begins else times
        yield Active(_row(pack.poison, dose.poison, reading), reading.label("poison"), _join_text(says), lasts, "bad")


def _lasting(one: Lasting, sheet: Content, reading: Reading) -> Active:
    now = reading.clock
    rest = None if now is None else minutes_left(one, now)
    ends = "" if rest is None else still(span(rest, reading), reading)
    ends = still(in_turns(one.turns, reading), reading) if one.turns else ends
    asks = "" if rest is None else within(span(rest, reading), reading) if rest else reading.pick("à faire", "due")
    does = change_texts(one.changes, one.save_mods, one.relief, reading)
    match one.kind:
        case "drug" | "come_down":
            drug = _row(pack.drug, one.key, reading)
            many = f" ×{HARD}{one.level}" if one.level > 1 and one.kind == "drug" else ""
            source = reading.label("drug") if one.kind == "drug" else reading.word("phase", "come_down")
            return Active(f"{drug}{many}", source, _join_text(does), ends, "" if one.kind == "drug" else "due")
        case "dependency":
            name = reading.pick(
                f"dépendance{colon('fr')} {_row(pack.drug, one.key, reading)}",
                f"dependency{colon('en')} {_row(pack.drug, one.key, reading)}",
            )
            says = [reading.word("course", one.course)]
            if one.seeking:
                says.append(reading.pick("cherche une dose", "seeking a dose"))
            lasts = reading.pick(f"test {asks}", f"test {asks}") if asks else ""
            if one.until is not None and now is not None:
                over = within(span(max(0, one.until - now), reading), reading)
                lasts = _join_text([lasts, reading.pick(f"finie {over}", f"over {over}")])
            return Active(name, reading.label("drug"), _join_text(says), lasts, "bad" if one.seeking else "")
        case "disease":
            level = f"{lower_first(reading.label('level'))} {one.level}"
            says = [level, reading.word("course", one.course)]
            if one.count:
                says.append(f"{lower_first(reading.label('treatment'))} {signed_text(one.count, reading)}")
            lasts = reading.pick(f"sauvegarde {asks}", f"save {asks}") if asks else ""
            return Active(
                _row(pack.disease, one.key, reading), reading.label("disease"), _join_text(says), lasts, "bad"
            )
        case "radiation":
            says = does or [f"{one.level}{HARD}{reading.pick('points', 'points')}"]
            shows = reading.pick(f"se déclare {asks}", f"shows {asks}") if rest else ""
            return Active(
                lower_first(reading.label("radiation")), reading.label("exposure"), _join_text(says), shows, "bad"
            )
        case "suffering":
            source = reading.word("kind", one.key) if one.key else _wound(reading)
            if one.source in pack.keys("poisons", "poison"):
                source = _row(pack.poison, one.source, reading)
            penalty = reading.pick(
                f"{signed_text(-one.level, reading)} aux actions", f"{signed_text(-one.level, reading)} to actions"
            )
            return Active(lower_first(reading.label("suffering")), source, penalty, ends, "due")
        case "collapse":
            says = ["END −1"]
            return Active(reading.word("kind", "collapse"), reading.label("condition"), _join_text(says), ends, "due")
        case "power":
            source = reading.label("power")
            lasts = still(in_turns(one.level, reading), reading) if one.level else ends
            row = pack.power(one.key)
            said = _join_text(does) or lower_first(reading.pick(row.effect_fr, row.effect_en)).rstrip(".")
            return Active(_row(pack.power, one.key, reading), source, said, lasts)
    if one.key in pack.keys("drugs", "note"):
        return Active(_row(pack.note, one.key, reading), reading.label("drug"), "", "", "due")
    if one.key == LONG_TERM:
        name, drug = reading.word("phase", LONG_TERM), _row(pack.drug, one.source, reading)
        return Active(lower_first(name), drug, _join_text(does), "", "due")
    is_condition = reading.terms.entry("condition", one.key) is not None
    name = condition(one.key, sheet, reading) if is_condition else reading.word("kind", one.key)
    unknown = reading.pick("selon le MJ", "as the GM says")
    if one.source in pack.keys("diseases", "disease"):
        unknown = reading.pick("tant que dure la maladie", "as long as the disease lasts")
    return Active(name, reading.label("symptom"), _join_text(does), ends or unknown, "due")


# ---- loads ----


def _load_effects(sheet: Content, who: Person, reading: Reading) -> Iterator[Active]:
    """What one carries too much, and armour that hampers (ORG-FOR-03, ORG-ARM-01)."""
    kg = float(sheet.get("load_kg") or 0)
    if malus := burden(who.score("FOR"), kg, rules(reading.options)):
        hourly = reading.pick(
            f"END {signed_text(-malus, reading)} par heure", f"END {signed_text(-malus, reading)} an hour"
        )
        says = [*(f"{code} {signed_text(-malus, reading)}" for code in ("AGI", "VIT")), hourly]
        weight = f"{number(kg, reading.language)}{HARD}kg"
        yield Active(lower_first(reading.label("load")), weight, _join_text(says), "", "due")


# ---- all of it ----


def active(sheet: Content, reading: Reading) -> tuple[Active, ...]:
    """Everything that weighs on somebody, what presses most first; nothing more on the dead, nothing on a machine."""
    if sheet.get("dead"):
        return (Active(condition("dead", sheet, reading), reading.label("condition"), tone="bad"),)
    if sheet.get("nature") == "machine" or "AGI" not in sheet:
        return ()
    who = person(sheet)
    return (
        *_state(sheet, who, reading),
        *_wounds(sheet, who, reading),
        *_doses(sheet, reading),
        *_pains(sheet, reading),
        *(_lasting(one, sheet, reading) for one in lasting_of(sheet)),
        *_load_effects(sheet, who, reading),
    )
