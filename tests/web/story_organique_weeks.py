"""The second half of a night of the organic rules: the weeks that follow it, on the clock of the campaign.

Otto’s wound festers until antibiotics come; Nérina takes a sedative ten times, and cannot do without; a bank’s
archives are read with the alarm ringing. Then all of it is taken back, done again, and printed. Dice are typed.
"""

import re
from io import BytesIO
from typing import Any

from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from gardien.table import commands as c
from gardien.web.pages.table.calendar import span_words
from web.story import Story, in_sight
from web.story_organique_night import NERINA, TELL

HOUR, DAY = 60, 24 * 60
INFECTION = "Infection d’une plaie"
CALM = "calm"  # a sedative: five hours, and nobody comes down from it
TAKEN, BY_HAND, EVERY = 10, 2, 2 * HOUR


# ---- the clock ----


def look_ahead(story: Story, minutes: int) -> Locator:
    """What the page says of so much time, said in words, before it passes."""
    page = story.keeper
    page.keyboard.press("t")
    box = page.get_by_label("Laisser passer du temps", exact=True)
    in_sight(box)
    expect(box).to_be_focused()  # what is typed next is a time, not a key of the page
    box.fill(span_words(minutes, "fr"))
    ahead = page.locator("#ahead")
    clock = story.play.get("clock", 0) + minutes
    expect(ahead).to_contain_text(f"jour {clock // DAY + 1}, {clock % DAY // HOUR}\u00a0h\u00a0{clock % HOUR:02d}")
    return ahead


def pass_time(story: Story, minutes: int, *foreseen: str) -> None:
    """Time passes; what it will do is read first, and nothing has moved by then. The clock is put away by itself."""
    page, before = story.keeper, story.play
    ahead = look_ahead(story, minutes)
    for word in foreseen:
        expect(ahead).to_contain_text(word)
    assert story.play == before
    button = page.locator("#advance .btn--main")
    in_sight(button)
    story.click(button)
    expect(page.locator("#pop-time")).to_be_hidden()


def settle(story: Story, page: Page, name: str, *faces: int, answer: str = "") -> dict[str, Any]:
    """Do what has fallen due, on the page of whom it concerns; what came of it."""
    form = page.locator("#time form", has_text=name)
    expect(form).to_have_count(1)
    story.fold(page)
    if answer:
        form.locator("label", has_text=answer).click()
    if faces:
        type_in(form, *faces)
    return story.rolled(story.click(form.get_by_role("button", name="Faire")))["outcome"]  # type: ignore[no-any-return]


def type_in(form: Locator, *faces: int) -> None:
    """The dice on the wood, in a form without a pad."""
    box = form.get_by_role("textbox")
    if not box.is_visible():
        form.get_by_text("Dés réels").click()
    box.fill(" ".join(map(str, faces)))


def follow(story: Story, page: Page, verb: str, *faces: int) -> dict[str, Any]:
    """Take up what the newest card offers."""
    story.fold(page)
    card = page.locator("#log article").first
    card.scroll_into_view_if_needed()
    form = card.locator(".follow form")
    button = form.get_by_role("button", name=re.compile(verb), include_hidden=True).first
    expect(button).to_be_attached()
    if not button.is_visible():
        form.get_by_text("Autres suites possibles").click()
    if faces:
        type_in(form, *faces)
    return story.rolled(story.click(button))["outcome"]  # type: ignore[no-any-return]


def everybody_reads(story: Story) -> None:
    """The game master at the log, the players where they throw."""
    story.keeper.goto(story.address)
    for who in ("Inès", "Marc"):
        story.phone(who).goto(f"{story.address}#lancer")


# ---- an infection ----


def a_wound_festers(story: Story) -> None:
    """A nail, and nobody cleans it: a save that fails, and nothing shows yet (ORG-DIS-01, ORG-DIS-06)."""
    story.before = story.last()["id"]
    page = story.keeper
    story.hand(page, TELL, "expose_disease")
    story.choose(page, given__disease="wound_infection")
    outcome = story.throw(page, 1)["outcome"]
    assert (outcome["infected"], outcome["level"]) == (True, 0)
    everybody_reads(story)
    expect(page.locator(f"#p-{story.who(TELL)}")).to_contain_text("infection d’une plaie, sauvegarde dans 12\u00a0h")


