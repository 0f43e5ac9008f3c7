"""What each action does where it lands: what passes, what it needs, the save, the toll (ACT-02 to 21, ARM-05, M6)."""

from fractions import Fraction
from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, roll, step
from gardien.core.dice import D6
from gardien.core.limits import refuse_details_beyond
from gardien.core.values import Value
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.pack.arms import ActionRow
from gardien.systems.organique.rules.body.damage import Blow, PassedBlow, join_blows, margin_cuts, pass_armour
from gardien.systems.organique.rules.body.losses import Kind, lose_blood, take_damage
from gardien.systems.organique.rules.dangers import fire
from gardien.systems.organique.rules.fight.attack_modifiers import layers_before
from gardien.systems.organique.rules.fight.combat_skills import best_parts
from gardien.systems.organique.rules.fight.declared import Attack
from gardien.systems.organique.rules.fight.weapons import Weapon
from gardien.systems.organique.rules.person import Layer, Person, halves, points
from gardien.systems.organique.rules.substances.poisons import with_dose
from gardien.systems.organique.rules.substances.symptoms import SEVERE, with_paralysis, with_shock, with_unconsciousness
from gardien.systems.organique.rules.tests import resistance
from gardien.systems.organique.rules.tests.d20 import NOTHING, Cuts, Detail, SaveResult, Throw, attempt
from gardien.systems.organique.rules.tests.modifiers import conscious_parts, total
from gardien.systems.organique.vocabulary import Action, Limb, SaveKind

BRAIN_MARGIN = 10  # from which a knock-out may damage the brain (ORG-ACT-11)
LIMB = 2  # in halves: what disables an arm or a leg (ORG-DMG-03)
KNOCK = 2  # in halves: the serious shock that a knock-out asks for (ORG-ARM-05)
HEADBUTT = 1  # in halves: what it costs whoever gives it (M6)
FEINT = 20  # PER against a feint (M6)
UNTOLD = "untold"  # among what somebody looks at: of what is left of the victim no more than is named beside it
COUNTED = frozenset(("paralysed_turns", "unconscious_turns", "fresh", "suffering"))  # told point by point, if at all
STUNS: frozenset[Action] = frozenset(("stun", "low_blow", "headbutt", "blind"))
MAIMS: frozenset[Action] = frozenset(("maim", "disabling_shot"))
HOLDS: frozenset[Action] = frozenset(("hold", "lock", "strangle", "wrestle"))
EXACT: frozenset[Action] = frozenset(("slash", "push", "knock_out"))  # the margin itself is what they do
RULES: dict[Action, str] = {
    "strike": "ORG-ACT-15", "shoot": "ORG-ACT-16", "throw_object": "ORG-WPN-06", "easy_strike": "ORG-ACT-20",
    "vital_blade": "ORG-ACT-18", "vital_mass": "ORG-ACT-19", "stomp": "ORG-ACT-14", "slash": "ORG-ACT-13",
    "stun": "ORG-ACT-12", "knock_out": "ORG-ACT-11", "blind": "ORG-ACT-02", "maim": "ORG-ACT-03",
    "disarm": "ORG-ACT-04", "push": "ORG-ACT-09", "sweep": "ORG-ACT-10", "tackle": "ORG-ACT-17", "hold": "ORG-ACT-05",
    "lock": "ORG-ACT-06", "strangle": "ORG-ACT-07", "wrestle": "ORG-ACT-08", "low_blow": "ORG-CSK-07",
    "headbutt": "ORG-CSK-07", "throw": "ORG-CSK-07", "feint": "ORG-CSK-07", "disabling_shot": "ORG-CSK-07",
}  # fmt: skip


# ---- what somebody takes ----


class Current(Value, frozen=True, kw_only=True):
    """What a discharge does to one person: turns without movement, without breath, without senses; the heart; burns."""

    still: int = 0
    breathless: bool = False
    faint: int = 0
    arrest: bool = False
    fire: int = 0  # points of fire, and what came of the saves they asked for (ORG-DMG-01)
    pain: int = 0
    lose_action: bool = False
    lose_reaction: bool = False
    medical_shock: bool = False


