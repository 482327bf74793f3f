"""Photographs are the players': whoever only watches is sent none, whatever address is asked for."""

import re

import pytest

from firmware.access_keys import open_keys
from tests.webui.live.lens import FakeLens
from webui.access.guard import SAFE_METHODS
from webui.app import create_app
from webui.context import Context

JPEG = b"\xff\xd8\xff"
STREAMS = ("/api/events", "/news")
GAME, TURN = "3", 2
PICTURED = {
    "photos": {"/photos/<id>/photo.jpg", "/games/<id>/<int:turns>.jpg", "/camera/picture"},
    "prints": {"/prints/<id>/<int:index>/picture.jpg"},
}


@pytest.fixture
def keys(tmp_path):
    return open_keys(tmp_path)


@pytest.fixture
def app(photos, lessons, table, games_desk, keys):
    return create_app(
        Context(
            photos,
            lessons,
            table,
            history=games_desk,
            camera=FakeLens(),
            keys=keys,
            address=lambda: "http://10.0.0.1",
        )
    )


@pytest.fixture
def addresses(app, read_photo, lessons, photo, record, document):
    """Give every address that can be looked at, and with what in its gaps."""
    record(GAME, document("whole_classic_two_players"), 4)
    lesson = lessons.begin("carcassonne", "Green box", [photo])
    ids = {"photos": read_photo.removeprefix("/photos/"), "prints": lesson, "games": GAME}

    def filled(rule):
        kind = next((kind for kind in ids if f"/{kind}/" in rule), "games")
        known = {"id": ids[kind], "int:turns": str(TURN), "int:index": "0", "name": "My box", "form": "json"}
        return re.sub("<([^>]*)>", lambda gap: known.get(gap[1], "1"), rule)

    rules = [rule.rule for rule in app.url_map.iter_rules() if not set(rule.methods) - set(SAFE_METHODS)]
    return {rule: filled(rule) for rule in rules if rule not in STREAMS}, ids["photos"]


def test_a_spectator_is_sent_no_photograph_and_told_of_none(app, keys, addresses):
    asked, photo = addresses

    def seen(**joined):
        phone = app.test_client()
        phone.environ_base["REMOTE_ADDR"] = f"192.168.1.{30 + len(joined)}"
        opened = {phone.post(f"/api/{door}", json=sent).status_code for door, sent in joined.items()}
        assert opened <= {200}
        answers = {rule: phone.get(address) for rule, address in asked.items()}
        pictures = {rule for rule, answer in answers.items() if JPEG in answer.data}
        told = {rule for rule, answer in answers.items() if answer.status_code == 200}
        return pictures, {rule for rule in told if photo.encode() in answers[rule].data}, answers

    pictures, told, answers = seen()
    assert (pictures, told) == (set(), set())
    assert answers["/games/<id>/replay"].status_code == 200
    assert b".jpg" not in answers["/games/<id>/replay"].data
    pictures, told, _ = seen(join={"code": keys.code})
    assert pictures == PICTURED["photos"]
    assert {"/photos", "/photos/<id>", "/api/photos", "/api/photos/<id>", "/photos/<id>/score"} <= told
    pictures, _, _ = seen(host={"pin": keys.pin})
    assert pictures == PICTURED["photos"] | PICTURED["prints"]
