"""What a field shows: by the net, by what a box has taught, by learned tiles."""
