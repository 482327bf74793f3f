"""The page of the live table: whose turn it is, what was read, and what can be done about it."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from scoring.game import ScoreLine
from scoring.picture import Picture
from webui.context import context, live_table
from webui.desk import LiveSeat, Seat, Snapshot
from webui.drawing import name_of_picture, only_to_look_at
from webui.sums import PlayerSum, add_up, say_winner

blueprint = Blueprint("live", __name__)

ASKING = ("asking", "doubt")
"""Phases in which the table cannot go on without an answer."""


class LivePage(Struct, frozen=True):
    """What the page shows of the table.

    Attributes:
        corrects: Whether the player opened the questions about the proposal.
        says: What came of the last tap, where it was refused.
    """

    now: Snapshot
    corrects: bool = False
    says: str = ""

    @property
    def asks(self) -> bool:
        """Whether the questions are open."""
        return bool(self.now.questions) and (self.corrects or self.now.phase in ASKING)

    @property
    def turn(self) -> LiveSeat | None:
        """Whose turn it is."""
        return next((seat for seat in self.now.seats if seat.has_turn), None)

    @property
    def palette(self) -> dict[str, str]:
        """The colours of the drawn board."""
        return dict(self.now.picture.palette) if self.now.picture else {}

    @property
    def board(self) -> Picture | None:
        """The board to look at: nothing on it is to be tapped, and no empty place is marked."""
        return only_to_look_at(self.now.picture) if self.now.picture else None

    @property
    def sums(self) -> tuple[PlayerSum, ...]:
        """What each player has in the end, the best first."""
        return add_up(self.now.lines, [_seat(seat, self.now.lines) for seat in self.now.seats])

    @property
    def winner(self) -> str:
        """Says who has won."""
        return say_winner(self.sums)

    def name_of(self, colour: str) -> str:
        """Name the player of a colour."""
        return next((seat.name for seat in self.now.seats if seat.colour == colour), colour.title())


def _seat(seat: LiveSeat, lines: tuple[ScoreLine, ...]) -> Seat:
    """Give a seat with the points it had before the final scoring."""
    final = sum(line.points for line in lines if seat.colour in line.players)
    return Seat(seat.colour, seat.name, seat.points - final)


def show_table(*, corrects: bool = False, says: str = "") -> str:
    """Show the table as it is now.

    The board's drawing is left out where the page that asks has it already and says so.
    """
    here, now = context(), live_table().snapshot()
    sets = [name for name in here.games if here.prints.print_sets(name)]
    return render_template(
        "live.html",
        page=LivePage(now, corrects, says),
        now=now,
        has_prints=bool(sets),
        picture_name=name_of_picture(now.picture),
        has_picture=request.headers.get("X-Has-Picture", ""),
    )


@blueprint.get("/correct")
def correct() -> ResponseReturnValue:
    """Show the questions about the proposal, as long as there is one."""
    now = live_table().snapshot()
    if not now.questions or "correct" not in now.may:
        return redirect(url_for("dashboard.home"))
    return show_table(corrects=True)
