"""What each cell of a board may be: every face and turn with how well it explains the cell."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from vision.games.carcassonne.face_templates import FINE_PX, ROUGH_PX, FaceTemplates, normed, shield_twins
from vision.geometry.rectify import View
from vision.image.colour import Floats
from vision.image.light import LEAST_SPREAD, brightness
from vision.match.template import (
    CHANNEL_WEIGHTS,
    MARGIN_PX,
    Pose,
    align,
    compare,
    cut_patch,
    in_known_light,
    inner,
    inner_pixels,
    lengths,
)

REACH_PX, STEP_PX = 4, 2
"""Tiles lie up to an eighth of their side off the lattice."""
MOST_DRIFT = 0.25
"""No tile slides further, in shares of its side."""
TRIED_CLOSELY = 6
THIN_PX = 5
"""Which looks come into question is decided on every fifth pixel of every fifth row."""
SOFT = 1.0
WELL_RECOGNISED = 0.6
UNEXPLAINED = 3.0
"""A pixel further from its print than this many spreads may be a figure."""
FOREIGN = 4.5
"""A pixel further from its print than this many spreads is not of this print."""
SHIELD_RADIUS = 0.085
SLIP_PX = 2
MOST_DIFFERENCE = 1600.0
"""Shields are compared within this disc (of a tile's side) and up to this many pixels off,
squared differences counting this much at most."""
ASKEW_PX = 6
"""Two prints are cut out up to so far beside each other."""


class FaceCandidate(NamedTuple):
    """One reading of a cell.

    Attributes:
        face: The face.
        turns: Clockwise quarter turns as the rules tell them apart.
        score: Mean logarithm of how well a pixel is explained, from ``vision.match.template.compare``.
        look: Index into the looks.
        pose: Where the tile lies in the fine view.
        patch: (64, 64, 3) the cell cut out by that pose, in the print's light.
        cast: (2,) how far a and b of the cell were from the print's before that.
    """

    face: str
    turns: int
    score: float
    look: int
    pose: Pose
    patch: Floats
    cast: Floats


class Rough(NamedTuple):
    """A first look at a cell.

    Attributes:
        likeness: (n,) best correlation with each look, -1 to 1.
        shift: (n, 2) the shift in rough pixels at which each look fits best.
    """

    likeness: Floats
    shift: NDArray[np.intp]


FAR_COST = 0.004
"""A look that needs a large shift must earn it."""


def _padded(view: View, margin_px: int) -> Floats:
    return np.asarray(
        cv2.copyMakeBorder(view.image, margin_px, margin_px, margin_px, margin_px, cv2.BORDER_REPLICATE),
        np.float32,
    )


def look_roughly(
    view: View, cells: Sequence[Cell], templates: FaceTemplates, reach_px: int = REACH_PX
) -> list[Rough]:
    """Correlate every cell with every look at every small shift, up to ``reach_px`` each way."""
    steps = range(-reach_px, reach_px + 1, STEP_PX)
    shifts = np.array([(x, y) for y in steps for x in steps])
    far = FAR_COST * (shifts**2).sum(axis=1) / REACH_PX
    padded = _padded(view, reach_px)
    found = []
    for cell in cells:
        x, y = view.corner_px(cell)
        around = padded[y : y + ROUGH_PX + 2 * reach_px, x : x + ROUGH_PX + 2 * reach_px]
        windows = np.lib.stride_tricks.sliding_window_view(around, (ROUGH_PX, ROUGH_PX), axis=(0, 1))
        patches = windows[::STEP_PX, ::STEP_PX].transpose(0, 1, 3, 4, 2).reshape(-1, ROUGH_PX, ROUGH_PX, 3)
        likeness = normed(patches) @ templates.rough.T
        best = (likeness - far[:, None]).argmax(axis=0)
        found.append(Rough(likeness[best, np.arange(len(best))], shifts[best]))
    return found


def _recognised(
    view: View, cells: Sequence[Cell], rough: Sequence[Rough], templates: FaceTemplates
) -> Iterator[tuple[Cell, Floats, Floats]]:
    """Give each well recognised cell with its (32, 32, 3) patch, shifted to fit, and that of its print."""
    padded = _padded(view, REACH_PX)
    for cell, each in zip(cells, rough, strict=True):
        best = int(each.likeness.argmax())
        if each.likeness[best] >= WELL_RECOGNISED:
            x, y = np.array(view.corner_px(cell)) + each.shift[best] + REACH_PX
            yield cell, padded[y : y + ROUGH_PX, x : x + ROUGH_PX], templates.rough_lab[best]


def light_samples(
    view: View, cells: Sequence[Cell], rough: Sequence[Rough], templates: FaceTemplates
) -> tuple[Floats, Floats]:
    """Pair pixels of well recognised cells with the same pixels of their prints, to learn the light.

    Returns:
        (m, 3) pixels of the photograph and (m, 3) pixels of the prints, CIELAB.
    """
    seen, known = [np.zeros((0, 3), np.float32)], [np.zeros((0, 3), np.float32)]
    for _, patch, look in _recognised(view, cells, rough, templates):
        seen.append(soft_pixels(patch))
        known.append(soft_pixels(look))
    return np.concatenate(seen), np.concatenate(known)


def shade_samples(
    view: View, cells: Sequence[Cell], rough: Sequence[Rough], templates: FaceTemplates
) -> tuple[Floats, Floats]:
    """Tell how much darker than its print each well recognised cell looks.

    Returns:
        (m, 2) the middles of the cells in lattice coordinates, and (m,) natural logarithms.
    """
    places: list[tuple[float, float]] = []
    log_gains: list[float] = []
    for cell, patch, look in _recognised(view, cells, rough, templates):
        places.append((cell[0] + 0.5, cell[1] + 0.5))
        gain = np.median(brightness(look)) / max(float(np.median(brightness(patch))), 1e-3)
        log_gains.append(float(np.log(gain)))
    return np.array(places, np.float32).reshape(-1, 2), np.array(log_gains, np.float32)


def soft_pixels(patch: Floats) -> Floats:
    """(m, 3): every other inner pixel of every other row of a patch, softened."""
    soft = np.asarray(cv2.GaussianBlur(patch, (0, 0), SOFT), np.float32)
    return inner(soft, MARGIN_PX)[::2, ::2].reshape(-1, 3)


def look_closely(
    view: View,
    cell: Cell,
    rough: Rough,
    templates: FaceTemplates,
    spread: float,
    *,
    drifts: Sequence[tuple[float, float]] = (),
    favour: Floats | None = None,
) -> list[FaceCandidate]:
    """Compare a cell with the looks that come into question, each laid on it exactly.

    Args:
        view: The fine view in the prints' light, softened.
        cell: Which cell.
        rough: From ``look_roughly``.
        templates: The looks.
        spread: Standard deviation of an honest pixel.
        drifts: How far the tile may have slid, in tiles, where a guess is to be had.
        favour: (n,) what else speaks for each look, in the units of the score, when it is decided
            which come into question.

    Returns:
        Candidates, the best first; a face's shield twin is always beside it.
    """
    shift = rough.shift * (FINE_PX / ROUGH_PX)
    scores = _score_all(view, cell, shift, templates, spread)
    for drift in drifts:
        slid = np.broadcast_to(np.clip(drift, -MOST_DRIFT, MOST_DRIFT) * np.float32(FINE_PX), shift.shape)
        slid_scores = _score_all(view, cell, slid, templates, spread)
        shift = np.where((slid_scores > scores)[:, None], slid, shift)
        scores = np.maximum(slid_scores, scores)
    order = np.argsort(-(scores if favour is None else scores + favour))
    chosen = _best_of_each(order, templates)[:TRIED_CLOSELY]
    x, y = np.array(view.corner_px(cell)) + FINE_PX / 2
    starts = [Pose(float(x + shift[look][0]), float(y + shift[look][1]), 0.0) for look in chosen]
    poses = align(view.image, templates.target.pick(chosen), starts, FINE_PX, spread)
    candidates = lay_looks(view, chosen, poses, templates, spread)
    twins, places = _missing_twins(candidates, order, templates)
    candidates += lay_looks(view, twins, places, templates, spread) if twins else []
    return sorted(candidates, key=lambda candidate: -candidate.score)


def _score_all(
    view: View, cell: Cell, shift: NDArray[np.floating], templates: FaceTemplates, spread: float
) -> Floats:
    """(n,) how well each look explains a cell at its (n, 2) shift in pixels, on some of the pixels."""
    x, y = view.corner_px(cell)
    reach = round(MOST_DRIFT * FINE_PX)
    rows = np.clip(np.arange(y - reach, y + FINE_PX + reach), 0, view.image.shape[0] - 1)
    columns = np.clip(np.arange(x - reach, x + FINE_PX + reach), 0, view.image.shape[1] - 1)
    around = view.image[np.ix_(rows, columns)]
    kept = np.arange(MARGIN_PX, FINE_PX - MARGIN_PX, THIN_PX)
    moved = np.round(shift).astype(np.intp) + reach
    patches = around[(moved[:, 1, None] + kept)[:, :, None], (moved[:, 0, None] + kept)[:, None, :]]
    known = templates.fine[:, MARGIN_PX:-MARGIN_PX:THIN_PX, MARGIN_PX:-MARGIN_PX:THIN_PX]
    number = len(templates.face)
    return compare(patches.reshape(number, -1, 3), known.reshape(number, -1, 3), spread, rounds=2).score


def _best_of_each(order: NDArray[np.intp], templates: FaceTemplates) -> list[int]:
    """Keep the first look of every face and turn of its art, be it the same to the rules or not."""
    kept: dict[tuple[str, int], int] = {}
    for look in order:
        kept.setdefault((templates.face[look], int(templates.art_turns[look])), int(look))
    return list(kept.values())


def lay_looks(
    view: View, chosen: Sequence[int], poses: Sequence[Pose], templates: FaceTemplates, spread: float
) -> list[FaceCandidate]:
    """Compare each of the chosen looks with the patch that its pose cuts out."""
    patches = np.stack([cut_patch(view.image, pose, FINE_PX) for pose in poses])
    fit = compare(inner_pixels(patches), inner_pixels(templates.fine[list(chosen)]), spread)
    return [
        FaceCandidate(
            templates.face[look],
            int(templates.turns[look]),
            float(fit.score[index]),
            look,
            poses[index],
            in_known_light(patches[index], fit, index),
            (fit.seen - fit.known)[index, 1:],
        )
        for index, look in enumerate(chosen)
    ]


def _missing_twins(
    candidates: Sequence[FaceCandidate], order: NDArray[np.intp], templates: FaceTemplates
) -> tuple[list[int], list[Pose]]:
    """Find the shield twins of the best candidates that are not among them, and where they would lie."""
    have = {(each.face, each.turns) for each in candidates}
    twins, places = [], []
    for candidate in candidates[:3]:
        wanted = (shield_twins().get(candidate.face, ""), candidate.turns)
        of_twin = [int(look) for look in order if (templates.face[look], templates.turns[look]) == wanted]
        if wanted not in have and of_twin:
            have.add(wanted)
            twins.append(of_twin[0])
            places.append(candidate.pose)
    return twins, places


# --- is there a tile at all ------------------------------------------------------------------------


class Presence(NamedTuple):
    """Whether a cell holds the tile it was taken for.

    Attributes:
        worth: How much better the print explains the cell than one plain colour would, in the
            units of ``FaceCandidate.score``: about 0 and above for tiles, below -0.4 for bare table.
        likeness: Correlation of what is trusted with the print: above 0.7 for tiles.
        tint: How far its a and b are from the print's on the whole, in CIELAB units: below 10 for
            most tiles, whatever the lamp, once the photograph's light is made up for.
        explained: The share of its pixels that the print explains, 0 to 1: above 0.7 for tiles.
    """

    worth: float
    likeness: float
    tint: float
    explained: float

    @property
    def is_sure(self) -> bool:
        """Whether this alone would prove that there is a board."""
        return self.worth > 0.3 and self.likeness > 0.8

    @property
    def is_tile(self) -> bool:
        """Whether all this speaks for a tile."""
        return self.worth + 2 * (self.likeness - 0.72) - 0.06 * max(0.0, self.tint - 13) > -0.35


def judge_presence(candidate: FaceCandidate, templates: FaceTemplates, spread: float) -> Presence:
    """Measure whether a candidate is a tile or a bit of table that happens to fit."""
    patch, known = inner_pixels(candidate.patch[None]), inner_pixels(templates.fine[candidate.look][None])
    plain = np.broadcast_to(np.median(patch, axis=1, keepdims=True), patch.shape)
    trust = compare(patch, known, spread).trust[0][:, None]
    patch_off = patch[0] - (trust * patch[0]).sum(axis=0) / trust.sum()
    known_off = known[0] - (trust * known[0]).sum(axis=0) / trust.sum()
    power = np.sqrt((trust * patch_off**2).sum() * (trust * known_off**2).sum())
    return Presence(
        candidate.score - float(compare(patch, plain, spread).score[0]),
        float((trust * patch_off * known_off).sum() / (power + 1e-6)),
        float(np.linalg.norm(candidate.cast)),
        float(trust.mean()),
    )


def unlike_print(
    candidate: FaceCandidate, templates: FaceTemplates, limit: float, slip_px: int = 0
) -> NDArray[np.bool_]:
    """(64, 64): where a tile differs from its print by more than ``limit`` CIELAB units.

    Args:
        candidate: What the cell was taken for.
        templates: The looks.
        limit: In CIELAB units.
        slip_px: A pixel may be like any of the print's within this many pixels: prints are sometimes
            a little out of focus, and tiles a little out of place.
    """
    known = templates.fine[candidate.look]
    around = np.ones((2 * slip_px + 1,) * 2, np.uint8)
    nearest = np.clip(candidate.patch, cv2.erode(known, around), cv2.dilate(known, around))
    apart = (((candidate.patch - nearest) * CHANNEL_WEIGHTS) ** 2).sum(axis=2)
    return np.asarray(apart > limit**2)


def is_shaded(observed: Floats, known: Floats, limit: float) -> NDArray[np.bool_]:
    """Tell which pixels would look like a known colour if only more light fell on them.

    Args:
        observed: (h, w, 3) CIELAB, in the known colours' light.
        known: (h, w, 3) or (3,).
        limit: How far a and b may differ once the light is made up for, in CIELAB units.
    """
    share = (observed[..., 0] + 5) / (known[..., 0] + 5)
    tint = observed[..., 1:] - known[..., 1:] * share[..., None]
    return np.asarray((lengths(tint) < limit) & (share > 0.35) & (share < 1.15))


# --- shields ---------------------------------------------------------------------------------------


class ShieldEvidence(NamedTuple):
    """What was seen where a shield would be.

    Attributes:
        lean: From -1 (as the plain print has it) to 1 (as the print with the shield has it).
        strangeness: Mean squared difference from the nearer of the two, in CIELAB units.
        likeness: How well the plain print, laid on the other, explains it, in units of
            ``FaceCandidate.score``.
    """

    lean: float
    strangeness: float
    likeness: float


def shield_evidence(
    candidate: FaceCandidate, twin: FaceCandidate, templates: FaceTemplates, spread: float
) -> ShieldEvidence:
    """Look at the one place where two prints differ by a shield.

    Args:
        candidate: The reading with the shield.
        twin: The same reading without.
        templates: The looks.
        spread: Standard deviation of an honest pixel.

    Returns:
        What was seen there.
    """
    with_shield, plain = templates.fine[candidate.look], templates.fine[twin.look]
    plain = in_known_light(plain, compare(inner_pixels(plain[None]), inner_pixels(with_shield[None]), spread))
    apart = (((with_shield - plain) * CHANNEL_WEIGHTS) ** 2).sum(axis=2)
    place = cv2.GaussianBlur(apart, (0, 0), FINE_PX * 0.035)
    place[:3] = place[-3:] = place[:, :3] = place[:, -3:] = 0
    row, column = np.unravel_index(int(place.argmax()), place.shape)
    rows, columns = np.mgrid[:FINE_PX, :FINE_PX]
    disc = (rows - row) ** 2 + (columns - column) ** 2 < (SHIELD_RADIUS * FINE_PX) ** 2
    like_shield = _difference(candidate.patch, with_shield, disc)
    like_plain = _difference(candidate.patch, plain, disc)
    return ShieldEvidence(
        (like_plain - like_shield) / (like_plain + like_shield + 1e-6),
        min(like_plain, like_shield),
        _likeness(plain, with_shield),
    )


def _likeness(floats: Floats, other: Floats) -> float:
    """Measure how well a print explains another where it fits best: prints are cut out a little off.

    How alike they are is the same whatever the photograph: all prints are in one light.
    """
    part = np.ascontiguousarray(inner(floats, ASKEW_PX))
    x, y = cv2.minMaxLoc(cv2.matchTemplate(other, part, cv2.TM_SQDIFF))[2]
    there = other[y : y + part.shape[0], x : x + part.shape[1]]
    return float(compare(there.reshape(1, -1, 3), part.reshape(1, -1, 3), LEAST_SPREAD).score[0])


def _difference(patch: Floats, known: Floats, disc: NDArray[np.bool_]) -> float:
    """Mean squared difference inside a disc, at the best small shift."""
    shifts = range(-SLIP_PX, SLIP_PX + 1)
    rows, columns = np.nonzero(disc)
    wanted = known[rows, columns]
    every = []
    for x in shifts:
        for y in shifts:
            apart = (patch[(rows - y) % FINE_PX, (columns - x) % FINE_PX] - wanted) * CHANNEL_WEIGHTS
            every.append(np.minimum(np.einsum("nc,nc->n", apart, apart), MOST_DIFFERENCE).mean())
    return float(min(every))
