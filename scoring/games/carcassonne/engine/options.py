"""The ways tables play Carcassonne differently, and the two leaflets as sets of such ways."""

from msgspec import Struct

from scoring import setups
from scoring.currency import Track
from scoring.game import GameInfo, Option, OptionValue, RuleSet, Setup
from scoring.sentence import marked

COLOURS = (
    marked("red"),
    marked("blue"),
    marked("yellow"),
    marked("green"),
    marked("black"),
    marked("pink"),
    marked("orange"),
    marked("purple"),
    marked("brown"),
    marked("white"),
    marked("grey"),
)
"""Those of the wood: the first five are in every edition's box."""


class CarcassonneOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """One value for every option: the rules that one table has agreed on."""

    small_city: str
    farms: str
    unfinished_road: str
    farmers: bool
    abbot: bool
    river: bool
    river_u_turn: str
    spring: str


def _switch(name: str, title: str, on: str, off: str) -> Option:
    return Option(name, title, (OptionValue(True, on), OptionValue(False, off)))


OPTIONS = (
    Option(
        "small_city",
        marked("Cities of two tiles"),
        (
            OptionValue("normal", marked("A finished city of two tiles scores like any other city.")),
            OptionValue(
                "two_points", marked("A finished city of only two tiles scores 2 points and 1 a shield.")
            ),
        ),
    ),
    Option(
        "farms",
        marked("Cities that touch several farms"),
        (
            OptionValue(
                "each_farm", marked("Every farm pays its owner 3 points for each finished city it touches.")
            ),
            OptionValue(
                "once_per_player", marked("A player counts each finished city once, over all their farms.")
            ),
        ),
    ),
    Option(
        "unfinished_road",
        marked("Unfinished roads at the end"),
        (
            OptionValue("one_point", marked("The whole road scores 1 point, however long it is.")),
            OptionValue("per_tile", marked("Each of its tiles scores 1 point, as nearly everybody plays.")),
        ),
        is_asked=True,
    ),
    _switch(
        "farmers",
        marked("Farmers"),
        marked("Figures may be laid down in fields as farmers and score at the end."),
        marked("Nobody may place a figure in a field."),
    ),
    _switch(
        "abbot",
        marked("Abbots and gardens"),
        marked(
            "Everyone has an abbot for cloisters and gardens, who may be taken back early for his points."
        ),
        marked("There are no abbots, and gardens mean nothing."),
    ),
    _switch(
        "river",
        marked("The River"),
        marked("The spring is the start tile and the whole river is laid before any other tile."),
        marked("The game begins with the start tile and has no river."),
    ),
    Option(
        "river_u_turn",
        marked("Bends of the river"),
        (
            OptionValue("free", marked("The river may bend the same way on two tiles in a row.")),
            OptionValue("forbidden", marked("Two bends of the river in a row may not turn the same way.")),
        ),
        under="river",
    ),
    Option(
        "spring",
        marked("Which spring is in the box"),
        (
            OptionValue("plain", marked("The river begins with a spring in the middle of a field.")),
            OptionValue(
                "with_road", marked("The river begins with the newer spring, which has a road above it.")
            ),
        ),
        under="river",
    ),
)

RULE_SETS = (
    RuleSet(
        "leaflet-001",
        marked("Classic rulebook: small cities score 2, each city counts once for a farmer"),
        {
            "small_city": "two_points",
            "farms": "once_per_player",
            "unfinished_road": "per_tile",
            "farmers": True,
            "abbot": False,
            "river": False,
            "river_u_turn": "forbidden",
            "spring": "plain",
        },
    ),
    RuleSet(
        "leaflet-004",
        marked("Newer rulebook: every farm counts its cities, with farmers, River and abbot to choose"),
        {
            "small_city": "normal",
            "farms": "each_farm",
            "unfinished_road": "one_point",
            "farmers": True,
            "abbot": False,
            "river": False,
            "river_u_turn": "free",
            "spring": "plain",
        },
    ),
)

INFO = GameInfo(
    "carcassonne", "Carcassonne", 2, 5, COLOURS, OPTIONS, RULE_SETS, tracks=(Track("track", 50),), bgg_id=822
)


def options_of(setup: Setup) -> CarcassonneOptions:
    """Give the rules a table plays by: its rule set with its own choices on top.

    Raises:
        UnreadableError: The rule set, an option or a value does not exist.
    """
    return setups.options_of(INFO, setup, CarcassonneOptions)
