"""What is kept of a game: its events, its draft, and the game put together again from them."""
