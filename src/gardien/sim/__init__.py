"""Fights and scenarios weighed: exact where it can, simulated where it must, and it says which."""
