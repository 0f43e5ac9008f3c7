"""`tables`, `log`, `undo`, `export`, `import`, `backup`: an evening read again, taken back, carried away."""

import json
import os
import re
import sqlite3
import subprocess
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.typography import typographic_faults
from gardien.cli.entries import clock, duration, moment
from gardien.cli.shared import WORDS
from gardien.core.pack import load_toml
from gardien.surroundings import data_folder
from gardien.table import commands as c
from gardien.table.store import open_store
from gardien.table.tables import Tables
from table.store.conftest import mount

from .test_do import plain

BEGUN = 1_772_570_700_000  # 3 March 2026, 20:45 in Greenwich
MINUTE = 60_000
LOG = """La nuit de la Saint-Jean  TABLE

3 mars 2026
 1  20 h 45  MJ    Ouvre la table.
 2  20 h 46  MJ    Fait entrer Daisy.
 3  20 h 47  MJ    Prépare une place : Abby (Joueuse ou joueur).
 4  20 h 48  Abby  Jet de folie de Daisy : 5, au-dessus de 1. Folie 1 → 2.
 5  20 h 49  MJ    Scène : La cave. Une odeur de terre.
 6  20 h 50  MJ    Jet de folie de Daisy : 6, au-dessus de 2. Folie 2 → 3. (secret, pas encore
                   appliqué)
 7  20 h 51  MJ    Fixe une valeur (Daisy, trauma). Motif : chute
                   Daisy : trauma 1 → 3
 8  20 h 52  MJ    Fait entrer Le rôdeur.
 9  20 h 53  MJ    Retire Le rôdeur. (annulé)
10  20 h 54  MJ    Annule : tout est comme après l’entrée 8.
11  20 h 55  Abby  « À demain ? »
12  20 h 56  MJ    Fait passer le temps : 3 h 20.
"""
ENGLISH = """3 March 2026
 9  20:53  GM    Takes out Le rôdeur. (undone)
10  20:54  GM    Undoes: everything is as after entry 8.
11  20:55  Abby  “À demain ?”
12  20:56  GM    Lets time pass: 3 h 20.

… and 8 older entries; --limit shows more.
"""


