"""The tables of the pack cell by cell, as the source and the proposals give them (DMG, ARM, CREAT, SAN, M)."""

import pytest

from gardien.core.dice import Dice
from gardien.systems.operators import pack
from gardien.systems.operators.pack import table
from systems.operators.ledger import NO, by_key, lines, printed, zones

# --- weapons and protections -----------------------------------------------------------------------------------------


def test_melee_weapons_of_the_book():
    """OPS-TAB-05, OPS-DMG-01: damage, least and most, what one strikes with."""
    rows = {row.key: row for row in table("weapons", "weapon") if row.printed and row.type == "melee"}
    dice = {key: Dice.parse(row.damage) for key, row in rows.items()}
    assert [[key, str(one), one.lowest(), one.highest()] for key, one in dice.items()] == printed("OPS-TAB-05")
    struck = {key: (row.attack_with, row.damage_kind) for key, row in rows.items()}
    assert struck == {
        "unarmed": ("FOR", "blunt"),
        "club": ("FOR", "blunt"),
        "knife": ("DEX", "blade"),
        "combat_knife": ("DEX", "blade"),
        "sword": ("DEX", "blade"),
        "axe": ("FOR", "blade"),
    }


def test_firearms_of_the_book():
    """OPS-TAB-06, OPS-DMG-04, OPS-DMG-05: damage, fixed part, bursts, zones; magazines are of M-06."""
    rows = [row for row in table("weapons", "weapon") if row.printed and row.type == "firearm"]
    cells = [[row.key, row.damage, row.flat, row.burst, row.zone_min, row.zone_max] for row in rows]
    assert cells == printed("OPS-TAB-06")
    assert [row.magazine for row in rows] == [10, 15, 7, 2, 30, 30, 5, 7]
    assert {row.attack_with for row in rows} == {"DEX"}
    assert {row.damage_kind for row in rows} == {"firearm"}
    assert [row.key for row in rows if row.scale != "ordinary"] == ["sniper_rifle"]
    assert {row.key: row.calibre for row in rows if row.calibre} == {
        "pistol_small": "small",
        "pistol_medium": "medium",
        "pistol_large": "large",
    }


CATALOGUE = """
p22 | small | 1D6 | no | 10 | 0–1 | O
pocket_25 | small | 1D6 | no | 6 | 0–1 | O
glock17 | medium | 1D6+6 | no | 17 | 0–1 | O
p226 | medium | 1D6+6 | no | 15 | 0–1 | O
beretta92 | medium | 1D6+6 | no | 15 | 0–1 | O
makarov | medium | 1D6+6 | no | 8 | 0–1 | O
revolver38 | medium | 1D6+6 | no | 6 | 0–1 | O
revolver357 | large | 2D6+6 | no | 6 | 0–1 | O
m1911 | large | 2D6+6 | no | 7 | 0–1 | O
glock22 | large | 2D6+6 | no | 15 | 0–1 | O
deagle | large | 2D6+6 | no | 7 | 0–1 | O
glock18 | medium | 1D6+6 | yes, 6 | 17 | 0–1 | O
mp5 | smg | 1D6+6 | yes, 6 | 30 | 0–1 | O
uzi | smg | 1D6+6 | yes, 6 | 32 | 0–1 | O
ump45 | smg | 1D6+6 | yes, 6 | 25 | 0–1 | O
p90 | smg | 1D6+6 | yes, 6 | 50 | 0–1 | O
mp7 | smg | 1D6+6 | yes, 6 | 40 | 0–1 | O
m4 | assault_rifle | 1D6+12 | yes, 12 | 30 | 0–2 | O
hk416 | assault_rifle | 1D6+12 | yes, 12 | 30 | 0–2 | O
famas | assault_rifle | 1D6+12 | yes, 12 | 25 | 0–2 | O
ak47 | assault_rifle | 1D6+12 | yes, 12 | 30 | 0–2 | O
ak74 | assault_rifle | 1D6+12 | yes, 12 | 30 | 0–2 | O
scar_h | assault_rifle | 1D6+12 | yes, 12 | 20 | 0–2 | O
semi_carbine | assault_rifle | 1D6+12 | no | 30 | 0–2 | O
double_barrel | hunting_gun | 2D6 | no | 2 | 0–1 | O
hunting_rifle | hunting_gun | 2D6+6 | no | 5 | 0–2 | O
sawn_off | pump | 2D6+6 | no | 2 | 0 | O
rem870 | pump | 2D6+6 | no | 7 | 0 | O
benelli_m4 | pump | 2D6+6 | no | 7 | 0 | O
slug | pump | 2D6+6 | no | 7 | 0–1 | O
m249 | machine_gun | 1D6+12 | yes, 12 | 200 | 0–2 | O
m240 | machine_gun | 1D6+12 | yes, 12 | 100 | 0–2 | O
hmg50 | machine_gun | 2D6+18 | yes, 18 | 100 | 0–3 | H
m24 | sniper | 1D6+12 | no | 5 | 1–3 | L
svd | sniper | 1D6+12 | no | 10 | 1–3 | L
awm | sniper | 1D6+15 | no | 5 | 1–3 | L
barrett | sniper | 2D6+18 | no | 10 | 1–3 | L
bow | bow | 1D6+2 | no | 1 | 0–1 | O
crossbow | bow | 1D6+4 | no | 1 | 0–1 | O
taser | special | 0 | no | 1 | 0 | O
"""
SCALES = {"O": "ordinary", "L": "long_range", "H": "heavy"}
CALIBRES = ("small", "medium", "large")


