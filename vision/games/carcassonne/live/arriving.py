"""Tiles that have come: what lies beside the board that did not lie there before."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple

import numpy as np

from scoring.game import Cell
from scoring.games.carcassonne.engine.state import CarcassonneState, remaining
from scoring.games.carcassonne.land.catalogue import distinct_faces
from scoring.games.carcassonne.land.placed_tile import STEPS, lay_face
from scoring.games.carcassonne.land.regions import Wanted
from vision.follow.explanations import shares
from vision.games.carcassonne.cold.kinds import READINGS
from vision.games.carcassonne.cold.shield_net import by_examples
from vision.games.carcassonne.cold.tile_net import TilePrediction
from vision.games.carcassonne.face_templates import FaceTemplates, has_shield, shield_twins
from vision.games.carcassonne.fusion import Reading, most_believed
from vision.games.carcassonne.judge import NATS_PER_SCORE, likelihoods
from vision.games.carcassonne.live.bare import Changes, bare_patches, is_covered, unlike_table
from vision.games.carcassonne.live.memory import CarcassonneBoxModel, TilePose, TrackedTile, apart, place_of
from vision.games.carcassonne.live.tracking import FrameLayout, TileTracks, cells_in_frame, window
from vision.games.carcassonne.live.unlearned import UnknownTile, meet
from vision.games.carcassonne.shields import find_spots
from vision.games.carcassonne.tiles import (
    FaceCandidate,
    Presence,
    Rough,
    judge_presence,
    look_closely,
    look_roughly,
)
from vision.image.colour import Floats

REACH_PX = 6
"""A new tile is looked for this far around its cell, in pixels of the rough view."""
DRIFTS = tuple((x, y) for x in (-0.09, 0.0, 0.09) for y in (-0.09, 0.0, 0.09))
WELL_EXPLAINED = -0.75
"""A figure that came with a tile can mislead the first look, so these are tried as well where no
candidate explains the tile better than this."""
STILL_BARE = 0.4
"""Against a tile in a cell most of which still looks like its bare table."""
TINT_COST, FREE_TINT, USUAL_LIKENESS = 0.05, 4.0, 0.72
STRANGE_COST, USUALLY_EXPLAINED = 2.0, 0.75
"""The few pixels of a grained table that look like a print are very like it; what counts is how few."""
UNLIKE = 0.12
"""A cell that was never seen before and correlates less with every look holds no tile, not even with a
figure on it."""
APART = 0.5
"""In tiles: two tiles cannot lie nearer to each other than this."""
MISMATCH_NATS = 5.0
"""Against each edge that does not match: players err, but seldom."""
COVERED = 400.0
"""A shield's place this strange is half disbelieved: the tile was or will be seen without the figure."""
OUT_OF_PLAY_NATS = -20.0
"""For a face that is not played with at all."""
NONE_LEFT_NATS = 5.0
"""Against a face of which the box holds no more."""


KNOWN_SCORE = -0.9
"""What a print explains worse than this may be another drawing."""
FLOOR = NATS_PER_SCORE * KNOWN_SCORE
"""The same in nats."""
PRINT_TELLS, PRINT_STEP, LEAST_TOLD = 5.5, 0.42, -1.5
"""For the face of the print that explains a tile best and against those without a print so much tells, and so
much less for each nat by which it explains the tile worse; where a figure hides some of it every nat counts.
No print tells less than the third. Fitted to 2,838 tiles of 46 made-up games: of 2,031 whose face had a print
that explained 84 of 100 better than -10 nats, and of the 807 others another's so explained 15 of 1,000."""
OTHER_SCORE, SCORE_STEP = -1.2, 0.07
"""What a whole set explains so badly is as often a tile of another box as one of its own that is badly seen;
a step above that it is e times as often its own. At the hardest level 2 of 100 looks at own tiles are told
worse; of 17 looks at tiles of another box 11 were."""
LEAST_APART = 0.85
"""No two tiles lie closer side by side, by the sides of one, be they measured a little amiss."""
FIRST_TILES = 3
"""By so many tiles of the game it is told whether the prints are those of its box."""
TWIN_NATS, TWIN_SHARE = 1.5, 0.4
"""A print explains its own face so much better than one that differs by a shield alone. Of what tells the
prints of two such faces apart the second counts: most of it is light, and only a little a shield. One of 365
made-up tiles is told wrongly so, and three are where all of it counts."""
LEAST_ODDS, LEAST_UNSEEN_ODDS, LEAST_BARE_ODDS = 0.0, 2.0, 4.0
"""Of a tile, by the nets, where the bare table is covered; where it was not seen before or still may be seen;
and where no square is found there either."""
ENOUGH_SHIELDS, UNKNOWN_SHIELD = 2, 0.6
"""Until so many shields of the box are known, what tells them counts so much: houses may look like them, and
a tile that was taken wrongly would teach it."""
TABLE_ODDS = 2.0
"""What it tells against a tile that an unseen cell looks like the table around."""
PLAIN_SCORE, LIKE_TABLE = -0.5, -1.05
"""What a print explains worse than the first is table where ``unlike_table`` tells less than the second."""
LEAST_SHARE = 1e-4
"""Readings less probable than this are not considered where the nets tell."""
CLEAR, UNCLEAR = -0.3, -1.0
"""How clear a tile that no print explains counts, without and with a figure on it."""
UNLEARNED = -1
"""In place of a look, until there is one of the tile itself."""


