"""Every way in: what it answers, and how it refuses."""

import hashlib
import threading

import httpx2
import pytest

from web.client import Evening, envelope, refusal

# ---- systems ----


def test_the_systems_describe_themselves_to_anybody(shared):
    anybody = shared.running.caller()
    assert "yacdha" in [one["key"] for one in anybody.get("/systems").json()["systems"]]
    procedures = anybody.get("/systems/yacdha/procedures").json()["procedures"]
    assert {"name", "title", "right", "parameters", "dice", "outcome", "rules"} == set(procedures[0])
    english = anybody.get("/systems/yacdha/procedures?lang=en").json()["procedures"]
    assert [one["title"] for one in english] != [one["title"] for one in procedures]
    rules = anybody.get("/systems/yacdha/rules").json()["rules"]
    result = anybody.get("/systems/yacdha/rules", params={"search": "YAC-GAU-02"}).json()["rules"]
    assert 0 < len(result) < len(rules)
    refusal(anybody.get("/systems/chess/procedures"), 404, "system/unknown")
    refusal(anybody.get("/systems/chess/rules"), 404, "system/unknown")


def test_a_procedure_is_done_and_weighed_without_a_table(shared):
    anybody = shared.running.caller()
    way = "/systems/yacdha/procedures/gauge_check"
    done = anybody.post(f"{way}/do", {"given": {"gauge": "trauma", "value": 3}, "dice": [6]})
    assert done.status_code == 200
    assert done.json()["outcome"]["value"] == 4
    assert {"system", "procedure", "given", "dice", "outcome", "steps", "changes", "rules"} <= set(done.json())
    assert anybody.post(f"{way}/do", {"given": {"gauge": "trauma", "value": 3}}).json()["outcome"]["rolled"]
    odds = anybody.post(f"{way}/odds", {"given": {"gauge": "trauma", "value": 3}, "by": ["value"]}).json()["outcomes"]
    assert {(one["outcome"]["value"], one["exact"]) for one in odds} == {(3, "1/2"), (4, "1/2")}


@pytest.mark.parametrize(
    ("path", "content", "status", "id"),
    [
        ("/systems/yacdha/procedures/sing/do", {}, 404, "procedure/unknown"),
        ("/systems/yacdha/procedures/sing/odds", {}, 404, "procedure/unknown"),
        ("/systems/chess/procedures/move/do", {}, 404, "system/unknown"),
        ("/systems/chess/characters", {}, 404, "system/unknown"),
    ],
)
def test_what_no_system_knows_is_not_found(shared, path, content, status, id):
    refusal(shared.running.caller().post(path, content), status, id)


def test_faults_of_a_procedure_are_named(shared):
    anybody = shared.running.caller()
    way = "/systems/yacdha/procedures/gauge_check"
    wrong = anybody.post(f"{way}/do", {"given": {"gauge": "trauma", "value": 9}})
    assert refusal(wrong, 422, "field/range")["field"] == "value"
    assert anybody.post(f"{way}/odds", {"given": {"gauge": "trauma", "value": 9}}).status_code == 422
    few = anybody.post(f"{way}/do", {"given": {"gauge": "trauma", "value": 3}, "dice": []})
    assert few.status_code == 422
    assert few.json()["error"]["id"].startswith("dice/")
    unknown = anybody.post(f"{way}/odds", {"given": {"gauge": "trauma", "value": 3}, "by": ["weather"]})
    assert unknown.status_code == 422


def test_a_character_is_drawn(shared):
    anybody = shared.running.caller()
    drawn = anybody.post("/systems/yacdha/characters", {"given": {"name": "Zoé"}})
    assert drawn.status_code == 200
    assert drawn.json()["name"] == "Zoé"
    assert anybody.post("/systems/yacdha/characters", {"given": {"name": 3}}).status_code == 422


# ---- the house ----


