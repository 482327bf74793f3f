"""The pages that players see on their phones."""
