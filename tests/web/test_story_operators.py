"""A mission of Dark Operators in three browsers, from an empty table to the sheet on paper.

Inès makes an Operator on her phone, Marc takes a medic; the game master leads them in, through a firefight and out.
Dice are typed wherever the story needs them to fall in a certain way.
"""

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from gardien.core.terms import percent
from web.client import Running
from web.story import DAY, Story, in_sight, tick

VESTA, MEDIC = "VESTA", "ASCLEPIOS"
LONE, PAIR = "Voyou", ("Insurgé 1", "Insurgé 2")
THIRD, WARDEN, GHOUL = "Insurgé 3", "Vigile", "Goule"


def test_a_mission(running: Running, browser: Browser, tmp_path: Path) -> None:
    mission = Story(running, browser, "operators")
    the_table_is_set(mission)
    an_operator_is_made_by_hand(mission)
    others_come_to_the_table(mission)
    infiltration(mission)
    a_silent_kill(mission)
    a_firefight_begins(mission)
    a_burst_over_two(mission)
    a_grave_wound(mission)
    a_blow_that_is_not_dodged(mission)
    luck_against_death(mission)
    first_aid(mission)
    a_shock_to_all(mission)
    the_scene_ends(mission)
    a_chase_in_the_dark(mission)
    hospital(mission)
    what_comes_home(mission)
    the_firefight_is_undone_and_done_again(mission)
    the_sheet_on_paper(mission, tmp_path)
    mission.close()


def the_table_is_set(mission: Story) -> None:
    """Two places, two house rules: minds suffer after the mission, and silent blades are deadly (OPS-OPT-01)."""
    page = mission.keeper
    mission.begin("Le hangar 9", "Inès", "Marc")
    page.goto(f"{mission.address}/reglages")
    for rule in ("ptsd_enabled", "assassination_critical"):
        tick(page.locator("main"), f'[type=checkbox][name$="{rule}"]')
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.get_by_role("status").filter(has_text="C’est enregistré.")).to_be_visible()
    assert mission.play["options"] == {"ptsd_enabled": True, "assassination_critical": True}


def an_operator_is_made_by_hand(mission: Story) -> None:
    """One total was thrown on the wood and is typed, the rest is drawn; so is luck (OPS-CREA-02, OPS-CREA-12)."""
    phone = mission.phone("Inès")
    phone.goto(f"{mission.address}/creer")
    phone.get_by_label("Nom de code").fill(VESTA)
    phone.get_by_label("Spécialité").select_option("assault")
    phone.locator(".steplist [value='step:characteristics']").click()
    force = phone.locator("[name='v.FOR']")
    force.fill("17")
    expect(phone.locator("#note-FOR")).to_contain_text("85 · 51 · 17")
    phone.get_by_role("button", name="Tirer pour moi", exact=True).click()
    expect(phone.locator("[name='v.CON']")).not_to_be_empty()
    expect(force).to_have_value("17")
    phone.locator(".steplist [value='step:possessions']").click()
    phone.locator("[name='v.weapons.0.key']").select_option("hk416")
    phone.locator("[name='v.weapons.0.spare_magazines']").fill("3")
    phone.locator("[value='more:weapons']").click()
    phone.locator("[name='v.weapons.1.key']").select_option("combat_knife")
    phone.locator(".steplist [value='step:reserves']").click()
    phone.locator("[name='v.luck']").fill("60")
    phone.locator(".steplist [value='step:sheet']").click()
    expect(phone.locator("#make-aside")).to_contain_text("Les dés décideront à l’arrivée\u00a0: âge, santé mentale.")
    phone.locator("[value=add]").click()
    phone.wait_for_url(re.compile(r"#fiche$"))
    sheet = mission.sheet(VESTA)
    assert (sheet["luck"], sheet["worn"], sheet["player"]) == (60, [], "Inès")
    assert sheet["FOR"] >= 17
    for code in ("FOR", "CON", "DEX"):
        row = phone.locator("#mine tr.score", has=phone.get_by_text(code, exact=True))
        expect(row.locator("td a")).to_have_text([str(sheet[code] * times) for times in (5, 3, 1)])


