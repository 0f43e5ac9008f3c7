"""What every rule system stands on: dice, chance programs, their readings, procedures. No game in here."""
