"""Setting turns right on the phone: the one proposed, an earlier one, and one that nobody saw."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from msgspec import Struct

from scoring.documents.values import Document, Written
from scoring.game import Question
from scoring.referee.contracts.refusals import RefusedError, StaleError
from scoring.referee.contracts.snapshot import Snapshot
from scoring.referee.contracts.turns import Entry, EntryRequest, PastTurn, RevisionEffect
from scoring.sentence import marked
from scoring.sheet import line_document
from webui.access.requests import encode, flashed, sent_json, sent_object, sent_version, wants_page
from webui.access.roles import needs, seat, who
from webui.context import live_table
from webui.live.commands import NO_MOVE, accept, refuse
from webui.live.entry import UNFIT, Entering
from webui.render.drawing import next_value

blueprint = Blueprint("correcting", __name__)

LOOK_AGAIN = marked("The table has moved on; look once more at what changes, then set it right.")
APART = ("move", "face", "turns")
"""The questions that have a place of their own on the page."""
KIND = "do"
"""The question that is answered first where a turn is entered: what is done."""


class CorrectionPart(NamedTuple):
    """What may be set about one part of a turn; open where that was answered last."""

    about: str
    questions: tuple[Question, ...]
    is_open: bool


class CorrectionPage(Struct, frozen=True):
    """A page on which a turn is entered: every tap leads to the same page with one more answer.

    Attributes:
        number: Of the earlier turn that is set right; 0 for a new one.
        is_new: Whether it is a turn that nobody saw.
        says: What came of the last tap, where it was not taken.
        answered: The questions that were answered last.
    """

    now: Snapshot
    entry: Entry
    number: int = 0
    is_new: bool = False
    says: str = ""
    answered: tuple[str, ...] = ()

    def question(self, name: str) -> Question | None:
        """Find a question."""
        return next((question for question in self.entry.questions if question.name == name), None)

    @property
    def drawn(self) -> tuple[Question, ...]:
        """The questions that are answered by tapping a drawing."""
        return tuple(q for q in self.entry.questions if q.picture)

    @property
    def parts(self) -> tuple[CorrectionPart, ...]:
        """The questions about parts of the turn, part by part."""
        parts: dict[str, list[Question]] = {}
        for question in self.entry.questions:
            if question.about:
                parts.setdefault(question.about, []).append(question)
        return tuple(
            CorrectionPart(about, tuple(those), any(q.name in self.answered for q in those))
            for about, those in parts.items()
        )

    @property
    def others(self) -> tuple[Question, ...]:
        """All other questions."""
        rest = (q for q in self.entry.questions if not (q.name in APART or q.about or q.picture))
        return tuple(q for q in rest if len(q.choices) > 1)

    def step(self, name: str, value: object) -> str:
        """Give the address of this page with one answer more."""
        own: Written = {"number": self.number} if self.number else {"turn": self.now.moves + 1}
        own |= {"move": encode(self.entry.move)} if self.entry.move else {}
        return url_for(str(request.endpoint), **own, answer=encode({name: value}))

    def tapped(self, question: Question) -> Callable[[str], str]:
        """Give the function that knows the address of this page with a spot of a drawing tapped."""
        return lambda key: self.step(question.name, key)

    def turned(self) -> str:
        """Give the address of this page with the tile turned one step on."""
        question = self.question("turns")
        return self.step("turns", next_value(question)) if question else ""

    @property
    def move(self) -> str:
        """The turn as it is sent once it is right."""
        return encode(self.entry.move)

    @property
    def is_fixed(self) -> bool:
        """Whether nothing of the turn can be set otherwise."""
        first = self.question("move")
        apart = [each for each in self.entry.questions if each is not first and len(each.choices) > 1]
        return not apart and (first is None or len(first.choices) < 2)

    @property
    def is_changed(self) -> bool:
        """Whether there is anything to accept."""
        return self.number == 0 or self.entry.effect is not None


class PastTurnsPage(Struct, frozen=True):
    """The page with the turns so far.

    Attributes:
        says: What came of setting one right.
    """

    now: Snapshot
    turns: tuple[PastTurn, ...]
    says: str = ""

    @property
    def has_camera_turns(self) -> bool:
        """Whether the camera saw any: else each was entered, which needs not be said of each."""
        return any(turn.how == "seen" for turn in self.turns)

    @property
    def palette(self) -> Mapping[str, str]:
        """The colours of the players' pieces."""
        return self.now.picture.palette if self.now.picture else {}