def others_come_to_the_table(mission: Story) -> None:
    """A medic of the pack for Marc, those who guard the hangar, and what they do not know of."""
    page = mission.keeper
    mission.bring("ready/asclepios", MEDIC)
    page.goto(f"{mission.address}/inviter")
    page.get_by_label(f"Qui joue {MEDIC}").select_option("Marc")
    page.get_by_role("button", name=f"({MEDIC})").click()
    expect(mission.phone("Marc").locator("#mine h2")).to_have_text(MEDIC)
    mission.bring("npc/thug", LONE)
    mission.bring("npc/insurgent", "Insurgé", 3)
    mission.bring("npc/guard", WARDEN)
    mission.bring("creature/ghoul", GHOUL, hidden=True)
    expect(mission.phone("Inès").locator("#cast")).to_contain_text(WARDEN)
    expect(mission.phone("Inès").locator("#cast")).not_to_contain_text(GHOUL)


def infiltration(mission: Story) -> None:
    """A difficult test, one step easier for whoever has an advantage; the odds beforehand are exact (OPS-TEST-08)."""
    page, phone = mission.keeper, mission.phone("Inès")
    page.goto(mission.address)
    page.locator("[data-key=s]").click()
    page.get_by_label("Nouvelle scène").fill("Le toit du hangar")
    page.get_by_role("button", name="Ouvrir la scène").click()
    mission.hand(phone, VESTA, "test")
    mission.choose(phone, given__characteristic="DEX", given__difficulty="difficult")
    score = mission.sheet(VESTA)["DEX"]
    for advantage in (False, True):
        mission.choose(phone, given__advantage=advantage)
        inputs = {"score": score, "difficulty": "difficult", "advantage": advantage}
        good = mission.chance("test", inputs, "success", True)
        expect(phone.locator("#odds .odds__big")).to_contain_text(percent(good, "fr"))
    roll = mission.throw(phone, 34)
    assert (roll["outcome"]["target"], roll["outcome"]["outcome"]) == (5 * score, "success")


def a_silent_kill(mission: Story) -> None:
    """Nobody heard anything: the blade does all it can do, and at this table twice that (OPS-OPT-08)."""
    phone = mission.phone("Inès")
    mission.hand(phone, VESTA, "assassinate")
    mission.choose(phone, person__defender=mission.who(LONE))
    outcome = mission.throw(phone, 12)["outcome"]
    mission.before = mission.last()["id"]
    assert (outcome["alerted"], outcome["damage_final"], outcome["wound_level"]) == (False, 2 * (6 + 2 + 6), "dead")
    phone.goto(f"{mission.address}#journal")
    expect(phone.locator("#log .card").first).to_contain_text(LONE.lower())
    expect(phone.locator(f"#p-{mission.who(LONE)}")).to_contain_text("mort")


def a_firefight_begins(mission: Story) -> None:
    """The alarm: three of them stand a zone away; Operators act before ordinary people (OPS-CBT-03)."""
    page = mission.keeper
    page.goto(f"{mission.address}/combat")
    expect(page.locator(f'[name=fighter][value="{mission.who(LONE)}"]')).to_have_count(0)  # the dead are not asked
    tick(page.locator("main"), f'[name=fighter][value="{mission.who(GHOUL)}"]', False)
    page.get_by_role("button", name="Engager le combat").click()
    expect(page.locator("#fhead")).to_contain_text("Tour 1")
    for phone in (mission.phone("Inès"), mission.phone("Marc")):
        phone.goto(f"{mission.address}/combat")
        expect(phone.locator("ol.order")).to_contain_text("Insurgé × 3")
    assert set(mission.order()[:2]) == {VESTA, MEDIC}
    mission.turn_of(VESTA, 1)
    zone = mission.phone("Inès").locator('[data-band="1"]')
    for name, there in zip((*PAIR, THIRD), (PAIR[0], "Insurgé × 2", "Insurgé × 3"), strict=True):
        token = page.locator(f'[data-token~="{mission.who(name)}"]')
        token.locator("summary").click()
        mission.click(token.get_by_role("button", name=f"{name} s’éloigne, zone 1"))
        for seen in (page.locator('[data-band="1"]'), zone):
            expect(seen).to_contain_text(there)


