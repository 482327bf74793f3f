"""The Castles of Tuscany at the synthetic table: regions, tableaus, the display and the score plan."""
