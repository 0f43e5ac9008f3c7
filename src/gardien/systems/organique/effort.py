"""Endurance spent and won back: chases, long efforts, rest, the day after a collapse (END-01 to END-09)."""
