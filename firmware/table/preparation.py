"""Making a box ready to be recognised, beside the worker of the table, since it takes seconds."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from firmware.table.current_game import CurrentGame
from firmware.table.follower import Eyes
from firmware.table.games import Games
from firmware.table.metrics import Gauged, Gauges
from scoring.errors import UnreadableError
from scoring.referee.contracts.refusals import DeskError
from scoring.sentence import marked
from vision.errors import PrintsError

GETTING_READY = marked("Getting ready to recognise your tiles; this takes a few seconds.")


class Readying:
    """Gets the eyes of a game ready once a camera looks on, and never before.

    Attributes:
        note: What there is to say about it, in a sentence: that it is under way, or why it failed.
    """

    def __init__(self, games: Games, gauges: Gauges) -> None:
        self.note = ""
        self._games = games
        self._gauges = gauges
        self._maker = ThreadPoolExecutor(1, "getting-ready")
        self._ready: Future[Eyes] | None = None

    def begin(self, played: CurrentGame, *, anew: bool = False) -> None:
        """Have the box of a game made ready, unless it is or is about to be; ``anew`` for another game."""
        if anew:
            self.note, self._ready = "", None
        table = played.follower.table
        if table.is_by_hand or played.follower.eyes or self._ready:
            return
        self.note = GETTING_READY if table.stage != "ended" else ""
        self._ready = self._maker.submit(self._make, played)

    def open_eyes(self, played: CurrentGame, hold: Callable[[], tuple[str, ...]]) -> None:
        """Give a game its eyes once the box is ready, and have the camera keep its light; or note why not.

        Args:
            played: The game.
            hold: Locks the light, and gives a sentence for what cannot be locked.
        """
        if self._ready is not None and self._ready.done():
            self._give(played)
            played.follower.note(*(self._gauges.hold(hold()) if played.follower.eyes else ()))

    def _give(self, played: CurrentGame) -> None:
        if self._ready is None:
            return
        ready, self._ready, self.note = self._ready, None, ""
        try:
            played.follower.open(ready.result())
        except (DeskError, PrintsError, UnreadableError) as error:
            self.note = str(error)

    def close(self) -> None:
        """Begin nothing more."""
        self._maker.shutdown(cancel_futures=True)

    def _make(self, played: CurrentGame) -> Eyes:
        game = played.rules.info.name
        reader = Gauged(self._games.reader(game), self._games.rules(game), self._gauges)
        colours = [seat.colour for seat in played.follower.table.setup.players]
        return Eyes(reader, reader.get_ready(self._games.prints(played.prints), colours))