def _asked(back: int = 0, *, is_new: bool = False) -> EntryRequest:
    """Read from the address what was tapped so far."""
    move, answer = sent_object("move", UNFIT), sent_object("answer", UNFIT)
    return EntryRequest(back, answer or {}, move, is_new, viewer=seat())


def _editor(
    now: Snapshot, entry: Entry, number: int = 0, *, is_new: bool = False, says: str = ""
) -> CorrectionPage:
    return CorrectionPage(
        now, entry, number, is_new, says, answered=tuple(sent_object("answer", UNFIT) or {})
    )


def _sent_move() -> Written:
    """Give the turn that was accepted on a page, marked where it counts as a house rule."""
    move = sent_object("move", UNFIT)
    if move is None:
        abort(400, NO_MOVE)
    return {**move, "house_rule": True} if "house_rule" in request.form else move


@blueprint.app_template_global()
def has_more(entering: Entering) -> bool:
    """Tell whether the page of a turn that is entered offers what cannot be tapped where it is entered."""
    preview = entering.preview
    if preview is None or preview.rotations:  # what is laid can always be another tile
        return preview is not None
    asked = [each for each in (*preview.questions, preview.closing) if each]
    answers = [choice.value for question in asked for choice in question.choices]
    places = [value for each in preview.landings for value in (each.spot, *each.moves)]
    tapped = {encode(value) for value in (preview.move, preview.spot, *answers, *places)}
    questions = live_table().entry(EntryRequest(move=preview.move, is_new=True, viewer=seat())).questions
    return any(
        encode(choice.value) not in tapped
        for each in questions
        if each.name != KIND
        for choice in each.choices
    )


# --- the proposal ----------------------------------------------------------------------------------


@blueprint.get("/correct")
@needs("player")
def correct() -> ResponseReturnValue:
    """Show the turn that is proposed, to be set right, as long as there is one."""
    desk = live_table()
    now = desk.snapshot()
    if looked_at := _counted_by_now(now):
        return redirect(f"{url_for('correcting.turn', number=looked_at)}?{request.query_string.decode()}")
    if "correct" not in now.may:
        return redirect(url_for("dashboard.home"))
    return render_template("live/correct.html", page=_editor(now, desk.entry(_asked())))


@blueprint.post("/correct")
@needs("player")
def count() -> ResponseReturnValue:
    """Count the turn as it was set right; one that was right already is confirmed as it was read."""
    desk, version, move = live_table(), sent_version(), _sent_move()
    now = desk.snapshot()
    if looked_at := _counted_by_now(now):
        return redirect(url_for("correcting.turn", number=looked_at, move=encode(move)), 303)
    try:
        if _is_proposed(now, move):
            desk.press("confirm", version, by=who())
        else:
            desk.declare(move, version, by=who())
    except (StaleError, RefusedError) as error:
        return refuse(error)
    return accept("dashboard.home")


def _counted_by_now(now: Snapshot) -> int:
    """Give the turn that the page was looking at, where it was confirmed since it was proposed; else 0."""
    looked_at = request.values.get("turn", 0, int)
    return looked_at if 0 < looked_at <= now.moves else 0


def _is_proposed(now: Snapshot, move: Document) -> bool:
    return any(question.name == "move" and question.chosen == move for question in now.questions)


# --- a turn nobody saw -----------------------------------------------------------------------------


@blueprint.get("/declare")
@needs("player")
def declare() -> ResponseReturnValue:
    """Show a turn that nobody saw with everything that can be set about it; without one, ask for it first."""
    desk = live_table()
    now = desk.snapshot()
    if "declare" not in now.may or "move" not in request.args:
        return redirect(url_for("entering.enter"))
    return render_template(
        "live/correct.html", page=_editor(now, desk.entry(_asked(is_new=True)), is_new=True)
    )


@blueprint.post("/declare")
@needs("player")
def count_declared() -> ResponseReturnValue:
    """Count a turn that nobody saw."""
    version, move = sent_version(), _sent_move()
    try:
        live_table().declare(move, version, by=who())
    except (StaleError, RefusedError) as error:
        return refuse(error)
    return accept("dashboard.home")


# --- earlier turns ---------------------------------------------------------------------------------


