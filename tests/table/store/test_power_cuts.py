"""The power goes at any moment: whatever a disk keeps of what was not flushed, what was acknowledged is there once.

GARDIEN_CUTS sets how many times; `make soak` asks for 3,000.
"""

import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from gardien.table.store.sqlite import SqliteStore
from memory import folder_in_memory
from table.store.disk_images import SHARED, WAYS, Disk, Entry, Image, entries
from table.store.recording import STORE, TOLD, Told, build, record
from table.store.whole import whole_actions

CUTS = int(os.environ.get("GARDIEN_CUTS", "40"))
EVENINGS = 2 if CUTS < 1000 else 10  # each on what a cut left of the one before
ACTIONS = 80  # of each writer, twice an evening: enough for SQLite to put its log into the file
RARE = b"NSTURLD"  # what is done seldom, and matters: every other cut comes right before or after


@pytest.fixture(scope="module")
def recorder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if not sys.platform.startswith("linux") or not compiler:
        pytest.skip("this needs Linux and a C compiler (cc), for the recorder of what is written")
    return build(compiler, tmp_path_factory.mktemp("recorder"))


@pytest.fixture
def memory() -> Iterator[Path]:
    with folder_in_memory() as folder:
        yield folder


def moments(done: list[Entry], many: int, luck: Random) -> list[int]:
    """After how many entries the power goes, in order."""
    rare = [number for number, entry in enumerate(done) if entry.kind in RARE]
    anywhere = [luck.randint(0, len(done)) for _ in range(many - many // 2)]
    return sorted(anywhere + [luck.choice(rare) + luck.randint(0, 1) for _ in range(many // 2)])


def check_all_there(folder: Path, told: Told) -> None:
    """Open what is left: sound at once, with all that was told, once; and it is gone on with."""
    store = SqliteStore(folder / STORE)
    try:
        assert store.kept_aside is None, "it was found damaged"
        kept = whole_actions(store)
        assert told.acted.items() <= kept.items(), f"lost: {sorted(told.acted.keys() - kept.keys())[:5]}"
        for hash, opens in told.links.items():
            assert opens is None or (store.find_link(hash) is not None) == opens
        store.append("c0", None, "afterwards", [b"afterwards 0 1"], 0)
    finally:
        store.close()
    assert not list(folder.rglob("*.damaged-*"))


def check_complete(disk: Disk, folder: Path) -> None:
    """The record comes to what the files hold: nothing was written past it."""
    left = disk.image(Random(0), "everything").names
    real = {str(path): None if path.is_dir() else path.read_bytes() for path in folder.rglob("*")}
    assert left.keys() == real.keys()
    assert all(left[name] == real[name] for name in left if not name.endswith(SHARED))


def test_what_was_acknowledged_survives_a_power_cut(recorder, memory, tmp_path, progress):
    luck, told, ways = Random(4), Told({}, {}), Counter[str]()
    played, log = memory / "played", memory / "log"
    played.mkdir()
    for evening in range(EVENINGS):
        disk = Disk.of(played)
        record(recorder, played, log, evening, ACTIONS)
        done = list(entries(log))
        log.unlink()
        cuts = moments(done, CUTS // EVENINGS, luck)
        next_evening = luck.randrange(len(cuts))
        begins: tuple[Image, Told] | None = None
        for number, entry in enumerate([*done, None]):
            while cuts and cuts[0] == number:
                cuts.pop(0)
                way = luck.choice(WAYS)
                image = disk.image(luck, way)
                look_at(image, told, memory / "cut", tmp_path / "cut", f"{number} of {len(done)} done, {way} left")
                ways[way] += 1
                progress(f"{ways.total():,} of {CUTS:,} cuts, none of {len(told.acted):,} acknowledged actions lost")
                if len(cuts) == next_evening:
                    begins = image, told.copy()
            if entry:
                if disk.writes(entry, str(played / TOLD)):
                    told.hear(entry)
                disk.do(entry)
        check_complete(disk, played)
        assert begins
        shutil.rmtree(played)
        played.mkdir()
        image, told = begins
        image.write(played)
    print(f"{ways.total():,} power cuts {dict(ways)}, nothing lost or doubled; {progress.seconds:.0f} s")
    assert len(told.acted) > EVENINGS


def look_at(image: Image, told: Told, folder: Path, kept: Path, when: str) -> None:
    """Open an image; one that fails is kept."""
    folder.mkdir()
    image.write(folder)
    try:
        check_all_there(folder, told)
    except BaseException as fault:
        fault.add_note(f"{when}; the image is kept in {kept}")
        kept.mkdir()
        image.write(kept)
        raise
    finally:
        shutil.rmtree(folder)
