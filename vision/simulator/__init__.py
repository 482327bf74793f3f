"""A table that is not there: a game state shown as a camera would see it, the inverse of reading."""
