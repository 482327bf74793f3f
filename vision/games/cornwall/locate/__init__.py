"""Where the fields lie, and which of them are one tile."""
