"""Learning how the tiles of one box look, from photographs; sets renamed, saved, added and deleted."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any
from unicodedata import normalize

from flask import Blueprint, abort, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scoring.errors import ScoringError
from scoring.game import Choice
from scoring.referee.contracts.prints import MAX_SET_BYTES, PrintSession, TileLabel
from scoring.referee.contracts.refusals import (
    BadPhotoError,
    BadPrintsError,
    BusyError,
    RefusedError,
    TakenError,
)
from scoring.roles import AnyRules
from webui.access.roles import needs
from webui.access.uploads import PHOTO_BYTES, takes
from webui.context import context
from webui.render.answers import send_picture, status_of

blueprint = Blueprint("prints", __name__, url_prefix="/prints")

PICTURES_BYTES = 400_000_000
"""All pictures of a lesson together."""
FILE_BYTES = 3 * MAX_SET_BYTES
"""Of a file that is too large for a set, its desk says more than the server would."""
ENDING = ".tablekeeper-prints"
"""How the file of a set ends that is handed out."""


@blueprint.get("")
def show() -> ResponseReturnValue:
    """List the learned sets and the ones being learned."""
    return _page()


def _page(says: str = "") -> str:
    here = context()
    sets = {game: here.prints.print_sets(game) for game in here.games}
    known = {game: here.prints.known_of(rules, "") for game, rules in here.games.items()}
    return render_template(
        "boxes/prints.html",
        games={game: rules for game, rules in here.games.items() if game in here.readable or known[game]},
        sets=sets,
        known=known,
        learns=here.readable,
        shown_tiles=_learned_here(),
        lessons=here.prints.lessons(),
        says=says,
    )


@blueprint.get("/sets/<name>/export")
@needs("host")
def export(name: str) -> ResponseReturnValue:
    """Hand a set out as a file."""
    file = BytesIO(context().prints.hand_out(name))
    return send_file(file, "application/octet-stream", as_attachment=True, download_name=f"{name}{ENDING}")


@blueprint.get("/add")
@needs("host")
def choose() -> ResponseReturnValue:
    """Ask for the file of a set."""
    return _file_form()


def _file_form(says: str = "", name: str = "") -> str:
    return render_template("boxes/prints_add.html", name=name, says=says, ending=ENDING)


@blueprint.post("/add")
@needs("host")
@takes(FILE_BYTES)
def take_in() -> ResponseReturnValue:
    """Take a set in that was handed out; without a name it is called as its file is."""
    file = request.files.get("file")
    name = request.form.get("name", "").strip()
    if file is None or not file.filename:
        return _file_form(_("No file has arrived. Choose one, then send it."), name), 422
    name = normalize("NFC", name or file.filename.partition(ENDING)[0])
    try:
        context().prints.take_in(name, file.read(MAX_SET_BYTES + 1))
    except (BadPrintsError, BusyError) as error:
        return _file_form(error.says, name), status_of(error)
    return redirect(url_for("prints.show"), 303)


@blueprint.post("/sets/<name>/rename")
@needs("host")
def rename(name: str) -> ResponseReturnValue:
    """Call a set otherwise."""
    new = normalize("NFC", request.form.get("name", ""))
    try:
        context().prints.rename(name, new)
    except (BadPrintsError, RefusedError) as error:
        return _page(error.says), 422
    return redirect(url_for("prints.show"), 303)


@blueprint.post("/sets/<name>/remove")
@needs("host")
def remove(name: str) -> ResponseReturnValue:
    """Delete a set."""
    try:
        context().prints.remove(name)
    except RefusedError as error:
        return _page(error.says), 422
    return redirect(url_for("prints.show"), 303)


@blueprint.post("/told/<game>/forget")
@needs("host")
def forget(game: str) -> ResponseReturnValue:
    """Forget what games have told of the box that has no prints."""
    if game not in context().games:
        abort(404)
    context().prints.forget(game, "")
    return redirect(url_for("prints.show"), 303)


@blueprint.get("/new")
@needs("host")
def new() -> ResponseReturnValue:
    """Ask for a name and pictures."""
    return _form()


def _form(says: str = "", *, is_taken: bool = False) -> str:
    name = request.form.get("name", "")
    return render_template(
        "boxes/prints_new.html", games=_learned_here(), name=name, says=says, is_taken=is_taken
    )


@blueprint.post("")
@needs("host")
@takes(PICTURES_BYTES)
def begin() -> ResponseReturnValue:
    """Start a lesson."""
    game = request.form.get("game", "")
    if game not in _learned_here():
        abort(404)
    pictures = (file.read() for file in request.files.getlist("pictures") if file.filename)
    try:
        id = context().prints.begin(game, request.form.get("name", ""), pictures, replace=_may_replace())
    except (BadPhotoError, BadPrintsError) as error:
        return _form(error.says, is_taken=isinstance(error, TakenError)), 422
    return redirect(url_for("prints.lesson", id=id), 303)


@blueprint.get("/chart")
@needs("host")
def chart() -> ResponseReturnValue:
    """Show a chart to lay the tiles by, and ask for one photograph of them."""
    return _chart(request.args.get("game", ""))


def _may_replace() -> bool:
    """Tell whether it was said that a box of that name is to be replaced."""
    return "replace" in request.form


def _chart(game: str, says: str = "", *, is_taken: bool = False) -> str:
    here = context()
    can = {name: rules for name, rules in _learned_here().items() if has_chart(name)}
    game = game if game in can else min(can)
    drawn = {choice.value: choice.picture for choice in can[game].single_faces()}
    rows = [[(face, drawn.get(face)) for face in row] for row in here.prints.chart(game)]
    name = request.form.get("name", "")
    title = can[game].info.title
    return render_template(
        "boxes/prints_chart.html", game=game, title=title, rows=rows, name=name, says=says, is_taken=is_taken
    )


@blueprint.post("/chart")
@needs("host")
@takes(PHOTO_BYTES)
def begin_chart() -> ResponseReturnValue:
    """Start a lesson from one photograph of all tiles."""
    game, file = request.form.get("game", ""), request.files.get("photo")
    if game not in _learned_here() or not has_chart(game):
        abort(404)
    if file is None or not file.filename:
        return _chart(game, _("No picture has arrived. Take one or choose one, then send it.")), 422
    try:
        name, replace = request.form.get("name", ""), _may_replace()
        id = context().prints.begin_chart(game, name, file.read(), replace=replace)
    except (BadPhotoError, BadPrintsError) as error:
        return _chart(game, error.says, is_taken=isinstance(error, TakenError)), 422
    return redirect(url_for("prints.lesson", id=id), 303)


@blueprint.get("/<id>")
@needs("host")
def lesson(id: str) -> ResponseReturnValue:
    """Show the next picture without a label or, when all have one, the whole lesson."""
    lesson = context().prints.lesson(id)
    if lesson.state in ("learning", "learned"):
        return render_template("boxes/lesson_wait.html", lesson=lesson)
    if None in lesson.labels and "overview" not in request.args:
        return redirect(url_for("prints.ask", id=id, index=lesson.labels.index(None)))
    return _overview(lesson)


def _overview(lesson: PrintSession, says: str = "", *, is_taken: bool = False) -> str:
    drawn = [label and _drawing(lesson, label) for label in lesson.labels]
    return render_template(
        "boxes/lesson.html", lesson=lesson, drawn=drawn, says=says or lesson.says, is_taken=is_taken
    )


@blueprint.get("/<id>/<int:index>")
@needs("host")
def ask(id: str, index: int) -> ResponseReturnValue:
    """Ask which face a picture shows and, once that is said, how it is turned."""
    lesson = context().prints.lesson(id)
    if index >= len(lesson.labels):
        abort(404)
    rules, face = context().games[lesson.game], request.args.get("face", "")
    faces, turns = rules.single_faces(), _turns(rules, face) if face else ()
    known = next((choice for choice in faces if choice.value == face), None)
    return render_template(
        "boxes/lesson_label.html",
        lesson=lesson,
        index=index,
        faces=faces,
        turns=turns,
        face=face,
        known=known,
    )


@blueprint.post("/<id>/<int:index>")
@needs("host")
def label(id: str, index: int) -> ResponseReturnValue:
    """Say what a picture shows."""
    desk = context().prints
    rules, face = context().games[desk.lesson(id).game], request.form.get("face", "")
    turns = request.form.get("turns", type=int)
    if turns is None or turns not in {choice.value for choice in _turns(rules, face)}:
        abort(400, _("Choose the face first, then how it is turned."))
    desk.label(id, index, TileLabel(face, turns))
    return redirect(url_for("prints.lesson", id=id), 303)


@blueprint.get("/<id>/<int:index>/picture.jpg")
@needs("host")
def picture(id: str, index: int) -> ResponseReturnValue:
    """Give one of a lesson's pictures."""
    return send_picture(context().prints.picture(id, index))


