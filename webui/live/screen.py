"""The scoreboard for a television or a tablet on the shelf: it follows the table and needs no taps."""

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue
from msgspec import Struct

from scoring.game import ScoreLine, Supply
from scoring.picture import Picture
from scoring.referee.contracts.photos import Seat
from scoring.referee.contracts.snapshot import Snapshot
from webui.access.invitation import invitation
from webui.access.languages import called, translate
from webui.access.requests import HAS_VERSION
from webui.context import live_table
from webui.live.final_walk import Walk
from webui.live.lookup import rules_of
from webui.live.page import LivePage
from webui.render.svg import Note

blueprint = Blueprint("screen", __name__)

MOST_SUMS = 4
"""So many of the last sums are shown in large letters."""


class Screen(Struct, frozen=True):
    """What the screen shows.

    Attributes:
        live: The table as phones see it.
        walk: Where all are on the walk through the final scoring, while they are on it.
    """

    live: LivePage
    walk: Walk | None = None

    @property
    def now(self) -> Snapshot:
        """The table."""
        return self.live.now

    @property
    def has_winner(self) -> bool:
        """Whether the winner is to be shown."""
        return self.live.is_won and (self.walk is None or self.walk.is_done)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players in turn order; ``track`` is what they stand at, as far as it is told."""
        if self.walk:
            return self.walk.seats
        return tuple(Seat(seat.colour, seat.name, seat.standing) for seat in self.now.seats)

    @property
    def board(self) -> Picture | None:
        """The board, with the region marked that is walked to."""
        return self.walk.picture if self.walk else self.live.board

    @property
    def notes(self) -> tuple[Note, ...]:
        """Whose each of several boards is, written above it."""
        parts = self.now.picture.parts if self.now.picture else ()
        return tuple(
            Note(called(translate(part.says)), (part.box_mm[0] + part.box_mm[2] / 2, part.box_mm[1]))
            for part in parts
            if part.name
        )

    @property
    def supplies(self) -> tuple[Supply, ...]:
        """What all may know that players have beside figures, such as stones that pay for something."""
        rules = rules_of(self.now)
        found = rules.supplies(self.now.view) if rules else ()
        return tuple(each for each in found if not each.of and each.left)

    @property
    def sums(self) -> tuple[ScoreLine, ...]:
        """The last sums, or the one that is walked to."""
        if self.walk:
            return (self.walk.line,) if self.walk.line else ()
        return tuple(line for line in self.now.lines if line.pays)[:MOST_SUMS]

    @property
    def marked(self) -> tuple[str, ...]:
        """The colours of those who are asked or else play now, or whom the sum pays that is walked to."""
        if self.walk:
            return self.walk.line.players if self.walk.line else ()
        return self.now.asked or tuple(seat.colour for seat in self.now.seats if seat.has_turn)


@blueprint.get("/screen")
def show() -> ResponseReturnValue:
    """Show the table in large letters; nothing where the screen has this version."""
    now = live_table().snapshot()
    if request.headers.get(HAS_VERSION) == str(now.version):
        return Response(status=204)
    walk = Walk(now) if now.phase == "ended" and now.walked else None
    return render_template(
        "live/screen.html", page=Screen(LivePage(now, is_whole=True), walk), now=now, **invitation()
    )
