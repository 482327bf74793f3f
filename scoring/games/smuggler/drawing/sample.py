"""Our sample box as it is printed, to play with paper: all of it made up by us."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import ceil

from msgspec.structs import replace

from scoring.games.smuggler.drawing import cards
from scoring.games.smuggler.drawing.ground import draw_ground
from scoring.games.smuggler.engine.options import COLOURS
from scoring.games.smuggler.land.box import PRINTED_PRICES, SmugglerBox, place_name, sample_box
from scoring.picture import Picture, Placed, Point, Printable, PrintableBox, Shape, bounds, whose
from scoring.sentence import Sentence, sentence

SAYS = sentence(
    "A sample box of Cornish Smuggler, made up by tablekeeper: it says nothing about the real one."
)
PART_MM: Point = (240.0, 170.0)
"""Of a board, at most so large are the parts it is cut into, their flaps not counted."""
FLAP_MM = 8.0
"""So much of the next part each one repeats on its right and lower side, to be glued under that one."""
PEGS, OFFICERS, BANDS = 8, 8, 3
MONEY = (("gold", "coin", 40, 20), ("influence", "port", 30, 12), ("reputation", "spot", 30, 12))
"""What coins there are, in which colour, and how many of 1 and of 5."""
PRICES_OF_ACTIONS = (
    ("ship", "SHIP: 1 I / 3 G"),
    ("move", "MOVE: 1 I / 2 G, 2: 3 I / 5 G"),
    ("officer", "OFFICER: 4 I / 6 G"),
    ("land", "LAND: 1 I, A RISK LESS 1 I"),
    ("buy", "BUY: 1 I + 1 G A SQUARE"),
    ("sell", "SELL: FREE, 1 OR 2"),
    ("hire", "HIRE: 1 I / 2 G + CARD"),
    ("bribe", "BRIBE: 1 I + TRACK"),
    ("raid", "RAID: 1 I + A MOB EACH"),
    ("reputation", "REPUTATION: 4 G"),
    ("secret", "SECRET: 2 I / 2 R"),
    ("work", "WORK: UP TO 11"),
    ("pass", "PASS: FREE"),
)
"""As the rulebook has them, in short: I for influence, G for gold, R for reputation."""


def printable() -> PrintableBox:
    """Give the sample box to print; see ``scoring.roles.rendering.Rendering.printable``."""
    box = sample_box()
    return PrintableBox(SAYS, (*board_parts(box), *_pieces(box), *_cards(box)))


def board_parts(box: SmugglerBox) -> Iterator[Printable]:
    """Cut a board into parts that fit on paper, numbered row by row, each with flaps to glue on."""
    board = draw_ground(box)
    _, _, width, height = board.box_mm
    columns, rows = ceil(width / PART_MM[0]), ceil(height / PART_MM[1])
    wide, high = width / columns, height / rows
    flat = _flattened(board)
    for row, column in product(range(rows), range(columns)):
        right, lower = FLAP_MM * (column < columns - 1), FLAP_MM * (row < rows - 1)
        room = (column * wide, row * high, wide + right, high + lower)
        says = sentence("Board {part}", part=f"{row + 1}{'ABCDEFGH'[column]}")
        yield _part(says, flat, board, room)


def _flattened(board: Picture) -> list[Shape]:
    """Give all shapes of a picture where they come to lie."""
    return [
        replace(shape, points_mm=tuple((x + each.at_mm[0], y + each.at_mm[1]) for x, y in shape.points_mm))
        for each in board.placed
        for shape in board.symbols[each.symbol]
    ]


def _part(
    says: Sentence, shapes: list[Shape], board: Picture, room: tuple[float, float, float, float]
) -> Printable:
    x, y, width, height = room
    middle = x + width / 2, y + height / 2
    there = tuple(
        replace(shape, points_mm=tuple((a - middle[0], b - middle[1]) for a, b in shape.points_mm))
        for shape in shapes
        if _touches(shape, room)
    )
    across, down = width / 2, height / 2
    outline = ((-across, -down), (across, -down), (across, down), (-across, down))
    box = (-across, -down, width, height)
    drawn = Picture(box, board.palette, {"part": there}, (Placed("part", (0.0, 0.0)),))
    return Printable(str(says), says, drawn, outline)


def _touches(shape: Shape, room: tuple[float, float, float, float]) -> bool:
    left, top, right, bottom = bounds((shape,))
    edge = shape.stroke_mm / 2 + 3
    x, y, width, height = room
    return left - edge < x + width and right + edge > x and top - edge < y + height and bottom + edge > y


def _pieces(box: SmugglerBox) -> Iterator[Printable]:
    kinds = Counter((piece.squares, piece.shape) for piece in box.pieces.values())
    for (squares, shape), count in kinds.items():
        yield cards.goods(squares, shape, count)
    for player in COLOURS:
        yield cards.disc(whose(sentence("marker"), player), f"peg_{player}", player, PEGS)
        yield cards.disc(whose(sentence("Ship"), player), f"ship_{player}", "surf", 1, 26.0)
        yield cards.band(player, BANDS)
    yield cards.disc(sentence("Officer"), "officer_", "black", OFFICERS)
    yield cards.disc(sentence("marker of the gold wheel"), "token_wheel", "wheel", 1)
    yield cards.disc(sentence("marker of the customs track"), "token_wheel", "town", 1, 16.0)
    for what, fill, ones, fives in MONEY:
        yield cards.coin(what, 1, fill, ones)
        yield cards.coin(what, 5, fill, fives)


def _cards(box: SmugglerBox) -> Iterator[Printable]:
    yield from map(cards.character, box.characters)
    yield from map(cards.secret, box.secrets)
    for number, shape in enumerate(box.ships, 1):
        yield cards.hold(number, shape)
    for number, stash in enumerate(box.stashes, 1):
        yield cards.stash(number, stash, place_name(box, stash.place))
    yield cards.price_list({**PRINTED_PRICES, **box.prices})
    yield cards.actions_card(PRICES_OF_ACTIONS)
