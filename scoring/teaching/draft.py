"""A board as far as it has been taught, and what players do to teach it; undo replays all but the last."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, hypot

from msgspec import Struct
from msgspec.structs import replace

from scoring.documents.values import Document
from scoring.errors import UnreadableError
from scoring.sentence import marked, sentence
from scoring.teaching.asked import Ground, PlaceKind, Teaching
from scoring.teaching.printed import check_filled, spaces_of

Dot = tuple[float, float]
"""In thousandths of a picture: x of its width, y of its height."""
TAP, NEAR, PASS, STEP = 22.0, 45.0, 20.0, 5.0
"""In thousandths of the board's width: a tap this near to a place takes it away, one this near means it, a
stroke that comes this near goes through it; strokes are looked at so often."""
COAST, WATER, ROUND = 0.12, 0.75, 34.0
"""With this share of water within that far a place is at the coast, or in the water."""
NUMBER_MOST, PLACES_MOST = 99, 200
NO_PLACE = marked("There is no place near there. Tap nearer to one.")
NO_SUCH = marked("That place is not on the board any more.")
TOO_MANY = marked("A board has up to {most} places.")
FAR = marked("That lies outside the picture.")


class TaughtPlace(Struct, frozen=True, omit_defaults=True):
    """A place of the board as far as it has been taught.

    Attributes:
        ground: As guessed by colour.
        kind: As told; empty where it is guessed by ground and number.
        name: As players call it; empty for "place 17".
    """

    id: str
    x: float
    y: float
    ground: Ground = "inland"
    number: int = 0
    kind: str = ""
    name: str = ""


class BoardDraft(Struct, frozen=True):
    """A board as far as it has been taught.

    Attributes:
        step: What is taught now, of ``steps``.
        corners: Of the board on the photograph, clockwise from the upper left.
        ratio: The board's height, of its width.
        water: Rows of the board, "~" where it is water.
        places: The places so far.
        made: How many places there have been.
        taps: Spaces that were tapped, by track.
        typed: What was typed or chosen, by its key.
        landmarks: The place of each.
        ways: Between two places each.
        pen: The place from which the next tap draws a way.
        rest: What else the box's document tells that is taught anew.
    """

    step: str = "corners"
    corners: tuple[Dot, ...] = ()
    ratio: float = 1.0
    water: tuple[str, ...] = ()
    places: tuple[TaughtPlace, ...] = ()
    made: int = 0
    taps: Mapping[str, tuple[Dot, ...]] = {}
    typed: Mapping[str, str] = {}
    landmarks: Mapping[str, str] = {}
    ways: tuple[tuple[str, str], ...] = ()
    pen: str = ""
    rest: Document = {}


class Cornered(Struct, frozen=True, tag=True):
    """The board's corners were found on the photograph."""

    corners: tuple[Dot, Dot, Dot, Dot]


class Flattened(Struct, frozen=True, tag=True):
    """The board is shown straight from above, and spots were found on it that may be places."""

    ratio: float
    spots: tuple[Dot, ...]
    water: tuple[str, ...]


class Tapped(Struct, frozen=True, tag=True):
    """The picture was tapped once, or a finger was drawn over it."""

    dots: tuple[Dot, ...]


class Marked(Struct, frozen=True, tag=True, omit_defaults=True):
    """Something was told of one place; None says nothing."""

    place: str
    number: int | None = None
    kind: str | None = None
    name: str | None = None
    is_gone: bool = False


class Filled(Struct, frozen=True, tag=True, omit_defaults=True):
    """Something was typed or chosen, and gone on from there to another step; empty where not."""

    values: Mapping[str, str]
    step: str = ""


class Went(Struct, frozen=True, tag=True):
    """Somebody went on to another step, or back to it."""

    step: str


Act = Cornered | Flattened | Tapped | Marked | Filled | Went


def steps(teaching: Teaching) -> tuple[str, ...]:
    """Name what is taught, in order; tracks before places, so that their spaces are not taken for some."""
    named = [("landmarks", teaching.landmarks), ("answers", teaching.options or teaching.figures)]
    tracks = [track.key for track in teaching.tracks]
    return ("corners", *tracks, "places", "numbers", *(name for name, has in named if has), "ways", "box")


def teach(teaching: Teaching, draft: BoardDraft, act: Act) -> BoardDraft:
    """Do what somebody did to a draft.

    Raises:
        UnreadableError: It cannot be done; the sentence says why.
    """
    match act:
        case Cornered(corners):
            return replace(draft, corners=_inside(corners))
        case Flattened(ratio, spots, water):
            return _flattened(teaching, draft, ratio, spots, water)
        case Tapped(dots):
            return _tapped(teaching, draft, _inside(dots))
        case Marked():
            return _marked(teaching, draft, act)
        case Filled(values, step):
            filled = _filled(teaching, draft, values)
            return _at(teaching, filled, step) if step else filled
        case Went(step):
            return _at(teaching, draft, step)


