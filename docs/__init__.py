"""What is generated into docs/: the rule reference and the README's picture."""
