"""What the game master lets pass: it is over as if it had not been, and goes on by its own clock (SYM-01, M19)."""

from typing import Any

import msgspec
from msgspec.structs import replace

from gardien.core.fighting import Content
from gardien.systems.organique import pack
from gardien.systems.organique.keeping import drug_in, habits, irradiated, lists, ticked
from gardien.systems.organique.lasting import DAY, HOUR, Lasting
from gardien.systems.organique.standing import held
from gardien.systems.organique.states import Dose
from gardien.systems.organique.venom import advanced


def passed(sheet: Content, procedure: str, given: Content) -> dict[str, Any]:
    """What is written where a test of a row is not made."""
    match procedure:
        case "disease_progress":
            return _kept(sheet, "disease", given["disease"], _later)
        case "withdrawal_test":
            return _kept(sheet, "dependency", drug_in(given), _later)
        case "take_drug":
            return _kept(sheet, "drug", given["drug"], _over)
        case "dependency_check":
            uses = (replace(one, unchecked=0) if one.drug == drug_in(given) else one for one in habits(sheet))
            return {"habits": lists(uses)}
        case "radiation":
            return irradiated(sheet, given, {}, "")
        case "poison_tick":
            left, _ = advanced(tuple(msgspec.convert(one, Dose) for one in sheet.get("doses") or ()))
            return {"doses": lists(left), **ticked(sheet, given, {}, "")}
        case "sleeplessness":
            return {"awake_since": sheet["awake_since"] + DAY}  # one night fewer to tell (ORG-DMG-14)
    return {}


def _kept(sheet: Content, kind: str, key: str, then: Any) -> dict[str, Any]:
    """What lasts, with the first of this kind gone on; both dependencies of a drug are let go together."""
    found: list[Lasting | None] = []
    first = min((one.next or 0 for one in held(sheet) if (one.kind, one.key) == (kind, key)), default=0)
    for one in held(sheet):
        mine = (one.kind, one.key) == (kind, key) and (one.next or 0) == first
        found.append(then(one) if mine else one)
    return {"lasting": lists(one for one in found if one is not None)}


def _later(one: Lasting) -> Lasting:
    """The same, tested again after the same time: an interval of a disease, the days or the hour of a craving."""
    if one.kind == "disease":
        wait = HOUR * pack.disease(one.key).interval_hours
    else:
        wait = HOUR if one.seeking else DAY * max(1, one.count)
    return replace(one, next=(one.next or 0) + wait)


def _over(one: Lasting) -> None:
    return None
