"""Whatever is sent, by whomever: a refusal in words, and never a fault of ours."""

import os
from collections import Counter
from urllib.parse import quote

import pytest

from gardien.core.system import keys
from gardien.web.app import BASE
from memory import folder_in_memory
from web.drawing import deep
from web.fuzzing import Fault, Fuzzed, Sent

MESSAGES = int(os.environ.get("GARDIEN_FUZZ", "260"))  # for each of five games; `make soak` sends a million
NIGHT = 2500  # messages to one table


@pytest.mark.parametrize("system", keys())
def test_no_message_is_answered_with_a_fault(system, progress):
    statuses: Counter[int] = Counter()
    faults: dict[str, Fault] = {}
    for seed, sent in enumerate(range(0, MESSAGES, NIGHT), start=1):
        with folder_in_memory() as folder:
            house = Fuzzed(system, seed, folder)
            house.send(min(NIGHT, MESSAGES - sent))
        faults |= {one.cause: one for one in reversed(house.faults)}
        for (_, status), times in house.statuses.items():
            statuses[status] += times
        progress(f"{statuses.total():,} of {MESSAGES:,} messages, {len(faults)} faults")
    assert not faults, "\n\n".join(f"{one.cause}\n{one.sent}\n{one.trace}" for one in [*faults.values()][:5])
    rate = statuses.total() / progress.seconds
    print(f"{system}: {statuses.total():,} messages, {rate:.0f} a second, answered {dict(sorted(statuses.items()))}")
    assert statuses.total() == MESSAGES


NOBODY_THERE = {"character": "c0"}
ATTACKS = [
    ("organique", {"procedure": "recall_data", "given": {"character": 999999}}),
    ("organique", {"procedure": "computing_task", "given": {"hacker": -0.5, "task": "compatibility"}}),
    ("organique", {"procedure": "dependency_check", "given": {"drug": "xyzzy"}}),
    ("organique", {"procedure": "dependency_check", "given": {"drug": ["xyzzy"]}}),
    ("operators", {"procedure": "attack_melee", "given": {"weapon": "xyzzy"}}),
    ("operators", {"procedure": "attack_melee", "given": {"weapon_name": 7}}),
    ("operators", {"procedure": "attack_melee", "given": {"target": NOBODY_THERE}}),
    ("operators", {"procedure": "shot_difficulty", "given": {"defender": [[]]}}),
    ("cthulhud20", {"procedure": "full_attack", "given": {"weapon": NOBODY_THERE}}),
    ("cthulhud20", {"procedure": "attack", "given": {"weapon_name": {"x": 1}}}),
    ("cthulhud20", {"procedure": "cast_spell", "given": {"spell": "xyzzy"}}),
    ("d20d100", {"procedure": "attack", "given": {"target": [NOBODY_THERE]}}),
    ("d20d100", {"procedure": "attack", "given": {"target": {"character": {"character": "x"}}}}),
    ("yacdha", {"procedure": "combat_round", "given": {"combatants": [NOBODY_THERE]}}),
    ("yacdha", {"procedure": "action", "given": {"claims": "Boxe", "category": "physical"}}),
    ("yacdha", {"procedure": "action", "given": {"claims": [[]], "category": "physical"}}),
]


@pytest.mark.parametrize(("system", "asked"), ATTACKS, ids=lambda one: str(one)[:60])
def test_what_was_asked_is_looked_at_before_any_sheet_is(system, asked, tmp_path):
    house = Fuzzed(system, 1, tmp_path)
    who = next(iter(house.people))
    for path, body in (
        ("actions", {"action": "a", "command": {"type": "do", "character": who, **asked}}),
        ("odds", {"character": who, **asked}),
    ):
        (status,) = house.answers([Sent.json("POST", f"{BASE}/tables/{house.table}/{path}", body)])
        assert 400 <= status < 500
    assert not house.faults


DO = {"type": "do", "procedure": "test"}
REMARK = {"type": "remark", "character": "c0"}


@pytest.mark.parametrize("levels", [26, 490, 900])
@pytest.mark.parametrize("key", ["", "character", "x"])
def test_no_depth_is_too_deep_to_be_refused(levels, key, tmp_path):
    house = Fuzzed("operators", 1, tmp_path)
    nest = deep(levels, key)
    table = f"{BASE}/tables/{house.table}"
    sent = [
        Sent.json("POST", f"{table}/actions", {"action": "a", "command": {**DO, "given": {"x": nest}}}),
        Sent.json("POST", f"{table}/actions", {"action": "a", "command": {**REMARK, "marks": {"x": nest}}}),
        Sent.json("POST", f"{table}/odds", {"procedure": "test", "given": {"x": nest}}),
        Sent.json("POST", f"{BASE}/systems/operators/procedures/test/odds", {"given": {"x": nest}}),
        Sent.json("POST", f"{BASE}/systems/operators/characters", {"given": {"x": nest}}),
    ]
    assert {*house.answers(sent)} <= {422}
    assert not house.faults


