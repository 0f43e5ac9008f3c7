"""A sheet: read, touched, written on, printed."""
