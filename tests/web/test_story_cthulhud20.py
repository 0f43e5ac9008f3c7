"""A night of Cthulhu d20 in three browsers, from an empty table to the sheets on paper.

Inès makes a detective on her phone, Marc has a doctor drawn. She is run down on the quays and shot; destiny is asked
twice, once by her alone, once by everybody; her wounds worsen, each by its own clock, until the doctor comes. Then
something gets up that was dead. Dice are typed, so that everything is decided beforehand.
"""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from web.browsing import Visitor
from web.client import Running
from web.story import Story, in_sight, tick

JUDITH, DOCTOR = "Judith Marchand", "Émile Faure"
CHASER, OTHER, DEAD = "Voyou 1", "Voyou 2", "Zombie"
PISTOL = "Automatique .32"
INITIATIVE = {CHASER: 20, JUDITH: 15, OTHER: 10, DOCTOR: 1}  # what the dice show
ABILITIES = {"str": 10, "dex": 15, "con": 14, "int": 13, "wis": 12, "cha": 8}
FEATS = ("weapon_proficiency:handgun", "point_blank_shot")
WALL = "Le mur"
WORST, ARM, CHEST = "La pire qui reste", "Bras droit, modérée, GB\u00a04", "Torse, grave, GB\u00a06"
WOUNDS = {  # to be treated, before the first and before the second
    "torso": [WORST, f"{ARM} · saigne", f"{CHEST} · saigne"],
    "right_arm": [WORST, f"{ARM} · saigne", f"{CHEST} · soignée"],
}


def test_a_chase(running: Running, browser: Browser, tmp_path: Path) -> None:
    story = Story(running, browser, "cthulhud20")
    story.begin("Les quais de la Joliette", "Inès", "Marc")
    for told in STEPS:
        told(story)
    on_paper(story, tmp_path)
    story.close()


# ---- before ----


def step(phone: Page, key: str) -> None:
    """To another step of creation; on a phone the list of them lies below."""
    phone.locator(f".steplist [value='step:{key}']").click()
    expect(phone.locator(f"[name=step][value='{key}']")).to_have_count(1)


def draw(phone: Page, first: str) -> None:
    """What is not decided of this step is drawn."""
    phone.get_by_role("button", name="Tirer pour moi", exact=True).click()
    expect(phone.locator(f"[name='{first}']")).not_to_have_value(re.compile("^0?$"))


def a_detective_is_made_by_hand(story: Story) -> None:
    """Scores placed, a wrong one noticed at once, feats and weapon chosen; ranks are drawn.

    CD20-P-ABIL-01, CD20-P-LEVEL-01, CD20-P-PROF-01, CD20-P-SKILL-02, CD20-P-FEAT-01, CD20-DEST-01, CD20-HP-01.
    """
    phone = story.phone("Inès")
    phone.goto(f"{story.address}/creer")
    phone.get_by_label("Nom", exact=False).first.fill(JUDITH)
    tick(phone.locator("main"), "[name='v.gender'][value=f]")
    phone.locator("[name='v.profession']").fill("Détective, policière")
    phone.locator("[name='v.level']").fill("2")
    step(phone, "abilities")
    tick(phone.locator("main"), "[name='v.method'][value=array]")
    for at, score in enumerate(ABILITIES.values()):
        phone.locator(f"[name='v.abilities.{at}.1']").fill(str(score + (at == 1)))  # one too much at first
    wrong = phone.locator("#bad-abilities")
    expect(wrong).not_to_be_empty()
    phone.locator("[name='v.abilities.1.1']").fill(str(ABILITIES["dex"]))
    expect(wrong).to_be_empty()
    step(phone, "option")
    tick(phone.locator("main"), "[name='v.combat_option'][value=offence]")
    tick(phone.locator("main"), "[name='v.good_saves.1']")
    step(phone, "core_skills")
    draw(phone, "v.core_skills.0")
    step(phone, "ranks")
    draw(phone, "v.core_ranks.0.1")
    step(phone, "equipment")
    phone.locator("[name='v.arms.0']").select_option("r38")
    phone.locator("[name='v.armour_items.0']").select_option("jacket")
    step(phone, "feats")
    for at, feat in enumerate(FEATS):
        phone.locator(f"[name='v.feats.{at}']").select_option(feat)
    step(phone, "sheet")
    phone.locator("[value=add]").click()
    phone.wait_for_url(re.compile(r"#fiche$"))
    sheet = story.sheet(JUDITH)
    assert {key: sheet[key] for key in ABILITIES} == ABILITIES
    assert (sheet["player"], sheet["pf"], sheet["pv"], sheet["destiny_left"]) == ("Inès", 10, 10, 2)
    assert (sheet["weapons"][0]["ammunition"], sheet["zone_ca"]["right_arm"]) == (6, 13)
    expect(phone.locator("#mine")).to_contain_text("Revolver .38")