class Toll(Value, frozen=True, kw_only=True):
    """What an exchange does to one person; bs, c and blood in halves."""

    bs: int = 0
    c: int = 0
    dirty: bool = False
    blood: int = 0  # brain damage: no wound that bleeds (ORG-ACT-11)
    prone: bool = False
    lose_action: bool = False
    lose_reaction: bool = False
    unconscious: int = 0
    pain: int = 0
    sight: Literal["none", "partial", "total"] = "none"
    limb: Limb | None = None
    poisons: tuple[str, ...] = ()
    current: Current | None = None


NO_TOLL = Toll()


def after_tolls(person: Person, tolls: tuple[Toll, ...], options: Options) -> Person:
    """Somebody after an exchange: damage first, then everything else (ORG-CBT-01, ORG-MOD-11)."""
    for toll in tolls:
        if toll.bs or toll.c:
            person = take_damage(person, toll.bs, toll.c, options, Kind(dirty=toll.dirty)).person
        if toll.blood:
            person = lose_blood(person, toll.blood, options).person
        if toll.current is not None and toll.current.fire:
            person = fire.with_burns(person, toll.current.fire, options)
    for toll in tolls:
        if toll != NO_TOLL:
            person = _after_toll(person, toll, options)
    return person


def _after_toll(person: Person, toll: Toll, options: Options) -> Person:
    body = person.body
    limbs = body.limbs_disabled
    if toll.limb is not None and limbs.count(toll.limb) < 2:
        limbs = (*limbs, toll.limb)
    person = person.having(
        prone=body.prone or toll.prone,
        blind=body.blind or toll.sight == "total",
        one_eyed=body.one_eyed or toll.sight == "partial",
        limbs_disabled=limbs,
        one_leg=body.one_leg or toll.limb == "leg",
    )
    person = resistance.with_suffering(
        resistance.with_lost_actions(person, toll.lose_action, toll.lose_reaction), toll.pain
    )
    person = with_unconsciousness(person, toll.unconscious) if toll.unconscious else person
    if (current := toll.current) is not None:
        person = _after_current(person, current)
        person = resistance.with_suffering(
            resistance.with_lost_actions(person, current.lose_action, current.lose_reaction), current.pain
        )
        person = with_shock(person, options) if current.medical_shock else person
    for poison in toll.poisons:
        person = with_dose(person, poison)
    return person


def _after_current(person: Person, current: Current) -> Person:
    """Somebody through whom a current has passed."""
    person = with_unconsciousness(with_paralysis(person, current.still, breathless=current.breathless), current.faint)
    return person.having(cardiac_arrest=person.body.cardiac_arrest or current.arrest)


class HitResult(Value, frozen=True, kw_only=True):
    """What came of an action that hit; layers, save and shortfall only where somebody looks."""

    toll: Toll = NO_TOLL
    effect: bool = False
    layers: tuple[str, ...] | UnsetType = UNSET
    save: SaveResult | UnsetType = UNSET
    shortfall: int | UnsetType = UNSET
    steps: int = 0
    duration: int | UnsetType = UNSET  # the d6 of a blindness
    burning: int | UnsetType = UNSET  # the d6 of a fire


# ---- through the armour ----


def cuts_of(attack: Attack, victim: Person) -> Cuts | None:
    """How much of a margin the action asks for: all of it, what armour tells apart, or nothing."""
    row = pack.action(attack.action)
    if row.opposed or attack.action in EXACT or (attack.action == "blind" and attack.weapon.also_stuns):
        return None
    if row.taken == "none" and row.needs == "none":
        return (0,)
    return margin_cuts(layers_before(attack, victim))


def taken_of(attack: Attack, row: ActionRow, layers: tuple[Layer, ...], margin: int) -> PassedBlow:
    """What goes through the armour to the reserves: the weapons’ damage, what the action does by itself, or nothing."""
    if row.taken == "own":
        pa = attack.weapon.pa if row.bs else None
        own = Blow(bs=halves(row.bs), c=halves(row.c), pa=pa, in_water=attack.in_water)
        return pass_armour(own, layers, margin)
    if row.taken == "none":
        return PassedBlow()
    times = (Fraction(row.before), Fraction(str(row.times_bs)), Fraction(str(row.times_c)))
    return _both(attack, times, layers, margin)


