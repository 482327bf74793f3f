"""The eight open tiles: taken, replaced, and changed as soon as five of one colour lie there.

Source:
    Rulebook 002, pages 4 and 7.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.game import Player
from scoring.games.tuscany.engine.moves import ClearedKind, OpenTiles
from scoring.games.tuscany.engine.state import DisplayTile, TuscanyState, with_realm
from scoring.games.tuscany.land.tiles import DISPLAY, OWN, TOO_MANY, UNKNOWN, colour_of, is_printed_by
from scoring.games.tuscany.land.words import some_words
from scoring.sentence import counted, sentence


def place_of(state: TuscanyState, face: str) -> int:
    """Find a tile in the display: itself or, where none is, one that nobody has read.

    Raises:
        IllegalMoveError: No such tile lies there.
    """
    lying = [tile.face if tile else None for tile in state.display]
    fitting = [at for at, lies in enumerate(lying) if lies is not None and is_printed_by(lies, face)]
    if not fitting:
        says = sentence("The display does not hold {tile}.", tile=some_words(face))
        raise IllegalMoveError("not_in_display", says)
    return next((at for at in fitting if lying[at] == face), fitting[0])


def without(state: TuscanyState, places: Iterable[int]) -> TuscanyState:
    """Take tiles out of the display."""
    gone = {*places}
    return replace(
        state, display=tuple(None if at in gone else tile for at, tile in enumerate(state.display))
    )


def refilled(
    state: TuscanyState, player: Player, at: int, refill: Sequence[str], *, is_strict: bool
) -> TuscanyState:
    """Replace a tile by the top one of the player's leftmost stack or, once all are out, by a neutral one.

    Args:
        refill: Every tile that came, those that replace five alike included.

    Raises:
        IllegalMoveError: These are too few tiles or too many.
    """
    if state.realms[player].put_out < OWN:
        tile = DisplayTile(refill[0] if refill else UNKNOWN, is_neutral=False)
        put_out = state.realms[player].put_out + 1
        state = with_realm(_with_tile(state, at, tile), player, put_out=put_out)
        return _few_alike(state, refill, 1, is_strict=is_strict)
    state, used = _neutral(state, [at], refill, 0)
    return _few_alike(state, refill, used, is_strict=is_strict)


def cleared(state: TuscanyState, clear: ClearedKind, *, is_strict: bool) -> TuscanyState:
    """Replace all tiles of one colour by neutral ones, as none that lies there could be laid.

    Raises:
        IllegalMoveError: These are too few tiles or too many.
    """
    state, used = _replaced(state, clear.colour, clear.refill, 0)
    return _few_alike(state, clear.refill, used, is_strict=is_strict)


def opened(state: TuscanyState, move: OpenTiles, *, is_strict: bool) -> TuscanyState:
    """Lay out the display at the beginning, or read later what lies there, and what replaces five alike.

    Raises:
        IllegalMoveError: There are not eight tiles, or not as many as five alike need.
    """
    if not state.display:
        state, used = _neutral(replace(state, display=(None,) * DISPLAY), range(DISPLAY), move.faces, 0)
        return _few_alike(state, move.faces, used, is_strict=is_strict)
    size = len(state.display)
    if len(move.faces) < size:
        raise _wrong_size(size, len(move.faces))
    tiles = zip(move.faces[:size], state.display, strict=True)
    shown = tuple(DisplayTile(face, tile is None or tile.is_neutral) for face, tile in tiles)
    return _few_alike(replace(state, display=shown), move.faces, size, is_strict=is_strict)


def too_many(state: TuscanyState) -> str:
    """Name a colour of which five tiles lie in the display; empty where there is none."""
    counts = Counter(colour_of(tile.face) for tile in state.display if tile)
    return next((colour for colour, count in counts.items() if colour and count >= TOO_MANY), "")


def _few_alike(state: TuscanyState, refill: Sequence[str], used: int, *, is_strict: bool) -> TuscanyState:
    while colour := too_many(state):
        before = used
        state, used = _replaced(state, colour, refill, used)
        if used == before:  # no neutral tile is left to come
            break
    if is_strict and used != len(refill):
        raise _wrong_size(used, len(refill))
    return state


def _replaced(state: TuscanyState, colour: str, refill: Sequence[str], used: int) -> tuple[TuscanyState, int]:
    places = [at for at, tile in enumerate(state.display) if tile and colour_of(tile.face) == colour]
    removed = [tile for at in places if (tile := state.display[at])]
    neutral = sum(tile.is_neutral for tile in removed)
    gone = (*state.gone, *(tile.face for tile in removed if not tile.is_neutral))
    state = without(replace(state, removed=state.removed + neutral, gone=gone), places)
    return _neutral(state, places, refill, used)


def _neutral(
    state: TuscanyState, places: Iterable[int], refill: Sequence[str], used: int
) -> tuple[TuscanyState, int]:
    """Put neutral tiles in some places; an empty stack is made anew of those removed."""
    for at in places:
        if not state.neutral:
            state = replace(state, neutral=state.removed, removed=0)
        if state.neutral:
            face = refill[used] if used < len(refill) else UNKNOWN
            state = replace(
                _with_tile(state, at, DisplayTile(face, is_neutral=True)), neutral=state.neutral - 1
            )
            used += 1
    return state, used


def _with_tile(state: TuscanyState, at: int, tile: DisplayTile) -> TuscanyState:
    return replace(state, display=(*state.display[:at], tile, *state.display[at + 1 :]))


def _wrong_size(wanted: int, count: int) -> IllegalMoveError:
    says = counted(
        "New tiles in the display: {wanted}, but {count} is named.",
        "New tiles in the display: {wanted}, but {count} are named.",
        count,
        wanted=wanted,
    )
    return IllegalMoveError("display_size", says)
