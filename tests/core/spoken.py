"""Refusals as the reader gets them, for tests that assert the sentence."""

from collections.abc import Callable
from typing import Any

import pytest

from gardien.core.errors import Refusal
from gardien.core.terms import HARD, THIN, sentence


def refused(act: Callable[..., Any], *args: Any, **kwargs: Any) -> Refusal:
    """The refusal that an act meets."""
    with pytest.raises(Refusal) as caught:
        act(*args, **kwargs)
    return caught.value


def french(text: str) -> str:
    """French with its spaces in sight: ~ is the hard one (before : and inside « »), ^ the thin one (before ; ! ? %)."""
    return text.replace("~", HARD).replace("^", THIN)


def both(refusal: Refusal) -> tuple[str, str]:
    """The sentence in French and in English."""
    return sentence(refusal, "fr"), sentence(refusal, "en")
