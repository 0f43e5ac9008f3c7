"""The sheet: its parts, what follows from what, samples."""
