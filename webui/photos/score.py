"""The score sheet of a photographed table, and by which rules and for whom it is reckoned."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from scoring.errors import ScoringError, UnreadableError
from scoring.game import GameInfo, ScoreLine
from scoring.referee.contracts.photos import PhotoTable, Seat
from scoring.referee.contracts.refusals import StaleError
from scoring.sentence import marked
from scoring.setups import check_names
from webui.access.requests import cleaned, picked_options
from webui.access.roles import needs
from webui.context import context
from webui.photos.tables import ShownTable, read_table
from webui.render.sums import add_up, all_seats, chosen_values, rule_set, say_winner, seats_at, setup_of

blueprint = Blueprint("sheets", __name__, url_prefix="/photos/<id>")

STALE = marked(
    "Somebody else changed this table in the meantime. Here it is as it stands now; please choose again."
)
MAX_TRACK = 9999


@blueprint.get("/score")
@needs("player")
def show(id: str) -> ResponseReturnValue:
    """Show the sheet, with the cells of one line marked on the board where one was tapped."""
    shown = read_table(id)
    if shown.is_known:
        return "", 204
    lines = score(shown)
    picked = request.args.get("line", type=int)
    line = lines[picked] if picked is not None and 0 <= picked < len(lines) else None
    sums = add_up(lines, seats_at(shown.table, shown.rules.info, shown.colours))
    return render_template(
        "photos/score.html",
        ticket=context().photos.ticket(id),
        sums=sums,
        unclaimed=[line for line in lines if not line.players],
        winner=say_winner(sums)
        if any(each.total for each in sums) or not any(line.pays for line in lines)
        else "",
        picked=picked if line else None,
        rules=rule_set(shown.table, shown.rules.info),
        **shown.page(cells=line.where if line else ()),
    )


def score(shown: ShownTable) -> tuple[ScoreLine, ...]:
    """Reckon the table as if the game ended now."""
    try:
        return shown.rules.score_board(shown.board, setup_of(shown.table, shown.rules.info, shown.colours))
    except ScoringError:
        # Options saved by an older version may be gone; the rule set by itself always stands.
        plain = replace(shown.table, rules="", options={})
        return shown.rules.score_board(shown.board, setup_of(plain, shown.rules.info, shown.colours))


@blueprint.get("/settings")
@needs("player")
def ask(id: str) -> ResponseReturnValue:
    """Ask for rules and names."""
    return _form(read_table(id))


def _form(shown: ShownTable, says: str = "") -> str:
    info = shown.rules.info
    return render_template(
        "photos/settings.html",
        ticket=context().photos.ticket(shown.id),
        says=says,
        rules=rule_set(shown.table, info),
        values=chosen_values(shown.table, info),
        seats=all_seats(shown.table, info, shown.colours),
        playing={seat.colour for seat in seats_at(shown.table, info, shown.colours)},
        **shown.page(),
    )


@blueprint.post("/settings")
@needs("player")
def choose(id: str) -> ResponseReturnValue:
    """Save rules and names."""
    shown = read_table(id)
    if request.form.get("version") != str(shown.table.version):
        return _form(shown, STALE), 409
    chosen = with_choices(shown.table, shown.rules.info, request.form)
    chosen = replace(chosen, version=shown.table.version + 1)
    changed = replace(shown, table=chosen)
    try:
        check_names(setup_of(chosen, shown.rules.info, shown.colours).players)
        context().photos.save(id, chosen)
    except StaleError:
        return _form(read_table(id), STALE), 409
    except UnreadableError as error:
        return _form(changed, error.says), 422
    stays = "stay" in request.form
    return redirect(url_for("sheets.ask" if stays else "sheets.show", id=id), 303)


def with_choices(table: PhotoTable, info: GameInfo, form: MultiDict[str, str]) -> PhotoTable:
    """Give the table with the rules and names that a form carries.

    Another rule set brings its own values; only what differs from the rule set is kept as an option.
    """
    changed = replace(table, rules=form.get("rules", table.rules), seats=_seats(info, form))
    rules = rule_set(changed, info)
    if rules != rule_set(table, info):
        return replace(changed, options={})
    return replace(changed, options=picked_options(info, rules, form))


def _seats(info: GameInfo, form: MultiDict[str, str]) -> tuple[Seat, ...]:
    seats = (_seat(colour, form) for colour in info.colours)
    return tuple(seat for seat in seats if seat.name or seat.track)


def _seat(colour: str, form: MultiDict[str, str]) -> Seat:
    name = cleaned(form.get(f"name:{colour}", ""))
    track = form.get(f"track:{colour}", default=0, type=int)
    return Seat(colour, name, min(max(track, 0), MAX_TRACK))
