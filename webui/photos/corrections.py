"""Setting right what the camera misread: tap a spot, answer a question, take it back."""

from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from scoring.errors import ScoringError
from scoring.game import Question
from scoring.referee.contracts.refusals import StaleError
from scoring.sentence import marked
from scoring.spots import place_spot
from webui.access.requests import decode
from webui.access.roles import needs
from webui.context import context
from webui.photos.pages import show_board
from webui.photos.panels import ask as ask_about
from webui.photos.panels import panel_for
from webui.photos.tables import ShownTable, read_table

blueprint = Blueprint("corrections", __name__, url_prefix="/photos/<id>")

STALE = marked(
    "Somebody else changed this board in the meantime. Here it is as it stands now; please try again."
)
MAX_PAST = 40
"""How many corrections can be taken back, one after the other."""

UNFIT = marked("That answer did not fit the question. Go back and try again.")


@blueprint.get("/fix")
@needs("player")
def ask(id: str) -> ResponseReturnValue:
    """Show what may be set about one spot."""
    return _show(id, request.args.get("spot", ""))


def _show(id: str, spot: str, says: str = "") -> str:
    shown = read_table(id)
    ticket = context().photos.ticket(id)
    return show_board(ticket, **shown.page((spot,)), panel=panel_for(shown, spot, says), says=says)


@blueprint.post("/fix")
@needs("player")
def correct(id: str) -> ResponseReturnValue:
    """Set one thing about one spot."""
    shown, spot = read_table(id), request.form.get("spot", "")
    if request.form.get("version") != str(shown.table.version):
        return _show(id, spot, STALE), 409
    asked = ask_about(shown.rules, shown.board, spot)
    answers = {question.name: _answer(question) for question in asked if question.name in request.form}
    if not answers:
        abort(400, UNFIT)
    try:
        board = shown.rules.correct(shown.board, spot, answers)
        changed = replace(
            shown.table,
            version=shown.table.version + 1,
            board=shown.rules.dump_board(board),
            past=(*shown.table.past, shown.table.board)[-MAX_PAST:],
        )
        context().photos.save(id, changed)
    except ScoringError as error:
        return _show(id, spot, error.says), 422
    except StaleError:
        return _show(id, spot, STALE), 409
    there = url_for("photos.show", id=id) if answers.get("remove") else _next(id, spot, shown)
    return redirect(there, 303)


def _answer(question: Question) -> Any:
    """Give the choice that was tapped; its value travels as JSON."""
    sent = decode(request.form[question.name], UNFIT)
    if sent not in [choice.value for choice in question.choices]:
        abort(400, UNFIT)
    return sent


def _next(id: str, spot: str, before: ShownTable) -> str:
    """Go on with what was added, or stay with the spot as long as there is something to ask."""
    shown = read_table(id)
    had, has = _figures(before), _figures(shown)
    filled = [
        each.spot for each in shown.sightings if each.kind == "tile" and spot in map(place_spot, each.cells)
    ]
    for then in (*has[len(had) :], *filled, spot):
        if ask_about(shown.rules, shown.board, then):
            return url_for("corrections.ask", id=id, spot=then)
    return url_for("photos.show", id=id)


def _figures(shown: ShownTable) -> list[str]:
    return [each.spot for each in shown.sightings if each.kind == "figure"]


@blueprint.post("/undo")
@needs("player")
def undo(id: str) -> ResponseReturnValue:
    """Take the last correction back."""
    table = context().photos.table(id)
    if request.form.get("version") != str(table.version):
        return _show(id, "", STALE), 409
    if table.past:
        back = replace(table, version=table.version + 1, board=table.past[-1], past=table.past[:-1])
        context().photos.save(id, back)
    return redirect(url_for("photos.show", id=id), 303)
