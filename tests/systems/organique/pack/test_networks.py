"""Networks and their systems, findings, entries, privileges, computers, programs, cell by cell (HACK, M14, M15)."""

import re

import pytest

from gardien.systems.organique import pack
from gardien.systems.organique.pack import keys, table
from systems.organique.ledger import NO, by_row, lines, number, snake
from systems.organique.ledger import keys as listed
from systems.worked import table as printed

FREQUENCIES = {"2D6 min": "2d6_minutes", "4D6 min": "4d6_minutes", "2D20 h": "2d20_hours", "4D20 h": "4d20_hours"}
# key | system | login encryption | frequency | firewall | trusts | OS | antivirus | power | then the three privileges
SYSTEMS = """
escorts_mail | Mail/phone server | 20 | 4D6 min | 20 | none | OpenCert | 30 | 17 | mail and call statistics | change customers' addresses and numbers | edit mail, access all calls and mail
escorts_payment | Payment computer | 20/40 | 2D20 h | 30 | call-centre database | Mainframe 10 | – | 10 | get a receipt | credit or debit by hand | list of all transactions, card numbers
escorts_call_centre | Call-centre database | 20 | 2D6 min | 25 | none | Mainframe 10 | – | 20 | customer data, list of escorts, make or delete appointments | edit escort data | erase data or appointments
escorts_marla | Marla's workstation | 20 | 4D20 h | 40 | none | GuildOs | – | 15 | run programs, Internet | add or remove software | erase system files, create accounts
escorts_web_site | Web site server | 20 | 2D20 h | 40 | none | OpenCert | – | 25 | change content, statistics | start or stop the site | as a super-user, and everything else on the machine
escorts_router | Internet router | 20 | 2D20 h | 30 | none | Mainframe 10 | – | 10 | see firewall set-up, traffic and connection speed | block addresses, filter, start or stop the firewall | as a super-user, and everything else on the machine
escorts_workstations | 15 workstations | 20 | 4D20 h | 35 | none | OpenCert | – | 7 | the operator's screen | install programs | everything on that machine
st_roch_records | Patient records | 20 | 2D6 min | 20 | workstations | OpenCert | 20 | 12 | read a file | edit files | export or erase all
st_roch_pharmacy | Pharmacy cabinet | 20 | 4D6 min | 25 | patient records | GuildOs | 20 | 6 | stock list | open a drawer | change prescriptions
st_roch_workstations | 6 workstations | 15 | 2D20 h | 20 | none | OpenCert | 15 | 6 | screen | install | everything
hudson_gateway | Gateway | 35 | 4D20 h | 30 | none | CorpSecure | 35 | 15 | see queues | open a port | back door
hudson_payment | Payment server | 30/50 | 2D20 h | 45 | account server | Mainframe 10 | 40 | 25 | own receipts | move up to 1,000 | any transfer, audited in 2D6 hours
hudson_accounts | Account server | 30/45 | 4D6 min | 40 | security desk | Mainframe 10 | 40 | 20 | reset own password | unlock an account | all accounts
hudson_archive | Archive | 30 | 4D20 h | 35 | account server | Mainframe 10 | 30 | 20 | search | read closed files | mark for destruction
hudson_security | Security desk | 40 | 2D20 h | 50 | none | GuildOs | 45 | 20 | camera view | block an address | grant rights, stop ejection
rats_relay | Radio relay | 20 | 2D6 min | 15 | none | MeshNix | 10 | 4 | listen | speak on all channels | silence the mesh
rats_ledger | Stash ledger | 35 | 2D20 h | 25 | radio relay | MeshNix | 15 | 6 | read today's line | read all | falsify
rats_doors | Door and trap panel | 25 | 4D20 h | 30 | stash ledger | MeshNix | 10 | 3 | see state | open doors | arm or disarm traps
kessler_files | File server | 35 | 4D6 min | 35 | account server | CorpSecure | 35 | 20 | public notes | project files | all research, sources
kessler_cells | Cell control | 40 | 2D20 h | 45 | none | GuildOs | 40 | 10 | temperatures | feed and light | open cages
kessler_accounts | Account server | 35 | 2D6 min | 40 | none | CorpSecure | 40 | 20 | own account | other accounts | create administrators
kessler_phone | Phone and cameras | 30 | 4D6 min | 35 | account server | CorpSecure | 30 | 12 | own calls | camera images | loop images, cut calls
kessler_vr | VR meeting server | 25 | 2D20 h | 30 | account server | OpenCert | 25 | 25 | attend | moderate | record, alter the scene
"""  # noqa: E501