@pytest.mark.parametrize(("key", "kind", "damage", "burst", "magazine", "reach", "scale"), by_key(CATALOGUE))
def test_the_catalogue_of_things_that_shoot(key, kind, damage, burst, magazine, reach, scale):
    """M-06: class or calibre, damage, burst with its fixed part, magazine, zones, scale."""
    row = pack.weapon(key)
    assert (row.calibre, row.weapon_class) == ((kind, "pistol") if kind in CALIBRES else (None, kind))
    assert (row.type, row.attack_with, row.damage, row.magazine) == ("firearm", "DEX", damage, int(magazine))
    assert f"yes, {row.flat}" == burst if row.burst else burst == "no"
    assert ((row.zone_min, row.zone_max), row.scale) == (zones(reach), SCALES[scale])
    assert row.damage_kind == ("blade" if kind == "bow" else "firearm")
    assert not row.printed


def test_the_catalogue_of_things_in_the_hand():
    """M-06, OPS-CBT-07, OPS-DMG-06: damage, characteristic, kind; what may be thrown, what has a rule of its own."""
    rows = [row for row in table("weapons", "weapon") if row.type != "firearm" and not row.printed]
    assert [(row.key, row.type, row.attack_with, row.damage, row.damage_kind) for row in rows] == [
        ("throwing_knife", "thrown", "DEX", "1D6", "blade"),
        ("machete", "melee", "DEX", "1D6+4", "blade"),
        ("cane", "melee", "DEX", "1D6", "blunt"),
        ("baton", "melee", "FOR", "1D6", "blunt"),
        ("spear", "melee", "DEX", "1D6+4", "blade"),
        ("sledgehammer", "melee", "FOR", "2D6", "blunt"),
        ("chainsaw", "melee", "FOR", "2D6+4", "blade"),
        ("garrotte", "melee", "FOR", "2D6", "blunt"),
    ]
    everything = table("weapons", "weapon")
    assert [row.key for row in everything if row.throwable] == [
        "knife",
        "combat_knife",
        "axe",
        "throwing_knife",
        "spear",
    ]
    assert [row.key for row in everything if row.never_advantaged] == ["chainsaw"]
    assert [row.key for row in everything if row.assassination_only] == ["garrotte"]
    assert [(row.key, row.substance) for row in everything if row.substance] == [("taser", "taser")]
    assert len(everything) == 6 + 8 + len(lines(CATALOGUE)) + len(rows) == 62


