"""An inquiry of d20d100 in three browsers, from an empty table to the sheet on paper.

Inès makes a detective on her phone, number by number; Marc has a doctor drawn. They read, they creep, they shoot; one
of them nearly dies, the other loses his mind for a while. Dice are typed, so that everything is decided beforehand.
"""

import re
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from gardien.core.calling import do
from gardien.core.terms import percent
from web.client import Running
from web.story import DAY, Story, in_sight, tick

JUDITH, DOCTOR = "Judith Marchand", "Émile Faure"
LOOKOUT, GUNMAN, GHOUL = "Gangster 1", "Gangster 2", "Goule"
INITIATIVE = {JUDITH: 20, LOOKOUT: 15, GUNMAN: 12, DOCTOR: 1}  # what the dice show
PROFILE = """Goule
FOR 16 CON 13 TAI 13 INT 13 POU 13 DEX 13
Armes : 2 griffes 30 %, 1D6+BD
Compétences : Écouter 70 %, Esquive 26 %
Perte de SAN : 0/1D6
Court à quatre pattes."""
ROLLS = (15, 14, 13, 12, 11, 10, 8)
SCORES = {"FOR": 8, "DEX": 14, "CON": 10, "PER": 15, "INT": 12, "POU": 13, "EDU": 14, "TAI": 12, "APP": 11}
ROLLED = ("FOR", "DEX", "CON", "PER", "INT", "POU", "EDU")
TRADE = ("revolver", "bibliotheque", "observer", "baratin", "psychologie", "toc", "boxe")
SKILLS = {"bibliotheque": 8, "occultisme": 1, "depl_silencieux": 4}
HOBBIES = ("depl_silencieux", "occultisme", "ecouter", "premiers_soins")


def test_an_inquiry(running: Running, browser: Browser, tmp_path: Path) -> None:
    story = Story(running, browser, "d20d100")
    story.begin("La rue Juiverie", "Inès", "Marc")
    a_detective_is_made_by_hand(story)
    a_doctor_is_drawn(story)
    an_old_adversary_is_converted(story)
    library_work(story)
    past_the_lookout(story)
    a_gunfight_begins(story)
    a_double_series(story)
    a_jam(story)
    the_answer(story)
    agony(story)
    first_aid_at_the_last_round(story)
    what_comes_up_from_below(story)
    a_mind_for_a_while(story)
    the_fight_ends(story)
    weeks_of_hospital(story)
    experience(story)
    the_gunfight_is_undone_and_done_again(story)
    the_sheet_on_paper(story, tmp_path)
    story.close()


def step(phone: Page, key: str) -> None:
    """To another step of creation; on a phone the list of them lies below."""
    phone.locator(f".steplist [value='step:{key}']").click()
    expect(phone.locator(f"[name=step][value='{key}']")).to_have_count(1)


