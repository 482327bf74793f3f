"""Playing on from a photographed table, or keeping it: who plays, what they have so far, whose turn it is."""

from collections.abc import Mapping, Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from scoring.currency import Currency
from scoring.documents.values import Written
from scoring.errors import ScoringError
from scoring.game import GameInfo, PlayerSeat, RuleSet, ScoreLine, Setup, Supply
from scoring.referee.contracts.refusals import DeskError, RefusedError
from scoring.referee.contracts.table import NewGame
from scoring.sentence import marked
from webui.access.requests import cleaned, picked_options, wants_page
from webui.access.roles import needs
from webui.context import context, history
from webui.live.new_game import (
    SeatRow,
    check,
    chosen_rules,
    game_in_play,
    has_camera,
    moved,
    to_own_table,
)
from webui.photos.score import MAX_TRACK, STALE
from webui.photos.tables import ShownTable, read_table
from webui.render.sums import rule_set, seats_at, setup_of

blueprint = Blueprint("playing_on", __name__)

UNREAD = marked("Not all of this board has been read: say there what lies in each place, or leave it out.")
SHOWS_FIRST = ("stay", "move")
"""Buttons that change the form and begin nothing."""


class PlayerRow(SeatRow, frozen=True):
    """One row of the form: a player, what they have so far, and whether it is their turn.

    Attributes:
        counts: How many they have of each of the game's currencies, by its name.
    """

    points: int = 0
    counts: Mapping[str, int] = {}
    has_turn: bool = False


class Outlook(Struct, frozen=True):
    """What follows from a beginning: what everybody has, what is left, what is scored at once.

    Attributes:
        says: Why no game can begin like this; empty where one can.
        left: How many tiles are left in the box; None where nobody knows.
    """

    says: str = ""
    supplies: tuple[Supply, ...] = ()
    left: int | None = None
    scored: tuple[ScoreLine, ...] = ()
    points: Mapping[str, int] = {}


@blueprint.get("/photos/<id>/play")
@needs("host")
def ask(id: str) -> ResponseReturnValue:
    """Ask for what the photograph does not tell."""
    if context().is_demo:
        return to_own_table()
    return _form(read_table(id), MultiDict())


@blueprint.post("/photos/<id>/play")
@needs("host")
def begin(id: str) -> ResponseReturnValue:
    """Play on from there or keep the table as it lies, or first show what another button has changed."""
    if context().is_demo:
        return to_own_table()
    shown, fields = read_table(id), request.form
    if fields.get("version") != str(shown.table.version):
        return _form(shown, fields, STALE), 409
    if any(button in fields for button in SHOWS_FIRST):
        return _form(shown, fields)
    new = _new_game(shown, fields)
    try:
        check(shown.rules.info, new)
        if "keep" in fields:
            return redirect(url_for("games.show", id=history().keep_photo(new)), 303)
        if shown.doubts:
            raise RefusedError(UNREAD)
        if game_in_play():
            return _form(shown, fields), 422  # which says so
        table = context().table
        if table:
            table.start(new)
    except DeskError as error:
        return _form(shown, fields, error.says), 422
    return redirect(url_for("dashboard.home"), 303)


@blueprint.post("/photos/<id>/keep")
@blueprint.post("/api/photos/<id>/keep")
@needs("player")
def keep(id: str) -> ResponseReturnValue:
    """Keep a scored photograph in the history, with its names and the points on its track."""
    if context().is_demo:
        return to_own_table()
    shown = read_table(id)
    try:
        game = history().keep_photo(_as_scored(shown))
    except RefusedError as error:
        return (_form(shown, MultiDict(), error.says) if wants_page() else {"error": error.says}), 422
    return redirect(url_for("games.show", id=game), 303) if wants_page() else ({"game": game}, 201)


def _as_scored(shown: ShownTable) -> NewGame:
    """Give the table as its sheet has it: nobody is said to have anything that is not on the sheet.

    What counts at once is; what runs on a track of its own has been scored, and is not.
    """
    info, table = shown.rules.info, shown.table
    counted, run = shown.rules.counted(shown.board), {track.currency for track in info.tracks}
    setup = setup_of(table, info, shown.colours)
    seats = seats_at(table, info, shown.colours)
    heaps = {
        each.name: {
            seat.colour: 0 if each.name in run else counted.get(each.name, {}).get(seat.colour, 0)
            for seat in seats
        }
        for each in info.open_currencies
    }
    begins = {"board": table.board, "points": {seat.colour: seat.track for seat in seats}, **heaps}
    return _game(shown, setup, begins)


def _game(
    shown: ShownTable,
    setup: Setup,
    begins: Written,
    *,
    hands_free: bool = False,
    by_hand: bool = False,
) -> NewGame:
    seats = tuple((seat.name, seat.colour) for seat in setup.players)
    prints = request.form.get("prints", context().photos.ticket(shown.id).prints)
    name = shown.rules.info.name
    options = dict(setup.options)
    return NewGame(
        name, setup.rules, prints, seats, options, hands_free=hands_free, by_hand=by_hand, begins=begins
    )


