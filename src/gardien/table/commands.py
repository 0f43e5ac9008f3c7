"""Everything that can be asked of a table: one value for each command, and who may ask it."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from gardien.table.command_types import MESSAGE_BYTES as MESSAGE_BYTES
from gardien.table.command_types import ROLES as ROLES
from gardien.table.command_types import Audience as Audience
from gardien.table.command_types import Clock as Clock
from gardien.table.command_types import Command as Command
from gardien.table.command_types import Faces as Faces
from gardien.table.command_types import Fields as Fields
from gardien.table.command_types import Id as Id
from gardien.table.command_types import Ids as Ids
from gardien.table.command_types import Minutes as Minutes
from gardien.table.command_types import Name as Name
from gardien.table.command_types import Named as Named
from gardien.table.command_types import Point as Point
from gardien.table.command_types import Reason as Reason
from gardien.table.command_types import Role as Role
from gardien.table.command_types import Text as Text
from gardien.table.fight_commands import Chase as Chase
from gardien.table.fight_commands import Declare as Declare
from gardien.table.fight_commands import Delay as Delay
from gardien.table.fight_commands import EndChase as EndChase
from gardien.table.fight_commands import EndFight as EndFight
from gardien.table.fight_commands import Fight as Fight
from gardien.table.fight_commands import Fighter as Fighter
from gardien.table.fight_commands import Gather as Gather
from gardien.table.fight_commands import Leave as Leave
from gardien.table.fight_commands import Pursue as Pursue
from gardien.table.fight_commands import Round as Round
from gardien.table.fight_commands import Turn as Turn

# ---- the table ----


class Open(Command, frozen=True, tag="open"):
    """Begin a campaign."""

    system: Named
    title: Name = ""
    options: Fields = {}


# How a table is run, beside its title and its rules, and what holds until somebody says so.
SETTINGS: dict[str, Any] = {
    "announce": False,
    "players_edit": True,
    "players_write": [],
    "approve": False,
    "began": "",
}


Began = Annotated[str, Meta(pattern=r"^(|\d{4}-\d{2}-\d{2}T\d{2}:\d{2})$", max_length=16)]


class Settings(Command, frozen=True, tag="settings"):
    """Change how the table is run; what is left out stays."""

    title: Name | None = None
    options: Fields | None = None
    announce: bool | None = None  # others are told that a secret roll took place, with its seal
    players_edit: bool | None = None  # players may write on their own sheets
    players_write: Annotated[tuple[Named, ...], Meta(max_length=40)] | None = None  # else: gauges, sections of theirs
    approve: bool | None = None  # whom players bring in waits for the game master's consent
    began: Began | None = None  # the date of the clock's first minute, "1927-11-14T22:09"; "" for days without a date


class UsePack(Command, frozen=True, tag="pack"):
    """Use a pack of one's own rows, in place of one of the same name; or, with `off`, one no longer."""

    content: dict[str, Any] | None = None  # as its file holds it, `pack` among its tables
    off: Annotated[str, Meta(max_length=40)] = ""  # its id, as the table lists it


class Unpack(Command, frozen=True, tag="unpack"):
    """Open what a pack brings ready, as table/key: preset, random, encounter, scenario.

    House rules are set, a table is thrown on (`audience` hears what it says), foes come into play hidden, a scenario
    lays out its notes and its people. A ready character is brought in by `add`, with `being`: character/key.
    """

    what: Named
    language: Literal["fr", "en"] = "fr"
    audience: Audience = "all"
    dice: Faces | None = None


class Seat(Command, frozen=True, tag="seat"):
    """Set a place at the table; its link is made with it."""

    role: Role = "player"
    name: Name = ""
    characters: Ids = ()


class Unseat(Command, frozen=True, tag="unseat"):
    """Take a place away; its links stop working."""

    seat: Id


class Unlink(Command, frozen=True, tag="unlink"):
    """Make every link of a seat stop working; the seat stays."""

    seat: Id


class Assign(Command, frozen=True, tag="assign"):
    """Say whose characters these are; an empty seat leaves them to the game master."""

    characters: Ids
    seat: Annotated[str, Meta(max_length=40)] = ""


class Door(Command, frozen=True, tag="door"):
    """Open the door, with a new short code to read aloud, or close it."""

    open: bool = True


