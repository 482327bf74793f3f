"""Draws a picture of a table as SVG text, made for strict pages: no scripts, no inline styles."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from html import escape
from itertools import pairwise
from typing import NamedTuple

from scoring.picture import Picture, Placed, Point, Shape
from webui.render.identity import Same


class Note(NamedTuple):
    """A number written on a picture, in a ring or bare, and where its middle is."""

    says: str
    at_mm: Point
    is_ringed: bool = False


_UNITS = 6
"""Shapes are written in whole sixths of a millimetre: finer than a phone shows them, and short."""

_MOST_KEPT = 256
"""So many symbols are kept as they were written: of two games and a few palettes, all."""

_Extent = tuple[float, float, float, float]
"""West, north, east and south."""

_ROUND = 'stroke-linejoin="round" stroke-linecap="round"'


def render_svg(
    picture: Picture,
    *,
    css_class: str = "board",
    title: str = "",
    prefix: str = "board",
    link: Callable[[str], str] | None = None,
    notes: Iterable[Note] = (),
) -> str:
    """Write a picture as one ``<svg>`` element.

    Every spot becomes something to tab to and press (``role="button"``, ``data-spot``), and every
    emphasis a class ("emphasis-fault"), so that the page's style sheet has the last word.

    Args:
        picture: What to draw.
        css_class: The class of the element.
        title: What the whole picture is, for a screen reader; without it, words beside it say that.
        prefix: Starts every id; two pictures on one page need two different prefixes.
        link: Gives the address behind a spot; with it, spots are plain links, which need no script.
        notes: Numbers to write on it.
    """
    box = " ".join(_number(value) for value in picture.box_mm)
    about = f'class="{escape(css_class)}" viewBox="{box}" {_role(picture, title)}'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {about}>'
    heading = f"<title>{escape(title)}</title>" if title else ""
    return "".join(
        (
            head,
            heading,
            *_definitions(picture, prefix),
            *_uses(picture, prefix, link),
            *map(_note, notes),
            "</svg>",
        )
    )


def render_symbols(pictures: Mapping[str, Picture]) -> str:
    """Write pictures as the symbols of one file, for pages to use by their names.

    A symbol holds nothing that points elsewhere in the file, which not every browser would find.
    """
    inside = "".join(
        f'<symbol id="{escape(name)}" viewBox="{" ".join(map(_number, picture.box_mm))}">'
        f"{''.join(_flat(picture))}</symbol>"
        for name, picture in pictures.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>'


def _note(note: Note) -> str:
    x, y = map(_number, note.at_mm)
    ring = f'<circle cx="{x}" cy="{y}" r="6"/>' if note.is_ringed else ""
    return f'<g class="noted" aria-hidden="true">{ring}<text x="{x}" y="{y}">{escape(note.says)}</text></g>'


def _flat(picture: Picture) -> Iterator[str]:
    palette = tuple(picture.palette.items())
    for placed in picture.placed:
        move = f"translate({_number(placed.at_mm[0])} {_number(placed.at_mm[1])})"
        turn = f" rotate({_number(placed.turn_deg)})" if placed.turn_deg else ""
        yield f'<g transform="{move}{turn} scale({1 / _UNITS:g})"'
        yield _written_once(Same(picture.symbols[placed.symbol]), palette)


def _role(picture: Picture, title: str) -> str:
    """Say what the whole drawing is to a screen reader; one without a title only illustrates words."""
    label = f'aria-label="{escape(title)}"' if title else ""
    # "img" would hide from screen readers what lies inside; a group keeps it.
    if any(placed.says or placed.spot for placed in picture.placed):
        return f'role="group" {label}'.rstrip()
    return f'role="img" {label}' if title else 'aria-hidden="true"'


def _number(value: float) -> str:
    """Write millimetres to a hundredth, as short as can be."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def _definitions(picture: Picture, prefix: str) -> Iterator[str]:
    palette = tuple(picture.palette.items())
    yield "<defs>"
    for name, shapes in picture.symbols.items():
        yield f'<g id="{escape(_id(prefix, name))}" transform="scale({1 / _UNITS:g})"'
        yield _written_once(Same(shapes), palette)
    yield "</defs>"


@lru_cache(_MOST_KEPT)
def _written_once(same: Same, colours: tuple[tuple[str, str], ...]) -> str:
    """Write the rest of a symbol, which games make once and place in every picture."""
    shapes, palette = same.thing, dict(colours)
    usual = Counter(_stroke(shape, palette) for shape in shapes).most_common(1)[0][0]
    return "".join((f"{usual} {_ROUND}>", *_paths(shapes, palette, usual), "</g>"))


def _id(prefix: str, name: str) -> str:
    return f"{prefix}-{name}"


