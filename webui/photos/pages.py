"""Taking a photograph in, watching it being read, and the table it shows."""

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scoring.referee.contracts.photos import Ticket
from scoring.referee.contracts.refusals import BadPhotoError, BadPrintsError, BusyError, RefusedError
from scoring.referee.contracts.table import say_unread
from webui.access.roles import needs
from webui.access.uploads import PHOTO_BYTES, takes
from webui.context import context
from webui.photos.tables import read_table
from webui.render.answers import send_picture, status_of

CHOSEN = "prints"
"""In the session: by which prints this phone last had a photograph read, for each game."""
blueprint = Blueprint("photos", __name__, url_prefix="/photos")


@blueprint.get("/new")
@needs("player")
def new() -> ResponseReturnValue:
    """Ask for a photograph."""
    return _form(request.args.get("game", ""), request.args.get("prints"))


@blueprint.post("")
@needs("player")
@takes(PHOTO_BYTES)
def submit() -> ResponseReturnValue:
    """Take a photograph in, or one that is here already as another game's."""
    game, prints = request.form.get("game", ""), request.form.get("prints", "")
    files = [file for file in request.files.getlist("photo") if file.filename]
    again = request.form.get("photo_of", "")
    if not files and not again:
        return _form(game, prints, _("No picture has arrived. Take one or choose one, then send it.")), 422
    if game not in context().readable:
        return _unread(game)
    try:
        image = context().photos.photo(again) if again else files[0].read()
        id = context().photos.submit(image, game, prints)
    except (BadPhotoError, BadPrintsError, BusyError) as error:
        return _form(game, prints, error.says), status_of(error)
    session[CHOSEN] = {**session.get(CHOSEN, {}), game: prints}
    return redirect(url_for("photos.show", id=id), 303)


@blueprint.post("/table")
@needs("player")
def take() -> ResponseReturnValue:
    """Take a photograph of the table through its own camera."""
    game, prints = request.form.get("game", ""), request.form.get("prints", "")
    camera = context().camera
    if camera is None:
        abort(404)
    if game not in context().readable:
        return _unread(game)
    try:
        id = context().photos.submit(camera.still(), game, prints)
    except (BadPrintsError, RefusedError, BusyError) as error:
        return _form(game, prints, error.says), status_of(error)
    return redirect(url_for("photos.show", id=id), 303)


def _unread(game: str) -> ResponseReturnValue:
    """Say that nothing reads the table of a game; one that is unknown is not there at all."""
    if game not in context().games:
        abort(404)
    return _form(game, None), 422


def _form(game: str, prints: str | None, says: str = "") -> str:
    here = context()
    games, played = here.readable, here.table.snapshot().rules if here.table else ""
    if not says and game in here.games and game not in games:
        says = say_unread(here.games[game].info.title)
    game = next(name for name in (game, played, min(games)) if name in games)
    sets = here.prints.print_sets(game)
    prints = session.get(CHOSEN, {}).get(game) if prints is None else prints
    return render_template(
        "photos/photo_new.html", games=games, game=game, sets=sets, prints=prints, says=says
    )


@blueprint.get("/<id>")
@needs("player")
def show(id: str) -> ResponseReturnValue:
    """Show a photograph's progress or, once read, its table."""
    ticket = context().photos.ticket(id)
    if ticket.state != "read":
        games = context().readable.items()
        others = {name: rules.info.title for name, rules in games if name != ticket.game}
        return render_template("photos/photo_wait.html", ticket=ticket, others=others)
    shown = read_table(id)
    return ("", 204) if shown.is_known else show_board(ticket, **shown.page())


def show_board(ticket: Ticket, **shown: object) -> str:
    """Show the board of a photograph that has been read."""
    return render_template("live/board.html", ticket=ticket, **shown)


@blueprint.get("/<id>/photo.jpg")
@needs("player")
def photo(id: str) -> ResponseReturnValue:
    """Give the photograph itself."""
    return send_picture(context().photos.photo(id))


@blueprint.post("/<id>/remove")
@needs("host")
def remove(id: str) -> ResponseReturnValue:
    """Throw a photograph away."""
    context().photos.remove(id)
    return redirect(url_for("dashboard.home"), 303)
