"""Boxes that nobody sells, each drawn in a style of its own: of Carcassonne here, of Cornwall in `hexes`."""
