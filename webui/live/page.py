"""The page of the live table: whose turn it is, what was read, and what can be done about it."""

import time
from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

from flask import (
    Blueprint,
    Response,
    copy_current_request_context,
    make_response,
    render_template,
    request,
)
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from scoring.currency import Currency, Track
from scoring.game import Cell, Choice, Holding, ScoreLine, Supply
from scoring.hand import Action, Landing
from scoring.picture import PartOfTable, Picture
from scoring.referee.contracts.photos import Seat
from scoring.referee.contracts.snapshot import LiveSeat, Snapshot, Timing
from scoring.referee.publication import say_asked
from scoring.sheet import total
from scoring.spots import read_spot
from webui.access.guard import has_token, without_token
from webui.access.languages import called, language, name_of, translate
from webui.access.roles import may_press, role, seat
from webui.context import context, live_table
from webui.live.boards import COMMON, cropped, ordered, part_at, part_named
from webui.live.entry import OVERTAKEN, Entering, aside_of, entering_of, own_questions, was_overtaken
from webui.live.lookup import Look, look_of, outlines_of, rules_of, supplies
from webui.live.overlay import Line, closed, outline_of, overlay, with_room
from webui.live.stream import BEAT, as_event, stream
from webui.render.compression import Seal, pack, takes_packed
from webui.render.drawing import name_of_picture, only_to_look_at
from webui.render.sums import PlayerSum, Ranked, add_up, rank, say_winner, winners_of

blueprint = Blueprint("live", __name__)

HAS_PICTURE = "X-Has-Picture"
"""A page that says so names the drawing of the board that it has, and wants what is new only."""
ELSEWHERE = "<main></main>"
"""Sent to a page in place of its news where the table is shown on another page now."""
ASKING = ("asking", "doubt")
"""Phases in which the table cannot go on without an answer."""


class OwnMarkerMove(NamedTuple):
    """Where a player's marker goes on its track, in steps from the track's beginning."""

    track: Track
    seat: LiveSeat
    before: int
    after: int


def _marker_move(track: Track, seat: LiveSeat, lines: tuple[ScoreLine, ...]) -> OwnMarkerMove | None:
    """Tell how the last sums move a marker; None where they do not."""
    count = seat.balances.get(track.currency) if track.currency else seat.points
    gained = sum(
        line.points for line in lines if line.currency == track.currency and seat.colour in line.players
    )
    if count is None or not gained:
        return None
    return OwnMarkerMove(track, seat, (count - gained) % track.steps, count % track.steps)


