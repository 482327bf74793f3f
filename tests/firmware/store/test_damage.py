"""Damaged files in a full data folder: the program starts, its pages answer, no confirmed turn is lost."""

import os
import shutil

import pytest

from tests.firmware.damage import tried, tried_apart
from tests.firmware.full_folder import fill, kept, playing, sent, until
from tests.firmware.kept_turns import mounted


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    return fill(tmp_path_factory.mktemp("full"))


@pytest.mark.slow(but=4)
@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_damaged_the_program_starts_and_every_turn_is_there(full, tmp_path, seed):
    result = tried(full, tmp_path, seed)
    assert not result.wrong, result


def test_every_page_answers_while_the_data_folder_is_gone_and_everything_is_there_once_it_is_back(
    full, tmp_path
):
    data, away = tmp_path / "data", tmp_path / "away"
    shutil.copytree(full, data)
    before = kept(data)
    with playing(data) as pages:
        pages.open_all()
        data.rename(away)
        pages.open_all()
        for page, fields in (
            ("/photos", {"game": "carcassonne", "prints": "", "photo": sent("a.jpg")}),
            ("/prints", {"game": "carcassonne", "name": "New", "pictures": [sent("a.jpg")]}),
            ("/api/players/rename", {"player": "Ben", "name": "Bob"}),
            ("/host/code", {}),
        ):
            assert pages.send(page, **fields).status_code in (404, 422, 503), page
        away.rename(data)
        pages.open_all()
        assert pages.send("/api/players/rename", player="Ben", name="Bob").status_code < 400
    assert set(pages.wrong) <= {"/healthz: 503"}
    assert kept(data) == before


def test_a_full_disk_ends_a_photo_or_a_lesson_with_a_sentence_until_there_is_room(full, tmp_path):
    with mounted(tmp_path / "disk", 4000) as disk:
        data, ballast = disk / "data", disk / "ballast"
        shutil.copytree(full, data)
        with playing(data) as pages:
            ballast.write_bytes(bytes(os.statvfs(disk).f_bavail * 4096))
            refused = [
                pages.send("/photos", game="carcassonne", prints="", photo=sent("a.jpg")),
                pages.send("/prints", game="carcassonne", name="New", pictures=[sent("a.jpg")]),
                pages.send("/api/players/rename", player="Ben", name="Bob"),
            ]
            assert [answer.status_code for answer in refused] == [503, 503, 422]
            assert all("the disk is full" in answer.text for answer in refused)
            pages.open_all()
            ballast.unlink()
            until(lambda: "disk is full" not in pages.open("/api/table").text)
            photo = pages.send("/photos", game="carcassonne", prints="", photo=sent("a.jpg"))
            assert photo.status_code == 303
            until(lambda: "Rules" in pages.open(photo.location).text)
            lesson = pages.send("/prints", game="carcassonne", name="New", pictures=[sent("a.jpg")])
            assert lesson.status_code == 303
            assert pages.send("/api/players/rename", player="Ben", name="Bob").status_code < 400
        assert set(pages.wrong) <= {"/healthz: 503"}
        assert not [*data.rglob(".*.new")]


def test_a_program_of_its_own_starts_too(full, tmp_path):
    result = tried_apart(full, tmp_path, 99)
    assert not result.wrong, result
