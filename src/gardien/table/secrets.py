"""What is random and what is hidden: links, ids, sealed rolls, and version numbers that tell outsiders nothing."""

import base64
import hashlib
import os
import secrets
from functools import lru_cache
from random import SystemRandom
from threading import Lock
from typing import Any

import msgspec

TABLE = "t"  # what the id of a table begins with
ID_LETTERS = 10  # of an id, behind what it begins with
LINK_BYTES = 20  # 160 random bits
SEAL_BYTES = 16
HANDFUL = 512  # random bytes read at once
CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 6
HEX_LETTERS = frozenset("0123456789abcdef")


class OsDice(SystemRandom):
    """Dice from the operating system's generator, asked for a handful at a time: each question costs a system call."""

    def __init__(self) -> None:
        super().__init__()
        self._bytes = b""
        self._lock = Lock()

    def getrandbits(self, k: int) -> int:
        count = (k + 7) // 8
        with self._lock:
            if len(self._bytes) < count:
                self._bytes = os.urandom(max(HANDFUL, count))
            taken, self._bytes = self._bytes[:count], self._bytes[count:]
        return int.from_bytes(taken, "big") >> (count * 8 - k)


def new_link() -> str:
    """A token that opens a seat; only its hash is kept."""
    return secrets.token_urlsafe(LINK_BYTES)


def link_hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def new_id(kind: str) -> str:
    """An id from which nothing can be counted."""
    return f"{kind}{secrets.token_hex(ID_LETTERS // 2)}"


def is_id(kind: str, word: str) -> bool:
    """Whether a word is an id that `new_id` or `made_id` could have made."""
    rest = word.removeprefix(kind)
    return word.startswith(kind) and len(rest) == ID_LETTERS and set(rest) <= HEX_LETTERS


def made_id(kind: str, action: str) -> str:
    """The id of what an action begins: the same for the same action."""
    return f"{kind}{hashlib.sha256(f'{kind}/{action}'.encode()).hexdigest()[:ID_LETTERS]}"


def made_link(action: str, *words: str) -> str:
    """A token for whoever knows an action id that nobody can guess: the same for the same words."""
    digest = hashlib.sha256(canonical([action, *words])).digest()
    return base64.urlsafe_b64encode(digest[:LINK_BYTES]).decode().rstrip("=")


def new_code() -> str:
    """A short code to read aloud, without letters that sound or look alike."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def code_hash(code: str) -> bytes:
    """Codes are kept beside links; the stroke keeps them apart, for no link has one."""
    return link_hash(f"code/{code.upper()}")


def new_key() -> str:
    return secrets.token_hex(16)


def new_nonce() -> str:
    """What keeps a seal from being guessed."""
    return secrets.token_hex(SEAL_BYTES)


def seal(nonce: str, content: Any) -> str:
    """The hash of a secret and a random number: fixes what was rolled without telling it."""
    return hashlib.sha256(nonce.encode() + b"\n" + canonical(content)).hexdigest()


def canonical(content: Any) -> bytes:
    """The same bytes for the same content."""
    return msgspec.json.encode(content, order="sorted")


@lru_cache(4096)
def veil(key: str, version: int) -> str:
    """A version as somebody sees it who must not be able to count the events in between."""
    left, right = version >> 32, version & 0xFFFFFFFF
    for turn in range(4):
        left, right = right, left ^ _mix(key, turn, right)
    return f"{left:08x}{right:08x}"


def unveil(key: str, word: str) -> int | None:
    """The version behind a veil; None for nonsense, and for every other spelling of the same."""
    if len(word) != 16 or not set(word) <= HEX_LETTERS:
        return None
    number = int(word, 16)
    left, right = number >> 32, number & 0xFFFFFFFF
    for turn in reversed(range(4)):
        left, right = right ^ _mix(key, turn, left), left
    return left << 32 | right


def _mix(key: str, turn: int, half: int) -> int:
    digest = hashlib.blake2s(b"%d %d" % (turn, half), digest_size=4, key=key.encode())
    return int.from_bytes(digest.digest(), "big")
