"""The first half of a night of the organic rules: two runners are made, a street fight, poison, a wound to die of.

Inès makes Nérina, who enters networks and stitches people up; Marc has a brawler drawn. A thug is stunned and poisoned
by one action split in two, a guard’s burst leaves Otto dying, and first aid comes in time.
"""

import re
from typing import Any

from playwright.sync_api import Page, expect

from gardien.table import commands as c
from web.story import Story, tick

NERINA, TELL = "Nérina Vasse", "Otto Tell"
THUG, GUARD = "Voyou", "Garde de corporation"
INITIATIVE = {TELL: 20, NERINA: 3, THUG: 8, GUARD: 1}  # what the dice show
IN_BED = 12  # days
SCORES = {"AGI": 10, "PER": 11, "CHA": 9, "END": 10, "INT": 14, "VIT": 9, "FOR": 6, "VOL": 11}
RESERVES = {"SNG": 4, "CPS": 4, "INC": 4}
SKILLS = {
    "emergency_medicine": 4,
    "network_knowledge": 4,
    "connection": 4,
    "network_protocols": 4,
    "operating_system": 4,
    "cryptography": 4,
    "computer_stealth": 4,
}
COMBAT = {"knife_fighting": 2, "evasion": 2}


# ---- before ----


def step(phone: Page, key: str) -> None:
    """To another step of creation; on a phone the list of them lies below."""
    phone.locator(f".steplist [value='step:{key}']").click()
    expect(phone.locator(f"[name=step][value='{key}']")).to_have_count(1)


def write(phone: Page, name: str, value: Any) -> None:
    """One field, whether it is chosen or typed."""
    box = phone.locator(f"[name='v.{name}']")
    kind = box.first.evaluate("(one) => one.type")
    if kind == "radio":
        tick(phone.locator("main"), f"[name='v.{name}'][value='{value}']")
    elif kind == "select-one":
        box.select_option(str(value))
    else:
        box.fill(str(value))


def learn(phone: Page, name: str, levels: dict[str, int]) -> None:
    """Line by line: what, and how well."""
    for at, (key, level) in enumerate(levels.items()):
        line = phone.locator(f"[name='v.{name}.{at}.0']")
        if not line.count():
            phone.locator(f"[value='more:{name}']").click()
        line.select_option(key)
        phone.locator(f"[name='v.{name}.{at}.1']").fill(str(level))


def a_hacker_is_made_by_hand(story: Story) -> None:
    """Scores placed, one too many noticed at once, skills bought to the last point, a blade, a computer.

    ORG-SKILL-02, ORG-HP-01, ORG-END-01, ORG-CSK-01, ORG-HACK-27.
    """
    phone = story.phone("Inès")
    phone.goto(f"{story.address}/creer")
    write(phone, "name", NERINA)
    write(phone, "gender", "f")
    write(phone, "player_class", "hacker")
    step(phone, "scores")
    for at, (code, score) in enumerate(SCORES.items()):
        write(phone, f"scores.{at}.1", score + (code == "VOL"))  # one too much at first
    wrong = phone.locator("#left-scores")
    expect(wrong).to_contain_text("1 de trop")
    write(phone, "scores.7.1", SCORES["VOL"])
    for code, score in RESERVES.items():
        write(phone, code, score)
    expect(wrong).not_to_contain_text("de trop")
    step(phone, "skills")
    learn(phone, "skills", SKILLS)
    learn(phone, "combat_skills", COMBAT)
    expect(phone.locator("#left-skills .left")).to_have_text("0")
    step(phone, "equipment")
    write(phone, "arms.0", "switchblade")
    write(phone, "armour.0", "leather_jacket")
    write(phone, "computer", "laptop")
    step(phone, "sheet")
    phone.locator("[value=add]").click()
    phone.wait_for_url(re.compile(r"#fiche$"))
    sheet = story.sheet(NERINA)
    assert {code: sheet[code] for code in SCORES} == SCORES
    assert (sheet["player"], sheet["sng"], sheet["cps"], sheet["inc"], sheet["end_now"]) == ("Inès", 4, 4, 4, 10)
    expect(phone.locator("#mine")).to_contain_text("Cran d’arrêt")