class LivePage(Struct, frozen=True):
    """What the page shows of the table.

    Attributes:
        says: What came of the last tap, where it was refused.
        look: What this phone has opened beside the board.
        supplies: What figures the players can still place.
        timing: The clocks as they stand now.
        entering: The turn that is entered on this phone, where one is.
        was_overtaken: Whether the table has moved on from the turn that was being entered.
        aside: Moves that take no turn and set something right.
        asked: Which of several boards was tapped; None where none was.
        own: The colour of whose phone it is; empty for anybody's.
        is_whole: Whether all boards are shown at once.
    """

    now: Snapshot
    says: str = ""
    look: Look = Look()
    supplies: tuple[Supply, ...] = ()
    timing: Timing | None = None
    entering: Entering | None = None
    was_overtaken: bool = False
    aside: tuple[Choice, ...] = ()
    asked: str | None = None
    own: str = ""
    is_whole: bool = False

    @property
    def parts(self) -> tuple[PartOfTable, ...]:
        """The boards that can be looked at, the own one first; none where there is but one."""
        return ordered(self.now.picture, self.own)

    @property
    def part(self) -> PartOfTable | None:
        """The board that is shown; None where the whole table is."""
        picture = self.now.picture
        if picture is None or not picture.parts or self.is_whole:
            return None
        region = self.look.region
        if region and region.outlines_mm:
            return part_at(picture, region.outlines_mm[0][0])
        if self.asked is not None and (asked := part_named(picture, self.asked)):
            return asked
        first = next((seat for seat in self.now.seats if seat.won), self.turn)
        due = self.entering.hand.board if self.entering else first.colour if first else ""
        is_entered = bool(self.entering and self.entering.query)
        return part_named(picture, due if is_entered else self.own or due) or self.parts[0]

    @property
    def common(self) -> Picture | None:
        """The board that all share, to be seen beside another one."""
        picture, part = self.now.picture, self.part
        shared = part_named(picture, COMMON)
        if picture is None or part is None or shared is None or part == shared:
            return None
        return cropped(picture, shared)

    @property
    def asks(self) -> bool:
        """Whether the questions are open."""
        return bool(self.now.questions) and self.now.phase in ASKING

    @property
    def is_closing(self) -> bool:
        """Whether the game is about to end, and is asked for or looked at once more before that."""
        return "confirm" in self.now.may and not self.now.proposal and "keep" not in self.now.may

    @property
    def offers_hand(self) -> bool:
        """Whether the camera reads nothing, so that entering turns on the phone is offered at once."""
        return self.is_stuck and "keep" not in self.now.may and may_press("set_hands_free")

    @property
    def is_stuck(self) -> bool:
        """Whether the camera cannot go on by itself, and has no turn to ask about."""
        return self.now.phase == "doubt" and not self.now.proposal

    @property
    def offers_entry(self) -> bool:
        """Whether entering one turn is offered at once: it may be what was told before that is wrong."""
        is_broken = self.now.phase == "illegal" and self.now.is_told
        return "declare" in self.now.may and (is_broken or self.is_stuck)

    @property
    def is_won(self) -> bool:
        """Whether the game has ended and somebody has won it."""
        return any(seat.won for seat in self.now.seats)

    @property
    def turn(self) -> LiveSeat | None:
        """Whose turn it is."""
        return next((seat for seat in self.now.seats if seat.has_turn), None)

    @property
    def heading(self) -> str:
        """Says whose turn it is or, where others are to answer or to choose first, who that is."""
        if self.now.asked:
            return translate(
                say_asked([name_of(self.now.seats, colour) for colour in self.now.asked])
            ).rstrip(".")
        return _("%(name)s's turn", name=called(self.turn.name)) if self.turn else ""

    @property
    def proposed(self) -> Any:
        """The proposed turn, so that no other one is corrected where the table has moved on."""
        return next((question.chosen for question in self.now.questions if question.name == "move"), None)

    @property
    def palette(self) -> dict[str, str]:
        """The colours of the drawn board."""
        return dict(self.now.picture.palette) if self.now.picture else {}

    @property
    def board(self) -> Picture | None:
        """The board to look at: nothing on it is to be tapped, and no empty place is marked."""
        if self.now.picture is None:
            return None
        part = self.part
        picture = cropped(self.now.picture, part) if part else self.now.picture
        board = only_to_look_at(picture)
        points = tuple(point for place in self.look.places for point in place.outline_mm)
        if self.entering:  # with room for whatever tile, so that the board stays as it is from tap to tap
            hand = self.entering.hand
            reach = hand.reach_mm if part is None or part.name == hand.board else ()
            return with_room(replace(board, box_mm=picture.box_mm), reach)
        return with_room(board, points) if self.look.places else board

    @property
    def picture_name(self) -> str:
        """Names the board's drawing, so that a page can tell whether it has it; wider it is another one."""
        wider = "-room" if self.entering else f"-{self.look.face}" if self.look.places else ""
        which = f"-{self.part.name}" if self.part else ""
        return f"{name_of_picture(self.now.picture)}{which}{wider}"

    @property
    def over(self) -> Picture | None:
        """What is drawn over the board."""
        if self.now.picture is None or self.board is None:
            return None
        last = tuple(line for cell in self.now.last for line in self._around(cell))
        if self.entering is None:
            return overlay(self.board, last, self.look)
        return overlay(self.board, last, self.look, self.landings, self.entering.preview)

    def _around(self, cell: Cell) -> tuple[Line, ...]:
        """Give lines around the tile of a cell; where none lies, around the cell."""
        return outline_of(self.now.picture, cell) or closed(outlines_of(self.now, (cell,)))

    @property
    def landings(self) -> tuple[Landing, ...]:
        """The places that can be tapped on the board that is shown."""
        landings, part = self.entering.landings if self.entering else (), self.part
        return tuple(each for each in landings if part is None or read_spot(each.spot).board == part.name)

    @property
    def sums(self) -> tuple[PlayerSum, ...]:
        """What each player has in the end, the best first."""
        sums = add_up(self.now.lines, [_seat(seat, self.now.lines) for seat in self.now.seats])
        won = winners_of(self.now.seats)
        return tuple(sorted(sums, key=lambda each: each.seat.colour not in won))

    def balances_of(self, colour: str) -> Mapping[str, int]:
        """Give what everybody may know that a player has of each currency."""
        return next((seat.balances for seat in self.now.seats if seat.colour == colour), {})

    @property
    def tracked(self) -> tuple[Currency, ...]:
        """The currencies that have a track of their own, to be seen beside the points."""
        names = {track.currency for track in self.now.tracks if not track.is_common}
        return tuple(each for each in self.now.currencies if each.name in names)

    def currency_of(self, region: Holding) -> Currency | None:
        """Give what a region pays, where that is no points."""
        return next((each for each in self.now.currencies if each.name == region.currency), None)

    @property
    def regions(self) -> tuple[Holding, ...]:
        """The regions of the board that is shown."""
        part, picture = self.part, self.now.picture
        return tuple(
            each
            for each in self.look.regions
            if part is None or not each.outlines_mm or part_at(picture, each.outlines_mm[0][0]) == part
        )

    @property
    def moves_of_markers(self) -> tuple[OwnMarkerMove, ...]:
        """Where the last turn has taken whose marker, on each of several tracks."""
        tracks = [track for track in self.now.tracks if not track.is_common]
        if len(tracks) < 2 or self.now.phase == "ended":
            return ()
        moves = (_marker_move(track, seat, self.now.lines) for track in tracks for seat in self.now.seats)
        return tuple(move for move in moves if move)

    @property
    def secrets(self) -> tuple[tuple[str, int], ...]:
        """What only this phone's player knows that they have: by its title, how many."""
        rules = rules_of(self.now)
        if rules is None or not self.own:
            return ()
        known = rules.balances(self.now.view_for(self.own))
        return tuple(
            (each.title, known[each.name][self.own])
            for each in self.now.currencies
            if self.own in known.get(each.name, {}) and each.name not in self.balances_of(self.own)
        )

    @property
    def own_questions(self) -> tuple[Action, ...]:
        """What only the player of this phone may tell."""
        return own_questions(self.now)

    @property
    def ranked(self) -> tuple[Ranked, ...]:
        """Everybody's place in the end, the best first."""
        return rank(self.sums, winners_of(self.now.seats))

    @property
    def winner(self) -> str:
        """Says who has won."""
        return say_winner(self.sums, winners_of(self.now.seats))

    def figures_of(self, colour: str) -> list[Supply]:
        """Give the figures that a player can still place."""
        return [supply for supply in self.supplies if supply.player == colour]


