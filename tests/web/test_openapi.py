"""The OpenAPI description: it says what is answered, and what is asked by it never breaks the server."""

import os
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx2
import jsonschema_rs
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from gardien.core.examples import played_examples
from gardien.core.system import find, keys
from gardien.table.commands import COMMANDS
from gardien.web.app import BASE, WAYS
from web.client import Evening

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = int(os.environ.get("GARDIEN_EXAMPLES", "8"))  # for each way and each kind of caller
ROLES = ("nobody", "house", "keeper", "player", "spectator", "screen")


@pytest.fixture(scope="module")
def description(shared) -> dict[str, Any]:
    return shared.running.caller().get("/openapi.json").json()


def test_every_way_is_described(description):
    described = {f"{method.upper()} {path}" for path, ways in description["paths"].items() for method in ways}
    acts = [f"{key}/procedures/{one.key}" for key in keys() for one in find(key).procedures()]
    typed = {f"POST /systems/{act}/{way}" for act in acts for way in ("do", "odds")}
    assert described == {*(f"{way.method} {way.path}" for way in WAYS), "GET /openapi.json", *typed}
    assert description["servers"] == [{"url": BASE}]
    assert description["openapi"].startswith("3.1")


def test_every_command_and_procedure_is_described_with_who_may_and_which_rules(description):
    schemas = description["components"]["schemas"]
    for command in COMMANDS:
        assert schemas[command.__name__]["x-roles"]
        assert schemas[command.__name__]["properties"]
    given, outcome = schemas["yacdha.gauge_check"], schemas["yacdha.gauge_check.outcome"]
    assert "YAC-GAU-02" in given["x-rules"]
    assert (given["x-right"], schemas["yacdha.end_scenario"]["x-right"]) == ("player", "keeper")
    assert {"gauge", "value"} <= set(given["properties"])
    assert "raised" in outcome["properties"]


def test_every_reference_leads_somewhere(description):
    schemas = description["components"]["schemas"]
    named = re.findall(r'"#/components/schemas/([^"]+)"', str(description).replace("'", '"'))
    assert named
    assert set(named) <= set(schemas)


def test_no_two_schemas_have_one_title_and_none_is_an_orphan(description):
    """What generators of clients stumble over."""
    schemas = description["components"]["schemas"]
    titles = Counter(one.get("title", name) for name, one in schemas.items())
    assert [title for title, count in titles.items() if count > 1] == []
    told = str(description["paths"]) + str(schemas) + str(description["components"]["responses"])
    reached = set(re.findall(r"#/components/schemas/([^'\"]+)", told))
    assert set(schemas) - reached == set()
    ways = Counter(way["operationId"] for ways in description["paths"].values() for way in ways.values())
    assert [name for name, count in ways.items() if count > 1] == []


def test_what_a_procedure_takes_and_answers_is_typed_where_it_is_asked(description, shared):
    way = description["paths"]["/systems/yacdha/procedures/gauge_check/do"]["post"]
    body = way["requestBody"]["content"]["application/json"]["schema"]
    assert body["properties"]["given"] == {"$ref": "#/components/schemas/yacdha.gauge_check"}
    answered = way["responses"]["200"]["content"]["application/json"]["schema"]
    asked = {"given": {"gauge": "madness", "value": 2}, "dice": [5]}
    came = shared.running.caller().post("/systems/yacdha/procedures/gauge_check/do", asked).json()
    assert set(answered["required"]) <= set(came)
    assert came["told"] == ["Jet de folie\xa0: 5, au-dessus de 2. Folie 2 → 3."]


@pytest.mark.parametrize("key", keys())
def test_what_every_example_of_a_game_sends_and_gets_is_as_described(description, key):
    """Inputs that have a default may be left out; fields of an outcome that have one are always told."""
    schemas = {name: one for name, one in description["components"]["schemas"].items() if name.startswith(f"{key}.")}
    for name, one in schemas.items():
        assert not [field for field, schema in one.get("properties", {}).items() if "default" in schema], name
    told: dict[str, list[Any]] = {}
    for one in played_examples(find(key)):
        name = f"{key}.{one.example.procedure}"
        told.setdefault(name, []).append(one.example.given)
        told.setdefault(f"{name}.outcome", []).append(msgspec.to_builtins(one.answer.outcome))
    lists = {name: {"type": "array", "items": {"$ref": f"#/components/schemas/{name}"}} for name in told}
    jsonschema_rs.validate({"properties": lists, "components": {"schemas": schemas}}, told)


