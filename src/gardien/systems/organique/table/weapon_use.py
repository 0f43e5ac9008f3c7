"""Weapons of a sheet as attacks take them, and what using them leaves: cartridges, poison, what lies about (M9)."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from gardien.core.errors import Refusal
from gardien.core.fighting import Content
from gardien.core.in_force import kept_by_rows
from gardien.core.scene import Being
from gardien.core.table_rules import REFERENCE, BindInputs
from gardien.core.terms import MINUS
from gardien.systems.organique import pack
from gardien.systems.organique.rules.fight.attack_modifiers import THROWN
from gardien.systems.organique.rules.fight.weapons import Weapon, WeaponNamed, reaches, weapon_of
from gardien.systems.organique.sheet.parts import SheetWeapon
from gardien.systems.organique.table.fighter import fight_of, fights, grips, person, somebody
from gardien.systems.organique.vocabulary import RANGED

GRIPS = frozenset(
    ("push", "sweep", "tackle", "hold", "lock", "strangle", "wrestle", "low_blow", "headbutt", "throw", "feint")
)  # what is done with the body, whatever is in the hand
KICKS = frozenset(("stomp", "sweep"))
HANDS = 2
WITH_HANDS = frozenset(("hold", "lock", "strangle", "wrestle", "disarm", "throw", "throw_object"))
NOBODY = person({"nature": "human"})  # whoever holds a weapon, where it does not matter who
EMPTY = "act/empty"  # why a weapon cannot be used that may be loaded or drawn again
ARM = 1  # as far as bare hands reach (ORG-RNG-01)


def lines(sheet: Content) -> list[SheetWeapon]:
    """The weapons of a sheet."""
    return [msgspec.convert(one, SheetWeapon) for one in sheet.get("weapons") or ()]


def group_of(line: SheetWeapon) -> str:
    """What kind of weapon a line is."""
    return line.described.group if line.described else pack.weapon(line.weapon).group if line.weapon else "fists"


def fits(line: SheetWeapon, action: str) -> bool:
    """Whether an action is done with such a weapon: shots with what shoots or is thrown, all else hand to hand."""
    thrown = group_of(line) in RANGED
    if pack.action(action).ranged:  # type: ignore[arg-type]
        return thrown
    return not thrown or action in ("stun", "blind", "disarm")


def within_reach(line: SheetWeapon, step: int | None) -> bool:
    """Whether a weapon can be used at a range step; where nobody has said how far, everywhere (ORG-RNG-01)."""
    return step is None or reaches(weapon_of(line.weapon_input(), NOBODY), step)


def free_hands(sheet: Content) -> int:
    """Hands that still serve: neither useless nor in somebody’s hold (ORG-DMG-03, ORG-ACT-05)."""
    useless = [one for one in sheet.get("limbs_disabled") or () if one in ("arm", "hand")]
    held = [kind for kind in grips(sheet).values() if kind != "strangle"]
    return max(0, HANDS - len(useless) - len(held))


def weapon_word(line: SheetWeapon) -> str:
    """What a weapon is called."""
    return line.name or line.weapon


def why_not(line: SheetWeapon, hands: int = HANDS, shots: int = 1) -> str:
    """Why a weapon cannot be used now: on the ground, caught, broken, jammed, empty, without a hand for it."""
    if hands < line.hands:
        return "act/no_hands"
    if line.magazine and 0 < line.loaded < shots:
        return "act/few_left"
    if line.place != "carried":
        return "act/dropped"
    if line.broken:
        return "act/broken"
    if line.jammed:
        return "act/jammed"
    return "" if line.ready else EMPTY


def usable(sheet: Content) -> list[SheetWeapon]:
    """The weapons that somebody can use now."""
    hands = free_hands(sheet)
    return [one for one in lines(sheet) if not why_not(one, hands)]


def weapon_names(sheet: Content) -> list[str]:
    """The weapons that somebody can use now, and bare hands."""
    own = [weapon_word(one) for one in usable(sheet)]
    return list(dict.fromkeys([*own, *(("punch",) if free_hands(sheet) else ()), "kick"]))


def carried_names(sheet: Content) -> list[str]:
    """Every weapon of somebody’s, wherever it lies; none: the first that will do."""
    return ["", *dict.fromkeys(weapon_word(one) for one in lines(sheet))]


def chosen_weapon(sheet: Content, asked: Content) -> tuple[int | None, Any]:
    """The line that is named, else the one in hand or the first that fits, is ready and reaches as far as the target,
    else bare hands; where those do not reach either, what fits."""
    action = str(asked.get("action") or "strike")
    named = str(asked.get("weapon_name") or "")
    carried, hands = lines(sheet), free_hands(sheet)
    shots = int(asked.get("shots") or asked.get("bullets") or 1)
    if not hands and (named == "punch" or action in WITH_HANDS):
        raise Refusal("act/no_hands", kind="refused", field="action", came=named or action)
    bare_hands = "kick" if action in KICKS or not hands else "punch"
    if named in ("punch", "kick"):
        return None, named
    if not named and action in GRIPS:
        return None, bare_hands
    fitting = [
        at for at, one in enumerate(carried) if (named in (one.name, one.weapon) if named else fits(one, action))
    ]
    if not named and action == "stomp":
        fitting = [at for at in fitting if group_of(carried[at]) == "feet"]
    if named and not fitting:
        allowed = [one.name or one.weapon for one in carried]
        raise Refusal("field/one_of", field="weapon_name", came=named, allowed=allowed)
    fitting.sort(key=lambda at: weapon_word(carried[at]) != sheet.get("wields"))
    ready = [at for at in fitting if not why_not(carried[at], hands, shots)]
    if fitting and not ready and (named or shots > 1 or action == "shoot"):
        why = why_not(carried[fitting[0]], hands, shots)
        raise Refusal(why, kind="refused", field="weapon_name", came=named or weapon_word(carried[fitting[0]]))
    step = None if named else asked.get("range_step")
    near = [at for at in ready if within_reach(carried[at], step)]
    bare = not pack.action(action).ranged and (step is None or step <= ARM)  # type: ignore[arg-type]
    if not near and (bare or not ready):
        return None, bare_hands
    at = (near or ready)[0]
    own = carried[at].weapon_input()
    alike = [one for one in carried if one.weapon_input() == own]
    return at, msgspec.to_builtins(own if len(alike) == 1 else carried[at].own_input())


def chosen_word(sheet: Content, asked: Content) -> str:
    """What the weapon is called that an act is done with; bare hands have no name, nor what is only described."""
    place = chosen_weapon(sheet, asked)[0] if asked.get("weapon") is None else None
    return "" if place is None else weapon_word(lines(sheet)[place])


def in_hand(sheet: Content, asked: Content) -> Weapon:
    """The weapon that an act is done with."""
    named = asked.get("weapon")
    if named is None:
        named = chosen_weapon(sheet, asked)[1]
    return weapon_of(msgspec.convert(named, WeaponNamed), person(sheet) if "AGI" in sheet else NOBODY)


GUARDS = {"parry": "shield", "entangle": "chain"}  # what a reaction is best made with (ORG-REA-02, ORG-REA-07)


def guarding(sheet: Content, kind: str, step: int | None = None) -> SheetWeapon | None:
    """What somebody answers with: what is best for it, else the first thing in hand that is no gun (ORG-REA-07).

    A blow in return needs one that reaches; it is a shot where a gun is in hand, or nothing else reaches (ORG-MOD-11).
    """
    back = kind == "simultaneous"
    ready = [one for one in usable(sheet) if within_reach(one, step if back else None)]
    guns = [one for one in ready if group_of(one) in RANGED]
    ready = [one for one in ready if one not in guns]
    best = sorted(ready, key=lambda one: (group_of(one) != GUARDS.get(kind), weapon_word(one) != sheet.get("wields")))
    drawn = [one for one in guns if weapon_word(one) == sheet.get("wields")]
    far = step is not None and step > ARM
    fitting = drawn or guns if back and (drawn or (far and not best)) else best
    return next(iter(fitting), None)


# ---- what a sheet fills in ----


def acting(own: BindInputs | None = None, *kept: str) -> BindInputs:
    """Everybody in the inputs as they stand; of what stands beside them under the name of a field only what is meant.

    `kept`: inputs beside the people that are fields of the sheet.
    """

    def fill(sheet: Being, asked: Content) -> dict[str, Any]:
        if isinstance(asked.get(REFERENCE), str):
            return somebody(sheet)
        inputs: dict[str, Any] = {name: None for name in sheet if name not in kept}
        return inputs | (own(sheet, asked) if own else {})

    return fill


def weapon_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """The weapon in hand; a creature’s own bonus for what it does best (M16)."""
    inputs: dict[str, Any] = {}
    if asked.get("weapon") is None:
        place, inputs["weapon"] = chosen_weapon(sheet, asked)
        _check_second(sheet, place, asked.get("second_weapon"))
    foe = str((asked.get("target") or {}).get(REFERENCE, ""))
    fooled = fight_of({"": sheet}).bonds.helped("", foe, ())
    mods = weighing(str(asked.get("circumstance") or "")) | dict(fooled)
    if bonus := (sheet.get("bonuses") or {}).get(str(asked.get("action") or "")):
        mods["profile"] = bonus
    if mods:
        inputs["mods"] = mods
    return inputs


def _check_second(sheet: Content, first: int | None, named: Any) -> None:
    """What is in the other hand is as ready as the first, and there is a hand for it (ORG-MOD-09)."""
    second = line_of(sheet, named, besides=first)
    if second is None:
        return
    line, busy = lines(sheet)[second], 1 if first is None else lines(sheet)[first].hands
    if why := why_not(line, free_hands(sheet) - busy):
        raise Refusal(why, kind="refused", field="second_weapon", came=weapon_word(line))


def weighing(circumstance: str) -> dict[str, int]:
    """What weighs on an attack: a circumstance of the list, or a number without a name (M21)."""
    if not circumstance:
        return {}
    if circumstance in pack.keys("scales", "circumstance"):
        return {circumstance: pack.modifier("circumstance", circumstance)}
    try:
        return {"situation": int(circumstance.replace(MINUS, "-"))}
    except ValueError:
        allowed = list(pack.keys("scales", "circumstance"))
        raise Refusal("field/one_of", field="circumstance", came=circumstance, allowed=allowed) from None


# ---- the way back ----


def line_of(sheet: Content, named: Any, besides: int | None = None, shots: int = 1) -> int | None:
    """The line that inputs came from; of two alike, the first that is ready for so many shots."""
    if named is None:
        return None
    wanted = msgspec.convert(named, WeaponNamed)
    carried = [(at, one) for at, one in enumerate(lines(sheet)) if at != besides]
    alike = [at for at, one in carried if one.own_input() == wanted and one.weapon_input() != wanted]
    alike = alike or [at for at, one in carried if one.weapon_input() == wanted]
    ready = [at for at in alike if not why_not(lines(sheet)[at], shots=shots)]
    return next(iter(ready or alike), None)


def with_line(sheet: Content, at: int, line: SheetWeapon) -> dict[str, Any]:
    """The weapons with another line in the place of one."""
    kept = lines(sheet)
    if line == kept[at]:
        return {}
    return {"weapons": [msgspec.to_builtins(line if place == at else one) for place, one in enumerate(kept)]}


def after_use(sheet: Content, given: Content, outcome: Content) -> dict[str, Any]:
    """What an attack took of its weapon: cartridges, a thrown blade, poison, a jam (M9, ORG-POI-01, ORG-WPN-05)."""
    fired = int(outcome.get("bullets_used", given.get("shots") or 1))
    at = line_of(sheet, given.get("weapon"), shots=fired)
    second = line_of(sheet, given.get("second_weapon"), besides=at)
    met = {"weapon_broken": outcome.get("weapon_broken"), "dose_delivered": outcome.get("dose_delivered")}
    if second is not None:  # the other hand fires once, and is neither caught nor jammed (ORG-MOD-09)
        sheet = {**sheet, **_used(sheet, second, given, met, 1)}
    used = _used(sheet, at, given, outcome, fired) if at is not None else {}
    return {"weapons": sheet["weapons"], **used} if second is not None else used


def after_wielding(sheet: Content, given: Content, outcome: Content) -> dict[str, Any]:
    """The same, and what is in hand from then on: nothing, once it has flown or is caught (ORG-FREE-01, ORG-REA-02)."""
    fields, at = after_use(sheet, given, outcome), line_of(sheet, given.get("weapon"))
    if at is None or lines({**sheet, **fields})[at].place == "carried":
        return fields | in_hand_fields(sheet, given.get("weapon"))
    return fields | ({"wields": None} if "wields" in sheet else {})


def _used(sheet: Content, at: int, given: Content, outcome: Content, fired: int) -> dict[str, Any]:
    """One weapon after an attack with it."""
    line, shot = lines(sheet)[at], given.get("action") == "shoot"
    flies = shot or given.get("distance_cm") or _bursts(line)
    met = (bool(outcome.get(name)) for name in ("weapon_caught", "dose_delivered", "jammed", "weapon_broken"))
    return with_line(sheet, at, used(line, fired, shot, bool(flies), *met))


@kept_by_rows(4096)
def used(
    line: SheetWeapon, fired: int, shot: bool, flies: bool, caught: bool, dosed: bool, jammed: bool, broken: bool
) -> SheetWeapon:
    """A weapon after an attack with it: cartridges, a thrown blade, poison, a jam (M9, ORG-POI-01, ORG-WPN-05)."""
    thrown = flies and group_of(line) in THROWN
    broken = broken and weapon_of(line.weapon_input(), NOBODY).improvised != "none"
    return replace(
        line,
        loaded=max(0, line.loaded - fired) if line.magazine else 0,
        spent=line.drawn if shot else line.spent,
        count=max(1, line.count - 1) if thrown else line.count,
        place="dropped" if thrown and line.count == 1 else "stuck" if caught else line.place,
        coats=max(0, line.coats - 1) if dosed else line.coats,
        jammed=line.jammed or jammed,
        broken=line.broken or broken,
    )


def _bursts(line: SheetWeapon) -> bool:
    """A grenade or a bottle of fire, which is thrown whatever it is meant to do (M9)."""
    row = pack.weapon(line.weapon) if line.weapon else None
    return row is not None and bool(row.radius_cm or row.lost_per_metre)


def in_hand_fields(sheet: Content, named: Any) -> dict[str, Any]:
    """What was used or drawn is in hand from then on, in a fight (ORG-FREE-01)."""
    at = line_of(sheet, named)
    word = "" if at is None else weapon_word(lines(sheet)[at])
    return {"wields": word} if word and fights(sheet) and sheet.get("wields") != word else {}


def after_disarm(sheet: Content) -> dict[str, Any]:
    """The weapon in the hand of whoever is disarmed lies on the ground (ORG-ACT-04)."""
    hands = [at for at, one in enumerate(lines(sheet)) if one.place == "carried" and not one.broken]
    at = min(hands, key=lambda at: weapon_word(lines(sheet)[at]) != sheet.get("wields"), default=None)
    fields = {} if at is None else with_line(sheet, at, replace(lines(sheet)[at], place="dropped"))
    return {**fields, "wields": None} if "wields" in sheet else fields


def gathered(sheet: Content) -> dict[str, Any]:
    """After a fight whoever can act carries again what lies on the ground or is caught, but for what has burst.

    ORG-FREE-05, ORG-REA-02.
    """
    carried = [one if _bursts(one) else replace(one, place="carried") for one in lines(sheet)]
    return {} if carried == lines(sheet) or not person(sheet).can_act else {"weapons": msgspec.to_builtins(carried)}


# ---- what is done about a weapon ----

Fits = Callable[[SheetWeapon, str], bool]  # a weapon, the poison that is meant for it
TENDING: dict[str, tuple[Fits, str]] = {  # with which weapons it can be done, and why not with others
    "draw": (lambda one, _: one.place == "carried" and not one.broken, "act/not_carried"),
    "pick_up": (lambda one, _: one.place == "dropped" and not one.broken, "act/not_dropped"),
    "free_weapon": (lambda one, _: one.place == "stuck" and not one.broken, "act/not_stuck"),
    "reload": (lambda one, _: one.place == "carried" and takes_load(one), "act/no_spare"),
    "clear_jam": (lambda one, _: one.jammed, "act/not_jammed"),
    "coat": (lambda one, poison: one.place == "carried" and _takes_poison(one, poison), "act/no_blade"),
}
TO_HAND = ("draw", "pick_up", "free_weapon")  # what nobody needs to say the weapon of


def takes_load(line: SheetWeapon) -> bool:
    """Whether it can be loaded, or drawn again (M9)."""
    return line.spent > 0 or (line.spare > 0 and line.loaded < line.magazine)


@kept_by_rows(4096)
def reloaded(line: SheetWeapon) -> SheetWeapon:
    """After an action spent on it: one fewer to draw it again, or a magazine as full as what is left makes it (M9)."""
    if line.spent:
        return replace(line, spent=line.spent - 1)
    more = min(line.magazine - line.loaded, line.spare)
    return replace(line, loaded=line.loaded + more, spare=line.spare - more)


def _takes_poison(line: SheetWeapon, poison: str) -> bool:
    blade = line.bs > 0 and not line.magazine
    return blade and (line.coating in ("", poison) or not line.coats)


def _tended(sheet: Content, asked: Content) -> int | None:
    """The line that a free action is about: the one that is named, else the first that it can be done with (M9)."""
    (fits, _), named, poison = TENDING[asked["kind"]], asked.get("weapon_name"), str(asked.get("poison") or "")
    there = (at for at, one in enumerate(lines(sheet)) if fits(one, poison))
    return next((at for at in there if named in (None, "", weapon_word(lines(sheet)[at]))), None)


def tending(sheet: Content, asked: Content) -> dict[str, Any]:
    """Which weapon a free action is about, and which poison; refused where it can be done with none (M9)."""
    kind, named = str(asked.get("kind") or ""), str(asked.get("weapon_name") or "")
    words, poison = [weapon_word(one) for one in lines(sheet)], asked.get("poison")
    if named and named not in words:
        raise Refusal("field/one_of", field="weapon_name", came=named, allowed=words)
    if kind == "aim" and not any(group_of(one) in RANGED for one in usable(sheet)):
        raise Refusal("act/no_gun", kind="refused", field="kind", rule="ORG-FREE-02")
    if kind == "put_out" and not sheet.get("burning"):
        raise Refusal("act/no_fire", kind="refused", field="kind", rule="ORG-DMG-01")
    if kind == "coat":
        held = [one["poison"] for one in sheet.get("poisons") or () if one.get("doses")]
        poison = poison or next(iter(held), None)
        if poison not in held:
            raise Refusal("act/no_poison", kind="refused", field="poison", rule="ORG-POI-01")
    if kind not in TENDING or (kind in TO_HAND and not named):
        return {}
    at = _tended(sheet, {**asked, "poison": poison})
    if at is None:
        raise Refusal(TENDING[kind][1], kind="refused", field="weapon_name", came=named or "…")
    return {"weapon_name": words[at], **({"poison": poison} if kind == "coat" else {})}


def after_tending(sheet: Content, given: Content) -> dict[str, Any]:
    """A weapon in the hand again, loaded, cleared or coated; clothes that burn no more (ORG-FREE-05, ORG-REA-02)."""
    if given["kind"] == "put_out":
        return {"burning": None}
    at = _tended(sheet, given)
    if at is None:
        return {}
    line = lines(sheet)[at]
    match given["kind"]:
        case "reload":
            return with_line(sheet, at, reloaded(line))
        case "clear_jam":
            return with_line(sheet, at, replace(line, jammed=False))
        case "coat":
            poison = given["poison"]
            pocket = [{**one, "doses": one["doses"] - (one["poison"] == poison)} for one in sheet["poisons"]]
            coated = with_line(sheet, at, replace(line, coating=poison, coats=line.coats + 1))
            return {**coated, "poisons": [one for one in pocket if one["doses"]]}  # ORG-POI-01
    carried = with_line(sheet, at, replace(line, place="carried"))
    return {**carried, **({"wields": weapon_word(line)} if fights(sheet) else {})}
