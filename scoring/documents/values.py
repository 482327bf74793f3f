"""What a JSON object is in the house: as it was read, and as it is written."""

from collections.abc import Mapping
from typing import Any, TypeAlias

Document: TypeAlias = Mapping[str, Any]
"""A JSON object that was read: whatever its keys hold is asked before it is used."""
Written: TypeAlias = dict[str, Any]
"""A JSON object that is being written."""
