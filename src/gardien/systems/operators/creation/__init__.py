"""Making somebody: what is checked, chosen, drafted, drawn."""
