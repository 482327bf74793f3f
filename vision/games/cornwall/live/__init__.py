"""Following a game of Cornwall turn by turn."""
