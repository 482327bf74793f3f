"""How the faces are called in documents that people and other programs write."""

import re

from scoring.documents.complaints import shown
from scoring.errors import UnreadableError
from scoring.games.carcassonne.land.catalogue import faces

_RIVER = re.compile(r"(?:R|RIVER)[ _.-]?([A-L])([ _-]?C3)?")
_BARE_RIVER = re.compile(r"([A-L])([ _-]?C3)?")


def face_named(text: str, river: bool = False) -> str:
    """Find the face a document means.

    Args:
        text: "A" to "X"; for the River "river_A" to "river_L", "river_A_C3" and "river_L_C3", or
            in other spellings "river-A", "River A", "RA".
        river: Whether only a river tile can be meant, so that the bare letter is enough.

    Raises:
        UnreadableError: No face is called so.
    """
    upper = text.strip().upper()
    match = _RIVER.fullmatch(upper) or (_BARE_RIVER.fullmatch(upper) if river else None)
    name = f"river_{match[1]}{'_C3' if match[2] else ''}" if match else upper
    if name not in faces():
        raise UnreadableError(f"There is no face {shown(text)}; faces are A to X and river_A to river_L.")
    return name
