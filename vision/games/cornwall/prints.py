"""Prints: how the fields of one box look, learned from pictures of single tiles or in a game.

A print set is kept as MessagePack: for every tile its face and a JPEG of its fields' patches side by side,
each as it lies when the tile is not turned.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.errors import UnreadableError
from scoring.game import Cell
from scoring.games.cornwall.engine.opening import hang_together, is_start_face, start_fields_of
from scoring.games.cornwall.engine.state import START_FIELDS
from scoring.games.cornwall.land.fields import FIELDS_OF_A_TILE, TERRAINS, Field, face_of, fields_of, written
from scoring.games.cornwall.land.hexes import trefoil, trefoils_over, turned
from vision.errors import PrintsError
from vision.games.cornwall.classify.box_model import Lessons, lessons_of
from vision.games.cornwall.classify.field_net import tell
from vision.games.cornwall.locate.search import FieldGroup, find_land
from vision.games.cornwall.locate.view import PATCH_PX, cut_patches_at
from vision.print_set import KeptPrint, dump_print_set, load_print_set, unpacked
from vision.reader import Sample

GAME = "cornwall"
QUALITY = 95
MOST_PER_FACE, MOST_PRINTS = 4, 400
MOST_SPOTS = 9
"""So many cells are thought of as the start tile's."""
LEAST_ALIKE = 3
"""So many fields of a start tile look as its face says at least, in whatever box."""
START = "start"
"""What the start tile is called where prints are counted."""


class FieldPixels(NamedTuple):
    """A print as pixels.

    Attributes:
        fields: What its fields show.
        patches: (k, 64, 64, 3), one for each.
    """

    fields: tuple[Field, ...]
    patches: NDArray[np.uint8]


def load_prints(data: bytes) -> list[FieldPixels]:
    """Decode a print set.

    Raises:
        PrintsError: The data is no print set of Cornwall.
    """
    return [_picture(each) for each in load_print_set(data, GAME, MOST_PRINTS)]


def lessons_of_prints(pictures: Sequence[FieldPixels]) -> Lessons:
    """Make lessons of a box's prints, of which there are some."""
    fields = [field for picture in pictures for field in picture.fields]
    return lessons_of(np.concatenate([picture.patches for picture in pictures]), fields, is_elsewhere=True)


def count_prints(data: bytes) -> dict[str, int]:
    """Count the prints of each face in a learned set.

    Raises:
        PrintsError: The data is no print set of Cornwall.
    """
    return dict(sorted(Counter(_name(each.face) for each in load_print_set(data, GAME, MOST_PRINTS)).items()))


def learn_prints(samples: Iterable[Sample]) -> bytes:
    """Learn a print set from pictures of single tiles.

    Args:
        samples: Pictures of single tiles, each nearly filling its picture, with their faces and how many
            sixth turns clockwise they lie; at most four of a face are kept. The start tile's face names its
            fields as it lies unturned: from the left to the right, and in slanting columns from the top down.

    Raises:
        PrintsError: No picture came, or one in which no tile is seen, or a face that no tile can have or
            that names the fields of a start tile in another order than they lie.
    """
    learned: dict[str, list[FieldPixels]] = defaultdict(list)
    for sample in samples:
        fields = _fields(sample.face)
        face = _name(sample.face)
        if len(learned[face]) < MOST_PER_FACE:
            learned[face].append(_checked(FieldPixels(fields, _patches(sample, len(fields))), sample.face))
    if not any(learned.values()):
        raise PrintsError("No picture of a tile came; at least one is needed to learn from.")
    return _written([pixels for some in learned.values() for pixels in some])


