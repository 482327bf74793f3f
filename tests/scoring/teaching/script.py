"""A made-up board taught by a script of taps, as a player who has it before them would do it."""

import json
from collections.abc import Iterator, Mapping
from importlib import resources

from scoring.games.smuggler.documents.teaching import teaching
from scoring.teaching.asked import Teaching
from scoring.teaching.draft import (
    Act,
    BoardDraft,
    Filled,
    Marked,
    Tapped,
    Went,
    apart,
    kind_of,
    place_of,
    steps,
)

SAMPLE = json.loads((resources.files("scoring.games.smuggler.land") / "sample_box.json").read_text())
TEACHING = teaching()
WHEEL = ((900.0, 60.0), (935.0, 75.0))
"""Where the first two spaces of the wheel lie."""
TRACK = ((40.0, 40.0), (300.0, 40.0))


class Player:
    """Teaches a board whose truth they have before them, and counts the taps.

    Args:
        box: The truth.
        tell: Told each act; the draft after it is handed back.
        draft: The board as it was photographed.
    """

    def __init__(self, box: Mapping, tell, draft: BoardDraft, teaching: Teaching = TEACHING) -> None:
        self.box, self.tell, self.draft, self.teaching = box, tell, draft, teaching
        self.taps = 0

    def act(self, act: Act, taps: int = 1) -> None:
        self.draft, self.taps = self.tell(act), self.taps + taps

    def go(self, step: str) -> None:
        self.act(Went(step))

    def teach_all(self) -> None:
        self.teach_tracks()
        self.find_places()
        self.go("numbers")
        self.tell_kinds()
        self.go("landmarks")
        for landmark in self.teaching.landmarks:
            self.act(Tapped((self._dot(landmark.place),)))
        self.go("answers")
        self.answer("ways")
        for stroke in strokes(self.box, self.draft.ratio):
            self.act(Tapped(stroke))
        self.go("box")

    def teach_tracks(self) -> None:
        for track, lines in self.lines().items():
            for dot in self.spots(track):
                self.act(Tapped((dot,)))
            self.act(Filled(lines), taps=len(lines) + 1)
            self.go(steps(self.teaching)[steps(self.teaching).index(track) + 1])

    def lines(self) -> dict[str, dict[str, str]]:
        track = self.box["track"]
        marks = [str(number) for number, step in enumerate(track, 1) if step["officer"]]
        return {
            "wheel": {"wheel.spaces": str(self.box["wheel"]["spaces"])},
            "track": {
                "track.level": " ".join(str(step["level"]) for step in track),
                "track.bribe": " ".join(str(step["bribe"]) for step in track),
                "track.officer": " ".join(marks),
            },
        }

    def spots(self, track: str):
        return {"wheel": WHEEL, "track": TRACK}[track]

    def answer(self, step: str) -> None:
        """Answer what the rulebook says, and go on to a step."""
        options = self.teaching.options
        answers = {f"option.{option.name}": str(option.values[0].value) for option in options}
        self.act(Filled(answers, step), taps=len(options) + 1)

    def find_places(self) -> None:
        """Tap away what is no place, and tap in what is missing."""
        for place in self.draft.places:
            if self._nearest((place.x, place.y)) > 12:
                self.act(Tapped(((place.x, place.y),)))
        for key in self.box["places"]:
            if self._found(self._dot(key)) is None:
                self.act(Tapped((self._dot(key),)))

    def tell_kinds(self) -> None:
        """Press the buttons below the pictures of places where something else is true than what is shown."""
        for key, truth in self.box["places"].items():
            place = self._found(self._dot(key))
            if truth["number"] != place.number:
                self.act(Marked(place.id, number=truth["number"]))
            shown = kind_of(self.teaching, place_of(self.draft, place.id)).value
            if truth["kind"] not in (shown, "scilly"):  # the island comes with its name
                self.act(Marked(place.id, kind=truth["kind"]))

    def _dot(self, key: str):
        place = self.box["places"][key]
        return (float(place["x"]), float(place["y"]))

    def _nearest(self, dot) -> float:
        return min(apart(self.draft, dot, self._dot(key)) for key in self.box["places"])

    def _found(self, dot):
        near = [each for each in self.draft.places if apart(self.draft, dot, (each.x, each.y)) < 12]
        return near[0] if near else None


def strokes(box: Mapping, ratio: float) -> Iterator[tuple[tuple[float, float], ...]]:
    """Draw every way of a box, going on to the next one as long as there is one."""
    left = [tuple(way.split("-")) for key in ("ways", "sea_ways") for way in box[key]]
    bends = {tuple(way.split("-")): dots for way, dots in box.get("bends", {}).items()}
    degree = {place: sum(place in way for way in left) for place in box["places"]}
    while left:
        ends = sorted({place for way in left for place in way}, key=lambda each: -(degree[each] % 2))
        here, path = ends[0], [_dot(box, ends[0])]
        while way := next((each for each in left if here in each), None):
            left.remove(way)
            dots = bends.get(way, [])
            path += [tuple(map(float, dot)) for dot in (dots if way[0] == here else reversed(dots))]
            for place in way:
                degree[place] -= 1
            here = way[1] if way[0] == here else way[0]
            path.append(_dot(box, here))
        yield tuple(path)


def _dot(box: Mapping, key: str):
    return (float(box["places"][key]["x"]), float(box["places"][key]["y"]))
