"""Several attacks of one turn on one target, and fire that sweeps an area (ATT-03, P-GUN-01 to P-GUN-03)."""

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, call, fold, step, tail, watched
from gardien.core.errors import Refusal
from gardien.core.inputs import BadField
from gardien.core.limits import refuse_details_beyond
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, like
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant, Destiny
from gardien.systems.cthulhud20.rules.fight import attack_modifiers, weapons
from gardien.systems.cthulhud20.rules.fight.attack_declare import Volley, can_aim, check_rapid, volley_of
from gardien.systems.cthulhud20.rules.fight.attack_resolve import (
    DICE,
    REFUSED_BY,
    WATCHABLE,
    AttackBlock,
    AttackGiven,
    Plan,
    Refused,
    block_fields,
    plan_of,
    play_attack,
    refusal_of,
)
from gardien.systems.cthulhud20.rules.fight.attack_roll import EXACT, THROWN, check_body, check_chosen, zone_chosen
from gardien.systems.cthulhud20.rules.fight.blasts import AreaOutcome, Due, Hail, Victims, hail_of, strike_area_last
from gardien.systems.cthulhud20.rules.fight.location import check_aim, is_single, target_of
from gardien.systems.cthulhud20.rules.person import Body, VictimBlock, body_of, victim_changes, victim_fields, with_body
from gardien.systems.cthulhud20.rules.tests.modifiers import base_attacks, parts_malus
from gardien.systems.cthulhud20.vocabulary import Aim, Bonus, Count, FireMode, Lethality, Name, Shock, Zone

FACES = 20
DETAILED = EXACT | THROWN  # who looks at one of these sees every face apart
BARRAGE = 10  # rounds of ammunition (CD20-P-GUN-03)
BARRAGE_DC = 15
MOST_SPELLED = 2_000  # ways in which attacks fall, told one by one: more takes longer than anybody waits
ROWS = 7  # of severity, a miss among them
LETTERS: dict[FireMode, str] = {"semi": "", "multifire": "M", "autofire": "A"}
OF_BODY = ("hampered_parts", "lost_parts")  # what odds tell of the target only where it is asked for


# ---- the attacks of one turn ----


class EntryGiven(Value, frozen=True, kw_only=True):
    """One attack of the turn: what differs from the others."""

    attack_bonus: Bonus | None = None
    aim: Aim = "none"
    zone_choice: Zone | None = None
    modifier: Bonus = 0
    shock: Shock = "none"
    destiny: Destiny | None = None


PLAIN_ENTRY = EntryGiven()
Entries: TypeAlias = Annotated[tuple[EntryGiven, ...], Meta(max_length=10)]


class FullGiven(attack_modifiers.AssailingGiven, frozen=True, kw_only=True):
    """A turn spent on attacking one target."""

    attacks: Entries = ()
    fire_mode: FireMode = "semi"
    rapid_shot: bool = False
    rounds_loaded: Count | None = None
    to_stun: bool = False
    concealment: Annotated[int, Meta(ge=0, le=100)] = 0
    gb_bonus: Annotated[int, Meta(ge=-100, le=100)] = 0
    spare_fallen: bool = False  # nothing more for whoever is down: what is left may go to another (CD20-ATT-03)
    made: Annotated[int, Meta(ge=0, le=10)] = 0  # attacks of this turn on somebody else before
    weapon_name: Name = ""  # which of somebody’s own it is: nothing to the rule

    def __post_init__(self) -> None:
        weapons.check_use(self.weapon, thrown=self.thrown, slug=self.slug, stuns=self.to_stun)
        attack_modifiers.check_charge(self.attacker, self.situation)
        check_body(self.target)
        attack_modifiers.check_power(self.attacker, self.power_attack)
        check_rapid(self.rapid_shot, self.attacker.feats)
        check_mode(self.weapon, self.thrown, self.fire_mode, self.rapid_shot)
        check_aim("target.lost_parts", "none", self.target.tables, self.target.lost_parts)
        numbers = self.volley.numbers
        for at, entry in enumerate(self.attacks):
            check_aim(f"attacks[{at}].aim", entry.aim, self.target.tables, self.target.lost_parts)
            if entry.destiny is not None and entry.destiny.zone is not None:
                check_chosen(f"attacks[{at}].destiny.zone", entry.destiny.zone, self.target)
            if entry.attack_bonus is None and at >= len(numbers):
                came, high = len(self.attacks), len(numbers)
                raise BadField("attacks", "field/length_at_most", "CD20-ATT-03", came=came, high=high)

    @property
    def volley(self) -> Volley:
        """The base numbers of the turn before rate and magazine (CD20-P-GUN-02)."""
        attacker = self.attacker
        return volley_of(base_attacks(attacker), self.fire_mode, self.rapid_shot, attacker.has("multishot"))


