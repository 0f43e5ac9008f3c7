"""Whole intrusions, act by act: the long example of the source, and whatever else may happen (HACK-01 to HACK-33)."""

from random import Random

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from msgspec import to_builtins
from msgspec.structs import replace

from gardien.core.calling import do
from gardien.core.inputs import parse
from gardien.systems.organique import pack
from gardien.systems.organique.rules.network.moves import possible
from gardien.systems.organique.rules.network.scene import Intrusion, after, leave, new_intrusion, wait
from gardien.systems.organique.vocabulary import PRIVILEGES
from systems.organique.people import HOUSE

KIM = {
    "name": "Kimberly",
    "INT": 14,
    "skills": {"operating_system": 2, "network_knowledge": 3, "network_protocols": 1},
    "specialities": ["OpenFree", "OpenCert"],
}
ACE = {"name": "Ace", "INT": 16, "skills": {row.key: 5 for row in pack.table("skills", "skill")}}
SEATS = {
    "character": ("preliminaries", "recall_data", "skill_test"),
    "user": ("decrypt",),
    "": ("eject", "lock_out", "notice_takeover", "surveillance"),
}
NETWORKS = pack.keys("networks", "network")


def seated(procedure, inputs, hacker):
    """Inputs with the hacker in the seat of the procedure."""
    seat = next((seat for seat, procedures in SEATS.items() if procedure in procedures), "hacker")
    more = {"force": 5, "power": 12} if procedure == "decrypt" else {}
    return {**inputs, **more, **({seat: hacker} if seat else {})}


def acted(scene, procedure, dice, hacker=KIM, **given):
    """The scene after an act, by the same way as the table: plain objects."""
    result = do("organique", procedure, seated(procedure, given, hacker), dice=list(dice))
    return after(scene, procedure, result.given, result.outcome, HOUSE)


def offered(scene, procedure, **given):
    """The one offer of a procedure that has these inputs."""
    result = [
        inputs
        for name, inputs in possible(scene)
        if name == procedure and all(inputs.get(field) == value for field, value in given.items())
    ]
    assert len(result) == 1, (procedure, given, result)
    return result[0]


def offers(scene):
    return {procedure for procedure, _ in possible(scene)}


def tried(scene, procedure, dice, hacker=KIM, **given):
    """An offer taken as it is."""
    return acted(scene, procedure, dice, hacker, **offered(scene, procedure, **given))


def test_the_long_example():  # ORG-HACK-01, source 2322-2489
    """36F Escorts, from the rubbish bins to the cut connection; every act is on offer when its time comes."""
    scene = new_intrusion("escorts_36f")
    scene = tried(scene, "preliminaries", [1, 70], method="snoop")
    scene = tried(scene, "preliminaries", [1, 30], {"CHA": 17}, method="social")
    scene = tried(scene, "preliminaries", [1, 65], method="research")
    assert scene.known == ("security_team", "network_map")
    assert not scene.inside
    assert offered(scene, "enter_network") == {"firewall": 15, "known": list(scene.known), "surveillance": 7}
    scene = tried(scene, "enter_network", [1, 50])
    assert (scene.inside, scene.minutes, scene.admin_present) == (True, 15, False)
    scene = tried(scene, "find_system", [1])
    assert (scene.listed, scene.minutes) == (True, 30)
    centre = offered(scene, "enter_system", system="escorts_call_centre")
    scene = acted(scene, "enter_system", [6], **{**centre, "skill": "network_knowledge"})
    assert (scene.alert, scene.held, scene.minutes) == (True, {}, 60)
    assert offered(scene, "detect")["administrator"] == {"name": "Marla Morrone", "INT": 14, "level": 2}
    scene = tried(scene, "enter_system", [9, 50], system="escorts_mail")
    assert (scene.at, scene.held) == ("escorts_mail", {"escorts_mail": "super_user"})
    scene = tried(scene, "raise_privilege", [4], system="escorts_mail", way="re_entry")
    assert (scene.held, scene.ruled) == ({"escorts_mail": "administrator"}, ("escorts_mail",))
    assert scene.minutes == 60 + 30 + 15
    scene = tried(scene, "enter_system", [18, 50], system="escorts_workstations")
    assert scene.held["escorts_workstations"] == "user"
    assert offered(scene, "detect")["privilege"] == "user"
    scene = tried(scene, "detect", [12])
    assert (scene.admin_present, scene.due) == (True, "eject")
    scene = tried(scene, "notice_takeover", [9])
    ejected = tried(scene, "eject", [])
    assert (ejected.inside, ejected.held, ejected.address_blocked) == (False, {}, True)
    assert ejected.closed == ("escorts_36f", "escorts_mail", "escorts_workstations")
    assert ejected.known == scene.known
    assert offered(ejected, "enter_network")["firewall"] == 25
    assert tried(ejected, "recall_data", [6]).to_recall is False