def a_burst_over_two(mission: Story) -> None:
    """One throw: a hit, three further rounds, two of them for the man beside (OPS-OPT-02, OPS-OPT-03)."""
    phone = mission.phone("Inès")
    first, second = (mission.who(name) for name in PAIR)
    expect(phone.locator("#do-attack_firearm")).to_have_attribute("aria-current", "page")  # not what was done before
    mission.choose(phone, person__defender=first, given__burst=True)
    expect(phone.locator("#placed-zone")).to_contain_text("1")
    mission.choose(phone, people__others=second, **{f"of__others__{second}__rounds": 2})
    roll = mission.throw(phone, 23, 4)
    outcome = roll["outcome"]
    assert (roll["given"]["zone"], outcome["extra_rounds"], outcome["kept_rounds"]) == (1, 3, 1)
    assert [(one["name"], one["rounds"], one["wound_level"]) for one in outcome["others"]] == [(PAIR[1], 2, "dead")]
    assert [mission.sheet(name)["wound_level"] for name in PAIR] == ["dead", "dead"]
    for page in (mission.keeper, phone, mission.phone("Marc")):
        expect(page.locator("#fleft")).to_contain_text(PAIR[0])
    assert mission.sheet(VESTA)["weapons"][0]["spare_magazines"] == 3


def a_grave_wound(mission: Story) -> None:
    """As much as the threshold: a grave wound, and CON at once to stay on one's feet (OPS-HLTH-02, OPS-HLTH-03)."""
    mission.turn_of(THIRD, 1)
    page = mission.keeper
    expect(page.locator("#fturn a.ref").first).to_be_attached()  # nobody is near enough to be struck (OPS-CBT-06)
    expect(page.locator("#fturn a.ref[data-load]")).to_have_count(0)  # a rule is read on its own page
    mission.choose(page, person__defender=mission.who(VESTA))
    roll = mission.throw(page, 21, 6, 7)
    outcome = roll["outcome"]
    assert (outcome["damage_taken"], outcome["hit_level"], outcome["con_outcome"]) == (18, "grave", "success")
    assert mission.sheet(VESTA)["out_of_fight"] is False
    clock = mission.phone("Inès").locator(f'.order [data-fighter="{mission.who(VESTA)}"] .clock')
    expect(clock).to_have_attribute("aria-label", re.compile("blessure grave"))


def a_blow_that_is_not_dodged(mission: Story) -> None:
    """Marc decides before the club is raised; no die of his falls (OPS-CBT-12)."""
    phone, page = mission.phone("Marc"), mission.keeper
    expect(phone.locator("#fready")).to_contain_text("Vous esquivez")
    mission.click(phone.locator("#fready").get_by_role("button", name="changer"))
    expect(phone.locator("#fready")).to_contain_text("n’esquivez pas")
    mission.turn_of(WARDEN, 1)
    mission.click_act(page, "attack_melee")
    mission.choose(page, person__defender=mission.who(MEDIC))
    roll = mission.throw(page, 30, 3, 2)
    assert (roll["given"]["defends"], roll["outcome"]["hit"]) == (False, True)
    assert "defence_roll" not in roll["outcome"]
    assert mission.sheet(MEDIC)["wound_level"] == roll["outcome"]["wound_level"]


def luck_against_death(mission: Story) -> None:
    """Eight more rounds kill; whoever plays her pays all the luck there is, on the card (OPS-LUCK-05)."""
    page, phone = mission.keeper, mission.phone("Inès")
    mission.turn_of(THIRD, 2)
    mission.choose(page, person__defender=mission.who(VESTA), given__burst=True)
    roll = mission.throw(page, 28, 6)
    assert (roll["outcome"]["extra_rounds"], roll["outcome"]["wound_level"]) == (8, "dead")
    phone.goto(f"{mission.address}#journal")
    offer = phone.locator("#log .card").first.get_by_role("button", name="Échapper à la mort")
    expect(offer).to_contain_text("60\u00a0points de Chance")
    expect(mission.phone("Marc").locator("#flog .follow button")).to_have_count(0)
    card = mission.click(offer)
    again = mission.rolled(card)
    assert again["outcome"]["wound_level"] == "grave"
    sheet = mission.sheet(VESTA)
    assert (sheet["wound_level"], sheet["luck"], sheet["in_play"]) == ("grave", 0, True)


