"""A tile laid on a field: where it may lie, what it completes, and what it gives.

Source:
    Rulebook 002, pages 4 to 7.
"""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.game import Cell, Player, Term
from scoring.games.tuscany.engine.display import place_of, refilled, without
from scoring.games.tuscany.engine.moves import LaidTile
from scoring.games.tuscany.engine.payment import with_cards
from scoring.games.tuscany.engine.points import (
    NEW_GOODS,
    STORAGE_GREEN,
    score_area,
    score_colour,
    with_green,
    with_red,
)
from scoring.games.tuscany.engine.state import (
    Lines,
    OpenQuestion,
    Realm,
    TuscanyState,
    with_realm,
    with_stored,
)
from scoring.games.tuscany.land.box import YieldCard
from scoring.games.tuscany.land.tiles import (
    FARM,
    HEX,
    KIND_OF,
    STORAGE,
    TOKENS,
    TOKENS_OF_A_KIND,
    UNKNOWN,
    colour_of,
    crops_of,
)
from scoring.games.tuscany.land.words import COLOURS, some_words
from scoring.games.tuscany.land.words import TOKENS as TOKEN_WORDS
from scoring.geometry.hexes import neighbours
from scoring.roles.seated import name_of
from scoring.sentence import counted, marked, sentence

MONASTERY_CARDS, HEX_RED = 3, 2


def laid(
    state: TuscanyState, player: Player, tile: LaidTile, emptied: int, *, is_strict: bool
) -> tuple[TuscanyState, Lines]:
    """Lay a tile: first what it completes is scored, then it gives what it gives.

    Args:
        emptied: The storage space that the turn's tile came from.
        is_strict: Whether the rules are held to; else only what makes no sense is refused.

    Raises:
        IllegalMoveError: It may not lie there, or it does not give that.
    """
    (check_field if is_strict else check_bare)(state, player, tile)
    if is_strict:
        _check_extras(state, player, tile)
    realm = state.realms[player]
    state = with_realm(state, player, covered={**realm.covered, tile.cell: tile.face})
    state, area = score_area(state, player, tile.cell)
    state, colour = score_colour(state, player, tile.cell)
    kind = KIND_OF[realm.fields[tile.cell]]
    if kind == "castle":
        state, gives = _castle_lays(state, player, tile, emptied, is_strict=is_strict)
    else:
        state, gives = _GIVES[kind](state, player, tile, emptied)
    return state, (*area, *colour, *gives)


def check_bare(state: TuscanyState, player: Player, tile: LaidTile) -> None:
    """Refuse a field that is not the player's, or that something lies on.

    Raises:
        IllegalMoveError: Not even a house rule makes sense of it.
    """
    realm = state.realms[player]
    if tile.cell not in realm.fields:
        says = sentence("{name} has no field there.", name=name_of(state, player))
        raise IllegalMoveError("another_region", says)
    if tile.cell in realm.covered:
        raise IllegalMoveError("field_covered", sentence("Something lies on that field already."))


def check_field(state: TuscanyState, player: Player, tile: LaidTile) -> None:
    """Refuse a field where a tile may not lie.

    Raises:
        IllegalMoveError: It is covered, of another colour, or beside nothing that lies.
    """
    check_bare(state, player, tile)
    realm = state.realms[player]
    colour = realm.fields[tile.cell]
    if tile.face != HEX and colour_of(tile.face) != colour:
        words = marked("A field that is {colour} does not take {tile}.")
        says = sentence(words, tile=some_words(tile.face), colour=COLOURS[colour])
        raise IllegalMoveError("colour_differs", says)
    if not touches(realm, tile.cell):
        raise IllegalMoveError("not_adjacent", sentence("A tile is laid beside one that lies."))
    if tile.face == FARM:
        raise IllegalMoveError("goods_unknown", sentence("Tell which goods the farm shows."))


def touches(realm: Realm, cell: Cell) -> bool:
    """Tell whether a field lies beside a covered one."""
    return any(near in realm.covered for near in neighbours(cell))


