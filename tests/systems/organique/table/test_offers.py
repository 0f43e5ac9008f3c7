"""What may follow a result: reactions before the dice, saves, a dose, help; an intrusion from offer to offer."""

from typing import Any

import pytest

from gardien.core.errors import Refusal
from gardien.systems.organique import pack
from gardien.systems.organique.table.offers import decrypting, offers
from gardien.table import commands as c
from gardien.table.exchange import export_character
from systems.organique.evening import Evening
from systems.table import at


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


# ---- reactions ----


def test_a_player_is_asked_what_they_do_about_it(evening):
    """ORG-CBT-01: the thug strikes, Ann decides, then both throw; nobody acts meanwhile."""
    evening.do(evening.thug, "combat_action", target=at(evening.tyra), action="strike")
    assert evening.choices() == ["dodge", "parry", "leap", "flip", "simultaneous"]
    with pytest.raises(Refusal):
        evening.do(evening.tyra, "test", (10,), characteristic="AGI")
    roll = evening.decide("parry", (10, 20), seat=evening.ann)
    assert (roll.given["reaction"]["weapon"]["name"], roll.outcome["hit"]) == ("spear", False)


def test_what_one_answers_with(evening):
    """ORG-REA-02, ORG-REA-07: a shield before a blade, a chain to catch with, else the bare arm, which may bleed."""
    evening.write(evening.kim, weapons=[{"weapon": "hunting_knife"}, {"weapon": "riot_shield"}, {"weapon": "chain"}])
    evening.do(evening.thug, "combat_action", target=at(evening.kim), action="strike")
    assert "entangle" in evening.choices()
    assert evening.decide("parry", (10, 20)).given["reaction"]["weapon"] == "riot_shield"
    evening.write(evening.kim, weapons=[])
    evening.do(evening.thug, "combat_action", target=at(evening.kim), action="strike")
    assert evening.decide("parry", (8, 20)).given["reaction"]["bare_limb"] is True
    assert evening.sheet(evening.kim)["sng"] == 3.5


def test_to_do_nothing_is_a_choice_too(evening):
    """ORG-REA-08."""
    evening.do(evening.thug, "combat_action", target=at(evening.tyra), action="strike")
    roll = evening.decide("", (20,), seat=evening.ann)
    assert (roll.outcome["hit"], "defence_die" in roll.outcome) == (True, False)


def test_shots_are_answered_otherwise(evening):
    """ORG-REA-04, ORG-REA-07: dodge, leap, drop; nothing to parry."""
    evening.do(evening.kim, "combat_action", target=at(evening.thug), action="shoot")
    assert evening.choices() == ["dodge", "leap", "drop", "simultaneous"]
    evening.decide("drop", (1, 20))
    assert evening.sheet(evening.thug)["prone"] is True


def test_whoever_cannot_react_is_not_asked(evening):
    """ORG-REA-08, ORG-HP-05."""
    evening.write(evening.thug, unconscious_turns=3)
    evening.do(evening.tyra, "combat_action", (20,), target=at(evening.thug), action="easy_strike")
    assert evening.waiting is None


# ---- bodies ----


def test_saves_that_a_drug_asks_for(evening):
    """ORG-SYM-01: offered with their difficulty; what fails is written down as long as the drug acts."""
    evening.do(evening.kim, "take_drug", seat=evening.bob, drug="white")
    offer = evening.offered(evening.bob)["resist.euphoria"]
    assert (offer.given, offer.about) == ({"symptom": "euphoria", "difficulty": 15}, ("Euphorie", "Euphoria"))
    evening.follow("resist.euphoria", (1,), seat=evening.bob)
    assert evening.lasting(evening.kim) == [("drug", "white"), ("symptom", "euphoria")]
    evening.pass_time(6 * 60)
    assert evening.lasting(evening.kim) == [("drug", "white")]  # until its come-down is told


def test_a_headache_goes_with_what_brought_it(evening):
    """ORG-SYM-09, ORG-VOL-04."""
    evening.do(evening.kim, "take_drug", drug="alcohol")
    evening.do(evening.kim, "symptom", (2,), symptom="headache", difficulty=20)
    (pain,) = evening.sheet(evening.kim)["suffering"]
    assert pain > 0
    evening.pass_time(3 * 60)
    assert evening.sheet(evening.kim)["suffering"] == []