@pytest.mark.parametrize(
    "form",
    [
        "type=do&procedure=test&given.a.0.b=1&people.a.b=c0",
        "type=do&procedure=test&of.sides.0.members.c.side=x",
        "type=do&procedure=test&list.a=x&given.a=1",
        "type=do&procedure=test&person.a=x&list.a=1",
        "type=do&procedure=test&json.a=1e9&people.a=x",
        "type=do&procedure=test&each.a.b.c=x&people.sides.99.members=x",
        "type=do&procedure=test&json.a=" + "[" * 490 + "]" * 490,
        "type=advance&flag.minutes=1&many.minutes=x",
        "type=edit&text.fields=x&fields.a=1",
        "type=settle&json.due=[]",
        "type=do&procedure=assassinate&given.weapon=xyzzy",
        "%ff=%fe&type=%u1234",
        "",
    ],
    ids=lambda form: form[:50],
)
def test_half_a_form_is_refused(form, tmp_path):
    house = Fuzzed("operators", 1, tmp_path)
    for page in ("act", "odds", "des"):
        for media in ("application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=x"):
            (status,) = house.answers([Sent("POST", f"/t/{house.table}/{page}", "", form.encode(), media, "keeper")])
            assert status < 500
    assert not house.faults


@pytest.mark.parametrize("system", keys())
def test_several_where_one_is_aimed_at_are_no_fault_of_the_form(system, tmp_path):
    """What a form fills in by itself was read before the inputs were looked at."""
    house = Fuzzed(system, 1, tmp_path)
    first, second, *_ = house.people
    aimed = [(key, against.target) for key, against in house.system.table_rules.targeting.items()]
    bodies = [f"procedure={key}&character={first}&list.{target}={second}" for key, target in aimed]
    form = "application/x-www-form-urlencoded"
    sent = [Sent("POST", f"/t/{house.table}/odds", "", one.encode(), form, "keeper") for one in bodies]
    assert sent
    assert all(status < 500 for status in house.answers(sent))
    assert not house.faults


@pytest.mark.parametrize("who", ["", "c0", "Léo"])
def test_a_page_of_somebody_who_is_not_there_is_a_page(who, tmp_path):
    house = Fuzzed("d20d100", 1, tmp_path)
    query = f"c={quote(who)}&a=tick_box"
    pages = [f"/t/{house.table}{path}" for path in ("", "/main", "/combat", "/combat/agir", "/combat/declarer")]
    assert all(
        status < 500 for status in house.answers([Sent("GET", one, query, b"", "page", "keeper") for one in pages])
    )
    assert not house.faults


def test_the_page_of_anybody_draws_whatever_act_is_asked_for(tmp_path):
    """What only investigators do was drawn for a gangster, whose sheet has no boxes to tick."""
    house = Fuzzed("d20d100", 1, tmp_path)
    who = next(id for id, kept in house.people.items() if kept["sheet"]["kind"] != "investigator")
    asked = [f"c={who}&a={key}" for key, form in house.system.presentation.forms.items() if form.fits]
    house.answers([Sent("GET", f"/t/{house.table}/main", one, b"", "page", "keeper") for one in asked])
    assert not house.faults


def test_what_a_rule_refuses_without_any_die_is_said_at_the_dice(tmp_path):
    """Faces were taken away until the rule went on; where none was left, for ever."""
    house = Fuzzed("cthulhud20", 1, tmp_path)
    media = "application/x-www-form-urlencoded"
    for dice in ("", "3 4"):
        form = f"procedure=convert_creature&dice={dice}".encode()
        assert house.answers([Sent("POST", f"/t/{house.table}/des", "", form, media, "keeper")]) == [200]
    assert not house.faults


def test_a_target_that_is_not_there_is_refused_in_a_declaration_too(tmp_path):
    house = Fuzzed("yacdha", 1, tmp_path)
    who = house.play["fight"]["order"][0]
    form = f"character={who}&given.action=attack&given.target=xyzzy".encode()
    media = "application/x-www-form-urlencoded"
    for page in ("choix", "declarer"):
        assert max(house.answers([Sent("POST", f"/t/{house.table}/combat/{page}", "", form, media, "keeper")])) < 500
    assert not house.faults
