"""What lies there: faces, tiles, regions, and the board as a document has it."""
