"""What players may want to look up during a game: areas, fields for a tile, and what everybody has."""

from collections import Counter
from collections.abc import Iterator

from scoring.documents.complaints import shown
from scoring.documents.values import Document, Written
from scoring.errors import UnreadableError
from scoring.game import Cell, Choice, Holding, Left, Player, Slot, Supply, Term
from scoring.games.tuscany.drawing.components import TOKEN, YIELD, own_design, read_print, yield_card
from scoring.games.tuscany.drawing.pictures import draw_face, draw_token, face_choice, outline, outlines
from scoring.games.tuscany.engine.choices import cells_of
from scoring.games.tuscany.engine.laying import open_fields
from scoring.games.tuscany.engine.options import GREEN
from scoring.games.tuscany.engine.points import answer_to
from scoring.games.tuscany.engine.state import OpenQuestion, Realm, TuscanyState, is_over
from scoring.games.tuscany.land.box import dump_box, load_box
from scoring.games.tuscany.land.tiles import (
    COMING,
    FARM,
    FARMS,
    HEX,
    OWN,
    STACK,
    crops_of,
    is_printed_by,
    read_face,
)
from scoring.games.tuscany.land.words import COLOURS, TOKENS, face_words
from scoring.picture import Picture
from scoring.sentence import counted, marked, sentence

MADE_UP = marked("This box is made up by us: it says nothing about the real one.")


def regions(state: TuscanyState) -> tuple[Holding, ...]:
    """List the colour areas of every region; no figures stand there, and only its owner gets its points."""
    return tuple(
        _holding(state, player, area)
        for player, realm in state.realms.items()
        for area in sorted({*realm.areas.values()})
    )


def _holding(state: TuscanyState, player: Player, area: tuple[Cell, ...]) -> Holding:
    realm = state.realms[player]
    bare = sum(cell not in realm.covered for cell in area)
    brings = answer_to(state, OpenQuestion("area", player, str(len(area))))
    (q, r), *_ = area
    return Holding(
        name=f"{player}:{q},{r}",
        feature=COLOURS[realm.fields[area[0]]],
        cells=area,
        figures=(),
        players=(),
        open_edges=bare,
        is_completed=not bare,
        finished=() if brings is None else (Term(brings, 1, GREEN),),
        at_end=(),
        outlines_mm=outlines(area),
        currency="green",
        owner=player,
    )


def places(state: TuscanyState, face: str) -> tuple[Slot, ...]:
    """List where a stored tile may be laid now, or another one could be.

    Raises:
        UnreadableError: There is no such tile.
    """
    face = known_face(face)
    realm = state.realms[state.player]
    is_stored = any(lies is not None and is_printed_by(lies, face) for lies in realm.store)
    cells = cells_of(state, face) if is_stored else open_fields(realm, face)
    if is_over(state):
        return ()
    return tuple(Slot(cell, (0,), outline(cell)) for cell in cells)


def stored_faces(realm: Realm) -> tuple[str, ...]:
    """Give what may be stored, each once: a farm whose goods nobody has read may be any."""
    found = (FARMS if face == FARM else (face,) for face in realm.store if face)
    return tuple(dict.fromkeys(face for faces in found for face in faces))


def left(state: TuscanyState) -> tuple[Left, ...]:
    """List the tiles that may still come, where the box is known and every tile that came was read.

    Those removed with neutral backs may come again. It is told only where the sum is that of the stacks.
    """
    box, players = state.box, len(state.realms)
    came: Counter[str] = Counter(tile.face for tile in state.display if tile)
    came.update(state.gone)
    for realm in state.realms.values():
        came.update(face for face in (*realm.covered.values(), *filter(None, realm.store)) if face != HEX)
        came["castle"] -= bool(realm.covered)  # the start castle is of no stack
    faces = dict.fromkeys((*box.own_tiles, *box.neutral_tiles))
    counts = {
        face: box.own_tiles.get(face, 0) * players + box.neutral_tiles.get(face, 0) - came[face]
        for face in faces
    }
    stacks = sum(OWN - realm.put_out for realm in state.realms.values())
    stacks += state.neutral + state.removed
    if sum(counts.values()) != stacks or min(counts.values(), default=0) < 0:
        return ()
    return tuple(
        Left(face, face_words(face), count, draw_face(face)) for face, count in counts.items() if count
    )