def it_gets_worse(story: Story) -> None:
    """Twice twelve hours: two levels, strength and blood lost, as foreseen (ORG-DIS-02, ORG-DIS-05)."""
    phone, before = story.phone("Marc"), story.sheet(TELL)
    pass_time(story, 12 * HOUR, TELL, INFECTION)
    assert settle(story, phone, INFECTION, 1)["level"] == 1
    pass_time(story, 12 * HOUR, INFECTION)
    assert settle(story, phone, INFECTION, 1)["level"] == 2
    sheet = story.sheet(TELL)
    assert sheet["effective"]["FOR"] == max(0, before["effective"]["FOR"] - 10)
    assert before["sng"] + before["cps"] - sheet["sng"] - sheet["cps"] == 2
    phone.goto(f"{story.address}#journal")
    assert follow(story, phone, "Vomissements", 20)["success"]
    phone.goto(f"{story.address}#lancer")


def antibiotics(story: Story) -> None:
    """Three tests of a day and a half, one after the other, eight better with pills (ORG-DIS-03, ORG-DIS-04)."""
    phone = story.phone("Marc")
    pass_time(story, 36 * HOUR, INFECTION)
    outcome = settle(story, phone, INFECTION, 20, answer="antibiotiques")
    assert (outcome["disease_state"], outcome["level"]) == ("stopped", 2)
    assert story.last()["roll"]["given"]["treatment"] == 8
    assert settle(story, phone, INFECTION, 20)["level"] == 1
    assert settle(story, phone, INFECTION, 20)["cured"]
    sheet = story.sheet(TELL)
    assert (sheet["overcome"], sheet["changes"]) == (["wound_infection"], {})
    assert not story.play.get("due")
    expect(phone.locator("#time form")).to_have_count(0)


# ---- a drug ----


def ten_doses(story: Story) -> None:
    """From one morning to the next, one every two hours: some act together, each wears off (ORG-DRUG-01).

    Two are taken on the phone, with the clock on the game master's page; the others by the same commands.
    """
    phone = story.phone("Inès")
    pass_time(story, (7 * HOUR - story.play.get("clock", 0)) % DAY)
    story.hand(phone, NERINA, "take_drug")
    story.choose(phone, given__drug=CALM)
    for _ in range(BY_HAND):
        before = story.version
        story.fold(phone)
        story.press(phone.locator("#form .btn--main"))
        story.wait(before)
        pass_time(story, EVERY)
    for number in range(TAKEN - BY_HAND):
        take = c.Do(procedure="take_drug", character=story.who(NERINA), given={"drug": CALM})
        for command in (take, c.Advance(minutes=EVERY)):
            story.table.act("keeper", c.Envelope(action=f"dose-{number}-{command.__class__.__name__}", command=command))
    sheet = story.sheet(NERINA)
    assert (len(sheet["habits"][0]["taken"]), sheet["changes"]["VIT"]) == (TAKEN, -3)
    expect(phone.locator("#mine")).to_contain_text("Calme")


def she_cannot_do_without(story: Story) -> None:
    """Six in the morning asks for the doses of a day: both dependencies begin (ORG-DRUG-02, ORG-DRUG-03)."""
    phone = story.phone("Inès")
    pass_time(story, 3 * HOUR, NERINA, "Dépendance")
    outcome = settle(story, phone, "Dépendance", 1, 1)
    assert (outcome["physical_dependent"], outcome["psychological_dependent"]) == (True, True)
    expect(phone.locator("#mine")).to_contain_text("physique · test dans 19\u00a0h, finie dans 21\u00a0j 19\u00a0h")


def days_without(story: Story) -> None:
    """A day after the last dose, then three: held out once, not twice, then again (ORG-DRUG-04, ORG-DRUG-07)."""
    phone = story.phone("Inès")
    pass_time(story, DAY, "Manque")
    outcome = settle(story, phone, "Manque", 20, 20)
    assert outcome["next_interval_days"] == {"physical": 2, "psychological": 2}
    pass_time(story, 2 * DAY, "Manque")
    assert settle(story, phone, "Manque", 1, 1)["must_seek"]
    assert not settle(story, phone, "Manque", 20, 20)["failed"]
    assert not story.play.get("due")


def weeks_without(story: Story) -> None:
    """Days 7 and 15; the body is done with it on day 22, the mind never; tolerance (ORG-DRUG-01, ORG-DRUG-05)."""
    phone = story.phone("Inès")
    pass_time(story, 20 * DAY, "Manque")
    for day in (7, 15):
        settle(story, phone, "Manque", 20, 20)
        assert story.last()["roll"]["given"]["day"] == day
    pass_time(story, 10 * DAY, "Manque")
    settle(story, phone, "Manque", 20)
    sheet = story.sheet(NERINA)
    left = [one["course"] for one in sheet["lasting"] if one["kind"] == "dependency"]
    assert (left, sheet["habits"][0]["tolerance"]) == (["psychological"], 1)


