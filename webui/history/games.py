"""The games that were played: listed, looked at turn by turn, written about, handed out, deleted."""

from datetime import UTC, datetime
from typing import get_args

import msgspec
from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scoring.picture import Picture
from scoring.referee.contracts.games import Form, Record
from scoring.referee.contracts.refusals import RefusedError
from scoring.sentence import marked, written
from scoring.spots import is_tile
from webui.access.requests import cleaned, sent_json, wants_page
from webui.access.roles import may_open, needs, seat
from webui.context import history, table_now
from webui.history.sheet import balances_of, sheet_page
from webui.live.boards import cropped, ordered, part_named
from webui.render.answers import send_picture
from webui.render.drawing import frame, only_to_look_at

blueprint = Blueprint("games", __name__)

HISTORY_FORMAT = "tablekeeper.history/1"

MAX_PLACE, MAX_NOTES = 60, 2000
NO_NOTE = marked("Send place and notes as texts.")
NO_DATE = marked("Send the date as 2026-11-27 20:15:00.")


@blueprint.app_template_filter("taken")
def say_taken(taken_s: float) -> str:
    """Say how long something took, to the minute."""
    hours, minutes = divmod(max(1, round(taken_s / 60)), 60)
    if hours:
        return str(_("%(hours)s h %(minutes)s min", hours=hours, minutes=minutes))
    return str(_("%(minutes)s min", minutes=minutes))


@blueprint.get("/games")
def show_all() -> ResponseReturnValue:
    """List the games, the newest first."""
    return render_template("history/games.html", games=history().games())


@blueprint.get("/games/<id>")
def show(id: str) -> ResponseReturnValue:
    """Show one game: who won, every sum, and what can be done with it."""
    try:
        record = history().record(id)
    except RefusedError as error:
        return render_template("history/game.html", id=id, says=error.says)
    return _page(record)


def _page(record: Record, says: str = "") -> str:
    id = record.about.game
    link = history().bgstats_link(id) if record.about.ended else ""
    return render_template(
        "history/game.html",
        id=id,
        says=says,
        link=link,
        forms=get_args(Form),
        is_played=_is_played(id),
        **sheet_page(record),
    )


def _is_played(id: str) -> bool:
    """Tell whether a game is the one on the table, and goes on there."""
    now = table_now()
    return now is not None and now.game == id and now.phase != "ended"


@blueprint.get("/games/<id>/replay")
def replay(id: str) -> ResponseReturnValue:
    """Show the board after one of the turns, with the photograph of it where there is one, then the end."""
    desk = history()
    record = desk.record(id)
    step = min(max(request.args.get("step", record.steps, type=int), 0), record.steps)
    is_final = step > len(record.turns)
    turn = record.turns[step - 1] if step and not is_final else None
    picture, asked = _picture(id, step), request.args.get("board")
    part = part_named(picture, asked) if asked is not None else None
    return render_template(
        "history/replay.html",
        record=record,
        step=step,
        is_final=is_final,
        turn=turn,
        lines=record.final if is_final else turn.lines if turn else (),
        standing=record.standing_after(step),
        balances=balances_of(record.about.players) if is_final else turn.balances if turn else {},
        picture=cropped(picture, part) if part else picture,
        parts=ordered(picture, seat()),
        part=part,
        has_photo=may_open("games.photo") and not is_final and desk.has_photo(id, step),
    )


def _picture(id: str, step: int) -> Picture:
    """Draw the board after a turn, with a frame around the tile that came with it."""
    picture = history().picture(id, step)
    before = history().picture(id, step - 1) if step else picture
    return only_to_look_at(frame(picture, _spots(picture) - _spots(before)))


def _spots(picture: Picture) -> frozenset[str]:
    return frozenset(placed.spot for placed in picture.placed if is_tile(placed.spot))


@blueprint.get("/games/<id>/<int:turns>.jpg")
@needs("player")
def photo(id: str, turns: int) -> ResponseReturnValue:
    """Give the photograph of the table after so many turns."""
    return send_picture(history().photo(id, turns))


@blueprint.get("/games/<id>/export/<form>")
def export(id: str, form: Form) -> ResponseReturnValue:
    """Hand a game out as a file."""
    if form not in get_args(Form):
        abort(404)
    handout = history().hand_out(id, form, _asked_date())
    header = {"Content-Disposition": f'attachment; filename="{handout.name}"'}
    return Response(handout.data, mimetype=handout.mimetype, headers=header)


def _asked_date() -> str:
    """Give the date by the clock of the phone that asks, of UTC; empty where it says none."""
    sent = request.args.get("date", "")
    if not sent:
        return ""
    try:
        date = datetime.fromisoformat(sent)
        date = date.astimezone(UTC) if date.tzinfo else date
    except (ValueError, OverflowError):
        abort(400, NO_DATE)
    return f"{date:%Y-%m-%d %H:%M:%S}"


@blueprint.post("/games/<id>/note")
@blueprint.post("/api/games/<id>/note")
@needs("player")
def note(id: str) -> ResponseReturnValue:
    """Keep where a game was played, and what else there is to say about it."""
    sent = sent_json() if request.is_json else request.form
    place, notes = sent.get("place", ""), sent.get("notes", "")
    if not isinstance(place, str) or not isinstance(notes, str):
        abort(400, NO_NOTE)
    history().note(id, cleaned(place, MAX_PLACE), _written(notes))
    if wants_page():
        return redirect(url_for("games.show", id=id, _anchor="note"), 303)
    return {"game": msgspec.to_builtins(history().record(id).about, enc_hook=written)}


def _written(notes: str) -> str:
    """Give notes line by line, without what nobody can read."""
    lines = ("".join(letter for letter in line if letter.isprintable()) for line in notes.splitlines())
    return "\n".join(line.rstrip() for line in lines).strip()[:MAX_NOTES]


@blueprint.post("/games/<id>/remove")
@needs("host")
def remove(id: str) -> ResponseReturnValue:
    """Delete a game and its recordings."""
    try:
        history().remove(id)
    except RefusedError as error:
        return _page(history().record(id), error.says), 422
    return redirect(url_for("games.show_all"), 303)


@blueprint.get("/api/games")
def list_games() -> ResponseReturnValue:
    """List the games as tablekeeper history does."""
    return {"format": HISTORY_FORMAT, "games": msgspec.to_builtins(history().games(), enc_hook=written)}


@blueprint.get("/api/games/<id>")
def document(id: str) -> ResponseReturnValue:
    """Give a game's document."""
    handout = history().hand_out(id, "json")
    return Response(handout.data, mimetype=handout.mimetype)
