"""How well tables are read: real photographs and made-up boxes, with prints and without."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct

from firmware.evaluation.tallies import AnyYardstick
from firmware.evaluation.timing import TRUTH, read_truth, timed
from firmware.images.pictures import read_picture
from firmware.spreadsheet import as_csv
from scoring.documents.values import Document
from vision.accuracy import Agreement, FigureCheck, TileCheck
from vision.errors import NoTableError
from vision.reader import Image, Reader
from vision.simulator.camera.aside import seen_from_aside, truth_through
from vision.simulator.table.boards import photograph_end
from vision.simulator.table.singles import single_tiles
from vision.simulator.table.timeline import script

NO_PRINTS, OWN_PRINTS, OTHER_PRINTS = "none", "own", "another box's"
SIZE_PX = (2304, 1296)
FIRST_STYLE = 900_000
"""Boxes made up from here on are never learned from."""
BINS = 10
FAR_ASIDE_DEG, ASIDE_DEG = 45.0, (20.0, 140.0, 260.0)
"""Photographs are tilted so far, about each of some axes."""


class TestPhotograph(NamedTuple):
    """A photograph of a kind with its truth document."""

    kind: str
    name: str
    image: Image
    truth: Document


class Photograph(Struct, frozen=True):
    """How a photograph was read.

    Attributes:
        kind: "real", "aside" (the same as if from far aside), "synthetic" (good light), "shifted" (light and
            lens as in a bad session), or the light that a table otherwise like a synthetic one stands in.
        name: Which one.
        prints: The print set it was read with, or "none".
        tiles: Every true tile with what was read there.
        figures: The same of every true figure.
        agreement: Tiles and figures counted; nothing is right where no table was found.
        read_s: How long the reading took.
    """

    kind: str
    name: str
    prints: str
    tiles: tuple[TileCheck, ...]
    figures: tuple[FigureCheck, ...]
    agreement: Agreement
    read_s: float


class Measured(NamedTuple):
    """What is measured: a game's reader, by its yardstick."""

    game: str
    reader: Reader[Any]
    yardstick: AnyYardstick


def try_photograph(shown: TestPhotograph, of: Measured, named: str, prints: bytes | None) -> Photograph:
    """Read a photograph and compare what was read with the truth."""
    read_s, board = timed(lambda: _read(shown.image, of.reader, prints))
    tiles = of.yardstick.check_tiles(board, shown.truth)
    figures = of.yardstick.check_figures(board, shown.truth)
    agreement = of.yardstick.compare(board, shown.truth)
    return Photograph(shown.kind, shown.name, named, tuple(tiles), tuple(figures), agreement, read_s)


def _read(image: Image, reader: Reader[Any], prints: bytes | None) -> Any:
    """Read a photograph; None where no table is found."""
    try:
        return reader.read(image, prints)
    except NoTableError:
        return None


def try_real(
    truths: Iterable[Path], of: Measured, sets: Mapping[str, bytes | None], *, aside: bool = False
) -> Iterator[Photograph]:
    """Read every photograph that has a truth document, with each print set; as seen from aside too."""
    for file in truths:
        truth, name = read_truth(file, of.yardstick), file.name.removesuffix(TRUTH)
        image = read_picture(file.parent / truth["image"])
        every = [TestPhotograph("real", name, image, truth)]
        for axis_deg in ASIDE_DEG if aside else ():
            seen, homography = seen_from_aside(image, FAR_ASIDE_DEG, axis_deg)
            every.append(TestPhotograph("aside", name, seen, truth_through(homography, truth)))
        for shown in every:
            for named, prints in sets.items():
                yield try_photograph(shown, of, named, prints)


def try_made_up(
    seeds: Iterable[int], levels: Iterable[int], of: Measured, turns: int | None = None, *, with_prints: bool
) -> Iterator[Photograph]:
    """Read the last picture of games with boxes that nobody has seen.

    Args:
        seeds: Of the boxes and games.
        levels: How hard each is to read.
        of: What is measured.
        turns: Ends each of the games early.
        with_prints: With the prints of their box, and of the next one, as well.
    """
    for level, seed in product(levels, seeds):
        told = script(seed, level, SIZE_PX, turns, game=of.game, style=FIRST_STYLE + seed)
        name = f"level {level} seed {seed}"
        shown = TestPhotograph("shifted" if level else "synthetic", name, *photograph_end(told))
        yield try_photograph(shown, of, NO_PRINTS, None)
        if with_prints:
            other = script(seed + 1, level, SIZE_PX, 1, game=of.game, style=FIRST_STYLE + seed + 1)
            for named, each in ((OWN_PRINTS, told), (OTHER_PRINTS, other)):
                prints = of.reader.learn(single_tiles(each.course.box, seed))
                yield try_photograph(shown, of, named, prints)


