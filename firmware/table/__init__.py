"""The live table: its worker, and what that works with."""