def texts(schema: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every sentence of a description that people read, with its place."""
    if isinstance(schema, dict):
        for key, one in schema.items():
            if key in ("description", "summary") and isinstance(one, str):
                yield f"{path}/{key}", one
            else:
                yield from texts(one, f"{path}/{key}")
    elif isinstance(schema, list):
        for at, one in enumerate(schema):
            yield from texts(one, f"{path}/{at}")


def test_the_description_speaks_french_when_asked_and_says_the_same(description, shared):
    english = dict(texts(description))
    french = dict(texts(shared.running.caller().get("/openapi.json", params={"lang": "fr"}).json()))
    code_only = {place for place in set(english) - set(french) if re.search(r"/schemas/[a-z]\w+\.", place)}
    assert set(english) - code_only == set(french)  # what the code says of the objects of a game is no term
    own = [place for place in french if not re.search(r"/schemas/[a-z]\w+\.|/systems/\w+/procedures/\w+/", place)]
    assert len(own) > 200
    assert [place for place in own if french[place] == english[place]] == []
    assert [place for place, text in french.items() if not text and english[place]] == []
    same = [place for place in code_only ^ set(english) if french[place] == english[place]]
    assert len(same) < len(french) / 5  # codes and words that both languages have


def test_only_open_ways_need_no_link(description):
    for way in WAYS:
        described = description["paths"][way.path][way.method.lower()]
        assert ("security" in described) == (way.who != ("anyone",))
        assert described["summary"]
        assert described["operationId"] == way.handler.__name__


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_what_the_description_allows_never_breaks_the_server(shared, description, role):
    """Ways that are open to anybody are tried by nobody in particular, the others by everybody."""
    evening: Evening = shared
    links = {
        "house": evening.running.link,
        "keeper": evening.keeper.link,
        "player": evening.ann.link,
        "spectator": evening.watcher.link,
        "screen": evening.screen.link,
    }
    headers = {"Authorization": f"Bearer {links[role]}"} if role in links else {}
    own = {way.path: description["paths"][way.path] for way in WAYS}  # procedures one by one are the same way
    schema = schemathesis.openapi.from_dict({**description, "paths": own})
    schema.config.update(base_url=evening.running.url + BASE)
    tried: Counter[int] = Counter()
    for way in WAYS:
        if {way.answers, way.takes} != {"application/json"} or (way.who == ("anyone",)) != (role == "nobody"):
            continue
        operation = schema[way.path][way.method]
        right, wrong = (operation.as_strategy(generation_mode=mode) for mode in GenerationMode)

        @settings(
            max_examples=EXAMPLES,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
            deadline=None,
            derandomize=True,
            database=None,
        )
        @given(case=right | wrong if way.body else right)
        def attempt(case: Any) -> None:
            if "table" in case.path_parameters:
                case.path_parameters["table"] = evening.table
            if case.path_parameters.get("procedure"):
                case.path_parameters["procedure"] = "gauge_check"
            answer = case.call(headers=headers)
            tried[answer.status_code] += 1
            case.validate_response(answer, checks=CHECKS)

        attempt()
    assert {200, 201, 202} & set(tried), tried


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_description_can_be_read_by_people(shared, description, language):
    """Every way on one page, every procedure on its own; nothing is fetched from elsewhere."""
    with httpx2.Client(base_url=shared.running.url, params={"lang": language}, timeout=60, verify=False) as anybody:
        page = anybody.get("/api").text
        for way in WAYS:
            assert f'id="{way.handler.__name__}"' in page, way.path
            assert (way.fr if language == "fr" else way.title) in page, way.path
        listed = anybody.get("/api/yacdha").text
        assert listed.count("?acte=") == len(find("yacdha").procedures())
        act = anybody.get("/api/yacdha", params={"acte": "gauge_check", "lang": language}).text
        assert "madness | trauma" in act
        assert "/api/v1/systems/yacdha/procedures/gauge_check/odds" in act
        assert anybody.get("/api/yacdha", params={"acte": "nothing", "lang": language}).status_code == 404
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page + listed + act)


def test_every_way_has_a_title_in_both_languages_a_tag_and_where_it_takes_something_an_example(description):
    tags = {one["name"] for one in description["tags"]}
    for way in WAYS:
        described = description["paths"][way.path][way.method.lower()]
        assert way.fr != way.title
        assert set(described["tags"]) <= tags
        if way.body is not None:
            (content,) = described["requestBody"]["content"].values()
            assert msgspec.convert(content["example"], way.body)  # as the house would read it
