"""A player at a terminal: `python -m gardien.client.console LINK`.

A line is an act of the first character of the seat (`gauge_check gauge=madness`), or words to be said to the table
(`> Bonjour`); what happens at the table is told as it comes.
"""

import argparse
import asyncio
import sys

from gardien.cli.streams import escaped
from gardien.client import Refused, Seat
from gardien.core.terms import LANGUAGES
from gardien.table.messages import Card

SPEAKS = ">"


async def follow(seat: Seat) -> None:
    """Tell every card that says something."""
    async for news in seat.news():
        if news.card:
            tell(news.card)


def tell(card: Card) -> None:
    for line in card.told or filter(None, (str(card.words.get("text") or ""),)):
        print(escaped(line), flush=True)


async def obey(seat: Seat, line: str) -> None:
    """Do what a line says; a refusal is a sentence."""
    try:
        if line.startswith(SPEAKS):
            await seat.act("say", text=line.removeprefix(SPEAKS).strip())
        else:
            procedure, *words = line.split()
            given = {name: _value(text) for name, _, text in (word.partition("=") for word in words)}
            who = seat.characters[0] if seat.characters else None
            await seat.act("do", procedure=procedure, character=who, given=given)
    except Refused as refused:
        print(escaped(str(refused)), file=sys.stderr, flush=True)


def _value(text: str) -> int | bool | str:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdecimal() else text


async def sit(link: str, language: str) -> None:
    async with Seat(link, language="en" if language == "en" else "fr") as seat:
        hearing = asyncio.create_task(follow(seat))
        while line := await asyncio.to_thread(sys.stdin.readline):
            if line.strip():
                await obey(seat, line.strip())
        await asyncio.sleep(1)  # what was done last is still told
        hearing.cancel()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("link", help="the link of a player, http://house/l/TOKEN")
    parser.add_argument("--lang", choices=LANGUAGES, default="fr")
    said = parser.parse_args()
    try:
        asyncio.run(sit(said.link, said.lang))
    except (Refused, ValueError) as fault:
        sys.exit(escaped(str(fault)))


if __name__ == "__main__":
    main()
