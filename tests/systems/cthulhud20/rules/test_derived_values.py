"""Everything a sheet computes (HP, FAT, AC, DEST, P-SAVE, P-INIT, P-SAN, P-SAMPLE)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.systems.cthulhud20 import pack
from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")


@pytest.mark.parametrize(
    "example", [one for one in examples("cthulhud20") if one.procedure == "derived_values"], ids=by_id
)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


def derived(*fields: str, weapons: list[Any] | None = None, options: Any = None, **who: Any) -> Any:
    """Fields of a sheet; one alone, or several."""
    result = outcome("derived_values", character=who, weapons=weapons or [], options=options or {})
    return result[fields[0]] if len(fields) == 1 else tuple(result[name] for name in fields)


# ---- abilities, PV, PF ----


@pytest.mark.parametrize("score", range(1, 32))
def test_modifiers_and_points_cell_by_cell(score):
    """CD20-P-ABIL-01: the printed rows, from −5 and 3 to +10 and 18."""
    row = [-5, *(one for one in range(-4, 11) for _ in range(2))][score - 1]
    assert derived("modifiers", **dict.fromkeys(ABILITIES, score)) == dict.fromkeys(ABILITIES, row)
    assert derived("pv_max", "pf_max", "pv", "pf", con=score) == (8 + row,) * 4


@pytest.mark.parametrize("taken", [0, 1, 2])
def test_toughness_on_the_sheet(taken):
    """CD20-FEAT-08, CD20-HP-01, CD20-HP-02: the level gives none."""
    feats = ["toughness"] * taken
    assert derived("pv_max", "pf_max", con=14, feats=feats, level=20) == (10 + 2 * taken,) * 2


@pytest.mark.parametrize(("pv", "ceiling"), [(10, 10), (7, 10), (6, 9), (5, 7), (4, 6), (3, 4), (2, 3), (1, 1)])
def test_the_ceiling_of_pf_cell_by_cell(pv, ceiling):
    """CD20-HP-07: half as many again, rounded down, and never above the maximum."""
    assert derived("pf_ceiling", "pf", con=14, pv=pv) == (ceiling, ceiling)


def test_points_that_are_lost():
    """CD20-FAT-01, CD20-FAT-03, CD20-COND-02."""
    assert derived("pf_lost", "fatigue_malus", "state", con=14, pf=4) == (6, -3, "ok")
    assert derived("pf_lost", "fatigue_malus", "state", con=6, pf=0) == (6, -5, "unconscious")
    assert derived("pf_lost", "state", pf=-2, state="stunned") == (10, "stunned")
    assert derived("pv", "pf", "pf_ceiling", "state", pv=0) == (0, 0, 0, "dead")


# ---- what fights use ----


def test_the_sheet_of_paul():
    """CD20-P-SAMPLE-01, seed lines 150-151: whole, and tired after the chase."""
    paul: dict[str, Any] = {
        **dict(zip(ABILITIES, (11, 14, 14, 13, 12, 12), strict=True)),
        "combat_option": "defence",
        "good_saves": ["fort", "ref"],
        "feats": ["alertness", "weapon_proficiency:handgun"],
        "armour_items": ["jacket"],
    }
    whole = derived("pv_max", "base_attack", "fort", "ref", "will", "initiative", "destiny_left", "san_start", **paul)
    assert whole == (10, [0], 4, 4, 1, 2, 1, 60)
    worn = dict.fromkeys(("torso", "right_arm", "left_arm", "abdomen"), 13)
    bare = dict.fromkeys(("head", "right_leg", "left_leg"), 12)
    assert derived("zone_ca", **paul) == {**worn, **bare}
    assert derived("weapons", weapons=["r38"], **paul) == [{"weapon": "r38", "lethality": 4, "bonuses": [6]}]
    tired = {**paul, "pf": 8}
    assert derived("zone_ca", **tired) == {zone: ca - 1 for zone, ca in {**worn, **bare}.items()}
    assert derived("fort", "ref", "will", "initiative", **tired) == (4, 3, 1, 1)
    assert derived("weapons", weapons=["r38"], **tired)[0]["bonuses"] == [5]


def test_the_thug():
    """CD20-P-SAMPLE-01: ranged +2, weapon +3; no destiny for whoever nobody plays."""
    thug: dict[str, Any] = {
        **dict(zip(ABILITIES, (13, 13, 12, 9, 10, 9), strict=True)),
        "good_saves": ["fort"],
        "feats": ["weapon_proficiency:handgun", "improved_initiative"],
        "npc": True,
    }
    assert derived("pv_max", "base_attack", "fort", "ref", "will", **thug) == (9, [1], 3, 1, 0)
    assert set(derived("zone_ca", **thug).values()) == {11}
    assert derived("weapons", weapons=["p32"], **thug)[0]["bonuses"] == [5]
    assert derived("initiative", "destiny_received", "destiny_left", **thug) == (5, 0, 0)
    assert derived("destiny_left", options={"npc_destiny": True}, **thug) == 1


@pytest.mark.parametrize("weapon", pack.keys("weapons", "weapon"))
def test_every_weapon_of_the_list(weapon):
    """CD20-LETH-01, CD20-LETH-02, CD20-ATT-01: base, ability, lethality; −4 for a group nobody learned."""
    row = pack.weapon(weapon)
    (line,) = derived("weapons", weapons=[weapon], str=14, dex=18, level=7)
    ability = 4 if row.metres or row.hurled else 2
    strange = 0 if row.proficiency == "simple" else -4
    assert line == {
        "weapon": weapon,
        "lethality": row.lethality,
        "bonuses": [base + ability + row.lethality + strange for base in (6, 1)],
    }


def test_a_line_leaves_out_what_depends_on_the_shot():
    """CD20-P-SAMPLE-01: no distance, no Point Blank Shot, no aim; but focus, finesse, size, wounds, conditions."""
    feats = ["point_blank_shot", "weapon_focus:r38", "weapon_proficiency:handgun"]
    assert derived("weapons", weapons=["r38"], feats=feats)[0]["bonuses"] == [1 + 4 + 1]
    agile = {"dex": 16, "feats": ["weapon_finesse:knife"]}
    assert derived("weapons", weapons=["knife"], **agile)[0]["bonuses"] == [1 + 3 + pack.weapon("knife").lethality]
    hurt = {"hampered_parts": ["head"], "conditions": ["shaken"], "size": "small"}
    assert derived("weapons", weapons=[{}], **hurt)[0]["bonuses"] == [1 - 4 - 2 + 1]


def test_a_weapon_described():
    """CD20-LETH-04: strength counts where the table wants it."""
    sabre = {"key": "sabre_of_my_uncle", "damage": "1d8", "threat_from": 19}
    assert derived("weapons", weapons=[sabre]) == [
        {"weapon": "sabre_of_my_uncle", "lethality": 3, "bonuses": [4]},
    ]
    strong = derived("weapons", weapons=[sabre], str=18, options={"strength_in_lethality": True})
    assert strong[0]["lethality"] == pack.lethal(12) + 1


def test_ca_by_house_rules():
    """CD20-P-LEVEL-02, CD20-P-AC-01."""
    who = {"level": 10, "combat_option": "defence", "armour": {"torso": 2}, "armour_items": ["jacket"]}
    assert derived("zone_ca", **who)["torso"] == 12
    assert derived("zone_ca", "touch_ca", options={"level_ac_bonus": True}, **who)[1] == 14
    assert derived("zone_ca", options={"stack_layered_armour": True}, **who)["torso"] == 13
    assert set(derived("zone_ca", tables="mi_go")) == set(pack.zones("mi_go"))


def test_saves_and_initiative_with_every_malus():
    """CD20-P-SAVE-01, CD20-P-INIT-01, CD20-P-COND-01, CD20-P-WOUND-01."""
    hurt = {"pf": 4, "conditions": ["shaken", "deafened"], "hampered_parts": ["abdomen"]}
    assert derived("fort", "ref", "will", "initiative", **hurt) == (-2, -6, -2, -10)
    assert derived("fort", "ref", "will", fort=5, ref=6, will=7) == (5, 6, 7)


# ---- destiny, sanity ----


@pytest.mark.parametrize(("level", "spent", "left"), [(1, 0, 1), (9, 4, 5), (3, 3, 0), (2, 5, 0)])
def test_destiny(level, spent, left):
    """CD20-DEST-01, CD20-DEST-02."""
    assert derived("destiny_received", "destiny_left", level=level, destiny_spent=spent) == (level, left)


@pytest.mark.parametrize(("wis", "mythos", "start", "most"), [(10, 0, 50, 99), (14, 5, 70, 94), (3, 99, 15, 0)])
def test_sanity(wis, mythos, start, most):
    """CD20-P-SAN-01: the start does not move with the Mythos."""
    assert derived("san_start", "san_max", wis=wis, mythos_ranks=mythos) == (start, most)


def test_reasons_are_given():
    """CD20-HP-01: points part by part, unless they were written."""
    result = bench.answer("derived_values", character={"con": 14, "feats": ["toughness"]}).steps
    assert result[0].parts == (("base", 8), ("con", 2), ("feat_bonus", 2))
    assert bench.answer("derived_values", character={"pv_max": 30}).steps[0].parts == ()


def test_bad_weapons_are_refused():
    assert refused("derived_values", weapons=["banana"])[1] == "weapons"
    assert refused("derived_values", character={"pv": 99})[0] == "field/at_most"


@given(st.integers(0, 40), st.integers(0, 2), st.integers(-3, 20), st.integers(-5, 20))
def test_points_always_fit_together(con, tough, pv, pf):
    """CD20-HP-07: PF never stand above their ceiling."""
    who = {"con": con, "feats": ["toughness"] * tough}
    most = derived("pv_max", **who)
    result = derived("pv", "pf", "pf_ceiling", "pf_lost", **who, pv=min(pv, most))
    assert result[1] == result[2]
    assert result[3] == most - result[1]
    lower = min(pf, result[1])
    if pv >= 1:
        assert derived("pf", **who, pv=min(pv, most), pf=lower) == lower
