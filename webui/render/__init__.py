"""What pages are drawn with: pictures, charts, sums, and answers made ready for the way."""
