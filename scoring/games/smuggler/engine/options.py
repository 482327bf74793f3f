"""What the rulebook of Cornish Smuggler leaves open, or only its back cover tells, as options."""

from msgspec import Struct
from msgspec.structs import replace

from scoring import setups
from scoring.currency import Currency, Track
from scoring.game import GameInfo, Option, OptionValue, RuleSet, Setup
from scoring.games.smuggler.land.box import load_box
from scoring.sentence import marked, plural

COLOURS = (marked("blue"), marked("green"), marked("pink"), marked("red"), marked("yellow"))
GOLD, REPUTATION = plural("gold", "gold"), plural("reputation", "reputation")


class SmugglerOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """One value for every option: the rules that one table has agreed on."""

    hire_pays: str
    sale_pays: str
    secret_pays: str
    work_minus: str
    tie_second: str
    raid: str
    sale_officer_there: str
    goods_move: str
    track_mark: str
    extra_paid: str
    who_is_poorest: str
    equal_ways: str
    win_tie: str


def _option(name: str, title: str, first: tuple[str, str], other: tuple[str, str]) -> Option:
    values = tuple(OptionValue(value, says) for value, says in (first, other))
    return Option(name, title, values)


OPTIONS = (
    _option(
        "hire_pays",
        marked("Hiring a character, beside the card's own price"),
        ("influence1_gold2", marked("1 influence or 2 gold, as the back cover lists it.")),
        ("influence1_gold1", marked("1 influence or 1 gold, as the text has it.")),
    ),
    _option(
        "sale_pays",
        marked("What the rows of the price list cost"),
        ("influence_or_reputation", marked("Influence or reputation.")),
        ("influence_or_gold", marked("Influence or gold.")),
    ),
    _option(
        "secret_pays",
        marked("What a secret costs"),
        ("influence_or_reputation", marked("2 influence or 2 reputation.")),
        ("influence_or_gold", marked("2 influence or 2 gold.")),
    ),
    _option(
        "work_minus",
        marked("What is taken off for honest work"),
        ("gold_reputation", marked("Your gold and your reputation.")),
        ("gold_influence", marked("Your gold and your influence.")),
    ),
    _option(
        "tie_second",
        marked("Who chooses where two have as little gold"),
        ("reputation", marked("Whoever has less reputation.")),
        ("influence", marked("Whoever has less influence.")),
    ),
    _option(
        "raid",
        marked("A raid on the customs house"),
        ("many", marked("Frees a piece of goods for each mob card given up.")),
        ("one", marked("Frees one piece of goods.")),
    ),
    _option(
        "sale_officer_there",
        marked("A sale where an officer stands already"),
        ("next_moves", marked("The next nearest officer moves.")),
        ("stays", marked("No officer moves.")),
    ),
    _option(
        "goods_move",
        marked("Where goods may be moved"),
        ("own_network", marked("To one of your own markers.")),
        ("anywhere", marked("To any place next door.")),
    ),
    _option(
        "track_mark",
        marked("When a marked step brings an officer"),
        ("reached", marked("As soon as the marker reaches or passes it.")),
        ("stopped", marked("Only where the marker stops on it.")),
    ),
    _option(
        "extra_paid",
        marked("Influence paid to lower the risk of a landing"),
        ("down_to_level", marked("Down to the level of discovery, since more buys nothing.")),
        ("any", marked("As much as you like.")),
    ),
    _option(
        "who_is_poorest",
        marked("Who is poorest when goods are sold"),
        ("after_income", marked("Counted after the sale is paid.")),
        ("before", marked("Counted before the sale.")),
    ),
    _option(
        "equal_ways",
        marked("Who chooses among equally short ways"),
        ("chooser", marked("Whoever moves the officers: the player with the least gold.")),
        ("mover", marked("The player whose action it is.")),
    ),
    _option(
        "win_tie",
        marked("As many points at the end"),
        ("shared", marked("They share the win.")),
        ("more_gold", marked("Whoever has more gold wins.")),
    ),
)
RULE_SETS = (
    RuleSet(
        "rulebook-003",
        marked("The rulebook, with the readings most tables play by"),
        {option.name: option.values[0].value for option in OPTIONS},
    ),
)
INFO = GameInfo(
    "smuggler",
    "Cornish Smuggler",
    2,
    5,
    COLOURS,
    OPTIONS,
    RULE_SETS,
    tracks=(
        Track("wheel", 8, "", marked("gold wheel"), is_common=True),
        Track("track", 0, "", marked("customs track"), is_common=True),
    ),
    cells=plural("place", "places"),
    knows_box=False,
    currencies=(
        Currency("gold", marked("Gold"), 13, units=GOLD),
        Currency("influence", marked("Influence"), 10),
        Currency("reputation", marked("Reputation"), units=REPUTATION),
    ),
    standing=marked("Gold and reputation as they are now: they are the points at the end."),
    left_out=marked("Gold and reputation lie before the players and are not counted here."),
    has_regions=False,
    is_printed=True,
    stock=marked("Goods left"),
    is_told=True,
    bgg_id=142451,
)


def options_of(setup: Setup) -> SmugglerOptions:
    """Give the rules a table plays by: its rule set, what its box's back cover says, its own choices on top.

    Raises:
        UnreadableError: The rule set, an option, a value or the box does not exist.
    """
    told = {} if setup.box is None else load_box(setup.box).options
    return setups.options_of(INFO, replace(setup, options={**told, **setup.options}), SmugglerOptions)
