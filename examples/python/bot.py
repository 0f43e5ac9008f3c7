"""A bot: a procedure on each line (`yacdha gauge_check gauge=madness value=2`), rolled, told and explained."""

import sys

import gardien


def reply(line: str) -> list[str]:
    system, procedure, *words = line.split()
    inputs = {name: value for name, _, value in (word.partition("=") for word in words)}
    try:
        answer = gardien.do(system, procedure, inputs, lax=True)
    except gardien.Refusal as refusal:
        return [refusal.said("fr")]
    return [*answer.told("fr"), *(f"  {reason}" for reason in answer.explained("fr"))]


if __name__ == "__main__":
    for line in filter(str.strip, sys.stdin):
        print("\n".join(reply(line)))
