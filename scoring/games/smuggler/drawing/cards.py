"""Everything of a box but its board, as it is printed: goods, pegs, coins, cards and the price list."""

from collections.abc import Iterable, Iterator, Sequence

from scoring.game import Player
from scoring.games.smuggler.drawing.icons import draw_face
from scoring.games.smuggler.drawing.layout import SQUARE_MM
from scoring.games.smuggler.drawing.lettering import width_mm, written
from scoring.games.smuggler.drawing.pieces import Squares, base_pieces, goods_shapes, size_of, squares_of
from scoring.games.smuggler.drawing.style import own_style
from scoring.games.smuggler.land.box import CharacterCard, Prices, SecretCard, StashCard
from scoring.games.smuggler.land.words import CURRENCY_WORDS
from scoring.picture import Picture, Placed, Point, Printable, Shape, around, bounds, ring, whose
from scoring.sentence import Sentence, as_sentence, counted, sentence

CARD_MM, HOLD_CARD_MM, LIST_MM = (50.0, 74.0), (74.0, 62.0), (180.0, 104.0)
"""Width and height of a character or secret, of a ship or stash, and of the price list."""
DISC_MM, COIN_MM = 14.0, 17.0
"""Across the paper discs that stand for pegs, and across coins."""
DECK_COLOURS = {"religious": "port", "commerce": "merchant", "generic": "road", "official": "town"}
_SMALL, _NARROW, _WORDS_MM = 3.1, 0.82, 39.0
"""How high small letters are, how narrow, and how wide the words of an action may be."""

Corners = tuple[Point, ...]


def thing(
    says: Sentence, shapes: Iterable[Shape], outline: Corners, count: int = 1, back: Iterable[Shape] = ()
) -> Printable:
    """Put shapes around a middle together as something to cut out."""
    behind = (*back,)
    drawn, back_drawn = _flat(shapes, outline), _flat(behind, outline) if behind else None
    return Printable(str(says), says, drawn, outline, count, back_drawn)


def _flat(shapes: Iterable[Shape], outline: Corners) -> Picture:
    left, top, right, bottom = bounds((Shape(outline),))
    box = (left, top, right - left, bottom - top)
    return Picture(box, own_style().palette, {"flat": (*shapes,)}, (Placed("flat", (0.0, 0.0)),))


# --- pieces ----------------------------------------------------------------------------------------


def goods(squares: int, shape: str, count: int) -> Printable:
    """Draw a piece of goods in its true size, to be cut along its squares."""
    cells = squares_of(squares, shape)
    columns, rows = size_of(cells)
    by = -columns * SQUARE_MM / 2, -rows * SQUARE_MM / 2
    front = _moved(goods_shapes(squares, shape, "", SQUARE_MM), by)
    says = counted(
        "Goods of {count} square, {columns} x {rows}",
        "Goods of {count} squares, {columns} x {rows}",
        squares,
        columns=columns,
        rows=rows,
    )
    return thing(says, front, tuple(_added(corner, by) for corner in cut_line(cells)), count)


def cut_line(cells: Squares) -> Corners:
    """Give the outline of goods in their true size, from their squares.

    >>> cut_line(frozenset({(0, 0)}))
    ((0.0, 0.0), (12.0, 0.0), (12.0, 12.0), (0.0, 12.0))
    """
    corners = ((0, 0), (1, 0), (1, 1), (0, 1))
    return around([((x + a) * SQUARE_MM, (y + b) * SQUARE_MM) for a, b in corners] for x, y in cells)


def disc(says: Sentence, symbol: str, fill: str, count: int, across_mm: float = DISC_MM) -> Printable:
    """Draw a piece on a paper disc."""
    ground = Shape(ring((0.0, 0.0), across_mm / 2 + 1, corners=32), fill)
    shapes = (ground, *base_pieces()[symbol])
    return thing(says, shapes, ring((0.0, 0.0), across_mm / 2, corners=32), count)


def band(player: Player, count: int) -> Printable:
    """Draw what is laid under a bribed officer: a disc that looks out from under him, as a band does."""
    across = DISC_MM + 7
    shapes = (Shape(ring((0.0, 0.0), across / 2 + 1, corners=32), player),)
    says = whose(sentence("band for a bribe"), player)
    return thing(says, shapes, ring((0.0, 0.0), across / 2, corners=32), count)


