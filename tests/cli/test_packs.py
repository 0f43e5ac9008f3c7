"""Packs on the command line: one that is named, those of GARDIEN_PACKS, those that lie in the data folder."""

import shutil
from pathlib import Path

import pytest

from gardien.cli.shelf import HIDDEN, tables_of
from gardien.core.system import find, keys
from gardien.table.commands import Open
from gardien.table.store import open_store
from gardien.table.tables import Tables

from .test_startup import HEAVY, modules_of

EXAMPLES = Path(__file__).parents[2] / "examples" / "packs"
MARSH = EXAMPLES / "yacdha-marais.toml"
HOOK = ["do", "operators", "attack_melee", "weapon=docker_hook", "--dice", "90"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The data folder of somebody with packs for two games."""
    monkeypatch.setenv("GARDIEN_DATA", str(tmp_path))
    for path in EXAMPLES.glob("*.toml"):
        place = tmp_path / "packs" / path.stem.partition("-")[0]
        place.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, place)
    return tmp_path / "packs"


def test_a_pack_that_is_named_is_used_and_says_what_it_replaces(run):
    assert run(*HOOK).status == 2
    used = run(*HOOK, "--pack", str(EXAMPLES / "operators-port.toml"))
    assert "crochet de docker" in used.out
    workshop = str(EXAMPLES / "yacdha-atelier.toml")
    shown = run("pack", "show", "yacdha", "kick", "--pack", str(MARSH), "--pack", workshop)
    assert "Coup de pied ferré" in shown.out
    assert "la ligne weapon/kick prend la place de celle du jeu" in shown.err
    assert run(*HOOK).status == 2, "and is gone with its command"


def test_packs_of_the_surroundings_and_of_the_data_folder_are_used(run, folder, monkeypatch):
    assert "crochet de docker" in run(*HOOK).out
    assert "Lueur du marais" in run("pack", "show", "yacdha", "marsh_light").out
    shutil.rmtree(folder)
    assert run(*HOOK).status == 2
    monkeypatch.setenv("GARDIEN_PACKS", str(EXAMPLES))
    assert "crochet de docker" in run(*HOOK).out


def test_every_command_that_takes_a_key_takes_one_of_a_pack(run, tmp_path):
    fight = tmp_path / "fight.toml"
    sides = '[[side.fighter]]\nname = "A"\nweapon = "eel_spear"\n[[side]]\nname = "B"\n'
    fight.write_text(
        f'system = "yacdha"\n[[side]]\nname = "A"\n{sides}[[side.fighter]]\nname = "Lueur"\ncreature = "marsh_light"\n',
        "utf-8",
    )
    packs = ["--pack", str(MARSH)]
    weighed = run("fight", str(fight), *packs)
    assert weighed.status == 0, weighed.err
    assert "Lueur" in weighed.out
    port = ["--pack", str(EXAMPLES / "operators-port.toml")]
    line = '{"system": "operators", "procedure": "attack_melee", "given": {"weapon": "docker_hook"}, "dice": [90]}\n'
    assert '"outcome"' in run("batch", "-", *port, stdin=line).out
    assert "error" in run("batch", "-", stdin=line).out
    assert run("odds", "operators", "attack_melee", "weapon=docker_hook", "--by", "hit", *port).status == 0
    assert run("odds", "operators", "attack_melee", "weapon=crochet de docker", "--by", "hit", *port).status == 0


def test_one_that_is_named_must_be_sound_and_one_that_only_lies_there_is_left_out(run, folder, tmp_path):
    bad = folder / "operators" / "bad.toml"
    bad.write_text('[[weapon]]\nkey = "x"\n[[wepon]]\n', "utf-8")
    left = run(*HOOK)
    assert left.status == 0
    assert "bad.toml : La table « wepon » est inconnue" in left.err.replace("\u00a0", " ")
    assert "Paquet laissé de côté" in left.err
    named = run(*HOOK, "--pack", str(bad))
    assert named.status == 2
    assert named.err.count("Il manque") >= 3, "every fault of every row"


def test_packs_that_have_not_changed_cost_a_command_next_to_nothing(folder):
    """What is sound is not checked again: neither parsed nor held against the types of rows."""
    command = ["do", "yacdha", "gauge_check", "gauge=madness", "value=2", "--dice", "3"]
    modules_of(*command)
    loaded = modules_of(*command)
    assert "gardien.core.player_packs" in loaded
    assert not loaded & (HEAVY | {"hashlib", "gardien.systems.yacdha.pack"})


def test_a_pack_used_once_costs_later_commands_nothing(monkeypatch, tmp_path):
    """What is kept of it lies in the folder of packs, and is none."""
    monkeypatch.setenv("GARDIEN_DATA", str(tmp_path))
    plain = ["do", "operators", "test", "characteristic=DEX", "score=50", "--dice", "30"]
    modules_of(*plain, "--pack", str(EXAMPLES / "operators-port.toml"))
    assert list((tmp_path / "packs").iterdir())
    loaded = modules_of(*plain)
    assert not loaded & (HEAVY | {"gardien.cli.with_packs"})


def test_packs_of_a_table_are_listed_used_and_dropped(run, tmp_path):
    store = open_store(str(tmp_path / "data"))
    Tables(store).open(Open(system="yacdha", title="Marais"))
    store.close()
    place = ["--data", str(tmp_path / "data")]
    assert run("pack", "list", *place).out == "Aucun paquet en service à cette table.\n"
    assert "creature 2" in run("pack", "use", str(MARSH), "Marais", *place).out
    assert "Met en service le paquet" in run("log", *place).out
    for what, told in (
        ("preset/marsh_nights", "Applique les règles « Nuits de marais »."),
        ("random/marsh_signs", "Tire dans « Signes dans le marais »"),
        ("encounter/at_the_ford", "Prépare la rencontre « Au gué, de nuit »."),
        ("scenario/drowned_bell", "Ouvre le scénario « La cloche noyée »."),
        ("character/ready_yacdha", "Fait entrer Maud Kerbrat."),
    ):
        assert told in run("pack", "open", what, *place).out.replace("\u00a0", " ")
    assert run("pack", "open", "encounter/at_the_fort", *place).status == 2
    assert "Au gué" in run("pack", "show", "yacdha", "encounter", "--pack", str(MARSH)).out
    for key in ("at_the_ford", "ready_yacdha", "marsh_signs", "drowned_bell"):
        assert run("pack", "show", "yacdha", key, "--pack", str(MARSH)).status == 0
    run("undo", *place), run("undo", *place), run("undo", *place)
    assert run("pack", "drop", "Le marais", *place).status == 2
    assert "Aucun" in run("pack", "drop", "Le marais de Sainte-Aube", *place).out
    assert "Retire le paquet" in run("log", *place).out
    run("undo", *place)
    assert "Sainte-Aube" in run("pack", "list", "--json", *place).out
    assert run("pack", "use", str(EXAMPLES / "operators-port.toml"), *place).status == 2
    assert run("pack", "use", *place).status == 2


def unnamed(terms, field, value):
    """The keys of a row, and of maps within it, that nothing has a name for."""
    if isinstance(value, list):
        return {name for one in value for name in unnamed(terms, field, one)}
    if not isinstance(value, dict):
        return set()
    result = set()
    for name, one in value.items():
        plain = name.removesuffix("_fr").removesuffix("_en")
        if not (
            plain in ("fr", "en") or terms.field(plain) or terms.entry("gauge", plain) or terms.value(field, plain)
        ):
            result.add(plain)
        result |= unnamed(terms, plain, one)
    return result


@pytest.mark.parametrize("game", keys())
def test_no_card_of_a_pack_shows_a_key(game):
    """« Zones : torse 6 », not « torso 6 »."""
    system = find(game)
    cards = {
        (table, name)
        for table, rows in tables_of(system).items()
        for row in rows
        for name in unnamed(system.terms, table, {key: one for key, one in row.items() if key not in HIDDEN})
    }
    assert cards == set()


def test_a_word_too_many_is_refused_in_words(run):
    ran = run("pack", "show", "organique", "haste", "half_time")
    assert ran.status == 2
    assert "half_time" in ran.err
