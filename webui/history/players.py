"""Those who have played: called otherwise, merged, hidden."""

from collections.abc import Callable

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from msgspec import to_builtins

from scoring.referee.contracts.players import PlayersDesk
from scoring.referee.contracts.refusals import NotHereError, RefusedError
from scoring.sentence import marked
from webui.access.requests import cleaned, flashed, sent_json, wants_page
from webui.access.roles import needs
from webui.context import players_desk
from webui.render.answers import status_of

blueprint = Blueprint("players", __name__)

PLAYERS_FORMAT = "tablekeeper.players/1"
NO_TEXT = marked("Send the names as texts.")
NO_CHOICE = "Send hidden as true or false."


@blueprint.get("/players")
def show() -> ResponseReturnValue:
    """List those who have played."""
    return _page(done=flashed())


def _page(says: str = "", done: str = "") -> str:
    return render_template("history/players.html", players=players_desk().players(), says=says, done=done)


@blueprint.get("/api/players")
def list_players() -> ResponseReturnValue:
    """Give the same as JSON."""
    return {"format": PLAYERS_FORMAT, "players": to_builtins(players_desk().players())}


@blueprint.post("/api/players/rename")
@needs("host")
def rename() -> ResponseReturnValue:
    """Call a player otherwise, in every game."""
    old, new = _text("player"), _text("name")
    return _do(lambda desk: desk.rename(old, new), _("%(old)s is called %(new)s now.", old=old, new=new))


@blueprint.post("/api/players/merge")
@needs("host")
def merge() -> ResponseReturnValue:
    """Take two players for one."""
    each, other = _text("player"), _text("into")
    says = _("%(one)s and %(other)s are one player now.", one=each, other=other)
    return _do(lambda desk: desk.merge(each, other), says)


@blueprint.post("/api/players/separate")
@needs("host")
def separate() -> ResponseReturnValue:
    """Take one of a player's other names for another person again."""
    each, other = _text("player"), _text("name")
    says = _("%(one)s and %(other)s are two players again.", one=each, other=other)
    return _do(lambda desk: desk.separate(each, other), says)


@blueprint.post("/api/players/hide")
@needs("host")
def hide() -> ResponseReturnValue:
    """Leave a player out of suggestions and statistics, or no more."""
    hidden = sent_json().get("hidden") if request.is_json else request.form.get("hidden") == "true"
    if not isinstance(hidden, bool):
        abort(400, NO_CHOICE)
    name = _text("player")
    says = _("%(name)s is hidden now.", name=name) if hidden else _("%(name)s is shown again.", name=name)
    return _do(lambda desk: desk.hide(name, hidden), says)


def _text(field: str) -> str:
    sent = (sent_json() if request.is_json else request.form).get(field)
    if not isinstance(sent, str):
        abort(400, NO_TEXT)
    return cleaned(sent)


def _do(change: Callable[[PlayersDesk], None], says: str) -> ResponseReturnValue:
    """Change something, and show how the players are then, with what has been done in a sentence."""
    try:
        change(players_desk())
    except (NotHereError, RefusedError) as error:
        if not wants_page():
            raise
        return _page(error.says), status_of(error)
    if not wants_page():
        return list_players()
    flash(says)
    return redirect(url_for("players.show"), 303)
