"""Templates at 1:1, to stick on wood and drill through: the plates of a wooden mast, and the panel."""

from collections.abc import Iterable, Iterator
from html import escape

from hardware.body import plates
from hardware.body.panel import lay_out, panel_plate
from hardware.body.plan import MastPlan
from hardware.body.plates import Plate
from hardware.paper import draw_box, draw_pdf, draw_ruler, draw_text
from hardware.pins import Pins

MARGIN_MM = 22.0
CROSS_MM = 4.0


def draw_templates(shown: Iterable[Plate], labels: Pins, paper: str) -> bytes:
    """Draw plates, each on a page of its own with a ruler to check the printer.

    Args:
        shown: What to draw.
        labels: What is wired, to name the panel's holes.
        paper: One of ``PAPERS_MM``.

    Returns:
        A PDF.
    """
    return draw_pdf([list(_page(plate, labels)) for plate in shown], paper)


def draw_panel(pins: Pins) -> str:
    """Draw the panel as whoever cuts with a laser or draws on wants it: a unit is a millimetre.

    Args:
        pins: What is wired.

    Returns:
        An SVG of just the panel's size, seen from the front.
    """
    plate = panel_plate(pins)
    wide, deep = plate.size_mm
    corners = " ".join(f"{x:g},{deep - y:g}" for x, y in plate.outline)
    holes = (f'<circle cx="{x:g}" cy="{deep - y:g}" r="{across / 2:g}"/>' for x, y, across in plate.holes)
    names = (
        f'<text x="{part.x:g}" y="{deep - part.y - 9:g}">{escape(part.says)}</text>' for part in lay_out(pins)
    )
    size = f'width="{wide:g}mm" height="{deep:g}mm" viewBox="0 0 {wide:g} {deep:g}"'
    return "\n".join((
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        '<g fill="none" stroke="#000" stroke-width="0.2">', f'<polygon points="{corners}"/>', *holes, "</g>",
        '<g fill="#00f" font-family="sans-serif" font-size="3.4" text-anchor="middle">', *names, "</g>",
        "</svg>\n",
    ))  # fmt: skip


def plates_of(plan: MastPlan, pins: Pins) -> list[Plate]:
    """List what is drilled by a template: the panel, and of a wooden mast all its plates."""
    if not plan.wooden:
        return [panel_plate(pins)]
    held = {
        "plate": (plates.hanger(), plates.camera_plate()),
        "bracket": (plates.hanger(), plates.usb_flange(), plates.usb_leg()),
        "tray": (plates.phone_tray(),),
    }
    return [panel_plate(pins), plates.cheek(), *held[plan.camera.mount], plates.foot_board()]


def _page(plate: Plate, labels: Pins) -> Iterator[str]:
    (left, low), (wide, deep) = plate.corner_mm, plate.size_mm
    right, up = MARGIN_MM - left, MARGIN_MM + 24 - low
    yield draw_text(f"{plate.name}: {wide:.0f} x {deep:.0f} mm", MARGIN_MM, up + low + deep + 14, 5)
    yield draw_text("Print at 100 % and measure the line. Stick it on, mark the crosses, drill, then saw.",
                    MARGIN_MM, up + low + deep + 7, 3.4)  # fmt: skip
    yield "0 G 0.25 w [] 0 d " + _outline(plate, right, up)
    for hole in plate.holes:
        yield from _hole(right + hole.x, up + hole.y, hole.across)
    for gap in plate.openings:
        corner = right + gap.x - gap.width / 2, up + gap.y - gap.depth / 2
        yield draw_box(*corner, gap.width, gap.depth) + " S"
    if plate.name == "panel":
        for part in lay_out(labels):
            yield draw_text(part.says, right + part.x - 6, up + part.y + 9, 3.4)
    yield from draw_ruler(MARGIN_MM, MARGIN_MM)


def _outline(plate: Plate, right: float, up: float) -> str:
    (x, y), *others = [(right + x, up + y) for x, y in plate.outline]
    return f"{x:.3f} {y:.3f} m " + " ".join(f"{x:.3f} {y:.3f} l" for x, y in others) + " h S"


def _hole(x: float, y: float, across: float) -> Iterator[str]:
    """Draw a hole with the cross that its drill is set on, and how wide it is."""
    bend, half = 0.2761 * across, across / 2
    yield (
        f"{x + half:.3f} {y:.3f} m "
        f"{x + half:.3f} {y + bend:.3f} {x + bend:.3f} {y + half:.3f} {x:.3f} {y + half:.3f} c "
        f"{x - bend:.3f} {y + half:.3f} {x - half:.3f} {y + bend:.3f} {x - half:.3f} {y:.3f} c "
        f"{x - half:.3f} {y - bend:.3f} {x - bend:.3f} {y - half:.3f} {x:.3f} {y - half:.3f} c "
        f"{x + bend:.3f} {y - half:.3f} {x + half:.3f} {y - bend:.3f} {x + half:.3f} {y:.3f} c S"
    )
    yield f"{x - CROSS_MM:.3f} {y:.3f} m {x + CROSS_MM:.3f} {y:.3f} l S"
    yield f"{x:.3f} {y - CROSS_MM:.3f} m {x:.3f} {y + CROSS_MM:.3f} l S"
    if across > 2.5:
        yield draw_text(f"{across:g}", x + half + 0.8, y + 1.0, 2.6)
