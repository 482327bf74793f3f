"""Where other phones find the table: its address, in words and as a QR code."""

from io import BytesIO

import segno
from flask import request
from markupsafe import Markup

from scoring.documents.values import Written
from scoring.referee.contracts.keys import join_link
from webui.access.roles import is_at_least
from webui.context import context


def invitation() -> Written:
    """Give the address for other phones, in words and as a QR code; a player's brings the join code along."""
    here = context()
    address = (here.address() or request.host_url).rstrip("/")
    join_code = here.keys.code if here.keys and is_at_least("player") else ""
    link = join_link(address, join_code) if join_code else address
    return {"address": address, "local": here.local(), "join_code": join_code, "code": draw_code(link)}


def draw_code(text: str) -> Markup:
    """Draw a QR code as an SVG element that follows the page's colours."""
    out = BytesIO()
    segno.make(text, error="m").save(
        out, kind="svg", xmldecl=False, svgns=True, omitsize=True, svgclass="code", lineclass=None, border=2
    )
    return Markup(out.getvalue().decode())  # noqa: S704 - drawn by segno, typed by nobody
