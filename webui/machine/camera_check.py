"""The camera as the table's page shows it: what it sees, how sharp that is, and how well the table is lit."""

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from scoring.referee.contracts.camera import CameraCheck
from scoring.referee.contracts.refusals import RefusedError
from scoring.sentence import marked
from webui.access.roles import needs
from webui.context import context, live_table, needed

blueprint = Blueprint("checking", __name__)


NO_CAMERA = marked("There is no live table here, so there is no camera to check.")


@blueprint.get("/camera")
@needs("player")
def show() -> ResponseReturnValue:
    """Show what the camera sees now, and what there is to say about it."""
    desk = needed(context().camera, NO_CAMERA)
    check: CameraCheck | None = None
    says = ""
    try:
        check = desk.check()
    except RefusedError as error:
        says = error.says
    game = context().games.get(live_table().snapshot().rules)
    is_printed = game is not None and game.info.is_printed
    return render_template("machine/checking.html", check=check, says=says, is_printed=is_printed)


@blueprint.get("/camera/picture")
@needs("player")
def picture() -> ResponseReturnValue:
    """Give the picture that was checked last."""
    return Response(needed(context().camera, NO_CAMERA).picture(), mimetype="image/jpeg")