def open_fields(realm: Realm, face: str) -> list[Cell]:
    """List the fields where a tile may be laid now, sorted; for a tile that nobody has read, those of any."""
    colour = colour_of(face)
    return sorted(
        cell
        for cell, has in realm.fields.items()
        if (not colour or has == colour) and cell not in realm.covered and touches(realm, cell)
    )


def can_lay_any(state: TuscanyState, player: Player) -> bool:
    """Tell whether any tile of the display could be laid now, whatever it costs."""
    realm = state.realms[player]
    return any(tile and open_fields(realm, tile.face) for tile in state.display)


def with_token(
    state: TuscanyState, player: Player, token: str, where: tuple[Cell, ...]
) -> tuple[TuscanyState, Lines]:
    """Give a player a token; a storage space brings green points each time.

    Raises:
        IllegalMoveError: There is no such kind.
    """
    if token not in TOKENS:
        raise IllegalMoveError("no_such_token", sentence("There is no such token."))
    realm = state.realms[player]
    state = with_realm(state, player, tokens=(*realm.tokens, token))
    if token != STORAGE:
        return state, ()
    state = with_realm(state, player, store=(*realm.store, None))
    return with_green(state, player, "token", where, Term(1, STORAGE_GREEN, TOKEN_WORDS[token]))


def check_token(state: TuscanyState, token: str) -> None:
    """Refuse a token of which none is left.

    Raises:
        IllegalMoveError: All five are taken, or none is named.
    """
    if not token:
        raise IllegalMoveError("token_missing", sentence("Tell which token is taken."))
    taken = sum(realm.tokens.count(token) for realm in state.realms.values())
    if taken >= TOKENS_OF_A_KIND:
        raise IllegalMoveError("token_gone", sentence("No token of that kind is left."))


def _check_extras(state: TuscanyState, player: Player, tile: LaidTile) -> None:
    """Refuse what a tile of that kind does not do, and a choice or a card that is missing."""
    realm = state.realms[player]
    kind = KIND_OF[realm.fields[tile.cell]]
    if kind == "city":
        check_token(state, tile.token)
    elif tile.token:
        raise IllegalMoveError("no_city", sentence("Only a city takes a token."))
    if kind != "castle" and tile.takes is not None:
        raise IllegalMoveError("castle_nowhere", sentence("Only a castle lays another tile."))
    if tile.takes is None and len(tile.refill):
        raise IllegalMoveError(
            "display_size", sentence("No tile left the display, so that no other comes for it.")
        )
    wanted = 1 + realm.tokens.count("yield") if kind == "carriage" else 0
    if len(tile.yields) != wanted:
        says = counted(
            "There is {count} yield card to turn, not {named}.",
            "There are {count} yield cards to turn, not {named}.",
            wanted,
            named=len(tile.yields),
        )
        raise IllegalMoveError("yield_cards", says)
    if tile.drops is not None and state.options.hex_without_space != "drop_one":
        raise IllegalMoveError("nothing_dropped", sentence("Nothing is dropped for a wooden hexagon here."))


# --- what tiles give -------------------------------------------------------------------------------


def _castle_lays(
    state: TuscanyState, player: Player, tile: LaidTile, emptied: int, *, is_strict: bool
) -> tuple[TuscanyState, Lines]:
    takes = tile.takes
    if takes is None:
        if is_strict and state.options.castle_pick == "must" and can_lay_any(state, player):
            raise IllegalMoveError(
                "castle_must_pick", sentence("The castle must lay a tile from the display.")
            )
        return state, ()
    at = place_of(state, takes.face)
    state = without(state, [at])
    if state.options.castle_refill == "at_once":
        state = refilled(state, player, at, tile.refill, is_strict=is_strict)
        return laid(state, player, takes, emptied, is_strict=is_strict)
    state, lines = laid(state, player, takes, emptied, is_strict=is_strict)
    return refilled(state, player, at, tile.refill, is_strict=is_strict), lines


def _city(state: TuscanyState, player: Player, tile: LaidTile, emptied: int) -> tuple[TuscanyState, Lines]:
    return with_token(state, player, tile.token, (tile.cell,)) if tile.token else (state, ())