# ---- an intrusion ----


def the_alarm_rings(story: Story) -> None:
    """Preliminaries, the bank’s firewall, its systems; the gateway holds, and reports an attack.

    ORG-HACK-02, ORG-HACK-05, ORG-HACK-12, ORG-HACK-13, ORG-HACK-29.
    """
    page, phone = story.keeper, story.phone("Inès")
    story.hand(phone, NERINA, "preliminaries")
    story.choose(phone, given__network="hudson_mutual", given__method="research")
    assert story.throw(phone, 18, 70)["outcome"]["known"] == ["security_team"]
    phone.goto(f"{story.address}#journal")
    page.goto(story.address)
    assert follow(story, phone, "Entrer dans le réseau", 12, 90)["access"]
    assert follow(story, phone, "Chercher les systèmes", 20)["success"]
    outcome = follow(story, phone, "Entrer dans un système · Passerelle", 2)
    assert (outcome["access"], outcome["alert"]) == (False, True)


def and_still_she_reads_the_file(story: Story) -> None:
    """Security sees nothing; behind the gateway, the archives; then it is sure, and cuts her off. She remembers.

    ORG-HACK-15, ORG-HACK-24, ORG-HACK-25, ORG-HACK-30.
    """
    page, phone = story.keeper, story.phone("Inès")
    assert follow(story, page, "Laisser l’administrateur chercher", 1, 20)["result"] == "none"
    assert follow(story, phone, "Passerelle", 20)["access"]
    assert follow(story, page, "Laisser l’administrateur chercher", 1, 20)["result"] == "none"
    assert follow(story, phone, "Archives", 20)["access"]
    expect(phone.locator("#log article").first).to_contain_text("À portée")
    assert follow(story, page, "Laisser l’administrateur chercher", 20, 1)["result"] == "certain"
    assert follow(story, page, "pare-feu")["ejected"]
    assert follow(story, phone, "souven|rappel|Retrouver", 15)["success"]


def the_clock_catches_up(story: Story) -> None:
    """What it took stands above the log, with what it will do; one press, and the clock is there (ORG-HACK-28)."""
    page, clock = story.keeper, story.play["clock"]
    behind = page.locator("#time form", has_text=NERINA)
    expect(behind).to_contain_text("2\u00a0h d’avance sur l’horloge")
    story.click(behind.get_by_role("button", name=re.compile("Avancer jusqu’au")))
    assert story.play["clock"] == clock + 2 * HOUR
    expect(behind).to_have_count(0)


# ---- the end ----


def weeks_are_taken_back(story: Story) -> None:
    """One press before all of it, another after: the sheets, the clock and what waits are what they were."""
    phone = story.phone("Inès")
    last, told = story.last()["id"], story.play
    story.back_to(story.before)
    nerina, otto = story.sheet(NERINA), story.sheet(TELL)
    assert (nerina["habits"], nerina["lasting"], nerina["intrusion"], otto["overcome"]) == ([], [], None, [])
    assert story.play.get("clock", 0) < told["clock"] - 30 * DAY
    story.bring_back(last)
    assert story.play == told
    phone.goto(f"{story.address}#fiche")
    expect(phone.locator("#mine")).to_contain_text("psychologique")


def on_paper(story: Story) -> None:
    """Both take their sheets home: what lasts, what was overcome, and how far the network was read."""
    words = {"Inès": (NERINA, "psychologique", "Hudson Mutual"), "Marc": (TELL, INFECTION)}
    for who, printed in words.items():
        answer = story.people[who].context.request.get(f"{story.address}/fiche/{story.who(printed[0])}.pdf")
        assert answer.headers["content-type"] == "application/pdf"
        text = "".join(page.extract_text() for page in PdfReader(BytesIO(answer.body())).pages)
        for word in printed:
            assert word in text


STEPS = (
    a_wound_festers,
    it_gets_worse,
    antibiotics,
    ten_doses,
    she_cannot_do_without,
    days_without,
    weeks_without,
    the_alarm_rings,
    and_still_she_reads_the_file,
    the_clock_catches_up,
    weeks_are_taken_back,
    on_paper,
)
