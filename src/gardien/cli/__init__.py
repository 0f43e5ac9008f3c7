"""The command line: the same rules, odds and sheets, in a terminal."""
