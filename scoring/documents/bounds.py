"""The bounds of every number that players or documents give."""

from typing import Annotated

from msgspec import Meta

Step = Annotated[int, Meta(ge=-999, le=999)]
"""No table is so large that anything lies farther from its first tile."""
Count = Annotated[int, Meta(ge=0, le=999)]
"""No player has more of anything before them, such as coins."""
Share = Annotated[float, Meta(ge=0, le=1)]
"""How likely something is: 0 is never, 1 is always."""