def a_brawler_is_drawn(story: Story) -> None:
    """A name, a class, no bargain with fate and four points of each reserve; dice for the rest (ORG-SKILL-02)."""
    phone = story.phone("Marc")
    phone.goto(f"{story.address}/creer")
    write(phone, "name", TELL)
    write(phone, "gender", "m")
    write(phone, "player_class", "brawler")
    step(phone, "traits")
    learn(phone, "traits", {"contacts": 1, "allergic": 1})
    step(phone, "scores")
    for code, score in RESERVES.items():
        write(phone, code, score)
    phone.locator("[value=all] >> visible=true").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("La fiche")
    phone.locator("[value=add]").click()
    phone.wait_for_url(re.compile(r"#fiche$"))
    expect(phone.locator("#mine h2")).to_have_text(TELL)
    sheet = story.sheet(TELL)
    assert (sheet["sng"], sheet["cps"], sheet["inc"]) == (4, 4, 4)
    assert sum(sheet[code] for code in SCORES) == 80


def a_blade_is_poisoned(story: Story) -> None:
    """She writes it on her own sheet: one dose on the blade (ORG-POI-01)."""
    phone = story.phone("Inès")
    phone.goto(f"{story.address}/fiche/{story.who(NERINA)}?open=1")
    phone.locator("[data-load*='/fight?open=1&edit=1']").click()
    form = phone.locator("form", has=phone.locator("[name='sheet.weapons.0.coating']"))
    form.locator("summary", has_text="Cran d’arrêt").click()
    form.locator("[name='sheet.weapons.0.coating']").select_option("blade_poison")
    form.locator("[name='sheet.weapons.0.coats']").fill("1")
    story.click(form.get_by_role("button", name="Enregistrer"))
    (blade,) = story.sheet(NERINA)["weapons"]
    assert (blade["weapon"], blade["described"], blade["coating"], blade["coats"]) == (
        ("switchblade", None, "blade_poison", 1)
    )
    expect(phone.locator("#sec-fight")).to_contain_text("poison pour lames")


def others_come(story: Story) -> None:
    """Somebody with a knife, and somebody who is paid to shoot."""
    story.bring("creature/street_thug", THUG)
    story.bring("creature/corporate_guard", GUARD)
    cast = story.phone("Inès").locator("#cast")
    story.phone("Inès").goto(story.address)
    for name in (THUG, GUARD):
        expect(cast).to_contain_text(name)


def a_matter_of_luck(story: Story) -> None:
    """Asked of a phone that shows the sheet: what the game master has settled is read, a 20 does it (ORG-TEST-05)."""
    phone, given = story.phone("Inès"), {"characteristic": "VOL", "difficulty": 40, "luck": True}
    story.keeper.goto(story.address)
    phone.goto(f"{story.address}#fiche")
    ask = c.Ask(procedure="test", characters=(story.who(NERINA),), given=given, text="Le hasard en décide.")
    story.table.act("keeper", c.Envelope(action="luck", command=ask))
    expect(phone.locator("#flow .flow__takes")).to_contain_text("40")
    expect(phone.locator("#flow .flow__why")).to_contain_text("Le hasard en décide.")
    outcome = story.answer(phone, 20)["outcome"]
    assert (outcome["success"], outcome["margin"]) == (True, 1)
    assert phone.url.endswith("#fiche")


# ---- the street ----


def a_fight_begins(story: Story) -> None:
    """Everybody’s d20 with PER and INT; the thug is close, the guard ten metres away (ORG-INIT-01, ORG-RNG-01)."""
    page = story.keeper
    page.goto(f"{story.address}/combat")
    page.get_by_role("button", name="Engager le combat").click()
    expect(page.locator("#fhead")).to_contain_text("Tour 1")
    begin = page.locator(".order__start")
    begin.get_by_text("Dés réels").click()
    people = begin.locator("label").inner_text().partition(": ")[2].split(", ")
    begin.get_by_role("textbox").fill(" ".join(str(INITIATIVE[one]) for one in people))
    story.rolled(story.click(begin.get_by_role("button", name="Lancer l’initiative")))
    assert story.order() == [TELL, NERINA, THUG, GUARD]
    put(story, THUG, "portée 2")
    put(story, GUARD, "portée 4")
    for phone in (story.phone("Inès"), story.phone("Marc")):
        phone.goto(f"{story.address}/combat")
        expect(phone.locator("ol.order")).to_contain_text(GUARD)


