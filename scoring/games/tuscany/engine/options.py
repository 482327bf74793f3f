"""What the rulebook of The Castles of Tuscany leaves open, or its printings have otherwise, as options."""

from msgspec import Struct

from scoring import setups
from scoring.currency import Currency, Track
from scoring.game import GameInfo, Option, OptionValue, RuleSet, Setup
from scoring.sentence import marked, plural

COLOURS = (marked("blue"), marked("green"), marked("red"), marked("yellow"))
"""Those of the markers in the box."""
HAND = 5
"""So many cards everybody has before the first turn."""
TRACK = 50
GREEN = plural("green point", "green points")


class TuscanyOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """One value for every option: the rules that one table has agreed on."""

    cards_drawn: str
    cards_a_point: str
    last_tie: str
    stacks_at_end: str
    take: str
    store: str
    castle_refill: str
    castle_pick: str
    hex_without_space: str
    start_castle_area: str
    third_scoring: str
    big_area: str
    equal_pairs: str
    hands: str


def _option(name: str, title: str, first: tuple[str, str], *others: tuple[str, str]) -> Option:
    return Option(name, title, tuple(OptionValue(value, says) for value, says in (first, *others)))


OPTIONS = (
    _option(
        "cards_drawn",
        marked("Cards drawn in a turn"),
        ("3", marked("Three cards, as the newer printings have it.")),
        ("2", marked("Two cards, as in the first printing: the upper right corner of your board shows it.")),
    ),
    _option(
        "cards_a_point",
        marked("Hand cards at the end"),
        ("5", marked("Every five cards are a point.")),
        ("3", marked("Every three cards are a point, as the English rulebook prints it.")),
    ),
    _option(
        "last_tie",
        marked("Who wins a tie with as many bare fields"),
        ("more_green", marked("Whoever has more green points.")),
        (
            "fewer_green",
            marked("Whoever has fewer green points, then fewer cards, as in the English rulebook."),
        ),
    ),
    _option(
        "stacks_at_end",
        marked("Tiles that are still in your stacks"),
        ("not_counted", marked("They bring nothing at the end: they only tell how long the game lasts.")),
        ("counted", marked("Each brings a point at the end, as the tiles that you have stored.")),
    ),
    _option(
        "take",
        marked("Which tiles may be taken"),
        ("any", marked("Any of the eight.")),
        ("buildable", marked("Only one that could be laid now, whatever it costs.")),
    ),
    _option(
        "store",
        marked("Where a tile taken is stored"),
        ("any_space", marked("On any of your storage spaces; what lies there leaves the game.")),
        ("free_first", marked("On a free storage space, as long as there is one.")),
    ),
    _option(
        "castle_refill",
        marked("When the tile that a castle lays is replaced"),
        ("after", marked("After everything that the tile gives.")),
        ("at_once", marked("Before it is laid.")),
    ),
    _option(
        "castle_pick",
        marked("Whether a castle lays a tile"),
        ("may", marked("Its player may lay one, or none.")),
        ("must", marked("Its player must lay one, where one can be laid.")),
    ),
    _option(
        "hex_without_space",
        marked("A wooden hexagon without a free storage space"),
        ("two_red", marked("It stays in the supply, and brings two red points.")),
        ("drop_one", marked("Something stored may be dropped for it; else it stays in the supply.")),
        ("lost", marked("It stays in the supply.")),
    ),
    _option(
        "start_castle_area",
        marked("The start castle on a dark green field by itself"),
        ("nothing", marked("It brings nothing.")),
        ("points", marked("It completes an area, and brings a point.")),
    ),
    _option(
        "third_scoring",
        marked("The third scoring"),
        ("after_extra_round", marked("After the extra round that follows the last phase.")),
        ("before", marked("Before the extra round.")),
    ),
    _option(
        "big_area",
        marked("An area of more than three fields"),
        ("ask", marked("You are asked how much it brings: the rulebook does not say.")),
        ("six", marked("It brings six points, as one of three fields.")),
    ),
    _option(
        "equal_pairs",
        marked("Four cards of one other colour"),
        ("allowed", marked("They are two pairs, and pay for a tile.")),
        ("two_colours", marked("Two pairs must be of two colours.")),
    ),
    _option(
        "hands",
        marked("Hand cards"),
        ("at_end", marked("Everybody tells the number of their cards once, at the end.")),
        ("followed", marked("They are counted all along, as you tell what you pay; only you see your own.")),
    ),
)
RULE_SETS = (
    RuleSet(
        "rulebook-002",
        marked("The rulebook, with the readings most tables play by"),
        {option.name: option.values[0].value for option in OPTIONS},
    ),
)
INFO = GameInfo(
    "tuscany",
    "The Castles of Tuscany",
    2,
    4,
    COLOURS,
    OPTIONS,
    RULE_SETS,
    tracks=(
        Track("red", TRACK, "", marked("inner track, red")),
        Track("green", TRACK, "green", marked("outer track, green")),
    ),
    cells=plural("field", "fields"),
    knows_box=False,
    currencies=(
        Currency("green", marked("Green points"), units=GREEN),
        Currency("marble", marked("Marble")),
        Currency("workers", marked("Workers")),
        Currency("hand", marked("Hand cards"), HAND, is_private=True),
    ),
    left_out=marked(
        "Green points are those of areas, farms and storage spaces alone. What colours, yield cards and "
        "scorings have brought is not counted here, and neither are hand cards."
    ),
    bgg_id=300327,
)


def options_of(setup: Setup) -> TuscanyOptions:
    """Give the rules a table plays by: its rule set with its own choices on top.

    Raises:
        UnreadableError: The rule set, an option or a value does not exist.
    """
    return setups.options_of(INFO, setup, TuscanyOptions)
