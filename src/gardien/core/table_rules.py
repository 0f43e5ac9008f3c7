"""The rules of a table: what a system tells it beyond its procedures, where names alone do not say it.

Inputs are filled from the sheet and changes written to it by name. A system names here only the exceptions: inputs that
stand on the sheet under another name, changes that go deeper, what time does to people, how a round is fought.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from msgspec import Struct, convert

from gardien.core.chases import Pursuit
from gardien.core.errors import Refusal
from gardien.core.fighting import Bar, Content, Fighting
from gardien.core.life import Life
from gardien.core.marks import TableMarks
from gardien.core.scene import Being
from gardien.core.sheet import Sheet
from gardien.core.values import Change

T = TypeVar("T", bound=Struct)

REFERENCE = "character"  # inside the inputs, {"character": ID, …} is somebody, filled in from the sheet
WORD: Mapping[str, Any] = {"type": "string", "maxLength": 100, "default": ""}  # an input of `ui_inputs`: what it names
GROUP = "group"  # whose a change is that concerns what all players share; what it has stands among the people of offers

ALIAS = "alias"  # in what is known of somebody: what everybody calls them, where their name is a secret

BindInputs = Callable[[Being, Content], dict[str, Any]]  # sheet, what was asked -> further inputs
Consequence = Callable[[Being, Content, Content, str], dict[str, Any]]  # somebody, given, outcome, who -> after
TargetContext = Callable[[Being, Being, Content], dict[str, Any]]  # actor, target, what was asked -> further inputs
Together = Callable[[Being, list[Being], Content], dict[str, Any]]  # actor, all targets, asked -> further inputs
Recompute = Callable[[Being, Content, int], dict[str, Any]]  # before, sheet after, clock -> further fields
Everybody = Mapping[str, Being]  # whoever is at the table, by id
TableInputs = Callable[[Everybody, Content, str], dict[str, Any]]  # asked, who acts (if anybody) -> further inputs
AfterAll = Callable[[Everybody, Content, Content], Mapping[str, dict[str, Any]]]  # given, outcome -> fields by id


def of_actor(settle: Consequence) -> Consequence:
    """What concerns whoever acts, and nobody whom the act befalls."""
    return lambda sheet, given, outcome, who: {} if who else settle(sheet, given, outcome, who)


def sits(given: Content, seat: str, who: str) -> bool:
    """Whether somebody sits in one place of the inputs, as whoever befalls what is done there."""
    return bool(who) and (given.get(seat) or {}).get("name") == who


def of_seat(seat: str, settle: Consequence) -> Consequence:
    """What concerns whoever sits in one place of the inputs, unless the act was refused."""
    return lambda sheet, given, outcome, who: (
        settle(sheet, given, outcome, who) if sits(given, seat, who) and not outcome.get("refused") else {}
    )


def least_left(*gauges: tuple[str, str]) -> Callable[[Content], float]:
    """How much is gone of what somebody has least left of: fields that say what they have now, and in full."""

    def harm(sheet: Content) -> float:
        left = [(sheet.get(now) or 0) / sheet[full] for now, full in gauges if sheet.get(full)]
        return 1 - min(left, default=1.0)

    return harm


class Encounter(Struct, frozen=True):
    """Two people once an act between them is done: how they stood before it, what was asked, what came out."""

    actor: Being
    target: Being
    actor_id: str
    target_id: str
    given: Content
    outcome: Content


AfterBoth = Callable[[Encounter], Mapping[str, dict[str, Any]]]  # -> fields after, of whomever it concerns, by id


class Targeting(Struct, frozen=True):
    """An act that is aimed at somebody: the input that holds or names them, and what follows from both together.

    Where the input is a list the act is aimed at several, and what follows stands with each of them.
    """

    target: str
    context: TargetContext | None = None
    visible: tuple[str, ...] = ()  # of what follows: what anybody present can see
    merged_lists: tuple[str, ...] = ()  # of what follows: lists that what was asked is added to
    after: AfterBoth | None = None  # what is written of people beyond what the act itself changes
    optional: bool = False  # it can be done without anybody in view
    oneself: bool = False  # whoever acts may be the target too
    helps: bool = False  # it is for their good: one's own, and the worst off, come first
    changes_target: bool = False  # what the act changes without saying whose is the target's, not the actor's
    together: Together | None = None  # where there are several: what follows from all of them
    cannot: Callable[[Being], Bar | None] | None = None  # why somebody's state keeps it from being aimed at them
    fits: Callable[[Content], bool] | None = None  # what anybody sees of somebody -> whether it can be aimed at them
    usual: Callable[[Content], str] | None = None  # actor -> whom it is aimed at unless somebody says so, by id


class Defence(Struct, frozen=True):
    """What whoever is aimed at may do about it: its word, [defence.…] or [offer.…], and the inputs that say so."""

    key: str
    inputs: Content
    without: Content = {}  # those that say that they do not, where the inputs as they stand would say otherwise


Defences = Callable[[str, Content, Content], Sequence[Defence]]  # procedure, its inputs, the target -> what is legal


class TableRules(Struct, frozen=True):
    """The card a system shows to the table."""

    sheets: tuple[type[Sheet], ...]  # told apart by their field `kind`, the first being a player's character
    marks: type[TableMarks] = TableMarks  # what its rules lay on people beside their sheets
    visible: tuple[str, ...] = ("name",)  # what everybody sees of anyone who is shown
    withheld: Mapping[str, tuple[str, ...]] = {}  # sheet field -> parts of it that only the game master reads
    beings: Mapping[str, Callable[[str, Any], Sheet]] = {}  # pack table -> how one of its rows becomes a sheet
    bind_inputs: Mapping[str, BindInputs] = {}
    joined: tuple[str, ...] = ()  # inputs, lists all: what the sheet says there is added to what was asked
    table_inputs: Mapping[str, TableInputs] = {}  # procedure -> what the whole table knows of it
    consequences: Mapping[str, Consequence] = {}
    after_all: Mapping[str, AfterAll] = {}  # procedure -> what it leaves on anybody at the table, named in it or not
    passes: Mapping[str, Callable[[Content, Content], int]] = {}  # procedure -> minutes that it tells of, for everybody
    actors: Mapping[str, str] = {}  # procedure -> the input that whoever acts fills in as a whole
    targeting: Mapping[str, Targeting] = {}  # procedure -> whom it is aimed at
    # procedure -> input that holds one or several whom it befalls -> what follows for each of them
    each: Mapping[str, Mapping[str, TargetContext]] = {}
    ui_inputs: Mapping[
        str, Mapping[str, Any]
    ] = {}  # procedure -> inputs that only a sheet can turn into others (schemas)
    witnessed: Mapping[str, tuple[str, ...]] = {}  # procedure -> outcome fields that whoever is present sees
    # procedure -> outcome fields that are the own half of whoever acts, and of those it befalls, whatever is hidden;
    # `results.gb` is that field of every item of a list
    halves: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    harm: Callable[[Mapping[str, Any]], float] | None = None  # sheet -> how much of somebody's strength is gone, 0 to 1
    vital: tuple[str, ...] = ()  # the fields that tell it in numbers
    apparent: Mapping[str, tuple[str, ...]] = {}  # procedure -> inputs that whoever is present sees: what is being done
    # somebody, procedure -> why their state bars it to them, whoever asks: the one place that says what people can do
    cannot: Callable[[Being, str], Bar | None] | None = None
    # somebody, procedure, what was asked -> why it is out of their reach so far, whatever state they are in
    out_of_reach: Callable[[Being, str, Content], Bar | None] | None = None
    partakers: Mapping[str, tuple[str, ...]] = {}  # procedure -> inputs whose people act too, and must be able to
    for_the_dead: tuple[str, ...] = ()  # procedures that still do something for, or to, whoever has died
    # somebody, and whoever is shown to them -> fields after
    on_shown: Callable[[Being, Being], dict[str, Any]] | None = None
    # somebody's sheet, and a word for them as an input -> what it takes to face them: procedure, inputs
    faced: Callable[[Content, Content], tuple[str, Content] | None] | None = None
    orders: tuple[str, ...] = ()  # sheet fields that are decisions: whoever plays may write them at any time
    by_hand: tuple[str, ...] = ()  # fields and marks that no rule writes: what people say of somebody, or give them
    with_cause: tuple[str, ...] = ()  # states that last as long as what brought them: written alone they have no end
    # a sheet that is brought in or written by hand, and the house rules -> what these do not let it be
    admits: Callable[[Content, Content], Refusal | None] | None = None
    # a sheet before and after whoever plays it has written on it -> what is not theirs to write; the game master may
    own_hand: Callable[[Content, Content], Refusal | None] | None = None
    # a sheet that comes to the table, and its clock -> fields that count from now on
    arrives: Callable[[Content, int], dict[str, Any]] | None = None
    # everybody, and who is taken off the table -> fields that this leaves on others, by id
    removed: Callable[[Mapping[str, Being], str], Mapping[str, dict[str, Any]]] | None = None
    recompute: Recompute | None = None  # what else changes with a sheet, whoever changes it
    # somebody, and whether one of `told_twice` was written by hand -> fields that say the same as others do
    echo: Callable[[Being, bool], dict[str, Any]] | None = None
    told_twice: tuple[str, ...] = ()  # sheet fields that say what marks and other fields say too
    reads: Callable[[Content], Any] | None = None  # a sheet as fights read it: what they could not is never written
    fighting: Fighting | None = None
    defences: Defences | None = None  # against attacks, as far as the target's state lets it
    life: Life | None = None  # what happens to people as time passes
    chases: tuple[Pursuit, ...] = ()  # how a chase is played turn by turn, the usual way first
    clock_lead: Callable[[Content], int] | None = None  # sheet and marks -> minutes that acts are ahead of the clock
    each_scene: Mapping[str, Any] = {}  # sheet fields, marks and counts (`TALLY`) that a new scene writes anew
    outlasts: Callable[[Being], Iterable[str]] | None = None  # those of them that it leaves as they are on somebody
    by_name: tuple[
        str, ...
    ] = ()  # fields and marks that count something for each of those it is about, as all call them
    group: Mapping[str, Any] = {}  # what the group shares, and what it begins with: changes of `GROUP` write it

    def sheet_type(self, kind: str) -> type[Sheet] | None:
        """The sheet of one kind of being."""
        return _by_kind(self.sheets).get(kind)


@cache
def _by_kind(sheets: tuple[type[Sheet], ...]) -> dict[str, type[Sheet]]:
    return {kind_of(one): one for one in reversed(sheets)}


@cache
def kind_of(sheet: type[Sheet]) -> str:
    """What a sheet calls its kind."""
    from msgspec.structs import fields

    return next((str(field.default) for field in fields(sheet) if field.name == "kind"), "")


def called(person: Content) -> str:
    """What everybody calls somebody: whatever is written on the sheets of others goes by it."""
    return str(person.get(ALIAS) or person.get("name", ""))


def kind_called(name: str) -> str:
    """What several of a kind are called together: they are numbered at the table, « Goule 1 » and « Goule 2 »."""
    kind, _, number = name.rpartition(" ")
    return kind.rstrip() if kind and number.isdigit() else name


def numbered(names: Iterable[str]) -> list[str]:
    """Names with a number behind each that was there before."""
    result: list[str] = []
    times: Counter[str] = Counter()
    for name in names:
        times[name] += 1
        result.append(f"{name} {times[name]}" if times[name] > 1 else name)
    return result


def read_as(kind: type[T], sheet: Content, **more: Any) -> T:
    """Somebody as a rule reads them: whatever of the sheet it has a field for."""
    known = {name: sheet[name] for name in kind.__struct_fields__ if sheet.get(name) is not None}
    return convert({**known, **more}, kind)


def own_changes(changes: Iterable[Change], who: str) -> dict[str, Any]:
    """What changes for one person, field by field."""
    return {change.field: change.after for change in changes if change.who == who}
