"""The server: connections, whoever they come from, and the pages behind them."""
