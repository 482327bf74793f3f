"""Draws and checks every printed part: ``python -m hardware.workshop FOLDER``."""

import sys
from pathlib import Path

import cadquery as cq
import numpy as np

from hardware.body.fittings import PI
from hardware.body.plan import plan_body
from hardware.mast import AREAS_MM, MODULES
from hardware.pins import OUR_PINS, load_pins
from hardware.workshop import assembly, drawings
from hardware.workshop.checks import faults_of_assembly, faults_of_part
from hardware.workshop.mesh import read_stl, write_stl
from hardware.workshop.solids import PARTS
from hardware.workshop.sources import SHAPES, fingerprint

FINE_MM, FINE_RAD = 0.08, 0.4
"""How far the triangles may leave a curve."""


def main(folder: Path) -> int:
    """Write STL, STEP and drawings, say what is wrong with them, and give the number of faults."""
    (folder / "stl").mkdir(parents=True, exist_ok=True)
    (folder / "step").mkdir(exist_ok=True)
    solids = {name: make() for name, make in PARTS.items()}
    meshes = {}
    for name, solid in solids.items():
        file = folder / "stl" / f"{name}.stl"
        cq.exporters.export(solid, str(file), tolerance=FINE_MM, angularTolerance=FINE_RAD)
        meshes[name] = read_stl(file.read_bytes())
        file.write_bytes(write_stl(meshes[name], name))
        cq.exporters.export(solid, str(folder / "step" / f"{name}.step"))
    (folder / "stl" / SHAPES).write_text(fingerprint() + "\n")
    sizes = {name: tuple(map(float, np.ptp(mesh, axis=(0, 1)))) for name, mesh in meshes.items()}
    module, usb, phone = (
        assembly.mast(plan_body(MODULES[camera], AREAS_MM[2]), meshes, PI) for camera in (2, -2, -1)
    )
    panel = assembly.panel(load_pins(OUR_PINS.read_text()), meshes)
    (folder / "parts.svg").write_text(drawings.draw_parts(solids, sizes))
    for name, title, whole, steps in (
        ("assembly.svg", "Putting the mast together", module, drawings.MAST_STEPS),
        ("assembly-usb.svg", "Putting the mast for a USB camera together", usb, drawings.USB_STEPS),
        ("assembly-phone.svg", "Putting the mast for a phone together", phone, drawings.PHONE_STEPS),
        ("assembly-panel.svg", "Putting the panel together", panel, drawings.PANEL_STEPS),
    ):
        (folder / name).write_text(drawings.draw_assembly(title, whole, steps, solids))
    faults = [fault for name, mesh in meshes.items() for fault in faults_of_part(name, mesh)]
    faults += [fault for each in (module, usb, phone, panel) for fault in faults_of_assembly(each)]
    sys.stdout.write("".join(f"{fault}\n" for fault in faults) or "Every part can be printed, and all fit.\n")
    return len(faults)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "hardware/body")))
