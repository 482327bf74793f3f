"""What any game's moves say alike in their documents."""

from collections.abc import Iterator

from scoring.documents.values import Document
from scoring.game import Cell


def laid_in(move: Document) -> Iterator[tuple[str, Cell]]:
    """Give what a move lays, one after the other: face and cell.

    A move of several actions says so in each of its ``actions``, what lays another thing in its ``takes``.

    Args:
        move: As the game document writes it.

    Example:
        >>> list(laid_in({"player": "red", "face": "E", "turns": 2, "cell": [0, -1]}))
        [('E', (0, -1))]
        >>> then = {"face": "city", "cell": [2, 0], "takes": {"face": "farm", "cell": [1, 1]}}
        >>> list(laid_in({"player": "red", "actions": [{"draw": True}, then]}))
        [('city', (2, 0)), ('farm', (1, 1))]
    """
    if "actions" in move:
        for action in move["actions"]:
            yield from laid_in(action)
        return
    if "face" in move and "cell" in move:
        q, r = move["cell"]
        yield str(move["face"]), (q, r)
        yield from laid_in(move.get("takes") or {})