def a_doctor_is_drawn(story: Story) -> None:
    """A name, a trade and a level, dice for the rest: every choice as the rules allow it."""
    phone = story.phone("Marc")
    phone.goto(f"{story.address}/creer")
    phone.get_by_label("Nom", exact=False).first.fill(DOCTOR)
    phone.locator("[name='v.profession']").fill("Médecin, infirmier")
    phone.locator("[name='v.level']").fill("2")
    phone.locator("[value=all] >> visible=true").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("La fiche")
    phone.locator("[value=add]").click()
    phone.wait_for_url(re.compile(r"#fiche$"))
    expect(phone.locator("#mine h2")).to_have_text(DOCTOR)


def others_come(story: Story) -> None:
    """Two who shoot, and one whom nobody has seen yet; a screen on the wall that nobody touches."""
    story.people[WALL] = Visitor(story.browser, story.running.url, story.link(WALL, "screen")).arrive()
    story.phone(WALL).goto(story.address)
    story.bring("creature/thug", "Voyou", 2)
    story.bring("creature/zombie", DEAD, hidden=True)
    cast = story.phone("Inès").locator("#cast")
    expect(cast).to_contain_text(CHASER)
    expect(cast).not_to_contain_text(DEAD)


# ---- the quays ----


def a_chase(story: Story) -> None:
    """Two minutes, both lost to the man behind; the run costs both of them breath (CD20-P-CHASE-01, CD20-FAT-01)."""
    page, phone = story.keeper, story.phone("Inès")
    story.hand(page, JUDITH, "chase")
    story.choose(page, person__pursuer=story.who(CHASER))
    roll = story.throw(page, 5, 15, 4, 16)
    assert (roll["outcome"]["result"], roll["outcome"]["minutes"]) == ("caught", 2)
    for name, most in ((JUDITH, 10), (CHASER, 9)):
        sheet = story.sheet(name)
        assert (sheet["pf"], sheet["fatigue_malus"]) == (most - 2, -1)
    phone.goto(f"{story.address}#fiche")
    expect(phone.locator("#mine")).to_contain_text("malus −1")
    story.before = story.last()["id"]


def a_fight_begins(story: Story) -> None:
    """Initiative for everybody, fatigue counted; the two of them shoot from a few metres away (CD20-P-INIT-01)."""
    page = story.keeper
    page.goto(f"{story.address}/combat")
    tick(page.locator("main"), f'[name=fighter][value="{story.who(DEAD)}"]', False)
    page.get_by_role("button", name="Engager le combat").click()
    expect(page.locator("#fhead")).to_contain_text("Round 1")
    for phone in (story.phone("Inès"), story.phone("Marc")):
        phone.goto(f"{story.address}/combat")
        expect(phone.locator("ol.order")).to_contain_text("Voyou")
    throw_initiative(story, INITIATIVE)
    assert story.order() == [CHASER, JUDITH, OTHER, DOCTOR]
    wall = story.phone(WALL).locator("#wall")  # it follows by itself, in its place
    expect(wall.locator(".wall__order h2")).to_have_text("Round 1")
    expect(wall.locator(".wl.is-now")).to_contain_text("Voyou")
    for name in (JUDITH, DOCTOR):
        token = page.locator(f'[data-token~="{story.who(name)}"]')
        token.locator("summary").click()
        story.click(token.get_by_role("button", name=re.compile(f"{name} s’éloigne")).first)
    expect(story.phone("Inès").locator("#freact")).not_to_contain_text("opportunité")  # nobody is within reach


