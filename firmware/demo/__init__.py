"""The demo: a painted table that plays by itself, and its pages beside the players' own."""
