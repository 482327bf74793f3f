"""What should lie on a table of The Castles of Tuscany by the rules: every printed and every wooden thing."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scoring.game import Player
from scoring.games.tuscany.engine.options import TRACK
from scoring.games.tuscany.engine.state import TuscanyState
from scoring.games.tuscany.land.tiles import HEX, OWN, STACK, STACKS
from scoring.spots import spot_of, tile_spot

NEUTRAL_LAYERS = 3
"""So many neutral tiles lie beside each other, in several piles that are shown as one."""
TRACKS, HEAPS = ("green", "red"), ("marble", "workers")


class Printed(NamedTuple):
    """A printed thing: its face, how many lie on each other, and how many that means."""

    face: str
    layers: int = 1


def printed_of(state: TuscanyState) -> dict[str, Printed]:
    """Name every tile, token and stack by its spot."""
    shown = {f"display:{at}": Printed(tile.face) for at, tile in enumerate(state.display) if tile is not None}
    for colour in state.box.colour_bonus:
        done = len(state.completed.get(colour, ()))
        if done < 2:
            shown[f"bonus:{colour}"] = Printed(f"bonus:{colour}:{done + 1}")
    if state.neutral:
        shown["stack:neutral"] = Printed("back:neutral", -(-state.neutral // NEUTRAL_LAYERS))
    for player in state.realms:
        shown |= dict(_printed_before(state, player))
    return shown


def _printed_before(state: TuscanyState, player: Player) -> Iterator[tuple[str, Printed]]:
    realm = state.realms[player]
    for cell, face in realm.covered.items():
        if face != HEX:
            yield tile_spot(cell, player), Printed(face)
    for at, stored in enumerate(realm.store):
        if stored is not None and stored != HEX:
            yield spot_of("store", at, player), Printed(stored)
    for at, token in enumerate(realm.tokens):
        yield spot_of("token", at, player), Printed(f"token:{token}")
    for at in range(STACKS):
        left = stack_left(realm.put_out, at)
        if left:
            yield spot_of("stack", at, player), Printed(f"back:{player}", left)


def stack_left(put_out: int, at: int) -> int:
    """Count the tiles in one of a player's stacks; the left one is used up first.

    >>> [stack_left(9, at) for at in range(3)]
    [0, 5, 7]
    """
    return min(STACK, max(0, STACK * (at + 1) - min(put_out, OWN)))


def hexes_of(state: TuscanyState) -> set[str]:
    """Name the places where wooden hexagons lie."""
    return {
        spot
        for player, realm in state.realms.items()
        for spot, lies in (
            *((tile_spot(cell, player), face) for cell, face in realm.covered.items()),
            *((spot_of("store", at, player), stored) for at, stored in enumerate(realm.store)),
        )
        if lies == HEX
    }


def steps_of(state: TuscanyState) -> Mapping[str, int]:
    """Give the step of every marker."""
    return {
        spot_of("mark", track, player): getattr(realm, track) % TRACK
        for player, realm in state.realms.items()
        for track in TRACKS
    }


def heaps_of(state: TuscanyState) -> Mapping[str, int]:
    """Count every heap."""
    return {
        spot_of("heap", heap, player): getattr(realm, heap)
        for player, realm in state.realms.items()
        for heap in HEAPS
    }
