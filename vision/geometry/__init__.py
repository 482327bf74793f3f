"""Where things are: homographies, lattices, views from above, what stands on a table."""