def test_whoever_gives_in_takes_what_they_have(evening):
    """ORG-DRUG-06: the dose is taken at once, and the days begin again."""
    evening.write(evening.kim, habits=[{"drug": "haze", "held": 1}])
    evening.write(evening.kim, lasting=[{"kind": "dependency", "key": "haze", "course": "psychological"}])
    evening.pass_time(24 * 60)
    evening.settle("withdrawal_test", (1,))
    assert evening.sheet(evening.kim)["habits"][0]["held"] == 0
    assert ("drug", "haze") in evening.lasting(evening.kim)
    assert [one["next"] for one in evening.sheet(evening.kim)["lasting"] if one["kind"] == "dependency"] == [
        2 * 24 * 60
    ]


def test_a_lack_is_felt_until_the_next_test(evening):
    """M11: the lack of the stimulant costs END; two days later it is asked about again."""
    evening.write(evening.kim, lasting=[{"kind": "dependency", "key": "rush", "course": "psychological"}])
    evening.pass_time(24 * 60)
    evening.settle("withdrawal_test", (20,))
    evening.follow("lack")
    assert evening.sheet(evening.kim)["effective"]["END"] == 4
    evening.pass_time(2 * 24 * 60)
    assert (evening.sheet(evening.kim)["effective"]["END"], evening.due()) == (8, ["withdrawal_test"])


def test_help_for_whoever_lies_there(evening):
    """ORG-AFT-01, ORG-SYM-03."""
    evening.write(evening.thug, sng=0.5, cps=0, inc=1)
    evening.strike(evening.tyra, evening.thug, "", 20, action="easy_strike")
    assert evening.offered()["first_aid"].given == {"patient": {"character": "Voyou"}}
    evening.write(evening.thug, cardiac_arrest=True)
    assert offers("combat_action", {}, {}, {}, {}) == []


# ---- an intrusion ----


def step(evening: Evening, key: str, dice: tuple[int, ...], **about: Any) -> Any:
    """The offer of a procedure that has these inputs, taken up."""
    result = [
        name
        for name, offer in evening.offered().items()
        if offer.procedure == key and all(offer.given.get(field) == value for field, value in about.items())
    ]
    assert len(result) == 1, (key, about, result)
    return evening.follow(result[0], dice)


def scene(evening: Evening) -> dict[str, Any]:
    return dict(evening.sheet(evening.kim)["intrusion"])


@pytest.mark.parametrize(("hour", "night"), [(12, False), (23, True), (29, True), (31, False)])
def test_an_intrusion_begins_by_day_or_by_night(evening, hour, night):
    """ORG-HACK-23: as the clock has it; whoever leads may write something else."""
    evening.pass_time(60 * hour - evening.play["clock"])
    evening.do(evening.kim, "preliminaries", (20, 70), method="snoop", network="escorts_36f")
    assert scene(evening)["night"] is night
    evening.write(evening.kim, intrusion={**scene(evening), "night": not night})
    assert scene(evening)["night"] is not night


def test_an_intrusion_that_raises_the_alarm_and_still_gets_in(evening):
    """HACK-01 to HACK-25: from the bins to the mail server, noticed, looked for again; and every step taken back."""
    evening.write(evening.kim, skills={"operating_system": 2, "network_knowledge": 3, "network_protocols": 1})
    evening.write(evening.kim, specialities=["OpenFree", "OpenCert"])
    before = evening.play
    evening.do(evening.kim, "preliminaries", (20, 70), method="snoop", network="escorts_36f")
    assert scene(evening)["known"] == ["security_team"]
    step(evening, "enter_network", (1, 50))
    assert (scene(evening)["inside"], scene(evening)["minutes"]) == (True, 15)
    step(evening, "find_system", (15,))
    roll = step(evening, "enter_system", (1,), system="escorts_call_centre")
    assert (roll.outcome["alert"], scene(evening)["alert"]) == (True, True)
    detect = next(one for one in evening.offered().values() if one.procedure == "detect")
    assert (detect.granted, detect.given["administrator"]["name"]) == (True, "Marla Morrone")
    assert not any(one.procedure == "detect" for one in evening.offered(evening.bob).values())
    step(evening, "enter_system", (16, 50), system="escorts_mail")
    assert scene(evening)["held"] == {"escorts_mail": "administrator"}
    mail = next(one for one in evening.offered().values() if one.procedure == "plant_back_door")
    assert mail.about == ("Serveur courrier et téléphone", "Mail and phone server")
    while evening.play != before:
        evening.keep(c.Undo())


