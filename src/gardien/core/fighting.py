"""Fighting: how a game runs a fight at the table: what is declared, what is barred and why, what a round may bring."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct

from gardien.core.scene import Being

AFTER = "after"  # the outcome of a round, fighter by fighter
Content = Mapping[str, Any]  # a sheet with its marks, inputs or house rules as plain values
Tone = Literal["", "due", "bad"]  # how much a state stands out; without one it is only said


class Bar(Struct, frozen=True):
    """What a fighter cannot declare now: an input, or one word of it. Without a reason it is not even offered."""

    field: str
    value: str = ""
    why: str = ""  # a reason of the game's own words: [bar.…]
    who: tuple[str, ...] = ()  # whoever is the cause, by id
    rule: str = ""


def bar_act(act: str, why: str = "", rule: str = "", who: tuple[str, ...] = ()) -> Bar:
    """An act that is barred."""
    return Bar("action", act, why, who, rule)


def first_reasons(bars: Iterable[Bar]) -> list[Bar]:
    """What is barred, each with the first of its reasons."""
    return list({bar.value: bar for bar in reversed(list(bars))}.values())


class Condition(Struct, frozen=True):
    """A state somebody is in, because of whom, and how long it lasts."""

    key: str  # a state of the game's own words: [condition.…]
    who: tuple[str, ...] = ()  # by id
    until: Literal["", "acts", "turn", "round", "fight", "scene"] = ""  # acts: they have acted; turn: their next one
    rounds: int = 0  # that are left
    tone: Tone = "due"
    about: str = ""  # what people have said of it, in their own words


class ActOdds(Struct, frozen=True):
    """One act of a round before it is played: what it meets, whether it succeeds, what it does then."""

    actor: str
    target: str
    act: str
    against: str  # what the target does about it, in the game's own words: [against.…]
    success: Fraction
    effects: tuple[tuple[str, str, Fraction], ...] = ()  # field, value, chance
    price: Fraction = Fraction(0)  # that the act costs its author something


class Fate(Struct, frozen=True):
    """What becomes of one fighter: the odds of each value of some fields."""

    who: str
    fields: dict[str, list[tuple[str, Fraction]]]


class Forecast(Struct, frozen=True):
    """The exact odds of a round as it stands."""

    acts: tuple[ActOdds, ...] = ()
    fates: tuple[Fate, ...] = ()
    refused: str = ""  # why the round cannot be played


Bars = Callable[[Being, Mapping[str, Being], int, Content], list[Bar]]  # fighter, others, round, house rules


Order = Callable[[Mapping[str, Being], int, Content], list[str]]  # fighters by id, round, house rules -> ids


class Distance(Struct, frozen=True):
    """How far apart fighters are: a mark says where each stands on a line, and the game reads bands from it."""

    mark: str
    band: Callable[[Being, Being], int]  # from one fighter to another
    bands: tuple[str, ...]  # their words, nearest first: [band.…]
    steps: tuple[int, ...]  # how far from somebody each band begins to be, to put people there
    turns: Callable[[int, int], int] | None = None  # from band to band: how many turns it takes; one at least is whole
    cover: str = ""  # the mark of whoever has something in front of them
    inputs: tuple[str, ...] = ()  # of an act, filled in from it: what they refuse is out of reach
    left_behind: tuple[str, ...] = ()  # marks of a place, which whoever moves leaves there


class Stance(Struct, frozen=True):
    """What somebody does about an attack, chosen before it comes: a switch inside a field of the sheet."""

    field: str
    switch: str
    usual: bool = True  # in words: [stance.SWITCH] and [stance.not_SWITCH]
    asks: str = ""  # another switch in that field: whether they are asked each time instead; [stance.…] too


class Hold(Struct, frozen=True):
    """Somebody who has hold of somebody else, both by id, and how."""

    holder: str
    victim: str
    kind: str = ""


class Holds(Struct, frozen=True):
    """Holds as the game keeps them: it finds them among people and says what is over when one of them is.

    A hold ends with the fight, and when either of the two is out of it: dead, senseless, gone.
    """

    fields: tuple[str, ...]  # whoever has none of these, on the sheet or as marks, is in no hold
    among: Callable[[Mapping[str, Being]], Iterable[Hold]]
    release: Callable[[Hold, Mapping[str, Being]], Mapping[str, dict[str, Any]]]  # -> fields after, by id
    lasts: Callable[[Hold, Mapping[str, Being]], bool] | None = None  # whether both are still in a state to go on


class After(Struct, frozen=True):
    """What the end of a fight calls for: a procedure for everybody who was there."""

    procedure: str
    people: str  # the input that lists them


Whole = Callable[[Being, Mapping[str, Being], int, Content], int]  # fighter, others, round, house rules
Cost = Callable[[str, Content, Content, Content], int]  # procedure, given, outcome, fighter as they were before

Reacts = Callable[[Being, Mapping[str, Being], int, Content], list[str]]  # fighter, others, round, house rules
AtTurn = Callable[[Being], dict[str, Any]]  # fighter -> fields and marks after


class Budget(Struct, frozen=True):
    """What a turn is worth where one may do several things with it, told in words: [budget.…]."""

    mark: str  # says what is left of somebody's turn
    whole: Whole
    cost: Cost
    owed: str = ""  # the mark of what an act still takes of the next turn, where there was not enough of this one
    free: tuple[str, ...] = ()  # acts that may take nothing: a turn that is spent does not bar them by itself
    counts: tuple[str, ...] = ()  # marks of what was done with it: what takes nothing of a turn writes none of them


class Start(Struct, frozen=True):
    """What the beginning of a fight calls for: a procedure for everybody who does not bear its mark yet."""

    procedure: str
    people: str  # the input that lists them
    mark: str


class Fighting(Struct, frozen=True):
    """How a fight is run: the procedure of a round, the input that lists the fighters, and what ends it."""

    round: str = ""  # none where everybody acts in turn, with procedures of their own
    fighters: str = ""
    named: str = "id"  # the input of a fighter that holds their name
    counter: str = "round"
    end: str = ""
    sides: str = "side"
    marks: tuple[str, ...] = ()  # what a fight leaves on people and its end takes away
    holds: Holds | None = None  # where somebody can have hold of somebody
    opening: tuple[str, ...] = ()  # those of them that the second round takes away
    simultaneous: bool = True  # everybody declares before anybody acts
    act: str = "action"  # the input of a fighter that says what they do; in turns, a bar of it names a procedure
    aims: tuple[str, ...] = ("target",)  # inputs that name another fighter, or several
    aimed: tuple[str, ...] = ()  # the acts that have an aim; all of them where none is named
    idle: Mapping[str, Any] = {}  # what whoever hesitates does
    circumstances: tuple[str, ...] = ()  # inputs that the game master rules for somebody and the whole fight, as marks
    bars: Bars | None = None
    out: Callable[[Being], str] | None = None  # why somebody takes no part any more: a value of `status`, or nothing
    gone: Callable[[Being], bool] | None = None  # whether nobody can aim at them any more
    conditions: Callable[[Being, int], list[Condition]] | None = None  # fighter, round
    answers: tuple[
        tuple[str, Mapping[str, Any]], ...
    ] = ()  # what a target may do about an act; "" stands for the actor
    forecast: Callable[[dict[str, Any]], Forecast] | None = None  # the inputs of a round -> its odds, act by act
    turns: tuple[str, ...] = ()  # where everybody acts in turn: what one does with a turn
    befalls: tuple[str, ...] = ()  # those of them that happen to somebody, whatever state they are in
    rank: str = ""  # the value of a sheet by which turns are taken, highest first
    order: Order | None = None  # where the game has a rule of its own for it
    distance: Distance | None = None  # where it matters how far apart people are
    start: Start | None = None
    budget: Budget | None = None  # where a turn is more than one act
    on_entry: tuple[str, ...] = ()  # marks of whoever comes into a fight, until they have acted
    once: tuple[str, ...] = ()  # marks of a throw for the whole fight: whoever leaves it and comes back has them again
    of_turn: tuple[str, ...] = ()  # fields and marks of a turn: whoever comes back in the same round has them again
    on_return: tuple[str, ...] = ()  # marks that are over when whoever is in a fight is called into it again
    cleared_at_turn_start: tuple[str, ...] = ()  # marks that the next turn of whoever bears them takes away
    begins: AtTurn | None = None  # what the beginning of a turn writes on whoever has it
    ends: AtTurn | None = None  # what its end writes on whoever had it
    ending: tuple[str, ...] = ()  # marks that the end of one's own turn takes away
    # somebody in a fight before anything was done, and after it -> what they let go of
    lets_go: Callable[[Being, Being], dict[str, Any]] | None = None
    rests_on: Mapping[str, str] = {}  # mark -> the mark of whom it is about, without whom it means nothing
    reorder_now: tuple[str, ...] = ()  # procedures after which the order is made anew at once
    reorders: Mapping[
        str, tuple[str, str]
    ] = {}  # procedure -> inputs for the order, which it changes, and who acts in it
    place: str = ""  # the mark of the place in the order that such a change brought
    reactions: tuple[str, ...] = ()  # what one does in somebody else's turn; in one's own, some are only announced
    reacts: Reacts | None = None  # which of them somebody can do now
    granted: tuple[str, ...] = ()  # those of them that only the game master lets happen
    kept: str = ""  # the mark of an act that is kept for an occasion: it is done once, in anybody's turn
    # where it is left to the table to put off a turn: fighter, whoever they let pass, all, house rules -> whether that
    # is theirs to agree on; else it takes the game master's word
    agreed: Callable[[Being, Being, Mapping[str, Being], Content], bool] | None = None
    waiting: str = ""  # the rule by which equals may wait for each other; without one, the table’s agreement
    exclusive: tuple[tuple[str, ...], ...] = ()  # circumstances of which only one can hold at a time
    stance: Stance | None = None
    everyone: tuple[str, ...] = ()  # up to three throws that may befall all at once, in words: [everyone.…]
    after: After | None = None
    reset_after_fight: Mapping[str, Any] = {}  # sheet fields that its end writes anew
    gathers: AtTurn | None = None  # what its end writes on whoever was in it to the last


def conditions_of(fighting: Fighting, fighter: Being, round: int) -> list[Condition]:
    """States to be shown: the game's own, else the marks that a fight leaves."""
    if fighting.conditions:
        return fighting.conditions(fighter, round)
    return [Condition(mark) for mark in fighting.marks if fighter.get(mark)]


def forecast_of(system: Any, given: dict[str, Any]) -> Forecast:
    """The odds of a round: the game's own account, else the states and gauges its outcome has for everybody."""
    from gardien.core.calling import odds_of

    fighting: Fighting = system.table_rules.fighting
    if fighting.forecast:
        return fighting.forecast(given)
    if AFTER not in system.procedure(fighting.round).outcome_fields():
        return Forecast()
    fates = []
    for fighter in given[fighting.fighters]:
        who = fighter[fighting.named]
        path, names = f"{AFTER}.{who}", ("status", *(gauge.field for gauge in system.presentation.gauges))
        fields: dict[str, dict[str, Fraction]] = {}
        for one in odds_of(system.key, fighting.round, given, by=(path,)):
            for name in names:
                if name in one.outcome.get(path, {}):
                    chances, value = fields.setdefault(name, {}), str(one.outcome[path][name])
                    chances[value] = chances.get(value, Fraction()) + one.chance
        fates.append(Fate(who, {name: sorted(of.items(), key=lambda one: -one[1]) for name, of in fields.items()}))
    return Forecast(fates=tuple(fates))
