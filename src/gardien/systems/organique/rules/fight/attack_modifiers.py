"""What an action and a reaction are thrown with, and what forbids them: known before any die (CBT-01, MOD)."""

from msgspec.structs import replace

from gardien.core.chance import nonzero
from gardien.core.inputs import BadField
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.fight import combat_skills
from gardien.systems.organique.rules.fight.declared import Attack, Reaction
from gardien.systems.organique.rules.fight.weapons import EXEMPT, Weapon, bare_c, range_mod, reaches
from gardien.systems.organique.rules.manoeuvres import Evading, course_of, drive_throw
from gardien.systems.organique.rules.person import Layer, Person, halves
from gardien.systems.organique.rules.tests.d20 import Parts, Throw
from gardien.systems.organique.rules.tests.modifiers import base_parts, combat_parts, total
from gardien.systems.organique.vocabulary import RANGED, Action, Feat

EXTENDED, SPLIT, BURST, CALLED, TWO_WEAPONS = 5, -10, -4, -4, -4  # ORG-MOD-05, 12, 04, 13, 09
WATER, MOUNTED, LEANING = -8, -4, -10  # ORG-MOD-14, 08, 07
PRONE_TARGET = 8  # on the difficulty of a shot (ORG-MOD-10)
LEAP_STEP = 10  # on the difficulty, for each step beyond the first (ORG-REA-05)
WILL = 20  # what VOL is measured with in a simultaneous action (ORG-MOD-11)
LONG = 2  # the reach from which a table may let weapons ignore leaning (ORG-MOD-07)
PUSH_C = 4  # in halves: what a weapon must be able to do to push (ORG-ACT-09)
EVADING = ("dodge", "leap", "drop")  # what gets somebody out of the way of whatever flies or rolls (ORG-REA-01, 04, 05)
BEHIND = "from_behind"  # a circumstance of the list (M21)
THROWN: frozenset[str] = frozenset(("throwing_knife", "thrown"))
SHOOTING: frozenset[str] = frozenset(("bow", "handgun", "long_gun", "automatic"))  # weapons that only shoot
MELEE_STEPS = (0, 1, 2, 3)  # from the next on everything is shot or thrown (ORG-RNG-01)
CLOSE_STEPS = (0, 1)  # where an attacker can be thrown over (ORG-REA-03)
KNEE = 5  # smaller by so much, as a cat is beside somebody, a victim comes no higher than the knee (ORG-ACT-14)
VITAL: frozenset[Action] = frozenset(("vital_blade", "vital_mass"))
MECHANICS = ("mechanics", "robotics")  # skills that know where a machine is weak (ORG-MON-03)
GRIPS: dict[Action, str] = {
    "hold": "ORG-ACT-05",
    "lock": "ORG-ACT-06",
    "strangle": "ORG-ACT-07",
    "wrestle": "ORG-ACT-08",
}


# ---- what is in the hand ----


def with_striking_weapon(attack: Attack, attacker: Person, options: Options) -> Attack:
    """The action with what really strikes: a thrown weight as a weapon, the feet of whoever stomps bare-handed, shot
    as far as it carries."""
    if attack.action == "throw_object":
        return replace(attack, weapon=weight_of(attack.kg or 0, options))
    if attack.weapon.bs_lost_every_cm:
        return replace(attack, weapon=attack.weapon.at(attack.distance_cm))
    if attack.action == "stomp" and attack.weapon.group == "fists":
        return replace(attack, weapon=Weapon(name="kick", group="feet", c=bare_c(attacker, "feet")))
    return attack


