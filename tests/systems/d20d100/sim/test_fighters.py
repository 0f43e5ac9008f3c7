"""Who enters a fight that is weighed: by figures, by sheet, by a key of the pack; and how it is told."""

import random
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest

from core.typography import texts, typographic_faults
from gardien.core.calling import odds_of as weigh
from gardien.core.chance import call
from gardien.core.errors import Refusal
from gardien.core.interpreters.odds import odds_of
from gardien.core.interpreters.play import play
from gardien.core.simulation import Some, Somebody
from gardien.core.terms import LANGUAGES, sentence
from gardien.sim.fights import fight_odds
from gardien.sim.telling import tell
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.creation.choices import DrawGiven
from gardien.systems.d20d100.creation.draw import draw_investigator
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.fight.state import Load
from gardien.systems.d20d100.sheet.parts import SanLoss
from gardien.systems.d20d100.sheet.samples import sample_creature, sample_npc
from gardien.systems.d20d100.sim import FIGHTS
from gardien.systems.d20d100.sim.acts import face
from gardien.systems.d20d100.sim.fighters import of_sheet
from systems.d20d100.fought import (
    A,
    B,
    content,
    fight,
    of,
    silent,
    weighed,
)

# ---- who enters ----


@pytest.mark.parametrize(("table", "key"), [("adversary", "gangster"), ("creature", "goule")])
def test_a_key_of_the_pack_brings_its_figures_and_what_is_said_beside_it_wins(table, key):
    plain = fight([A], [{"name": "It", table: key}]).profiles[1]
    row = pack.profile(key)
    assert (plain.who.pv_max, plain.defences, plain.who.is_pc) == (row.pv, (row.defence, row.defence_flat), False)
    said = fight([A], [{"name": "It", table: key, "pv_max": 30, "pv": 25, "weapons": ["sabre"]}]).profiles[1]
    assert (said.who.pv_max, said.who.pv, said.arms[0].line.weapon) == (30, 25, "sabre")


def test_generic_scores_serve_for_whatever_is_picked_up():
    """D100-CREAT-02."""
    made = fight([{**A, "lines": [], "generic_melee": 7, "generic_ranged": 2, "weapons": ["sabre", "colt_38"]}], [B])
    blade, gun = made.profiles[0].arms
    row = pack.weapon("colt_38")
    assert (blade.line.base_series, gun.line.base_series) == ((7, 2), (2 + row.precision,))
    better = fight([{**A, "lines": [], "weapons": [{"weapon": "sabre", "skill": 4, "specialty": True}]}], [B])
    assert better.profiles[0].arms[0].line.base_series == (6,)


@pytest.mark.parametrize(
    ("fighter", "said"),
    [
        ({"adversary": "gangstr"}, "Did you mean “gangster”?"),
        ({"adversary": "gangster", "creature": "goule"}, "creature: “goule” is not allowed here"),
        ({"weapons": ["colt_39"]}, "Did you mean “colt_38”?"),
        ({"weapons": [{"weapon": "colt_39"}]}, "Did you mean “colt_38”?"),
        ({"attacks": [{"name": "x", "damage": "1d7"}]}, "d7"),
        ({"pv_max": 0}, "pv_max"),
        ({"count": 21}, "count"),
    ],
)
def test_a_fighter_that_makes_no_sense_is_refused(fighter, said):
    with pytest.raises(Refusal) as caught:
        fight_odds(content([{"name": "x", **fighter}], [B]), None, None, silent)
    assert said in sentence(caught.value, "en")


def test_forty_people_and_no_more():
    with pytest.raises(Refusal) as caught:
        fight_odds(content([{**A, "count": 20}, {**A, "name": "C", "count": 20}], [B]), None, None, silent)
    assert "side: 40 at most, 41 given." in sentence(caught.value, "en")


@pytest.mark.parametrize("table", ["adversary", "creature"])
def test_everybody_of_the_pack_can_be_fought(table):
    """D100-MISS-07: ten fights each, whatever they are."""
    for row in pack.table("profiles", table):
        result = weighed([{**A, "pv_max": 12}], [{"name": "It", table: row.key}], 6, runs=10)
        ends = sum(result.sides.values()) + result.nobody + result.undecided + result.unfinished
        assert ends == pytest.approx(1), row.key


OPTIONS = {
    "nat20_auto_success": (True,),
    "attack_table": ("printed",),
    "unarmed_single_attack": (True,),
    "rule_attentive": (False,),
    "min_damage_one": (False,),
    "crit_multiplies_bonus": (False,),
    "shotgun_range_malus": (False,),
    "precision_in_burst": (False,),
    "burst_jam_die": (False,),
    "rule_shock": (False,),
    "npc_shock": (True,),
    "rule_thresholds": (False,),
    "rule_massive_damage": (True,),
    "rule_agony": (False,),
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in OPTIONS.items() for value in values])
def test_every_house_rule_can_be_fought_under(name, value):
    gunner = {**A, "weapons": [{"weapon": "thompson", "skill": 10}], "lines": [], "tactics": {"fire": "burst"}}
    hunter = {**A, "name": "C", "weapons": [{"weapon": "chasse_12", "skill": 6}], "lines": []}
    result = weighed([gunner, hunter], [{"name": "It", "creature": "profond"}], 20, runs=20, **{name: value})
    assert result.runs == 20


