"""Following a Carcassonne table turn by turn."""
