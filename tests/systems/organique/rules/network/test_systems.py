"""Systems, administrators, privileges, familiar and foreign operating systems (HACK-11, 15, 23, 27)."""

import pytest

from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.network.systems import (
    ALARM,
    ENTRY_CUTS,
    AdministratorGiven,
    EntryJudge,
    SystemGiven,
    admin_throw,
    antivirus,
    encryption,
    foreign,
    hacker_throw,
    privilege_of,
    system_of,
)
from gardien.systems.organique.rules.tests.d20 import Judge
from systems.organique.people import HOUSE, character
from systems.worked import table


@pytest.mark.parametrize("row", table("organique", "ORG-TB-15"), ids=lambda row: row["privilege"])
def test_margins_and_privileges(row):  # ORG-HACK-15
    last = min(row["margin_to"], 60)
    for margin in range(row["margin_from"], last + 1):
        assert privilege_of(margin, HOUSE) == row["privilege"]


def test_no_privilege_below_the_first():  # ORG-HACK-15
    strict = Options(hack_zero_margin_fails=True)
    assert privilege_of(-1, HOUSE) is None
    assert privilege_of(0, strict) is None
    assert privilege_of(1, strict) == "user"


def test_a_coarse_entry_tells_the_same():  # ORG-HACK-13, ORG-HACK-15
    """Whatever hangs on the margin hangs on its band."""
    for options in (HOUSE, Options(hack_zero_margin_fails=True)):
        for difficulty in range(-10, 50):
            judge = Judge(bonus=10, difficulty=difficulty)
            for face in range(1, 21):
                exact, coarse = judge.margin(face), EntryJudge(judge, ENTRY_CUTS)(face)
                assert coarse.success == (exact >= 0)
                assert privilege_of(coarse.margin, options) == privilege_of(exact, options)
                assert (coarse.margin <= ALARM, coarse.margin >= 10) == (exact <= ALARM, exact >= 10)


def test_systems_of_the_list():  # ORG-HACK-31, M15
    """A key says everything that could be described."""
    for row in pack.table("networks", "system"):
        site = system_of(row.key)
        assert site.name == row.key
        for name in SystemGiven.__struct_fields__[1:]:
            assert getattr(site, name) == getattr(row, name)


def test_what_a_system_leaves_out():  # ORG-HACK-09, ORG-HACK-11
    payment, mail = system_of("escorts_payment"), system_of("escorts_mail")
    assert (antivirus(payment), antivirus(mail)) == (30, 30)
    assert antivirus(SystemGiven(firewall=17, antivirus=0)) == 0
    assert (encryption(payment, False), encryption(payment, True)) == (20, 40)
    assert encryption(mail, True) == 20


@pytest.mark.parametrize(
    ("known", "os", "skill", "raised"),
    [
        (["OpenFree", "OpenCert"], "OpenCert", "operating_system", 0),
        (["Open Free"], "OpenCert", "operating_system", 0),
        (["OpenCert"], "Open Free", "operating_system", 0),
        (["Mainframe10"], "Mainframe 10", "operating_system", 0),
        (["OpenCert"], "Mainframe 10", "operating_system", 10),
        ([], "MeshNix", "operating_system", 10),
        ([], "MeshNix", "network_security", 0),
        ([], "", "operating_system", 0),
    ],
)
def test_familiar_operating_systems(known, os, skill, raised):  # ORG-HACK-27, M14
    assert foreign(character(specialities=known), SystemGiven(os=os), skill) == raised


def test_an_administrators_throw():  # ORG-HACK-23
    """The skill is part of the base where two are told apart, and a modifier in a test of one’s own."""
    marla = parse(AdministratorGiven, {"name": "Marla", "INT": 14, "level": 2, "mods": {"coffee": 1}})
    told_apart = admin_throw(marla, "network_security", mods={"doubt": 5}, rule="ORG-HACK-24", purpose="detect")
    alone = admin_throw(marla, "cryptography", mods={}, rule="ORG-HACK-22", purpose="secure_firewall", prefix="")
    assert (told_apart.base, told_apart.mod, told_apart.difficulty) == (18, 6, 20)
    assert (alone.base, alone.mod) == (14, 5)


def test_without_the_skill():  # ORG-SKILL-06
    somebody = character(INT=14)
    asked = {"mods": {}, "rule": "ORG-HACK-12", "purpose": "flaw"}
    with pytest.raises(Refusal) as caught:
        hacker_throw(somebody, "flood", HOUSE, **asked)
    assert (caught.value.id, caught.value.field) == ("act/unskilled", "hacker")
    assert hacker_throw(somebody, "flood", Options(unskilled_roll=True), **asked).mod == -10


def test_what_one_carries_weighs():  # ORG-TEST-10, ORG-TEST-11
    hurt = character(INT=14, skills={"flood": 3}, suffering=[4], mods={"fog": -1}, stupor=True)
    throw = hacker_throw(hurt, "flood", HOUSE, mods={"flooder": 6}, rule="ORG-HACK-14", purpose="flood")
    assert (throw.base, throw.mod, throw.luck) == (0, 8 - 4 - 1 + 6, False)
