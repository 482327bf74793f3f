"""Reading and following a table of The Castles of Tuscany."""