def test_a_simple_intrusion():  # ORG-HACK-01, source 2292-2316
    """No network firewall: systems are looked for at once."""
    scene = new_intrusion("tunnel_rats")
    assert scene.inside
    assert "enter_network" not in offers(scene)
    assert {"find_system", "find_trust"} <= offers(scene)
    assert "enter_system" not in offers(scene)


# ---- what each act leaves ----


def inside(**fields):
    return Intrusion(network="escorts_36f", inside=True, listed=True, **fields)


def test_whoever_turns_away_keeps_what_is_known_and_no_one_watches():  # ORG-HACK-05, ORG-HACK-20
    kept = {"known": ("network_map",), "doors": {"escorts_mail": "user"}}
    left = leave(inside(**kept, at="escorts_mail", held={"escorts_mail": "user"}, admin_present=True, doubt=True))
    assert left == Intrusion(network="escorts_36f", listed=True, **kept)


def test_failures_leave_things_as_they_are():
    scene = new_intrusion("escorts_36f")
    spent = Intrusion(network="escorts_36f", minutes=15)
    assert acted(scene, "enter_network", [1], firewall=60) == replace(spent, alert=True)
    assert acted(scene, "find_system", [1]) == spent
    assert acted(scene, "find_trust", [1]) == scene
    for procedure, given in (
        ("crash", {"scope": "program", "system": "escorts_mail", "privilege": "user"}),
        ("crash", {"scope": "for_good", "system": "escorts_mail", "privilege": "user"}),
        ("plant_back_door", {"system": "escorts_mail", "privilege": "user"}),
        ("sniff_login", {"system": "escorts_mail"}),
    ):
        clumsy = {"INT": 0, "skills": ACE["skills"] | {"operating_system": 1, "system_crashing": 1, "connection": 1}}
        assert acted(scene, procedure, [1], clumsy, **given) == scene


def test_time_that_acts_take():  # ORG-HACK-09, ORG-HACK-16, ORG-HACK-28
    scene = inside(held={"escorts_mail": "user"}, at="escorts_mail")
    higher = {"system": "escorts_mail", "privilege": "user", "way": "operating_system"}
    assert acted(scene, "raise_privilege", [1], ACE, **higher).minutes == 0
    assert acted(scene, "sniff_login", [20, 1, 2, 3, 4], ACE, system="escorts_mail").minutes == 10
    assert acted(scene, "sniff_login", [20, 1, 2], ACE, system="escorts_payment").minutes == 3 * 60


def test_whoever_is_there_on_entry_stays():  # ORG-HACK-23
    scene = new_intrusion("escorts_36f")
    seen = acted(scene, "enter_network", [20, 7], ACE, firewall=15, surveillance=7)
    assert (seen.admin_present, seen.due) == (True, "detect")
    assert acted(seen, "enter_system", [20], ACE, system="escorts_mail").admin_present
    assert not acted(scene, "enter_network", [20, 8], ACE, firewall=15, surveillance=7).admin_present


def test_what_is_offered_no_more():  # ORG-HACK-09, ORG-HACK-13, ORG-HACK-24
    reading = inside(logins={"escorts_mail": 20}, passwords=("escorts_payment",), plugged=True)
    heard = {row["system"] for name, row in possible(reading) if name == "sniff_login"}
    assert heard
    assert "sniff_login" not in offers(replace(reading, plugged=False))
    assert not heard & {"escorts_mail", "escorts_payment"}
    assert "detect" in offers(inside(alert=True))
    assert "detect" not in offers(inside(alert=True, admin_present=True))
    assert "detect" not in offers(inside())