class NewTile(NamedTuple):
    """A tile beside the board that the game does not know yet.

    Attributes:
        cell: Where.
        laid: Where it lies and which look it has, taken for each reading; the best by sight first.
        readings: The probability of each face and turns, the box and the neighbours considered.
        clearness: How well the best of its looks explains what is seen, from ``match.template.compare``.
        seen: The tile as it looks, where no print explains it; see ``UnknownTile``.
        strange: The readings that no print explains, so that they are given that look.
        told: What the net for tiles said of it, where it was asked.
    """

    cell: Cell
    laid: Mapping[Reading, TrackedTile]
    readings: Mapping[Reading, float]
    clearness: float
    seen: Floats | None = None
    strange: frozenset[Reading] = frozenset()
    told: TilePrediction | None = None

    @property
    def place(self) -> TilePose:
        """Where the tile lies by its best candidate."""
        return _best_place(self.laid)


def _best_place(tracked: Mapping[Reading, TrackedTile]) -> TilePose:
    """Give the place of the best candidate, which stands first."""
    return next(iter(tracked.values())).place


def find_newcomers(
    tracked: TileTracks,
    state: CarcassonneState,
    known: CarcassonneBoxModel,
    bare: Collection[Cell],
    changed: Changes,
) -> list[NewTile]:
    """Find the tiles that lie beside the board, or beside one another, and are not in the game.

    Args:
        tracked: The frame, and where the tiles of the game lie in it.
        state: The game.
        known: The box.
        bare: The cells that were seen bare before.
        changed: From ``changes`` of them.
    """
    found: list[NewTile] = []
    told = changed.plain.keys() | changed.slight
    asked: set[Cell] = set(state.land.tiles)
    beside = set(state.land.frontier)
    while beside:
        cells = [cell for cell in sorted(beside - asked) if cell not in bare or cell in told]
        fresh = _find_among(tracked, state, known, cells, changed)
        asked |= beside
        beside = {cell for tile in fresh for cell in around(tile.cell)} - asked
        found += fresh
    return _one_each(found)


def _find_among(
    tracked: TileTracks,
    state: CarcassonneState,
    known: CarcassonneBoxModel,
    asked: Sequence[Cell],
    changed: Changes,
) -> list[NewTile]:
    """Find tiles in cells that look otherwise than their bare table, or whose bare table nobody saw."""
    layout = tracked.layout
    cells = list(bare_patches(layout, cells_in_frame(layout, asked)))
    rough = look_roughly(layout.rough, cells, known.looks, REACH_PX)
    is_whole = set(prior_faces(state)) <= set(known.looks.face)
    is_own_box = cache(partial(_is_own_box, layout, state, known))
    found = []
    for cell, each in zip(cells, rough, strict=True):
        covered = changed.plain.get(cell, 0.0 if cell in changed.slight else None)
        ask = partial(_met, layout, cell, state.land.tiles, known)
        unknown = ask(covered) if _is_half_seen(covered) or not is_whole else None
        if unknown is not None and covered is not None:
            covered = 1.0  # be the tile as pale as its table
        prior = prior_log_odds(state, cell)
        prediction = None
        if covered is not None or each.likeness.max() > UNLIKE:
            prediction = _look_at(layout, cell, each, known.looks, prior, covered)
        if prediction is not None and covered is None and _is_table(tracked, cell, prediction):
            prediction = None
        is_known = (
            is_whole and prediction is not None and (prediction.clearness >= KNOWN_SCORE or is_own_box())
        )
        if is_whole and not is_known and unknown is None and is_covered(covered):
            unknown = ask(covered)
        newcomer = None if is_known else _by_nets(cell, known, prediction, prior, unknown)
        if is_whole and prediction is not None:
            newcomer = _doubted(prediction, _by_prints(cell, prediction, prior), newcomer)
        if newcomer is not None:
            found.append(newcomer)
    return found


