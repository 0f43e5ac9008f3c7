"""What falls due: as the clock goes on, and as the turns of a fight pass (M19, TURN-05, AFT, DRUG, DIS, POI, END).

What asks for no die simply happens; what does waits until somebody throws, one thing of each row at a time.
What the game master lets pass is over as if it had not been, and goes on by its own clock (SYM-01).
"""

from typing import Any

import msgspec
from msgspec.structs import replace

from gardien.core.calling import do
from gardien.core.errors import Refusal
from gardien.core.fighting import Content
from gardien.core.table_rules import Answer, DueItem
from gardien.systems.organique import pack
from gardien.systems.organique.rules.character import Dose
from gardien.systems.organique.rules.fight.end_of_turn import slowed_at
from gardien.systems.organique.rules.substances.poisons import advance_doses, doses_later
from gardien.systems.organique.rules.substances.timed_effects import (
    DAY,
    HOUR,
    MORNING,
    Due,
    Lasting,
    falling,
    habit,
    immunity,
    passes,
)
from gardien.systems.organique.sheet.parts import Habit
from gardien.systems.organique.sheet.recompute import MONTH, NIGHT, TIRED, plain
from gardien.systems.organique.table.consequences import (
    AHEAD,
    after_poison_tick,
    after_radiation,
    dependent,
    drug_in,
    habits,
    lists,
)
from gardien.systems.organique.table.fighter import (
    ACTS,
    ANSWERS,
    DAZZLED,
    MOMENTS,
    WAITING,
    character,
    has_fought,
    is_strangled,
    lasting_of,
    moments_left,
    rules,
    this_turn,
)
from gardien.systems.organique.table.power_effects import SLOWS, SURGES, power_later, turns_of
from gardien.systems.organique.table.time_passing import time_fields
from gardien.systems.organique.vocabulary import CODES, TURNS_PER_MINUTE

INFECTIONS = "infections"  # the family of diseases that keep wounds from healing (M12, M17)
SELF: dict[str, Any] = {"character": ""}
UNTREATED = Answer(0, "sans traitement", "untreated")
SHOWN = {"stupor": "stupor", "blind": "blind", "one_eyed": "one_eyed"}  # symptom that ends -> what it showed as


def due(sheet: Content, marks: Content, before: int, after: int, options: Content) -> list[DueItem]:
    """The clock of the table; the dead and machines have no more time."""
    if sheet.get("dead") or sheet.get("nature") == "machine":
        return []
    items, fields = _lasting(sheet, before, after)
    surge = _surge_fields(sheet, before, after)
    fields |= surge | _time_fields({**sheet, **surge}, before, after, options)
    ticks, doses = _poison(sheet, before, after)
    fields |= doses
    fields |= _months(sheet, after) | _meal_fields(sheet, before, after)
    items += [*ticks, *_mornings(sheet, before, after), *_awake(sheet, after)]
    changed = {name: value for name, value in plain(fields).items() if value != sheet.get(name)}
    if changed.get("dead"):
        items = []  # by then nothing is asked any more
    body = [DueItem(fields=changed, queue="body")] if changed else []
    return [*body, *_caught_up(marks, before, after), *items]


# ---- what lasts ----


def _lasting(sheet: Content, before: int, after: int) -> tuple[list[DueItem], dict[str, Any]]:
    """Tests whose hour has come, and what is over (ORG-DRUG, ORG-DIS, ORG-SYM-01)."""
    kept = lasting_of(sheet)
    items, over = list[DueItem](), list[Lasting]()
    for event in falling(kept, before, after):
        if event.procedure:
            first = event.held[0]  # both dependencies of a drug may have rows of their own
            ways = "+".join(one.course for one in event.held) if first.kind == "dependency" else ""
            row = f"{first.kind}/{first.key}/{ways}"
            inputs, asks = _inputs(sheet, event), _asks(event)
            items.append(DueItem(event.procedure, inputs, queue=row, questions=asks, about=name_of(first)))
        else:
            over += event.held
    turns = TURNS_PER_MINUTE * (after - before)
    left = [later for one in kept if one not in over and (later := power_later(one, turns)) is not None]
    if left == list(kept):
        return items, {}
    fields: dict[str, Any] = {"lasting": [plain(one) for one in left]}
    for one in over:
        if one.kind == "suffering":
            fields["suffering"] = _eased_pains(fields.get("suffering", sheet.get("suffering") or ()), one.level)
        if one.kind == "symptom" and one.key in SHOWN:
            fields[SHOWN[one.key]] = False
        if one.kind == "collapse" and sheet.get("end_now") == -1:
            fields["end_now"] = 0  # ORG-END-09
    return items, fields


