"""The desks behind the pages; see ``scoring.referee.contracts``."""
