"""A move proposed and not yet confirmed: drawn on the table, asked about, and set right by its player."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from msgspec.structs import replace

from scoring.documents.complaints import shown
from scoring.documents.document import answered, flag
from scoring.documents.values import Document
from scoring.errors import IllegalMoveError, UnreadableError, is_allowed
from scoring.game import Cell, Choice, Fault, Question
from scoring.games.carcassonne.documents.boards import board_of
from scoring.games.carcassonne.documents.games import NOTATION
from scoring.games.carcassonne.drawing.closeups import draw_move, draw_places, figure_of, tile_of
from scoring.games.carcassonne.drawing.drawing import draw_board
from scoring.games.carcassonne.editor.captions import WAYS, caption
from scoring.games.carcassonne.editor.corrections import corrected_tile, kind_answered
from scoring.games.carcassonne.editor.questions import (
    NO_YES,
    face_question,
    garden_question,
    kinds,
    place_choices,
    turns_question,
)
from scoring.games.carcassonne.engine.followers import abbot_of, meeples
from scoring.games.carcassonne.engine.moves import Discard, Meeple, Move, TilePlacement
from scoring.games.carcassonne.engine.placing import check_draw, turns_that_fit
from scoring.games.carcassonne.engine.play import apply, check
from scoring.games.carcassonne.engine.returned import unseen
from scoring.games.carcassonne.engine.sentences import figure_words
from scoring.games.carcassonne.engine.state import CarcassonneState, remaining
from scoring.games.carcassonne.land.board import TileReading
from scoring.games.carcassonne.land.catalogue import distinct, distinct_faces, faces, one_of_each
from scoring.games.carcassonne.land.names import face_named
from scoring.games.carcassonne.land.placed_tile import lay_face, segments_named
from scoring.games.carcassonne.land.regions import AROUND
from scoring.games.carcassonne.land.spots import (
    best_turns,
    place_named,
    segment_key,
    standing_places,
    stands_on,
    wanted_at,
)
from scoring.picture import Picture
from scoring.roles.seated import name_of, with_turn
from scoring.sentence import sentence
from scoring.spots import write_cell

Answers = Document

QUESTIONS = (
    "move", "face", "turns", "cell", "garden", "stands_on", "kind", "recall_abbot", "unseen", "player",
)  # fmt: skip
"""Everything that may be asked about a move."""

NEAREST = 7
"""How many whole moves are offered at most, the one at hand among them."""


def picture(state: CarcassonneState, proposed: Sequence[Move] = ()) -> Picture:
    """Draw a game in play and, marked as not yet confirmed, the moves proposed.

    The first of them that breaks a rule is marked as a fault; those after it are not judged.
    """
    placements = [move for move in proposed if isinstance(move, TilePlacement)]
    board = board_of(state)
    board = replace(
        board,
        tiles=(*board.tiles, *(tile_of(move) for move in placements)),
        meeples=(*board.meeples, *(figure for move in placements for figure in figure_of(move))),
        faults=tuple(_faults(state, proposed)),
    )
    return draw_board(board, {move.cell for move in placements})


def _faults(state: CarcassonneState, moves: Sequence[Move]) -> Iterator[Fault]:
    for move in moves:
        try:
            state, _ = apply(state, move)
        except IllegalMoveError as refusal:
            yield Fault(refusal.rule, (move.cell,) if isinstance(move, TilePlacement) else (), str(refusal))
            return


def ask(state: CarcassonneState, move: Move, others: Sequence[Move] = ()) -> tuple[Question, ...]:
    """List what a player may set about a move before confirming it, the likeliest answers first.

    Args:
        others: What else it has been taken for, the likeliest first.
    """
    if isinstance(move, Discard):
        return (
            _face_question(
                state, sentence("Which tile goes back into the box?"), _faces(state, move), move.face
            ),
        )
    tile = tile_of(move)
    return (
        _nearest_question(state, move, others),
        _face_question(state, sentence("Which tile is it?"), _faces(state, move), move.face),
        turns_question(tile, wanted_at(state.land, move.cell)),
        _cell_question(state, move),
        _stands_question(state, move, tile),
        *_abbot_questions(state, move, tile),
        *_unseen_question(state, move),
        _player_question(state, move),
    )


def _nearest_question(state: CarcassonneState, move: TilePlacement, others: Sequence[Move]) -> Question:
    """Offer whole moves that are easily taken for this one: what else was seen, then what looks alike."""
    alike = (other for other in _alike(state, move) if is_allowed(check, state, other))
    found = dict.fromkeys((move, *others, *alike))
    choices = tuple(
        Choice(NOTATION.plain_move(each), caption(each, move), draw_move(each))
        for each in islice(found, NEAREST)
    )
    return Question("move", sentence("Which of these is it?"), choices, NOTATION.plain_move(move))


def _alike(state: CarcassonneState, move: TilePlacement) -> Iterator[Move]:
    """Give the moves that differ by the figure, by a face that looks alike, and by the turn."""
    tile = lay_face(move.face, move.turns, move.garden)
    figures = [None, *meeples(with_turn(state, move.player), move.cell, tile)]
    yield from (replace(move, meeple=figure, recall_abbot=False) for figure in figures[:3])
    yield from (answer(state, move, {"face": face}) for face in _faces(state, move)[1:3])
    yield from (replace(move, meeple=figure, recall_abbot=False) for figure in figures[3:])
    turns = range(1, faces()[move.face].symmetry)
    yield from (answer(state, move, {"turns": (move.turns + more) % 4}) for more in turns)


def _player_question(state: CarcassonneState, move: TilePlacement) -> Question:
    seats = tuple(Choice(seat.colour, seat.name) for seat in state.setup.players)
    return Question("player", sentence("Whose turn is it?"), seats, move.player)


def _face_question(
    state: CarcassonneState, title: str, order: Sequence[str], chosen: str | None = None
) -> Question:
    """Ask for a face, and tell how many of each are left in the box."""
    asked, left = face_question(title, order, chosen), remaining(state)
    choices = tuple(replace(choice, left=left.get(distinct(choice.value)[0], 0)) for choice in asked.choices)
    return replace(asked, choices=choices)


def _faces(state: CarcassonneState, move: Move) -> tuple[str, ...]:
    """Order the faces of the game: the one seen, those that can be drawn, that fit here, that look alike.

    Of faces that are equal there is one.
    """
    drawable = {face for face in distinct_faces() if is_allowed(check_draw, state, face)}
    if isinstance(move, Discard):
        return one_of_each(
            sorted(drawable | {move.face}, key=lambda face: (face != move.face, _unlike(face, move.face)))
        )
    wanted = wanted_at(state.land, move.cell)

    def distance(face: str) -> tuple[bool, bool, bool, int]:
        fits = bool(turns_that_fit(face, wanted))
        is_drawable = distinct(face)[0] in drawable
        return face != move.face, not is_drawable, not fits, _unlike(face, move.face, move.turns)

    in_game = [name for name, face in distinct_faces().items() if state.options.river or not face.is_river]
    return one_of_each(sorted({*in_game, move.face}, key=distance))


def _unlike(face: str, seen: str, turns: int = 0) -> int:
    """Count what tells a face, turned as well as may be, from the one that was seen."""
    wanted = lay_face(seen, turns).edges
    edges = lay_face(face, best_turns(face, wanted)).edges
    shows, showed = (Counter(s.feature for s in faces()[name].segments) for name in (face, seen))
    apart = sum(((shows - showed) + (showed - shows)).values())
    return apart + sum(ours != theirs for ours, theirs in zip(edges, wanted, strict=True))


def _cell_question(state: CarcassonneState, move: TilePlacement) -> Question:
    """Ask whether the tile lies one cell further, where a place is free there."""
    near = {(move.cell[0] + x, move.cell[1] + y): (x, y) for x, y in AROUND}
    free = [cell for cell in near if cell in state.land.frontier]
    free.sort(key=lambda cell: not turns_that_fit(move.face, state.land.frontier[cell]))
    ways = {move.cell: (0, 0), **{cell: near[cell] for cell in free}}
    choices = tuple(Choice(write_cell(cell), WAYS[way]) for cell, way in ways.items())
    return Question("cell", sentence("Where does it lie?"), choices, write_cell(move.cell))


def _stands_question(state: CarcassonneState, move: TilePlacement, tile: TileReading) -> Question:
    """Ask where the figure stands, if one does; what the rules allow comes first."""
    laid = lay_face(move.face, move.turns, move.garden)
    free = {(m.feature, m.sides) for m in meeples(with_turn(state, move.player), move.cell, laid)}
    places = standing_places(tile)
    allowed = [segment for segment in places if (segment.feature, segment.sides[:1]) in free]
    against = place_choices(segment for segment in places if segment not in allowed)
    choices = (
        Choice("", sentence("no figure")),
        *place_choices(allowed),
        *(
            replace(choice, label=sentence("{place}, against the rules", place=choice.label))
            for choice in against
        ),
    )
    chosen = stands_on(tile, move.meeple.feature, move.meeple.sides) if move.meeple else ""
    drawn = draw_places(move, frozenset(map(segment_key, allowed)))
    return Question("stands_on", sentence("Where does the figure stand?"), choices, chosen, drawn)


def _abbot_questions(state: CarcassonneState, move: TilePlacement, tile: TileReading) -> Iterator[Question]:
    """Ask about gardens, and about the abbot where he may come or go."""
    if not state.options.abbot:
        return
    if faces()[move.face].garden_count:
        yield garden_question(tile)
    if any(segment.feature in ("cloister", "garden") for segment in standing_places(tile)):
        chosen = move.meeple.kind if move.meeple else None
        yield Question("kind", sentence("Figure or abbot?"), kinds(), chosen)
    if abbot_of(state, move.player):
        title = sentence("Does {name} take the abbot back?", name=name_of(state, move.player))
        yield Question("recall_abbot", title, NO_YES, move.recall_abbot)


def _unseen_question(state: CarcassonneState, move: TilePlacement) -> Iterator[Question]:
    offered = [
        Choice(
            _figure_key(variant.meeple),
            sentence("yes, {figure}", figure=figure_words(variant, variant.meeple)),
        )
        for variant in unseen(state, move)
        if isinstance(variant, TilePlacement) and variant.meeple
    ]
    if offered:
        title = sentence("Was a figure put here, scored and taken back?")
        yield Question("unseen", title, (Choice("", sentence("no")), *offered), "")


def _figure_key(meeple: Meeple) -> str:
    return " ".join((meeple.kind, ":".join((meeple.feature, *meeple.sides))))


def answer(state: CarcassonneState, move: Move, answers: Answers) -> Move:
    """Give the move with a player's answers in it; what they leave out stays as it is.

    A new face or turn keeps the figure on the feature it was seen on, where the tile has one.

    Raises:
        UnreadableError: There is no such question or answer.
    """
    for name in answers:
        if name not in QUESTIONS:
            raise UnreadableError(f"There is no question {shown(name)}; there are: {', '.join(QUESTIONS)}.")
    if answers.get("move") is not None:
        move = _whole(answers["move"])
    if isinstance(move, Discard):
        return replace(move, face=face_named(str(answers.get("face") or move.face)))
    moved = _with_tile(state, _with_player(state, move, answers), answers)
    moved = _with_figure(moved, answers)
    return _with_unseen(state, moved, answers)


def _whole(document: Any) -> Move:
    if not isinstance(document, Mapping):
        raise UnreadableError("A whole turn is written as a move of the game document.")
    return NOTATION.load_move(document)


def _with_player(state: CarcassonneState, move: TilePlacement, answers: Answers) -> TilePlacement:
    player = answers.get("player", move.player)
    if player not in [seat.colour for seat in state.setup.players]:
        raise UnreadableError(f"Nobody here plays {shown(player)}.")
    return replace(move, player=player)


def _with_tile(state: CarcassonneState, move: TilePlacement, answers: Answers) -> TilePlacement:
    cell = _cell(answers["cell"]) if answers.get("cell") is not None else move.cell
    tile = corrected_tile(board_of(state), cell, replace(tile_of(move), cell=cell), answers)
    return replace(move, cell=cell, face=tile.face, turns=tile.turns, garden=tile.garden)


def _cell(value: Any) -> Cell:
    """Read a cell written as "1,0" or as [1, 0]."""
    try:
        cell: Cell = answered(value, Cell)
    except ValueError as error:
        raise UnreadableError(f"A cell is a column and a row, such as 1,0; {error}.") from error
    return cell


def _with_figure(move: TilePlacement, answers: Answers) -> TilePlacement:
    key = answers.get("stands_on")
    if flag(answers, "recall_abbot") or key == "":
        meeple = None
    elif key is not None:
        meeple = _standing(move, key, answers)
    else:
        meeple = _kept(move, answers)
    recall = flag(answers, "recall_abbot") if "recall_abbot" in answers else move.recall_abbot and not key
    return replace(move, meeple=meeple, recall_abbot=recall)


def _standing(move: TilePlacement, key: Any, answers: Answers) -> Meeple:
    segment = place_named(tile_of(move), key)
    usual = "abbot" if segment.feature == "garden" else move.meeple.kind if move.meeple else "follower"
    return Meeple(segment.feature, segment.sides[:1], kind_answered(answers, usual))


def _kept(move: TilePlacement, answers: Answers) -> Meeple | None:
    """Keep the figure on what it was seen on, or on the nearest thing that the tile now has."""
    if move.meeple is None:
        return None
    tile = lay_face(move.face, move.turns, move.garden)
    feature, sides = move.meeple.feature, move.meeple.sides
    found = segments_named(tile, feature, sides) or segments_named(tile, feature)
    if not found:
        return None
    kept = sides if len(segments_named(tile, feature, sides)) == 1 else tile.segments[found[0]].sides[:1]
    return Meeple(feature, kept, kind_answered(answers, move.meeple.kind))


def _with_unseen(state: CarcassonneState, move: TilePlacement, answers: Answers) -> Move:
    key = answers.get("unseen")
    if key in (None, "", False):
        return move
    for variant in unseen(state, move):
        if isinstance(variant, TilePlacement) and variant.meeple and _figure_key(variant.meeple) == key:
            return variant
    raise UnreadableError(f"{shown(key)} could not have been put here, scored and taken back.")
