"""Which figures may be put on the tile just laid, and every way of putting some that can be paid."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.game import Player
from scoring.games.cornwall.engine.coins import PUB_COINS, coins_after_laying, price_of_standing
from scoring.games.cornwall.engine.moves import FigurePlacement, TriplePlacement
from scoring.games.cornwall.engine.regions import TerrainRegion, region_at
from scoring.games.cornwall.engine.state import SUPPLY, CornwallState, supply
from scoring.games.cornwall.land.words import KINDS
from scoring.roles.seated import name_of
from scoring.sentence import marked, sentence


def check_kinds(move: TriplePlacement) -> None:
    """Refuse figures of a kind that nobody has.

    Raises:
        IllegalMoveError: Naming the kind.
    """
    for figure in move.figures:
        if figure.kind not in SUPPLY:
            words = marked("There is no figure of the kind {kind}; there are: {kinds}.")
            says = sentence(words, kind=figure.kind, kinds=", ".join(SUPPLY))
            raise IllegalMoveError("no_such_kind", says)


def check_figures(state: CornwallState, move: TriplePlacement) -> None:
    """Refuse figures off the new tile, two on one field, and more than their player has before them.

    Args:
        state: With whatever the player has bought back from the pub.

    Raises:
        IllegalMoveError: Naming the rule of placing that is broken.

    Source:
        Rulebook 000, "Spielfigur(en) platzieren".
    """
    check_kinds(move)
    cells = [figure.cell for figure in move.figures]
    if any(cell not in move.cells for cell in cells):
        says = sentence("Figures may be put only on the tile just laid.")
        raise IllegalMoveError("not_on_the_tile", says)
    if len(set(cells)) < len(cells):
        raise IllegalMoveError("field_is_taken", sentence("Only one figure may be put on a field."))
    for kind, count in Counter(figure.kind for figure in move.figures).items():
        if count > supply(state, move.player, kind):
            words = marked("{name} has no {kind} left to put there.")
            says = sentence(words, name=name_of(state, move.player), kind=KINDS[kind])
            raise IllegalMoveError("no_figure_left", says)


def without_guests(state: CornwallState, players: tuple[Player, ...]) -> CornwallState:
    """Give the game with some players' figures taken out of the pub; nothing is paid here."""
    return replace(state, pub=tuple(guest for guest in state.pub if guest.player not in players))


def ways_to_buy(state: CornwallState, move: TriplePlacement) -> Iterator[tuple[Player, ...]]:
    """Give who may buy figures back after a tile is laid, sorted: nobody first, then each few players."""
    coins = coins_after_laying(state, move)
    may = [move.player] if state.options.pub == "own_turn" else [s.colour for s in state.setup.players]
    guests = {guest.player for guest in state.pub}
    buyers = sorted(player for player in may if player in guests and coins[player] >= PUB_COINS)
    for count in range(len(buyers) + 1):
        yield from combinations(buyers, count)


def ways_to_put(state: CornwallState, move: TriplePlacement) -> Iterator[tuple[FigurePlacement, ...]]:
    """Give every way to put figures on a new tile that its player can pay, none first, then few.

    Args:
        move: The tile, and who buys figures back from the pub; its own figures do not matter.
    """
    has = coins_after_laying(state, move)[move.player] - (PUB_COINS if move.player in move.pub else 0)
    cells, after = sorted(move.cells), {**state.fields, **move.fields}
    regions = {cell: region_at(after, cell) for cell in cells}
    bought = without_guests(state, move.pub)
    left = {kind: supply(bought, move.player, kind) for kind in SUPPLY}
    for count in range(len(cells) + 1):
        for chosen in combinations(cells, count):
            if _price(state, [regions[cell] for cell in chosen]) <= has:
                for kinds in product(SUPPLY, repeat=count):
                    if all(kinds.count(kind) <= left[kind] for kind in kinds):
                        yield tuple(map(FigurePlacement, chosen, kinds))


def _price(state: CornwallState, regions: list[TerrainRegion]) -> int:
    return max(0, len(regions) - 1) + price_of_standing(state, regions)
