"""The printed parts as solids, each as it lies on the printer's bed: z = 0 is the bed.

CadQuery gives STEP and STL of them: ``pip install cadquery``.
"""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import product
from types import MappingProxyType
from typing import TypeAlias

import cadquery as cq

from hardware.body import plates
from hardware.body.case import (
    CLIP_SLOT_MM,
    LID_MM,
    POST_MM,
    ROOM_MM,
    WALL_MM,
    case_high_mm,
    floor_of,
    posts_of,
)
from hardware.body.fittings import (
    BATTEN_MM,
    CUT_M3_MM,
    CUT_M25_MM,
    M2,
    M3,
    M5,
    PHONE_MM,
    PI,
    PLAY_MM,
    TRIPOD_HOLE_MM,
    UNDER_BOARD_MM,
    USB_CAMERA_MM,
    WOOD_SCREW,
    ZERO,
    CircuitBoard,
    Point,
)
from hardware.body.panel import BOX_DEEP_MM, TIE_MM, panel_corners, panel_plate
from hardware.body.plan import PRINTED_FOOT_MM, SOCKET_BOLTS_MM, SOCKET_MM, STANDOFF_MM
from hardware.pins import OUR_PINS, load_pins

FOOT_RIB_MM = 16.0
"""How far from the bolts the ribs across the foot stand."""
Solid: TypeAlias = cq.Workplane


def _flat(plate: plates.Plate, thick_mm: float) -> Solid:
    solid = cq.Workplane().polyline(plate.outline).close().extrude(thick_mm)
    for hole in plate.holes:
        solid = solid.cut(_rod(hole.x, hole.y, hole.across, -1, thick_mm + 2))
    for gap in plate.openings:
        solid = solid.cut(
            _box((gap.x - gap.width / 2, gap.y - gap.depth / 2, -1), (gap.width, gap.depth, thick_mm + 2))
        )
    return solid


def _rod(x: float, y: float, across: float, z: float, high: float) -> Solid:
    return cq.Workplane(origin=(x, y, z)).circle(across / 2).extrude(high)


def _box(corner: tuple[float, float, float], size: tuple[float, float, float]) -> Solid:
    return cq.Workplane().box(*size, centered=False).translate(corner)


def _across_y(x: float, z: float, across: float, wide: float) -> Solid:
    """Give a rod along y, through the middle."""
    return cq.Workplane("XZ", origin=(x, wide / 2, z)).circle(across / 2).extrude(wide)


def _rib(points: list[Point], thick: float) -> Solid:
    """Give a rib in the plane y = 0; its corners are x and z."""
    return cq.Workplane("XZ", origin=(0, thick / 2, 0)).polyline(points).close().extrude(thick)


def plate(make: Callable[[], plates.Plate]) -> Solid:
    """Give a part that is flat."""
    shape = make()
    return _flat(shape, shape.thick_mm)


def camera_plate() -> Solid:
    """Give the plate with its four stand-offs; it is printed with them upwards, and hangs upside down."""
    shape = plates.camera_plate()
    solid = _flat(shape, shape.thick_mm)
    board = [hole for hole in shape.holes if hole.across == M2.hole_mm]
    for hole in board:
        solid = solid.union(_rod(hole.x, hole.y, 6.0, shape.thick_mm, STANDOFF_MM))
        solid = solid.cut(_rod(hole.x, hole.y, hole.across, -1, shape.thick_mm + STANDOFF_MM + 2))
    return solid


def usb_bracket() -> Solid:
    """Give the bracket for a USB camera; it is printed on its upper plate, and hangs upside down.

    The camera's foot lies against its leg, the ribs are behind, and its lens is under the plate's middle.
    """
    shape, thick, high = plates.usb_flange(), 5.0, 48.0
    solid = _flat(shape, shape.thick_mm)
    left = -USB_CAMERA_MM[1] / 2 - thick
    solid = solid.union(_box((left, -25, 0), (thick, 50, high)))
    for y in (-22.5, 22.5):
        rib = _rib([(left + thick, 0), (left + thick, 44), (left, 44), (-plates.MOUNT_MM[0] / 2, 0)], 5.0)
        solid = solid.union(rib.translate((0, y, 0)))
    slot = cq.Workplane("YZ", origin=(left - 1, 0, 28)).slot2D(26, TRIPOD_HOLE_MM, 90).extrude(thick + 2)
    for hole in shape.holes:
        solid = solid.cut(_rod(hole.x, hole.y, hole.across, -1, 8))
        solid = solid.cut(_rod(hole.x, hole.y, M3.head_mm + 1, shape.thick_mm, 60))
    return solid.cut(slot)