def test_nobody_is_offered_what_they_have_no_skill_for(evening):
    """ORG-SKILL-06, ORG-SAVE-01: nor a save that their state does not let them attempt."""
    evening.do(evening.kim, "preliminaries", (20, 70), method="snoop", network="escorts_36f")
    assert any(one.procedure == "enter_network" for one in evening.offered().values())
    evening.write(evening.kim, skills={"network_knowledge": 3})
    evening.do(evening.kim, "preliminaries", (20, 70), method="research", network="escorts_36f")
    assert {one.procedure for one in evening.offered().values()} == {"preliminaries"}
    evening.do(evening.kim, "take_drug", drug="white")
    assert "resist.euphoria" in evening.offered()
    evening.write(evening.kim, end_now=0)
    assert "resist.euphoria" not in evening.offered()


def test_an_open_network_has_nothing_to_pass(evening):
    """ORG-HACK-01: its systems are guarded, it is not."""
    evening.write(evening.kim, intrusion={"network": "tunnel_rats"})
    assert scene(evening)["inside"] is True
    evening.write(evening.kim, intrusion={"network": "st_roch"})
    assert scene(evening)["inside"] is False


def test_a_network_that_is_only_there_on_site(evening):
    """M15: plugging in has its difficulty, any other skill none of it."""
    evening.write(evening.kim, intrusion={"network": "kessler_ito"})
    assert evening.do(evening.kim, "skill_test", (10,), skill="cryptography").given["difficulty"] == 20
    assert evening.do(evening.kim, "skill_test", (20,), skill="connection").given["difficulty"] == 25
    assert scene(evening)["plugged"] is True


DAY = 24 * 60
BEHIND = {"network": "escorts_36f", "inside": True, "listed": True}
PAYS, CALLS = "escorts_payment", "escorts_call_centre"


@pytest.mark.parametrize(
    ("before", "procedure", "given", "rule", "enough"),
    [
        ({}, "enter_system", {"system": PAYS}, "ORG-HACK-01", {"inside": True}),
        (BEHIND, "enter_system", {"system": PAYS, "method": "password"}, "ORG-HACK-07", {"passwords": [PAYS]}),
        (BEHIND, "enter_system", {"system": PAYS, "method": "back_door"}, "ORG-HACK-20", {"doors": {PAYS: "user"}}),
        (BEHIND | {"down": [PAYS]}, "enter_system", {"system": PAYS}, "ORG-HACK-17", {"down": []}),
        (BEHIND | {"flooded": {PAYS: 60}}, "enter_system", {"system": PAYS}, "ORG-HACK-14", {"flooded": {}}),
        (BEHIND | {"flooded": {PAYS: 60}, "held": {PAYS: "user"}}, "crash", {"system": PAYS}, "ORG-HACK-14",
         {"flooded": {CALLS: 60}}),
        (BEHIND, "crash", {"system": PAYS}, "ORG-HACK-15", {"held": {PAYS: "user"}}),
        (BEHIND, "plant_back_door", {"system": PAYS}, "ORG-HACK-15", {"held": {PAYS: "user"}}),
        (BEHIND, "raise_privilege", {"system": PAYS}, "ORG-HACK-15", {"held": {PAYS: "user"}}),
        (BEHIND | {"held": {PAYS: "super_user"}}, "lock_out", {}, "ORG-HACK-18", {"held": {PAYS: "administrator"}}),
        (BEHIND, "preliminaries", {"method": "inside"}, "ORG-HACK-21", {"ruled": [PAYS]}),
        (BEHIND, "sniff_login", {"system": PAYS}, "ORG-HACK-09", {"held": {"escorts_router": "user"}}),
        (BEHIND, "sniff_login", {"system": PAYS}, "ORG-HACK-09", {"plugged": True}),
        ({}, "find_system", {}, "ORG-HACK-29", {"inside": True}),
        ({"network": "kessler_ito"}, "enter_network", {"firewall": 25, "skill": "operating_system"}, "ORG-HACK-01",
         {"plugged": True}),
    ],
)  # fmt: skip
def test_a_player_does_in_a_network_what_she_has_reached(evening, before, procedure, given, rule, enough):
    skills = dict.fromkeys(("operating_system", "system_crashing", "connection", "network_protocols"), 4)
    start = {"network": "escorts_36f", **before}
    evening.write(evening.kim, skills=skills, programs={"interceptor": 2}, intrusion=start)

    def attempt(seat=evening.bob):
        evening.act(seat, c.Do(procedure=procedure, character=evening.kim, given=given))

    with pytest.raises(Refusal) as told:
        attempt()
    assert (told.value.id, told.value.rule) == ("act/cannot", rule)
    evening.write(evening.kim, intrusion={**start, **enough})
    attempt()


