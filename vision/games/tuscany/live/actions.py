"""Single actions that touch what has changed, with the display after each."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from scoring.game import Cell, Player
from scoring.games.tuscany.engine.laying import can_lay_any, open_fields, touches
from scoring.games.tuscany.engine.ledger import HEAPS
from scoring.games.tuscany.engine.moves import ClearedKind, LaidTile, PlaceAction, TakeAction, TurnAction
from scoring.games.tuscany.engine.state import Realm
from scoring.games.tuscany.land.box import YieldCard
from scoring.games.tuscany.land.spots import TuscanySpot
from scoring.games.tuscany.land.tiles import DISPLAY, FARM, HEX, KIND_OF, TOO_MANY, UNKNOWN, colour_of
from scoring.spots import tile_spot
from vision.games.tuscany.classify.cards import card_of
from vision.games.tuscany.live.sighting import BARE, DISPLAY_SPOTS, NEWS, Judge, Odds, TableSight, best, fits
from vision.games.tuscany.live.stories import Story, yields_in

CLOSE = 6.0
"""Ways to read a place that fit so much worse, in nats, are not thought of."""


def acted(story: Story, player: Player, judge: Judge) -> Iterator[tuple[TurnAction, tuple[str, ...]]]:
    """Give the actions of a player that touch what has changed, with the display after each."""
    sight, changed = judge.sight, judge.news(story.state, story.display)
    removable = set() if can_lay_any(story.state, player) else changed
    for clears, display in _cleared(story.display, sight, removable):
        for take, shown in _takes(story._replace(display=display), player, sight, changed):
            yield replace(take, clears=clears), shown
    realm = story.state.realms[player]
    cells = [
        cell
        for cell in realm.fields
        if cell not in realm.covered and _may_be_covered(sight.places.get(tile_spot(cell, player), {}))
    ]
    for space, stored in enumerate(realm.store):
        if stored is None:
            continue
        may = [cell for cell in cells if _may_hold(player, realm, cell, stored, sight)]
        if not may and TuscanySpot("store", space, player).name in changed:
            may = [*open_fields(realm, stored)]  # it lies somewhere, though it looks like the field
        for cell in may:
            for tile, display in _lays(story, player, stored, cell, cells, sight):
                yield PlaceAction(tile, space), display


def _cleared(
    display: tuple[str, ...], sight: TableSight, changed: set[str]
) -> Iterator[tuple[tuple[ClearedKind, ...], tuple[str, ...]]]:
    """Give the ways in which kinds were removed from the display, and what lies there then."""
    yield (), display
    shown = [best(odds) for odds in sight.display]
    for colour in dict.fromkeys(colour_of(face) for face in display if face):
        places = [at for at, face in enumerate(display) if colour_of(face) == colour]
        if {DISPLAY_SPOTS[at] for at in places} <= changed:
            first = ClearedKind(colour, tuple(shown[at] for at in places))
            then = tuple(shown[at] if at in places else face for at, face in enumerate(display))
            for more, after in _cleared(then, sight, changed - {DISPLAY_SPOTS[at] for at in places}):
                yield (first, *more), after


def _may_be_covered(odds: Odds) -> bool:
    """Tell whether a field looks as well covered as bare, or better."""
    return any(fits(odds, face) > -NEWS for face in odds if face != BARE)


def _may_hold(player: Player, realm: Realm, cell: Cell, face: str, sight: TableSight) -> bool:
    """Tell whether a tile may lie on a field, by its colour and by what that looks like."""
    if face not in (HEX, UNKNOWN) and colour_of(face) != realm.fields[cell]:
        return False
    odds = sight.places[tile_spot(cell, player)]
    return face in {UNKNOWN, FARM} or fits(odds, face) >= -CLOSE or best(odds) != BARE


def _takes(
    story: Story, player: Player, sight: TableSight, changed: set[str]
) -> Iterator[tuple[TakeAction, tuple[str, ...]]]:
    store = story.state.realms[player].store
    spots = [TuscanySpot("store", at, player).name for at in range(len(store))]
    fresh = [at for at, spot in enumerate(spots) if spot in changed]
    free = [at for at, stored in enumerate(store) if stored is None]
    for space, (at, face) in product(range(len(store)), enumerate(story.display)):
        odds, is_gone = sight.places.get(spots[space], {}), DISPLAY_SPOTS[at] in changed
        may_come = space in fresh or (is_gone and (space in free[:1] or store[space] == face))
        if face == UNKNOWN or not may_come:
            continue  # nothing would show it
        if is_gone or fits(odds, face) >= -CLOSE:  # else its like came there since
            refill, display = _refilled(story, at, sight)
            yield TakeAction(face, space, refill), display


def _lays(
    story: Story, player: Player, face: str, cell: Cell, cells: Sequence[Cell], sight: TableSight
) -> Iterator[tuple[LaidTile, tuple[str, ...]]]:
    """Give the ways in which a tile was laid on a field, with the display after each."""
    realm = story.state.realms[player]
    kind, odds = KIND_OF[realm.fields[cell]], sight.places.get(tile_spot(cell, player), {})
    if face in {UNKNOWN, FARM}:
        face = best({each: share for each, share in odds.items() if each != BARE} or {face: 0.0})
    tile = LaidTile(face, cell)
    if kind == "city":
        yield from ((replace(tile, token=token), story.display) for token in _tokens(story, player, sight))
    elif kind == "carriage":
        for cards in _cards(story, player, sight):
            yield replace(tile, yields=cards), story.display
    else:
        yield tile, story.display
    if kind == "castle":
        yield from _castles(story, player, tile, [each for each in cells if each != cell], sight)


def _cards(story: Story, player: Player, sight: TableSight) -> Iterable[tuple[YieldCard, ...]]:
    """Give the yield cards that a carriage may have turned: those that came next on top, or the last ones.

    What came under others before anybody looked is not read, but one is told by what it has brought. A card
    may have come on one of its like.
    """
    count = 1 + story.state.realms[player].tokens.count("yield")
    on_top = (card_of(sight.card),) * bool(sight.card and count == 1)
    fresh = sight.turned[len(yields_in(story.moves)) :] or on_top
    unread = [(YieldCard(),) * (count - len(fresh))]
    if count == len(fresh) + 1:
        unread += [(card,) for card in sight.cards if _has_brought(card, story, player, sight)]
    lasts = (fresh[:count], fresh[-count:])
    return dict.fromkeys((*first, *cards) for first, cards in product(unread, lasts))


def _has_brought(card: YieldCard, story: Story, player: Player, sight: TableSight) -> bool:
    """Tell whether wood or things lie before a player that a yield card would have brought."""
    realm = story.state.realms[player]
    spots = (TuscanySpot("store", at, player).name for at in range(len(realm.store)))
    if card.hex and any(best(sight.places.get(spot, {BARE: 0.0})) == HEX for spot in spots):
        return True
    more = {what for what in HEAPS if sight.heaps.get((player, what), 0) > getattr(realm, what)}
    return any(getattr(card, what) for what in more)


def _tokens(story: Story, player: Player, sight: TableSight) -> list[str]:
    """Give the kinds of token that a city may have brought; any but none where none is in view."""
    spot = TuscanySpot("token", len(story.state.realms[player].tokens), player).name
    odds = sight.places.get(spot, {})
    kinds = [kind for kind in odds if kind != BARE]
    close = [kind for kind in kinds if fits(odds, kind) > -CLOSE]
    return close or kinds[:1] or [UNKNOWN]


def _castles(
    story: Story, player: Player, tile: LaidTile, cells: Sequence[Cell], sight: TableSight
) -> Iterator[tuple[LaidTile, tuple[str, ...]]]:
    """Give what a castle has laid from the display, further castles included."""
    realm = story.state.realms[player]
    lies = replace(realm, covered={**realm.covered, tile.cell: tile.face})
    state = replace(story.state, realms={**story.state.realms, player: lies})
    now = story._replace(state=state)
    for cell in cells:
        if not touches(lies, cell):
            continue
        for at, face in enumerate(story.display):
            if not face or not _may_hold(player, realm, cell, face, sight):
                continue
            refill, display = _refilled(story, at, sight)
            for inner, shown in _lays(now._replace(display=display), player, face, cell, cells, sight):
                yield replace(tile, takes=inner, refill=refill), shown


def _refilled(story: Story, at: int, sight: TableSight) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the tiles that came as one was taken, and the display after it.

    Five of a colour are replaced at once: the one that came first was never seen where it lay, but of its
    colour it was.
    """
    shown = [best(odds) for odds in sight.display]
    rest = {place: face for place, face in enumerate(story.display) if place != at}
    counts = Counter(colour_of(face) for face in rest.values() if face)
    for colour, count in counts.items():
        places = [place for place, face in rest.items() if colour_of(face) == colour]
        otherwise = sum(shown[place] != rest[place] for place in places)
        if count >= TOO_MANY - 1 and otherwise > count // 2:
            new = sorted((*places, at))
            display = tuple(shown[place] if place in new else rest[place] for place in range(DISPLAY))
            return (KIND_OF[colour], *(shown[place] for place in new)), display
    display = tuple(shown[place] if place == at else rest[place] for place in range(DISPLAY))
    return (shown[at],), display
