"""The small grammar of both languages, and the phrases that every part of the game shares: throws, zones, points.

Sentences are written here with plain spaces and apostrophes; `typeset` puts in the real ones, once, at the end.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from gardien.core.errors import Refusal
from gardien.core.telling import Told, lower_first
from gardien.core.terms import HARD, MINUS
from gardien.core.wording import Both, arrow, counted, inside, of, present, start, word
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.kinds import ABILITIES

TARGET: Both = ("la cible", "the target")
VICTIM: Both = ("la victime", "the victim")
# Makes and names that keep their capital inside a sentence.
KEPT = ("Derringer", "Mauser", "Healing", "Profond", "Ancien", "Grande", "Deep", "Elder", "Yithian")


# ---- the language ----


def headed(told: Told, *parts: str) -> str:
    """What a line is about, the one who acts first where the name is known: « Paul, jet de Vigueur »."""
    return ", ".join(part for part in (told.who, *parts) if part)


def rounds(told: Told, count: int) -> str:
    return counted(told, count, ("round", "rounds"), ("round", "rounds"))


def metres(told: Told, distance: float) -> str:
    """« 1,50 m » as it is printed, whole metres without decimals."""
    if distance == int(distance):
        return f"{told.number(int(distance))}{HARD}m"
    return told.pick(f"{distance:.2f}{HARD}m".replace(".", ","), f"{distance:.2f}".rstrip("0") + f"{HARD}m")


def signed(told: Told, value: int) -> str:
    """A modifier always has its sign."""
    return told.number(value, signed=True)


def points(told: Told, count: int, gauge: str) -> str:
    """An amount of a gauge by its code: « 4 PV »."""
    return f"{told.number(count)}{HARD}{gauge}"


def taken(told: Told, count: int, gauge: str) -> str:
    """What a gauge loses: « −1 PF »."""
    return f"{MINUS}{told.number(count)}{HARD}{gauge}"


def gauge(told: Told, code: str, before: int, after: int) -> str:
    """A gauge that moved or stayed: « PF 11 → 3 », « PF 11, sans changement »."""
    if before == after:
        return f"{code} {told.number(after)}, " + told.pick("sans changement", "unchanged")
    return f"{code} {arrow(told, before, after)}"


def interval(told: Told, count: int) -> str:
    """How often, from rounds of six seconds: « à chaque round », « toutes les 10 min » (CD20-BLEED-04)."""
    if count % ROUNDS_A_MINUTE == 0:
        minutes = count // ROUNDS_A_MINUTE
        if minutes == 1:
            return told.pick("chaque minute", "every minute")
        return told.pick(f"toutes les {minutes}{HARD}min", f"every {minutes}{HARD}min")
    if count == 1:
        return told.pick("à chaque round", "every round")
    return told.pick(f"tous les {count}{HARD}rounds", f"every {count}{HARD}rounds")


ROUNDS_A_MINUTE = 10


# ---- words of the game ----


def row_name(told: Told, row: Any) -> str:
    """A row of the pack inside a sentence; makes and proper names keep their capital."""
    return inside(told, row, KEPT)


def skill_name(told: Told, key: str) -> str:
    """A skill with its capital: « Premiers soins », « Connaissance (médecine) »."""
    try:
        row = pack.skill(key)
    except Refusal:
        return key.replace("_", " ")
    name = told.pick(row.fr, row.en)
    field = _fields().get(key.removeprefix(pack.KNOWLEDGE)) if key.startswith(pack.KNOWLEDGE) else None
    return f"{name} ({lower_first(told.pick(*field))})" if field else name


@cache
def _fields() -> dict[str, Both]:
    return {row.key: (row.fr, row.en) for row in pack.table("skills", "field")}


def feat_name(told: Told, key: str) -> str:
    """A feat under the name the book prints, with what it is about: « Weapon Focus (m21) »."""
    kind, _, about = key.partition(":")
    try:
        row = pack.feat(key)
    except Refusal:
        return key.replace("_", " ")
    name = told.pick(row.fr, row.en)
    if not about:
        return name
    if row.parameter in ("skill", "skills"):
        return f"{name} ({', '.join(skill_name(told, one) for one in about.split('+'))})"
    if row.parameter == "weapon":
        return f"{name} ({weapon_name(told, about).replace(' (', ', ').replace(')', '')})"
    return f"{name} ({word(told, kind, about)})"


def weapon_name(told: Told, named: Any) -> str:
    """A weapon by its key, its own words, or what somebody wrote; "" where it has no name."""
    if not isinstance(named, str):
        return str(getattr(named, "name", "") or "")
    try:
        return row_name(told, pack.weapon(named))
    except Refusal:
        return named.replace("_", " ")


def code(told: Told, ability: str) -> str:
    """An ability by the code on the sheet: FOR, SAG."""
    entry = told.terms.entry("characteristic", ability) or {}
    return str(entry.get("code", ability))


def name_of(told: Told, key: str) -> str:
    """A skill by its name or an ability by its code: whatever a check is made with."""
    return code(told, key) if key in ABILITIES else skill_name(told, key)


def check_name(told: Told, key: str) -> str:
    """« jet de Discrétion », « jet d'INT », “Hide roll”."""
    name = name_of(told, key)
    return told.pick(f"jet {of(name)}", f"{name} roll")


