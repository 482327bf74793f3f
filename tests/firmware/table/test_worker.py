"""The live table with its worker, over prepared frames and the real store."""

import threading
import time

import pytest

from firmware.errors import CameraError, StoreError
from firmware.store.players import StoredPlayers
from firmware.store.store import open_store
from firmware.table.worker import ROUND_S, Games, Table
from scoring.referee.contracts.refusals import BadPrintsError, NotHereError, RefusedError, StaleError
from scoring.referee.contracts.table import NewGame
from tests.firmware.told import (
    MOVES,
    NEW,
    RULES,
    PacedCamera,
    Panel,
    ToldReader,
    find_prints,
    played,
    propose,
    table,
)
from tests.waiting import press, until
from vision.errors import PrintsError

HANDS_FREE = NewGame("carcassonne", "leaflet-004", "mybox", NEW.seats, hands_free=True)


@pytest.fixture
def store(tmp_path):
    with open_store(tmp_path) as store:
        yield store


@pytest.fixture
def camera():
    return PacedCamera()


@pytest.fixture
def reader():
    return ToldReader()


@pytest.fixture
def panel():
    return Panel()


@pytest.fixture
def make_table(store, camera, reader, panel):
    return lambda **more: Table(
        camera, store, lambda post: panel, Games(lambda game: RULES, lambda game: reader, find_prints), **more
    )


@pytest.fixture
def desk(make_table):
    with make_table() as desk:
        yield desk


def wave(desk, camera):
    """Move a hand over the proposed turn and away, a few times, and give the table as it is then."""
    version = desk.snapshot().version
    camera.images += [table(1)] * 3 + ([table(1, hand=True)] * 2 + [table(1)] * 3) * 3
    return until(desk, lambda now: now.version > version + 5 and now.phase == "proposal")


def test_before_a_game_the_table_says_so_and_refuses_presses(desk):
    assert desk.snapshot().phase == "none"
    with pytest.raises(RefusedError, match="No game"):
        desk.press("confirm", 1)


def test_a_table_whose_worker_hangs_is_not_well(make_table, monkeypatch):
    now_s, is_held, is_free = [0.0], threading.Event(), threading.Event()

    def hang():
        is_held.set()
        is_free.wait(20)

    with make_table(clock=lambda: now_s[0]) as desk:
        assert desk.is_well
        monkeypatch.setattr(desk, "_follow", hang)
        assert is_held.wait(20)
        now_s[0] += ROUND_S + 1
        assert not desk.is_well
        is_free.set()


def test_a_turn_is_proposed_and_confirmed_and_kept(desk, camera, store):
    desk.start(NEW)
    now = propose(desk, camera, 1)
    assert now.proposal == RULES.say(RULES.start(RULES.load_setup(desk.document("1"))), MOVES[0])
    desk.press("confirm", now.version)
    assert desk.snapshot().moves == 1
    assert [event.kind for event in store.events("1")] == ["game_started", "turn_confirmed"]
    assert desk.document("1")["moves"] == [RULES.dump_move(MOVES[0])]


def test_a_late_tap_is_stale(desk, camera):
    desk.start(NEW)
    now = propose(desk, camera, 1)
    desk.press("confirm", now.version)
    with pytest.raises(StaleError):
        desk.press("undo", now.version)
    assert desk.snapshot().moves == 1


def test_a_tap_without_anything_to_confirm_is_refused_with_a_sentence(desk):
    desk.start(NEW)
    with pytest.raises(RefusedError, match="nothing to confirm"):
        desk.press("confirm", desk.snapshot().version)


def test_a_second_game_waits_for_the_end_of_one_that_has_a_turn(desk, camera):
    desk.start(NEW)
    desk.start(NEW)
    desk.press("confirm", propose(desk, camera, 1).version)
    with pytest.raises(RefusedError, match="end it"):
        desk.start(NEW)


def test_a_game_without_its_prints_is_not_begun(desk, store):
    with pytest.raises(BadPrintsError):
        desk.start(NewGame("carcassonne", "leaflet-004", "another", NEW.seats))
    assert not store.games()


