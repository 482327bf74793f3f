"""How the appliance is, for its host: speed, camera, machine, doubts, and a bundle for whoever helps."""

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_decimal, ngettext
from flask_babel import gettext as _
from msgspec import Struct

from scoring.referee.contracts.diagnostics import BOUNDS_MS, Timer
from scoring.sentence import marked
from webui.access.roles import needs
from webui.context import context, needed

blueprint = Blueprint("diagnostics", __name__, url_prefix="/diagnostics")

NO_APPLIANCE = marked("There is nothing to diagnose here; these pages score photographs only.")

FEW = 5
"""Of fewer times than these, no part of them says anything."""
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
    return render_template(
        "machine/diagnostics.html",
        now=needed(context().diagnostics, NO_APPLIANCE).diagnosis(),
        bars=bars,
        say_times=say_times,
        bar=BAR,
        high=HEIGHT,
    )


@blueprint.get("/crops/<int:number>")
@needs("host")
def crop(number: int) -> ResponseReturnValue:
    """Give the board as a doubt saw it."""
    return Response(needed(context().diagnostics, NO_APPLIANCE).crop(number), mimetype="image/jpeg")


@blueprint.post("/bundle")
@needs("host")
def bundle() -> ResponseReturnValue:
    """Give everything that helps to find a fault, as one file."""
    packed = needed(context().diagnostics, NO_APPLIANCE).bundle(with_pictures="pictures" in request.form)
    answer = Response(packed, mimetype="application/zip")
    answer.headers.set("Content-Disposition", "attachment", filename="tablekeeper-support.zip")
    return answer


@blueprint.post("/update")
@needs("host")
def update() -> ResponseReturnValue:
    """Have the newest release on a USB stick installed."""
    needed(context().diagnostics, NO_APPLIANCE).ask_for_update()
    return redirect(url_for("diagnostics.show", _anchor="updates"), 303)


@blueprint.post("/off")
@needs("host")
def off() -> ResponseReturnValue:
    """Switch the machine off, and say when its plug may be pulled."""
    needed(context().diagnostics, NO_APPLIANCE).switch_off()
    return render_template("machine/off.html")


def say_times(stage: Timer) -> str:
    """Say how often something was done and how long it took; of few times only the longest."""
    times = ngettext("%(num)s time", "%(num)s times", stage.total)
    longest = _seconds(stage.longest_ms)
    if stage.total < FEW:
        return str(_("%(times)s, the longest %(longest)s s", times=times, longest=longest))
    return str(
        _(
            "%(times)s: half within %(half)s s, 95 of 100 within %(most)s s, the longest %(longest)s s",
            times=times,
            half=_seconds(stage.within_ms(0.5)),
            most=_seconds(stage.within_ms(0.95)),
            longest=longest,
        )
    )


def _seconds(ms: float) -> str:
    """Write a time in seconds to two figures."""
    return str(format_decimal(float(f"{ms / 1000:.2g}"), "#,##0.######"))


def bars(stage: Timer) -> tuple[Bar, ...]:
    """Lay out the histogram of a stage, a bar for each class of time."""
    most = max(stage.counts, default=0) or 1
    labels = (*map(_seconds, BOUNDS_MS), "…")
    heights = [HEIGHT * count / most for count in stage.counts]
    return tuple(
        Bar(index * (BAR + GAP), round(HEIGHT - height, 1), round(height, 1), count, label)
        for index, (height, count, label) in enumerate(zip(heights, stage.counts, labels, strict=True))
    )
