"""Pages of drawings: every printed part with its measures, and how they are put together, step by step."""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

import cadquery as cq

from hardware.body.panel import lay_out
from hardware.pins import OUR_PINS, load_pins
from hardware.workshop.assembly import Assembly, FixedPart, behind

STYLE = (
    "text{font:13px sans-serif;fill:#222}.name{font-size:17px;font-weight:bold}"
    ".small{font-size:11px;fill:#555}"
    ".measure{stroke:#2f6f9f;fill:none;stroke-width:1}.blue{fill:#2f6f9f;font-size:12px}"
)
PAGE_WIDE = 1080
_FITS = 0.75
"""How much of its square CadQuery fills with a drawing."""
_MARGIN = 6


def _view(
    solid: cq.Shape, turned_deg: float, above_deg: float, corner: tuple[float, float], side: float
) -> str:
    """Draw the visible lines of a solid.

    Args:
        solid: What is drawn.
        turned_deg: How far it is turned to the right.
        above_deg: From how high it is seen; 90 is straight from above.
        corner: The upper left corner of the drawing.
        side: Its longer side.
    """
    turned = solid.rotate(cq.Vector(), cq.Vector(0, 0, 1), turned_deg)
    turned = turned.rotate(cq.Vector(), cq.Vector(1, 0, 0), above_deg - 90)
    options = {
        "width": side / _FITS,
        "height": side / _FITS,
        "marginLeft": _MARGIN,
        "marginTop": _MARGIN,
        "showAxes": False,
        "showHidden": False,
        "projectionDir": (0, 0, 1),
    }
    drawn = cq.exporters.getSVG(turned, options)
    move = re.search(r'<g transform="([^"]+)"\s+stroke-width="([^"]+)"', drawn)
    lines = " ".join(_shortened(path) for path in re.findall(r'<path d="([^"]+)"', drawn))
    place = f'transform="translate({corner[0]:g} {corner[1]:g}) {move[1]}"' if move else ""
    width = 1.1 * float(move[2]) if move else 1
    return f'<path {place} fill="none" stroke="#333" stroke-width="{width:.2f}" d="{lines}"/>'


def _shortened(path: str) -> str:
    short = re.sub(r"-?\d+\.\d+(?:e-?\d+)?", lambda found: f"{float(found[0]):.1f}".removesuffix(".0"), path)
    return short.replace(" L", "L").strip()


def _text(x: float, y: float, says: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}">{escape(says)}</text>'


def _page(height: float, lines: Sequence[str]) -> str:
    body = "\n".join(lines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PAGE_WIDE} {height:g}">\n'
        f"<style>{STYLE}</style>\n"
        f'<rect width="{PAGE_WIDE}" height="{height:g}" fill="#fff"/>\n{body}\n</svg>\n'
    )


