"""A fight: its board, turns and rounds, declarations, odds, what a foe would do, its end."""