@pytest.mark.parametrize("row", lines(SYSTEMS), ids=listed(SYSTEMS))
def test_systems(row):
    """ORG-HACK-31, M15: every cell; a system without an antivirus of its own has none here (ORG-HACK-11)."""
    key, name, login, often, firewall, trusts, os, antivirus, power, user, super_user, administrator = row
    result = pack.system(key)
    inside, _, outside = login.partition("/")
    assert result.login_encryption == int(inside)
    assert result.login_encryption_external == (int(outside) if outside else None)
    assert (result.login_frequency, result.firewall, result.os) == (FREQUENCIES[often], int(firewall), os)
    assert (result.antivirus, result.power) == (None if antivirus == NO else int(antivirus), int(power))
    trusted = "none" if result.trusts == "none" else pack.system(result.trusts).en.lower()
    assert trusted == trusts
    count = re.match(r"(\d+) (\w+)", name)
    assert (result.count, result.en.lower()) == (
        (int(count[1]), count[2]) if count else (1, name.lower().replace("/", " and ").replace("'", "’"))
    )
    told = (result.user_en, result.super_user_en, result.administrator_en)
    assert told == tuple(one.replace("'", "’") for one in (user, super_user, administrator))
    assert result.user_fr
    assert result.super_user_fr
    assert result.administrator_fr


def test_the_printed_network():
    """ORG-HACK-31: the table of the source, in its order; no antivirus is printed as 0."""
    names = {"mail_phone": "mail", "marla_workstation": "marla"}
    rows = printed("organique", "ORG-TB-24")
    result = [f"escorts_{names.get(row['system'], row['system'])}" for row in rows]
    assert [row.key for row in pack.systems("escorts_36f")] == result
    for row, key in zip(rows, result, strict=True):
        one = pack.system(key)
        assert (one.login_encryption, one.firewall, one.power) == (
            row["login_encryption"],
            row["firewall"],
            row["power"],
        )
        assert one.login_frequency == row["login_frequency"].lower().replace(" ", "_")
        assert (one.antivirus or 0, one.os) == (row["antivirus"], row["os"])
        assert one.trusts == (f"escorts_{row['trusts']}" if row["trusts"] == "call_centre" else "none")


NETWORKS = [
    # key, firewall, surveillance, by night, level, INT, administrator, paranoia, entry, systems
    ("escorts_36f", 15, 7, None, 2, 14, "Marla Morrone", 10, 0, 7),
    ("st_roch", 10, 5, None, 1, 12, None, 8, 0, 3),
    ("hudson_mutual", 30, 60, None, 4, 12, None, 25, 0, 5),
    ("tunnel_rats", None, 20, None, 2, 13, None, 15, 0, 3),
    ("kessler_ito", 25, 80, 40, 5, 12, None, 30, 25, 5),
]


@pytest.mark.parametrize("row", NETWORKS, ids=lambda row: row[0])
def test_networks(row):
    """ORG-HACK-31, M15: firewall, surveillance by day and night, administrator, paranoia, how one gets in."""
    key, *cells, systems = row
    result = pack.network(key)
    names = [
        "firewall",
        "surveillance",
        "surveillance_night",
        "level",
        "INT",
        "administrator",
        "paranoia",
        "entry_difficulty",
    ]
    assert [getattr(result, name) for name in names] == cells
    assert len(pack.systems(key)) == systems


