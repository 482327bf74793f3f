"""Moments of games as a desk publishes them: any game, two to six at the table, in every phase."""

from random import Random
from typing import Any

from msgspec.structs import replace

from scoring.game import Piece, PlayerSeat, Setup
from scoring.games import load
from scoring.games.carcassonne import chance as carcassonne
from scoring.games.cornwall import chance as cornwall
from scoring.referee.contracts.snapshot import LiveSeat, Snapshot

CHANCE: dict[str, Any] = {"carcassonne": carcassonne, "cornwall": cornwall}
NAMES = ("Ann", "Maximilian", "Zoë-Charlotte", "Ben", "Friederike", "Konstantin")
TILES = 24
MAY = ("next", "correct", "undo", "pause")
PHASES: dict[str, dict[str, Any]] = {
    "waiting": {"says": "The camera waits for Ann's tile.", "may": ("undo", "pause", "end")},
    "hand": {"says": "A hand is over the table.", "may": ("undo", "pause")},
    "proposal": {"says": "Is that the turn? Then confirm it.", "may": ("confirm", *MAY), "confidence": 0.98},
    "others": {
        "phase": "proposal",
        "says": "Is that the turn? Then confirm it.",
        "may": ("confirm", *MAY),
        "confidence": 0.71,
        "others": 3,
    },
    "asking": {
        "says": "This is not certain. Is that the turn?",
        "may": ("confirm", *MAY),
        "confidence": 0.55,
    },
    "doubt": {
        "says": "Something new lies on the table that cannot be told. Look whether something hides it.",
        "may": ("confirm", *MAY),
        "confidence": 0.3,
    },
    "illegal": {
        "says": "The road ends at a city there. Mend it on the table, correct it, or keep it as house rule.",
        "may": ("keep", *MAY),
        "confidence": 0.99,
    },
    "returning": {"says": "Please take back: Ann's figure.", "may": ("undo", "pause", "end")},
    "paused": {"says": "Paused: nothing is read.", "may": ("resume",)},
    "lost": {
        "says": "The camera sends no more pictures. See whether its cable is in.",
        "may": ("undo", "pause"),
    },
    "by hand": {
        "phase": "waiting",
        "says": "Ann lays a tile; it is entered on a phone.",
        "may": ("undo", "pause", "declare", "end"),
        "by_hand": True,
    },
    "ended": {"says": "The game has ended.", "may": ("undo",)},
}


def played(game: str, players: int, tiles: int | None = TILES) -> tuple[Any, Any, Any]:
    """Play a game by chance; give its rules, its state and a move that may follow."""
    rules, chance = load(game), CHANCE[game]
    info = rules.info
    # No box is made for more players than the layout has to show.
    seats = tuple(map(PlayerSeat, NAMES[:players], info.colours))
    setup = Setup(info.rule_sets[-1].name, seats[: info.max_players])
    record, _ = chance.random_game(setup, Random(3), tiles)
    *before, move = record.moves
    state = rules.start(setup)
    for each in before:
        state, _ = rules.apply(state, each)
    return rules, state, move


def scene(game: str, players: int, name: str, version: int = 2) -> Snapshot:
    """Give a moment of a game by the name of its phase."""
    rules, state, move = played(game, players)
    changes = dict(PHASES[name])
    phase = changes.pop("phase", name)
    is_proposed = "confidence" in changes
    now = Snapshot(
        version,
        phase,
        title=rules.info.title,
        seats=seats_of(rules, state, players, has_ended=phase == "ended"),
        picture=rules.picture(state, [move] if is_proposed else ()),
        proposal=rules.say(state, move) if is_proposed else "",
        questions=tuple(rules.ask(state, move, others_of(rules, state, move))) if is_proposed else (),
        give_back=(Piece(seats_of(rules, state, players)[0].colour, "follower", (0, 0)),)
        if phase == "returning"
        else (),
        moves=TILES - 1,
        rules=game,
        view=state,
        tracks=rules.info.tracks,
        lines=tuple(rules.final(state)) if phase == "ended" else rules.apply(state, move)[1],
        **{key: value for key, value in changes.items() if key in Snapshot.__struct_fields__},
    )
    return replace(now, log=("Ann lays a city corner.",))


def seats_of(rules: Any, state: Any, players: int, *, has_ended: bool = False) -> tuple[LiveSeat, ...]:
    points, turn = rules.points(state), rules.player(state)
    names = list(zip(NAMES[:players], rules.info.colours, strict=False))
    # As many as the layout has to show, and none with few points.
    return tuple(
        LiveSeat(
            name,
            colour,
            points.get(colour, 0) + 96,
            not has_ended and colour == turn,
            has_ended and index == 1,
        )
        for index, (name, colour) in enumerate(names)
    )


def others_of(rules: Any, state: Any, move: Any) -> list[Any]:
    """Give other ways to read the same move."""
    found = []
    for question in rules.ask(state, move):
        for choice in question.choices:
            if choice.value != question.chosen and len(found) < 3:
                try:
                    found.append(rules.answer(state, move, {question.name: choice.value}))
                except ValueError:
                    continue
    return [each for each in found if each != move]
