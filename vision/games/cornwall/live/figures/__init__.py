"""Figures on cards, by what has come on a tile."""
