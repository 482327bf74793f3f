"""A turn entered on the phone, tile first: on the page of the table, and as JSON."""

from zlib import crc32

import msgspec
from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct
from msgspec.structs import replace

from scoring.documents.values import Document, Written
from scoring.game import Choice, Question
from scoring.hand import Action, Addition, Amount, Hand, Landing, PendingTile
from scoring.referee.contracts.refusals import NotHereError, RefusedError
from scoring.referee.contracts.snapshot import Snapshot
from scoring.referee.contracts.turns import Entry, EntryRequest
from scoring.sentence import marked
from webui.access.languages import name_of, translate
from webui.access.requests import encode, sent_object
from webui.access.roles import may_press, needs, seat
from webui.context import context, live_table
from webui.render.svg import render_symbols

blueprint = Blueprint("entering", __name__)

STEPS = ("enter", "hand", "move", "anywhere", "on")
"""What an address tells of a turn that is being entered; ``enter`` is its number."""
UNFIT = marked("That answer did not fit the question. Look at the table as it is now and try again.")
OVERTAKEN = marked("The table has moved on from the turn you were entering; here it is as it stands now.")
NO_HAND = Hand("", 1, (), ())
FEW = 5
"""A palette of so many columns has a row for each of its groups."""


class Entering(Struct, frozen=True):
    """A turn that is being entered on a page: every tap leads to the same page with one step more.

    Attributes:
        number: Which turn of the game it is, so that a page that was left open does not go on with another.
        was_lost: Whether what had been chosen cannot be any more.
        goes_on: Whether the move is only begun, and it is asked what follows in the same turn.
    """

    now: Snapshot
    entry: Entry
    number: int
    anywhere: bool = False
    was_lost: bool = False
    goes_on: bool = False

    @property
    def hand(self) -> Hand:
        """The tile in hand."""
        return self.entry.hand or NO_HAND

    @property
    def preview(self) -> PendingTile | None:
        """The tile as it lies, once it does."""
        return self.entry.preview

    @property
    def is_pending(self) -> bool:
        """Whether there is a move to look at and to confirm, and not one to go on with."""
        return self.preview is not None and not self.goes_on

    @property
    def landings(self) -> tuple[Landing, ...]:
        """The places that can be tapped now."""
        if self.preview is None or self.goes_on:
            return self.hand.landings
        return self.preview.landings or (self.hand.landings if self.preview.spot else ())

    @property
    def is_held(self) -> bool:
        """Whether it is said which tile is in hand."""
        return bool(self.hand.held) and len(self.hand.held) >= self.hand.parts

    @property
    def offers_more(self) -> bool:
        """Whether more than a tile is said in this game, which the page needs a style for."""
        asked = (*self.preview.questions, self.preview.closing) if self.preview else ()
        return bool(self.hand.is_printed or self.buttons or self.questions or any(asked))

    @property
    def teaches(self) -> str:
        """Says that the printed board may be taught first; empty where it need not or cannot."""
        return self.hand.teaches if self.now.rules in context().taught else ""

    @property
    def has_begun(self) -> bool:
        """Whether anything was tapped yet."""
        return bool(self.hand.held)

    @property
    def query(self) -> Written:
        """What an address has to say to open the same again."""
        if not (self.has_begun or self.entry.move):
            return {}
        return self._query(self.hand.held, self.entry.move, goes_on=self.goes_on)

    def _query(
        self,
        held: tuple[str, ...],
        move: Document | None,
        anywhere: bool | None = None,
        *,
        goes_on: bool = False,
    ) -> Written:
        wide = self.anywhere if anywhere is None else anywhere
        return {
            "enter": self.number,
            "hand": list(held),
            **({"move": encode(move)} if move else {}),
            **({"anywhere": 1} if wide else {}),
            **({"on": 1} if move and goes_on else {}),
        }

    def take(self, part: str) -> str:
        """Give the address with one part more of the tile in hand, or the first of another tile."""
        held = () if self.is_held else self.hand.held
        return self._address((*held, part), self._begun, goes_on=True)

    def put_down(self) -> str:
        """Give the address without the last part of the tile in hand."""
        return self._address(self.hand.held[:-1], self._begun, goes_on=True)

    @property
    def _begun(self) -> Document | None:
        """What the turn does already, where it is gone on with."""
        return self.entry.move if self.goes_on else None

    def go_on(self) -> str:
        """Give the address at which it is asked what follows in the same turn."""
        return self._address((), self.entry.move, goes_on=True)

    def again(self) -> str:
        """Give the address with the tile in hand, not laid; with none where it fits in one place only."""
        return self._address(self.hand.held if len(self.hand.landings) > 1 else ())

    def back(self) -> str:
        """Give the address one step back: without what is in hand, then the move as it was before it went on.

        It is empty where the move is only begun: what it does already is not lost by going back.
        """
        if self.hand.held:
            return self.put_down()
        is_whole = self.preview is not None and self.preview.is_whole
        return self.step(self.entry.move) if is_whole and self.entry.move else ""

    def anew(self) -> str:
        """Give the address with nothing in hand."""
        return self._address(())

    def wider(self) -> str:
        """Give the address at which places against the rules can be tapped too."""
        return url_for("dashboard.home", **self._query(self.hand.held, None, anywhere=not self.anywhere))

    def step(self, move: Document) -> str:
        """Give the address with another move."""
        return self._address(self.hand.held, move)

    def _address(self, held: tuple[str, ...], move: Document | None = None, *, goes_on: bool = False) -> str:
        return url_for("dashboard.home", **self._query(held, move, goes_on=goes_on))

    def tapped_place(self, spot: str) -> str:
        """Give the address behind a place of the board; the tile that lies there is turned."""
        if self.preview and self.is_pending and spot == self.preview.spot:
            return self.step(self._turned(self.preview))
        landing = next(each for each in self.landings if each.spot == spot)
        if landing.goes_on:
            return self._address(self.hand.held, landing.move, goes_on=True)
        return self.step(landing.move)

    @staticmethod
    def _turned(pending: PendingTile) -> Document:
        """Give the move with the tile turned on, with nothing on it."""
        moves = [choice.value for choice in pending.rotations]
        at = moves.index(pending.move) if pending.move in moves else -1
        return moves[(at + 1) % len(moves)] if moves else pending.move

    def turned(self) -> str:
        """Give the address with the tile turned on."""
        return self.step(self._turned(self.preview)) if self.preview else self.again()

    def tapped_closeup(self, spot: str) -> str:
        """Give the address behind a spot of the close-up."""
        additions = self.preview.additions if self.preview else ()
        return self.step(next(each for each in additions if each.spot == spot).move)

    @property
    def beside(self) -> tuple[Addition, ...]:
        """The additions that have no place in the close-up."""
        additions = self.preview.additions if self.preview else ()
        return tuple(each for each in additions if not each.spot)

    @property
    def chosen(self) -> int:
        """How many additions the move has."""
        return sum(each.is_chosen for each in self.preview.additions) if self.preview else 0

    @property
    def shows_common(self) -> bool:
        """Whether the common board needs not be seen: what lies there is offered, or all room is needed."""
        is_told_on = any(landing.goes_on for landing in self.landings)
        return (bool(self.hand.begins) and not self.questions) or is_told_on

    @property
    def questions(self) -> tuple[Action, ...]:
        """What must be answered now by one player: by whose phone it is, else one after the other."""
        asked = [each for each in self.asked if not (each.is_count or each.is_rare)]
        first = min(asked, key=lambda each: each.by != seat(), default=None)
        return tuple(each for each in asked if first and each.by == first.by)

    @property
    def asked(self) -> tuple[Action, ...]:
        """All that is answered by a choice or a number, and not on one phone alone."""
        return tuple(each for each in self.entry.actions if (each.choices or each.amounts) and not each.only)

    @property
    def rare(self) -> tuple[Action, ...]:
        """What may be answered, and is so now and then."""
        return tuple(each for each in self.asked if each.is_rare)

    @property
    def counts(self) -> tuple[Action, ...]:
        """What may be counted, where it is not as the game has it."""
        return tuple(each for each in self.asked if each.is_count)

    @staticmethod
    def rows(action: Action) -> list[tuple[str, list[Amount]]]:
        """Give what is counted of each player, in the order in which it is asked for."""
        rows: dict[str, list[Amount]] = {}
        for each in action.amounts:
            rows.setdefault(each.player, []).append(each)
        return [*rows.items()]

    def whose(self, action: Action) -> str:
        """Tell whose it is to do or to say something, on the phone of somebody else; else empty."""
        turn = next((each.colour for each in self.now.seats if each.has_turn), "")
        owner = action.by or (turn if action.move else "")
        if name_of(self.now.seats, owner) in str(translate(action.says)):
            return ""
        return owner if owner not in (seat(), "") and (seat() or action.by) else ""

    @property
    def buttons(self) -> tuple[Action, ...]:
        """What may be done at once."""
        return tuple(each for each in self.entry.actions if each.move)

    def chosen_of(self, question: Question) -> object:
        """Give the answer that the move has already to a question about it; None where it has none yet."""
        answers = [choice.value for choice in question.choices]
        if self.preview and question == self.preview.closing and self.preview.move in answers:
            return self.preview.move
        return question.chosen

    @property
    def left_open(self) -> str:
        """What is asked about the move and can be left open, the first of it; empty where nothing is."""
        asked = (*self.preview.questions, self.preview.closing) if self.preview else ()
        open_questions = (each for each in asked if each and self.chosen_of(each) is None)
        return next((each.title for each in open_questions), "")

    @property
    def closes(self) -> bool:
        """Whether the last question is asked, each answer of which confirms the move."""
        preview = self.preview
        return bool(preview and preview.closing and not preview.goes_on and not self.entry.breaks)

    @property
    def can_be_sent(self) -> bool:
        """Whether the move is one that counts by the rules."""
        return bool(self.preview and self.preview.is_whole and not self.entry.breaks)

    @property
    def move(self) -> str:
        """The move as it is sent."""
        move = dict(self.entry.move or {})
        return encode({**move, "house_rule": True} if self.entry.breaks else move)

    @property
    def put_back(self) -> str:
        """The move that puts the tile back, as it is sent."""
        return encode(self.hand.put_back)

    def edited(self) -> str:
        """Give the address at which everything of the move can be set."""
        return url_for("correcting.declare", move=encode(self.entry.move))

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Everything in the palette, and all that can be begun with."""
        return tuple(choice for group in (*self.hand.palette, *self.hand.begins) for choice in group)

    @property
    def columns(self) -> int:
        """How many of the palette stand in a row."""
        groups = (*self.hand.palette, *self.hand.begins)
        return FEW if all(len(group) <= FEW for group in groups) else 2 * (FEW - 1)

    @property
    def drawings(self) -> str:
        """Names the drawings of the palette, which a browser keeps."""
        values = " ".join(f"{choice.value} {choice.label}" for choice in self.choices)
        return f"{self.now.rules}-{crc32(values.encode()):08x}"


def entering_of(now: Snapshot) -> Entering | None:
    """Give the turn that is being entered on this page; nothing where it is not the time for one.

    A game whose turns come in by hand, or much of whose turns is told, has one always, but where a camera
    proposed a turn: that can be confirmed. What was chosen for an earlier turn, or cannot be any more, is not
    gone on with.
    """
    number = now.moves + 1
    is_asked = request.values.get("enter", type=int) == number
    is_due = is_asked or ((now.by_hand or now.is_told) and not now.proposal)
    if "declare" not in now.may or not may_press("declare") or not is_due:
        return None
    plain = EntryRequest(hand=(), viewer=seat())
    asked = _asked() if is_asked else plain
    try:
        return Entering(now, _entry(asked), number, asked.anywhere, goes_on=asked.goes_on)
    except RefusedError:
        return Entering(now, live_table().entry(plain), number, was_lost=True)


def was_overtaken(now: Snapshot) -> bool:
    """Tell whether the table has moved on from the turn for which this page has chosen something."""
    chosen = any(step in request.values for step in ("hand", "move"))
    return chosen and request.values.get("enter", type=int) not in (None, now.moves + 1)


def aside_of(now: Snapshot) -> tuple[Choice, ...]:
    """Give the moves that take no turn and set something right, for who may enter them."""
    if "declare" not in now.may or not may_press("declare"):
        return ()
    hand = live_table().entry(EntryRequest(hand=(), viewer=seat())).hand
    return hand.aside if hand else ()


def own_questions(now: Snapshot) -> tuple[Action, ...]:
    """Give what only the player of this phone may tell."""
    if "declare" not in now.may or not may_press("declare") or not seat():
        return ()
    actions = live_table().entry(EntryRequest(hand=(), viewer=seat())).actions
    return tuple(each for each in actions if each.only)


def _entry(asked: EntryRequest) -> Entry:
    """Show what was chosen so far; a tile that fits in one place only is laid there."""
    desk = live_table()
    shown = desk.entry(asked)
    hand = shown.hand or NO_HAND
    is_said = bool(hand.held) or not (hand.palette or hand.begins)
    if asked.move is None and is_said and len(hand.landings) == 1:
        return desk.entry(replace(asked, move=hand.landings[0].move))
    return shown


def _asked() -> EntryRequest:
    """Read from the address or the form what was chosen so far."""
    move = sent_object("move", UNFIT)
    held = tuple(request.values.getlist("hand"))
    goes_on = move is not None and "on" in request.values
    return EntryRequest(
        move=move, hand=held, anywhere="anywhere" in request.values, viewer=seat(), goes_on=goes_on
    )


@blueprint.get("/enter")
@needs("player")
def enter() -> ResponseReturnValue:
    """Go to the table's page, ready for a turn to be entered."""
    now = live_table().snapshot()
    number = now.moves + 1 if "declare" in now.may and not (now.by_hand or now.is_told) else None
    return redirect(url_for("dashboard.home", enter=number), 303)


