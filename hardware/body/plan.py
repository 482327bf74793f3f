"""The mast for a camera and a play area: where everything stands, and what must be cut to what length."""

import math
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from hardware.body.fittings import (
    BATTEN_MM,
    CABLES_MM,
    CAMERA_THICK_MM,
    LENS_BELOW_MM,
    PHONE_MM,
    PHONE_TOP_TO_LENS_MM,
    PI,
)
from hardware.body.plates import (
    CAMERA_PLATE_THICK_MM,
    CHEEK_ALONG_ARM_MM,
    CHEEK_ALONG_UPRIGHT_MM,
    CHEEK_MM,
    CHEEK_THICK_MM,
    FOOT_MM,
    HANGER_SCREWS_MM,
    HANGER_THICK_MM,
    TRAY_THICK_MM,
    TRAY_Y_MM,
    phone_tray,
)
from hardware.mast import MARGIN_MM, CameraModule, Mount, plan_mast

GAP_MM = 12.0
"""Between hanger and camera plate; the nuts take up half, the rest is there to level the camera."""
STANDOFF_MM = 5.0
USB_LENS_MM = 34.0
"""From the bracket's upper plate to the lens of a USB camera that is held by its tripod thread, about."""
PRINTED_FOOT_MM, WOODEN_FOOT_MM = 6.0, 18.0
SOCKET_MM = 80.0
"""How deep the upright stands in the printed foot."""
SOCKET_BOLTS_MM = (22.0, 62.0)
BLOCK_BOLTS_MM = ((-12.0, 10.0), (12.0, 30.0))
"""Along and up, in the blocks of the wooden foot."""
CLEAR_MM = 25.0
"""Between what the camera sees and the foot; less, and the card cannot be pulled out beside the cheek."""
PAST_LENS_MM = 40.0
"""How far the arm goes on behind the lens."""
CASE_X_MM = -155.0
"""Where the board in its case begins, seen from the lens; cables need room on both sides."""
CARD_MM = 24.0
"""Room before the case, to pull its card out."""
SLACK_MM = 90.0
"""Of the camera's cable, for its bends."""
_UNDER_ARM_MM = HANGER_THICK_MM + GAP_MM + CAMERA_PLATE_THICK_MM
DROPS_MM: Mapping[Mount, float] = MappingProxyType(
    {
        "plate": _UNDER_ARM_MM + STANDOFF_MM + CAMERA_THICK_MM + LENS_BELOW_MM,
        "bracket": _UNDER_ARM_MM + USB_LENS_MM,
        "tray": -BATTEN_MM[1] - TRAY_THICK_MM,
    }
)
"""From the arm's underside down to the lens."""
PHONE_LENS_Y_MM = TRAY_Y_MM[0] + 0.9 * PHONE_MM[1] - PHONE_TOP_TO_LENS_MM
"""How far beside the arm's middle a phone of the usual length, nine tenths of the longest, has its camera."""


class MastPlan(NamedTuple):
    """A mast; x runs from the upright to the lens, which is at (0, beside, height), z up from the table.

    Attributes:
        camera: The camera.
        area_mm: Width and depth of the play area; the mast stands at a long side.
        wooden: Whether foot and plates are of wood.
        height_mm: From the table to the lens.
        seen_mm: Width and depth of what the camera sees of the table.
        reach_mm: From the upright's middle to the lens.
        arm_z_mm: From the table to the arm's underside.
    """

    camera: CameraModule
    area_mm: tuple[float, float]
    wooden: bool
    height_mm: float
    seen_mm: tuple[float, float]
    reach_mm: float
    arm_z_mm: float

    @property
    def foot_mm(self) -> float:
        """Give what lies between the table and the upright."""
        return WOODEN_FOOT_MM if self.wooden else PRINTED_FOOT_MM

    @property
    def upright_mm(self) -> float:
        """Give the upright's length."""
        return self.arm_z_mm - self.foot_mm

    @property
    def arm_mm(self) -> float:
        """Give the arm's length."""
        return self.reach_mm + BATTEN_MM[1] / 2 + PAST_LENS_MM

    @property
    def beside_mm(self) -> float:
        """Give how far beside the arm's middle the lens is."""
        return PHONE_LENS_Y_MM if self.camera.mount == "tray" else 0.0

    @property
    def camera_cable_mm(self) -> int | None:
        """Give the shortest cable from a module to the case on the arm; None for any other camera."""
        if self.camera.mount != "plate":
            return None
        needed = -CASE_X_MM - PI.size_mm[0] / 2 + SLACK_MM
        return next(length for length in CABLES_MM if length >= needed)


