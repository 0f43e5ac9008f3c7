"""Hunger, thirst, sleeplessness, radiation: what a body goes without, and what it must bear (DMG-08 to DMG-11)."""
