"""What players begin with, entered: a marker and a ship by two taps on the map, then card, stash and hold."""

from collections.abc import Iterator

from msgspec.structs import replace

from scoring.game import Choice, Question
from scoring.games.smuggler.documents.games import NOTATION
from scoring.games.smuggler.drawing.icons import draw_hold
from scoring.games.smuggler.drawing.pictures import outline, picture
from scoring.games.smuggler.editor.sentences import say_squares
from scoring.games.smuggler.engine.moves import Begin
from scoring.games.smuggler.engine.state import SmugglerState, beginner
from scoring.games.smuggler.land.box import CharacterCard, is_land, is_water, place_name
from scoring.games.smuggler.land.spots import place_spot
from scoring.games.smuggler.land.words import CURRENCY_WORDS, DECKS
from scoring.hand import Addition, Landing, PendingTile
from scoring.sentence import joined, marked, sentence

PLACES = marked("Tap where the first marker stands, or where the ship lies")
SHIP_NEXT = marked("The first marker stands in {place}. Tap where the ship lies.")
MOST_REPUTATION = 6
"""No card of ours brings more; where cards are not known, so much can be tapped."""


def begin_landings(state: SmugglerState) -> Iterator[Landing]:
    """Offer every place on land for the first marker of whoever begins next."""
    for place, known in state.box.places.items():
        if is_land(known):
            yield _landing(state, place, Begin(beginner(state), marker=place))


def _landing(state: SmugglerState, place: str, move: Begin) -> Landing:
    says = place_name(state.box, place)
    return Landing(place_spot(state.box, place), says, outline(state, place), (NOTATION.plain_move(move),))


def begin_laid(state: SmugglerState, move: Begin, plain: PendingTile) -> PendingTile:
    """Ask for the ship's place on the map first, then for card, stash and hold."""
    places = state.box.places.items()
    sea = [place for place, known in places if is_water(known) and not is_land(known)]
    land = [place for place, known in places if is_land(known)]
    # Whatever is tapped later, what was chosen stays chosen.
    ways = {place: replace(move, ship=place) for place in sea}
    ways |= {place: replace(move, marker=place) for place in land}
    laid = replace(plain, landings=tuple(_landing(state, place, each) for place, each in ways.items()))
    if sea and not move.ship:
        begins = sentence(SHIP_NEXT, place=place_name(state.box, move.marker))
        return replace(laid, is_whole=False, note=begins)
    asked = [each for each in _questions(state, move) if len(each.choices) > 1 and each.chosen is None]
    # One thing after the other, so that all of it fits a phone.
    return replace(
        laid, questions=tuple(asked[:1]), additions=tuple(_chosen(state, move)), is_whole=not _is_open(move)
    )


def _chosen(state: SmugglerState, move: Begin) -> Iterator[Addition]:
    """Give what is chosen already, each to be taken back by a tap."""
    if move.card:
        says = DECKS.get(move.card.deck, move.card.deck) if _is_open(move) else _card(move.card)
        yield Addition("", says, "", is_chosen=True, move=NOTATION.plain_move(replace(move, card=None)))
    if move.stash:
        says = sentence("Stash: {place}", place=place_name(state.box, move.stash.place))
        yield Addition("", says, "", is_chosen=True, move=NOTATION.plain_move(replace(move, stash=None)))
    if move.hold:
        says = sentence("Ship: {rows}", rows=_rows(move.hold))
        yield Addition("", says, "", is_chosen=True, move=NOTATION.plain_move(replace(move, hold="")))


def _any_of(deck: str) -> CharacterCard:
    """Give a card of which only the deck is told yet."""
    return CharacterCard("", deck)


def _is_open(move: Begin) -> bool:
    """Tell whether it is told from which deck the character is, and not which one."""
    return move.card is not None and move.card == _any_of(move.card.deck)


def begin_asked(state: SmugglerState, move: Begin) -> Iterator[Question]:
    """Ask what a beginning that is told already should have been: where marker and ship go, then all else."""
    spots = {place_spot(state.box, place): place_name(state.box, place) for place in state.box.places}
    choices = tuple(Choice(spot, says) for spot, says in spots.items())
    if choices:
        here = place_spot(state.box, move.marker) if move.marker else None
        yield Question("cell", sentence(PLACES), choices, here, picture(state, [move]))
    yield from _questions(state, move, is_told=True)


def begin_led(state: SmugglerState, move: Begin, place: str) -> Begin:
    """Give the beginning with the ship at a place, where that is at sea, else with the marker there."""
    known = state.box.places[place]
    return replace(move, marker=place) if is_land(known) else replace(move, ship=place)


def _questions(state: SmugglerState, move: Begin, *, is_told: bool = False) -> Iterator[Question]:
    """Ask for card, stash and hold.

    Args:
        is_told: Whether the move is whole already: then every answer is, and another deck its first card.
    """
    chosen = NOTATION.plain_move(move)
    known = tuple(_cards(state))

    def any_of(deck: str) -> CharacterCard:
        told = (move.card, *known) if is_told else ()
        return next((card for card in told if card and card.deck == deck), _any_of(deck))

    deck = move.card.deck if move.card else ""
    decks = dict.fromkeys(card.deck for card in known)
    if len(decks) > 1:
        of_decks = [(replace(move, card=any_of(each)), DECKS.get(each, each)) for each in decks]
        here = NOTATION.plain_move(replace(move, card=any_of(deck))) if deck else None
        yield Question("deck", sentence("From which deck?"), tuple(_choices(of_decks)), here)
    cards = [
        (replace(move, card=card), _card(card)) for card in known if deck == card.deck or len(decks) == 1
    ]
    told = chosen if move.card and not _is_open(move) else None
    yield Question("card", sentence("Which character?"), tuple(_choices(cards)), told)
    taken = {stash.key for each in state.households.values() for stash in each.stashes}
    stashes = [each for each in state.box.stashes if each.start and each.key not in taken]
    names = [(replace(move, stash=each), place_name(state.box, each.place)) for each in stashes]
    yield Question("stash", sentence("Which stash?"), tuple(_choices(names)), chosen if move.stash else None)
    holds = {each.hold for each in state.households.values()}
    free = [hold for hold in dict.fromkeys(state.box.ships) if hold not in holds]
    choices = (
        Choice(NOTATION.plain_move(replace(move, hold=hold)), _rows(hold), draw_hold(hold)) for hold in free
    )
    yield Question("hold", sentence("Which ship?"), tuple(choices), chosen if move.hold else None)


def _rows(hold: str) -> str:
    """Say how large a ship's hold is, and how its rows make that up."""
    rows = [row.count("#") for row in hold.split(",")]
    return joined([say_squares(sum(rows)), "({})".format(" + ".join(map(str, rows)))])


def _choices(moves: list[tuple[Begin, str]]) -> Iterator[Choice]:
    return (Choice(NOTATION.plain_move(move), says) for move, says in moves)


def _cards(state: SmugglerState) -> Iterator[CharacterCard]:
    held = {card.name for each in state.households.values() for card in each.cards}
    known = [card for card in state.box.characters if card.name not in held]
    yield from known
    if not known:
        yield from (CharacterCard("", "", None, reputation) for reputation in range(MOST_REPUTATION + 1))


def _card(card: CharacterCard) -> str:
    said = joined([str(card.reputation or 0), CURRENCY_WORDS["reputation"]])
    return joined([card.name, said], ": ") if card.name else said
