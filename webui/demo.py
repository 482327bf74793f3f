"""The demo beside the players' own table: where it is shown, and how the host has it begin and end."""

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from webui.access.roles import needs
from webui.context import context

blueprint = Blueprint("showing", __name__)


@blueprint.post("/demo")
@needs("host")
def show() -> ResponseReturnValue:
    """Show the demo of a game, or end the one that is shown."""
    demo, game = context().demo, request.form.get("game", "")
    if demo and "close" in request.form:
        demo.close()
        return redirect(url_for("dashboard.home"), 303)
    if demo is None or game not in demo.games:
        abort(404)
    demo.show(game)
    return redirect(demo.address, 303)


@blueprint.get("/demo/screen")
def look_on() -> ResponseReturnValue:
    """Lead a television that has shown the demo to the players' own table."""
    return redirect(url_for("screen.show"))


@blueprint.get("/demo")
@blueprint.get("/demo/")
def look() -> ResponseReturnValue:
    """Lead to the demo, or home where it has ended."""
    demo = context().demo
    is_there = demo is not None and demo.is_shown
    return redirect(demo.address if demo and is_there else url_for("dashboard.home"))
