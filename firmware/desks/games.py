"""The desk behind the pages about games that were played; see ``GamesDesk``."""

import shutil
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from firmware.desks.bgstats import bgstats_link, bgstats_play
from firmware.desks.share_card import share_card
from firmware.errors import CommandError, InputError, StoreError
from firmware.images.darkroom import Darkroom, OpenDarkroom
from firmware.recording.session import ABOUT, Session, recorded
from firmware.recording.writer import recordings
from firmware.store.files import read_data_file
from firmware.store.history import DatedStore, FindRules, about, look_up, points_csv, rules_for
from firmware.store.players import Started, seats_of
from firmware.store.quarantine import Aside
from firmware.store.results import Results, result_of
from firmware.store.store import NOTED
from scoring.documents.document import as_json
from scoring.documents.values import Document, Written
from scoring.errors import ScoringError
from scoring.game import PlayerSeat, Setup
from scoring.picture import Picture
from scoring.referee.contracts.games import Form, GameRecord, Handout, Record, Result
from scoring.referee.contracts.refusals import BadPhotoError, NotHereError, RefusedError
from scoring.referee.contracts.table import NewGame
from scoring.referee.record.events import ON_A_PHOTO, scored_photo
from scoring.referee.record.history import document_of, notes_of, record_of
from scoring.referee.record.replay import resume
from scoring.referee.state import TableState
from scoring.referee.store import Event
from scoring.roles import AnyRules
from scoring.roles.observation import EVERYBODY
from scoring.sentence import marked, sentence
from scoring.setups import is_made_up
from scoring.signs import without_taps

ON_THE_TABLE = marked(
    "This game is still on the table. Begin another one there, then this one can be deleted."
)
NO_PHOTO = marked("No photograph shows the table at that turn.")
MOST_GAMES = 8
"""So many games are held put together; a phone that steps through one asks for it again and again."""
MOST_RECORDS = 500
"""So many games are held written down turn by turn, which takes less room, for lists and statistics."""
MIMETYPES: dict[Form, str] = {
    "json": "application/json",
    "csv": "text/csv",
    "bgstats": "application/json",
    "png": "image/png",
}
ENDINGS: dict[Form, str] = {"json": ".json", "csv": ".csv", "bgstats": ".bgstats.json", "png": ".png"}


Held = TypeVar("Held")


class ChangingStore(DatedStore, Started, Protocol):
    """A store that can let a game go, and tells what has changed."""

    def marks(self) -> Mapping[str, str]:
        """Give for each game, the newest last, a text that is another one after each change of it."""

    def remove(self, game: str) -> None:
        """Delete a game."""

    def back_up(self) -> None:
        """Make a backup of all games."""


class _Read(NamedTuple):
    """A game put together, and what it was put together from: its events, and what was written about it."""

    events: Sequence[Event]
    noted: Document
    table: TableState
    rules: AnyRules
    record: Record


