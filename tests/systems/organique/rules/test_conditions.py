"""Conditions that the pages on minds, wheels, networks and codes name: each once kept and once broken.

What forbids something stands in `refused.toml`; here the other outcome does. What only the table knows is asked there.
"""

from typing import Any

import pytest

from gardien.core.calling import do
from systems.worked import assert_contains

PSI = {"name": "Matt", "VOL": 12, "PER": 12}
MIND = {"name": "Carl", "PER": 10, "VOL": 10}
SKILLS = (
    "operating_system", "network_security", "network_knowledge", "network_protocols", "connection", "flood",
    "programming_virus", "system_crashing", "computer_stealth", "anonymity", "cryptography", "data_piracy",
)  # fmt: skip
KIM = {"name": "Kim", "INT": 10, "CHA": 10, "skills": dict.fromkeys(SKILLS, 1)}
BOX = {"name": "box", "firewall": 20, "os": "GuildOs", "power": 10}
ADMIN = {"INT": 10, "level": 1}


def bent(die: int, *dice: int, **more: Any) -> tuple[Any, ...]:
    target = MIND | more.pop("target", {})
    return "psychic_attack", {"psychic": PSI, "targets": [target], **more}, (die, *dice)


def sensed(**more: Any) -> tuple[Any, ...]:
    return "psychic_sense", {"psychic": PSI, **more}, (20 - 12,)


def driven(die: int = 10, **more: Any) -> tuple[Any, ...]:
    return "manoeuvre", {"driver": {"AGI": 10}, **more}, (die,)


def rammed(*dice: int, **more: Any) -> tuple[Any, ...]:
    return "vehicle_attack", {"driver": {"AGI": 10}, "target": {"name": "Carl"}, **more}, dice


def entered(*dice: int, **more: Any) -> tuple[Any, ...]:
    return "enter_system", {"hacker": KIM, "system": BOX | {"os": ""}, **more}, dice


def hacked(procedure: str, *dice: int, **more: Any) -> tuple[Any, ...]:
    return procedure, {"hacker": KIM, **more}, dice


def planted(*dice: int) -> tuple[Any, ...]:
    system = BOX | {"os": ""}
    return hacked("plant_back_door", *dice, system=system, privilege="super_user", administrator=ADMIN)


def looked(*dice: int, **more: Any) -> tuple[Any, ...]:
    return "detect", {"administrator": ADMIN, "hacker": KIM, **more}, dice


def gathered(*dice: int, **more: Any) -> tuple[Any, ...]:
    return "preliminaries", {"character": KIM, "paranoia": 20, **more}, dice


def cracked(*dice: int, **more: Any) -> tuple[Any, ...]:
    return "decrypt", {"force": 2, "power": 6, "strength": 30, **more}, dice


def mind(**fields: Any) -> dict[str, Any]:
    return {"targets": [fields]}


