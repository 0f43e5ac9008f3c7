"""The table: campaigns as append-only streams of events, and the store that keeps them."""
