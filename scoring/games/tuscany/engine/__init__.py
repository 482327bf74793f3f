"""The rules: a turn checked, done and scored."""