def weight_of(kg: float, options: Options) -> Weapon:
    """A thrown object: range and damage by its weight (ORG-WPN-06)."""
    row = pack.thrown_band(kg)
    more = int(kg // row.per_kg) if row.per_kg else 0
    c = more if row.per_kg and options.heavy_throw_literal else row.c + more
    return Weapon(name="object", group="thrown", c=halves(c), useful_cm=row.useful_cm)


def layers_before(attack: Attack, defender: Person) -> tuple[Layer, ...]:
    """What stands between a blow and a body, cover first (ORG-RNG-03); nothing where the part aimed at is bare."""
    if attack.bypass_armour:
        return ()
    return (*(() if attack.cover is None else (attack.cover,)), *defender.frame.layers)


# ---- the action ----


def attack_throw(attack: Attack, attacker: Person, defender: Person, options: Options, who: str = "") -> Throw:
    """The throw of an action: characteristics, skill, everything that weighs on it, difficulty (ORG-CBT-01)."""
    attack = with_striking_weapon(attack, attacker, options)
    row, weapon = pack.action(attack.action), attack.weapon
    bases = base_parts(attacker, row.first, row.second, attack.in_water)
    mods = attack_parts(attack, attacker, defender, options)
    shot_low = PRONE_TARGET if defender.body.prone and weapon.is_ranged else 0
    raised = nonzero(("action", row.difficulty), ("weapon", weapon.tag(attack.action)), ("prone", shot_low))
    return fighting_throw(attacker, bases, mods, raised, options, attack.action, prefix="attack_", who=who)


def fighting_throw(
    person: Person,
    bases: Parts,
    mods: Parts,
    raised: Parts,
    options: Options,
    purpose: str,
    rule: str = "ORG-CBT-01",
    prefix: str = "",
    who: str = "",
) -> Throw:
    """A throw of somebody who fights, against the sum of what raises its difficulty (ORG-CBT-01, ORG-TEST-05)."""
    return Throw(
        base=total(bases),
        bases=bases,
        mod=total(mods),
        mods=mods,
        difficulty=total(raised),
        raised=raised if len(raised) > 1 else (),
        luck=not options.combat_not_luck,
        rule=rule,
        prefix=prefix,
        by=person.name,
        who=who,
        purpose=purpose,
    )


def attack_parts(attack: Attack, attacker: Person, defender: Person, options: Options) -> Parts:
    """Everything that is added to an action or weighs on it (ORG-MOD-01 to 15)."""
    weapon, skills = attack.weapon, attacker.frame.combat_skills
    return (
        *skill_parts(attack, attacker),
        *attack.mods,
        *combat_parts(attacker, options),
        *nonzero(
            ("range", range_mod(weapon, attack.distance_cm)),
            ("aim", combat_skills.aim_bonus(skills, weapon.group) if attack.aim else 0),
            ("extended", EXTENDED if attack.extended else 0),
            ("split", SPLIT if attack.split else 0),
            ("burst", BURST if attack.shots > 1 else 0),
            ("called", CALLED if attack.called and not combat_skills.called_free(skills, weapon.group) else 0),
            ("two_weapons", TWO_WEAPONS if attack.second_weapon else 0),
            ("improvised", clumsiness(weapon, attacker, attack.action)),
            ("in_water", WATER if attack.in_water else 0),
            ("mounted", MOUNTED if attack.attacker_mounted else 0),
            ("target_mounted", MOUNTED if attack.target_mounted and weapon.is_ranged else 0),
            ("leaning", LEANING if leans(attack, attacker, defender, options) else 0),
            ("size", defender.frame.size_mod),
        ),
        *(simultaneous_parts(attack, attacker) if attack.simultaneous else ()),
    )


def skill_parts(attack: Attack, attacker: Person) -> Parts:
    """The best bonus of a skill for the action with this weapon; a burst has its own (ORG-CSK-01, ORG-CSK-03, M5)."""
    feats: tuple[Feat, ...] = ("shoot", "burst") if attack.action == "shoot" and attack.shots > 1 else (attack.action,)
    bonuses = [_skill(attack.weapon, attacker, feat) for feat in feats]
    return max(bonuses, key=total)


def simultaneous_parts(attack: Attack, attacker: Person) -> Parts:
    """An action in place of a reaction: −20 + VOL, never a bonus, and the skill for it on top (ORG-MOD-11)."""
    nerve = min(0, attacker.score("VOL") - WILL)
    return (*nonzero(("simultaneous", nerve)), *_skill(attack.weapon, attacker, "simultaneous"))


def clumsiness(weapon: Weapon, person: Person, feat: str) -> int:
    """What an improvised weapon costs, unless it is made for this (ORG-MOD-06, ORG-WPN-02 to 04)."""
    if weapon.improvised == "none" or feat in EXEMPT[weapon.improvised]:
        return 0
    return combat_skills.improvised_malus(person.frame.combat_skills)


def leans(attack: Attack, attacker: Person, defender: Person, options: Options) -> bool:
    """Whether the attacker, upright, must bend down; shots, kicks and stomps need not (ORG-MOD-07, ORG-MOD-10)."""
    weapon = attack.weapon
    if attack.action == "stomp" or (options.long_weapons_ignore_lean and weapon.range_max >= LONG):
        return False
    if attack.leaning is not None:
        return attack.leaning
    low = defender.body.prone and not attacker.body.prone
    return low and not (weapon.is_ranged or weapon.group == "feet")


def bends(reaction: Reaction, attack: Attack, attacker: Person, defender: Person, options: Options) -> bool:
    """Whether whoever reacts must bend down to an attacker at their feet; not so for shots, nor for feet that parry
    (ORG-MOD-07)."""
    weapon, held = reaction.weapon, reaction.kind in combat_skills.ARMED_REACTIONS
    if options.long_weapons_ignore_lean and held and weapon.range_max >= LONG:
        return False
    if reaction.leaning is not None:
        return reaction.leaning
    low = attacker.body.prone and not defender.body.prone
    return low and not (attack.weapon.is_ranged or (held and weapon.group == "feet"))


# ---- the reaction ----


def defence_throw(
    reaction: Reaction,
    defender: Person,
    options: Options,
    in_water: bool = False,
    who: str = "",
    leaning: bool = False,
) -> Throw | None:
    """The throw of a reaction (ORG-REA); nothing for none, a move, or a simultaneous action, which is an attack."""
    if reaction.vehicle is not None:
        return _evasive_throw(reaction, reaction.vehicle, defender, options, who)
    if reaction.kind == "none":
        return None
    row = pack.reaction(reaction.kind)
    if row.first is None:
        return None
    bases = base_parts(defender, row.first, row.second, in_water)
    mods = defence_parts(reaction, defender, options, in_water, leaning)
    leap = LEAP_STEP * (reaction.steps - 1) if reaction.kind == "leap" else 0
    raised = nonzero(("reaction", row.difficulty), ("weapon", reaction.weapon.tag(reaction.kind)), ("steps", leap))
    return fighting_throw(defender, bases, mods, raised, options, reaction.kind, prefix="defence_", who=who)


def _evasive_throw(reaction: Reaction, vehicle: Evading, defender: Person, options: Options, who: str) -> Throw:
    """A vehicle that answers an attack, thrown as any manoeuvre is (ORG-VEH-04)."""
    split: Parts = (("split", SPLIT),) if reaction.split else ()
    weighs = (*reaction.mods, *combat_parts(defender, options), *split)
    course = course_of(vehicle, vehicle.manoeuvre, options)
    luck = not options.combat_not_luck
    return drive_throw(vehicle, defender, course, weighs, luck, "defence_", vehicle.manoeuvre, who)


def defence_parts(
    reaction: Reaction, defender: Person, options: Options, in_water: bool = False, leaning: bool = False
) -> Parts:
    """Everything that is added to a reaction or weighs on it; the weapon counts for parry and entangle only."""
    weapon, kind = reaction.weapon, reaction.kind
    with_weapon = kind in combat_skills.ARMED_REACTIONS
    feat: Feat = kind  # type: ignore[assignment]
    return (
        *_skill(weapon, defender, feat),
        *reaction.mods,
        *combat_parts(defender, options),
        *nonzero(
            ("parry_bonus", weapon.parry_bonus if kind == "parry" else 0),
            ("improvised", clumsiness(weapon, defender, kind) if with_weapon else 0),
            ("split", SPLIT if reaction.split else 0),
            ("in_water", WATER if in_water else 0),
            ("leaning", LEANING if leaning else 0),
        ),
    )


def _skill(weapon: Weapon, person: Person, feat: Feat) -> Parts:
    return combat_skills.best_parts(person.frame.combat_skills, feat, weapon.group, weapon.improvised, weapon.rate)


# ---- what forbids it ----


def attack_fault(
    attack: Attack, reaction: Reaction, counter: Attack | None, attacker: Person, defender: Person
) -> BadField | None:
    """What forbids an action or its answer, if anything does: inputs raise it; in the midst of play, its `refusal`."""
    if not attacker.can_act:
        return BadField("attacker", "act/unable", "ORG-END-06" if attacker.exhausted else "ORG-HP-05")
    fault = action_fault(attack, attacker) or target_fault(attack, attacker, defender)
    if fault is None and reaction.kind != "none":
        fault = reaction_fault(reaction, attack, defender)
    if fault is None and counter is not None:
        fault = action_fault(counter, defender, "reaction.") or target_fault(counter, defender, attacker, "reaction.")
    return fault


def target_fault(attack: Attack, attacker: Person, target: Person, prefix: str = "") -> BadField | None:
    """An action that does nothing to such a body, to whoever stands, to whom one does not hold (MON-03, ACT-14, M6)."""
    if attack.action in VITAL and target.machine and not any(attacker.frame.level(one) for one in MECHANICS):
        return BadField(f"{prefix}action", "act/unskilled", "ORG-MON-03")
    if attack.action == "stomp" and not is_low(attack, attacker, target):
        return BadField(f"{prefix}action" if prefix else "target", "act/upright", "ORG-ACT-14")
    if attack.action == "throw" and attack.holds_target is False:
        return BadField(f"{prefix}action", "act/not_held", "ORG-CSK-07")
    return None


def is_low(attack: Attack, attacker: Person, target: Person) -> bool:
    """Whether a victim lies, is that small, or is below the knees by the game master’s word (ORG-ACT-14)."""
    smaller = attacker.frame.size_mod - target.frame.size_mod
    return target.body.prone or smaller >= KNEE or attack.leaning is True


def action_fault(attack: Attack, attacker: Person, prefix: str = "") -> BadField | None:
    """Training, weapon, reach, shots of one action (ORG-CSK-07, ORG-RNG-01, ORG-RNG-02, ORG-MOD-04)."""
    row, weapon = pack.action(attack.action), attack.weapon
    if not combat_skills.is_trained(attacker.frame.combat_skills, row.training):
        return BadField(f"{prefix}action", "act/unskilled", "ORG-CSK-07")
    if attack.action == "throw_object":
        return _weightless(attack, prefix)
    if unfit := _unfit(attack, attacker):
        rule, allowed = unfit
        return BadField(f"{prefix}weapon", "field/not_allowed", rule, came=weapon.name, allowed=allowed)
    for one in (weapon, attack.second_weapon):
        if one is not None and not reaches(one, attack.range_step, attack.distance_cm) and not _thrown_at(attack):
            return _out_of_reach(one, attack, prefix)
    if attack.aim and not weapon.is_ranged:
        allowed = sorted(RANGED)
        return BadField(f"{prefix}aim", "field/not_allowed", "ORG-FREE-02", came=weapon.name, allowed=allowed)
    if row.step is not None and attack.range_step not in (None, row.step) and not _from_afar(attack):
        field, came = f"{prefix}action" if prefix else "range_step", str(attack.range_step)
        return BadField(field, "field/not_allowed", "ORG-RNG-01", came=came, allowed=str(row.step))
    if attack.shots > weapon.rate:
        return BadField(f"{prefix}shots", "field/at_most", "ORG-MOD-04", came=attack.shots, high=weapon.rate)
    if attack.shots > 1 and weapon.group not in SHOOTING:
        return BadField(f"{prefix}shots", "field/at_most", "ORG-MOD-04", came=attack.shots, high=1)
    return None


def _thrown_at(attack: Attack) -> bool:
    """Whoever tackles throws themselves across what is in between, as far as people fight hand to hand (ORG-ACT-17)."""
    return attack.action == "tackle" and attack.range_step in MELEE_STEPS


def _from_afar(attack: Attack) -> bool:
    """A shot or a whip disarms from where it reaches: such a weapon never comes to step 1 (M5, M9)."""
    return attack.action == "disarm" and (attack.weapon.is_ranged or attack.weapon.range_min > 1)


def _unfit(attack: Attack, attacker: Person) -> tuple[str, str | list[str]] | None:
    """Why this weapon cannot do this: the rule, and what could."""
    weapon, skills = attack.weapon, attacker.frame.combat_skills
    action: Action = attack.action
    if pack.action(action).ranged and not weapon.is_ranged:
        return "ORG-ACT-16", sorted(RANGED)
    if action == "strike" and weapon.group in SHOOTING:
        return "ORG-ACT-15", ["shoot"]
    if action == "stomp" and not weapon.bare:
        return "ORG-ACT-14", ["feet"]
    if action in GRIPS and not _grips(attack, attacker):
        return GRIPS[action], list(pack.action(action).groups)
    if action in ("vital_blade", "slash") and not weapon.bs:
        return ("ORG-ACT-18" if action == "vital_blade" else "ORG-ACT-13"), ["bs"]
    if action == "slash" and weapon.group in SHOOTING:
        return "ORG-ACT-13", ["bs"]
    if action == "vital_mass" and not weapon.c:
        return "ORG-ACT-19", ["c"]
    if action == "push" and weapon.c < PUSH_C and not any("push" in pack.combat_skill(key).bases for key, _ in skills):
        return "ORG-ACT-09", "2 c"
    return None


def _grips(attack: Attack, attacker: Person) -> bool:
    """Whether hands, or what is made or trained for it, take hold (ORG-ACT-05 to 08)."""
    action, weapon = attack.action, attack.weapon
    if weapon.group in pack.action(action).groups or weapon.tag(action):
        return True
    rows = (pack.combat_skill(key) for key, _ in attacker.frame.combat_skills)
    return any(
        row.groups and combat_skills.suits(row, action, weapon.group, weapon.improvised, weapon.rate) for row in rows
    )


def _weightless(attack: Attack, prefix: str) -> BadField | None:
    """A thrown object has a weight (ORG-WPN-06); an answer in the same moment finds nothing to throw."""
    if prefix:
        came, allowed = attack.action, ["strike", "shoot"]
        return BadField(f"{prefix}action", "field/not_allowed", "ORG-WPN-06", came=came, allowed=allowed)
    return BadField("kg", "field/missing", "ORG-WPN-06", allowed="kg") if attack.kg is None else None


def _out_of_reach(weapon: Weapon, attack: Attack, prefix: str) -> BadField:
    """Too near or too far: a fault of the distance, or of the weapon that answers there."""
    step = attack.range_step
    if step is None or reaches(weapon, step):
        field, came, high = f"{prefix}weapon" if prefix else "distance_cm", attack.distance_cm, weapon.max_cm
        return BadField(field, "field/at_most", "ORG-RNG-02", came=came, high=high)
    field, low, high = f"{prefix}weapon" if prefix else "range_step", weapon.range_min, weapon.range_max
    if weapon.is_ranged:
        return BadField(field, "field/at_least", "ORG-RNG-01", came=step, low=low)
    return BadField(field, "field/range", "ORG-RNG-01", came=step, low=low, high=high)


def reaction_fault(reaction: Reaction, attack: Attack, defender: Person) -> BadField | None:
    """A reaction that answers this attack, by somebody who can still react (ORG-REA-08)."""
    if not defender.can_act:
        return BadField("reaction", "act/unable", "ORG-REA-08")
    return misfit(reaction, attack)


def misfit(reaction: Reaction, attack: Attack) -> BadField | None:
    """A reaction that does not answer such an attack (ORG-REA-02 to 07, ORG-WPN-07); from behind nothing is parried
    (ORG-MOD-15, M21)."""
    projectile = attack.weapon.is_ranged or attack.action == "throw_object"
    behind = BEHIND in dict(attack.mods)
    rule, fits = {
        "flip": ("ORG-REA-03", not projectile and attack.range_step in (None, *CLOSE_STEPS)),
        "drop": ("ORG-REA-04", projectile),
        "entangle": ("ORG-REA-02", not projectile and _catches(reaction.weapon)),
        "parry": (
            "ORG-MOD-15" if behind else "ORG-REA-07",
            not behind and (not projectile or reaction.weapon.group == "shield"),
        ),
        "resist_disarm": ("ORG-ACT-04", attack.action == "disarm"),
        "shut_eyes": ("ORG-WPN-07", attack.action == "blind" and attack.weapon.harmless),
    }.get(reaction.kind, ("", True))
    if fits:
        return None
    allowed = list(EVADING) if projectile else ["dodge", "leap", *(() if behind else ("parry",))]
    return BadField("reaction.kind", "field/not_allowed", rule, came=reaction.kind, allowed=allowed)


def _catches(weapon: Weapon) -> bool:
    """An object that stops a weapon and keeps it, which bare hands are not (ORG-REA-02)."""
    return bool(weapon.tag("entangle")) or not (weapon.bare or weapon.group in SHOOTING)
