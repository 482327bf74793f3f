"""The live table: one worker that watches, reads, listens to players and publishes what everybody may see."""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Self

from msgspec.structs import replace

from firmware.cameras.frame_thread import FrameThread
from firmware.cameras.quality.preview import Previews
from firmware.errors import CameraError, StoreError
from firmware.ports import Camera, Lights
from firmware.store.history import played_turn
from firmware.store.trouble import Trouble
from firmware.table.current_game import CurrentGame
from firmware.table.drafts import Drafts
from firmware.table.follower import Follower
from firmware.table.games import Games
from firmware.table.inbox import Inbox
from firmware.table.known_boxes import faces_before
from firmware.table.metrics import KEEP, Gauges
from firmware.table.news import News
from firmware.table.preparation import Readying
from firmware.table.recorder import Recordings
from scoring.documents.values import Document, Written
from scoring.errors import ScoringError
from scoring.game import PlayerSeat, Setup
from scoring.referee.clocks import Clock, Clocks
from scoring.referee.contracts.refusals import DeskError, NotHereError, RefusedError, StaleError
from scoring.referee.contracts.snapshot import Snapshot, TeachingNote
from scoring.referee.contracts.table import Forget, NewGame
from scoring.referee.contracts.turns import Entry, EntryRequest, PastTurn
from scoring.referee.inputs import (
    ByHand,
    ByPlayer,
    CameraFound,
    CameraLost,
    Corrected,
    Declared,
    HandsFree,
    Pressed,
    Repeated,
    Revised,
)
from scoring.referee.machine import refusal
from scoring.referee.observation import Quad
from scoring.referee.publication import ERROR_COLOUR, FIRST_VERSIONS, light_of, snapshot
from scoring.referee.record.drafts import draft_of
from scoring.referee.record.events import game_started, last_on_the_table, started_of
from scoring.referee.record.history import document_of
from scoring.referee.record.replay import resume
from scoring.referee.state import TableState
from scoring.referee.store import Event, EventStore
from scoring.referee.transitions.confirmation import begin
from scoring.referee.transitions.finish import check_walk
from scoring.roles import AnyRules
from scoring.sentence import joined, marked, sentence
from scoring.setups import is_made_up

log = logging.getLogger(__name__)

PATIENCE_S = 20.0
"""How long a player's tap waits for the worker."""
ENDING_S = 8.0
"""How long the worker may take to its end. A look beside it is waited for, as Python cannot leave it."""
ROUND_S = 30.0
"""A worker that takes longer for one round, which takes milliseconds, hangs."""
PLAYING = marked("A game is being played; end it before you begin another.")
PANEL = marked("the panel")
NO_GAME = sentence("No game is being played yet.")
PICTURES_OVER = sentence("The pictures have ended; turns are entered on a phone.")
MOVED_ON = marked("The table has moved on since then; look again.")


