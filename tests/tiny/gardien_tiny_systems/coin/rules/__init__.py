"""What the rules say, a file for each topic."""