def plain_of(attack: Attack, layers: tuple[Layer, ...], margin: int) -> PassedBlow:
    """What the weapons’ plain damage leaves inside: the measure of effects (ORG-ARM-05)."""
    return _both(attack, (Fraction(1), Fraction(1), Fraction(1)), layers, margin)


def _both(
    attack: Attack, times: tuple[Fraction, Fraction, Fraction], layers: tuple[Layer, ...], margin: int
) -> PassedBlow:
    """One weapon with its shots, or two that strike as one (ORG-MOD-04, ORG-MOD-09)."""

    def one(weapon: Weapon, shots: int) -> PassedBlow:
        before, bs, c = times
        blow = Blow(
            bs=weapon.bs, c=weapon.c, pa=weapon.pa, times=before, times_bs=bs, times_c=c, shots=shots,
            in_water=attack.in_water,
        )  # fmt: skip
        return pass_armour(blow, layers, margin)

    first = one(attack.weapon, attack.shots)
    return first if attack.second_weapon is None else join_blows(first, one(attack.second_weapon, 1), attack.in_water)


def uses_blade(attack: Attack) -> bool:
    """Whether the weapon itself is meant to reach the body (ORG-ARM-06); not so in holds, pushes, throws."""
    row = pack.action(attack.action)
    return row.taken == "weapon" or (row.needs != "none" and attack.action != "headbutt")


def coatings(attack: Attack, effect: bool, layers: tuple[Layer, ...], margin: int) -> tuple[str, ...]:
    """The poisons that reach the body: with any damage of their blade, or with the effect (ORG-ARM-06)."""
    if not uses_blade(attack):
        return ()
    if pack.action(attack.action).taken != "weapon":
        return (attack.weapon.coating,) if effect and attack.weapon.coating else ()
    blades = [one for one in (attack.weapon, attack.second_weapon) if one is not None and one.coating]
    return tuple(one.coating or "" for one in blades if pass_armour(one.blow(), layers, margin))


def takes_effect(attack: Attack, row: ActionRow, inside: PassedBlow, charge: int = 0) -> bool:
    """Whether enough passes for the effect of the action (ORG-ARM-05); a current always does."""
    match row.needs:
        case "any" | "half":
            unarmoured = attack.weapon.harmless and row.taken == "none" and row.needs == "any"
            return bool(inside) or unarmoured or charge > 0
        case "shock":
            return inside.c >= KNOCK
    return True


# ---- currents ----


def charge_of(attack: Attack, row: ActionRow) -> int:
    """Points of electricity that weapons give off where they are used to do harm; no armour stops them (M9)."""
    if row.taken != "weapon":
        return 0
    both = attack.weapon.electricity * attack.shots + (attack.second_weapon.electricity if attack.second_weapon else 0)
    return int(both * Fraction(str(row.times_bs)))


def resolve_discharge(
    victim: Person, wounded: Person, points: int, options: Options, wanted: frozenset[str], whom: str
) -> Program[Current]:
    """The three saves against a current, then its burns (ORG-DMG-05, ORG-DMG-01).

    Whoever has fallen by the blow itself, and a machine, only burns.
    """
    burnt, current = points // fire.PER_BURN, Current()
    looked = COUNTED if UNTOLD not in wanted else wanted & COUNTED
    whole = "save" in wanted and UNTOLD not in wanted
    grain = fire.grain_of(frozenset(("paralysis", "unconsciousness", "cardiac_arrest")) if whole else NOTHING, looked)
    detail: Detail = "all" if whole else "failure"
    look = fire.Look(detail if "suffering" in looked else None, detail)
    yield from refuse_details_beyond(grain.throws() + (look.throws() if burnt else 0), fire.MOST_TOLD)
    if not (wounded.out_of_action or wounded.machine):
        struck = yield from fire.roll_current_saves(victim, points, (), options, grain)
        current = Current(
            still=struck.paralysis.failed_by,
            breathless=struck.paralysis.failed_by >= SEVERE,
            faint=struck.unconsciousness.failed_by,
            arrest=not struck.cardiac_arrest.success,
        )
    if not burnt:
        return current
    yield from step("fire_points", burnt, "ORG-DMG-05", who=whom)
    burns = yield from apply(fire.burn_for_turn, _after_current(wounded, current), burnt, (), options, look, whom)
    return replace(
        current,
        fire=burnt,
        pain=burns.penalty,
        lose_action=burns.action,
        lose_reaction=burns.reaction,
        medical_shock=burns.medical,
    )


