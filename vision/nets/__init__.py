"""The nets that ship with the eyes, and what is made of their answers."""
