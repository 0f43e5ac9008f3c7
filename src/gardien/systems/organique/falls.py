"""What falls on somebody, and somebody who falls (DMG-03)."""