class Knock(Command, frozen=True, tag="knock"):
    """Ask for a seat: what a stranger with the code may do. `hash` is that of the link they wait with."""

    name: Named
    code: Annotated[str, Meta(max_length=20)]
    hash: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Admit(Command, frozen=True, tag="admit"):
    """Let somebody in who knocked, or turn them away."""

    knock: Id
    role: Role | None = "player"  # None turns them away
    characters: Ids = ()


class Say(Command, frozen=True, tag="say"):
    """Write something into the log."""

    text: Annotated[str, Meta(min_length=1, max_length=5000)]
    audience: Audience = "all"


class Throw(Command, frozen=True, tag="throw"):
    """Throw dice that no rule asks for: 3d6+2."""

    notation: Annotated[str, Meta(min_length=1, max_length=60)]
    audience: Audience = "all"
    note: Name = ""  # what they are thrown for


class Note(Command, frozen=True, tag="note"):
    """A note of the game master's, for nobody else unless shown; an empty text throws it away."""

    id: Id | None = None
    title: Name = ""
    text: Text = ""
    shown: bool = False


class Scene(Command, frozen=True, tag="scene"):
    """Where the story is now; what the last scene counted is forgotten."""

    title: Name
    text: Text = ""


# ---- characters ----


class Add(Command, frozen=True, tag="add"):
    """Bring somebody in: with a sheet, drawn whole (`draw` holds the choices), or from a pack (`being`: table/key).

    Several at once are numbered. A player brings in one character, for their own seat, open to all.
    """

    sheet: dict[str, Any] | None = None
    draw: dict[str, Any] | None = None
    being: Name | None = None
    language: Literal["fr", "en"] = "fr"
    name: Name = ""
    alias: Name = ""  # the name others know
    count: Annotated[int, Meta(ge=1, le=20)] = 1
    hidden: bool = False
    foe: bool = False  # somebody of the players' kind whom the game master plays
    shown: Literal["all"] | Annotated[tuple[Name, ...], Meta(max_length=100)] | None = None
    seat: Annotated[str, Meta(max_length=40)] = ""


class Remove(Command, frozen=True, tag="remove"):
    """Take somebody out of the campaign; undo brings them back."""

    character: Id


class Edit(Command, frozen=True, tag="edit"):
    """Write on a sheet; the rules of the sheet hold."""

    character: Id
    fields: Fields


class Override(Command, frozen=True, tag="override"):
    """Set any value, whatever the rules say, and say why. `path` is as in the table's state: characters/ID/sheet/…"""

    path: Annotated[str, Meta(min_length=1, max_length=400)]
    value: Any
    reason: Reason


Fares = Literal["nothing", "words", "numbers"]


class Show(Command, frozen=True, tag="show"):
    """What others see of somebody: fields, all, nothing; `alias` is the name they know, `fares` how much shows.

    Whoever is hidden may be seen by some seats all the same: `seen_by` says by which, and hides them from the others.
    """

    character: Id
    hidden: bool | None = None
    seen_by: Annotated[tuple[Id, ...], Meta(max_length=50)] | None = None
    shown: Literal["all"] | Annotated[tuple[Name, ...], Meta(max_length=100)] | None = None
    alias: Name | None = None
    fares: Fares | None = None


class Remark(Command, frozen=True, tag="remark"):
    """A note on a character: the owner's own, or the game master's secret one; marks are states that no rule sets."""

    character: Id
    note: Text | None = None
    secret: Text | None = None
    marks: Fields | None = None


# ---- rolls ----


class Do(Command, frozen=True, tag="do"):
    """Do a procedure. A character's sheet fills in what is left out; so does {"character": ID} inside `given`."""

    procedure: Named
    character: Id | None = None
    given: dict[str, Any] = {}
    dice: Faces | None = None  # typed; without them the server throws
    audience: Audience = "all"
    ask: Id | None = None
    note: Name = ""  # what is attempted, in the player's own words
    in_spite: bool = False  # of what bars it to somebody: the game master's word
    out_of_turn: bool = False  # in a fight it takes nothing of anybody's turn: the game master's word


class Follow(Command, frozen=True, tag="follow"):
    """Take up what a result offers: a point of luck on the dice as they lie, another try."""

    event: Point
    offer: Named
    dice: Faces | None = None  # of another try, typed


class Decide(Command, frozen=True, tag="decide"):
    """Answer a rule that waits: take up one of its offers, or none, and it goes on.

    The game master's word is enough to go on without; others only say that they want nothing. What everybody must agree
    to is put to the vote.
    """

    wait: Id
    offer: Name = ""  # none
    dice: Faces | None = None  # those that still fall, typed


