"""What somebody adds to a throw: base attacks, saves, skills, initiative; what states take away (P-SAVE, P-CHECK)."""

from collections.abc import Iterable, Sequence

from gardien.shared import initiative
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant, idle_by
from gardien.systems.cthulhud20.rules.fight.attack_severity import effect_of
from gardien.systems.cthulhud20.vocabulary import SAVE_ABILITY, Ability, PartEffect, Save, Tables, Zone

Parts = tuple[tuple[str, int], ...]

ALL_ROLLS: dict[PartEffect, int] = {"head_minus_4": -4, "body_minus_2": -2}  # CD20-P-WOUND-01
BODY_ROLLS: dict[PartEffect, int] = {"abdomen_minus_2": -2}  # Strength and Dexterity only
PHYSICAL: tuple[Ability, ...] = ("str", "dex")  # what fatigue touches (CD20-FAT-02)
ALERTNESS = ("listen", "spot")
EMPHASIS, PAIR, ENDURANCE, RUN_UP, INITIATIVE = 3, 2, 4, 2, 4  # CD20-P-FEAT-01
FEAT_SAVE = 2
MENTAL: tuple[Ability, ...] = ("int", "wis", "cha")
TREMORS = -4  # of a long madness, on all but the mind’s own throws (CD20-P-SAN-03)
BLIND = -4  # on Search and on skills of the body (CD20-P-COND-01)


# ---- what states take ----


def parts_malus(hampered: Iterable[Zone], tables: Tables, physical: bool = False) -> int:
    """What parts out of use take from a d20; more from a throw of the body (CD20-P-WOUND-01)."""
    effects = [effect_of(zone, tables) for zone in hampered]
    taken = sum(ALL_ROLLS.get(effect, 0) for effect in effects)
    return taken + (sum(BODY_ROLLS.get(effect, 0) for effect in effects) if physical else 0)


def tremors(combatant: Combatant) -> int:
    """What trembling takes from every d20 but those of the mind alone (CD20-P-SAN-03)."""
    return TREMORS if "trembling" in combatant.traits else 0


def checks_malus(combatant: Combatant) -> int:
    """What conditions take from checks and saves; fear counts once (CD20-P-COND-01)."""
    rows = [pack.condition(one) for one in set(combatant.conditions)]
    fear = min((row.own_checks for row in rows if row.fear), default=0)
    return fear + sum(row.own_checks for row in rows if not row.fear)


def attack_malus(combatant: Combatant) -> int:
    """What conditions take from own attacks: fear, bonds and grips count once together (CD20-P-COND-01)."""
    rows = [pack.condition(one) for one in set(combatant.conditions)]
    once = min((row.own_attack for row in rows if row.bound_up), default=0)
    return once + sum(row.own_attack for row in rows if not row.bound_up) + tremors(combatant)


def fatigue_of(combatant: Combatant) -> int:
    """What fatigue takes from somebody now (CD20-FAT-01, CD20-FAT-03)."""
    if combatant.breath <= 0:
        return -5
    return pack.fatigue(combatant.breath_max - combatant.breath)


def is_helpless(combatant: Combatant) -> bool:
    """Whoever cannot defend themselves at all (CD20-ATT-08, CD20-COND-02, CD20-P-ABIL-02)."""
    if combatant.condition in ("stunned", "unconscious") or combatant.shock_next_turn == "skip":
        return True
    bound = any(pack.condition(one).helpless for one in combatant.conditions)
    return bound or combatant.limp


def loses_dex(combatant: Combatant, unseen: bool = False) -> bool:
    """Whether a Dexterity bonus counts no longer for the CA (CD20-P-AC-01, CD20-COND-02)."""
    return unseen or is_helpless(combatant) or any(pack.condition(one).no_dex for one in combatant.conditions)


def cannot_act(combatant: Combatant) -> bool:
    """Dead, stunned, unconscious, or in a state that leaves no action (CD20-HP-05, CD20-COND-02, CD20-P-COND-01)."""
    return bool(idle_by(combatant))


# ---- levels ----


def base_attacks(combatant: Combatant) -> tuple[int, ...]:
    """The base numbers of a full attack, by hand or by level (CD20-P-LEVEL-01)."""
    if combatant.base_attack is not None:
        return combatant.base_attack
    row = pack.level(combatant.level)
    return row.offence if combatant.combat_option == "offence" else row.defence


def level_ca(combatant: Combatant, options: Options) -> int:
    """What a level adds to the CA, where the table wants it (CD20-P-LEVEL-02)."""
    if not options.level_ac_bonus:
        return 0
    return (2 if combatant.combat_option == "defence" else 0) + combatant.level // 5


def destiny_received(combatant: Combatant, options: Options) -> int:
    """One point for each level; of others than investigators only by a house rule (CD20-DEST-01)."""
    return 0 if combatant.npc and not options.npc_destiny else combatant.level


# ---- saves ----

SAVE_FEAT: dict[Save, str] = {"fort": "great_fortitude", "ref": "lightning_reflexes", "will": "iron_will"}