def first_aid(mission: Story) -> None:
    """The medic stops the clock that a grave wound counts in minutes (OPS-HLTH-08, OPS-HLTH-09)."""
    phone = mission.phone("Marc")
    assert mission.sheet(VESTA)["clock"]["unit"] == "minutes"
    mission.turn_of(MEDIC, 3)
    mission.click_act(phone, "first_aid")
    mission.choose(phone, person__patient=mission.who(VESTA))
    roll = mission.throw(phone, 15)
    assert roll["outcome"]["stabilised"] is True
    assert (mission.sheet(VESTA)["stabilised"], mission.sheet(VESTA).get("clock")) == (True, None)


def a_shock_to_all(mission: Story) -> None:
    """What lives below comes up. SAN is lost first, then tested; one of them breaks (OPS-SAN-02, OPS-SAN-03)."""
    page, ines, marc = mission.keeper, mission.phone("Inès"), mission.phone("Marc")
    page.locator("#fjoin > summary").click()
    in_sight(page.get_by_role("button", name="Faire entrer", exact=True))
    tick(page.locator("main"), f'[name=fighter][value="{mission.who(GHOUL)}"]')
    mission.click(page.get_by_role("button", name="Faire entrer", exact=True))
    row = page.locator(f'.order [data-fighter="{mission.who(GHOUL)}"]')
    mission.click(row.get_by_role("button", name="Montrer à la table"))
    expect(marc.locator("ol.order")).to_contain_text(GHOUL)

    mission.hand(page, VESTA, "san_shock")
    mission.choose(page, given__shock="severe", given__source=GHOUL)
    page.locator("#form .askwho").get_by_label(MEDIC).check(force=True)
    mission.click(page.get_by_role("button", name="Demander"))
    expect(page.locator("#asks")).to_contain_text("Réponses\u00a0: 0 sur 2")
    expect(ines.locator("#dot")).to_have_text("1")

    ines.locator(".barfour").get_by_role("link", name="Lancer").click()
    broken = answer(mission, ines, 4, 99)
    expect(page.locator("#asks")).to_contain_text("Réponses\u00a0: 1 sur 2")
    assert (broken["outcome"]["loss"], broken["outcome"]["outcome"]) == (4, "temporary")
    marc.goto(f"{mission.address}#lancer")
    calm = answer(mission, marc, 2, 7)
    assert (calm["outcome"]["loss"], calm["outcome"]["outcome"]) == (2, "control")
    assert mission.play["asks"] == {}
    for one in (page, ines, marc):
        expect(one.locator(f"#p-{mission.who(VESTA)}")).to_contain_text("folie temporaire")


def answer(mission: Story, phone: Page, *faces: int) -> dict:
    """A request is answered where it stands, with the inputs the game master chose."""
    roll = mission.answer(phone, *faces)
    assert (roll["given"]["shock"], roll["given"]["source"]) == ("severe", GHOUL)
    return roll


def the_scene_ends(mission: Story) -> None:
    """The last of the fight; whoever is in a crisis tests SAN once more (OPS-SAN-04, OPS-TIME-01)."""
    page = mission.keeper
    page.goto(f"{mission.address}/combat")
    page.locator(".sure summary").click()
    mission.click(page.get_by_role("button", name="Finir le combat"))
    after = page.locator(".fight__after")
    expect(after).to_contain_text(VESTA)
    card = mission.click(after.get_by_role("button", name="Finir la scène"))
    roll = mission.rolled(card)
    (ended,) = [one for one in roll["outcome"]["results"] if one["name"] == VESTA]
    kept = ended["second_roll"] <= mission.sheet(VESTA)["san"] and ended["second_roll"] < 99
    assert ended["second"] == ("recovered" if kept else "indefinite")
    expect(after.locator(".card__word")).to_have_count(0)
    sheet = mission.sheet(VESTA)
    assert (sheet["madness"], sheet["out_of_fight"]) == ("none" if kept else "indefinite", False)
    assert not mission.play.get("fight")


