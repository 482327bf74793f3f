"""How the programs beside this one write a game down."""

import json
from typing import Any


def laid_out(document: dict[str, Any]) -> str:
    """Write one move a line, so that a change in a game is a readable difference."""
    moves = ",\n".join(f"    {json.dumps(move)}" for move in document["moves"])
    entries = [
        f'  "moves": [\n{moves}\n  ]' if key == "moves" else f"  {json.dumps(key)}: {json.dumps(value)}"
        for key, value in document.items()
    ]
    return "{\n" + ",\n".join(entries) + "\n}\n"