def throw_initiative(story: Story, shown: dict[str, int]) -> None:
    """The dice of everybody, in the order in which the page names them."""
    begin = story.keeper.locator(".order__start")
    for name in shown:
        expect(begin).to_contain_text(name)
    begin.get_by_text("Dés réels").click()
    people = begin.locator("label").inner_text().partition(": ")[2].split(", ")
    begin.get_by_role("textbox").fill(" ".join(str(shown[one]) for one in people))
    story.rolled(story.click(begin.get_by_role("button", name="Lancer l’initiative")))


def shoot(story: Story, page: Page, target: str, *faces: int, **choices: Any) -> dict[str, Any]:
    """An attack as far as the rule goes by itself: hit or miss, and what of it may be told."""
    story.click_act(page, "attack")
    story.choose(page, person__target=story.who(target), **choices)
    before = story.version
    story.type(page, *faces)
    story.press(page.locator("#form .btn--main"))
    story.wait(before)
    (wait,) = story.play["waits"].values()
    return dict(wait)


def decide(story: Story, page: Page, name: str, *faces: int) -> dict[str, Any]:
    """What somebody wants of destiny, on their own page; the rest of the dice falls then."""
    form = story.asked(page)
    if faces:
        form.get_by_text("Dés réels").click()
        form.get_by_role("textbox").fill(" ".join(map(str, faces)))
    return story.rolled(story.click(form.get_by_role("button", name=re.compile(name))))


def a_shot_in_the_arm(story: Story) -> None:
    """Out of breath, off guard: hit in the right arm. She is asked before the wound is known, and lets it be.

    CD20-LOC-01, CD20-DEST-03, CD20-GB-04, CD20-BLEED-03.
    """
    page, ines, marc = story.keeper, story.phone("Inès"), story.phone("Marc")
    shoot(story, page, JUDITH, 10, 25, given__weapon_name=PISTOL)
    assert (story.sheet(JUDITH)["pf"], story.sheet(JUDITH)["wounds"]) == (8, [])
    expect(ines.get_by_role("heading", name="À vous de décider")).to_be_visible()
    expect(ines.locator(".wait")).to_contain_text("bras droit")
    for one in (page, marc):
        expect(one.locator("#waits")).to_contain_text("On attend Inès")
    outcome = decide(story, ines, "Ne pas dépenser de point", 80)["outcome"]
    assert (outcome["zone"], outcome["gb"], outcome["severity"]) == ("right_arm", 4, "moderate")
    sheet = story.sheet(JUDITH)
    assert (sheet["pf"], sheet["pv"], sheet["destiny_left"], sheet["fatigue_malus"]) == (6, 9, 2, -2)


def she_takes_aim(story: Story) -> None:
    """A whole round; from her next turn on a shot at this one is surer (CD20-AIM-01)."""
    phone = story.phone("Inès")
    story.turn_of(JUDITH, 1)
    story.click_act(phone, "take_aim")
    story.choose(phone, person__target=story.who(CHASER))
    story.throw(phone)
    expect(phone.locator(".budget")).to_contain_text("employé")


