"""Photographs: taken in, set right, scored, played on from."""
