"""How a game of coins is report."""

from gardien.core.telling import Report
from gardien.core.wording import start, to


def tell_toss(report: Report) -> list[str]:
    """The side, and what became of the purse."""
    side, purse = report.word("side", report.outcome.side), report.number(report.outcome.purse)
    if report.outcome.won:
        return [report.pick(f"Gagné, c’est {side}. Bourse {purse}.", f"Won, it is {side}. Purse {purse}.")]
    return [report.pick(f"Perdu, c’est {side}. Bourse {purse}.", f"Lost, it is {side}. Purse {purse}.")]


def tell_duel(report: Report) -> list[str]:
    """Who pays whom."""
    one, other = report.who or report.given.challenger.name, report.given.rival.name
    payer, payee = (other, one) if report.outcome.won else (one, other)
    paid = report.number(report.outcome.paid)
    return [start(report.pick(f"{payer} paie {paid} {to(payee)}.", f"{payer} pays {payee} {paid}."))]


TELLERS = {"toss": tell_toss, "duel": tell_duel}
