"""Cornish Smuggler: goods by ship and by night, officers who walk, and a ledger that never blocks."""

from scoring.games.smuggler import rules

RULES = rules
