"""What players may look up during a game: places for an action, what everybody has, and the box."""

from collections.abc import Iterator

from scoring.documents.complaints import shown
from scoring.documents.values import Document, Written
from scoring.errors import UnreadableError
from scoring.game import Choice, Holding, Left, Player, Slot, Supply
from scoring.games.smuggler.documents.teaching import teaching
from scoring.games.smuggler.drawing.icons import draw_face, draw_piece
from scoring.games.smuggler.drawing.pictures import outline
from scoring.games.smuggler.editor.sentences import FACES, say_squares
from scoring.games.smuggler.engine.choices import legal, where
from scoring.games.smuggler.engine.moves import ACTIONS
from scoring.games.smuggler.engine.options import INFO
from scoring.games.smuggler.engine.state import SOLD, SmugglerState, is_over
from scoring.games.smuggler.land.box import dump_box, is_odd_track, load_box
from scoring.games.smuggler.land.spots import place_at
from scoring.sentence import counted, marked, plural, sentence

MADE_UP = marked("This box is made up by us: it says nothing about the real one.")
ODD_TRACK = marked("Along the customs track the level should fall and the bribe rise; look at it again.")


def regions(state: SmugglerState) -> tuple[Holding, ...]:
    """List the regions that somebody may hold: there are none."""
    return ()


def places(state: SmugglerState, face: str) -> tuple[Slot, ...]:
    """List where an action shows that may be done now.

    Raises:
        UnreadableError: There is no such action.
    """
    known_face(face)
    if is_over(state):
        return ()
    cells = dict.fromkeys(cell for move in legal(state, face) for cell in where(state, move)[:1])
    return tuple(Slot(cell, (0,), outline(state, place_at(state.box, cell))) for cell in cells)


def left(state: SmugglerState) -> tuple[Left, ...]:
    """List the goods that are still to be bought, by their squares."""
    squares = [goods.squares for goods in state.goods.values() if goods.where in state.box.merchants]
    return tuple(
        Left(f"goods{size}", say_squares(size), squares.count(size), draw_piece(size))
        for size in sorted({*squares})
    )


def supplies(state: SmugglerState) -> tuple[Supply, ...]:
    """Count what everybody has, in turn order; of secrets nothing but their number."""
    return tuple(each for player in state.households for each in _supplies_of(state, player))


def _supplies_of(state: SmugglerState, player: Player) -> Iterator[Supply]:
    household = state.households[player]
    goods = sum(each.owner == player and each.where != SOLD for each in state.goods.values())
    for currency in INFO.currencies:
        yield Supply(player, currency.name, currency.title, getattr(household, currency.name), 0)
    yield Supply(
        player, "markers", plural("marker on the map", "markers on the map"), len(household.markers), 0
    )
    yield Supply(player, "goods", plural("piece of goods", "pieces of goods"), goods, 0)
    yield Supply(player, "characters", plural("character", "characters"), len(household.cards), 0)
    yield Supply(player, "secrets", plural("secret card", "secret cards"), household.secrets, 0)


def known_face(face: str) -> str:
    """Read the name of an action.

    Raises:
        UnreadableError: There is no such action.
    """
    if face not in ACTIONS:
        raise UnreadableError(f"There is no action called {shown(face)}; there are: {', '.join(ACTIONS)}.")
    return face


def learned(state: SmugglerState) -> Written:
    """Give what is known of the box by now."""
    return dump_box(state.box)


def list_box(box: Document) -> tuple[str, ...]:
    """Say what is known of a box.

    Raises:
        UnreadableError: It is nothing that a box of this game has.
    """
    facts = load_box(box)
    said = (
        counted("{count} place", "{count} places", len(facts.places)),
        counted("{count} way on land", "{count} ways on land", len(facts.ways or facts.seen_ways)),
        counted("{count} way at sea", "{count} ways at sea", len(facts.sea_ways or facts.seen_sea_ways)),
        counted("{count} step of the customs track", "{count} steps of the customs track", len(facts.track)),
        counted("{count} piece of goods", "{count} pieces of goods", len(facts.pieces)),
        counted("{count} character", "{count} characters", len(facts.characters)),
    )
    notes = ([MADE_UP] if facts.made_up else []) + ([ODD_TRACK] if is_odd_track(facts) else [])
    return (*map(sentence, notes), *(each for each in said if each.values["count"]))


def note_box(state: SmugglerState) -> str:
    """Say that the box is made up, where it is."""
    return sentence(MADE_UP) if state.box.made_up else ""


def single_faces() -> tuple[Choice, ...]:
    """List the actions, each with its sign."""
    return tuple(Choice(face, says, draw_face(face)) for face, says in FACES.items())


def single_turns(face: str) -> tuple[Choice, ...]:
    """Give the one way in which a sign is drawn.

    Raises:
        UnreadableError: There is no such action.
    """
    return (Choice(0, sentence(marked("as drawn")), draw_face(known_face(face))),)


def single_tile(face: str, turns: int) -> tuple[str, int]:
    """Write the name of an action as the game does, or of the bare board.

    Raises:
        UnreadableError: There is no such action, or it is said to be turned.
    """
    if turns:
        raise UnreadableError(f"An action is not turned by {shown(turns)}.")
    return face if face == teaching().face else known_face(face), 0
