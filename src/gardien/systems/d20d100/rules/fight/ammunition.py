"""Cartridges counted, put in, and got out again when one sticks (FIRE)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, step, watched
from gardien.core.inputs import BadField, check_key
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changes_between, like
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.pack.rows import Reload
from gardien.systems.d20d100.rules.character import Modifier, Mods, Name
from gardien.systems.d20d100.rules.tests.d20 import attempt

TEN = 10  # bullets behind one cross of a submachine gun (D100-FIRE-04)
CLEARING = 2  # simple actions (D100-FIRE-11)
CLEAR_DIFFICULTY = 10  # D100-FIRE-11
FIREARMS = pack.keys("weapons", "weapon", "capacity")

Capacity: TypeAlias = Annotated[int, Meta(ge=1, le=250)]
Loaded: TypeAlias = Annotated[int, Meta(ge=0, le=250)]
FirearmOrNone: TypeAlias = Annotated[str, Meta(max_length=100, examples=["", *FIREARMS])]


class CrossesGiven(Value, frozen=True, kw_only=True):
    """Crosses in the boxes of a sheet."""

    crosses: Annotated[int, Meta(ge=0, le=200)]
    weapon_kind: Literal["single", "submachine_gun"] = "single"


class Bullets(Value, frozen=True, kw_only=True):
    """What the crosses stand for."""

    bullets: int


@procedure("ammunition", rules="D100-FIRE-04", headline=("bullets",))
def count_bullets(given: CrossesGiven, options: Options) -> Program[Bullets]:
    """A cross is one bullet, or ten for a submachine gun."""
    bullets = given.crosses * (TEN if given.weapon_kind == "submachine_gun" else 1)
    yield from step("bullets", bullets, "D100-FIRE-04")
    return Bullets(bullets=bullets)


class ReloadGiven(Value, frozen=True, kw_only=True):
    """A weapon to load: one of the list, or how it is loaded and how much it holds."""

    weapon_name: Name = ""
    weapon: FirearmOrNone = ""
    method: Reload | None = None
    rounds: Annotated[int, Meta(ge=1, le=50)] = 1
    capacity: Capacity | None = None
    magazine_size: Capacity | None = None
    loaded: Loaded = 0
    fast_reload: bool = False

    def __post_init__(self) -> None:
        if self.weapon and check_key("weapon", self.weapon, pack.weapon).capacity is None:
            raise BadField("weapon", "field/one_of", "D100-FIRE-05", came=self.weapon, allowed=FIREARMS)
        most = self.most()
        if most is not None and self.loaded > most:
            raise BadField("loaded", "field/at_most", "D100-FIRE-05", came=self.loaded, high=most)

    def most(self) -> int | None:
        """What may be in it now: a drum that is changed for a magazine held more (D100-MISS-05)."""
        row = pack.weapon(self.weapon) if self.weapon else None
        known = (self.capacity, *((row.capacity, row.other_capacity) if row else ()))
        return max((one for one in known if one is not None), default=None)

    def device(self) -> tuple[Reload, int | None, int | None]:
        """How it is loaded, what it holds, what one magazine brings; a drum may stand in for the magazine."""
        row = pack.weapon(self.weapon) if self.weapon else None
        listed = row.reload if row is not None and row.reload else "loose"
        method = self.method or listed
        holds, size = (row.capacity, row.magazine_size) if row else (None, None)
        if row is not None and method != listed and method == row.other_reload:
            holds, size = row.other_capacity, None
        capacity = self.capacity if self.capacity is not None else holds
        brings = self.magazine_size if self.magazine_size is not None else size
        return method, capacity, brings if brings is not None else capacity


class Reloaded(Value, frozen=True, kw_only=True):
    """How long it takes, and what is in the weapon then."""

    simple_actions: int
    loaded: int | UnsetType = UNSET

    def changes(self, given: ReloadGiven, options: Options) -> tuple[Change, ...]:
        return changes_between(given, self, ("loaded",))


def actions_for(method: Reload, rounds: int, fast: bool) -> int:
    """Two cartridges or a magazine in half a round; drums and belts take longer (D100-FIRE-05, D100-MISS-05)."""
    if method == "loose":
        return -(-rounds // (4 if fast else 2))
    if method == "single_loose":
        return rounds
    if method == "magazine":
        return 0 if fast else 1
    return 2 if method == "drum" else 4


@procedure("reload", rules="D100-FIRE-05 D100-CBT-11 D100-MISS-05", headline=("simple_actions", "loaded"))
def reload_weapon(given: ReloadGiven, options: Options) -> Program[Reloaded]:
    """Cartridges one by one or two by two, a magazine, a drum, a belt."""
    method, capacity, brings = given.device()
    loose = method in ("loose", "single_loose")
    actions = actions_for(method, given.rounds, given.fast_reload)
    yield from step("simple_actions", actions, "D100-FIRE-05" if method in ("loose", "magazine") else "D100-MISS-05")
    if capacity is None:
        return Reloaded(simple_actions=actions)
    more = given.rounds if loose else brings or capacity
    loaded = min(capacity, given.loaded + more)
    parts = (("before", given.loaded), ("rounds" if loose else "magazine_size", more))
    yield from step("loaded", loaded, "D100-FIRE-05", parts, (0, capacity))
    return Reloaded(simple_actions=actions, loaded=loaded)


class JamGiven(Value, frozen=True, kw_only=True):
    """Somebody with a weapon that did not fire, and when that was."""

    weapon_name: Name = ""
    modifier: Modifier
    mods: Mods = ()
    round: Annotated[int, Meta(ge=1, le=1000)] = 1
    half_round: Annotated[int, Meta(ge=1, le=2)] = 1


class Cleared(Value, frozen=True, kw_only=True):
    """When the weapon is clear, or out of order."""

    simple_actions: int = CLEARING
    ends_round: int
    ends_half: int
    simple_actions_left: int
    total: int | UnsetType = UNSET
    natural_one: bool | UnsetType = UNSET
    success: bool
    weapon_state: Literal["ok", "broken"]


@procedure("clear_jam", rules="D100-FIRE-11 D100-TEST-03", dice=("d20",), headline=("success", "weapon_state"))
def clear(given: JamGiven, options: Options) -> Program[Cleared]:
    """Two simple actions, into the next round if need be, then Mécanique at 10; a failure breaks the weapon."""
    wanted = yield from watched("total", "natural_one")
    yield from step("simple_actions", CLEARING, "D100-FIRE-11")
    yield from step("ends_round", given.round + 1, "D100-FIRE-11")
    left = 1 if given.half_round == 1 else 0
    yield from step("simple_actions_left", left, "D100-FIRE-11")
    tried = yield from attempt(given.modifier + sum(given.mods), CLEAR_DIFFICULTY, wanted, options)
    state: Literal["ok", "broken"] = "ok" if tried.success else "broken"
    yield from step("weapon_state", state, "D100-FIRE-11")
    return like(
        Cleared,
        tried,
        ends_round=given.round + 1,
        ends_half=given.half_round,
        simple_actions_left=left,
        weapon_state=state,
    )
