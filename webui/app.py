"""The web application: one factory, one blueprint a concern."""

from collections.abc import Callable, Collection, Mapping, Sequence

from flask import Flask, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException
from werkzeug.routing import IntegerConverter

from scoring import games as all_games
from scoring.referee.contracts.camera import CameraDesk
from scoring.referee.contracts.demo import DemoDesk
from scoring.referee.contracts.diagnostics import DiagnosticsDesk
from scoring.referee.contracts.games import GamesDesk
from scoring.referee.contracts.keys import Keys
from scoring.referee.contracts.photos import PhotoDesk
from scoring.referee.contracts.players import PlayersDesk
from scoring.referee.contracts.prints import PrintDesk
from scoring.referee.contracts.refusals import (
    BadPhotoError,
    BadPrintsError,
    BusyError,
    DeskError,
    NotHereError,
    RefusedError,
)
from scoring.referee.contracts.table import TableDesk
from scoring.roles import AnyRules
from scoring.sentence import listed, marked
from scoring.sheet import say_count, say_term
from webui import context, home
from webui import demo as showing
from webui.access import join, languages, roles, uploads
from webui.access.guard import guard, guard_forms
from webui.access.requests import wants_page
from webui.api import api
from webui.boxes import prints
from webui.context import Context
from webui.history import games, players, sheet, statistics
from webui.live import commands, correction, entry, final_walk, lookup, new_game, rematch, screen, stream
from webui.live import page as live
from webui.machine import camera_check, diagnostics
from webui.photos import corrections, pages, playing_on, score
from webui.render import compression
from webui.render.drawing import draw, mark_points, next_value, says_of, spot_link
from webui.render.sums import name_of, say_laps, say_points

SENTENCES = {
    404: marked("There is nothing at this address. It may have been removed."),
    405: marked("This address cannot be used that way."),
    413: marked("That is too large to send. A photograph may have up to 40 MB."),
    500: marked("Something went wrong inside the table. Nothing that was saved is lost; please try again."),
}
TEMPLATE_WORDS = {
    "draw": draw,
    "spot_link": spot_link,
    "says_of": says_of,
    "next_value": next_value,
    "say_count": say_count,
    "say_term": say_term,
    "name_of": name_of,
    "mark_points": mark_points,
    "say_points": say_points,
    "say_laps": say_laps,
    "listed": listed,
}
STATUS = {BadPhotoError: 422, BadPrintsError: 422, RefusedError: 422, BusyError: 503, NotHereError: 404}
BLUEPRINTS = (
    home,
    live,
    lookup,
    commands,
    correction,
    entry,
    new_game,
    camera_check,
    sheet,
    final_walk,
    screen,
    games,
    statistics,
    players,
    rematch,
    pages,
    playing_on,
    corrections,
    score,
    prints,
    api,
    stream,
    join,
    diagnostics,
    showing,
)


class WholeNumber(IntegerConverter):
    """A number in an address; one of more digits is no page's."""

    regex = r"\d{1,9}"


def create_app(  # noqa: PLR0913 - the composition hands its parts in by name
    photo_desk: PhotoDesk,
    print_desk: PrintDesk,
    table_desk: TableDesk | None = None,
    *,
    games: Mapping[str, AnyRules] | None = None,
    history: GamesDesk | None = None,
    camera_desk: CameraDesk | None = None,
    players_desk: PlayersDesk | None = None,
    names: Callable[[], Sequence[str]] = tuple,
    hosts: Collection[str] = (),
    address: str = "",
    local: str = "",
    keys: Keys | None = None,
    diagnostics_desk: DiagnosticsDesk | None = None,
    own: str = "",
    demo: DemoDesk | None = None,
) -> Flask:
    """Build the pages over a photo desk, a print desk and, where there is one, a live table.

    Args:
        photo_desk: Reads photographs.
        print_desk: Learns prints.
        table_desk: The table that is played at; without it, the pages score photographs only.
        games: The rules by name; without them, every game there is.
        history: The games that were played, where they are kept.
        camera_desk: The table's camera, for the page that checks it.
        players_desk: Those who have played, and what they are called.
        names: Lists who has played here, whoever played last first.
        hosts: What the machine is called; it answers to these, to IP addresses and a home network's names.
        address: Where phones find the table ("http://192.168.1.20:8000"), for the QR code; without
            it, the address that the page was asked under.
        local: The same by the machine's name ("http://tablekeeper.local:8000"), where it has one.
        keys: What makes a phone a player's or the host's; without them, this machine alone may act.
        diagnostics_desk: Says how the appliance is.
        own: Where the players' own table is, where this one is a painted one; the pages say so then.
        demo: Shows the demo beside this table.
    """
    app = Flask(__name__)
    app.url_map.converters["int"] = WholeNumber
    found = {name: all_games.load(name) for name in all_games.names()} if games is None else games
    address = address.rstrip("/")
    here = Context(
        photo_desk,
        print_desk,
        found,
        address,
        table_desk,
        history=history,
        camera=camera_desk,
        names=names,
        keys=keys,
        local=local,
        diagnostics=diagnostics_desk,
        players=players_desk,
        own=own,
        demo=demo,
        hosts=hosts,
    )
    context.install(app, here)
    app.jinja_env.globals.update(is_painted=lambda: bool(own), has_players=lambda: players_desk is not None)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(TEMPLATE_WORDS, has_page=has_page, has_table=lambda: table_desk is not None)
    languages.install(app)
    app.jinja_env.filters["minutes"] = say_minutes
    guard(app, hosts)
    compression.install(app)
    roles.install(app)
    uploads.install(app)
    guard_forms(app)
    for page in BLUEPRINTS:
        app.register_blueprint(page.blueprint)
    app.register_error_handler(HTTPException, show_http_error)
    app.register_error_handler(roles.RoleError, join.show_refusal)
    app.register_error_handler(DeskError, show_desk_error)
    return app


def has_page(endpoint: str) -> bool:
    """Tell whether there is a page to link to."""
    return endpoint in current_app.view_functions


def say_minutes(seconds: float) -> str:
    """Write a time as a clock shows it: "1:05", "1:02:05"."""
    minutes, rest_s = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest_s:02}" if hours else f"{minutes}:{rest_s:02}"


def show_http_error(error: HTTPException) -> ResponseReturnValue:
    """Say what went wrong in one sentence, never as a traceback."""
    status = error.code or 500
    own_words = error.description if status in (400, 403, 409) else None
    return _error(
        status, own_words or SENTENCES.get(status) or marked("This request could not be understood.")
    )


def show_desk_error(error: DeskError) -> ResponseReturnValue:
    """Say what the desk refused."""
    return _error(STATUS.get(type(error), 409), error.says)


def _error(status: int, says: str) -> ResponseReturnValue:
    if request.path.startswith("/api/") and not wants_page():
        return {"error": says}, status
    back = languages.page_before() if request.method == "POST" else url_for("dashboard.home")
    return render_template("error.html", status=status, says=says, back=back), status
