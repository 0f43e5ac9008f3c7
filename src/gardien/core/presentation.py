"""Faces: how a game looks at the table where its definitions alone do not say it. Everything here has a default."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Literal

from msgspec import Struct, inspect

from gardien.core.chance import Step
from gardien.core.creation import Creation
from gardien.core.deciding import Deciding
from gardien.core.errors import Refusal
from gardien.core.inputs import type_of
from gardien.core.sheet import Sheet
from gardien.core.terms import Language, Terms

Content = Mapping[str, Any]


class Risk(Struct, frozen=True):
    """The roll that moves a gauge, so that a sheet can say beforehand what the next one risks."""

    procedure: str
    given: dict[str, Any] = {}
    moved: str = "raised"  # the outcome field that says whether the gauge moves
    to: str = "value"  # and the one that says where to
    # The gauge's value -> procedure, inputs and outcome field that tell how many such rolls make an even chance.
    even: Callable[[int], tuple[str, dict[str, Any], str]] | None = None


class Dial(Struct, frozen=True):
    """A clock of twelve hours that tells how bad it is: its hand, older hands, its marks, the hour of the end."""

    hand: float
    older: tuple[float, ...] = ()
    marks: tuple[tuple[float, str], ...] = ()  # hour, what stands there
    end: float = 12.0
    word: tuple[str, str] = ("", "")  # field and value that say it in a word
    spans: tuple[tuple[str, str], ...] = ()  # value of that field, and the numbers it stands for


class Gauge(Struct, frozen=True):
    """A value people watch: cases to fill, a bar, a few pips, or a clock."""

    field: str
    low: int = 0
    high: int = 6
    kind: Literal["boxes", "bar", "pips", "clock"] = "boxes"
    floor: Callable[[Content], int] | None = None  # the lowest value that can still be reached
    ends: bool = False  # reaching the top ends the character's part
    reserve: bool = False  # the more of it the better
    top: Callable[[Content], float] | None = None  # where the sheet itself says how high it goes
    ceiling: Callable[[Content, Content], float] | None = None  # where house rules have a word in it: sheet, they
    step: float = 1  # the least it moves by; of a bar, less than 1 makes every whole point a notch
    dial: Callable[[Content, Content], Dial] | None = None  # of a clock: sheet, house rules
    title: str = ""  # the field or gauge whose name it bears, where that is not its own
    notes: Callable[[Content], tuple[tuple[str, int], ...]] | None = (
        None  # told below a bar; the first has a line on it
    )
    risk: Risk | None = None
    fits: Callable[[Content], bool] | None = None  # whether somebody with such a sheet has it at all
    paired: bool = False  # stands side by side with the one before it
    weighs: tuple[str, str] | None = None  # what it costs now, told wherever it is drawn: sheet field, name for it
    vital: bool = True  # among the few that whoever plays somebody sees all the time


class Levels(Struct, frozen=True):
    """Names with a level each, as a list: how a level is called, and what is written beside and below each name."""

    words: str = ""  # the words for the levels, as terms list them
    beside: str = ""  # a field that says one thing more of each name
    under: str = ""  # a field whose entries stand below the names
    of: str = ""  # in such an entry: the name it belongs to
    number: str = ""  # in such an entry: its own level, where it has one


class Grid(Struct, frozen=True):
    """Numbers of a sheet as a table: a row each, and columns of what follows from it; a single column makes tiles."""

    rows: tuple[str, ...]  # fields, or entries of the map named below
    columns: tuple[str, ...]  # their titles, as fields or words of the game
    cell: Callable[[Content, str, str], int | str]  # sheet, row, column
    act: Callable[[str, str], tuple[str, dict[str, Any]]] | None = None  # row, column -> the roll that it stands for
    weighs: Callable[[Content, str], tuple[tuple[str, int], ...]] | None = None  # sheet, row -> what changes it for now
    word: Callable[[Content, str], tuple[str, str] | None] | None = None  # sheet, row -> what such a number is called
    of: str = ""  # the map of the sheet whose entries the rows are


class Reading(Struct, frozen=True):
    """For whom a sheet is put into words: the game's terms, the language, the clock and the rules of the table."""

    terms: Terms
    language: Language
    clock: int | None = None
    options: Content = {}  # the house rules

    def pick(self, fr: str, en: str) -> str:
        return fr if self.language == "fr" else en

    def label(self, field: str) -> str:
        return self.terms.label(field, self.language)

    def word(self, field: str, value: str) -> str:
        """A value inside a sentence."""
        word = self.terms.word(field, value, self.language)
        return word[:1].lower() + word[1:] if not word[1:2].isupper() else word


