"""Commands that make a machine an appliance, and take that back."""
