"""Substances: drugs, poisons, diseases and what they do over time."""
