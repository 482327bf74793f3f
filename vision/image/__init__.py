"""Pixels: colours, light, files, and pictures painted."""
