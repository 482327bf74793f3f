"""Teaching a printed board of places and ways, for any game whose rules say what its box must be taught."""
