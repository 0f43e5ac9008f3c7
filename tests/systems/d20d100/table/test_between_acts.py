"""Between one act and the next: that weapon, that hold, who can act, what wounds and house rules leave (GRAP)."""

from contextlib import nullcontext, suppress

import pytest

from gardien.core.errors import Refusal
from gardien.core.system import find
from gardien.systems.d20d100.sheet.sheet import Investigator
from gardien.systems.d20d100.table.marks import Marks
from gardien.table import commands as c
from gardien.table.marks import field_types
from systems.d20d100.evening import Evening, investigator
from systems.table import at

COLT = "Colt .38"


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def refused(doing, *args, **said):
    with pytest.raises(Refusal) as no:
        doing(*args, **said)
    return no.value


def guns(evening, who):
    return {one["name"]: (one["loaded"], one["spare"]) for one in evening.sheet(who)["weapons"] if one["capacity"]}


def armed(evening, who, *lines):
    """Somebody with several guns, alike but for their names."""
    (colt,) = [one for one in evening.sheet(who)["weapons"] if one["weapon"] == "colt_38"]
    evening.write(who, weapons=[{**colt, **line} for line in lines])


def grip(evening, holder, victim):
    evening.do(holder, "start_grapple", (20, 1), opponent=at(victim))


def wrestle(evening, who, manoeuvre, target, dice=(20, 1)):
    return evening.do(who, "grapple_manoeuvre", dice, manoeuvre=manoeuvre, target=at(target))


# ---- weapons ----


def test_the_second_gun_is_the_one_that_fires_and_is_loaded(evening):
    """D100-FIRE-04, D100-FIRE-05."""
    armed(evening, evening.berthe, {"name": "Le premier"}, {"name": "Le second"})
    evening.do(evening.berthe, "attack", (2,), weapon_name="Le second", target=at(evening.gangster))
    full, spare = guns(evening, evening.berthe)["Le premier"]
    assert guns(evening, evening.berthe)["Le second"] == (full - 1, spare)
    evening.do(evening.berthe, "reload", (), weapon_name="Le second")
    assert guns(evening, evening.berthe) == {"Le premier": (full, spare), "Le second": (full, spare - 1)}


def test_two_guns_of_one_name_are_told_apart(evening):
    """D100-FIRE-04."""
    armed(evening, evening.berthe, {}, {})
    evening.do(evening.berthe, "attack", (2,), weapon_name=f"{COLT} 2", target=at(evening.gangster))
    loaded = [one["loaded"] for one in evening.sheet(evening.berthe)["weapons"]]
    assert loaded[0] == loaded[1] + 1


def test_numbers_that_are_ruled_spend_a_cartridge_too(evening):
    """D100-FIRE-04."""
    before = guns(evening, evening.berthe)[COLT][0]
    evening.do(evening.berthe, "attack", (2,), attack=1, damage="2d6", target=at(evening.gangster))
    assert guns(evening, evening.berthe)[COLT][0] == before - 1


def test_a_shot_in_a_grapple_and_a_coup_de_grace_spend_a_cartridge(evening):
    """D100-GRAP-03, D100-SPEC-06."""
    before = guns(evening, evening.berthe)[COLT][0]
    grip(evening, evening.berthe, evening.gangster)
    evening.mark(evening.berthe, weapon_drawn=True)
    shot = {"manoeuvre": "shoot", "weapon_name": COLT, "target": at(evening.gangster)}
    evening.do(evening.berthe, "grapple_manoeuvre", (20, 1, 2), **shot)
    assert guns(evening, evening.berthe)[COLT][0] == before - 1
    wrestle(evening, evening.berthe, "break_free", evening.gangster)
    evening.mark(evening.ghoul, helpless=True)
    evening.do(evening.berthe, "coup_de_grace", None, weapon_name=COLT, target=at(evening.ghoul))
    assert guns(evening, evening.berthe)[COLT][0] == before - 2


def test_an_empty_gun_does_not_fire_and_nothing_goes_below_zero(evening):
    """D100-FIRE-04."""
    armed(evening, evening.berthe, {"loaded": 1})
    evening.do(evening.berthe, "attack", (2,), target=at(evening.gangster))
    assert guns(evening, evening.berthe)[COLT][0] == 0
    no = refused(evening.do, evening.berthe, "attack", (2,), weapon_name=COLT, target=at(evening.gangster))
    assert no.id == "act/empty"


