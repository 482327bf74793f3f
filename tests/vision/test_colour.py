"""Colours as they are compared."""

import numpy as np
import pytest

from vision.image import colour


@pytest.mark.parametrize("height", [1, 127, 128, 129, 300])
def test_steps_that_are_told_band_by_band_are_those_of_the_whole_picture(monkeypatch, height):
    image = np.random.default_rng(height).integers(0, 256, (height, 90, 3), np.uint8)
    by_bands = colour.colour_steps(image)
    monkeypatch.setattr(colour, "BAND_PX", height)
    assert np.array_equal(by_bands, colour.colour_steps(image))
