"""The course of a game: a turn checked, done and scored, and the scoring at the end."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from scoring import setups, sheet
from scoring.errors import is_allowed
from scoring.game import Cell, Player, ScoreLine
from scoring.games.carcassonne.engine.followers import (
    abbot_of,
    check_figure,
    check_meeple,
    meeples,
    segment_of,
)
from scoring.games.carcassonne.engine.moves import Discard, Move, TilePlacement
from scoring.games.carcassonne.engine.options import CarcassonneOptions
from scoring.games.carcassonne.engine.placing import (
    check_draw,
    check_face,
    check_fits_nowhere,
    check_placement,
    check_turns,
    check_vacant,
    gardens_left,
    placements,
)
from scoring.games.carcassonne.engine.points import score_farms, score_region
from scoring.games.carcassonne.engine.state import CarcassonneState, SegmentFigure, is_over
from scoring.games.carcassonne.land.catalogue import distinct
from scoring.games.carcassonne.land.placed_tile import lay_face
from scoring.games.carcassonne.land.regions import AROUND, Land, Part, is_completed, with_tile
from scoring.hand import LAY, Action
from scoring.roles.seated import check_turn, next_turn, with_turn
from scoring.sentence import sentence


def actions(state: CarcassonneState) -> tuple[Action, ...]:
    """Tell what may be done now: a tile is laid."""
    return () if is_over(state) else (Action(LAY, sentence("Lay a tile")),)


def ends_turn(state: CarcassonneState, move: Move) -> bool:
    """Tell whether the turn ends with a move: after a tile put back the same player draws again."""
    return isinstance(move, TilePlacement)


def check(state: CarcassonneState, move: Move) -> None:
    """Refuse a move that the rules forbid.

    Raises:
        IllegalMoveError: Its ``rule`` names the broken rule, its text says it in a sentence.
    """
    setups.check_player(state.setup, move.player)
    check_turn(state, move.player)
    check_draw(state, move.face)
    if isinstance(move, Discard):
        check_fits_nowhere(state, move.face)
    else:
        check_placement(state, move)
        check_meeple(state, move)


def check_sense(state: CarcassonneState, move: Move) -> None:
    """Refuse a move that even a house rule cannot make sense of.

    Raises:
        IllegalMoveError: As ``force`` lists them.
    """
    check_face(move.face)
    if isinstance(move, TilePlacement):
        check_turns(move)
        check_vacant(state, move)
        check_figure(state, move)


def legal(state: CarcassonneState, face: str, garden: bool = False) -> Iterator[Move]:
    """Give everything the player may do with the tile drawn: lay it, with or without a figure.

    Where it fits nowhere, the one legal move is to discard it.

    Args:
        garden: Whether the tile drawn carries a garden.
    """
    if not is_allowed(check_draw, state, face):
        return
    places = list(placements(state, face))
    if not places:
        yield Discard(state.player, face)
    if garden and gardens_left(state, face) < 1:
        return
    for cell, turns in places:
        yield from _turns_at(state, face, cell, turns, garden)


def _turns_at(
    state: CarcassonneState, face: str, cell: Cell, turns: int, garden: bool
) -> Iterator[TilePlacement]:
    yield TilePlacement(state.player, face, turns, cell, garden=garden)
    for meeple in meeples(state, cell, lay_face(face, turns, garden)):
        yield TilePlacement(state.player, face, turns, cell, meeple, garden)
    if state.options.abbot and abbot_of(state, state.player):
        yield TilePlacement(state.player, face, turns, cell, garden=garden, recall_abbot=True)


def apply(state: CarcassonneState, move: Move) -> tuple[CarcassonneState, tuple[ScoreLine, ...]]:
    """Do a move and score what it completes.

    Returns:
        The game after it, and a line for each road, city, cloister and garden now finished, also
        where nobody stands, and for an abbot taken back.

    Raises:
        IllegalMoveError: The rules forbid it.
    """
    check(state, move)
    return _done(state, move)


def force(state: CarcassonneState, move: Move) -> tuple[CarcassonneState, tuple[ScoreLine, ...]]:
    """Do a move as the table's own house rule, whatever rule it breaks, and score what it completes.

    Edges that do not match do not join, and a figure stays on a feature where others stand. A player
    who moves out of turn has moved, and it goes on with the player after them.

    Raises:
        IllegalMoveError: It makes no sense at all: the cell is taken, there is no such face, segment,
            figure or player.
    """
    check_sense(state, move)
    return _done(with_turn(state, move.player), move)


def _done(state: CarcassonneState, move: Move) -> tuple[CarcassonneState, tuple[ScoreLine, ...]]:
    face, _ = distinct(move.face)
    drawn = {**state.drawn, face: state.drawn.get(face, 0) + 1}
    if isinstance(move, Discard):
        return replace(state, drawn=drawn), ()
    land = with_tile(state.land, move.cell, lay_face(move.face, move.turns, move.garden))
    figures, recalled = _after_meeple(replace(state, land=land), move)
    names = _touched(land, move.cell, state.options)
    figures, completed = _score_completed(land, names, figures, state.options, done=recalled)
    lines = (*recalled, *completed)
    points = sheet.total(lines, state.points)
    after = replace(state, land=land, figures=figures, points=points, drawn=drawn, turn=next_turn(state))
    return after, lines


def _after_meeple(
    state: CarcassonneState, move: TilePlacement
) -> tuple[tuple[SegmentFigure, ...], tuple[ScoreLine, ...]]:
    """Put the move's figure down, or take the abbot back for his points."""
    figures, lines = _after_recall(state, move)
    if move.meeple is None:
        return figures, lines
    index = segment_of(state.land.tiles[move.cell], move.meeple)
    return (*figures, SegmentFigure(move.player, move.meeple.kind, (move.cell, index))), lines