def coin(what: str, value: int, fill: str, count: int) -> Printable:
    """Draw a coin of gold, or a counter of influence or reputation."""
    ink = "shine" if fill in {"port", "town"} else "ink"
    shapes = [
        Shape(ring((0.0, 0.0), COIN_MM / 2 + 1, corners=32), fill),
        _ring_of(ring((0.0, 0.0), COIN_MM / 2 - 1.4, corners=32), ink, 0.6),
        *written(str(value), (0.0, -1.2), 6.5, ink, 0.16),
        *written(what, (0.0, 4.6), 2.1, ink, 0.15, 0.8),
    ]
    says = sentence("{what}: {value}", what=CURRENCY_WORDS[what], value=value)
    return thing(says, shapes, ring((0.0, 0.0), COIN_MM / 2, corners=32), count)


# --- cards -----------------------------------------------------------------------------------------


def character(card: CharacterCard) -> Printable:
    """Draw a character: its name, what it costs, the reputation it brings, and what else it can do."""
    width, height = CARD_MM
    fill = DECK_COLOURS.get(card.deck, "shore")
    shapes = [*_card(CARD_MM, fill)]
    shapes += _lines(card.name, (0.0, -height / 2 + 9.0), 3.4, width - 8)
    shapes += _figure(fill)
    shapes += _price((-13.0, height / 2 - 22), "coin", card.gold, "GOLD")
    shapes += _price((13.0, height / 2 - 22), "spot", card.reputation, "REPUTATION")
    says = ("MOB. " if card.mob else "") + card.power
    shapes += _lines(says, (0.0, height / 2 - 8.0), _SMALL, width - 8)
    return thing(as_sentence(card.name), shapes, _rounded(*CARD_MM), back=_back(fill, card.deck))


def _figure(fill: str) -> Iterator[Shape]:
    yield Shape(((-11.0, 9.0), (-9.0, -2.0), (0.0, -5.0), (9.0, -2.0), (11.0, 9.0)), fill, "pieceline", 0.8)
    yield Shape(ring((0.0, -11.0), 7.0, corners=22), "cove", "pieceline", 0.8)


def _price(at: Point, fill: str, amount: int | None, says: str) -> Iterator[Shape]:
    yield Shape(ring(at, 6.0, corners=24), fill, "pieceline", 0.8)
    yield from written("?" if amount is None else str(amount), at, 6.5, "ink", 0.16)
    yield from written(says, (at[0], at[1] + 8.2), 2.1, "ink", 0.16, 0.8)


def secret(card: SecretCard) -> Printable:
    """Draw a secret: what it does in words."""
    shapes = [*_card(CARD_MM, "merchant"), *_lines(card.does, (0.0, 0.0), 4.2, CARD_MM[0] - 10)]
    return thing(as_sentence(card.does), shapes, _rounded(*CARD_MM), card.count, _back("merchant", "secret"))


def hold(number: int, shape: str) -> Printable:
    """Draw a ship's card with its hold in squares of goods."""
    return _room(sentence("Ship {number}", number=number), f"SHIP {number}", shape, "port")


def stash(number: int, card: StashCard, place: str) -> Printable:
    """Draw a stash with its squares and where it is."""
    return _room(
        sentence("Stash {number}", number=number),
        f"{place}: {card.name}" if card.name else place,
        card.shape,
        "town",
    )


def _room(says: Sentence, heading: str, shape: str, fill: str) -> Printable:
    cells = squares_of(0, shape)
    columns, rows = size_of(cells)
    x, y = -columns * SQUARE_MM / 2, -rows * SQUARE_MM / 2 + 4
    shapes = [*_card(HOLD_CARD_MM, fill), *_lines(heading, (0.0, -HOLD_CARD_MM[1] / 2 + 7), 4.0, 64.0)]
    shapes += [
        Shape(
            _box(x + column * SQUARE_MM, y + row * SQUARE_MM, SQUARE_MM, SQUARE_MM), "plate", "pieceline", 0.7
        )
        for column, row in sorted(cells)
    ]
    return thing(says, shapes, _rounded(*HOLD_CARD_MM))


