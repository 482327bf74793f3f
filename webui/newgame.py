"""Beginning a game: which one, by which rules, with which prints, and who plays in which order."""

from collections.abc import Mapping

import msgspec
from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct
from werkzeug.datastructures import MultiDict

from scoring.game import GameInfo, RuleSet
from webui.context import GameRules, context, live_table
from webui.desk import DeskError, NewGame
from webui.roles import needs
from webui.sheets import MAX_NAME, picked_options
from webui.taps import sent_json, wants_page

blueprint = Blueprint("newgame", __name__)


class Place(Struct, frozen=True):
    """One row of the form: a player's name and colour, both empty where nobody plays."""

    name: str = ""
    colour: str = ""


class Player(Struct, frozen=True):
    """A player as a document names one."""

    name: str
    colour: str


class Wish(Struct, frozen=True):
    """A new game as JSON, in the words of the game document."""

    game: str
    rules: str
    prints: str
    players: tuple[Player, ...]
    options: dict[str, str | bool] = {}
    hands_free: bool = False


@blueprint.get("/new")
def ask() -> ResponseReturnValue:
    """Ask for everything a game needs before its first turn."""
    live_table()
    return _form(request.args)


def _form(fields: MultiDict[str, str], says: str = "") -> str:
    here = context()
    name = fields.get("game", "")
    name = name if name in here.games else min(here.games)
    info = here.games[name].info
    rules = _rule_set(info, fields)
    picked = {} if "stay" in fields else picked_options(info, rules, fields)
    return render_template(
        "new_game.html",
        games=here.games,
        info=info,
        rules=rules,
        values={**rules.values, **picked},
        sets=here.prints.print_sets(name),
        prints=fields.get("prints", ""),
        places=_places(info, fields),
        palette=_palette(here.games[name]),
        hands_free="hands_free" in fields,
        says=says,
    )


def _rule_set(info: GameInfo, fields: MultiDict[str, str]) -> RuleSet:
    chosen = [rules for rules in info.rule_sets if rules.name == fields.get("rules")]
    return chosen[0] if chosen else info.rule_sets[0]


def _places(info: GameInfo, fields: MultiDict[str, str]) -> tuple[Place, ...]:
    """Give the rows as they were sent or, at first, those who played last."""
    names, colours = fields.getlist("name"), fields.getlist("colour")
    if colours:
        rows = [Place(" ".join(n.split())[:MAX_NAME], c) for n, c in zip(names, colours, strict=False)]
    else:
        rows = [Place(seat.name, seat.colour) for seat in live_table().snapshot().seats]
    rows = rows or [Place(colour=colour) for colour in info.colours[: info.min_players]]
    return tuple((*rows, *[Place()] * info.max_players)[: info.max_players])


def _palette(rules: GameRules) -> Mapping[str, str]:
    empty = {"format": "tablekeeper.board/1", "game": rules.info.name}
    return rules.picture_board(rules.load_board(empty)).palette


@blueprint.post("/new")
@blueprint.post("/api/new")
@needs("host")
def begin() -> ResponseReturnValue:
    """Begin the game, or show another rule set's options first."""
    if "stay" in request.form:
        return _form(request.form)
    desk = live_table()
    new = _from_json() if request.is_json else _from_form(request.form)
    try:
        check(context().games[new.game].info, new)
        desk.start(new)
    except DeskError as error:
        return _refuse(str(error))
    if wants_page():
        return redirect(url_for("dashboard.home"), 303)
    return {"version": desk.snapshot().version}, 201


def _refuse(says: str) -> ResponseReturnValue:
    return (_form(request.form, says) if wants_page() else {"error": says}), 422


def _from_form(fields: MultiDict[str, str]) -> NewGame:
    info = _info(fields.get("game", ""))
    rules = _rule_set(info, fields)
    return NewGame(
        game=info.name,
        rules=rules.name,
        prints=fields.get("prints", ""),
        seats=tuple((p.name or p.colour.title(), p.colour) for p in _places(info, fields) if p.colour),
        options=picked_options(info, rules, fields),
        hands_free="hands_free" in fields,
    )


def _from_json() -> NewGame:
    try:
        wish = msgspec.convert(sent_json(), Wish)
    except msgspec.ValidationError as error:
        abort(400, f"This is not a new game: {error}.")
    seats = tuple((player.name, player.colour) for player in wish.players)
    return NewGame(_info(wish.game).name, wish.rules, wish.prints, seats, wish.options, wish.hands_free)


def _info(game: str) -> GameInfo:
    if game not in context().games:
        abort(400, f"There is no game {game!r} here; choose one of {', '.join(context().games)}.")
    return context().games[game].info


class SetupError(DeskError, ValueError):
    """A game cannot begin like this; the text says what to change."""


def check(info: GameInfo, new: NewGame) -> None:
    """Refuse what no table could begin with.

    Raises:
        SetupError: Too few or too many players, a colour twice or unknown, no such rules, no prints.
    """
    colours = [colour for _, colour in new.seats]
    twice = [colour for colour in colours if colours.count(colour) > 1 or colour not in info.colours]
    if twice:
        raise SetupError(f"Each player needs a colour of their own out of {', '.join(info.colours)}.")
    if not info.min_players <= len(colours) <= info.max_players:
        raise SetupError(f"{info.title} is played by {info.min_players} to {info.max_players} players.")
    if new.rules not in {rules.name for rules in info.rule_sets}:
        raise SetupError(f"{info.title} has no rule set {new.rules!r}.")
    if new.prints not in {prints.name for prints in context().prints.print_sets(new.game)}:
        raise SetupError("Choose the prints of your box, or learn them first.")
