"""What is done with pictures that somebody has sent, from the bytes as they came: nobody else opens them."""

from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from firmware.images.pictures import PHONE_SIDE_PX, open_picture, shrink
from firmware.store.files import read_data_file
from vision import games as readers_of
from vision.printed.board import corners_of, flat_board
from vision.reader import Progress, Reader, Sample
from vision.simulator import games as painted
from vision.simulator.table.singles import single_tiles

Dots = tuple[tuple[float, float], ...]
"""Points of a picture: x of its width and y of its height, in thousandths."""


def is_cut_short(future: Future[Any]) -> bool:
    """Tell whether something was left undone since the program ends."""
    return future.cancelled() or isinstance(future.exception(), CancelledError)


class ChartTile(NamedTuple):
    """A tile cut out of a photograph of a chart, as a JPEG, and what it is."""

    jpeg: bytes
    face: str
    turns: int


class Labelled(NamedTuple):
    """The file of a picture of one tile, and what that is."""

    file: Path
    face: str
    turns: int


class FlatPhoto(NamedTuple):
    """A printed board straight from above, as a JPEG; see ``vision.printed.board.FlatBoard``."""

    jpeg: bytes
    ratio: float
    spots: tuple[tuple[float, float], ...]
    water: tuple[str, ...]


class Darkroom(Protocol):
    """Opens pictures for the desks, and does with them what games' readers can.

    Every method raises ``BadPhotoError`` for a picture that cannot be opened.
    """

    def shrink(self, picture: bytes, side_px: int = PHONE_SIDE_PX) -> bytes:
        """Make a picture small and upright, as a JPEG."""

    def read(self, game: str, photo: Path, prints: bytes | None, progress: Progress) -> Any:
        """Read a photograph; see ``vision.reader.Reader.read``."""

    def read_chart(self, game: str, picture: bytes) -> Sequence[ChartTile]:
        """Cut the tiles of a chart out; see ``vision.reader.Reader.read_chart``."""

    def learn(self, game: str, samples: Sequence[Labelled]) -> bytes:
        """Learn a print set; see ``vision.reader.Reader.learn``."""

    def find_corners(self, picture: bytes) -> Dots:
        """Find the corners of a printed board; see ``vision.printed.board.corners_of``."""

    def flatten(self, picture: bytes, corners: Dots, seeks_spots: bool = True) -> FlatPhoto:
        """Show a printed board straight from above; see ``vision.printed.board.flat_board``."""


class OpenDarkroom:
    """Does all of it at once, in the process that asks; see ``Darkroom``.

    Args:
        load_reader: Gives a game's reader.
    """

    def __init__(self, load_reader: Callable[[str], Reader[Any]] = readers_of.load) -> None:
        self._load_reader = load_reader

    def shrink(self, picture: bytes, side_px: int = PHONE_SIDE_PX) -> bytes:
        return shrink(open_picture(picture), side_px)

    def read(self, game: str, photo: Path, prints: bytes | None, progress: Progress) -> Any:
        image = open_picture(read_data_file(photo))
        return self._load_reader(game).read(image, prints, progress=progress)

    def read_chart(self, game: str, picture: bytes) -> Sequence[ChartTile]:
        samples = self._load_reader(game).read_chart(open_picture(picture))
        return [ChartTile(shrink(sample.image), sample.face, sample.turns) for sample in samples]

    def learn(self, game: str, samples: Sequence[Labelled]) -> bytes:
        opened = (Sample(open_picture(read_data_file(each.file)), each.face, each.turns) for each in samples)
        return self._load_reader(game).learn(opened)

    def find_corners(self, picture: bytes) -> Dots:
        return corners_of(open_picture(picture))

    def flatten(self, picture: bytes, corners: Dots, seeks_spots: bool = True) -> FlatPhoto:
        flat = flat_board(open_picture(picture), np.array(corners), seeks_spots=seeks_spots)
        return FlatPhoto(shrink(flat.image, max(flat.image.shape)), *flat[1:])

    def learn_painted(self, game: str, seed: int) -> bytes:
        """Learn the print set of the box that a seed of the simulated table plays with."""
        host = painted.load(game)
        box = host.box(host.seat(seed), seed=seed)
        return self._load_reader(game).learn(single_tiles(box, seed))