def test_players_the_rules_refuse_are_a_sentence(desk, store):
    with pytest.raises(RefusedError):
        desk.start(NewGame("carcassonne", "leaflet-004", "mybox", (("Ann", "red"), ("Ben", "red"))))
    assert not store.games()


def test_the_light_shows_whose_turn_it_is(desk, camera, panel):
    desk.start(NEW)
    propose(desk, camera, 1)
    assert panel.shown[-1] == ("red", "breathing")
    desk.press_now("confirm")
    until(desk, lambda now: now.moves == 1)
    desk.set_hands_free(True, desk.snapshot().version)
    assert panel.shown[-1] == ("blue", "steady")
    assert "confirmed" in panel.sounds


def test_a_press_on_the_panel_is_about_the_table_as_it_was_then(desk, camera):
    desk.start(NEW)
    propose(desk, camera, 1)
    desk.press_now("confirm")
    desk.press_now("confirm")
    until(desk, lambda now: now.moves == 1)
    desk.set_hands_free(True, desk.snapshot().version)
    assert desk.snapshot().moves == 1


def test_who_confirmed_is_kept_and_told_whether_at_the_panel_or_on_a_phone(desk, camera, store):
    desk.start(NEW)
    propose(desk, camera, 1)
    desk.press_now("confirm")
    until(desk, lambda now: now.moves == 1)
    desk.press("confirm", propose(desk, camera, 2).version, by="Ann (phone)")
    now = until(desk, lambda now: now.moves == 2)
    (game,) = store.games()
    assert [event.body["by"] for event in store.events(game)[1:]] == ["the panel", "Ann (phone)"]
    assert {"Confirmed by the panel.", "Confirmed by Ann (phone)."} <= set(now.log)
    assert [move["by"] for move in desk.document(game)["moves"]] == ["the panel", "Ann (phone)"]


def test_a_restarted_table_goes_on_with_its_proposal(make_table, camera):
    with make_table() as desk:
        desk.start(NEW)
        desk.press("confirm", propose(desk, camera, 1).version)
        before = propose(desk, camera, 2)
    with make_table() as desk:
        now = desk.snapshot()
        assert now.moves == 1
        assert now.proposal == before.proposal
        desk.press("confirm", now.version)
        assert desk.snapshot().moves == 2


def test_a_tap_from_before_a_restart_is_too_late(make_table, camera):
    with make_table() as desk:
        desk.start(NEW)
        propose(desk, camera, 1)
        before = wave(desk, camera)
    with make_table() as desk:
        assert wave(desk, camera).proposal == before.proposal
        with pytest.raises(StaleError):
            desk.press("confirm", before.version)


def test_a_table_restarted_after_the_end_shows_the_end(make_table):
    with make_table() as desk:
        desk.start(NEW)
        until(desk, lambda now: "Getting ready" not in now.says)
        press(desk, "end")
        ended = until(desk, lambda now: now.phase == "ended")
    with make_table() as desk:
        assert desk.snapshot().phase == "ended"
        assert desk.snapshot().lines == ended.lines
        desk.start(NEW)
        assert desk.snapshot().phase != "ended"


def test_a_camera_that_is_lost_is_said_and_its_return_too(desk, camera):
    desk.start(NEW)
    propose(desk, camera, 1)
    camera.images += [CameraError("The camera is gone; check its cable.")] * 2000
    lost = until(desk, lambda now: now.phase == "lost")
    assert lost.says == "The camera is gone; check its cable. Until it is back, turns are entered on a phone."
    assert lost.by_hand
    assert lost.moves == 0
    del camera.images[camera.taken :]
    back = until(desk, lambda now: now.phase == "proposal")
    assert "The camera is back." in back.log
    assert not back.by_hand


def test_what_could_not_be_kept_is_said_and_not_confirmed(desk, camera, store, monkeypatch):
    desk.start(NEW)
    now = propose(desk, camera, 1)
    append, full = store.append, threading.Event()

    def keep(*events):
        if full.is_set():
            raise StoreError("The disk is full; make room.")
        append(*events)

    monkeypatch.setattr(store, "append", keep)
    full.set()
    with pytest.raises(RefusedError, match="disk is full"):
        desk.press("confirm", now.version)
    assert until(desk, lambda now: "disk is full" in now.says).moves == 0
    full.clear()
    desk.press("confirm", desk.snapshot().version)
    assert desk.snapshot().moves == 1
    assert len(store.events("1")) == 2


