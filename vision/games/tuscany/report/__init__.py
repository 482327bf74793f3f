"""What was read, written down, drawn and counted."""
