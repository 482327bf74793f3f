"""Commands about games: those there are, and those that were played."""