def known_face(face: str) -> str:
    """Read a tile or a wooden hexagon.

    Raises:
        UnreadableError: There is no such thing.
    """
    return face if face == HEX else read_face(face)


def supplies(state: TuscanyState) -> tuple[Supply, ...]:
    """Count what everybody has, in turn order: tiles in stacks, marble, workers, and cards where known."""
    return tuple(each for player in state.realms for each in _supplies_of(state, player))


def _supplies_of(state: TuscanyState, player: Player) -> Iterator[Supply]:
    realm = state.realms[player]
    yield Supply(player, "stacks", sentence("tiles in the stacks"), OWN - realm.put_out, OWN)
    due = max(0, STACK * min(3, state.scored + 1) - realm.put_out)
    yield Supply(player, "until the phase ends", sentence("tiles until the phase ends"), due, 0)
    yield Supply(player, "marble", sentence("marble"), realm.marble, 0)
    yield Supply(player, "workers", sentence("workers"), realm.workers, 0)
    if realm.hand is not None:
        yield Supply(player, "hand", sentence("cards"), realm.hand, 0)


def learned(state: TuscanyState) -> Written:
    """Give what is known of the box by now."""
    return dump_box(state.box)


def list_box(box: Document) -> tuple[str, ...]:
    """Say what is known of a box.

    Raises:
        UnreadableError: It is nothing that a box of this game has.
    """
    facts = load_box(box)
    bonuses = sum(value is not None for values in facts.colour_bonus.values() for value in values)
    farms = {face for face in (*facts.farms, *facts.own_tiles, *facts.neutral_tiles) if crops_of(face)}
    pieces, cards = len(facts.region.pieces), len(facts.yield_cards)
    said = (
        counted("{count} piece of a region", "{count} pieces of regions", pieces),
        counted("{count} colour bonus of 16", "{count} colour bonuses of 16", bonuses),
        counted("{count} farm", "{count} farms", len(farms)),
        counted("{count} kind of yield card", "{count} kinds of yield cards", cards),
    )
    return (*([sentence(MADE_UP)] if facts.made_up else []), *(each for each in said if each.values["count"]))


def note_box(state: TuscanyState) -> str:
    """Say that the box is made up, where it is."""
    return sentence(MADE_UP) if state.box.made_up else ""


def single_faces() -> tuple[Choice, ...]:
    """List the tiles, every farm by its goods, and the tokens; what yield cards show depends on the box."""
    tokens = (Choice(f"{TOKEN}:{kind}", says, draw_token(kind)) for kind, says in TOKENS.items())
    return (*map(face_choice, COMING), *tokens)


def single_turns(face: str) -> tuple[Choice, ...]:
    """Give the one way in which a thing lies: which way up changes nothing.

    Raises:
        UnreadableError: There is no such thing.
    """
    return (Choice(0, sentence(marked("as drawn")), _draw_print(read_print(face))),)


def _draw_print(face: str) -> Picture:
    kind, _, name = face.partition(":")
    if kind == TOKEN:
        return draw_token(name)
    return yield_card(name, own_design()).picture if kind == YIELD else draw_face(face)


def single_tile(face: str, turns: int) -> tuple[str, int]:
    """Write a tile, a token or a yield card as the game does.

    Raises:
        UnreadableError: There is no such thing, or it is said to be turned.
    """
    if turns:
        raise UnreadableError(f"A tile lies either way up, so that it is not turned by {shown(turns)}.")
    return read_print(face), 0
