"""The log: cards, who did what to whom, what may follow, moments of the past."""
