"""Moves in the words of people at the table."""

from collections.abc import Mapping

from scoring.games.smuggler.engine import moves as m
from scoring.games.smuggler.engine.choices import where
from scoring.games.smuggler.engine.money import bill_of, price_row
from scoring.games.smuggler.engine.play import apply
from scoring.games.smuggler.engine.state import SmugglerState
from scoring.games.smuggler.land.box import place_name
from scoring.games.smuggler.land.spots import place_at
from scoring.games.smuggler.land.words import CURRENCY_WORDS
from scoring.roles.seated import name_of
from scoring.sentence import Sentence, counted, joined, listed, marked, sentence

_PLAIN: Mapping[str, str] = {
    "ship": marked("{name}'s ship goes to {place}."),
    "officer": marked("{name} sends an officer to {place}."),
    "work": marked("{name} does honest work."),
    "reputation": marked("{name} buys reputation."),
    "secret": marked("{name} looks for a secret."),
    "bribe": marked("{name} bribes the officer in {place}."),
    "raid": marked("{name} raids the customs house."),
    "pass": marked("{name} passes."),
    "begin": marked("{name} begins."),
    "stash": marked("{name} moves goods into a stash or out of it."),
    "box": marked("{name} tells something about the box."),
    "open": marked("{name} tells which characters lie open."),
    "cove": marked("A card opens a cove for {name}."),
    "count": marked("{name} counts what lies there."),
    "last": marked("{name} tells whether this is the last turn."),
    "walks": marked("{name} moves an officer to {place}."),
    "new_officers": marked("{name} puts a new officer in {place}."),
}


FACES: Mapping[str, Sentence] = {
    "ship": sentence("Sail"),
    "move": sentence("Move marker or goods"),
    "officer": sentence("Move an officer"),
    "work": sentence("Honest work"),
    "land": sentence("Land goods"),
    "buy": sentence("Buy goods"),
    "sell": sentence("Sell goods"),
    "reputation": sentence("Buy reputation"),
    "secret": sentence("Look for a secret"),
    "hire": sentence("Hire a character"),
    "bribe": sentence("Bribe an officer"),
    "raid": sentence("Raid the customs house"),
    "pass": sentence("Pass"),
}
"""The actions, as buttons say them."""


def say(state: SmugglerState, move: m.Move) -> Sentence:
    """Say a move, and what it costs: "Ann's ship goes to Penzance. It costs 1 influence."."""
    costs = say_costs(state, move)
    what = say_what(state, move)
    return sentence("{what} It costs {costs}.", what=what, costs=costs) if costs else what


def say_what(state: SmugglerState, move: m.Move) -> Sentence:
    """Say what is done, whatever it costs: "Ann's ship goes to Penzance."."""
    name, place = name_of(state, move.player), _place(state, move)
    match move:
        case m.Begin() if move.marker and move.ship:
            marker, ship = place_name(state.box, move.marker), place_name(state.box, move.ship)
            return sentence("{name} begins in {place}, the ship at {sea}.", name=name, place=marker, sea=ship)
        case m.Carry():
            things = {(True, False): "marker", (False, True): "goods"}.get(
                (bool(move.marker), bool(move.goods))
            )
            return sentence(_CARRIES[things or "both"], name=name, place=place)
        case m.LandGoods():
            pieces = counted("{count} piece of goods", "{count} pieces of goods", len(move.goods))
            return sentence("{name} lands {pieces} in {place}.", name=name, pieces=pieces, place=place)
        case m.Buy():
            piece = state.goods.get(move.goods)
            squares = say_squares(piece.squares if piece else move.squares)
            return sentence("{name} buys goods of {squares}.", name=name, squares=squares)
        case m.Sell():
            gets = say_amounts(gains_of(state, move))
            return sentence("{name} sells goods in {place} for {gets}.", name=name, place=place, gets=gets)
        case m.Hire():
            card = move.card.name or sentence("somebody new")
            return sentence("{name} hires {card}.", name=name, card=card)
        case m.LoseCharacter(lose=card) | m.Power(card=card):
            loses, uses = marked("{name} loses {card}."), marked("{name} uses {card}.")
            return sentence(loses if isinstance(move, m.LoseCharacter) else uses, name=name, card=card)
    return sentence(_PLAIN[m.name_of_move(move)], name=name, place=place)


_CARRIES: Mapping[str, str] = {
    "marker": marked("{name}'s marker goes to {place}."),
    "goods": marked("{name} moves goods to {place}."),
    "both": marked("{name} moves goods and a marker to {place}."),
}


def _place(state: SmugglerState, move: m.Move) -> str:
    """Name the places of a move; of one that no place tells, say so."""
    names = [place_name(state.box, place_at(state.box, cell)) for cell in where(state, move)]
    return listed(names) if names else sentence("a place nobody has told")


def say_squares(squares: int) -> Sentence:
    """Say how large a piece is."""
    return counted("{count} square", "{count} squares", squares)


def gains_of(state: SmugglerState, move: m.Sell) -> Mapping[str, int]:
    """Give what a sale brings, before its row is paid."""
    gold, reputation = price_row(state, move) or (0, 0)
    return {"gold": gold, "reputation": reputation}


def say_amounts(amounts: Mapping[str, int]) -> Sentence:
    """Say several amounts: "5 gold and 2 reputation"; of nothing, so."""
    said = [joined([str(count), CURRENCY_WORDS[name]]) for name, count in amounts.items() if count]
    return listed(said) if said else sentence("nothing")


def say_bill(state: SmugglerState, move: m.Move) -> Sentence:
    """Say what a move costs."""
    return say_amounts(bill_of(state, move))


def say_costs(state: SmugglerState, move: m.Move) -> Sentence | str:
    """Say what a move costs; empty where it costs nothing."""
    return say_bill(state, move) if any(bill_of(state, move).values()) else ""


def say_walk(state: SmugglerState, walk: m.OfficerWalk) -> Sentence:
    """Say from where and by which way an officer goes: "Penzance - Marazion"."""
    places = (state.officers[walk.officer - 1].place, *walk.way)
    return joined([place_name(state.box, place) for place in places], " \u2013 ")


def say_landing(state: SmugglerState, move: m.LandGoods) -> Sentence:
    """Say what officers do about goods that are landed: which of them come, and what is lost."""
    after, lines = apply(state, move)
    came = [
        joined([place_name(state.box, was.place), place_name(state.box, now.place)], " \u2013 ")
        for was, now in zip(state.officers, after.officers, strict=True)
        if was.place != now.place
    ]
    lost = sum(line.feature == "seized" for line in lines)
    said: list[Sentence | str] = [sentence("officer {way}", way=way) for way in came]
    said += (
        [counted("{count} piece of goods is lost", "{count} pieces of goods are lost", lost)] if lost else []
    )
    said += [sentence("somebody chooses which officer comes")] if after.pending else []
    return listed(said) if said else sentence("no officer comes")
