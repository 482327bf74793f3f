"""A photograph as if the camera had looked from the side, and where its points are then."""

import cv2
import numpy as np

from scoring.documents.values import Document, Written
from vision.geometry.homography import Homography, project
from vision.reader import Image

FOCAL = 1.1
"""Focal length over the photograph's width."""


def seen_from_aside(image: Image, tilt_deg: float, axis_deg: float) -> tuple[Image, Homography]:
    """Show a photograph as a flat thing, tilted about an axis through its middle.

    Args:
        image: The photograph.
        tilt_deg: How far it is tilted.
        axis_deg: The axis, clockwise from the right.

    Returns:
        The picture, and where the photograph's pixels are in it.
    """
    height, width = image.shape[:2]
    axis = np.deg2rad(axis_deg)
    turn, _ = cv2.Rodrigues(np.array([np.cos(axis), np.sin(axis), 0]) * np.deg2rad(tilt_deg))
    focal_px = FOCAL * width
    centred = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    tilted = np.column_stack([turn[:, 0], turn[:, 1], [0, 0, focal_px]]) @ centred
    seen = np.diag([focal_px, focal_px, 1]) @ tilted
    corners = project(seen, np.array([(0, 0), (width, 0), (width, height), (0, height)]))
    least, extent = corners.min(axis=0), np.ptp(corners, axis=0)
    scale = float((np.array([width, height]) / extent).min())
    fitted = np.array([[scale, 0, -scale * least[0]], [0, scale, -scale * least[1]], [0, 0, 1]]) @ seen
    size = np.ceil(extent * scale).astype(int).tolist()
    shown = cv2.warpPerspective(image, fitted, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shown, np.uint8), np.asarray(fitted)


def truth_through(homography: Homography, truth: Document) -> Written:
    """Give a truth document with its points taken through a homography."""
    tiles = [
        {**each, "quad_px": project(homography, np.array(each["quad_px"])).tolist()}
        for each in truth["tiles"]
    ]
    meeples = [
        {**each, "at_px": project(homography, np.array([each["at_px"]]))[0].tolist()}
        for each in truth["meeples"]
    ]
    return {**truth, "tiles": tiles, "meeples": meeples}
