"""Carcassonne, with farmers, the River and the abbot."""
