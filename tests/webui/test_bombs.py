"""The real program is sent pictures that are small on the way and, once opened, large or long in coming."""

import pytest

from tests.webui import bombs

MOST_MB = 60.0
"""So much more memory the program may take than before; each of the pictures, opened, takes 162."""


@pytest.fixture
def came(tmp_path, monkeypatch):
    monkeypatch.setattr(bombs, "PNGS", 3)
    return bombs.measure(tmp_path / "data")


def test_the_programs_memory_does_not_grow_with_pictures_and_many_scans_are_refused_by_the_head(came):
    assert [status for _, status in came["png"]] == [200] * 3
    assert [status for _, status in came["jpeg"]] == [422]
    assert came["most_mb"] - came["before_mb"] < MOST_MB