def put(story: Story, name: str, band: str) -> None:
    """The game master says how far somebody is from whoever acts."""
    token = story.keeper.locator(f'[data-token~="{story.who(name)}"]')
    token.locator("summary").click()
    story.click(token.get_by_role("button", name=re.compile(f"{name} s’éloigne, {band}", re.IGNORECASE)))


def attack(story: Story, page: Page, target: str, face: int, **choices: Any) -> None:
    """An attack is declared and its die put down; then it is the target’s to react."""
    story.click_act(page, "combat_action")
    story.choose(page, person__target=story.who(target), **choices)
    before = story.version
    if face:
        story.type(page, face)
    story.press(page.locator("#form .btn--main"))
    story.wait(before)
    story.asked(page)  # it is in sight, wherever the button was


def react(story: Story, page: Page, name: str, *faces: int) -> dict[str, Any]:
    """What the target does about it, on its player’s page, with their own dice."""
    form = story.asked(page)
    form.get_by_text("Dés réels").click()
    form.get_by_role("textbox").fill(" ".join(map(str, faces)))
    return story.rolled(story.click(form.get_by_role("button", name=re.compile(name))))


def a_blow_is_parried(story: Story) -> None:
    """Two metres away the pipe reaches, the knuckles do not; the knife turns it aside.

    ORG-CBT-01, ORG-RNG-01, ORG-REA-07.
    """
    page, ines, marc = story.keeper, story.phone("Inès"), story.phone("Marc")
    attack(story, marc, THUG, 1)
    for phone in (ines, marc):
        expect(phone.locator("#waits")).to_contain_text("frappe le voyou")
    roll = react(story, page, "Parer", 20)
    assert (roll["given"]["weapon"], roll["given"]["range_step"]) == ("iron_pipe", 2)
    assert (roll["outcome"]["hit"], roll["outcome"]["defence_auto"]) == (False, "natural_20")
    expect(marc.locator(".budget")).to_contain_text("employé")


def one_action_in_two(story: Story) -> None:
    """Half of it brings her close, the other half stuns: no wound, but what is on the blade passes.

    He lets it come: the stun takes the action he still has, and the next turn’s reaction, as he has parried in this.
    ORG-TURN-03, ORG-TURN-04, ORG-FREE-04, ORG-MOD-12, ORG-ACT-12, ORG-ARM-06, ORG-POI-01.
    """
    page, phone = story.keeper, story.phone("Inès")
    story.turn_of(NERINA, 1)
    story.click_act(phone, "turn_slots")
    story.choose(phone, given__moment="split_action")
    story.throw(phone)
    story.click_act(phone, "free_action")
    story.choose(phone, given__kind="move", given__paid_with="half_action", person__opponent=story.who(THUG))
    story.choose(phone, given__to_step="1")
    roll = story.throw(phone)
    assert (roll["outcome"]["metres_gone"], roll["outcome"]["range_after"]) == (1, 1)
    expect(page.locator('[data-band="1"]')).to_contain_text(THUG)
    attack(story, phone, THUG, 20, given__action="stun")
    roll = react(story, page, "Ne pas réagir", 1)
    outcome = roll["outcome"]
    assert (roll["given"]["split"], outcome["attack_mod"], outcome["attack_margin"]) == (True, -10, 9)
    assert (outcome["effect"], outcome["loses_next_action"], outcome["dose_delivered"]) == (True, True, True)
    assert story.sheet(NERINA)["weapons"][0]["coats"] == 0
    thug = story.sheet(THUG)
    assert (thug["lose_action"], thug["lose_reaction"], thug["sng"], len(thug["doses"])) == (True, True, 4, 1)
    expect(phone.locator("#flog .card").first).to_contain_text("Perd sa prochaine action")


