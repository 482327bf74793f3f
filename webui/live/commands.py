"""What players press on the live page, or send as JSON: every tap names the version it was looking at."""

from functools import partial

from flask import Blueprint, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scoring.documents.values import Document, Written
from scoring.errors import UnreadableError
from scoring.hand import with_numbers
from scoring.referee.contracts.refusals import DeskError, RefusedError, StaleError
from scoring.referee.contracts.snapshot import Snapshot
from scoring.referee.contracts.turns import EntryRequest
from scoring.sentence import marked
from webui.access.languages import translate
from webui.access.requests import decode, sent_choice, sent_json, sent_version, wants_page
from webui.access.roles import needs, seat, who
from webui.context import live_table
from webui.live.entry import UNFIT
from webui.live.page import show_table

blueprint = Blueprint("taps", __name__, url_prefix="/api")

BUTTONS = ("confirm", "next", "dismiss", "undo", "pause", "resume", "keep", "end")
STALE = marked("The table had moved on before that tap arrived. Here it is as it stands now.")
NO_NUMBER = marked("Type a number first.")
NO_MOVE = "Send the turn as a move of the game document writes it."


def press(button: str) -> ResponseReturnValue:
    """Do what a button says."""
    desk, version = live_table(), sent_version()
    before = desk.snapshot().log
    desk.press(button, version, by=who())
    if button == "undo" and wants_page():
        _tell_undone(before)
    return accept("dashboard.home")


def _tell_undone(before: tuple[str, ...]) -> None:
    """Say what was taken back, which may be something that neither board nor points show."""
    log = live_table().snapshot().log
    if log != before:
        flash(translate(log[0]))


for _button in BUTTONS:
    _view = needs("host" if _button == "end" else "player")(partial(press, _button))
    blueprint.add_url_rule(f"/{_button}", _button, _view, methods=["POST"])


@blueprint.post("/correct")
@needs("player")
def correct() -> ResponseReturnValue:
    """Answer what may be set about the proposal, or must be said."""
    desk, version = live_table(), sent_version()
    now = desk.snapshot()
    if now.version != version:
        raise StaleError(STALE)
    desk.correct(_answers(now), version, by=who())
    return accept("dashboard.home")


def _answers(now: Snapshot) -> Document:
    """Give the answers that were sent; each must be one that was offered."""
    offered = {question.name: [choice.value for choice in question.choices] for question in now.questions}
    sent = sent_json().get("answers") if request.is_json else _tapped(offered)
    if not isinstance(sent, dict) or not sent:
        abort(400, UNFIT)
    if any(value not in offered.get(name, ()) for name, value in sent.items()):
        abort(400, UNFIT)
    return sent


def _tapped(offered: Document) -> Written:
    """Give the choices that were tapped; their values travel as JSON."""
    return {name: decode(request.form[name], UNFIT) for name in offered if name in request.form}


@blueprint.post("/declare")
@needs("player")
def declare() -> ResponseReturnValue:
    """Enter a turn that the camera did not see."""
    desk, version = live_table(), sent_version()
    move = sent_json().get("move") if request.is_json else _sent_move()
    if not isinstance(move, dict):
        abort(400, NO_MOVE)
    desk.declare(move, version, by=who())
    return accept("dashboard.home")


def _sent_move() -> object:
    """Give the move of a form: a whole one, or what was typed as the answer to a question."""
    asked, typed = request.form.get("asked"), request.form.getlist("number")
    if "move" in request.form or asked is None:
        return decode(request.form.get("move", ""), NO_MOVE)
    if not any(typed):
        raise RefusedError(NO_NUMBER)
    actions = live_table().entry(EntryRequest(hand=(), viewer=seat())).actions
    amounts = next((each.amounts for each in actions if each.name == asked), ())
    if len(amounts) != len(typed):
        raise StaleError(STALE)
    numbers = [int(each) if each.isdecimal() else None for each in typed]
    try:
        return with_numbers(amounts, numbers)
    except UnreadableError as error:
        raise RefusedError(error.says) from error


@blueprint.post("/hands_free")
@needs("host")
def set_hands_free() -> ResponseReturnValue:
    """Choose whether sure proposals are confirmed by the next turn."""
    desk, version = live_table(), sent_version()
    wanted = sent_choice("hands_free")
    desk.set_hands_free(wanted, version, by=who())
    return accept("dashboard.home")


@blueprint.post("/by_hand")
@needs("host")
def set_by_hand() -> ResponseReturnValue:
    """Choose whether turns are entered on a phone from now on, or read by the camera."""
    desk, version = live_table(), sent_version()
    wanted = sent_choice("by_hand")
    desk.set_by_hand(wanted, version, by=who())
    return accept("dashboard.home")


@blueprint.post("/clocks")
@needs("host")
def show_clocks() -> ResponseReturnValue:
    """Choose whether the turns and the game are timed."""
    desk, version = live_table(), sent_version()
    shown = sent_choice("shown")
    desk.show_clocks(shown, version)
    return accept("dashboard.home")


def accept(page: str) -> ResponseReturnValue:
    """Send a page on to how things are now, or tell a program the version."""
    if wants_page():
        return redirect(url_for(page), 303)
    return {"version": live_table().snapshot().version}


@blueprint.errorhandler(StaleError)
@blueprint.errorhandler(RefusedError)
def refuse(error: DeskError) -> ResponseReturnValue:
    """Say why a tap was not taken, above the table as it is now."""
    status, says = (409, STALE) if isinstance(error, StaleError) else (422, error.says)
    if wants_page():
        return show_table(says), status
    return {"error": says, "version": live_table().snapshot().version}, status
