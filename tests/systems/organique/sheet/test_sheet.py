"""Sheets: what everybody begins with, what follows from what is written, and what is kept in order whoever writes."""

from random import Random
from typing import Any

import msgspec
import pytest

from gardien.core.errors import Refusal
from gardien.core.scene import TALLY, Being
from gardien.systems.organique import pack
from gardien.systems.organique.rules.character import Character
from gardien.systems.organique.rules.person import person_of
from gardien.systems.organique.sheet.parts import SheetWeapon, weapon_lines
from gardien.systems.organique.sheet.recompute import follow, plain
from gardien.systems.organique.sheet.samples import sample_creature, sample_person, sample_robot
from gardien.systems.organique.sheet.sheet import SHEETS, Creature, Runner
from gardien.table import commands as c
from systems.organique.evening import Evening, somebody
from systems.table import at


def test_reserves_are_full_where_nothing_is_written():
    """ORG-HP-01, ORG-END-01."""
    runner = Runner(SNG=3, END=12, changes={"END": -2})
    assert (runner.sng, runner.cps, runner.end_now, runner.effective["END"]) == (3, 4, 10, 10)
    assert Creature(nature="machine", structure=3).sng is None


def test_a_sheet_is_read_as_a_character():
    """Every field of a character stands on the sheet, under its name or as `nature`."""
    written = {"nature" if name == "kind" else name for name in Character.__struct_fields__}
    assert written <= set(Runner.__struct_fields__)
    robot = sample_robot("guard_robot", "en").character()
    assert (robot.kind, robot.structure, person_of(robot).machine) == ("machine", 20, True)


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({}, "ok"),
        ({"end_now": 0}, "exhausted"),
        ({"sng": 0}, "mortally_wounded"),
        ({"inc": 0}, "dying"),
        ({"inc": 0, "stabilised": True}, "out_of_action"),
        ({"sng": 0, "end_now": 0}, "dying"),
        ({"unconscious_turns": 2}, "unconscious"),
        ({"coma": True}, "unconscious"),
        ({"paralysed_turns": 2}, "paralysed"),
        ({"dead": True}, "dead"),
    ],
)
def test_how_somebody_is_in_one_word(fields, word):
    """ORG-HP-04 to 07, ORG-END-06."""
    assert Runner(**fields).condition == word


@pytest.mark.parametrize(
    "wrong",
    [
        {"sng": 0.3},
        {"armour": ["cardboard"]},
        {"combat_skills": {"ikebana": 2}},
        {"weapons": [{"weapon": "pistol_22", "loaded": 99}]},
        {"powers": {"levitation": 1}},
        {"traits": {"charming": 1}},
        {"programs": {"solitaire": 1}},
        {"habits": [{"drug": "tea"}]},
    ],
)
def test_what_cannot_stand_on_a_sheet_is_refused(wrong):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**somebody("tyra"), **wrong}, Runner)


def test_weapons_as_attacks_take_them():
    """M9, ORG-POI-01: by their key, or in their own numbers where poison is on them."""
    spear, pistol = weapon_lines(("spear", "pistol_22"), "fr", "blade_poison")
    named = spear.weapon_input()
    assert not isinstance(named, str)
    assert (named.coating, named.bs, named.group) == ("blade_poison", pack.weapon("spear").bs, "polearm")
    assert (pistol.weapon_input(), pistol.ready, pistol.loaded) == ("pistol_22", True, 10)
    assert not msgspec.structs.replace(pistol, loaded=0).ready
    assert SheetWeapon().weapon_input() == SheetWeapon(name="punch").weapon_input()


def test_everybody_of_the_pack_can_be_read_again():
    """M1, M16: in both languages."""
    makers = (("samples", "sample", sample_person), ("creatures", "creature", sample_creature))
    for file, table, made in (*makers, ("creatures", "robot", sample_robot)):
        for key in pack.keys(file, table):
            sheet = made(key, "en")
            assert msgspec.convert(plain(sheet), SHEETS[sheet.kind]) == sheet  # type: ignore[attr-defined]


def test_what_follows_a_sheet_follows_once():
    """Whatever is written, a second look changes nothing."""
    before = somebody("kimberly")
    for written in (
        {"SNG": 2},
        {"end_now": 0},
        {"inc": 0},
        {"load_kg": 60.0},
        {"lasting": [{"kind": "drug", "key": "rush"}]},
        {"lasting": [{"kind": "disease", "key": "flu"}, {"kind": "symptom", "key": "panic", "count": 5}]},
        {"intrusion": {"network": "tunnel_rats"}},
        {"timer": 3},
    ):
        first = {**before, **written}
        more = follow(before, first, 100)
        counts = more.pop(TALLY, {})
        kept = Being({name: one for name, one in {**first, **more}.items() if one is not None}, {}, tally=counts)
        assert follow(kept, kept, 100) == {}, written
    assert follow(before, {**before, "SNG": 2}, 0)["sng"] == 2
    assert follow(before, {**before, "kind": "stranger"}, 0) == {}


# ---- an evening by chance ----

ACTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("combat_action", {"action": "strike"}),
    ("combat_action", {"action": "easy_strike"}),
    ("combat_action", {"action": "hold"}),
    ("combat_action", {"action": "stun", "split": True}),
    ("free_action", {"kind": "move"}),
    ("turn_slots", {"moment": "split_reaction"}),
    ("take_drug", {"drug": "white", "doses": 4}),
    ("symptom", {"symptom": "coma", "difficulty": 20}),
    ("expose_disease", {"disease": "flu", "difficulty": 30}),
    ("fatigue", {"minutes": 30}),
    ("fire", {"points": 2}),
    ("save", {"kind": "stun", "difficulty": 25}),
)


def test_whatever_happens_is_taken_back_and_done_again(tmp_path):
    """A fight, drugs, diseases, hours and days as they come: every state on the way back and forth is the same."""
    evening, luck = Evening(tmp_path), Random(8)
    people = (evening.tyra, evening.kim, evening.thug)
    evening.fight(people[:2], people[2:])
    evening.rank(*people)
    before = evening.play
    for _ in range(60):
        act(evening, luck, people)
    last, states = evening.play, []
    while evening.play != before:
        states.append(evening.play)
        evening.keep(c.Undo())
    for state in reversed(states):
        evening.keep(c.Redo())
        assert evening.play == state
    assert evening.play == last
    assert len(states) > 30
    evening.store.close()


def act(evening: Evening, luck: Random, people: tuple[str, ...]) -> None:
    """Something that somebody does, or time; what the rules refuse is not done."""
    who, whom = luck.sample(people, 2)
    try:
        if evening.waiting:
            evening.decide(luck.choice([*evening.choices(), ""]))
        elif evening.play.get("due") and luck.random() < 0.5:
            evening.keep(c.Settle(due=luck.choice(list(evening.play["due"]))))
        elif luck.random() < 0.3:
            evening.turn() if luck.random() < 0.7 else evening.pass_time(luck.choice((1, 60, 3000)))
        else:
            procedure, given = luck.choice(ACTS)
            evening.do(who, procedure, **given, **({"target": at(whom)} if procedure == "combat_action" else {}))
    except Refusal:
        pass
    for id in people:
        sheet = evening.sheet(id)
        assert msgspec.convert(sheet, SHEETS[sheet["kind"]]), sheet
