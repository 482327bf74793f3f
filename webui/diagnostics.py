"""How the appliance is, for its host: speed, camera, machine, doubts, and a bundle for whoever helps."""

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue
from msgspec import Struct

from scoring.sentence import marked
from webui.context import context
from webui.desk import NotHereError
from webui.diagnosis import BOUNDS_MS, DiagnosticsDesk, Stage
from webui.roles import needs

blueprint = Blueprint("diagnostics", __name__, url_prefix="/diagnostics")

BAR, GAP, HEIGHT = 24, 4, 72
"""Width of a bar, space beside it and height of the highest, in units of the drawing."""


class Bar(Struct, frozen=True):
    """A bar of a histogram, in units of the drawing."""

    x: int
    y: float
    height: float
    count: int
    label: str


@blueprint.get("")
@needs("host")
def show() -> ResponseReturnValue:
    """Show how the appliance is."""
    return render_template("diagnostics.html", now=_desk().diagnosis(), bars=bars, bar=BAR, high=HEIGHT)


@blueprint.get("/crops/<int:number>")
@needs("host")
def crop(number: int) -> ResponseReturnValue:
    """Give the board as a doubt saw it."""
    return Response(_desk().crop(number), mimetype="image/jpeg")


@blueprint.post("/bundle")
@needs("host")
def bundle() -> ResponseReturnValue:
    """Give everything that helps to find a fault, as one file."""
    packed = _desk().bundle(with_pictures="pictures" in request.form)
    answer = Response(packed, mimetype="application/zip")
    answer.headers.set("Content-Disposition", "attachment", filename="tablekeeper-support.zip")
    return answer


def bars(stage: Stage) -> tuple[Bar, ...]:
    """Lay out the histogram of a stage, a bar for each class of time."""
    most = max(stage.counts, default=0) or 1
    labels = (*map(_label, BOUNDS_MS), "…")
    heights = [HEIGHT * count / most for count in stage.counts]
    return tuple(
        Bar(index * (BAR + GAP), round(HEIGHT - height, 1), round(height, 1), count, label)
        for index, (height, count, label) in enumerate(zip(heights, stage.counts, labels, strict=True))
    )


def _label(bound_ms: int) -> str:
    return f"{bound_ms / 1000:g} s" if bound_ms >= 1000 else f"{bound_ms}"


def _desk() -> DiagnosticsDesk:
    """Give what knows how the appliance is.

    Raises:
        NotHereError: These pages have no appliance behind them.
    """
    desk = context().diagnostics
    if desk is None:
        raise NotHereError(marked("There is nothing to diagnose here; these pages score photographs only."))
    return desk
