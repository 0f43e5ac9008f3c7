"""An evening at the table: sheets fill in, people meet, results are written back, and everything can be taken back."""

from itertools import pairwise

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.organique.evening import Evening, somebody
from systems.table import at


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


# ---- inputs ----


def test_everybody_comes_from_their_sheet(evening):
    """ORG-CBT-01: weapon, armour, skills, what is on the blade; whoever is asked decides before any die falls."""
    evening.do(evening.tyra, "combat_action", target=at(evening.thug), action="easy_strike")
    assert evening.choices()[:3] == ["dodge", "parry", "leap"]
    given = evening.decide("dodge", (1, 20)).given
    assert given["attacker"]["name"] == "Tyra"
    assert given["attacker"]["armour"] == ["junk_armour"]
    assert (given["weapon"]["name"], given["weapon"]["coating"]) == ("spear", "blade_poison")
    assert (given["target"]["kind"], given["target"]["name"]) == ("human", "Voyou")
    assert given["reaction"]["kind"] == "dodge"


def test_a_save_is_of_the_kind_that_was_asked_for(evening):
    """The kind of a sheet is none of a save, nor of a hold (ORG-SAVE-01)."""
    roll = evening.do(evening.tyra, "save", (9,), seat=evening.ann, kind="fear", difficulty=20)
    assert (roll.given["kind"], roll.outcome["base"]) == ("fear", 12)
    roll = evening.do(evening.kim, "skill_test", (9,), seat=evening.bob, skill="cryptography", difficulty=15)
    assert roll.outcome["skill_bonus"] == 12


def test_what_others_know_of_somebody_is_how_they_look(evening):
    """Reserves are one’s own business."""
    known = evening.table.look(evening.table.viewer(evening.bob))["characters"][evening.thug]
    assert "condition" in known["sheet"]
    assert "sng" not in known["sheet"]


def test_a_weapon_that_is_not_there_is_refused(evening):
    with pytest.raises(Refusal) as refused:
        evening.do(evening.tyra, "combat_action", target=at(evening.thug), action="strike", weapon_name="Sabre")
    assert refused.value.id == "field/one_of"


# ---- the way back ----


def test_reserves_are_written_in_half_points_and_taken_back(evening):
    """ORG-HP-02, ORG-HP-03, ORG-TEST-09: body, blood, the wound itself; and undo is the state before, to the letter."""
    before = evening.play
    evening.strike(evening.thug, evening.tyra, "", 19, action="strike")
    tyra = evening.sheet(evening.tyra)
    assert (tyra["cps"], tyra["sng"]) == (4, 0.5)
    assert tyra["wounds"][0]["bs"] == 2.5
    assert evening.sheet(evening.tyra) != before["characters"][evening.tyra]["sheet"]
    while evening.play.get("waits") or evening.play["characters"] != before["characters"]:
        evening.keep(c.Undo())
    assert evening.play == before


def test_poison_on_a_blade_is_used_up_and_acts(evening):
    """ORG-POI-01, ORG-ARM-06: one dose on the spear, then in the body."""
    evening.strike(evening.tyra, evening.thug, "", 20, action="easy_strike")
    assert [one["poison"] for one in evening.sheet(evening.thug)["doses"]] == ["blade_poison"]
    assert evening.sheet(evening.tyra)["weapons"][0]["coats"] == 0


def test_cartridges_are_counted(evening):
    """M9."""
    evening.strike(evening.kim, evening.thug, "", 10, action="shoot")
    assert evening.sheet(evening.kim)["weapons"][0]["loaded"] == 9
    evening.write(evening.kim, weapons=[{"weapon": "pistol_22", "name": "Pistolet", "loaded": 0}])
    with pytest.raises(Refusal) as refused:
        evening.do(evening.kim, "combat_action", target=at(evening.thug), action="shoot", weapon_name="Pistolet")
    assert refused.value.id == "act/empty"


