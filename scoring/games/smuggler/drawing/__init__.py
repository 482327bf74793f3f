"""Art, no rules."""
