"""Clients made from the description: a Python one is generated, imported and used; for TypeScript the shape is checked.

Generated are the ways of the house and one game's procedures, which is all a generator can stumble over; of the
others the same is checked schema by schema. No TypeScript compiler comes without npm, which is no part of any set-up
here: what openapi-typescript needs of a description is looked at instead.
"""

import importlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from gardien.web.app import description
from gardien.web.openapi import TAGS

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
def whole() -> Schema:
    return json.loads(json.dumps(description()))


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
        [Path(sys.executable).parent / "openapi-python-client", *line],
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


# ---- what generators of types want, of everything ----


def schemas_in(schema: Any, path: str) -> Iterator[tuple[str, Schema]]:
    """Every schema inside another, with where it is."""
    if isinstance(schema, bool) or not isinstance(schema, dict):
        return
    yield path, schema
    for name in ("properties", "patternProperties"):
        for key, one in schema.get(name, {}).items():
            yield from schemas_in(one, f"{path}/{key}")
    for name in ("anyOf", "oneOf", "allOf"):
        for at, one in enumerate(schema.get(name, ())):
            yield from schemas_in(one, f"{path}/{name}{at}")
    for name in ("items", "additionalProperties"):
        yield from schemas_in(schema.get(name), f"{path}/{name}")


def trouble(path: str, schema: Schema, names: set[str]) -> Iterator[str]:
    """What would become `unknown`, or no type at all, in TypeScript."""
    if "$ref" in schema and schema["$ref"].rpartition("/")[2] not in names:
        yield f"{path}: {schema['$ref']} leads nowhere"
    if schema.get("type") == "array" and not isinstance(schema.get("items"), dict):
        yield f"{path}: a list of nothing"
    if "prefixItems" in schema:
        yield f"{path}: a tuple"
    if missing := set(schema.get("required", ())) - set(schema.get("properties", schema.get("required", ()))):
        yield f"{path}: {missing} are required and not described"
    told_by = schema.get("discriminator", {})
    if lost := {one.rpartition("/")[2] for one in told_by.get("mapping", {}).values()} - names:
        yield f"{path}: {lost} are told apart and not there"


def test_every_schema_is_one_that_becomes_a_type(whole):
    schemas = whole["components"]["schemas"]
    names = set(schemas)
    found = [
        fault
        for name, one in schemas.items()
        for path, inner in schemas_in(one, name)
        for fault in trouble(path, inner, names)
    ]
    assert found == []
    assert [name for name in schemas if not re.fullmatch(r"[\w.-]+", name)] == []
    commands = schemas["Envelope"]["properties"]["command"]
    assert commands["discriminator"]["propertyName"] == "type"
    assert len(commands["discriminator"]["mapping"]) == len(commands["anyOf"])


def test_every_way_becomes_a_call(whole):
    for path, ways in whole["paths"].items():
        for method, way in ways.items():
            assert way["operationId"].isidentifier()
            places = [one["name"] for one in way.get("parameters", ()) if one["in"] == "path"]
            assert sorted(places) == sorted(re.findall(r"{(\w+)}", path)), (method, path)
            assert any(status.startswith("2") for status in way["responses"]), (method, path)
            for answer in way["responses"].values():
                assert "$ref" in answer or all(one["schema"] for one in answer["content"].values())
