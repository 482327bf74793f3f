"""A game as a play for the BG Stats app, which keeps what was played of every game."""

from collections.abc import Callable
from datetime import UTC, datetime
from urllib.parse import quote

import msgspec

from scoring.documents.values import Document, Written
from scoring.game import GameInfo
from scoring.referee.contracts.games import GameRecord
from webui.access.languages import translate

SOURCE = "tablekeeper"
CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html?data="
DATE = "%Y-%m-%d %H:%M:%S"
SHORTEST_MIN = 1


def bgstats_play(
    played: GameRecord, info: GameInfo, source_of: Callable[[str], str] = str, date: str = ""
) -> Written:
    """Write a game as a play that the BG Stats app takes in, in the language that is being answered in.

    Args:
        played: What was played.
        info: The game.
        source_of: Names a player for the app, the same in every game.
        date: When it was, by somebody else's clock, as ``DATE`` of UTC: taken where ours had not been set;
            without it, and without a date, the play is of now.

    Source:
        https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites: the time is
        UTC; the app for Android wants to be told of every player whether they won.
    """
    begun = datetime.fromtimestamp(played.begun_s, UTC) if played.is_dated else datetime.now(UTC)
    more = {
        "durationMin": max(SHORTEST_MIN, round(played.taken_s / 60)) if played.taken_s else 0,
        "location": played.place,
        "comments": "\n".join(filter(None, (translate(played.box), played.notes))),
    }
    return {
        "sourceName": SOURCE,
        "sourcePlayId": f"{SOURCE}-{played.game}-{round(played.begun_s)}",
        "playDate": begun.strftime(DATE) if played.is_dated or not date else date,
        **{key: value for key, value in more.items() if value},
        "game": {
            "name": played.title,
            **({"bggId": info.bgg_id} if info.bgg_id else {}),
            "sourceGameId": info.name,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": seat.name,
                "sourcePlayerId": source_of(seat.name),
                **({"startPlayer": place == 0} if played.from_start else {}),
                "score": seat.points,
                "winner": seat.won,
            }
            for place, seat in enumerate(played.players)
        ],
    }


def bgstats_link(play: Document) -> str:
    """Give the link that hands a play to the BG Stats app."""
    return CREATE_PLAY + quote(msgspec.json.encode(play).decode(), safe="")
