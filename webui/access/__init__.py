"""Who asks, what they may do, and what a request brings."""
