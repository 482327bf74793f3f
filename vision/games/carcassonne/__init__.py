"""Reading a table of Carcassonne."""

from vision.games.carcassonne.reader import CarcassonneReader

READER = CarcassonneReader()