@blueprint.post("/<id>/learn")
@needs("host")
def learn(id: str) -> ResponseReturnValue:
    """Learn the set."""
    desk = context().prints
    try:
        desk.learn(id, replace=_may_replace())
    except BadPrintsError as error:
        return _overview(desk.lesson(id), error.says, is_taken=isinstance(error, TakenError)), 422
    return redirect(url_for("prints.lesson", id=id), 303)


@blueprint.post("/<id>/drop")
@needs("host")
def drop(id: str) -> ResponseReturnValue:
    """Throw a lesson away."""
    context().prints.drop(id)
    return redirect(url_for("prints.show"), 303)


@blueprint.app_template_global()
def has_chart(game: str) -> bool:
    """Tell whether a box of a game is learned from one photograph of its tiles."""
    return bool(context().prints.chart(game))


def _learned_here() -> dict[str, AnyRules]:
    """Give the games whose boxes can be learned on a page: those of which it is known what is in them."""
    return {name: rules for name, rules in context().readable.items() if rules.single_faces()}


def _turns(rules: AnyRules, face: str) -> Sequence[Choice]:
    try:
        return rules.single_turns(face)
    except ScoringError as error:
        abort(400, error.says)


def _drawing(lesson: PrintSession, label: TileLabel) -> Any:
    choices = _turns(context().games[lesson.game], label.face)
    return next((choice.picture for choice in choices if choice.value == label.turns), None)
