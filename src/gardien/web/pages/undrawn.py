"""What cannot be drawn: the fault is noted, one short sentence stands in its place, the rest of the page is drawn."""

import re
from collections.abc import Callable
from functools import cache
from typing import TypeVar

from markupsafe import Markup

from gardien.web.answers import log_fault
from gardien.web.pages.frame import ENVIRONMENT, Frame

T = TypeVar("T")
ROOT = re.compile(r'^\s*<\w+[^>{]*? id="([\w-]+)"', re.MULTILINE)  # what a part is put in place by


def in_spite(frame: Frame, draw: Callable[[], T], instead: Callable[[str], T]) -> T:
    """What is drawn; where it cannot be, what stands there instead, made of a sentence that names the fault."""
    try:
        return draw()
    except Exception as fault:
        return instead(said_instead(frame, fault))


def said_instead(frame: Frame, fault: Exception) -> str:
    """The sentence that stands where something could not be drawn; the fault itself is in the server's log, once."""
    trace = fault.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = (type(fault), trace and (trace.tb_frame.f_code, trace.tb_lineno))
    if where not in frame.noted:
        frame.noted[where] = log_fault(fault).words["reference"]
    return frame.t("undrawn", reference=frame.noted[where])


def part_instead(template: str, said: str) -> Markup:
    """A part of a page that says why it is missing, and that what comes later is put in the place of."""
    id = _root_of(template)
    return Markup('<div{} class="panel"><p class="refusal">{}</p></div>').format(
        Markup(' id="{}"').format(id) if id else "", said
    )


@cache
def _root_of(template: str) -> str:
    source, _, _ = ENVIRONMENT.loader.get_source(ENVIRONMENT, f"parts/{template}.html")  # type: ignore[union-attr]
    root = ROOT.search(source)
    return root[1] if root else ""
