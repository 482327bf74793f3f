"""Reading the whole board anew at the end, and saying every difference from the game."""

from collections.abc import Collection, Iterator

from scoring.game import Cell, Fault
from scoring.games.carcassonne.engine.sentences import face_words, place_words
from scoring.games.carcassonne.engine.state import CarcassonneState
from scoring.roles.seated import name_of
from scoring.sentence import marked, sentence
from vision.games.carcassonne.face_templates import shield_twins
from vision.games.carcassonne.fusion import Reading
from vision.games.carcassonne.judge import likelihoods
from vision.games.carcassonne.live.blinding import hidden_stands
from vision.games.carcassonne.live.gardens import gardens_of
from vision.games.carcassonne.live.locating import expected_of, track
from vision.games.carcassonne.live.memory import CarcassonneBoxModel, CarcassonneTrackState, TrackedTile
from vision.games.carcassonne.live.sight import standing
from vision.games.carcassonne.live.standing import find_stands
from vision.games.carcassonne.live.tracking import TileTracks, window
from vision.games.carcassonne.tiles import look_closely, look_roughly
from vision.reader import Image

SURE_NATS = 5.0
"""Another face must be this much likelier than the one on record before it is worth a question."""
THERE_NATS, GONE_NATS = 3.0, -6.0
"""A figure likelier than the first is there, one less likely than the second is not."""


def compare(
    image: Image, known: CarcassonneBoxModel, state: CarcassonneState, memory: CarcassonneTrackState | None
) -> tuple[Fault, ...]:
    """Read the whole board anew and list every difference; see ``vision.live.LiveReader.compare``."""
    tracked, learned = track(image, known, expected_of(state), memory)
    known = known.taught(learned, gardens_of(state))
    figures = _figures(tracked, known, state, memory)
    return (*_gone(tracked, state), *_other_faces(tracked, known, state, learned.lessons), *figures)


def _gone(tracked: TileTracks, state: CarcassonneState) -> Iterator[Fault]:
    for cell in tracked.gone:
        says = sentence("The tile {place} is no longer on the table.", place=place_words(cell, state.middle))
        yield Fault("tile_is_gone", (cell,), says)


def _other_faces(
    tracked: TileTracks, known: CarcassonneBoxModel, state: CarcassonneState, lessons: Collection[Cell]
) -> Iterator[Fault]:
    """Name the tiles that look like others; what was learned from a tile itself says nothing against it."""
    for cell, laid in tracked.laid.items():
        is_judged = cell not in tracked.gone and cell not in lessons
        other = _other_face(tracked, known, laid) if is_judged else None
        if other is not None:
            recorded = face_words(state.land.tiles[cell].face)
            words = marked("The tile {place} looks like {face}, and {recorded} was recorded.")
            says = sentence(
                words, place=place_words(cell, state.middle), face=face_words(other), recorded=recorded
            )
            yield Fault("other_face", (cell,), says)


def _other_face(tracked: TileTracks, known: CarcassonneBoxModel, laid: TrackedTile) -> str | None:
    """Name the face that a tile looks like, where that is surely not the one on record.

    Where the box was learned from single tiles of this game, figures may have stood on their shields.
    """
    templates, layout = known.looks, tracked.layout
    at = laid.place.cell
    [rough] = look_roughly(layout.rough, [at], templates)
    view = window(layout, at).fine
    offset = (laid.place.x - at[0] - 0.5, laid.place.y - at[1] - 0.5)
    candidates = look_closely(view, at, rough, templates, layout.light.spread, drifts=[offset])
    log_odds = likelihoods(candidates, templates, layout.light.spread)
    recorded = Reading(templates.face[laid.look], int(templates.turns[laid.look]))
    best = max(log_odds, key=lambda reading: log_odds[reading])
    is_twin = known.is_taught and shield_twins().get(best.face) == recorded.face
    if (
        best.face == recorded.face
        or is_twin
        or log_odds[best] - log_odds.get(recorded, min(log_odds.values())) < SURE_NATS
    ):
        return None
    return best.face


def _figures(
    tracked: TileTracks,
    known: CarcassonneBoxModel,
    state: CarcassonneState,
    memory: CarcassonneTrackState | None,
) -> Iterator[Fault]:
    stands = standing(state, memory)
    for cell in tracked.laid:
        # A building may look like a figure on a picture that this game has made of its tile.
        if cell in tracked.gone or (known.is_taught and cell not in stands):
            continue
        others = {at: figure for at, figure in stands.items() if at != cell}
        hypotheses = find_stands(tracked, cell, known, known.colours, others)
        likeliest = max((hypothesis.nats for hypothesis in hypotheses), default=GONE_NATS)
        recorded = stands[cell].colour if cell in stands else ""
        if recorded and hidden_stands(tracked, cell, known, recorded):
            continue
        yield from _figure_faults(
            state, cell, recorded, likeliest, hypotheses[0].stand.colour if hypotheses else ""
        )


def _figure_faults(
    state: CarcassonneState, cell: Cell, recorded: str, log_odds: float, colour: str
) -> Iterator[Fault]:
    is_another = log_odds > THERE_NATS and colour != recorded
    if is_another:
        words = marked("{name} has a figure {place} that was not recorded.")
        says = sentence(words, name=name_of(state, colour), place=place_words(cell, state.middle))
        yield Fault("figure_not_recorded", (cell,), says)
    if recorded and (is_another or log_odds <= GONE_NATS):
        says = sentence(
            "The figure {place} is no longer on the table.", place=place_words(cell, state.middle)
        )
        yield Fault("figure_is_gone", (cell,), says)
