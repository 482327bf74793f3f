"""Where regions, tableaus, the display and the score plan lie."""
