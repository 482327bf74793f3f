"""What stands and lies beside the land: the pub and the coins."""
