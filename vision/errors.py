"""What can go wrong when looking at a table; each text is one sentence for a player."""


class VisionError(Exception):
    """Anything the vision room cannot do."""


class NoTableError(VisionError, ValueError):
    """The picture shows no board of the game."""


class PrintsError(VisionError, ValueError):
    """The prints cannot be used: none learned, or not of this game, or damaged."""


class LensError(VisionError):
    """Views of a chart do not tell how a lens bends."""
