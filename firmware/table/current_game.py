"""The game that is on the table, and what it teaches of its box."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from firmware.table.follower import Follower
from firmware.table.games import Games
from firmware.table.recorder import GameRecording
from scoring.referee.contracts.refusals import DeskError
from scoring.referee.contracts.snapshot import TeachingNote
from scoring.referee.contracts.turns import Entry, EntryRequest, PastTurn
from scoring.referee.entry import entry_of, past_turns
from scoring.referee.inputs import Revised
from scoring.roles import AnyRules
from scoring.sentence import marked, sentence
from vision.errors import PrintsError

LEARNED = marked("The tiles of this game have been learned: choose {name} for the next one.")


class CurrentGame(NamedTuple):
    """The game that is on the table.

    Attributes:
        prints: Names its set, empty for a box that nobody has learned.
        faces: Of a box that no catalogue knows, faces that earlier games have shown, and how many of each.
        said: What the log of the game says already about the store and the recording.
    """

    id: str
    rules: AnyRules
    follower: Follower
    recording: GameRecording | None
    prints: str
    faces: Mapping[str, int]
    said: set[str]

    def tell(self, *news: str) -> None:
        """Write into the log what there is to say beside the game, once a game."""
        said = {*news, self.recording.says if self.recording else ""} - self.said - {""}
        if said:
            self.said.update(said)
            self.follower.note(*sorted(said))

    def turns(self) -> Sequence[PastTurn]:
        """List the confirmed turns, the last one first."""
        return past_turns(self.follower.table, self.rules)

    def entry(self, asked: EntryRequest) -> Entry:
        """Show a turn as it would be with a player's answers.

        Raises:
            RefusedError: There is no such turn or answer.
        """
        return entry_of(self.follower.table, self.rules, asked, self.faces)

    def still_meant(self, revised: Revised, foreseen: str) -> Revised:
        """Take a turn set right for looked at now, where the same comes of it as was foreseen.

        Raises:
            RefusedError: There is no such turn, or it makes no sense at all.
        """
        entry = self.entry(EntryRequest(revised.back, move=revised.move)) if foreseen else None
        is_same = entry and entry.effect and entry.effect.foreseen == foreseen
        return replace(revised, version=self.follower.table.version) if is_same else revised

    def teach(self, games: Games) -> TeachingNote:
        """Keep what the game has taught of its box."""
        if games.keep is None:
            return TeachingNote(self.prints)
        try:
            learned = self.follower.learned(games.prints(self.prints))
            if learned is None:
                return TeachingNote(self.prints)
            name = games.keep(self.prints, learned)
        except (DeskError, PrintsError) as error:
            return TeachingNote(self.prints, str(error))
        return TeachingNote(name, sentence(LEARNED, name=name))