def test_nobody_loads_more_than_they_carry(evening):
    """D100-FIRE-05."""
    armed(evening, evening.berthe, {"loaded": 0, "spare": 1})
    assert refused(evening.do, evening.berthe, "reload", (), rounds=2).field == "rounds"
    evening.do(evening.berthe, "reload", ())
    assert guns(evening, evening.berthe)[COLT] == (1, 0)
    assert refused(evening.do, evening.berthe, "reload", ()).id == "act/no_spare"


def test_a_gun_of_ones_own_making_fires_and_is_loaded(evening):
    """D100-FIRE-04, D100-FIRE-05."""
    armed(evening, evening.berthe, {"weapon": "", "name": "Bricolage", "capacity": 2, "loaded": 2, "spare": 3})
    evening.do(evening.berthe, "attack", (2,), weapon_name="Bricolage", target=at(evening.gangster))
    evening.do(evening.berthe, "reload", (), weapon_name="Bricolage")
    assert guns(evening, evening.berthe)["Bricolage"] == (2, 2)


def test_of_two_jammed_guns_the_named_one_is_cleared(evening):
    """D100-FIRE-11."""
    armed(evening, evening.berthe, {"name": "A", "weapon_state": "jam"}, {"name": "B", "weapon_state": "jam"})
    evening.do(evening.berthe, "clear_jam", (20,), weapon_name="B")
    assert [one["weapon_state"] for one in evening.sheet(evening.berthe)["weapons"]] == ["jam", "ok"]
    assert refused(evening.do, evening.berthe, "clear_jam", (20,), weapon_name="B").id == "act/not_jammed"


def test_a_thrown_knife_has_left_the_hand(evening):
    """D100-WPN-06: it is thrown and struck with no more until it is picked up."""
    odette = evening.add(sheet=investigator("Odette", ("couteau_combat",)))
    lines = [one for one in evening.sheet(odette)["weapons"] if one["weapon"] == "couteau_combat"]
    knife = lines[0]["name"]
    evening.do(odette, "attack", (2,), weapon_name=f"{knife} →", target=at(evening.gangster))
    for name in (knife, f"{knife} →"):
        no = refused(evening.do, odette, "attack", (2,), weapon_name=name, target=at(evening.gangster))
        assert no.id == "act/dropped"
    evening.do(odette, "take_action", (), action="pick_up")
    evening.do(odette, "attack", (2,), weapon_name=knife, target=at(evening.gangster))


# ---- holds ----


def test_breaking_one_hold_of_two_frees_from_that_one_alone(evening):
    """D100-GRAP-03."""
    for holder in (evening.gangster, evening.ghoul):
        grip(evening, holder, evening.berthe)
        wrestle(evening, holder, "immobilise", evening.berthe)
    wrestle(evening, evening.berthe, "break_free", evening.gangster)
    marks = evening.marks(evening.berthe)
    assert (marks["grappling"], marks["pinned_by"]) == ([evening.ghoul], [evening.ghoul])
    assert marks["immobilised"] is True
    assert "grappling" not in evening.marks(evening.gangster)
    wrestle(evening, evening.berthe, "break_free", evening.ghoul)
    assert not {"grappling", "immobilised", "pinned_by"} & set(evening.marks(evening.berthe))


@pytest.mark.parametrize("end", ["knocked_out", "killed", "left", "over"])
def test_nobody_is_held_by_whoever_is_out_of_it(evening, end):
    """D100-GRAP-03, D100-GRAP-04."""
    evening.fight((evening.berthe,), (evening.gangster, evening.ghoul))
    grip(evening, evening.gangster, evening.berthe)
    wrestle(evening, evening.gangster, "immobilise", evening.berthe)
    wrestle(evening, evening.gangster, "strangle", evening.berthe)
    assert evening.sheet(evening.berthe)["strangle_round"] == 1
    {
        "knocked_out": lambda: evening.do(evening.gangster, "apply_temp_damage", (), damage=30),
        "killed": lambda: evening.do(evening.gangster, "apply_damage", None, damage=60),
        "left": lambda: evening.keep(c.Leave(character=evening.gangster)),
        "over": lambda: evening.keep(c.EndFight()),
    }[end]()
    marks = evening.marks(evening.berthe)
    assert not {"grappling", "immobilised", "pinned_by", "strangled_by"} & set(marks)
    assert evening.sheet(evening.berthe)["strangle_round"] == 0


