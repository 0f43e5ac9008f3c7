"""Dangers that are nobody: falls, fire, water, weather."""
