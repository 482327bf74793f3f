"""The Raspberry Pi's own camera."""
