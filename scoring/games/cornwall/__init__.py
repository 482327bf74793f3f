"""Cornwall: tiles of three fields, figures of three strengths, coins and a pub."""

from scoring.games.cornwall import rules
from scoring.games.cornwall.engine.moves import Move
from scoring.games.cornwall.engine.state import CornwallState
from scoring.games.cornwall.land.board import CornwallBoard
from scoring.roles import Rules

RULES: Rules[CornwallState, Move, CornwallBoard] = rules
