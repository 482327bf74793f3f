"""Harbour, as a game that is handed in from outside the folder of all games."""

from tests.games.harbour import rules

RULES = rules