def test_a_friend_frees_from_one_holder_only(evening):
    """D100-GRAP-03: free an ally."""
    odette = evening.add(sheet=investigator("Odette"))
    for holder in (evening.gangster, evening.ghoul):
        grip(evening, holder, evening.berthe)
    wrestle(evening, evening.gangster, "strangle", evening.berthe)
    grip(evening, odette, evening.gangster)
    wrestle(evening, odette, "free_ally", evening.gangster)
    assert evening.marks(evening.berthe)["grappling"] == [evening.ghoul]
    assert evening.sheet(evening.berthe)["strangle_round"] == 0
    assert evening.marks(evening.gangster)["grappling"] == [odette]


def test_whoever_is_pushed_away_is_held_no_more(evening):
    """D100-GRAP-03: a metre and a half; nor whoever steps away."""
    grip(evening, evening.gangster, evening.berthe)
    wrestle(evening, evening.berthe, "push", evening.gangster)
    assert "grappling" not in evening.marks(evening.berthe)
    grip(evening, evening.ghoul, evening.berthe)
    evening.mark(evening.ghoul, stands=20)
    assert "grappling" not in evening.marks(evening.berthe)


def test_the_strangled_are_strangled_on_when_they_faint(evening):
    """D100-GRAP-04: until they are free or the strangler lets go."""
    grip(evening, evening.gangster, evening.berthe)
    wrestle(evening, evening.gangster, "strangle", evening.berthe)
    evening.do(evening.berthe, "apply_temp_damage", (), damage=30)
    assert evening.sheet(evening.berthe)["strangle_round"] == 1
    evening.keep(c.Advance(minutes=1))
    assert [procedure for _, procedure in evening.due()] == ["end_round"]


def test_a_silent_hold_is_a_hold(evening):
    """D100-GRAP-05: at +4 the first round only."""
    first = evening.do(evening.berthe, "silent_hold", (20, 1), opponent=at(evening.gangster))
    assert evening.marks(evening.gangster)["immobilised"] is True
    again = evening.do(evening.berthe, "silent_hold", (20, 1), opponent=at(evening.gangster))
    assert again.outcome["total"] == first.outcome["total"] - 4


# ---- who can act ----


@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"pv": -10}, "dead"),
        ({"pv": -3}, "dying"),
        ({"temp_damage": 60}, "unconscious"),
        ({"pm": 0}, "no_pm"),
        ({"perm_mad": True}, "perm_mad"),
    ],
)
def test_whoever_is_out_of_it_does_nothing(evening, state, why):
    """D100-HEALTH-06, D100-TEMP-02, D100-MISS-10, D100-SAN-05: unless the Keeper says so."""
    evening.write(evening.berthe, **state)
    acts = {"attack": {"target": at(evening.gangster)}, "skill_test": {"skill": "ecouter"}, "reload": {}}
    for act, given in acts.items():
        no = refused(evening.do, evening.berthe, act, None, **given)
        assert (no.id, no.words["why"]) == ("act/cannot", why)
    spite = c.Do(procedure="skill_test", character=evening.berthe, given={"skill": "ecouter"}, in_spite=True)
    evening.keep(spite)


def test_the_pinned_only_wrestle(evening):
    """D100-GRAP-03."""
    grip(evening, evening.gangster, evening.berthe)
    wrestle(evening, evening.gangster, "immobilise", evening.berthe)
    no = refused(evening.do, evening.berthe, "attack", (2,), target=at(evening.ghoul))
    assert (no.id, no.words["why"]) == ("act/cannot", "immobilised")
    wrestle(evening, evening.berthe, "break_free", evening.gangster)
    evening.do(evening.berthe, "attack", (2,), target=at(evening.ghoul))


