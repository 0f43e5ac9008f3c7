"""What skills are for, and rules that live in several places at once (SKILL, CREA, ROLL, CBT, ATK, FIRE)."""

from pathlib import Path
from random import Random

import pytest

from gardien.core.errors import Refusal
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.growth.skill_points import formula_of
from gardien.systems.d20d100.table.fight import FIGHTING
from gardien.table import commands as c
from gardien.table.store import open_store
from gardien.table.tables import Tables
from systems.brute import Bench

bench = Bench("d20d100")
outcome, picked = bench.outcome, bench.picked


def formulas(group):
    """The skills of a group that everybody has, and what each is computed from."""
    rows = [row for row in pack.table("skills", "skill") if row.group == group]
    return {row.key: formula_of(row.key, Options()) for row in rows}


# ---- what skills rest on ----


def test_the_three_skills_of_the_body_rest_on_strength_and_running_is_none():
    """D100-SKILL-03: one runs on the Endurance Jet and sprints on FOR."""
    assert formulas("physical") == {"nager": "FOR−1", "sauter": "FOR−1", "grimper": "FOR+2"}
    assert outcome("effort_round", [10], con_score=10, endurance=2, round=11)["modifier_used"] == 2
    assert outcome("sprint", [10, 10], for_modifier=2, endurance=0)["force_total"] == 12


def test_social_skills_rest_on_will_except_those_of_a_milieu():
    """D100-SKILL-04, D100-SKILL-06, D100-SKILL-07: Crédit knows high society, the street its contrary."""
    result = formulas("social")
    persuading = ("eloquence", "baratin", "deguisement", "intimidation", "marchandage")
    assert all(result[key].startswith("POU") for key in persuading)
    assert (result["credit"], result["ecole_rue"]) == ("EDU−3", "−EDU−2")
    learned, street = (outcome("base_skills", scores={"EDU": edu})["skills"] for edu in (16, 4))
    assert learned["credit"] > street["credit"]
    assert learned["ecole_rue"] < street["ecole_rue"]


def test_knowledge_rests_on_schooling_with_three_exceptions():
    """D100-SKILL-10, D100-SKILL-12, D100-SKILL-13: memory, accounts, and the occult, which rests on nothing."""
    result = formulas("knowledge")
    others = {key: formula for key, formula in result.items() if not formula.startswith("EDU−")}
    assert others == {"comptabilite": "INT+EDU−6", "memoire": "EDU+INT−3", "occultisme": "−5"}
    for score in (3, 10, 18):
        scores = dict.fromkeys(("FOR", "DEX", "CON", "PER", "INT", "POU", "EDU", "TAI"), score)
        assert outcome("base_skills", scores=scores)["skills"]["occultisme"] == -5


def test_senses_rest_on_perception_and_searching_on_the_mind_too():
    """D100-SKILL-16, D100-SKILL-17, D100-SKILL-18, D100-SKILL-19, D100-SKILL-20."""
    assert formulas("perception") == {
        "bibliotheque": "INT−1",
        "ecouter": "PER−1",
        "observer": "PER−1",
        "toc": "INT+PER−3",
        "psychologie": "INT+PER−7",
        "orienter": "PER−4",
        "suivre_piste": "PER−4",
    }


def test_smell_taste_and_touch_have_no_skill():
    """D100-SKILL-17: a test of PER at 10."""
    assert picked("characteristic_test", [8], "difficulty", "success", characteristic="PER", modifier=2) == (10, True)


def test_people_are_read_not_searched():
    """D100-SKILL-18, D100-SKILL-19: Baratin meets Psychologie, and no opposition is settled by searching a place."""
    pairs = {row.active: row.passive for row in pack.table("skills", "pair")}
    assert pairs["baratin"] == "psychologie"
    assert "toc" not in {*pairs, *pairs.values()}


def test_hiding_is_for_the_small():
    """D100-SKILL-21: stealth rests on DEX; the modifier of TAI is taken off Se Cacher and off nothing else."""
    result = formulas("stealth")
    assert all(formula.startswith("DEX") for formula in result.values())
    small, large = (outcome("base_skills", scores={"TAI": tai})["skills"] for tai in (8, 18))
    assert {key: small[key] - large[key] for key in small if small[key] != large[key]} == {"se_cacher": 5}


def test_the_same_formula_gives_the_same_base():
    """D100-CREA-13: where the sheet prints ^, the formula itself is kept."""
    for scores in ({}, {"FOR": 16, "EDU": 15, "INT": 7, "DEX": 4, "PER": 17}):
        result = outcome("base_skills", scores=scores)["skills"]
        by_formula = {}
        for key, base in result.items():
            if not pack.skill(key).of_score:
                by_formula.setdefault(formula_of(key, Options()), set()).add(base)
        assert all(len(bases) == 1 for bases in by_formula.values())


def test_a_weapon_picked_up_is_used_with_the_skill_one_has():
    """D100-SKILL-24, D100-ATK-02: its own numbers, and nothing to write down before."""
    for key in ("lebel", "colt_38", "thompson"):
        row = pack.weapon(key)
        result = outcome("weapon_line", weapon=key, skill=6)
        assert result["base_series"][0] == 6 + row.precision
        assert result["damage_text"] == row.damage


