"""A fight of one against one in two parts: the half of somebody that blows change, and the rest that turns change.

The dice of an attack know the other one’s half only as it looks; what somebody chooses hangs on their own state and on
how far the other has come. So each side can be weighed apart, and every chance is taken from the rules. A blow reads no
more of a body than its points and what is added to a faint save: it is weighed on those alone, and what the body bore
before is laid upon it again.
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.battles import Phase
from gardien.core.chance import call
from gardien.core.readings.odds import weigher
from gardien.core.readings.table import Numbered
from gardien.core.weighing import Deed, Opened, Stand
from gardien.systems.cthulhud20.arms import weapon_of
from gardien.systems.cthulhud20.battles import Fight, State
from gardien.systems.cthulhud20.blows import TURNS, Blow, Struck, graded, noted, stopped_blow, suffer
from gardien.systems.cthulhud20.bodies import Body, faint_bonus
from gardien.systems.cthulhud20.bonuses import weight_on
from gardien.systems.cthulhud20.exchanges import (
    NO_BODY,
    Clearing,
    Given,
    Keeping,
    Local,
    Salvo,
    Shot,
    Volley,
    act,
    hack,
    now,
    plan_at,
    reach,
    settled,
    stills,
    swing_at,
    tired,
)
from gardien.systems.cthulhud20.kinds import Hampering, Zone
from gardien.systems.cthulhud20.scores import fatigue_of
from gardien.systems.cthulhud20.severity import Graded
from gardien.systems.cthulhud20.tactics import Aimed, Move, choose, spent
from gardien.systems.cthulhud20.turns import LEG

Frame = tuple[Phase, tuple[int, ...]]  # what kind of round it is, and who acts in which order
CLEARED, STUCK, JAMMED = "cleared", "stuck", "jammed"


class Change(Struct, frozen=True):
    """What somebody does to their own half in a turn."""

    prone: bool
    shock: Hampering
    aimed: bool
    away: bool


class Look(Struct, frozen=True):
    """Somebody as the dice of an attack know them."""

    pf: int
    prone: bool
    shaken: bool
    lost: tuple[Zone, ...]


class Felt(Struct, frozen=True):
    """What a blow leaves of a body that bore nothing before."""

    body: Body
    hurt: bool
    stills: bool  # no wound is open any more
    hit: "Hit | None"  # where a part is lost or out of use


class Hit(Struct, frozen=True):
    """A blow, and what it means; those that mean the same are one."""

    blow: Blow
    part: Graded | None


class Duel:
    """The pieces of a fight of two; halves, rests and blows are numbers of each side."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self._halves: tuple[Numbered[int], Numbered[int]] = (Numbered(), Numbered())
        self._rests: tuple[Numbered[Local], Numbered[Local]] = (Numbered(), Numbered())
        self._stages: Numbered[Given] = Numbered()
        self._manners: Numbered[tuple[Any, ...]] = Numbered()
        self._mannered: dict[tuple[int, int], int] = {}  # a half of each manner
        self._changes: Numbered[Change] = Numbered()
        self._deeds: dict[Any, tuple[int, Deed]] = {}
        self._looks: Numbered[Look] = Numbered()
        self._blows: tuple[list[Hit | int | None], ...] = ([None], [None])  # None is no blow, a number costs hit points
        self._kinds: tuple[dict[Any, int], ...] = ({}, {})
        self._meanings: tuple[dict[Blow, int], ...] = ({}, {})
        self._bares: Numbered[Body] = Numbered()
        self._worn: Numbered[tuple[Any, ...]] = Numbered()
        self._felts: Numbered[Felt] = Numbered()
        self._weighed: dict[tuple[int, int, int], list[tuple[int, float]]] = {}
        self._laid: dict[tuple[int, int, int], int] = {}

    # ---- in two parts ----

    def _half(self, side: int, local: Local) -> int:
        """What a blow can change of somebody."""
        bare = Local(body=local.body, hp=local.hp, aimed=local.aimed, flat=False, away=local.away, mad=local.mad)
        return self._halves[side].number(self.fight.number(side, bare))

    def _rest(self, side: int, local: Local) -> int:
        bare = replace(local, body=NO_BODY, hp=None, aimed=False, away=False, mad=False)
        return self._rests[side].number(bare)

    def _local(self, side: int, half: int) -> Local:
        return self.fight.locals.things[self._halves[side].things[half]][1]

    def _joined(self, side: int, rest: int, half: int) -> Local:
        one = self._local(side, half)
        return replace(self._rests[side].things[rest], body=one.body, hp=one.hp, aimed=one.aimed)

    # ---- the course ----

    def opened(self, state: State) -> Opened | None:
        """Both parts of both, once everybody is in line."""
        if state.lining is not None or state.phase not in ("surprise", "round"):
            return None
        one, other = self.fight.local(state)
        rests, halves = (self._rest(0, one), self._rest(1, other)), (self._half(0, one), self._half(1, other))
        return Opened((state.phase, state.order), rests, halves)

    def turns(self, frame: Frame) -> list[int]:
        """The surprised have none in the round of surprise (CD20-P-SURP-01)."""
        phase, order = frame
        return [who for who in order if not (phase == "surprise" and self.fight.figures[who].surprised)]

    def following(self, frame: Frame, acted: bool) -> Frame | None:
        """The same order again; nobody does anything any more where nobody did."""
        phase, order = frame
        return ("round", order) if acted or phase == "surprise" else None

    def fights(self, side: int, half: int) -> bool:
        return self.fight.told[self._halves[side].things[half]].fights

    # ---- turns ----

    def manner(self, side: int, half: int) -> int:
        """Those who are hampered alike do the same."""
        one, stays = self._local(side, half), self.fight.figures[side].tactics.withdraw_at == "never"
        body = one.body
        points = () if stays else (body.pv, body.pf)
        found = self._manners.number(
            (body.state, tired(body), body.prone, body.shock, body.lost_parts, body.hampered_parts, one.aimed, points)
        )
        self._mannered.setdefault((side, found), half)
        return found

    def chosen(self, frame: Frame, side: int, rest: int, manner: int, other: int) -> tuple[int, Deed]:
        """What somebody does: of the other only their place and footing is looked at."""
        foe = self._rests[1 - side].things[other]
        key = (frame[0], side, rest, manner, foe.flat, foe.charged, foe.moved)
        found = self._deeds.get(key)
        if found is None:
            found = self._deeds[key] = self._chosen(frame[0], side, rest, self._mannered[side, manner], other)
        return found

    def _chosen(self, phase: Phase, side: int, rest: int, half: int, other: int) -> tuple[int, Deed]:
        """Chosen against the other as the fight began."""
        mine, them = self._joined(side, rest, half), self._joined(1 - side, other, 0)
        people = (mine, them) if side == 0 else (them, mine)
        numbers = tuple(self.fight.number(at, one) for at, one in enumerate(people))
        done = choose(self.fight.field(State(phase, numbers)), side, None)
        left, body = self._rest(side, done.mine), done.mine.body
        change = self._changes.number(Change(body.prone, body.shock, done.mine.aimed, done.mine.away))
        if isinstance(done, Move):
            return change, Deed(left, done.idle)
        return change, Deed(left, False, self._parts(done), (done.kind, done.arm, done.rounds))

    def changed(self, side: int, change: int, half: int) -> int:
        """On their feet, ready again, aiming, gone."""
        one, to = self._local(side, half), self._changes.things[change]
        body = replace(one.body, prone=to.prone, shock=to.shock)
        return self._half(side, replace(one, body=body, aimed=to.aimed, away=to.away))

    def _parts(self, done: Aimed) -> tuple[int, ...]:
        """An act one attack after the other, on any body of the other."""
        given = done.given
        if isinstance(given, Clearing):
            return (self._stages.number(given),)
        bare, shots = replace(given, body=NO_BODY, hp=None), given.shots
        if given.hp is None:
            shots = tuple(rested(shot) for shot in shots)
        return tuple(self._stages.number(replace(bare, shots=(shot,))) for shot in shots)

    def spent(self, side: int, deed: Deed, made: int, tag: str) -> int:
        """Whoever acted: cartridges gone, a weapon that stuck or is mended."""
        kind, arm, rounds = deed.how
        gone = rounds * made if kind == "volley" else 0
        return self._rest(side, spent(self._rests[side].things[deed.rest], arm, gone, tag in (STUCK, JAMMED)))

    # ---- the dice of an attack ----

    def look(self, side: int, half: int) -> int:
        body = self._local(side, half).body
        return self._looks.number(Look(tired(body), body.prone, body.shock == "skip", body.lost_parts))

    def thrown(self, stage: int, side: int, look: int) -> list[tuple[str, int, float]]:
        """One attack on somebody as they stand there, or a jam that is seen to."""
        given, options = self._stages.things[stage], self.fight.options
        if isinstance(given, Clearing):
            seen_to = weigher().called(act, (given, options))
            return [(CLEARED if one.cleared else STUCK, 0, ways / seen_to.total) for one, ways in seen_to.pairs]
        full = self.fight.figures[side].hp
        if full is not None:
            hacked = weigher().called(hack, (Salvo(body=NO_BODY, hp=full), swing_at(given.shots[0], given, options)))
            costs = [(full - (one.hp or 0), ways / hacked.total) for one, ways in hacked.pairs]
            return [("", self._kind(side, cost, cost), chance) for cost, chance in costs]
        return self._reached(side, given, self._looks.things[look])

    def _reached(self, side: int, given: Volley, look: Look) -> list[tuple[str, int, float]]:
        """The same on a body with zones; blows that mean the same come together."""
        options, tables = self.fight.options, given.target.tables
        target = now(given.target, look.pf, look.prone, look.shaken, look.lost)
        weights = weigher().called(reach, (plan_at(given.shots[0], target, options), tables, options))
        found: dict[tuple[str, int], float] = {}
        for (blow, jammed), ways in weights.pairs:
            key = (JAMMED if jammed else "", 0 if blow is None else self._meaning(side, blow))
            found[key] = found.get(key, 0.0) + ways / weights.total
        return [(tag, blow, chance) for (tag, blow), chance in found.items()]

    def _kind(self, side: int, key: Any, blow: Hit | int) -> int:
        found = self._kinds[side].get(key)
        if found is None:
            found = self._kinds[side][key] = len(self._blows[side])
            self._blows[side].append(blow)
        return found

    def _meaning(self, side: int, blow: Blow) -> int:
        """All of a blow that a fight feels."""
        known = self._meanings[side].get(blow)
        if known is not None:
            return known
        body = replace(NO_BODY, tables=self.fight.figures[side].who.tables)
        found = stopped_blow() if blow.stopped else graded(body, blow, self.fight.options)
        part = found if missed(found, self.fight.keeping[side]) else None
        open_wound = found.severity if found.aggravates else ""
        losses = (found.pf_loss, found.pv, found.dead_at_once, found.effect)
        key = (losses, open_wound, blow.zone if part else "", found.part_lost, blow.shock)
        known = self._meanings[side][blow] = self._kind(side, key, Hit(blow, part))
        return known

    # ---- what a blow leaves ----

    def borne(self, side: int, half: int, blow: int) -> list[tuple[int, float]]:
        """Weighed on the bare body, and borne by the whole one."""
        what = self._blows[side][blow]
        if what is None:
            return [(half, 1.0)]
        local = self._local(side, half)
        if isinstance(what, int):
            return [(self._half(side, replace(local, hp=max(0, (local.hp or 0) - what))), 1.0)]
        body, found = local.body, []
        bare = self._bares.number(stripped(body))
        worn = self._worn.number(
            (body.wounds, body.lost_parts, body.hampered_parts, body.prone, body.shock, local.aimed)
        )
        for felt, chance in self._felt(side, bare, blow, what):
            after = self._laid.get((side, felt, worn))
            if after is None:
                after = self._half(side, self._whole(side, local, self._felts.things[felt]))
                self._laid[side, felt, worn] = after
            found.append((after, chance))
        return found

    def _felt(self, side: int, bare: int, blow: int, hit: Hit) -> list[tuple[int, float]]:
        found = self._weighed.get((side, bare, blow))
        if found is None:
            options = self.fight.options
            weights = weigher().called(suffer, (self._bares.things[bare], hit.blow, options))
            found = self._weighed[side, bare, blow] = [
                (self._felts.number(self._left(side, one, hit)), ways / weights.total) for one, ways in weights.pairs
            ]
        return found

    def _left(self, side: int, struck: Struck, hit: Hit) -> Felt:
        """Told apart no further than the fight needs, where nothing else of the body can matter."""
        keeping, options = self.fight.keeping[side], self.fight.options
        body = replace(struck.body, fort=0, lost_parts=(), hampered_parts=())
        body = settled(body, keeping) if keeping.last or body.dead else body
        return Felt(body, struck.hurts, stills(struck, options), hit if hit.part and body.state == "ok" else None)

    def _whole(self, side: int, local: Local, felt: Felt) -> Local:
        """Somebody struck, with all they bore before; what hurts spoils an aim (CD20-AIM-01)."""
        mine, after = local.body, felt.body
        body = replace(
            after,
            fort=mine.fort,
            prone=mine.prone or after.prone,
            shock=max(mine.shock, after.shock, key=TURNS.index),
            wounds=() if felt.stills else (*mine.wounds, *after.wounds),
            lost_parts=mine.lost_parts,
            hampered_parts=mine.hampered_parts,
        )
        if felt.hit is not None and felt.hit.part is not None:
            body = noted(body, felt.hit.blow.zone, felt.hit.part, self.fight.options)
        body = settled(body, self.fight.keeping[side])
        return replace(local, body=body, aimed=local.aimed and not felt.hurt)

    # ---- the end of a round, and of it all ----

    def endured(self, side: int, half: int) -> list[tuple[int, float]]:
        """Nothing, but for whomever it may change."""
        number = self._halves[side].things[half]
        if not self.fight.told[number].risky:
            return [(half, 1.0)]
        weights = weigher().answers(call(self.fight.endured, self.fight.alike[side], number))
        things = self.fight.locals.things
        return [(self._half(side, things[one][1]), ways / weights.total) for one, ways in weights.pairs]

    def stands(self, side: int, half: int) -> list[tuple[Stand, float]]:
        """How somebody comes out of it; open wounds go on alone, where nobody comes (CD20-BLEED-03)."""
        number, told = self._halves[side].things[half], self.fight.told
        if not (self.fight.given.alone and self._local(side, half).body.bleeding):
            return [(told[number].stand, 1.0)]
        weights = weigher().answers(call(self.fight.lived_on, self.fight.alike[side], number))
        return [(told[one].stand, ways / weights.total) for one, ways in weights.pairs]


def rested(shot: Shot) -> Shot:
    """All that weighs on an attacker is a malus: those with the same sum are one (CD20-ATT-01)."""
    who, weapon = shot.attacker, weapon_of(shot.weapon)
    fresh = replace(who, pf=who.breath_max, prone=False, shock_next_turn="none", hampered_parts=())
    less = fatigue_of(who) + weight_on(who, weapon) - fatigue_of(fresh) - weight_on(fresh, weapon)
    return replace(shot, attacker=fresh, malus=shot.malus + less)


def stripped(body: Body) -> Body:
    """As a blow reads somebody who still fights: points, and what is added to a faint save (CD20-GB-08, CD20-HP-05)."""
    return replace(body, prone=False, shock="none", wounds=(), lost_parts=(), hampered_parts=(), fort=faint_bonus(body))


def missed(found: Graded, keeping: Keeping) -> bool:
    """Whether it must be known later which part was struck."""
    kept = found.effect != "none" and (keeping.legs or found.effect != LEG)
    return found.part_lost or (found.part_hampered and kept)
