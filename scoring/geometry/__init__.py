"""Cells of a lattice: which hang together, and how players number them."""
