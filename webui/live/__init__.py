"""The live table on phones: its page, its news, and all that is tapped on it."""
