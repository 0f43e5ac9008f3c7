"""Decisions in the middle of a rule: what is open, who is asked, and how it goes on once somebody has answered."""
