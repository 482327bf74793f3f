"""Looks at the drawn faces and boards with numbers instead of eyes."""

import itertools
from math import hypot

import pytest

from scoring.game import Fault
from scoring.games.carcassonne.drawing.drawing import draw_board, draw_face
from scoring.games.carcassonne.land.board import CarcassonneBoard, MeepleReading, TileDoubt, TileReading
from scoring.games.carcassonne.land.catalogue import SIDES, Face, faces
from scoring.picture import Picture, Placed
from tests.some import some

every_face = pytest.mark.parametrize("face", faces().values(), ids=faces())


def crossings(face: Face, side: str, fill: str) -> list[float]:
    """Where shapes of a colour begin and end along one side of a face, in mm clockwise."""
    found: set[float] = set()
    quarter = SIDES.index(side)
    for shape in draw_face(face).symbols["face"]:
        if shape.fill != fill:
            continue
        points = shape.points_mm
        for _ in range(-quarter % 4):
            points = tuple((-y, x) for x, y in points)
        found |= {x for x, y in points if y < -22.2}
    return sorted(found)


def spots(picture: Picture) -> dict[str, Placed]:
    return {placed.spot: placed for placed in picture.placed if placed.spot}


def board(*tiles: TileReading, **more: tuple[object, ...]) -> CarcassonneBoard:
    return CarcassonneBoard(tiles=tiles, **more)  # type: ignore[arg-type]


@every_face
def test_a_drawing_is_small_and_uses_only_named_colours(face: Face) -> None:
    picture = draw_face(face, garden=face.garden_count > 0)
    shapes = picture.symbols["face"]
    assert len(shapes) <= 90
    assert sum(len(shape.points_mm) for shape in shapes) <= 900
    assert {name for shape in shapes for name in (shape.fill, shape.stroke) if name} <= set(picture.palette)


@every_face
@pytest.mark.parametrize(("edge", "fill"), [("road", "road"), ("river", "water")])
def test_roads_and_rivers_of_neighbours_meet_within_half_a_millimetre(
    face: Face, edge: str, fill: str
) -> None:
    width_mm = {"road": 0.085 * 45, "river": 0.19 * 45}[edge]
    for side in (side for side, shows in zip(SIDES, face.edges, strict=True) if shows == edge):
        along = crossings(face, side, fill)
        assert along[0] == pytest.approx(-width_mm / 2, abs=0.25)
        assert along[-1] == pytest.approx(width_mm / 2, abs=0.25)


@every_face
def test_a_city_reaches_its_side_from_corner_to_corner(face: Face) -> None:
    for side, edge in zip(SIDES, face.edges, strict=True):
        along = crossings(face, side, "city")
        if edge == "city":
            assert along[0] < -22
            assert along[-1] > 22


def test_the_same_face_is_always_drawn_the_same() -> None:
    assert draw_face(faces()["X"]) == draw_face(faces()["X"])


def test_only_city_faces_with_a_shield_show_one() -> None:
    for face in some(faces().values()):
        fills = {shape.fill for shape in draw_face(face).symbols["face"]}
        assert ("shield_blue" in fills) == any(segment.shields for segment in face.segments)


def test_a_board_offers_tiles_meeples_and_empty_places_to_tap() -> None:
    picture = draw_board(
        board(TileReading((0, 0), "D", 0), meeples=(MeepleReading((0, 0), "red", "city", sides=("N",)),))
    )
    assert set(spots(picture)) == {"tile:0,0", "meeple:0", "cell:0,-1", "cell:1,0", "cell:0,1", "cell:-1,0"}


def test_a_screen_reader_hears_what_lies_where() -> None:
    tile = TileReading((0, 1), "D", 1)
    heard = spots(draw_board(board(tile, meeples=(MeepleReading((0, 1), "red", "city", sides=("E",)),))))
    assert (
        heard["tile:0,1"].says == "Tile D, city to the east, road to the north and south, at column 1, row 1"
    )
    assert heard["meeple:0"].says == "red figure in the city at column 1, row 1"