def _eased_pains(pains: Any, points: int) -> list[int]:
    left = list(pains)
    if points in left:
        left.remove(points)
    return left


def _inputs(sheet: Content, one: Due) -> dict[str, Any]:
    """A test with what the sheet knows of it: which drug, whether it is at hand, what was overcome before."""
    lasting, asked = one.held[0], dict(one.inputs)
    if one.procedure == "withdrawal_test":
        at_hand = any(use.drug == lasting.key and use.held for use in habits(sheet))
        return {**asked, "mods": {lasting.key: 0}, **({"holds_drug": True} if at_hand else {})}
    if one.procedure == "disease_progress":
        del asked["treatment"]  # the sheet has it, and it may still be begun or given up
        immune = immunity(sheet.get("overcome") or (), lasting.key)
        return {**asked, **({"immunity": immune} if immune else {})}
    return asked


def name_of(one: Lasting) -> tuple[str, str]:
    """What something that lasts is called, where a table of the pack has it."""
    tables = {"disease": pack.disease, "drug": pack.drug, "come_down": pack.drug, "dependency": pack.drug}
    row: Any = tables[one.kind](one.key) if one.kind in tables else None
    return (row.fr, row.en) if row else ("", "")


def _asks(one: Due) -> dict[str, tuple[Answer, ...]]:
    """A disease may be treated as long as it lasts, by what stands in its table (ORG-DIS-03, M12)."""
    if one.procedure != "disease_progress":
        return {}
    remedies = pack.disease(one.held[0].key).remedies
    ways = (UNTREATED, *(Answer(row.bonus, f"{row.fr} +{row.bonus}", f"{row.en} +{row.bonus}") for row in remedies))
    return {"treatment": tuple(sorted(ways, key=lambda way: way.value != one.held[0].count))} if remedies else {}


# ---- networks ----


def ahead(known: Content) -> int:
    """Minutes of an intrusion that the clock has not gone through yet (ORG-HACK-28)."""
    return int(known.get(AHEAD) or 0)


def _caught_up(marks: Content, before: int, after: int) -> list[DueItem]:
    """The clock catches up with whoever sits at a keyboard."""
    left = max(0, ahead(marks) - (after - before))
    return [DueItem(fields={AHEAD: left or None})] if ahead(marks) > left else []


# ---- bodies ----


def _time_fields(sheet: Content, before: int, after: int, options: Content) -> dict[str, Any]:
    """Bleeding, the last turns of the dying, what is counted in turns, rest, days of healing."""
    if after == before:
        return {}
    kept = lasting_of(sheet)
    faint = next((one for one in kept if one.kind == "collapse" and before < (one.until or 0) < after), None)
    if faint and faint.until:  # breath comes back from then on (ORG-END-09)
        fields = _time_fields(sheet, before, faint.until, options)
        rest = {**sheet, **fields, "lasting": [plain(one) for one in kept if one is not faint]}
        rest |= {"end_now": 0} if rest.get("end_now") == -1 else {}
        return {**fields, "end_now": rest.get("end_now"), **_time_fields(rest, faint.until, after, options)}
    infected = any(one.kind == "disease" and pack.disease(one.key).family == INFECTIONS for one in lasting_of(sheet))
    bandaged, in_bed = bool(sheet.get("bandaged")), bool(sheet.get("in_bed"))
    lost = dict(sheet.get("end_lost") or {})
    slow, busy = turns_of(kept, SLOWS), turns_of(kept, SURGES)
    return time_fields(character(sheet), before, after, lost, bandaged, in_bed, infected, rules(options), slow, busy)


def _surge_fields(sheet: Content, before: int, after: int) -> dict[str, Any]:
    """The END that a surge costs, turn by turn (M7)."""
    end = int(sheet.get("end_now") or 0)
    cost = min(turns_of(lasting_of(sheet), SURGES), TURNS_PER_MINUTE * (after - before), max(0, end))
    if not cost:
        return {}
    causes = dict(sheet.get("end_lost") or {})
    return {"end_now": end - cost, "end_lost": {**causes, "exhaustion": causes.get("exhaustion", 0) + cost}}


