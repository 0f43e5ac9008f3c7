"""A table: its board, whoever is there, what is asked of whom, the clock, the phone's flow and the wall."""
