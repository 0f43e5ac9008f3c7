"""How people stand at the table: as whom the rules read them, where, what is left of their turn (TURN, RNG)."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from gardien.core.fighting import Content, Holds
from gardien.core.fighting import Hold as Held
from gardien.core.scene import Being
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character
from gardien.systems.organique.rules.fight.holds import GRASP
from gardien.systems.organique.rules.fight.turn_budget import (
    FIRST,
    STEP_METRES,
    SURPRISED,
    Moment,
    Slots,
    gone_from,
    step_at,
    take_moment,
)
from gardien.systems.organique.rules.person import Person, person_of
from gardien.systems.organique.rules.substances.timed_effects import Lasting, in_force, minutes_left
from gardien.systems.organique.sheet.recompute import plain
from gardien.systems.organique.sheet.sheet import RENAMED
from gardien.systems.organique.vocabulary import Hold

DOWN = ("dead", "dying", "out_of_action", "unconscious", "paralysed", "exhausted")  # conditions that leave nothing
BURNING = "burning"  # points of fire a turn, and turns that are left of it (ORG-DMG-01, M9)
DAZZLED = "dazzled"  # which sight is lost for how many turns more (ORG-WPN-07)
STANDS = "stands"  # where somebody is on a line, in metres: a step of range is about one (ORG-RNG-01)
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
Purse: TypeAlias = Literal["actions", "reactions"]
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


def have_places(*people: Content) -> bool:
    """Whether anybody has said where people stand."""
    return any(STANDS in one for one in people)


def metres(one: Content, other: Content) -> float:
    """How far apart two people are."""
    return float(abs(one.get(STANDS, 0) - other.get(STANDS, 0)))


def band(one: Content, other: Content) -> int:
    """The step of range between two people (ORG-RNG-01)."""
    return step_at(metres(one, other))


def driven_back(one: Content, other: Content, steps: float) -> float:
    """Where somebody stands who is pushed, thrown or leaps away from somebody."""
    return gone_from(float(one.get(STANDS, 0)), float(other.get(STANDS, 0)), steps)


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
    """While whoever holds is able to and near enough, and the other lives (ORG-ACT-21, ORG-RNG-01)."""
    holder, victim = people[hold.holder], people[hold.victim]
    apart = have_places(holder, victim) and band(holder, victim) > GRASP
    apart = apart or (HOLDING in holder and hold.victim not in holder[HOLDING])
    return holder.get("condition", "ok") not in DOWN and not victim.get("dead") and not apart


HOLDS = Holds((HELD_BY, HELD_HOW, HOLDING, GRIPS), _among, let_go, _goes_on)


# ---- what is left of a turn ----


def fights(sheet: Content) -> bool:
    """Whether somebody takes part in a fight, whether or not initiative has been thrown for."""
    return TOTAL in sheet or (isinstance(sheet, Being) and sheet.id in (sheet.scene.fight.get("order") or ()))


ACTS: frozenset[str] = frozenset(
    ("action", "extended_action", "free_action", "half_action", "half_extended_action", "half_free_action")
)
ANSWERS: frozenset[str] = frozenset(("reaction", "half_reaction", "simultaneous_action", "reaction_free_action"))


def moments(sheet: Content) -> list[str]:
    """What somebody has done since the turn began, with what was kept from the one before."""
    return list(sheet.get(MOMENTS) or ())


def this_turn(sheet: Content) -> list[str]:
    """What somebody has done in the turn under way."""
    done = moments(sheet)
    return done[len(done) - done[::-1].index("new_turn") :] if "new_turn" in done else done


def has_fought(sheet: Content) -> bool:
    """Whether somebody used an action or a reaction in the turn under way (ORG-END-02)."""
    return any(one in ACTS or one in ANSWERS for one in this_turn(sheet))


def slots(sheet: Content) -> Slots:
    """What somebody may still do in this turn; a stun takes what is not used yet (ORG-TURN-01 to 04)."""
    return _stunned(sheet)[0]


def stun_over(sheet: Content) -> dict[str, Any]:
    """What a stun has taken is over; what was used before it, it takes from the next turn (ORG-TURN-03)."""
    _, acts, answers = _stunned(sheet)
    return {name: False for name, taken in (("lose_action", acts), ("lose_reaction", answers)) if taken}


def _stunned(sheet: Content) -> tuple[Slots, bool, bool]:
    left = SURPRISED if sheet.get("surprised") else FIRST
    for moment in moments(sheet):
        after = take_moment(left, False, moment, 0, Options())  # type: ignore[arg-type]
        left = after.slots if after else left
    lost = sheet.get(LOST) or ()
    left = left.stunned("lose_action" in lost, "lose_reaction" in lost)[0]
    return left.stunned(bool(sheet.get("lose_action")), bool(sheet.get("lose_reaction")))


def stunned_again(sheet: Content, outcome: Content) -> dict[str, Any]:
    """A second stun in a turn: the first has taken what was left of it, this one waits for the next (ORG-TURN-03)."""
    said = {"lose_action": "loses_next_action", "lose_reaction": "loses_next_reaction"}
    again = [name for name in stun_over(sheet) if outcome.get(said[name])]
    return {LOST: [*(sheet.get(LOST) or ()), *again]} if again else {}


def moments_fields(sheet: Content, *steps: Moment) -> dict[str, Any]:
    """The turn with some more things done in it; outside a fight nobody counts them."""
    return {MOMENTS: [*moments(sheet), *steps]} if fights(sheet) else {}


def action_steps(sheet: Content, split: bool, extended: bool = False, free: bool = False) -> tuple[Moment, ...]:
    """What an action takes of a turn: the whole, or a half that is open or opened for it (ORG-TURN-04, ORG-MOD-05)."""
    kind = "free_action" if free else "extended_action" if extended else "action"
    if not split:
        return (kind,)  # type: ignore[return-value]
    half: Any = f"half_{kind}"
    return (half,) if slots(sheet).half_actions else ("split_action", half)


def reaction_steps(sheet: Content, split: bool = False, simultaneous: bool = False) -> tuple[Moment, ...]:
    """What a reaction takes: a half, a whole, or the action turned into one where none is left (ORG-TURN-02)."""
    left = slots(sheet)
    if split:
        return ("half_reaction",) if left.half_reactions else ("split_reaction", "half_reaction")
    kind: Moment = "simultaneous_action" if simultaneous else "reaction"
    if left.reactions:
        return (kind,)
    if left.half_reactions and not simultaneous:
        return ("half_reaction",)
    return ("action_to_reaction", kind)


def can_answer(sheet: Content) -> bool:
    """Whether somebody has a reaction left, or an action to make one of; not whoever saw nothing coming (ORG-TURN-02,
    ORG-REA-08, ORG-INIT-02)."""
    left = slots(sheet)
    return bool(left.reactions or left.half_reactions or (left.actions and not sheet.get("surprised")))


def moments_left(sheet: Content) -> list[str] | None:
    """The next turn: what was not used is lost, but for half a reaction (ORG-TURN-04)."""
    kept = slots(sheet).at_next_turn().half_reactions
    return ["split_reaction", "half_reaction", "new_turn"] if kept else None
