"""Learning to read a box that nobody has seen: see ``README.md``; nothing here is needed to play."""
