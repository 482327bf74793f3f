"""Art, no rules: tiles, pieces and tables as flat shapes."""