@pytest.mark.parametrize("mark", [one for one in Marks.__struct_fields__ if one not in Investigator.__struct_fields__])
def test_no_mark_breaks_an_act(evening, mark):
    """Whatever lies on somebody, an act is done or refused in words."""
    value = {
        "pending_san": [{"loss": 1}],
        "grappling": [evening.gangster],
        "away": [COLT],
        "discharged": [COLT],
        "attacks_made": [COLT],
        "passive_rolls": [{"skill": "se_cacher", "total": 12}],
        "weapon_in_hand": COLT,
        "bite": "1d4",
        "frightened_by": "Goule",
    }.get(mark)
    if value is None:
        people = ("pinned_by", "strangled_by", "bitten_by", "swarmed")
        value = [evening.gangster] if mark in people else 1 if _is_count(mark) else True
    evening.mark(evening.berthe, **{mark: value})
    asked = {
        "tick_box": {"target": "nager"},
        "spend_xp": {"purchase": "skill", "target": "nager"},
        "change_characteristic": {"characteristic": "DEX", "delta": 1},
        "cast_spell": {"spell": "signe_anciens"},
    }
    for procedure in find("d20d100").procedures():
        able = procedure.key in asked and mark != "helpless"
        with nullcontext() if able else suppress(Refusal):
            evening.do(evening.berthe, procedure.key, None, **asked.get(procedure.key, {}))


def _is_count(mark):
    return field_types(Marks)[mark] not in (bool, bool | None) and mark not in ("disarmed", "prepared")


# ---- wounds, destiny, house rules ----


def test_destiny_makes_a_wound_a_shock_however_it_is_asked(evening):
    """D100-DEST-01, D100-MISS-11: one PV at most, of the wound just received."""
    most = evening.sheet(evening.berthe)["pv_max"]
    evening.do(evening.berthe, "apply_damage", None, damage=8)
    assert "shock_instead" in evening.offered()
    evening.do(evening.berthe, "spend_destiny", (), use="shock_instead")
    sheet = evening.sheet(evening.berthe)
    assert (sheet["pv"], sheet["destiny"], evening.marks(evening.berthe)["shocked"]) == (most - 1, 0, True)


def test_destiny_calls_somebody_back_from_a_deadly_wound(evening):
    """D100-MISS-11: PV are not counted below −10."""
    most = evening.sheet(evening.berthe)["pv_max"]
    evening.do(evening.berthe, "apply_damage", None, damage=60)
    evening.do(evening.berthe, "spend_destiny", (), use="shock_instead", damage=60)
    sheet = evening.sheet(evening.berthe)
    assert (sheet["pv"], sheet["condition"]) == (most - 1, "ok")


def test_an_old_wound_is_not_turned_away(evening):
    """D100-MISS-11: only the one just received, whatever somebody says it cost; and the point is kept."""
    evening.do(evening.berthe, "apply_damage", None, damage=4)
    evening.keep(c.Advance(minutes=60))
    for said in ({}, {"damage": 4}):
        told = refused(evening.do, evening.berthe, "spend_destiny", (), use="shock_instead", **said)
        assert told.id == "act/no_wound"


def test_a_new_scene_gives_destiny_back_its_use(evening):
    """D100-MISS-11: once a scene."""
    evening.write(evening.berthe, destiny=2)
    evening.do(evening.berthe, "spend_destiny", (), use="coincidence")
    assert evening.do(evening.berthe, "spend_destiny", (), use="coincidence").outcome["accepted"] is False
    evening.keep(c.Scene(title="Le grenier"))
    assert evening.do(evening.berthe, "spend_destiny", (), use="coincidence").outcome["accepted"] is True


def test_first_aid_that_fails_locks_nobody(evening):
    """D100-HEALTH-08: the next helper tries with dice of their own, and a success is the only one."""
    evening.do(evening.gangster, "apply_damage", None, damage=3)
    aid = {"patient": at(evening.gangster), "modifier": 5}
    evening.do(evening.berthe, "first_aid", (1,), **aid)
    assert refused(evening.do, evening.berthe, "first_aid", (15, 1), **aid).id == "act/tried_now"
    assert evening.do(evening.ghoul, "first_aid", (15, 1), **aid).outcome["restored"] == 1
    assert evening.do(evening.berthe, "first_aid", (), **aid).outcome["reason"] == "already_treated"


