"""What the table knows of Dark Operators: what sheets fill in, what goes back to them, what falls due (HLTH, SAN)."""

from typing import Any

from gardien.core.fighting import Content
from gardien.core.table_rules import WORD, TableRules, Targeting
from gardien.systems.operators.sheet.sheet import Creature, Npc, Operator, ready_operator, sample_creature, sample_npc
from gardien.systems.operators.table import inputs
from gardien.systems.operators.table.ability import cannot, combatant
from gardien.systems.operators.table.chases import CHASES, SEATS, all_crashed
from gardien.systems.operators.table.consequences import CONSEQUENCES, EACH_SCENE, aid_tried, alerted, outlasts_scene
from gardien.systems.operators.table.fight import FIGHTING, defences
from gardien.systems.operators.table.following import arrives, recompute
from gardien.systems.operators.table.holding import broken, seized
from gardien.systems.operators.table.life import LIFE, regrowth_inputs
from gardien.systems.operators.table.marks import Marks
from gardien.systems.operators.table.weapon_use import device_inputs, reload_inputs, weapon_inputs

ACTORS = {
    **dict.fromkeys(
        (
            "attack_melee",
            "attack_thrown",
            "attack_firearm",
            "shot_difficulty",
            "hold",
            "assassinate",
            "throw_explosive",
        ),
        "attacker",
    ),
    **dict.fromkeys(("take_cover", "break_free", "put_out_fire", "derived_values"), "character"),
    **dict.fromkeys(("give_painkiller", "clock_expires", "recover"), "patient"),
    **dict.fromkeys(
        ("fall", "suffocate_turn", "burn_turn", "poison", "crash", "entity_attack", "luck_escape_death"), "victim"
    ),
    **dict.fromkeys(("apply_damage", "aggravate"), "defender"),
    **dict.fromkeys(("creature_attack", "creature_turn", "grip_turn"), "creature"),
    "first_aid": "healer",
    "cast_ritual": "caster",
}

SUFFERED = ("apply_damage", "aggravate", "clock_expires", "fall", "crash", "poison", "entity_attack")
SEEN_OF_PLACES = ("zone", "cover")
SEEN_OF_HIT = ("hit_level", "location", "wound_level", "out_of_fight", "alive", "avoided")
SEEN_OF_ATTACK = ("refused", "roll", "outcome", "hit", "extra_rounds", "reload", "empty", *SEEN_OF_HIT)
SEEN_OF_OTHERS = tuple(
    f"{listed}.{field}" for listed in ("others", "hits") for field in ("name", "rounds", *SEEN_OF_HIT)
)

CODES = ("FOR", "CON", "DEX", "INT", "EDU", "POU", "APP")


def harm_context(actor: Content, one: Content, asked: Content) -> dict[str, Any]:
    """One of several, who cannot dodge and may be lucky (OPS-OPT-03)."""
    return {"luck_plan": inputs.plan_of(one)}


