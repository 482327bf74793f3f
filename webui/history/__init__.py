"""The games that were played, and what they add up to."""