@pytest.mark.parametrize("early", [True, False])
def test_a_house_rule_reaches_the_sheet_late_as_early(evening, early):
    """D100-HEALTH-04, D100-HEALTH-06."""
    rules = {"rule_agony": False, "rule_thresholds": False}
    if early:
        evening.keep(c.Settings(options=rules))
    evening.do(evening.berthe, "apply_damage", None, damage=evening.sheet(evening.berthe)["pv_max"] - 1)
    if not early:
        assert evening.sheet(evening.berthe)["wound_penalty"] == -6
        evening.keep(c.Settings(options=rules))
    assert evening.sheet(evening.berthe)["wound_penalty"] == 0
    evening.do(evening.berthe, "apply_damage", None, damage=1)
    assert evening.sheet(evening.berthe)["condition"] == "dead"


def test_agony_switched_off_kills_the_dying(evening):
    """D100-HEALTH-02: and nothing is due for the dead."""
    evening.do(evening.berthe, "apply_damage", None, damage=evening.sheet(evening.berthe)["pv_max"] + 1)
    evening.keep(c.Advance(minutes=1))
    assert evening.due()
    evening.keep(c.Settings(options={"rule_agony": False}))
    assert evening.sheet(evening.berthe)["condition"] == "dead"
    assert evening.due() == []


def test_decompensation_switched_off_leaves_no_mind_below_nothing(evening):
    """D100-SAN-05, D100-SAN-06: without the rule all SAN lost is madness for good."""
    evening.keep(c.Settings(options={"rule_decompensation": True}))
    evening.write(evening.berthe, san=-2)
    evening.keep(c.Settings(options={"rule_decompensation": False}))
    sheet = evening.sheet(evening.berthe)
    assert (sheet["san"], sheet["perm_mad"], sheet["decompensating"]) == (0, True, False)


# ---- sights ----


def test_what_was_foreseen_is_paid_when_the_monster_is_seen(evening):
    """D100-CBT-06."""
    evening.keep(c.Show(character=evening.ghoul, hidden=True))
    evening.fight((evening.berthe,), (evening.ghoul,))
    start = evening.sheet(evening.berthe)["san"]
    evening.do(None, "combat_san", (100, 3), minds=[at(evening.berthe)], loss_failure="1d4")
    assert evening.sheet(evening.berthe)["san"] == start
    evening.keep(c.Show(character=evening.ghoul, hidden=False))
    sheet = evening.sheet(evening.berthe)
    assert (sheet["san"], sheet["san_lost_this_hour"]) == (start - 3, 3)
    assert list(sheet["san_losses_by_creature"].values()) == [3]  # of what this kind may take (D100-MISS-09)
    assert "pending_san" not in evening.marks(evening.berthe)


def test_one_kind_of_creature_costs_only_so_much(evening):
    """D100-MISS-09: « Goule 1 » and « Goule 2 » are ghouls."""
    first, second = (evening.add(being="creature/goule", name=name) for name in ("Goule 1", "Rôdeuse"))
    evening.do(evening.berthe, "san_check", (99, 6, 2), creature=at(first))
    again = evening.do(evening.berthe, "san_check", (99, 6), creature=at(second))
    assert (again.given["loss_cap"], again.outcome["loss"]) == (0, 0)


def test_a_madness_is_drawn_from_the_card_that_brought_it(evening):
    """D100-MISS-09."""
    evening.do(evening.berthe, "lose_san", (1,), loss="6")
    assert {"temporary_madness"} <= set(evening.offered())
    evening.follow("temporary_madness", (3, 2))
    (held,) = evening.sheet(evening.berthe)["madness"]
    assert (held["kind"], held["remaining"], held["duration"]) == ("temporary", 20 * 60, "PT20H")


# ---- spells, shocks, efforts ----


