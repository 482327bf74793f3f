"""Who may put a figure where, and take the abbot back."""

from collections.abc import Iterator

from scoring.errors import IllegalMoveError
from scoring.game import Cell, Player
from scoring.games.carcassonne.engine.moves import Meeple, TilePlacement
from scoring.games.carcassonne.engine.state import SUPPLY, CarcassonneState, SegmentFigure, supply
from scoring.games.carcassonne.land.placed_tile import PlacedTile, lay_face, segments_named
from scoring.games.carcassonne.land.regions import groups
from scoring.games.carcassonne.land.words import FEATURES, SEVERAL
from scoring.roles.seated import name_of
from scoring.sentence import sentence


def check_meeple(state: CarcassonneState, move: TilePlacement) -> None:
    """Refuse a figure that may not stand where a player wants it, or an abbot not to be taken back.

    The tile itself must already be found legal.

    Raises:
        IllegalMoveError: Saying which rule of placing figures it breaks.
    """
    if move.recall_abbot:
        _check_recall(state, move)
    if move.meeple is None:
        return
    tile = lay_face(move.face, move.turns, move.garden)
    index = segment_of(tile, move.meeple)
    _check_kind(state, move.meeple)
    if supply(state, move.player, move.meeple.kind) < 1:
        name, kinds = name_of(state, move.player), SEVERAL[move.meeple.kind]
        says = sentence("{name} has no {kinds} left to place.", name=name, kinds=kinds)
        raise IllegalMoveError("no_figure_left", says)
    if index in _occupied(state, move.cell, tile):
        says = sentence("Somebody already stands on that {feature}.", feature=FEATURES[move.meeple.feature])
        raise IllegalMoveError("feature_is_occupied", says)


def check_figure(state: CarcassonneState, move: TilePlacement) -> None:
    """Refuse a figure that nobody has, one put where there is nothing to stand on, and a missing abbot.

    Raises:
        IllegalMoveError: Not even a house rule can put that figure there.
    """
    if move.meeple is not None:
        segment_of(lay_face(move.face, move.turns, move.garden), move.meeple)
        if move.meeple.kind not in SUPPLY:
            raise IllegalMoveError("no_such_kind", _KIND_PROBLEMS["no_such_kind"])
    if move.recall_abbot:
        _check_abbot(state, move.player)


def segment_of(tile: PlacedTile, meeple: Meeple) -> int:
    """Find the segment a player names.

    Raises:
        IllegalMoveError: The tile has no such segment, or it is not clear which is meant.
    """
    if meeple.feature == "river":
        raise IllegalMoveError("river_holds_nobody", sentence("Nobody may stand on the river."))
    found = segments_named(tile, meeple.feature, meeple.sides)
    if len(found) == 1:
        return found[0]
    what = "more than one" if found else "no"
    place = f" at {', '.join(meeple.sides)}" if meeple.sides else ""
    says = f"Face {tile.face} as it lies has {what} {meeple.feature}{place}; name one of its segments."
    raise IllegalMoveError("no_such_segment", says)


def meeples(state: CarcassonneState, cell: Cell, tile: PlacedTile) -> Iterator[Meeple]:
    """Give every figure the player may put on a tile, were it laid there."""
    occupied = _occupied(state, cell, tile)
    kinds = [kind for kind in SUPPLY if supply(state, state.player, kind) > 0]
    for index, segment in enumerate(tile.segments):
        for kind in kinds:
            meeple = Meeple(segment.feature, segment.sides[:1], kind)
            if index not in occupied and _kind_problem(state, meeple) is None:
                yield meeple


def abbot_of(state: CarcassonneState, player: Player) -> SegmentFigure | None:
    """Find a player's abbot on the table."""
    return next((f for f in state.figures if f.player == player and f.kind == "abbot"), None)


def _occupied(state: CarcassonneState, cell: Cell, tile: PlacedTile) -> frozenset[int]:
    """Tell which segments of a new tile belong to regions where somebody stands."""
    taken = {state.land.region_of[figure.part] for figure in state.figures}
    return frozenset(
        index
        for group in groups(state.land, cell, tile)
        if not taken.isdisjoint(group.joined)
        for index in group.indexes
    )


def _check_recall(state: CarcassonneState, move: TilePlacement) -> None:
    if not state.options.abbot:
        raise IllegalMoveError("abbot_is_off", sentence("This game plays without abbots."))
    if move.meeple is not None:
        says = sentence("An abbot may only be taken back in a turn in which no figure is placed.")
        raise IllegalMoveError("recall_or_place", says)
    _check_abbot(state, move.player)


def _check_abbot(state: CarcassonneState, player: Player) -> None:
    if abbot_of(state, player) is None:
        says = sentence("{name} has no abbot on the table.", name=name_of(state, player))
        raise IllegalMoveError("no_abbot_to_recall", says)


def _check_kind(state: CarcassonneState, meeple: Meeple) -> None:
    problem = _kind_problem(state, meeple)
    if problem is not None:
        raise IllegalMoveError(problem, _KIND_PROBLEMS[problem])


_KIND_PROBLEMS = {
    "no_such_kind": sentence("A figure is a follower or an abbot."),
    "river_holds_nobody": sentence("Nobody may stand on the river."),
    "abbot_is_off": sentence("This game plays without abbots and gardens."),
    "farmers_are_off": sentence("This game plays without farmers, so nobody may stand in a field."),
    "abbot_place": sentence("An abbot may only stand on a cloister or in a garden."),
    "garden_is_for_abbots": sentence("Only an abbot may stand in a garden."),
}


def _kind_problem(state: CarcassonneState, meeple: Meeple) -> str | None:
    """Name the rule that keeps a kind of figure off a kind of feature, if any."""
    if meeple.kind not in SUPPLY:
        return "no_such_kind"
    if meeple.feature == "river":
        return "river_holds_nobody"
    if (meeple.kind == "abbot" or meeple.feature == "garden") and not state.options.abbot:
        return "abbot_is_off"
    if meeple.feature == "field" and not state.options.farmers:
        return "farmers_are_off"
    if meeple.kind == "abbot" and meeple.feature not in ("cloister", "garden"):
        return "abbot_place"
    if meeple.kind == "follower" and meeple.feature == "garden":
        return "garden_is_for_abbots"
    return None
