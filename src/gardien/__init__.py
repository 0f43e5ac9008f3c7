"""Gardien: the game master's right hand for French role-playing games of the Cthulhu family."""
