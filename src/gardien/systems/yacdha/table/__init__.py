"""What the table needs to know: whom an act meets, what it leaves, what falls due, how a fight is run."""
