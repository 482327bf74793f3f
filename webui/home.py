"""The first page: what one can do here, and where other phones find it."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from webui.access.invitation import invitation
from webui.access.languages import language
from webui.access.requests import flashed
from webui.access.roles import may_open, needs
from webui.context import context
from webui.live.page import show_table

blueprint = Blueprint("dashboard", __name__)

PAPER = "#f5f1e8"
"""What the pages are written on by day, as ``base.css`` has it."""
ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
    ("icon-maskable-512.png", "512x512", "image/png", "maskable"),
)
"""File, size, type and purpose of what stands on a phone's home screen."""


@blueprint.get("/")
def home() -> ResponseReturnValue:
    """Show the live table, where its final scoring is walked through that, else photographs."""
    table = context().table
    if table is None:
        return show_photos()
    return redirect(url_for("walking.show")) if table.snapshot().walked else show_table(flashed())


@blueprint.get("/photos")
def show_photos() -> ResponseReturnValue:
    """Show what can be done with photographs; those that were scored are for players."""
    here = context()
    return render_template(
        "home.html",
        tickets=here.photos.tickets() if may_open("photos.show") else (),
        lessons=here.prints.lessons(),
        games=here.games,
        **invitation(),
    )


@blueprint.get("/manifest.webmanifest")
@needs("stranger")
def manifest() -> ResponseReturnValue:
    """Say how a phone puts the page on its home screen.

    Source:
        W3C Web Application Manifest.
    """
    said = {
        "id": "/",
        "name": "tablekeeper",
        "short_name": "tablekeeper",
        "description": _("Keeps the score of board games: whose turn it is, every sum and who has won."),
        "lang": language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            {"src": url_for("static", filename=name), "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind, purpose in ICONS
        ],
    }
    return said, {"Content-Type": "application/manifest+json"}


@blueprint.get("/healthz")
@needs("stranger")
def health() -> ResponseReturnValue:
    """Say that the pages answer, and that what is confirmed would be kept, or why not."""
    table = context().table
    says = table.trouble() if table else ""
    return ({"status": "trouble", "says": says}, 503) if says else {"status": "ok"}
