"""Becoming somebody: scores, skills, levels, experience."""