@pytest.mark.parametrize(("specialty", "precision", "improvised"), [(False, 0, 0), (True, 2, 0), (True, -1, -4)])
def test_the_first_score_of_a_weapon(specialty, precision, improvised):
    """D100-ATK-02: skill, Specialty, Precision, what was never made for fighting; a burst makes it a Difficulty."""
    more = {"specialty": specialty, "precision": precision, "improvised": improvised}
    result = outcome("weapon_line", skill=3, **more)
    assert result["base_series"] == [3 + 2 * specialty + precision + improvised]
    burst = outcome("weapon_line", weapon="thompson", skill=3, rate="burst_10")
    assert burst["burst_difficulties"] == [
        outcome("burst_difficulty", series=burst["base_series"], burst_size=10, recoil=pack.weapon("thompson").recoil)[
            "difficulties"
        ][0]
    ]


# ---- falls and fights ----


@pytest.mark.parametrize(("face", "falls"), [(7, True), (8, False)])
def test_the_risk_of_a_fall(face, falls):
    """D100-ROLL-02: Réflexes at 10 unless the Keeper says otherwise; whoever fails falls, and then it hurts."""
    assert outcome("jet_test", [face], jet="reflexes", modifier=2)["success"] is not falls
    assert outcome("jet_test", [face], jet="reflexes", modifier=2, difficulty=15)["success"] is False
    assert picked("fall", [2, 3, 3], "damage", "pv", pv=10, height=6, modifier=2) == (6, 4)


def test_the_phases_of_a_fight():
    """D100-CBT-01: initiative, places, minds, senses, surprise, rounds; the ghoul comes unnoticed."""
    fighters = [
        {"name": "Ada", "initiative": 1, "pv": 11, "pv_max": 11},
        {"name": "Goule", "initiative": 3, "is_pc": False},
    ]
    assert outcome("start_combat", [12, 5], combatants=fighters)["order"] == ["Ada", "Goule"]
    horror = {"loss_success": "0", "loss_failure": "1d6"}
    assert outcome("combat_san", [40], minds=[{"name": "Ada", "san": 55}], **horror)["pending"][0]["success"] is True
    hidden = outcome("check_surprise", [15, 4], hidden_modifier=6, watchers=[{"name": "Ada", "modifier": 2}])
    assert hidden["surprised"] == ["Ada"]
    assert outcome("round_plan", base_series=[6, 1], plan=["attack", "walk"])["attack_scores"] == [6]


@pytest.mark.parametrize(
    ("metres", "band"), [(0, "contact"), (1.5, "contact"), (6, "near"), (24, "far"), (25, "distant")]
)
def test_places_are_metres_on_a_line(metres, band):
    """D100-CBT-05: where everybody stands is kept in metres; no plan is needed."""
    distance = FIGHTING.distance
    assert distance is not None
    for one, other in ((0, metres), (metres, 0), (-10, metres - 10)):
        assert distance.bands[distance.band({distance.mark: one}, {distance.mark: other})] == band


@pytest.mark.parametrize("plan", [["attack", "walk"], ["walk", "attack"], ["attack", "other"]])
def test_careful_fire_is_one_aimed_shot_for_each_attack(plan):
    """D100-FIRE-01: the base series, without recoil; half a round leaves its first score."""
    assert outcome("round_plan", base_series=[6, 1], plan=plan)["attack_scores"] == [6]
    result = outcome("attack_sequence", [9, 3, 18, 5], series=[6, 1], defence=15, damage="1d10", loaded=6)
    assert [one["attack"] for one in result["shots"]] == [6, 1]
    assert result["ammo_left"] == 4


# ---- who rolls ----


@pytest.fixture
def table(tmp_path: Path):
    """Ann plays Ada; the gangster is the Keeper’s."""
    store = open_store(tmp_path / "store.db")
    tables = Tables(store, generator=Random(1))
    campaign, _ = tables.open(c.Open(system="d20d100"))
    yield tables.table(campaign)
    store.close()


def test_everybody_rolls_for_their_own_and_the_keeper_may_hide_it(table):
    """D100-CORE-02: Ann rolls for Ada, not for the gangster, and does not see what the Keeper rolls in secret."""

    def act(seat, command):
        act.count += 1
        return table.act(seat, c.Envelope(action=f"a{act.count}", command=command), "fr")

    act.count = 0
    ada = act("keeper", c.Add(sheet={"system": "d20d100", "kind": "investigator", "name": "Ada"})).card["words"]
    gangster = act("keeper", c.Add(being="adversary/gangster")).card["words"]["character"]
    ann = act("keeper", c.Seat(role="player", name="Ann", characters=(ada["character"],))).card["words"]["seat"]
    test = {"procedure": "jet_test", "given": {"jet": "chance"}, "dice": (12,)}
    assert act(ann, c.Do(character=ada["character"], **test)).card["roll"]["outcome"]["total"] == 12
    with pytest.raises(Refusal):
        act(ann, c.Do(character=gangster, **test))
    with pytest.raises(Refusal):
        act(ann, c.Settings(options={"rule_shock": False}))
    before = table.log(table.viewer(ann), "fr")
    act("keeper", c.Do(character=gangster, audience="keeper", **test))
    assert table.log(table.viewer(ann), "fr") == before
