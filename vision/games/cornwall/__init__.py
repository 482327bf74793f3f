"""Reading a table of Cornwall."""
