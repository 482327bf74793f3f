"""Recorded games on the disk: how they are written, found and read."""
