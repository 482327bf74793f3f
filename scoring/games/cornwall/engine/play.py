"""The course of a game: a turn checked, done and scored, and the scoring at the end."""

from collections.abc import Iterator, Mapping
from typing import assert_never

from msgspec.structs import replace

from scoring import setups, sheet
from scoring.errors import IllegalMoveError, UnreadableError
from scoring.game import Cell, Player, ScoreLine
from scoring.games.cornwall.engine.coins import PUB_COINS, bill, check_price, check_pub
from scoring.games.cornwall.engine.ledger import check_coins, check_recount
from scoring.games.cornwall.engine.moves import Move, Opening, PutBack, Recount, TriplePlacement
from scoring.games.cornwall.engine.opening import check_opening, check_readable
from scoring.games.cornwall.engine.placing import (
    check_face,
    check_fits_nowhere,
    check_lies,
    check_placement,
    check_vacant,
    placements,
)
from scoring.games.cornwall.engine.points import (
    score_chapels,
    score_coins,
    score_region,
    score_standing,
    standing_in,
)
from scoring.games.cornwall.engine.putting import (
    check_figures,
    check_kinds,
    ways_to_buy,
    ways_to_put,
    without_guests,
)
from scoring.games.cornwall.engine.regions import is_scored
from scoring.games.cornwall.engine.state import CornwallState, FieldFigure, Guest, is_over
from scoring.games.cornwall.land.fields import face_of, fields_of
from scoring.hand import LAY, START, Action
from scoring.roles.seated import check_turn, next_turn, with_turn
from scoring.sentence import sentence


def actions(state: CornwallState) -> tuple[Action, ...]:
    """Tell what may be done now: the start tile is laid or, once it lies, another tile."""
    if is_over(state):
        return ()
    lay, start = Action(LAY, sentence("Lay a tile")), Action(START, sentence("Lay the start tile"))
    return (lay if state.fields else start,)


def takes_turn(state: CornwallState, move: Move) -> bool:
    """Tell whether a move belongs to a turn: the start tile and a count of coins do not."""
    return not isinstance(move, Opening | Recount)


def ends_turn(state: CornwallState, move: Move) -> bool:
    """Tell whether the turn ends with a move: after a tile put back the same player draws again."""
    return isinstance(move, TriplePlacement)


def check(state: CornwallState, move: Move) -> None:
    """Refuse a move that the rules forbid.

    Raises:
        IllegalMoveError: Its ``rule`` names the broken rule, its text says it in a sentence.
    """
    setups.check_player(state.setup, move.player)
    if isinstance(move, Opening):
        check_opening(state, move)
        return
    _check_turn(state, move)
    if isinstance(move, Recount):
        check_recount(state, move)
        return
    if is_over(state):
        raise IllegalMoveError("game_is_over", sentence("All tiles have been laid; the game is over."))
    if isinstance(move, PutBack):
        check_fits_nowhere(state, move.face)
        return
    check_placement(state, move)
    check_pub(state, move)
    check_figures(without_guests(state, move.pub), move)
    check_price(state, move)


def _check_turn(state: CornwallState, move: TriplePlacement | PutBack | Recount) -> None:
    if not state.fields:
        raise IllegalMoveError("no_start_tile", sentence("The start tile must be laid first."))
    check_turn(state, move.player)


def check_sense(state: CornwallState, move: Move) -> None:
    """Refuse a move that even a house rule cannot make sense of.

    Raises:
        IllegalMoveError: As ``force`` lists them.
    """
    setups.check_player(state.setup, move.player)
    match move:
        case Opening():
            check_readable(state, move)
        case TriplePlacement():
            _check_sense_of_tile(state, move)
        case PutBack():
            check_face(move.face)
        case Recount():
            check_coins(state, move)


def _check_sense_of_tile(state: CornwallState, move: TriplePlacement) -> None:
    check_lies(move)
    check_vacant(state, move)
    check_kinds(move)
    for player in move.pub:
        setups.check_player(state.setup, player)
    for figure in move.figures:
        if figure.cell not in state.fields and figure.cell not in move.cells:
            says = sentence("There is no field to put a figure on.")
            raise IllegalMoveError("no_such_field", says)


def legal(state: CornwallState, face: str) -> Iterator[Move]:
    """Give everything the player may do with the tile drawn, place by place, the plainest first.

    Where it fits nowhere, the one legal move is to put it back. Of moves that come to the same on the
    table only one is given. There may be thousands: take no more of them than needed.
    """
    try:
        face = face_of(fields_of(face))
    except UnreadableError:
        return
    if is_over(state) or not state.fields:
        return
    is_laid = False
    for cell, turns in placements(state, face):
        is_laid = True
        yield from _turns_with(state, TriplePlacement(state.player, face, turns, cell))
    if not is_laid:
        yield PutBack(state.player, face)