def a_detective_is_made_by_hand(story: Story) -> None:
    """Seven rolls typed and placed, a point too many noticed at once; the line of the weapon fills itself in.

    D100-CREA-02, D100-CREA-06, D100-CREA-15, D100-CREA-16, D100-WPN-05, D100-WPN-12.
    """
    phone = story.phone("Inès")
    phone.goto(f"{story.address}/creer")
    phone.get_by_label("Prénom").fill("Judith")
    phone.locator("[name='v.surname']").fill("Marchand")
    phone.locator("[name='v.profession']").fill("Détective privé")
    step(phone, "characteristics")
    for at, roll in enumerate(ROLLS):
        phone.locator(f"[name='v.rolls.{at}']").fill(str(roll))
    for at, score in enumerate(SCORES.values()):
        phone.locator(f"[name='v.scores.{at}.1']").fill(str(score))
    expect(phone.locator("#left-scores")).to_contain_text("0")
    step(phone, "traits")
    phone.locator("[name='v.traits.0.key']").select_option("ambidextre")
    step(phone, "profession_skills")
    for skill in TRADE:
        points(phone, "profession_spending", skill).fill("8")
    left = phone.locator("#left-profession_spending")
    expect(left).to_contain_text("0 points de profession à placer sur 56")
    step(phone, "secondary_skills")
    for at, skill in enumerate(HOBBIES):
        line = phone.locator(f"[name='v.secondary_spending.{at}.0']")
        if not line.count():
            phone.locator("[value='more:secondary_spending']").click()
        line.select_option(skill)
        phone.locator(f"[name='v.secondary_spending.{at}.1']").fill("6" if at else "7")
        expect(phone.locator(f"#note-secondary_spending-{at}")).to_contain_text("total")
    wrong = phone.locator("#bad-secondary_spending")
    expect(wrong).to_contain_text("Un point secondaire de trop")
    phone.locator("[name='v.secondary_spending.0.1']").fill("6")
    expect(wrong).to_be_empty()
    step(phone, "equipment")
    phone.locator("[name='v.arms.0']").select_option("luger")
    step(phone, "sheet")
    phone.locator("[value=add]").click()
    phone.wait_for_url(re.compile(r"#fiche$"))
    sheet = story.sheet(JUDITH)
    assert (sheet["scores"], sheet["player"], sheet["pv"], sheet["san"]) == (SCORES, "Inès", 11, 65)
    assert {key: sheet["skills"][key]["total"] for key in ("bibliotheque", "occultisme", "depl_silencieux")} == SKILLS
    pistol = sheet["weapons"][0]
    assert (pistol["base_series"], pistol["double_series"], pistol["loaded"]) == ([9, 4], [6, 1], 8)
    expect(phone.locator("#mine")).to_contain_text("+9/+4 ; +6//+1")


def points(phone: Page, field: str, skill: str) -> Locator:
    """Where the points of a skill are written."""
    row = phone.locator(f"[name^='v.{field}.'][value='{skill}']").get_attribute("name")
    return phone.locator(f"[name='{row.removesuffix('0')}1']")


def a_doctor_is_drawn(story: Story) -> None:
    """A name and a trade, dice for the rest: rolls that the rules accept, every point placed (D100-CREA-02)."""
    phone = story.phone("Marc")
    phone.goto(f"{story.address}/creer")
    phone.get_by_label("Prénom").fill("Émile")
    phone.locator("[name='v.surname']").fill("Faure")
    phone.locator("[name='v.profession']").fill("Médecin")
    phone.locator("[value=all] >> visible=true").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("La fiche")
    phone.locator("[value=add]").click()
    phone.wait_for_url(re.compile(r"#fiche$"))
    sheet = story.sheet(DOCTOR)
    rolls = sheet["creation_log"]["sets"][-1]["rolls"]
    checked = do("d20d100", "check_scores", {"rolls": rolls}).outcome
    assert checked["accepted"] is True
    assert sorted(rolls) == sorted(sheet["scores"][code] - (3 if code == "EDU" else 0) for code in ROLLED)
    for name in ("profession_points", "secondary_points"):
        assert sheet[name]["spent"] == sheet[name]["available"]
    expect(phone.locator("#mine h2")).to_have_text(DOCTOR)


def an_old_adversary_is_converted(story: Story) -> None:
    """A profile in percentages is pasted in the workshop; it waits unseen below (D100-CONV-01, D100-CONV-05)."""
    page = story.keeper
    page.goto(f"{story.address}/atelier/conversion")
    page.locator("#text").fill(PROFILE)
    page.get_by_role("button", name="Lire", exact=True).click()
    out = page.locator("#conv-out")
    expect(out.get_by_role("heading", name=GHOUL)).to_be_visible()
    expect(out).to_contain_text("la Défense en tient lieu")
    expect(page.locator("#conv-unread")).to_contain_text("Court à quatre pattes")
    tick(page.locator("main"), "[name=hidden]")
    page.get_by_role("button", name="Mettre sur la table").click()
    page.wait_for_url(re.compile(rf"/t/{story.id}\?c="))
    sheet = story.sheet(GHOUL)
    assert (sheet["kind"], sheet["pv_max"], sheet["defence"]) == ("monster", 13, 16)
    assert sheet["san_loss"] == {"success": "0", "failure": "1d6"}
    story.bring("adversary/gangster", "Gangster", 2)
    page.goto(story.address)
    expect(story.phone("Inès").locator("#cast")).to_contain_text(GUNMAN)
    expect(story.phone("Inès").locator("#cast")).not_to_contain_text(GHOUL)