def test_the_lists_hold_every_network_and_system():
    """M15."""
    assert keys("networks", "network") == [row[0] for row in NETWORKS]
    assert keys("networks", "system") == listed(SYSTEMS)


def test_preliminaries():
    """ORG-HACK-05: one d100, five findings, every face in one of them."""
    rows = [(row["from"], row["to"], row["result"], row["bonus"]) for row in printed("organique", "ORG-TB-12")]
    assert [(row.first, row.last, row.key, row.bonus) for row in table("networks", "finding")] == rows
    for face in range(1, 101):
        assert [pack.finding_on(face).key] == [result for first, last, result, _ in rows if first <= face <= last]
    assert [row.bonus_for for row in table("networks", "finding")] == [
        "on_site", "network_protocols", "firewall_flaws", "security_opposition", "social_engineering",
    ]  # fmt: skip


def test_skills_that_find_flaws():
    """ORG-HACK-12."""
    rows = [(row["skill"], row["modifier"]) for row in printed("organique", "ORG-TB-14")]
    assert [(row.key, row.modifier) for row in table("networks", "entry")] == rows
    assert pack.entry("dataterm").fr == pack.skill("dataterm").fr


def test_privileges():
    """ORG-HACK-15: by margin; −10 and +10 on what changes a system."""
    rows = [(row["margin_from"], row["privilege"]) for row in printed("organique", "ORG-TB-15")]
    assert [(row.margin, row.key) for row in table("networks", "privilege")] == rows
    assert [row.structural for row in table("networks", "privilege")] == [-10, 0, 10]


def test_kinds_of_systems_and_families():
    """ORG-HACK-26, M14."""
    assert keys("networks", "system_kind") == [
        "payment_server", "data_server", "file_server", "firewall_server", "internet_router", "account_server",
        "mail_server", "archive_server", "web_site_server", "internet_gateway", "telephone_server",
        "security_workstation", "user_workstation", "vr_server",
    ]  # fmt: skip
    assert keys("networks", "os") == ["OpenFree", "OpenCert", "Mainframe 10", "GuildOs", "CorpSecure", "MeshNix"]


COMPUTERS = """
Wrist terminal | 2 | 10 | 150
Old laptop | 4 | 12 | 300
Laptop | 6 | 15 | 900
Desk machine | 8 | 15 | 800
Hacker's deck | 12 | 20 | 5 000
Small server | 15 | 25 | 6 000
Server | 20 | 30 | 15 000
Mainframe | 30 | 35 | 100 000
"""


@pytest.mark.parametrize(("name", "power", "firewall", "price"), by_row(COMPUTERS))
def test_computers(name, power, firewall, price):
    """M14."""
    row = pack.computer(snake(name))
    assert (row.power, row.firewall, row.price) == (int(power), int(firewall), number(price))


PROGRAMS = {
    # key: ratings, prices, for each point of the rating, for its square
    "code_breaker": ((1, 2, 3, 4, 5), (), 0, 200),
    "cipher": ((10, 15, 20, 25, 30, 35, 40), (), 5, 0),
    "puppeteer": ((5, 10), (800, 2500), 0, 0),
    "interceptor": ((4,), (400,), 0, 0),
    "veil": ((4, 8), (600, 2000), 0, 0),
    "flaw_scanner": ((4,), (700,), 0, 0),
    "virus_kit": ((4,), (500,), 0, 0),
    "antivirus": ((15, 20, 25, 30, 35, 40), (), 10, 0),
    "watchdog": ((10,), (1500,), 0, 0),
    "automaton": ((), (2000,), 0, 0),
    "flooder": ((6,), (300,), 0, 0),
}


@pytest.mark.parametrize("key", PROGRAMS)
def test_programs(key):
    """M14: ratings and prices."""
    row = pack.program(key)
    assert (row.ratings, row.prices, row.per_rating, row.per_square) == PROGRAMS[key]


def test_the_lists_hold_every_computer_and_program():
    """M14."""
    assert keys("computers", "computer") == listed(COMPUTERS)
    assert keys("computers", "program") == list(PROGRAMS)