class Vote(Command, frozen=True, tag="vote"):
    """Agree to what everybody must agree to, or not: one refusal ends it."""

    wait: Id
    agrees: bool = True
    seats: Ids = ()  # whom the game master speaks for: whoever is away, or has no device; none for all who are missing


class Ask(Command, frozen=True, tag="ask"):
    """Ask one or several characters for a roll, with inputs preset; of a player: propose something for one's own.

    What a player proposes is the game master's to do or to let go; the same seat proposes one thing at a time. Presets
    that are `hidden` stay the game master's alone, before the roll and after it.
    """

    procedure: Named
    characters: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=100)]
    given: dict[str, Any] = {}
    text: Name = ""
    hidden: Annotated[tuple[Named, ...], Meta(max_length=20)] = ()


class CloseAsk(Command, frozen=True, tag="close_ask"):
    """Wait no longer for the answers to a request."""

    ask: Id


class Reveal(Command, frozen=True, tag="reveal"):
    """Make a secret roll public, with the number that proves its seal; what it changes takes effect.

    Told to some `seats` only, it stays a secret of theirs, and what it changes still waits.
    """

    event: Point
    seats: Annotated[tuple[Id, ...], Meta(max_length=50)] = ()


class Release(Command, frozen=True, tag="release"):
    """Let what a secret roll changes take effect, without telling why."""

    event: Point


# ---- time ----


class Plan(Command, frozen=True, tag="plan"):
    """Something that happens at its hour; an empty text forgets it."""

    id: Id | None = None
    time: Clock = 0
    text: Text = ""
    place: Name = ""
    shown: bool = False


class Advance(Command, frozen=True, tag="advance"):
    """Let time pass, in the game's usual way or in another: what falls due is listed, to be settled or dismissed."""

    minutes: Minutes
    activity: Name = ""  # of everybody: rest, care, work, travel, and what a game adds
    activities: dict[Id, Name] = {}  # of some, by character


class Settle(Command, frozen=True, tag="settle"):
    """Do something that has fallen due."""

    due: Id
    given: dict[str, Any] = {}
    dice: Faces | None = None


class Dismiss(Command, frozen=True, tag="dismiss"):
    """Let something that has fallen due pass."""

    due: Id


# ---- taking back ----


class Undo(Command, frozen=True, tag="undo"):
    """Go back to how things stood after `to`, or before the last action; or take back one entry `alone`.

    A player takes back their own last entry, alone.
    """

    to: Point | None = None
    alone: Point | None = None  # where nothing that came later rests on it


class Redo(Command, frozen=True, tag="redo"):
    """Take an undo back, or go to any point that was left."""

    to: Point | None = None


COMMANDS: tuple[type[Command], ...] = tuple(
    one for one in globals().values() if isinstance(one, type) and issubclass(one, Command) and one is not Command
)
AnyCommand = (
    Open | Settings | UsePack | Unpack | Seat | Unseat | Unlink | Assign | Door | Knock | Admit | Say | Throw | Note
    | Scene | Add | Remove | Edit | Override | Show | Remark | Do | Follow | Decide | Vote | Ask | CloseAsk | Reveal
    | Release | Fight | Declare | Leave | Turn | Delay | Gather | Round | EndFight | Chase | Pursue
    | EndChase | Plan | Advance | Settle | Dismiss | Undo | Redo
)  # fmt: skip

# Who else than the game master may ask; a player only for characters of their own. What is not listed is refused.
RIGHTS: dict[type[Command], tuple[Role, ...]] = dict.fromkeys(
    (Say, Throw, Add, Edit, Remark, Do, Follow, Decide, Vote, Ask, Declare, Delay, Pursue, Settle, Undo), ("player",)
)


def may(role: Role, command: type[Command]) -> bool:
    """Whether a role may ask this at all."""
    return command not in (Open, Knock) and (role == "keeper" or role in RIGHTS.get(command, ()))


def name_of(command: Command | type[Command]) -> str:
    """What the log calls a command."""
    return str(command.__struct_config__.tag)


class Envelope(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A command as it is sent: under an id of its own, and what the sender had seen of the table."""

    action: Annotated[str, Meta(min_length=1, max_length=100)]
    command: AnyCommand
    seen: Point | None = None
    together: Annotated[str, Meta(max_length=100)] = ""  # a word that all have which one press sends
    preview: bool = False  # say what it would do, and do nothing