def around(cell: Cell) -> list[Cell]:
    """List the four cells beside a cell."""
    return [(cell[0] + x, cell[1] + y) for x, y in STEPS.values()]


class _Told(NamedTuple):
    """What prints tell of a cell.

    Attributes:
        laid: Where the tile lies and which look it has, taken for each reading; the best first.
        nats: The log-likelihood of each reading.
        clearness: The score of the best.
    """

    laid: Mapping[Reading, TrackedTile]
    nats: Mapping[Reading, float]
    clearness: float


def _is_table(tracked: TileTracks, cell: Cell, prediction: _Told) -> bool:
    """Tell whether a print looks like the table of a cell that nobody saw bare.

    A stone city looks like a stone table; and a plain print and the edge of a tile like a table beside it.
    """
    if _lies_over(_best_place(prediction.laid), [tile.place for tile in tracked.laid.values()]):
        return True
    return (
        prediction.clearness < PLAIN_SCORE and unlike_table(tracked.layout, cell, tracked.laid) < LIKE_TABLE
    )


def _lies_over(place: TilePose, places: Iterable[TilePose]) -> bool:
    """Tell whether a tile would lie on others that lie at some places."""
    return any(max(abs(place.x - pose.x), abs(place.y - pose.y)) < LEAST_APART for pose in places)


def _look_at(
    layout: FrameLayout,
    cell: Cell,
    rough: Rough,
    templates: FaceTemplates,
    prior: Mapping[Reading, float],
    covered: float | None,
) -> _Told | None:
    """Compare a cell with the prints; None where they show no tile there."""
    every = (Reading(face, int(turns)) for face, turns in zip(templates.face, templates.turns, strict=True))
    favour = (
        np.array([prior.get(reading, OUT_OF_PLAY_NATS) for reading in every], np.float32) / NATS_PER_SCORE
    )
    spread, view = layout.light.spread, window(layout, cell).fine
    candidates = look_closely(view, cell, rough, templates, spread, drifts=[(0.0, 0.0)], favour=favour)
    if candidates[0].score < WELL_EXPLAINED:
        slid = look_closely(view, cell, rough, templates, spread, drifts=DRIFTS, favour=favour)
        candidates = _best_of_each_look([*candidates, *slid]) if is_covered(covered) else slid
    candidates = [each for each in candidates if is_tile(judge_presence(each, templates, spread), covered)]
    if not candidates:
        return None
    tracked: dict[Reading, TrackedTile] = {}
    for candidate in candidates:
        tracked.setdefault(
            Reading(candidate.face, candidate.turns),
            TrackedTile(candidate.look, place_of(candidate.pose, view), 0.0),
        )
    return _Told(tracked, likelihoods(candidates, templates, spread, COVERED), candidates[0].score)


def _by_prints(cell: Cell, prediction: _Told, prior: Mapping[Reading, float]) -> NewTile:
    log_odds = {
        reading: value + prior.get(reading, OUT_OF_PLAY_NATS) for reading, value in prediction.nats.items()
    }
    return NewTile(cell, prediction.laid, shares(log_odds), prediction.clearness)


def _is_own_box(layout: FrameLayout, state: CarcassonneState, known: CarcassonneBoxModel) -> bool:
    """Tell whether the tiles that lie are of the box whose prints there are: the prints explain one well."""
    if known.learned.lessons:
        return False
    cells = list(bare_patches(layout, cells_in_frame(layout, list(state.land.tiles)[:FIRST_TILES])))
    rough = look_roughly(layout.rough, cells, known.looks, REACH_PX)
    best = (
        look_closely(window(layout, cell).fine, cell, each, known.looks, layout.light.spread)[0].score
        for cell, each in zip(cells, rough, strict=True)
    )
    return any(score >= KNOWN_SCORE for score in best)


