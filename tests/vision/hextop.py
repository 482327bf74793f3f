"""A synthetic game of Cornwall whose moments a test photographs, changes with its own hands, and has read."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from scoring.errors import IllegalMoveError
from scoring.game import Cell, PlayerSeat, Setup
from scoring.games import load
from scoring.games.cornwall.engine.moves import Move, Opening, TriplePlacement
from scoring.games.cornwall.engine.state import SUPPLY, CornwallState
from scoring.referee.observation import Sight
from vision.games import load as load_reader
from vision.games.cornwall.live.memory import CornwallBoxModel, CornwallTrackState
from vision.games.cornwall.yardstick import turned_to
from vision.reader import Image
from vision.simulator.camera.film import Film, load_film, render
from vision.simulator.camera.still import Still
from vision.simulator.table.acts import done
from vision.simulator.table.singles import single_tiles
from vision.simulator.table.things import Act, Put, SimScene, SimTable, Visit
from vision.simulator.table.timeline import Script, script

READER = load_reader("cornwall")

RULES = load("cornwall")
SIZE_PX = (1728, 972)
PLAYERS = Setup("rulebook-000", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))
KNOWN = CornwallBoxModel(("red", "blue"))


class Played(NamedTuple):
    """A filmed game.

    Attributes:
        moves: All of them, the opening first.
    """

    told: Script
    film: Film
    moves: tuple[Move, ...]


@lru_cache(maxsize=4)  # each takes 40 MB
def played(seed: int, level: int, turns: int) -> Played:
    """Play and get ready to film; takes a second, so that tests share it."""
    told = script(seed, level, SIZE_PX, turns, PLAYERS, game="cornwall")
    moves = tuple(RULES.load_move(move) for move in told.truth["moves"])
    return Played(told, load_film(told), moves)


@lru_cache(maxsize=2)
def learned(seed: int, level: int, turns: int) -> CornwallBoxModel:
    """The box of a game, as somebody has learned it tile by tile."""
    prints = READER.learn(single_tiles(played(seed, level, turns).told.course.box, seed))
    return READER.get_ready(prints, [seat.colour for seat in PLAYERS.players])


class HexTop:
    """A table that is looked at while a game is played, and that remembers what was seen.

    Args:
        turns: So many of the game are filmed; each is looked at only where a test asks for it.
    """

    def __init__(self, seed: int, level: int = 0, turns: int = 6) -> None:
        self._key = (seed, level, turns)
        self.game = played(*self._key)
        self.known = KNOWN
        self.table: SimTable = self.game.told.scenes[0].table
        self.state: CornwallState = RULES.start(PLAYERS)
        self.memory: CornwallTrackState | None = None
        self._still: Still | None = None
        self._number = 0

    def photograph(self) -> Image:
        """Photograph the table as it is now."""
        self._number += 1
        scene = SimScene(self._number, float(self._number), self.table)
        image, self._still = render(self.game.film, scene, self._still)
        return image

    def look(self) -> Sight[Move]:
        """Look at the table as it is now."""
        sight, self.memory = READER.look(self.photograph(), self.known, self.state, self.memory)
        return sight

    def look_back(self, state: CornwallState) -> tuple[Move, ...]:
        """Take turns back until the game stands so, and give what the table shows beyond it."""
        self.state = state
        return self.look().best.moves

    def confirm(self, *moves: Move) -> None:
        """Take turns for played, house rules among them."""
        for move in moves:
            try:
                self.state, _ = RULES.apply(self.state, move)
            except IllegalMoveError:
                self.state, _ = RULES.force(self.state, move)

    def open(self) -> None:
        """Look at the start tile, which a player has entered as it is; tests of one game share that look."""
        if self.known is KNOWN and not self._number:
            self.state, self.memory, self._still = opened(*self._key)
            self._number = 1
        else:
            self._open()

    def _open(self) -> None:
        self.confirm(self.game.moves[0])
        self.look()

    def tile(self, number: int) -> None:
        """Let a turn's tile lie there, and nothing of it stand there yet."""
        self.table = self.game.told.scenes[self.game.told.spans[number].shown_from].table

    def whole(self, number: int) -> None:
        """Let everything of a turn lie and stand there."""
        self.table = self.game.told.scenes[self.game.told.spans[number].whole_from].table

    def over(self, number: int) -> None:
        """Let a turn be over, with all that was tidied up after it."""
        self.table = self.game.told.scenes[self.game.told.spans[number].shown_to].table

    def play(self, *numbers: int) -> None:
        """See turns as they are played, and confirm them as they truly were."""
        for number in numbers:
            self.tile(number)
            self.look()
            self.whole(number)
            self.look()
            self.confirm(self.game.moves[number])
            self.over(number)
            self.look()

    def do(self, *acts: Act) -> None:
        """Do something by hand."""
        for act in acts:
            self.table = done(self.table, act, 0.0, self.game.told.course.box.outlines)

    def placement(self, number: int) -> TriplePlacement:
        """The turn of a number, counted from 1."""
        move = self.game.moves[number]
        assert isinstance(move, TriplePlacement)
        return move


@lru_cache(maxsize=2)
def opened(
    seed: int, level: int, turns: int
) -> tuple[CornwallState, CornwallTrackState | None, Still | None]:
    """Look at the start tile of a game; give what is known and remembered then."""
    table = HexTop(seed, level, turns)
    table._open()
    return table.state, table.memory, table._still


def turn_with_figures(seed: int, level: int, turns: int) -> int:
    """The first turn of a game that puts figures down in a reach of their own."""
    return turns_with_figures(seed, level, turns)[0]


def turns_with_figures(seed: int, level: int, turns: int) -> list[int]:
    """The turns of a game that put figures down in a reach of their own."""
    return [
        number
        for number, turn in enumerate(played(seed, level, turns).told.course.turns)
        if any(_puts_figures_only(visit) for visit in turn.visits)
    ]


def _puts_figures_only(visit: Visit) -> bool:
    puts = [act.figure.kind in SUPPLY for act in visit.acts if isinstance(act, Put)]
    return len(puts) == len(visit.acts) and any(puts)


def alike(one: Opening, other: Opening) -> bool:
    """Whether two openings are the same start tile, turned and laid elsewhere."""
    return one.fields == other.fields or turned_to([one], [other]) is not None


def cells_of(moves: Sequence[Move]) -> list[set[Cell]]:
    """The cells that turns lay tiles on."""
    return [set(move.cells) for move in moves if isinstance(move, TriplePlacement)]
