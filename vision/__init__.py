"""Reading tables: from a frame to a reading, and back; pure functions over pixels."""
