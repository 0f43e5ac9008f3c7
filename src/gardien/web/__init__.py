"""The live table over HTTP."""
