"""Stories of fights and of what they leave: that weapon, that bite, states in one list, turns, undoing (CBT, GRAP)."""

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.d20d100.evening import Evening, investigator
from systems.table import at

COLT, FIST = "Colt .38", "Poing, pied"


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def refusal(doing, *args, **said):
    with pytest.raises(Refusal) as no:
        doing(*args, **said)
    return no.value


def fight(evening, *order):
    """Everybody against the first of them, in this order of initiative."""
    evening.fight(order[:1], order[1:])
    evening.rank(*order)


def settle(evening, procedure, *dice, **given):
    ((due, named),) = evening.due()
    assert named == procedure
    evening.keep(c.Settle(due=due, dice=dice or None, given=given))


def bitten(evening, face=15, damage=1):
    """Berthe in the teeth of the ghoul."""
    evening.do(evening.ghoul, "attack", (face, damage), weapon_name="Morsure", target=at(evening.berthe))
    assert evening.marks(evening.berthe)["bitten_by"] == [evening.ghoul]


# ---- what holds on ----


def test_a_ghoul_that_bites_hangs_on(evening):
    """D100-MISS-07: 1d4 every round, until she is free of it; a wound over time is no shock."""
    evening.write(evening.ghoul, damage_bonus=0)
    fight(evening, evening.ghoul, evening.berthe)
    bitten(evening, 20, 1)
    before = evening.sheet(evening.berthe)["pv"]
    evening.turn(2)
    settle(evening, "lasting_harm", 3)
    assert evening.sheet(evening.berthe)["pv"] == before - 3
    evening.turn(1)
    evening.do(evening.berthe, "grapple_manoeuvre", (20, 1), manoeuvre="break_free", target=at(evening.ghoul))
    assert not {"bitten_by", "bite"} & set(evening.marks(evening.berthe))
    evening.turn(2)
    assert evening.due() == []


def test_teeth_go_on_without_a_fight(evening):
    """D100-MISS-07: ten rounds a minute."""
    evening.do(evening.ghoul, "attack", (16, 1), weapon_name="Morsure", target=at(evening.gangster))
    evening.keep(c.Advance(minutes=1))
    for _ in range(3):
        settle(evening, "lasting_harm", 1)
    assert evening.sheet(evening.gangster)["pv"] == 13 - 3 - 3


@pytest.mark.parametrize("end", ["killed", "knocked_out", "stepped_away", "over", "taken_out"])
def test_dead_jaws_let_go(evening, end):
    """D100-MISS-07: as every hold ends."""
    fight(evening, evening.ghoul, evening.berthe)
    bitten(evening)
    {
        "killed": lambda: evening.do(evening.ghoul, "apply_damage", None, damage=60),
        "knocked_out": lambda: evening.do(evening.ghoul, "apply_temp_damage", (), damage=60),
        "stepped_away": lambda: evening.mark(evening.ghoul, stands=20),
        "over": lambda: evening.keep(c.EndFight()),
        "taken_out": lambda: evening.keep(c.Leave(character=evening.ghoul)),
    }[end]()
    assert "bitten_by" not in evening.marks(evening.berthe)


def test_strength_is_drunk_round_after_round(evening):
    """D100-MISS-07: the star vampire; Lutte and damage follow the score."""
    vampire = evening.add(being="creature/vampire_stellaire")
    evening.do(vampire, "attack", (15, 1), weapon_name="Morsure", target=at(evening.berthe))
    evening.keep(c.Advance(minutes=1))
    grip = evening.sheet(evening.berthe)["lutte"]
    settle(evening, "lasting_harm", 4)
    sheet = evening.sheet(evening.berthe)
    assert (sheet["scores"]["FOR"], sheet["lutte"]) == (8, grip - 2)


