"""What is told before anything is done: a price, what a look may cost, that an act cannot fail; and why, afterwards."""

import re

import pytest

from gardien.core.system import find
from gardien.table.demo import set_demo
from web.client import Running
from web.test_sheet import Reader, words

GAMES = ("yacdha", "operators", "d20d100", "cthulhud20", "organique")
TOLD = {
    "d20d100": [
        ("spend_xp", {"given.purchase": "skill", "given.target": "ecouter"}, "Coût 3 · Points d’expérience 1"),
        (
            "san_check",
            {"json.loss_success": '"0"', "json.loss_failure": '"1d6"'},
            "SAN perdue : de 0 à 6, 1,4 en moyenne",
        ),
    ],
    "operators": [("san_shock", {"given.shock": "minor"}, "SAN perdue : de 1 à 3, 2 en moyenne")],
}


@pytest.mark.parametrize("key", TOLD)
def test_a_price_and_a_loss_are_told_before_they_are_paid(running: Running, key: str) -> None:
    """D100-XP-04, D100-SAN-01, OPS-SAN-02."""
    table, link = set_demo(running.house.tables, find(key), "fr")
    keeper = running.caller(link).at(table)
    who = next(iter(keeper.get().json()["characters"]))
    if key == "d20d100":
        keeper.done("override", path=f"characters/{who}/sheet/xp", value=4, reason="essai")
    for procedure, given, told in TOLD[key]:
        asked = {"procedure": procedure, "character": who, **given}
        answer = Reader(keeper).client.post(f"/t/{table}/odds", data=asked, headers={"X-Gardien": "1"})
        assert told in re.sub(r"\s+", " ", words(answer.text)), words(answer.text)


def test_luck_paid_afterwards_is_no_part_of_the_chance_a_throw_had(running: Running) -> None:
    """OPS-LUCK-02: what luck has carried was a test of 13 %. And what is chosen is no longer offered as a choice."""
    table, link = set_demo(running.house.tables, find("operators"), "fr")
    keeper = running.caller(link).at(table)
    who = next(iter(keeper.get().json()["characters"]))
    given = {"characteristic": "INT", "difficulty": "extreme"}
    card = keeper.done("do", procedure="test", character=who, given=given, dice=[60])["card"]["id"]
    paid = keeper.done("follow", event=card, offer="shift")["card"]["id"]
    client = Reader(keeper).client
    assert "13 % avant le jet" in re.sub(r"\s+", " ", words(client.get(f"/t/{table}/suite/{paid}").text))
    asked = {"procedure": "test", "character": who, "given.characteristic": "INT", "given.difficulty": "standard"}
    for more, offered in (({}, True), ({"given.advantage": "true"}, False)):
        odds = client.post(f"/t/{table}/odds", data=asked | more, headers={"X-Gardien": "1"}).text
        assert ("what-if" in odds) == offered


def test_an_act_that_no_die_can_fail_says_so_beside_those_that_may(running: Running) -> None:
    """ORG-HACK-10: a system that trusts the one held lets its user in."""
    table, link = set_demo(running.house.tables, find("organique"), "fr")
    keeper = running.caller(link).at(table)
    card = next(one["id"] for one in keeper.log() if one.get("roll", {}).get("procedure") == "find_trust")
    told = words(Reader(keeper).client.get(f"/t/{table}/suite/{card}", headers={"X-Gardien": "1"}).text)
    assert "Registre des caches certain de réussir" in told
    assert "Planter le système · Relais radio 5 % de réussir" in told.replace("\u202f", " ")


@pytest.mark.parametrize("key", GAMES)
def test_nothing_is_said_to_be_certain_where_no_die_is_thrown(running: Running, key: str) -> None:
    """D100-CBT-13: a move, a recovery, a price; and a form that is just opened has no fault in it yet."""
    system = find(key)
    table, link = set_demo(running.house.tables, system, "fr")
    keeper = running.caller(link).at(table)
    who = next(iter(keeper.get().json()["characters"]))
    for procedure in system.presentation.acts:
        asked = {"procedure": procedure, "character": who}
        if not system.procedure(procedure).dice:
            answer = Reader(keeper).client.post(f"/t/{table}/odds", data=asked, headers={"X-Gardien": "1"}).text
            assert "certain" not in words(answer), procedure
            assert 'class="refusal">Il manque' not in answer, procedure


def test_who_has_just_gained_a_level_is_not_blamed_for_the_next(running: Running) -> None:
    """CD20-P-LEVEL-01: that experience is short is said calmly; a choice that is still open is no fault either."""
    table, link = set_demo(running.house.tables, find("cthulhud20"), "fr")
    keeper = running.caller(link).at(table)
    who = next(iter(keeper.get().json()["characters"]))
    told = []
    for level in (4, 3):  # the fourth brings a point to place, the fifth does not
        keeper.done("edit", character=who, fields={"xp": 6000, "level": level})
        asked = {"procedure": "level_up", "character": who}
        told.append(Reader(keeper).client.post(f"/t/{table}/odds", data=asked, headers={"X-Gardien": "1"}).text)
    assert '<p class="refusal refusal--calm">Pas assez d’expérience' in told[0]
    assert re.search(r'<p class="small soft">Choisir une caractéristique', told[1])


def test_the_reasons_of_a_card_end_with_the_sentences_of_its_rules(running: Running) -> None:
    """ORG-HACK-10: not its steps alone, but what the rule says, with its title."""
    system = find("organique")
    table, link = set_demo(running.house.tables, system, "fr")
    keeper = running.caller(link).at(table)
    card = next(one["id"] for one in keeper.log() if one.get("roll", {}).get("procedure") == "find_trust")
    told = words(Reader(keeper).client.get(f"/t/{table}/why/{card}", headers={"X-Gardien": "1"}).text)
    rule = system.reference["ORG-HACK-10"]
    assert f"ORG-HACK-10 {rule.title('fr')}. {rule.text('fr')}" in told


@pytest.mark.parametrize("key", GAMES)
def test_a_small_gauge_says_under_the_pointer_what_its_marks_are(running: Running, key: str) -> None:
    """Colours and notches have no legend beside them: name, value and thresholds are the title of each."""
    table, link = set_demo(running.house.tables, find(key), "fr")
    client = Reader(running.caller(link).at(table)).client
    for path in ("", "/combat"):
        page = client.get(f"/t/{table}{path}").text
        gauges = re.findall(r'<(?:div|span) class="(?:gauge|duo__one|mini|turn__life)(?: [^"]*)?"[^>]*>', page)
        assert gauges, path
        assert [one for one in gauges if not re.search(r' title="[^"]*\w[^"]*"', one)] == []
