"""Carcassonne, with farmers, the River and the abbot."""

from scoring.games.carcassonne import rules
from scoring.games.carcassonne.engine.moves import Move
from scoring.games.carcassonne.engine.state import CarcassonneState
from scoring.games.carcassonne.land.board import CarcassonneBoard
from scoring.roles import Rules

RULES: Rules[CarcassonneState, Move, CarcassonneBoard] = rules
