"""Judging a board: which face lies in every cell, how surely, and what is no face of the game."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from vision.games.carcassonne.face_templates import FINE_PX, FaceTemplates, has_shield, shield_twins
from vision.games.carcassonne.fusion import NO_FACE, Beliefs, Reading, believe
from vision.games.carcassonne.scene import BoardView
from vision.games.carcassonne.tiles import (
    FOREIGN,
    FaceCandidate,
    Presence,
    ShieldEvidence,
    is_shaded,
    judge_presence,
    look_closely,
    shield_evidence,
    unlike_print,
)
from vision.match.template import MARGIN_PX

NATS_PER_SCORE = 24.0
"""What a score is worth: neighbouring pixels err together, so a tile counts as some two dozen of them."""
HOPELESS = 0.22
"""Cells whose best first correlation is below this are not looked at closely."""
SHIELD_MEAN, SHIELD_SPREAD = 0.25, 0.28
PLAIN_MEAN, PLAIN_SPREAD = -0.90, 0.15
MOST_SHIELD_NATS = 7.0
_DRAWN_ANEW = (-0.8, -0.6), (1.0, 0.0)
"""Twins by a shield whose prints are less alike than the first were each drawn anew, and are told by the
whole of their prints; those more alike than the second by the shield's place. Twins of 16 made-up boxes are
no more alike than -0.79, those of two real print sets no less than -0.56."""
COVERED = 1000.0
"""A place this strange is covered by something, and says nothing about a shield."""
FOREIGN_USUAL = 0.026
NATS_PER_FOREIGN = 200.0
"""Copies of a face differ by a sheep or a shed; more than that is another tile."""
SHADE = 2.0
"""Spreads that the tint of a shadow may differ from that of its ground."""
LEAST_OPEN = 0.2
"""Of a tile at least so much is told of, be it nearly all covered."""
_GRAIN = np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3)), np.uint8)
USUALLY_SECONDED, _TELLS = 0.6, (-2.0, 4.0)
"""A glare or a figure that was missed may hide much of a tile, so where the net for tiles is asked it
decides: from log-odds of the first that a tile is the face that its print says, and within the second."""


class Cellwise(NamedTuple):
    """What was found out about one cell.

    Attributes:
        candidates: What it may be, the best first.
        presence: Whether the best of them is a tile at all.
        nats: The log-likelihood of each reading.
    """

    candidates: Sequence[FaceCandidate]
    presence: Presence
    nats: Mapping[Reading, float]

    def candidate(self, reading: Reading) -> FaceCandidate:
        """Give the candidate behind a reading, or the best where the reading is no face."""
        return next(
            (each for each in self.candidates if (each.face, each.turns) == reading), self.candidates[0]
        )


def look_at_cells(scene: BoardView, templates: FaceTemplates) -> dict[Cell, Cellwise]:
    """Compare every cell that may hold a tile with the looks, and keep those that do hold one."""
    found = {}
    for cell, rough in zip(scene.cells, scene.rough, strict=True):
        if rough.likeness.max() < HOPELESS:
            continue
        drifts = [scene.drifts[cell]] if cell in scene.drifts else []
        candidates = look_closely(scene.fine, cell, rough, templates, scene.light.spread, drifts=drifts)
        presence = judge_presence(candidates[0], templates, scene.light.spread)
        if presence.is_tile:
            log_odds = likelihoods(candidates, templates, scene.light.spread)
            found[cell] = Cellwise(candidates, presence, log_odds)
    return found


def likelihoods(
    candidates: Sequence[FaceCandidate], templates: FaceTemplates, spread: float, covered: float = COVERED
) -> dict[Reading, float]:
    """Give each reading of a cell its log-likelihood in nats, the shields looked at by themselves.

    Args:
        candidates: What the cell may be.
        templates: The looks.
        spread: Standard deviation of an honest pixel.
        covered: How strange a shield's place must look to be half disbelieved.
    """
    log_odds: dict[Reading, float] = {}
    by_reading: dict[Reading, FaceCandidate] = {}
    for candidate in candidates:
        log_odds.setdefault(Reading(candidate.face, candidate.turns), NATS_PER_SCORE * candidate.score)
        by_reading.setdefault(Reading(candidate.face, candidate.turns), candidate)
    for candidate in by_reading.values():
        twin = by_reading.get(Reading(shield_twins().get(candidate.face, ""), candidate.turns))
        if has_shield(candidate.face) and twin is not None:
            evidence = shield_evidence(candidate, twin, templates, spread)
            own, other = (
                log_odds[Reading(candidate.face, candidate.turns)],
                log_odds[Reading(twin.face, twin.turns)],
            )
            share = float(np.interp(evidence.likeness, *_DRAWN_ANEW))
            odds = share * (own - other) + (1 - share) * _shield_odds(evidence, covered)
            shared = max(own, other)
            log_odds[Reading(candidate.face, candidate.turns)] = shared - float(np.logaddexp(0, -odds))
            log_odds[Reading(twin.face, twin.turns)] = shared - float(np.logaddexp(0, odds))
    return log_odds


def _shield_odds(evidence: ShieldEvidence, covered: float) -> float:
    """Turn what was seen where the shield would be into log odds for it; little where a figure stands."""
    as_plain = ((evidence.lean - PLAIN_MEAN) / PLAIN_SPREAD) ** 2 / 2
    as_shield = ((evidence.lean - SHIELD_MEAN) / SHIELD_SPREAD) ** 2 / 2
    odds = float(np.clip(as_plain - as_shield, -MOST_SHIELD_NATS, MOST_SHIELD_NATS))
    return odds / (1 + (evidence.strangeness / covered) ** 2)


def foreign_log_odds(foreign: float, presence: Presence) -> float:
    """Weigh the odds that a tile is no face of the game, by what its best print does not explain.

    Args:
        foreign: Share of the tile that neither print nor figures explain.
        presence: Of the best candidate.
    """
    odd = NATS_PER_FOREIGN * (foreign - FOREIGN_USUAL)
    return odd + 10 * max(0.0, 0.72 - presence.likeness) + 8 * max(0.0, -presence.worth)


def unexplained(
    candidate: FaceCandidate,
    templates: FaceTemplates,
    spread: float,
    covered: NDArray[np.bool_],
    rim_px: int = MARGIN_PX,
) -> float:
    """Measure the share of a tile that neither its print nor the figures on it explain.

    Args:
        candidate: The tile with its print.
        templates: The looks.
        spread: Standard deviation of an honest pixel.
        covered: (h, w) what figures cover of the view that it lies in.
        rim_px: So much of each side is not looked at.
    """
    shaded = is_shaded(candidate.patch, templates.fine[candidate.look], SHADE * spread)
    apart = (unlike_print(candidate, templates, FOREIGN * spread, slip_px=1) & ~shaded).astype(np.uint8)
    apart[:rim_px] = apart[-rim_px:] = apart[:, :rim_px] = apart[:, -rim_px:] = 0
    stray = cv2.morphologyEx(apart, cv2.MORPH_OPEN, _GRAIN) > 0
    x, y = round(candidate.pose.x_px - FINE_PX / 2), round(candidate.pose.y_px - FINE_PX / 2)
    under = np.zeros_like(stray)
    window = covered[max(y, 0) : y + FINE_PX, max(x, 0) : x + FINE_PX]
    under[: window.shape[0], : window.shape[1]] = window
    open_share = max(float((~under).mean()), LEAST_OPEN)
    return float((stray & ~under).mean()) / open_share


def judge(
    cells: Mapping[Cell, Cellwise],
    foreign: Mapping[Cell, float],
    seconded: Mapping[Cell, float] = MappingProxyType({}),
) -> Beliefs:
    """Believe something of every cell, the whole board considered.

    Args:
        cells: From ``look_at_cells``.
        foreign: For each cell, the share that neither print nor figures explain; a cell that is
            not named is taken for a face of the game.
        seconded: From ``seconding.ask_again``, for the cells where that was asked.
    """
    every = {}
    for cell, cellwise in cells.items():
        log_odds = dict(cellwise.nats)
        if cell in foreign:
            odd = foreign_log_odds(foreign[cell], cellwise.presence)
            if cell in seconded:
                odd = min(odd, 0.0) - float(np.clip(seconded[cell] - USUALLY_SECONDED, *_TELLS))
            log_odds[NO_FACE] = max(log_odds.values()) + odd
        every[cell] = log_odds
    return believe(every)
