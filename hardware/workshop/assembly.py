"""Where every part goes: the mast with its case, and the panel; with what is bought, and every screw."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hardware.body import plates
from hardware.body.case import CLIP_SLOT_MM, LID_MM, WALL_MM, case_high_mm, posts_of
from hardware.body.fittings import (
    BATTEN_MM,
    BOARD_THICK_MM,
    BUTTON_DEEP_MM,
    BUTTON_NUT_MM,
    CAMERA_BOARD_MM,
    CAMERA_CABLE_X_MM,
    CAMERA_HOLES_MM,
    CAMERA_THICK_MM,
    LENS_BELOW_MM,
    M2,
    M3,
    M5,
    PHONE_MM,
    PI,
    PLAY_MM,
    UNDER_BOARD_MM,
    USB_CAMERA_MM,
    WOOD_SCREW,
    CircuitBoard,
    Thread,
)
from hardware.body.panel import BOX_DEEP_MM, PANEL_DEEP_MM, THICK_MM, lay_out, panel_corners, panel_wide_mm
from hardware.body.plan import (
    CASE_X_MM,
    GAP_MM,
    PAST_LENS_MM,
    SOCKET_BOLTS_MM,
    STANDOFF_MM,
    USB_LENS_MM,
    MastPlan,
)
from hardware.pins import Pins
from hardware.workshop.mesh import Floats, block, moved

Place = tuple[float, float, float]
Meshes = Mapping[str, Floats]
PLAIN = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
OVER = ((1, 0, 0), (0, -1, 0), (0, 0, -1))
"""Turns a part upside down, its x as it was."""
CHEEK = ((1, 0, 0), (0, 0, -1), (0, 1, 0))
"""Stands a cheek up: its y becomes z."""
ON_ARM = ((1, 0, 0), (0, 0, 1), (0, -1, 0))
"""Hangs the case on the arm's side: power plugs look up, so that no cable hangs into the view."""
UNDER = ((0, 0, 1), (1, 0, 0), (0, 1, 0))
"""Stands a clip across the arm, to be turned over."""


class FixedPart(NamedTuple):
    """A part where it belongs.

    Attributes:
        name: The part.
        mesh: (n, 3, 3), in millimetres.
        is_bought: Whether it is not of ours.
        is_drilled: Whether screws may be where they like, since it is wood.
        is_camera: Whether it is the camera itself.
        part: Its name among the printed parts; none where it is bought.
        turn: How it is turned from its place on the bed, (3, 3).
        to: And then moved.
    """

    name: str
    mesh: Floats
    is_bought: bool = False
    is_drilled: bool = False
    is_camera: bool = False
    part: str = ""
    turn: object = PLAIN
    to: Place = (0.0, 0.0, 0.0)


class Joint(NamedTuple):
    """A screw.

    Attributes:
        says: What it does.
        thread: What screw.
        at: The underside of its head.
        along: Which way it goes, of length 1.
        length_mm: Without its head.
        through: The parts that it holds together, by name.
        bites: The part in which it cuts its thread; with none it has a nut.
    """

    says: str
    thread: Thread
    at: Place
    along: Place
    length_mm: float
    through: tuple[str, ...]
    bites: tuple[str, ...] = ()


class Assembly(NamedTuple):
    """Parts and screws; with a lens, what it sees of the table too, width and depth."""

    parts: tuple[FixedPart, ...]
    joints: tuple[Joint, ...]
    lens_mm: Place | None = None
    seen_mm: tuple[float, float] | None = None


def mast(plan: MastPlan, printed: Meshes, board: CircuitBoard = PI) -> Assembly:
    """Put a printed mast together, with its case.

    Args:
        plan: From ``plan_body``.
        printed: Every part's mesh as it lies on the bed, by name.
        board: The computer in the case.
    """
    parts, joints = (*_wood(plan), *_printed(plan, printed)), (*_mast_joints(plan), *_camera_joints(plan))
    if plan.camera.mount == "tray":
        parts += (*_phone(plan, printed),)
    else:
        parts += (*_hung(plan, printed), *_camera(plan, printed), *_case(plan, printed, board))
        joints += (*_case_joints(plan, board),)
    return Assembly(parts, joints, (0.0, plan.beside_mm, plan.height_mm), plan.seen_mm)


def _put(name: str, printed: Meshes, part: str, to: Place, turn: object = PLAIN) -> FixedPart:
    return FixedPart(name, moved(printed[part], turn, to), part=part, turn=turn, to=to)


def _wood(plan: MastPlan) -> Iterator[FixedPart]:
    (thick, wide), low = BATTEN_MM, plan.arm_z_mm
    left = -plan.reach_mm - wide / 2
    upright = block((left, -thick / 2, plan.foot_mm), (left + wide, thick / 2, low))
    yield FixedPart("upright", upright, is_bought=True, is_drilled=True)
    arm = block((left, -thick / 2, low), (PAST_LENS_MM, thick / 2, low + wide))
    yield FixedPart("arm", arm, is_bought=True, is_drilled=True)