@pytest.fixture(autouse=True)
def _in_greenwich(monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


@pytest.fixture
def data(tmp_path, monkeypatch):
    """A folder for tables, which every command finds by itself."""
    folder = tmp_path / "data"
    monkeypatch.setenv("GARDIEN_DATA", str(folder))
    return folder


def evening(folder, title="La nuit de la Saint-Jean") -> str:
    """A table with an evening behind it; its id."""
    store = open_store(folder)
    hours = iter(range(BEGUN, BEGUN + 100 * MINUTE, MINUTE))
    house = Tables(store, clock=lambda: next(hours))
    campaign, _ = house.open(c.Open(system="yacdha", title=title))
    table = house.table(campaign)

    def act(command, seat="keeper"):
        number = table.state.version
        return table.act(seat, c.Envelope(action=f"a{number}", command=command)).card["words"]

    daisy = act(c.Add(draw={}, name="Daisy"))["character"]
    abby = act(c.Seat(name="Abby", characters=(daisy,)))["seat"]
    check = {"procedure": "gauge_check", "character": daisy, "given": {"gauge": "madness"}}
    act(c.Do(**check, dice=(5,)), abby)
    act(c.Scene(title="La cave", text="Une odeur de terre."))
    act(c.Do(**check, dice=(6,), audience="keeper"))
    act(c.Override(path=f"characters/{daisy}/sheet/trauma", value=3, reason="chute"))
    prowler = act(c.Add(draw={}, name="Le rôdeur", hidden=True))["character"]
    act(c.Remove(character=prowler))
    act(c.Undo())
    act(c.Say(text="À demain ?"), abby)
    act(c.Advance(minutes=200))
    store.close()
    return campaign


def _rename(folder, name: str, other: str) -> None:
    """Somebody gets a name by hand, as a sheet is edited."""
    store = open_store(folder)
    table = Tables(store).table(next(iter(store.campaigns())))
    people = table.state.play["characters"]
    who = next(id for id, one in people.items() if one["sheet"]["name"] == name)
    table.act("keeper", c.Envelope(action="named", command=c.Edit(character=who, fields={"name": other})))
    store.close()


def anonymous(text: str) -> str:
    return re.sub(r"\bt[0-9a-f]{10}\b", "TABLE", plain(text))


def heads(folder) -> dict[str, int]:
    store = open_store(folder)
    result = store.campaigns()
    store.close()
    return result


# ---- reading ----


def test_the_log_reads_like_the_evening(run, data):
    evening(data)
    ran = run("log")
    assert (ran.status, anonymous(ran.out)) == (0, LOG)
    assert anonymous(run("log", "--lang", "en", "--limit", "4").out) == f"La nuit de la Saint-Jean  TABLE\n\n{ENGLISH}"


def test_the_log_is_found_by_id_and_by_title(run, data):
    first = evening(data)
    evening(data, "Une autre")
    assert run("log", first).out == run("log", "la nuit de la saint-jean").out
    several = run("log")
    assert several.status == 2
    assert anonymous(several.err).startswith("Il y a plusieurs tables ; dire laquelle : TABLE (")
    assert "(La nuit de la Saint-Jean)" in several.err
    assert "(Une autre)" in several.err
    meant = run("log", "une autr", "--lang", "en")
    assert meant.status == 2
    assert meant.err.endswith("Did you mean “Une autre”?\n")
    assert plain(run("log", "nuit").err).endswith("Vouliez-vous dire « La nuit de la Saint-Jean » ?\n")


def test_the_log_as_json(run, data):
    campaign = evening(data)
    shown = json.loads(run("log", "--json", "--limit", "2").out)
    assert (shown["table"], shown["system"], shown["version"]) == (campaign, "yacdha", 12)
    assert [card["command"] for card in shown["cards"]] == ["say", "advance"]
    assert len(json.loads(run("log", "--json", "--limit", "500").out)["cards"]) == 12


@pytest.mark.parametrize("limit", ["0", "-1", "x", "9" * 30])
def test_a_limit_that_is_none(run, data, limit):
    evening(data)
    assert run("log", "--limit", limit).status == 2


def test_a_damaged_entry_hides_no_other(run, data):
    evening(data)
    with sqlite3.connect(data / "gardien.db") as file:
        file.execute("UPDATE record SET body = x'78' WHERE version = 5")
    shown = anonymous(run("log").out)
    assert "5  —  —     Entrée abîmée, illisible.\n" in shown
    assert "12  20 h 56  MJ    Fait passer le temps : 3 h 20.\n" in shown


def test_a_table_without_its_opening_says_so_and_can_be_kept(run, data, tmp_path):
    evening(data)
    with sqlite3.connect(data / "gardien.db") as file:
        file.execute("UPDATE record SET body = x'78' WHERE version = 1")
    assert run("log").status == run("undo").status == 2
    assert run("tables").status == 0
    assert run("export", "-o", str(tmp_path / "kept.gardien")).status == 0


def test_tables_are_listed_the_last_played_first(run, data):
    evening(data)
    assert anonymous(run("tables").out).splitlines()[1:] == [
        "TABLE  La nuit de la Saint-Jean  yacdha        12  3 mars 2026 20 h 56"
    ]
    (table,) = json.loads(run("tables", "--json").out)
    assert table["last"] == BEGUN + 11 * MINUTE
    assert run("tables", "--lang", "en").out.startswith("Table        Title ")


def test_every_command_of_a_table_has_its_sentence():
    assert {c.name_of(command) for command in c.COMMANDS} <= set(load_toml(WORDS)["log"])


def test_every_phrase_has_the_spaces_of_its_language():
    for table in ("log", "phrase", "refusal"):
        for key, entry in load_toml(WORDS)[table].items():
            for language in ("fr", "en"):
                text = entry[language].replace('{{"system": …, "procedure": …}}', "").replace("--", "")
                assert typographic_faults(text, language) == [], (table, key)


# ---- taking back ----


def test_undo_takes_back_and_redo_brings_back(run, data):
    evening(data)
    ran = run("undo")
    assert (ran.status, plain(ran.out)) == (
        0,
        "Annulé : tout est comme après l’entrée 11.\n"
        "3 mars 2026\n"
        "12  20 h 56  MJ  Fait passer le temps : 3 h 20. (annulé)\n",
    )
    assert plain(run("undo", "--redo", "--lang", "en").out) == (
        "Redone: everything is as after entry 12.\n3 March 2026\n12  20:56  GM  Lets time pass: 3 h 20.\n"
    )
    assert json.loads(run("undo", "--to", "4", "--json").out)["moved"] == [5, 6, 7, 8, 11, 12]
    assert "Folie 1 → 2. (annulé)" not in plain(run("log").out)
    assert "Scène : La cave. Une odeur de terre. (annulé)" in plain(run("log").out)
    assert heads(data) == {next(iter(heads(data))): 15}  # nothing is erased


@pytest.mark.parametrize("arguments", [("--to", "99"), ("--to", "x"), ("--to", "0"), ("--redo",)])
def test_what_cannot_be_taken_back_changes_nothing(run, data, arguments):
    evening(data)
    before = heads(data)
    ran = run("undo", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert heads(data) == before


# ---- carrying away ----


def test_everything_goes_out_and_comes_in_elsewhere(run, data, tmp_path):
    evening(data)
    file, again = tmp_path / "all.gardien", tmp_path / "again.gardien"
    out = run("export", "-o", str(file))
    assert re.fullmatch(
        r"Exporté dans .+ : 1 table, 12 entrées, \d+ Ko\. Ce fichier contient tous les secrets du MJ\.\n",
        plain(out.out),
    )
    elsewhere = str(tmp_path / "elsewhere")
    came = plain(run("import", str(file), "--data", elsewhere).out)
    assert re.fullmatch(
        r"Table entrée : La nuit de la Saint-Jean \(t\w+\), 12 entrées\.\n"
        r"Lien du MJ, .+ gardien serve --data .+ :\n  http://127\.0\.0\.1:8017/l/[\w-]{27}\n",
        came,
    )
    assert run("export", "all", "-o", str(again), "--data", elsewhere, "--lang", "en").status == 0
    assert again.read_bytes() == file.read_bytes()
    assert oct(file.stat().st_mode & 0o777) == "0o600"  # secrets are its owner's


def test_the_link_of_a_table_brought_in_opens_it(run, data, tmp_path):
    """The address that is printed, followed as a browser does, ends at the table."""
    from http.cookiejar import CookieJar
    from urllib.request import HTTPCookieProcessor, build_opener

    from gardien.table.store import open_store
    from web.client import Running

    evening(data)
    file, elsewhere = str(tmp_path / "all.gardien"), str(tmp_path / "elsewhere")
    run("export", "-o", file)
    came = run("import", file, "--data", elsewhere).out
    path = re.search(r"http://[^/]+(/l/\S+)", came)
    assert path is not None
    table = re.search(r"\((t\w+)\)", came)
    assert table is not None
    store = open_store(elsewhere)
    with Running(store) as running:
        browser = build_opener(HTTPCookieProcessor(CookieJar()))
        with browser.open(running.url + path[1]) as page:
            assert page.status == 200
            assert table[1] in page.url
    store.close()


def test_a_table_goes_out_by_the_standard_output_and_comes_in_by_the_standard_input(spawn, data, tmp_path):
    evening(data)
    out = spawn("export", "table", "-o", "-")
    assert out.out.startswith('{"gardien":"table","format":1,')
    came = spawn("import", "-", "--data", str(tmp_path / "b"), "--json", stdin=out.out)
    assert json.loads(came.out)["tables"][0]["events"] == 12


def test_the_same_file_again_is_refused_and_a_copy_is_made_when_asked(run, data, tmp_path):
    campaign = evening(data)
    file = str(tmp_path / "t.gardien")
    assert json.loads(run("export", "table", "-o", file, "--json").out)["events"] == 12
    again = run("import", file)
    assert again.status == 2
    assert plain(again.err) == f"{file} : C’est déjà ici : {campaign}. Rien n’a été écrit ; --copy en fait une copie.\n"
    assert run("import", file, "--copy", "--lang", "en").out.startswith("Table brought in: La nuit de la Saint-Jean (t")
    assert sorted(heads(data).values()) == [12, 12]


def test_a_character_goes_from_table_to_table(run, data, tmp_path):
    evening(data)
    elsewhere = tmp_path / "elsewhere"
    other = evening(elsewhere)
    file = str(tmp_path / "daisy.json")
    assert plain(run("export", "character", "daisy", "-o", file).out) == f"Fiche de Daisy écrite : {file}\n"
    assert run("show", file).out.startswith("Daisy")
    here = run("import", file)
    assert (here.status, here.out) == (2, "")
    came = run("import", file, other, "--data", str(elsewhere))
    assert plain(came.out) == "Daisy 2 entre à la table « La nuit de la Saint-Jean ».\n"
    second = "Daisy 2 comes to the table “La nuit de la Saint-Jean”.\n"
    assert run("import", file, "--copy", "--lang", "en").out == second
    _rename(data, "Daisy 2", "Daisy")
    two = run("export", "character", "Daisy", "-o", str(tmp_path / "which.json"))
    assert two.status == 2
    assert plain(two.err).startswith("Plusieurs portent ce nom ; dire qui : c")


def test_a_sheet_of_another_game_or_of_tomorrow_stays_outside(run, data, tmp_path):
    evening(data)
    before = heads(data)
    file = tmp_path / "ada.json"
    for sheet, sentence in (
        (
            {"system": "chips", "name": "Ada"},
            "Cette fiche relève de chips, cette table joue yacdha. Rien n’a été écrit.",
        ),
        ({"system": "yacdha", "name": "Ada", "version": 99}, None),
        ({"system": "yacdha", "name": "Ada", "madness": "x"}, None),
        (
            {"name": "Ada"},
            "Ce n’est pas un fichier de Gardien : ni une fiche, ni une table, ni une maison. Rien n’a été écrit.",
        ),
    ):
        file.write_text(json.dumps(sheet))
        ran = run("import", str(file))
        assert (ran.status, ran.out) == (2, "")
        assert sentence is None or plain(ran.err) == f"{file} : {sentence}\n"
    assert heads(data) == before


# ---- a copy ----


def test_a_copy_is_checked_and_told(run, data, tmp_path):
    evening(data)
    file = tmp_path / "copy.db"
    ran = run("backup", str(file))
    assert re.fullmatch(r"Copie vérifiée : .+, 1 table, 12 entrées, \d+ Ko\.\n", plain(ran.out))
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith("copy")] == ["copy.db"]
    assert anonymous(run("log", "--data", str(file)).out) == LOG
    with sqlite3.connect(data / "gardien.db") as spoilt:
        spoilt.execute("UPDATE record SET body = x'78' WHERE version = 5")
    shown = json.loads(run("backup", str(tmp_path / "second.db"), "--json").out)
    assert (shown["tables"], shown["events"], shown["damaged"]) == (1, 12, 1)


def test_a_copy_while_others_play(run, data, tmp_path):
    campaign = evening(data)
    store = open_store(data)
    stop, written = threading.Event(), [12]

    def write():
        while not stop.is_set():
            written.append(store.append(campaign, None, f"more{len(written)}", [b"{}"], 0).last)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(3):
            before = written[-1]
            shown = json.loads(run("backup", str(tmp_path / f"copy{number}.db"), "--json").out)
            assert before <= shown["events"] <= written[-1] + 1
            assert shown["damaged"] == 0
    finally:
        stop.set()
        writer.join()
        store.close()


# ---- trouble ----


@contextmanager
def only_for_reading(folder):
    """Nobody writes there; root could, but for a disk mounted for reading."""
    if os.getuid():
        folder.chmod(0o555)
        yield
        folder.chmod(0o755)
        return
    mount("--bind", folder, folder)
    mount("-o", "remount,bind,ro", folder)
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def everything(file: str) -> list[tuple[str, ...]]:
    return [("tables",), ("log",), ("undo",), ("export", "-o", file), ("backup", file)]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_where_nothing_is_kept_every_command_says_so_and_makes_nothing(run, tmp_path, language):
    missing = tmp_path / "missing"
    for command in everything(str(tmp_path / "out")):
        ran = run(*command, "--data", str(missing), "--lang", language)
        assert (ran.status, ran.out) == (2, "")
        assert "gardien serve" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_store_is_left_as_it_is(run, tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "gardien.db").write_text("mine")
    for command in everything(str(tmp_path / "out")):
        ran = run(*command, "--data", str(folder))
        assert ran.status == 2
        assert "Ce n’est pas une sauvegarde de Gardien" in ran.err
    assert (folder / "gardien.db").read_text() == "mine"
    assert not (tmp_path / "out").exists()


def test_a_newer_store_is_refused(run, data, tmp_path):
    evening(data)
    with sqlite3.connect(data / "gardien.db") as file:
        file.execute("PRAGMA user_version = 99")
    for command in everything(str(tmp_path / "out")):
        ran = run(*command)
        assert ran.status == 2
        assert "version plus récente" in ran.err


def test_a_database_that_is_away_or_none(run, tmp_path):
    for url in ("postgresql://127.0.0.1:1/gardien", "mysql://me:pass@here/x", "postgresql://[me:pass@", "x"):
        for command in everything(str(tmp_path / "out")):
            ran = run(*command, "--database", url)
            assert (ran.status, ran.out) == (2, "")
            assert "pass" not in ran.err
            assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("tables", "--data", "a", "--database", "postgresql://b/c"),
        ("tables", "--data", ""),
        ("tables", "--data", "x" * 5000),
        ("export",),
        ("export", "tout", "-o", "x"),
        ("export", "all", "t1", "-o", "x"),
        ("export", "character", "-o", "x"),
        ("export", "character", "nobody", "-o", "x"),
        ("export", "table", "nowhere", "-o", "x"),
        ("export", "-o", "no/such/folder/x"),
        ("export", "-o", "x" * 5000),
        ("backup", "no/such/folder/x"),
        ("import", "nothing.gardien"),
        ("import", "."),
        ("log", "x" * 100_000),
        ("undo", "--to", "9" * 100_000),
    ],
    ids=lambda arguments: " ".join(arguments)[:40],
)
def test_slips_are_refused_in_a_sentence(run, data, tmp_path, monkeypatch, arguments):
    evening(data)
    monkeypatch.chdir(tmp_path)
    before = heads(data)
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert 0 < len(ran.err) < 1000
    assert "Traceback" not in ran.err
    assert heads(data) == before
    assert [one.name for one in tmp_path.iterdir()] == ["data"]


