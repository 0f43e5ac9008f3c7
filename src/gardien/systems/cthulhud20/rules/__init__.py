"""The rules as the ledger states them, one file or folder for each of its topics."""