def test_hands_free_turns_that_could_not_be_kept_are_kept_later(desk, camera, store, monkeypatch):
    monkeypatch.setattr("firmware.store.trouble.RETRY_S", 0.05)
    desk.start(HANDS_FREE)
    propose(desk, camera, 1)
    append, refusals = store.append, iter([1, 1, 1])

    def keep(*events):
        if next(refusals, None):
            raise StoreError("The disk is full; make room.")
        append(*events)

    monkeypatch.setattr(store, "append", keep)
    camera.images += played(2, first=1)
    until(desk, lambda now: "disk is full" in now.says)
    until(desk, lambda now: now.moves == 1)
    assert [event.kind for event in store.events("1")] == ["game_started", "turn_confirmed"]


def test_a_whole_recording_hands_free_ends_by_itself(desk, camera):
    camera.is_over = True
    camera.images += played(len(MOVES))
    desk.start(HANDS_FREE)
    now = until(desk, lambda now: now.phase == "ended")
    assert now.moves == len(MOVES)
    assert desk.document("1")["moves"] == [RULES.dump_move(move) for move in MOVES]


def test_prints_that_cannot_be_made_ready_are_a_sentence(desk, reader, monkeypatch):
    def refuse(prints, colours):
        raise PrintsError("These prints are of another game.")

    monkeypatch.setattr(reader, "get_ready", refuse)
    desk.start(NEW)
    assert until(desk, lambda now: "another game" in now.says).phase == "waiting"


def test_the_pages_are_answered_while_a_box_is_made_ready(desk, reader, monkeypatch):
    may_finish = threading.Event()
    monkeypatch.setattr(reader, "get_ready", lambda prints, colours: may_finish.wait(20))
    desk.start(NEW)
    assert "Getting ready" in desk.snapshot().says
    desk.press("pause", desk.snapshot().version)
    assert desk.snapshot().phase == "paused"
    may_finish.set()


def test_the_camera_keeps_its_light_from_the_first_look_on(desk, camera):
    desk.start(NEW)
    now = until(desk, lambda now: now.log)
    assert camera.held == 1
    assert now.log == ("This camera cannot lock its focus.",)


def test_what_there_is_to_say_about_the_store_is_in_the_log_once(make_table, tmp_path):
    with make_table() as desk:
        desk.start(NEW)
    (tmp_path / "games.sqlite").write_bytes(b"damaged" * 1000)
    with open_store(tmp_path) as mended:
        assert mended.says
        table = Table(
            PacedCamera(),
            mended,
            lambda post: Panel(),
            Games(lambda _: RULES, lambda _: ToldReader(), find_prints),
        )
        with table:
            if not mended.games():
                table.start(NEW)
            until(table, lambda now: {mended.says, "This camera cannot lock its focus."} <= set(now.log))
            assert table.snapshot().log.count(mended.says) == 1


def test_versions_only_grow_and_every_one_is_frozen(desk, camera):
    seen = [desk.snapshot()]
    stop = threading.Event()

    def watch():
        while not stop.is_set():
            seen.append(desk.wait(seen[-1].version, 0.05))

    watcher = threading.Thread(target=watch)
    watcher.start()
    desk.start(HANDS_FREE)
    camera.images += played(5)
    until(desk, lambda now: now.moves == 4)
    stop.set()
    watcher.join()
    versions = [one.version for one in seen]
    assert versions == sorted(versions)
    assert {one.phase for one in seen} >= {"none", "hand", "proposal"}


def test_a_game_nobody_knows_is_not_here(desk):
    with pytest.raises(NotHereError):
        desk.document("99")


def test_a_table_that_was_switched_off_refuses_and_lets_camera_and_panel_go(make_table, camera, panel):
    with make_table() as desk:
        desk.start(NEW)
    assert camera.is_closed
    assert panel.is_closed
    with pytest.raises(RefusedError, match="switched off"):
        desk.press("confirm", 1)