def test_whoever_is_disarmed_takes_the_weapon_up_again(evening):
    """ORG-ACT-04, ORG-FREE-05."""
    evening.strike(evening.tyra, evening.thug, "", 20, action="disarm", weapon_name="punch")
    assert evening.sheet(evening.thug)["weapons"][0]["place"] == "dropped"
    evening.do(evening.thug, "free_action", kind="pick_up")
    assert evening.sheet(evening.thug)["weapons"][0]["place"] == "carried"


def test_a_body_without_inc_dies_slowly_and_is_held_back_in_time(evening):
    """ORG-HP-07, ORG-END-09, M17: the timer, END below 0 for a day, first aid that stops it."""
    evening.write(evening.kim, skills={"emergency_medicine": 4})
    evening.write(evening.tyra, sng=0.5, cps=0, inc=1)
    evening.strike(evening.thug, evening.tyra, "", 20, action="strike")
    tyra = evening.sheet(evening.tyra)
    assert (tyra["condition"], tyra["inc"], tyra["end_now"], tyra["timer"]) == ("dying", 0, -1, 7)
    assert ("collapse", "collapse") in evening.lasting(evening.tyra)
    evening.do(evening.kim, "first_aid", (20,), patient=at(evening.tyra))
    tyra = evening.sheet(evening.tyra)
    assert (tyra["condition"], tyra["stabilised"]) == ("out_of_action", True)
    assert tyra.get("timer") is None
    assert all(one["closed"] for one in tyra["wounds"])


def test_end_is_kept_by_cause(evening):
    """ORG-END-08: effort comes back by the turn, fatigue by the period."""
    evening.do(evening.kim, "exert", causes=["fighting"], turns=2)
    evening.do(evening.kim, "fatigue", minutes=15)
    kim = evening.sheet(evening.kim)
    assert (kim["end_now"], kim["end_lost"]) == (3, {"exhaustion": 2, "fatigue": 3})
    evening.pass_time(5)
    kim = evening.sheet(evening.kim)
    assert (kim["end_now"], kim["end_lost"]) == (6, {"fatigue": 2})
    evening.do(evening.kim, "rest", minutes=10)
    assert (evening.sheet(evening.kim)["end_now"], evening.sheet(evening.kim)["end_lost"]) == (8, {})


def test_minds_and_wheels(evening):
    """ORG-PSY-01, ORG-END-05, M8: the level of a power, of the skill for a vehicle; END of its own kind."""
    matt, rakesh = evening.add(sheet=somebody("matt")), evening.add(sheet=somebody("rakesh"))
    evening.mark(matt, stands=0)
    evening.mark(evening.thug, stands=5)
    roll = evening.do(matt, "psychic_attack", (20, 2), power="attack_fear", targets=[at(evening.thug)])
    assert (roll.given["level"], roll.given["targets"][0]["metres"]) == (2, 5)
    assert evening.sheet(matt)["end_lost"] == {"psychic": 2}
    assert evening.do(matt, "psychic_sense", (10,)).given["level"] == 3
    roll = evening.do(rakesh, "manoeuvre", (10,), vehicle="scooter", manoeuvre="tight_turn", speed=20)
    assert roll.given["level"] == 3


@pytest.mark.parametrize(
    ("powers", "procedure", "power", "rule"),
    [({}, "psychic_attack", None, "ORG-PSY-01"), ({"sense_thoughts": 2}, "psychic_attack", None, "ORG-PSY-01"),
     ({"attack_fear": 2}, "psychic_attack", "attack_sleep", "ORG-PSY-01"),
     ({"attack_fear": 2}, "psychic_attack", "attack_fear", ""), ({"attack_fear": 2}, "psychic_attack", None, ""),
     ({"attack_fear": 2}, "psychic_sense", None, "ORG-PSY-06"), ({"sense_thoughts": 2}, "psychic_sense", None, ""),
     ({"sense_thoughts": 2}, "psychic_sense", "sense_presence", "ORG-PSY-06")],
)  # fmt: skip
def test_a_player_uses_the_powers_that_were_learned(evening, powers, procedure, power, rule):
    """ORG-PSY-01, ORG-PSY-06: the game master may grant any other."""
    evening.write(evening.tyra, powers=powers)
    given = {"power": power} if power else {}
    use = c.Do(procedure=procedure, character=evening.tyra, given=given)
    if rule:
        with pytest.raises(Refusal) as told:
            evening.act(evening.ann, use)
        assert (told.value.words["why"], told.value.rule) == ("no_power", rule)
    evening.act("keeper" if rule else evening.ann, use)
    assert evening.roll().procedure == procedure


