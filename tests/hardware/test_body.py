"""The body: printed parts that can be printed, that fit each other, and that leave the camera its view."""

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from hardware.body import plates
from hardware.body.fittings import PI, ZERO
from hardware.body.panel import lay_out, panel_plate
from hardware.body.plan import cut_list, plan_body
from hardware.body.templates import draw_panel, draw_templates, plates_of
from hardware.mast import AREAS_MM, MODULES
from hardware.pins import OUR_PINS, load_pins
from hardware.workshop import assembly
from hardware.workshop.checks import (
    BRIDGE_MM,
    LEAST_WALL_MM,
    faults_of_assembly,
    faults_of_joint,
    faults_of_part,
    hidden,
    overhangs,
    thinnest_wall,
)
from hardware.workshop.mesh import block, contains, is_closed, moved, read_stl, volume, write_stl
from hardware.workshop.sources import SHAPES, fingerprint
from tests.some import some

STL = Path(plates.__file__).with_name("stl")
FILES = sorted(STL.glob("*.stl"))
PINS = load_pins(OUR_PINS.read_text())
MODULE_3, PHONE = (
    next(camera for camera in MODULES if camera.name == name) for name in ("Module 3", "Phone")
)


@pytest.fixture(scope="module")
def printed():
    return {file.stem: read_stl(file.read_bytes()) for file in some(FILES)}


def table(low_high):
    """Give a table of blocks; they touch, and are no closed whole."""
    return np.concatenate([block(low, high) for low, high in low_high])


def test_the_parts_in_git_are_drawn_from_what_stands_there():
    assert (STL / SHAPES).read_text().strip() == fingerprint(), "draw them anew: python -m hardware.workshop"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_part_can_be_printed_as_it_lies(file):
    mesh = read_stl(file.read_bytes())
    assert list(faults_of_part(file.stem, mesh)) == []
    assert mesh[:, :, 2].min() == pytest.approx(0, abs=1e-4)
    assert volume(mesh) > 1000


def test_a_block_is_measured_as_it_is():
    mesh = block((0, 0, 0), (10, 20, 3))
    assert is_closed(mesh)
    assert volume(mesh) == pytest.approx(600)
    assert thinnest_wall(mesh).thick_mm == pytest.approx(3, abs=1e-3)
    assert not overhangs(mesh)
    assert contains(mesh, np.array([[5, 5, 1.5], [5, 5, 3.5], [-1, 5, 1]])).tolist() == [True, False, False]
    assert np.allclose(read_stl(write_stl(mesh, "block")), mesh)


def test_a_surface_with_a_hole_a_thin_wall_a_table_top_and_a_long_part_are_told():
    solid = block((0, 0, 0), (10, 20, 3))
    assert any("hole" in fault for fault in faults_of_part("part", solid[1:]))
    thin = block((0, 0, 0), (10, 20, LEAST_WALL_MM - 0.1))
    assert any("1.10 mm thick" in fault for fault in faults_of_part("part", thin))
    top = table([((0, 0, 0), (5, 5, 10)), ((0, 0, 10.001), (5 + BRIDGE_MM, 5, 15))])
    assert any("hangs over" in fault for fault in faults_of_part("part", top))
    assert any("do not fit" in fault for fault in faults_of_part("part", block((0, 0, 0), (190, 20, 3))))


def test_a_file_that_is_cut_short_is_refused():
    with pytest.raises(ValueError, match="another length"):
        read_stl(FILES[0].read_bytes()[:-7])


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("area", [AREAS_MM[0], AREAS_MM[-1]])
@pytest.mark.parametrize("camera", MODULES[2:], ids=lambda camera: camera.name)
def test_a_mast_goes_together_and_leaves_the_camera_its_view(camera, area, printed):
    plan = plan_body(camera, area)
    assert list(faults_of_assembly(assembly.mast(plan, printed, PI))) == []


def test_the_case_of_the_small_board_fits_too(printed):
    plan = plan_body(MODULE_3, AREAS_MM[0])
    assert list(faults_of_assembly(assembly.mast(plan, printed, ZERO))) == []


def test_the_panel_goes_together(printed):
    assert list(faults_of_assembly(assembly.panel(PINS, printed))) == []


def test_parts_in_each_others_way_are_told(printed):
    whole = assembly.panel(PINS, printed)
    lid = next(part for part in whole.parts if part.name == "panel-lid")
    sunk = lid._replace(mesh=moved(lid.mesh, to=(0, 0, -2)))
    parts = tuple(sunk if part is lid else part for part in whole.parts)
    assert any(
        "each other's way" in fault for fault in faults_of_assembly(whole._replace(parts=parts, joints=()))
    )


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"length_mm": 34.0}, "too short"),
        ({"through": ("near cheek", "foot")}, "does not go through foot"),
        ({"shift": (4.0, 0.0, 0.0)}, "runs into near cheek"),
    ],
)
def test_a_screw_that_does_not_fit_is_told(printed, change, says):
    whole = assembly.mast(plan_body(MODULE_3, AREAS_MM[0]), printed)
    joint = next(each for each in whole.joints if each.says == "cheek to arm")
    assert list(faults_of_joint(joint, whole.parts)) == []
    shift = change.pop("shift", (0, 0, 0))
    at = tuple(a + b for a, b in zip(joint.at, shift, strict=True))
    faults = list(faults_of_joint(joint._replace(at=at, **change), whole.parts))
    assert any(says in fault for fault in faults)