class Listing(Struct, frozen=True):
    """A list, a map or a group of the sheet in the game's own words: an entry as cells, or as one line.

    The first cell is the entry's name; what follows a line break in a cell is said more quietly.
    """

    cells: Callable[[Content, Any, Reading], tuple[str, ...]]  # sheet, entry, for whom
    columns: tuple[str, ...] = ()  # their titles; without any, the cells are one line
    title: str = ""  # the field whose name it bears, where that is not its own
    gathers: Callable[[Content, Reading], tuple[Any, ...]] | None = None  # its entries, from all over the sheet
    by_entry: bool = False  # of a map: each entry is a key with its value
    worked_out: bool = False  # told even where nothing is written: it follows from the rest of the sheet
    key: Callable[[Any], str] | None = None  # what an entry of a list is known by, where that is not its name
    sort: Callable[[Any, Reading], Any] | None = None  # entry, for whom -> its place among the others
    notable: Callable[[Any], bool] | None = None  # whether an entry is worth a line at a glance
    group: Callable[[str, Reading], str] | None = None  # what an entry is known by -> the heading it stands under
    numbers: tuple[str, ...] = ()  # columns of numbers
    opens: str = ""  # the column whose cells open where they come from
    minor: tuple[str, ...] = ()  # columns that a narrow screen does without
    act: Callable[[str], tuple[str, dict[str, Any]]] | None = None  # what an entry is known by -> its roll
    tried: Callable[[Content, str], bool] | None = None  # sheet, what an entry is known by -> whether it can be rolled
    blank: Callable[[Reading], list[tuple[str, tuple[str, ...]]]] | None = (
        None  # rows of a blank sheet: known by, cells
    )

    def row(self, sheet: Content, entry: Any, reading: "Reading") -> tuple[str, ...]:
        """An entry as cells; one that names something nobody knows any more stands there as it was written."""
        try:
            return self.cells(sheet, entry, reading)
        except Refusal:
            written = entry.values() if isinstance(entry, Mapping) else (entry,)
            words = ", ".join(str(one) for one in written if isinstance(one, str | int | float) and one != "")
            return (words, *("" for _ in self.columns[1:]))


class Part(Struct, frozen=True):
    """A part of a drawn body: its word in the game, its outline, where its number stands."""

    key: str
    outline: str  # an SVG path
    at: tuple[float, float]


class Drawing(Struct, frozen=True):
    """A body as it is drawn, part by part; those in front come last."""

    width: float
    height: float
    parts: tuple[Part, ...]


class Spot(Struct, frozen=True):
    """One part of a body as it is now: its number, its marks, and what there is to say of it."""

    key: str
    number: int | None = None
    look: Literal["", "slight", "grave", "gone"] = ""  # whole, hurt, badly hurt, lost
    worn: bool = False  # something protects it
    worse: bool = False  # it gets worse by itself
    notes: tuple[str, ...] = ()


class Figure(Struct, frozen=True):
    """A field of the sheet drawn on a body, a number on each part; without a drawing, its parts are a list."""

    spots: Callable[[Content, Reading], tuple[Spot, ...]]
    drawing: Callable[[Content], Drawing | None]
    words: str  # the field whose words the parts are
    caption: str = ""  # the field or gauge whose name says what the numbers are
    act: Callable[[str], tuple[str, dict[str, Any]]] | None = None  # part -> what is done by touching it


class Cell(Struct, frozen=True):
    """A cell of the table of a group: a gauge, or text; a line below it, and entries, those that press marked."""

    gauge: str = ""  # the field of the gauge
    text: str = ""
    note: str = ""
    pressing: bool = False  # the note needs an eye on it
    entries: tuple[tuple[str, str, bool], ...] = ()  # name, what is said of it, whether it presses


class Roster(Struct, frozen=True):
    """The table that a game master keeps of everybody: after the name, a cell for each column."""

    title: str  # the procedure, or the section, whose name it bears
    columns: tuple[str, ...]  # fields or gauges whose names they bear
    cells: Callable[[Content, Reading], tuple[Cell, ...]]
    notes: tuple[str, ...] = ()  # of the columns: the name of what is written below, on a blank one
    rows: int = 8  # on paper


Derive = Callable[[Content, Content, str], list[Step]]  # sheet, house rules, entry of the field ("": the field itself)