def test_acts_of_other_kinds_leave_it_alone():
    scene = inside(held={"escorts_mail": "user"}, at="escorts_mail", admin_present=True)
    assert after(scene, "heal", {}, {}, HOUSE) == scene


def test_who_is_there_must_be_asked():  # ORG-HACK-23, ORG-HACK-24
    """An act under the eyes of an administrator makes them look; a search from outside does not."""
    scene = inside(held={"escorts_mail": "administrator"}, ruled=("escorts_mail",), at="escorts_mail")
    watched = acted(scene, "surveillance", [7], percent=7)
    assert (watched.admin_present, watched.due) == (True, "detect")
    calm = inside(held=scene.held, ruled=scene.ruled, at=scene.at, admin_present=True)
    assert acted(calm, "lock_out", [], privilege="administrator").due == "detect"
    assert acted(calm, "preliminaries", [1], method="inside").due == "detect"
    assert acted(calm, "preliminaries", [20, 1], {}, method="snoop", paranoia=0).due == "none"
    assert acted(calm, "surveillance", [8], percent=7).admin_present is False
    assert {row["surveillance"] for name, row in possible(calm) if name == "enter_system"} == {0}
    assert offered(calm, "plant_back_door")["administrator"]["name"] == "Marla Morrone"


def test_doubt_looks_twice():  # ORG-HACK-24
    scene = inside(held={"escorts_mail": "user"}, at="escorts_mail", admin_present=True, due="detect")
    doubt = tried(scene, "detect", [2])
    assert (doubt.doubt, doubt.due, doubt.minutes) == (True, "detect", 0)
    assert offered(doubt, "detect")["mods"] == {"doubt": 5}
    assert (tried(doubt, "detect", [3]).due, tried(doubt, "detect", [2]).minutes) == ("eject", 1)
    lost = acted(doubt, "detect", [1], administrator={"INT": 1})
    assert (lost.doubt, lost.due) == (False, "none")


def test_whoever_rules_the_guards_stays():  # ORG-HACK-25
    scene = inside(held={"escorts_marla": "administrator", "escorts_mail": "user"}, admin_present=True, due="eject")
    assert offered(scene, "eject")["hacker_controls"] == ["security_workstation"]
    stays = tried(scene, "eject", [])
    assert (stays.held, stays.due, stays.closed) == (scene.held, "none", ())
    weak = inside(held={"escorts_marla": "super_user"}, due="eject")
    assert offered(weak, "eject")["hacker_controls"] == []


def test_patched_firewalls():  # ORG-HACK-25
    scene = inside(closed=("escorts_mail",), firewall_increase=10)
    assert offered(scene, "enter_system", system="escorts_mail")["mods"] == {"firewall_increase": -10}
    assert offered(scene, "enter_system", system="escorts_router")["mods"] == {}


def test_accounts_are_closed_and_doors_stay():  # ORG-HACK-20, ORG-HACK-25
    scene = inside(
        held={"escorts_mail": "user"},
        doors={"escorts_mail": "user"},
        passwords=("escorts_mail", "escorts_router"),
        logins={"escorts_mail": 20, "escorts_web_site": 20},
        used=("escorts_36f", "escorts_mail"),
        due="eject",
    )
    out = tried(scene, "eject", [])
    assert (out.passwords, out.logins) == (("escorts_router",), {"escorts_web_site": 20})
    assert offered(out, "enter_system", system="escorts_mail")["method"] == "back_door"
    assert offered(out, "enter_system", system="escorts_router")["method"] == "password"
    back = tried(out, "enter_system", [99], system="escorts_mail")
    assert (back.inside, back.held, back.address_blocked) == (True, {"escorts_mail": "user"}, False)