def test_a_spell_takes_pv_from_its_victim_and_gives_them_back(evening):
    """D100-MISS-10: Flétrissement, Guérison; what the caster pays is the caster's alone."""
    evening.write(evening.berthe, spells=["fletrissement", "guerison"])
    scores = evening.sheet(evening.gangster)["scores"]
    before = evening.sheet(evening.gangster)["pv"]
    given = {"spell": "fletrissement", "pm_spent": 2, "victim": at(evening.gangster)}
    evening.do(evening.berthe, "cast_spell", (3, 20, 1), **given)
    assert evening.sheet(evening.gangster)["pv"] == before - 2
    assert evening.sheet(evening.gangster)["scores"] == scores
    evening.write(evening.berthe, pv=4, pm=12)
    evening.do(evening.berthe, "cast_spell", (2, 3), spell="guerison")
    assert evening.sheet(evening.berthe)["pv"] == 9


def test_a_shock_outside_a_fight_does_not_wait_for_the_next(evening):
    """D100-HEALTH-03: the next turn has long passed."""
    evening.do(evening.berthe, "apply_damage", None, damage=6)
    assert evening.marks(evening.berthe)["shocked"] is True
    evening.keep(c.Advance(minutes=1))
    assert "shocked" not in evening.marks(evening.berthe)


def test_an_effort_at_zero_costs_a_point(evening):
    """D100-HEALTH-06: physical skills tire, listening does not."""
    evening.write(evening.berthe, pv=0)
    evening.do(evening.berthe, "skill_test", (10,), skill="ecouter")
    assert evening.sheet(evening.berthe)["condition"] == "out_of_action"
    evening.do(evening.berthe, "skill_test", (10,), skill="grimper")
    assert evening.sheet(evening.berthe)["condition"] == "dying"


def test_the_surprised_do_not_shoot(evening):
    """D100-CBT-08: whoever plays them."""
    evening.fight((evening.berthe,), (evening.gangster,))
    evening.mark(evening.gangster, surprised=True)
    no = refused(evening.do, evening.gangster, "attack", (2,), target=at(evening.berthe))
    assert no.words["why"] == "surprised"
    evening.turn(2)
    evening.do(evening.gangster, "attack", (2,), target=at(evening.berthe))


def test_whoever_moves_is_on_the_alert_no_more(evening):
    """D100-CBT-04: nor whoever is wounded."""
    evening.do(evening.berthe, "alert")
    evening.do(evening.berthe, "take_action", (), action="walk")
    assert evening.sheet(evening.berthe)["alert"] is False
    evening.keep(c.Advance(minutes=60))
    evening.do(evening.berthe, "alert")
    evening.do(evening.berthe, "apply_damage", None, damage=1)
    assert evening.sheet(evening.berthe)["alert"] is False
    assert evening.do(evening.berthe, "alert").outcome["allowed"] is False


def test_a_house_rule_reaches_the_weapons_of_an_adversary(evening):
    """D100-ATK-08: and back again."""
    evening.write(evening.gangster, skills={"boxe": 12})
    evening.keep(c.Settings(options={"unarmed_single_attack": True}))
    evening.keep(c.Settings(options={"unarmed_single_attack": False}))
    assert evening.sheet(evening.gangster)["house_rules"]["unarmed_single_attack"] is False


def test_a_burst_spends_its_ten_and_never_more_than_there_are(evening):
    """D100-FIRE-04, D100-FIRE-07."""
    odette = evening.add(sheet=investigator("Odette", ("thompson",)))
    (gun,) = [one for one in evening.sheet(odette)["weapons"] if one["capacity"]]
    evening.write(odette, weapons=[{**gun, "loaded": 13}])
    evening.do(odette, "burst", None, targets=[at(evening.gangster)])
    assert guns(evening, odette)[gun["name"]][0] in (3, 12)  # fired, or the first cartridge was a dud
    evening.write(odette, weapons=[{**gun, "loaded": 3}])
    evening.do(odette, "burst", None, targets=[at(evening.gangster)])
    assert guns(evening, odette)[gun["name"]][0] == 3


def test_ticks_are_those_of_a_session(evening):
    """D100-XP-02, D100-XP-06: counted until points are given, and the boxes stay ticked."""
    evening.do(evening.berthe, "tick_box", (), target="nager")
    assert evening.sheet(evening.berthe)["ticks_this_session"] == 1
    evening.do(evening.berthe, "award_xp", (), objectives=[1, 2])
    sheet = evening.sheet(evening.berthe)
    assert (sheet["ticks_this_session"], sheet["xp"], sheet["skills"]["nager"]["ticked"]) == (0, 3, True)
