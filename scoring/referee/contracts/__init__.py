"""What the pages ask of the desks behind them, a module a desk, and what those hand over."""
