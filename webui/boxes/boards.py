"""Teaching a printed board: its photograph, its places found and told, its ways drawn; boxes so taught."""

from collections.abc import Callable
from io import BytesIO
from unicodedata import normalize

from flask import Blueprint, abort, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from scoring.documents.document import as_json
from scoring.errors import UnreadableError
from scoring.referee.contracts.prints import MAX_BOX_BYTES, BoardDesk, BoardLesson
from scoring.referee.contracts.refusals import (
    BadPhotoError,
    BadPrintsError,
    BusyError,
    DeskError,
    RefusedError,
    StaleError,
)
from scoring.referee.contracts.turns import EntryRequest
from scoring.sentence import marked
from scoring.teaching.asked import Teaching
from scoring.teaching.box import box_document, figure_text, missing
from scoring.teaching.draft import (
    Act,
    BoardDraft,
    Dot,
    Filled,
    Marked,
    Tapped,
    Went,
    kind_of,
    kinds_for,
    next_landmark,
    place_of,
    steps,
)
from scoring.teaching.printed import spaces_of
from webui.access.requests import sent_version
from webui.access.roles import needs, seat
from webui.access.uploads import PHOTO_BYTES, takes
from webui.context import context, live_table, needed, table_now
from webui.render.answers import send_picture, status_of

blueprint = Blueprint("boards", __name__, url_prefix="/boards")

NO_BOARDS = marked("No board is taught on these pages.")
FILE_BYTES = 2 * MAX_BOX_BYTES
ENDING = ".tablekeeper-box"
"""How the file of a taught box ends that is handed out."""
TAPPED_PX = 320
"""So wide is a picture on a page without scripts, where a browser tells pixels."""


def _desk() -> BoardDesk:
    return needed(context().boards, NO_BOARDS)


def _teaching(game: str) -> Teaching:
    teaching = context().taught[game].teaching() if game in context().taught else None
    return teaching or abort(404)


# --- boxes -----------------------------------------------------------------------------------------


@blueprint.get("")
def show() -> ResponseReturnValue:
    """List the taught boxes and the boards that are being taught."""
    return _page()


def _page(says: str = "") -> str:
    desk, games = _desk(), context().taught
    boxes = {game: desk.boxes(game) for game in games}
    return render_template("boxes/boards.html", games=games, boxes=boxes, lessons=desk.lessons(), says=says)


@blueprint.get("/new")
@needs("host")
def new() -> ResponseReturnValue:
    """Ask for a photograph of the bare board."""
    return _form()


def _form(says: str = "") -> str:
    games = context().taught or abort(404)
    name, game = request.values.get("name", ""), request.values.get("game", "")
    return render_template("boxes/board_new.html", games=games, game=game, name=name, says=says)


@blueprint.post("")
@needs("host")
@takes(PHOTO_BYTES)
def begin() -> ResponseReturnValue:
    """Begin with a photograph that was sent, or with one that the table's camera takes now."""
    game, camera = request.form.get("game", ""), context().camera
    _teaching(game)
    files = [file for file in request.files.getlist("photo") if file.filename]
    try:
        if "table" in request.form and camera:
            photo = camera.still()
        elif files:
            photo = files[0].read()
        else:
            return _form(_("No picture has arrived. Take one or choose one, then send it.")), 422
        id = _desk().begin(game, normalize("NFC", request.form.get("name", "")), photo)
    except (BadPhotoError, BadPrintsError, BusyError, RefusedError) as error:
        return _form(error.says), status_of(error)
    return redirect(url_for("boards.lesson", id=id), 303)


@blueprint.post("/box/<game>/<name>/mend")
@needs("host")
def mend(game: str, name: str) -> ResponseReturnValue:
    """Begin to mend a taught box."""
    return redirect(url_for("boards.lesson", id=_desk().mend(game, name)), 303)


@blueprint.get("/box/<game>/<name>/export")
@needs("host")
def export(game: str, name: str) -> ResponseReturnValue:
    """Hand a taught box out as a file."""
    file = BytesIO(_desk().hand_out(game, name))
    return send_file(file, "application/octet-stream", as_attachment=True, download_name=f"{name}{ENDING}")


@blueprint.post("/box/<game>/<name>/remove")
@needs("host")
def remove(game: str, name: str) -> ResponseReturnValue:
    """Delete a taught box."""
    try:
        _desk().remove(game, name)
    except RefusedError as error:
        return _page(error.says), 422
    return redirect(url_for("boards.show"), 303)


@blueprint.post("/add")
@needs("host")
@takes(FILE_BYTES)
def take_in() -> ResponseReturnValue:
    """Take a box in that was handed out."""
    file = request.files.get("file")
    if file is None or not file.filename:
        return _page(_("No file has arrived. Choose one, then send it.")), 422
    try:
        _desk().take_in(file.read(MAX_BOX_BYTES + 1))
    except (BadPrintsError, BadPhotoError, BusyError) as error:
        return _page(error.says), status_of(error)
    return redirect(url_for("boards.show"), 303)


# --- lessons ---------------------------------------------------------------------------------------


@blueprint.get("/<id>")
@needs("host")
def lesson(id: str) -> ResponseReturnValue:
    """Show what is taught now."""
    return _step(_desk().lesson(id))


