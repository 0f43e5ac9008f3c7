"""The table: campaigns as append-only streams of events, and the store that keeps them."""

from gardien.core.whole_types import keep_types_whole

keep_types_whole()  # a store and a server have threads