# ---- the workshop and the words ----


def investigator() -> dict[str, Any]:
    drawn = play(call(draw_investigator, DrawGiven(profession="detective"), Options()), random.Random(3))
    return msgspec.to_builtins(drawn.outcome)  # type: ignore[no-any-return]


def encounter(**chosen: str) -> dict[str, Any]:
    defaults = {one.key: one.default for one in FIGHTS.choices}
    ours = ("us", [Somebody("Augustin", investigator())])
    theirs = ("them", [Some("Gangster", "adversary", "gangster", 1)])
    return {"system": "d20d100", **FIGHTS.encounter(ours, theirs, {**defaults, **chosen})}


def test_the_workshop_weighs_sheets_against_the_pack():
    result = fight_odds(encounter(), 200, 3, silent)
    assert [one.name for one in result.fighters] == ["Augustin", "Gangster"]  # type: ignore[union-attr]


def test_every_choice_of_the_workshop_changes_the_file():
    plain = encounter()
    for one in FIGHTS.choices:
        for value in one.values or ("true",):
            if value != one.default:
                assert encounter(**{one.key: value}) != plain, (one.key, value)
                fight_odds(encounter(**{one.key: value}), 5, 1, silent)


def test_sheets_bring_their_weapons_as_they_are():
    """D100-FIRE-04, D100-FIRE-11: cartridges, jams, blows taken."""
    sheet = msgspec.to_builtins(sample_npc("policier", "fr"))
    sheet |= {"pv": 5, "temp_damage": 2, "weapons": [{**sheet["weapons"][0], "loaded": 1, "weapon_state": "jam"}]}
    made = fight([A], [of_sheet(sheet) | {"name": "P"}])
    local = made.fighter_states(made.start)[1]
    assert (local.body.pv, local.body.temp_damage) == (5, 2)
    assert local.loads[0] == Load(loaded=1, spare=0, state="jam")
    monster = of_sheet(msgspec.to_builtins(sample_creature("cthulhu", "fr")))
    assert fight([A], [monster | {"name": "C"}]).profiles[1].who.major_monster


def test_every_ending_band_mark_and_choice_has_its_words_and_they_are_well_printed():
    words = FIGHTS.words
    for one in FIGHTS.endings:
        assert set(words["status"][one.key]) == set(LANGUAGES)
    for band in FIGHTS.bands:
        assert band.key in words["band"]
    for mark in FIGHTS.marks:
        assert mark in words["mark"]
        assert mark in words["shop"]["mark"]
    for choice, language in product(FIGHTS.choices, LANGUAGES):
        assert words["tactic"][choice.key][language]
        for value in choice.values:
            assert words["tactic"][choice.key]["value"][value][language]
    result = [(place, typographic_faults(text, language)) for place, language, text in texts(words)]
    assert [one for one in result if one[1]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_results_are_told(language):
    told_lines = "\n".join(tell(weighed([A], [B]), language))
    assert {"fr": "à l’agonie", "en": "dying"}[language] in told_lines


# ---- the sight of Monsters ----


def test_the_sight_of_monsters_costs_heads():
    """D100-CBT-06, D100-SAN-03: one test for each kind of them, and whoever loses their head has no part in it."""
    hers = {**A, "san": 30, "idee": 2}
    seen = {"name": "It", "creature": "shoggoth"}
    asked = {"san": 30, "idee": 2, "loss_success": "1d6", "loss_failure": "1d20"}
    (odds,) = weigh("d20d100", "odds_san", asked)
    expected = Fraction(odds.outcome["p_temp_mad"]) + Fraction(odds.outcome["p_perm_mad"])
    runs = 2000
    mad = of(weighed([hers], [seen], sight=True, runs=runs), "A")["mad"]
    assert abs(mad - float(expected)) <= 5 * float(expected * (1 - expected) / runs) ** 0.5
    assert "mad" not in of(weighed([hers], [seen], runs=50), "A")
    assert "mad" not in of(weighed([hers], [B], sight=True, runs=50), "A")


def test_several_of_a_kind_are_one_sight_and_people_do_not_mind_their_own():
    """D100-CBT-06: nobody but investigators throws."""
    ghouls = {"name": "It", "creature": "goule", "count": 3}
    deep = {"name": "D", "creature": "profond"}
    made = fight([{**A, "count": 2}, {**B, "name": "C"}], [ghouls, deep], sight=True)
    assert [(at, len(losses)) for at, losses in made._seers] == [(0, 2), (1, 2)]


@pytest.mark.parametrize(("san", "rule", "lost"), [(0, False, True), (0, True, False), (-10, True, True)])
def test_whoever_has_no_san_left_is_lost_at_once(san, rule, lost):
    """D100-SAN-05, D100-SAN-06."""
    made = fight([{**A, "san": san}], [{"name": "It", "creature": "goule"}], sight=True, rule_decompensation=rule)
    odds = odds_of(call(face, made.profiles[0].mind, (SanLoss(success="0", failure="0"),), made.options))
    assert dict(odds) == {lost: 1}
