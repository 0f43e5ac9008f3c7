"""What a turn is made of: an action and a reaction, split, converted, kept; free actions (TURN-01 to 04, FREE)."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, nonzero, step
from gardien.core.inputs import BadField, check_key
from gardien.core.procedure import procedure
from gardien.core.values import Value, fields_like
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character, PoisonKey, State
from gardien.systems.organique.rules.fight.attack_modifiers import EXTENDED, SPLIT, WATER, WILL, fighting_throw
from gardien.systems.organique.rules.fight.holds import endure
from gardien.systems.organique.rules.person import LeavesState, Person, person_of, state_of
from gardien.systems.organique.rules.tests import d20
from gardien.systems.organique.rules.tests.modifiers import EXTENDED as STRETCHED
from gardien.systems.organique.rules.tests.modifiers import after_doing, base_parts, combat_parts
from gardien.systems.organique.vocabulary import FreeAction, Metres, Name, Score

Moment: TypeAlias = Literal[
    "action", "extended_action", "free_action", "split_action", "half_action", "half_extended_action",
    "half_free_action", "wait", "action_to_reaction", "reaction", "split_reaction", "half_reaction",
    "simultaneous_action", "reaction_free_action", "new_turn",
]  # fmt: skip
Stunned: TypeAlias = Literal["lose_action", "lose_reaction"]  # what a stun takes
Purse: TypeAlias = Literal["actions", "half_actions", "reactions", "half_reactions"]
PAID: dict[Moment, Purse] = {  # what each takes
    "action": "actions",
    "extended_action": "actions",
    "free_action": "actions",
    "half_action": "half_actions",
    "half_extended_action": "half_actions",
    "half_free_action": "half_actions",
    "reaction": "reactions",
    "half_reaction": "half_reactions",
    "simultaneous_action": "reactions",
    "reaction_free_action": "reactions",
}
TURNED: dict[Moment, tuple[Purse, Purse, int]] = {  # what becomes what, and how many of it
    "split_action": ("actions", "half_actions", 2),
    "action_to_reaction": ("actions", "reactions", 1),
    "split_reaction": ("reactions", "half_reactions", 2),
}
FREE: frozenset[Moment] = frozenset(("free_action", "half_free_action", "reaction_free_action"))  # nothing is thrown
STEP_METRES = (0, 1, 2, 3, 10)  # that put somebody at each step of range: one is about a metre (ORG-RNG-01)
HASTE = 20  # AGI against it: a weapon picked up on the run (ORG-FREE-05)
FLAMES = 15  # AGI against it: clothes that burn (ORG-DMG-01, M21)


# ---- what is left of a turn ----


class Slots(Value, frozen=True, kw_only=True):
    """What somebody may still do in a turn; `carried`: of the half reactions, the one kept from the turn before."""

    actions: int = 1
    half_actions: int = 0
    reactions: int = 1
    half_reactions: int = 0
    carried: int = 0

    def without(self, purse: Purse) -> "Slots | None":
        """One less of these, the kept half reaction first; nothing where none is left."""
        left = getattr(self, purse) - 1
        if left < 0:
            return None
        kept = max(0, self.carried - 1) if purse == "half_reactions" else self.carried
        return replace(self, **{purse: left}, carried=kept)

    def after_moment(self, moment: Moment) -> "Slots | None":
        """Split or converted (ORG-TURN-02, ORG-TURN-04)."""
        old, new, count = TURNED[moment]
        less = self.without(old)
        return None if less is None else replace(less, **{new: getattr(less, new) + count})

    def stunned(self, action: bool, reaction: bool) -> "tuple[Slots, bool, bool]":
        """What a stun leaves of this turn, and whether it took the action and the reaction it was to take: what is
        used already, it takes from the next turn (ORG-TURN-03, ORG-ACT-12)."""
        acts = (self.without("half_actions") or self.without("actions")) if action else None
        left = acts or self
        answers = (left.without("reactions") or left.without("half_reactions")) if reaction else None
        return answers or left, acts is not None, answers is not None

    @property
    def can_act(self) -> bool:
        """Whether any of the action is left, waiting or not (ORG-TURN-03)."""
        return self.actions + self.half_actions > 0

    def at_next_turn(self) -> "Slots":
        """A new turn: what was not used is lost, but one half of a reaction split in the last turn (ORG-TURN-04)."""
        kept = min(1, self.half_reactions - self.carried)
        return Slots(half_reactions=kept, carried=kept)


FIRST = Slots()
SURPRISED = Slots(reactions=0)  # ORG-INIT-02


class Taken(Value, frozen=True):
    """A turn after one thing was done in it, and what it is thrown at."""

    slots: Slots
    pending: bool  # the −10 after an extended action (ORG-MOD-05)
    mod: int = 0


def take_moment(slots: Slots, pending: bool, moment: Moment, will: int, options: Options) -> Taken | None:
    """One thing done; nothing where it is not allowed (ORG-TURN-01 to 04, ORG-MOD-05, ORG-MOD-11, ORG-MOD-12)."""
    if moment == "new_turn":
        return Taken(slots.at_next_turn(), pending)
    if moment == "wait":
        return Taken(slots, pending) if slots.can_act else None
    if moment in TURNED:
        changed = slots.after_moment(moment)
        return None if changed is None else Taken(changed, pending)
    less = slots.without(PAID[moment])
    if less is None:
        return None
    if moment in FREE:
        return Taken(less, pending and options.extended_penalty_next_roll)
    extended = moment in ("extended_action", "half_extended_action")
    mod = STRETCHED if pending else 0
    mod += EXTENDED if extended else 0
    mod += SPLIT if moment.startswith("half_") else 0
    mod += min(0, will - WILL) if moment == "simultaneous_action" else 0
    return Taken(less, extended, mod)


class SlotsGiven(Value, frozen=True, kw_only=True):
    """What somebody does, one thing after the other, turn after turn."""

    steps: Annotated[tuple[Moment, ...], Meta(max_length=200)]
    VOL: Score = 10
    surprised: bool = False


class SlotsLeft(Value, frozen=True, kw_only=True):
    """What was allowed, at which modifier, and what is left."""

    allowed: tuple[bool, ...]
    mods: tuple[int, ...]
    actions_left: int
    half_actions_left: int
    reactions_left: int
    half_reactions_left: int
    extended_penalty: bool


RULES: dict[Moment, str] = {
    "wait": "ORG-TURN-03",
    "action_to_reaction": "ORG-TURN-02",
    "simultaneous_action": "ORG-MOD-11",
    "reaction_free_action": "ORG-TURN-02",
    "extended_action": "ORG-MOD-05",
    "half_extended_action": "ORG-MOD-05",
    "split_action": "ORG-TURN-04",
    "split_reaction": "ORG-TURN-04",
    "half_action": "ORG-MOD-12",
    "half_reaction": "ORG-MOD-12",
    "half_free_action": "ORG-TURN-04",
    "reaction": "ORG-REA-08",
}


@procedure(
    "turn_slots",
    rules="""ORG-TURN-01 ORG-TURN-02 ORG-TURN-03 ORG-TURN-04 ORG-MOD-05 ORG-MOD-11 ORG-MOD-12 ORG-REA-08
    ORG-INIT-02""",
    headline=("actions_left", "reactions_left"),
)
def count_slots(given: SlotsGiven, options: Options) -> Program[SlotsLeft]:
    """One action and one reaction a turn, whole, split, converted or kept."""
    slots, pending = SURPRISED if given.surprised else FIRST, False
    allowed: list[bool] = []
    mods: list[int] = []
    if given.surprised:
        yield from step("surprised", True, "ORG-INIT-02")
    for moment in given.steps:
        taken = take_moment(slots, pending, moment, given.VOL, options)
        allowed.append(taken is not None)
        mods.append(0 if taken is None else taken.mod)
        yield from step(moment, False if taken is None else taken.mod, RULES.get(moment, "ORG-TURN-01"))
        if taken is not None:
            slots, pending = taken.slots, taken.pending
    return SlotsLeft(
        allowed=tuple(allowed),
        mods=tuple(mods),
        actions_left=slots.actions,
        half_actions_left=slots.half_actions,
        reactions_left=slots.reactions,
        half_reactions_left=slots.half_reactions,
        extended_penalty=pending,
    )


# ---- free actions ----

Payment: TypeAlias = Literal["action", "half_action", "reaction"]


class FreeBlock(d20.ThrowBlock, frozen=True, kw_only=True):
    """What a free action came to."""

    done: bool | UnsetType = UNSET
    metres_max: int | UnsetType = UNSET
    weapon_recovered: bool | UnsetType = UNSET
    moved: bool | UnsetType = UNSET


class Freely(Value, frozen=True):
    """Somebody after a free action, and what it came to."""

    person: Person
    block: FreeBlock


def act_freely(
    person: Person,
    kind: FreeAction,
    paid_with: Payment,
    gm_test: bool,
    options: Options,
    wanted: frozenset[str],
    who: str = "",
    in_water: bool = False,
) -> Program[Freely]:
    """Nobody can react to it and nothing is thrown, unless a weapon is picked up on the run or clothes burn.

    ORG-FREE-01 to 05, M21.
    """
    after = person.having(prone=False) if kind == "stand_up" else person
    if person.body.prone and kind == "stand_up":
        yield from step("prone", False, "ORG-FREE-03", who=who or person.name)
    after = after_doing(after, gm_test or kind == "put_out", options)
    if kind == "move":
        metres = pace(person, paid_with != "action", in_water)
        yield from step("metres_max", metres, "ORG-FREE-04", who=who)
        return Freely(after, FreeBlock(done=True, metres_max=metres, moved=True))
    fields: dict[str, Any] = {}
    if kind == "pick_up":
        fields = {"weapon_recovered": True, "moved": False}
    if not (gm_test or kind == "put_out"):
        return Freely(after, FreeBlock(done=True, **fields))
    difficulty, rule = (FLAMES, "ORG-DMG-01") if kind == "put_out" else (HASTE, "ORG-FREE-05")
    mods = (*combat_parts(person, options), *nonzero(("in_water", WATER if in_water else 0)))  # ORG-MOD-14
    goal, bases = (("difficulty", difficulty),), base_parts(person, "AGI")
    throw = fighting_throw(person, bases, mods, goal, options, kind, rule, who=who)
    tried = yield from d20.attempt(throw, d20.detail_of(wanted))
    fields |= {"moved": tried.success} if kind == "pick_up" else {}
    return Freely(after, FreeBlock(done=tried.success, **fields, **d20.throw_fields(throw, tried)))


def step_at(metres: float) -> int:
    """The step of range that a distance is (ORG-RNG-01)."""
    return min(len(STEP_METRES) - 1, int(metres))


def gone_towards(step: int, apart: float, most: float) -> float:
    """Metres that somebody gains on an opponent, below 0 where they come nearer: to a step, or as far as they get."""
    way = 0.0 if step_at(apart) == step else STEP_METRES[step] - apart
    return max(-most, min(most, way))


def pace(person: Person, half: bool, in_water: bool = False) -> int:
    """Metres that an action is worth, or half of one (ORG-FREE-04); one, for whoever cannot swim (ORG-MOD-14)."""
    vit = person.score("VIT", in_water)
    return (vit + 1) // 2 if half else vit


def check_haste(field: str, kind: FreeAction, gm_test: bool) -> None:
    """Only a weapon that is picked up on the run is thrown for (ORG-FREE-05)."""
    if gm_test and kind != "pick_up":
        raise BadField(field, "field/not_allowed", "ORG-FREE-05", came=kind, allowed=["pick_up"])


class FreeGiven(Value, frozen=True, kw_only=True):
    """Who does what beside the fight, and what it is paid with; a move changes the range to one opponent."""

    character: Character
    kind: FreeAction
    paid_with: Payment = "action"
    gm_test: bool = False
    weapon_name: Name = ""  # which weapon it is about, as its sheet calls it
    poison: PoisonKey | None = None  # what a blade is coated with
    opponent: Name = ""
    metres_apart: Metres = 0
    to_step: Annotated[int, Meta(ge=0, le=len(STEP_METRES) - 1)] | None = None
    locked: bool = False  # a joint is: pain first (ORG-ACT-06)
    in_water: bool = False

    def __post_init__(self) -> None:
        person = person_of(self.character)
        if not person.can_act:
            raise BadField("character", "act/unable", "ORG-END-06" if person.exhausted else "ORG-HP-05")
        check_haste("kind", self.kind, self.gm_test)
        if self.kind == "aim" and self.paid_with != "action":
            raise BadField("paid_with", "field/not_allowed", "ORG-FREE-02", came=self.paid_with, allowed=["action"])
        if self.kind == "aim" and person.body.blind:
            raise BadField("character", "act/unable", "ORG-FREE-02")
        if self.poison is not None:
            check_key("poison", self.poison, pack.poison)


class Freed(FreeBlock, LeavesState, frozen=True, kw_only=True):
    """What a free action came to, and whoever did it afterwards."""

    save: d20.SaveResult | UnsetType = UNSET  # pain of a locked joint
    metres_gone: float | UnsetType = UNSET
    range_after: int | UnsetType = UNSET
    state: State | UnsetType = UNSET


@procedure(
    "free_action",
    rules="""ORG-FREE-01 ORG-FREE-02 ORG-FREE-03 ORG-FREE-04 ORG-FREE-05 ORG-TURN-02 ORG-TURN-04 ORG-MOD-05
    ORG-REA-02 ORG-DMG-01 ORG-POI-01""",
    dice=("d20",),
    headline=("done",),
)
def free_action(given: FreeGiven, options: Options) -> Program[Freed]:
    """Draw, aim, stand up, move, pick up, reload, see to a weapon: without a throw, without a reaction."""
    wanted = yield from d20.watched(*d20.WATCHABLE, "state")
    person = person_of(given.character)
    saved = yield from endure(person, given.locked, options)
    pain = UNSET if saved is None else saved.result()
    if saved is not None and not saved.success:
        lost = after_doing(person, False, options)
        return Freed(done=False, save=pain, state=state_of(lost) if "state" in wanted else UNSET)
    asked = (person, given.kind, given.paid_with, given.gm_test, options, wanted)
    freed = yield from act_freely(*asked, in_water=given.in_water)
    fields = fields_like(FreeBlock, freed.block)
    if fields["moved"] is True and given.to_step is not None:  # whoever also picks something up has half a move
        most = fields["metres_max"] if given.kind == "move" else pace(person, True, given.in_water)
        gone = gone_towards(given.to_step, given.metres_apart, most)
        fields |= {"metres_gone": abs(gone), "range_after": step_at(given.metres_apart + gone)}
        yield from step("range_after", fields["range_after"], "ORG-FREE-04")
    return Freed(**fields, save=pain, state=state_of(freed.person) if "state" in wanted else UNSET)