def he_stands_there(story: Story) -> None:
    """Stunned: his action is gone, the page says why (ORG-ACT-12)."""
    page = story.keeper
    story.turn_of(THUG, 1)
    expect(page.locator("#fturn")).to_contain_text("étourdi")
    expect(page.locator("#do-combat_action")).to_have_count(0)


def a_burst(story: Story) -> None:
    """Three shots from ten metres; throwing himself down does not help. Nine points: blood and incapacity are gone.

    ORG-MOD-04, ORG-RNG-02, ORG-REA-04, ORG-HP-03, ORG-HP-05, ORG-HP-07.
    """
    page, marc = story.keeper, story.phone("Marc")
    story.turn_of(GUARD, 1)
    breath = story.sheet(TELL)["end_now"]
    attack(story, page, TELL, 20, given__action="shoot", given__shots=3)
    expect(marc.get_by_role("heading", name="À vous de décider")).to_be_visible()
    roll = react(story, marc, "à terre", 1)
    assert (roll["outcome"]["hit"], roll["outcome"]["damage"]) == (True, {"bs": 9, "c": 0})
    sheet = story.sheet(TELL)
    assert (sheet["sng"], sheet["inc"], sheet["condition"], sheet["timer"]) == (0, 0, "dying", breath)
    expect(marc.locator("#fleft")).to_contain_text("mourant")


def it_is_taken_back_and_done_again(story: Story) -> None:
    """The burst has not hit yet, Otto stands and is asked again; then it has, to the last half point (ORG-CBT-01)."""
    page, marc = story.keeper, story.phone("Marc")
    told, card = story.play, story.last()["id"]
    story.click(page.locator("#undoing .btn--undo"))
    assert (story.sheet(TELL)["condition"], len(story.play["waits"])) == ("ok", 1)
    expect(marc.locator("ol.order")).to_contain_text(TELL)
    story.bring_back(card)
    assert story.play == told
    expect(marc.locator("#fleft")).to_contain_text(TELL)


# ---- three turns ----


def poison(story: Story, *faces: int) -> dict[str, Any]:
    """What the end of a turn asks of the thug: a save against vomiting, one against shock."""
    waits = story.keeper.locator("#fwaits form", has_text=THUG)
    waits.get_by_text("Dés réels").click()
    waits.get_by_role("textbox").fill(" ".join(map(str, faces)))
    return story.rolled(story.click(waits.get_by_role("button", name="Lancer")))


def the_first_turn_of_poison(story: Story) -> None:
    """A point of blood, both saves made. She strikes, he keeps his action for later: 2 bs past the jacket.

    ORG-TURN-05, ORG-POI-01, ORG-POI-03, ORG-SYM-17, ORG-REA-01, ORG-ARM-01.
    """
    page, phone = story.keeper, story.phone("Inès")
    story.turn_of(NERINA, 2)
    poison(story, 20, 20)
    thug = story.sheet(THUG)
    assert (thug["sng"], thug["lose_action"], thug["lose_reaction"]) == (3, False, True)
    expect(phone.locator(".budget")).to_contain_text("disponible")
    attack(story, phone, THUG, 20)
    roll = story.rolled(story.click(story.asked(page).get_by_role("button", name="Ne pas réagir")))
    assert (roll["outcome"]["damage"], roll["outcome"]["dose_delivered"]) == ({"bs": 2, "c": 0}, False)
    assert story.sheet(THUG)["sng"] == 1


def she_steps_aside(story: Story) -> None:
    """The knife, at −7 of poison; she sees it come (ORG-REA-01, ORG-POI-01)."""
    page, phone = story.keeper, story.phone("Inès")
    story.turn_of(THUG, 2)
    attack(story, page, NERINA, 15)
    roll = react(story, phone, "Esquiver", 20)
    assert (roll["outcome"]["hit"], story.sheet(NERINA)["sng"]) == (False, 4)


def the_second_turn_of_poison(story: Story) -> None:
    """His last point of blood: mortally wounded, sick, and still on his feet (ORG-HP-04, ORG-SYM-21)."""
    story.turn_of(NERINA, 3)
    roll = poison(story, 1, 20)
    thug = story.sheet(THUG)
    assert (thug["sng"], thug["condition"], thug["vomiting"]) == (0, "mortally_wounded", True)
    assert roll["outcome"]


