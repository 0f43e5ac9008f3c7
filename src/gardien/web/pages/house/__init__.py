"""The house's own pages: its tables and doors, a table's settings and files, the rules to read."""
