"""Rules, points and history of the games: pure, no I/O, no clock, no chance."""
