"""What lies there: colours, tiles, the box's facts, and regions joined of its pieces."""