def test_a_flood_ends_on_the_clock_for_everybody_on_that_network(evening):
    """ORG-HACK-14: what acts have taken of it the clock does not take again; seconds of a fight count too."""
    evening.write(
        evening.kim, skills=dict.fromkeys(("flood", "network_protocols", "operating_system"), 5), intrusion=BEHIND
    )
    evening.write(evening.tyra, intrusion={"network": "mi5"}, intrusions=[BEHIND])
    flood = evening.do(evening.kim, "flood", (20,), system=PAYS)
    minutes = flood.outcome["minutes_down"]
    assert minutes >= 60

    def left():
        kept = evening.sheet(evening.tyra)["intrusions"][0]["flooded"]
        return scene(evening)["flooded"].get(PAYS, 0), kept.get(PAYS, 0)

    assert left() == (60 * minutes, 60 * minutes)
    found = evening.do(evening.kim, "find_system", (20,)).outcome["minutes"]
    assert left()[0] == 60 * (minutes - found)
    evening.pass_time(found)
    assert left() == (60 * (minutes - found), 60 * (minutes - found))
    evening.fight((evening.kim,), (evening.thug,))
    evening.turn(2)
    evening.keep(c.EndFight())
    assert left()[0] == 60 * (minutes - found) - 5
    evening.pass_time(minutes - found - 1)
    assert left() == (55, 60)
    with pytest.raises(Refusal):
        evening.act(evening.bob, c.Do(procedure="enter_system", character=evening.kim, given={"system": PAYS}))
    evening.pass_time(1)
    assert left() == (0, 0)
    evening.do(evening.kim, "enter_system", (20, 50), system=PAYS)


def test_a_code_that_evolves_has_changed_a_day_later(evening):
    """ORG-CRY-06: on the clock; until then one enters by what one has read."""
    caught = {"network": "tunnel_rats", "listed": True, "logins": {"rats_ledger": 35}}
    evening.write(evening.kim, programs={"code_breaker": 5}, computer="mainframe", intrusion=caught)
    enter = c.Do(procedure="enter_system", character=evening.kim, given={"system": "rats_ledger", "method": "password"})
    evening.do(evening.kim, "decrypt", (20,), strength=35, alone=True)
    evening.pass_time(DAY - 1)
    assert scene(evening)["passwords"] == ["rats_ledger"]
    evening.act(evening.bob, enter)
    evening.pass_time(1)
    with pytest.raises(Refusal) as told:
        evening.act(evening.bob, enter)
    assert (told.value.words["why"], told.value.rule) == ("no_password", "ORG-HACK-07")


def test_nobody_listens_in_without_a_program_for_it(evening):
    """ORG-HACK-09: wherever that is."""
    evening.write(evening.kim, skills={"connection": 4}, programs={})
    listen = c.Do(procedure="sniff_login", character=evening.kim, given={"system": {"firewall": 20}})
    with pytest.raises(Refusal) as told:
        evening.act(evening.bob, listen)
    assert (told.value.words["why"], told.value.rule) == ("no_interceptor", "ORG-HACK-09")
    evening.write(evening.kim, programs={"interceptor": 1})
    evening.act(evening.bob, listen)
    evening.write(evening.kim, intrusion=BEHIND)
    with pytest.raises(Refusal) as told:
        evening.act(evening.bob, c.Do(procedure="sniff_login", character=evening.kim, given={"system": PAYS}))
    assert (told.value.words["why"], told.value.rule) == ("no_relay", "ORG-HACK-09")


@pytest.mark.parametrize("method", ["flaw", "virus", "talk", "password", "back_door", "trust"])
def test_whoever_watches_is_asked_for_whatever_the_way_in(evening, method):
    """ORG-HACK-23: once for each system; and what was patched is harder to pass by the same flaw (ORG-HACK-25)."""
    skills = {"operating_system": 6, "programming_virus": 6}
    reached = {"passwords": [PAYS], "doors": {PAYS: "super_user"}, "held": {CALLS: "user"}, "trust_known": True}
    patched = {"closed": [PAYS], "firewall_increase": 10}
    evening.write(evening.kim, skills=skills, programs={}, intrusion={**BEHIND, **reached, **patched})
    dice = (50,) if method in ("password", "back_door", "trust") else (20, 50)
    roll = evening.do(evening.kim, "enter_system", dice, system=PAYS, method=method, paranoia=0)
    assert roll.given["surveillance"] == 7
    assert (roll.given.get("mods") or {}).get("firewall_increase") == (-10 if method == "flaw" else None)
    if method == "back_door":
        assert scene(evening)["held"][PAYS] == "super_user"