def test_protections_of_the_book():
    """OPS-TAB-08, OPS-ARM-02: value, uses (0 for no limit), penalties."""
    rows = [row for row in table("protections", "protection") if row.printed]
    cells = [[row.key, row.value, row.uses or 0, -row.penalty_DEX, -row.penalty_CON] for row in rows]
    assert cells == printed("OPS-TAB-08")


TORSO, ARMS, LEGS = {"torso", "vital"}, {"right_arm", "left_arm"}, {"right_leg", "left_leg"}
EVERYWHERE = TORSO | ARMS | LEGS | {"head"}


@pytest.mark.parametrize(
    ("key", "value", "uses", "penalty", "covers"),
    [
        ("kevlar_light", 4, 3, 0, TORSO),
        ("ballistic_vest", 10, 3, 0, TORSO),
        ("military_vest", 10, None, 0, TORSO),
        ("ceramic_vest", 20, None, 2, TORSO),
        ("blast_suit", 40, None, 3, EVERYWHERE),
        ("kevlar_helmet", 4, None, 0, {"head"}),
        ("sf_helmet", 3, None, 0, {"head"}),
        ("leather", 2, None, 0, TORSO | ARMS | LEGS),
        ("stab_vest", 6, None, 0, TORSO),
        ("soft_vest_iiia", 8, 3, 0, TORSO),
        ("riot_gear", 6, None, 1, EVERYWHERE),
        ("plate_carrier", 15, None, 1, TORSO),
        ("full_tactical", 15, None, 2, TORSO | ARMS),
        ("limb_guards", 6, None, 1, ARMS | LEGS),
        ("visor_helmet", 6, None, 0, {"head"}),
        ("ballistic_shield", 0, None, 2, set()),
        ("hazmat", 1, None, 1, EVERYWHERE),
    ],
)
def test_protections(key, value, uses, penalty, covers):
    """OPS-ARM-02, M-07: value, uses, DEX lost, what is covered."""
    row = pack.protection(key)
    assert (row.value, row.uses, row.penalty_DEX, set(row.covers)) == (value, uses, penalty, covers)


def test_what_single_protections_do():
    """OPS-ARM-01, OPS-ARM-02, M-07: nothing beyond what the tables say."""

    def those(name: str) -> dict:
        return {row.key: result for row in table("protections", "protection") if (result := getattr(row, name))}

    assert those("concealed") == dict.fromkeys(("kevlar_light", "ballistic_vest", "soft_vest_iiia"), True)
    assert those("penalty_CON") == {"blast_suit": 2}
    assert those("perception_penalty") == {"visor_helmet": 1}
    assert those("only_kinds") == {"stab_vest": ("blade",)}
    assert those("stops_fire") == {"blast_suit": True}
    assert those("stops_contact_poison") == {"hazmat": True}
    assert those("gives_cover") == {"ballistic_shield": True}
    assert len(table("protections", "protection")) == 17


# --- devices and substances ------------------------------------------------------------------------------------------

DEVICES = """
flashbang | 0 | 5 | thrown | 0
pipe_bomb | 3 | 3 | thrown | 0
frag | 4 | 5 | thrown | 0
molotov | fierce | 2 | thrown | 0
wp | fierce | 5 | thrown | 0
gl40 | 5 | 5 | launched | 0–2
claymore | 6 | 15 | placed | –
at_mine | 10 | 3 | placed | –
ied | 12 | 15 | placed | –
rpg | 8 | 3 | launched | 0–2
c4_100g | 3 | 2 | placed | –
mortar | 9 | 10 | launched | 2–3
flamethrower | fierce | 0 | launched | 0
"""


