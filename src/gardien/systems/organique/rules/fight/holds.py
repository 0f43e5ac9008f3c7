"""Getting out of a hold: strength against strength, and pain first where a joint is locked (ACT-05 to ACT-08)."""

from msgspec import UNSET, UnsetType

from gardien.core.chance import Program, step
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, like
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character, State, freeze
from gardien.systems.organique.rules.fight.attack_modifiers import SPLIT, WATER, fighting_throw
from gardien.systems.organique.rules.fight.combat_skills import best_parts
from gardien.systems.organique.rules.person import Person, person_of, state_changes, state_of
from gardien.systems.organique.rules.tests.d20 import Clash, Detail, Parts, SaveResult, Throw, clash, detail_of, watched
from gardien.systems.organique.rules.tests.modifiers import base_parts, combat_parts, named_parts
from gardien.systems.organique.rules.tests.resistance import Resist, Saved, withstand
from gardien.systems.organique.vocabulary import Hold, Mods

FREEING: dict[Hold, tuple[int, int]] = {  # what the victim and the holder must reach (ORG-ACT-05, ORG-ACT-08)
    "hold": (20, 20),
    "lock": (20, 20),
    "strangle": (20, 20),
    "wrestle": (30, 10),
}
PAIN = Resist(kind="pain", difficulty=20)  # of a locked joint, at every movement (ORG-ACT-06)
WET: Parts = (("in_water", WATER),)  # both of them (ORG-MOD-14)
NUMBERS = ("victim_total", "victim_margin", "holder_total", "holder_margin")


def endure(
    person: Person, locked: bool, options: Options, detail: Detail = "all", who: str | None = None
) -> Program[Saved | None]:
    """The pain of whoever moves with a joint locked (ORG-ACT-06); nothing for whom nothing hurts (ORG-MON-01)."""
    if not locked or person.machine:
        return None
    return (yield from withstand(person, PAIN, options, detail, who=person.name if who is None else who))


class BreakGiven(Value, frozen=True, kw_only=True):
    """Who is held, by whom, and how."""

    victim: Character
    holder: Character
    kind: Hold = "hold"
    mods: Mods = {}
    holder_mods: Mods = {}
    in_water: bool = False
    split: bool = False

    def __post_init__(self) -> None:
        for field, one in (("victim", self.victim), ("holder", self.holder)):
            if not person_of(one).can_act:
                raise BadField(field, "act/unable", "ORG-END-06" if field == "victim" else "ORG-ACT-21")
        freeze(self, "mods", "holder_mods")


class Wrested(Value, frozen=True, kw_only=True):
    """Whether the victim is free; the save of a locked joint before it."""

    save: SaveResult | UnsetType = UNSET
    victim_total: int | UnsetType = UNSET
    victim_margin: int | UnsetType = UNSET
    holder_total: int | UnsetType = UNSET
    holder_margin: int | UnsetType = UNSET
    free: bool


class Broken(Wrested, frozen=True, kw_only=True):
    """Whether the victim is free, and how the attempt leaves them."""

    state: State | UnsetType = UNSET  # of the victim, whose action it was (ORG-MOD-05)

    def changes(self, given: BreakGiven, options: Options) -> tuple[Change, ...]:
        return state_changes(given.victim, self.state)


@procedure(
    "break_hold",
    rules="ORG-ACT-05 ORG-ACT-06 ORG-ACT-07 ORG-ACT-08 ORG-ACT-21",
    dice=("d20",),
    headline=("free",),
)
def break_hold(given: BreakGiven, options: Options) -> Program[Broken]:
    """The victim’s FOR against the holder’s; a tie keeps the hold."""
    wanted = yield from watched("save", *NUMBERS, "state")
    victim, holder = person_of(given.victim), person_of(given.holder)
    water = WET if given.in_water else ()
    split = (("split", SPLIT),) if given.split else ()
    mods = ((*named_parts(given.mods), *split, *water), (*named_parts(given.holder_mods), *water))
    wrested = yield from wrest(victim, holder, given.kind, mods, options, wanted)
    state = state_of(victim.having(extended_penalty=False)) if "state" in wanted else UNSET
    return like(Broken, wrested, state=state)


def wrest(
    victim: Person,
    holder: Person,
    kind: Hold,
    mods: tuple[Parts, Parts],
    options: Options,
    wanted: frozenset[str],
    who: str = "",
) -> Program[Wrested]:
    """The pain of a locked joint first, then strength against strength; `mods`: the victim’s, the holder’s."""
    saved = yield from endure(victim, kind == "lock", options, "all" if "save" in wanted else "success", who)
    pain = saved.result() if saved is not None and "save" in wanted else UNSET
    if saved is not None and not saved.success:
        yield from step("free", False, "ORG-ACT-06", who=who)
        return Wrested(save=pain, free=False)
    goal, grip = FREEING[kind]
    own, others = mods
    one = strength(victim, goal, options, own, best_parts(victim.frame.combat_skills, "break_hold"), who=who)
    other = strength(holder, grip, options, others, (), "holder_", who)
    detail = detail_of(wanted, "victim_", detail_of(wanted, "holder_"))
    clashed = yield from clash(Clash(a=one, b=other, resister="b", detail=detail))
    free = clashed.winner == "a"
    yield from step("free", free, "ORG-ACT-08" if kind == "wrestle" else "ORG-ACT-05", who=who)
    assert clashed.b is not None
    return Wrested(
        save=pain,
        victim_total=clashed.a.total,
        victim_margin=clashed.a.margin,
        holder_total=clashed.b.total,
        holder_margin=clashed.b.margin,
        free=free,
    )


def strength(
    person: Person,
    difficulty: int,
    options: Options,
    mods: Parts,
    skill: Parts,
    prefix: str = "victim_",
    who: str = "",
) -> Throw:
    """FOR and a d20, with what weighs on combat actions (ORG-ACT-05, ORG-TEST-05, ORG-TEST-10)."""
    bases, parts = base_parts(person, "FOR"), (*skill, *mods, *combat_parts(person, options))
    goal = (("difficulty", difficulty),)
    return fighting_throw(person, bases, parts, goal, options, "break_hold", "ORG-ACT-05", prefix, who)