def try_lights(seeds: Iterable[int], lights: Iterable[str], of: Measured) -> Iterator[Photograph]:
    """Read the last picture of whole games with boxes that nobody has seen, in each of some lights."""
    for light, seed in product(lights, seeds):
        told = script(seed, 0, SIZE_PX, game=of.game, style=FIRST_STYLE + seed, light=light)
        yield try_photograph(
            TestPhotograph(light, f"seed {seed}", *photograph_end(told)), of, NO_PRINTS, None
        )


class ResultRow(Struct, frozen=True):
    """A line of the results table: counts, the calibration error, and the median seconds of a reading."""

    kind: str
    photograph: str
    prints: str
    tiles: int
    right: int
    edges_right: int
    perfect_boards: int
    invented: int
    meeples: int
    meeples_right: int
    meeples_on_feature: int
    meeples_false: int
    ece: float
    read_s: float


def row_of(some: Sequence[Photograph], photograph: str) -> ResultRow:
    """Add photographs of one kind and print set up."""
    tiles = [tile for each in some for tile in each.tiles]
    counts = Agreement(*(sum(column) for column in zip(*(each.agreement for each in some), strict=True)))
    return ResultRow(
        kind=some[0].kind,
        photograph=photograph,
        prints=some[0].prints,
        tiles=counts.tiles,
        right=counts.tiles_right,
        edges_right=sum(tile.is_edges_right for tile in tiles),
        perfect_boards=sum(all(tile.is_right for tile in each.tiles) for each in some),
        invented=counts.invented,
        meeples=counts.meeples,
        meeples_right=counts.meeples_right,
        meeples_on_feature=counts.meeples_on_feature,
        meeples_false=counts.meeples_false,
        ece=round(calibration_error(tiles), 4),
        read_s=round(median(each.read_s for each in some), 2),
    )


def rows_of(photographs: Sequence[Photograph]) -> list[ResultRow]:
    """Sum up: a row for every real photograph, and for each kind and print set one for all of them."""
    rows = [row_of([photograph], photograph.name) for photograph in photographs if photograph.kind == "real"]
    groups = dict.fromkeys((photograph.kind, photograph.prints) for photograph in photographs)
    for kind, prints in groups:
        some = [
            photograph for photograph in photographs if (photograph.kind, photograph.prints) == (kind, prints)
        ]
        rows.append(row_of(some, f"all {len(some)}"))
    return rows


class KindRow(Struct, frozen=True):
    """What of one kind lay in the photographs of one kind: how many, read right, and read in its place."""

    kind: str
    prints: str
    piece: str
    of: int
    right: int
    in_place: int


def kind_rows(photographs: Iterable[Photograph]) -> list[KindRow]:
    """Sum up by what lies there, in games whose tables hold several kinds of things."""
    groups = defaultdict[tuple[str, str, str], list[TileCheck]](list)
    for photograph in photographs:
        for tile in photograph.tiles:
            if tile.kind:
                groups[photograph.kind, photograph.prints, tile.kind].append(tile)
    rows = []
    for key, some in groups.items():
        right, in_place = sum(tile.is_right for tile in some), sum(tile.is_edges_right for tile in some)
        rows.append(KindRow(*key, len(some), right, in_place))
    return rows


def calibration_error(tiles: Iterable[TileCheck], bins: int = BINS) -> float:
    """Measure how far confidences are from how often they are right, weighed by how many there are.

    Source:
        The expected calibration error of Naeini, Cooper and Hauskrecht 2015.
    """
    read = [tile for tile in tiles if tile.read]
    if not read:
        return 0.0
    confidence = np.array([tile.confidence for tile in read])
    right = np.array([tile.is_right for tile in read], float)
    which = np.minimum((confidence * bins).astype(int), bins - 1)
    apart = [
        abs(confidence[which == index].mean() - right[which == index].mean()) * (which == index).mean()
        for index in np.unique(which)
    ]
    return float(sum(apart))


def confusions(photographs: Iterable[Photograph]) -> Counter[tuple[str, str, str, str]]:
    """Count what was taken for what: kind, prints, true face, face read (empty where none was)."""
    return Counter(
        (photograph.kind, photograph.prints, tile.true, tile.read)
        for photograph in photographs
        for tile in photograph.tiles
        if not tile.is_right
    )


def figure_confusions(photographs: Iterable[Photograph]) -> Counter[tuple[str, str, str, str]]:
    """Count which figures were taken for which: kind, prints, true colour, colour read (or empty)."""
    return Counter(
        (photograph.kind, photograph.prints, figure.true, figure.read)
        for photograph in photographs
        for figure in photograph.figures
        if figure.true != figure.read
    )


def results_csv(rows: Sequence[ResultRow]) -> str:
    """Write the results table as a spreadsheet."""
    names = ResultRow.__struct_fields__
    return as_csv([names, *([getattr(row, name) for name in names] for row in rows)])