# ---- the victim’s save ----


def save_of(attack: Attack, row: ActionRow, victim: Person) -> SaveKind | None:
    """The save that the action asks of its victim; of a machine its balance only (ORG-MON-01)."""
    kind = "stun" if attack.action == "blind" and attack.weapon.also_stuns else row.save
    return kind if kind == "balance" or not victim.machine else None


def spares(attack: Attack, victim: Person) -> bool:
    """Whether nothing is thrown that hangs on what the victim has left: no save, no current."""
    row = pack.action(attack.action)
    return save_of(attack, row, victim) is None and attack.action != "feint" and not charge_of(attack, row)


def opposes(attack: Attack, row: ActionRow) -> bool:
    """Whether the save must equal the attacker’s margin (ORG-SAVE-02)."""
    return row.opposed or attack.action == "blind"


def detail_of_save(attack: Attack, options: Options, wanted: frozenset[str]) -> tuple[Detail, Cuts | None]:
    """How much of the save must be told: all of it, by how much it failed, or what the action asks."""
    graded = attack.action in STUNS and options.stun_fail_vs_difficulty
    if "save" in wanted or (graded and "shortfall" in wanted):
        return "all", None
    if "shortfall" in wanted:
        return "failure", None
    if attack.action in STUNS:
        return ("margin", None) if graded else ("failure", resistance.STUN_CUTS)
    return "success", None


def roll_resistance(
    attack: Attack, row: ActionRow, victim: Person, margin: int, options: Options, wanted: frozenset[str], whom: str
) -> Program[resistance.Saved | None]:
    """The save of the victim, if the action asks one (ORG-SAVE-01, ORG-SAVE-02)."""
    detail, cuts = detail_of_save(attack, options, wanted)
    against = margin if opposes(attack, row) else 0
    if attack.action == "feint":
        return (yield from _roll_notice(victim, against, options, detail, whom))
    kind = save_of(attack, row, victim)
    if kind is None:
        return None
    mods = best_parts(victim.frame.combat_skills, "balance") if kind == "balance" else ()
    asked = resistance.Resist(kind=kind, difficulty=row.save_difficulty, against=against, mods=mods)
    return (yield from resistance.withstand(victim, asked, options, detail, cuts, whom))


def _roll_notice(
    victim: Person, against: int, options: Options, detail: Detail, whom: str
) -> Program[resistance.Saved | None]:
    """A feint seen through: PER against 20, opposed, no luck (M6); whoever cannot look is not fooled."""
    if not victim.conscious:
        return None
    mods = conscious_parts(victim, options, "PER", "sight")
    throw = Throw(
        base=victim.value("PER"),
        mod=total(mods),
        mods=mods,
        difficulty=FEINT,
        against=against,
        prefix="save_",
        by=victim.name,
        who=whom,
        purpose="feint",
    )
    tried = yield from attempt(throw, detail)
    return resistance.Saved("feint", throw, tried)


# ---- where it lands ----


