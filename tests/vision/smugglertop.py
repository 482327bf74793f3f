"""A game of Cornish Smuggler that has just begun, for whoever looks at its table."""

from scoring.game import PlayerSeat, Setup
from scoring.games.smuggler.engine.moves import Begin
from scoring.games.smuggler.engine.options import INFO
from scoring.games.smuggler.engine.play import apply
from scoring.games.smuggler.engine.state import SmugglerState, start, with_goods
from scoring.games.smuggler.land.box import dump_box, sample_box

PLAYERS = ("red", "blue")


def begin() -> SmugglerState:
    """Set the table up for two, with goods of red's in Helston."""
    box = sample_box()
    seats = tuple(PlayerSeat(name, colour) for name, colour in zip(("Anna", "Ben"), PLAYERS, strict=True))
    state = start(Setup(INFO.rule_sets[0].name, seats, box=dump_box(box)))
    for player, marker, ship in (("red", "helston", "lands_end"), ("blue", "penzance", "merchant_north")):
        state, _ = apply(state, Begin(player, box.characters[0], marker, ship, box.ships[0]))
    return with_goods(state, ("g6",), where="helston", owner="red")
