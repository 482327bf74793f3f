"""The next game of the same players by the same rules: whoever sat next to the beginner begins."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from scoring.referee.contracts.refusals import DeskError, RefusedError
from scoring.referee.contracts.table import NewGame
from scoring.sentence import marked
from webui.access.requests import wants_page
from webui.access.roles import needs
from webui.context import context, history, live_table
from webui.live.new_game import check

blueprint = Blueprint("rematch", __name__)

PAINTED = marked("The demo plays by itself. Begin your own game at your own table.")


@blueprint.post("/games/<id>/rematch")
@blueprint.post("/api/games/<id>/rematch")
@needs("host")
def begin(id: str) -> ResponseReturnValue:
    """Begin the next game."""
    desk, new = live_table(), _next(id)
    try:
        if context().is_demo:
            raise RefusedError(PAINTED)
        check(context().games[new.game].info, new)
        desk.start(new)
    except DeskError as error:
        if wants_page():
            return render_template("error.html", status=422, says=error.says), 422
        return {"error": error.says}, 422
    if wants_page():
        return redirect(url_for("dashboard.home"), 303)
    return {"version": desk.snapshot().version}, 201


def _next(id: str) -> NewGame:
    """Give the next game, with the prints that the last one taught; without any where they are gone."""
    new, now = history().again(id), live_table().snapshot()
    if now.game == id and now.taught.prints:
        new = replace(new, prints=now.taught.prints)
    known = {each.name for each in context().prints.print_sets(new.game)}
    return new if new.prints in known else replace(new, prints="")