class StoredGames:
    """The games of a data folder; any thread may call it.

    Args:
        store: Keeps them.
        find_rules: Gives the rules of a game.
        recordings: The folder that the recordings lie in; it need not be there.
        on_the_table: Names the game that is on the table.
        results: What is known to have come of games.
        aside: Sets aside what of a recording cannot be used.
    """

    def __init__(  # noqa: PLR0917 - the composition hands its parts in
        self,
        store: ChangingStore,
        find_rules: FindRules,
        recordings: Path,
        on_the_table: Callable[[], str],
        results: Results | None = None,
        aside: Aside | None = None,
        darkroom: Darkroom | None = None,
    ) -> None:
        self._store = store
        self._aside = aside or Aside()
        self._find_rules = find_rules
        self._recordings = recordings
        self._on_the_table = on_the_table
        self._darkroom = darkroom or OpenDarkroom()
        self._held: OrderedDict[str, _Read] = OrderedDict()
        self._records: OrderedDict[str, tuple[object, Record]] = OrderedDict()
        self._results = results or Results()
        self._recorded: dict[tuple[Path, int], str | None] = {}
        self._turn = Lock()

    def games(self) -> Sequence[GameRecord]:
        with _saying():
            ended = {result.about.game: result.about for result in self.results()}
            return [ended.get(game) or self._list(game) for game in reversed(self._store.games())]

    def results(self) -> Sequence[Result]:
        with _saying():
            found = self._results.of(self._store.marks(), self._count)
            starts = self._store.starts()
        twice = _played_on(starts, found)
        return [
            _named(result, seats_of(starts.get(game, {})))
            for game, result in found.items()
            if game not in twice
        ]

    def count(self, is_over: Callable[[], bool]) -> None:
        """Count what came of all games, so that nobody waits for it later; where they cannot be read, not."""
        try:
            self._results.of(self._store.marks(), self._count, is_over)
        except StoreError:
            return  # whoever asks is told

    def _count(self, game: str) -> Result | None:
        """Tell what came of a game, as long as that can be told; of one in which nobody played, nothing."""
        try:
            read = self._put_together(game, self._store.events(game), {})
        except (ScoringError, CommandError):
            return None
        about = read.record.about
        counts = about.ended and (about.turns or not about.from_start)
        return result_of(read.record) if counts else None

    def record(self, game: str) -> Record:
        with _saying():
            events = self._store.events(game)
            mark = len(events), self._store.noted(game), events[:1]
            with self._turn:
                known = self._records.get(game)
            if known and known[0] == mark:
                return known[1]
            record = self._read(game).record
        with self._turn:
            _hold(self._records, game, (mark, record), MOST_RECORDS)
        return record

    def again(self, game: str) -> NewGame:
        read = self._read(game)
        started, setup = read.events[0].body, read.table.setup
        box = read.rules.learned(read.table.state)
        seats = tuple((seat.name, seat.colour) for seat in setup.players)
        return NewGame(
            game=read.rules.info.name,
            rules=setup.rules,
            prints=str(started.get("prints", "")),
            seats=(*seats[1:], *seats[:1]),
            options=dict(setup.options),
            hands_free=bool(started.get("hands_free")),
            by_hand=read.table.by_hand,
            box=box if is_made_up(box) else None,
        )

    def note(self, game: str, place: str, notes: str) -> None:
        self.record(game)  # one that cannot be read is left as it is
        with _saying():
            self._store.append(game, [Event(NOTED, {"place": place, "notes": notes})])

    def picture(self, game: str, turns: int) -> Picture:
        read = self._read(game)
        done = read.table.done
        state = done[max(turns, 0)].before if turns < len(done) else read.table.state
        return read.rules.picture(read.rules.view(state, EVERYBODY))

    def has_photo(self, game: str, turns: int) -> bool:
        return self._find_photo(game, turns) is not None

    def photo(self, game: str, turns: int) -> bytes:
        file = self._find_photo(game, turns)
        if file is None:
            raise NotHereError(NO_PHOTO)
        try:
            return self._darkroom.shrink(read_data_file(file))
        except (InputError, BadPhotoError) as error:
            raise NotHereError(NO_PHOTO) from error

    def hand_out(self, game: str, form: Form, date: str = "") -> Handout:
        read, played = self._read(game), self.record(game).about
        name = f"{read.rules.info.name}-{game}{ENDINGS[form]}"
        source_of = self._store.book.source_of
        data = hand_out(played, read.table, read.rules, form, source_of=source_of, date=date)
        return Handout(name, MIMETYPES[form], data)

    def keep_photo(self, new: NewGame) -> str:
        rules = self._find_rules(new.game)
        setup = Setup(new.rules, tuple(PlayerSeat(*seat) for seat in new.seats), new.options, new.begins)
        with _saying():
            started, end = scored_photo(setup, rules, new.prints)
            body = self._store.book.named(msgspec.json.decode(msgspec.json.encode(started.body)))
            kept = [game for game, known in self._store.starts().items() if known == body]
            if kept:
                return kept[-1]
            game = self._store.begin(started, end)
            self._store.back_up()
        return game

    def game_of_photo(self, game: str, board: Document) -> str:
        rules = self._find_rules(game)
        with _saying():
            as_kept = _board_as_kept(board, rules)
            starts = [*self._store.starts().items()][::-1]
            return next((id for id, start in starts if _board_on_a_photo(start) == as_kept), "")

    def bgstats_link(self, game: str) -> str:
        played, info = self.record(game).about, self._read(game).rules.info
        return bgstats_link(bgstats_play(played, info, self._store.book.source_of))

    def remove(self, game: str) -> None:
        with _saying():
            if game not in self._store.games():
                raise NotHereError(sentence("There is no game {game} here.", game=game))
            if game == self._on_the_table():
                raise RefusedError(ON_THE_TABLE)
            self._store.remove(game)
        with self._turn:
            self._held.pop(game, None)
            self._records.pop(game, None)
        for session in self._sessions(game):
            shutil.rmtree(session.folder, ignore_errors=True)

    def _list(self, game: str) -> GameRecord:
        """Say of a game what was played, or why that cannot be told."""
        try:
            return self.record(game).about
        except RefusedError:
            return look_up(self._store, game, self._find_rules)

    def _read(self, game: str) -> _Read:
        """Put a game together, unless it is held as it stands."""
        with _saying():
            events = self._store.events(game)
            if not events:
                raise NotHereError(sentence("There is no game {game} here.", game=game))
            noted = self._store.noted(game)
            with self._turn:
                held = self._held.get(game)
            if held is None or (held.events, held.noted) != (events, noted):
                held = self._put_together(game, events, noted)
        with self._turn:
            _hold(self._held, game, held, MOST_GAMES)
        return held

    def _put_together(self, game: str, events: Sequence[Event], noted: Document) -> _Read:
        rules = rules_for(self._store, game, self._find_rules)
        table = resume(events, None, rules)
        played = about(self._store, game, table, rules)
        return _Read(events, noted, table, rules, record_of(played, table, rules))

    def _find_photo(self, game: str, turns: int) -> Path | None:
        """Find the photograph of a turn in the first recording that goes that far."""
        for session in self._sessions(game):
            moves = (session.truth or {}).get("moves") or ()
            if turns <= len(moves) and session.frames:
                return _frame_of(session, moves[turns - 1] if turns else {"shown_to": 0})
        return None

    def _sessions(self, game: str) -> Iterator[Session]:
        """Give a game's recordings, oldest first; what cannot be read, or is just going, is passed over."""
        for folder in recordings(self._recordings) if self._recordings.is_dir() else ():
            try:
                begun = folder, (folder / ABOUT).stat().st_mtime_ns
                if self._recorded.get(begun, game) != game:
                    continue
            except OSError:
                continue
            session = recorded(folder, self._aside)
            if session is None:
                continue
            self._recorded[begun] = session.about.recorded
            if session.about.recorded == game:
                yield session