def _printed(plan: MastPlan, printed: Meshes) -> Iterator[FixedPart]:
    (thick, wide), low = BATTEN_MM, plan.arm_z_mm
    yield _put("foot", printed, "foot", (-plan.reach_mm, 0, 0))
    corner = (-plan.reach_mm - wide / 2, low + wide)
    for name, y in (("near cheek", -thick / 2), ("far cheek", thick / 2 + plates.CHEEK_THICK_MM)):
        yield _put(name, printed, "cheek", (corner[0], y, corner[1]), CHEEK)


def _phone(plan: MastPlan, printed: Meshes) -> Iterator[FixedPart]:
    """Give the tray on the arm, and the largest phone that lies on it."""
    top = plan.arm_z_mm + BATTEN_MM[1]
    yield _put("phone-tray", printed, "phone-tray", (0, 0, top))
    (wide, long, thick), low = PHONE_MM, plates.TRAY_Y_MM[0]
    top += plates.TRAY_THICK_MM
    phone = block((-wide / 2, low, top), (wide / 2, low + long, top + thick))
    yield FixedPart("phone", phone, is_bought=True, is_camera=True)


def _hung(plan: MastPlan, printed: Meshes) -> Iterator[FixedPart]:
    low = plan.arm_z_mm
    yield _put("hanger", printed, "hanger", (0, 0, low), OVER)
    below = 2 * WALL_MM + CLIP_SLOT_MM
    half = (BATTEN_MM[0] + PLAY_MM) / 2 + WALL_MM
    yield _put("cable clip", printed, "cable-clip", (CASE_X_MM + 100, -half, low - below), UNDER)


def _under_hanger(plan: MastPlan) -> float:
    return plan.arm_z_mm - plates.HANGER_THICK_MM - GAP_MM


def _camera(plan: MastPlan, printed: Meshes) -> Iterator[FixedPart]:
    top = _under_hanger(plan)
    if plan.camera.mount == "bracket":
        yield _put("usb-bracket", printed, "usb-bracket", (0, 0, top), OVER)
        wide, high, deep = USB_CAMERA_MM
        front = top - USB_LENS_MM
        camera = block((-high / 2, -wide / 2, front), (high / 2, wide / 2, front + deep))
        yield FixedPart("USB camera", camera, is_bought=True, is_camera=True)
        return
    yield _put("camera-plate", printed, "camera-plate", (0, 0, top), OVER)
    back = top - plates.CAMERA_PLATE_THICK_MM - STANDOFF_MM
    half = CAMERA_BOARD_MM[1] / 2
    far = CAMERA_CABLE_X_MM + CAMERA_BOARD_MM[0]
    front = back - CAMERA_THICK_MM
    board = block((CAMERA_CABLE_X_MM, -half, front), (far, half, back))
    yield FixedPart("camera board", board, is_bought=True, is_drilled=True, is_camera=True)
    lens = block((-4.3, -4.3, front - LENS_BELOW_MM - 1), (4.3, 4.3, front))
    yield FixedPart("lens", lens, is_bought=True, is_camera=True)
    plug = block((CAMERA_CABLE_X_MM, -10.5, back), (CAMERA_CABLE_X_MM + 5.7, 10.5, back + 2.8))
    yield FixedPart("plug of the camera's cable", plug, is_bought=True, is_camera=True)


def _on_arm(plan: MastPlan, board: CircuitBoard) -> Place:
    return CASE_X_MM, BATTEN_MM[0] / 2, plan.arm_z_mm + BATTEN_MM[1] / 2 + board.size_mm[1] / 2


def _case(plan: MastPlan, printed: Meshes, board: CircuitBoard) -> Iterator[FixedPart]:
    to, name = _on_arm(plan, board), "case-pi" if board is PI else "case-zero"
    yield _put("case", printed, name, to, ON_ARM)
    yield _put("case lid", printed, f"{name}-lid", (to[0], to[1] + case_high_mm(), to[2]), ON_ARM)
    for what, low, high in _computer(board):
        yield FixedPart(what, moved(block(low, high), ON_ARM, to), is_bought=True, is_drilled=what == "board")