def test_a_blow_that_drains_or_poisons_offers_it(evening):
    """D100-MISS-07: the byakhee's bite, the serpent man's poison."""
    byakhee, serpent = (evening.add(being=f"creature/{key}") for key in ("byakhee", "homme_serpent"))
    evening.do(byakhee, "attack", (16, 1), weapon_name="Morsure", target=at(evening.berthe))
    evening.follow("drain", (2,))
    assert evening.sheet(evening.berthe)["scores"]["FOR"] == 10
    evening.do(serpent, "attack", (16, 1), weapon_name="Morsure", target=at(evening.gangster))
    assert evening.follow("poison", (1,)).outcome["damage"] == 11


# ---- that weapon ----


def test_the_weapon_in_hand_is_the_one_that_falls(evening):
    """D100-SPEC-03: the one last used, and no other."""
    odette = evening.add(sheet=investigator("Odette", ("colt_38", "couteau_combat")))
    knife = next(one["name"] for one in evening.sheet(odette)["weapons"] if one["weapon"] == "couteau_combat")
    evening.do(odette, "attack", (2,), weapon_name=knife, target=at(evening.gangster))
    evening.do(evening.gangster, "disarm", (20, 1), holder=at(odette))
    assert evening.marks(odette)["disarmed"] == knife
    evening.do(odette, "attack", (2,), weapon_name=COLT, target=at(evening.gangster))
    assert (
        refusal(evening.do, odette, "attack", (2,), weapon_name=knife, target=at(evening.gangster)).id == "act/dropped"
    )


def test_a_series_spends_each_shot_and_stops_with_the_last(evening):
    """D100-FIRE-02, D100-FIRE-04: three shots of a revolver with two rounds left."""
    (colt,) = [one for one in evening.sheet(evening.berthe)["weapons"] if one["weapon"] == "colt_38"]
    evening.write(evening.berthe, weapons=[{**colt, "loaded": 2}])
    fired = evening.do(evening.berthe, "multiple_fire", (2, 2), mode="triple", target=at(evening.gangster))
    assert len(fired.outcome["shots"]) == 2
    assert evening.sheet(evening.berthe)["weapons"][0]["loaded"] == 0
    no = refusal(evening.do, evening.berthe, "multiple_fire", None, mode="double", target=at(evening.gangster))
    assert no.id == "act/empty"


def test_a_jam_is_cleared_into_the_next_round_and_a_botch_ends_the_weapon(evening):
    """D100-FIRE-11: two simple actions, then the Mécanique throw; out of order for good."""
    odette = evening.add(sheet=investigator("Odette", ("luger",)))
    gun = next(one["name"] for one in evening.sheet(odette)["weapons"] if one["capacity"])
    fight(evening, odette, evening.gangster)
    shot = evening.do(odette, "attack", (2,), weapon_name=gun, target=at(evening.gangster))
    assert shot.outcome["malfunction"] == "jam"
    evening.do(odette, "clear_jam", (1,), weapon_name=gun)
    assert (evening.left(odette), evening.sheet(odette)["weapons"][0]["weapon_state"]) == (0, "broken")
    evening.turn(2)
    assert evening.now == odette
    evening.do(odette, "attack", (2,), weapon_name=FIST, target=at(evening.gangster))
    assert evening.left(odette) == 0
    assert refusal(evening.do, odette, "attack", (2,), weapon_name=gun, target=at(evening.gangster)).id == "act/broken"


# ---- turns ----


def test_a_shock_costs_the_next_turn_one_action_and_no_more(evening):
    """D100-HEALTH-03: two again the turn after."""
    evening.write(evening.gangster, pv=13)
    fight(evening, evening.gangster, evening.berthe)
    evening.do(evening.berthe, "apply_damage", None, damage=6)
    evening.turn()
    evening.do(evening.berthe, "take_action", (), action="walk")
    assert evening.left(evening.berthe) == 0
    evening.turn(2)
    assert evening.now == evening.berthe
    evening.do(evening.berthe, "take_action", (), action="walk")
    assert evening.left(evening.berthe) == 1


