"""What keeps a Pi's camera as it is: its exposure, gain, colours and focus."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from scoring.documents.values import Document, Written

FOCUS_BY_HAND, FOCUS_ALWAYS = 0, 2
LOCKS = {
    "exposure": (("AeEnable", False), ("ExposureTime", None)),
    "gain": (("AnalogueGain", None),),
    "colours": (("AwbEnable", False), ("ColourGains", None)),
    "focus": (("AfMode", FOCUS_BY_HAND), ("LensPosition", None)),
}
"""What locks each: a control with its value or, for None, with what the last frame was taken with.

Source:
    libcamera, control_ids_core.yaml: AfModeManual is 0, AfModeContinuous 2.
"""


def focus_by_itself(controls: Document) -> Written:
    """Give what lets a camera find its focus, where its lens can move."""
    return {"AfMode": FOCUS_ALWAYS} if "AfMode" in controls else {}


def is_searching(metadata: Document) -> bool:
    """Tell whether exposure or focus were still being found when a frame was taken.

    Source:
        libcamera, control_ids_core.yaml: AeStateSearching and AfStateScanning are 1; before there was an
        AeState there was AeLocked.
    """
    return not metadata.get("AeLocked", True) or 1 in (metadata.get("AeState"), metadata.get("AfState"))


def choose_locks(controls: Document, metadata: Document) -> tuple[Written, tuple[str, ...]]:
    """Choose the controls that keep a camera as it is.

    Args:
        controls: What the camera has, by name.
        metadata: What its last frame was taken with.

    Returns:
        The controls with their values, and what cannot be locked: exposure, gain, colours, focus. A lens
        that cannot move needs no lock.
    """
    locked: Written = {}
    missing = []
    for what, wanted in LOCKS.items():
        if what == "focus" and "AfMode" not in controls:
            continue
        values = {name: metadata.get(name) if value is None else value for name, value in wanted}
        if all(name in controls and value is not None for name, value in values.items()):
            locked |= values
        else:
            missing.append(what)
    return locked, tuple(missing)


def find_deviations(locked: Document, metadata: Document) -> Iterator[str]:
    """Find what a frame was taken with that is not as it was locked: exposure, gain, colours, focus."""
    for what, wanted in LOCKS.items():
        if any(_differs(locked.get(name), metadata.get(name)) for name, _ in wanted):
            yield what


def _differs(wanted: Any, got: Any) -> bool:
    """Tell whether a value is off by more than the sensor's own steps."""
    if wanted is None or got is None or isinstance(wanted, bool):
        return False
    return not np.allclose(got, wanted, rtol=0.03, atol=0.02)
