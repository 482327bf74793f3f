"""Reading a table of Cornwall."""

from vision.games.cornwall import reader

READER = reader
