"""Minds: sanity, madness, magic."""
