"""Moves in the words of people at the table."""

from collections.abc import Iterator

from scoring.games.tuscany.engine.course import cards_drawn
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    CountedHeaps,
    DrawAction,
    EarlyEnd,
    FirstToken,
    JoinedRegion,
    LaidTile,
    LearnedFacts,
    Move,
    NamedYield,
    OpenTiles,
    PlaceAction,
    ReadFields,
    SetMarkers,
    StartCastle,
    TakeAction,
    ToldHand,
    TurnAction,
)
from scoring.games.tuscany.engine.state import Realm, TuscanyState, faces_of
from scoring.games.tuscany.land.words import TOKENS, some_words
from scoring.roles.seated import name_of
from scoring.sentence import Sentence, counted, listed, marked, sentence

_PLAIN: dict[type, str] = {
    JoinedRegion: marked("{name} has joined a region of three pieces."),
    ReadFields: marked("{name}'s region is told field by field."),
    OpenTiles: marked("{name} tells what lies in the display."),
    LearnedFacts: marked("{name} tells something that only the box knows."),
    NamedYield: marked("{name} tells what the yield card gave."),
    ToldHand: marked("{name} has counted the own cards."),
    EarlyEnd: marked("The game is ended before its last turn; cards are counted now."),
    CountedHeaps: marked("{name} counts what lies there."),
    SetMarkers: marked("{name} sets points to what the markers show."),
    StartCastle: marked("{name} lays the start castle."),
}


def say(state: TuscanyState, move: Move) -> Sentence:
    """Say a move: "Anna lays a quarry, and for a marble draws cards."."""
    name = name_of(state, move.player)
    match move:
        case ActionTurn(actions=(first, second)):
            words = marked("{name} {first}, and for a marble {second}.")
            realm = state.realms.get(move.player)
            said = _done(first, realm, _cards(state, move, 0)), _done(second, None, _cards(state, move, 1))
            return sentence(words, name=name, first=said[0], second=said[1])
        case ActionTurn():
            realm = state.realms.get(move.player)
            done = listed(
                [_done(each, realm, _cards(state, move, at)) for at, each in enumerate(move.actions)]
            )
            return sentence("{name} {done}.", name=name, done=done)
        case OpenTiles() if came := _came(state, move):
            return sentence(
                "{name} tells what came into the display: {tile}.", name=name, tile=some_words(came)
            )
        case FirstToken():
            return sentence("{name} takes the token {token}.", name=name, token=TOKENS[move.token])
    return sentence(_PLAIN[type(move)], name=name)


def _came(state: TuscanyState, move: OpenTiles) -> str:
    """Give the one tile that is told of the display, where all others were told before; else nothing."""
    told = [face for face, was in zip(move.faces, faces_of(state), strict=False) if face != was]
    return told[0] if len(told) == 1 else ""


def say_draw(state: TuscanyState, begun: ActionTurn | None = None) -> Sentence:
    """Say how many cards are drawn, after what the turn has done already."""
    turn = begun or ActionTurn(state.player, ())
    return counted("Draw {count} card", "Draw {count} cards", _cards(state, turn, len(turn.actions)))


def _cards(state: TuscanyState, move: ActionTurn, at: int) -> int:
    """Count the cards that one of a turn's actions draws: a city laid just before may bring one more."""
    if move.player not in state.realms:
        return 0
    return cards_drawn(state, move.player) + sum(_card_tokens(action) for action in move.actions[:at])


def _card_tokens(action: TurnAction) -> int:
    tile, count = action.tile if isinstance(action, PlaceAction) else None, 0
    while tile is not None:
        count += (tile.token,).count("card")
        tile = tile.takes
    return count


def _done(action: TurnAction, realm: Realm | None, due: int) -> Sentence:
    """Say an action; with what is stored before it, also what leaves the game for it."""
    match action:
        case DrawAction():
            drawn = due if action.cards is None else action.cards
            return counted("draws {count} card", "draws {count} cards", drawn)
        case TakeAction():
            stored = realm.store[action.space] if realm and action.space < len(realm.store) else None
            words = marked("takes {tile} in place of {stored}") if stored else marked("takes {tile}")
            return sentence(words, tile=some_words(action.face), stored=some_words(stored or ""))
        case PlaceAction():
            workers = action.pays.workers if action.pays else 0
            paid = [counted("pays {count} worker", "pays {count} workers", workers)]
            return listed([*_laid(action.tile), *paid * bool(workers)])


def _laid(tile: LaidTile) -> Iterator[Sentence]:
    yield sentence("lays {some}", some=some_words(tile.face))
    if tile.token:
        yield sentence("takes the token {token}", token=TOKENS[tile.token])
    if tile.takes is not None:
        yield from _laid(tile.takes)
