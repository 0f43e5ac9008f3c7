"""Packs of players: taken whole or refused row by row, said loudly, and never told of where they are not in force."""

import ast
import tomllib
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gardien
from gardien.core.in_force import added, in_force, using
from gardien.core.interpreters.odds import forget
from gardien.core.pack import words_now
from gardien.core.player_packs import FORMAT, MOST_ROWS, FaultyPack, check_content, load_pack, read_pack, rows_of
from gardien.core.ready import READY
from gardien.core.system import find

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "packs").glob("*.toml"))
GAMES = ("yacdha", "operators", "d20d100", "cthulhud20", "organique")
NAMED, SAID = {"key": "own", "fr": "A", "en": "A"}, {"fr": "A", "en": "A"}
SPEAR = {"key": "trident", "fr": "Trident", "en": "Trident", "trauma_max": 3, "mode": "contact", "tags": []}


def refusals(content, system="yacdha", others=()):
    with pytest.raises(FaultyPack) as refused:
        check_content(content, "mine.toml", system, others)
    return [one.said("en") for one in (refused.value, *refused.value.also)]


def test_there_are_two_examples_for_each_game():
    assert sorted(path.stem.partition("-")[0] for path in EXAMPLES) == sorted([*GAMES, *GAMES])


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_stands_among_the_rows_of_its_game_while_it_is_used(path):
    pack = read_pack(path)
    before = gardien.pack(pack.system)
    with gardien.using(path):
        during = gardien.pack(pack.system)
        beings = find(pack.system).table_rules.beings
        for name, rows in pack.tables.items():
            assert all(isinstance(row, READY.get(name, object)) for row in during[name])
            keys = [getattr(row, "key", None) for row in during[name]]
            assert all(row.get("key") in keys for row in rows)
            assert len(keys) == len(set(keys)) or None in keys
            for row in rows:
                if name in beings:
                    assert beings[name](row["key"], "fr").name
    assert gardien.pack(pack.system) == before
    assert in_force() is None


def test_terms_and_words_of_types_know_the_names_of_rows_in_force():
    from gardien.systems.operators.rules.fight.weapons import FIREARMS

    printed, firearms = find("operators").shelf.keys("weapons", "weapon"), list(FIREARMS)
    with gardien.using(EXAMPLES[0].parent / "operators-port.toml"):
        assert find("operators").terms.word("weapon", "docker_hook", "fr") == "Crochet de docker"
        assert words_now(printed) == [*printed, "docker_hook", "flare_pistol_old"]
        assert words_now(["", *firearms])[-1] == "flare_pistol_old"
        assert "flare_pistol_old" in FIREARMS
        assert "docker_hook" not in FIREARMS
    assert find("operators").terms.word("weapon", "docker_hook", "fr") == "docker_hook"
    assert "flare_pistol_old" not in FIREARMS
    assert words_now(printed) == printed


def test_a_row_may_take_the_place_of_a_printed_one_if_the_pack_says_so():
    own = {**SPEAR, "key": "kick"}
    assert refusals({"weapon": [own]}) == [
        "mine.toml: weapon “kick”: this key is that of a row of the game already. Choose another, "
        "or write weapon/kick in replaces, below [pack], to put this one in its place."
    ]
    pack = check_content({"pack": {"replaces": ["weapon/kick"]}, "weapon": [own]}, "mine.toml", "yacdha")
    assert [one.said("en") for one in pack.notices] == [
        "mine.toml: Mind: the row weapon/kick takes the place of the game’s own."
    ]
    with using(rows_of([pack])):
        rows = gardien.pack("yacdha")["weapon"]
        assert rows[1].fr == "Trident"
    assert len(rows) == len(gardien.pack("yacdha")["weapon"])


def test_two_packs_that_use_the_same_key_collide_unless_one_says_so():
    first = check_content({"pack": {"name": "A"}, "weapon": [SPEAR]}, "a.toml", "yacdha")
    assert refusals({"weapon": [{**SPEAR, "trauma_max": 1}]}, others=[first])[0].startswith(
        "mine.toml: weapon “trident”: this key is that of a row of the pack “A” already."
    )
    later = {"pack": {"replaces": ["weapon/trident"]}, "weapon": [{**SPEAR, "trauma_max": 1}]}
    with using(rows_of([first, check_content(later, "b.toml", "yacdha", [first])])):
        assert gardien.pack("yacdha")["weapon"][-1].trauma_max == 1


