"""Answers: values as JSON, refusals with their sentence and status, requests read within bounds."""

import logging
import re
import secrets
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from gardien.core import terms
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.core.terms import Language
from gardien.table.handlers.dispatch import DEEPEST
from gardien.table.stale import StaleCommand

T = TypeVar("T")

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # of a reference read aloud: no O, 0, I or 1
BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*+"?|[][{}]', re.DOTALL)  # words are passed over whole
DEEPEST_MESSAGE = DEEPEST + 5  # levels of a message: what a command carries, and what it is sent in
HEADERS = [
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
]
HEADERS_OF_JSON = [(b"content-type", b"application/json"), *HEADERS]
HEAD = "gardien.head"  # where the head of a request is kept by its names
COOKIES = "gardien.cookies"  # and what its device has kept
HEADERS_OF_FILES = {name.decode(): value.decode() for name, value in HEADERS}

STATUS = {"unreadable": 422, "refused": 409, "stale": 409, "forbidden": 403, "broken": 500}
STATUS_BY_ID = {
    "table/no_link": 401,
    "table/no_seat": 401,
    "table/unknown": 404,
    "table/no_moment": 404,
    "table/no_character": 404,
    "system/unknown": 404,
    "procedure/unknown": 404,
    "rule/unknown": 404,
    "convert/none": 404,
    "convert/source": 404,
    "http/path": 404,
    "http/method": 405,
    "http/slow": 408,
    "http/large": 413,
    "http/large_head": 431,
    "http/kind": 415,
    "http/unreadable": 400,
    "http/form": 400,
    "http/busy": 503,
    "http/slow_down": 429,
    "http/host": 421,
    "table/link_over": 401,
    "store/large": 413,
    "store/full": 507,
    "store/read_only": 507,
    "store/disk": 507,
    "store/damaged": 507,
    "store/busy": 503,
    "store/unreachable": 503,
}


class Json(Response):
    """A value as JSON."""

    media_type = "application/json"

    def init_headers(self, headers: Mapping[str, str] | None = None) -> None:
        self.raw_headers = [
            (b"content-length", b"%d" % len(self.body)),
            (b"content-type", b"application/json"),
            *HEADERS,
        ]
        for name, value in (headers or {}).items():
            self.raw_headers.append((name.lower().encode("latin-1"), value.encode("latin-1")))

    def render(self, content: Any) -> bytes:
        return content if isinstance(content, bytes) else msgspec.json.encode(content)


def header(request: Request, name: bytes) -> str | None:
    """What a request says in its head; of several lines of one name the first."""
    known: dict[bytes, bytes] | None = request.scope.get(HEAD)
    if known is None:
        known = request.scope[HEAD] = dict(reversed(request.scope["headers"]))
    value = known.get(name)
    return None if value is None else value.decode("latin-1")


def cookies_of(request: Request) -> dict[str, str]:
    """What a device has kept for us, by name. Ours are plain words: nothing in them is quoted, so nothing is unquoted,
    which takes a quadratic time in the library of some versions of Python.
    """
    kept: dict[str, str] | None = request.scope.get(COOKIES)
    if kept is None:
        pairs = (one.partition("=") for one in (header(request, b"cookie") or "").split(";"))
        kept = request.scope[COOKIES] = {name.strip(): value.strip() for name, _, value in pairs}
    return kept


def language_of(request: Request) -> Language:
    """The caller's language: `lang`, else the browser's first of the two, else French."""
    asked = request.query_params.get("lang") if request.scope.get("query_string") else None
    if asked in ("fr", "en"):
        return asked  # type: ignore[return-value]
    for one in (header(request, b"accept-language") or "").split(","):
        code = one.strip()[:2].lower()
        if code in ("fr", "en"):
            return code  # type: ignore[return-value]
    return "fr"


def sentence(refusal: Refusal, language: Language) -> str:
    """A refusal in words for whoever is not in the house: where it keeps its tables is nobody's business."""
    if refusal.id.startswith("store/"):
        refusal.where = ""
    return terms.sentence(refusal, language)


def refusal_json(refusal: Refusal, language: Language) -> dict[str, Any]:
    """A refusal as it is sent."""
    message = sentence(refusal, language)
    shown: dict[str, Any] = {
        "id": refusal.id,
        "kind": refusal.kind,
        "where": refusal.where,
        "field": refusal.field,
        "message": message,
        "rule": refusal.rule,
    }
    if refusal.also:
        shown["also"] = [refusal_json(one, language) for one in refusal.also]
    if isinstance(refusal, StaleCommand):
        shown |= {"version": refusal.version, "moved": refusal.moved, "cards": refusal.cards}
    return shown


def refusal_response(refusal: Refusal, language: Language) -> Json:
    status = STATUS_BY_ID.get(refusal.id, STATUS[refusal.kind])
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    if status in (429, 503):
        headers = {"Retry-After": str(refusal.words.get("seconds", 1))}
    return Json({"error": refusal_json(refusal, language)}, status, headers)


def log_fault(fault: Exception) -> Refusal:
    """A fault of ours: the sentence carries a reference, the trace stays in the server's own log."""
    reference = "".join(secrets.choice(LETTERS) for _ in range(4))
    logging.getLogger("gardien.web").error("fault %s", reference, exc_info=fault)
    return Refusal("http/broken", kind="broken", reference=reference)


def fault_response(fault: Exception, language: Language) -> Json:
    """A fault of ours as JSON."""
    return refusal_response(log_fault(fault), language)


async def body_of(request: Request, kind: type[T], most: int) -> T:
    """The body as a value: JSON, of bounded length, every fault named."""
    media = (header(request, b"content-type") or "").partition(";")[0].strip().lower()
    if media != "application/json":
        raise Refusal("http/kind", came=media[:40])
    if int(header(request, b"content-length") or 0) >= most:
        raise Refusal("http/large", most=most - 1)
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) >= most:
                raise Refusal("http/large", most=most - 1)
    except ClientDisconnect:
        raise Refusal("http/unreadable", fault="…") from None  # nobody is left to read this
    return decode(body, kind)


def nests_deeper(body: bytes, most: int) -> bool:
    """Whether JSON is nested deeper than so many levels; brackets within words count for nothing."""
    if body.count(b"[") + body.count(b"{") <= most:
        return False
    depth = 0
    for bracket in BRACKETS.finditer(body):
        one = bracket[0]
        depth += one in (b"[", b"{")
        depth -= one in (b"]", b"}")
        if depth > most:
            return True
    return False


def decode(body: bytes, kind: type[T]) -> T:
    """Read JSON as a kind of value; the slow way only when there is a fault to name."""
    if nests_deeper(body, DEEPEST_MESSAGE):
        raise Refusal("file/deep", most=DEEPEST_MESSAGE)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        try:
            content = msgspec.json.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as why:
            raise Refusal("http/unreadable", fault=str(why)[:100]) from None
        if not isinstance(content, dict):
            raise Refusal("field/type", field="body", came=str(content)[:40], allowed="{…}") from None
        parse(kind, content)
        raise Refusal("field/type", came="…", allowed=str(fault)[:200]) from None
