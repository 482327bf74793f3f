"""Beginning a game: which one, by which rules, with which prints, who plays in which order and who begins."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from msgspec import Struct
from werkzeug.datastructures import MultiDict

from scoring.documents.document import converted
from scoring.documents.values import Written
from scoring.errors import UnreadableError
from scoring.game import GameInfo, PlayerSeat, RuleSet
from scoring.referee.contracts.refusals import DeskError
from scoring.referee.contracts.snapshot import Snapshot
from scoring.referee.contracts.table import NewGame, say_unread
from scoring.roles import AnyRules
from scoring.sentence import listed, marked, sentence
from scoring.setups import check_names
from webui.access.languages import called
from webui.access.requests import cleaned, picked_options, sent_json, wants_page
from webui.access.roles import needs
from webui.context import context, live_table, table_now

blueprint = Blueprint("newgame", __name__)

NO_COLOUR = marked("{name} has no colour yet: choose one, or clear the name.")
NO_PRINTS = marked("That box is not here any more: choose another, or any box.")
SHOWS_FIRST = ("look", "stay", "draw", "move")
"""Buttons that change the form and begin nothing."""
WAYS = {"up": -1, "down": 1}
Row = TypeVar("Row")


class SeatRow(Struct, frozen=True):
    """One row of the form: a player's name and colour, both empty where nobody plays."""

    name: str = ""
    colour: str = ""

    @property
    def known_name(self) -> str:
        """How the game knows the player; one without a name by the colour."""
        return self.name or self.colour.title()


class Seating(Struct, frozen=True):
    """Who sits where, in turn order round the table; whoever comes first begins."""

    places: tuple[SeatRow, ...]

    @property
    def players(self) -> tuple[SeatRow, ...]:
        """Those who play, in turn order."""
        return tuple(place for place in self.places if place.colour)

    @property
    def named(self) -> tuple[SeatRow, ...]:
        """Those who play, and whoever has a name and no colour yet."""
        return tuple(place for place in self.places if place.colour or place.name)

    def begun_by(self, player: int) -> "Seating":
        """Have one of the players begin, and the others follow as they sit round the table."""
        players = self.players[player:] + self.players[:player]
        return Seating((*players, *[SeatRow()] * (len(self.places) - len(players))))


class Wish(Struct, frozen=True):
    """A new game as JSON, in the words of the game document."""

    game: str
    rules: str
    prints: str
    players: tuple[PlayerSeat, ...]
    options: dict[str, str | bool] = {}
    hands_free: bool = False
    by_hand: bool = False
    begins: Written | None = None


@blueprint.get("/new")
@needs("host")
def ask() -> ResponseReturnValue:
    """Ask for everything a game needs before its first turn."""
    live_table()
    return to_own_table() if context().is_demo else _form(request.args)


def game_in_play() -> Snapshot | None:
    """Give the game that must be ended before another begins; None where there is none."""
    now = table_now()
    return now if now and now.phase not in ("none", "ended") and now.moves else None


def _form(fields: MultiDict[str, str], says: str = "") -> str:
    here = context()
    wanted = (fields.get("game", ""), live_table().snapshot().rules, *sorted(here.games))
    name = next(name for name in wanted if name in here.games)
    info = here.games[name].info
    rules = chosen_rules(info, fields)
    picked = {} if "stay" in fields else picked_options(info, rules, fields)
    seating = _changed(_seating(info, fields), fields)
    alike = () if "by_hand" in fields else _alike(here.games[name], seating)
    unread = "" if name in here.readable else say_unread(info.title)
    return render_template(
        "live/new_game.html",
        games=here.games,
        info=info,
        rules=rules,
        values={**rules.values, **picked},
        sets=here.prints.print_sets(name),
        is_taught=name in here.taught,
        prints=fields.get("prints", live_table().snapshot().taught.prints or None),
        seating=seating,
        alike=alike,
        warned=say_pairs(alike),
        names=here.names(),
        has_camera=has_camera(),
        unread=unread,
        hands_free="hands_free" in fields,
        by_hand="by_hand" in fields,
        says=says,
        game_in_play=game_in_play(),
        tells=_what_changed(seating, fields) or _left_out(info, fields),
    )