def test_the_staggered_strike_once_and_do_not_charge(evening):
    """D100-TEMP-02, D100-ATK-07: one simple action, over the rules as over the table."""
    evening.do(evening.berthe, "apply_temp_damage", (), damage=evening.sheet(evening.berthe)["pv"])
    fight(evening, evening.berthe, evening.gangster)
    evening.mark(evening.gangster, stands=6)
    assert refusal(evening.do, evening.berthe, "charge", None, target=at(evening.gangster)).rule == "D100-ATK-07"
    evening.do(evening.berthe, "attack", (2,), weapon_name=COLT, target=at(evening.gangster))
    assert evening.left(evening.berthe) == 0


def test_full_defence_is_over_with_the_next_turn(evening):
    """D100-MODE-01: +4 for everybody who strikes meanwhile, and no attack of one's own."""
    fight(evening, evening.berthe, evening.gangster)
    plain = evening.sheet(evening.berthe)["defence"]
    evening.do(evening.berthe, "full_defence")
    evening.turn()
    blow = {"weapon_name": FIST, "target": at(evening.berthe)}
    assert evening.do(evening.gangster, "attack", (2,), **blow).given["defence"] == plain + 4
    evening.turn()
    assert evening.do(evening.gangster, "attack", (2,), **blow).given["defence"] == plain


def test_a_knocked_out_enemy_is_helpless_and_wakes_no_worse(evening):
    """D100-SPEC-05, D100-TEMP-02: +4 against the Defence of the unwary; awake, the Defence is whole again."""
    evening.do(evening.gangster, "apply_temp_damage", (), damage=14)
    blow = {"weapon_name": COLT, "target": at(evening.gangster)}
    struck = evening.do(evening.berthe, "attack", (2,), **blow).given
    assert ("helpless_target" in struck["situations"], struck["defence"]) == (True, 15)
    evening.do(evening.gangster, "wake_up", (10,))
    awake = evening.do(evening.berthe, "attack", (2,), **blow).given
    assert ("helpless_target" in awake["situations"], awake["defence"]) == (False, 16)


def test_whoever_waits_keeps_the_later_place(evening):
    """D100-MODE-05: for the rest of the fight."""
    fight(evening, evening.berthe, evening.gangster, evening.ghoul)
    evening.do(evening.berthe, "delay", (), after=at(evening.gangster))
    assert evening.order == [evening.gangster, evening.berthe, evening.ghoul]
    evening.turn(4)
    assert evening.order == [evening.gangster, evening.berthe, evening.ghoul]


def test_points_are_not_spent_in_the_middle_of_a_fight(evening):
    """D100-XP-06: at any other time."""
    evening.write(evening.berthe, xp=9)
    fight(evening, evening.berthe, evening.gangster)
    no = refusal(evening.do, evening.berthe, "spend_xp", (), purchase="skill", target="nager")
    assert no.words["why"] == "in_play"
    evening.keep(c.EndFight())
    evening.do(evening.berthe, "spend_xp", (), purchase="skill", target="nager")
    assert evening.sheet(evening.berthe)["xp"] == 6


def test_a_tick_is_used_up_by_what_it_cheapens(evening):
    """D100-XP-02, D100-XP-04: one point with the tick, three without."""
    evening.write(evening.berthe, xp=9)
    evening.do(evening.berthe, "tick_box", (), target="nager")
    assert evening.do(evening.berthe, "spend_xp", (), purchase="skill", target="nager").outcome["cost"] == 1
    assert evening.do(evening.berthe, "spend_xp", (), purchase="skill", target="nager").outcome["cost"] == 3
    assert evening.sheet(evening.berthe)["xp"] == 5


# ---- states in one list ----


