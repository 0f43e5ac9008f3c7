"""Fire, currents and explosions: damage of a turn and the saves it asks for (DMG-01, DMG-02, DMG-04)."""
