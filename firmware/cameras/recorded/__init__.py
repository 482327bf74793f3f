"""Tables that were recorded, or are painted as they go, shown as if they lay under a camera."""