@pytest.mark.parametrize("area", AREAS_MM)
@pytest.mark.parametrize("camera", MODULES, ids=lambda camera: camera.name)
def test_the_camera_sees_the_whole_play_area_past_the_foot(camera, area, printed):
    plan = plan_body(camera, area)
    whole = assembly.mast(plan, printed)
    assert min(seen - side for seen, side in zip(plan.seen_mm, area, strict=True)) >= 40 - 1e-6
    assert list(hidden(whole)) == []
    near = next(part for part in whole.parts if part.name == "foot")
    pushed = whole._replace(parts=(near._replace(mesh=moved(near.mesh, to=(40, 0, 0))),))
    assert list(hidden(pushed)) == ["foot is in the camera's view."]


def test_an_area_too_small_for_the_case_is_refused():
    with pytest.raises(ValueError, match="too small for this mast"):
        plan_body(MODULE_3, (400, 300))


@pytest.mark.parametrize("wooden", [False, True])
@pytest.mark.parametrize(("camera", "above_mm"), [(MODULE_3, 32), (PHONE, -46)], ids=["module", "phone"])
def test_what_is_cut_adds_up_to_the_height_of_the_lens(camera, above_mm, wooden):
    plan = plan_body(camera, (800, 600), wooden=wooden)
    assert plan.foot_mm + plan.upright_mm == pytest.approx(plan.arm_z_mm)
    assert plan.arm_z_mm - plan.height_mm == pytest.approx(above_mm)
    sizes = {cut.what: cut.size for cut in cut_list(plan)}
    assert f"{plan.upright_mm:.0f} mm long" in sizes["upright"]
    assert ("cheek" in sizes) == wooden


def test_the_panel_has_a_hole_for_everything_that_is_wired_and_for_nothing_else():
    assert {part.says for part in lay_out(PINS)} == {*PINS.buttons, "light", "buzzer"}
    few = load_pins("[buttons]\nconfirm = 5\n")
    assert [part.says for part in lay_out(few)] == ["confirm"]
    assert len(panel_plate(few).holes) == 4 + 1


def test_the_panel_is_drawn_alone_in_its_true_size_in_millimetres():
    plate, drawn = panel_plate(PINS), ET.fromstring(draw_panel(PINS))
    wide, deep = plate.size_mm
    assert (drawn.get("width"), drawn.get("height")) == (f"{wide:g}mm", f"{deep:g}mm")
    assert drawn.get("viewBox") == f"0 0 {wide:g} {deep:g}"
    circles = [
        tuple(float(each.get(key)) for key in ("cx", "cy", "r"))
        for each in drawn.iter("{http://www.w3.org/2000/svg}circle")
    ]
    assert circles == [(x, deep - y, across / 2) for x, y, across in some(plate.holes)]
    said = {each.text: each for each in drawn.iter("{http://www.w3.org/2000/svg}text")}
    assert set(said) == {part.says for part in lay_out(PINS)}


def test_a_phone_lies_on_its_tray_with_its_camera_past_it(printed):
    plan = plan_body(PHONE, (800, 600))
    whole = assembly.mast(plan, printed)
    named = {part.name: part for part in whole.parts}
    tray, phone = named["phone-tray"], named["phone"]
    assert phone.mesh[:, :, 2].min() == pytest.approx(plan.height_mm)
    assert tray.mesh[:, :, 1].max() + 5 < whole.lens_mm[1] < phone.mesh[:, :, 1].max()
    assert tray.mesh[:, :, 1].min() < phone.mesh[:, :, 1].min()
    middle_of_weight = phone.mesh[:, :, 1].mean()
    assert tray.mesh[:, :, 1].min() < middle_of_weight < tray.mesh[:, :, 1].max()


def test_templates_are_drawn_in_their_true_size():
    plan = plan_body(MODULE_3, (800, 600), wooden=True)
    shown = plates_of(plan, PINS)
    assert [plate.name for plate in shown] == ["panel", "cheek", "hanger", "camera plate", "foot board"]
    pdf = draw_templates(shown, PINS, "a4").decode("latin-1")
    assert pdf.count("/Type /Page ") == len(shown)
    left, low = shown[1].corner_mm
    x, y = shown[1].outline[0]
    assert f"{22 - left + x:.3f} {46 - low + y:.3f} m" in pdf
    assert all(plate.size_mm[0] <= 210 - 44 and plate.size_mm[1] <= 279 - 70 for plate in shown)
