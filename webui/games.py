"""The games that were played: listed, looked at turn by turn, handed out, deleted."""

from datetime import datetime
from typing import get_args

import msgspec
from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date, format_decimal

from scoring.picture import Picture
from webui.charts import draw_lines, draw_mark
from webui.context import context, history
from webui.desk import NotHereError, RefusedError
from webui.drawing import frame, only_to_look_at
from webui.photos import send_picture
from webui.records import Form, Record
from webui.roles import needs
from webui.sheet import sheet_page
from webui.statistics import tally

blueprint = Blueprint("games", __name__)

HISTORY_FORMAT = "tablekeeper.history/1"

blueprint.app_template_global("draw_lines")(draw_lines)
blueprint.app_template_global("draw_mark")(draw_mark)


@blueprint.app_template_filter("day")
def say_day(at_s: float) -> str:
    """Say on which day something was, by the clock of the table's own machine."""
    return str(format_date(datetime.fromtimestamp(at_s).astimezone().date(), "medium"))


@blueprint.app_template_filter("decimal")
def say_decimal(value: float) -> str:
    """Say a number to one place behind the point."""
    return str(format_decimal(round(value, 1)))


@blueprint.get("/games")
def show_all() -> ResponseReturnValue:
    """List the games, the newest first."""
    return render_template("games.html", games=history().games())


@blueprint.get("/games/<id>")
def show(id: str) -> ResponseReturnValue:
    """Show one game: who won, every sum, and what can be done with it."""
    try:
        record = history().record(id)
    except RefusedError as error:
        return render_template("game.html", id=id, says=error.says)
    return _page(record)


def _page(record: Record, says: str = "") -> str:
    id = record.about.game
    link = history().bgstats_link(id) if record.about.ended else ""
    return render_template(
        "game.html",
        id=id,
        says=says,
        link=link,
        forms=get_args(Form),
        is_played=_is_played(id),
        **sheet_page(record),
    )


def _is_played(id: str) -> bool:
    """Tell whether a game is the one on the table, and goes on there."""
    table = context().table
    now = table.snapshot() if table else None
    return now is not None and now.game == id and now.phase != "ended"


@blueprint.get("/games/<id>/replay")
def replay(id: str) -> ResponseReturnValue:
    """Show the board after one of the turns, with the photograph of it where there is one."""
    desk = history()
    record = desk.record(id)
    step = min(max(request.args.get("step", len(record.turns), type=int), 0), len(record.turns))
    return render_template(
        "replay.html",
        record=record,
        step=step,
        turn=record.turns[step - 1] if step else None,
        points=record.points_after(step),
        picture=_picture(id, step),
        has_photo=desk.has_photo(id, step),
    )


def _picture(id: str, step: int) -> Picture:
    """Draw the board after a turn, with a frame around the tile that came with it."""
    picture = history().picture(id, step)
    before = history().picture(id, step - 1) if step else picture
    return only_to_look_at(frame(picture, _spots(picture) - _spots(before)))


def _spots(picture: Picture) -> frozenset[str]:
    return frozenset(placed.spot for placed in picture.placed if placed.spot.startswith("tile:"))


@blueprint.get("/games/<id>/<int:turns>.jpg")
def photo(id: str, turns: int) -> ResponseReturnValue:
    """Give the photograph of the table after so many turns."""
    return send_picture(history().photo(id, turns))


@blueprint.get("/games/<id>/export/<form>")
def export(id: str, form: Form) -> ResponseReturnValue:
    """Hand a game out as a file."""
    if form not in get_args(Form):
        abort(404)
    handout = history().hand_out(id, form)
    header = {"Content-Disposition": f'attachment; filename="{handout.name}"'}
    return Response(handout.data, mimetype=handout.mimetype, headers=header)


@blueprint.post("/games/<id>/remove")
@needs("host")
def remove(id: str) -> ResponseReturnValue:
    """Delete a game and its recordings."""
    try:
        history().remove(id)
    except RefusedError as error:
        return _page(history().record(id), error.says), 422
    return redirect(url_for("games.show_all"), 303)


@blueprint.get("/statistics")
def statistics() -> ResponseReturnValue:
    """Show what the games that were played to their end add up to."""
    return render_template("statistics.html", counted=tally(_ended(), request.args.get("player", "")))


def _ended() -> list[Record]:
    """Give the games that have ended and can be read, the oldest first."""
    desk, records = history(), []
    for played in reversed(desk.games()):
        try:
            records += [desk.record(played.game)] if played.ended else []
        except (RefusedError, NotHereError):
            continue  # it was deleted or damaged just now
    return records


@blueprint.get("/api/games")
def list_games() -> ResponseReturnValue:
    """List the games as tablekeeper history does."""
    return {"format": HISTORY_FORMAT, "games": msgspec.to_builtins(history().games())}


@blueprint.get("/api/games/<id>")
def document(id: str) -> ResponseReturnValue:
    """Give a game's document."""
    handout = history().hand_out(id, "json")
    return Response(handout.data, mimetype=handout.mimetype)
