"""What the pages ask about boxes: print sets learned and printed boards taught, handed out, taken in."""

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol

from msgspec import Struct

from scoring.roles import AnyRules
from scoring.teaching.draft import Act, BoardDraft

MAX_SET_BYTES = 20_000_000
"""So large may a print set be that somebody brings as a file."""


class PrintSetInfo(Struct, frozen=True):
    """A learned set of prints and, in a few words, what is in it."""

    name: str
    says: str


class TileLabel(Struct, frozen=True):
    """What a picture of a single tile shows: the face, and its clockwise turns."""

    face: str
    turns: int


class PrintSession(Struct, frozen=True):
    """A print set being learned from pictures of single tiles.

    Attributes:
        labels: What each picture shows; None where nobody has said yet.
        state: "labelling" until the players ask for it to be learned.
        says: Once failed, why and what to do.
    """

    id: str
    game: str
    name: str
    labels: tuple[TileLabel | None, ...]
    state: Literal["labelling", "learning", "learned", "failed"]
    says: str = ""


class PrintDesk(Protocol):
    """Learns how the tiles of one box look."""

    def print_sets(self, game: str) -> Sequence[PrintSetInfo]:
        """List the learned sets of a game by name."""

    def known_of(self, rules: AnyRules, name: str) -> Sequence[str]:
        """Say what games have told of a box; without a name, of the one that has no prints."""

    def forget(self, game: str, name: str) -> None:
        """Forget what games have told of a box; one that is played goes on with what it knows.

        Raises:
            BusyError: The disk does not let go of it.
        """

    def lessons(self) -> Sequence[PrintSession]:
        """List the sets that are still being learned."""

    def begin(self, game: str, name: str, pictures: Iterable[bytes], *, replace: bool = False) -> str:
        """Start a set from pictures of single tiles and give the lesson's id.

        Args:
            replace: Whether a learned set of that name may be replaced.

        Raises:
            BadPhotoError: One of them is no usable picture; the sentence says which.
            BadPrintsError: No picture, or a name that cannot be used.
            TakenError: There is a set of that name.
        """

    def chart(self, game: str) -> Sequence[Sequence[str]]:
        """Name the faces of the chart by which a whole box is learned from one photograph, row by row."""

    def begin_chart(self, game: str, name: str, picture: bytes, *, replace: bool = False) -> str:
        """Start a set from a photograph of tiles laid as the chart shows them; every picture has its label.

        Raises:
            BadPhotoError: It is no usable picture.
            BadPrintsError: The tiles do not lie as the chart shows them, or the name cannot be used.
            TakenError: There is a set of that name.
        """

    def lesson(self, id: str) -> PrintSession:
        """Say how far a lesson is.

        Raises:
            NotHereError: No such lesson.
        """

    def picture(self, id: str, index: int) -> bytes:
        """Give one of a lesson's pictures as a JPEG.

        Raises:
            NotHereError: No such picture.
        """

    def label(self, id: str, index: int, label: TileLabel) -> None:
        """Say what a picture shows.

        Raises:
            NotHereError: No such picture.
        """

    def learn(self, id: str, *, replace: bool = False) -> None:
        """Learn the set from the labelled pictures; the lesson tells how it went.

        Args:
            replace: Whether a learned set of that name is to be replaced.

        Raises:
            BadPrintsError: Not one picture has a label.
            TakenError: There is a set of that name.
            NotHereError: No such lesson.
        """

    def drop(self, id: str) -> None:
        """Throw a lesson away.

        Raises:
            NotHereError: No such lesson.
        """

    def hand_out(self, name: str) -> bytes:
        """Give a learned set as a file to take away.

        Raises:
            NotHereError: No such set.
        """

    def take_in(self, name: str, prints: bytes) -> None:
        """Keep a set that was handed out, here or by another table, under a name.

        Raises:
            BadPrintsError: Too large, no set of a game that is known here, or a name that cannot be used.
            BusyError: There is no room left.
        """

    def rename(self, name: str, new: str) -> None:
        """Call a learned set otherwise.

        Raises:
            BadPrintsError: A name that cannot be used, or that of another set.
            NotHereError: No such set.
            RefusedError: A game that has not ended is played with it.
        """

    def remove(self, name: str) -> None:
        """Delete a learned set.

        Raises:
            NotHereError: No such set.
            RefusedError: A game that has not ended is played with it.
        """


MAX_BOX_BYTES = 20_000_000
"""So large may the file of a taught box be."""


class BoardLesson(Struct, frozen=True):
    """A board that is being taught.

    Attributes:
        version: Counts what has been done to it.
        draft: As far as it has been taught.
        may_undo: Whether there is something to take back.
    """

    id: str
    game: str
    name: str
    version: int
    draft: BoardDraft
    may_undo: bool


class BoardDesk(Protocol):
    """Teaches the printed boards of games whose rules say what is asked; every change names its version.

    A change raises ``NotHereError`` where there is no such lesson, ``StaleError`` where it was made of
    another version, ``RefusedError`` where it cannot be done, ``BusyError`` where the disk does not take it.
    """

    def boxes(self, game: str) -> Sequence[str]:
        """Name the taught boxes of a game."""

    def lessons(self) -> Sequence[BoardLesson]:
        """List the boards that are being taught."""

    def lesson(self, id: str) -> BoardLesson:
        """Say how far a board has been taught.

        Raises:
            NotHereError: No such lesson.
        """

    def begin(self, game: str, name: str, photo: bytes) -> str:
        """Begin with a photograph of the bare board, and give the lesson's id.

        Raises:
            BadPhotoError: It is no usable picture, too small or too dark.
            BadPrintsError: A name that cannot be used, or that is taken.
            BusyError: The disk does not take it.
        """

    def photo(self, id: str) -> bytes:
        """Give the photograph as a JPEG.

        Raises:
            NotHereError: No such lesson, or it has none.
        """

    def board(self, id: str) -> bytes:
        """Give the board straight from above as a JPEG; likewise."""

    def flatten(self, id: str, version: int) -> None:
        """Show the board straight from above by its corners, and propose its places."""

    def act(self, id: str, version: int, act: Act) -> None:
        """Do what somebody did."""

    def undo(self, id: str, version: int) -> None:
        """Take the last of it back."""

    def finish(self, id: str, version: int) -> None:
        """Keep the box for games to come, and the lesson no more."""

    def drop(self, id: str) -> None:
        """Throw a lesson away."""

    def mend(self, game: str, name: str) -> str:
        """Begin to mend a taught box, and give the lesson's id.

        Raises:
            NotHereError: No such box.
        """

    def hand_out(self, game: str, name: str) -> bytes:
        """Give a taught box as a file to take away; likewise."""

    def take_in(self, box: bytes) -> None:
        """Keep a box that was handed out, here or at another table, under its own name.

        Raises:
            BadPrintsError: It is none of a game that is known here, or its name is taken.
            BadPhotoError: Its picture cannot be used.
            BusyError: The disk does not take it.
        """

    def remove(self, game: str, name: str) -> None:
        """Delete a taught box; games that were begun with it go on with what they know.

        Raises:
            BusyError: The disk does not let go of it.
        """
