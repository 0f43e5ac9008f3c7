"""What several games share and core must not know: initiative on a d20, the course of a battle, printed profiles."""
