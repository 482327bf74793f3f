"""A game played again through the rules, as the sheet after every move and at the end."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from scoring.documents.game import GameDocument
from scoring.documents.values import Document, Written
from scoring.errors import IllegalMoveError
from scoring.game import Player, ScoreLine
from scoring.roles import Rules
from scoring.sheet import SHEET_FORMAT, begins_document, line_document, total

State = TypeVar("State")
Move = TypeVar("Move")


def sheet_of(game: GameDocument[Move], rules: Rules[State, Move, Any]) -> Written:
    """Play a game and write its sheet document.

    A game that has not ended has no winners yet, and its final points are those of its last move;
    it has ended when it says so or when its last turn was played. A move marked as a house rule is scored
    though it breaks a rule.

    Args:
        game: What was played.
        rules: The rules it is played by.

    Raises:
        UnreadableError: The game cannot begin like this.
        IllegalMoveError: A move without that mark is against the rules, or makes no sense at all; the
            text begins with its number.
    """
    state, after = rules.start(game.setup), []
    for number, move in enumerate(game.moves, start=1):
        is_house_rule = number - 1 in game.forced
        try:
            state, lines = (rules.force if is_house_rule else rules.apply)(state, move)
        except IllegalMoveError as error:
            raise IllegalMoveError(error.rule, f"Move {number}: {error}") from error
        entry = {
            "move": number,
            "points": dict(rules.points(state)),
            **_standing(rules, state),
            "lines": _written(lines),
            **_open_balances(rules, state),
        }
        after.append({**entry, "house_rule": True} if is_house_rule else entry)
    has_ended = game.ended or rules.is_over(state)
    lines = rules.final(state) if has_ended else ()
    points = total(lines, rules.points(state))
    standing = {} if has_ended else _standing(rules, state)
    final = {"points": points, **standing, "lines": _written(lines), **_open_balances(rules, state)}
    return {
        "format": SHEET_FORMAT,
        **begins_document(rules.carried(game.setup), game.setup),
        "after": after,
        "final": {**final, "winners": list(rules.winners(state)) if has_ended else []},
    }


def standing_at(entry: Document) -> Mapping[Player, int]:
    """Tell how everybody stands at an entry of a sheet: its points, where they tell it."""
    standing: Mapping[Player, int] = entry.get("standing", entry["points"])
    return standing


def _standing(rules: Rules[State, Move, Any], state: State) -> Written:
    """Tell how everybody stands, where the points do not tell it before the end."""
    return {"standing": dict(rules.standing(state))} if rules.info.standing else {}


def _open_balances(rules: Rules[State, Move, Any], state: State) -> Written:
    """Give what everybody has of each currency that is no secret, by its name."""
    balances = rules.balances(state)
    return {each.name: dict(balances[each.name]) for each in rules.info.open_currencies}


def _written(lines: Iterable[ScoreLine]) -> list[Written]:
    return [line_document(line) for line in lines]
