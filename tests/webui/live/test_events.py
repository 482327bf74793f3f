"""The streams of events: what a phone that follows the table is sent, and when it ends."""

import json
import re
import zlib

from webui.live import stream as events
from webui.render.compression import as_it_is


def told(desk, seen, is_gone):
    return events.follow(
        desk.wait, seen, is_gone, lambda now, seal: seal(events.write_event(now)), as_it_is, events.COMMENT
    )


def test_each_version_is_one_event_with_its_number(desk):
    stream = told(desk, -1, lambda: False)
    assert next(stream).startswith(b"retry:")
    first = next(stream)
    desk.propose(face="N")
    second = next(stream)
    assert first.startswith(b"id: %d\n" % (desk.now.version - 1))
    assert second.startswith(b"id: %d\n" % desk.now.version)
    table = json.loads(second.split(b"data: ")[1])
    assert table["proposal"]["says"] == desk.now.proposal
    assert "picture" not in table


def test_a_phone_that_comes_back_gets_only_what_is_newer(desk, monkeypatch):
    monkeypatch.setattr(events, "LOOK_S", 0.001)
    stream = told(desk, desk.now.version, lambda: False)
    assert [next(filter(None, stream))[:1] for _ in range(2)] == [b"r", b":"]
    desk.propose(face="N")
    assert next(stream).startswith(b"id: %d\n" % desk.now.version)


def test_a_version_from_before_a_restart_counts_as_none(desk):
    stream = told(desk, 1_000_000, lambda: False)
    next(stream)
    assert next(stream).startswith(b"id: %d\n" % desk.now.version)


def test_a_stream_ends_when_nobody_listens_and_after_its_time(desk, monkeypatch):
    monkeypatch.setattr(events, "LOOK_S", 0.001)
    assert len(list(told(desk, desk.now.version, lambda: True))) == 1
    heartbeats = events.MOST_LOOKS // events.HEARTBEAT_LOOKS
    assert len([*filter(None, told(desk, desk.now.version, lambda: False))]) == 1 + heartbeats


def test_last_event_id_is_honoured(live_client, desk, monkeypatch):
    monkeypatch.setattr(events, "LOOK_S", 0.001)
    monkeypatch.setattr(events, "MOST_LOOKS", 3)
    for sent, told in ((None, 1), (str(desk.now.version), 0), ("nonsense", 1), ("²", 1)):
        headers = {"Last-Event-ID": sent} if sent and sent.isascii() else {}
        text = live_client.get("/api/events", headers=headers).text
        assert text.count("id: ") == told, sent


# --- the news of the page --------------------------------------------------------------------------


def news(client, **has):
    """Open a phone's stream of news and give its events' numbers and pages."""
    stream = client.get("/news", query_string=has).iter_encoded()
    for event in stream:
        number, *lines = event.decode().rstrip("\n").split("\n")
        if number.startswith("id: "):
            yield number[4:], "\n".join(line.removeprefix("data: ") for line in lines)


def test_what_is_new_comes_as_the_main_part_of_the_page_without_anybodys_token(live_client, desk):
    stream = news(live_client)
    next(stream)
    desk.publish(says="A hand is in view.")
    number, page = next(stream)
    assert number == str(desk.now.version)
    assert f'data-version="{desk.now.version}"' in page
    assert "A hand is in view." in page
    assert "<html" not in page
    assert set(re.findall(r'name="form_token" value="([^"]*)"', page)) == {""}


def test_the_news_hold_the_drawing_of_the_board_only_where_it_has_changed(live_client, desk):
    stream = news(live_client, picture=live_client.get("/api/table").json["picture_name"])
    assert "Tile E, " not in next(stream)[1]
    desk.propose(face="N")
    assert "Tile N, " in next(stream)[1]
    desk.publish(says="A hand is in view.")
    assert "Tile N, " not in next(stream)[1]


def test_a_page_is_sent_nothing_that_it_shows_already(live_client, desk, monkeypatch):
    monkeypatch.setattr(events, "LOOK_S", 0.001)
    monkeypatch.setattr(events, "MOST_LOOKS", 3)
    assert list(news(live_client, since=desk.now.version)) == []


def test_where_the_phone_can_unpack_each_event_is_packed_and_there_at_once(live_client, desk):
    with live_client.get("/news", headers={"Accept-Encoding": "gzip"}) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        unpack, parts = zlib.decompressobj(16 + zlib.MAX_WBITS), answer.iter_encoded()
        assert unpack.decompress(next(parts)) == b""
        assert unpack.decompress(next(parts)) == b"retry: 1000\n\n"
        for _ in range(2):
            part = next(parts)
            page = unpack.decompress(part).decode()
            assert page.startswith(f"id: {desk.now.version}\ndata: ")
            assert page.endswith("</main>\n\n")
            assert 3 * len(part) < len(page)
            desk.propose(face="N")


def test_a_page_of_the_live_table_is_sent_elsewhere_once_the_final_scoring_is_walked_through(
    live_client, desk
):
    stream = news(live_client)
    next(stream)
    desk.publish(phase="ended", walked=1)
    assert next(stream)[1] == "<main></main>"


def test_phones_in_one_language_are_sent_the_same_news_made_once(live_app, desk, monkeypatch):
    made = []
    monkeypatch.setattr("webui.live.page._news", lambda *asked: made.append(asked) or "<main></main>")
    streams = [news(live_app.test_client()) for _ in range(3)]
    assert len({next(stream) for stream in streams}) == 1
    assert len(made) == 1