def test_states_are_told_in_one_list_while_they_hold(evening):
    """Whatever lies on somebody stands in `states`, and is gone from it when it is over."""
    fight(evening, evening.gangster, evening.berthe)
    assert evening.sheet(evening.berthe)["states"] == ["flat_footed"]
    evening.do(evening.gangster, "start_grapple", (20, 1), opponent=at(evening.berthe))
    evening.do(evening.gangster, "grapple_manoeuvre", (20, 1), manoeuvre="strangle", target=at(evening.berthe))
    evening.write(evening.berthe, on_fire=True)
    assert {"grappling", "strangled", "on_fire"} <= set(evening.sheet(evening.berthe)["states"])
    evening.keep(c.EndFight())
    assert evening.sheet(evening.berthe)["states"] == ["on_fire"]


def test_a_state_that_is_written_holds(evening):
    """By hand in the list, or as a mark: the same."""
    evening.write(evening.gangster, states=["helpless", "on_fire"])
    assert evening.marks(evening.gangster)["helpless"] is True
    assert evening.sheet(evening.gangster)["on_fire"] is True
    evening.write(evening.gangster, states=["on_fire"])
    assert "helpless" not in evening.marks(evening.gangster)
    evening.mark(evening.gangster, prone=True)
    assert evening.sheet(evening.gangster)["states"] == ["prone", "on_fire"]


def test_a_fire_that_is_put_out_in_words_burns_nobody(evening):
    """D100-ROLL-03: what waited for its die is gone with the word for it."""
    evening.write(evening.berthe, on_fire=True)
    evening.keep(c.Advance(minutes=1))
    assert [one["procedure"] for one in evening.play["due"].values()] == ["burn_round"]
    evening.write(evening.berthe, states=[])
    assert not evening.sheet(evening.berthe)["on_fire"]
    assert not evening.play["due"]


def test_hours_since_a_beating_are_counted(evening):
    """D100-TEMP-03: until nothing is left of it, or another comes."""
    evening.do(evening.berthe, "apply_temp_damage", (), damage=3)
    evening.keep(c.Advance(minutes=120))
    assert evening.sheet(evening.berthe)["hours_since_temp_recovery"] == 2
    evening.do(evening.berthe, "apply_temp_damage", (), damage=1)
    assert evening.sheet(evening.berthe)["hours_since_temp_recovery"] == 0


# ---- undoing ----


def test_undoing_a_fight_step_by_step_is_the_way_back(evening):
    """Everything that an evening of it wrote, taken back."""
    states = []
    acts = [
        lambda: fight(evening, evening.ghoul, evening.berthe, evening.gangster),
        lambda: bitten(evening),
        lambda: evening.turn(3),
        lambda: evening.do(evening.berthe, "first_aid", (1,), patient=at(evening.berthe), modifier=0),
        lambda: evening.do(evening.berthe, "cast_spell", (20, 1, 3), spell="nuage_mental", victim=at(evening.gangster)),
        lambda: evening.keep(c.EndFight()),
        lambda: evening.do(evening.berthe, "effort_round", ()),
        lambda: evening.keep(c.Advance(minutes=3)),
    ]
    for act in acts:
        states.append((evening.table.state.version, evening.play))
        act()
    while states:
        version, before = states.pop()
        while evening.table.state.version != version and evening.play != before:
            evening.keep(c.Undo())
        assert {key: value for key, value in evening.play.items() if key != "redo"} == {
            key: value for key, value in before.items() if key != "redo"
        }


# ---- only what is possible ----


@pytest.mark.parametrize(
    ("act", "weapon", "given"),
    [
        ("coup_de_grace", FIST, {}),
        ("charge", COLT, {}),
        ("burst", COLT, {}),
        ("multiple_fire", FIST, {"mode": "double"}),
    ],
)
def test_a_weapon_does_only_what_it_can(evening, act, weapon, given):
    """D100-SPEC-06, D100-SPEC-02, D100-FIRE-07, D100-WPN-11: whoever names it."""
    evening.mark(evening.gangster, helpless=True)
    aim = {"targets": [at(evening.gangster)]} if act == "burst" else {"target": at(evening.gangster)}
    assert refusal(evening.do, evening.berthe, act, None, weapon_name=weapon, **given, **aim).id == "act/unfit_weapon"


