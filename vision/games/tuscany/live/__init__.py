"""Following a game of The Castles of Tuscany turn by turn."""
