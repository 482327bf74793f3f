"""Setting right what the camera misread: tap a spot, answer a question, take it back."""

from collections.abc import Sequence

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from scoring.errors import ScoringError
from scoring.game import Question
from webui.context import context
from webui.crops import crop_of
from webui.desk import StaleError
from webui.photos import show_board
from webui.tables import ShownTable, read_table

blueprint = Blueprint("corrections", __name__, url_prefix="/photos/<id>")

STALE = "Somebody else changed this board in the meantime. Here it is as it stands now; nothing of yours was saved."


@blueprint.get("/fix")
def ask(id: str) -> ResponseReturnValue:
    """Show what may be set about one spot."""
    return _show(id, request.args.get("spot", ""))


def _show(id: str, spot: str, says: str = "") -> str:
    shown = read_table(id)
    questions = _questions(shown, spot)
    ticket = context().photos.ticket(id)
    panel = {"spot": spot, "questions": questions, "says": says, "crop": crop_of(shown.table.board, spot)}
    return show_board(ticket, **shown.page((spot,)), panel=panel if questions or says else None)


def _questions(shown: ShownTable, spot: str) -> Sequence[Question]:
    try:
        return shown.rules.questions(shown.board, spot)
    except ScoringError:
        return ()


@blueprint.post("/fix")
def correct(id: str) -> ResponseReturnValue:
    """Set one thing about one spot."""
    shown, spot = read_table(id), request.form.get("spot", "")
    if request.form.get("version") != str(shown.table.version):
        return _show(id, spot, STALE), 409
    answers = {question.name: _answer(question) for question in _questions(shown, spot) if _is_answered(question)}
    if not answers:
        abort(400, "That answer did not fit the question. Go back and try again.")
    try:
        board = shown.rules.correct(shown.board, spot, answers)
        changed = replace(
            shown.table,
            version=shown.table.version + 1,
            board=shown.rules.dump_board(board),
            before=shown.table.board,
        )
        context().photos.save(id, changed)
    except ScoringError as error:
        return _show(id, spot, str(error)), 422
    except StaleError:
        return _show(id, spot, STALE), 409
    return redirect(_next(id, spot), 303)


def _is_answered(question: Question) -> bool:
    return question.name in request.form


def _answer(question: Question) -> object:
    """Give the value of the choice that was tapped; choices travel as their number."""
    sent = request.form[question.name]
    if not sent.isdecimal() or int(sent) >= len(question.choices):
        abort(400, "That answer did not fit the question. Go back and try again.")
    return question.choices[int(sent)].value


def _next(id: str, spot: str) -> str:
    """Stay with the spot as long as there is something to ask about it."""
    shown = read_table(id)
    for still in (spot.replace("cell:", "tile:"), spot):
        if _questions(shown, still):
            return url_for("corrections.ask", id=id, spot=still)
    return url_for("photos.show", id=id)


@blueprint.post("/undo")
def undo(id: str) -> ResponseReturnValue:
    """Take the last correction back."""
    table = context().photos.table(id)
    if request.form.get("version") != str(table.version):
        return _show(id, "", STALE), 409
    if table.before is not None:
        back = replace(table, version=table.version + 1, board=table.before, before=None)
        context().photos.save(id, back)
    return redirect(url_for("photos.show", id=id), 303)
