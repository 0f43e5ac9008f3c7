"""Two hundred texts that would be scripts, in every field that people fill in: they are shown, and nothing runs."""

import html
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from html.parser import HTMLParser

import httpx2
import pytest
from playwright.sync_api import Browser

from gardien.table.unseen_signs import UNSEEN
from gardien.web.doorbell import Doorbell
from web.browsing import Visitor
from web.client import Evening, Running
from web.furnished import GETS, Furnished, kind, shown
from web.injections import INJECTIONS, WANTED, lines

NAMES = lines(100)
REASONS = lines(500)
TEXTS = lines(5000, several_lines=True)
IN_ONE_LINE = [" ".join(text.split("\n")) for text in INJECTIONS]
FOREIGN = """() => {
  const never = ['IFRAME', 'OBJECT', 'EMBED', 'BASE', 'IMG', 'STYLE', 'VIDEO', 'AUDIO', 'MARQUEE', 'MATH', 'TEMPLATE'];
  const bad = (each) => /^on|^style$/i.test(each.name) || /^\\s*(javascript|data|vbscript):/i.test(each.value);
  return [...document.querySelectorAll('*')].filter((one) => never.includes(one.tagName)
    || (one.tagName === 'SCRIPT' && !one.getAttribute('src')?.startsWith('/static/'))
    || [...one.attributes].some((each) => each.name !== 'value' && bad(each)))
    .map((one) => one.outerHTML.slice(0, 200));
}"""
KINDS = 6  # of fields that take one line
NEVER = ("script", "img", "iframe", "object", "embed", "base", "style", "math", "video", "audio", "template")


def test_there_are_two_hundred_of_them() -> None:
    assert len(set(INJECTIONS)) == WANTED


def come_and_go(evening: Evening) -> None:
    """Every text as the name of somebody who comes and goes."""
    keeper, stranger = evening.keeper, evening.running.caller()
    keeper.done("door", open=True)
    code = keeper.get("").json()["door"]["code"]
    for name in NAMES:
        seat = keeper.done("seat", role="player", name=name)["card"]["words"]["seat"]
        keeper.done("unseat", seat=seat)
        evening.running.house.doorbell = Doorbell()  # so many knocks of one address would wait
        assert stranger.post("//join", {"code": code, "name": name}).status_code < 300
        knock = next(iter(evening.running.house.tables.table(evening.table).state.house["knocks"]))
        keeper.done("admit", knock=knock, role=None)


def say_names(evening: Evening, kinds: Callable[[int], Iterable[int]]) -> None:
    """Every text in the fields of a line: in those of these kinds, by the number of the text."""
    keeper, leo = evening.keeper, evening.leo
    given = {"category": "physical", "opposition": {"value": 3}}

    def ask(name: str) -> None:
        asked = {"procedure": "gauge_check", "characters": [leo], "given": {"gauge": "trauma"}, "text": name}
        keeper.done("close_ask", ask=keeper.made("ask", "ask", **asked))

    fields = (
        lambda name: keeper.done("scene", title=name),
        lambda name: keeper.done("settings", title=name),
        ask,
        lambda name: evening.ann.done("do", procedure="action", character=leo, given=given, note=name),
        lambda name: keeper.done("edit", character=leo, fields={"name": name}),
        lambda name: keeper.done("show", character=evening.thug, alias=name),
    )
    for number, name in enumerate(NAMES):
        for field in kinds(number):
            fields[field % KINDS](name)


def say_texts(evening: Evening) -> None:
    """Every text in every field that takes long ones, or many at once."""
    keeper, leo = evening.keeper, evening.leo
    for reason in REASONS:
        keeper.done("override", path=f"characters/{evening.mia}/sheet/trauma", value=2, reason=reason)
    for number, text in enumerate(TEXTS):
        evening.ann.done("say", text=text)
        keeper.done("scene", title="x", text=text)
        keeper.done("note", title=NAMES[number], text=text, shown=True)
        marks = {one: one for one in NAMES[number::2]}
        keeper.done("remark", character=(leo, evening.mia)[number], note=text, secret=text, marks=marks)
        keeper.done("plan", time=number, text=text, place=NAMES[number], shown=True)
        keeper.done("edit", character=leo, fields={"description": text})
    keeper.done("advance", minutes=10)
    fields = {
        "occupations": dict.fromkeys(IN_ONE_LINE, 2),
        "natures": dict.fromkeys(IN_ONE_LINE, "mental"),
        "weapons": [{"name": one, "trauma_max": 2} for one in NAMES],
        "actions": [{"name": one, "occupation": one} for one in IN_ONE_LINE],
    }
    for field, value in fields.items():
        keeper.done("override", path=f"characters/{leo}/sheet/{field}", value=value, reason="x")
    sides = [{"character": leo, "side": NAMES[0]}, {"character": evening.thug, "side": NAMES[1]}]
    keeper.done("fight", fighters=sides)


