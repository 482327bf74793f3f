import re
from importlib.metadata import files as files_of

import numpy as np
import pytest

from tests.some import some
from vision.nets import session
from vision.nets.runtimes import compare_runtimes

GAMES_WITH_NETS = ["carcassonne", "cornwall"]
AS_GOOD_AS_SAME = 1e-4
"""Answers are of the order of 10."""


@pytest.fixture
def without_onnxruntime(monkeypatch):
    monkeypatch.setattr(session, "find_spec", lambda name: None)
    session.forget_nets()
    yield
    session.forget_nets()


@pytest.mark.parametrize("game", GAMES_WITH_NETS)
def test_both_runtimes_give_the_same_answers(game):
    compared = some([*compare_runtimes(f"vision.games.{game}", 1)])
    assert max(each.difference for each in compared) < AS_GOOD_AS_SAME
    assert min(min(each.onnxruntime_s, each.opencv_s) for each in compared) > 0


def test_where_onnxruntime_is_not_installed_opencv_answers(without_onnxruntime):
    assert [*session.runtimes()] == ["OpenCV"]
    assert not [*compare_runtimes("vision.games.cornwall", 1)]
    pictures = np.full((20, 48, 48, 3), 127, np.uint8)
    by_opencv = session.ask("vision.games.cornwall.seams", pictures)
    run = session.load_into_onnxruntime(session.weights_of("vision.games.cornwall.seams"))
    planes = np.full((20, 3, 48, 48), 127 / 255, np.float32)
    for a, b in zip(by_opencv, run(planes), strict=True):
        np.testing.assert_allclose(a, b, atol=AS_GOOD_AS_SAME)


def test_what_runs_nets_sends_nothing_to_its_makers():
    libraries = [file for file in files_of("onnxruntime") if re.search(r"\.so(\.|$)", file.name)]
    assert not [file.name for file in some(libraries) if b"OneDsTelemetry" in file.locate().read_bytes()]