CONDITIONS: list[tuple[str, tuple[Any, ...], dict[str, Any], tuple[Any, ...], dict[str, Any]]] = [
    # rule, kept, and what comes of it; broken, and what comes of that
    ("ORG-PSY-01", sensed(level=2), {"total": 24}, sensed(level=1), {"total": 20}),
    ("ORG-PSY-01", bent(10, 1, difficulty=22), {"success": True}, bent(10, difficulty=23), {"success": False}),
    ("ORG-PSY-02", bent(10, 12, 1), mind(noticed=True), bent(10, 11), mind(noticed=False, controlled=True)),
    ("ORG-PSY-02", bent(10, 1, target={"obvious": True}), mind(noticed=True, resisted=False),
     bent(10, 1), mind(noticed=False)),
    ("ORG-PSY-03", bent(10, 12, 12), mind(resisted=True, controlled=False),
     bent(10, 12, 11), mind(resisted=False, controlled=True)),
    ("ORG-PSY-04", bent(11, 1, target={"metres": 1.9}), mind(margin_faced=0, affected=True),
     bent(11, target={"metres": 2}), mind(margin_faced=-3, affected=False)),
    ("ORG-PSY-05", bent(5, 1, 1, area=True), {"success": True, "self_resisted": False}, bent(5), {"success": False}),
    ("ORG-PSY-06", sensed(people=4), {"crowd_mod": -1}, sensed(people=3), {"crowd_mod": 0}),
    ("ORG-PSY-07", sensed(kind="insect"), {"nature_mod": -40, "success": False}, sensed(), {"nature_mod": 0}),
    ("ORG-VEH-01", driven(1, luck=True, difficulty=10), {"auto": "natural_1", "success": False},
     driven(1, luck=False, difficulty=10), {"auto": "none", "success": True}),
    ("ORG-VEH-02", driven(manoeuvrability=-15), {"success": False}, driven(manoeuvrability=0), {"success": True}),
    ("ORG-VEH-03", driven(manoeuvre="tight_turn", speed=21), {"difficulty": 21},
     driven(manoeuvre="tight_turn", speed=19), {"difficulty": 20}),
    ("ORG-VEH-03", driven(manoeuvre="slalom", speed=10), {"mod": -1}, driven(manoeuvre="slalom", speed=9), {"mod": 0}),
    ("ORG-VEH-03", driven(speed=10, speed_mode="bonus"), {"mod": 1}, driven(speed=10), {"mod": 0}),
    ("ORG-VEH-03", driven(manoeuvre="jump", metres=2, speed=100), {"difficulty": 15},
     driven(manoeuvre="jump", metres=3, speed=5), {"difficulty": 17}),
    ("ORG-VEH-04", rammed(20, manoeuvre="slide", speed=20), {"hit": True, "damage": {"bs": 0.0, "c": 1.0}},
     rammed(20, manoeuvre="slide", speed=19), {"hit": True, "damage": {"bs": 0.0, "c": 0.0}}),
    ("ORG-HACK-02", gathered(10, 1, method="research"), {"found": "physical_location"},
     gathered(9, method="research"), {"found": "none"}),
    ("ORG-HACK-03", gathered(10, 1, method="social"), {"found": "physical_location"},
     gathered(9, method="social"), {"found": "none"}),
    ("ORG-HACK-04", gathered(10, 1, method="snoop"), {"found": "physical_location"},
     gathered(9, method="snoop"), {"found": "none"}),
    ("ORG-HACK-05", gathered(10, 21, method="snoop"), {"new": True, "bonus": 10},
     gathered(10, 21, method="snoop", known=["network_map"]), {"new": False, "bonus": 0}),
    ("ORG-HACK-08", entered(4, method="talk", paranoia=20), {"result": "alert"},
     entered(5, method="talk", paranoia=20), {"result": "refused", "alert": False}),
    ("ORG-HACK-09", hacked("sniff_login", 10, 1, 1, 1, 1, system=BOX), {"caught": True, "encryption": 20},
     hacked("sniff_login", 9, system=BOX), {"caught": False}),
    ("ORG-HACK-10", entered(method="trust", system=BOX | {"trusts": "desk"}, held={"desk": "super_user"}),
     {"privilege": "super_user"},
     entered(method="trust", system=BOX | {"trusts": "desk"}, held={"other": "super_user"}), {"access": False}),
    ("ORG-HACK-11", entered(1, method="virus"), {"result": "blocked", "alert": False}, entered(1), {"result": "alert"}),
    ("ORG-HACK-11", entered(10, method="virus", system=BOX | {"antivirus": 25}), {"access": False},
     entered(10, method="virus"), {"access": True}),
    ("ORG-HACK-12", entered(10, skill="network_security"), {"access": True},
     entered(10, skill="data_piracy"), {"access": False}),
    ("ORG-HACK-13", hacked("enter_network", 4, firewall=20), {"result": "alert"},
     hacked("enter_network", 5, firewall=20), {"result": "blocked"}),
    ("ORG-HACK-14", hacked("flood", 12, system=BOX), {"minutes_down": 20},
     hacked("flood", 9, system=BOX), {"minutes_down": 0}),
    ("ORG-HACK-15", entered(16), {"privilege": "super_user"}, entered(15), {"privilege": "user"}),
    ("ORG-HACK-15", hacked("crash", 20, system=BOX, privilege="super_user"), {"mod": 0, "crashed": True},
     hacked("crash", 20, system=BOX, privilege="user"), {"mod": -10, "crashed": False}),
    ("ORG-HACK-15", entered(10, options={"hack_zero_margin_fails": True}), {"access": False},
     entered(10), {"access": True}),
    ("ORG-HACK-16", hacked("raise_privilege", 10, system=BOX | {"os": ""}, privilege="user"),
     {"success": True, "privilege": "administrator"},
     hacked("raise_privilege", 3, system=BOX | {"os": ""}, privilege="super_user"), {"privilege": "super_user"}),
    ("ORG-HACK-17", hacked("crash", 20, system=BOX, privilege="super_user", scope="system"), {"crashed": True},
     hacked("crash", 20, system=BOX, privilege="super_user", scope="for_good"), {"crashed": False}),
    ("ORG-HACK-18", ("lock_out", {"privilege": "administrator"}, ()), {"locked": True, "minutes": 10},
     ("lock_out", {"privilege": "super_user"}, ()), {"locked": False, "minutes": 0}),
    ("ORG-HACK-19", looked(15, 15), {"result": "none"}, looked(16, 15), {"result": "doubt"}),
    ("ORG-HACK-20", planted(12, 11), {"planted": True}, planted(12, 12), {"planted": False}),
    ("ORG-HACK-22", ("secure_firewall", {"administrator": ADMIN, "firewall": 20}, (15,)), {"firewall": 25},
     ("secure_firewall", {"administrator": ADMIN, "firewall": 20}, (5,)), {"firewall": 20}),
    ("ORG-HACK-23", ("surveillance", {"percent": 7}, (7,)), {"present": True},
     ("surveillance", {"percent": 7}, (8,)), {"present": False}),
    ("ORG-HACK-24", looked(16, 10), {"result": "certain"}, looked(15, 10), {"result": "doubt"}),
    ("ORG-HACK-24", looked(10, hacker={"name": "Kim"}), {"opposed": False, "result": "doubt"},
     looked(10, 10), {"opposed": True, "result": "none"}),
    ("ORG-HACK-25", ("eject", {"systems_used": ["box"]}, ()), {"ejected": True, "firewall_increase": 10},
     ("eject", {"systems_used": ["box"], "hacker_controls": ["firewall_server"]}, ()), {"ejected": False}),
    ("ORG-HACK-25", ("trace", {"administrator": ADMIN, "hacker": {}, "dataterm": True}, (10,)), {"traced": "terminal"},
     ("trace", {"administrator": ADMIN, "hacker": {}}, (10,)), {"traced": "hacker"}),
    ("ORG-HACK-27", entered(20, system=BOX), {"difficulty": 30, "access": True},
     entered(20, system=BOX, hacker=KIM | {"specialities": ["GuildOs"]}), {"difficulty": 20}),
    ("ORG-HACK-27", entered(20, system=BOX, skill="network_security"), {"difficulty": 20}, entered(20, system=BOX),
     {"difficulty": 30}),
    ("ORG-HACK-28", entered(20), {"minutes": 15}, entered(19), {"minutes": 30}),
    ("ORG-HACK-29", hacked("find_system", 1, known=["network_map"]), {"success": True},
     hacked("find_system", 1, known=["system_types"]), {"success": False}),
    ("ORG-HACK-30", ("recall_data", {"character": {"INT": 10}}, (10,)), {"success": True},
     ("recall_data", {"character": {"INT": 10}}, (9,)), {"success": False}),
    ("ORG-HACK-32", hacked("public_search", 10), {"success": True}, hacked("public_search", 9), {"success": False}),
    ("ORG-HACK-33", ("notice_takeover", {"employee": {"INT": 10}}, (10,)), {"success": True},
     ("notice_takeover", {"employee": {"INT": 10}}, (9,)), {"success": False}),
    ("ORG-CRY-01", ("encrypt", {"program_strength": 30, "user": KIM}, (15,)), {"strength": 35},
     ("encrypt", {"program_strength": 30, "user": KIM}, (5,)), {"strength": 30}),
    ("ORG-CRY-01", ("encrypt", {"program_strength": 30, "user": KIM}, (15,)), {"strength": 35},
     ("encrypt", {"program_strength": 30, "user": KIM, "alone": True}, ()), {"strength": 30}),
    ("ORG-CRY-03", cracked(15, 10, user=KIM), {"added": 5, "total": 27},
     cracked(5, 10, user=KIM), {"added": 0, "total": 22}),
    ("ORG-CRY-03", cracked(15, 10, user=KIM, options={"crypt_multiply_margin": True}), {"total": 52},
     cracked(15, 10, user=KIM), {"total": 27}),
    ("ORG-CRY-04", cracked(10, months_old=3), {"total": 19}, cracked(10), {"total": 22}),
    ("ORG-CRY-05", cracked(18), {"result": 0, "time": "one_week"}, cracked(17), {"result": -1, "time": "one_month"}),
    ("ORG-CRY-06", ("encrypt", {"program_strength": 30, "code": "public"}, ()), {"strength": 25},
     ("encrypt", {"program_strength": 30, "code": "one_key"}, ()), {"strength": 35}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kept", "comes", "broken", "otherwise"),
    [pytest.param(*row, id=rule) for rule, *row in CONDITIONS],
)
def test_a_condition_kept_and_broken(kept, comes, broken, otherwise):
    for (procedure, given, dice), told in ((kept, comes), (broken, otherwise)):
        assert_contains(do("organique", procedure, given, dice=list(dice)).outcome, told)