@pytest.mark.parametrize(
    ("power", "difficulty", "symptom"),
    [
        ("attack_fear", 20, "panic"),
        ("attack_sleep", 25, ""),
        ("attack_hallucination", 25, "hallucinations"),
        ("attack_stupor", 35, "stupor"),
        ("attack_persuasion", 20, ""),
    ],
)
def test_powers_have_their_own_difficulty_and_leave_what_they_do(evening, power, difficulty, symptom):
    """ORG-PSY-01 to 03, M7: a turn for each point of margin; what is only believed is told."""
    matt = evening.add(sheet=somebody("matt", powers={power: 2}))
    roll = evening.do(matt, "psychic_attack", (20, 1), power=power, targets=[at(evening.thug)])
    assert (roll.given["difficulty"], roll.given["power"], roll.outcome["success"]) == (difficulty, power, True)
    thug, margin = evening.sheet(evening.thug), roll.outcome["margin"]
    if symptom == "hallucinations":
        symptom = f"{'major' if margin >= 10 else 'minor'}_{symptom}"
    assert evening.lasting(evening.thug) == ([("symptom", symptom)] if symptom else [])
    assert thug["unconscious_turns"] == (margin if power == "attack_sleep" else 0)
    assert thug["stupor"] == (power == "attack_stupor")


def test_pain_that_nobody_can_miss_is_felt_as_long_as_it_lasts(evening):
    """M7, ORG-VOL-04: suffering of the margin; it ends with its minutes, and all of it is undone."""
    matt = evening.add(sheet=somebody("matt", powers={"attack_pain": 2}))
    before = evening.play
    roll = evening.do(matt, "psychic_attack", (20, 1), targets=[at(evening.thug)])
    (result,) = roll.outcome["targets"]
    assert (roll.given["targets"][0]["obvious"], result["controlled"]) == (True, True)
    assert evening.sheet(evening.thug)["suffering"] == [result["margin_faced"]]
    evening.pass_time(5)
    assert (evening.sheet(evening.thug)["suffering"], evening.lasting(evening.thug)) == ([], [])
    for _ in range(2):
        evening.keep(c.Undo())
    assert evening.play == before


def test_powers_over_oneself(evening):
    """M7: five points of strength and speed, for as many turns as the margin has points."""
    matt = evening.add(sheet=somebody("matt", powers={"self_surge": 2}))
    before = evening.sheet(matt)["effective"]
    evening.do(matt, "psychic_attack", (20,), power="self_surge")
    sheet = evening.sheet(matt)["effective"]
    assert (sheet["FOR"] - before["FOR"], sheet["VIT"] - before["VIT"]) == (5, 5)
    evening.pass_time(5)
    assert evening.sheet(matt)["effective"] == before


def test_turns_of_a_surge_cost_end(evening):
    """M7: a point more each turn, and it is over after as many turns as its margin had points."""
    matt = evening.add(sheet=somebody("matt", powers={"self_surge": 2}))
    evening.fight((matt,), (evening.thug,))
    evening.rank(matt, evening.thug)
    roll = evening.do(matt, "psychic_attack", (7,), power="self_surge")
    turns = roll.outcome["margin"]
    assert turns == 3
    ends = [evening.sheet(matt)["end_now"]]
    for _ in range(turns):
        assert evening.lasting(matt) == [("power", "self_surge")]
        evening.mark(matt, moments=["action"])
        evening.turn(2)
        ends.append(evening.sheet(matt)["end_now"])
    assert ([ends[0] - one for one in ends], evening.lasting(matt)) == ([0, 2, 4, 6], [])


