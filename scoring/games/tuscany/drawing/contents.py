"""The printed contents of a box by name, as the simulated table calls them: "piece:A1", "token:card"."""

from collections.abc import Iterator

from scoring.games.tuscany.drawing import components as drawn
from scoring.games.tuscany.drawing.components import Component, Design, yield_name
from scoring.games.tuscany.engine.options import COLOURS
from scoring.games.tuscany.land.box import BoxFacts
from scoring.games.tuscany.land.tiles import FARM, FIELDS, KIND_OF, TOKENS

NEUTRAL = "neutral"
"""Names the back of tiles that are nobody's own."""


def contents(facts: BoxFacts, design: Design, cards_drawn: int = 3) -> dict[str, Component]:
    """Name and draw everything printed that a game with a box may show.

    Args:
        facts: What is in the box, as far as that is known.
        design: How it looks.
        cards_drawn: How many cards the players' boards say are drawn in a turn.
    """
    return {
        **dict(_tiles(facts, design)),
        **dict(_boards(facts, design, cards_drawn)),
        **dict(_cards(facts, design)),
    }


def _tiles(facts: BoxFacts, design: Design) -> Iterator[tuple[str, Component]]:
    kinds = {*KIND_OF.values()} - {FARM}
    for face in sorted({*facts.own_tiles, *facts.neutral_tiles, *kinds}):
        yield face, drawn.tile(face, design)
    for owner in (*COLOURS, NEUTRAL):
        yield f"back:{owner}", drawn.back(owner, design)
    for kind in TOKENS:
        yield f"token:{kind}", drawn.token(kind, design)
    for colour, values in facts.colour_bonus.items():
        for place, value in enumerate(values, 1):
            yield f"bonus:{colour}:{place}", drawn.bonus(colour, value or 0, place, design)


def _boards(facts: BoxFacts, design: Design, cards_drawn: int) -> Iterator[tuple[str, Component]]:
    for piece, colours in facts.region.pieces.items():
        yield f"piece:{piece}", drawn.piece(facts.region.shape, colours, design)
    for player in COLOURS:
        yield f"tableau:{player}", drawn.tableau(player, cards_drawn, design)
    yield "plan", drawn.plan(design)
    yield "mat", drawn.mat(design)


def _cards(facts: BoxFacts, design: Design) -> Iterator[tuple[str, Component]]:
    for kind in facts.yield_cards:
        name = yield_name(kind.gives)
        yield f"yield:{name}", drawn.yield_card(name, design)
    yield "yield_back", drawn.yield_back(design)
    yield "card_back", drawn.card_back(design)
    for colour in FIELDS:
        yield f"card:{colour}", drawn.card(colour, design)
