"""The walk through the final scoring: region by region, on all phones at once."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from scoring.game import ScoreLine
from scoring.picture import Picture
from scoring.referee.contracts.photos import Seat
from scoring.referee.contracts.refusals import RefusedError, StaleError
from scoring.referee.contracts.snapshot import Snapshot
from scoring.sheet import total
from webui.access.requests import sent_json, wants_page
from webui.access.roles import needs
from webui.context import live_table
from webui.live.boards import cropped, part_named
from webui.live.commands import STALE, refuse
from webui.live.lookup import outlines_of, region_of
from webui.live.overlay import tint_of, tinted
from webui.render.drawing import frame_cells, only_to_look_at
from webui.render.sums import Ranked, add_up, rank, say_winner, winners_of

blueprint = Blueprint("walking", __name__)


class Walk(Struct, frozen=True):
    """Where the phones are on their walk.

    Attributes:
        now: The table, its game at the end.
        says: What came of the last tap, where it was refused.
    """

    now: Snapshot
    says: str = ""

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """The lines to walk through: those that pay somebody."""
        return tuple(line for line in self.now.lines if line.pays)

    @property
    def line(self) -> ScoreLine | None:
        """The line that is looked at."""
        lines = self.lines
        return lines[self.now.walked - 1] if 0 < self.now.walked <= len(lines) else None

    @property
    def is_done(self) -> bool:
        """Whether the winner is shown."""
        return self.now.walked > len(self.lines)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players in turn order; ``track`` are their points up to here.

        Where no track shows points, and the scoreboard has shown all along what they come to, it goes on so.
        """
        is_shown = self.now.standing and not self.now.track
        after = {} if is_shown else total(self.lines[self.now.walked :])
        return tuple(
            Seat(seat.colour, seat.name, seat.points - after.get(seat.colour, 0)) for seat in self.now.seats
        )

    @property
    def winner(self) -> str:
        """Says who has won."""
        return say_winner(add_up((), self.seats), winners_of(self.now.seats))

    @property
    def ranked(self) -> tuple[Ranked, ...]:
        """Everybody's place once the winner is shown, the best first."""
        return rank(add_up((), self.seats), winners_of(self.now.seats))

    @property
    def picture(self) -> Picture | None:
        """The board with the region marked."""
        picture, line = self.now.picture, self.line
        if picture is None or line is None:
            return only_to_look_at(picture) if picture else None
        region = region_of(self.now, line)
        if region:
            shown = tinted(picture, region, line.players)
        else:
            outlines = outlines_of(self.now, line.where)
            shown = frame_cells(picture, outlines, tint_of(picture, line.players))
        # As large on every step: what is marked asks for no more room.
        return replace(only_to_look_at(shown), box_mm=only_to_look_at(picture).box_mm)

    @property
    def shown(self) -> Picture | None:
        """The same for a phone: of several boards that of whom the line pays, where it is one player's."""
        picture, line = self.picture, self.line
        own = line.players[0] if line and len(line.players) == 1 else ""
        part = part_named(self.now.picture, own) if own else None
        return cropped(picture, part) if picture and part else picture


@blueprint.get("/walk")
def show() -> ResponseReturnValue:
    """Show where the walk has come to; while the game is played there is none."""
    if live_table().snapshot().phase != "ended":
        return redirect(url_for("dashboard.home"))
    return show_walk()


def show_walk(says: str = "") -> str:
    """Show the walk, and why a tap was refused."""
    return render_template("live/walk.html", walk=Walk(live_table().snapshot(), says))


@blueprint.post("/api/walk")
@needs("player")
def walk() -> ResponseReturnValue:
    """Take all phones on or back."""
    desk, (to, version) = live_table(), _sent()
    try:
        desk.walk(to, version)
    except (StaleError, RefusedError) as error:
        # Somebody else's tap, or the first half of a double one, has already brought them there.
        if not (isinstance(error, StaleError) and desk.snapshot().walked == to):
            return _refuse(error)
    if wants_page():
        return redirect(url_for("walking.show" if to else "dashboard.home"), 303)
    return {"version": desk.snapshot().version}


def _refuse(error: StaleError | RefusedError) -> ResponseReturnValue:
    if not wants_page() or live_table().snapshot().phase != "ended":
        return refuse(error)
    is_stale = isinstance(error, StaleError)
    return show_walk(STALE if is_stale else error.says), 409 if is_stale else 422


def _sent() -> tuple[int, int]:
    """Give the place to go to and the version that was looked at."""
    return _whole("to"), _whole("version")


def _whole(name: str) -> int:
    value = sent_json().get(name) if request.is_json else request.form.get(name, type=int)
    if not isinstance(value, int) or isinstance(value, bool):
        abort(400, _("Send the place to go to and the version of the table that this is about."))
    return value
