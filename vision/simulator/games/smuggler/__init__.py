"""Cornish Smuggler at the synthetic table: a printed map, pegs, ships, officers, goods and two markers."""
