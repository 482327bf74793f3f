"""A move proposed and not yet confirmed: what its player may set right, and the answers to offer."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from scoring.errors import is_allowed
from scoring.game import Choice, Player, Question
from scoring.games.cornwall.documents.games import NOTATION
from scoring.games.cornwall.drawing.pictures import draw_move
from scoring.games.cornwall.editor.answering import figure_key
from scoring.games.cornwall.editor.edited_tile import EditedTile, free_corners, lying
from scoring.games.cornwall.editor.places import corner_key, draw_corners, draw_start_cells, start_places
from scoring.games.cornwall.editor.questions import NO_YES, kind_choices, symbols_question, terrain_question
from scoring.games.cornwall.editor.sentences import stand_words
from scoring.games.cornwall.engine.moves import Move, Opening, PutBack, Recount, TriplePlacement
from scoring.games.cornwall.engine.placing import check_placement, touching_edges
from scoring.games.cornwall.engine.play import check
from scoring.games.cornwall.engine.returned import unseen
from scoring.games.cornwall.engine.state import CornwallState
from scoring.games.cornwall.land.fields import Field, fields_of
from scoring.games.cornwall.land.hexes import trefoil
from scoring.games.cornwall.land.words import DIRECTIONS, face_words, field_words
from scoring.geometry.rulers import at_number
from scoring.roles.seated import name_of
from scoring.sentence import Sentence, joined, listed, sentence
from scoring.spots import write_cell

NEAREST = 7
"""How many whole moves are offered at most, the one at hand among them."""
_MOST_COINS = 12
"""So many are offered at least when coins are counted."""


def ask(state: CornwallState, move: Move, others: Sequence[Move] = ()) -> tuple[Question, ...]:
    """List what a player may set about a move before confirming it, the likeliest answers first.

    Args:
        others: What else it has been taken for, the likeliest first.
    """
    if isinstance(move, Opening):
        return _about_start(state, move)
    if isinstance(move, PutBack):
        fields = enumerate(fields_of(move.face), start=1)
        return (*(q for number, field in fields for q in _about_numbered(number, field)), _whose(state, move))
    if isinstance(move, Recount):
        return (*_about_coins(state, move), _whose(state, move))
    return _about_placement(state, move, others)


def _about_placement(
    state: CornwallState, move: TriplePlacement, others: Sequence[Move]
) -> tuple[Question, ...]:
    tile = lying(move)
    return (
        _nearest_question(state, move, others),
        _turns_question(tile),
        _corner_question(state, tile),
        *(question for place in range(3) for question in _about_place(tile, place)),
        *_pub_questions(state, move),
        *_unseen_question(state, move),
        _whose(state, move),
    )


def _nearest_question(state: CornwallState, move: TriplePlacement, others: Sequence[Move]) -> Question:
    """Offer whole moves that are easily taken for this one: what else was seen, then what looks alike."""
    found: list[Move] = [move]
    for other in (*others, *(each for each in _alike(move) if is_allowed(check, state, each))):
        if other not in found and len(found) < NEAREST:
            found.append(other)
    choices = tuple(Choice(NOTATION.plain_move(each), _short(each, move), draw_move(each)) for each in found)
    return Question("move", sentence("Which of these is it?"), choices, NOTATION.plain_move(move))


def _short(move: Move, beside: TriplePlacement) -> Sentence:
    """Say in a few words beside its drawing what tells a move from another."""
    if not isinstance(move, TriplePlacement):
        return sentence("put back")
    words = [face_words(move.face)] if move.face != beside.face else []
    if {*move.cells} != {*beside.cells}:
        words.append(sentence("at another place"))
    elif move.face == beside.face and move.fields != beside.fields:
        words.append(sentence("turned another way"))
    if move.figures != beside.figures:
        words += [stand_words(move, figure) for figure in move.figures] or [sentence("no figure")]
    if move.pub != beside.pub:
        bought = sentence("figures bought back from the pub")
        words.append(bought if move.pub else sentence("no figures bought back"))
    return joined(words or [sentence("as said above")], by=", ")


def _alike(move: TriplePlacement) -> Iterator[Move]:
    """Give the moves that differ by the size of a figure, by a figure more or less, and by the pub."""
    tile = lying(move)
    for place, kind in enumerate(tile.kinds):
        if kind:
            yield from (tile.with_kind(place, other).move for other in ("small", "tall", "big", ""))
    yield replace(move, pub=() if move.player in move.pub else (move.player,))
    for place, kind in enumerate(tile.kinds):
        if not kind:
            yield from (tile.with_kind(place, other).move for other in ("small", "tall", "big"))


def _turns_question(tile: EditedTile) -> Question:
    found: dict[int, Choice] = {}
    labels = (sentence("as it is now"), sentence("a third to the right"), sentence("a third to the left"))
    for times, label in enumerate(labels):
        move = tile.turned(times).move
        found.setdefault(move.turns, Choice(move.turns, label, draw_move(move)))
    return Question("turns", sentence("How is it turned?"), tuple(found.values()), tile.move.turns)


def _corner_question(state: CornwallState, tile: EditedTile) -> Question:
    """Ask around which corner it lies, where a tile has room near where it was seen."""
    free = free_corners(state.fields, tile.corner[0])
    near = [corner for corner in free if touching_edges(state.fields, trefoil(*corner))]
    corners = [tile.corner, *(corner for corner in near if corner != tile.corner)]
    allowed = {
        corner
        for corner in corners
        if is_allowed(check_placement, state, replace(tile, corner=corner, aside=()).move)
    }
    corners.sort(key=lambda corner: (corner != tile.corner, corner not in allowed))
    picture = draw_corners(state, tile.move, corners, allowed)
    labels = {placed.spot: placed.says for placed in picture.placed if placed.spot}
    choices = tuple(Choice(corner_key(corner), labels[corner_key(corner)]) for corner in corners)
    title = sentence("Where does it lie? Tap the point where its three fields meet")
    return Question("corner", title, choices, corner_key(tile.corner), picture)


def _about_place(tile: EditedTile, place: int) -> Iterator[Question]:
    field, number = tile.fields[place], place + 1
    where = DIRECTIONS[tile.corner[1]][place]
    about = sentence("The field {where}: {field}", where=where, field=field_words(field))
    yield from _about_field(number, field, about)
    kinds = (Choice("", sentence("no figure")), *kind_choices())
    yield Question(
        f"figure_{number}", sentence("Which figure was put on it?"), kinds, tile.kinds[place], about=about
    )


def _about_field(number: int, field: Field, about: str) -> tuple[Question, Question]:
    return (
        terrain_question(f"terrain_{number}", sentence("Which terrain is it?"), field, about=about),
        symbols_question(f"symbols_{number}", sentence("What is printed on it?"), field, about=about),
    )


def _about_numbered(number: int, field: Field) -> tuple[Question, Question]:
    words = sentence("Field {number}: {field}", number=number, field=field_words(field))
    return _about_field(number, field, words)


def _pub_questions(state: CornwallState, move: TriplePlacement) -> Iterator[Question]:
    """Ask who buys figures back, of those who may and have some in the pub."""
    guests = {guest.player for guest in state.pub}
    for seat in state.setup.players:
        may = seat.colour == move.player or state.options.pub == "anyone"
        if (may and seat.colour in guests) or seat.colour in move.pub:
            title = sentence("Does {name} take all figures back from the pub for 1 coin?", name=seat.name)
            yield Question(f"pub_{seat.colour}", title, NO_YES, seat.colour in move.pub)


def _unseen_question(state: CornwallState, move: TriplePlacement) -> Iterator[Question]:
    offered = [
        Choice(figure_key(variant), sentence("yes, {figure}", figure=_new_figures(move, variant)))
        for variant in unseen(state, move)
        if isinstance(variant, TriplePlacement)
    ]
    if offered:
        title = sentence("Was a figure put here, scored and taken to the pub?")
        yield Question("unseen", title, (Choice("", sentence("no")), *offered), "")


def _new_figures(move: TriplePlacement, variant: TriplePlacement) -> Sentence:
    return listed([stand_words(variant, figure) for figure in variant.figures if figure not in move.figures])


def _whose(state: CornwallState, move: Move) -> Question:
    seats = tuple(Choice(seat.colour, seat.name) for seat in state.setup.players)
    title = sentence("Who begins?") if isinstance(move, Opening) else sentence("Whose turn is it?")
    return Question("player", title, seats, move.player)


def _about_start(state: CornwallState, move: Opening) -> tuple[Question, ...]:
    numbered = enumerate(sorted(move.fields, key=lambda each: each[0][::-1]), start=1)
    return (
        _cells_question(move),
        *(question for number, (_, field) in numbered for question in _about_numbered(number, field)),
        _whose(state, move),
    )


def _cells_question(move: Opening) -> Question:
    """Let places be tapped to lay fields of the start tile there, or to take them away."""
    covered = {cell for cell, _ in move.fields}
    choices = tuple(
        Choice(
            write_cell(cell),
            sentence("Take the field {where} away", where=at_number(cell))
            if cell in covered
            else sentence("Add a field {where}", where=at_number(cell)),
        )
        for cell in start_places(move)
    )
    title = sentence("How does it lie? Tap a field to take it away, and an empty place to add one")
    return Question("cells", title, choices, None, draw_start_cells(move))


def _about_coins(state: CornwallState, move: Recount) -> Iterator[Question]:
    for player, count in (move.coins or state.coins).items():
        yield _coins_question(state, player, count)


def _coins_question(state: CornwallState, player: Player, now: int) -> Question:
    has = state.coins[player]
    counts = range(max(_MOST_COINS, has + 4, now + 4) + 1)
    title = sentence("How many coins has {name}?", name=name_of(state, player))
    choices = tuple(Choice(count, str(count)) for count in counts)
    return Question(f"coins_{player}", title, choices, now)
