"""What is done before the first turn: regions, start castles, the display, a token each.

Source:
    Rulebook 002, pages 2 and 3.
"""

from collections.abc import Mapping
from typing import assert_never

from scoring.errors import IllegalMoveError
from scoring.game import Cell, Player
from scoring.games.tuscany.engine.display import opened
from scoring.games.tuscany.engine.laying import check_bare, check_token, with_token
from scoring.games.tuscany.engine.moves import (
    FirstToken,
    JoinedRegion,
    LaidTile,
    OpenTiles,
    ReadFields,
    StartCastle,
)
from scoring.games.tuscany.engine.points import score_area
from scoring.games.tuscany.engine.state import Lines, TuscanyState, seat_of, with_realm
from scoring.games.tuscany.land.regions import areas_of, check_fields, is_on_seat, joined
from scoring.games.tuscany.land.tiles import COLOUR_OF
from scoring.roles.seated import name_of
from scoring.sentence import marked, sentence

CASTLE = "castle"
OpeningMove = JoinedRegion | ReadFields | StartCastle | OpenTiles | FirstToken


def begun(state: TuscanyState, move: OpeningMove, *, is_strict: bool) -> tuple[TuscanyState, Lines]:
    """Do what comes before the first turn.

    Raises:
        IllegalMoveError: The rules forbid it or, where they are not held to, it makes no sense.
    """
    match move:
        case JoinedRegion():
            return _joined(state, move), ()
        case ReadFields():
            return _with_region(state, move.player, move.fields, ()), ()
        case OpenTiles():
            return opened(state, move, is_strict=is_strict), ()
        case StartCastle():
            return _castle(state, move, is_strict=is_strict)
        case FirstToken():
            return _token(state, move, is_strict=is_strict)
        case _:
            assert_never(move)


def _joined(state: TuscanyState, move: JoinedRegion) -> TuscanyState:
    fields = joined(state.box.region, move.pieces)
    pieces = tuple(each.piece for each in move.pieces)
    taken = {
        piece for player, realm in state.realms.items() if player != move.player for piece in realm.pieces
    }
    twice = next((piece for piece in pieces if piece in taken), None)
    if twice is not None:
        raise IllegalMoveError("piece_taken", sentence("Somebody else has piece {piece}.", piece=twice))
    return _with_region(state, move.player, fields, pieces)


def _with_region(
    state: TuscanyState, player: Player, fields: Mapping[Cell, str], pieces: tuple[str, ...]
) -> TuscanyState:
    """Give a player's fields; later they are set right, and what lies on them stays."""
    check_fields(fields)
    realm, seat = state.realms[player], seat_of(state, player)
    if not all(is_on_seat(cell, seat) for cell in fields):
        words = marked("{name}'s region lies {columns} columns east of the first player's.")
        says = sentence(words, name=name_of(state, player), columns=40 * seat)
        raise IllegalMoveError("another_region", says)
    if any(fields.get(cell) != realm.fields[cell] for cell in realm.covered):
        raise IllegalMoveError("field_covered", sentence("A field that is covered stays what it is."))
    return with_realm(state, player, fields=dict(fields), areas=areas_of(fields), pieces=pieces)


def _castle(state: TuscanyState, move: StartCastle, *, is_strict: bool) -> tuple[TuscanyState, Lines]:
    """Lay the start castle, which gives nothing; the option tells of an area that it completes."""
    check_bare(state, move.player, LaidTile(CASTLE, move.cell))
    realm = state.realms[move.player]
    if is_strict and realm.covered:
        raise IllegalMoveError("castle_lies", sentence("The start castle lies already."))
    if is_strict and realm.fields[move.cell] != COLOUR_OF[CASTLE]:
        says = sentence("The start castle goes on a dark green field.")
        raise IllegalMoveError("colour_differs", says)
    state = with_realm(state, move.player, covered={**realm.covered, move.cell: CASTLE})
    is_scored = state.options.start_castle_area == "points"
    return score_area(state, move.player, move.cell) if is_scored else (state, ())


def _token(state: TuscanyState, move: FirstToken, *, is_strict: bool) -> tuple[TuscanyState, Lines]:
    if is_strict:
        due = next((player for player, realm in state.realms.items() if not realm.tokens), None)
        if due is None:
            raise IllegalMoveError("token_taken", sentence("Everybody has taken a first token already."))
        if move.player != due:
            says = sentence("{name} takes a token first.", name=name_of(state, due))
            raise IllegalMoveError("not_your_turn", says)
        check_token(state, move.token)
    return with_token(state, move.player, move.token, ())