def test_what_people_write_is_text_on_every_page(running: Running, browser: Browser) -> None:
    house = Furnished(running)
    evening = house.evening
    with (
        Visitor(browser, house.url, evening.keeper.link) as keeper,
        Visitor(browser, house.url, evening.ann.link, width=390) as ann,
    ):
        come_and_go(evening)
        say_names(evening, lambda number: range(KINDS))
        keeper.open(f"/t/{house.table}")
        ann.open(f"/t/{house.table}")
        say_names(evening, lambda number: (number, number + KINDS // 2))  # each field in turn: a page draws them alike
        say_texts(evening)
        evening.keeper.done("say", text="C’est tout.")
        for one, least in ((keeper, 5), (ann, 3)):  # as often as it stands in the log that came in live, at least
            one.page.get_by_text("C’est tout.").first.wait_for(state="attached")
            text = one.page.evaluate("() => document.body.textContent")
            seen = Counter({each: text.count(UNSEEN.sub("", each)) for each in IN_ONE_LINE})
            assert [each for each, count in seen.items() if count < least] == []
            assert one.page.evaluate(FOREIGN) == []
            one.calm()
        for path in GETS:
            for one, role in ((keeper, "keeper"), (ann, "player")):
                answer = house.asker(role).get(house.address(path))
                assert answer.status_code < 500, shown(answer)
                harmless(answer)
                if kind(answer) == "page" and (one is keeper or path.startswith("/t/")):  # elsewhere all see the same
                    one.open(house.address(path))
                    assert one.page.evaluate(FOREIGN) == [], path
                    one.calm()
        keeper.open(f"/t/{house.table}?c={evening.mia}")
        newest = keeper.page.locator("#log article").first.get_attribute("id")
        keeper.page.locator("#form .launch__go .btn--main").click()
        keeper.page.wait_for_function("(id) => document.querySelector('#log article').id !== id", arg=newest)
        keeper.calm()


# ---- forms ----


class Marks(HTMLParser):
    """The forms of a page, and whatever on it could run."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, str, list[tuple[str, str, bool]]]] = []
        self.foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        runs = any(name.startswith("on") or name == "style" for name in known)
        leads = re.match(r"\s*(javascript|vbscript|data):", known.get("href", known.get("action", "")), re.I)
        own = tag == "script" and known.get("src", "").startswith("/static/")
        if runs or leads or (tag in NEVER and not own):
            self.foreign.append(self.get_starttag_text() or tag)
        if tag == "form":
            self.forms.append((known.get("method", "get").lower(), known.get("action", ""), []))
        elif self.forms and known.get("name") and tag in ("input", "textarea", "select", "button"):
            typed = tag == "textarea" or (tag == "input" and known.get("type", "text") in ("text", "search"))
            if known.get("type") not in ("checkbox", "radio") or "checked" in known:
                self.forms[-1][2].append((known["name"], known.get("value", ""), typed))


def read(answer: httpx2.Response) -> Marks:
    marks = Marks()
    if kind(answer) != "file":
        marks.feed(answer.text)
    return marks


def harmless(answer: httpx2.Response) -> None:
    assert read(answer).foreign == [], shown(answer)


def forms_of(house: Furnished, role: str) -> Iterator[tuple[str, str, list[tuple[str, str, bool]]]]:
    """Every form of every page that has something to type, once."""
    seen = set()
    for path in GETS:
        answer = house.asker(role).get(house.address(path))
        for method, action, fields in read(answer).forms if answer.status_code == 200 else ():
            key = (action.partition("?")[0] or path, *sorted({name for name, _, _ in fields}))
            if key not in seen and any(typed for _, _, typed in fields):
                seen.add(key)
                yield method, html.unescape(action) or house.address(path), fields


@pytest.mark.parametrize("role", ["keeper", "player", "owner", "visitor"])
def test_what_is_typed_into_a_form_comes_back_as_text(running: Running, role: str) -> None:
    """All of them in each field to type in, most of them too long for it: refused in a sentence; some of them done.

    What is done is shown by the pages above, whatever sends it; here every answer is looked at.
    """
    house = Furnished(running)
    asker = house.asker(role)
    result = list(forms_of(house, role))
    assert result
    for number, (method, action, fields) in enumerate(result):
        for text in (*TEXTS, *NAMES[number % 16 :: 16]):
            data = {name: (text if typed else value) for name, value, typed in fields}
            if method == "post":
                answer = asker.post(action, data=data, headers={"Origin": house.url}, follow_redirects=False)
            else:
                answer = asker.get(action, params=data)
            assert answer.status_code < 500, (action, data, shown(answer))
            harmless(answer)
