"""A reading written down, drawn on its photograph, held against the truth."""
