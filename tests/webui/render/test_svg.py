"""Reads the SVG back as a browser or a screen reader would."""

from xml.etree import ElementTree

from scoring.games.carcassonne.drawing.drawing import draw_board, draw_face
from scoring.games.carcassonne.land.board import CarcassonneBoard, MeepleReading, TileReading
from scoring.games.carcassonne.land.catalogue import faces
from scoring.games.smuggler.drawing.ground import draw_ground
from scoring.games.smuggler.land.box import sample_box
from scoring.picture import Picture, Placed, Shape, bounds
from scoring.signs import MARGIN_MM
from webui.render.drawing import frame, only_to_look_at
from webui.render.svg import render_svg

SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
SVG = "{http://www.w3.org/2000/svg}"


def one(placed: Placed, *shapes: Shape) -> Picture:
    return Picture((0, 0, 20, 20), {"field": "#00ff00", "ink": "#000000"}, {"thing": shapes}, (placed,))


def parsed(picture: Picture, **options: str) -> ElementTree.Element:
    return ElementTree.fromstring(render_svg(picture, **options))  # type: ignore[arg-type]


def whole_box() -> CarcassonneBoard:
    """Every tile of the box in rows: it breaks rules, but it is as large as a board gets."""
    names = [face.name for face in faces().values() if not face.is_river for _ in range(face.count)]
    tiles = tuple(TileReading((i % 9, i // 9), name, i % 4) for i, name in enumerate(names))
    meeples = tuple(MeepleReading(tile.cell, "red", "field", pose="lying") for tile in tiles[:35])
    return CarcassonneBoard(tiles=tiles, meeples=meeples)


def test_a_spot_can_be_tabbed_to_pressed_and_heard() -> None:
    placed = Placed("thing", (5, 5), spot="tile:0,1", says="Tile D")
    use = parsed(one(placed, Shape(SQUARE, "field"))).find(f"{SVG}use")
    assert use is not None
    wanted = {"data-spot": "tile:0,1", "role": "button", "tabindex": "0", "aria-label": "Tile D"}
    assert wanted.items() <= use.attrib.items()


def test_what_is_no_spot_lets_taps_through() -> None:
    use = parsed(one(Placed("thing", (5, 5)), Shape(SQUARE, "field"))).find(f"{SVG}use")
    assert use is not None
    assert use.get("pointer-events") == "none"
    assert "tabindex" not in use.attrib


def test_everything_from_outside_is_escaped() -> None:
    nasty = '"><script>alert(1)</script>'
    placed = Placed("thing", (5, 5), spot=nasty, says=nasty, emphasis=nasty)
    text = render_svg(one(placed, Shape(SQUARE, "field")), title=nasty, css_class=nasty, prefix=nasty)
    assert "<script" not in text
    ElementTree.fromstring(text)


def test_a_strict_page_finds_no_inline_style_and_no_script() -> None:
    text = render_svg(draw_board(whole_box()))
    assert "style" not in text
    assert "<script" not in text


def test_two_pictures_on_one_page_share_no_id() -> None:
    picture = draw_face(faces()["D"])
    first, second = (
        {element.get("id") for element in parsed(picture, prefix=prefix).iter() if element.get("id")}
        for prefix in ("one", "two")
    )
    assert first
    assert not first & second


def test_every_use_finds_its_symbol() -> None:
    root = parsed(draw_board(whole_box()), prefix="b")
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {use.get("href") for use in root.iter(f"{SVG}use")} <= {f"#{name}" for name in ids}


def test_a_whole_box_of_tiles_stays_small() -> None:
    assert len(render_svg(draw_board(whole_box()))) < 140_000


def test_points_come_through_to_a_sixth_of_a_millimetre() -> None:
    path = parsed(one(Placed("thing", (0, 0)), Shape(((0.0, 0.0), (1.23, 0.0), (0.0, -4.56)), "field")))
    group = path.find(f"{SVG}defs/{SVG}g")
    assert group is not None
    assert group.get("transform") == "scale(0.166667)"
    drawn = group.find(f"{SVG}path")
    assert drawn is not None
    assert drawn.get("d") == "M0-27l7 27-7 0z"


def test_a_frame_stands_clear_of_a_small_figure_and_close_to_a_tile() -> None:
    small = one(Placed("thing", (10, 10), spot="it"), Shape(SQUARE, fill="field"))
    framed = frame(small, ["it"]).symbols["chosen_thing"]
    assert bounds(framed) == (-9, -9, 19, 19)
    tile = tuple((4 * x, 4 * y) for x, y in SQUARE)
    large = one(Placed("thing", (10, 10), spot="it"), Shape(tile, fill="field"))
    assert bounds(frame(large, ["it"]).symbols["chosen_thing"]) == (0, 0, 40, 40)


def test_shapes_painted_alike_share_a_path_unless_something_lies_between() -> None:
    def at(x: float) -> tuple[tuple[float, float], ...]:
        return tuple((px + x, py) for px, py in SQUARE)

    def paths(*shapes: Shape) -> int:
        return len(list(parsed(one(Placed("thing", (0, 0)), *shapes)).iter(f"{SVG}path")))

    def green(x: float) -> Shape:
        return Shape(at(x), "field")

    def black(x: float) -> Shape:
        return Shape(at(x), "ink")

    assert paths(green(0), green(20), green(5)) == 1
    assert paths(green(0), black(20), green(5)) == 2
    assert paths(green(0), black(5), green(5)) == 3


def test_a_players_colour_comes_in_from_outside_the_symbol() -> None:
    placed = Placed("thing", (0, 0), colour="field")
    root = parsed(one(placed, Shape(SQUARE, "player")))
    use, path = root.find(f"{SVG}use"), next(root.iter(f"{SVG}path"))
    assert use is not None
    assert use.get("color") == "#00ff00"
    assert path.get("fill") == "currentColor"


def test_spots_become_plain_links_where_the_page_has_addresses_for_them() -> None:
    placed = Placed("thing", (5, 5), spot="tile:0,1", says="Tile D")
    text = render_svg(one(placed, Shape(SQUARE, "field")), link=lambda spot: f"/ask?spot={spot}")
    link = ElementTree.fromstring(text).find(f"{SVG}a")
    assert link is not None
    assert link.get("href") == "/ask?spot=tile:0,1"
    assert link.get("aria-label") == "Tile D"


def test_a_board_to_look_at_fills_its_frame_wherever_its_shapes_lie_and_however_they_are_turned() -> None:
    away = Shape(((100.0, 0.0), (140.0, 0.0), (140.0, 10.0), (100.0, 10.0)), "field")
    wider = 2 * MARGIN_MM
    flat = only_to_look_at(one(Placed("thing", (0, 0)), away)).box_mm
    assert flat == (100 - MARGIN_MM, -MARGIN_MM, 40 + wider, 10 + wider)
    turned = only_to_look_at(one(Placed("thing", (0, 0), 90), away)).box_mm
    assert [round(each, 6) for each in turned] == [-10 - MARGIN_MM, 100 - MARGIN_MM, 10 + wider, 40 + wider]


def test_a_printed_map_fills_its_frame_where_it_is_only_looked_at() -> None:
    drawn = draw_ground(sample_box())
    shown = only_to_look_at(drawn).box_mm
    for axis in (0, 1):
        before = drawn.box_mm[axis] - shown[axis]
        behind = shown[axis + 2] - drawn.box_mm[axis + 2] - before
        assert 0 <= before <= 2 * MARGIN_MM
        assert 0 <= behind <= 2 * MARGIN_MM