def test_the_house_opens_tables_and_lists_them(anywhere):
    owner = anywhere.owner
    opened = owner.post("/tables", {"system": "yacdha", "title": "Un"})
    assert opened.status_code == 201
    table = opened.json()["table"]
    listed = owner.get("/tables").json()["tables"]
    assert [(one["id"], one["title"], one["system"], one["events"]) for one in listed] == [(table, "Un", "yacdha", 1)]
    again = owner.post(f"/tables/{table}/keeper")
    assert again.status_code == 201
    for link in (opened.json()["link"], again.json()["link"]):
        keeper = anywhere.caller(link)
        assert keeper.get("/seat").json() == {"table": table, "seat": "keeper", "role": "keeper", "characters": []}
        assert len(link) * 6 >= 128
    refusal(owner.post("/tables/t0/keeper"), 404, "table/unknown")
    refusal(owner.post("/tables", {"system": "chess"}), 404, "system/unknown")
    refusal(owner.post("/tables", {"system": "yacdha", "options": {"weather": 1}}), 422, "field/unknown")
    refusal(owner.post("/tables", {"title": "Un"}), 422, "field/missing", "system")


def test_a_link_is_found_by_its_hash_alone(anywhere):
    """The store never holds what opens a seat."""
    evening = Evening(anywhere)
    kept = {link.hash for link in anywhere.store.links(evening.table)}
    assert hashlib.sha256(evening.ann.link.encode()).digest() in kept
    assert not any(evening.ann.link.encode() in one for one in kept)


# ---- looking ----


def test_everybody_sees_their_own_table(shared):
    for role, caller in {"keeper": shared.keeper, **shared.others}.items():
        result = caller.get()
        assert result.status_code == 200
        assert result.json()["you"]["seat"] == caller.seat
        assert (shared.ghoul in result.json()["characters"]) == (role == "keeper")


def test_the_log_is_read_page_by_page_newest_first(evening):
    for number in range(20):
        evening.keeper.done("say", text=f"mot {number}")
    cards = evening.ann.log()
    assert len({card["id"] for card in cards}) == len(cards)
    said = [card["words"]["text"] for card in cards if card["command"] == "say"]
    assert said == [f"mot {number}" for number in reversed(range(20))]
    assert evening.ann.get("/log?limit=3").json()["cards"] == cards[:3]
    assert evening.ann.get("/log").json()["cards"] == cards[:50]


@pytest.mark.parametrize(
    "limit", ["0", "201", "-1", "x", "1.5", "0" * 8 + "1" + "9" * 5000, "9" * 5000, "٣x", "1e2", " 1"]
)
def test_a_strange_limit_is_refused(shared, limit):
    refusal(shared.ann.get("/log", params={"limit": limit}), 422, "field/range", "limit")


def test_the_table_is_seen_at_any_moment_of_its_log(evening):
    before = evening.ann.get().json()
    evening.check(evening.ann, evening.leo)
    now = evening.ann.get().json()
    assert evening.ann.get("", params={"at": before["version"]}).json() == before
    assert evening.ann.get("", params={"at": now["version"]}).json() == now
    assert now["characters"][evening.leo]["sheet"]["trauma"] == 4
    assert evening.keeper.get("?at=1").json()["characters"] == {}


@pytest.mark.parametrize("word", ["nonsense", "-1", "99999", "f" * 16, "+" * 16, "9" * 5000, "\0", "½", "１"])
def test_a_moment_that_never_was_is_not_found(shared, word):
    for caller in (shared.keeper, shared.ann):
        refusal(caller.get("", params={"at": word}), 404, "table/no_moment")
        refusal(caller.get("/log", params={"before": word}), 404, "table/no_moment")
        assert caller.act("say", text="x", seen=word[:40]).status_code in (404, 422)


def test_another_spelling_of_a_moment_is_no_moment(shared):
    version = shared.ann.get().json()["version"]
    for word in (
        f"{version} ",
        f" {version}",
        f"0x{version}",
        f"{version[:8]}_{version[8:]}",
        f"+{version[1:]}",
        "0" * 16,
    ):
        refusal(shared.ann.get("", params={"at": word}), 404, "table/no_moment")


# ---- acting ----


