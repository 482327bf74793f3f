"""How the simulated table is seen: by a camera on a mast, in the light of a lamp."""