def _estate(state: TuscanyState, player: Player, tile: LaidTile, emptied: int) -> tuple[TuscanyState, Lines]:
    return _with_hex(state, player, tile, emptied)


def _farm(state: TuscanyState, player: Player, tile: LaidTile, emptied: int) -> tuple[TuscanyState, Lines]:
    """Score the goods not yet in the area; a wooden hexagon counts as goods of its own."""
    realm = state.realms[player]
    area = realm.areas[tile.cell]
    here = {crop for cell in area if cell != tile.cell for crop in crops_of(realm.covered.get(cell, UNKNOWN))}
    new = 1 if tile.face == HEX else len(crops_of(tile.face) - here)
    if crops_of(tile.face):
        state = replace(state, box=state.box.with_seen(farm=tile.face))
    return with_green(state, player, "farm", area, Term(new, 1, NEW_GOODS))


def _quarry(state: TuscanyState, player: Player, tile: LaidTile, emptied: int) -> tuple[TuscanyState, Lines]:
    realm = state.realms[player]
    return with_realm(state, player, marble=realm.marble + 1 + realm.tokens.count("marble")), ()


def _village(state: TuscanyState, player: Player, tile: LaidTile, emptied: int) -> tuple[TuscanyState, Lines]:
    realm = state.realms[player]
    return with_realm(state, player, workers=realm.workers + 1 + realm.tokens.count("worker")), ()


def _monastery(
    state: TuscanyState, player: Player, tile: LaidTile, emptied: int
) -> tuple[TuscanyState, Lines]:
    return with_realm(state, player, hand=with_cards(state.realms[player].hand, MONASTERY_CARDS)), ()


def _carriage(
    state: TuscanyState, player: Player, tile: LaidTile, emptied: int
) -> tuple[TuscanyState, Lines]:
    lines: Lines = ()
    for card in tile.yields:
        state, more = with_yield(state, player, card, tile, emptied)
        lines = (*lines, *more)
    return state, lines


Gives = Callable[[TuscanyState, Player, LaidTile, int], tuple[TuscanyState, Lines]]
_GIVES: Mapping[str, Gives] = {
    "city": _city,
    "estate": _estate,
    "farm": _farm,
    "quarry": _quarry,
    "village": _village,
    "monastery": _monastery,
    "carriage": _carriage,
}


def with_yield(
    state: TuscanyState, player: Player, card: YieldCard, tile: LaidTile, emptied: int, scorings: int = 0
) -> tuple[TuscanyState, Lines]:
    """Give a player what a yield card shows; of one that nobody has read, keep the question.

    Args:
        tile: The carriage.
        scorings: How many there were since it was turned.
    """
    if card == YieldCard():
        question = OpenQuestion("yield", player, where=(tile.cell,), scorings=scorings)
        return replace(state, questions=(*state.questions, question)), ()
    realm, what = state.realms[player], marked("yield card")
    state = with_realm(
        replace(state, box=state.box.with_seen(card=card)),
        player,
        hand=with_cards(realm.hand, card.cards),
        marble=realm.marble + card.marble,
        workers=realm.workers + card.workers,
    )
    state, red = with_red(state, player, "yield", (tile.cell,), Term(1, card.red, what))
    state, green = with_green(state, player, "yield", (tile.cell,), Term(1, card.green, what), scorings)
    lines = (*red, *green)
    for _ in range(card.hex):
        state, more = _with_hex(state, player, tile, emptied)
        lines = (*lines, *more)
    return state, lines


def _with_hex(
    state: TuscanyState, player: Player, tile: LaidTile, emptied: int
) -> tuple[TuscanyState, Lines]:
    """Store a wooden hexagon, on the space just emptied if it is free; the option says what if none is."""
    store = state.realms[player].store
    free = [at for at, stored in enumerate(store) if stored is None]
    if free:
        at = emptied if emptied in free else free[0]
    elif tile.drops is not None and 0 <= tile.drops < len(store):
        at = tile.drops
    elif state.options.hex_without_space == "two_red":
        return with_red(state, player, "hex", (tile.cell,), Term(1, HEX_RED, marked("no storage space")))
    else:
        return state, ()
    return with_stored(state, player, at, HEX), ()