def phone_tray() -> Solid:
    """Give the tray of a phone: a rim on three sides, and room for its camera past the fourth."""
    shape, thick, rim = plates.phone_tray(), plates.TRAY_THICK_MM, plates.TRAY_RIM_MM
    (left, low), (wide, deep) = shape.corner_mm, shape.size_mm
    solid = _box((left, low, 0), (wide, deep, thick + PHONE_MM[2] - 1))
    solid = solid.cut(_box((left + rim, low + rim, thick), (wide - 2 * rim, deep, PHONE_MM[2])))
    for hole in shape.holes:
        solid = solid.cut(_rod(hole.x, hole.y, hole.across, -1, thick + 2))
        solid = solid.cut(_rod(hole.x, hole.y, WOOD_SCREW.head_mm + 1, thick - plates.TRAY_SUNK_MM, thick))
    return solid


def foot() -> Solid:
    """Give the foot: a board that two clamps hold on the table, and the upright's socket."""
    thick, wall = PRINTED_FOOT_MM, 6.0
    depth, width = BATTEN_MM[1] + PLAY_MM, BATTEN_MM[0] + PLAY_MM
    solid = cq.Workplane().polyline(plates.rectangle(*plates.FOOT_MM)).close().extrude(thick)
    outer = (depth + 2 * wall, width + 2 * wall)
    solid = solid.union(_box((-outer[0] / 2, -outer[1] / 2, 0), (*outer, thick + SOCKET_MM)))
    reach = plates.FOOT_MM[0] / 2 - outer[0] / 2 - 2
    for side in (-1, 1):
        start = side * (outer[0] / 2 - 1)
        rib = [(start, 0.0), (start + side * reach, 0.0), (start + side * reach, thick), (start, thick + 60)]
        solid = solid.union(_rib(rib, 8.0))
    for x, y in product((-FOOT_RIB_MM, FOOT_RIB_MM), (-1, 1)):
        start = y * (outer[1] / 2 - 1)
        points = [(start, 0.0), (start + y * 26, 0.0), (start + y * 26, thick), (start, thick + 60)]
        solid = solid.union(_rib(points, 8.0).rotate((0, 0, 0), (0, 0, 1), 90).translate((x, 0, 0)))
    solid = solid.cut(_box((-depth / 2, -width / 2, thick), (depth, width, SOCKET_MM + 1)))
    for z in SOCKET_BOLTS_MM:
        solid = solid.cut(_across_y(0, thick + z, M5.hole_mm, 100))
    return solid


def cable_clip() -> Solid:
    """Give the clip that holds flat and round cables under the arm; it is printed on its side."""
    inside, wall, legs = BATTEN_MM[0] + PLAY_MM, WALL_MM, 14.0
    outer = inside + 2 * wall
    below = 2 * wall + CLIP_SLOT_MM
    solid = _box((0, 0, 0), (outer, below + legs, 12))
    solid = solid.cut(_box((wall, below, -1), (inside, legs + 1, 14)))
    solid = solid.cut(_box((wall, wall, -1), (inside, CLIP_SLOT_MM, 14)))
    screw = _rod(0, 0, M3.hole_mm, -1, outer + 2).rotate((0, 0, 0), (0, 1, 0), 90)
    return solid.cut(screw.translate((0, below + legs / 2, 6)))


def _case_floor(board: CircuitBoard, thick_mm: float) -> Solid:
    left, low, right, up = floor_of(board)
    return _box((left, low, 0.0), (right - left, up - low, thick_mm)).edges("|Z").fillet(3.0)