def _computer(board: CircuitBoard) -> Iterator[tuple[str, Place, Place]]:
    """Give the board, what stands on it and the plugs that must get at it, as blocks in its own place."""
    (wide, deep), low = board.size_mm, WALL_MM + UNDER_BOARD_MM
    top = low + BOARD_THICK_MM
    yield "board", (0, 0, low), (wide, deep, top)
    yield "wires on the pins", (8, deep - 6.0, top), (58, deep - 1.0, top + 22)
    yield "power and screen plugs", (5.5, -40, top - 1.5), (board.wall_from_mm - 3, 0, top + 7)
    card = (23.0, 35.0, low - 1.6) if board is PI else (11.5, 22.5, top)
    yield "card", (-20, card[0], card[2]), (12, card[1], card[2] + 1.6)
    if board is PI:
        yield "USB and network plugs", (68, 2, top), (125, 54, top + 16.5)


def _mast_joints(plan: MastPlan) -> Iterator[Joint]:
    (thick, wide), low = BATTEN_MM, plan.arm_z_mm
    left, top = -plan.reach_mm - wide / 2, low + wide
    outside = -thick / 2 - plates.CHEEK_THICK_MM
    cheeks = ("near cheek", "far cheek")
    for x in plates.CHEEK_ALONG_ARM_MM:
        at = (left + x, outside, top - wide / 2)
        yield Joint("cheek to arm", M5, at, (0, 1, 0), 40, (*cheeks, "arm"))
    for down in plates.CHEEK_ALONG_UPRIGHT_MM:
        at = (-plan.reach_mm, outside, top - down)
        yield Joint("cheek to upright", M5, at, (0, 1, 0), 40, (*cheeks, "upright"))
    for up in SOCKET_BOLTS_MM:
        at = (-plan.reach_mm, -16.2, plan.foot_mm + up)
        yield Joint("upright in its foot", M5, at, (0, 1, 0), 40, ("foot", "upright"))


def _camera_joints(plan: MastPlan) -> Iterator[Joint]:
    low, top = plan.arm_z_mm, _under_hanger(plan)
    if plan.camera.mount == "tray":
        for x, y in plates.HANGER_SCREWS_MM:
            at = (x, y, low + BATTEN_MM[1] + plates.TRAY_THICK_MM - plates.TRAY_SUNK_MM)
            yield Joint("tray to arm", WOOD_SCREW, at, (0, 0, -1), 16, ("phone-tray",), ("arm",))
        return
    for x, y in plates.HANGER_SCREWS_MM:
        at = (x, y, low - plates.HANGER_THICK_MM)
        yield Joint("hanger to arm", WOOD_SCREW, at, (0, 0, 1), 20, ("hanger",), ("arm",))
    held = "usb-bracket" if plan.camera.mount == "bracket" else "camera-plate"
    bottom = top - plates.CAMERA_PLATE_THICK_MM
    for x, y in plates.LEVEL_MM:
        yield Joint("levelling screw", M3, (x, -y, bottom), (0, 0, 1), 30, (held, "hanger"))
    if plan.camera.mount == "plate":
        for x, y in CAMERA_HOLES_MM:
            at = (x, -y, bottom - STANDOFF_MM - CAMERA_THICK_MM)
            yield Joint("camera to its plate", M2, at, (0, 0, 1), 12, ("camera-plate",))


def _case_joints(plan: MastPlan, board: CircuitBoard) -> Iterator[Joint]:
    x0, y0, z0 = _on_arm(plan, board)
    for x, y in board.screws_mm:
        at = (x0 + x, y0 + WALL_MM, z0 - y)
        yield Joint("case to arm", WOOD_SCREW, at, (0, -1, 0), 16, ("case",), ("arm",))
    for x, y in posts_of(board):
        at = (x0 + x, y0 + case_high_mm() + LID_MM, z0 - y)
        yield Joint("lid to case", M3, at, (0, -1, 0), 10, ("case lid",), ("case",))


def behind(says: str) -> str:
    """Name what is behind the panel of a button, the light or the buzzer."""
    return f"{says}, behind the panel"


def panel(pins: Pins, printed: Meshes) -> Assembly:
    """Put the panel together, with room for what is behind its buttons."""
    width, high = panel_wide_mm(pins), WALL_MM + BOX_DEEP_MM
    parts = [
        _put("panel-box", printed, "panel-box", (0, 0, 0)),
        _put("panel-lid", printed, "panel-lid", (0, 0, high)),
    ]
    for part in lay_out(pins):
        half, deep = (BUTTON_NUT_MM / 2, BUTTON_DEEP_MM) if part.says in pins.buttons else (7.0, 14.0)
        low, up = (part.x - half, part.y - half, high - deep), (part.x + half, part.y + half, high)
        parts.append(FixedPart(behind(part.says), block(low, up), is_bought=True))
    joints = [
        Joint("panel to box", M3, (x, y, high + THICK_MM), (0, 0, -1), 10, ("panel-lid",), ("panel-box",))
        for x, y in panel_corners(width, PANEL_DEEP_MM)
    ]
    return Assembly(tuple(parts), tuple(joints))
