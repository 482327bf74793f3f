"""Moves in the words of people at the table."""

from collections.abc import Iterator

from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    CountedHeaps,
    DrawAction,
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
from scoring.games.tuscany.engine.state import Realm, TuscanyState
from scoring.games.tuscany.land.words import TOKENS, some_words
from scoring.roles.seated import name_of
from scoring.sentence import Sentence, listed, marked, sentence

_PLAIN: dict[type, str] = {
    JoinedRegion: marked("{name} has joined a region of three pieces."),
    ReadFields: marked("{name}'s region is told field by field."),
    OpenTiles: marked("{name} tells what lies in the display."),
    LearnedFacts: marked("{name} tells something that only the box knows."),
    NamedYield: marked("{name} tells what the yield card gave."),
    ToldHand: marked("{name} has counted the own cards."),
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
            return sentence(words, name=name, first=_done(first, realm), second=_done(second, None))
        case ActionTurn():
            realm = state.realms.get(move.player)
            done = listed([_done(each, realm) for each in move.actions])
            return sentence("{name} {done}.", name=name, done=done)
        case FirstToken():
            return sentence("{name} takes the token {token}.", name=name, token=TOKENS[move.token])
    return sentence(_PLAIN[type(move)], name=name)


def _done(action: TurnAction, realm: Realm | None) -> Sentence:
    """Say an action; with what is stored before it, also what leaves the game for it."""
    match action:
        case DrawAction():
            return sentence("draws cards")
        case TakeAction():
            stored = realm.store[action.space] if realm and action.space < len(realm.store) else None
            words = marked("takes {tile} in place of {stored}") if stored else marked("takes {tile}")
            return sentence(words, tile=some_words(action.face), stored=some_words(stored or ""))
        case PlaceAction():
            return listed([*_laid(action.tile)])


def _laid(tile: LaidTile) -> Iterator[Sentence]:
    yield sentence("lays {some}", some=some_words(tile.face))
    if tile.token:
        yield sentence("takes the token {token}", token=TOKENS[tile.token])
    if tile.takes is not None:
        yield from _laid(tile.takes)
