"""Sheets laid out as their game lays them out: the same arrangement for the page and for paper."""