def test_no_file_is_ever_overwritten(run, data, tmp_path):
    evening(data)
    file = tmp_path / "mine"
    file.write_text("mine")
    for command in (("export", "-o"), ("export", "table", "-o"), ("export", "character", "Daisy", "-o"), ("backup",)):
        ran = run(*command, str(file))
        assert ran.status == 2
        assert plain(ran.err) == f"{file} : Ce fichier existe déjà ; choisir un autre nom.\n"
    assert file.read_text() == "mine"


def test_a_folder_that_cannot_be_written_to(run, data, tmp_path):
    campaign = evening(data)
    closed = tmp_path / "closed"
    closed.mkdir()
    run("export", "-o", str(tmp_path / "t.gardien"))
    with only_for_reading(closed):
        for command in (
            ("export", "-o", str(closed / "x")),
            ("backup", str(closed / "x")),
            ("import", str(tmp_path / "t.gardien"), "--data", str(closed)),
        ):
            ran = run(*command)
            assert (ran.status, ran.out) == (2, "")
            assert "Impossible d’écrire ici" in ran.err
    with only_for_reading(data):
        for command in everything(str(tmp_path / "x")):
            assert run(*command).status == 2
    assert list(closed.iterdir()) == []
    assert heads(data) == {campaign: 12}


def test_a_spoilt_file_makes_no_house(run, data, tmp_path):
    """A store is made only for a file that is sound."""
    evening(data)
    file = tmp_path / "t.gardien"
    run("export", "-o", str(file))
    file.write_bytes(file.read_bytes()[:-10])
    for language, sentence in (("fr", "s’arrête trop tôt"), ("en", "ends too early")):
        ran = run("import", str(file), "--data", str(tmp_path / "new"), "--lang", language)
        assert ran.status == 2
        assert sentence in ran.err
    assert not (tmp_path / "new").exists()
    assert json.loads(run("import", str(file), "--json").out)["error"]["id"] == "exchange/truncated"


