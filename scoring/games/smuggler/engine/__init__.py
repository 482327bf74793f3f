"""How the game is played: state, moves, prices, officers, the course of turns, the ledger."""
