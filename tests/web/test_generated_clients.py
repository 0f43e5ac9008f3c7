"""Clients made from the description, in Python and in TypeScript: generated, type-checked and used.

In Python generated are the ways of the house and one game's procedures, in TypeScript those of all games: a compiler
reads every type of them. The program in TypeScript is the one that the documentation shows.
"""

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from gardien.web.openapi import TAGS
from house.places import BIN, ROOT
from web.client import wait_for

Schema = dict[str, Any]
GENERATED = {*TAGS, "yacdha"}
SETTINGS = """
post_hooks: []
literal_enums: true
content_type_overrides:
  application/pdf: application/octet-stream
  application/jsonl: application/octet-stream
"""
REFERENCE = re.compile(r'"#/components/schemas/([^"]+)"')


@pytest.fixture(scope="module")
def whole(shared) -> Schema:
    return shared.running.caller().get("/openapi.json").json()


def part_of(whole: Schema) -> Schema:
    """The ways under some tags, and the schemas they name."""
    paths = {
        path: ways
        for path, ways in whole["paths"].items()
        if GENERATED & {tag for way in ways.values() for tag in way["tags"]}
    }
    schemas, named = whole["components"]["schemas"], set[str]()
    waiting = [json.dumps([paths, whole["components"]["responses"]])]
    while waiting:
        new = set(REFERENCE.findall(waiting.pop())) - named
        named |= new
        waiting += [json.dumps(schemas[name]) for name in new]
    kept = {name: one for name, one in schemas.items() if name in named}
    return {**whole, "paths": paths, "components": {**whole["components"], "schemas": kept}}