def test_a_program_breaks_codes_for_whoever_knows_nothing_of_them(evening):
    """ORG-CRY-02, ORG-SKILL-06: the margin of whoever does is added (ORG-CRY-01, ORG-CRY-03)."""
    evening.write(evening.kim, skills={}, programs={"code_breaker": 2}, computer="laptop")
    assert evening.do(evening.kim, "decrypt", (10,), strength=30).outcome["total"] == 2 * 6 + 10
    assert evening.do(evening.kim, "encrypt", (), program_strength=20).outcome["strength"] == 20
    evening.write(evening.kim, skills={"cryptography": 3}, INT=15)
    assert evening.do(evening.kim, "decrypt", (10, 10), strength=30).outcome["total"] == 2 * 6 + 13 + 10
    assert evening.do(evening.kim, "encrypt", (10,), program_strength=20).outcome["strength"] == 20 + 13
    assert evening.do(evening.kim, "encrypt", (), program_strength=20, alone=True).outcome["strength"] == 20


def test_behind_a_gateway_only_the_gateway_is_within_reach(evening):
    """ORG-HACK-26."""
    gate = next(row for row in pack.table("networks", "system") if row.kind == "internet_gateway")
    other = next(row for row in pack.systems(gate.network) if row is not gate)
    evening.write(evening.kim, skills={"operating_system": 4}, intrusion={"network": gate.network, "inside": True})
    flaw = c.Do(procedure="enter_system", character=evening.kim, given={"system": other.key})
    with pytest.raises(Refusal) as told:
        evening.act(evening.bob, flaw)
    assert "gateway" in str(told.value)
    evening.write(evening.kim, intrusion={"network": gate.network, "inside": True, "held": {gate.key: "user"}})
    evening.act(evening.bob, flaw)


@pytest.mark.parametrize("said", [{"owner_privilege": "administrator"}, {"held": {CALLS: "administrator"}}])
def test_rights_are_not_for_a_player_to_say(evening, said):
    """ORG-HACK-07, ORG-HACK-10, ORG-HACK-15."""
    evening.write(evening.kim, intrusion={**BEHIND, "passwords": [PAYS]})
    method = "password" if "owner_privilege" in said else "trust"
    entry = c.Do(procedure="enter_system", character=evening.kim, given={"system": PAYS, "method": method, **said})
    with pytest.raises(Refusal) as told:
        evening.act(evening.bob, entry)
    assert told.value.id == "table/keeper_input"


def test_codes_are_read_with_ones_own_machine():
    """ORG-CRY-02, M14."""
    kim = {"computer": "laptop", "programs": {"code_breaker": 2}}
    assert decrypting(kim) == {"force": 2, "power": 6}
    assert decrypting({}) == {"force": 0, "power": 0}


def test_what_security_may_do_is_not_read_from_the_names_of_the_rest():
    """ORG-HACK-24: offers of the hacker are called the same, whether she is looked for or not."""
    scene = {"network": "escorts_36f", "inside": True, "at": "escorts_mail", "held": {"escorts_mail": "user"}}

    def own(**more):
        people = {"": {"intrusion": {**scene, **more}}}
        return [one.key for one in offers("find_trust", {}, {}, people, {}) if not one.granted]

    assert own()
    assert own(due="detect") == own()


def test_what_security_knows_is_not_for_the_hacker_to_read(evening):
    """ORG-HACK-24: the alarm that she set off and a blocked address are; what a secret look came to is not."""
    inside = {"network": "escorts_36f", "inside": True, "at": "escorts_mail", "held": {"escorts_mail": "user"}}
    evening.write(evening.kim, intrusion={**inside, "alert": True})
    bob = evening.table.viewer(evening.bob)

    def read(viewer):
        return evening.table.look(viewer)["characters"][evening.kim]["sheet"]["intrusion"]

    before, moment = read(bob), evening.table.state.version
    watching = {"administrator": {"name": "Marla", "INT": 14, "level": 5}, "privilege": "user", "known": []}
    look = c.Do(procedure="detect", character=evening.kim, given=watching, dice=(10,), audience="keeper")
    card = evening.keep(look).card
    evening.keep(c.Release(event=card["id"]))
    assert scene(evening)["admin_present"]
    assert read(bob) == before
    assert (before["alert"], before["address_blocked"]) == (True, False)
    assert not {"admin_present", "doubt", "due", "acts"} & set(before)
    assert all(evening.kim not in one.get("characters", {}) for one in evening.table.news_since(bob, moment, "fr"))
    assert b'"admin_present": true' not in export_character(evening.table.state, bob, evening.kim)
    evening.act(evening.bob, c.Edit(character=evening.kim, fields={"intrusion": {**before, "minutes": 7}}))
    assert (scene(evening)["minutes"], scene(evening)["admin_present"]) == (7, True)
