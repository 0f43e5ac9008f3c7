"""Data in TOML: a compiled twin is believed only when it is fresh, and a user's file is refused, not crashed on."""

import marshal
import os
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from core.spoken import both, french, refused
from gardien.core import pack
from gardien.core.inputs import BadField
from gardien.core.pack import MOST_BYTES, MOST_DEPTH, check_pack, load_toml, read_json, read_text, read_toml, rows
from gardien.core.values import Value


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text('name = "Ada"\n', "utf-8")
    return path


def twin_of(path):
    return path.parent / "__pycache__" / "rules.toml.cache"


def read_afresh(path):
    """As a new process would read it."""
    load_toml.cache_clear()
    return load_toml(path)


# --- the twin --------------------------------------------------------------------------------------------------------


def test_the_first_reading_leaves_a_twin_that_the_second_uses(file):
    assert read_afresh(file) == {"name": "Ada"}
    stamp, content = marshal.loads(twin_of(file).read_bytes())
    assert content == {"name": "Ada"}
    twin_of(file).write_bytes(marshal.dumps((stamp, {"name": "from the twin"})))
    assert read_afresh(file) == {"name": "from the twin"}


def test_a_stale_twin_is_not_believed(file):
    read_afresh(file)
    file.write_text('name = "Bo"\n', "utf-8")
    facts = file.stat()
    os.utime(file, ns=(facts.st_atime_ns, facts.st_mtime_ns + 1))
    assert read_afresh(file) == {"name": "Bo"}
    assert marshal.loads(twin_of(file).read_bytes())[1] == {"name": "Bo"}, "and a fresh one takes its place"


def test_a_file_of_another_size_with_the_same_date_is_read_again(file):
    read_afresh(file)
    date = file.stat().st_mtime_ns
    file.write_text('name = "Émilie"\n', "utf-8")
    os.utime(file, ns=(date, date))
    assert read_afresh(file) == {"name": "Émilie"}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not marshal",
        b"\x00" * 40,
        marshal.dumps(3),
        marshal.dumps(None),
        marshal.dumps({}),
        marshal.dumps(()),
        marshal.dumps("text"),
    ],
    ids=["empty", "text", "zeros", "number", "none", "map", "nothing", "word"],
)
def test_a_corrupt_twin_is_ignored_and_replaced(file, content):
    read_afresh(file)
    sound = twin_of(file).read_bytes()
    twin_of(file).write_bytes(content)
    assert read_afresh(file) == {"name": "Ada"}
    assert twin_of(file).read_bytes() == sound


@given(st.data())
def test_a_twin_cut_anywhere_is_ignored(tmp_path_factory, data):
    """A killed process or a full disk: whatever part of the twin is there, the file itself is read."""
    path = tmp_path_factory.mktemp("cut") / "rules.toml"
    path.write_text('name = "Ada"\n', "utf-8")
    read_afresh(path)
    whole = twin_of(path).read_bytes()
    twin_of(path).write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    assert read_afresh(path) == {"name": "Ada"}


def test_a_folder_that_cannot_be_written_is_read_all_the_same(file):
    """A read-only installation; here a file stands where the folder of twins would be, which holds for root too."""
    (file.parent / "__pycache__").write_text("in the way", "utf-8")
    assert read_afresh(file) == {"name": "Ada"}
    assert sorted(one.name for one in file.parent.iterdir()) == ["__pycache__", "rules.toml"]


def test_no_half_written_twin_is_left_behind(file):
    read_afresh(file)
    assert [one.name for one in twin_of(file).parent.iterdir()] == ["rules.toml.cache"]


# --- a user's file ---------------------------------------------------------------------------------------------------


def test_a_file_that_is_not_there_is_refused_by_name(tmp_path):
    assert both(refused(read_toml, tmp_path / "none.toml")) == (
        french(f"{tmp_path}/none.toml~: Ce fichier n’existe pas."),
        f"{tmp_path}/none.toml: There is no such file.",
    )


def test_a_folder_is_no_file(tmp_path):
    assert refused(read_toml, tmp_path).id == "file/unreadable"


def test_a_file_in_another_encoding_is_refused(file):
    file.write_bytes('nom = "Émilie"'.encode("latin-1"))
    assert refused(read_toml, file).id == "file/unreadable"


def test_a_file_that_is_too_large_is_refused_unread(file, monkeypatch):
    with file.open("wb") as out:
        out.truncate(MOST_BYTES + 1)
    assert both(refused(read_toml, file)) == (
        french("rules.toml~: C’est trop long~: 2^000 Ko au plus."),
        "rules.toml: This is too long: 2,000 kB at most.",
    )
    with file.open("wb") as out:
        out.write(b"#" * MOST_BYTES)
    assert read_text(file) == "#" * MOST_BYTES, "the largest that is allowed"


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 1000 + "]" * 1000,
        "a = " + "{b=" * 1000 + "1" + "}" * 1000,
        ".".join(["a"] * 1000) + " = 1",
        "[" + ".".join(["a"] * 1000) + "]",
        "a = " + "[" * 400_000,
    ],
    ids=["lists", "tables", "dotted key", "dotted table", "lists never closed"],
)
def test_a_thousand_levels_are_refused(file, text):
    file.write_text(text, "utf-8")
    assert both(refused(read_toml, file)) == (
        french("rules.toml~: C’est imbriqué trop profondément~: 20 niveaux au plus."),
        "rules.toml: This is nested too deeply: 20 levels at most.",
    )


def nested(levels):
    """Lists within one another: `levels` of them."""
    return "[" * levels + "]" * levels


