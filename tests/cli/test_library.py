"""`import gardien`: the same in a few lines of Python."""

import sys
from fractions import Fraction
from types import SimpleNamespace

import msgspec
import pytest

import gardien


def test_do_with_dice_by_name_or_as_an_object():
    answer = gardien.do("yacdha", "gauge_check", {"gauge": "madness", "value": 4}, value=2, dice=[5])
    assert answer.outcome["value"] == 3
    assert answer.given["value"] == 2
    assert [change.after for change in answer.changes] == [3]


def test_do_with_dice_that_roll():
    first, second = (gardien.do("yacdha", "gauge_check", gauge="madness", value=2, seed=4).dice for _ in range(2))
    assert first == second
    assert 1 <= gardien.do("yacdha", "gauge_check", gauge="madness", value=2).dice[0].value <= 6


def test_odds_are_fractions():
    raised = gardien.odds("yacdha", "gauge_check", gauge="madness", value=2, by=["raised"])
    assert raised == [({"raised": False}, Fraction(1, 3)), ({"raised": True}, Fraction(2, 3))]
    assert sum(chance for _, chance in gardien.odds("yacdha", "gauge_check", gauge="trauma", value=5)) == 1


def test_create_draws_a_sheet():
    assert gardien.create("chips", {"name": "Ada"}, seed=3).name == "Ada"
    assert gardien.create("yacdha", seed=3) == gardien.create("yacdha", seed=3)


def test_refusals_and_systems():
    with pytest.raises(gardien.Refusal) as refused:
        gardien.do("yacdha", "gauge_check", gauge="madness", value="2")
    assert refused.value.field == "value"
    assert sorted(gardien.installed()) == ["chips", "cthulhud20", "d20d100", "operators", "organique", "yacdha"]
    assert gardien.__version__.count(".") >= 1
    with pytest.raises(AttributeError):
        gardien.nothing  # noqa: B018


def test_an_answer_is_told_and_explained_in_either_language():
    answer = gardien.do("yacdha", "gauge_check", gauge="madness", value=2, dice=[5])
    assert answer.told("fr")[0].startswith("Jet de folie")
    assert answer.told("en") == ["Madness check: 5, above 2. Madness 2 → 3."]
    assert answer.explained("en")[0] == "Gauge rises: yes [YAC-GAU-01]"


@pytest.mark.parametrize("system", ["yacdha", "operators", "d20d100", "cthulhud20", "organique"])
def test_every_played_example_is_told_again_from_its_answer(system):
    """The answer alone, dice included, is enough to say what happened, in the words of the first telling."""
    from gardien.core.examples import played_examples
    from gardien.core.system import find
    from gardien.core.telling import explain, tell

    for shown in played_examples(find(system)):
        assert shown.answer.told("fr") == tell(shown.prepared, shown.played, "fr")
        key = shown.prepared.procedure.key
        assert shown.answer.explained("en") == explain(shown.prepared.system, key, shown.played.steps, "en")


def test_a_refusal_is_said_in_either_language():
    with pytest.raises(gardien.Refusal) as refused:
        gardien.do("yacdha", "gauge_check", gauge="courage", value=2)
    assert "n’existe pas" in refused.value.said("fr")
    assert refused.value.said("en") == str(refused.value)


def test_odds_by_one_field_add_up_and_show_themselves(monkeypatch):
    monkeypatch.setenv("GARDIEN_LANG", "en")
    odds = gardien.odds("yacdha", "gauge_check", gauge="madness", value="2", by="raised", lax=True)
    assert odds == gardien.odds("yacdha", "gauge_check", gauge="madness", value=2, by=["raised"])
    assert odds.chance(raised=True) == Fraction(2, 3)
    assert odds.chance() == 1
    assert odds.rows()[1] == {"raised": True, "probability": 2 / 3, "exact": "2/3"}
    assert odds.told("en") == ["gauge rises yes — 66.7% (2/3)", "gauge rises no — 33.3% (1/3)"]
    assert "<td>66.7%</td><td>2/3</td>" in odds._repr_html_()
    assert odds._repr_svg_().count("<rect ") == 2


def test_a_frame_is_made_by_pandas_or_says_what_to_install(monkeypatch):
    odds = gardien.odds("yacdha", "gauge_check", gauge="madness", value=2, by="raised")
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(gardien.Refusal) as refused:
        odds.frame()
    assert "pandas" in refused.value.said("fr")
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=lambda rows: ("frame", rows)))
    assert odds.frame() == ("frame", odds.rows())


def test_what_people_called_themselves_is_no_markup():
    odds = gardien.odds("yacdha", "gauge_check", gauge="madness", value=2, by="raised")
    odds.append(({"<b>": "<script>"}, Fraction(0)))
    assert "<script>" not in odds._repr_html_() + odds._repr_svg_()


def test_create_by_name_and_sheets_read_again(tmp_path):
    drawn = gardien.create("yacdha", {"name": "Ada"}, name="Zoé", seed=1, options={"luck_cap": 2})
    assert drawn.name == "Zoé"
    content = msgspec.to_builtins(drawn)
    assert gardien.sheet(content) == drawn
    (tmp_path / "zoe.json").write_bytes(msgspec.json.encode(drawn))
    assert gardien.sheet(tmp_path / "zoe.json") == drawn
    for wrong in ({}, {**content, "system": "nothing"}, {**content, "version": 99}, {**content, "madness": "x"}):
        with pytest.raises(gardien.Refusal):
            gardien.sheet(wrong)


def test_packs_are_typed_rows_and_fights_are_told(tmp_path):
    weapons = {row.key: row for row in gardien.pack("operators")["weapon"]}
    assert weapons["assault_rifle"].fr == "Fusil d’assaut"
    content = {
        "system": "yacdha",
        "side": [
            {"name": "us", "fighter": [{"name": "John", "weapon": "pistol"}]},
            {"name": "them", "fighter": [{"name": "Cultist", "npc": "cultist"}]},
        ],
    }
    weighed = gardien.fight(content)
    assert any("John" in line for line in weighed.told("en"))
    (tmp_path / "fight.json").write_bytes(msgspec.json.encode(content))
    assert gardien.fight(tmp_path / "fight.json") == weighed