def _new_game(shown: ShownTable, fields: MultiDict[str, str]) -> NewGame:
    info, rows = shown.rules.info, _rows(shown, fields)
    players = [row for row in rows if row.colour or row.name]
    rules = _rule_set(shown, fields)
    seats = tuple(PlayerSeat(row.known_name, row.colour) for row in players)
    options = _options(shown, rules, fields)
    begins = {
        "board": shown.table.board,
        "points": {row.colour: row.points for row in players},
        "turn": next((row.colour for row in players if row.has_turn), ""),
        **{
            each.name: {row.colour: row.counts[each.name] for row in players} for each in info.open_currencies
        },
    }
    setup = Setup(rules.name, seats, options)
    return _game(shown, setup, begins, hands_free="hands_free" in fields, by_hand="by_hand" in fields)


def _rule_set(shown: ShownTable, fields: MultiDict[str, str]) -> RuleSet:
    info = shown.rules.info
    return chosen_rules(info, fields, rule_set(shown.table, info))


def _options(shown: ShownTable, rules: RuleSet, fields: MultiDict[str, str]) -> dict[str, str | bool]:
    """Give the players' own choices; another rule set brings its own values."""
    if "rules" not in fields:
        return shown.table.options
    return picked_options(shown.rules.info, rules, fields) if fields.get("by") == rules.name else {}


def _rows(shown: ShownTable, fields: MultiDict[str, str]) -> list[PlayerRow]:
    """Give the rows as they were sent or, at first, those who are in the photograph, with what it shows."""
    info = shown.rules.info
    rows = _sent_rows(info, fields) if "colour" in fields else _first_rows(shown)
    return moved((rows + [_empty(info.open_currencies)] * info.max_players)[: info.max_players], fields)


def _empty(currencies: Sequence[Currency]) -> PlayerRow:
    return PlayerRow(counts={currency.name: currency.at_start for currency in currencies})


def _sent_rows(info: GameInfo, fields: MultiDict[str, str]) -> list[PlayerRow]:
    names, turn = fields.getlist("name"), fields.get("turn", 0, type=int)
    sent = zip(names, fields.getlist("colour"), strict=False)
    return [
        PlayerRow(
            cleaned(name),
            colour,
            _number(fields, "points", at, 0),
            {
                each.name: _number(fields, f"count:{each.name}", at, each.at_start)
                for each in info.open_currencies
            },
            at == turn,
        )
        for at, (name, colour) in enumerate(sent)
    ]


def _number(fields: MultiDict[str, str], name: str, at: int, otherwise: int) -> int:
    sent = dict(enumerate(fields.getlist(name))).get(at, "").strip()
    return min(int(sent[:9]), MAX_TRACK) if sent.isascii() and sent.isdecimal() else otherwise


def _first_rows(shown: ShownTable) -> list[PlayerRow]:
    info = shown.rules.info
    seats = seats_at(shown.table, info, shown.colours)
    empty = _empty(info.open_currencies)
    seen = shown.rules.counted(shown.board)
    rows = [
        PlayerRow(
            seat.name,
            seat.colour,
            seat.track or seen.get("", {}).get(seat.colour, 0),
            {name: seen.get(name, {}).get(seat.colour, count) for name, count in empty.counts.items()},
        )
        for seat in seats
    ]
    free = [colour for colour in info.colours if colour not in {row.colour for row in rows}]
    missing = free[: max(0, info.min_players - len(rows))]
    rows += [PlayerRow(colour=colour, counts=empty.counts) for colour in missing]
    return [replace(rows[0], has_turn=True), *rows[1:]]


def _outlook(shown: ShownTable, new: NewGame) -> Outlook:
    """Tell what follows from a beginning, or why there can be none."""
    rules = shown.rules
    setup = Setup(new.rules, tuple(PlayerSeat(*seat) for seat in new.seats), new.options, new.begins)
    try:
        check(rules.info, new)
        state = rules.start(setup)
        scored = tuple(line for line in rules.carried(setup) if line.where)
    except (ScoringError, DeskError) as error:
        return Outlook(error.says)
    faces = rules.left(state)
    left = sum(each.count for each in faces) if faces or rules.info.knows_box else None
    return Outlook("", tuple(rules.supplies(state)), left, scored, rules.points(state))


def _form(shown: ShownTable, fields: MultiDict[str, str], says: str = "") -> str:
    info, table = shown.rules.info, context().table
    rules, busy = _rule_set(shown, fields), game_in_play()
    new = _new_game(shown, fields)
    return render_template(
        "photos/playing_on.html",
        ticket=context().photos.ticket(shown.id),
        rows=_rows(shown, fields),
        rules=rules,
        values={**rules.values, **new.options},
        game_rules=shown.rules,
        sets=context().prints.print_sets(info.name),
        prints=new.prints,
        names=context().names(),
        hands_free=new.hands_free,
        by_hand=new.by_hand,
        has_camera=has_camera(),
        outlook=_outlook(shown, new),
        says=says,
        game_in_play=busy,
        can_begin=table is not None and busy is None,
        unread=UNREAD if shown.doubts else "",
        **shown.page(),
    )
