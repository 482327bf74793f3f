"""What looks down at the table: the Pi's camera, one on USB, recordings, and the demo's painted table."""