def test_a_meeple_stands_on_its_segment_wherever_the_tile_is_turned() -> None:
    for turns, side in enumerate(("N", "E", "S", "W")):
        meeple = MeepleReading((2, 3), "blue", "city", sides=(side,))
        drawn = spots(draw_board(board(TileReading((2, 3), "E", turns), meeples=(meeple,))))["meeple:0"]
        dx, dy = drawn.at_mm[0] - 2.5 * 45, drawn.at_mm[1] - 3.5 * 45
        east, south = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}[side]
        assert dx * east + dy * south > 12


def test_meeples_on_one_tile_are_drawn_apart() -> None:
    pair = tuple(MeepleReading((0, 0), colour, "city", sides=("N",)) for colour in ("red", "blue"))
    drawn = spots(draw_board(board(TileReading((0, 0), "C", 0), meeples=pair)))
    (ax, ay), (bx, by) = drawn["meeple:0"].at_mm, drawn["meeple:1"].at_mm
    assert hypot(ax - bx, ay - by) >= 12.9


def test_every_kind_and_pose_has_a_silhouette_of_its_own() -> None:
    kinds = itertools.product(("follower", "abbot"), ("standing", "lying"))
    meeples = tuple(MeepleReading((0, 0), "red", "cloister", kind=kind, pose=pose) for kind, pose in kinds)
    picture = draw_board(board(TileReading((0, 0), "B", 0), meeples=meeples))
    outlines = {picture.symbols[placed.symbol] for spot, placed in spots(picture).items() if "meeple" in spot}
    assert len(outlines) == 4


def test_an_unknown_colour_is_drawn_in_grey() -> None:
    meeple = MeepleReading((0, 0), "mauve", "cloister")
    drawn = spots(draw_board(board(TileReading((0, 0), "B", 0), meeples=(meeple,))))["meeple:0"]
    assert drawn.colour == "neutral"
    assert drawn.says.startswith("mauve")


def test_faults_and_doubts_are_marked_and_said() -> None:
    picture = draw_board(
        board(
            TileReading((0, 0), "D", 0),
            TileReading((1, 0), "E", 0),
            faults=(Fault("edges_do_not_match", ((0, 0),), "Road meets field."),),
            doubts=(
                TileDoubt("unclear", "This one is hard to see.", cell=(1, 0)),
                TileDoubt("no_such_face", "This is no tile of the game.", cell=(2, 0)),
            ),
        )
    )
    seen = spots(picture)
    assert (seen["tile:0,0"].emphasis, seen["tile:1,0"].emphasis) == ("fault", "doubt")
    assert seen["tile:0,0"].says.endswith("Road meets field.")
    assert seen["cell:2,0"].says.endswith("This is no tile of the game.")
    marks = [placed.symbol for placed in picture.placed if placed.symbol.startswith("mark_")]
    assert sorted(marks) == ["mark_doubt", "mark_doubt", "mark_fault"]


def test_what_is_wrong_with_two_sides_of_a_tile_is_said_once() -> None:
    wrong = (Fault("edges_do_not_match", ((0, 0), there), "road meets river") for there in ((1, 0), (0, 1)))
    says = spots(draw_board(board(TileReading((0, 0), "D", 0), faults=tuple(wrong))))["tile:0,0"].says
    assert says.lower().count("road meets river") == 1


def test_tiles_and_figures_that_were_read_without_being_sure_are_marked() -> None:
    picture = draw_board(
        board(
            TileReading((0, 0), "D", 0),
            TileReading((1, 0), "P", 0, confidence=0.6),
            TileReading((2, 0), "B", 0),
            meeples=(MeepleReading((2, 0), "red", "cloister", confidence=0.7),),
        )
    )
    seen = spots(picture)
    assert [seen[f"tile:{x},0"].emphasis for x in range(3)] == ["", "doubt", "doubt"]
    assert [placed.symbol for placed in picture.placed].count("mark_doubt") == 2


def test_an_empty_board_shows_where_the_first_tile_goes() -> None:
    assert set(spots(draw_board(CarcassonneBoard()))) == {"cell:0,0"}


def test_only_garden_copies_show_their_garden() -> None:
    picture = draw_board(board(TileReading((0, 0), "V", 0, garden=True), TileReading((1, 0), "V", 2)))
    gardens = [placed for placed in picture.placed if placed.symbol == "V_garden"]
    assert [placed.at_mm for placed in gardens] == [(22.5, 22.5)]
