"""Recording beside the game: what the table's worker hands over, and a thread of its own that writes it."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from firmware.ports import Frame
from firmware.recording.session import About
from firmware.recording.writer import FOLDER, Pace, Recorder, StorageRoom
from firmware.store.quarantine import Aside
from firmware.table.follower import Follower
from scoring.documents.values import Document
from scoring.referee.observation import Quad
from scoring.referee.state import TableState
from scoring.roles import AnyRendering, AnyRules
from vision.geometry.above import Above, TileOutline, board_from_above, holds, show
from vision.reader import Image

Shows = Literal["views", "frames"]
MOST_WAITING = 3
"""So many pictures may wait to be written; where the disk is slower, some are left out."""


class GameRecording:
    """One game, recorded while it is followed and never at its cost.

    Views show the table from above, while nothing moves and no hand is in view; frames show all that the
    camera sees. Nothing is recorded while the table is paused.

    Args:
        room: Where recordings go.
        about: What is played; the size is that of the first frame.
        rules: The game's.
        goes_on: Whether the game was begun before this program was started.
    """

    def __init__(self, room: StorageRoom, about: About, rules: AnyRules, *, goes_on: bool) -> None:
        self._room = room
        self._about = about
        self._rules = rules
        self._goes_on = goes_on
        self._pace = Pace()
        self._view = _View()
        self._move: object = None
        self._read_at = -1
        self._recorder: Recorder | None = None
        self._writer = ThreadPoolExecutor(1, "recording")
        self._waiting: deque[Future[None]] = deque()

    @property
    def says(self) -> str:
        """Why nothing is recorded any more, in a sentence; empty while all is well."""
        return self._recorder.says if self._recorder else ""

    def see(self, frame: Frame, follower: Follower) -> None:
        """Record a frame that has just been followed, unless there is no need to."""
        table, is_still = follower.table, follower.is_still
        if table.paused or table.stage == "ended" or self.says or self._is_behind():
            return
        if self._about.shows == "views" and not (is_still and follower.quads_px):
            self._pace.stir()
            return
        if self._pace.is_due(frame.at_s, is_still=is_still):
            image = frame.full()
            size_px = image.shape[1], image.shape[0]
            picture = self._cut(image, follower)
            self._write(lambda: self._open(size_px).add(frame.number, frame.at_s, picture, is_still=is_still))

    def note(self, table: TableState, number: int) -> None:
        """Note in which frame the turn that is proposed was read.

        Args:
            table: How the table is now.
            number: Of the frame that was read last.
        """
        move = table.candidate.move if table.candidate else None
        if move != self._move:
            self._move, self._read_at = move, number

    def tell(self, document: Document) -> None:
        """Write down the game so far, as a game document."""
        number = self._read_at
        self._write(lambda: self._recorder.tell(document, number) if self._recorder else None)

    def close(self) -> None:
        """End the recording once everything is written."""
        self._write(lambda: self._recorder.close() if self._recorder else None)
        self._writer.shutdown()

    def _cut(self, image: Image, follower: Follower) -> Image:
        """Give the view of the board, or the frame; the camera may use the frame's memory for the next."""
        if self._about.shows == "frames":
            return image.copy()
        return self._view.of(image, follower.quads_px, lambda: self._centres_mm(follower.table))

    def _centres_mm(self, table: TableState) -> dict[str, tuple[float, float]]:
        proposed = (table.candidate.move, *table.candidate.later) if table.candidate else ()
        return centres_mm(self._rules, table.state, proposed)

    def _open(self, size_px: tuple[int, int]) -> Recorder:
        """Begin to record; it takes a moment where there are many recordings, so the writer does it."""
        if self._recorder is None:
            about = replace(self._about, size_px=size_px)
            self._recorder = Recorder(self._room, about, goes_on=self._goes_on)
        return self._recorder

    def _write(self, what: Callable[[], None]) -> None:
        self._waiting.append(self._writer.submit(what))

    def _is_behind(self) -> bool:
        while self._waiting and self._waiting[0].done():
            self._waiting.popleft().result()  # a fault in the program is not passed over
        return len(self._waiting) >= MOST_WAITING


class Recordings(NamedTuple):
    """Records every game of a data folder.

    Attributes:
        data: The data folder.
        shows: What is recorded.
        aside: Sets aside what of a recording that goes on cannot be used.
    """

    data: Path
    shows: Shows
    aside: Aside | None = None

    def begin(
        self, game: str, table: TableState, rules: AnyRules, prints: str, *, goes_on: bool
    ) -> GameRecording:
        """Begin to record a game, or go on.

        Args:
            game: Its id in the store.
            table: How it stands.
            rules: Its rules.
            prints: The name of the box's prints.
            goes_on: Whether it was begun before this program was started.
        """
        setup = table.setup
        about = About(
            game=rules.info.name,
            rules=setup.rules,
            options=setup.options,
            players=tuple(setup.players),
            size_px=(0, 0),
            prints=prints,
            shows=self.shows,
            recorded=game,
            begins=setup.begins,
            box=setup.box,
        )
        return GameRecording(StorageRoom(self.data / FOLDER, aside=self.aside), about, rules, goes_on=goes_on)


class _View:
    """Shows the table from above, always the same part of it until the board grows out of it."""

    def __init__(self) -> None:
        self._above: Above | None = None

    def of(
        self,
        image: Image,
        quads_px: Mapping[str, Quad],
        find_centres_mm: Callable[[], Mapping[str, tuple[float, float]]],
    ) -> Image:
        """Cut the view out of a frame.

        Args:
            image: The frame.
            quads_px: Where tiles lie in it, by spot; at least one.
            find_centres_mm: Gives where the game's picture has their centres, by spot.
        """
        if self._above is None or not holds(self._above, quads_px.values()):
            at_mm = find_centres_mm()
            tiles = [TileOutline(at_mm[spot], quad) for spot, quad in quads_px.items() if spot in at_mm]
            size_px = image.shape[1], image.shape[0]
            self._above = board_from_above(tiles, size_px) if tiles else self._above
        return image if self._above is None else show(self._above, image)


def centres_mm(
    rules: AnyRendering, state: object, proposed: Sequence[Any] = ()
) -> dict[str, tuple[float, float]]:
    """Give where each spot of a game's picture has its centre, proposed turns included."""
    return {item.spot: item.at_mm for item in rules.picture(state, proposed).placed if item.spot}
