"""SAN over a planned mission: the shocks of its scenes in their order, and what each leaves of a mind (SAN)."""

from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from gardien.core.chance import Call, Program, apply, call, fold
from gardien.core.inputs import check_key, check_unique
from gardien.core.simulation import names, paragraphs, words_of
from gardien.core.values import Value
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Percent, Score
from gardien.systems.operators.rules.character import Combatant, Madness, Name, ShockKey
from gardien.systems.operators.rules.mind import shocks

SCENE = "scene"  # the end of one, among the events of a mission
MOST_SHOCKS = 60


class PlannedShock(Value, frozen=True, kw_only=True):
    """Something that will be seen: how bad it is, and whether it is of this world (OPS-SAN-02, OPS-SAN-13)."""

    level: ShockKey
    source: Name = ""
    natural: bool = False

    def __post_init__(self) -> None:
        check_key("level", self.level, pack.shock)


class Scene(Value, frozen=True, kw_only=True):
    """A scene and its shocks; a crisis lasts until it ends (OPS-SAN-04)."""

    name: Name = ""
    shock: Annotated[tuple[PlannedShock, ...], Meta(max_length=MOST_SHOCKS)] = ()


class Witness(Value, frozen=True, kw_only=True):
    """An Operator who will face it all."""

    name: Name
    san: Percent = 50
    si: Percent = 0
    madness: Madness = "none"
    lasting_madness: bool = False
    POU: Score = 10  # cold blood, where it is tested (OPS-SAN-15)
    hardened: bool = False


class MissionGiven(Value, frozen=True, kw_only=True):
    """The planned scenes of a mission, and who goes through them."""

    scene: Annotated[tuple[Scene, ...], Meta(max_length=MOST_SHOCKS)]
    character: Annotated[tuple[Witness, ...], Meta(min_length=1, max_length=20)]
    title: Name = ""

    def __post_init__(self) -> None:
        check_unique("character", [one.name for one in self.character], named="people")

    def planned_shocks(self) -> tuple[PlannedShock | None, ...]:
        """Every shock in its order; nothing stands for the end of a scene."""
        return tuple(one for scene in self.scene for one in (*scene.shock, None))

    def events(self) -> tuple[str, ...]:
        return tuple("" if one else SCENE for one in self.planned_shocks())


class Facing(Value, frozen=True):
    """A mind on its way through a mission."""

    san: int
    madness: Madness
    lasting: bool = False
    seen: tuple[str, ...] = ()

    @property
    def marks(self) -> frozenset[str]:
        """Which madness holds; one that stays may lie below a crisis (OPS-SAN-07)."""
        marks = {self.madness} - {"none"}
        return frozenset(marks | {"indefinite"} if self.lasting else marks)


Item: TypeAlias = tuple[PlannedShock | None, Witness, Options]


def go_on(mind: Facing, item: Item) -> Program[Facing]:
    """The next shock, or the end of the scene."""
    shock, who, options = item
    if mind.madness == "permanent":
        return replace(mind, seen=())  # nothing more can happen to it (OPS-SAN-05)
    if shock is None:
        return (yield from _after_scene(mind, options))
    known = {"san": mind.san, "si": who.si, "madness": mind.madness, "lasting_madness": mind.lasting}
    outcome: Any
    if shock.natural:
        macabre = shocks.MacabreGiven(**known, POU=who.POU, hardened=who.hardened, shock=shock.level)  # type: ignore[arg-type]
        outcome = yield from apply(shocks.face_macabre, macabre, options)
        return Facing(outcome.san, outcome.madness, outcome.lasting_madness, mind.seen)
    given = shocks.ShockGiven(**known, shock=shock.level, source=shock.source, shocks_this_scene=mind.seen)  # type: ignore[arg-type]
    outcome = yield from apply(shocks.face_shock, given, options)
    return Facing(outcome.san, outcome.madness, outcome.lasting_madness, outcome.shocks_this_scene)


def _after_scene(mind: Facing, options: Options) -> Program[Facing]:
    """The test that ends a crisis, and what lasts a scene is forgotten (OPS-SAN-04)."""
    who = Combatant(san=mind.san, madness=mind.madness, lasting_madness=mind.lasting)
    ended = yield from apply(shocks.end_scene, shocks.EndSceneGiven(characters=(who,)), options)
    (left,) = ended.results
    return Facing(left.san, left.madness, left.lasting_madness)


def go_through(who: Witness, planned: tuple[PlannedShock | None, ...], options: Options) -> Program[Facing]:
    """Where shocks and scenes leave a mind."""
    start = Facing(min(who.san, 100 - who.si), who.madness, who.lasting_madness)
    return (yield from fold(go_on, start, tuple((one, who, options) for one in planned)))


def mission_calls(given: MissionGiven, options: Options, events: int) -> list[tuple[str, Call[Facing]]]:
    """For each Operator, the rule that gives the mind after so many events."""
    planned = given.planned_shocks()[:events]
    return [(one.name, call(go_through, one, planned, options)) for one in given.character]


# ---- a plan in words ----

NATURAL = ("macabre", "gruesome", "naturel", "natural")  # what says that a horror is of this world
ENDINGS = ("", "e", "s", "es", "le", "les")  # of French words


def scenes_of(lines: Sequence[str]) -> list[dict[str, Any]]:
    """One shock a line, a blank line between scenes; a line says how bad it is, or names a being, or it is minor."""
    return [
        {"shock": [{"level": level_of(line), "source": line, "natural": natural(line)} for line in scene]}
        for scene in paragraphs(lines)
    ]


def natural(line: str) -> bool:
    """Whether a line speaks of something of this world (OPS-SAN-13)."""
    return any(word == sign + end for word in words_of(line) for sign in NATURAL for end in ENDINGS)


def level_of(line: str) -> str:
    """How bad a line is: by a word of the scale, else by the being it names (OPS-SAN-02, OPS-CREAT-06)."""
    words = words_of(line)
    for row in pack.table("scales", "shock"):
        signs = {name.casefold() + end for name in (row.fr, row.en) for end in ENDINGS}
        if signs & set(words):
            return row.key  # type: ignore[no-any-return]
    named = [
        (len(words_of(name)), row.shock)
        for row in (*pack.table("profiles", "creature"), *pack.table("profiles", "npc"))
        for name in (row.fr, row.en)
        if row.shock != "none" and names(line, name)
    ]
    # The fullest name says which being it is: a ghoul matriarch is more than a ghoul.
    return max(named, key=lambda one: one[0], default=(0, "minor"))[1]