def _doubted(prediction: _Told, by_prints: NewTile, by_nets: NewTile | None) -> NewTile:
    """Weigh what a whole set tells of a tile against what the nets tell where it explains it badly."""
    if by_nets is None or most_believed(by_prints.readings) == most_believed(by_nets.readings):
        return by_prints
    own = 1 / (1 + np.exp((OTHER_SCORE - prediction.clearness) / SCORE_STEP))
    by_print = shares(prediction.nats)
    weighed = {
        reading: by_nets.readings.get(reading, LEAST_SHARE)
        * (own * by_print.get(reading, 0.0) + (1 - own) / len(READINGS))
        for reading in {**by_print, **by_nets.readings}
    }
    total = sum(weighed.values())
    readings = {each: weighed[each] / total for each in sorted(weighed, key=lambda one: -weighed[one])}
    every = {**prediction.laid, **by_nets.laid}
    return by_nets._replace(laid={each: every[each] for each in readings}, readings=readings)


def _met(
    layout: FrameLayout, cell: Cell, laid: Collection[Cell], known: CarcassonneBoxModel, covered: float | None
) -> UnknownTile | None:
    """Ask the nets for a tile in a cell, of which more is asked the less of its bare table is covered."""
    unknown = meet(layout, cell, known.learned.tuning, is_changed=covered is not None)
    if unknown is None:
        return None
    least = (
        LEAST_ODDS if is_covered(covered) else LEAST_UNSEEN_ODDS if unknown.has_square else LEAST_BARE_ODDS
    )
    more = unknown.is_tile - least
    if covered is None and more >= 0:
        more += TABLE_ODDS * unlike_table(layout, cell, laid)
    return unknown if more >= 0 else None


def _by_nets(
    cell: Cell,
    known: CarcassonneBoxModel,
    prediction: _Told | None,
    prior: Mapping[Reading, float],
    unknown: UnknownTile | None,
) -> NewTile | None:
    """Tell a tile by the nets as well, where prints say too little.

    What a print explains badly is taken for another drawing of its face, and left to the nets.
    """
    if unknown is None:
        return (
            None
            if prediction is None or prediction.clearness < KNOWN_SCORE
            else _by_prints(cell, prediction, prior)
        )
    by_print = {} if prediction is None else prediction.nats
    is_hidden = bool(unknown.own.hidden.any())
    by_twins = {**_of_twins(by_print, known.looks), **_less_sure(by_print, TWIN_SHARE)}
    explained = _explained(by_twins, is_hidden=is_hidden)
    shield = _shield_odds(unknown, known)
    alone = {reading: value + shield * has_shield(reading.face) for reading, value in unknown.nats.items()}
    log_odds = {
        reading: value + prior.get(reading, OUT_OF_PLAY_NATS) + explained.get(reading, 0.0)
        for reading, value in (alone if _knows_shields(known) else _less_sure(alone, UNKNOWN_SHIELD)).items()
    }
    readings = {reading: share for reading, share in shares(log_odds).items() if share > LEAST_SHARE}
    best_first = sorted(readings, key=lambda reading: -readings[reading])
    known_laid = {} if prediction is None else prediction.laid
    strange = frozenset(reading for reading in readings if by_print.get(reading, FLOOR) <= FLOOR)
    tracked = {
        reading: TrackedTile(UNLEARNED, unknown.place, 0.0) if reading in strange else known_laid[reading]
        for reading in best_first
    }
    clearness = UNCLEAR if is_hidden else CLEAR
    return NewTile(cell, tracked, readings, clearness, unknown.own.seen, strange, unknown.told)


def _explained(by_print: Mapping[Reading, float], *, is_hidden: bool) -> dict[Reading, float]:
    """Tell how much likelier prints make their readings than those that have none, in nats."""
    best = max(by_print.values(), default=0.0)
    told = best - FLOOR if is_hidden else PRINT_TELLS + PRINT_STEP * best
    return {reading: max(told - (best - log_odds), LEAST_TOLD) for reading, log_odds in by_print.items()}