# inputs, outcome, people by name ("": who acts, who may stand there by name too) -> the names of those who win
Winners = Callable[[Content, Content, Mapping[str, str]], tuple[str, ...]]


def wins(mine: str, theirs: str, field: str = "winner") -> Winners:
    """Who wins an opposed test, or a chase: whoever acts, or those whom it is aimed at."""

    def winners(given: Content, outcome: Content, people: Mapping[str, str]) -> tuple[str, ...]:
        value, others = outcome.get(field), tuple(one for one in people if one and people[one] != people.get(""))
        return ("",) if value == mine else others if value == theirs else ()

    return winners


class CardSpec(Struct, frozen=True):
    """How a result is headed: the outcome field whose value is the word, whether it is good, a figure beside it."""

    word: tuple[str, ...] = ()
    # outcome -> what came of it all, where no field alone says so: an entry of `came` in the terms; "" else
    came: Callable[[Content], str] | None = None
    winners: Winners | None = None  # of an opposed test: they are its word
    better: Winners | None = None  # for whom it is good, where the word is something else
    gauge: str = ""  # the input that names the gauge it is about: how that moves is its word
    good: str = "success"
    figure: str = ""
    signed: bool = True  # the figure is a difference
    under: tuple[str, str] | None = None  # what was thrown, and the number it must not exceed
    facts: tuple[str, ...] = ()  # further outcome fields, each told in a word below
    # outcome field that lists people, or one thing after the other -> what is told of each of them
    rows: Mapping[str, tuple[str, ...]] = {}
    acting: str = ""  # the input with those whose deed it is; the others are those it is done to
    deed: str = ""  # the input whose value says what was done, in a word of `deed` in the terms
    tells: tuple[str, ...] = ()  # fields of sheets whose change the sentences tell in words of their own


class Offered(Struct, frozen=True):
    """One of the values that a sheet offers for an input: what stands beside its name, the heading it stands under."""

    value: str
    note: str = ""
    head: str = ""  # a field of the game whose name is the heading; else the one that the game has for such keys
    field: str = ""  # a field of the game whose name it bears, where it is no key of the pack
    by_name: bool = False  # its place among such is that of its name in the alphabet


class FormSpec(Struct, frozen=True):
    """Which inputs a form asks for, in order, and which it keeps folded; the rest comes from the sheet."""

    main: tuple[str, ...]
    more: tuple[str, ...] = ()
    ruled: tuple[str, ...] = ()  # inputs that only the game master fills in
    beforehand: tuple[str, ...] = ()  # inputs that the game offers later on, and whoever acts may decide beforehand
    degrees: str = ""  # the outcome field whose chances are shown while one types
    good: str = "success"  # the outcome field that says whether it went well; "!raised" for the opposite
    about: str = ""  # the input whose value says it in words of its own: `odds.raised_madness` in the terms
    what_if: tuple[str, ...] = ()  # switches whose other position is weighed too
    risk: str = ""  # the outcome field that tells what a switch may cost
    each: Mapping[str, tuple[str, ...]] = {}  # of people in a list, of a group: the inputs each has
    presets: Mapping[str, tuple[tuple[str, Any], ...]] = {}  # input -> a few values by their word
    choices: Mapping[str, Callable[[Content], list[str]]] = {}  # input -> the words a sheet offers
    offered: Mapping[str, Callable[[Content], list[Offered]]] = {}  # input -> the values a sheet offers, by name
    # input -> values, in words, that the sheet of whom it is aimed at offers; none is chosen until somebody says so
    theirs: Mapping[str, Callable[[Content, Reading], list[tuple[Any, str]]]] = {}
    usual: Mapping[str, Any] = {}  # input -> what is chosen until somebody says otherwise
    useful: Mapping[str, Callable[[Content], bool]] = {}  # input -> whether a sheet has any use for it
    company: Mapping[str, Callable[[list[Content]], Any]] = {}  # input -> what it is, of those whom players play
    decided_by: Deciding | None = None  # where one die decides whether it goes well
    counts: tuple[str, ...] = ()  # outcome fields, numbers: how much it costs or does, beside whether it goes well
    foretold: tuple[str, ...] = ()  # outcome fields, numbers, that are certain before it is done: a price, what is left
    unanswered: bool = False  # the chances leave out what whoever it is aimed at does about it
    has_odds: bool = True  # whether chances are worth a look
    # inputs that the table fills in from where people stand, unless somebody says so; of people in a list, "list.input"
    filled: tuple[str, ...] = ()
    known: tuple[str, ...] = ()  # outcome fields that do not depend on whom it is aimed at
    then: str = ""  # the outcome field that tells what it does to them, for whoever knows their sheet
    words: Mapping[str, tuple[str, ...]] = {}  # input -> those of its words that are asked for
    everybody: bool = False  # of people in a list: all whom players play, unless somebody says so
    befalls: Mapping[str, str] = {}  # input that lists people -> the outcome field that tells of each: "hits.hit_level"
    fits: Callable[[Content], bool] | None = None  # whether somebody with such a sheet can do it at all
    # input -> whether what else is filled in, by somebody with such a sheet, has any use for it
    when: Mapping[str, Callable[[Content, Content], bool]] = {}

    def hangs(self, name: str) -> bool:
        """Whether an input is asked for only now and then."""
        return name in self.useful or name in self.when

    def asks(self, name: str, sheet: Content, given: Content) -> bool:
        """Whether an input is of any use to a sheet, with what is filled in."""
        useful, when = self.useful.get(name), self.when.get(name)
        return (useful is None or useful(sheet)) and (when is None or when(given, sheet))


