"""What a box of Cornish Smuggler must be taught: its board, its tracks, the back cover of its rulebook."""

from functools import cache

from scoring.games.smuggler.engine.options import OPTIONS
from scoring.games.smuggler.land.box import PRINTED_PRICES
from scoring.games.smuggler.land.words import KINDS
from scoring.sentence import marked
from scoring.teaching.asked import (
    Ground,
    Landmark,
    PlaceKind,
    PrintedFigure,
    PrintedTrack,
    Teaching,
    TrackColumn,
)

_DOUBTFUL = ("prices", "7", "2")
BACK_COVER = ("hire_pays", "sale_pays", "secret_pays", "work_minus", "tie_second")
"""The options that the back cover tells by its icons (p.28)."""
_KINDS: tuple[tuple[str, tuple[Ground, ...], bool], ...] = (
    ("port", ("coast",), True),
    ("town", ("inland",), True),
    ("scilly", (), True),
    ("village", ("inland", "coast"), False),
    ("cove", (), False),
    ("sea", ("water",), False),
    ("merchant", ("water",), False),
)
WHEEL = PrintedTrack(
    "wheel",
    marked("The gold wheel"),
    marked("Tap START, then the next space."),
    is_round=True,
)
CUSTOMS = PrintedTrack(
    "track",
    marked("The customs track"),
    marked("Tap its first step, then its last; where it turns, tap the corner between them."),
    columns=(
        TrackColumn("level", marked("The levels of discovery, from the first step on")),
        TrackColumn("bribe", marked("The prices of a bribe, likewise")),
        TrackColumn(
            "officer", marked("Which steps are marked with an officer, counted from 1"), is_mark=True
        ),
    ),
)


@cache
def teaching() -> Teaching:
    """Give what is asked; what the rulebook tells of its places and prices is in every box."""
    return Teaching(
        kinds=tuple(
            PlaceKind(value, KINDS[value], grounds, has, lists="merchants" if value == "merchant" else "")
            for value, grounds, has in _KINDS
        ),
        numbers=(0, 2, 3, 5, 7),
        tracks=(WHEEL, CUSTOMS),
        landmarks=(
            Landmark("penzance", "Penzance"),
            Landmark("st_ives", "St Ives"),
            Landmark("scilly", KINDS["scilly"], kind="scilly"),
        ),
        options=tuple(option for option in OPTIONS if option.name in BACK_COVER),
        figures=(
            PrintedFigure(marked("2 squares in a town of 7, for nothing: gold, reputation"), _DOUBTFUL, 0),
            PrintedFigure(marked("2 squares in a town of 7, for 1: gold, reputation"), _DOUBTFUL, 1),
        ),
        water_ways="sea_ways",
        base={
            "officers_start": ["penzance", "st_ives"],
            "customs_house": "penzance",
            "no_officer_moves": ["scilly"],
            "prices": {"7": PRINTED_PRICES["7"]},  # a town that a box names has its own columns alone
        },
    )
