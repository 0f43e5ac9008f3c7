"""A fight of one against one in two parts: the half of somebody that blows change, and the rest that turns change.

The dice of an attack know the other one’s half only as it looks; what somebody chooses hangs on their own state and on
how far the other has come. So each side can be weighed apart, and every chance is taken from the rules. A blow reads no
more of a body than its points and what is added to a faint save: it is weighed on those alone, and what the body bore
before is laid upon it again.
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.chance import call
from gardien.core.interpreters.odds import replay_for
from gardien.core.interpreters.table import Numbered
from gardien.core.marks import People
from gardien.core.simulation import Deed, DuelStart, FighterEnd
from gardien.shared.battles import Phase, State
from gardien.systems.cthulhud20.rules.fight import attack_wound
from gardien.systems.cthulhud20.rules.fight.ammunition import JamGiven
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import weight_on
from gardien.systems.cthulhud20.rules.fight.attack_severity import LEG, WoundGrade
from gardien.systems.cthulhud20.rules.fight.state import FightState
from gardien.systems.cthulhud20.rules.fight.weapons import weapon_of
from gardien.systems.cthulhud20.rules.person import Body, faint_bonus
from gardien.systems.cthulhud20.rules.tests.modifiers import fatigue_of
from gardien.systems.cthulhud20.sim import acts
from gardien.systems.cthulhud20.sim.acts import stills
from gardien.systems.cthulhud20.sim.battle import Fight
from gardien.systems.cthulhud20.sim.fighter_state import FighterState, Keeping, coarse_body, tired_pf
from gardien.systems.cthulhud20.sim.tactics import Act, Move, after_use, choose
from gardien.systems.cthulhud20.vocabulary import Hampering, Zone

Frame = tuple[Phase, tuple[int, ...]]  # what kind of round it is, and who acts in which order
CLEARED, STUCK, JAMMED = "cleared", "stuck", "jammed"


class Change(Struct, frozen=True):
    """What somebody does to their own half in a turn."""

    prone: bool
    shock: Hampering
    taking_aim: People
    away: bool


class Look(Struct, frozen=True):
    """Somebody as the dice of an attack know them."""

    pf: int
    prone: bool
    shaken: bool
    lost: tuple[Zone, ...]


class BlowEffect(Struct, frozen=True):
    """What a blow leaves of a body that bore nothing before."""

    body: Body
    hurt: bool
    stills: bool  # no wound is open any more
    hit: "Hit | None"  # where a part is lost or out of use


class Hit(Struct, frozen=True):
    """A blow, and what it means; those that mean the same are one."""

    blow: attack_wound.Blow
    part: WoundGrade | None


class Duel:
    """The pieces of a fight of two; halves, rests and blows are numbers of each side."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self._halves: tuple[Numbered[int], Numbered[int]] = (Numbered(), Numbered())
        self._rests: tuple[Numbered[FighterState], Numbered[FighterState]] = (Numbered(), Numbered())
        self._stages: Numbered[acts.Given] = Numbered()
        self._manners: Numbered[tuple[Any, ...]] = Numbered()
        self._half_of_manner: dict[tuple[int, int], int] = {}  # a half of each manner
        self._changes: Numbered[Change] = Numbered()
        self._deeds: dict[Any, tuple[int, Deed]] = {}
        self._looks: Numbered[Look] = Numbered()
        self._blows: tuple[list[Hit | int | None], ...] = ([None], [None])  # None is no blow, a number costs hit points
        self._kinds: tuple[dict[Any, int], ...] = ({}, {})
        self._meanings: tuple[dict[attack_wound.Blow, int], ...] = ({}, {})
        self._bare_bodies: Numbered[Body] = Numbered()
        self._burdens: Numbered[tuple[Any, ...]] = Numbered()
        self._effects: Numbered[BlowEffect] = Numbered()
        self._effect_chances: dict[tuple[int, int, int], list[tuple[int, float]]] = {}
        self._halves_after: dict[tuple[int, int, int], int] = {}

    # ---- in two parts ----

    def _half(self, side: int, fighter: FighterState) -> int:
        """What a blow can change of somebody."""
        aims = FightState(taking_aim=fighter.fight.taking_aim)
        bare = FighterState(body=fighter.body, hp=fighter.hp, fight=aims, away=fighter.away, mad=fighter.mad)
        return self._halves[side].number(self.fight.number(side, bare))

    def _rest(self, side: int, fighter: FighterState) -> int:
        bare = replace(fighter, body=acts.NO_BODY, hp=None, fight=fighter.fight.without_aim(), away=False, mad=False)
        return self._rests[side].number(bare)

    def _state(self, side: int, half: int) -> FighterState:
        return self.fight.numbered.things[self._halves[side].things[half]][1]

    def _whole_state(self, side: int, rest: int, half: int) -> FighterState:
        one, other = self._state(side, half), self._rests[side].things[rest]
        fight = replace(other.fight, taking_aim=one.fight.taking_aim)
        return replace(other, body=one.body, hp=one.hp, fight=fight)

    # ---- the course ----

    def split(self, state: State) -> DuelStart | None:
        """Both parts of both, once everybody is in line."""
        if state.lining is not None or state.phase not in ("surprise", "round"):
            return None
        one, other = self.fight.fighter_states(state)
        rests, halves = (self._rest(0, one), self._rest(1, other)), (self._half(0, one), self._half(1, other))
        return DuelStart((state.phase, state.order), rests, halves)

    def turns(self, frame: Frame) -> list[int]:
        """The surprised have none in the round of surprise (CD20-P-SURP-01)."""
        phase, order = frame
        return [who for who in order if not (phase == "surprise" and self.fight.profiles[who].surprised)]

    def following(self, frame: Frame, acted: bool) -> Frame | None:
        """The same order again; nobody does anything any more where nobody did."""
        phase, order = frame
        return ("round", order) if acted or phase == "surprise" else None

    def fights(self, side: int, half: int) -> bool:
        return self.fight.standings[self._halves[side].things[half]].fights

    # ---- turns ----

    def manner(self, side: int, half: int) -> int:
        """Those who are hampered alike do the same."""
        one, stays = self._state(side, half), self.fight.profiles[side].tactics.withdraw_at == "never"
        body = one.body
        points = () if stays else (body.pv, body.pf)
        hampers = (body.state, tired_pf(body), body.prone, body.shock, body.lost_parts, body.hampered_parts)
        number = self._manners.number((*hampers, one.fight.taking_aim, points))
        self._half_of_manner.setdefault((side, number), half)
        return number

    def choose(self, frame: Frame, side: int, rest: int, manner: int, other: int) -> tuple[int, Deed]:
        """What somebody does: of the other only their place and footing is looked at."""
        foe = self._rests[1 - side].things[other].fight
        key = (frame[0], side, rest, manner, foe.flat_footed, foe.charged, foe.stands)
        deed = self._deeds.get(key)
        if deed is None:
            deed = self._deeds[key] = self._choose(frame[0], side, rest, self._half_of_manner[side, manner], other)
        return deed

    def _choose(self, phase: Phase, side: int, rest: int, half: int, other: int) -> tuple[int, Deed]:
        """Chosen against the other as the fight began."""
        mine, them = self._whole_state(side, rest, half), self._whole_state(1 - side, other, 0)
        people = (mine, them) if side == 0 else (them, mine)
        numbers = tuple(self.fight.number(at, one) for at, one in enumerate(people))
        done = choose(self.fight.field(State(phase, numbers)), side, None)
        left, body = self._rest(side, done.mine), done.mine.body
        change = self._changes.number(Change(body.prone, body.shock, done.mine.fight.taking_aim, done.mine.away))
        if isinstance(done, Move):
            return change, Deed(left, done.idle)
        return change, Deed(left, False, self._parts(done), (done.kind, done.arm, done.rounds))

    def after_change(self, side: int, change: int, half: int) -> int:
        """On their feet, ready again, aiming, gone."""
        one, to = self._state(side, half), self._changes.things[change]
        body = replace(one.body, prone=to.prone, shock=to.shock)
        return self._half(side, replace(one, body=body, fight=FightState(taking_aim=to.taking_aim), away=to.away))

    def _parts(self, done: Act) -> tuple[int, ...]:
        """An act one attack after the other, on any body of the other."""
        given = done.given
        if isinstance(given, JamGiven):
            return (self._stages.number(given),)
        bare, shots = replace(given, body=acts.NO_BODY, hp=None), given.shots
        if given.hp is None:
            shots = tuple(coarse_shot(shot) for shot in shots)
        return tuple(self._stages.number(replace(bare, shots=(shot,))) for shot in shots)

    def after_act(self, side: int, deed: Deed, made: int, tag: str) -> int:
        """Whoever acted: cartridges gone, a weapon that stuck or is mended."""
        kind, arm, rounds = deed.how
        gone = rounds * made if kind == "volley" else 0
        return self._rest(side, after_use(self._rests[side].things[deed.rest], arm, gone, tag in (STUCK, JAMMED)))

    # ---- the dice of an attack ----

    def look(self, side: int, half: int) -> int:
        body = self._state(side, half).body
        return self._looks.number(Look(tired_pf(body), body.prone, body.shock == "skip", body.lost_parts))

    def attack_odds(self, stage: int, side: int, look: int) -> list[tuple[str, int, float]]:
        """One attack on somebody as they stand there, or a jam that is seen to."""
        given, options = self._stages.things[stage], self.fight.options
        if isinstance(given, JamGiven):
            return [(CLEARED if one.cleared else STUCK, 0, chance) for one, chance in odds_of(acts.act, given, options)]
        full = self.fight.profiles[side].hp
        if full is not None:
            whole = acts.Salvo(body=acts.NO_BODY, hp=full)
            hacked = odds_of(acts.hack, whole, acts.swing_at(given.shots[0], given, options))
            costs = [(full - (one.hp or 0), chance) for one, chance in hacked]
            return [("", self._kind(side, cost, cost), chance) for cost, chance in costs]
        return self._blows_on_zones(side, given, self._looks.things[look])

    def _blows_on_zones(self, side: int, given: acts.Volley, look: Look) -> list[tuple[str, int, float]]:
        """The same on a body with zones; blows that mean the same come together."""
        options, tables = self.fight.options, given.target.tables
        target = acts.after_attacks(given.target, look.pf, look.prone, look.shaken, look.lost)
        chances: dict[tuple[str, int], float] = {}
        for (blow, jammed), chance in odds_of(
            acts.reach, acts.plan_at(given.shots[0], target, options), tables, options
        ):
            key = (JAMMED if jammed else "", 0 if blow is None else self._meaning(side, blow))
            chances[key] = chances.get(key, 0.0) + chance
        return [(tag, blow, chance) for (tag, blow), chance in chances.items()]

    def _kind(self, side: int, key: Any, blow: Hit | int) -> int:
        number = self._kinds[side].get(key)
        if number is None:
            number = self._kinds[side][key] = len(self._blows[side])
            self._blows[side].append(blow)
        return number

    def _meaning(self, side: int, blow: attack_wound.Blow) -> int:
        """All of a blow that a fight feels."""
        known = self._meanings[side].get(blow)
        if known is not None:
            return known
        body = replace(acts.NO_BODY, tables=self.fight.profiles[side].who.tables)
        grade = (
            attack_wound.stopped_blow() if blow.stopped else attack_wound.grade_of_blow(body, blow, self.fight.options)
        )
        part = grade if needs_part(grade, self.fight.keeping[side]) else None
        open_wound = grade.severity if grade.aggravates else ""
        losses = (grade.pf_loss, grade.pv, grade.dead_at_once, grade.effect)
        key = (losses, open_wound, blow.zone if part else "", grade.part_lost, blow.shock)
        known = self._meanings[side][blow] = self._kind(side, key, Hit(blow, part))
        return known

    # ---- what a blow leaves ----

    def blow_odds(self, side: int, half: int, blow: int) -> list[tuple[int, float]]:
        """Weighed on the bare body, and borne by the whole one."""
        what = self._blows[side][blow]
        if what is None:
            return [(half, 1.0)]
        fighter = self._state(side, half)
        if isinstance(what, int):
            return [(self._half(side, replace(fighter, hp=max(0, (fighter.hp or 0) - what))), 1.0)]
        body, halves = fighter.body, []
        bare = self._bare_bodies.number(coarse_body_for_blow(body))
        worn = self._burdens.number(
            (body.wounds, body.lost_parts, body.hampered_parts, body.prone, body.shock, fighter.fight.taking_aim)
        )
        for felt, chance in self._blow_effects(side, bare, blow, what):
            after = self._halves_after.get((side, felt, worn))
            if after is None:
                after = self._half(side, self._after_blow(side, fighter, self._effects.things[felt]))
                self._halves_after[side, felt, worn] = after
            halves.append((after, chance))
        return halves

    def _blow_effects(self, side: int, bare: int, blow: int, hit: Hit) -> list[tuple[int, float]]:
        effects = self._effect_chances.get((side, bare, blow))
        if effects is None:
            suffered = odds_of(attack_wound.suffer, self._bare_bodies.things[bare], hit.blow, self.fight.options)
            effects = self._effect_chances[side, bare, blow] = [
                (self._effects.number(self._blow_effect(side, one, hit)), chance) for one, chance in suffered
            ]
        return effects

    def _blow_effect(self, side: int, struck: attack_wound.BlowResult, hit: Hit) -> BlowEffect:
        """Told apart no further than the fight needs, where nothing else of the body can matter."""
        keeping, options = self.fight.keeping[side], self.fight.options
        body = replace(struck.body, fort=0, lost_parts=(), hampered_parts=())
        body = coarse_body(body, keeping) if keeping.last or body.dead else body
        return BlowEffect(body, struck.hurts, stills(struck, options), hit if hit.part and body.state == "ok" else None)

    def _after_blow(self, side: int, fighter: FighterState, effect: BlowEffect) -> FighterState:
        """Somebody struck, with all they bore before; what hurts spoils an aim (CD20-AIM-01)."""
        mine, after = fighter.body, effect.body
        body = replace(
            after,
            fort=mine.fort,
            prone=mine.prone or after.prone,
            shock=max(mine.shock, after.shock, key=attack_wound.TURNS.index),
            wounds=() if effect.stills else (*mine.wounds, *after.wounds),
            lost_parts=mine.lost_parts,
            hampered_parts=mine.hampered_parts,
        )
        if effect.hit is not None and effect.hit.part is not None:
            body = attack_wound.with_part_effects(body, effect.hit.blow.zone, effect.hit.part, self.fight.options)
        body = coarse_body(body, self.fight.keeping[side])
        return replace(fighter, body=body, fight=fighter.fight.without_aim() if effect.hurt else fighter.fight)

    # ---- the end of a round, and of it all ----

    def round_end_odds(self, side: int, half: int) -> list[tuple[int, float]]:
        """Nothing, but for whomever it may change."""
        number = self._halves[side].things[half]
        if not self.fight.standings[number].risky:
            return [(half, 1.0)]
        weights = replay_for().answers(call(self.fight.endure_round, self.fight.alike[side], number))
        things = self.fight.numbered.things
        return [(self._half(side, things[one][1]), ways / weights.total) for one, ways in weights.pairs]

    def stands(self, side: int, half: int) -> list[tuple[FighterEnd, float]]:
        """How somebody comes out of it; open wounds go on alone, where nobody comes (CD20-BLEED-03)."""
        number, standings = self._halves[side].things[half], self.fight.standings
        if not (self.fight.given.alone and self._state(side, half).body.bleeding):
            return [(standings[number].stand, 1.0)]
        weights = replay_for().answers(call(self.fight.live_alone, self.fight.alike[side], number))
        return [(standings[one].stand, ways / weights.total) for one, ways in weights.pairs]


