"""The demo's game: a painted table that begins by itself and, after a power cut, goes on where it was."""

import threading
from contextlib import suppress
from typing import NamedTuple

from firmware.ports import EventStore
from firmware.sessions import About
from vision.synthetic.timeline import Script
from webui.desk import DeskError, NewGame, TableDesk

FOLDER = "demo"
"""Where in the data folder the demo's games are kept, apart from those of the players."""
PRINTS = "demo"
QUESTIONS = ("asking", "illegal", "doubt")
ANSWERS = ("keep", "confirm")
UNDECIDED = ("hand", "reading")
"""While the table is looked at, what it asks stands as it was."""
LOOK_S = 1.0


class Place(NamedTuple):
    """Where the demo stands.

    Attributes:
        seed: Of the game: the first is played by seed 1, the second by seed 2.
        turns: How many of its turns lie on the table, the proposed one included; None before it has begun.
    """

    seed: int
    turns: int | None = None


def find_place(store: EventStore) -> Place:
    """Find out whether a game of the demo is to go on."""
    games = store.games()
    kinds = [event.kind for event in store.events(games[-1])] if games else ["game_ended"]
    if kinds[-1] == "game_ended":
        return Place(len(games) + 1)
    is_proposed = bool((store.draft(games[-1]) or {}).get("ways"))
    return Place(len(games), kinds.count("turn_confirmed") - kinds.count("turn_undone") + is_proposed)


def rest_of(played: Script, place: Place) -> Script:
    """Leave out what has been played already: the table begins as it was left."""
    turns = min(place.turns or 0, len(played.spans))
    first = played.spans[turns - 1].whole_from if turns else 0
    return played._replace(scenes=played.scenes[first:])


def answer_questions(desk: TableDesk, patience_s: float, is_over: threading.Event) -> None:
    """Answer what the table asks, since the painted players of the demo cannot.

    A visitor comes first: only a question that has stood for a while is answered, and as it stands.

    Args:
        desk: The table.
        patience_s: How long a question waits for a visitor.
        is_over: Set when the table is switched off.
    """
    question, looks = None, 0
    while not is_over.wait(LOOK_S):
        shown = desk.snapshot()
        button = next((word for word in ANSWERS if word in shown.may), "")
        if shown.phase in UNDECIDED:
            continue
        asked = (shown.phase, shown.turns, shown.proposal) if shown.phase in QUESTIONS and button else None
        looks = looks + 1 if asked == question else 0
        question = asked
        if asked and looks * LOOK_S >= patience_s:
            with suppress(DeskError):  # somebody was faster
                desk.press(button, shown.version)


def new_demo(about: About) -> NewGame:
    """Begin the demo's game, hands-free."""
    seats = tuple((seat.name, seat.colour) for seat in about.players)
    return NewGame(about.game, about.rules, PRINTS, seats, dict(about.options), hands_free=True)
