"""Figures, cottages and coins on a photograph."""
