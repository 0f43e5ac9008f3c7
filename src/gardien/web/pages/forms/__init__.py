"""Forms: what a procedure asks, whom it is aimed at, its dice and its chances."""