# ---- where, when ----


def test_the_folder_is_the_platform_s_unless_it_is_given(monkeypatch, tmp_path):
    monkeypatch.delenv("GARDIEN_DATA", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert Path(data_folder()) == tmp_path / ".local" / "share" / "gardien"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert Path(data_folder()) == tmp_path / "xdg" / "gardien"
    monkeypatch.setattr("sys.platform", "darwin")
    assert Path(data_folder()) == tmp_path / "Library" / "Application Support" / "gardien"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert Path(data_folder()) == tmp_path / "local" / "gardien"
    monkeypatch.setenv("GARDIEN_DATA", str(tmp_path / "mine"))
    assert Path(data_folder()) == tmp_path / "mine"


@pytest.mark.parametrize(
    ("minutes", "fr", "en"),
    [
        (0, "0 min", "0 min"),
        (40, "40 min", "40 min"),
        (60, "1 h", "1 h"),
        (200, "3 h 20", "3 h 20"),
        (2880, "2 j", "2 d"),
        (3120, "2 j 4 h", "2 d 4 h"),
        (1445, "1 j 5 min", "1 d 5 min"),
    ],
)
def test_durations(minutes, fr, en):
    assert (plain(duration(minutes, "fr")), plain(duration(minutes, "en"))) == (fr, en)


def test_hours():
    assert plain(clock(1500, "fr")) == "jour 2, 01 h 00"
    assert clock(1500, "en") == "day 2, 01:00"
    assert moment(BEGUN, "en") == ("3 March 2026", "20:45")
    assert moment(2**80, "en") == moment(None, "en") == ("—", "—")
