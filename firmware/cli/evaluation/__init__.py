"""Commands that measure: this machine, the reading, the memory."""