def chosen_rules(info: GameInfo, fields: MultiDict[str, str], otherwise: RuleSet | None = None) -> RuleSet:
    """Give the rule set that was chosen; the game's first where nothing else is said."""
    chosen = (rules for rules in info.rule_sets if rules.name == fields.get("rules"))
    return next(chosen, otherwise or info.rule_sets[0])


def _seating(info: GameInfo, fields: MultiDict[str, str]) -> Seating:
    """Give the rows as they were sent or, at first, those who played last."""
    rows = _rows(info, fields)
    if request.method == "GET":  # they may come from another game
        rows = _in_colours_of(info, rows[: info.max_players])
    places = tuple((*rows, *[SeatRow()] * info.max_players)[: info.max_players])
    return Seating(places)


def _rows(info: GameInfo, fields: MultiDict[str, str]) -> list[SeatRow]:
    """Give whoever is to play, however many; of a form that is sent, each row as it is."""
    names, colours = fields.getlist("name"), fields.getlist("colour")
    if colours:
        rows = [SeatRow(cleaned(name), colour) for name, colour in zip(names, colours, strict=False)]
    else:
        seats = live_table().snapshot().seats
        rows = [SeatRow("" if seat.name == seat.colour.title() else seat.name, seat.colour) for seat in seats]
    if request.method == "GET":
        rows = [row for row in rows if row.name or row.colour]
    return rows or [SeatRow(colour=colour) for colour in info.colours[: info.min_players]]


def _in_colours_of(info: GameInfo, rows: Sequence[SeatRow]) -> list[SeatRow]:
    """Give whoever has a colour that the game has not, its first one that is free."""
    free = [colour for colour in info.colours if colour not in {row.colour for row in rows}]
    foreign = [row for row in rows if row.colour and row.colour not in info.colours]
    given = {row.colour: colour for row, colour in zip(foreign, free, strict=False)}
    return [row if row not in foreign else SeatRow(row.name, given.get(row.colour, "")) for row in rows]


def _changed(seating: Seating, fields: MultiDict[str, str]) -> Seating:
    """Draw lots for who begins, or move a player, where that button was pressed."""
    if "draw" in fields and seating.players:
        return seating.begun_by(secrets.randbelow(len(seating.players)))
    return Seating(tuple(moved(seating.places, fields)))


def moved(rows: Iterable[Row], fields: MultiDict[str, str]) -> list[Row]:
    """Have a player change places with a neighbour, where that button was pressed and there is one."""
    row, _colon, way = fields.get("move", "").partition(":")
    rows = list(rows)
    if way in WAYS and row in map(str, range(len(rows))):
        here = int(row)
        there = here + WAYS[way]
        if 0 <= there < len(rows):
            rows[here], rows[there] = rows[there], rows[here]
    return rows


def _what_changed(seating: Seating, fields: MultiDict[str, str]) -> str:
    """Say what a button has changed."""
    says = ""
    if "draw" in fields and seating.players:
        says = _("The lot has fallen: %(name)s begins.", name=called(seating.players[0].known_name))
    elif "move" in fields and seating.players:
        names = ", ".join(called(place.known_name) for place in seating.players)
        says = _("The turn order is now: %(names)s.", names=names)
    return says


def _left_out(info: GameInfo, fields: MultiDict[str, str]) -> str:
    """Say who has no place in this game, which fewer can play than the last."""
    names = ", ".join(called(row.known_name) for row in _rows(info, fields)[info.max_players :])
    if not names:
        return ""
    return str(_("Left out, since at most %(most)s can play: %(names)s.", most=info.max_players, names=names))


def _alike(rules: AnyRules, seating: Seating) -> Sequence[tuple[str, str]]:
    """Find the players' colours that are hard to tell apart in the light on the table."""
    camera = context().camera
    chosen = {place.colour for place in seating.players}
    if camera is None or not has_camera() or rules.info.name not in context().readable:
        return ()
    return camera.find_alike({name: code for name, code in _palette(rules).items() if name in chosen})


def has_camera() -> bool:
    """Tell whether a camera is there that could look on."""
    return bool(live_table().snapshot().camera)


def _palette(rules: AnyRules) -> Mapping[str, str]:
    empty = {"format": "tablekeeper.board/1", "game": rules.info.name}
    return rules.picture_board(rules.load_board(empty)).palette


