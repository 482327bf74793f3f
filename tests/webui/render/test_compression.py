"""Answers are packed where that is wanted and safe."""

import gzip
import re
from pathlib import Path

import pytest

from tests.webui.live.conftest import FakeTable
from webui.app import create_app
from webui.context import Context
from webui.live import stream

STATIC = Path(stream.__file__).parents[1] / "static"
WANTED = {"Accept-Encoding": "gzip, deflate"}


@pytest.mark.parametrize("path", ["/photos", "/static/base.css", "/static/live/live.js", "/api/openapi.json"])
def test_a_text_is_packed_and_unpacks_to_the_same(client, path):
    plain, packed = client.get(path), client.get(path, headers=WANTED)
    with plain, packed:
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.data) == plain.data
        assert len(packed.data) == packed.content_length < len(plain.data)
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert "Content-Encoding" not in plain.headers


@pytest.mark.parametrize("path", ["base.css", "live/live.js", "live/enter.css"])
def test_what_is_said_to_those_who_carry_the_code_on_is_not_sent_to_a_phone(client, path):
    written = (STATIC / path).read_text()
    with client.get(f"/static/{path}") as answer:
        sent = answer.text
    assert re.findall(r"^\s*(?://|/\*)", written, re.MULTILINE)
    assert re.findall(r"^\s*(?://|/\*)", sent, re.MULTILINE) == []
    assert set(sent.splitlines()) <= set(written.splitlines())
    assert len(sent.splitlines()) > 0.7 * len(written.splitlines())


def test_what_another_site_asks_for_is_not_packed(client):
    answer = client.get("/photos", headers={**WANTED, "Sec-Fetch-Site": "cross-site"})
    assert "Content-Encoding" not in answer.headers


def test_a_file_that_has_not_changed_is_not_sent_again(client):
    with client.get("/static/base.css", headers=WANTED) as first:
        tag = first.headers["ETag"]
    assert tag.startswith("W/")
    with client.get("/static/base.css", headers={**WANTED, "If-None-Match": tag}) as again:
        assert (again.status_code, again.data) == (304, b"")


def test_a_short_answer_stays_as_it_is(client):
    assert "Content-Encoding" not in client.get("/healthz", headers=WANTED).headers


def test_the_head_of_a_page_alone_is_sent_without_one(client):
    answer = client.head("/photos", headers=WANTED)
    assert (answer.status_code, answer.data) == (200, b"")
    assert "Content-Encoding" not in answer.headers


def test_a_stream_of_events_is_packed_for_its_own_site_alone(photos, lessons, monkeypatch):
    monkeypatch.setattr(stream, "MOST_LOOKS", 1)
    client = create_app(Context(photos, lessons, FakeTable())).test_client()
    assert client.get("/api/events", headers=WANTED).headers["Content-Encoding"] == "gzip"
    elsewhere = client.get("/api/events", headers={**WANTED, "Sec-Fetch-Site": "cross-site"})
    assert "Content-Encoding" not in elsewhere.headers
    assert elsewhere.text.startswith("retry:")
