"""Boxes of Carcassonne that nobody sells, each drawn in a style of its own by chance."""