def case(board: CircuitBoard) -> Solid:
    """Give the tray of a case: open where plugs go in, so that it fits every model of the board's size."""
    (wide, deep), high = board.size_mm, case_high_mm()
    near = -ROOM_MM - WALL_MM
    solid = _case_floor(board, WALL_MM)
    solid = solid.union(_box((near, deep + ROOM_MM, 0), (wide + 2, WALL_MM, high)))
    solid = solid.union(_box((near, near, 0), (WALL_MM, board.card_mm[0] - near, high)))
    if deep > board.card_mm[1]:
        solid = solid.union(_box((near, board.card_mm[1], 0), (WALL_MM, deep - board.card_mm[1] + 2, high)))
    solid = solid.union(_box((board.wall_from_mm, near, 0), (wide - board.wall_from_mm, WALL_MM, high)))
    for x, y in posts_of(board):
        solid = solid.union(_rod(x, y, POST_MM, 0, high)).cut(_rod(x, y, CUT_M3_MM, high - 12, 13))
    for x, y in board.holes_mm:
        solid = solid.union(_rod(x, y, 6.0, 0, WALL_MM + UNDER_BOARD_MM))
        solid = solid.cut(_rod(x, y, CUT_M25_MM, 1.2, 10))
    for x, y in board.screws_mm:
        solid = solid.cut(_rod(x, y, WOOD_SCREW.hole_mm, -1, 5))
    for x in (18.0, wide / 2, 50.0):  # a tie through two holes holds a cable to the tray's edge
        for y in (-5.8, -1.0):
            solid = solid.cut(_rod(x, y, TIE_MM, -1, 5))
    return solid


def case_lid(board: CircuitBoard) -> Solid:
    """Give a case's lid, with room for the wires of the pins and the camera's cable."""
    deep, air = board.size_mm[1], 3.0
    solid = _case_floor(board, LID_MM)
    for x, y in posts_of(board):
        solid = solid.cut(_rod(x, y, M3.hole_mm, -1, 5))
    x, y, width, depth = board.camera_mm
    solid = solid.cut(_box((x, y, -1), (width, depth, 5)))
    solid = solid.cut(_box((8.0, deep - 7.0, -1), (44.0, 7.0, 5)))
    middle = 26.0 if deep > 40 else 6.0
    for number in range(6):
        solid = solid.cut(_box((8.0 + number * 2 * air, middle, -1), (air, deep - 12.0 - middle, 5)))
    return solid


def panel_box() -> Solid:
    """Give the box under the panel."""
    shape = panel_plate(load_pins(OUR_PINS.read_text()))
    width, depth = shape.size_mm
    solid = _box((0, 0, 0), (width, depth, BOX_DEEP_MM + WALL_MM)).edges("|Z").fillet(3.0)
    inner = (width - 2 * WALL_MM, depth - 2 * WALL_MM, BOX_DEEP_MM + 1)
    solid = solid.cut(_box((WALL_MM, WALL_MM, WALL_MM), inner))
    high = WALL_MM + BOX_DEEP_MM
    for x, y in panel_corners(width, depth):
        solid = solid.union(_rod(x, y, POST_MM, 0, high)).cut(_rod(x, y, CUT_M3_MM, high - 12, 13))
    solid = solid.cut(_box((width / 2 - 5, depth - WALL_MM - 1, high - 7), (10, WALL_MM + 2, 8)))
    for x in (-4.0, 4.0):  # a tie through two holes in the floor holds the cable behind its opening
        solid = solid.cut(_rod(width / 2 + x, depth - 10, TIE_MM, -1, 5))
    return solid


PARTS: Mapping[str, Callable[[], Solid]] = MappingProxyType(
    {
        "foot": foot,
        "cheek": partial(plate, plates.cheek),
        "hanger": partial(plate, plates.hanger),
        "camera-plate": camera_plate,
        "usb-bracket": usb_bracket,
        "phone-tray": phone_tray,
        "cable-clip": cable_clip,
        "case-pi": partial(case, PI),
        "case-pi-lid": partial(case_lid, PI),
        "case-zero": partial(case, ZERO),
        "case-zero-lid": partial(case_lid, ZERO),
        "panel-box": panel_box,
        "panel-lid": partial(plate, lambda: panel_plate(load_pins(OUR_PINS.read_text()))),
    }
)
"""Every printed part by its name, which is its file's."""
