"""How well and how fast tables are read and followed, measured."""