def first_aid_in_time(story: Story) -> None:
    """So many turns are left to Otto; in a hurry, against a wound of nine points, and it holds.

    ORG-AFT-01, ORG-HP-07.
    """
    phone, marc = story.phone("Inès"), story.phone("Marc")
    left = story.sheet(TELL)["timer"]
    expect(marc.locator("#fleft")).to_contain_text(f"encore {left:.0f} tour")
    story.click_act(phone, "first_aid")
    story.choose(phone, person__patient=story.who(TELL))
    roll = story.throw(phone, 20)
    outcome = roll["outcome"]
    assert (roll["given"]["hurried"], outcome["success"], outcome["bleeding"]) == (True, True, "stopped")
    sheet = story.sheet(TELL)
    assert (sheet["stabilised"], sheet.get("timer"), sheet["condition"]) == (True, None, "out_of_action")
    assert all(one["closed"] for one in sheet["wounds"])
    expect(marc.locator("#fleft")).not_to_contain_text("mourant")


def the_third_turn_of_poison(story: Story) -> None:
    """What is left is incapacity and breath; the guard has seen enough, it is over (ORG-POI-02, ORG-HP-04)."""
    page = story.keeper
    story.turn_of(NERINA, 4)
    poison(story, 20, 20)
    thug = story.sheet(THUG)
    assert (thug["inc"], thug["condition"], thug["doses"][0]["ticks_left"]) == (3, "mortally_wounded", 3)
    page.locator(".sure summary").click()
    story.click(page.get_by_role("button", name="Finir le combat"))
    assert not story.play.get("fight")


def the_adrenaline_is_gone(story: Story) -> None:
    """Pain and infection of whoever nobody has cared for, resisted; Otto’s wounds were seen to. The others leave.

    ORG-AFT-01, ORG-AFT-03, ORG-AFT-04, ORG-DIS-06.
    """
    page = story.keeper
    after = page.locator(".fight__after")
    after.get_by_text("Dés réels").click()
    after.get_by_role("textbox").fill("20 20")
    roll = story.click(after.get_by_role("button", name="Faire le bilan des blessures"))["roll"]
    assert (roll["outcome"]["infections"], [die["who"] for die in roll["dice"]]) == ([], [THUG, THUG])
    for name in (THUG, GUARD):
        page.goto(f"{story.address}/fiche/{story.who(name)}")
        page.get_by_text("Retirer de la campagne").click()
        story.click(page.get_by_role("button", name=re.compile(f"Retirer (le )?{name}", re.IGNORECASE)))
        page.wait_for_url(story.address)  # the page goes back to the table by itself
    assert sorted(one["sheet"]["name"] for one in story.play["characters"].values()) == [NERINA, TELL]


def days_in_bed(story: Story) -> None:
    """Half a point of blood a day, then of incapacity; breath comes back after the first (ORG-AFT-01, ORG-END-09)."""
    page, phone = story.keeper, story.phone("Marc")
    phone.goto(f"{story.address}#fiche")
    orders = phone.locator("#mine details.order", has_text="Consignes")
    orders.locator("summary").click()
    tick(orders, "[name='sheet.prone'][type=checkbox]", False)
    tick(orders, "[name='sheet.in_bed'][type=checkbox]")
    story.click(orders.get_by_role("button", name="Enregistrer"))
    page.goto(story.address)
    story.pass_time(IN_BED)
    sheet = story.sheet(TELL)
    assert (sheet["sng"], sheet["cps"], sheet["inc"], sheet["condition"]) == (4, 4, 4, "ok")
    assert sheet["end_now"] == sheet["effective"]["END"]


STEPS = (
    a_hacker_is_made_by_hand,
    a_brawler_is_drawn,
    a_blade_is_poisoned,
    others_come,
    a_matter_of_luck,
    a_fight_begins,
    a_blow_is_parried,
    one_action_in_two,
    he_stands_there,
    a_burst,
    it_is_taken_back_and_done_again,
    the_first_turn_of_poison,
    she_steps_aside,
    the_second_turn_of_poison,
    first_aid_in_time,
    the_third_turn_of_poison,
    the_adrenaline_is_gone,
    days_in_bed,
)
