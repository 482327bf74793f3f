"""What is done when something happens: each function a cell of the referee's table."""
