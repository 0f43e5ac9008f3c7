"""Tests: the throw, what is added to it, skills, opposed throws."""