class _Layer:
    """Shapes painted alike that may share one path."""

    def __init__(self, shape: Shape) -> None:
        """Start a layer with its first shape."""
        self.style = (shape.fill, shape.stroke, shape.stroke_mm)
        self.shapes = [shape]
        self.boxes = [_extent(shape)]

    def touches(self, extent: _Extent) -> bool:
        """Whether any of the layer's shapes may touch something of that extent."""
        west, north, east, south = extent
        return any(w < east and e > west and n < south and s > north for w, n, e, s in self.boxes)

    def add(self, shape: Shape) -> None:
        """Take in another shape."""
        self.shapes.append(shape)
        self.boxes.append(_extent(shape))


def _extent(shape: Shape) -> _Extent:
    xs, ys = zip(*shape.points_mm, strict=True)
    edge = shape.stroke_mm / 2
    return min(xs) - edge, min(ys) - edge, max(xs) + edge, max(ys) + edge


def _layers(shapes: Iterable[Shape]) -> list[_Layer]:
    """Gather shapes painted alike, as far as nothing between them would be covered wrongly."""
    layers: list[_Layer] = []
    for shape in shapes:
        style, extent = (shape.fill, shape.stroke, shape.stroke_mm), _extent(shape)
        for layer in reversed(layers):
            touches = layer.touches(extent)
            # Outlines of one path all lie on top of its fills, so outlined shapes must keep apart.
            if layer.style == style and not (touches and shape.fill and shape.stroke):
                layer.add(shape)
                break
            if touches:
                layers.append(_Layer(shape))
                break
        else:
            layers.append(_Layer(shape))
    return layers


def _paths(shapes: tuple[Shape, ...], palette: Mapping[str, str], usual: str) -> Iterator[str]:
    """Write shapes back to front, those painted alike in one path."""
    for layer in _layers(shapes):
        outlines = "".join(_outline(shape) for shape in layer.shapes)
        fill, stroke = _colour(layer.shapes[0].fill, palette), _stroke(layer.shapes[0], palette)
        yield f'<path d="{outlines}" fill="{fill}"{"" if stroke == usual else stroke}/>'


def _stroke(shape: Shape, palette: Mapping[str, str]) -> str:
    if not shape.stroke:
        return ' stroke="none"'
    return f' stroke="{_colour(shape.stroke, palette)}" stroke-width="{round(shape.stroke_mm * _UNITS)}"'


def _colour(name: str, palette: Mapping[str, str]) -> str:
    """Look a colour up; a player's comes in from the element that uses the symbol."""
    if name == "player":
        return "currentColor"
    return escape(palette[name]) if name else "none"


def _outline(shape: Shape) -> str:
    """Write a shape's points as a path of steps, which are shorter than places."""
    points = shape.points_mm
    if shape.fill and _turns_left(points):
        points = points[::-1]
    units = [(round(x * _UNITS), round(y * _UNITS)) for x, y in points]
    steps = [f"{bx - ax} {by - ay}" for (ax, ay), (bx, by) in pairwise(units)]
    text = f"M{units[0][0]} {units[0][1]}l{' '.join(steps)}{'z' if shape.fill else ''}"
    return text.replace(" -", "-")


def _turns_left(points: tuple[Point, ...]) -> bool:
    """Whether a polygon runs anticlockwise; two that overlap in one path must run alike."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise((*points, points[0]))) < 0


def _uses(picture: Picture, prefix: str, link: Callable[[str], str] | None) -> Iterator[str]:
    for placed in picture.placed:
        move = f"translate({_number(placed.at_mm[0])} {_number(placed.at_mm[1])})"
        turn = f" rotate({_number(placed.turn_deg)})" if placed.turn_deg else ""
        colour = f' color="{_colour(placed.colour, picture.palette)}"' if placed.colour else ""
        use = f'<use href="#{escape(_id(prefix, placed.symbol))}" transform="{move}{turn}"{colour}'
        if placed.spot and link:
            to = escape(link(placed.spot))
            yield f'<a href="{to}" hx-get="{to}" hx-push-url="true"{_spot(placed, "")}>{use}/></a>'
        else:
            yield f"{use}{_spot(placed)}/>"


def _spot(placed: Placed, role: str = ' role="button" tabindex="0"') -> str:
    """Write what makes a placed symbol something to see, to press and to hear."""
    classes = [f"emphasis-{placed.emphasis}"] if placed.emphasis else []
    classes += ["spot"] if placed.spot else []
    css = f' class="{escape(" ".join(classes))}"' if classes else ""
    if placed.spot:
        label = escape(placed.says or placed.spot)
        return f'{css} data-spot="{escape(placed.spot)}"{role} aria-label="{label}"'
    # What means nothing lets a tap through to what lies under it.
    heard = f'role="img" aria-label="{escape(placed.says)}"' if placed.says else 'aria-hidden="true"'
    return f'{css} pointer-events="none" {heard}'