def test_texts_that_are_missing_in_a_language_are_told_in_the_other_and_it_is_said():
    pack = check_content({"weapon": [{k: v for k, v in SPEAR.items() if k != "en"}]}, "mine.toml", "yacdha")
    assert [one.said("en") for one in pack.notices] == [
        "mine.toml: 1 texts are missing in “en”; they will be read in the other language."
    ]
    with using(rows_of([pack])):
        assert find("yacdha").terms.word("weapon", "trident", "en") == "Trident"


FAULTS = [
    ({"wepon": [SPEAR]}, "The table “wepon” is unknown", "“weapon”"),
    ({"weapon": {"key": "x"}}, "must be a list of rows", ""),
    ({"weapon": [{**SPEAR, "key": "Trident"}]}, "small letters", ""),
    ({"weapon": [{**SPEAR, "key": "../x"}]}, "small letters", ""),
    ({"weapon": [{**SPEAR, "fr": "<b>Trident</b>"}]}, "weapon “trident”.fr: “<b>Trident</b>” is no plain text", ""),
    ({"weapon": [{**SPEAR, "fr": "Tri\u202edent"}]}, "is no plain text", ""),
    ({"weapon": [{**SPEAR, "trauma_max": 60}]}, "weapon “trident”.trauma_max", "0"),
    ({"weapon": [{**SPEAR, "trauma_maxi": 2}]}, "trauma_maxi", "“trauma_max”"),
    ({"weapon": [SPEAR, SPEAR]}, "given twice", ""),
    ({"weapon": [3]}, "weapon[0]", ""),
    ({"pack": {"format": FORMAT + 1}, "weapon": [SPEAR]}, "newer format", "up to date"),
    ({"pack": {"system": "operators"}, "weapon": [SPEAR]}, "is for “operators”", ""),
    ({"pack": {"autor": "me"}, "weapon": [SPEAR]}, "pack.autor", "“author”"),
    ({"pack": 3, "weapon": [SPEAR]}, "pack", ""),
    ({"pack": {"replaces": ["weapon/tridant"]}, "weapon": [SPEAR]}, "no row “weapon/tridant”", "weapon/trident"),
    ({"weapon": [{**SPEAR, "key": f"spear_{one}"} for one in range(MOST_ROWS + 1)]}, "rows; 1,000 at most", ""),
    ({"tier": [{"key": "new", "fr": "Neuf", "en": "New", "at_least": 1, "at_most": 2}]}, "by rank or by a die", ""),
    ({"months": [4]}, "by rank or by a die", ""),
    (
        {
            "npc": [
                {
                    "key": "cook", "fr": "Cuisinier", "en": "Cook", "madness": 1, "trauma": 1, "mythos": 0,
                    "weapon": "knive", "occupations": [],
                }
            ]
        },
        "npc “cook”.weapon", "“knife”",
    ),
    ({"preset": [{**NAMED, "options": {"skil_mode": 1}}]}, "preset “own”.options.skil_mode", "“skill_mode”"),
    ({"random": [{**NAMED, "rows": []}]}, "random “own”.rows", "at least 1"),
    ({"random": [{**NAMED, "rows": [{**SAID, "low": 1}]}]}, "rows[0].low: without dice", ""),
    ({"random": [{**NAMED, "dice": "1D4", "rows": [{**SAID, "low": 1, "high": 3}]}]}, "4 falls on no row", ""),
    ({"random": [{**NAMED, "dice": "1D2", "rows": [{**SAID, "low": 1, "high": 9}]}]}, "between 1 and 2 (1D2)", ""),
    ({"random": [{**NAMED, "dice": "1D1", "rows": [{**SAID, "low": 1}] * 2}]}, "1 falls on another row", ""),
    ({"random": [{**NAMED, "dice": "999D999", "rows": [SAID]}]}, "random “own”.dice", ""),
    ({"random": [{**NAMED, "rows": [{**SAID, "then": "own"}]}]}, "leads back to itself", ""),
    ({"random": [{**NAMED, "rows": [{**SAID, "then": "onw"}]}]}, "rows[0].then", "“own”"),
    ({"character": [{**NAMED, "sheet": {"name": "Ann", "madness": 9}}]}, "character “own”.sheet.madness", "1 to 6"),
    ({"character": [{**NAMED, "sheet": {"kind": "dragon"}}]}, "character “own”.sheet.kind", ""),
    ({"encounter": [{**NAMED, "foes": [{"being": "creature/ghoull"}]}]}, "foes[0].being", "“ghoul”"),
    ({"encounter": [{**NAMED, "foes": [{"being": "creature/ghoul", "count": 20}] * 3}]}, "40 at most, 60 given", ""),
    (
        {"scenario": [{**NAMED, "text_fr": "A", "text_en": "A", "encounters": ["x"], "people": [{"being": "nppc/x"}]}]},
        "encounters[0]", "",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("content", "said", "hint"), FAULTS, ids=[said[:24] for _, said, _ in FAULTS])
def test_a_fault_names_file_row_field_and_the_nearest_name(content, said, hint):
    first = refusals(content)[0]
    assert first.startswith(("mine.toml: ", "mine.toml, pack."))
    assert said in first
    assert hint in first


def test_one_bad_row_never_hides_the_others():
    rows = [{**SPEAR, "key": f"spear_{one}", "trauma_max": 9 if one % 2 else 2} for one in range(6)]
    assert [one.split(".trauma_max")[0] for one in refusals({"weapon": rows, "wepon": []})] == [
        "mine.toml: weapon “spear_1”",
        "mine.toml: weapon “spear_3”",
        "mine.toml: weapon “spear_5”",
        refusals({"wepon": []})[0],
    ]


def test_dice_that_explode_are_refused_with_their_row():
    row = {
        "key": "bomb", "fr": "Bombe", "en": "Bomb", "damage": "999999999D999999999", "type": "melee",
        "attack_with": "FOR", "damage_kind": "blunt", "weapon_class": "club",
    }  # fmt: skip
    assert refusals({"weapon": [row]}, "operators")[0].startswith("mine.toml, weapon “bomb”.damage: ")


def test_what_is_too_long_or_too_deep_is_refused(tmp_path):
    file = tmp_path / "huge.toml"
    with file.open("wb") as out:
        out.truncate(50_000_000)
    with pytest.raises(gardien.Refusal, match="too long"):
        read_pack(file)
    file.write_text("weapon = " + "[" * 1000 + "]" * 1000, "utf-8")
    with pytest.raises(gardien.Refusal, match="nested too deeply"):
        read_pack(file)


# --- a hundred faulty packs ------------------------------------------------------------------------------------------


def spoilt(random, content):
    """A sound pack with one fault in it, of any kind."""
    name = random.choice([one for one in content if one != "pack" and "key" in content[one][0] and one != "character"])
    rows = [dict(row) for row in content[name]]
    at = random.randrange(len(rows))
    field = random.choice([one for one in rows[at] if one not in ("fr", "en") and not one.endswith(("_fr", "_en"))])
    match random.randrange(8):
        case 0:
            rows[at][field] = random.choice([None, {}, [[[]]], {"a": {"b": [1]}}, -(10**30), object])
        case 1:
            rows[at][f"{field}x"] = rows[at][field]
        case 2:
            rows[at]["fr"] = random.choice(["", "<script>", "x" * 2000, "\x00", 7])
        case 3:
            rows.append(rows[at] if "key" in rows[at] else 4)
        case 4:
            rows[at] = random.choice([[], "row", 0, None, True])
        case 5:
            content = {**content, f"{name}_": rows}
        case 6:
            content = {**content, "pack": {**content["pack"], random.choice(["format", "languages", "name"]): 10**9}}
        case 7:
            rows[at] = {one: value for one, value in rows[at].items() if one not in ("fr", "en")}
    return {**content, name: rows}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_faulty_packs_are_refused_in_sentences_and_leave_nothing_behind(path):
    random = Random(path.stem)
    sound = tomllib.loads(path.read_text("utf-8"))
    before = gardien.pack(sound["pack"]["system"])
    for _ in range(10):
        for said in refusals(spoilt(random, sound), sound["pack"]["system"]):
            assert said.startswith(("mine.toml: ", "mine.toml, "))
    assert gardien.pack(sound["pack"]["system"]) == before
    assert in_force() is None


# --- caches ----------------------------------------------------------------------------------------------------------

KNIVES = {
    "operators": (
        "attack_melee", {"weapon": "own"}, "damage_taken",
        {"type": "melee", "attack_with": "FOR", "damage_kind": "blade", "weapon_class": "blade"},
        [{"damage": dice} for dice in ("1D3", "1D6", "2D6")],
    ),
    "cthulhud20": (
        "attack", {"weapon": "own"}, "gb",
        {"era": "all", "proficiency": "simple", "damage_type": "blade", "lethality": 1},
        [{"damage": dice} for dice in ("1d4", "1d8", "2d6")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("game", KNIVES)
@settings(max_examples=12, deadline=None)
@given(order=st.lists(st.integers(0, 2), min_size=2, max_size=6))
def test_odds_never_mix_the_rows_of_different_packs(game, order):
    """What was worked out under some rows is never told under others, in whatever order they come."""
    procedure, inputs, by, base, variants = KNIVES[game]
    rows = [added({(game, "weapon"): ({"key": "own", "fr": "A", "en": "A", **base, **one},)}) for one in variants]

    def chances(which):
        with using(rows[which]):
            return list(gardien.odds(game, procedure, inputs, by=by))

    seen = [chances(which) for which in order]
    for which, found in zip(order, seen, strict=True):
        forget()
        assert chances(which) == found
    assert len({str(one) for one in seen}) == len(set(order))
    with pytest.raises(gardien.Refusal):
        gardien.odds(game, procedure, inputs, by=by)


def test_equal_rows_are_one_value():
    one, two = (added({("yacdha", "weapon"): (dict(SPEAR),)}) for _ in range(2))
    assert one is two
    assert added({("yacdha", "weapon"): ()}) is None


def test_whatever_is_kept_from_tables_is_kept_by_the_rows_in_force():
    """A plain cache around something that reads a table would tell the rows of one pack under another."""
    plain = []
    for path in Path(gardien.__file__).parent.joinpath("systems").rglob("*.py"):
        for one in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(one, ast.FunctionDef):
                names = {ast.unparse(mark).partition("(")[0] for mark in one.decorator_list}
                calls = {ast.unparse(call.func) for call in ast.walk(one) if isinstance(call, ast.Call)}
                if names & {"cache", "lru_cache"} and any(
                    call.startswith(("pack.", "SHELF.", "table")) for call in calls
                ):
                    plain.append(f"{path.name}:{one.name}")
    assert plain == []


# --- the quick form --------------------------------------------------------------------------------------------------


def test_a_pack_found_sound_is_kept_until_its_file_changes(tmp_path):
    file, folder = tmp_path / "mine.toml", tmp_path / "packs"
    file.write_text('[[weapon]]\nkey = "trident"\nfr = "A"\ntrauma_max = 3\nmode = "contact"\ntags = []\n', "utf-8")
    first = load_pack(str(file), str(folder), "yacdha")
    assert [one.id for one in first.notices] == ["pack/language"]
    assert load_pack(str(file), str(folder), "yacdha").content == first.content
    (kept,) = (folder / ".kept").iterdir()
    kept.write_bytes(b"\xc1 not a pack")
    assert load_pack(str(file), str(folder), "yacdha").content == first.content
    file.write_text(file.read_text("utf-8").replace("= 3", "= 30"), "utf-8")
    with pytest.raises(FaultyPack):
        load_pack(str(file), str(folder), "yacdha")
    with pytest.raises(gardien.Refusal, match="no such file"):
        load_pack(str(tmp_path / "gone.toml"), str(folder), "yacdha")