def _poison(sheet: Content, before: int, after: int) -> tuple[list[DueItem], dict[str, Any]]:
    """The next tick of slow poisons, or the doses as they are by then (ORG-POI-02, M13)."""
    doses = tuple(msgspec.convert(one, Dose) for one in sheet.get("doses") or ())
    if not doses:
        return [], {"doses_at": None} if sheet.get("doses_at") is not None else {}
    kept = sheet.get("doses_at")
    start = before * TURNS_PER_MINUTE if kept is None else kept
    strikes, left = doses_later(doses, max(0, after * TURNS_PER_MINUTE - start))
    if not strikes:
        return [], {"doses": [plain(one) for one in left], "doses_at": None}
    first = strikes[0]
    fields = {"doses": [plain(one) for one in first.doses], "doses_at": start + first.turns - 1}
    struck = [pack.poison(one) for one in advance_doses(first.doses)[1]]
    about = ", ".join(dict.fromkeys(one.fr for one in struck)), ", ".join(dict.fromkeys(one.en for one in struck))
    return [DueItem("poison_tick", queue="poison", about=about)], fields


# ---- days ----


def _mornings(sheet: Content, before: int, after: int) -> list[DueItem]:
    """Six o’clock: hunger, thirst, the doses of the day (M19)."""
    days = passes(before, after, DAY, MORNING)
    if not days:
        return []
    items = []
    for field, procedure in (("no_food_since", "hunger"), ("no_water_since", "thirst")):
        since = sheet.get(field)
        if since is not None and (without := passes(max(before, since), after, DAY, MORNING)):
            items.append(DueItem(procedure, {"days": without}, accumulates="days"))
    for use in habits(sheet):
        row = pack.drug(use.drug)
        if use.unchecked and (row.physical is not None or row.psychological is not None):
            inputs = dependency_inputs(sheet, use)
            items.append(DueItem("dependency_check", inputs, queue=f"use/{use.drug}", about=(row.fr, row.en)))
    return items


def _meal_fields(sheet: Content, before: int, after: int) -> dict[str, Any]:
    """As many days of meals as there were without any give END back (ORG-DMG-10)."""
    hungry = int(sheet.get("days_hungry") or 0)
    if not hungry or sheet.get("no_food_since") is not None:
        return {}
    return {"days_hungry": max(0, hungry - passes(before, after, DAY, MORNING))}


def dependency_inputs(sheet: Content, use: Habit) -> dict[str, Any]:
    """The saves of a day of use, with what the drug and the sheet say (ORG-DRUG-03)."""
    row = pack.drug(use.drug)
    ways = {name: getattr(row, name) for name in ("physical", "psychological") if getattr(row, name) is not None}
    already = {f"already_{name}": True for name in ways if dependent(sheet, use.drug, name)}
    return {**ways, **already, "doses_24h": max(1, use.unchecked), "mods": {use.drug: 0}}


def _awake(sheet: Content, after: int) -> list[DueItem]:
    """A night without sleep more: read from how somebody was before the first of them (ORG-DMG-14)."""
    since, nights = sheet.get("awake_since"), int(sheet.get("nights_awake") or 0)
    if since is None or (after - since) // DAY <= nights:
        return []
    changes = dict(sheet.get("changes") or {})
    for code in TIRED:
        changes[code] = changes.get(code, 0) + NIGHT * nights
    back = {"changes": {code: changes[code] for code in CODES if changes.get(code)}}
    reserve = {"end_now": sheet["end_now"] + NIGHT * nights} if (sheet.get("end_now") or 0) > 0 else {}
    given = {"hours": 24 * (nights + 1), "character": {**SELF, **back, **reserve}}
    return [DueItem("sleeplessness", given, queue="sleep")]


def _months(sheet: Content, after: int) -> dict[str, Any]:
    """What a month of doses, or without any, makes of the tolerance (ORG-DRUG-01)."""
    uses = habits(sheet)
    uses_now = [_used_to(one, after) for one in uses]
    return {"habits": [plain(one) for one in uses_now]} if uses_now != uses else {}


def _used_to(use: Habit, after: int) -> Habit:
    while (use.taken or use.tolerance) and after - use.month >= MONTH:
        end = use.month + MONTH
        doses = sum(use.month <= one < end for one in use.taken)
        later_ones = tuple(one for one in use.taken if one >= end)
        use = replace(use, tolerance=habit(use.tolerance, doses), taken=later_ones, month=end)
    return use


