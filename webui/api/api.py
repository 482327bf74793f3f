"""The pages' facts as JSON, and the document that describes them."""

from importlib.resources import files

import msgspec
from flask import Blueprint
from flask.typing import ResponseReturnValue

from scoring.documents.values import Written
from scoring.sentence import written
from scoring.sheet import line_document
from webui.access.roles import needs
from webui.context import context
from webui.photos.score import score
from webui.photos.tables import read_table
from webui.render.sums import add_up, seats_at

blueprint = Blueprint("api", __name__, url_prefix="/api")


@blueprint.get("/openapi.json")
def describe() -> ResponseReturnValue:
    """Describe the JSON addresses."""
    document: Written = msgspec.json.decode(files(__package__).joinpath("openapi.json").read_bytes())
    return document


@blueprint.get("/photos")
@needs("player")
def photos() -> ResponseReturnValue:
    """List the photographs, newest first."""
    return {
        "photos": [msgspec.to_builtins(ticket, enc_hook=written) for ticket in context().photos.tickets()]
    }


@blueprint.get("/photos/<id>")
@needs("player")
def photo(id: str) -> ResponseReturnValue:
    """Say where a photograph stands and, once read, its version."""
    ticket = context().photos.ticket(id)
    version = context().photos.table(id).version if ticket.state == "read" else 0
    return {**msgspec.to_builtins(ticket, enc_hook=written), "version": version}


@blueprint.get("/photos/<id>/board")
@needs("player")
def board(id: str) -> ResponseReturnValue:
    """Give the board document with every correction in it."""
    return context().photos.table(id).board


@blueprint.get("/photos/<id>/sheet")
@needs("player")
def sheet(id: str) -> ResponseReturnValue:
    """Give the score sheet as if the game ended now."""
    shown = read_table(id)
    lines = score(shown)
    sums = add_up(lines, seats_at(shown.table, shown.rules.info, shown.colours))
    best = sums[0].total if sums else 0
    return {
        "format": "tablekeeper.sheet/1",
        "after": [],
        "final": {
            "points": {each.seat.colour: each.total for each in sums},
            "lines": [line_document(line) for line in lines],
            "winners": sorted(each.seat.colour for each in sums if each.total == best),
        },
    }