class Offer(Struct, frozen=True):
    """What may follow a result: the same procedure again with other inputs, with the same dice or new ones; or another.

    Inputs speak of people by the names that they have in the result: {"character": "Berthe"}.
    """

    key: str
    given: dict[str, Any]
    same_dice: bool = False
    cost: str = ""
    who: str = ""  # whose choice it is, as the inputs call them; "" is whoever acts
    price: int = 0  # what it takes of what it costs
    measured: bool = False  # that is as much as was missing, and so tells what was asked
    procedure: str = ""  # another one, done by whose choice it is
    now: bool = False  # only while nothing has happened since, as with the same dice
    rethrow: bool = False  # of the same dice, the first one of whose choice it is falls again
    pays: dict[str, Any] = {}  # what is written on their sheet for it
    granted: bool = False  # only the game master can let it happen
    unanimous: bool = False  # every player must agree first; where a rule waits
    votes: str = ""  # the input that is told what each of them said, always “yes”: "destiny.votes"
    about: tuple[str, str] = ("", "")  # what it is about, in French and in English, told beside its verb
    rests_on: str = ""  # a field of their sheet: only while it is as this result left it
    own: str = ""  # the outcome field of the throw that it asks of them, whose chance rests on their sheet alone


People = Mapping[str, Content]  # those in a result, by what they are called in it: sheet and marks; "" is who acts
Offers = Callable[[str, Content, Content, People, Content], list[Offer]]  # procedure, given, outcome, people, options
WAITS = "waits"  # in the outcome while a rule waits: the input that holds the decision, beside what is known so far
PLACE = "place"  # and how many decisions the rule has come to, this one included


DIE = "M8 6h24a3 3 0 0 1 3 3v22a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V9a3 3 0 0 1 3-3zM20 18a2 2 0 1 0 0 4 2 2 0 0 0 0-4z"


class Ammunition(Struct, frozen=True):
    """Where a sheet says what is loaded: the field that lists what can be, and what of a row counts rounds."""

    listed: str
    left: str | Callable[[Content], int | None]
    most: str | Callable[[Content], int | None] = ""  # what it holds when it is full: of the row, or worked out

    def told(self, sheet: Content, name: str) -> str:
        """What is left in what has a name, beside what it holds; nothing of what needs no rounds."""
        row: Content = next((one for one in sheet.get(self.listed) or () if one.get("name") == name), {})
        left = self.left(row) if callable(self.left) else row.get(self.left)
        most = self.most(row) if callable(self.most) else row.get(self.most)
        if left is None or not (most or callable(self.most)):
            return ""
        return f"{left} / {most}" if most else str(left)