def test_a_surge_on_the_clock(evening):
    """M7, ORG-END-08: its turns cost END and are no rest; what is left of the minute is."""
    matt = evening.add(sheet=somebody("matt", powers={"self_surge": 2}))
    evening.do(matt, "psychic_attack", (8,), power="self_surge")
    evening.write(matt, END=40, end_now=40)
    for level, lost, left in ((4, 0, 0), (10, 8, 0), (16, 12, 4)):  # what is lost in ten turns comes back in two more
        evening.write(matt, lasting=[{"kind": "power", "key": "self_surge", "level": level, "until": 60}], end_now=40)
        evening.pass_time(1)
        assert 40 - evening.sheet(matt)["end_now"] == lost
        assert [one["level"] for one in evening.sheet(matt)["lasting"]] == ([left] if left else [])


def test_a_slow_body_bleeds_half(evening):
    """M7: END lost to a mortal wound one turn in two."""
    matt = evening.add(sheet=somebody("matt", powers={"self_slow_body": 2}))
    evening.write(matt, lasting=[{"kind": "power", "key": "self_slow_body", "level": 6, "count": 1}])
    evening.fight((matt,), (evening.thug,))
    evening.rank(matt, evening.thug)
    evening.write(matt, sng=0)
    ends = [evening.sheet(matt)["end_now"]]
    for _ in range(8):
        evening.turn(2)
        ends.append(evening.sheet(matt)["end_now"])
    assert [one - other for one, other in pairwise(ends)] == [1, 0, 1, 0, 1, 0, 1, 1]


def test_the_drug_of_psychics(evening):
    """M11: six more for the psychic’s own throw, three END instead of two, for as long as the dose acts."""
    matt = evening.add(sheet=somebody("matt", powers={"attack_fear": 2, "sense_presence": 1}))
    evening.do(matt, "take_drug", drug="third_eye")
    for procedure, more in (("psychic_attack", {"power": "attack_fear"}), ("psychic_sense", {})):
        before = evening.sheet(matt)["end_now"]
        roll = evening.do(matt, procedure, (1,), **more)
        assert roll.given["enhanced"]
        assert roll.outcome["mod"] == 6 + 4 * (roll.given["level"] - 1)
        assert evening.sheet(matt)["end_now"] == before - 3
    assert evening.sheet(matt)["end_lost"]["psychic"] == 6
    evening.pass_time(61)
    evening.settle("take_drug", ())
    assert not evening.do(matt, "psychic_sense", (1,)).given.get("enhanced")


def test_quick_people_are_quicker(evening):
    """M2, ORG-INIT-01."""
    evening.write(evening.kim, traits={"quick": 1, "hunted": 1})
    roll = evening.do(None, "start_fight", (10, 10), combatants=[at(evening.kim), at(evening.tyra)])
    assert [one["initiative_mod"] for one in roll.given["combatants"]] == [3, 0]


def test_saves_move_with_the_traits_of_a_sheet(evening):
    """M2: whoever comes by a trait has what it adds, and no more once it is gone; what is written beside it counts."""
    before = evening.sheet(evening.kim)["save_mods"]
    evening.write(evening.kim, traits={"iron_guts": 1})
    assert evening.sheet(evening.kim)["save_mods"] == {**before, "vomiting": 5, "disease": 5}
    evening.write(evening.kim, traits={})
    assert evening.sheet(evening.kim)["save_mods"] == before


def test_a_swarm_of_the_list(evening):
    """ORG-MON-04, ORG-MON-05, M16: how many, how small, what each does; a number that is given counts."""
    roll = evening.do(evening.kim, "swarm_turn", creatures="rats")
    assert (roll.given["count"], roll.given["damage_each"]) == (30, 0.1)
    assert evening.sheet(evening.kim)["sng"] == 2
    roll = evening.do(evening.tyra, "attack_swarm", (19,), creatures="rats", count=12)
    assert (roll.given["count"], roll.given["size_mod"], roll.outcome["count_left"]) == (12, -10, 11)