def library_work(story: Story) -> None:
    """What she knows of the occult shows her where to look: +2 for the library (D100-TEST-12)."""
    phone = story.phone("Inès")
    story.hand(phone, JUDITH, "synergy_test")
    story.choose(phone, given__first_skill="occultisme", given__second_skill="bibliotheque")
    tick(phone.locator("#form"), '[name="json.second_difficulty"][value="20"]')
    given = {"first_modifier": 1, "second_modifier": 8, "second_difficulty": 20}
    good = story.chance("synergy_test", given, "success", True)
    expect(phone.locator("#odds .odds__big")).to_contain_text(percent(good, "fr"))
    roll = story.throw(phone, 14, 10)
    outcome = roll["outcome"]
    assert (outcome["first_success"], outcome["bonus"], outcome["total"], outcome["success"]) == (True, 2, 20, True)
    for page in (story.keeper, phone):
        expect(page.locator("#log .card").first).to_contain_text("Bibliothèque, Difficulté 20")


def past_the_lookout(story: Story) -> None:
    """He listens once, and that roll stands: one of them gets by, the other does not (D100-TEST-07, D100-TEST-08)."""
    page, ines, marc = story.keeper, story.phone("Inès"), story.phone("Marc")
    page.goto(story.address)
    page.locator("[data-key=s]").click()
    page.get_by_label("Nouvelle scène").fill("La cave de la rue Juiverie")
    story.click(page.get_by_role("button", name="Ouvrir la scène"))
    story.hand(page, LOOKOUT, "record_passive")
    story.choose(page, given__skill="ecouter", given__context="La porte de la cave")
    kept = story.throw(page, 12)["outcome"]["passive_total"]
    assert kept == 12 - 1
    for phone, who, face, good in ((ines, JUDITH, 7, True), (marc, DOCTOR, 1, False)):
        story.hand(phone, who, "oppose_recorded")
        story.choose(phone, given__skill="depl_silencieux", person__opponent=story.who(LOOKOUT))
        roll = story.throw(phone, face)
        assert (roll["given"]["passive_total"], roll["outcome"]["success"]) == (kept, good)
        phone.goto(f"{story.address}#journal")
        card = phone.locator("#log .card").first
        expect(card).to_contain_text("Réussi" if good else "Raté")
        expect(card).not_to_contain_text("Difficulté")  # nobody knows how well he listens
    story.before = story.last()["id"]


def a_gunfight_begins(story: Story) -> None:
    """Somebody was heard. Initiative is thrown for everybody, and written where it falls (D100-CBT-02)."""
    page = story.keeper
    page.goto(f"{story.address}/combat")
    tick(page.locator("main"), f'[name=fighter][value="{story.who(GHOUL)}"]', False)
    page.get_by_role("button", name="Engager le combat").click()
    expect(page.locator("#fhead")).to_contain_text("Round 1")
    for phone in (story.phone("Inès"), story.phone("Marc")):
        phone.goto(f"{story.address}/combat")
        expect(phone.locator("ol.order")).to_contain_text("Gangster × 2")
    begin = page.locator(".order__start")
    begin.get_by_text("Dés réels").click()
    people = begin.locator("label").inner_text().partition(": ")[2].split(", ")
    begin.get_by_role("textbox").fill(" ".join(str(INITIATIVE[one]) for one in people))
    story.rolled(story.click(begin.get_by_role("button", name="Lancer l’initiative")))
    assert story.order() == [JUDITH, LOOKOUT, GUNMAN, DOCTOR]
    expect(begin).to_have_count(0)
    for name, there in ((LOOKOUT, LOOKOUT), (GUNMAN, "Gangster × 2")):  # alike, they move in the order of the fight
        token = page.locator(f'[data-token~="{story.who(name)}"]')
        token.locator("summary").click()
        story.click(token.get_by_role("button", name=f"{name} s’éloigne, près"))
        for one in (page, story.phone("Inès")):
            expect(one.locator('[data-band="1"]')).to_contain_text(there)