def test_whoever_lies_shoots_as_well_and_strikes_worse(evening):
    """D100-MISS-17: −4 to blows only."""
    evening.mark(evening.berthe, prone=True)
    blow = evening.do(evening.berthe, "attack", (2,), weapon_name=FIST, target=at(evening.gangster)).given
    shot = evening.do(evening.berthe, "attack", (2,), weapon_name=COLT, target=at(evening.gangster)).given
    assert ("attacker_prone" in blow["situations"], "attacker_prone" in shot["situations"]) == (True, False)


def test_whom_one_holds_oneself_is_no_easier_to_hit(evening):
    """D100-GRAP-03: +4 for the others."""
    evening.do(evening.gangster, "start_grapple", (20, 1), opponent=at(evening.berthe))
    evening.do(evening.gangster, "grapple_manoeuvre", (20, 1), manoeuvre="immobilise", target=at(evening.berthe))
    blow = {"target": at(evening.berthe)}
    mine = evening.do(evening.gangster, "attack", (2,), weapon_name=FIST, **blow).given["situations"]
    other = evening.do(evening.ghoul, "attack", (2,), weapon_name="Griffes", **blow).given["situations"]
    assert ("immobilised_target" in mine, "immobilised_target" in other) == (False, True)


def test_a_boxer_kills_more_easily_and_stuns_like_anybody(evening):
    """D100-TEMP-04: −2 to wound in earnest with fists, −4 to stun with a revolver."""
    evening.write(evening.berthe, traits=[{"key": "boxeur"}])
    aim = {"target": at(evening.gangster)}
    fists = evening.do(evening.berthe, "attack", (2,), weapon_name=FIST, intent="kill", **aim).given["situations"]
    butt = evening.do(evening.berthe, "attack", (2,), weapon_name=COLT, intent="stun", **aim).given["situations"]
    assert (fists, butt) == (["damage_type_changed_easy"], ["damage_type_changed"])


def test_full_defence_leaves_no_attack_to_anybody(evening):
    """D100-MODE-01: nor to whom the Keeper plays."""
    fight(evening, evening.gangster, evening.berthe)
    evening.do(evening.gangster, "full_defence")
    assert (
        refusal(evening.do, evening.gangster, "attack", (2,), target=at(evening.berthe)).words["why"] == "full_defence"
    )


def test_caution_is_for_every_attack_of_a_round(evening):
    """D100-MODE-02: announced before the first of them, and every attack roll suffers from it."""
    fight(evening, evening.berthe, evening.gangster)
    evening.do(evening.berthe, "attack", (2,), weapon_name=COLT, target=at(evening.gangster))
    no = refusal(evening.do, evening.berthe, "defensive_fighting", seat=evening.ann)
    assert (no.words["why"], no.rule) == ("struck", "D100-MODE-02")
    evening.turn(2)
    plain = evening.do(evening.berthe, "disarm", (2, 20), holder=at(evening.gangster)).given["attacker_mods"]
    evening.turn(2)
    evening.do(evening.berthe, "defensive_fighting", seat=evening.ann)
    wary = evening.do(evening.berthe, "disarm", (2, 20), holder=at(evening.gangster)).given["attacker_mods"]
    assert sorted(wary) == sorted([*plain, -4])
    evening.turn()
    assert evening.do(evening.gangster, "disarm", (2, 20), holder=at(evening.berthe)).given["holder_mods"] == [-4]