@blueprint.get("/palette/<name>.svg")
def palette(name: str) -> ResponseReturnValue:
    """Give the drawings of what can be in hand now, each a symbol named by its place in the palette.

    Raises:
        NotHereError: It is the palette of another moment.
    """
    now = live_table().snapshot()
    asked = EntryRequest(hand=tuple(request.args.getlist("hand")), viewer=seat())
    page = Entering(now, live_table().entry(asked), 0)
    if name != page.drawings:
        raise NotHereError
    pictures = {f"t{index}": each.picture for index, each in enumerate(page.choices) if each.picture}
    answer = Response(render_symbols(pictures), mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = "private, max-age=86400"
    return answer


# --- as JSON ---------------------------------------------------------------------------------------


@blueprint.get("/api/entry")
@needs("player")
def entry() -> ResponseReturnValue:
    """Tell what can be done next about a turn that is entered tile first."""
    return entry_document(live_table().entry(_asked()))


def entry_document(entry: Entry) -> Written:
    """Write a turn that is being entered as JSON has it."""
    hand = entry.hand or NO_HAND
    return {
        "format": "tablekeeper.entry/1",
        "version": entry.version,
        "hand": {
            "parts": hand.parts,
            "held": hand.held,
            "palette": [[_choice_document(each) for each in group] for group in hand.palette],
        },
        "begins": [_answer_document(each) for group in hand.begins for each in group],
        "places": [_landing_document(each) for each in hand.landings],
        "put_back": hand.put_back,
        "aside": [{"says": str(translate(each.label)), "move": each.value} for each in hand.aside],
        "actions": [_action_document(each) for each in entry.actions],
        "move": entry.move,
        "says": str(translate(entry.says)) if entry.says else "",
        "error": str(translate(entry.breaks)) if entry.breaks else "",
        **(_preview_document(entry.preview) if entry.preview else {}),
    }


def _action_document(action: Action) -> Written:
    return {
        "name": action.name,
        "says": str(translate(action.says)),
        "move": action.move,
        "choices": [{"label": str(translate(each.label)), "move": each.value} for each in action.choices],
        "number": _amount_document(action.number) if action.number else None,
        "numbers": [_amount_document(each) for each in action.numbers],
        "by": action.by,
    }


def _amount_document(amount: Amount) -> Written:
    says = str(translate(amount.says)) if amount.says else ""
    return {**msgspec.to_builtins(replace(amount, says="")), "says": says}


def _choice_document(choice: Choice) -> Written:
    return {
        "part": choice.value,
        "label": str(translate(choice.label)),
        "left": choice.left,
        "key": choice.key,
    }


def _answer_document(choice: Choice) -> Written:
    """Write an answer that is the move with it."""
    return {"says": str(translate(choice.label)), "move": choice.value}


def _question_document(question: Question) -> Written:
    title, answers = str(translate(question.title)), map(_answer_document, question.choices)
    return {"name": question.name, "says": title, "answers": list(answers)}


def _landing_document(landing: Landing) -> Written:
    return {
        "spot": landing.spot,
        "says": str(translate(landing.says)),
        "outline_mm": landing.outline_mm,
        "moves": landing.moves,
        "goes_on": landing.goes_on,
    }


def _preview_document(pending: PendingTile) -> Written:
    return {
        "ways": [choice.value for choice in pending.rotations],
        "additions": [
            {
                "says": str(translate(each.label)),
                "price": str(translate(each.price)) if each.price else "",
                "chosen": each.is_chosen,
                "move": each.move,
            }
            for each in pending.additions
        ],
        "questions": [_question_document(each) for each in pending.questions],
        "closing": _question_document(pending.closing) if pending.closing else None,
        "further": [_landing_document(each) for each in pending.landings],
        "goes_on": str(translate(pending.goes_on)) if pending.goes_on else "",
        "whole": pending.is_whole,
        "bill": str(translate(pending.bill)) if pending.bill else "",
        "note": str(translate(pending.note)) if pending.note else "",
    }