def a_double_series(story: Story) -> None:
    """Four shots over a whole round, recoil taken off each: two find the lookout (D100-FIRE-02, D100-WPN-12)."""
    phone = story.phone("Inès")
    story.click_act(phone, "multiple_fire")
    story.choose(phone, person__target=story.who(LOOKOUT), given__mode="double")
    roll = story.throw(phone, 14, 7, 12, 8, 5, 6)
    outcome = roll["outcome"]
    assert (roll["given"]["distance"], outcome["scores"], outcome["hits"]) == (6, [6, 1], 2)
    assert (outcome["damage_total"], outcome["target_condition"]) == (15, "dead")
    assert (story.sheet(LOOKOUT)["condition"], story.sheet(JUDITH)["weapons"][0]["loaded"]) == ("dead", 4)
    for page in (story.keeper, phone, story.phone("Marc")):
        expect(page.locator("#fleft")).to_contain_text(LOOKOUT)
    expect(phone.locator(".budget")).to_contain_text("Le round est employé")


def a_jam(story: Story) -> None:
    """A 2 on the die: the pistol is stuck after one shot, and says so wherever it is offered (D100-FIRE-11)."""
    phone = story.phone("Inès")
    story.turn_of(JUDITH, 2)
    story.click_act(phone, "multiple_fire")
    story.choose(phone, person__target=story.who(GUNMAN), given__mode="double")
    outcome = story.throw(phone, 2)["outcome"]
    assert (outcome["malfunction"], outcome["hits"]) == ("jam", 0)
    pistol = story.sheet(JUDITH)["weapons"][0]
    assert (pistol["weapon_state"], pistol["loaded"]) == ("jam", 3)
    for page in (story.keeper, phone):
        expect(page.locator("#flog .card").first).to_contain_text(re.compile("enray", re.IGNORECASE))


def the_answer(story: Story) -> None:
    """One bullet, as bad as it gets: she falls below zero and begins to die (D100-ATK-06, D100-HEALTH-06)."""
    page, phone = story.keeper, story.phone("Inès")
    story.turn_of(GUNMAN, 2)
    story.click_act(page, "attack")
    story.choose(page, person__target=story.who(JUDITH))
    outcome = story.throw(page, 20, 6)["outcome"]
    assert (outcome["critical"], outcome["damage_final"], outcome["target_condition"]) == (True, 3 * 6, "dying")
    assert story.sheet(JUDITH)["pv"] == 11 - 18
    expect(phone.locator(f'.order [data-fighter="{story.who(JUDITH)}"]')).to_contain_text("agonie")


def agony(story: Story) -> None:
    """Each round a die decides whether she slips on; it is hers to throw (D100-HEALTH-06)."""
    phone = story.phone("Inès")
    for round, pv in ((3, -8), (4, -9)):
        story.turn_of(GUNMAN, round)
        expect(phone.locator("#fhead")).to_contain_text(f"Round {round}")
        waits = phone.locator("#fwaits form")
        expect(waits).to_contain_text("Agonie")
        waits.get_by_text("Dés réels").click()
        waits.get_by_role("textbox").fill("7")
        story.rolled(story.click(waits.get_by_role("button", name="Lancer")))
        expect(waits).to_have_count(0)
        assert (story.sheet(JUDITH)["pv"], story.sheet(JUDITH)["condition"]) == (pv, "dying")


