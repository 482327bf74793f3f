"""A game written down as it stands: as a document, and turn by turn."""

from collections import Counter

from scoring.documents.values import Written
from scoring.referee.contracts.games import GameRecord, PlayedTurn, Record
from scoring.referee.contracts.snapshot import LiveSeat
from scoring.referee.state import TableState, number_turns, say_openly
from scoring.roles import AnyRules
from scoring.roles.observation import EVERYBODY


def record_of(played: GameRecord, table: TableState, rules: AnyRules) -> Record:
    """Write a game down turn by turn.

    Args:
        played: What was played.
        table: How it stands.
        rules: The game's.
    """
    states = [*(done.before for done in table.done), table.state]
    views = [rules.view(state, EVERYBODY) for state in states]
    turns = tuple(
        PlayedTurn(
            say_openly(done.before, done.move, rules),
            done.lines,
            dict(rules.standing(view)),
            done.how == "declared",
            number,
            rules.balances(view),
            done.forced,
        )
        for number, done, view in zip(number_turns(table.done, rules), table.done, views[1:], strict=True)
    )
    final = table.lines if table.stage == "ended" else ()
    begun = dict(rules.standing(views[0]))
    is_late = table.setup.begins is not None
    return Record(played, turns, final, table.carried, is_late, views[-1], begun)


def notes_of(played: GameRecord) -> Written:
    """Give what a game's document says besides the game: how long it took, where it was, what was written."""
    told = {"duration_s": round(played.taken_s), "place": played.place, "notes": played.notes}
    return {key: value for key, value in told.items() if value}


def document_of(table: TableState, rules: AnyRules) -> Written:
    """Write a game down so far, as a game document that anybody may read."""
    forced = [index for index, done in enumerate(table.done) if done.forced]
    moves = [rules.view_move(done.move, EVERYBODY) for done in table.done]
    document = rules.dump_game(table.setup, moves, forced=forced, ended=table.stage == "ended")
    signed = [
        {**move, "by": done.by} if done.by else move
        for move, done in zip(document["moves"], table.done, strict=True)
    ]
    return {**document, "moves": signed}


def features_of(record: Record, seat: LiveSeat, currency: str = "") -> dict[str, int]:
    """Add up what a player got from each feature in a game, from its beginning to the final scoring.

    Args:
        currency: What is added up; without it, points.
    """
    points: Counter[str] = Counter()
    for line in (*record.carried, *(line for turn in record.turns for line in turn.lines), *record.final):
        if seat.colour in line.players and line.currency == currency:
            points[str(line.feature)] += line.points
    return {name: count for name, count in points.items() if count}