@pytest.mark.parametrize(("key", "damage", "radius", "delivery", "reach"), by_key(DEVICES))
def test_devices(key, damage, radius, delivery, reach):
    """M-08: number of D6 or flames, radius, delivery, zones."""
    row = pack.device(key)
    expected = (0, "fierce") if damage == "fierce" else (int(damage), "none")
    assert ((row.dice, row.flames), row.radius_m, row.delivery) == (expected, int(radius), delivery)
    assert (row.zone_min, row.zone_max) == ((None, None) if reach == NO else zones(reach))


def test_what_single_devices_do():
    """M-08: harder, safer, drier, narrower."""
    rows = table("devices", "device")
    assert len(rows) == 13
    assert {row.key for row in rows if row.difficulty == "difficult"} == {
        row.key for row in rows if row.delivery == "thrown"
    }
    assert [row.key for row in rows if row.difficulty == "extreme"] == ["mortar"]
    assert [(row.key, row.further_dice) for row in rows if row.further_dice] == [("c4_100g", 2)]
    assert [(row.key, row.safe_from_zone) for row in rows if row.safe_from_zone] == [("gl40", 1)]
    assert [row.key for row in rows if not row.water_puts_out] == ["wp"]
    assert [row.key for row in rows if row.front_only] == ["claymore"]
    assert [(row.key, row.substance) for row in rows if row.substance] == [("flashbang", "flashbang")]


SUBSTANCES = """
cyanide | 1 turn | CON extreme | dead | grave_wound
nerve_agent | 2 turns | CON extreme | dead | out_for_scene
ricin | 1 day | CON difficult | dead_in_days 1D6 | superficial_wound
arsenic | 1 hour | CON difficult | grave_wound | light_wound
serpent_venom | 1 turn | CON difficult | grave_wound | light_wound
snake | 10 minutes | CON standard | light_wound | superficial_wound
chloroform | 1 turn | CON difficult | out_for_minutes 10 | loses_actions 1
sedative | 2 turns | CON standard | out_for_minutes 60 | dex_harder
alcohol | 1 hour | CON standard | tests_harder | none
tear_gas | 1 turn | CON standard | tests_harder | none
amphetamine | 6 hours | CON difficult | light_wound | none
truth_drug | 10 minutes | POU difficult | answers_truthfully | none
flashbang | at once | CON difficult | loses_actions 1D3 | none
taser | at once | CON difficult | out_for_turns 1D6 | none
"""


@pytest.mark.parametrize(("key", "onset", "resists", "failure", "success"), by_key(SUBSTANCES))
def test_substances(key, onset, resists, failure, success):
    """M-09: onset, test, effects with their amounts."""
    row = pack.substance(key)
    assert row.onset_en.startswith(onset)
    assert f"{row.characteristic} {row.difficulty}" == resists
    assert f"{row.on_failure} {row.failure_amount or ''}".strip() == failure
    assert f"{row.on_success} {row.success_amount or ''}".strip() == success


def test_effects_of_substances():
    """M-09: thirteen effects; the amounts are those of a poison nobody named."""
    assert len(table("substances", "substance")) == 14
    assert {row.key: (row.amount, row.unit) for row in table("substances", "effect")} == {
        "dead": (None, None),
        "dead_in_days": ("1D6", "days"),
        "grave_wound": (None, None),
        "light_wound": (None, None),
        "superficial_wound": (None, None),
        "out_for_scene": (None, None),
        "out_for_minutes": (10, "minutes"),
        "out_for_turns": ("1D6", "turns"),
        "loses_actions": (1, "actions"),
        "dex_harder": (None, None),
        "tests_harder": (None, None),
        "answers_truthfully": (None, None),
        "none": (None, None),
    }


# --- scales, fumbles, madness ----------------------------------------------------------------------------------------


