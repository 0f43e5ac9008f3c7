"""What each command of a table comes to: one module for each kind, `dispatch` in front of them."""