def a_called_shot(story: Story) -> None:
    """At the head, and past it. Everybody agrees that it was not: the group’s one point (CD20-AIM-02, CD20-DEST-05)."""
    page, ines, marc = story.keeper, story.phone("Inès"), story.phone("Marc")
    story.turn_of(JUDITH, 2)
    shoot(story, ines, CHASER, 9, given__aim="head")
    assert not story.sheet(CHASER)["wounds"]
    story.asked(ines).get_by_role("button", name=re.compile("10.*groupe")).click()
    expect(ines.locator(".wait__vote")).to_contain_text("Marc")
    expect(page.locator("#waits")).to_contain_text("On attend Marc")
    card = story.click(marc.locator("#waits").get_by_role("button", name="D’accord", exact=True))
    roll = story.rolled(card)
    outcome = roll["outcome"]
    assert (roll["given"]["aimed"], outcome["hit"], outcome["zone"]) == (True, True, "head")
    assert (outcome["attack_total"], outcome["gb"], outcome["severity"]) == (9 - 1 + 10, 12, "critical")
    assert (story.play["group"], story.sheet(JUDITH)["destiny_left"]) == ({"group_destiny": 0}, 2)
    assert story.sheet(JUDITH)["weapons"][0]["ammunition"] == 5
    for one in (page, ines, marc):
        expect(one.locator("#flog .card").first).to_contain_text("tête")


def a_wound_made_softer(story: Story) -> None:
    """The other one hits her in the chest, and it is death: one of her points makes it grave (CD20-P-DEST-01)."""
    page, ines = story.keeper, story.phone("Inès")
    story.turn_of(OTHER, 2)
    shoot(story, page, JUDITH, 19, 10, given__weapon_name=PISTOL)
    roll = decide(story, ines, "Adoucir", 53)
    outcome = roll["outcome"]
    assert (outcome["zone"], outcome["severity"], outcome["pf_loss"], outcome["pv_loss"]) == ("torso", "grave", 4, 2)
    sheet = story.sheet(JUDITH)
    assert (sheet["pf"], sheet["pv"], sheet["destiny_left"], sheet["fatigue_malus"]) == (2, 7, 1, -4)


# ---- the clock ----


def end(story: Story) -> None:
    page = story.keeper
    page.goto(f"{story.address}/combat")
    page.locator(".sure summary").click()
    story.click(page.get_by_role("button", name="Finir le combat"))
    assert not story.play.get("fight")


def wounds_worsen(story: Story) -> None:
    """The two of them run. The table of the group says what is next, then a minute passes: the chest costs her again.

    CD20-TRACK-01, CD20-BLEED-04, CD20-BLEED-05: the arm has a clock of its own.
    """
    page, phone = story.keeper, story.phone("Inès")
    end(story)
    expect(story.phone(WALL).locator("#wall .wall__order h2")).to_have_text("Personnages")
    expect(story.phone(WALL).locator("#wall .wl.is-now")).to_have_count(0)
    page.goto(f"{story.address}/groupe")
    row = page.locator(f'[data-row="{story.who(JUDITH)}"]')
    expect(row).to_contain_text("Bras droit modérée, GB\u00a04 · saigne, perte dans 99\u00a0rounds · soins DD\u00a09")
    expect(row).to_contain_text("Torse grave, GB\u00a06 · saigne, perte dans 1\u00a0minute · soins DD\u00a011")
    page.goto(story.address)
    phone.goto(f"{story.address}#lancer")
    expect(page.locator(f"#p-{story.who(JUDITH)}")).to_contain_text("saigne au torse, perte dans 1\u00a0minute")
    pass_minutes(story, 1)
    waits = phone.locator("#time form")
    waits.get_by_text("Dés réels").click()
    waits.get_by_role("textbox").fill("90")
    story.rolled(story.click(waits.get_by_role("button", name="Faire")))
    sheet = story.sheet(JUDITH)
    assert (sheet["pf"], sheet["pv"], sheet["fatigue_malus"]) == (1, 6, -4)
    assert [(one["zone"], one["next_tick_in_rounds"]) for one in sheet["wounds"]] == [("right_arm", 89), ("torso", 10)]