class Presentation(Struct, frozen=True):
    """The face of a game."""

    glyph: str = DIE  # an outline on a square of 40, the sign of the game in lists
    gauges: tuple[Gauge, ...] = ()
    harm: tuple[str, ...] = ()  # gauges that damage is typed on by hand: the first of them that a sheet has
    chips: tuple[str, ...] = ()  # sheet fields told in a word below the gauges
    # what else must be known of somebody at a glance: a word, and its tone: "", due, bad
    signs: Callable[[Content, Reading], tuple[tuple[str, str], ...]] | None = None
    states: tuple[str, ...] = ()  # sheet fields that are states one can be rid of by hand: switches, counts, lists
    ammunition: Ammunition | None = None  # told beside what a form offers to fire
    dice: Mapping[str, str] = {}  # die -> how it is drawn: forced, opp, check
    cards: Mapping[str, CardSpec] = {}
    forms: Mapping[str, FormSpec] = {}
    acts: tuple[str, ...] = ()  # the procedures of one character, as tabs, those needed most often first
    act_topics: tuple[tuple[str, tuple[str, ...]], ...] = ()  # where the rest is found: word of the topic, procedures
    sheet: tuple[tuple[str, tuple[str, ...]], ...] = ()  # sections: key of the title, fields
    beside: tuple[str, ...] = ()  # sections that stand with what is fought with, beside a grid
    below: tuple[str, ...] = ()  # sections with a table that stand below the head all the same
    accent: str = "#1a2128"  # the colour of the game in print
    prose: str = ""  # the sheet field that introduces somebody, below the name
    levels: Mapping[str, Levels] = {}  # sheet fields that are lists of names with a level
    grids: Mapping[str, Grid] = {}  # section of the sheet -> its table
    listings: Mapping[str, Listing] = {}  # sheet fields in words of their own
    bodies: Mapping[str, Figure] = {}  # sheet fields that are drawn on a body
    roster: Roster | None = None  # the table of the whole group
    quiet: tuple[str, ...] = ()  # sheet fields that are not worth a word while nobody has touched them
    unread: tuple[str, ...] = ()  # sheet fields that are read elsewhere on the sheet
    off_paper: tuple[str, ...] = ()  # sheet fields that the table keeps: a blank sheet has no room for them
    # input or field, or “field.part” -> what a key of the pack is called
    named: Mapping[str, Callable[[str, Language], str]] = {}
    groups: Mapping[str, Callable[[str, Language], str]] = {}  # input -> the heading under which a key is listed
    computed: Mapping[str, tuple[str, ...]] = {}  # kind -> fields, and “field.part”s, that follow from the rest
    derivations: Mapping[str, Derive] = {}  # sheet field -> where its value comes from
    subtitle: Callable[[Content], list[tuple[str, Any]]] | None = None
    offers: Offers | None = None
    witness: Mapping[str, Callable[[Content, Language], list[str]]] = {}  # procedure -> what anybody present can tell
    creation: Creation = Creation()
    figures: Mapping[str, Callable[[Content], tuple[str, ...]]] = {}  # kind -> what a card tells of a sheet, in order
    told: tuple[str, ...] = ()  # sheet fields that are read as a paragraph, however short
    ladders: Mapping[str, tuple[str, ...]] = {}  # outcome field -> its good words; all its words are listed best first
    begins: Mapping[str, Callable[[str], Any]] = {}  # sheet field of entries -> what one is worth that is not written
    deaths: Mapping[str, tuple[Any, ...]] = {}  # sheet field -> the values of it by which somebody is dead
    # table of the pack -> what shows one of its rows at work against somebody usual: procedure, inputs
    trials: Mapping[str, Callable[[Content], tuple[str, dict[str, Any]]]] = {}
    untold: tuple[str, ...] = ()  # sheet fields whose change a card leaves to its sentences
    difficulty: str = ""  # the input that says how hard a throw is, which the game master may keep to themselves

    def rounds_left(self, sheet: Content, name: str) -> str:
        """What is left in something on a sheet, in words; nothing of what needs no rounds."""
        return self.ammunition.told(sheet, name) if self.ammunition else ""


class Named(Struct, frozen=True):
    """What a key of the pack is called, of a woman too where the row says it; what people wrote stays as it is."""

    find: Callable[[str], Any]

    def __call__(self, key: str, language: Language, *, feminine: bool = False) -> str:
        try:
            row = self.find(key) if key else None
        except Refusal:
            return key
        own = getattr(row, f"{language}_f", None) if feminine else None
        return "" if row is None else str(own or getattr(row, language))


row_names = Named  # how the keys of a table of the pack are called


@cache
def plain_gauges(sheet: type[Sheet]) -> tuple[Gauge, ...]:
    """Gauges of a game that names none: its small whole numbers with two ends."""
    kind = type_of(sheet)
    assert isinstance(kind, inspect.StructType)
    gauges = []
    for field in kind.fields:
        of = field.type
        if isinstance(of, inspect.Metadata):
            of = of.type
        if isinstance(of, inspect.IntType) and of.ge is not None and of.le is not None and field.name != "version":
            shape: Literal["boxes", "bar"] = "boxes" if of.le - of.ge <= 10 else "bar"
            gauges.append(Gauge(field.encode_name, of.ge, of.le, shape))
    return tuple(gauges[:4])
