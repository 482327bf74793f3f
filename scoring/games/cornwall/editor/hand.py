"""A turn entered by a player: the tile in hand, where it fits, and which figures are put on it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from msgspec.structs import replace

from scoring.errors import UnreadableError, is_allowed
from scoring.game import Choice
from scoring.games.cornwall.documents.games import NOTATION
from scoring.games.cornwall.drawing.closeups import Offer, draw_held, draw_on_table, draw_standing, offer_key
from scoring.games.cornwall.drawing.drawing import draw_field
from scoring.games.cornwall.drawing.pictures import START_CELLS, draw_move
from scoring.games.cornwall.drawing.scene import beside_land
from scoring.games.cornwall.editor.answering import answer
from scoring.games.cornwall.editor.edited_tile import Corner, corner_of, lying
from scoring.games.cornwall.editor.places import (
    corner_key,
    corner_words,
    draw_start_cells,
    start_places,
    start_words,
)
from scoring.games.cornwall.editor.sentences import stand_words
from scoring.games.cornwall.engine.coins import PUB_COINS, bill, check_price, check_pub
from scoring.games.cornwall.engine.moves import (
    FigurePlacement,
    Move,
    Opening,
    PutBack,
    Recount,
    TriplePlacement,
)
from scoring.games.cornwall.engine.placing import LEAST_EDGES, check_placement, placements, touching_edges
from scoring.games.cornwall.engine.putting import check_figures, without_guests
from scoring.games.cornwall.engine.state import SUPPLY, TILES, CornwallState, is_over
from scoring.games.cornwall.land.fields import (
    FIELDS_OF_A_TILE,
    SYMBOLS,
    TERRAINS,
    Field,
    face_of,
    fields_of,
    read_field,
    symbols_of,
    words_of,
)
from scoring.games.cornwall.land.hexes import corners_mm, middle_mm, trefoil, trefoils_over
from scoring.games.cornwall.land.words import field_words
from scoring.hand import Addition, Hand, Landing, PendingTile
from scoring.picture import Point
from scoring.roles.seated import name_of, with_turn
from scoring.sentence import Sentence, counted, joined, marked, sentence
from scoring.spots import write_cell

_START = "start"
_ASKS = sentence("What does the tile show? Tap its fields clockwise, from the upper left.")
_ASKS_WHICH = sentence("Which tile was drawn? Tap it; if it is not here, tap the empty one.")
_ASKS_START = sentence("What does the start tile show? Tap its fields row by row.")
_START_PARTS = len(TERRAINS)


OTHER = "other"
"""Begins the parts of a tile that is not among those seen before: its fields come one by one."""


def in_hand(
    state: CornwallState,
    held: Sequence[str] = (),
    *,
    anywhere: bool = False,
    box: Mapping[str, int] = {},
    begun: Move | None = None,
) -> Hand:
    """Tell what can be in hand now and, once that is said, where it may be laid.

    Args:
        held: Fields of the tile clockwise, as the palette names them: "forest", "meadow.flag"; or all of them
            at once, as a face. Of the start tile, which shows every terrain once, the last one need not be
            said.
        anywhere: Whether places are wanted that the rules do not allow, for a house rule.
        box: The faces seen in earlier games, and how many are left of each; they are offered whole.
        begun: Not needed: a turn is one move.

    Raises:
        UnreadableError: No tile has these fields.
    """
    is_other = tuple(held[:1]) == (OTHER,)
    fields = tuple(field for part in held[is_other:] for field in map(read_field, part.split("-")))
    if not state.fields:
        return _start_in_hand(state, fields)
    if is_over(state):
        return Hand(_ASKS, FIELDS_OF_A_TILE, (), (), aside=_aside(state))
    if len(fields) > FIELDS_OF_A_TILE:
        raise UnreadableError(f"A tile has {FIELDS_OF_A_TILE} fields, not {len(fields)}.")
    is_whole = bool(box) and not is_other and len(fields) in (0, FIELDS_OF_A_TILE)
    known = Hand(
        _ASKS_WHICH if is_whole else _ASKS,
        1 if is_whole else FIELDS_OF_A_TILE + is_other,
        tuple(held) if is_whole else (*held[:is_other], *words_of(fields)),
        _tiles(box) if is_whole else _palette(),
        draw_held(fields) if fields else None,
        aside=_aside(state),
        offered_after=(OTHER,) if is_other else (),
        reach_mm=_reach(state),
    )
    if len(fields) < FIELDS_OF_A_TILE:
        return known
    face = face_of(fields)
    fitting = {corner_of(trefoil(cell, turns)) for cell, turns in placements(state, face)}
    corners = _every_corner(state) if anywhere else fitting
    back = None if fitting else NOTATION.plain_move(PutBack(state.player, face))
    return replace(known, landings=tuple(_landings(state, face, corners, fields)), put_back=back)


def _tiles(box: Mapping[str, int]) -> tuple[tuple[Choice, ...], ...]:
    """Offer the tiles seen before, those that look alike side by side, and one that is not among them."""
    seen = sorted(tuple(box)[:TILES])
    other = Choice(OTHER, sentence("Another tile, field by field"), draw_held(()), key="0")
    return ((*(_tile_choice(face, box[face]) for face in seen), other),)


def _tile_choice(face: str, left: int) -> Choice:
    fields = fields_of(face)
    label = joined([field_words(field) for field in fields], by=", ")
    return Choice(face, label, draw_held(fields), None if left == 1 else max(0, left))


@cache
def _palette() -> tuple[tuple[Choice, ...], ...]:
    """Offer the fields: the terrains plain, then with each symbol that they may show."""
    plain = tuple(_field_choice(Field(terrain), str(number)) for number, terrain in enumerate(_COLUMNS, 1))
    with_symbol = (
        tuple(_field_choice(Field(t, (symbol,))) for t in _COLUMNS if (symbol,) in symbols_of(t))
        for symbol in SYMBOLS
    )
    return (plain, *with_symbol)


_COLUMNS = tuple(sorted(TERRAINS, key=lambda terrain: terrain == "moor"))
"""Moors come last: they alone show no flag."""


def _field_choice(field: Field, key: str = "") -> Choice:
    return Choice(words_of([field])[0], field_words(field), draw_field(field), key=key)


def _aside(state: CornwallState) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            NOTATION.plain_move(Recount(state.player, {seat.colour: state.coins[seat.colour]})),
            sentence("Count {name}'s coins", name=seat.name),
        )
        for seat in state.setup.players
    )


def _reach(state: CornwallState) -> tuple[Point, ...]:
    """Give the corners of all fields on which a part of some tile could come to lie."""
    tiles = (trefoil(*corner) for corner in _every_corner(state))
    cells = {cell for tile in tiles if touching_edges(state.fields, tile) >= LEAST_EDGES for cell in tile}
    return tuple(point for cell in sorted(cells) for point in corners_mm(cell))


def _every_corner(state: CornwallState) -> set[Corner]:
    """Give the corners around which a tile has room beside the land."""
    tiles = (tile for cell in beside_land(state.fields) for tile in trefoils_over(cell))
    return {corner_of(tile) for tile in tiles if not any(cell in state.fields for cell in tile)}


def _landings(
    state: CornwallState, face: str, corners: set[Corner], held: tuple[Field, ...]
) -> Iterator[Landing]:
    """Give the places; at each the tile lies first as its fields were told, where it may."""
    for corner in sorted(corners, key=lambda each: (each[0][1], each[0][0], each[1])):
        cells = trefoil(*corner)
        outline = tuple((round(x, 1), round(y, 1)) for x, y in map(middle_mm, cells))
        ways = _ways(state, TriplePlacement(state.player, face, corner[1], corner[0]))
        as_held = next((at for at, placement in enumerate(ways) if lying(placement).fields == held), 0)
        moves = tuple(map(NOTATION.plain_move, ways))
        yield Landing(corner_key(corner), corner_words(corner), outline, moves, as_held)


def _ways(state: CornwallState, move: TriplePlacement) -> list[TriplePlacement]:
    """Give the tile turned as the rules allow it here or, where they do not at all, in every way.

    They are in one order, however it lies just now.
    """
    bare = replace(lying(move), kinds=("", "", ""), aside=(), pub=())
    ways = sorted(
        {bare.turned(times).move for times in range(3)},
        key=lambda placement: (placement.turns, placement.cell),
    )
    return [placement for placement in ways if is_allowed(check_placement, state, placement)] or ways


# --- the start tile --------------------------------------------------------------------------------


def _start_in_hand(state: CornwallState, fields: tuple[Field, ...]) -> Hand:
    shown = [field.terrain for field in fields]
    if len(set(shown)) < len(shown):
        raise UnreadableError(sentence("The start tile shows each of the five terrains once."))
    missing = [terrain for terrain in _COLUMNS if terrain not in shown]
    if len(missing) == 1:
        fields, missing = (*fields, Field(missing[0])), []
    choices = tuple(replace(each, left=None if each.value in missing else 0) for each in _palette()[0])
    picture = draw_held(fields, is_start=True) if fields else None
    known = Hand(_ASKS_START, _START_PARTS, tuple(words_of(fields)), (choices,), picture)
    if missing:
        return known
    move = Opening(state.player, tuple(zip(START_CELLS, fields, strict=True)))
    landing = Landing(
        _START, sentence("The start tile"), corners_mm(START_CELLS[2]), (NOTATION.plain_move(move),)
    )
    return replace(known, landings=(landing,))


def _start_laid(state: CornwallState, move: Opening) -> PendingTile:
    """Let fields of the start tile be taken away, and added elsewhere, until they lie as on the table."""
    covered = {cell for cell, _ in move.fields}
    additions = []
    for cell in start_places(move):
        if covered == {cell}:
            continue
        words = start_words(covered, cell)
        after = answer(state, move, {"cells": write_cell(cell)})
        additions.append(
            Addition(write_cell(cell), words, "", is_chosen=False, move=NOTATION.plain_move(after))
        )
    note = sentence("Tap a field to take it away, and an empty place to add one.")
    document, drawn = NOTATION.plain_move(move), draw_start_cells(move)
    return PendingTile(_START, document, draw_on_table(move), drawn, additions=tuple(additions), note=note)


# --- what is laid ----------------------------------------------------------------------------------


_NONE_LEFT = marked("{name} has no figure left to place.")


def preview(state: CornwallState, move: Move) -> PendingTile:
    """Tell how a move that lays a tile looks, and what may be added to it or turned about it."""
    if isinstance(move, Opening):
        return _start_laid(state, move)
    if not isinstance(move, TriplePlacement):
        return PendingTile("", NOTATION.plain_move(move), None, draw_move(move))
    now = with_turn(state, move.player)
    offers = list(_offers(now, move))
    figures = tuple(_figure(move, offer) for offer in offers)
    additions = (*figures, *_pub(now, move))
    return PendingTile(
        spot=corner_key(corner_of(move.cells)),
        move=NOTATION.plain_move(move),
        picture=draw_on_table(move),
        closeup=draw_standing(move, offers),
        rotations=tuple(_way_choices(now, move)),
        additions=additions,
        bill=_bill_words(now, move),
        note=""
        if additions
        else sentence("{name} has no figure left to place.", name=name_of(now, move.player)),
    )


def _way_choices(state: CornwallState, move: TriplePlacement) -> Iterator[Choice]:
    words = (sentence("as it is now"), sentence("a third to the right"), sentence("a third to the left"))
    for placement in _ways(state, move):
        times = next(k for k in range(3) if lying(move).turned(k).fields == lying(placement).fields)
        yield Choice(NOTATION.plain_move(placement if times else move), words[times], draw_move(placement))


def _offers(state: CornwallState, move: TriplePlacement) -> Iterator[Offer]:
    """Give each figure that may be put on a field, those first that are cheap, and each that stands there."""
    tile = lying(move)
    for place, cell in enumerate(tile.cells):
        for kind in SUPPLY:
            after = tile.with_kind(place, kind).move
            if is_allowed(_check_paid, state, after):
                without = tile.with_kind(place, "").move
                price = bill(state, after).figures - bill(state, without).figures
                words = joined(
                    [stand_words(after, FigurePlacement(cell, kind)), _price_words(price)], by=": "
                )
                yield Offer(cell, kind, price, tile.kinds[place] == kind, words)


def _figure(move: TriplePlacement, offer: Offer) -> Addition:
    tile = lying(move)
    place = tile.cells.index(offer.cell)
    after = tile.with_kind(place, "" if offer.is_chosen else offer.kind).move
    label = stand_words(tile.with_kind(place, offer.kind).move, FigurePlacement(offer.cell, offer.kind))
    price = _price_words(offer.price)
    key = offer_key(offer.cell, offer.kind)
    return Addition(key, label, price, offer.is_chosen, NOTATION.plain_move(after))


def _check_paid(state: CornwallState, move: TriplePlacement) -> None:
    """Refuse figures and purchases that the player may not make or cannot pay."""
    check_pub(state, move)
    check_figures(without_guests(state, move.pub), move)
    check_price(state, move)


def _price_words(price: int) -> Sentence:
    return counted("{count} coin", "{count} coins", price) if price else sentence("free")


def _pub(state: CornwallState, move: TriplePlacement) -> Iterator[Addition]:
    guests = {guest.player for guest in state.pub}
    for seat in state.setup.players:
        is_chosen = seat.colour in move.pub
        buyers = {*move.pub} ^ {seat.colour}
        after = replace(move, pub=tuple(sorted(buyers)))
        if is_chosen or (seat.colour in guests and is_allowed(_check_paid, state, after)):
            label = sentence("{name} takes all figures back from the pub", name=seat.name)
            yield Addition("", label, _price_words(PUB_COINS), is_chosen, NOTATION.plain_move(after))


def _bill_words(state: CornwallState, move: TriplePlacement) -> str:
    """Say what becomes of the player's coins."""
    sum_of, has = bill(state, move), state.coins[move.player]
    if not (sum_of.earned or sum_of.pub or sum_of.figures):
        return sentence("Coins: {has}", has=has)
    return sentence(
        "Coins: {has} + {earned} earned - {paid} paid = {left}",
        has=has,
        earned=sum_of.earned,
        paid=sum_of.pub + sum_of.figures,
        left=has + sum_of.gained,
    )
