"""A fight of one against one in two parts: the half of somebody that blows change, and the rest that turns change.

The dice of an attack know the other one’s half only as the body they meet; what somebody chooses hangs on their own
state and on how far the other has come. So each side can be weighed apart, and every chance is taken from the rules.
"""

from typing import Any

from msgspec.structs import replace

from gardien.core.chance import call
from gardien.core.readings.odds import weigher
from gardien.core.readings.table import Numbered
from gardien.core.weighing import Deed, Opened, Stand
from gardien.systems.cthulhud20.battles import Fight, Phase, State
from gardien.systems.cthulhud20.blows import Blow
from gardien.systems.cthulhud20.exchanges import (
    NO_BODY,
    Clearing,
    Given,
    Local,
    Salvo,
    Volley,
    act,
    bear,
    now,
    plan_at,
    reach,
    settled,
    tired,
)
from gardien.systems.cthulhud20.tactics import Aimed, Move, choose, spent
from gardien.systems.cthulhud20.values import Wound

Frame = tuple[Phase, tuple[int, ...]]  # what kind of round it is, and who acts in which order
Hits = list[tuple[str, int, float]]  # the word of an attack, its blow, their chance
MISSED = -1  # no blow
CLEARED, STUCK, JAMMED = "cleared", "stuck", "jammed"


