"""The web application: one factory, one blueprint a concern."""

from http import HTTPStatus

from flask import Flask, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException
from werkzeug.routing import IntegerConverter

from scoring.referee.contracts.refusals import DeskError
from scoring.sentence import listed, marked
from scoring.sheet import say_amount, say_count, say_number, say_sum, say_term
from webui import context, home
from webui import demo as showing
from webui.access import join, languages, roles, uploads
from webui.access.guard import guard, guard_forms
from webui.access.requests import wants_page
from webui.api import api
from webui.boxes import boards, prints
from webui.context import Context
from webui.history import games, players, sheet, statistics
from webui.live import commands, correction, entry, final_walk, lookup, new_game, rematch, screen, stream
from webui.live import page as live
from webui.machine import camera_check, diagnostics, network
from webui.photos import corrections, pages, playing_on, score
from webui.render import compression
from webui.render.answers import status_of
from webui.render.drawing import draw, mark_points, next_value, says_of, spot_link
from webui.render.sums import balances_at, name_of, say_markers, say_points

SENTENCES = {
    404: marked("There is nothing at this address. It may have been removed."),
    405: marked("This address cannot be used that way."),
    500: marked("Something went wrong inside the table. Nothing that was saved is lost; please try again."),
}
TEMPLATE_WORDS = {
    "draw": draw,
    "spot_link": spot_link,
    "says_of": says_of,
    "next_value": next_value,
    "say_count": say_count,
    "say_amount": say_amount,
    "say_number": say_number,
    "say_sum": say_sum,
    "say_term": say_term,
    "name_of": name_of,
    "name_at": languages.name_of,
    "mark_points": mark_points,
    "say_points": say_points,
    "say_markers": say_markers,
    "balances_at": balances_at,
    "listed": listed,
}
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
    boards,
    api,
    stream,
    join,
    diagnostics,
    network,
    showing,
)


class WholeNumber(IntegerConverter):
    """A number in an address; one of more digits is no page's."""

    regex = r"\d{1,9}"


def create_app(here: Context) -> Flask:
    """Build the pages over what they are handed."""
    app = Flask(__name__)
    app.url_map.converters["int"] = WholeNumber
    context.install(app, here)
    app.jinja_env.globals.update(
        is_painted=lambda: here.is_demo, has_players=lambda: here.players is not None
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        TEMPLATE_WORDS,
        has_page=has_page,
        has_table=lambda: here.table is not None,
        has_boards=lambda: bool(here.taught),
    )
    languages.install(app)
    app.jinja_env.filters["minutes"] = say_minutes
    guard(app, here.hosts)
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
    says = own_words or SENTENCES.get(status) or marked("This request could not be understood.")
    return _error(status, uploads.too_large() if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE else says)


def show_desk_error(error: DeskError) -> ResponseReturnValue:
    """Say what the desk refused."""
    return _error(status_of(error), error.says)


def _error(status: int, says: str) -> ResponseReturnValue:
    if request.path.startswith("/api/") and not wants_page():
        return {"error": says}, status
    back = languages.page_before() if request.method == "POST" else url_for("dashboard.home")
    return render_template("error.html", status=status, says=says, back=back), status