@blueprint.post("/new")
@blueprint.post("/api/new")
@needs("host")
def begin() -> ResponseReturnValue:
    """Begin the game, or first show what another button has changed."""
    if context().is_demo:
        return to_own_table()
    if any(button in request.form for button in SHOWS_FIRST):
        return _form(request.form)
    desk = live_table()
    new = _from_json() if request.is_json else _from_form(request.form)
    try:
        check(context().games[new.game].info, new)
        if _must_warn(new):
            return _form(request.form)
        desk.start(new)
    except DeskError as error:
        return _refuse(error.says)
    if wants_page():
        return redirect(url_for("dashboard.home"), 303)
    return {"version": desk.snapshot().version}, 201


def to_own_table() -> ResponseReturnValue:
    """Send whoever begins a game on the pages of a demo on to the players' own table, with what was sent."""
    return redirect(f"{context().own}{request.path[1:]}", 307)


def _must_warn(new: NewGame) -> bool:
    """Tell whether the page has yet to say that two of the colours are hard to tell apart."""
    if not wants_page() or request.is_json or "by_hand" in request.form:
        return False
    rules = context().games[new.game]
    alike = _alike(rules, _seating(rules.info, request.form))
    return bool(alike) and request.form.get("warned", "") != say_pairs(alike)


def say_pairs(alike: Sequence[tuple[str, str]]) -> str:
    """Name pairs of colours, for a form to tell which were warned of."""
    return " ".join("-".join(pair) for pair in alike)


def _refuse(says: str) -> ResponseReturnValue:
    return (_form(request.form, says) if wants_page() else {"error": says}), 422


def _from_form(fields: MultiDict[str, str]) -> NewGame:
    info = _info(fields.get("game", ""))
    rules = chosen_rules(info, fields)
    return NewGame(
        game=info.name,
        rules=rules.name,
        prints=fields.get("prints", ""),
        seats=_seats(_seating(info, fields).named if "colour" in fields else ()),
        options=picked_options(info, rules, fields),
        hands_free="hands_free" in fields,
        by_hand="by_hand" in fields,
    )


def _from_json() -> NewGame:
    try:
        wish = converted(sent_json(), Wish)
    except UnreadableError as error:
        abort(400, error.says)
    seats = _seats(SeatRow(cleaned(player.name), player.colour) for player in wish.players)
    return NewGame(
        game=_info(wish.game).name,
        rules=wish.rules,
        prints=wish.prints,
        seats=seats,
        options=wish.options,
        hands_free=wish.hands_free,
        by_hand=wish.by_hand,
        begins=wish.begins,
    )


def _seats(places: Iterable[SeatRow]) -> tuple[tuple[str, str], ...]:
    players = context().players
    known_as = players.known_as if players else str
    return tuple((known_as(place.known_name), place.colour) for place in places)


def _info(game: str) -> GameInfo:
    if game not in context().games:
        abort(400, f"There is no game {game!r} here; choose one of {', '.join(context().games)}.")
    return context().games[game].info


class SetupError(DeskError, ValueError):
    """A game cannot begin like this; the text says what to change."""


def check(info: GameInfo, new: NewGame) -> None:
    """Refuse what no table could begin with.

    Raises:
        SetupError: Too few or too many players, one without a colour, a colour or a name twice, a colour
            that is unknown, no such rules, no such prints.
    """
    colours = [colour for _, colour in new.seats]
    if not info.min_players <= len(colours) <= info.max_players:
        raise SetupError(
            sentence(
                "{game} is played by {least} to {most} players.",
                game=info.title,
                least=info.min_players,
                most=info.max_players,
            )
        )
    if "" in colours:
        raise SetupError(sentence(NO_COLOUR, name=new.seats[colours.index("")][0]))
    twice = [colour for colour in colours if colours.count(colour) > 1 or colour not in info.colours]
    if twice:
        raise SetupError(
            sentence(
                "Each player needs a colour of their own out of {colours}.",
                colours=listed([sentence(colour) for colour in info.colours]),
            )
        )
    try:
        check_names([PlayerSeat(*seat) for seat in new.seats])
    except UnreadableError as error:
        raise SetupError(error.says) from error
    if new.rules not in {rules.name for rules in info.rule_sets}:
        raise SetupError(sentence("{game} has no rule set {rules}.", game=info.title, rules=repr(new.rules)))
    if new.prints and new.prints not in {each.name for each in context().prints.print_sets(new.game)}:
        raise SetupError(NO_PRINTS)
