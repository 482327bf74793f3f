"""The first page: what one can do here, and where other phones find it."""

from io import BytesIO

import segno
from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from webui.context import context

blueprint = Blueprint("dashboard", __name__)


@blueprint.get("/")
def home() -> ResponseReturnValue:
    """Show the start page."""
    here = context()
    address = here.address or request.host_url.rstrip("/")
    return render_template(
        "home.html",
        tickets=here.photos.tickets(),
        lessons=here.prints.lessons(),
        games=here.games,
        address=address,
        code=draw_code(address),
    )


@blueprint.get("/healthz")
def health() -> ResponseReturnValue:
    """Say that the pages answer."""
    return {"status": "ok"}


def draw_code(text: str) -> Markup:
    """Draw a QR code as an SVG element that follows the page's colours."""
    out = BytesIO()
    segno.make(text, error="m").save(
        out, kind="svg", xmldecl=False, svgns=True, omitsize=True, svgclass="code", lineclass=None, border=2
    )
    return Markup(out.getvalue().decode())  # noqa: S704 - drawn by segno, typed by nobody