def test_the_table_shows_its_clocks_only_to_those_who_looked_at_the_present(desk):
    with pytest.raises(RefusedError):
        desk.show_clocks(True, desk.snapshot().version)
    desk.start(NEW)
    assert desk.snapshot().timing is None
    with pytest.raises(StaleError):
        desk.show_clocks(True, 0)
    desk.show_clocks(True, desk.snapshot().version)
    assert desk.snapshot().timing.runs
    desk.press("pause", desk.snapshot().version)
    assert not desk.snapshot().timing.runs


def test_a_game_takes_as_long_as_it_was_played_whatever_the_table_was_off_between(
    store, camera, reader, panel
):
    ahead_s = 0.0
    games = Games(lambda game: RULES, lambda game: reader, find_prints)

    def make():
        return Table(camera, store, lambda post: panel, games, clock=lambda: time.monotonic() + ahead_s)

    with make() as desk:
        desk.start(NEW)
        camera.images += played(1)
        shown = until(desk, lambda now: now.proposal)
        ahead_s += 600
        desk.press("confirm", shown.version)
        assert 600 <= store.events(shown.game)[-1].body["game_s"] < 700
        ahead_s += 300
    ahead_s += 86_400
    with make() as desk:
        desk.show_clocks(True, desk.snapshot().version)
        timing = desk.snapshot().timing
        assert (900 <= timing.game_s < 1000, 300 <= timing.turn_s < 400) == (True, True)


def test_players_called_otherwise_are_so_at_the_table_and_its_turn_stays_proposed(desk, store, camera):
    desk.start(NEW)
    camera.images += played(1)
    shown = until(desk, lambda now: now.proposal)
    StoredPlayers(store, desk.read_anew).rename(shown.seats[0].name, "Queen Anna")
    now = until(desk, lambda now: now.seats[0].name == "Queen Anna")
    assert now.game == shown.game
    assert until(desk, lambda now: now.phase == "proposal").proposal == shown.proposal.replace(
        shown.seats[0].name, "Queen Anna"
    )


class PatientReader(ToldReader):
    """Looks at the table until the test lets it come to an end."""

    def __init__(self) -> None:
        super().__init__()
        self.may_end = threading.Event()
        self.may_end.set()
        self.has_begun = threading.Event()

    def look(self, image, known, state, memory, visits=0):
        self.has_begun.set()
        assert self.may_end.wait(30)
        return super().look(image, known, state, memory, visits)


def test_a_turn_is_confirmed_while_the_board_is_being_read(make_table, camera, reader, monkeypatch):
    patient = PatientReader()
    monkeypatch.setattr(reader, "look", patient.look)
    with make_table() as desk:
        desk.start(NEW)
        camera.images += played(1)
        shown = until(desk, lambda now: now.proposal)
        patient.may_end.clear()
        patient.has_begun.clear()
        camera.images += played(2, first=1)
        assert patient.has_begun.wait(30)
        desk.press("confirm", shown.version)
        assert len(desk.document(desk.snapshot().game)["moves"]) == 1
        patient.may_end.set()
        assert until(desk, lambda now: now.proposal and now.proposal != shown.proposal)


# --- what a game teaches of its box ------------------------------------------------------------------


def test_a_game_with_any_box_keeps_what_it_taught_and_says_under_which_name(store, camera, reader):
    kept = {}

    def keep(name, prints):
        kept[name] = prints
        return "Box 1"

    games = Games(lambda game: RULES, lambda game: reader, lambda name: None, keep)
    camera.images += played(2)
    with Table(camera, store, lambda post: Panel(), games) as desk:
        desk.start(NewGame("carcassonne", "leaflet-004", "", NEW.seats, hands_free=True))
        until(desk, lambda now: now.moves == 1 and now.phase == "proposal")
        for button in ("confirm", "end"):
            press(desk, button)
        until(desk, lambda now: any("choose Box 1 for the next one" in line for line in now.log))
        taught = desk.snapshot().taught
    assert taught.prints == "Box 1"
    assert "choose Box 1 for the next one" in taught.says
    assert kept == {"": b"++"}
