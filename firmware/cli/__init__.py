"""The command line: every command by its name, and how each ends."""
