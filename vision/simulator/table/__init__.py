"""What there is on the simulated table, and what happens to it."""
