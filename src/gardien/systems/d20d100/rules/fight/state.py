"""A fight between two acts: how somebody is, what is left of a turn, what is in a weapon (CBT, DEF, FIRE, GRAP).

It is one value. The table keeps it field by field, as marks beside the sheet or on it; the simulation plays with it.
What acts leave of it is said here.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from gardien.core.marks import Count, Metres, Number, People, Word
from gardien.core.values import Value
from gardien.shared.holding import joined, without
from gardien.shared.line import farther
from gardien.systems.d20d100.rules.body.wounds import simple_actions
from gardien.systems.d20d100.rules.character import Body, Condition, Wide

Words = Annotated[tuple[Word, ...], Meta(max_length=200)]
WeaponState: TypeAlias = Literal["ok", "jam", "dud", "broken"]
Cover: TypeAlias = Literal["none", "half", "three_quarters", "nearly_total"]
Guard: TypeAlias = Literal["ready", "caught", "charging"]
PUSHED = 1.5  # metres (D100-GRAP-03)
LOST = 3  # nobody has more attacks than that: a series that a weapon has ended (D100-WPN-01, D100-FIRE-11)


# ---- time ----


def whole_turn(condition: Condition, one_only: bool) -> int:
    """Two simple actions; one after a shock, in a round of surprise, barely standing (D100-CBT-08, D100-CBT-09)."""
    actions = simple_actions(condition)
    return min(1, actions) if one_only else actions


def half_rounds(made: int, more: int, most: int, lost: bool = False) -> int:
    """What further attacks of a series take of a turn: the first is one half-round, all others are the other one.

    The second half-round is over with the last attack there is, or with a weapon that fails (D100-CBT-14).
    """
    after = made + more
    return (made == 0) + (after > 1 and (lost or after >= most))


class Turn(Value, frozen=True):
    """What is left of somebody’s turn: simple actions, and a series that was begun with a weapon."""

    left: int
    arm: int = -1
    made: int = 0  # attacks of that series; more than it has where the weapon has failed

    @property
    def over(self) -> bool:
        return self.left == 0

    def after_series(self, arm: int, more: int, most: int, lost: bool) -> "Turn":
        """Further attacks with a weapon; one that fails ends the series (D100-CBT-14, D100-FIRE-11)."""
        left = max(0, self.left - half_rounds(self.made, more, most, lost))
        return Turn(left, self.arm if self.made else arm, LOST if lost else self.made + more)

    def after_work(self, actions: int) -> "tuple[Turn, int]":
        """Work that may go on in the next turn, and what it takes of that (D100-FIRE-11)."""
        return replace(self, left=max(0, self.left - actions)), max(0, actions - self.left)


OVER = Turn(0)


# ---- weapons ----


class Load(Value, frozen=True, kw_only=True):
    """What is in a weapon and beside it, and whether it works."""

    loaded: int
    spare: int = 0
    state: WeaponState = "ok"

    def is_ready(self, needed: int = 1) -> bool:
        """Whether it works and has so many cartridges in it."""
        return self.state == "ok" and self.loaded >= needed

    def after_fire(self, spent: int, malfunction: str) -> "Load":
        """Cartridges are gone, a dud or a jam stays in it (D100-FIRE-04, D100-FIRE-11)."""
        state: WeaponState = self.state if malfunction == "none" else malfunction  # type: ignore[assignment]
        return replace(self, loaded=max(0, self.loaded - spent), state=state)

    def after_reload(self, loaded: int) -> "Load":
        """What goes in comes from what is carried for it (D100-FIRE-05)."""
        more = max(0, loaded - self.loaded)
        return replace(self, loaded=loaded, spare=max(0, self.spare - more))

    def after_clearing(self, works: bool) -> "Load":
        """A jam is out, or the weapon is out of order (D100-FIRE-11)."""
        return replace(self, state="ok" if works else "broken")


USELESS = Load(loaded=0, state="broken")  # broken, empty for good, or not in the hand


# ---- people ----

UNTIL_NEXT = (  # what lasts until the next turn of whoever bears it
    *("full_defence", "defensive", "assessing", "charging", "prepared", "triggered", "ambushed", "violently_shocked"),
)
COUNTED = ("attacks_made", "attacked", "swarmed")  # what was done with a turn


class InFight(Value, frozen=True, kw_only=True):
    """What a fight leaves on somebody and no sheet holds: the table keeps each as a mark of this name.

    A number that says nothing as long as nobody has said it begins as none.
    """

    # where, and when
    stands: Metres | None = None  # on a line
    initiative_total: Number | None = None
    rank: Count | None = None
    place: Count | None = None
    simple_actions_left: Count | None = None
    simple_actions_owed: Count | None = None  # of the next turn, by work that goes on (D100-FIRE-11)
    # how somebody stands
    surprised: bool = False
    flat_footed: bool | None = None  # not even while surprised, once somebody was hit (D100-DEF-02)
    ambushed: bool = False
    shocked: bool = False
    violently_shocked: bool = False
    prone: bool = False
    grappling: bool | People = False  # with whom
    immobilised: bool = False
    pinned_by: People = ()
    strangled_by: People = ()
    helpless: bool = False
    disarmed: bool | Word = False  # of what
    away: Words = ()  # weapons that were thrown
    discharged: Words = ()  # slings, blowguns, crossbows to be made ready again (D100-MISS-05)
    weapon_drawn: bool = False
    weapon_in_hand: Word = ""
    attacks_made: Words = ()  # in this turn, each with what (D100-CBT-14)
    attacked: bool = False  # in this turn, by no attack of a series (D100-MODE-02)
    swarmed: People = ()  # whom this turn of a swarm has been at
    # what fangs and tentacles go on doing, and who has them in somebody (D100-MISS-07)
    bitten_by: People = ()
    bite: Word | Words = ""  # of each of them
    engulfed: Wide | None = None  # FOR of the body that somebody is in
    # what somebody does about it
    fleeing: bool = False
    full_defence: bool = False
    defensive: bool = False
    assessing: bool = False  # a round without fighting (D100-MODE-04)
    charging: bool = False
    prepared: bool | People = False  # for whom
    triggered: bool = False
    cover_half: bool = False
    cover_three_quarters: bool = False
    cover_nearly_total: bool = False


class FighterState(InFight, frozen=True, kw_only=True):
    """All that acts and rounds of a fight can change about one fighter: the sheet has its part of it."""

    body: Body
    loads: tuple[Load | None, ...] = ()  # weapon by weapon
    strangle_round: int = 0
    strangle_failed: bool = False
    strangle_bonus: int = 0
    fled: bool = False
    mad: bool = False  # lost their head at the sight of something (D100-SAN-03)

    @property
    def metres(self) -> float:
        """Where somebody stands, said or not."""
        return self.stands or 0.0

    @property
    def guard(self) -> Guard:
        """Caught until one has acted or been hit; charging for a round (D100-DEF-02, D100-SPEC-02)."""
        return "charging" if self.charging else "caught" if self.flat_footed else "ready"

    @property
    def cover(self) -> Cover:
        """The most that somebody stands behind (D100-MISS-17)."""
        if self.cover_nearly_total:
            return "nearly_total"
        return "three_quarters" if self.cover_three_quarters else "half" if self.cover_half else "none"

    # ---- turns ----

    def begun(self) -> "FighterState":
        """A new turn: what lasted until it is over; the surprised feel a shock later (D100-HEALTH-03)."""
        over = {**dict.fromkeys(UNTIL_NEXT, False), "attacks_made": (), "attacked": False, "swarmed": ()}
        return replace(self, shocked=self.shocked and self.surprised, **over)

    def acting(self, condition: Condition, opening: bool) -> "tuple[FighterState, Turn]":
        """On guard from now on, with a turn as long as their state leaves one (D100-DEF-02, D100-ATK-07)."""
        turn, owed = Turn(whole_turn(condition, self.shocked or opening)).after_work(self.simple_actions_owed or 0)
        return replace(self.begun(), flat_footed=None, simple_actions_owed=owed or None), turn

    def placed(self, total: int, rank: int) -> "FighterState":
        """What initiative brought: the order of the fight rests on it (D100-CBT-02)."""
        return replace(self, initiative_total=total, rank=rank, place=None)

    def after_assessing(self, total: int) -> "FighterState":
        """From the next round on, and for good; until then without fighting (D100-MODE-04)."""
        return replace(self.placed(total, 0), assessing=True)

    def after_preparing(self, enemy: str) -> "FighterState":
        """An action held ready for somebody; carried out, it is one simple action (D100-MODE-06)."""
        if self.prepared:
            return replace(self, prepared=False, triggered=True)
        return replace(self, prepared=(enemy,))

    def after_attacks(self, weapon: str, more: int, lost: bool) -> "FighterState":
        """The attacks of a turn are counted; a weapon that fails ends them (D100-CBT-14, D100-FIRE-11)."""
        return replace(self, attacks_made=(*self.attacks_made, *[weapon] * (LOST if lost else more)))

    def swarming(self, victim: str) -> "FighterState":
        """Whom a swarm has been at in this turn (D100-MISS-07)."""
        return replace(self, swarmed=tuple(joined(self.swarmed, victim)))

    # ---- blows, and places ----

    def struck(self, hit: bool, shocked: bool) -> "FighterState":
        """A hit ends surprise, a blow an ambush (D100-DEF-02, D100-HEALTH-03)."""
        caught = self.flat_footed
        if hit and (self.flat_footed or self.surprised):
            caught = False if self.surprised else None
        return replace(self, ambushed=False, flat_footed=caught, shocked=self.shocked or shocked)

    def shaken(self, violent: bool, thrown: bool) -> "FighterState":
        """A shock, and how it throws somebody to the ground (D100-HEALTH-03)."""
        if violent:
            return replace(self, violently_shocked=True, prone=self.prone or thrown)
        return replace(self, shocked=True)

    def moved(self, stands: float) -> "FighterState":
        """Somewhere else, out of cover."""
        return replace(self, stands=stands, cover_half=False, cover_three_quarters=False, cover_nearly_total=False)

    def pushed(self, by: "FighterState") -> "FighterState":
        """Driven back from somebody (D100-GRAP-03, D100-SPEC-02)."""
        return self.moved(farther(self.metres, by.metres, PUSHED))

    def after_action(self, action: str) -> "FighterState":
        """Down and up again, a weapon drawn, put away, or taken back from the ground (D100-CBT-10, D100-CBT-11)."""
        match action:
            case "draw" | "draw_while_moving":
                return replace(self, weapon_drawn=True)
            case "sheathe":
                return replace(self, weapon_drawn=False, weapon_in_hand="")
            case "drop_prone" | "stand_up":
                return replace(self, prone=action == "drop_prone")
            case "pick_up":
                return replace(self, disarmed=False, away=())
        return self

    # ---- weapons ----

    def with_load(self, arm: int, load: Load) -> "FighterState":
        """With what is in one weapon."""
        return replace(self, loads=(*self.loads[:arm], load, *self.loads[arm + 1 :]))

    def after_throw(self, weapon: str, rearming: int | None) -> "FighterState":
        """What is thrown has left the hand; a bow stays in it, and may have to be made ready (D100-MISS-05)."""
        if rearming is None:
            return replace(self, away=tuple(joined(self.away, weapon)))
        return replace(self, discharged=tuple(joined(self.discharged, weapon))) if rearming else self

    def rearmed(self, weapon: str) -> "FighterState":
        """Ready again (D100-MISS-05)."""
        return replace(self, discharged=tuple(without(self.discharged, weapon)))

    def disarmed_of(self, weapon: str) -> "FighterState":
        """The weapon falls, beside what fell before (D100-SPEC-03)."""
        before = self.disarmed
        fell = tuple(joined(self.away, before)) if isinstance(before, str) else self.away
        return replace(self, disarmed=weapon or True, away=fell, weapon_drawn=False, weapon_in_hand="")

    # ---- holds ----

    @property
    def partners(self) -> tuple[str, ...]:
        """Those in whose arms somebody is; nobody where it was only ruled (D100-GRAP-01)."""
        return self.grappling if isinstance(self.grappling, tuple) else ()

    @property
    def bites(self) -> dict[str, str]:
        """What each of those who have bitten into somebody does round by round (D100-MISS-07)."""
        each = (self.bite,) * len(self.bitten_by) if self.bite and isinstance(self.bite, str) else self.bite
        return dict(zip(self.bitten_by, each, strict=False))

    def grappled(self, other: str) -> "FighterState":
        """In each other’s arms (D100-GRAP-01)."""
        return replace(self, grappling=tuple(joined(self.partners, other)))

    def pinned(self, by: str) -> "FighterState":
        """Unable to move any more, because of somebody (D100-GRAP-03)."""
        return replace(self, immobilised=True, pinned_by=tuple(joined(self.pinned_by, by)))

    def unpinned(self, by: str) -> "FighterState":
        """Let go by one of those who pin; any other goes on."""
        left = tuple(without(self.pinned_by, by))
        return replace(self, pinned_by=left, immobilised=bool(left))

    def bitten(self, by: str, bite: str, swallowed: int | None) -> "FighterState":
        """A bite that holds goes on round after round; what engulfs has somebody in it (D100-MISS-07)."""
        bites = {**self.bites, by: bite}
        inside = self.engulfed if swallowed is None else swallowed
        return replace(self, bitten_by=tuple(bites), bite=tuple(bites.values()), engulfed=inside)

    def strangled(self, by: str, bonus: int) -> "FighterState":
        """A hand at the throat: the hardest of those there are counts (D100-GRAP-04)."""
        begun = {} if self.strangle_round else {"strangle_round": 1, "strangle_failed": False}
        hands, hardest = tuple(joined(self.strangled_by, by)), max(bonus, self.strangle_bonus)
        return replace(self, strangled_by=hands, strangle_bonus=hardest, **begun)

    def tightened(self) -> "FighterState":
        """A round more at the throat, and harder (D100-GRAP-04)."""
        return replace(self, strangle_round=min(200, self.strangle_round + 1)) if self.strangle_round else self

    def free_of(self, other: str) -> "FighterState":
        """Nobody’s any more whom somebody has let go, and who has none of them: whoever else holds goes on."""
        after = self
        if other in self.partners:
            after = replace(after, grappling=tuple(without(self.partners, other)) or False)
        if other in self.pinned_by:
            after = after.unpinned(other)
        if other in self.bitten_by:
            left = {by: bite for by, bite in self.bites.items() if by != other}
            inside = self.engulfed if left else None
            after = replace(after, bitten_by=tuple(left), bite=tuple(left.values()) or "", engulfed=inside)
        if other in self.strangled_by:
            hands = tuple(without(self.strangled_by, other))
            over = {} if hands else {"strangle_round": 0, "strangle_failed": False, "strangle_bonus": 0}
            after = replace(after, strangled_by=hands, **over)
        return after