def odds_of(rule: Any, *args: Any) -> list[tuple[Any, float]]:
    """All that a rule can come to, and how likely each is."""
    weights = replay_for().odds_of_rule(rule, args)
    return [(one, ways / weights.total) for one, ways in weights.pairs]


def coarse_shot(shot: acts.Shot) -> acts.Shot:
    """All that weighs on an attacker is a malus: those with the same sum are one (CD20-ATT-01)."""
    who, weapon = shot.attacker, weapon_of(shot.weapon)
    fresh = replace(who, pf=who.breath_max, prone=False, shock_next_turn="none", hampered_parts=())
    less = fatigue_of(who) + weight_on(who, weapon) - fatigue_of(fresh) - weight_on(fresh, weapon)
    return replace(shot, attacker=fresh, malus=shot.malus + less)


def coarse_body_for_blow(body: Body) -> Body:
    """As a blow reads somebody who still fights: points, and what is added to a faint save (CD20-GB-08, CD20-HP-05)."""
    return replace(body, prone=False, shock="none", wounds=(), lost_parts=(), hampered_parts=(), fort=faint_bonus(body))


def needs_part(grade: WoundGrade, keeping: Keeping) -> bool:
    """Whether it must be known later which part was struck."""
    kept = grade.effect != "none" and (keeping.legs or grade.effect != LEG)
    return grade.part_lost or (grade.part_hampered and kept)
