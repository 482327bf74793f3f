"""Commands about pictures: read, learned from, followed, drawn."""