def test_a_login_is_caught_then_read():  # ORG-HACK-09, ORG-CRY-05
    scene = tried(inside(plugged=True), "sniff_login", [10, 3, 4], ACE, system="escorts_payment")
    assert (scene.minutes, scene.logins) == (420, {"escorts_payment": 20})
    assert offered(scene, "decrypt") == {"strength": 20}
    read_ = acted(scene, "decrypt", [1, 1], ACE, strength=20)
    assert (read_.logins, read_.passwords) == ({}, ("escorts_payment",))
    entered = tried(read_, "enter_system", [50], system="escorts_payment")
    assert entered.held == {"escorts_payment": "user"}
    hopeless = after(scene, "decrypt", {"strength": 20}, {"time": "hundred_years"}, HOUSE)
    assert hopeless == scene
    assert after(scene, "decrypt", {"strength": 21}, {"time": "instant"}, HOUSE) == scene
    slow = after(scene, "decrypt", {"strength": 20}, {"time": "one_month"}, HOUSE)
    assert slow.minutes == 420 + 30 * 24 * 60


def test_a_code_that_evolves_is_read_for_a_day():
    """ORG-CRY-06, M15: a day from when it is read, however long that took; any other password stays."""
    caught = replace(new_intrusion("tunnel_rats"), logins={"rats_ledger": 35, "rats_relay": 20})
    fresh = after(caught, "decrypt", {"strength": 35}, {"time": "one_week"}, HOUSE)
    assert (fresh.passwords, fresh.lapsing, fresh.timed) == (("rats_ledger",), {"rats_ledger": 86_400}, True)
    both = after(fresh, "decrypt", {"strength": 20}, {"time": "one_hour"}, HOUSE)
    assert (both.passwords, both.lapsing) == (("rats_ledger", "rats_relay"), {"rats_ledger": 82_800})
    assert wait(both, 82_799).passwords == both.passwords
    later = wait(both, 82_800)
    assert (later.passwords, later.lapsing, later.timed) == (("rats_relay",), {}, False)
    assert after(later, "decrypt", {"strength": 35}, {"time": "instant"}, HOUSE) == later  # to be caught again first


def test_trust_once_it_is_known():  # ORG-HACK-10
    scene = inside(held={"escorts_call_centre": "super_user"})
    assert offered(scene, "enter_system", system="escorts_payment").get("method") is None
    known = tried(scene, "find_trust", [8])
    assert offered(known, "enter_system", system="escorts_payment")["method"] == "trust"
    assert tried(known, "enter_system", [50], system="escorts_payment").held["escorts_payment"] == "super_user"


def test_crashed_systems_are_gone():  # ORG-HACK-17
    scene = inside(held={"escorts_mail": "administrator", "escorts_router": "user"}, at="escorts_mail")
    gone = acted(scene, "crash", [20], ACE, system="escorts_mail", privilege="administrator")
    assert (gone.held, gone.down, gone.at) == ({"escorts_router": "user"}, ("escorts_mail",), "")
    assert not [one for name, one in possible(gone) if one.get("system") == "escorts_mail"]
    program = acted(scene, "crash", [20], ACE, system="escorts_mail", privilege="user", scope="program")
    assert program == scene


def test_a_flooded_system_is_shut_for_a_time():
    """ORG-HACK-14: nothing to enter, to do or to hear there, whatever one holds of it, until its minutes are over."""
    pay, mail = "escorts_payment", "escorts_mail"
    inside = replace(new_intrusion("escorts_36f"), inside=True, listed=True, plugged=True, doors={pay: "user"})
    assert acted(inside, "flood", [1], ACE, system=pay, mods={"busy": -20}) == inside
    flooded = acted(inside, "flood", [20], ACE, system=pay)
    assert dict(flooded.flooded) == {pay: 60 * 320}
    assert acted(flooded, "flood", [19], ACE, system=pay).flooded == flooded.flooded
    held = replace(flooded, held={pay: "administrator", mail: "user"}, at=pay)
    outside = replace(flooded, inside=False)

    def about(scene):
        return {procedure for procedure, given in possible(scene) if given.get("system") == pay}

    assert (about(flooded), about(held), about(outside)) == (set(), set(), set())
    later = [acted(one, "find_system", [20], ACE) for one in (flooded, held)]
    assert [one.flooded[pay] for one in later] == [60 * (320 - one.minutes) for one in later]
    over = [wait(one, 60 * 320) for one in (flooded, held, outside)]
    assert [dict(one.flooded) for one in over] == [{}, {}, {}]
    assert wait(flooded, 60 * 320 - 1).flooded == {pay: 1}
    assert {"enter_system", "sniff_login", "flood"} <= about(over[0])
    assert {"crash", "plant_back_door"} & about(over[1])
    assert about(over[2]) == {"enter_system"}


