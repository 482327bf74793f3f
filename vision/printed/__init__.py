"""Printed boards that nobody has taught yet: their rim, the round spots and the water on them."""
