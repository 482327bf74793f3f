"""Boards and games as documents: read, judged, written, played through, listed."""
