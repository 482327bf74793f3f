"""Reading a box that nobody has learned: what a tile shows by the game's own words, not by its drawing."""
