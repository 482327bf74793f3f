"""What can be told of a tile without knowing its drawing, and which faces and turns that leaves.

The net for tiles answers ``ANSWERS`` questions about a square of a picture: for each side whether it is
field, city, road or river; for each pair of sides whether they belong to one city, and to one road; whether
there are a shield, a cloister and a garden; and whether it is a tile at all.
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations, permutations
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.games.carcassonne.land.catalogue import SIDES, Face, distinct_faces, faces
from scoring.games.carcassonne.land.placed_tile import lay_face
from vision.games.carcassonne.face_templates import has_shield
from vision.games.carcassonne.fusion import Reading, reading_of

EDGE_KINDS = ("field", "city", "road", "river")
PAIRS = tuple(combinations(range(4), 2))
ONE_CITY, ONE_ROAD = slice(16, 22), slice(22, 28)
SHIELD, CLOISTER, GARDEN, TILE = 28, 29, 30, 31
ANSWERS = 32
RIVER_SHARE, SHIELD_SHARE = 0.2, 0.25
"""So many of the tiles that the net is taught with are the river's, and so many more than usual have a
shield: the smallest thing that tells two faces apart needs the most practice."""
UNEXPLAINED, RARE = 2.5, 6.0
"""That a tile is of no face of the game has so many log-odds for every nat by which the likeliest reading
falls short of explaining all answers, less the second, as few boxes hold any. Of 10 tiles of expansions on a
real photograph seven fall short by 1.4 to 3.8 nats, of 205 tiles of the game none by more than 0.7."""
OPEN = -1
"""A question that a face leaves open: sides that are no city cannot be one city."""

Floats = NDArray[np.floating]


class Facts(NamedTuple):
    """The true answers for a face and turns.

    Attributes:
        edges: (4,) indexes into ``EDGE_KINDS``, from the north clockwise.
        one_city, one_road: (6,) for each pair of sides 1, 0 or ``OPEN``.
        has_shield, has_cloister: 0 or 1.
    """

    edges: NDArray[np.int64]
    one_city: NDArray[np.int64]
    one_road: NDArray[np.int64]
    has_shield: int
    has_cloister: int


def facts(face: Face, turns: int) -> Facts:
    """Answer every question about a face that lies turned clockwise by so many quarters."""
    edges = lay_face(face.name, turns % 4).edges
    return Facts(
        np.array([EDGE_KINDS.index(kind) for kind in edges]),
        _joined(face, turns, "city"),
        _joined(face, turns, "road"),
        int(has_shield(face.name)),
        int(any(segment.feature == "cloister" for segment in face.segments)),
    )


def _joined(face: Face, turns: int, feature: str) -> NDArray[np.int64]:
    """Tell for each pair of sides whether both belong to one segment of a feature."""
    owner = {
        SIDES.index(side): index
        for index, segment in enumerate(lay_face(face.name, turns % 4).segments)
        if segment.feature == feature
        for side in segment.sides
    }
    return np.array(
        [int(owner[a] == owner[b]) if a in owner and b in owner else OPEN for a, b in PAIRS], np.int64
    )


READINGS = tuple(
    Reading(name, turns) for name, face in distinct_faces().items() for turns in range(face.symmetry)
)
"""Every face in every way of lying that the rules tell apart."""


def index_of(face: str, turns: int) -> int:
    """Tell where among ``READINGS`` a face is that lies turned clockwise by so many quarters."""
    return READINGS.index(reading_of(face, turns))


_FACTS = tuple(facts(faces()[reading.face], reading.turns) for reading in READINGS)
_EDGES = np.array([facts.edges for facts in _FACTS])
_CITIES = np.array([facts.one_city for facts in _FACTS])
_ROADS = np.array([facts.one_road for facts in _FACTS])
_SHIELDS = np.array([facts.has_shield for facts in _FACTS])
_CLOISTERS = np.array([facts.has_cloister for facts in _FACTS])


@cache
def same_answers() -> Mapping[Reading, Reading]:
    """Pair the readings that no answer tells apart: a spring and a lake, their river running the same way."""
    answers = {reading: np.hstack(fact).tolist() for reading, fact in zip(READINGS, _FACTS, strict=True)}
    alike = (
        (reading, other) for reading, other in permutations(READINGS, 2) if answers[reading] == answers[other]
    )
    return MappingProxyType(dict(alike))


def _taught_share(face: Face) -> float:
    """Tell which share of the tiles that the net is taught with show a distinct face."""
    land = [each for each in faces().values() if not each.is_river]
    if face.is_river:
        return face.count * RIVER_SHARE / (len(faces()) - len(land))
    shielded = sum(has_shield(each.name) for each in land)
    more = SHIELD_SHARE / shielded if has_shield(face.name) else 0.0
    return more + (1 - RIVER_SHARE - SHIELD_SHARE) / len(land)


_TAUGHT_NATS = np.log([_taught_share(distinct_faces()[reading.face]) for reading in READINGS])


def log_odds_of(answers: Floats) -> Floats:
    """Weigh every reading by a net's answers.

    Args:
        answers: (n, 32) logits.

    Returns:
        (n, readings) log-likelihoods in nats, in the order of ``READINGS``; the answers count as
        independent. What was often shown in teaching is answered more readily, which is taken back.
    """
    edges = answers[:, :16].reshape(-1, 4, 4)
    edges = edges - np.logaddexp.reduce(edges, axis=2, keepdims=True)
    log_odds = sum(edges[:, side][:, _EDGES[:, side]] for side in range(4))
    log_odds = log_odds + _weighed(answers[:, ONE_CITY], _CITIES) + _weighed(answers[:, ONE_ROAD], _ROADS)
    log_odds = log_odds + _weighed(answers[:, [SHIELD]], _SHIELDS[:, None])
    log_odds = log_odds + _weighed(answers[:, [CLOISTER]], _CLOISTERS[:, None])
    return np.asarray(log_odds - _TAUGHT_NATS)


def no_face_odds(log_odds: Floats) -> Floats:
    """(n,): log-odds that tiles show no face of the game, as many of an expansion do, against the likeliest.

    Args:
        log_odds: (n, readings) from ``log_odds_of``.
    """
    return np.asarray(-UNEXPLAINED * (log_odds + _TAUGHT_NATS).max(axis=1) - RARE)


def edges_shown(answers: Floats) -> Floats:
    """(n, 4, kinds): how likely tiles, of the game or not, show each of ``fusion.KINDS`` to a side.

    Args:
        answers: (n, 32) logits.
    """
    prediction = answers[:, :16].reshape(-1, 4, len(EDGE_KINDS))
    likely = np.exp(prediction - prediction.max(axis=2, keepdims=True))
    return np.concatenate([np.zeros((*likely.shape[:2], 1)), likely], axis=2)


def _weighed(logits: Floats, truth: NDArray[np.integer]) -> Floats:
    """(n, readings): log-likelihoods of (readings, questions) true answers; what is open weighs nothing."""
    yes, no = -np.logaddexp(0, -logits), -np.logaddexp(0, logits)
    return np.asarray(yes @ (truth == 1).T + no @ (truth == 0).T)


def unturned_answers(answers: Floats, turns: int) -> Floats:
    """Take the answers about a picture that was turned clockwise by so many quarters back to the picture.

    Args:
        answers: (n, 32).
        turns: Clockwise quarter turns.
    """
    back = np.array(answers)
    sides = [(side + turns) % 4 for side in range(4)]
    back[:, :16] = answers[:, :16].reshape(-1, 4, 4)[:, sides].reshape(-1, 16)
    pairs = [PAIRS.index((min(sides[a], sides[b]), max(sides[a], sides[b]))) for a, b in PAIRS]
    for questions in (ONE_CITY, ONE_ROAD):
        back[:, questions] = answers[:, questions][:, pairs]
    return back