class Table:
    """The live table of the appliance; see ``scoring.referee.contracts.table.TableDesk``.

    One thread, the worker, changes the game. What takes long is done beside it: waiting for a frame, and
    recognising what lies on the table. Everybody else hands commands to it, or looks at the snapshot
    published last, which is frozen.

    Args:
        camera: Looks at the table; it is the table's to close.
        store: Keeps the games; the last one goes on.
        open_lights: Opens the light and the buzzer of the panel, given what its buttons are to call; they
            are the table's to close.
        games: Where games and boxes are found.
        record: Records the games, where they are to be recorded.
        clock: Tells the seconds.
        name: What its worker is called.

    Attributes:
        previews: What the camera shows, for those who check it.
        gauges: What is measured while it works.
    """

    def __init__(
        self,
        camera: Camera,
        store: EventStore,
        open_lights: Callable[[Callable[[str], None]], Lights],
        games: Games,
        record: Recordings | None = None,
        clock: Clock = time.monotonic,
        *,
        name: str = "table",
    ) -> None:
        self._inbox = Inbox(DeskError, StoreError)
        self._camera = FrameThread(camera, self._inbox.wake)
        self._store = store
        self._games = games
        self._record = record
        self._clock = clock
        self.previews, self.gauges = Previews(clock), Gauges(clock)
        self._trouble = Trouble(store.trouble, self._inbox.wake)
        first = secrets.choice(FIRST_VERSIONS)
        self._news = News(Snapshot(first, "none", self._nobody_plays, camera=camera.says))
        self._played: CurrentGame | None = None
        self._readying = Readying(games, self.gauges)
        self._shown_trouble, self._walked, self._taught = "", 0, TeachingNote()
        self._box: Document | None = None
        self._box_says = ""
        self._drafts = Drafts(store)
        self._clocks = Clocks(clock)
        self._is_over, self._ending = False, threading.Event()
        self._round_s = clock()
        self._reading = ThreadPoolExecutor(1, "reading")
        self._worker = threading.Thread(target=self._work, name=name, daemon=True)
        self._lights = open_lights(self.press_now)

    def __enter__(self) -> Self:
        self._resume()
        self._worker.start()
        self._trouble.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._ending.set()
        self._trouble.close()
        self._worker.join(ENDING_S)
        self._camera.close()
        self._lights.close()

    @property
    def is_well(self) -> bool:
        """Whether its worker goes on: each of its rounds is short, whatever camera, disk and players do."""
        return self._worker.is_alive() and self._clock() - self._round_s < ROUND_S

    @property
    def has_failed(self) -> bool:
        """Whether its worker has come to an unforeseen end."""
        return not self._worker.is_alive() and not self._ending.is_set()

    # --- what pages and panel ask for, in their own threads ----------------------------------------

    def snapshot(self) -> Snapshot:
        return self._news.now

    def wait(self, version: int, timeout_s: float) -> Snapshot:
        return self._news.wait(version, timeout_s)

    def listen(self, tell: Callable[[], None]) -> Forget:
        return self._news.listen(tell)

    def start(self, new: NewGame) -> None:
        self._inbox.ask(lambda: self._start(new), PATIENCE_S)

    def press(self, button: str, version: int, by: str = "") -> None:
        self._ask(Pressed(button, version, by))

    def correct(self, answers: Document, version: int, by: str = "") -> None:
        self._ask(Corrected(answers, version, by))

    def declare(self, move: Document, version: int, by: str = "") -> None:
        self._ask(Declared(move, version, by))

    def turns(self) -> Sequence[PastTurn]:
        return self._played.turns() if self._played else ()

    def entry(self, asked: EntryRequest) -> Entry:
        return self._on_table().entry(asked)

    def revise(self, back: int, move: Document, version: int, by: str = "", foreseen: str = "") -> None:
        meant = Revised(back, move, version, by)
        self._inbox.ask(lambda: self._hear(self._on_table().still_meant(meant, foreseen)), PATIENCE_S)

    def set_hands_free(self, hands_free: bool, version: int, by: str = "") -> None:
        self._ask(HandsFree(hands_free, version, by))

    def set_by_hand(self, by_hand: bool, version: int, by: str = "") -> None:
        unread = "" if by_hand else self._games.say_unread(self._on_table().rules.info)
        if unread:
            raise RefusedError(unread)
        self._ask(ByHand(by_hand, version, by))

    def walk(self, to: int, version: int) -> None:
        self._inbox.ask(lambda: self._walk(to, version), PATIENCE_S)

    def show_clocks(self, shown: bool, version: int) -> None:
        self._inbox.ask(lambda: self._show_clocks(shown, version), PATIENCE_S)

    def read_anew(self) -> None:
        """Put the game on the table together again: its players are called otherwise now."""
        try:
            self._inbox.ask(self._resume, PATIENCE_S)
        except StoreError as error:
            raise RefusedError(error.says) from error

    def press_now(self, button: str) -> None:
        """Do what a button of the panel says, without waiting; it is about the table as it is now."""
        input = Pressed(button, self._news.now.version, PANEL)
        self._inbox.post(lambda: self._hear(input))

    def trouble(self) -> str:
        return self._trouble.says

    def quads_px(self) -> Mapping[str, Quad]:
        """Say where each tile lay in the frame at the last look, by its spot; nowhere before a game."""
        return self._played.follower.quads_px if self._played else {}

    def document(self, game: str) -> Written:
        if game not in self._store.games():
            raise NotHereError(sentence("There is no game {game} here.", game=repr(game)))
        return document_of(*played_turn(self._store, game, self._games.rules))

    def _ask(self, input: ByPlayer) -> None:
        self._inbox.ask(lambda: self._hear(input), PATIENCE_S)

    # --- the worker --------------------------------------------------------------------------------

    def _work(self) -> None:
        """Do what players ask for and follow the game until the table is switched off."""
        try:
            while not self._ending.is_set():
                self._round_s = self._clock()
                self._inbox.run()
                self._follow()
        finally:
            self._inbox.close()
            self._pause_clocks()
            self._end_recording()
            self._readying.close()  # here: a worker that is late to end would find it gone
            self._reading.shutdown(cancel_futures=True)

    def _follow(self) -> None:
        """Take the next frame and follow the game on it, whatever the camera and the disk do."""
        played = self._played
        try:
            self._heed_trouble(played)
            if played is None or self._is_over:
                self._wait(played)
                return
            self._readying.open_eyes(played, self._camera.hold)
            played.tell(self._store.says, self._taught.says, self._box_says)
            self._wait(played) if played.follower.table.by_hand else self._see(played)
        except StoreError as error:
            self._say_trouble(error)

    def _wait(self, played: CurrentGame | None) -> None:
        """Pass the time while there are no frames to follow."""
        if played:
            played.follower.go_on()
        self.previews.glance(self._camera)
        now, camera, says = self._news.now, self._camera.says, self._nobody_plays
        if played and now.camera != camera:
            played.follower.note()
        elif played is None and (now.camera, now.says) != (camera, says):
            is_bad = bool(self._trouble.says)
            now = replace(now, version=now.version + 1, camera=camera, says=says, in_trouble=is_bad)
            self._news.publish(now)
            self._lights.show(ERROR_COLOUR, "flashing" if is_bad else "off")

    def _see(self, played: CurrentGame) -> None:
        if not self._camera.is_ready():
            return
        follower = played.follower
        try:
            frame = self._camera.take()
        except CameraError as error:
            self.previews.miss(error.says)
            follower.hear(CameraLost(error.says))
            return
        if not follower.table.watched:
            follower.hear(CameraFound())
            self._readying.begin(played)
        if frame is None and follower.is_looking:
            self._wait(played)
            return
        if frame is None:
            self._is_over = True
            follower.run_out()
            return
        self.previews.show(frame)
        if frame.remarks:
            follower.note(*frame.remarks)
            self.gauges.remark(frame.remarks)
        follower.see(frame)
        if played.recording:
            played.recording.see(frame, follower)

    def _heed_trouble(self, played: CurrentGame | None) -> None:
        """Try once more what could not be kept, and show that nothing could be now, or could again."""
        is_due = self._trouble.is_to_be_tried()
        if played and (is_due or self._trouble.says != self._shown_trouble):
            played.follower.note()
            if is_due:
                played.follower.hear(Repeated())

    @property
    def _nobody_plays(self) -> str:
        """What is said where there is no game on the table."""
        return self._trouble.says or joined([says for says in (self._store.says, NO_GAME) if says])

    def _say_trouble(self, error: StoreError) -> None:
        """Tell the players that something could not be kept; it is not confirmed then, and not lost."""
        self._trouble.meet(error.says)
        self._lights.sound("error")
        if self._played:
            self._played.follower.note()

    def _on_table(self) -> CurrentGame:
        """Give the game on the table, or raise ``RefusedError`` where there is none."""
        if self._played is None:
            raise RefusedError(NO_GAME)
        return self._played

    # --- commands -----------------------------------------------------------------------------------

    def _hear(self, input: ByPlayer) -> None:
        """Do what a player wants.

        Raises:
            StaleError: The table has moved on since the player looked.
            RefusedError: It cannot be done now, or not be kept.
        """
        played = self._on_table()
        no = refusal(played.follower.table, input, played.rules)
        if no:
            raise (StaleError if no.kind == "stale" else RefusedError)(no.says)
        try:
            played.follower.hear(input)
        except StoreError as error:
            self._say_trouble(error)
            raise RefusedError(error.says) from error
        self._readying.begin(played)  # where the camera takes over

    def _walk(self, to: int, version: int) -> None:
        """Take all phones to a place of the walk through the final scoring; refusals as ``check_walk``."""
        played = self._on_table()
        check_walk(played.follower.table, to, version)
        self._walked = to
        played.follower.note()

    def _show_clocks(self, shown: bool, version: int) -> None:
        """Show the clocks of the game on the table, or no more; refuses taps on the past or on no game."""
        if version < self._on_table().follower.table.since:
            raise StaleError(MOVED_ON)
        self._clocks.shown = shown
        self._on_table().follower.note()

    def _start(self, new: NewGame) -> None:
        """Begin a new game, in place of one in which no turn has been played yet.

        Raises:
            BadPrintsError: There is no such print set.
            RefusedError: A game is being played, or this one cannot be begun so.
        """
        now = self._played if self._played and self._played.follower.table.stage != "ended" else None
        if now and now.follower.table.done:
            raise RefusedError(PLAYING)
        rules = self._games.rules(new.game)
        players, boxes = tuple(PlayerSeat(*seat) for seat in new.seats), self._games.boxes
        box = new.box or (boxes.find(rules, new.prints) if boxes else None)
        setup = Setup(new.rules, players, new.options, new.begins, box)
        self._games.prints(new.prints)
        try:
            by_hand = new.by_hand or bool(self._games.say_unread(rules.info))
            ways = {"hands_free": new.hands_free, "by_hand": by_hand}
            table = begin(setup, rules, **ways)
            game = self._store.begin(game_started(setup, rules, new.prints, **ways))
            if now:
                self._store.remove(now.id)
        except (ScoringError, StoreError) as error:
            raise RefusedError(error.says) from error
        self._clocks.begin()
        self._put(game, rules, table, new.prints, goes_on=False)

    def _resume(self) -> None:
        """Go on with the game that was kept last."""
        self._pause_clocks()
        if not (game := last_on_the_table(self._store)):
            return
        try:
            events, draft = self._store.events(game), self._store.draft(game)
            started = started_of(events[0])
            rules = self._games.rules(started.game)
            table = resume(events, draft, rules)
        except ScoringError as error:
            log.warning("The last game cannot go on: %s", error)
            return
        self._clocks.begin(events, draft)
        self._put(game, rules, table, started.prints, goes_on=True)

    def _put(self, game: str, rules: AnyRules, table: TableState, prints: str, *, goes_on: bool) -> None:
        """Put a game on the table and have its box made ready meanwhile."""
        self._end_recording()
        record = self._record
        recording = record.begin(game, table, rules, prints, goes_on=goes_on) if record else None
        version = self._news.now.version + 1
        table = replace(table, version=version, since=version, watched=bool(self._camera.says))
        follower = Follower(table, rules, self, self._clock)
        seen = faces_before(self._store, rules, but=game)
        self._played = CurrentGame(game, rules, follower, recording, prints, seen, set())
        self._drafts.forget()
        self._trouble.forget()
        self._taught, self._box = TeachingNote(prints), rules.learned(table.state)
        self._readying.begin(self._played, anew=True)
        self.show(follower.table)

    def _end_recording(self) -> None:
        """Write the rest of what is recorded of the game on the table."""
        if self._played and self._played.recording:
            self._played.recording.close()

    # --- what the follower has around it -----------------------------------------------------------

    def keep(self, events: Sequence[Event], after: TableState) -> None:
        """Keep what was confirmed, with what is proposed after it."""
        played = self._played
        if played is None:
            return
        with self.gauges.timing(KEEP):
            kept = {**draft_of(after, played.rules), **self._clocks.document()}
            self._store.append(played.id, self._clocks.sign(events), kept)
        if played.recording:
            played.recording.tell(document_of(after, played.rules))
        if after.stage == "ended" and not self._taught.says:
            self._taught = played.teach(self._games)
        self._keep_box(played, after)

    def _keep_box(self, played: CurrentGame, after: TableState) -> None:
        """Keep what the game has told of its box whenever that has changed, for the next one with it."""
        known, boxes = played.rules.learned(after.state), self._games.boxes
        is_new = known != self._box or self._taught.prints != played.prints
        if boxes is None or known is None or is_made_up(known) or not is_new:
            return
        try:
            for name in {played.prints, self._taught.prints}:
                boxes.keep(played.rules.info.name, name, known)
            self._box, self._box_says = known, ""
        except DeskError as error:
            self._box_says = error.says

    def beside(self, look: Callable[[], Any]) -> Future[Any]:
        """Have the table looked at in a thread of its own, so that no tap waits for that."""
        return self._reading.submit(look)

    def sound(self, sound: str) -> None:
        """Sound the buzzer."""
        self._lights.sound(sound)

    def show(self, table: TableState) -> None:
        """Publish how the table is now, let the light say it too, and note what is proposed."""
        played = self._played
        if played is None or (table.version == self._news.now.version and self._news.now.game == played.id):
            return
        if played.recording:
            played.recording.note(table, played.follower.frame)
        seen = snapshot(table, played.rules, played.id, self._camera.says)
        is_noted = table.phase in ("waiting", "hand") and not table.is_by_hand
        trouble = self._shown_trouble = self._trouble.says
        says = trouble or (self._readying.note if is_noted else "") or seen.says
        if self._is_over and not trouble and not table.watched and table.stage != "ended":
            says = joined([PICTURES_OVER, says])
        self._walked = self._walked if table.stage == "ended" else 0
        timing, is_bad = self._clocks.tell(table, played.rules), bool(trouble)
        now = replace(seen, says=says, walked=self._walked, timing=timing, taught=self._taught)
        self._news.publish(replace(now, in_trouble=is_bad, unread=self._games.say_unread(played.rules.info)))
        light = (ERROR_COLOUR, "flashing") if trouble else light_of(table, played.rules)
        self._lights.show(*light)
        self._remember(played, table)

    def _pause_clocks(self) -> None:
        """Keep how the clocks stand."""
        if self._played:
            self._remember(self._played, self._played.follower.table, anew=True)

    def _remember(self, played: CurrentGame, table: TableState, *, anew: bool = False) -> None:
        """Keep what is proposed whenever it has changed."""
        if table.stage != "ended":
            self._drafts.keep(played.id, draft_of(table, played.rules), self._clocks.document(), anew=anew)