def _seat(seat: LiveSeat, lines: tuple[ScoreLine, ...]) -> Seat:
    """Give a seat with the points it had before the final scoring."""
    return Seat(seat.colour, seat.name, seat.points - total(lines).get(seat.colour, 0))


def _for_viewer(now: Snapshot) -> Snapshot:
    """Leave out what whoever asks may not press."""
    may = tuple(button for button in now.may if may_press(button))
    return replace(now, may=may, questions=now.questions if may_press("correct") else ())


def show_table(says: str = "") -> Response:
    """Show the table as it is now.

    A page that asks what is new says so, and which drawing of the board it has: then the drawing is left out
    where it is the same, and so is the token of the forms, which the page has too. All phones of one role and
    language are given the same then.
    """
    now = live_table().snapshot()
    has_picture = request.headers.get(HAS_PICTURE)
    if says or has_picture is None or request.method != "GET" or not has_token():
        return make_response(_render(now, says, has_picture))
    key = (request.full_path, takes_packed(), *_viewer(now, has_picture))
    made = context().shared.get(now, key, lambda: pack(make_response(_news(now, has_picture))))
    return Response(made.get_data(), made.status_code, made.headers.copy())


@blueprint.get("/news")
def news() -> ResponseReturnValue:
    """Send what is new on the page whenever the table has changed, so that no phone has to ask for it.

    The query says which version (``since``) and which drawing of the board (``picture``) the page has.
    """
    shared, has_picture = context().shared, request.args.get("picture", "")

    @copy_current_request_context  # which is over once the stream has begun
    def write(now: Snapshot, seal: Seal) -> bytes:
        nonlocal has_picture
        has, has_picture = has_picture, name_of_picture(now.picture)
        if now.walked:
            return seal(as_event(now, ELSEWHERE))
        key = ("news", seal, *_viewer(now, has))
        return shared.get(now, key, lambda: seal(as_event(now, _news(now, has))))

    return stream(write, BEAT)


def _viewer(now: Snapshot, has_picture: str) -> tuple[Hashable, ...]:
    """Give what the news of a version depend on besides."""
    second = int(time.monotonic()) if now.timing else 0
    demo = context().demo
    return language(), role(), seat(), has_picture, second, bool(demo and demo.is_shown)


def _news(now: Snapshot, has_picture: str) -> str:
    with without_token():
        return _render(now, "", has_picture)


def _render(now: Snapshot, says: str, has_picture: str | None) -> str:
    now = _for_viewer(now)
    timing = now.timing.at(time.monotonic()) if now.timing else None
    entering, is_over = entering_of(now), was_overtaken(now)
    if entering is None and is_over:
        says = says or OVERTAKEN
    page = LivePage(
        now,
        says,
        look_of(now),
        supplies(now),
        timing,
        entering,
        is_over,
        aside_of(now),
        asked=request.args.get("board"),
        own=seat(),
    )
    return render_template(
        "live/live.html",
        page=page,
        overtaken=OVERTAKEN,
        now=now,
        own=context().own,
        demo=context().demo,
        games=context().games,
        picture_name=page.picture_name,
        has_picture=has_picture or "",
        frame="base.html" if has_picture is None else "bare.html",
    )
