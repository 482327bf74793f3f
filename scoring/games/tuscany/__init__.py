"""The Castles of Tuscany: a region for each player, tiles on their colours, two tracks, hidden hands."""

from scoring.games.tuscany import rules

RULES = rules
