"""How a game of pennies is told."""

from gardien.core.telling import Report


def tell_toss(told: Report) -> list[str]:
    """The side, and what became of the purse."""
    side = told.word("side", told.outcome.side)
    purse = told.number(told.outcome.purse)
    if told.outcome.won:
        return [
            told.pick(f"La pièce montre {side}, gagné. Bourse {purse}.", f"The coin shows {side}, won. Purse {purse}.")
        ]
    return [
        told.pick(f"La pièce montre {side}, perdu. Bourse {purse}.", f"The coin shows {side}, lost. Purse {purse}.")
    ]


def tell_match(told: Report) -> list[str]:
    """The winner and the score."""
    score = f"{told.number(told.outcome.heads)}–{told.number(told.outcome.tails)}"
    winner = told.word("winner", told.outcome.winner)
    return [f"{told.pick('Vainqueur', 'Winner')}{told.colon} {winner}, {score}."]


def tell_robbery(told: Report) -> list[str]:
    """What was taken."""
    count = told.number(told.outcome.stolen)
    return [f"{told.pick('Pièces prises', 'Pennies taken')}{told.colon} {count}."]


TELLERS = {"toss": tell_toss, "best_of": tell_match, "rob": tell_robbery}
