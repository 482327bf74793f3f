"""What the rulebook of Cornwall leaves open, as named options, each with the reading we chose."""

from msgspec import Struct

from scoring import setups
from scoring.currency import Currency, Track
from scoring.game import GameInfo, Option, OptionValue, RuleSet, Setup
from scoring.sentence import marked, plural

COLOURS = (marked("red"), marked("blue"), marked("yellow"), marked("green"))
"""Those of the wood in the box."""


class CornwallOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """One value for every option: the rules that one table has agreed on."""

    closing: str
    pub: str
    same_turn: str
    coin_supply: str
    moor_cottage: str
    at_end: str


OPTIONS = (
    Option(
        "closing",
        marked("When a region is closed"),
        (
            OptionValue(
                "no_tile_fits",
                marked(
                    "A region is scored when no tile of three fields can be laid against it any more, "
                    "whatever is drawn: holes of one or two fields close it too."
                ),
            ),
            OptionValue(
                "surrounded", marked("A region is scored when every place beside it is covered by a tile.")
            ),
        ),
    ),
    Option(
        "pub",
        marked("Who may buy figures back from the pub"),
        (
            OptionValue("own_turn", marked("Only the player whose turn it is, right after laying the tile.")),
            OptionValue("anyone", marked("Every player, right after a tile is laid.")),
        ),
    ),
    Option(
        "same_turn",
        marked("Two figures put into one region in one turn"),
        (
            OptionValue(
                "counted", marked("The second costs 1 coin more for the first, which stands there by then.")
            ),
            OptionValue("not_counted", marked("Only figures of earlier turns make a region dearer.")),
        ),
    ),
    Option(
        "coin_supply",
        marked("Coins in the box"),
        (
            OptionValue("endless", marked("There are always coins; take anything else once they run out.")),
            OptionValue("40", marked("There are 40 coins; who earns one when none is left gets none.")),
            OptionValue(
                "20", marked("There are 20 coins, as in the first printing; after that nobody earns any.")
            ),
        ),
    ),
    Option(
        "moor_cottage",
        marked("A moor with a cottage"),
        (
            OptionValue(
                "at_end", marked("Like every moor it is scored only at the end; it may not be extended.")
            ),
            OptionValue("at_once", marked("The cottage closes it, so it is scored at the end of that turn.")),
        ),
    ),
    Option(
        "at_end",
        marked("What is scored at the end"),
        (
            OptionValue("all", marked("Every region where figures still stand.")),
            OptionValue("moors", marked("Only the moors, as the English rulebook prints it.")),
        ),
    ),
)

RULE_SETS = (
    RuleSet(
        "rulebook-000",
        marked("The rulebook, with the readings most tables play by"),
        {
            "closing": "no_tile_fits",
            "pub": "own_turn",
            "same_turn": "counted",
            "coin_supply": "endless",
            "moor_cottage": "at_end",
            "at_end": "all",
        },
    ),
)

START_COINS = 1
"""What everybody has before the first turn."""

INFO = GameInfo(
    "cornwall",
    "Cornwall",
    2,
    4,
    COLOURS,
    OPTIONS,
    RULE_SETS,
    tracks=(Track("track", 40),),
    cells=plural("hexagon", "hexagons"),
    knows_box=False,
    currencies=(Currency("coins", marked("Coins"), START_COINS, units=plural("coin", "coins")),),
    left_out=marked("Coins are not counted here: every player adds a point for each coin left."),
)
"""Source of the track: Rulebook 000, "Spielvorbereitung": the field "0/40"."""


def options_of(setup: Setup) -> CornwallOptions:
    """Give the rules a table plays by: its rule set with its own choices on top.

    Raises:
        UnreadableError: The rule set, an option or a value does not exist.
    """
    return setups.options_of(INFO, setup, CornwallOptions)
