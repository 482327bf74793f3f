"""A photograph of the board as it lies at any moment of a synthetic game, and the truth about it."""

from scoring.documents.values import Written
from vision.accuracy import TRUTH_FORMAT
from vision.reader import Image
from vision.simulator import games
from vision.simulator.camera.camera import project
from vision.simulator.camera.film import Film, load_film, render
from vision.simulator.camera.still import Still
from vision.simulator.table.things import SimScene
from vision.simulator.table.timeline import Script


def photograph_end(told: Script) -> tuple[Image, Written]:
    """Photograph the table at the end of a script.

    Returns:
        The photograph, and its truth document.
    """
    image, truth, _ = photograph(load_film(told), told.scenes[-1])
    return image, truth


def photograph(film: Film, scene: SimScene, before: Still | None = None) -> tuple[Image, Written, Still]:
    """Photograph the table at a moment of a script.

    Args:
        before: The still table from a photograph taken earlier, to save painting it anew.

    Returns:
        The photograph, its truth document, and the still table for the next.
    """
    told = film.script
    image, still = render(film, scene, before)
    truth = {
        "format": TRUTH_FORMAT,
        "game": told.truth["game"],
        "image_size_px": list(told.size_px),
        **games.load(told.truth["game"]).lies(
            told.course, scene.table, lambda points_mm: project(still.camera, points_mm)
        ),
    }
    return image, truth, still