def pass_minutes(story: Story, minutes: int) -> None:
    """The game master lets time pass, once the page has said what comes of it."""
    page = story.keeper
    if not page.locator("#when").is_visible():
        page.locator("[data-key=t]").click()
    page.locator("#when").fill(f"{minutes} min")
    expect(page.locator("#ahead")).not_to_be_empty()
    in_sight(page.locator("#ahead"))
    story.click(page.locator("#advance").get_by_role("button", name="Avancer", exact=True))
    expect(page.locator("#pop-time")).to_be_hidden()


def care_in_time(story: Story) -> None:
    """The worst wound first, then the other by its name; each against 5 and its severity, and neither bleeds.

    CD20-BLEED-02.
    """
    phone = story.phone("Marc")
    for zone, gb, face in (("torso", 6, 18), ("right_arm", 4, 17)):
        story.hand(phone, DOCTOR, "care")
        story.choose(phone, person__patient=story.who(JUDITH))
        expect(phone.locator("#theirs-wound option")).to_have_text(WOUNDS[zone])
        if zone == "right_arm":
            story.choose(phone, json__wound="0")
        roll = story.throw(phone, face)
        assert (roll["outcome"]["care_dc"], roll["outcome"]["success"]) == (5 + gb, True)
        wound = next(one for one in story.sheet(JUDITH)["wounds"] if one["zone"] == zone)
        assert (wound["treated"], wound["bleeding"]) == (True, False)
    pass_minutes(story, 10)
    assert story.who(JUDITH) not in [due["character"] for due in story.play.get("due", {}).values()]
    assert story.sheet(JUDITH)["pv"] == 6


# ---- what got up ----


def a_dead_man_gets_up(story: Story) -> None:
    """Nobody knew of it; it is slow, and they see it come (CD20-P-CREA-03)."""
    page = story.keeper
    page.goto(f"{story.address}/combat?neuf=1")  # below the end of the last one
    for name in (CHASER, OTHER):
        tick(page.locator("main"), f'[name=fighter][value="{story.who(name)}"]', False)
    tick(page.locator("main"), f'[name=fighter][value="{story.who(DEAD)}"]')
    page.get_by_role("button", name="Engager le combat").click()
    expect(page.locator("#fhead")).to_contain_text("Round 1")
    row = page.locator(f'.order [data-fighter="{story.who(DEAD)}"]')
    story.click(row.get_by_role("button", name="Montrer à la table"))
    throw_initiative(story, {JUDITH: 20, DEAD: 12, DOCTOR: 1})
    for phone in (story.phone("Inès"), story.phone("Marc")):
        phone.goto(f"{story.address}/combat")
        expect(phone.locator("ol.order")).to_contain_text(DEAD)
    assert story.order()[0] == JUDITH


def its_head_is_destroyed(story: Story) -> None:
    """Her last point makes it worse: no vital centre, no bleeding; without a head it goes on (CD20-CREA-03)."""
    page, phone = story.keeper, story.phone("Inès")
    token = page.locator(f'[data-token~="{story.who(DEAD)}"]')
    token.locator("summary").click()
    story.click(token.get_by_role("button", name=re.compile("zombie s’éloigne")).first)
    shoot(story, phone, DEAD, 20, 3)
    outcome = decide(story, phone, "Aggraver")["outcome"]
    assert (outcome["severity"], outcome["part_lost"], outcome["bleeding"]) == ("destructive", True, False)
    assert (outcome["pf_loss"], outcome["pv_loss"], outcome["state"]) == (5, 4, "ok")
    dead = story.sheet(DEAD)
    assert (dead["pf"], dead["pv"], dead["lost_parts"]) == (3, 4, ["head"])
    assert story.sheet(JUDITH)["destiny_left"] == 0