def land(
    attack: Attack, victim: Person, margin: int, options: Options, wanted: frozenset[str], who: str, whom: str
) -> Program[HitResult]:
    """An action that hit, with this margin: armour, effect, die of a blindness, save, die of a blow to the brain.

    `who`: whose part of the explanation it is; `whom`: whose the victim’s own reasons are.
    """
    row, layers = pack.action(attack.action), layers_before(attack, victim)
    blinded = attack.action == "blind" and victim.body.blind  # nothing is left to blind (ORG-MON-03)
    if blinded or (victim.machine and not row.machines):
        yield from step("effect", False, "ORG-MON-03" if blinded else "ORG-MON-01", who=who)
        return HitResult(layers=() if "layers_hit" in wanted else UNSET)
    taken = taken_of(attack, row, layers, margin)
    inside = taken if row.taken != "none" else plain_of(attack, layers, margin) if row.needs != "none" else PassedBlow()
    charge = charge_of(attack, row)
    effect = takes_effect(attack, row, inside, charge // fire.PER_BURN if victim.machine else charge)
    effect = effect or attack.weapon.fire > 0 or dazzles(attack, victim)
    if options.maim_also_damages and attack.action in MAIMS:
        taken = inside
    if taken or row.taken != "none":
        yield from step("bs", points(taken.bs), "ORG-ARM-03", who=whom)
        yield from step("c", points(taken.c), "ORG-ARM-03", who=whom)
    duration: int | UnsetType = UNSET
    if effect and (attack.action == "blind" or dazzles(attack, victim)) and attack.weapon.sight_die != "none":
        duration = yield from roll(D6, "d6", victim.name, "blind")
    burning: int | UnsetType = UNSET
    if effect and attack.weapon.fire:
        burning = yield from roll(D6, "d6", victim.name, "fire")
    saved: resistance.Saved | None = None
    current: Current | None = None
    wounded = take_damage(victim, taken.bs, taken.c, options).person
    if effect and not wounded.out_of_action:
        saved = yield from roll_resistance(attack, row, victim, margin, options, wanted, whom)
    if effect and charge:
        current = yield from apply(resolve_discharge, victim, wounded, charge, options, wanted, whom)
    if attack.action == "feint":
        effect = saved is not None and not saved.success
    yield from step("effect", effect, "ORG-ARM-05" if row.needs != "none" else RULES[attack.action], who=who)
    poisons = () if victim.machine or victim.body.dead else coatings(attack, effect, layers, margin)
    toll = Toll(bs=taken.bs, c=taken.c, dirty=attack.dirty and bool(taken), poisons=poisons, current=current)
    if effect:
        toll = toll_with_effects(toll, attack, inside, margin, saved, options)
        toll = replace(toll, sight=attack.weapon.sight) if dazzles(attack, victim) else toll
    if effect and attack.action == "knock_out" and attack.brain_damage and margin >= BRAIN_MARGIN:
        die = yield from roll(D6, "d6", victim.name, "brain_damage")
        toll = replace(toll, blood=2 * die)
    opposed = saved is not None and opposes(attack, row) and ("shortfall" in wanted or "save" in wanted)
    return HitResult(
        toll=toll,
        effect=effect,
        layers=inside.layers if "layers_hit" in wanted else UNSET,
        save=saved.result() if saved is not None and "save" in wanted else UNSET,
        shortfall=saved.failed_by if saved is not None and opposed else UNSET,
        steps=margin if attack.action == "push" else 1 if attack.action == "throw" else 0,
        duration=duration,
        burning=burning,
    )


def dazzles(attack: Attack, victim: Person) -> bool:
    """Whether what bursts takes the sight of whoever it reaches, if there is any left (ORG-WPN-07, M9)."""
    return attack.weapon.bursts and attack.weapon.sight_die != "none" and not (victim.machine or victim.body.blind)


def toll_with_effects(
    toll: Toll, attack: Attack, inside: PassedBlow, margin: int, saved: resistance.Saved | None, options: Options
) -> Toll:
    """What the action does beside damage, once it takes effect (ORG-ACT-02 to 17, M6)."""
    failed = saved is not None and not saved.success
    action = attack.action
    if action in MAIMS:
        whole = inside.bs + inside.c >= LIMB
        at_arm: Limb = "arm" if whole else "hand"
        at_leg: Limb = "leg" if whole else "foot"
        return replace(toll, limb=at_arm if attack.aimed_at == "arm" else at_leg)
    if action in ("sweep", "throw"):
        return replace(toll, prone=True)
    if action in ("push", "tackle"):
        return replace(toll, prone=failed)
    if action == "slash":
        return replace(toll, pain=margin if failed else 0)
    if action == "knock_out":
        return replace(toll, unconscious=max(1, margin), prone=True) if failed else toll
    if action == "blind":
        toll = replace(toll, sight=attack.weapon.sight)
    if action in STUNS and saved is not None and failed:
        turn, answer = resistance.lost_actions(saved.failed_by, stun=True)
        if options.stun_fail_vs_difficulty:
            assert saved.tried.margin is not UNSET
            turn, answer = True, -saved.tried.margin >= resistance.STUN_BOTH
        return replace(toll, lose_action=turn, lose_reaction=answer)
    return toll