def save_name(told: Told, save: str) -> str:
    """« jet de Vigueur », “Fortitude save”."""
    entry = told.terms.entry("characteristic", save) or {}
    return told.pick(f"jet {of(str(entry['fr']))}", f"{entry['en']} save")


# ---- zones and severities ----


PLURAL = ("limbs", "wings", "tendrils")  # zones that are several things in one


def zone_name(told: Told, zone: str) -> str:
    """« bras droit », “right arm”."""
    return lower_first(told.terms.say(told.terms.entry("zone", zone), told.language, default=zone))


def the_zone(told: Told, zone: str) -> str:
    """With its article: « le bras droit », « la tête », « l'abdomen », « les ailes »."""
    name = zone_name(told, zone)
    if told.language == "en":
        return f"the {name}"
    if zone in PLURAL:
        return f"les {name}"
    if name.startswith(("a", "é", "e", "i", "o", "u")):
        return f"l'{name}"
    entry = told.terms.entry("zone", zone) or {}
    return f"{'la' if entry.get('gender') == 'f' else 'le'} {name}"


def at_zone(told: Told, zone: str) -> str:
    """Where a blow lands: « au bras droit », « à la tête », « à l'abdomen », “in the right arm”."""
    name = the_zone(told, zone)
    if told.language == "en":
        return f"in {name}"
    if name.startswith("le "):
        return f"au {name[3:]}"
    return f"aux {name[4:]}" if name.startswith("les ") else f"à {name}"


def of_zone(told: Told, zone: str) -> str:
    """« du bras droit », « de la tête », “of the head”."""
    name = the_zone(told, zone)
    if told.language == "en":
        return f"of {name}"
    if name.startswith("le "):
        return f"du {name[3:]}"
    return f"des {name[4:]}" if name.startswith("les ") else f"de {name}"


def severity_name(told: Told, severity: str) -> str:
    """« légère », “light”: said of a wound."""
    return lower_first(told.terms.say(told.terms.entry("enum", "severity", severity), told.language))


def wound_name(told: Told, severity: str) -> str:
    """« blessure légère », “light wound”."""
    name = severity_name(told, severity)
    return told.pick(f"blessure {name}", f"{name} wound")


# ---- throws ----


def adding(told: Told, *parts: int) -> str:
    """Numbers after the first of a sum, each with its sign and spaces: « + 5 − 1 »."""
    return "".join(f" {MINUS} {told.number(-part)}" if part < 0 else f" + {told.number(part)}" for part in parts)


def summed(told: Told, face: int, modifier: int, die: str = "d20") -> str:
    """« 10 (d20) + 5 = 15 »."""
    return f"{told.number(face)} ({die}){adding(told, modifier)} = {told.number(face + modifier)}"


Parts = Sequence[tuple[str, int]]  # labels of terms with what each adds


def dc(told: Told, value: int) -> str:
    """« DD 15 », “DC 15”."""
    return told.pick(f"DD {told.number(value)}", f"DC {told.number(value)}")


def verdict(told: Told, success: bool) -> str:
    """Of a throw: « réussi », « raté »."""
    return told.pick("réussi", "passed") if success else told.pick("raté", "failed")


def natural(told: Told, face: int | None, total: int, against: int, success: bool) -> str:
    """Why a throw goes against its sum: « 20 au dé », « 1 au dé »; nothing otherwise."""
    if face not in (1, 20) or (total >= against) == success:
        return ""
    return told.pick(f"{face} au dé : ", f"natural {face}: ")


def trial(told: Told, head: str, bonus: int, against: int, total: Any, success: bool) -> str:
    """A whole throw: « Jet de Vigueur : 8 (d20) + 2 = 10 contre DD 15, raté. »"""
    versus = told.pick(f"contre {dc(told, against)}", f"against {dc(told, against)}")
    if not present(total):
        return f"{start(head)} {versus}{told.colon} {verdict(told, success)}."
    face = total - bonus
    end = natural(told, face, total, against, success) + verdict(told, success)
    return f"{start(head)}{told.colon} {summed(told, face, bonus)} {versus}, {end}."


def below(told: Told, head: str, face: int | None, total: int, success: bool, detail: str = "") -> str:
    """A d100 strictly below a number: « Stabilisation : 41 au d100, il fallait moins de 8 (6 PV + 2 PF). »"""
    needed = told.pick(f"il fallait moins de {told.number(total)}", f"less than {told.number(total)} was needed")
    if total <= 1:
        needed = told.pick("aucun résultat ne suffisait", "nothing would have done")
    shown = f"{needed} ({detail})" if detail else needed
    if face is None:
        return f"{start(head)}{told.colon} {shown}, {verdict(told, success)}."
    thrown = told.pick(f"{hundred(face)} au d100", f"{hundred(face)} on d100")
    return f"{start(head)}{told.colon} {thrown}, {shown}, {verdict(told, success)}."


def hundred(face: int) -> str:
    """A d100 as the tables write it: 100 is 00."""
    return "00" if face == 100 else str(face)


def face_of(told: Told, purpose: str, die: str = "d20", who: str | None = None) -> int | None:
    """What the first die of a purpose showed, where it was thrown."""
    for one in told.dice:
        if one.label == die and one.purpose == purpose and who in (None, one.who):
            return one.value
    return None


def faces_of(told: Told, purpose: str, die: str, who: str | None = None) -> list[int]:
    """What all dice of a purpose showed."""
    return [d.value for d in told.dice if d.label == die and d.purpose == purpose and who in (None, d.who)]