def price_list(prices: Prices) -> Printable:
    """Draw what goods bring: by the size of the town and the squares of the piece, free, for 1 and for 2."""
    width = LIST_MM[0]
    columns = [(town, squares) for town in prices for squares in prices[town]]
    wide = (width - 42) / max(1, len(columns))
    shapes = [*_card(LIST_MM, "road")]
    for row, says in enumerate(("TOWN", "SQUARES", "FREE", "FOR 1", "FOR 2")):
        shapes += written(says, (-width / 2 + 18, _row_mm(row)), 4.0, "ink", 0.15, _NARROW)
    for at, (town, squares) in enumerate(columns):
        x = -width / 2 + 34 + wide * (at + 0.5)
        shapes += written(town, (x, _row_mm(0)), 5.5, "town", 0.17)
        shapes += written(squares, (x, _row_mm(1)), 5.5, "ink", 0.15)
        for row, (gold, reputation) in enumerate(prices[town][squares]):
            y = _row_mm(row + 2)
            shapes.append(Shape(ring((x, y - 3.6), 4.6, corners=20), "coin", "shore", 0.5))
            shapes += written(str(gold), (x, y - 3.6), 4.4, "ink", 0.16, 0.85)
            shapes += written(f"{reputation} R" if reputation else "-", (x, y + 5.2), 3.4, "ink", 0.15)
    return thing(sentence("Price list"), shapes, _rounded(*LIST_MM), 2)


def _row_mm(row: int) -> float:
    return (-42.0, -31.0, -14.0, 7.0, 28.0)[row]


def actions_card(prices: Sequence[tuple[str, str]]) -> Printable:
    """Draw what there is to do and what it costs, as a card for each player.

    Args:
        prices: By action, as documents call it, the words for its price.
    """
    shapes = [*_card(LIST_MM, "port")]
    for at, (face, says) in enumerate(prices):
        column, row = at % 3, at // 3
        x, y = -LIST_MM[0] / 2 + 12 + column * 58, -LIST_MM[1] / 2 + 13 + row * 19.5
        icon = draw_face(face)
        shapes += _moved(icon.symbols["icon"], (x, y), 0.42)
        high = min(_SMALL, _SMALL * _WORDS_MM / width_mm(says, _SMALL, _NARROW))
        wide = width_mm(says, high, _NARROW)
        shapes += written(says, (x + 9 + wide / 2, y), high, "ink", 0.15, _NARROW)
    return thing(sentence("What there is to do"), shapes, _rounded(*LIST_MM), 5)


def _back(fill: str, says: str) -> Iterator[Shape]:
    width, height = CARD_MM
    yield Shape(_box(-width / 2 - 1, -height / 2 - 1, width + 2, height + 2), fill)
    yield _ring_of(_rounded(width - 6, height - 6), "plate", 0.9)
    yield from written(says, (0.0, 0.0), 4.6, "plate", 0.16, 0.9)


def _card(size: Point, fill: str) -> Iterator[Shape]:
    width, height = size
    yield Shape(_box(-width / 2 - 1, -height / 2 - 1, width + 2, height + 2), "plate")
    yield _ring_of(_rounded(width - 4, height - 4), fill, 1.6)


def _lines(text: str, middle: Point, high: float, width: float) -> Iterator[Shape]:
    """Write a text in lines around a middle."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_mm(longer, high, _NARROW) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    for at, line in enumerate(lines):
        y = middle[1] + (at - (len(lines) - 1) / 2) * 1.55 * high
        yield from written(line, (middle[0], y), high, "ink", 0.15, _NARROW)


# --- shapes ----------------------------------------------------------------------------------------


def _added(at: Point, by: Point) -> Point:
    return at[0] + by[0], at[1] + by[1]


def _moved(shapes: Iterable[Shape], by: Point, scale: float = 1.0) -> Iterator[Shape]:
    for shape in shapes:
        points = tuple((by[0] + scale * x, by[1] + scale * y) for x, y in shape.points_mm)
        yield Shape(points, shape.fill, shape.stroke, scale * shape.stroke_mm)


def _ring_of(corners: Corners, stroke: str, stroke_mm: float) -> Shape:
    """Draw a closed line."""
    return Shape((*corners, corners[0], corners[1]), stroke=stroke, stroke_mm=stroke_mm)


def _box(x: float, y: float, width: float, height: float) -> Corners:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def _rounded(width: float, height: float, radius: float = 3.0) -> Corners:
    """Draw a card's outline, its corners cut off."""
    x, y, r = width / 2, height / 2, radius / 2
    return (
        (-x + r, -y), (x - r, -y), (x, -y + r), (x, y - r), (x - r, y), (-x + r, y), (-x, y - r),
        (-x, -y + r),
    )  # fmt: skip