def _after_recall(
    state: CarcassonneState, move: TilePlacement
) -> tuple[tuple[SegmentFigure, ...], tuple[ScoreLine, ...]]:
    abbot = abbot_of(state, move.player) if move.recall_abbot else None
    if abbot is None:
        return state.figures, ()
    line = score_region(state.land, state.land.region_at(abbot.part), [abbot], state.options)
    return tuple(figure for figure in state.figures if figure != abbot), (line,)


def settled(
    land: Land, figures: tuple[SegmentFigure, ...], options: CarcassonneOptions
) -> tuple[tuple[SegmentFigure, ...], list[ScoreLine]]:
    """Score everything finished on which somebody still stands, and give those figures back."""
    occupied = dict.fromkeys(land.region_of[figure.part] for figure in figures)
    names = [name for name in occupied if _is_scored(land, name, options)]
    return _score_completed(land, names, figures, options, done=())


def _score_completed(
    land: Land,
    names: Iterable[Part],
    figures: tuple[SegmentFigure, ...],
    options: CarcassonneOptions,
    done: tuple[ScoreLine, ...],
) -> tuple[tuple[SegmentFigure, ...], list[ScoreLine]]:
    """Score those of some regions that are finished and give their figures back, less what is done."""
    lines = []
    done_at = {line.where for line in done}
    for name in names:
        region = land.regions[name]
        if is_completed(land, region) and region.cells not in done_at:
            standing = [figure for figure in figures if land.region_of[figure.part] == name]
            lines.append(score_region(land, region, standing, options))
            figures = tuple(figure for figure in figures if figure not in standing)
    return figures, lines


def _touched(land: Land, cell: Cell, options: CarcassonneOptions) -> list[Part]:
    """Name the regions that a tile at a cell can have finished, in a fixed order."""
    names = [land.region_of[cell, index] for index in range(len(land.tiles[cell].segments))]
    for x, y in AROUND:
        there = (cell[0] + x, cell[1] + y)
        segments = land.tiles[there].segments if there in land.tiles else ()
        names += [(there, i) for i, s in enumerate(segments) if s.feature in ("cloister", "garden")]
    return list(dict.fromkeys(name for name in names if _is_scored(land, name, options)))


def _is_scored(land: Land, name: Part, options: CarcassonneOptions) -> bool:
    """Tell whether a region is of a kind that counts by these rules."""
    return options.abbot or land.regions[name].feature != "garden"


def final(state: CarcassonneState) -> tuple[ScoreLine, ...]:
    """Score what still stands on the table, as if the game ended now: unfinished features, then farms."""
    return score_standing(state.land, state.figures, state.options)


def score_standing(
    land: Land, figures: Iterable[SegmentFigure], options: CarcassonneOptions
) -> tuple[ScoreLine, ...]:
    """Score every feature on which somebody stands, farms last."""
    standing: dict[Part, list[SegmentFigure]] = {}
    for figure in figures:
        standing.setdefault(land.region_of[figure.part], []).append(figure)
    farms = {name: f for name, f in standing.items() if land.regions[name].feature == "field"}
    others = sorted(standing.keys() - farms.keys(), key=lambda name: land.regions[name].cells)
    lines = [score_region(land, land.regions[name], standing[name], options) for name in others]
    return (*lines, *score_farms(land, farms, options))


def points_after(state: CarcassonneState) -> Mapping[Player, int]:
    """Give the points with the final scoring added, as if the game ended now."""
    return sheet.total(final(state), state.points)


def winners(state: CarcassonneState) -> list[Player]:
    """Name everyone with the most points, were the game to end now."""
    return sheet.winners(points_after(state))
