"""The rules: a state, what may be done, what is scored."""