def check_mode(named: weapons.WeaponNamed, thrown: bool, mode: FireMode, rapid: bool) -> None:
    """Only some weapons fire in bursts, and only shots are rapid (CD20-P-WEAP-01, CD20-P-GUN-02)."""
    weapon = weapons.weapon_of(named, thrown)
    letter = LETTERS[mode]
    if letter and (not weapon.is_ranged or (weapon.rate and letter not in weapon.rate)):
        raise BadField("fire_mode", "field/not_allowed", "CD20-P-WEAP-01", came=mode, allowed="semi")
    if rapid and not weapon.is_ranged:
        raise BadField("rapid_shot", "field/not_allowed", "CD20-P-FEAT-01", came=True, allowed="false")


class Assault(VictimBlock, frozen=True, kw_only=True):
    """The attacks that were made and the target at the end."""

    refused: Refused | UnsetType = UNSET
    results: tuple[AttackBlock, ...] | UnsetType = UNSET
    attacks_made: int | UnsetType = UNSET
    ammunition_used: int | UnsetType = UNSET

    def changes(self, given: FullGiven, options: Options) -> tuple[Change, ...]:
        if self.refused is not UNSET:
            return ()
        body = victim_changes(body_of(given.target, options), self, given.target.name)
        return (*body, *spent_changes(given, self.results or ()))


def spent_changes(given: FullGiven, results: tuple[AttackBlock, ...]) -> tuple[Change, ...]:
    """Points of destiny that went in this turn, each purse once (CD20-DEST-02)."""
    by_purse: dict[tuple[str, str], Change] = {}
    for entry, block in zip(given.attacks[given.made :], results, strict=False):  # those that were made
        destiny = entry.destiny
        if destiny is None or block.destiny_accepted is not True:
            continue
        if destiny.source == "group":
            by_purse["group", ""] = Change("group_destiny", destiny.group_destiny, block.destiny_left, "group")
        else:
            who = given.attacker if destiny.by == "attacker" else given.target
            change = Change("destiny_spent", who.destiny_spent, block.destiny_spent, who.name)
            by_purse["own", destiny.by] = change
    return tuple(by_purse.values())


class Turn(Value, frozen=True, kw_only=True):
    """A full attack as far as it went."""

    body: Body
    made: int = 0
    over: bool = False  # the target is dead, or down and spared, or the weapon has jammed
    spent: tuple[int, int, int] = (0, 0, 0)  # points of destiny: the attacker’s, the target’s, the group’s
    results: tuple[AttackBlock, ...] = ()


class Next(Value, frozen=True):
    """One attack that is due."""

    given: FullGiven
    entry: EntryGiven
    at: int
    base: int
    malus: int
    wanted: frozenset[str]
    options: Options


def attack_of(turn: Turn, due: Next) -> AttackGiven | None:
    """The next attack on the target as it is by now; nothing if there is no zone left to be struck.

    A zone that an earlier blow took off can no longer be named: then nothing is (CD20-AIM-02).
    """
    given, entry = due.given, due.entry
    target = replace(with_body(given.target, turn.body), destiny_spent=given.target.destiny_spent + turn.spent[1])
    lost, aim, choice = target.lost_parts, entry.aim, entry.zone_choice
    if not can_aim("none", target.tables, lost):
        return None
    if choice in lost or not can_aim(aim, target.tables, lost):
        aim, choice = "none", None
    destiny = entry.destiny
    if destiny is not None and destiny.source == "group" and turn.spent[2]:
        destiny = replace(destiny, group_destiny=0)
    if destiny is not None and destiny.zone in lost:
        destiny = replace(destiny, zone=None)
    return like(
        AttackGiven,
        given,
        attacker=replace(given.attacker, destiny_spent=given.attacker.destiny_spent + turn.spent[0]),
        target=target,
        attack_bonus=entry.attack_bonus,
        aim=aim,
        aimed=given.aimed and due.at == 0,
        modifier=given.modifier + entry.modifier,
        zone_choice=choice,
        shock=entry.shock,
        destiny=destiny,
    )


