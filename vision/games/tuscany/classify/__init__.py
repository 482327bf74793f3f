"""What fields, tiles and tokens are."""
