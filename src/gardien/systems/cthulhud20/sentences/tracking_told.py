"""The Keeper's table of fatigue and wounds, line by line (TRACK-01)."""

from gardien.core.telling import Told
from gardien.core.wording import start, word
from gardien.systems.cthulhud20.sentences.bodies_told import stands
from gardien.systems.cthulhud20.sentences.grammar import dc, signed, wound_name, zone_name
from gardien.systems.cthulhud20.sentences.lapse_told import span
from gardien.systems.cthulhud20.tracking import TrackedRow, TrackedWound


def tracking_sheet(told: Told) -> list[str]:
    """« Paul : PF 8 sur 10, malus de fatigue −1, PV 7 sur 9, en état d'agir. Bras droit : … »"""
    rows: tuple[TrackedRow, ...] = told.outcome.rows
    return [_row(told, row) for row in rows] or [told.pick("Personne à suivre.", "Nobody to keep track of.")]


def _row(told: Told, row: TrackedRow) -> str:
    name = row.name.strip() or told.pick("sans nom", "without a name")
    fatigue = f"PF {_of(told, row.pf, row.pf_max)}"
    if row.fatigue_malus:
        shown = signed(told, row.fatigue_malus)
        fatigue += told.pick(f", malus de fatigue {shown}", f", fatigue penalty {shown}")
    text = f"{start(name)}{told.colon} {fatigue}, PV {_of(told, row.pv, row.pv_max)}, {stands(told, row.state)}."
    return " ".join((text, *(_wound(told, wound) for wound in row.wounds)))


def _of(told: Told, left: int, most: int) -> str:
    return f"{told.number(left)} {told.pick('sur', 'of')} {told.number(most)}"


def _wound(told: Told, wound: TrackedWound) -> str:
    """« Bras droit : blessure grave, GB 10, saigne, soins DD 15, prochaine perte dans 4 rounds. »"""
    parts = [wound_name(told, wound.severity), f"GB {told.number(wound.gb)}", word(told, "status", wound.status)]
    if isinstance(wound.care_dc, int):
        parts.append(told.pick(f"soins {dc(told, wound.care_dc)}", f"care {dc(told, wound.care_dc)}"))
    if isinstance(wound.next_loss_in_rounds, int):
        when = span(told, wound.next_loss_in_rounds)
        parts.append(told.pick(f"prochaine perte dans {when}", f"next loss in {when}"))
    return f"{start(zone_name(told, wound.zone))}{told.colon} {', '.join(parts)}."
