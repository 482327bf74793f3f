"""The referee: leads a game at a table, as a pure state machine."""
