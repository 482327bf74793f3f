"""Games as documents."""