def _checked(picture: FieldPixels, face: str) -> FieldPixels:
    """Refuse a start tile of whose fields hardly any looks as its face says: its order is easily mistaken."""
    if len(picture.fields) == START_FIELDS:
        seen = tell(picture.patches).terrain.argmax(axis=1)
        named = [TERRAINS.index(field.terrain) for field in picture.fields]
        if np.count_nonzero(seen == named) < LEAST_ALIKE:
            raise PrintsError(
                f"The fields of the start tile do not lie in the order of its face {face}: name them as it "
                "lies unturned, in slanting columns from the left to the right, each from the top down."
            )
    return picture


def extended(data: bytes | None, more: Sequence[FieldPixels]) -> bytes:
    """Add pictures to a print set, or begin one with them; those that came first are kept where it is full.

    Raises:
        PrintsError: The data is no print set of Cornwall.
    """
    kept: dict[str, list[FieldPixels]] = defaultdict(list)
    for pixels in (*([] if data is None else load_prints(data)), *more):
        name = _name(written(pixels.fields))
        if len(kept[name]) < MOST_PER_FACE:
            kept[name].append(pixels)
    return _written([each for some in kept.values() for each in some][:MOST_PRINTS])


def _picture(each: KeptPrint) -> FieldPixels:
    fields = _fields(each.face)
    image = unpacked(each, (PATCH_PX * len(fields), PATCH_PX))
    return FieldPixels(fields, np.stack(np.split(image, len(fields), axis=1)))


def _fields(face: str) -> tuple[Field, ...]:
    """Read the fields of a tile, or the five of the start tile.

    Raises:
        PrintsError: No tile shows these.
    """
    try:
        return start_fields_of(face) if is_start_face(face) else fields_of(face)
    except UnreadableError as error:
        raise PrintsError(f"No tile of Cornwall can have this face: {error}") from error


def _name(face: str) -> str:
    return START if is_start_face(face) else face_of(_fields(face))


def _written(pictures: Sequence[FieldPixels]) -> bytes:
    side_by_side = (
        (written(picture.fields), np.concatenate(list(picture.patches), axis=1)) for picture in pictures
    )
    return dump_print_set(GAME, side_by_side, QUALITY)


# --- a tile in its picture -------------------------------------------------------------------------


def _patches(sample: Sample, number: int) -> NDArray[np.uint8]:
    """Cut the fields of a single tile out of its picture, in the order of its face, unturned.

    Raises:
        PrintsError: No tile is to be seen.
    """
    land = find_land(sample.image)
    find = _tile_in if number == FIELDS_OF_A_TILE else _start_in
    cells = None if land is None else find(land, sample)
    if land is None or cells is None:
        raise PrintsError(f"No tile was found in the picture of {sample.face}: let one tile nearly fill it.")
    middles = np.array([land.at_mm(cell) for cell in cells])
    return cut_patches_at(sample.image, land.lattice, middles, -60.0 * sample.turns)


def _start_in(land: FieldGroup, sample: Sample) -> tuple[Cell, ...] | None:
    """Choose five cells that hang together, of which most places tell, in order as they lie unturned."""
    cells = sorted(land.spots, key=lambda cell: -land.spots[cell].places)[:MOST_SPOTS]
    fives = [five for five in combinations(cells, START_FIELDS) if hang_together(set(five))]
    best = max(fives, key=lambda five: sum(land.spots[cell].places for cell in five), default=None)
    return best and tuple(sorted(best, key=lambda cell: turned(cell, -sample.turns)))


def _tile_in(land: FieldGroup, sample: Sample) -> tuple[Cell, ...] | None:
    """Choose the three cells that most places tell of, of those that lie as the sample is turned."""
    turns = sample.turns % 6
    tries = {trefoil(cell, turns) for seen in land.spots for tile in trefoils_over(seen) for cell in tile}

    def told(cells: tuple[Cell, ...]) -> int:
        return sum(land.spots[cell].places if cell in land.spots else 0 for cell in cells)

    best = max(
        tries, key=lambda cells: (sum(cell in land.spots for cell in cells), told(cells)), default=None
    )
    return best if best is not None and sum(cell in land.spots for cell in best) >= len(best) - 1 else None
