"""A house with a table where much has happened and one where nothing has, and every address of the pages in it."""

import re
from typing import Any

import httpx2

from gardien.core.system import find
from gardien.web.pages.site import PAGES
from web.client import Evening, Running

SYSTEM = "yacdha"
WIDTHS = {"keeper": 1440, "player": 390, "screen": 1440, "visitor": 390, "owner": 1440}
AT_A_TABLE = "/t/{table}"
SEATED = ("keeper", "player", "screen")
ENDLESS = re.compile(r"/live$")  # a stream is no page
FILES = re.compile(r"\.(?:pdf|jsonl?|toml)$")
GETS = tuple(path for method, path, _ in PAGES if method == "GET" and not ENDLESS.search(path))
NAMES = ("Soirée", "Léo", "Mia", "Ann", "Bob", "Wim", "Mur", "Ysé")  # given by people, the same in both languages
WORDS = ("Médecin", "Boxe", "Canne", "Journaliste", "La lanterne éteinte", "La mer respire.", "écouter la porte")
WORDS += ("Le phare", "La marée monte", "Quai", "Cave", "On y va.", "Le rocher", "boite", "erreur de saisie")
WORDS += ("Adèle", "Octave", "Lucien", "Eleanor", "Le Goff")  # of the examples on rule pages
WORDS += ("Voyou", "Goule", "Bagarre", "Gourdin")  # of the pack, written on sheets in the language of whoever took them


class Furnished:
    """A running house, its two tables, and the links of whoever looks at them."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.url = running.url
        self.evening = evening = Evening(running)
        self.table = evening.table
        self.empty = Evening(running, "", small=True)
        newcomer = self.empty.seated("player", "Ysé")
        self.links = {"keeper": evening.keeper.link, "player": evening.ann.link, "screen": evening.screen.link}
        self.links["owner"] = running.link
        self.empty_links = {"keeper": self.empty.keeper.link, "player": newcomer.link}
        self._askers: dict[tuple[str, str, bool], httpx2.Client] = {}
        self._play()
        self.card = next(card["id"] for card in evening.keeper.log() if card.get("roll") and not card.get("struck"))
        self.known = {
            "table": self.table,
            "system": SYSTEM,
            "rule": next(iter(find(SYSTEM).reference)),
            "character": evening.leo,
            "card": self.card,
            "section": find(SYSTEM).presentation.sheet[0][0],
            "wait": "w0",
            "ask": next(iter(evening.keeper.get().json()["asks"])),
            "pack": evening.keeper.get().json()["packs"][0]["id"],
        }

    def _play(self) -> None:
        """Something of everything a page can show."""
        keeper, ann, leo, mia = self.evening.keeper, self.evening.ann, self.evening.leo, self.evening.mia
        keeper.done("scene", title="La lanterne éteinte", text="La mer respire.")
        keeper.done("say", text="On y va.")
        cane = {"key": "quai", "fr": "Canne", "en": "Canne", "trauma_max": 2, "mode": "contact", "tags": []}
        keeper.done("pack", content={"pack": {"name": "Quai"}, "weapon": [cane]})
        action = {"category": "physical", "opposition": {"value": 3}, "forced": True}
        ann.done("do", procedure="action", character=leo, given=action, dice=[2, 5, 6], note="écouter la porte")
        self.evening.check(ann, leo, 6)
        keeper.done("do", procedure="investigate", character=mia)
        keeper.done("do", procedure="action", character=mia, given={"category": "mental", "opposition": {"value": 3}})
        keeper.done("undo")
        keeper.done("settings", announce=True)
        self.evening.check(keeper, mia, 5, audience="keeper")
        keeper.done("override", path=f"characters/{mia}/sheet/trauma", value=2, reason="erreur de saisie")
        keeper.done("remark", character=leo, note="boite", secret="boite", marks={"boite": True})
        keeper.done("note", title="Le phare", text="La marée monte")
        keeper.done("plan", time=30, text="La marée monte", place="Quai", shown=True)
        keeper.done("advance", minutes=60)
        keeper.done("show", character=self.evening.thug, alias="Le rocher")
        people = [leo, mia]
        keeper.done("ask", procedure="gauge_check", characters=people, given={"gauge": "madness"}, text="Le rocher")
        self.evening.check(ann, leo, 1)
        keeper.done("door", open=True)
        code = keeper.get("").json()["door"]["code"]
        self.running.caller().post("//join", {"code": code, "name": "Ysé"})
        sides = [{"character": leo, "side": "Quai"}, {"character": self.evening.thug, "side": "Cave"}]
        keeper.done("fight", fighters=sides)

    def address(self, path: str, **known: str) -> str:
        """A path of the site with its places filled in."""
        return path.format_map({**self.known, **known, "token": "nobody"})

    def asker(self, role: str, language: str = "fr", *, empty: bool = False) -> httpx2.Client:
        """Somebody who asks for pages without a browser; the same one every time."""
        key = (role, language, empty)
        if key not in self._askers:
            client = httpx2.Client(base_url=self.url, follow_redirects=True, timeout=20, verify=False)
            client.cookies.set("lang", language)
            links = self.empty_links if empty else self.links
            if role in links:
                client.get(f"/l/{links[role]}")
            self._askers[key] = client
        return self._askers[key]


def kind(answer: httpx2.Response) -> str:
    """Whole pages, parts of pages and files are looked at in different ways."""
    if not answer.headers.get("content-type", "").startswith("text/html"):
        return "file"
    return "page" if answer.text.lstrip().lower().startswith("<!doctype html>") else "part"


def shown(answer: httpx2.Response) -> dict[str, Any]:
    """An answer in short, for the message of a failing test."""
    return {"address": str(answer.url), "status": answer.status_code, "text": answer.text[:300]}