@pytest.mark.parametrize(
    ("procedure", "dice", "given", "too_late"),
    [("disarm", (2, 20), {"holder": "gangster"}, True), ("start_grapple", (2, 20), {"opponent": "gangster"}, True),
     ("grapple_manoeuvre", (2, 20), {"manoeuvre": "push", "target": "gangster"}, True),
     ("grapple_manoeuvre", (2, 20), {"manoeuvre": "break_free", "target": "gangster"}, False)],
)  # fmt: skip
def test_caution_comes_too_late_after_any_attack(evening, procedure, dice, given, too_late):
    """D100-MODE-02: in the same turn; whoever only breaks free has not attacked."""
    fight(evening, evening.berthe, evening.gangster)
    if procedure == "grapple_manoeuvre":
        evening.mark(evening.berthe, grappling=[evening.gangster])
        evening.mark(evening.gangster, grappling=[evening.berthe])
    whom = {key: at(evening.gangster) if one == "gangster" else one for key, one in given.items()}
    evening.do(evening.berthe, procedure, dice, **whom)
    if too_late:
        no = refusal(evening.do, evening.berthe, "defensive_fighting", seat=evening.ann)
        assert (no.words["why"], no.rule) == ("struck", "D100-MODE-02")
        evening.turn(2)
    evening.do(evening.berthe, "defensive_fighting", seat=evening.ann)


def test_a_cautious_shot_in_a_grapple_is_no_better(evening):
    """D100-MODE-02, D100-GRAP-03."""
    evening.mark(evening.berthe, grappling=[evening.gangster], weapon_drawn=True)
    evening.mark(evening.gangster, grappling=[evening.berthe])
    shot = {"manoeuvre": "shoot", "weapon_name": COLT, "target": at(evening.gangster)}
    plain = evening.do(evening.berthe, "grapple_manoeuvre", (2, 20), **shot).given["attack"]
    evening.mark(evening.berthe, defensive=True)
    assert evening.do(evening.berthe, "grapple_manoeuvre", (2, 20), **shot).given["attack"] == plain - 4


def test_whoever_assesses_a_fight_does_not_fight_for_a_round(evening):
    """D100-MODE-04, D100-SPEC-01: not even at whoever gives an opening; from then on twenty and DEX, for good."""
    fight(evening, evening.berthe, evening.gangster)
    evening.do(evening.berthe, "assess", seat=evening.ann)
    evening.turn()
    blow = {"target": at(evening.gangster)}
    no = refusal(evening.do, evening.berthe, "opportunity_attack", (2,), **blow)
    assert (no.words["why"], no.rule) == ("assessing", "D100-MODE-04")
    mine = evening.marks(evening.berthe)
    assert mine["initiative_total"] == 20 + evening.sheet(evening.berthe)["modifiers"]["DEX"]
    evening.turn()
    assert evening.now == evening.berthe
    assert "assessing" not in evening.marks(evening.berthe)
    evening.do(evening.berthe, "attack", (2,), **blow)
    evening.turn(4)
    assert evening.marks(evening.berthe)["initiative_total"] == mine["initiative_total"]


@pytest.mark.parametrize(
    ("stance", "offered"), [({}, True), ({"full_defence": True}, False), ({"assessing": True}, False)]
)
def test_nobody_is_offered_a_blow_that_they_have_given_up(evening, stance, offered):
    """D100-MODE-01, D100-MODE-04, D100-SPEC-01."""
    fight(evening, evening.berthe, evening.gangster)
    evening.mark(evening.gangster, stands=12, **stance)
    evening.do(evening.berthe, "take_action", (), action="run", toward=at(evening.gangster))
    assert ("opportunity" in evening.offered()) is offered


def test_nobody_takes_twenty_in_a_fight(evening):
    """D100-TEST-11."""
    evening.do(evening.berthe, "take_20", (), skill="serrurerie", difficulty=20)
    fight(evening, evening.berthe, evening.gangster)
    no = refusal(evening.do, evening.berthe, "take_20", (), skill="serrurerie", difficulty=20)
    assert no.words["why"] == "no_time_for_twenty"


