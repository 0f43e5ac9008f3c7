"""Cards passed on to a webhook: `python -m gardien.client.relay LINK --to URL`.

Each card that is told in sentences is sent as `{"text": …}`, which most chats take; what the seat of the link may not
read is not sent. Nothing is called but the house of the link and that one address.
"""

import argparse
import asyncio
import sys

import httpx2

from gardien.cli.streams import escaped
from gardien.client import Refused, Seat
from gardien.core.terms import LANGUAGES


async def relay(seat: Seat, address: str) -> None:
    """Pass on what happens, one card at a time; one that does not arrive is said and left."""
    async with httpx2.AsyncClient(timeout=10) as client:
        async for news in seat.news():
            if not news.card or not news.card.told:
                continue
            try:
                answer = await client.post(address, json={"text": "\n".join(news.card.told)})
                answer.raise_for_status()
            except httpx2.HTTPError as fault:
                print(f"{news.card.id}: {escaped(str(fault))}", file=sys.stderr, flush=True)


async def run(link: str, address: str, language: str) -> None:
    async with Seat(link, language="en" if language == "en" else "fr") as seat:
        await relay(seat, address)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("link", help="a link to a seat, best of somebody who only watches: http://house/l/TOKEN")
    parser.add_argument("--to", required=True, metavar="URL", help="the webhook; without one nothing is sent anywhere")
    parser.add_argument("--lang", choices=LANGUAGES, default="fr")
    said = parser.parse_args()
    try:
        asyncio.run(run(said.link, said.to, said.lang))
    except (Refused, ValueError) as fault:
        sys.exit(escaped(str(fault)))


if __name__ == "__main__":
    main()
