"""The cards of a game from look to look: found again, new, gone."""