def hand_out(
    played: GameRecord,
    table: TableState,
    rules: AnyRules,
    form: Form,
    *,
    source_of: Callable[[str], str] = str,
    date: str = "",
) -> bytes:
    """Write a game down as a file of some form; ``source_of`` and ``date`` as for ``bgstats_play``."""
    document = {**document_of(table, rules), **notes_of(played)}
    if form == "json":
        return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"
    if form == "csv":
        return points_csv(document, rules.replay(document)).encode()
    if form == "bgstats":
        return msgspec.json.encode(bgstats_play(played, rules.info, source_of, date)) + b"\n"
    return share_card(played, without_taps(rules.picture(rules.view(table.state, EVERYBODY))))


def _board_as_kept(board: Document, rules: AnyRules) -> Any:
    """Write a photographed board as the games that began with it have it.

    Raises:
        ScoringError: It cannot be understood.
    """
    setup = Setup(rules.info.rule_sets[0].name, (), begins={"board": board})
    return as_json(rules.dump_game(setup, ())["begins"]["board"])


def _board_on_a_photo(started: Document) -> Any:
    """Give the board of a scored photograph by how its game was started; None for any other game."""
    return _board_of(started) if started.get(ON_A_PHOTO) else None


def _board_of(started: Document) -> Any:
    """Give the board with which a game began in the middle; None for any other."""
    try:
        return started["setup"]["begins"]["board"]
    except (KeyError, TypeError):
        return None


def _played_on(starts: Mapping[str, Document], ended: Collection[str]) -> set[str]:
    """Name the scored photographs from which a game was played on to its end: it counts in their place."""
    photos = {game: board for game, start in starts.items() if (board := _board_on_a_photo(start))}
    begun = (
        [_board_of(starts[game]) for game in ended if game in starts and game not in photos] if photos else []
    )
    return {game for game, board in photos.items() if board in begun}


def _named(result: Result, seats: Iterable[PlayerSeat]) -> Result:
    """Call the players as they are called now."""
    names = {seat.colour: seat.name for seat in seats}
    called = tuple(replace(seat, name=names.get(seat.colour, seat.name)) for seat in result.about.players)
    return replace(result, about=replace(result.about, players=called))


def _hold(held: OrderedDict[str, Held], game: str, value: Held, most: int) -> None:
    """Hold what was put together last, and let go what was asked for the longest ago."""
    held[game] = value
    held.move_to_end(game)
    while len(held) > most:
        held.popitem(last=False)


def _frame_of(session: Session, move: Written) -> Path | None:
    number = move.get("shown_to")
    frames = session.frames
    return frames[min(number, len(frames) - 1)].file if isinstance(number, int) and number >= 0 else None


@contextmanager
def _saying() -> Iterator[None]:
    """Hand on as a sentence for the players why something cannot be read or kept."""
    try:
        yield
    except (ScoringError, CommandError) as error:
        raise RefusedError(str(error)) from error
