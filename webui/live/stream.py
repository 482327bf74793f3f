"""The live table as JSON: as it is now, and a stream of events for whoever follows it."""

import re
from collections.abc import Callable, Iterator
from itertools import chain

import msgspec
from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from scoring.documents.values import Written
from scoring.game import Question
from scoring.referee.contracts.snapshot import Snapshot
from scoring.sentence import written
from scoring.sheet import line_document
from webui.access.roles import still_watches
from webui.context import context, live_table
from webui.render.compression import STREAM_HEAD, Seal, as_it_is, packed, takes_packed
from webui.render.drawing import name_of_picture
from webui.server import GONE, PACE

blueprint = Blueprint("events", __name__, url_prefix="/api")

LOOK_S = 1.0
"""How long a stream waits for news before it looks whether its phone is still there."""
HEARTBEAT_LOOKS = 15
COMMENT = ": nothing new\n\n"
"""Sent now and then where nothing is new, so that whoever is gone is noticed."""
BEAT = "event: beat\ndata: nothing new\n\n"
"""The same to a page, which hears no comments: without any it has lost its network and was not told."""
MOST_LOOKS = 300
"""Then a stream ends and its phone opens another, so that one that fell asleep does not hold it for good."""

FULL = "Too many phones follow the table at once; this one looks every few seconds."


@blueprint.get("/table")
def table() -> ResponseReturnValue:
    """Give the table as it is now."""
    now = live_table().snapshot()
    return Response(
        context().shared.get(now, "table", lambda: _with_picture(now)), mimetype="application/json"
    )


def _with_picture(now: Snapshot) -> bytes:
    return msgspec.json.encode({**table_document(now), "picture": now.picture}, enc_hook=written)


@blueprint.get("/events")
def events() -> ResponseReturnValue:
    """Send the table, without its picture, whenever it has changed."""
    shared = context().shared

    def write(now: Snapshot, seal: Seal) -> bytes:
        return shared.get(now, ("document", seal), lambda: seal(write_event(now)))

    return stream(write, COMMENT)


def stream(write: Callable[[Snapshot, Seal], bytes], beat: str) -> ResponseReturnValue:
    """Answer with a stream of events, or with 503 where too many are open; see ``follow``."""
    desk, pace = live_table(), request.environ.get(PACE)
    if pace and not pace(desk.listen, LOOK_S):
        return {"error": FULL}, 503, {"Retry-After": "5"}
    is_gone, may_watch = request.environ.get(GONE, lambda: False), still_watches()
    seal = packed if takes_packed() else as_it_is
    wait = (lambda _seen, _s: desk.snapshot()) if pace else desk.wait
    told = follow(wait, _last_version(), lambda: is_gone() or not may_watch(), write, seal, beat)
    head = [STREAM_HEAD] if seal is packed else []
    answer = Response(chain(head, told), mimetype="text/event-stream")
    answer.vary.add("Accept-Encoding")
    if head:
        answer.headers["Content-Encoding"] = "gzip"
    return answer


def _last_version() -> int:
    """Give the version the phone has seen; -1 where it has seen none."""
    sent = request.headers.get("Last-Event-ID") or request.args.get("since", "")
    return int(sent) if re.fullmatch(r"[0-9]{1,15}", sent) else -1


def write_event(now: Snapshot) -> str:
    """Write a version as an event."""
    return as_event(now, msgspec.json.encode(table_document(now), enc_hook=written).decode())


def as_event(now: Snapshot, data: str) -> str:
    """Send something about a version; HTML Living Standard, 9.2 Server-sent events."""
    lines = "\ndata: ".join(data.splitlines())
    return f"id: {now.version}\ndata: {lines}\n\n"


def follow(
    wait: Callable[[int, float], Snapshot],
    seen: int,
    is_gone: Callable[[], bool],
    write: Callable[[Snapshot, Seal], bytes],
    seal: Seal,
    beat: str,
) -> Iterator[bytes]:
    """Send each new version as an event, and a heartbeat now and then while nothing happens.

    Nothing new is an empty part: whoever sends the parts can wait there instead.

    Args:
        wait: Gives the table once it has changed, or after a while; see ``TableDesk.wait``.
        seen: The last version the phone knows; one from before a restart counts as none.
        is_gone: Tells whether nobody is listening any more.
        write: Writes a version as an event.
        seal: Makes bytes of what is sent.
        beat: What is sent now and then.
    """
    yield seal("retry: 1000\n\n")
    seen = seen if seen <= wait(-1, 0).version else -1
    quiet = 0
    for _ in range(MOST_LOOKS):
        now = wait(seen, LOOK_S)
        if is_gone():
            return
        if now.version != seen:
            yield write(now, seal)
            seen, quiet = now.version, 0
            continue
        quiet += 1
        yield b"" if quiet % HEARTBEAT_LOOKS else seal(beat)


def table_document(now: Snapshot) -> Written:
    """Write the table as a document, with its picture named only."""
    points = {seat.colour: seat.points for seat in now.seats}
    winners = [seat.colour for seat in now.seats if seat.won]
    balances = {
        each.name: {seat.colour: seat.balances[each.name] for seat in now.seats if each.name in seat.balances}
        for each in now.currencies
    }
    return {
        "format": "tablekeeper.table/1",
        "version": now.version,
        "state": now.phase,
        "says": now.says,
        "game": now.game,
        "title": now.title,
        "camera": now.camera,
        "turn": next((seat.colour for seat in now.seats if seat.has_turn), None),
        "asked": now.asked,
        "closing": now.closing,
        "left_out": now.left_out,
        "turns": now.moves,
        "walked": now.walked,
        "players": [{"name": seat.name, "colour": seat.colour} for seat in now.seats],
        "proposal": _proposal(now),
        "questions": [_question(question) for question in now.questions],
        "give_back": msgspec.to_builtins(now.give_back, enc_hook=written),
        "remarks": msgspec.to_builtins(now.remarks, enc_hook=written),
        "sheet": {
            "points": points,
            "standing": {seat.colour: seat.standing for seat in now.seats},
            **balances,
            "lines": [line_document(line) for line in now.lines],
            "winners": winners,
        },
        "box": now.box,
        "tracks": msgspec.to_builtins(now.tracks, enc_hook=written),
        "moved": msgspec.to_builtins(now.moved, enc_hook=written),
        "log": now.log,
        "may": now.may,
        "hands_free": now.hands_free,
        "by_hand": now.by_hand,
        "more_lies": now.more_lies,
        "timing": msgspec.to_builtins(now.timing),
        "picture_name": name_of_picture(now.picture),
    }


def _proposal(now: Snapshot) -> Written | None:
    if not now.proposal:
        return None
    return {"says": now.proposal, "confidence": now.confidence, "others": now.others}


def _question(question: Question) -> Written:
    """Write a question without its drawings."""
    choices = [{"value": choice.value, "label": choice.label} for choice in question.choices]
    return {"name": question.name, "title": question.title, "choices": choices, "chosen": question.chosen}
