"""What the pages and the server tell each other beside a request: names in its WSGI environment.

Where a server knows none of them, as in tests, the pages do without: a stream waits by itself then.
"""

GONE = "tablekeeper.gone"
"""Tells whether whoever asked is not there any more."""
PACE = "tablekeeper.pace"
"""Takes what tells when the table has changed (``TableDesk.listen``), and seconds: asks the answer for its
next part then, or after so long; false where too many follow the table."""
CALL = "tablekeeper.call"
"""Raises ``BodyWanted`` where the body of a request has not been read yet."""


class BodyWanted(BaseException):
    """A request may go on once its body is here; no error, and none that a page could catch by chance.

    Attributes:
        most_bytes: So large it may be.
    """

    def __init__(self, most_bytes: int) -> None:
        super().__init__(most_bytes)
        self.most_bytes = most_bytes