def test_a_plug_pulled():  # ORG-HACK-33
    scene = inside(held={"escorts_workstations": "user"}, at="escorts_workstations")
    assert tried(scene, "notice_takeover", [9]).minutes == 1
    out = tried(scene, "notice_takeover", [10])
    assert (out.held, out.at) == ({}, "")
    assert "notice_takeover" not in offers(out)


def test_files_are_read_once_for_each_system_ruled():  # ORG-HACK-21
    scene = inside(held={"escorts_mail": "administrator"}, ruled=("escorts_mail",))
    again = tried(scene, "preliminaries", [50], method="inside")
    assert (again.reads, again.known) == (1, ("system_types",))
    assert "preliminaries" not in offers(again)


def test_a_gateway_comes_first():  # ORG-HACK-26, M15
    scene = Intrusion(network="hudson_mutual", inside=True, listed=True)
    assert {one["system"] for name, one in possible(scene) if name == "enter_system"} == {"hudson_gateway"}
    behind = Intrusion(network="hudson_mutual", inside=True, listed=True, held={"hudson_gateway": "user"})
    assert len([name for name, _ in possible(behind) if name == "enter_system"]) == 4
    cut = Intrusion(network="hudson_mutual", inside=True, listed=True, down=("hudson_gateway",))
    assert "enter_system" not in offers(cut)


def test_on_site_one_plugs_in_first():  # M15
    scene = new_intrusion("kessler_ito", night=True)
    assert "enter_network" not in offers(scene)
    assert offered(scene, "skill_test") == {"skill": "connection", "difficulty": 25}
    given, failed = {"skill": "connection"}, {"success": False}
    assert after(scene, "skill_test", given, failed, HOUSE) == scene
    assert after(scene, "skill_test", {"skill": "climbing"}, {"success": True}, HOUSE) == scene
    plugged = after(scene, "skill_test", given, {"success": True}, HOUSE)
    assert offered(plugged, "enter_network")["surveillance"] == 40
    day = Intrusion(network="kessler_ito", plugged=True)
    assert offered(day, "enter_network")["surveillance"] == 80


def test_systems_of_ones_own():
    """A network that the table has made up is kept, and fills in nothing."""
    scene = new_intrusion("the_tower")
    assert possible(scene) == ()
    scene = acted(scene, "enter_system", [20], ACE, system={"name": "core", "firewall": 40, "os": "X"})
    assert scene.held == {"core": "user"}
    mixed = inside(held={"core": "administrator"}, at="core", due="eject")
    assert offered(mixed, "eject")["hacker_controls"] == []


# ---- whatever may happen ----


@pytest.mark.parametrize("network", NETWORKS)
@settings(max_examples=4)
@drawn(seed=st.integers(0, 10**6))
def test_every_offer_can_be_played(network, seed):  # ORG-HACK-01
    """Wherever a scene goes, what is on offer can be done; rights and knowledge are lost to security alone."""
    generator, scene = Random(seed), new_intrusion(network, night=bool(seed % 2))
    for _ in range(25):
        assert parse(Intrusion, to_builtins(scene)) == scene
        offers_now = possible(scene)
        if not offers_now:  # everything is down
            break
        procedure, inputs = generator.choice(offers_now)
        result = do("organique", procedure, seated(procedure, inputs, ACE), generator=generator)
        moved = after(scene, procedure, result.given, result.outcome, HOUSE)
        assert moved.minutes >= scene.minutes
        assert moved.known[: len(scene.known)] == scene.known
        if procedure not in ("eject", "crash", "notice_takeover"):
            for name, privilege in scene.held.items():
                assert PRIVILEGES.index(moved.held[name]) >= PRIVILEGES.index(privilege)
        assert set(moved.held) <= set(moved.used) - set(moved.down)
        assert moved.inside or not moved.held
        scene = moved
