"""A camera whose lens bends straight things: how it does is measured once, and taken out of every frame."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from firmware.errors import CommandError
from firmware.ports import Camera, Frame
from firmware.store.files import read_document, write_document
from firmware.store.quarantine import Aside
from vision.errors import LensError
from vision.geometry.undistort import (
    ENOUGH_VIEWS,
    ChartView,
    Lens,
    find_chart,
    fit_lens,
    is_another_view,
    undistort,
)

LENSES = "lenses.json"
FORMAT = "tablekeeper.lenses/1"
PATIENCE_S, MOST_FRAMES = 5.0, 600
NOT_SEEN = (
    "The chart was seen {views} times, {enough} are needed. Print it with 'tablekeeper markers --chart', and "
    "move it through the whole picture, flat on a board and tilted another way each time."
)
NOT_TOLD = "The lens cannot be told from these pictures; glue the chart to something flat, and try again."


class _Kept(Struct, frozen=True):
    lenses: Mapping[str, Lens]


def load_lenses(data: Path, aside: Aside | None = None) -> Mapping[str, Lens]:
    """Give the lenses that were measured, by what their cameras say; a file of no use is set aside."""
    file = data / LENSES
    kept = aside.read(file, _read) if aside else _read(file) if file.exists() else None
    return kept.lenses if kept else {}


def _read(file: Path) -> _Kept:
    return read_document(file, FORMAT, _Kept)


def keep_lens(data: Path, says: str, lens: Lens) -> None:
    """Keep the lens of a camera in the data folder."""
    kept = _Kept({**load_lenses(data), says: lens})
    write_document(data / LENSES, FORMAT, kept)


def measure_lens(camera: Camera) -> Lens:
    """Measure the lens of a camera before which the printed chart is moved about.

    Raises:
        CameraError: The camera is gone.
        CommandError: The chart was not seen often enough, or does not tell.
    """
    views: list[ChartView] = []
    size_px = (0, 0)
    for _ in range(MOST_FRAMES):
        frame = camera.take(PATIENCE_S)
        if frame is None or len(views) == ENOUGH_VIEWS:
            break
        image = frame.full()
        size_px = image.shape[1], image.shape[0]
        view = find_chart(image)
        if view is not None and is_another_view(view, views, size_px[0]):
            views.append(view)
    if len(views) < ENOUGH_VIEWS:
        raise CommandError(NOT_SEEN.format(views=len(views), enough=ENOUGH_VIEWS))
    try:
        return fit_lens(views, size_px)
    except LensError as error:
        raise CommandError(NOT_TOLD) from error


class StraightCamera:
    """Shows what a camera sees as a lens without bend would show it.

    Args:
        camera: The camera.
        lenses: The lenses that were measured, by what their cameras say.
    """

    def __init__(self, camera: Camera, lenses: Mapping[str, Lens]) -> None:
        self._camera = camera
        self._lenses = lenses

    @property
    def says(self) -> str:
        """What kind of camera this is."""
        return self._camera.says

    def take(self, timeout_s: float) -> Frame | None:
        frame, lens = self._camera.take(timeout_s), self._lenses.get(self._camera.says)
        if frame is None or lens is None:
            return frame
        return frame._replace(small=undistort(frame.small, lens), full=lambda: undistort(frame.full(), lens))

    def hold(self) -> tuple[str, ...]:
        return self._camera.hold()

    def close(self) -> None:
        self._camera.close()