def test_nobody_sprints_on_a_quarter_of_their_pv(evening):
    """D100-HEALTH-04."""
    evening.do(evening.berthe, "apply_damage", None, damage=9, over_time=True)
    assert refusal(evening.do, evening.berthe, "sprint", (15, 15)).words["why"] == "cannot_run"
    assert evening.do(evening.berthe, "take_action", (), action="run").outcome["reason"] == "cannot_run"


def test_a_roll_that_stands_serves_the_ambush(evening):
    """D100-CBT-07, D100-TEST-08: no new die for whoever hid before."""
    evening.do(evening.ghoul, "record_passive", (18,), skill="se_cacher", modifier=0)
    seen = evening.do(evening.ghoul, "check_surprise", (2,), watchers=[at(evening.berthe)])
    assert (seen.given["recorded_total"], seen.outcome["surprised"]) == (18, ["Berthe"])


def test_a_premonition_rests_on_perception(evening):
    """D100-TRAIT-06, D100-MISS-16: PER for it, POU for the other powers."""
    evening.keep(c.Settings(options={"psychic_traits": True}))
    evening.write(evening.berthe, traits=[{"key": "intuition"}, {"key": "medium"}])
    warned = evening.do(evening.berthe, "psychic_power", None, power="intuition")
    speaks = evening.do(evening.berthe, "psychic_power", None, power="medium")
    sheet = evening.sheet(evening.berthe)["modifiers"]
    assert (warned.given["modifier"], speaks.given["modifier"]) == (sheet["PER"], sheet["POU"])


def test_a_selective_weapon_fires_in_every_way_it_has(evening):
    """D100-FIRE-09, D100-WPN-11: the Thompson single, double, triple and in bursts; the MP18 in bursts alone."""
    odette = evening.add(sheet=investigator("Odette", ("thompson", "mp18", "pompe_12")))
    thompson, mp18, pump = (one["name"] for one in evening.sheet(odette)["weapons"] if one["capacity"])
    aim = {"target": at(evening.gangster)}
    evening.do(odette, "attack", (3,), weapon_name=thompson, **aim)
    evening.do(odette, "multiple_fire", (3, 3, 3), weapon_name=thompson, mode="triple", **aim)
    evening.do(odette, "burst", None, weapon_name=thompson, targets=[at(evening.gangster)])
    assert refusal(evening.do, odette, "attack", (3,), weapon_name=mp18, **aim).id == "act/unfit_weapon"
    evening.do(odette, "burst", None, weapon_name=mp18, targets=[at(evening.gangster)])
    assert refusal(evening.do, odette, "multiple_fire", None, weapon_name=pump, mode="triple", **aim).field == "mode"
    evening.do(odette, "multiple_fire", None, weapon_name=pump, mode="double", **aim)


def test_a_spell_takes_its_rounds(evening):
    """D100-MISS-10: five for a ward of flesh; what takes hours is for another day."""
    fight(evening, evening.berthe, evening.gangster)
    evening.do(evening.berthe, "cast_spell", (1, 4), spell="protection_charnelle", pm_spent=1)
    for _ in range(4):
        evening.turn(2)
        assert (evening.now, evening.left(evening.berthe)) == (evening.berthe, 0)
    evening.turn(2)
    assert evening.left(evening.berthe) == 2
    assert refusal(evening.do, evening.berthe, "cast_spell", None, spell="guerison").id == "act/takes_hours"


def test_pincers_are_followed_by_a_hold(evening):
    """D100-MISS-07: the Mi-Go, from the card of the blow."""
    mi_go = evening.add(being="creature/mi_go")
    evening.do(mi_go, "attack", (18, 1), weapon_name="Pinces", target=at(evening.berthe))
    evening.follow("seize", (20, 1))
    assert evening.marks(evening.berthe)["grappling"] == [mi_go]
