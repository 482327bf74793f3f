"""Teaches the nets of Cornwall; only here is PyTorch needed, and nothing here runs at the table."""