@pytest.fixture(scope="module")
def generated(whole, tmp_path_factory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("client")
    (folder / "openapi.json").write_text(json.dumps(part_of(whole)))
    (folder / "settings.yml").write_text(SETTINGS)
    line = [
        "generate",
        "--path",
        "openapi.json",
        "--config",
        "settings.yml",
        "--meta",
        "none",
        "--output-path",
        "house_client",
    ]
    ran = subprocess.run(
        [BIN / "openapi-python-client", *line],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "arning" not in ran.stdout + ran.stderr  # nothing was left out
    sys.path.insert(0, str(folder))
    yield "house_client"
    sys.path.remove(str(folder))


def test_a_generated_python_client_rolls_opens_a_table_and_acts_at_it(generated, shared):
    def part(name: str) -> ModuleType:
        return importlib.import_module(f"{generated}.{name}")

    client, models = part("client"), part("models")
    url = f"{shared.running.url}/api/v1"
    with client.Client(base_url=url) as anybody:
        listed = part("api.systems.systems").sync(client=anybody)
        assert "yacdha" in [one.key for one in listed.systems]
        body = models.YacdhaGaugeCheckDoBody(given=models.YacdhaGaugeCheckInputs(gauge="madness", value=2), dice=[5])
        done = part("api.yacdha.yacdha_gauge_check_do").sync(client=anybody, body=body, lang="en")
        assert done.outcome.value == 3
        assert done.told == ["Madness check: 5, above 2. Madness 2 → 3."]
        body.given.value = 9
        refused = part("api.yacdha.yacdha_gauge_check_do").sync(client=anybody, body=body)
        assert refused.error.field == "value"
    with client.AuthenticatedClient(base_url=url, token=shared.running.link) as house:
        opened = part("api.tables.open_table").sync(client=house, body=models.Opening(system="yacdha", title="Nuit"))
    with client.AuthenticatedClient(base_url=url, token=opened.link) as keeper:
        said = models.Envelope(action="a1", command=models.Say(type_="say", text="On y va."))
        acted = part("api.tables.act").sync(opened.table, client=keeper, body=said)
        assert acted.card.command == "say"
        assert part("api.tables.look").sync(opened.table, client=keeper).you.role == "keeper"
        assert part("api.tables.log").sync(opened.table, client=keeper).cards[0].command == "say"
        assert part("api.files.take_table").sync_detailed(opened.table, client=keeper).content.startswith(b'{"gardien"')


# ---- TypeScript ----


EXAMPLE = ROOT / "examples" / "typescript"
WRONG = """\
import createClient from "openapi-fetch";
import type { components, paths } from "./gardien.d.ts";

const house = createClient<paths>({ baseUrl: "" });
const way = "/systems/yacdha/procedures/gauge_check/do";
const done = await house.POST(way, { body: { given: { gauge: "madness", value: 2 } } });
// @ts-expect-error: a gauge that the game does not have
await house.POST(way, { body: { given: { gauge: "courage", value: 2 } } });
// @ts-expect-error: an input that is not there
await house.POST(way, { body: { given: { gauge: "madness", value: 2, valeu: 3 } } });
// @ts-expect-error: one that must be
await house.POST(way, { body: { given: { gauge: "madness" } } });
// @ts-expect-error: a field that no outcome has
done.data?.outcome.courage;
// @ts-expect-error: a way that the house does not go
await house.GET("/systems/yacdha/nothing");
// @ts-expect-error: a command that no table takes
const command: components["schemas"]["Envelope"]["command"] = { type: "shout", text: "!" };
// @ts-expect-error: news is no text
const card: string | undefined = ({} as components["schemas"]["News"]).card;
export const always: number | undefined = done.data?.outcome.stress_faced.length; // told even where nothing changed it
console.log(command, card);
"""


@pytest.fixture
def folder(tmp_path) -> Path:
    """The example, and beside it what must not compile."""
    for name in ("deno.json", "deno.lock", "evening.ts"):
        shutil.copy(EXAMPLE / name, tmp_path)
    (tmp_path / "wrong.ts").write_text(WRONG)
    return tmp_path


def typed_in(line: str, folder: Path) -> list[str]:
    """What a line of the documentation prints; what it needs was fetched by `make .dev`, so that nobody is called."""
    surroundings = {"DENO_DIR": str(Path(sys.prefix) / "deno"), "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    program, verb, *words = line.split()
    assert program == "deno"
    ran = subprocess.run(
        [BIN / program, verb, "--cached-only", "--frozen", *words],
        cwd=folder,
        env={**os.environ, **surroundings},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.returncode == 0, f"{line}\n{ran.stdout}{ran.stderr}"
    return ran.stdout.splitlines()


def test_typescript_takes_right_calls_and_no_wrong_ones_and_plays_an_evening(folder, shared):
    """The commands of the documentation, with this house's address and code."""
    pages = [(ROOT / "docs" / name).read_text("utf-8") for name in ("bots.md", "bots.fr.md")]
    (written,) = {re.search(r"```sh\n(deno .*?)```", page, re.S)[1] for page in pages}  # type: ignore[index]
    keeper = shared.keeper
    keeper.done("door", open=True)
    code = keeper.get().json()["door"]["code"]
    types, check, play = written.replace("http://localhost:8017", shared.running.url).replace("CODE", code).splitlines()
    typed_in(types, folder)
    typed_in(f"{check} wrong.ts", folder)

    def open_to_whoever_knocks() -> None:
        knocks = wait_for(lambda: keeper.get().json()["door"].get("knocks"))
        keeper.done("admit", knock=next(iter(knocks)))

    with ThreadPoolExecutor(1) as beside:
        opened = beside.submit(open_to_whoever_knocks)
        told = typed_in(play, folder)
        opened.result()
    assert told[0] == "Jet de folie\xa0: 5, au-dessus de 2. Folie 2 → 3. 3"
    assert sorted(told[1:3]) == ["false 1/3", "true 2/3"]
    assert told[3:] == ["Bonsoir."]
    assert "Ann" in [seat["name"] for seat in keeper.get().json()["seats"].values()]


# ---- of everything, what no generator complains of ----


def test_every_command_is_told_apart_by_its_type(whole):
    commands = whole["components"]["schemas"]["Envelope"]["properties"]["command"]
    assert commands["discriminator"]["propertyName"] == "type"
    assert len(commands["discriminator"]["mapping"]) == len(commands["anyOf"])


def test_every_way_becomes_a_call(whole):
    for path, ways in whole["paths"].items():
        for method, way in ways.items():
            assert way["operationId"].isidentifier()
            places = [one["name"] for one in way.get("parameters", ()) if one["in"] == "path"]
            assert sorted(places) == sorted(re.findall(r"{(\w+)}", path)), (method, path)
            assert any(status.startswith("2") for status in way["responses"]), (method, path)
