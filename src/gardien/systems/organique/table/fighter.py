"""How people stand at the table: as whom the rules read them, where, what is left of their turn (TURN, RNG)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from gardien.core.fighting import Content, Holds
from gardien.core.fighting import Hold as Held
from gardien.core.scene import Being, in_fight
from gardien.shared.line import are_placed, metres
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character
from gardien.systems.organique.rules.fight.holds import holds_fast, holds_on
from gardien.systems.organique.rules.fight.turn import Turn
from gardien.systems.organique.rules.fight.turn_budget import STEP_METRES, Moment, step_at
from gardien.systems.organique.rules.person import Person, person_of
from gardien.systems.organique.rules.substances.timed_effects import Lasting, in_force, minutes_left
from gardien.systems.organique.sheet.recompute import plain
from gardien.systems.organique.sheet.sheet import RENAMED
from gardien.systems.organique.vocabulary import Hold

DOWN = ("dead", "dying", "out_of_action", "unconscious", "paralysed", "exhausted")  # conditions that leave nothing
BURNING = "burning"  # points of fire a turn, and turns that are left of it (ORG-DMG-01, M9)
DAZZLED = "dazzled"  # which sight is lost for how many turns more (ORG-WPN-07)
MOMENTS = "moments"  # what somebody has done with this turn, one thing after the other
LOST = "lost"  # what an earlier stun has taken of this turn, once another one waits for the next
WAITING = "waiting"  # keeps the action for later in the turn (ORG-TURN-03)
AIMING = "aiming"  # has followed a target for a turn with a weapon (ORG-FREE-02)
TOTAL, RANK = "initiative_total", "rank"  # initiative, and the place that it brought: whoever has them is in a fight
HELD_BY, HELD_HOW, HOLDING = "held_by", "held_how", "holding"  # by id; the kind of hold
GRIPS = "gripped"  # the kind of each hold, by whose it is
AIMED_AT, AIMED_WITH = "aims_at", "aims_with"  # whom, by id, and with which weapon (ORG-FREE-02)
WIELDS = "wields"  # the weapon in hand (ORG-FREE-01)
AFRAID, PANICKED, FEAR = "afraid", "panicked", -4  # a fright, for the scene, and what it weighs (ORG-SYM-13, M21)
FEINTED = "feinted"  # whom somebody has fooled, by id, and for how many turns that helps (M6)
TURN_OVER = "turn/"  # counts: turns of a fight that have not told on somebody’s body yet
FARTHEST = len(STEP_METRES) - 1  # from this step on everything is shot or thrown
COVERS: dict[str, str] = {f"cover_{key}": key for key in pack.keys("armours", "cover")}  # mark -> what hides somebody
IN_PACK: dict[str, Callable[[str], Any]] = {  # kinds of what lasts, and where their keys are looked up
    "drug": pack.drug,
    "come_down": pack.drug,
    "dependency": pack.drug,
    "disease": pack.disease,
    "poison": pack.poison,
    "power": pack.power,
}

CHARACTER: tuple[str, ...] = Character.__struct_encode_fields__


def rules(options: Content) -> Options:
    """House rules as the game reads them."""
    return msgspec.convert(dict(options), Options)


# ---- as whom the rules read them ----


def lasting_of(sheet: Content) -> tuple[Lasting, ...]:
    """What lasts, as the rules read it."""
    return tuple(msgspec.convert(one, Lasting) for one in sheet.get("lasting") or ())


def lists(values: Any) -> list[Any]:
    """Values as a sheet keeps them."""
    return [plain(one) for one in values]


def read(sheet: Content) -> Character:
    """A sheet as fights and pages read it: a drug, a disease, a poison or a power that lasts is one of the pack."""
    for one in lasting_of(sheet):
        if one.kind in IN_PACK:
            IN_PACK[one.kind](one.key)
        minutes_left(one, 0)
    return character(sheet)


def somebody(sheet: Content) -> dict[str, Any]:
    """What of a character does not stand on the sheet under its own name: what somebody is, what eases pain (M11)."""
    fields: dict[str, Any] = {name: sheet.get(place) for name, place in RENAMED.items()}
    pains = sheet.get("suffering") or ()
    worst = rules(sheet.scene.options).pain_worst_only if isinstance(sheet, Being) else False
    hurting = max(pains, default=0) if worst else sum(pains)
    relief = min(in_force(lasting_of(sheet)).relief, hurting)
    weighs = {**({"relief": relief} if relief else {}), **({AFRAID: FEAR} if sheet.get(AFRAID) else {})}
    if weighs:
        fields["mods"] = {**(sheet.get("mods") or {}), **weighs}
    return fields


def character(sheet: Content) -> Character:
    """Somebody as the rules read them."""
    known = {name: sheet[name] for name in CHARACTER if name in sheet} | somebody(sheet)
    return msgspec.convert({name: one for name, one in known.items() if one is not None}, Character)


def person(sheet: Content) -> Person:
    """Somebody as sub-rules hand them on."""
    return person_of(character(sheet))


# ---- where ----


def band(one: Content, other: Content) -> int:
    """The step of range between two people (ORG-RNG-01)."""
    return step_at(metres(one, other))


def cover_of(sheet: Content) -> dict[str, Any] | None:
    """What somebody hides behind, as an outer layer (ORG-RNG-03)."""
    key = next((key for mark, key in COVERS.items() if sheet.get(mark)), None)
    if key is None:
        return None
    row = pack.cover(key)
    return {"name": key, "ia": row.ia, "bs": row.bs, "c": row.c}


# ---- holds ----


def holders(sheet: Content) -> list[str]:
    """Those who hold somebody, by id."""
    return list(sheet.get(HELD_BY) or ())


def grips(sheet: Content) -> dict[str, Hold]:
    """How each of those who hold somebody does."""
    usual: Hold = sheet.get(HELD_HOW) or "hold"
    kinds: dict[str, Hold] = dict(sheet.get(GRIPS) or ())
    return {id: kinds.get(id, usual) for id in holders(sheet)}


def grip(sheet: Content, holder: str = "") -> Hold:
    """How somebody is held, by one of those who do, else by the last."""
    kinds = grips(sheet)
    if not kinds:
        return "hold"
    return kinds[holder] if holder in kinds else list(kinds.values())[-1]


def is_strangled(sheet: Content) -> bool:
    """Whether somebody is being strangled (ORG-ACT-07)."""
    return "strangle" in grips(sheet).values()


def is_locked(sheet: Content) -> bool:
    """Whether a joint of somebody is in a lock (ORG-ACT-06)."""
    return "lock" in grips(sheet).values()


def is_held_fast(sheet: Content) -> bool:
    """Whether somebody goes nowhere before a hold is broken (ORG-ACT-05)."""
    return any(holds_fast(kind) for kind in grips(sheet).values())


def held_fields(kinds: dict[str, Hold]) -> dict[str, Any]:
    """The marks of whoever is held so; nothing where nobody holds them."""
    if not kinds:
        return {HELD_BY: None, HELD_HOW: None, GRIPS: None}
    return {HELD_BY: list(kinds), HELD_HOW: next(reversed(kinds.values())), GRIPS: [list(one) for one in kinds.items()]}


def without(ids: list[str], other: str) -> list[str] | None:
    """The same people without one; nothing where nobody is left."""
    return [id for id in ids if id != other] or None


def _among(people: Mapping[str, Being]) -> list[Held]:
    return [Held(holder, id, kind) for id, one in people.items() for holder, kind in grips(one).items()]


def let_go(hold: Held, people: Mapping[str, Content]) -> dict[str, dict[str, Any]]:
    """Both without a hold between them; other holds stay (ORG-ACT-05)."""
    fields: dict[str, dict[str, Any]] = {}
    if victim := people.get(hold.victim):
        fields[hold.victim] = held_fields({id: kind for id, kind in grips(victim).items() if id != hold.holder})
    if holder := people.get(hold.holder):
        fields[hold.holder] = {HOLDING: without(list(holder.get(HOLDING) or ()), hold.victim)}
    return fields


def _goes_on(hold: Held, people: Mapping[str, Content]) -> bool:
    """Whether it does, and nobody has let go (ORG-ACT-21, ORG-RNG-01)."""
    holder, victim = people[hold.holder], people[hold.victim]
    step = band(holder, victim) if are_placed(holder, victim) else None
    released = HOLDING in holder and hold.victim not in holder[HOLDING]
    return not released and holds_on(holder.get("condition", "ok") not in DOWN, bool(victim.get("dead")), step)


HOLDS = Holds((HELD_BY, HELD_HOW, HOLDING, GRIPS), _among, let_go, _goes_on)


# ---- what is left of a turn ----


def fights(sheet: Content) -> bool:
    """Whether somebody takes part in a fight, whether or not initiative has been thrown for."""
    return TOTAL in sheet or in_fight(sheet)


def turn_of(sheet: Content) -> Turn:
    """The turn that somebody has under way, as marks and sheet keep it (ORG-TURN-01 to 04)."""
    return Turn(
        moments=tuple(sheet.get(MOMENTS) or ()),
        surprised=bool(sheet.get("surprised")),
        lost=tuple(sheet.get(LOST) or ()),
        lose_action=bool(sheet.get("lose_action")),
        lose_reaction=bool(sheet.get("lose_reaction")),
    )


def stunned_again(sheet: Content, outcome: Content) -> dict[str, Any]:
    """A second stun in a turn: the first has taken what was left of it, this one waits for the next (ORG-TURN-03)."""
    said = {"lose_action": "loses_next_action", "lose_reaction": "loses_next_reaction"}
    again = [name for name in turn_of(sheet).taken if outcome.get(said[name])]
    return {LOST: [*(sheet.get(LOST) or ()), *again]} if again else {}


def moments_fields(sheet: Content, steps: Iterable[Moment]) -> dict[str, Any]:
    """The turn with some more things done in it; outside a fight nobody counts them."""
    return {MOMENTS: [*(sheet.get(MOMENTS) or ()), *steps]} if fights(sheet) else {}


def action_fields(sheet: Content, given: Content) -> dict[str, Any]:
    """An action less in this turn; whoever acts aims no more, and has waited long enough (ORG-TURN-01, ORG-FREE-02)."""
    steps = turn_of(sheet).action(bool(given.get("split")), bool(given.get("extended")))
    gone = {mark: None for mark in (AIMING, AIMED_AT, AIMED_WITH, WAITING) if mark in sheet}
    return {**moments_fields(sheet, steps), **gone}


def other_action_fields(sheet: Content) -> dict[str, Any]:
    """The same for what is no attack: it uses up the −10 after an extended action all the same (ORG-MOD-05)."""
    if not fights(sheet):
        return {}
    steadied = {"extended_penalty": False} if sheet.get("extended_penalty") else {}
    return {**action_fields(sheet, {}), **steadied}