def _turns_with(state: CornwallState, move: TriplePlacement) -> Iterator[TriplePlacement]:
    for pub in ways_to_buy(state, move):
        for figures in ways_to_put(state, replace(move, pub=pub)):
            yield replace(move, pub=pub, figures=figures)


def apply(state: CornwallState, move: Move) -> tuple[CornwallState, tuple[ScoreLine, ...]]:
    """Do a move and score what it brings: chapels at once, and at the end of the turn what is closed.

    Returns:
        The game after it, and a line for each chapel, and one or two for each region scored in which
        anybody stands.

    Raises:
        IllegalMoveError: The rules forbid it.
    """
    check(state, move)
    return _done(state, move)


def force(state: CornwallState, move: Move) -> tuple[CornwallState, tuple[ScoreLine, ...]]:
    """Do a move as the table's own house rule, whatever rule it breaks, and score what it closes.

    Fields of one terrain join, even where a cottage stands; coins that a player does not have are not
    paid. A player who moves out of turn has moved, and it goes on with the player after them.

    Raises:
        IllegalMoveError: It makes no sense at all: a cell is taken, there is no such face, field,
            kind of figure or player, or the start tile lies already.
    """
    check_sense(state, move)
    return _done(state if isinstance(move, Recount) else with_turn(state, move.player), move)


def _done(state: CornwallState, move: Move) -> tuple[CornwallState, tuple[ScoreLine, ...]]:
    match move:
        case Opening():
            fields = dict(sorted(move.fields))
            return replace(with_turn(state, move.player), fields=fields, tile_of=dict.fromkeys(fields, 0)), ()
        case PutBack():
            return state, ()
        case Recount():
            return replace(state, coins={**state.coins, **move.coins}), ()
        case TriplePlacement():
            return _turn_done(state, move)
        case _:
            assert_never(move)


def _turn_done(state: CornwallState, move: TriplePlacement) -> tuple[CornwallState, tuple[ScoreLine, ...]]:
    tile = move.fields
    fields = {**state.fields, **tile}
    put = tuple(FieldFigure(move.player, figure.kind, figure.cell) for figure in move.figures)
    laid = replace(
        without_guests(state, move.pub),
        fields=fields,
        tile_of={**state.tile_of, **dict.fromkeys(tile, state.laid + 1)},
        figures=(*state.figures, *put),
        coins=_paid(state, move),
        turn=next_turn(state),
    )
    after, scored = score_closed(laid)
    lines = (*score_chapels(fields, put), *scored)
    return replace(after, points=sheet.total(lines, state.points)), lines


def _paid(state: CornwallState, move: TriplePlacement) -> dict[Player, int]:
    """Give everybody's coins after a turn; nobody pays what they do not have."""
    sum_of = bill(state, move)
    coins = dict(state.coins)
    coins[move.player] += sum_of.earned - sum_of.figures
    for player in set(move.pub):
        coins[player] -= PUB_COINS
    return {player: max(0, count) for player, count in coins.items()}


def score_closed(state: CornwallState) -> tuple[CornwallState, tuple[ScoreLine, ...]]:
    """Score every closed region in which figures stand, and send those to the pub."""
    lines, guests, closed = list[ScoreLine](), list[Guest](), set[Cell]()
    for region, figures in standing_in(state.fields, state.figures):
        if is_scored(state.fields, region, state.options):
            lines += score_region(region, figures)
            guests += [Guest(figure.player, figure.kind) for figure in figures]
            closed |= region.cells
    standing = tuple(figure for figure in state.figures if figure.cell not in closed)
    return replace(state, figures=standing, pub=(*state.pub, *guests)), tuple(lines)


def final(state: CornwallState) -> tuple[ScoreLine, ...]:
    """Score what still stands on the table and everybody's coins, as if the game ended now."""
    return (*score_standing(state.fields, state.figures, state.options), *score_coins(state.coins))


def points_after(state: CornwallState) -> Mapping[Player, int]:
    """Give the points with the final scoring added, as if the game ended now."""
    return sheet.total(final(state), state.points)


def winners(state: CornwallState) -> list[Player]:
    """Name everyone with the most points, were the game to end now; of those, who has the most coins.

    Source:
        Rulebook 000, end of the game.
    """
    return sheet.winners(points_after(state), state.coins)
