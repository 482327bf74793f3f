"""Cornish Smuggler for tests: games as the slow scorer reads them, states as game files expect them."""

import json
from collections.abc import Mapping
from typing import Any

from scoring.game import PlayerSeat, Setup
from scoring.games.smuggler.documents.games import NOTATION
from scoring.games.smuggler.engine.state import Goods, OfficerSteps, SmugglerState
from scoring.games.smuggler.land.box import dump_box, land_map, sample_box
from scoring.geometry.maps import nearest
from tests.scoring.smuggler.smuggler_chance import COLOURS, NAMES

SAMPLE: dict[str, Any] = json.loads(json.dumps(dump_box(sample_box())))


def table(players: int = 2, **options: str) -> Setup:
    """Seat players at a table with some options of their own."""
    return Setup("rulebook-003", tuple(map(PlayerSeat, NAMES[:players], COLOURS[:players])), options)


def plain(document: Mapping[str, Any]) -> dict[str, Any]:
    """Give a game as the slow scorer reads it: every move written anew, the box that ships spelled out."""
    written: dict[str, Any] = json.loads(json.dumps(NOTATION.game_document(NOTATION.load_game(document))))
    for move in written["moves"]:
        if move.get("box") == "sample":
            move["box"] = SAMPLE
    _name_by_numbers(written)
    return written


def _name_by_numbers(game: dict[str, Any]) -> None:
    """Name characters that have no name: "2/3", and another of the same numbers "2/3 (2)"."""
    taken = {each["name"] for each in (game.get("box") or {}).get("characters", ())}
    for move in game["moves"]:
        card = move.get("card")
        if isinstance(card, dict):
            numbers = f"{card['gold']}/{card['reputation']}"
            names = (f"{numbers} ({n})" if n > 1 else numbers for n in range(1, 99))
            card["name"] = card["name"] or next(name for name in names if name not in taken)
            taken.add(card["name"])
        taken |= {each["name"] for each in (move.get("box") or {}).get("characters", ())}


def facts_of(state: SmugglerState) -> dict[str, Any]:
    """Give what the slow scorer tells of a game, as the rules room has it."""
    money = ("gold", "influence", "reputation", "secrets")
    houses = state.households
    colours = [*houses]
    return {
        "balances": {seat: {each: getattr(house, each) for each in money} for seat, house in houses.items()},
        "officers": [[officer.place, officer.bribed_by or None] for officer in state.officers],
        "goods": {name: where_of(goods) for name, goods in state.goods.items()},
        "owners": {name: "" if goods.where == "sold" else goods.owner for name, goods in state.goods.items()},
        "markers": {seat: [*house.markers] for seat, house in houses.items()},
        "cards": {seat: [card.name for card in house.cards] for seat, house in houses.items()},
        "ships": {seat: house.ship for seat, house in houses.items()},
        "wheel": state.wheel,
        "track": state.track,
        "pending": [chooser_of(state, due) for due in state.pending],
        "player": state.player if state.number else "",
        "first": colours[state.first],
        "turn": state.number,
        "last_turn": state.is_last,
    }


def where_of(goods: Goods) -> str:
    """Say where a piece is as the slow scorer does."""
    if goods.stash:
        return f"stash {goods.owner} {goods.stash}"
    return f"hold {goods.owner}" if goods.where == "aboard" else goods.where


def chooser_of(state: SmugglerState, due: Any) -> str:
    """Tell who chooses: which officer, or only his way."""
    if not isinstance(due, OfficerSteps):
        return due.chooser
    places = [officer.place for officer in state.officers if officer.place != due.to]
    near = nearest(land_map(state.box), places, due.to)
    alike = {officer for officer in state.officers if officer.place in near}
    return due.way_chooser if due.officer or len(alike) == 1 else due.chooser
