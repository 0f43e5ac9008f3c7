"""Creation: a character in the making, step by step."""
