"""Fields of Cornwall as no box shows them, each box in a style of its own by chance."""