def _step(lesson: BoardLesson, says: str = "") -> str:
    teaching, draft = _teaching(lesson.game), lesson.draft
    track = next((each for each in teaching.tracks if each.key == draft.step), None)
    asked, typed = next_landmark(teaching, draft), _typed(request.form)
    return render_template(
        "boxes/board.html",
        lesson=lesson,
        draft=draft,
        teaching=teaching,
        steps=steps(teaching),
        track=track,
        spaces={
            each.key: spaces_of(each, draft.taps.get(each.key, ()), draft.typed, draft.ratio)
            for each in teaching.tracks
        },
        landmark=next((each for each in teaching.landmarks if each.place == asked), None),
        at={place.id: (place.x, place.y * draft.ratio) for place in draft.places},
        kind_of={place.id: kind_of(teaching, place) for place in draft.places},
        kinds_for={place.id: kinds_for(teaching, place) for place in draft.places},
        figures=[
            typed.get(f"figure.{number}", figure_text(teaching, draft, number))
            for number in range(len(teaching.figures))
        ],
        missing=missing(teaching, draft),
        typed={**draft.typed, **typed},
        says=says,
    )


@blueprint.get("/<id>/place/<place>")
@needs("host")
def place(id: str, place: str) -> ResponseReturnValue:
    """Show one place: its name, another number, and that it is none."""
    lesson = _desk().lesson(id)
    try:
        found = place_of(lesson.draft, place)
    except UnreadableError:
        abort(404)
    return render_template("boxes/board_place.html", lesson=lesson, draft=lesson.draft, place=found)


@blueprint.get("/<id>/photo.jpg")
@needs("host")
def photo(id: str) -> ResponseReturnValue:
    """Give the photograph."""
    return send_picture(_desk().photo(id))


@blueprint.get("/<id>/board.jpg")
@needs("host")
def board(id: str) -> ResponseReturnValue:
    """Give the board straight from above; its address says of which photograph's corners."""
    return send_picture(_desk().board(id))


@blueprint.post("/<id>/flatten")
@needs("host")
def flatten(id: str) -> ResponseReturnValue:
    """Go on from the corners to the board."""
    return _done(id, lambda desk, version: desk.flatten(id, version))


@blueprint.post("/<id>/act")
@needs("host")
def act(id: str) -> ResponseReturnValue:
    """Do what was tapped, drawn, pressed or typed."""
    act = _sent(request.form, _desk().lesson(id).draft)
    return _done(id, lambda desk, version: desk.act(id, version, act))


@blueprint.post("/<id>/undo")
@needs("host")
def undo(id: str) -> ResponseReturnValue:
    """Take the last back."""
    return _done(id, lambda desk, version: desk.undo(id, version))


def _done(id: str, do: Callable[[BoardDesk, int], None]) -> ResponseReturnValue:
    desk = _desk()
    try:
        do(desk, sent_version())
    except (RefusedError, StaleError, BusyError) as error:
        return _step(desk.lesson(id), error.says), status_of(error)
    return redirect(url_for("boards.lesson", id=id), 303)


@blueprint.post("/<id>/finish")
@needs("host")
def finish(id: str) -> ResponseReturnValue:
    """Keep the box."""
    desk = _desk()
    lesson = desk.lesson(id)
    try:
        desk.finish(id, sent_version())
    except (RefusedError, StaleError, BusyError) as error:
        return _step(desk.lesson(id), error.says), status_of(error)
    return _tell_game(lesson) or redirect(url_for("boards.show"), 303)


def _tell_game(lesson: BoardLesson) -> ResponseReturnValue | None:
    """Have a game know the box as it is now that is played with it, or with one that nobody has taught it."""
    now = table_now()
    turn = next((seat.colour for seat in now.seats if seat.has_turn), "") if now else ""
    if now is None or now.rules != lesson.game or "declare" not in now.may:
        return None
    hand = live_table().entry(EntryRequest(hand=(), viewer=seat())).hand
    if now.taught.prints != lesson.name and not (hand and hand.teaches):
        return None
    box = box_document(_teaching(lesson.game), lesson.draft, lesson.game, lesson.name)
    facts = as_json({key: value for key, value in box.items() if key not in ("format", "game")})
    try:
        live_table().declare({"player": turn, "box": facts}, now.version)
    except DeskError as error:
        return _page(error.says), status_of(error)
    return redirect(url_for("dashboard.home"), 303)


@blueprint.post("/<id>/drop")
@needs("host")
def drop(id: str) -> ResponseReturnValue:
    """Throw a lesson away."""
    _desk().drop(id)
    return redirect(url_for("boards.show"), 303)


# --- what was sent ---------------------------------------------------------------------------------


def _sent(form: MultiDict[str, str], draft: BoardDraft) -> Act:
    """Read what a form of a lesson has sent; nonsense is answered with 400."""
    filled = {key: text for key, text in _typed(form).items() if text.strip() or key in draft.typed}
    try:
        if filled:
            return Filled(filled, form.get("step", ""))
        if "step" in form:
            return Went(form["step"])
        if "number" in form or "kind" in form:
            place, _colon, value = form.get("number", form.get("kind", "")).partition(":")
            return Marked(place, number=int(value)) if "number" in form else Marked(place, kind=value)
        if "place" in form:
            number = form.get("other", "").strip()
            told = int(number) if number else None
            return Marked(form["place"], told, name=form.get("name"), is_gone="gone" in form)
        return Tapped(_dots(form, draft.ratio))
    except (ValueError, OverflowError):
        abort(400, _("Tap the picture, or press a button below it."))


def _typed(form: MultiDict[str, str]) -> dict[str, str]:
    """Give what was typed, by what it tells; a page that refuses it shows it again."""
    return {key[5:]: value for key, value in form.items() if key.startswith("fill:")}


def _dots(form: MultiDict[str, str], ratio: float) -> tuple[Dot, ...]:
    """Read what was drawn; a browser without scripts tells the pixel of the picture that was tapped."""
    if dots := form.get("dots", "").split():
        return tuple((float(x), float(y)) for x, _comma, y in (dot.partition(",") for dot in dots))
    x, y = float(form.get("at.x", "")), float(form.get("at.y", ""))
    return ((x / TAPPED_PX * 1000, y / (TAPPED_PX * ratio) * 1000),)
