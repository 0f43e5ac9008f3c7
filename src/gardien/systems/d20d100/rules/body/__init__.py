"""Bodies: damage and wounds, fatigue, care, healing."""