def first_aid_at_the_last_round(story: Story) -> None:
    """One more round and she is dead. The doctor’s hands do not shake (D100-HEALTH-07, D100-HEALTH-08)."""
    phone = story.phone("Marc")
    story.turn_of(DOCTOR, 4)
    story.click_act(phone, "first_aid")
    story.choose(phone, person__patient=story.who(JUDITH))
    outcome = story.throw(phone, 20, 4)["outcome"]
    assert (outcome["success"], outcome["restored"], outcome["pv"], outcome["condition"]) == (True, 4, -5, "stable")
    sheet = story.sheet(JUDITH)
    assert (sheet["pv"], sheet["condition"], sheet["first_aid_used"]) == (-5, "stable", True)
    story.turn_of(GUNMAN, 5)
    assert not story.play.get("due")
    expect(story.phone("Inès").locator("#fhead")).to_contain_text("Round 5")
    expect(story.phone("Inès").locator("#fwaits form")).to_have_count(0)


def what_comes_up_from_below(story: Story) -> None:
    """The converted thing shows itself; the gunman runs, and the doctor’s mind gives way (D100-SAN-01, D100-SAN-03)."""
    page, marc = story.keeper, story.phone("Marc")
    page.keyboard.press("a")
    join = page.locator("#fjoin")
    tick(join, f'[name=fighter][value="{story.who(GHOUL)}"]')
    enter = join.get_by_role("button", name="Faire entrer", exact=True)
    in_sight(enter)
    story.click(enter)
    row = page.locator(f'.order [data-fighter="{story.who(GHOUL)}"]')
    story.click(row.get_by_role("button", name="Montrer à la table"))
    expect(marc.locator("ol.order")).to_contain_text(GHOUL)
    loss = story.sheet(GHOUL)["san_loss"]
    story.hand(page, DOCTOR, "san_check")
    story.choose(page, person__creature="")  # all dice are his to throw where the losses are said
    for field, dice in (("loss_success", loss["success"]), ("loss_failure", loss["failure"])):
        tick(page.locator("#form"), f"[name='json.{field}'][value='\"{dice}\"']")
    story.click(page.get_by_role("button", name="Demander"))
    marc.goto(f"{story.address}#lancer")
    before = story.sheet(DOCTOR)["san"]
    outcome = story.answer(marc, 100, 6, 1)["outcome"]
    assert (outcome["success"], outcome["loss"], outcome["temp_mad"]) == (False, 6, True)
    assert (story.sheet(DOCTOR)["san"], story.play["asks"]) == (before - 6, {})
    for one in (page, marc):
        expect(one.locator(f"#p-{story.who(DOCTOR)}")).to_contain_text("folie temporaire")


def a_mind_for_a_while(story: Story) -> None:
    """What it looks like and how long: two dice of his own; it is written on the sheet (D100-MISS-09)."""
    marc = story.phone("Marc")
    story.hand(marc, DOCTOR, "temporary_madness")
    story.choose(marc, given__length="long")
    outcome = story.throw(marc, 4, 3)["outcome"]
    assert (outcome["symptom"], outcome["hours"]) == (4, 30)
    held = story.sheet(DOCTOR)["madness"]
    assert [(one["kind"], one["symptom"], one["remaining"]) for one in held] == [("temporary", "4", 30 * 60)]


def the_fight_ends(story: Story) -> None:
    """Nobody is left who wants to go on."""
    page = story.keeper
    page.goto(f"{story.address}/combat")
    page.locator(".sure summary").click()
    story.click(page.get_by_role("button", name="Finir le combat"))
    assert not story.play.get("fight")


