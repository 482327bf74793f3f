"""What players look up or enter."""
