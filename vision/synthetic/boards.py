"""A photograph of the board as it lies when a synthetic game ends, and the truth about it."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from vision.accuracy import TRUTH_FORMAT
from vision.reader import Image
from vision.synthetic.camera import project
from vision.synthetic.film import load_film, render
from vision.synthetic.painting import lifted, sheet_of
from vision.synthetic.stage import Stage
from vision.synthetic.things import Card, Figure, Table
from vision.synthetic.timeline import Script


def photograph_end(told: Script) -> tuple[Image, dict[str, Any]]:
    """Photograph the table at the end of a script.

    Returns:
        The photograph, and its truth document.
    """
    film, scene = load_film(told), told.scenes[-1]
    image, still = render(film, scene)
    stage = film.stage._replace(camera=still.camera)
    truth = {
        "format": TRUTH_FORMAT,
        "game": told.truth["game"],
        "image_size_px": list(told.size_px),
        "tiles": [_tile(card, stage) for card in scene.table.cards],
        "meeples": list(_meeples(told, scene.table, stage)),
    }
    return image, truth


def _tile(card: Card, stage: Stage) -> dict[str, Any]:
    corners = project(stage.camera, lifted(sheet_of(stage, card), stage.box.thick_mm))
    turns = round(card.turn_deg / 90) % 4
    return {
        "cell": _cell(card),
        "face": card.face.removesuffix("_garden"),
        "turns": turns,
        "quad_px": np.roll(corners, turns, axis=0).round(1).tolist(),
    }


def _cell(card: Card) -> list[int]:
    return [int(number) for number in card.spot.removeprefix("tile:").split(",")]


def _meeples(told: Script, table: Table, stage: Stage) -> Iterator[Mapping[str, Any]]:
    """Tell of every figure what it was put on; its name says in which turn it came."""
    for figure in table.figures:
        move = told.truth["moves"][int(figure.name.split()[-1]) - 1]
        on = move["meeple"]
        yield {
            "cell": list(move["cell"]),
            "colour": figure.colour,
            "kind": figure.kind,
            "feature": on["feature"],
            "sides": on["sides"],
            "at_px": _at_px(figure, stage),
        }


def _at_px(figure: Figure, stage: Stage) -> list[float]:
    place = np.array([[*figure.at_mm, stage.box.thick_mm]])
    return [round(float(value), 1) for value in project(stage.camera, place)[0]]