def draw_parts(solids: Mapping[str, cq.Workplane], sizes: Mapping[str, Sequence[float]]) -> str:
    """Draw every printed part as it lies on the bed: from aside, and from above with its measures.

    Args:
        solids: By name.
        sizes: Width, depth and height of each, in millimetres.
    """
    lines = [_text(24, 34, "Printed parts, each as it lies on the bed; millimetres", "name")]
    for number, (name, solid) in enumerate(solids.items()):
        lines += _part(name, solid, sizes[name], (24 + number % 3 * 352, 56 + number // 3 * 250))
    return _page(70 + (len(solids) + 2) // 3 * 250, lines)


def _part(
    name: str, solid: cq.Workplane, size: Sequence[float], corner: tuple[float, float]
) -> Iterator[str]:
    (x, y), (wide, deep, high) = corner, size
    yield _text(x, y + 14, name, "name")
    yield _view(solid.val(), -30, 35, (x, y + 26), 140)
    left, top, side = x + 160, y + 26, 140
    yield _view(solid.val(), 0, 90, (left, top), side)
    scale = side / max(wide, deep)
    right, low = left + _MARGIN + wide * scale, top + _MARGIN + deep * scale
    yield f'<path class="measure" d="M{left + _MARGIN:g} {low + 8:.1f}h{wide * scale:.1f}m0 -4v8"/>'
    yield f'<path class="measure" d="M{right + 8:.1f} {top + _MARGIN:g}v{deep * scale:.1f}m-4 0h8"/>'
    yield _text(left + _MARGIN + wide * scale / 2, low + 22, f"{wide:.1f}", "blue", "middle")
    yield _text(right + 12, top + _MARGIN + deep * scale / 2, f"{deep:.1f}", "blue")
    yield _text(x, y + 206, f"{high:.1f} high", "blue")
    across = sorted({round(2 * edge.radius(), 1) for edge in solid.edges("%CIRCLE").vals()})
    if across:
        yield _text(x, y + 222, "round: " + ", ".join(f"{each:g}" for each in across), "small")


class AssemblyStep(NamedTuple):
    """A step of the assembly: what is done, what it needs, what is new, and from where it is seen.

    What is gone is drawn no more, so that what is small or inside is seen.
    """

    says: str
    needs: str
    new: tuple[str, ...]
    turned_deg: float
    above_deg: float
    gone: tuple[str, ...] = ()


_STANDING = (
    AssemblyStep("1. Upright into the foot", "2 screws M5 x 40", ("foot", "upright"), -30, 25),
    AssemblyStep(
        "2. Arm onto the upright, cheeks outside",
        "4 screws M5 x 40",
        ("near cheek", "far cheek", "arm"),
        -30,
        25,
    ),
)
_FIRST = ("foot", "upright", "near cheek", "far cheek")
_HANGER = AssemblyStep(
    "3. Hanger under the arm (seen from below)", "2 wood screws 4 x 20", ("hanger",), -50, -35, _FIRST
)
MAST_STEPS = (
    *_STANDING,
    _HANGER,
    AssemblyStep(
        "4. Camera under its plate, plate under the hanger",
        "4 screws M2 x 12, 3 screws M3 x 30 with 3 nuts each",
        ("camera-plate", "camera board", "lens"),
        -50,
        -35,
    ),
    AssemblyStep(
        "5. Case on the arm's side, power plugs up", "2 wood screws 4 x 16", ("case", "board"), 150, 30
    ),
    AssemblyStep(
        "6. Lid and clip; make the camera level",
        "4 screws M3 x 10, a wood screw for the clip",
        ("case lid", "cable clip"),
        150,
        30,
    ),
)
USB_STEPS = (
    *_STANDING,
    _HANGER,
    AssemblyStep(
        "4. Bracket under the hanger, its leg towards the upright",
        "3 screws M3 x 30 with 3 nuts each",
        ("usb-bracket",),
        -50,
        -35,
    ),
    AssemblyStep(
        "5. Camera with its foot against the leg; make it level",
        "the screw of a tripod, 1/4 inch, 10 to 12 mm long",
        ("USB camera",),
        -50,
        -35,
    ),
)
PHONE_STEPS = (
    *_STANDING,
    AssemblyStep(
        "3. Tray onto the arm's end, the phone on it",
        "2 wood screws 4 x 16; screen up, camera past the tray",
        ("phone-tray", "phone"),
        -50,
        30,
        _FIRST,
    ),
)
_BEHIND = tuple(behind(part.says) for part in lay_out(load_pins(OUR_PINS.read_text())))
PANEL_STEPS = (
    AssemblyStep(
        "1. Buttons, light and buzzer into the lid (from below)",
        "their own nuts; the wires as in wiring.svg",
        ("panel-lid", *_BEHIND),
        -30,
        -40,
    ),
    AssemblyStep(
        "2. Cable into the box, through its opening",
        "a cable tie through the two holes in the floor",
        ("panel-box",),
        -30,
        40,
        ("panel-lid", *_BEHIND),
    ),
    AssemblyStep("3. Lid onto the box", "4 screws M3 x 10", ("panel-lid", *_BEHIND), -30, 40),
)


def draw_assembly(
    title: str, whole: Assembly, steps: Sequence[AssemblyStep], solids: Mapping[str, cq.Workplane]
) -> str:
    """Draw how something is put together, a step at a time."""
    lines = [_text(24, 34, title, "name")]
    there: set[str] = set()
    for number, step in enumerate(steps):
        there = (there | set(step.new)) - set(step.gone)
        x, y = 24 + number % 3 * 352, 56 + number // 3 * 390
        shown = [_solid(part, solids) for part in whole.parts if part.name in there]
        lines += [_text(x, y + 14, step.says), _text(x, y + 30, step.needs, "small")]
        shape = cq.Compound.makeCompound(shown)
        lines.append(_view(shape, step.turned_deg, step.above_deg, (x, y + 40), 310))
    return _page(40 + (len(steps) + 2) // 3 * 390, lines)


def _solid(part: FixedPart, solids: Mapping[str, cq.Workplane]) -> cq.Shape:
    """Give a part in its place; what is bought is the block around it."""
    if not part.part:
        low, high = part.mesh.min((0, 1)), part.mesh.max((0, 1))
        return cq.Workplane().box(*(high - low), centered=False).translate(tuple(low)).val()
    rows = [[*row, shift] for row, shift in zip(part.turn, part.to, strict=True)]  # type: ignore[call-overload]
    return solids[part.part].val().transformGeometry(cq.Matrix(rows))
