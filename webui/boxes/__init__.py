"""Boxes learned from pictures of their tiles."""