def save_alone(combatant: Combatant, save: Save) -> int:
    """A save before fatigue, conditions and parts: by hand, or level, ability and feat (CD20-P-SAVE-01)."""
    own: dict[Save, int | None] = {"fort": combatant.fort, "ref": combatant.ref, "will": combatant.will}
    by_hand = own[save]
    if by_hand is not None:
        return by_hand
    row = pack.level(combatant.level)
    base = row.good_save if save in combatant.good_saves else row.poor_save
    feat = FEAT_SAVE if combatant.has(SAVE_FEAT[save]) else 0
    return base + combatant.modifier(SAVE_ABILITY[save]) + feat


def save_before_parts(combatant: Combatant, save: Save) -> int:
    """A save with conditions, without fatigue and parts out of use: what a body keeps for its faint saves."""
    return save_alone(combatant, save) + _save_malus(combatant, save)


def _save_malus(combatant: Combatant, save: Save) -> int:
    return checks_malus(combatant) + (0 if SAVE_ABILITY[save] in MENTAL else tremors(combatant))


def save_parts(combatant: Combatant, save: Save) -> Parts:
    """Everything that is added to a save: fatigue weighs on Reflexes only (CD20-FAT-02)."""
    physical = SAVE_ABILITY[save] in PHYSICAL
    return (
        ("save", save_alone(combatant, save)),
        ("fatigue_malus", fatigue_of(combatant) if physical else 0),
        ("condition_malus", _save_malus(combatant, save)),
        ("part_malus", parts_malus(combatant.hampered_parts, combatant.tables, physical)),
    )


def save_bonus(combatant: Combatant, save: Save) -> int:
    """The whole bonus of a save."""
    return total(save_parts(combatant, save))


# ---- checks ----


def armour_check(combatant: Combatant) -> int:
    """What the armours worn take from skills of the body, all together (CD20-P-ARM-01)."""
    return sum(pack.armour(key).check for key in combatant.armour_items)


def feat_bonus(feats: Sequence[str], skill: str) -> int:
    """What feats add to a skill (CD20-P-FEAT-01)."""
    bonus = 2 if skill in ALERTNESS and "alertness" in feats else 0
    for feat in feats:
        kind, _, about = feat.partition(":")
        if kind == "skill_emphasis" and about == skill:
            bonus += EMPHASIS
        elif kind == "skill_pair" and skill in about.split("+"):
            bonus += PAIR
    return bonus


def check_parts(
    combatant: Combatant,
    skill: str | None = None,
    ability: Ability | None = None,
    bonus: int | None = None,
    long_effort: bool = False,
    run_up: bool = False,
) -> Parts:
    """All that is added to a check; `bonus` stands for ranks, ability and feats (CD20-P-CHECK-01, CD20-FAT-02)."""
    row = pack.skill(skill) if skill else None
    code = row.ability if row else ability
    physical, mental = code in PHYSICAL, code is None or code in MENTAL
    blind = "blinded" in combatant.conditions and (skill == "search" or (row is not None and physical))
    weight = (
        ("fatigue_malus", fatigue_of(combatant) if physical else 0),
        ("armour_check_malus", armour_check(combatant) if row and row.armour else 0),
        ("condition_malus", checks_malus(combatant) + (BLIND if blind else 0) + (0 if mental else tremors(combatant))),
        ("part_malus", parts_malus(combatant.hampered_parts, combatant.tables, physical)),
    )
    if bonus is not None:
        return (("bonus", bonus), *weight)
    feats = feat_bonus(combatant.feats, skill) if skill else 0
    feats += ENDURANCE if long_effort and combatant.has("endurance") else 0
    feats += RUN_UP if run_up and skill == "jump" and combatant.has("run") else 0
    own = (
        ("ranks", combatant.rank(skill) if skill else 0),
        ("ability_mod", combatant.modifier(code) if code else 0),
        ("feat_bonus", feats),
    )
    return (*own, *weight)


def is_untrained(combatant: Combatant, skill: str) -> bool:
    """Whether a skill must be refused for want of a rank (CD20-P-CHECK-01)."""
    return not pack.skill(skill).untrained and combatant.rank(skill) < 1


def initiative_parts(combatant: Combatant) -> Parts:
    """Everything that is added to initiative (CD20-P-INIT-01)."""
    deaf = sum(pack.condition(one).initiative for one in set(combatant.conditions))
    return (
        ("ability_mod", combatant.modifier("dex")),
        ("feat_bonus", INITIATIVE if combatant.has("improved_initiative") else 0),
        ("fatigue_malus", fatigue_of(combatant)),
        ("condition_malus", checks_malus(combatant) + deaf + tremors(combatant)),
        ("part_malus", parts_malus(combatant.hampered_parts, combatant.tables, physical=True)),
    )


class Quick(initiative.Quick, frozen=True):
    """One fighter before the die of initiative."""

    dex: int = 0

    def breaks(self) -> tuple[int, ...]:
        """Among equal totals the higher Dexterity comes first (CD20-P-INIT-01)."""
        return (-self.dex,)


def quick_of(combatant: Combatant) -> Quick:
    """How quick somebody is."""
    return Quick(total(initiative_parts(combatant)), combatant.modifier("dex"))


def total(parts: Parts) -> int:
    """What parts come to."""
    return sum(value for _, value in parts)


def parts_to_show(parts: Parts) -> Parts:
    """The parts of a sum that are worth a word: the first one, and whatever counts."""
    return tuple(part for at, part in enumerate(parts) if part[1] or not at)