def take(turn: Turn, due: Next) -> Program[Turn]:
    """The next attack, unless the target is dead or the weapon has failed (CD20-ATT-03, CD20-P-GUN-06)."""
    attack = None if turn.over else attack_of(turn, due)
    if attack is None:
        return turn
    attack_sum = attack_modifiers.bonus_of(attack, due.options, due.base, due.malus)
    yield from attack_modifiers.explain_sum(attack_sum)
    plan = replace(plan_of(attack, attack_sum, due.options), field="attacks", made=due.at + 1)
    spares = due.given.spare_fallen
    return tail(call(settle_one, turn, plan, due.entry.destiny, spares, due.wanted, due.options))


def settle_one(
    turn: Turn, plan: Plan, destiny: Destiny | None, spares: bool, wanted: frozenset[str], options: Options
) -> Program[Turn]:
    """The dice of one attack and what they leave."""
    result = yield from play_attack(plan, turn.body, wanted, options)
    spent = turn.spent
    if destiny is not None and result.fate is not None and result.fate.accepted:
        purse = 2 if destiny.source == "group" else 0 if destiny.by == "attacker" else 1
        spent = tuple(points + (at == purse) for at, points in enumerate(spent))  # type: ignore[assignment]
    results = (AttackBlock(**block_fields(plan, result, wanted)),) if "results" in wanted else ()
    return Turn(
        body=lean(result.body, wanted),
        made=turn.made + 1,
        over=result.body.dead or result.jammed or (spares and result.body.state != "ok"),
        spent=spent,
        results=(*turn.results, *results),
    )


def lean(body: Body, wanted: frozenset[str]) -> Body:
    """A body without what nobody looks at and what changes nothing in the next attack."""
    if "wounds" not in wanted:
        body = replace(body, wounds=())
    if not wanted & {"hampered_parts", "results"}:  # only those that weigh on a faint save
        kept = tuple(zone for zone in body.hampered_parts if parts_malus((zone,), body.tables))
        body = replace(body, hampered_parts=kept)
    if not wanted & {"lost_parts", "results"}:
        body = replace(body, lost_parts=tuple(sorted(body.lost_parts)))
    return body


def turn_of(given: FullGiven, wanted: frozenset[str], options: Options) -> tuple[Next, ...]:
    """The attacks that rate and magazine allow; the last ones are lost (CD20-P-GUN-01, CD20-P-GUN-02)."""
    volley, weapon = given.volley, weapons.weapon_of(given.weapon, given.thrown)
    entries = given.attacks or (PLAIN_ENTRY,) * len(volley.numbers)
    loaded = given.rounds_loaded if weapon.is_ranged else None
    whole = volley.most(len(entries), weapon.most_shots if weapon.is_ranged else 0, None)
    most = given.made + volley.most(max(0, whole - given.made), 0, loaded)
    numbers = (*volley.numbers, *(0,) * len(entries))  # entries beyond the list have their own bonus
    return tuple(
        Next(given, entry, at, numbers[at], volley.malus, wanted, options)
        for at, entry in enumerate(entries[:most])
        if at >= given.made
    )


def attacks_left(given: FullGiven, outcome_made: int) -> bool:
    """Whether attacks of the turn are left for somebody else, as far as rate and magazine go (CD20-ATT-03)."""
    return len(turn_of(given, frozenset(), Options())) > outcome_made


def check_choices(dues: tuple[Next, ...], start: Turn) -> None:
    """Zones picked inside a group, all of them before the first die (CD20-AIM-04)."""
    for due in dues:
        attack = attack_of(start, due)
        try:
            if attack is not None:
                zone_chosen(attack, due.options)
        except Refusal as fault:
            raise fault.within(field=f"attacks[{due.at}]") from None


def ways_of(dues: tuple[Next, ...], wanted: frozenset[str]) -> int:
    """In how many ways attacks may fall, as far as somebody looks: faces or rows of severity on every zone.

    Each result face by face holds all that a body can come to besides: that counts for three.
    """
    ways = 3 if "results" in wanted and wanted & DETAILED else 1
    for due in dues:
        target, aim = due.given.target, due.entry.aim
        single = is_single(aim) or due.entry.zone_choice is not None
        zones = 1 if single else len(target_of(aim, target.tables, target.lost_parts).cells())
        ways *= zones * (FACES if wanted & DETAILED else ROWS)
    return ways