def test_scales_of_the_book():
    """OPS-TAB-02, OPS-TAB-03, OPS-TAB-07, OPS-TAB-12, OPS-TAB-15; the book prints its É without accent."""
    labels = table("scales", "label")
    assert [[row.fr.replace("É", "E"), row.mean] for row in labels] == printed("OPS-TAB-03")
    words = {row.mean: row.fr for row in labels}
    assert [words[score] for score, _, _, _ in printed("OPS-TAB-02")] == [row[2] for row in printed("OPS-TAB-02")]
    named = [(row.key, row.en) for row in labels]
    assert named == [(row.en.lower(), row.en) for row in labels]
    shocks = {row.key: Dice.parse(row.dice) for row in table("scales", "shock")}
    assert [[key, str(one), one.lowest(), one.highest()] for key, one in shocks.items()] == printed("OPS-TAB-12")
    reach = table("scales", "zone")
    assert [[row.zone, row.ordinary, row.long_range] for row in reach] == printed("OPS-TAB-07")
    assert [row.heavy for row in reach] == ["standard", "difficult", "extreme", "extreme"]
    assert [[row.zone, row.most_m] for row in reach] == [[row[0], row[2]] for row in printed("OPS-TAB-15")]


def test_fumbles():
    """M-02: three columns, ten faces each."""
    drawn = {
        "firearm": "jam jam jam magazine_falls magazine_falls stumbles_exposed stumbles_exposed stray_shot stray_shot "
        "weapon_wrecked",
        "melee": "off_balance off_balance off_balance weapon_dropped weapon_dropped weapon_stuck weapon_stuck "
        "hits_ally hits_ally sprain",
        "defence": "falls falls falls cornered cornered drops_item drops_item critical_hit critical_hit out_of_breath",
    }
    for situation, effects in drawn.items():
        assert [pack.fumble(situation, face).key for face in range(1, 11)] == effects.split()
    assert len(table("fumbles", "fumble")) == 15


MADNESS = """
flees phobia, faints narcolepsy, freezes panic_attacks, screams compulsive_talk, attacks_source violent_outbursts,
attacks_nearest paranoia, shoots_shadows never_unarmed, blindness tremor, deaf_mute mutism,
scene_amnesia mission_amnesia, denial lasting_denial, laughs_weeps depression, obeys dependence,
trance religious_delusion, hallucinations recurring_hallucinations, fascination obsession, catatonia catatonic_episodes,
self_harm risk_taking, dissociation second_personality, cold_clarity emotional_void
"""


def test_madness():
    """M-14: twenty faces, a crisis and a disorder each."""
    expected = [tuple(pair.split()) for pair in MADNESS.split(",")]
    rows = table("madness", "madness")
    assert [(row.temporary, row.indefinite) for row in rows] == expected
    assert [row.roll for row in rows] == list(range(1, 21))


# --- books, rituals, vehicles, gear ----------------------------------------------------------------------------------

TOMES = """
field_notes | a modern language | 1 day | 1D3 |
leaked_pdf | a modern language | 2 day | 1D3 | sign_of_warding
seized_tape | None | 1 hour | 1D3 |
cult_hymnal | English | 1 week | 1D6 | call_deep_one
asylum_diary | French | 3 day | 1D6 | cloud_memory
explorers_log | English | 1 week | 1D6 |
treatise_angles | German | 1 month | 1D10 | open_gate bind_stalker
book_of_worms | Latin | 2 month | 1D10 | raise_dead banish
ghoul_cults | French | 1 month | 1D10 | speak_with_dead
stone_tablets | Akkadian | 3 month | 1D10 | call_servant
necro_partial | Greek or Latin | 3 month | 1D10 | banish open_gate
necro_full | Latin or Arabic | 6 month | 2D10 | all
"""


