"""Small frames watched one by one."""