def test_what_comes_back_is_counted(evening):
    """ORG-DMG-02, M20: failures in the cold of a scene, days lost to a torturer."""
    evening.do(evening.kim, "cold", (1, 1), hours=2)
    assert (evening.sheet(evening.kim)["halved"], evening.marks(evening.kim)["cold_failures"]) == (True, 2)
    assert evening.do(evening.kim, "cold", (1,)).outcome["bs"] == 1
    evening.keep(c.Scene(title="Au chaud"))
    assert "cold_failures" not in evening.marks(evening.kim)
    for lost in (1, 2):
        evening.do(evening.thug, "brainwash", (20, 1), victim=at(evening.tyra))
        assert evening.marks(evening.tyra)["days_lost"] == lost
        evening.pass_time(24 * 60)
    evening.do(evening.thug, "brainwash", (1, 20), victim=at(evening.tyra))
    assert "days_lost" not in evening.marks(evening.tyra)


def test_a_load_weighs_and_is_put_down(evening):
    """ORG-FOR-03: FOR 6 carries 15 kg; 22 kg cost two points."""
    evening.write(evening.kim, load_kg=22)
    assert evening.sheet(evening.kim)["effective"]["AGI"] == 7
    evening.write(evening.kim, load_kg=10)
    assert evening.sheet(evening.kim)["effective"]["AGI"] == 9


def test_a_bite_brings_its_disease(evening):
    """M16, ORG-DIS-01: offered once blood is drawn, written down with its first test."""
    rat = evening.add(being="creature/rat")
    evening.strike(rat, evening.kim, "", 20, action="strike")
    offer = evening.offered()["catch"]
    assert (offer.procedure, offer.about) == ("expose_disease", ("Fièvre du rat", "Rat fever"))
    evening.follow("catch", (2,))
    (disease,) = evening.sheet(evening.kim)["lasting"]
    assert (disease["kind"], disease["key"], disease["next"] > 0) == ("disease", "rat_fever", True)


def test_a_robot_has_structure_and_no_blood(evening):
    """ORG-MON-01."""
    robot = evening.add(being="robot/guard_robot")
    evening.do(robot, "apply_damage", bs=8, c=0, bypass_armour=True)
    assert (evening.sheet(robot)["structure"], evening.sheet(robot)["condition"]) == (12, "ok")


def test_sheets_of_the_pack_can_be_played(evening):
    """M1, M16: everybody of the pack stands at a table as they are."""
    from gardien.systems.organique import pack

    for table, file in (("sample", "samples"), ("creature", "creatures"), ("robot", "creatures")):
        for key in pack.keys(file, table):
            id = evening.add(being=f"{table}/{key}")
            assert evening.sheet(id)["condition"] == "ok"
    assert somebody("ying")["kind"] == "npc"


def test_a_swarm_has_a_sheet_that_counts_what_is_left(evening):
    """ORG-MON-04, ORG-MON-05, M16: bites and blows read it; without any left, it is no more; and back."""
    rats = evening.add(being="swarm/rats")
    before = evening.play
    roll = evening.do(evening.kim, "swarm_turn", swarm=at(rats))
    assert (roll.given["count"], roll.given["damage_each"]) == (30, 0.1)
    roll = evening.do(evening.tyra, "attack_swarm", (20, 6, 6, 6, 6), swarm=at(rats), means="area", points=2)
    assert (roll.given["size_mod"], roll.outcome["count_left"], evening.sheet(rats)["count"]) == (-10, 6, 6)
    assert evening.do(evening.kim, "swarm_turn", swarm=at(rats)).given["count"] == 6
    evening.do(evening.tyra, "attack_swarm", (20, 6, 6), swarm=at(rats), means="area", points=1)
    assert (evening.sheet(rats)["count"], evening.sheet(rats)["condition"]) == (0, "dead")
    for _ in range(4):
        evening.keep(c.Undo())
    assert evening.play == before