def test_forbidden_books():
    """M-16: language, time, loss, what each teaches; the complete one teaches everything."""
    everything = tuple(row.key for row in table("rituals", "ritual"))
    cells = [
        [
            row.key,
            str(row.language_en),
            f"{row.reading} {row.reading_unit}",
            row.loss,
            "all" if row.teaches == everything else " ".join(row.teaches),
        ]
        for row in table("tomes", "tome")
    ]
    assert cells == lines(TOMES)


RITUALS = """
sign_of_warding | 1D3 | none | scene | 10 minutes
banish | 1D10 | difficult | day | 1 turn per 5 POU of the target
call_deep_one | 1D6 | standard | day | 1 hour
call_servant | 1D10 | difficult | new_moon | 1 hour
bind_stalker | 1D10 | difficult | scene | 3 turns
cloud_memory | 1D3 | standard | scene | 1 turn
speak_with_dead | 1D6 | standard | day | 30 minutes
raise_dead | 1D10 | difficult | day | 2 hours
open_gate | 2D10 | difficult | day | 1 hour
withering | 1D6 | difficult | scene | 1 turn
veil | 1D6 | standard | scene | 1 turn
true_shape | 1D6 | standard | scene | 1 turn
"""


def test_rituals():
    """M-17: cost, test, frequency, time."""
    rows = table("rituals", "ritual")
    cells = [[row.key, row.cost, row.effect_test, row.frequency, row.time_en] for row in rows]
    assert cells == lines(RITUALS)
    assert [(row.key, row.condition_en) for row in rows if row.condition_en] == [
        ("call_deep_one", "By the sea"),
        ("call_servant", "At the new moon"),
    ]


VEHICLES = """
motorbike | 5 | good | 12 | 0 | 2 | 4D6
sports_car | 5 | good | 20 | 2 | 2 | 4D6
sedan | 4 | normal | 22 | 2 | 5 | 3D6
suv | 4 | normal | 28 | 3 | 5 | 3D6
van | 3 | poor | 28 | 2 | 9 | 3D6
armoured_suv | 3 | poor | 34 | 12 | 5 | 3D6
truck | 2 | poor | 45 | 4 | 3 | 4D6
apc | 2 | poor | 60 | 25 | 10 | 3D6
speedboat | 4 | normal | 22 | 1 | 6 | 3D6
helicopter | 6 | normal | 26 | 2 | 5 | 8D6
drone_small | 4 | good | 3 | 0 | 0 | –
bicycle | 1 | good | 6 | 0 | 1 | 1D6
"""


def test_vehicles():
    """M-18: speed, handling, structure, armour, seats, crash dice."""
    cells = [
        [row.key, str(row.speed), row.handling, str(row.sv), str(row.armour), str(row.seats), row.crash_dice or NO]
        for row in table("vehicles", "vehicle")
    ]
    assert cells == lines(VEHICLES)


def test_gear():
    """M-23: twelve things; uses, hours and help as proposed."""
    rows = table("gear", "gear")
    keys = "first_aid_kit trauma_bag morphine night_vision thermal_scope encrypted_radio lock_picks tracker drone_kit "
    assert [row.key for row in rows] == f"{keys}body_camera false_papers gas_mask".split()
    assert {row.key: row.uses for row in rows if row.uses} == {"first_aid_kit": 5, "morphine": 1}
    assert {row.key: row.hours for row in rows if row.hours} == {"morphine": 4}
    assert {row.key for row in rows if row.advantage} == {"trauma_bag"}
    assert {row.key: row.immune for row in rows if row.immune} == {"gas_mask": ("tear_gas",)}


def test_the_time_before_a_substance_works_is_the_same_in_words_and_in_turns():
    """M-09, OPS-TIME-01: a turn is six seconds."""
    turns = {"turn": 1, "minute": 10, "hour": 600, "day": 14_400}
    for row in pack.table("substances", "substance"):
        count, unit, *_ = row.onset_en.split()
        assert row.onset_turns == (int(count) * turns[unit.rstrip("s")] if count.isdigit() else 0), row.key
