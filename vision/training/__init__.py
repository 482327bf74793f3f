"""What nets of any game are taught with; nothing at a table imports it, and it is not in the wheel."""