def weeks_of_hospital(story: Story) -> None:
    """Two dice a week in good hands, thrown as weeks go by; madness ends by itself meanwhile (D100-HEALTH-09)."""
    page, phone = story.keeper, story.phone("Inès")
    page.goto(f"{story.address}/fiche/{story.who(JUDITH)}?open=1&edit=body")
    form = page.locator("#sec-body form")
    tick(form, "[name='sheet.under_care'][type=checkbox]")
    story.click(form.get_by_role("button", name="Enregistrer"))
    page.goto(story.address)
    phone.goto(f"{story.address}#lancer")
    assert story.sheet(JUDITH)["under_care"] is True
    for week, dice, pv in ((1, "4 3", 2), (2, "4 4", 10), (3, "2 3", 11)):
        story.pass_time(7)
        waits = phone.locator("#time form")
        waits.get_by_text("Dés réels").click()
        waits.get_by_role("textbox").fill(dice)
        story.rolled(story.click(waits.get_by_role("button", name="Faire")))
        assert (story.sheet(JUDITH)["pv"], story.play["clock"]) == (pv, week * 7 * DAY)
        if week == 1:
            assert (story.sheet(DOCTOR)["madness"], story.sheet(DOCTOR)["temp_mad"]) == ([], False)
    for one in (page, phone):
        expect(one.locator("#clock")).to_contain_text("jour 22")
    assert (story.sheet(JUDITH)["condition"], story.sheet(JUDITH)["weeks_of_rest"]) == ("ok", 3)


def experience(story: Story) -> None:
    """A box ticked for what she found, points for what they achieved; both are spent on the library (D100-XP-04)."""
    page, phone = story.keeper, story.phone("Inès")
    story.hand(page, JUDITH, "tick_box")
    story.choose(page, given__target="bibliotheque")
    story.throw(page)
    assert story.sheet(JUDITH)["skills"]["bibliotheque"]["ticked"] is True
    story.hand(page, JUDITH, "award_xp")
    tick(page.locator("#form"), "[name='json.objectives'][value='[2,1]']")
    assert story.throw(page)["outcome"]["xp"] == 3
    story.hand(phone, JUDITH, "spend_xp")
    story.choose(phone, given__purchase="skill", given__target="bibliotheque")
    outcome = story.throw(phone)["outcome"]
    assert (outcome["accepted"], outcome["cost"], outcome["xp"], outcome["value"]) == (True, 1, 2, 9)
    sheet = story.sheet(JUDITH)
    library = sheet["skills"]["bibliotheque"]
    assert (library["total"], library["xp"], library["ticked"], sheet["xp"]) == (9, 1, False, 2)
    phone.goto(f"{story.address}#fiche")
    expect(phone.locator("#mine").get_by_role("link", name="Bibliothèque")).to_contain_text("+9")


def the_gunfight_is_undone_and_done_again(story: Story) -> None:
    """One press takes back the fight and all that followed; another brings it back to the last point."""
    page, phone = story.keeper, story.phone("Inès")
    end, told = story.last()["id"], story.play
    story.back_to(story.before)
    sheet = story.sheet(JUDITH)
    pistol = sheet["weapons"][0]
    assert (sheet["pv"], sheet["xp"], pistol["loaded"], pistol["weapon_state"]) == (11, 0, 8, "ok")
    assert (story.sheet(LOOKOUT)["condition"], story.sheet(DOCTOR)["san_lost_this_hour"]) == ("ok", 0)
    expect(page.locator("#clock")).to_contain_text("jour 1,")
    story.bring_back(end)
    assert story.play == told
    for one in (page, phone):
        expect(one.locator("#clock")).to_contain_text("jour 22")


def the_sheet_on_paper(story: Story, folder: Path) -> None:
    """Inès takes her detective home, as the table left her."""
    text = story.printed("Inès", JUDITH, folder)
    for word in (JUDITH, "Luger P08", "+9/+4", "Bibliothèque", *map(str, SCORES.values())):
        assert word in text