def test_an_action_is_answered_with_its_card(evening):
    acted = evening.ann.act("say", text="Bonjour")
    assert acted.status_code == 201
    assert acted.json()["card"]["words"] == {"text": "Bonjour"}
    assert acted.json()["version"] == evening.ann.get().json()["version"] == acted.json()["card"]["id"]


def test_a_repeated_action_gives_the_same_answer_and_changes_nothing(anywhere):
    evening = Evening(anywhere)
    message = envelope(
        "do", procedure="gauge_check", character=evening.leo, given={"gauge": "trauma"}, action="my own id"
    )
    first = evening.ann.post("/actions", message)
    assert first.status_code == 201
    evening.bob.done("say", text="entre-temps")
    head = anywhere.store.head(evening.table)
    for _ in range(5):
        again = evening.ann.post("/actions", message)
        assert again.status_code == 200
        assert again.json() == {**first.json(), "repeated": True}
    assert anywhere.store.head(evening.table) == head
    other = envelope("say", text="autre chose", action="my own id")
    refusal(evening.ann.post("/actions", other), 409, "table/action_reused", "action")
    assert evening.bob.post("/actions", other).status_code == 201  # ids are each seat's own


def test_the_same_action_sent_at_once_from_many_places_happens_once(anywhere):
    evening = Evening(anywhere)
    message = envelope(
        "do", procedure="gauge_check", character=evening.leo, given={"gauge": "trauma"}, action="all at once"
    )
    head = anywhere.store.head(evening.table)
    answers = []

    def send() -> None:
        answers.append(anywhere.caller(evening.ann.link).at(evening.table).post("/actions", message))

    threads = [threading.Thread(target=send) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == [200] * 11 + [201]
    assert len({answer.json()["version"] for answer in answers}) == 1
    assert len({str(answer.json()["card"]) for answer in answers}) == 1
    assert anywhere.store.head(evening.table) == head + 1


def test_a_preview_changes_nothing(evening):
    before = evening.ann.get().json(), evening.keeper.get().json()
    said = {"procedure": "gauge_check", "character": evening.leo, "given": {"gauge": "trauma"}}
    shown = evening.ann.act("do", **said, dice=[6], preview=True)
    assert shown.status_code == 200
    assert shown.json()["preview"] is True
    assert shown.json()["card"]["changes"][0]["after"] == 4
    refusal(evening.ann.act("do", **said, preview=True), 409, "table/preview_dice", "preview")
    assert (evening.ann.get().json(), evening.keeper.get().json()) == before


def test_a_preview_tells_nothing_of_what_happens_in_secret(evening):
    def tried():
        return evening.ann.done("say", text="peut-être", preview=True)

    before = tried()
    evening.keeper.done("note", title="n", text="secret")
    after = tried()
    assert before["version"] == after["version"] == evening.ann.get().json()["version"]
    assert before["card"]["id"] == after["card"]["id"]


def test_who_was_slower_is_told_what_changed(anywhere):
    evening = Evening(anywhere)
    seen = evening.ann.get().json()["version"]
    evening.check(evening.keeper, evening.leo)
    stale = {"procedure": "gauge_check", "character": evening.leo, "given": {"gauge": "trauma"}, "dice": [1]}
    answer = evening.ann.act("do", **stale, seen=seen)
    error = refusal(answer, 409, "table/stale")
    assert error["kind"] == "stale"
    assert error["moved"] == [f"characters/{evening.leo}"]
    assert error["version"] == evening.ann.get().json()["version"]
    assert [card["command"] for card in error["cards"]] == ["do"]
    assert error["cards"] == [card for card in evening.ann.log() if card["id"] == error["version"]]
    assert evening.ann.act("do", **stale, seen=error["version"]).status_code == 201
    assert evening.bob.act("say", text="cela ne dépend de rien", seen=seen).status_code == 201


def test_a_stale_refusal_speaks_the_callers_language(evening):
    seen = evening.keeper.get().json()["version"]
    evening.check(evening.keeper, evening.leo)
    message = envelope("undo", seen=seen)
    told = {
        language: evening.keeper.post(f"/actions?lang={language}", message).json()["error"]["cards"][0]["roll"]["told"]
        for language in ("fr", "en")
    }
    assert told["fr"] != told["en"]


# ---- odds ----


def test_odds_are_filled_in_from_the_sheet(shared):
    asked = {"procedure": "gauge_check", "character": shared.leo, "given": {"gauge": "trauma"}, "by": ["value"]}
    for caller in (shared.ann, shared.bob, shared.watcher, shared.keeper):
        result = caller.post("/odds", asked)
        assert result.status_code == 200
        assert {one["outcome"]["value"] for one in result.json()["outcomes"]} == {3, 4}
    hidden = {**asked, "character": shared.thug}
    assert shared.keeper.post("/odds", hidden).status_code == 200
    refusal(shared.ann.post("/odds", hidden), 403, "table/odds_hidden", "character")
    for id in (shared.ghoul, "c0"):
        refusal(shared.ann.post("/odds", {**asked, "character": id}), 404, "table/no_character", "character")
    refusal(shared.ann.post("/odds", {**asked, "procedure": "sing"}), 404, "procedure/unknown")
    refusal(shared.ann.post("/odds", {"given": {}}), 422, "field/missing", "procedure")


# ---- secret rolls ----


def test_a_revealed_roll_can_be_verified_by_everybody(anywhere):
    evening = Evening(anywhere)
    evening.keeper.done("settings", announce=True)
    secret = evening.check(evening.keeper, evening.leo, audience="keeper")
    (card,) = [card for card in evening.bob.log() if card["command"] == "sealed"]
    refusal(evening.bob.get(f"/seals/{card['id']}"), 404, "table/no_moment", "event")
    evening.keeper.done("reveal", event=secret["version"])
    revealed = evening.bob.log()[0]
    assert revealed["command"] == "reveal"
    result = evening.bob.get(f"/seals/{revealed['id']}").json()
    assert result["holds"] is True
    assert result["seal"] == card["seal"] == revealed["seal"]
    hashed = hashlib.sha256(f"{result['nonce']}\n{result['sealed']}".encode()).hexdigest()
    assert hashed == result["seal"]
    refusal(evening.bob.get("/seals/nonsense"), 404, "table/no_moment")


def test_what_a_sheet_hides_is_not_told_by_verifying(evening):
    """The proof holds everything that went into the roll."""
    secret = evening.check(evening.keeper, evening.thug, audience="keeper")
    evening.keeper.done("reveal", event=secret["version"])
    revealed = evening.bob.log()[0]
    assert "given" not in revealed["roll"]
    refusal(evening.bob.get(f"/seals/{revealed['id']}"), 403, "table/seal_hidden")
    assert evening.keeper.get(f"/seals/{evening.keeper.log()[0]['id']}").json()["holds"] is True
    evening.keeper.done("show", character=evening.thug, shown="all")
    assert evening.bob.get(f"/seals/{revealed['id']}").json()["holds"] is True


# ---- seats and links ----


def test_links_are_made_and_revoked(anywhere):
    evening = Evening(anywhere)
    made = evening.ann.post("/links", {"seat": evening.ann.seat})
    assert made.status_code == 201
    phone = anywhere.caller(made.json()["link"]).at(evening.table)
    assert phone.get().json() == evening.ann.get().json()
    assert evening.keeper.post("/links", {"seat": evening.ann.seat}).status_code == 201
    refusal(evening.bob.post("/links", {"seat": evening.ann.seat}), 403, "table/not_allowed", "seat")
    refusal(evening.bob.post("/links", {"seat": "s0"}), 403, "table/not_allowed", "seat")
    refusal(evening.keeper.post("/links", {"seat": "s0"}), 422, "table/nothing", "seat")
    revoked = evening.keeper.send("DELETE", f"/seats/{evening.ann.seat}/links")
    assert revoked.json() == {"seat": evening.ann.seat, "revoked": 3}
    for caller in (phone, evening.ann):
        refusal(caller.get(), 401, "table/no_link")
    refusal(evening.keeper.send("DELETE", "/seats/s0/links"), 422, "table/nothing", "seat")
    refusal(evening.bob.send("DELETE", f"/seats/{evening.bob.seat}/links"), 403, "table/not_allowed")
    back = evening.keeper.post("/links", {"seat": evening.ann.seat}).json()["link"]
    assert anywhere.caller(back).at(evening.table).get().json()["you"]["characters"] == [evening.leo]


def test_an_unseated_person_is_told_to_ask_for_a_new_link(evening):
    evening.keeper.done("unseat", seat=evening.bob.seat)
    answer = evening.bob.get()
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert "MJ" in answer.json()["error"]["message"]


def test_a_stranger_knocks_and_is_let_in(anywhere):
    evening = Evening(anywhere)
    stranger = anywhere.caller()
    refusal(stranger.post("/join", {"code": "ZZZZZZ", "name": "Zoé"}), 403, "table/no_code", "code")
    evening.keeper.done("door")
    code = evening.keeper.get().json()["door"]["code"]
    with evening.keeper.listen() as heard:
        knocked = stranger.post("/join", {"code": code.lower(), "name": "Zoé"})
        assert knocked.status_code == 202
        heard.until("news", 5)
    zoe = anywhere.caller(knocked.json()["link"]).at(evening.table)
    refusal(zoe.get(), 401, "table/no_link")
    (knock,) = evening.keeper.get().json()["door"]["knocks"]
    seat = evening.keeper.done("admit", knock=knock)["card"]["words"]["seat"]
    assert zoe.get().json()["you"] == {"seat": seat, "role": "player", "characters": []}
    evening.keeper.done("door", open=False)
    refusal(stranger.post("/join", {"code": code, "name": "Yan"}), 403, "table/no_code", "code")
    refusal(stranger.post("/join", {"code": code}), 422, "field/missing", "name")


def test_people_knock_while_others_play(evening):
    """Both write to the same table; nobody is lost and nothing is done twice."""
    evening.keeper.done("door")
    code = evening.keeper.get().json()["door"]["code"]
    answers = []

    def knock(number: int) -> None:
        stranger = evening.running.caller()
        answers.append(stranger.post("/join", {"code": code, "name": f"Z{number}"}).status_code)

    def play(number: int) -> None:
        caller = evening.running.caller(evening.ann.link).at(evening.table)
        answers.extend(caller.act("say", text=f"{number} {one}").status_code for one in range(10))

    with evening.keeper.listen() as heard:
        threads = [threading.Thread(target=what, args=(one,)) for one in range(8) for what in (knock, play)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [201] * 80 + [202] * 8
        heard.until(lambda one: len(one.news) == 88)
        versions = [int(one["version"]) for one in heard.news]
        assert versions == list(range(versions[0], versions[0] + 88))
    assert len(evening.keeper.get().json()["door"]["knocks"]) == 8
    assert evening.running.store.head(evening.table) == versions[-1]


# ---- fights, files, house rules ----


def test_a_game_tells_its_house_rules_and_its_rows(shared):
    anybody = shared.running.caller()
    rules = anybody.get("/systems/yacdha/options?lang=en").json()["options"]
    cap = next(one for one in rules if one["key"] == "luck_cap")
    assert cap["title"]
    assert cap["help"]
    assert (cap["schema"]["default"], cap["schema"]["maximum"]) == (1, 6)
    rows = anybody.get("/systems/yacdha/pack?rows=creature").json()["rows"]
    assert set(rows) == {"creature"}
    assert "ghoul" in [one["key"] for one in rows["creature"]]
    refusal(anybody.get("/systems/yacdha/pack?rows=creatrue"), 422, "pack/table", "creatrue")


def test_fights_and_scenarios_are_weighed_for_anybody_and_for_people_of_a_table(shared):
    anybody, keeper = shared.running.caller(), shared.keeper
    cultist = {"name": "Cultiste", "npc": "cultist"}
    sides = [{"name": "Nous", "fighter": [{"name": "Léo"}]}, {"name": "Eux", "fighter": [cultist]}]
    weighed = anybody.post("/systems/yacdha/fights?lang=en", {"given": {"side": sides}}).json()
    assert weighed["told"][0]
    assert sum(weighed["fight"]["sides"].values()) + weighed["fight"]["nobody"] == pytest.approx(1)
    minds = anybody.post("/systems/yacdha/fights", {"given": {"checks": 2, "character": [{"name": "Léo"}]}}).json()
    assert minds["scenario"]["characters"][0]["name"] == "Léo"
    refusal(anybody.post("/systems/yacdha/fights", {"given": {"side": []}}), 422, "field/length_at_least", "side")

    encounter = {"characters": [shared.leo], "opponents": {"npc/street_thug": 1}}
    danger = keeper.post("/workshop", encounter).json()
    assert danger["fight"]["fighters"][0]["name"] == "Léo"
    plan = keeper.post("/workshop", {"characters": [shared.mia], "plan": ["le corps", "le puits"]}).json()
    assert plan["scenario"]["checks"] == 2
    refusal(keeper.post("/workshop", {"characters": [shared.leo]}), 409, "fight/one_side")
    refusal(keeper.post("/workshop", {"characters": ["nobody"]}), 404, "table/no_character", "characters")
    refusal(
        keeper.post("/workshop", {"characters": [shared.leo], "opponents": {"fish/pike": 1}}),
        422,
        "field/one_of",
        "being",
    )


def test_sheets_are_printed_for_those_who_may_read_them(shared):
    anybody = shared.running.caller()
    sheet = shared.keeper.get().json()["characters"][shared.leo]["sheet"]
    for answer in (
        anybody.get("/systems/yacdha/sheets/blank.pdf"),
        anybody.post("/systems/yacdha/sheets/pdf", {"sheet": sheet}),
        shared.ann.get(f"/characters/{shared.leo}/sheet.pdf"),
    ):
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF")
    for hidden in (shared.ghoul, "nobody"):
        refusal(shared.ann.get(f"/characters/{hidden}/sheet.pdf"), 404, "table/no_character", "character")


def test_a_table_is_taken_along_and_brought_in(evening):
    house = evening.running.owner
    file = evening.keeper.get("/export").content
    again = house.send("POST", "//import", content=file)
    refusal(again, 409, "exchange/here")
    brought = house.send("POST", "//import?copy=true", content=file)
    assert brought.status_code == 201, brought.text
    (copy,) = brought.json()["tables"]
    keeper = evening.running.caller(copy["link"]).at(copy["table"])
    assert set(keeper.get().json()["characters"]) == set(evening.keeper.get().json()["characters"])
    assert house.send("POST", "//import", content=b"{}").status_code == 422


# ---- browsers ----


def test_a_browser_of_the_same_origin_is_known_by_the_seat_that_it_keeps(shared):
    """EventSource sends no header of one's own: the cookie of the table is enough, and of no other table."""
    elsewhere = Evening.small(shared.running)
    with httpx2.Client(base_url=shared.running.url, timeout=20, verify=False) as browser:
        table = f"/api/v1/tables/{shared.table}"
        assert browser.get(table).status_code == 401
        browser.get(f"/l/{shared.ann.link}", follow_redirects=False)
        assert browser.get(table).json()["you"]["role"] == "player"
        with browser.stream("GET", f"{table}/live") as heard:
            assert heard.status_code == 200
            assert heard.headers["content-type"].startswith("text/event-stream")
        assert browser.get(f"/api/v1/tables/{elsewhere.table}").status_code == 401
        assert browser.get("/api/v1/tables").status_code == 401, "a seat does not run the house"
        site = {"sec-fetch-site": "cross-site"}
        assert browser.post(f"{table}/actions", json=envelope("say", text="x"), headers=site).status_code == 403
        browser.get(f"/l/{shared.running.link}", follow_redirects=False)
        assert browser.get("/api/v1/tables").status_code == 200