def _at(teaching: Teaching, draft: BoardDraft, step: str) -> BoardDraft:
    if step not in steps(teaching):
        raise UnreadableError(marked("There is no such step."))
    return replace(draft, step=step, pen="")


def replay(teaching: Teaching, acts: Iterable[Act], begin: BoardDraft | None = None) -> BoardDraft:
    """Do one after the other."""
    draft = begin or BoardDraft()
    for act in acts:
        draft = teach(teaching, draft, act)
    return draft


def _inside(dots: Sequence[Dot]) -> tuple[Dot, ...]:
    if not dots or not all(0 <= value <= 1000 for dot in dots for value in dot):
        raise UnreadableError(FAR)
    return tuple((round(x, 1), round(y, 1)) for x, y in dots)


# --- places ----------------------------------------------------------------------------------------


def apart(draft: BoardDraft, one: Dot, other: Dot) -> float:
    """Measure how far two dots are from each other, in thousandths of the board's width."""
    return hypot(one[0] - other[0], (one[1] - other[1]) * draft.ratio)


def nearest(draft: BoardDraft, dot: Dot, reach: float) -> TaughtPlace | None:
    """Give the place nearest to a dot; None where none is within reach."""
    far, place = min(
        ((apart(draft, dot, (each.x, each.y)), each) for each in draft.places),
        key=lambda pair: pair[0],
        default=(reach, None),
    )
    return place if far < reach else None


def ground_at(draft: BoardDraft, dot: Dot) -> Ground:
    """Guess by the colours around a dot whether it is on land, at the coast or in the water."""
    cells = [
        draft.water[row][column]
        for row in range(len(draft.water))
        for column in range(len(draft.water[row]))
        if apart(draft, dot, _middle(draft.water, row, column)) < ROUND
    ]
    share = cells.count("~") / len(cells) if cells else 0.0
    return "water" if share > WATER else "coast" if share > COAST else "inland"


def _middle(water: Sequence[str], row: int, column: int) -> Dot:
    return (column + 0.5) * 1000 / len(water[row]), (row + 0.5) * 1000 / len(water)


def _flattened(
    teaching: Teaching, draft: BoardDraft, ratio: float, spots: Sequence[Dot], water: tuple[str, ...]
) -> BoardDraft:
    draft = replace(draft, ratio=ratio, water=water, places=(), made=0, step=steps(teaching)[1])
    for spot in spots[:PLACES_MOST]:
        draft = _with_place(draft, spot)
    return draft


def _with_place(draft: BoardDraft, dot: Dot) -> BoardDraft:
    if len(draft.places) >= PLACES_MOST:
        raise UnreadableError(sentence(TOO_MANY, most=PLACES_MOST))
    made = draft.made + 1
    place = TaughtPlace(f"p{made}", *dot, ground_at(draft, dot))
    return replace(draft, made=made, places=(*draft.places, place))


def _without(draft: BoardDraft, gone: str) -> BoardDraft:
    return replace(
        draft,
        places=tuple(place for place in draft.places if place.id != gone),
        landmarks={name: place for name, place in draft.landmarks.items() if place != gone},
        ways=tuple(way for way in draft.ways if gone not in way),
        pen="" if draft.pen == gone else draft.pen,
    )


def _marked(teaching: Teaching, draft: BoardDraft, act: Marked) -> BoardDraft:
    place = place_of(draft, act.place)
    if act.is_gone:
        return _without(draft, place.id)
    if act.number is not None:
        if not 0 <= act.number <= NUMBER_MOST:
            raise UnreadableError(marked("A number from 0 to 99 is meant."))
        place = replace(place, number=act.number)
    if act.kind:
        if act.kind not in {kind.value for kind in teaching.kinds}:
            raise UnreadableError(marked("There is no such kind of place."))
        place = replace(place, kind=act.kind)
    if act.name is not None:
        place = replace(place, name=" ".join(act.name.split())[:40])
    return replace(draft, places=tuple(place if each.id == place.id else each for each in draft.places))


def place_of(draft: BoardDraft, id: str) -> TaughtPlace:
    """Give a place by its key.

    Raises:
        UnreadableError: It is not on the board any more.
    """
    found = next((place for place in draft.places if place.id == id), None)
    if found is None:
        raise UnreadableError(NO_SUCH)
    return found


def kinds_for(teaching: Teaching, place: TaughtPlace) -> tuple[PlaceKind, ...]:
    """List what a place with its number can be, or without one."""
    return tuple(kind for kind in teaching.kinds if kind.is_numbered in (None, place.number > 0))


def kind_of(teaching: Teaching, place: TaughtPlace) -> PlaceKind:
    """Give what a place is: as told, while that fits, or else the first that it can be on its ground."""
    fitting = kinds_for(teaching, place)
    told = [kind for kind in fitting if kind.value == place.kind]
    return (told or [kind for kind in fitting if place.ground in kind.grounds] or [*fitting])[0]


