"""A player's own words on the page: they open the form of the act that is meant, and the list offers them."""

import re

import httpx2

from gardien.core.system import find
from web.client import PATIENCE_SECONDS, Running


def test_the_words_of_the_table_open_the_form_of_the_act(running: Running) -> None:
    """D100-SPEC-08: « Je fonce sur lui » is a charge."""
    made = running.owner.post("//tables", {"system": "d20d100", "title": "Rue Juiverie"}).json()
    keeper = running.caller(made["link"]).at(made["table"])
    berthe = keeper.done("add", draw={}, name="Berthe")["card"]["words"]["character"]
    with httpx2.Client(base_url=running.url, timeout=PATIENCE_SECONDS, follow_redirects=True, verify=False) as client:
        client.get(f"/l/{made['link']}")
        page = client.get(f"/t/{made['table']}", params={"c": berthe, "a": "je fonce sur la goule"}).text
        found = client.get(f"/t/{made['table']}/actes", params={"c": berthe, "q": "je vide mon chargeur"}).text
        thug = keeper.done("add", draw={}, name="Marcel", foe=True)["card"]["words"]["character"]
        sides = [{"character": berthe, "side": "us"}, {"character": thug, "side": "them"}]
        keeper.done("fight", fighters=sides)
        fight = client.get(f"/t/{made['table']}/combat", params={"c": berthe, "a": "je vide mon chargeur"}).text
        plain = client.get(f"/t/{made['table']}", params={"c": berthe, "a": "il pleut sur la ville"})
    assert 'name="procedure" value="charge"' in page
    first = re.search(r'id="hit-(\w+)"', found)
    assert first
    assert first[1] == find("d20d100").spoken("je vide mon chargeur")
    assert f'action="/t/{made["table"]}/combat"><input type="hidden" name="c"' in fight, "they stay on this page"
    assert plain.status_code == 200
    assert 'name="procedure" value="charge"' not in plain.text
