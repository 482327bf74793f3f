"""Reading a table of Carcassonne."""
