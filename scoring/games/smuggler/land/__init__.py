"""What the game is made of: the box, its map, words and spots."""