def test_the_deepest_that_is_allowed_is_read(file):
    file.write_text(f"a = {nested(MOST_DEPTH - 1)}", "utf-8")
    assert list(read_toml(file)) == ["a"]
    file.write_text(f"a = {nested(MOST_DEPTH)}", "utf-8")
    assert refused(read_toml, file).id == "file/deep"


def test_what_is_not_toml_is_refused_with_the_place(file):
    file.write_text("name = Ada\n", "utf-8")
    refusal = refused(read_toml, file)
    assert refusal.id == "file/toml"
    assert "line 1" in both(refusal)[1]
    assert both(refusal)[0].startswith(french("rules.toml~: Ce n’est pas du TOML correct~: "))


def test_json_is_bounded_like_toml():
    assert read_json('{"a": [1]}', "line 1") == {"a": [1]}
    assert refused(read_json, "{", "line 1").id == "json/cut_off"
    assert refused(read_json, nested(1000), "line 1").id == "file/deep"
    assert refused(read_json, "[" * 400_000, "line 1").id in ("file/deep", "json/cut_off")
    assert refused(read_json, " " * (MOST_BYTES + 1), "line 1").id == "file/large"
    assert read_json(nested(MOST_DEPTH), "line 1")
    assert refused(read_json, nested(MOST_DEPTH + 1), "line 1").id == "file/deep"


# --- packs -----------------------------------------------------------------------------------------------------------


class Weapon(Value, frozen=True, kw_only=True):
    """A row of a pack."""

    key: str
    harm: Annotated[int, Meta(ge=0, le=6)]
    tags: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.harm == 6 and not self.tags:
            raise BadField("tags", "field/length_at_least", "T-COM-09", low=1)


def checked(file, text):
    file.write_text(text, "utf-8")
    return check_pack(file, {"weapon": Weapon})


def test_a_sound_pack_has_no_faults(file):
    assert checked(file, '[[weapon]]\nkey = "knife"\nharm = 2\n[[weapon]]\nkey = "axe"\nharm = 4\n') == []
    load_toml.cache_clear()
    assert rows(file, "weapon", Weapon) == (Weapon(key="knife", harm=2), Weapon(key="axe", harm=4))


@pytest.mark.parametrize(
    ("text", "fr", "en"),
    [
        (
            '[[wepon]]\nkey = "knife"\n',
            "La table «~wepon~» est inconnue^; possible~: weapon. Vouliez-vous dire «~weapon~»^?",
            "The table “wepon” is unknown; possible: weapon. Did you mean “weapon”?",
        ),
        (
            "weapon = 3\n",
            "«~weapon~» doit être une suite de lignes [[weapon]].",
            "“weapon” must be a list of rows [[weapon]].",
        ),
        (
            '[[weapon]]\nkey = "knife"\nharm = 9\n',
            "weapon “knife”.harm~: 9 sort des limites, 0 à 6.",
            "weapon “knife”.harm: 9 is outside 0 to 6.",
        ),
        (
            '[[weapon]]\nkey = "knife"\nharm = 1\n[[weapon]]\nharm = 1\n',
            "Il manque weapon[1].key (“…”).",
            "weapon[1].key is missing (“…”).",
        ),
        (
            '[[weapon]]\nkey = "knife"\nharm = 1\ntags = ["sharp", 3]\n',
            "weapon “knife”.tags[1]~: «~3~» ne convient pas^; il faut “…”.",
            "weapon “knife”.tags[1]: “3” will not do; “…” is needed.",
        ),
        (
            '[[weapon]]\nkey = "knife"\nharm = 1\n[[weapon]]\nkey = "knife"\nharm = 2\n',
            "weapon “knife”~: la clé «~knife~» est donnée deux fois.",
            "weapon “knife”: the key “knife” is given twice.",
        ),
        (
            '[[weapon]]\nkey = "bomb"\nharm = 6\n',
            "weapon “bomb”.tags~: il en faut 1 au moins. [T-COM-09]",
            "weapon “bomb”.tags: at least 1 needed. [T-COM-09]",
        ),
    ],
)
def test_a_fault_of_a_pack_is_said_with_its_file_and_key(file, text, fr, en):
    (fault,) = checked(file, text)
    assert both(fault) == (french(f"rules.toml~: {fr}"), f"rules.toml: {en}")


def test_all_faults_of_a_pack_are_found_at_once(file):
    result = checked(file, 'odd = 1\n[[weapon]]\nkey = "a"\nharm = 7\nhrm = 1\n[[weapon]]\nkey = "a"\nharm = 1\n')
    assert [(fault.id, fault.field) for fault in result] == [
        ("pack/table", "odd"),
        ("field/range", "weapon “a”.harm"),
        ("field/unknown", "weapon “a”.hrm"),
        ("pack/twice", "weapon “a”"),
    ]


@pytest.mark.parametrize("key", ["[1]", "{ a = 1 }", "1979-05-27", "nan", "true"])
def test_a_key_of_the_wrong_kind_is_a_fault_not_a_crash(file, key):
    result = checked(file, f"[[weapon]]\nkey = {key}\nharm = 1\n[[weapon]]\nkey = {key}\nharm = 1\n")
    assert {fault.id for fault in result} >= {"field/type"}
    assert all(both(fault) for fault in result)


def test_rows_that_are_no_tables_are_faults(file):
    (fault,) = checked(file, "weapon = [3]\n")
    assert (fault.id, fault.field) == ("field/type", "weapon[0]")


def test_the_limits_are_what_the_sentences_say():
    assert (pack.MOST_BYTES, pack.MOST_DEPTH) == (2_000_000, 20)