def plan_body(camera: CameraModule, area_mm: tuple[float, float], *, wooden: bool = False) -> MastPlan:
    """Plan a mast.

    Args:
        camera: One of ``hardware.mast.MODULES``.
        area_mm: Width and depth of the play area, the longer first.
        wooden: Whether foot and plates are sawn of wood, not printed.

    Raises:
        ValueError: The area is so small that the arm has no room for cheeks and case.
    """
    height_mm = plan_mast(camera, area_mm).height_mm
    wide, deep = (2 * height_mm * math.tan(math.radians(angle / 2)) for angle in camera.view_deg)
    hidden_from_mm = max(deep / 2, area_mm[1] / 2 + MARGIN_MM) + CLEAR_MM
    reach_mm = hidden_from_mm + FOOT_MM[0] / 2
    if reach_mm - CHEEK_MM + BATTEN_MM[1] / 2 < -CASE_X_MM + CARD_MM:
        raise ValueError(
            f"A play area {area_mm[1] / 10:.0f} cm deep is too small for this mast; plan one for 60 x 40 cm."
        )
    arm_z_mm = height_mm + DROPS_MM[camera.mount]
    return MastPlan(camera, area_mm, wooden, height_mm, (wide, deep), reach_mm, arm_z_mm)


class CutPiece(NamedTuple):
    """A line of the cut list."""

    number: int
    what: str
    size: str
    drill: str


_SIDES: Mapping[Mount, str] = MappingProxyType(
    {"plate": "underside", "bracket": "underside", "tray": "upper side"}
)


def cut_list(plan: MastPlan) -> Iterator[CutPiece]:
    """List what is sawn, and where battens are drilled: from which end, in millimetres."""
    thick, wide = BATTEN_MM
    batten = f"batten {thick:.0f} x {wide:.0f} mm"
    top = ", ".join(f"{at - wide:.0f}" for at in CHEEK_ALONG_UPRIGHT_MM)
    if plan.wooden:
        foot = " and ".join(f"{up:.0f} ({along:+.0f} off the middle)" for along, up in BLOCK_BOLTS_MM)
    else:
        foot = " and ".join(f"{up:.0f}" for up in SOCKET_BOLTS_MM)
    yield CutPiece(
        1,
        "upright",
        f"{batten}, {plan.upright_mm:.0f} mm long",
        f"5.5 mm through its thickness, in the middle of its width, {top} from the top; {foot} from the foot",
    )
    arm, side = ", ".join(f"{at:.0f}" for at in CHEEK_ALONG_ARM_MM), _SIDES[plan.camera.mount]
    end = " and ".join(f"{PAST_LENS_MM - x:.0f}" for x, _ in reversed(HANGER_SCREWS_MM))
    yield CutPiece(
        1,
        "arm",
        f"{batten}, {plan.arm_mm:.0f} mm long",
        f"5.5 mm through its thickness, in the middle of its width, {arm} from the upright's end; "
        f"2.5 mm into its {side}, {end} from the camera's end",
    )
    if plan.wooden:
        yield CutPiece(
            2, "block of the foot", f"{batten}, 80 mm long", "5.5 mm through both and the upright, clamped"
        )
        yield CutPiece(1, "foot board", f"plywood {WOODEN_FOOT_MM:.0f} mm, 130 x 120 mm", "by the template")
        yield CutPiece(
            2, "cheek", f"plywood {CHEEK_THICK_MM:.0f} mm, 150 x 150 mm", "by the template, both at once"
        )
        yield from _mount_pieces(plan.camera.mount)


def _mount_pieces(mount: Mount) -> Iterator[CutPiece]:
    """List what holds the camera, sawn of plywood."""
    if mount == "tray":
        size = " x ".join(f"{side:.0f}" for side in phone_tray().size_mm)
        strips = "by the template; strips 8 mm high on its short side and both long ones"
        yield CutPiece(1, "phone tray", f"plywood {TRAY_THICK_MM:.0f} mm, {size} mm", strips)
        return
    yield CutPiece(1, "hanger", f"plywood {HANGER_THICK_MM:.0f} mm, 60 x 80 mm", "by the template")
    plate = f"plywood {CAMERA_PLATE_THICK_MM:.0f} mm, 60 x 80 mm"
    if mount == "plate":
        yield CutPiece(1, "camera plate", plate, "by the template")
        return
    yield CutPiece(1, "USB bracket", plate, "by the template")
    yield CutPiece(1, "USB leg", "plywood 5 mm, 60 x 60 mm", "by the template; glued and screwed on edge")
