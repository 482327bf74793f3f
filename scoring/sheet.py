"""The score sheet of any game: lines added up, who has won, and the lines as a document."""

from collections.abc import Iterable, Mapping, Sequence

from scoring.currency import Currency
from scoring.documents.values import Written
from scoring.game import Player, ScoreLine, Setup, Term
from scoring.sentence import Plural, Sentence, counted, joined, listed, marked, sentence

SHEET_FORMAT = "tablekeeper.sheet/1"
NOBODYS = marked("Nothing on this board is known to be anybody's.")


def total(lines: Iterable[ScoreLine], before: Mapping[Player, int] | None = None) -> dict[Player, int]:
    """Add the lines to each player's points; what they get of a currency is not counted.

    Example:
        >>> area = ScoreLine("area", (), ("red",), (Term(1, 6, "area"),))
        >>> green = ScoreLine("area", (), ("red",), (Term(1, 3, "area"),), currency="green")
        >>> total([area, green], {"red": 1, "blue": 0})
        {'red': 7, 'blue': 0}
    """
    points = dict(before or {})
    for line in lines:
        for player in () if line.currency else line.players:
            points[player] = points.get(player, 0) + line.points
    return points


def winners(points: Mapping[Player, int], tie: Mapping[Player, int] | None = None) -> list[Player]:
    """Name everyone with the most points, in turn order.

    Args:
        tie: What breaks a tie, the most of it; nothing by default.
    """
    ranks = {player: (score, (tie or {}).get(player, 0)) for player, score in points.items()}
    best = max(ranks.values(), default=None)
    return [player for player, rank in ranks.items() if rank == best]


def begins_document(carried: Sequence[ScoreLine], setup: Setup) -> Written:
    """Write with what a game in the middle began, as the sheet document has it; nothing for any other."""
    if setup.begins is None:
        return {}
    points = total(carried, {seat.colour: 0 for seat in setup.players})
    return {"begins": {"points": points, "lines": [line_document(line) for line in carried]}}


def say_win(points: Mapping[Player, int], won: Sequence[Player], names: Mapping[Player, str]) -> Sentence:
    """Say who has won, in one sentence.

    Args:
        points: Everybody's in the end.
        won: Who has won by the rules of the game.
        names: The players'; whoever has none is called by the colour.
    """
    best = max(points.values())
    if not best and len(won) > 1:
        return sentence("Nobody has any points.")
    values = {
        "names": listed([names.get(colour) or colour.title() for colour in won]),
        "points": counted("{count} point", "{count} points", best),
    }
    if len(won) > 1:
        return sentence("{names} share the win with {points}.", **values)
    if list(points.values()).count(best) > 1:
        return sentence("{names} wins the tie with {points}.", **values)
    return sentence("{names} wins with {points}.", **values)


def say_term(term: Term) -> Sentence:
    """Say one product of a sum; what is itself a sentence explains the whole term by itself.

    Example:
        >>> tiles = plural("tile", "tiles")
        >>> str(say_term(Term(5, 2, tiles))), str(say_term(Term(1, 2, tiles)))
        ('5 tiles \u00d7 2', '1 tile \u00d7 2')
    """
    if isinstance(term.what, Sentence) and term.count == 1:
        return term.what
    return joined([say_count(term.count, term.what), say_number(term.each)], " \u00d7 ")


def say_sum(line: ScoreLine) -> Sentence | str:
    """Say how a line is reckoned; empty where that says no more than what it brings.

    Example:
        >>> tiles = plural("tile", "tiles")
        >>> str(say_sum(ScoreLine("road", (), ("red",), (Term(2, 1, tiles), Term(1, 3, tiles)))))
        '2 tiles \u00d7 1 + 1 tile \u00d7 3'
        >>> say_sum(ScoreLine("ship", (), ("red",), (Term(1, -3, "gold"),), currency="gold"))
        ''
    """
    if line.currency and [term.count for term in line.terms] == [1]:
        return ""
    return joined([say_term(term) for term in line.terms], " + ")


def say_count(count: int, things: str) -> Sentence:
    """Say how many of some things there are; a word that ``plural`` has not made stands for any number.

    Example:
        >>> tiles = plural("tile", "tiles")
        >>> str(say_count(5, tiles)), str(say_count(1, tiles)), str(say_count(1, "marble"))
        ('5 tiles', '1 tile', '1 marble')
    """
    said = counted(things.each, things, count) if isinstance(things, Plural) else sentence(things)
    return joined([str(count), said])


def say_amount(line: ScoreLine, currencies: Iterable[Currency]) -> Sentence:
    """Say what each player of a line gets: "6 points", or "2 coins"; what they pay with a minus.

    Example:
        >>> str(say_amount(ScoreLine("road", (), ("red",), (Term(2, 1, "tiles"),)), ()))
        '2 points'
        >>> coins = Currency("coins", "Coins", units=plural("coin", "coins"))
        >>> str(say_amount(ScoreLine("ship", (), ("red",), (Term(1, -3, "way"),), currency="coins"), [coins]))
        '\u22123 coins'
    """
    named = next((each for each in currencies if each.name == line.currency), None)
    count = abs(line.points)
    said = (
        counted("{count} point", "{count} points", count)
        if named is None
        else say_count(count, named.units or named.title)
    )
    return joined([MINUS, said], "") if line.points < 0 else said


MINUS = "\u2212"


def say_number(count: int, *, plus: bool = False) -> str:
    """Write a number with its sign: a minus as printed and, where that is wanted, a plus.

    Example:
        >>> say_number(3), say_number(3, plus=True), say_number(-3, plus=True) == f"{MINUS}3"
        ('3', '+3', True)
    """
    return f"{MINUS}{-count}" if count < 0 else f"+{count}" if plus else str(count)


def line_document(line: ScoreLine) -> Written:
    """Write a line as the sheet document has it."""
    return {
        "feature": line.feature,
        "cells": [list(cell) for cell in line.where],
        "players": list(line.players),
        "points": line.points,
        "terms": [{"count": term.count, "each": term.each, "what": term.what} for term in line.terms],
        **({"why": line.why} if line.why else {}),
        **({"currency": line.currency} if line.currency else {}),
    }
