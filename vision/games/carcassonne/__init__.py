"""Reading a table of Carcassonne."""

from vision.games.carcassonne import reader

READER = reader