class Duel:
    """The pieces of a fight of two; halves and rests are numbers of each side."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self._halves: tuple[Numbered[int], Numbered[int]] = (Numbered(), Numbered())
        self._rests: tuple[Numbered[Local], Numbered[Local]] = (Numbered(), Numbered())
        self._stages: Numbered[Given] = Numbered()
        self._manners: Numbered[tuple[Any, ...]] = Numbered()
        self._known_manners: dict[tuple[int, int], int] = {}
        self._deeds: dict[Any, tuple[Local, Deed]] = {}
        self._changed: dict[Any, int] = {}
        self._hits: dict[Any, Hits] = {}
        self._bares: dict[tuple[int, int], tuple[int, tuple[Wound, ...]]] = {}
        self._unhurt: Numbered[Local] = Numbered()  # without the wounds they had before
        self._blows: Numbered[Blow] = Numbered()
        self._borne: dict[tuple[int, int, int], list[tuple[int, float]]] = {}
        self._hurts: dict[tuple[int, int, int], list[tuple[int, float]]] = {}
        self._back: dict[Any, int] = {}

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

    def chosen(self, frame: Frame, side: int, rest: int, half: int, other: int) -> tuple[int, Deed]:
        """What somebody does; those who are hampered alike do the same."""
        foe = self._rests[1 - side].things[other]
        key = (frame[0], side, rest, self._manner(side, half), foe.flat, foe.charged, foe.moved)
        found = self._deeds.get(key)
        if found is None:
            found = self._deeds[key] = self._chosen(frame[0], side, rest, half, other)
        mine, deed = found
        change = (side, half, mine.body.prone, mine.body.shock, mine.aimed, mine.away)
        after = self._changed.get(change)
        if after is None:
            one = self._local(side, half)
            body = replace(one.body, prone=mine.body.prone, shock=mine.body.shock)
            after = self._changed[change] = self._half(side, replace(one, body=body, aimed=mine.aimed, away=mine.away))
        return after, deed

    def _manner(self, side: int, half: int) -> int:
        """All of a half that what somebody does hangs on."""
        found = self._known_manners.get((side, half))
        if found is None:
            one, stays = self._local(side, half), self.fight.figures[side].tactics.withdraw_at == "never"
            body = one.body
            points = () if stays else (body.pv, body.pf)
            found = self._known_manners[side, half] = self._manners.number(
                (tired(body), body.prone, body.shock, body.lost_parts, body.hampered_parts, one.aimed, points)
            )
        return found

    def _chosen(self, phase: Phase, side: int, rest: int, half: int, other: int) -> tuple[Local, Deed]:
        """Chosen against the other as the fight began: only their rest is looked at."""
        mine, them = self._joined(side, rest, half), self._joined(1 - side, other, 0)
        people = (mine, them) if side == 0 else (them, mine)
        numbers = tuple(self.fight.number(at, one) for at, one in enumerate(people))
        done = choose(self.fight.field(State(phase, numbers)), side, None)
        left = self._rest(side, done.mine)
        if isinstance(done, Move):
            return done.mine, Deed(left, done.idle)
        return done.mine, Deed(left, False, self._parts(done), (done.kind, done.arm, done.rounds))

    def _parts(self, done: Aimed) -> tuple[int, ...]:
        """An act one attack after the other, on any body of the other."""
        given = done.given
        if isinstance(given, Clearing):
            return (self._stages.number(given),)
        bare = replace(given, body=NO_BODY, hp=None)
        return tuple(self._stages.number(replace(bare, shots=(shot,))) for shot in given.shots)

    def spent(self, side: int, deed: Deed, made: int, tag: str) -> int:
        """Whoever acted: cartridges gone, a weapon that stuck or is mended."""
        kind, arm, rounds = deed.how
        gone = rounds * made if kind == "volley" else 0
        return self._rest(side, spent(self._rests[side].things[deed.rest], arm, gone, tag in (STUCK, JAMMED)))

    # ---- chances ----

    def struck(self, stage: int, side: int, half: int) -> list[tuple[str, int, float]]:
        """One attack on somebody, or a jam that is seen to."""
        given, options = self._stages.things[stage], self.fight.options
        if isinstance(given, Clearing):
            seen_to = weigher().called(act, (given, options))
            return [(CLEARED if one.cleared else STUCK, half, ways / seen_to.total) for one, ways in seen_to.pairs]
        local = self._local(side, half)
        if local.hp is not None:
            hacked = weigher().called(act, (replace(given, body=local.body, hp=local.hp), options))
            ends = [(replace(local, hp=one.hp), ways / hacked.total) for one, ways in hacked.pairs]
            return [("", self._half(side, one), chance) for one, chance in ends]
        found: dict[tuple[str, int], float] = {}
        for tag, blow, chance in self._dice(stage, given, local):
            hurt = [(half, 1.0)] if blow == MISSED else self._hurt(side, half, blow)
            for after, share in hurt:
                found[tag, after] = found.get((tag, after), 0.0) + chance * share
        return [(tag, after, chance) for (tag, after), chance in found.items()]

    def _dice(self, stage: int, given: Volley, local: Local) -> Hits:
        """What one attack brings, thrown at somebody as they stand there."""
        body, options = local.body, self.fight.options
        look = (tired(body), body.prone, body.shock == "skip", body.lost_parts)
        found = self._hits.get((stage, look))
        if found is None:
            plan = plan_at(given.shots[0], now(given.target, *look), options)
            weights = weigher().called(reach, (plan, body.tables, options))
            found = self._hits[stage, look] = [
                (JAMMED if jammed else "", MISSED if blow is None else self._blows.number(blow), ways / weights.total)
                for (blow, jammed), ways in weights.pairs
            ]
        return found

    def _hurt(self, side: int, half: int, blow: int) -> list[tuple[int, float]]:
        """What a blow leaves of somebody."""
        found = self._hurts.get((side, half, blow))
        if found is None:
            bare, wounds = self._bare(side, half)
            ends = [(self._with_wounds(side, after, wounds), share) for after, share in self._bear(side, bare, blow)]
            found = self._hurts[side, half, blow] = ends
        return found

    def _bear(self, side: int, bare: int, blow: int) -> list[tuple[int, float]]:
        """The same, weighed on a body without its open wounds, where they change nothing."""
        found = self._borne.get((side, bare, blow))
        if found is None:
            local, struck = self._unhurt.things[bare], self._blows.things[blow]
            given = (Salvo(body=local.body, hp=None), struck, self.fight.keeping[side], self.fight.options)
            weights = weigher().called(bear, given)
            ends = [(self._unhurt.number(struck_by(local, one)), ways / weights.total) for one, ways in weights.pairs]
            found = self._borne[side, bare, blow] = ends
        return found

    def _bare(self, side: int, half: int) -> tuple[int, tuple[Wound, ...]]:
        """Somebody without open wounds, and those; none are apart where one that stops may stop all or all are kept."""
        found = self._bares.get((side, half))
        if found is None:
            local = self._local(side, half)
            apart = self.fight.keeping[side].last and not self.fight.options.stabilise_all
            wounds = local.body.wounds if apart else ()
            bare = replace(local, body=replace(local.body, wounds=())) if wounds else local
            found = self._bares[side, half] = self._unhurt.number(bare), wounds
        return found

    def _with_wounds(self, side: int, after: int, wounds: tuple[Wound, ...]) -> int:
        paces = tuple(one.severity for one in wounds)
        found = self._back.get((side, after, paces))
        if found is None:
            local = self._unhurt.things[after]
            if wounds:
                body = replace(local.body, wounds=(*wounds, *local.body.wounds))
                local = replace(local, body=settled(body, self.fight.keeping[side]))
            found = self._back[side, after, paces] = self._half(side, local)
        return found

    def endured(self, side: int, half: int) -> list[tuple[int, float]] | None:
        """The end of a round, for whomever it may change."""
        number = self._halves[side].things[half]
        if not self.fight.told[number].risky:
            return None
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


def struck_by(local: Local, salvo: Salvo) -> Local:
    """What hurts spoils an aim (CD20-AIM-01)."""
    return replace(local, body=salvo.body, aimed=local.aimed and not salvo.hurt)