# ---- as turns pass ----


def each_round(fighter: Content, options: Content) -> list[DueItem]:
    """The end of a turn and the start of the next, for one fighter; dice only where poison asks for them (TURN-05)."""
    fields: dict[str, Any] = {
        MOMENTS: moments_left(fighter),
        WAITING: None,
        **_stun_fields(fighter),
        **_blindness_fields(fighter),
    }
    changed = {name: value for name, value in fields.items() if value != fighter.get(name)}
    if fighter.get("dead"):
        return [DueItem(fields=changed)] if changed else []
    kept = lasting_of(fighter)
    asked = {"fought": has_fought(fighter), "strangled": is_strangled(fighter)}
    asked |= {"surging": turns_of(kept, SURGES) > 0, "slowed": slowed_at(turns_of(kept, SLOWS))}
    left = [later for one in kept if (later := power_later(one, 1)) is not None]
    changed |= {"lasting": [plain(one) for one in left]} if left != list(kept) else {}
    person = {**msgspec.to_builtins(character(fighter)), **asked}
    try:
        answer = do("organique", "end_turn", {"combatants": [person], "options": dict(options)}, dice=())
    except Refusal as refusal:
        if not refusal.id.startswith("dice/"):
            raise
        tick = DueItem("end_turn", {"combatants": [{**SELF, **asked}]})
        return [*([DueItem(fields=changed)] if changed else []), tick]
    changed |= {change.field: msgspec.to_builtins(change.after) for change in answer.changes}
    return [DueItem(fields=changed)] if changed else []


def _stun_fields(fighter: Content) -> dict[str, Any]:
    """What a stun has taken is over; what was used before it, it takes from the next turn (ORG-TURN-03)."""
    done = this_turn(fighter)
    taken = {"lose_action": ACTS, "lose_reaction": ANSWERS}
    return {name: False for name, kinds in taken.items() if fighter.get(name) and not kinds.intersection(done)}


def _blindness_fields(fighter: Content) -> dict[str, Any]:
    """Turns of blindness that are left (ORG-WPN-07)."""
    if not fighter.get(DAZZLED):
        return {}
    sight, left = fighter[DAZZLED]
    return {DAZZLED: [sight, left - 1]} if left > 1 else {DAZZLED: None, sight: False}


def fields_when_skipped(sheet: Content, procedure: str, given: Content) -> dict[str, Any]:
    """What is written where a test of a row is not made."""
    match procedure:
        case "disease_progress":
            return _lasting_with(sheet, "disease", given["disease"], _later)
        case "withdrawal_test":
            return _lasting_with(sheet, "dependency", drug_in(given), _later)
        case "take_drug":
            return _lasting_with(sheet, "drug", given["drug"], _over)
        case "dependency_check":
            uses = (replace(one, unchecked=0) if one.drug == drug_in(given) else one for one in habits(sheet))
            return {"habits": lists(uses)}
        case "radiation":
            return after_radiation(sheet, given, {}, "")
        case "poison_tick":
            left, _ = advance_doses(tuple(msgspec.convert(one, Dose) for one in sheet.get("doses") or ()))
            return {"doses": lists(left), **after_poison_tick(sheet, given, {}, "")}
        case "sleeplessness":
            return {"awake_since": sheet["awake_since"] + DAY}  # one night fewer to tell (ORG-DMG-14)
    return {}


def _lasting_with(sheet: Content, kind: str, key: str, then: Any) -> dict[str, Any]:
    """What lasts, with the first of this kind gone on; both dependencies of a drug are let go together."""
    rows: list[Lasting | None] = []
    first = min((one.next or 0 for one in lasting_of(sheet) if (one.kind, one.key) == (kind, key)), default=0)
    for one in lasting_of(sheet):
        mine = (one.kind, one.key) == (kind, key) and (one.next or 0) == first
        rows.append(then(one) if mine else one)
    return {"lasting": lists(one for one in rows if one is not None)}


def _later(one: Lasting) -> Lasting:
    """The same, tested again after the same time: an interval of a disease, the days or the hour of a craving."""
    if one.kind == "disease":
        wait = HOUR * pack.disease(one.key).interval_hours
    else:
        wait = HOUR if one.seeking else DAY * max(1, one.count)
    return replace(one, next=(one.next or 0) + wait)


def _over(one: Lasting) -> None:
    return None