def a_chase_in_the_dark(mission: Story) -> None:
    """The medic runs before what came up: a throw of his own each turn, on his phone, and the strip moves (M-01)."""
    page, phone = mission.keeper, mission.phone("Marc")
    page.goto(mission.address)
    page.locator("#chase-begin > summary").click()
    for side, name in (("fleeing", MEDIC), ("pursuing", GHOUL)):
        tick(page.locator("#chase-begin"), f'[name="many.{side}"][value="{mission.who(name)}"]')
    mission.click(page.get_by_role("button", name="Lancer la poursuite"))
    phone.goto(f"{mission.address}#lancer")
    expect(phone.locator("#flow")).to_contain_text("À vous")
    mission.click(phone.locator("#flow-chase").get_by_role("button", name="Lancer"))
    chase = mission.play["chase"]
    assert (chase["turn"], len(chase["track"])) == (2, 2)
    for one in (page, phone):
        expect(one.locator("#chase")).to_contain_text(f"écart {chase['gap']} sur 6")
    in_sight(page.locator("#chase .strip"))
    mission.click(page.get_by_role("button", name="Clore la poursuite"))
    expect(phone.locator("#chase .strip")).to_have_count(0)


def hospital(mission: Story) -> None:
    """Three stages, of which one good throw halves one; the campaign clock brings each to its end (OPS-HLTH-11)."""
    page = mission.keeper
    mission.hand(page, VESTA, "recover")
    mission.choose(page, given__care="hospital")
    roll = mission.throw(page, 99, 20, 98)
    assert roll["outcome"]["days"] == [60, 15, 15]
    stages = ((60, "light", "blessure légère"), (15, "superficial", "blessure superficielle"), (15, "none", "indemne"))
    for days, level, told in stages:
        mission.pass_time(days)
        assert mission.sheet(VESTA)["wound_level"] == level
        row = page.locator(f"#p-{mission.who(VESTA)}")
        expect(row.get_by_role("img", name=re.compile(f"Horloge de la mort.*{told}"))).to_be_in_viewport()
        expect(row).to_contain_text(told if level != "none" else VESTA)
    expect(row).not_to_contain_text("blessure")
    assert (mission.sheet(VESTA)["wounds"], mission.play["clock"]) == ([], 90 * DAY)
    for one in (page, mission.phone("Inès")):
        expect(one.locator("#clock")).to_contain_text("jour 91")


def what_comes_home(mission: Story) -> None:
    """The mission as one shock, settled at home: a crisis, and the test that closes it (OPS-SAN-12)."""
    phone = mission.phone("Inès")
    before = mission.sheet(VESTA)
    mission.hand(phone, VESTA, "ptsd_roll")
    mission.choose(phone, given__shock="severe")
    roll = mission.throw(phone, 6, 99, 2)
    outcome = roll["outcome"]
    assert (outcome["san"], outcome["outcome"], outcome["second"]) == (before["san"] - 6, "temporary", "recovered")
    assert mission.sheet(VESTA)["madness"] == before["madness"]
    expect(mission.keeper.locator("#log .card__word").first).to_have_text("Reprend ses esprits")
    expect(phone.locator("#mine")).to_contain_text(str(outcome["san"]))


def the_firefight_is_undone_and_done_again(mission: Story) -> None:
    """One press takes back the fight and all that followed; another brings it back to the last point."""
    page, phone = mission.keeper, mission.phone("Inès")
    end, told = mission.last()["id"], mission.play
    mission.back_to(mission.before)
    sheet = mission.sheet(VESTA)
    assert (sheet["wound_level"], sheet["luck"], sheet["madness"], sheet["wounds"]) == ("none", 60, "none", [])
    assert [mission.sheet(name)["wound_level"] for name in PAIR] == ["none", "none"]
    assert mission.sheet(LONE)["wound_level"] == "dead"
    expect(page.locator("#clock")).to_contain_text("jour 1,")
    expect(phone.locator("#log .card--undone").first).to_be_attached()
    mission.bring_back(end)
    assert mission.play == told
    for one in (page, phone):
        expect(one.locator("#clock")).to_contain_text("jour 91")
        expect(one.locator("#log .card--undone")).to_have_count(0)


def the_sheet_on_paper(mission: Story, folder: Path) -> None:
    """Inès takes her Operator home, as the table left her."""
    text = mission.printed("Inès", VESTA, folder)
    sheet = mission.sheet(VESTA)
    scores = [str(sheet[code] * times) for code in ("FOR", "CON", "DEX") for times in (5, 3, 1)]
    for word in (VESTA, "Assaut", "HK416", str(sheet["san"]), *scores):
        assert word in text