@blueprint.get("/turns")
def turns() -> ResponseReturnValue:
    """List the turns so far, the last one first."""
    desk = live_table()
    return render_template(
        "live/correct_turns.html", page=PastTurnsPage(desk.snapshot(), tuple(desk.turns()), flashed())
    )


@blueprint.get("/turns/<int:number>")
@needs("player")
def turn(number: int) -> ResponseReturnValue:
    """Show one of them, to be set right, with all that would come of it."""
    desk = live_table()
    now = desk.snapshot()
    entry = desk.entry(_asked(now.moves - number + 1)) if 0 < number <= now.moves else None
    if entry is None:
        abort(404)
    return render_template("live/correct.html", page=_editor(now, entry, number, says=flashed()))


@blueprint.post("/turns/<int:number>")
@needs("player")
def revise(number: int) -> ResponseReturnValue:
    """Set one of them right."""
    desk, version, move = live_table(), sent_version(), _sent_move()
    try:
        foreseen = request.form.get("foreseen", "")
        desk.revise(desk.snapshot().moves - number + 1, move, version, by=who(), foreseen=foreseen)
    except (StaleError, RefusedError) as error:
        if isinstance(error, StaleError) and wants_page():
            flash(LOOK_AGAIN)
            return redirect(url_for("correcting.turn", number=number, move=encode(move)), 303)
        return refuse(error)
    if wants_page():
        turn = next((past.turn for past in desk.turns() if past.number == number), None)
        says = _("Turn %(number)s is set right, and all that follows from it.", number=turn)
        flash(says if turn else _("That is set right, and all that follows from it."))
    return accept("correcting.turns")


# --- the same as JSON ------------------------------------------------------------------------------


@blueprint.get("/api/turns")
def list_turns() -> ResponseReturnValue:
    """List the turns so far, the last one first."""
    desk = live_table()
    version = desk.snapshot().version
    documents = [_turn_document(each) for each in desk.turns()]
    return {"format": "tablekeeper.turns/1", "version": version, "turns": documents}


def _turn_document(turn: PastTurn) -> Written:
    return {
        "back": turn.back,
        "number": turn.number,
        "turn": turn.turn,
        "player": turn.player,
        "move": turn.move,
        "says": turn.says,
        "how": turn.how,
        "house_rule": turn.is_house_rule,
        "by": turn.by,
        "lines": [line_document(line) for line in turn.lines],
    }


@blueprint.post("/api/revise")
@needs("player")
def revise_by_json() -> ResponseReturnValue:
    """Set an earlier turn right or, with ``check``, tell only what would come of it."""
    sent, version = sent_json(), sent_version()
    back, move, checks = sent.get("back"), sent.get("move"), sent.get("check", False)
    if type(back) is not int or back < 1 or not isinstance(move, dict) or not isinstance(checks, bool):
        abort(400, _("Send back (1 for the last turn), the move and, to try it out, check as true or false."))
    desk = live_table()
    try:
        if checks:
            return _would_be(desk.entry(EntryRequest(back, move=move, viewer=seat())), move, version)
        desk.revise(back, move, version, by=who())
    except (StaleError, RefusedError) as error:
        return refuse(error)
    return accept("correcting.turns")


def _would_be(entry: Entry, move: Document, version: int) -> ResponseReturnValue:
    if entry.version != version:
        raise StaleError
    document = {"format": "tablekeeper.revision/1", "version": entry.version, "back": entry.back}
    document |= {"move": entry.move, "says": entry.says, **_effect_document(entry.effect)}
    is_kept = move.get("house_rule") is True and entry.may_keep
    return ({**document, "error": entry.breaks}, 422) if entry.breaks and not is_kept else (document, 200)


def _effect_document(effect: RevisionEffect | None) -> Written:
    points, changes, breaks = (effect.points, effect.changes, effect.breaks) if effect else ((), (), ())
    return {
        "points": {
            "before": {colour: before for colour, before, _after in points},
            "after": {colour: after for colour, _before, after in points},
        },
        "balances": [
            {"currency": name, "player": colour, "before": before, "after": after}
            for name, colour, before, after in (effect.balances if effect else ())
        ],
        "changes": [
            {
                "turn": change.number,
                "gone": [line_document(line) for line in change.gone],
                "new": [line_document(line) for line in change.new],
            }
            for change in changes
        ],
        "illegal": [{"turn": each.number, "move": each.turn, "says": each.says} for each in breaks],
    }
