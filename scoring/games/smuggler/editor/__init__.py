"""Moves entered, asked about, said, and looked up."""
