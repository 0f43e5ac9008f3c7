"""Knocking: a code and a name from somewhere, counted at the door before anything is looked up."""

import asyncio
from typing import Any

from gardien.core.errors import Refusal
from gardien.core.terms import Language
from gardien.table.tables import Table
from gardien.table.viewers import STRANGER
from gardien.web.routes import Joining


async def knock(house: Any, address: str, asked: Joining, language: Language) -> tuple[Table, str]:
    """Stand at the door; the table, and the link that works once the game master has opened."""
    house.doorbell.ring(address)
    try:
        knocking = house.tables.knocking
        table, envelope, link = await asyncio.to_thread(knocking, asked.code, asked.name, asked.action or "")
        await table.act_soon(STRANGER.seat, envelope, language)
    except Refusal:
        house.doorbell.turn_away(address)
        raise
    return table, link