def it_strikes_and_falls(story: Story) -> None:
    """A blow for the doctor, who lets it be; a second bullet takes the breath it does not need (CD20-HP-05)."""
    page, ines, marc = story.keeper, story.phone("Inès"), story.phone("Marc")
    story.turn_of(DEAD, 1)
    come = page.locator(f'[data-token~="{story.who(DOCTOR)}"]')
    come.locator("summary").click()
    story.click(come.get_by_role("button", name=re.compile("zombie approche")))
    shoot(story, page, DOCTOR, 10, 60)
    outcome = decide(story, marc, "Ne pas dépenser de point")["outcome"]
    assert (outcome["zone"], story.sheet(DOCTOR)["destiny_left"]) == (
        "right_leg",
        2,
    )  # how bad: as tough as he was drawn
    story.turn_of(JUDITH, 2)
    story.click_act(ines, "attack")
    story.choose(ines, person__target=story.who(DEAD))
    outcome = story.throw(ines, 19, 15)["outcome"]
    assert (outcome["zone"], outcome["hit"], outcome["bleeding"]) == ("torso", True, False)
    assert story.sheet(DEAD)["state"] in ("stunned", "unconscious"), "whatever its own die shows"
    for one in (page, ines, marc):
        expect(one.locator("#fleft")).to_contain_text(DEAD)
    end(story)


def rest(story: Story) -> None:
    """Breath hour by hour as far as her wounds let it, life day by day (CD20-HP-06, CD20-HP-07)."""
    page, phone = story.keeper, story.phone("Inès")
    page.goto(story.address)
    phone.goto(f"{story.address}#fiche")
    before = story.sheet(JUDITH)
    assert (before["pf"], before["pv"]) == (1, 6)
    pass_minutes(story, 8 * 60)
    assert (story.sheet(JUDITH)["pf"], story.sheet(JUDITH)["fatigue_malus"]) == (9, 0), "not above half as much as PV"
    pass_minutes(story, 16 * 60)
    assert (story.sheet(JUDITH)["pf"], story.sheet(JUDITH)["pv"]) == (10, 7)
    expect(phone.locator("#mine")).to_contain_text("7 / 10")


def all_of_it_is_undone_and_done_again(story: Story) -> None:
    """One press takes back both fights and the day after; another brings them back."""
    page, phone = story.keeper, story.phone("Inès")
    last, told = story.last()["id"], story.play
    story.back_to(story.before)
    sheet = story.sheet(JUDITH)
    assert (sheet["pf"], sheet["pv"], sheet["wounds"], sheet["destiny_left"]) == (8, 10, [], 2)
    assert (sheet["weapons"][0]["ammunition"], story.sheet(DEAD)["lost_parts"]) == (6, [])
    expect(page.locator(".cast-group")).to_contain_text("destin du groupe 1")
    story.bring_back(last)
    assert story.play == told
    expect(page.locator(".cast-group")).to_contain_text("destin du groupe 0")
    expect(phone.locator("#mine")).to_contain_text("7 / 10")


def on_paper(story: Story, folder: Path) -> None:
    """Inès takes her detective home; the game master prints the table of the group (CD20-TRACK-01)."""
    text = story.printed("Inès", JUDITH, folder)
    for word in (JUDITH, "Revolver .38", "Tir à bout portant", *map(str, ABILITIES.values())):
        assert word in text
    printed = story.people["MJ"].context.request.get(f"{story.address}/groupe.pdf")
    (folder / "group.pdf").write_bytes(printed.body())
    text = "".join(page.extract_text() for page in PdfReader(folder / "group.pdf").pages)
    for word in (JUDITH, DOCTOR, CHASER, DEAD, "Torse", "Bras droit"):
        assert word in text


STEPS = (
    a_detective_is_made_by_hand,
    a_doctor_is_drawn,
    others_come,
    a_chase,
    a_fight_begins,
    a_shot_in_the_arm,
    she_takes_aim,
    a_called_shot,
    a_wound_made_softer,
    wounds_worsen,
    care_in_time,
    a_dead_man_gets_up,
    its_head_is_destroyed,
    it_strikes_and_falls,
    rest,
    all_of_it_is_undone_and_done_again,
)