@procedure(
    "full_attack",
    rules="CD20-ATT-03 CD20-AIM-01 CD20-P-GUN-01 CD20-P-GUN-02 CD20-P-ACT-03",
    dice=DICE,
    headline=("attacks_made", "state"),
)
def attack_in_full(given: FullGiven, options: Options) -> Program[Assault]:
    """One attack after the other, each with its own base number; the target is as the one before left it."""
    wanted = yield from watched("results", *OF_BODY, *WATCHABLE)
    first = attack_modifiers.bonus_of(
        AttackGiven(attacker=given.attacker, weapon=given.weapon, distance_m=given.distance_m, thrown=given.thrown),
        options,
    )
    attack_modifiers.power_in_melee(given.power_attack, first.weapon, options)
    refused = refusal_of(given.attacker, given.target, first.in_range)
    if refused is not None:
        yield from step("refused", refused, REFUSED_BY[refused])
        return Assault(refused=refused)
    dues = turn_of(given, wanted, options)
    check_choices(dues, Turn(body=body_of(given.target, options)))
    if wanted & {"results", "wounds"}:
        yield from refuse_details_beyond(ways_of(dues, wanted), MOST_SPELLED)
    rounds = given.volley.rounds if first.weapon.is_ranged else 0
    body = lean(body_of(given.target, options), wanted)
    return tail(call(carry_out, Turn(body=body), dues, rounds, wanted))


def carry_out(start: Turn, dues: tuple[Next, ...], rounds: int, wanted: frozenset[str]) -> Program[Assault]:
    """A planned turn from its first attack to its last."""
    turn = yield from fold(take, start, dues)
    yield from step("attacks_made", turn.made, "CD20-ATT-03")
    yield from step("ammunition_used", turn.made * rounds, "CD20-P-GUN-01")
    fields = victim_fields(turn.body, wanted)
    for name in ("hampered_parts", "lost_parts"):
        fields[name] = fields[name] if name in wanted else UNSET
    return Assault(
        **fields,
        results=turn.results if "results" in wanted else UNSET,
        attacks_made=turn.made,
        ammunition_used=turn.made * rounds,
    )


# ---- suppressive fire ----


class BarrageGiven(Value, frozen=True, kw_only=True):
    """A weapon that sweeps an area, and who is in it."""

    weapon: weapons.WeaponNamed | None = None
    lethality: Lethality | None = None
    victims: Victims
    shock: Shock = "none"
    weapon_name: Name = ""  # which of somebody’s own it is: nothing to the rule

    def __post_init__(self) -> None:
        if self.weapon is None and self.lethality is None:
            raise BadField("weapon", "field/missing", "CD20-P-GUN-03", allowed="weapon | lethality")
        if self.weapon is not None:
            weapons.check_weapon("weapon", self.weapon)
            weapon = weapons.weapon_of(self.weapon)
            rate = weapon.rate
            if weapon.key in weapons.WEAPONS and not weapon.is_ranged:
                raise BadField("weapon", "field/not_allowed", "CD20-P-GUN-03", came=weapon.kind, allowed="A")
            if rate and LETTERS["autofire"] not in rate:
                raise BadField("weapon", "field/not_allowed", "CD20-P-GUN-03", came=rate, allowed="A")


class Suppressed(AreaOutcome, frozen=True, kw_only=True):
    """Everybody in the area, and the ammunition it took."""

    ammunition_used: int


def hail_on(given: BarrageGiven, victim: Combatant, options: Options) -> Hail:
    """Somebody in the area, with the lethality that they feel (CD20-P-GUN-03)."""
    lethality, pf_only = given.lethality or 0, False
    if given.weapon is not None:
        weapon = weapons.weapon_of(given.weapon)
        pf_only = weapon.pf_only
        own = weapons.deadliness(weapon, 10, 0, False, False, options).lethality
        lethality = weapons.felt_lethality(own if given.lethality is None else lethality, weapon, victim.traits)
    hail = hail_of(victim, BARRAGE_DC, "CD20-P-GUN-03", options)
    stops = options.armour_stop_shock
    return replace(hail, failed=Due(lethality), stops=stops, pf_only=pf_only, shock=given.shock)


@procedure(
    "suppressive_fire", rules="CD20-P-GUN-03 CD20-SHOCK-03", dice=("d20", "d10", "d100"), headline=("hurt", "killed")
)
def suppress(given: BarrageGiven, options: Options) -> Program[Suppressed]:
    """Whoever is in the area throws Reflexes, or is struck by what armour and cover leave of it."""
    yield from step("ammunition_used", BARRAGE, "CD20-P-GUN-03")
    hails = [hail_on(given, victim, options) for victim in given.victims]
    return (yield from strike_area_last(hails, options, Suppressed, (("ammunition_used", BARRAGE),)))
