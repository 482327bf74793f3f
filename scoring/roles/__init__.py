"""What a game can do, in roles: each a protocol that code asks for singly."""

from typing import Any, Protocol, TypeVar

from scoring.roles.catalogue import Catalogue
from scoring.roles.editor import Editor
from scoring.roles.engine import Engine
from scoring.roles.inspection import Inspection
from scoring.roles.ledger import Ledger
from scoring.roles.notation import Notation
from scoring.roles.observation import Observation
from scoring.roles.photo_board import PhotoBoard
from scoring.roles.rendering import Rendering
from scoring.roles.turns import Turns

State = TypeVar("State")
Move = TypeVar("Move")
Board = TypeVar("Board")


class Rules(
    Engine[State, Move],
    Turns[State, Move],
    Observation[State, Move],
    Ledger[State, Move],
    Editor[State, Move],
    Notation[State, Move],
    Inspection[State],
    PhotoBoard[Board],
    Rendering[State, Move],
    Catalogue,
    Protocol[State, Move, Board],
):
    """All roles of a game together, as its folder's ``RULES`` has them: pure functions over frozen values."""


AnyRules = Rules[Any, Any, Any]
"""Those of a game that is only known at the table."""
AnyEngine = Engine[Any, Any]
AnyTurns = Turns[Any, Any]
AnyObservation = Observation[Any, Any]
AnyLedger = Ledger[Any, Any]
AnyEditor = Editor[Any, Any]
AnyNotation = Notation[Any, Any]
AnyInspection = Inspection[Any]
AnyPhotoBoard = PhotoBoard[Any]
AnyRendering = Rendering[Any, Any]
