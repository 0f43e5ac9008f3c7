"""Cold that wears endurance down hour by hour, heat day by day (DMG-05, DMG-06)."""
