"""The stream of events: what a phone that follows the table is sent, and when it ends."""

import json

from webui import events


def test_each_version_is_one_event_with_its_number(desk):
    stream = events.follow(desk, -1, lambda: False)
    assert next(stream).startswith("retry:")
    first = next(stream)
    desk.propose(face="N")
    second = next(stream)
    assert first.startswith(f"id: {desk.now.version - 1}\n")
    assert second.startswith(f"id: {desk.now.version}\n")
    table = json.loads(second.split("data: ")[1])
    assert table["proposal"]["says"] == desk.now.proposal
    assert "picture" not in table


def test_a_phone_that_comes_back_gets_only_what_is_newer(desk, monkeypatch):
    monkeypatch.setattr(events, "LOOK_S", 0.001)
    stream = events.follow(desk, desk.now.version, lambda: False)
    assert [next(stream)[:1] for _ in range(2)] == ["r", ":"]
    desk.propose(face="N")
    assert next(stream).startswith(f"id: {desk.now.version}\n")


def test_a_version_from_before_a_restart_counts_as_none(desk):
    stream = events.follow(desk, 1_000_000, lambda: False)
    next(stream)
    assert next(stream).startswith(f"id: {desk.now.version}\n")


def test_a_stream_ends_when_nobody_listens_and_after_its_time(desk, monkeypatch):
    monkeypatch.setattr(events, "LOOK_S", 0.001)
    assert len(list(events.follow(desk, desk.now.version, lambda: True))) == 1
    heartbeats = events.MOST_LOOKS // events.HEARTBEAT_LOOKS
    assert len(list(events.follow(desk, desk.now.version, lambda: False))) == 1 + heartbeats


def test_last_event_id_is_honoured(live_client, desk, monkeypatch):
    monkeypatch.setattr(events, "LOOK_S", 0.001)
    monkeypatch.setattr(events, "MOST_LOOKS", 3)
    for sent, told in ((None, 1), (str(desk.now.version), 0), ("nonsense", 1), ("²", 1)):
        headers = {"Last-Event-ID": sent} if sent and sent.isascii() else {}
        text = live_client.get("/api/events", headers=headers).text
        assert text.count("id: ") == told, sent


def test_too_many_streams_are_refused_and_a_closed_one_makes_room(live_client, monkeypatch):
    open_ones = [live_client.get("/api/events", buffered=False) for _ in range(events.MAX_STREAMS)]
    refused = live_client.get("/api/events")
    assert refused.status_code == 503
    assert refused.json["error"] == events.FULL
    open_ones.pop().close()
    monkeypatch.setattr(events, "MOST_LOOKS", 1)
    assert live_client.get("/api/events").status_code == 200
    for answer in open_ones:
        answer.close()