# --- taps ------------------------------------------------------------------------------------------


def _tapped(teaching: Teaching, draft: BoardDraft, dots: tuple[Dot, ...]) -> BoardDraft:
    if draft.step == "corners":
        return replace(draft, corners=_moved_corner(draft.corners, dots[-1]))
    if draft.step in {track.key for track in teaching.tracks}:
        tapped = (*draft.taps.get(draft.step, ()), dots[-1])
        return replace(draft, taps={**draft.taps, draft.step: tapped})
    if draft.step == "landmarks":
        return _landed(teaching, draft, dots[-1])
    if draft.step == "ways":
        return _drawn(draft, dots)
    place = nearest(draft, dots[-1], TAP)
    return _without(draft, place.id) if place else _with_place(draft, dots[-1])


def _moved_corner(corners: tuple[Dot, ...], dot: Dot) -> tuple[Dot, ...]:
    near = min(corners, key=lambda corner: hypot(corner[0] - dot[0], corner[1] - dot[1]))
    return tuple(dot if corner == near else corner for corner in corners)


def next_landmark(teaching: Teaching, draft: BoardDraft) -> str:
    """Name the landmark that is asked for now; empty where each has its place."""
    return next((each.place for each in teaching.landmarks if each.place not in draft.landmarks), "")


def _landed(teaching: Teaching, draft: BoardDraft, dot: Dot) -> BoardDraft:
    asked, place = next_landmark(teaching, draft), nearest(draft, dot, NEAR)
    if not asked:
        return draft
    if place is None:
        raise UnreadableError(NO_PLACE)
    landmark = next(each for each in teaching.landmarks if each.place == asked)
    told = Marked(place.id, kind=landmark.kind or None, name=place.name or landmark.title)
    draft = replace(draft, landmarks={**draft.landmarks, asked: place.id})
    return _marked(teaching, draft, told)


def _drawn(draft: BoardDraft, dots: tuple[Dot, ...]) -> BoardDraft:
    """Join the places that a finger went through; two taps join two, or part them that are joined."""
    if len(dots) == 1:
        return _joined_by_taps(draft, dots[0])
    passed = list(_passed(draft, dots))
    if len(passed) < 2:
        raise UnreadableError(marked("Draw from one place to another."))
    ways = dict.fromkeys((*draft.ways, *(way_between(*pair) for pair in pairwise(passed))))
    return replace(draft, ways=tuple(ways), pen="")


def _joined_by_taps(draft: BoardDraft, dot: Dot) -> BoardDraft:
    place = nearest(draft, dot, NEAR)
    if place is None:
        raise UnreadableError(NO_PLACE)
    if draft.pen in ("", place.id):
        return replace(draft, pen="" if draft.pen else place.id)
    way = way_between(draft.pen, place.id)
    if way in draft.ways:
        return replace(draft, ways=tuple(each for each in draft.ways if each != way), pen="")
    return replace(draft, ways=(*draft.ways, way), pen=place.id)


def way_between(one: str, other: str) -> tuple[str, str]:
    """Name a way, the same from both its ends."""
    return (one, other) if one < other else (other, one)


def _passed(draft: BoardDraft, dots: Sequence[Dot]) -> Iterator[str]:
    """Name the places that a stroke goes through in turn; it may begin and end a little aside."""
    last = ""
    for number, dot in enumerate(path := list(_walked(draft, dots))):
        place = nearest(draft, dot, NEAR if number in (0, len(path) - 1) else PASS)
        if place and place.id != last:
            last = place.id
            yield last


def _walked(draft: BoardDraft, dots: Sequence[Dot]) -> Iterator[Dot]:
    for one, other in pairwise(dots):
        count = max(1, ceil(apart(draft, one, other) / STEP))
        for part in range(count):
            share = part / count
            yield one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
    yield dots[-1]


# --- what is typed ---------------------------------------------------------------------------------


def _filled(teaching: Teaching, draft: BoardDraft, values: Mapping[str, str]) -> BoardDraft:
    typed = {**draft.typed, **check_filled(teaching, {**draft.typed, **values}, values)}
    draft = replace(draft, typed=typed)
    return _without_spaces(teaching, draft)


def _without_spaces(teaching: Teaching, draft: BoardDraft) -> BoardDraft:
    """Take away the spots that are spaces of the track that is taught; places come after it."""
    for track in teaching.tracks:
        if draft.step != track.key:
            continue
        spaces = spaces_of(track, draft.taps.get(track.key, ()), draft.typed, draft.ratio)
        gaps = [apart(draft, *pair) for pair in pairwise(spaces)]
        reach = min(gaps, default=0.0) / 2
        for place in draft.places:
            if any(apart(draft, space, (place.x, place.y)) < reach for space in spaces):
                draft = _without(draft, place.id)
    return draft
