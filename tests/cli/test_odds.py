"""`odds`: exact, merged, laid out."""

import json
from fractions import Fraction

from .test_do import TOSS, plain

CHECK = ("odds", "yacdha", "gauge_check", "gauge=trauma", "value=4")


def test_the_json_of_the_contract_sums_to_exactly_one(run):
    ran = run(*CHECK, "--json")
    outcomes = json.loads(ran.out)["outcomes"]
    assert ran.status == 0
    assert sum(Fraction(one["exact"]) for one in outcomes) == 1
    assert all(one["probability"] == float(Fraction(one["exact"])) for one in outcomes)
    assert all(list(one) == ["outcome", "probability", "exact"] for one in outcomes)


def test_by_merges_on_some_fields(run):
    outcomes = json.loads(run(*CHECK, "--by", "value,raised", "--json").out)["outcomes"]
    assert {(one["outcome"]["value"], one["outcome"]["raised"]): one["exact"] for one in outcomes} == {
        (4, False): "2/3",
        (5, True): "1/3",
    }


def test_the_text_is_a_table_of_the_headline(run):
    assert plain(run("odds", *TOSS[1:]).out) == (
        "Gagné              Chances  Exact\n"
        "oui    ██████████     50 %    1/2\n"
        "non    ██████████     50 %    1/2\n"
        "Plus de détail avec --by : faces.\n"
    )


def test_numbers_upwards_and_english_percentages(run):
    lines = run(*CHECK, "--by", "value", "--lang", "en").out.splitlines()
    assert lines[0].split() == ["Value", "Odds", "Exact"]
    assert [line.split()[0] for line in lines[1:]] == ["4", "5"]
    assert lines[1].endswith("66.7%    2/3")


def test_words_in_the_order_of_the_rule(run):
    lines = run(
        "odds", "yacdha", "action", "category=physical", "opposition.kind=active", "--by", "degree"
    ).out.splitlines()
    assert [" ".join(line.split()[:2]) for line in lines[1:4]] == ["échec critique", "échec majeur", "échec █████"]


def test_certain_has_a_name(run):
    assert "certain" in run("odds", "chips", "count_up", "numbers=1").out


def test_an_unknown_field_is_refused(run):
    ran = run(*CHECK, "--by", "rised", "--lang", "en")
    assert ran.status == 2
    assert ran.err.startswith("yacdha/gauge_check: --by: “rised” is not a field of the outcome; possible: rolled, die,")
    assert ran.err.endswith("Did you mean “raised”?\n")


def test_many_rows_are_cut_and_it_says_so(run, monkeypatch):
    monkeypatch.setattr("gardien.cli.odds.MOST_ROWS", 3)
    out = plain(run(*CHECK, "--by", "die").out)
    assert "… et 3 issues plus rares ; tout est dans --json." in out