def _of_twins(by_print: Mapping[Reading, float], templates: FaceTemplates) -> dict[Reading, float]:
    """Explain faces without a print by that of their twin: a shield may be all that differs."""
    known, twins = set(templates.face), shield_twins()
    return {
        Reading(twins[reading.face], reading.turns): log_odds - TWIN_NATS
        for reading, log_odds in by_print.items()
        if reading.face in twins and twins[reading.face] not in known
    }


def _shield_odds(tile: UnknownTile, known: CarcassonneBoxModel) -> float:
    """Tell how much likelier a tile carries a shield by what is known of the box, in nats."""
    shields, examples = known.learned.shields, known.learned.examples
    by_spots = 0.0 if shields is None else shields.odds(find_spots(*tile.own))
    by_net = 0.0 if examples is None else float(by_examples(tile.told.places, examples)[0])
    return by_spots + by_net


def _knows_shields(known: CarcassonneBoxModel) -> bool:
    """Tell whether the game has shown how this box draws its shields."""
    examples = known.learned.examples
    shown = 0 if examples is None else int((examples.beliefs > 0.5).sum())
    return shown >= ENOUGH_SHIELDS


def _less_sure(log_odds: Mapping[Reading, float], share: float) -> dict[Reading, float]:
    """Let what tells a face from the one that differs by a shield alone count by a share only."""
    twins = shield_twins()
    beside = {
        reading: log_odds.get(Reading(twins.get(reading.face, ""), reading.turns), own)
        for reading, own in log_odds.items()
    }
    return {
        reading: max(own, share * own + (1 - share) * beside[reading]) for reading, own in log_odds.items()
    }


def _best_of_each_look(candidates: Iterable[FaceCandidate]) -> list[FaceCandidate]:
    """Keep the best candidate of each look: what a glare hides may fit better where it does not lie."""
    best: dict[int, FaceCandidate] = {}
    for candidate in sorted(candidates, key=lambda each: -each.score):
        best.setdefault(candidate.look, candidate)
    return list(best.values())


def is_tile(presence: Presence, covered: float | None) -> bool:
    """Tell a tile from a bit of table that happens to fit.

    More is asked than of a photograph, since the light is known from tiles that are known; and more yet
    where most of the bare table is still to be seen.

    Args:
        presence: Of the best candidate.
        covered: How much of the cell looks otherwise than its bare table, 0 to 1; None where nobody saw that.
    """
    if is_covered(covered):
        return presence.is_tile
    tinted = TINT_COST * max(0.0, presence.tint - FREE_TINT)
    strange = STRANGE_COST * max(0.0, USUALLY_EXPLAINED - presence.explained)
    bare = 0.0 if covered is None else STILL_BARE
    return presence.worth + 2 * (presence.likeness - USUAL_LIKENESS) - tinted - strange - bare > 0


def _is_half_seen(covered: float | None) -> bool:
    """Tell whether a cell looks otherwise, but not as much as under a tile that is unlike the table."""
    return covered is not None and not is_covered(covered)


def prior_log_odds(state: CarcassonneState, cell: Cell) -> dict[Reading, float]:
    """Weigh every face and turns before looking: by what the box still holds and what lies beside."""
    left = remaining(state)
    wanted = state.land.frontier.get(cell, ("", "", "", ""))
    log_odds = {}
    for face in distinct_faces().values():
        copies = left.get(face.name, 0)
        stock = float(np.log(copies)) if copies > 0 else -NONE_LEFT_NATS
        if not face.is_river or state.options.river:
            for turns in range(face.symmetry):
                log_odds[Reading(face.name, turns)] = stock - MISMATCH_NATS * _mismatches(
                    face.name, turns, wanted
                )
    return log_odds


def prior_faces(state: CarcassonneState) -> list[str]:
    """Name the faces that are still to come."""
    return [face for face, number in remaining(state).items() if number > 0]


def _mismatches(face: str, turns: int, wanted: Wanted) -> int:
    edges = lay_face(face, turns).edges
    return sum(there not in ("", here) for here, there in zip(edges, wanted, strict=True))


def _one_each(found: Iterable[NewTile]) -> list[NewTile]:
    """Keep one of the newcomers that are the same tile, seen from two cells."""
    kept: list[NewTile] = []
    for tile in sorted(found, key=lambda each: -each.clearness):
        if all(apart(tile.place, other.place) > APART for other in kept):
            kept.append(tile)
    return kept
