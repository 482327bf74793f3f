"""The demo: a table where hands play a whole game, as a recording that is painted while it is shown."""

from collections.abc import Collection, Sequence
from itertools import pairwise

from firmware.cameras.recorded.playback import Shot
from firmware.cameras.thumbnail import make_small
from firmware.recording.session import About
from scoring.sentence import marked
from vision import games as readers_of
from vision.simulator import games as painted
from vision.simulator.camera.film import load_film, render
from vision.simulator.camera.still import Still
from vision.simulator.table.timeline import Script, script


def demo_games() -> tuple[str, ...]:
    """Name the games whose painted table can be followed: those that a camera reads."""
    return tuple(game for game in painted.names() if game in readers_of.names())


def write_demo(game: str, seed: int) -> Script:
    """Write a whole game for the demo, by players worth watching; takes a second or two."""
    return script(seed, size_px=painted.load(game).DEMO_PX, game=game, is_skilled=True)


class PaintedTable:
    """Paints what the camera would see.

    Args:
        played: What happens at the table.
    """

    says = marked("demo, a painted table")

    def __init__(self, played: Script) -> None:
        self._film = load_film(played)
        self._still: Still | None = None
        self.times_s: Sequence[float] = [scene.at_s for scene in played.scenes]

    @property
    def visits(self) -> Sequence[int]:
        """The pictures in which a hand comes into view, by their indices."""
        scenes = self._film.script.scenes
        came = (now.hand is not None and before.hand is None for before, now in pairwise(scenes))
        return [index for index, comes in enumerate(came, 1) if comes]

    @property
    def openings(self) -> Collection[int]:
        """Those of them with which a player begins a turn."""
        script = self._film.script
        ends = {span.shown_to for span in script.spans}
        return {index for index in self.visits if script.scenes[index - 1].number in ends}

    def shot(self, index: int) -> Shot:
        image, self._still = render(self._film, self._film.script.scenes[index], self._still)
        return Shot(make_small(image), lambda: image)

    def close(self) -> None:
        """Nothing is held open."""


def about_demo(played: Script) -> About:
    """Say what is played in a demo, as a recorded session would."""
    setup = played.setup
    return About(
        game=played.truth["game"],
        rules=setup.rules,
        options=setup.options,
        players=tuple(setup.players),
        size_px=played.size_px,
        box=setup.box,
    )
