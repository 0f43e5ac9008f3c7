"""What several games share and core must not know: initiative on a d20, a battle and its places, printed profiles."""
