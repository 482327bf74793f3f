"""JSON documents opened, with a sentence for whatever is wrong."""
