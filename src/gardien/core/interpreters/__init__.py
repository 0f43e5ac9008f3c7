"""Who answers a chance program: random dice, typed dice, or every answer at once."""
