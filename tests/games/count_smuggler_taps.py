"""How many taps the moves of whole games take, entered on the page by hand.

``python -m tests.games.count_smuggler_taps`` prints, for each kind of move, how many there were, the mean of
the fewest taps that enter one, and how many no tap can enter, as one JSON document. The games are those of
``tests/games/smuggler`` whose names begin with ``whole``.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from scoring.games import load
from scoring.hand import Action

RULES = load("smuggler")
GAMES = sorted((Path(__file__).parent / "smuggler").glob("whole*.json"))
MOST_TAPS = 4


def taps_of(state: Any, move: Any) -> int | None:
    """Count the fewest taps that enter a move; None where none do."""
    wanted = _key(RULES.dump_move(move))
    at_once = [taps for action in RULES.actions(state) for taps in _by_button(action, wanted)]
    face = RULES.face_of(move)
    on_map = [taps for held in ((), (face,) if face else ()) for taps in _on_map(state, held, wanted)]
    return min((*at_once, *on_map), default=None)


def _by_button(action: Action, wanted: str) -> Iterator[int]:
    if action.move is not None and _key(action.move) == wanted:
        yield 1
    if any(_key(choice.value) == wanted for choice in action.choices):
        yield 2 if action.is_rare else 1


def _on_map(state: Any, held: Sequence[str], wanted: str) -> Iterator[int]:
    """Follow every tap from the places that are lit, step by step, until one enters the move."""
    if held and held[0] not in [choice.value for group in RULES.in_hand(state).palette for choice in group]:
        return
    waiting = [landing.move for landing in RULES.in_hand(state, held).landings]
    seen = {_key(move) for move in waiting}
    first = len(held) + 2 - (len(waiting) == 1 and bool(held))  # a place that is the only one is taken
    for taps in range(first, first + MOST_TAPS - 2):
        following = []
        for move in waiting:
            shown = RULES.preview(state, RULES.load_move(move))
            closing = shown.closing.choices if shown.closing else ()
            if wanted in {_key(move), *(_key(choice.value) for choice in closing)}:
                yield taps
                return
            following += [choice.value for question in shown.questions for choice in question.choices]
            following += [landing.move for landing in shown.landings]
        waiting = [move for move in following if _key(move) not in seen]
        waiting = list({_key(move): move for move in waiting}.values())
        seen |= {_key(move) for move in waiting}


def _key(move: Mapping[str, Any]) -> str:
    plain = RULES.dump_move(RULES.load_move(move))
    plain.pop("walks", None)  # asked of whoever chooses, afterwards
    return json.dumps(plain, sort_keys=True, default=list)


def count(games: Sequence[Path] = GAMES) -> dict[str, list[int | None]]:
    """Count the taps of every move of some games, by what it does."""
    found: dict[str, list[int | None]] = defaultdict(list)
    for file in games:
        document = json.loads(file.read_text())
        state = RULES.start(RULES.load_setup(document))
        for written in document["moves"]:
            move = RULES.load_move(written)
            found[written.get("do") or next(key for key in written if key != "player")].append(
                taps_of(state, move)
            )
            state, _ = RULES.apply(state, move)
    return found


def main() -> int:
    """Print the counts of the games whose names are given, or of all."""
    found = count([file for file in GAMES if file.stem in sys.argv[1:]] or GAMES)
    rows = {
        name: {
            "moves": len(taps),
            "mean_taps": round(sum(filter(None, taps)) / max(1, sum(each is not None for each in taps)), 2),
            "not_entered": taps.count(None),
        }
        for name, taps in sorted(found.items())
    }
    sys.stdout.write(json.dumps(rows, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