TABLE_RULES = TableRules(
    sheets=(Operator, Npc, Creature),
    marks=Marks,
    visible=(
        *("name", "kind", "wound_level", "out_of_fight", "held", "helpless", "surprised"),
        *("in_cover", "exposed", "stands"),
    ),
    withheld={"wounds": ("source",)},  # whoever struck may never have been seen
    beings={"ready": ready_operator, "npc": sample_npc, "creature": sample_creature},
    bind_inputs={
        **dict.fromkeys(SUFFERED, lambda sheet, asked: {"luck_plan": inputs.plan_of(sheet)}),
        "test": inputs.inputs_of_test,
        "intrude": inputs.intrusion_inputs,
        "opposed_test": inputs.opposed_inputs,
        "attack_firearm": weapon_inputs("firearm"),
        "shot_difficulty": weapon_inputs("firearm"),
        "attack_melee": weapon_inputs("melee"),
        "attack_thrown": weapon_inputs("thrown"),
        "assassinate": weapon_inputs("silent"),
        "reload": reload_inputs,
        "salvage": lambda sheet, asked: {"magazines_changed": min(50, sheet.get("magazines_changed", 0))},
        "throw_explosive": lambda sheet, asked: {**device_inputs(sheet, asked), **inputs.harder(sheet, "DEX")},
        "take_cover": inputs.cover_inputs,
        "put_out_fire": lambda sheet, asked: inputs.harder(sheet, "DEX"),
        "creature_attack": inputs.claw_inputs,
        "grip_turn": inputs.grip_inputs,
        "suffocate_turn": inputs.breath_inputs,
        "burn_turn": inputs.fire_inputs,
        "macabre": inputs.macabre_inputs,
        "luck_cancel_grave": inputs.wound_inputs,
        # a madness shows as long as it lasts (OPS-SAN-06); a book gives its loss and gain once per reader (OPS-SAN-08)
        "madness_effect": lambda sheet, asked: {
            "duration": "indefinite" if sheet.get("madness") in ("indefinite", "permanent") else "temporary"
        },
        "read_tome": lambda sheet, asked: {
            "already_read": bool(asked.get("tome")) and asked["tome"] in sheet.get("books_read", ())
        },
        "learn_ritual": lambda sheet, asked: {"INT": inputs.score_of(sheet, "INT")},
        "cast_ritual": inputs.ritual_inputs,
        "start_clock": lambda sheet, asked: {"level": sheet.get("wound_level")},
        "progress": lambda sheet, asked: {"scores": {code: sheet[code] for code in CODES if code in sheet}},
    },
    table_inputs={"san_shock": inputs.shock_inputs, "grip_turn": inputs.crush_inputs, "creature_turn": regrowth_inputs},
    consequences=CONSEQUENCES,
    after_all={"chase_turn": all_crashed},
    each_scene=EACH_SCENE,
    outlasts=outlasts_scene,
    cannot=cannot,
    faced=inputs.sight,
    for_the_dead=("luck_escape_death",),
    actors=ACTORS,
    targeting={
        "attack_firearm": Targeting("defender", inputs.shot_context, SEEN_OF_PLACES),
        "shot_difficulty": Targeting("defender", inputs.shot_context, SEEN_OF_PLACES),
        "attack_melee": Targeting("defender", inputs.melee_context),
        "attack_thrown": Targeting("defender", inputs.throw_context, SEEN_OF_PLACES),
        "hold": Targeting("defender", inputs.hold_context, after=seized),
        "assassinate": Targeting("defender", inputs.ambush_context, after=alerted),
        "opposed_test": Targeting("opponent", inputs.rival_context, optional=True),
        "first_aid": Targeting("patient", inputs.aid_context, oneself=True, after=aid_tried, helps=True),
        "break_free": Targeting(
            "holder", inputs.escape_context, after=broken, usual=lambda actor: next(iter(actor.get("held_by", ())), "")
        ),
    },
    each={
        "attack_firearm": {"others": harm_context},
        # whoever is in cover is in cover from a blast (M-08)
        "explosion": {
            "victims": lambda actor, one, asked: {
                "cover": bool(one.get("in_cover")),
                **harm_context(actor, one, asked),
            }
        },
        "creature_attack": {"victims": inputs.mauling_context},
        "grip_turn": {"victim": harm_context},
        "chase_turn": dict.fromkeys(SEATS.values(), inputs.driver_context),
    },
    ui_inputs={
        **{key: {"weapon_name": WORD} for key in ("attack_firearm", "attack_melee", "attack_thrown", "assassinate")},
        "reload": {"weapon_name": WORD},
        "creature_attack": {"attack_name": WORD},
        "grip_turn": {"attack_name": WORD},
        "intrude": {"characteristic": WORD},
        "opposed_test": {"characteristic": WORD, "passive_characteristic": WORD},
    },
    halves=dict.fromkeys(
        ("attack_firearm", "attack_melee", "attack_thrown"),
        (("target",), ("damage_final", "armour", "damage_taken", "defence_roll")),
    ),
    witnessed={
        **dict.fromkeys(("attack_firearm", "attack_melee", "attack_thrown"), (*SEEN_OF_ATTACK, *SEEN_OF_OTHERS)),
        "creature_attack": (*SEEN_OF_ATTACK, *SEEN_OF_OTHERS),
        "assassinate": ("refused", "alerted", *SEEN_OF_HIT),
        "hold": ("refused", "held", "avoided"),
        "break_free": ("refused", "free"),
        "take_cover": ("refused", "in_cover"),
        "test": ("refused", "outcome", "success"),
        "first_aid": ("refused", "outcome", "stabilised"),
        "chase_turn": ("winner", "gap", "status", "fugitive_crash", "pursuer_crash"),
        "throw_explosive": ("refused", "on_target", "drift_m"),
        "explosion": ("blast", *SEEN_OF_OTHERS),
        "san_shock": ("refused", "outcome", "madness"),
        **dict.fromkeys(("fall", "burn_turn", "crash", "apply_damage"), ("refused", *SEEN_OF_HIT)),
    },
    orders=("guard",),
    by_hand=("hardened", "custom_specialty"),
    recompute=recompute,
    arrives=arrives,
    reads=combatant,
    fighting=FIGHTING,
    chases=CHASES,
    defences=defences,
    life=LIFE,
)
