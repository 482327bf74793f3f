"""Reading a table of Cornwall."""

from vision.games.cornwall.reader import CornwallReader

READER = CornwallReader()
