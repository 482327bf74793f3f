"""The page that says how the appliance is, and the bundle for whoever helps."""

import io
import json
import logging
import zipfile

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from firmware.appliance.guard import Places, tell
from firmware.desks.diagnostics import Diagnostics
from firmware.desks.machine import changes, facts
from firmware.desks.support import remembered_log
from firmware.table.metrics import LOOK, MOST_DOUBTS, STAGES, Gauged, Gauges, crop_board
from scoring.referee.contracts.diagnostics import BOUNDS_MS, ReleaseNotes, Timer
from scoring.referee.contracts.refusals import NotHereError
from scoring.referee.observation import Proposal, Sight
from tests.some import some
from tests.webui.live.conftest import CAP, RULES, FakeTable
from vision.errors import NoTableError
from vision.geometry.above import TileOutline
from webui.app import create_app
from webui.context import Context
from webui.machine.diagnostics import say_times

ELSEWHERE = {"REMOTE_ADDR": "192.168.1.9"}
QUAD = ((100.0, 100.0), (150.0, 100.0), (150.0, 150.0), (100.0, 150.0))
START = "tile:0,0"
NOTHING_NEW = Proposal((), 1.0)


class Doubting:
    """Sees the start tile and cannot tell what lies beside it, or sees no table at all."""

    def __init__(self, *doubts, no_table="", best=NOTHING_NEW):
        self.doubts, self.no_table, self.best = doubts, no_table, best

    def look(self, image, known, state, memory, visits=0):
        if self.no_table:
            raise NoTableError(self.no_table)
        return Sight((self.best,), doubts=self.doubts, quads_px={START: QUAD}), memory


def look(gauges, reader, desk):
    frame = np.full((240, 320, 3), 40, np.uint8)
    return Gauged(reader, RULES, gauges).look(frame, None, desk.state, None)


@pytest.fixture
def desk():
    return FakeTable()


@pytest.fixture
def gauges():
    return Gauges()


@pytest.fixture
def diagnostics(gauges, desk, tmp_path):
    (tmp_path / "game").mkdir()
    return Diagnostics(gauges, desk, tmp_path / "game", list)


@pytest.fixture
def app(photos, lessons, desk, diagnostics):
    return create_app(Context(photos, lessons, desk, diagnostics=diagnostics))


def test_the_page_says_how_long_things_take_and_what_was_doubted(client, gauges, desk):
    look(gauges, Doubting("Something new lies east of the start tile."), desk)
    gauges.remark(["The camera's exposure moves."])
    page = client.get("/diagnostics").text
    assert "Reading the table" in page
    assert "Something new lies east of the start tile." in page
    assert "The camera&#39;s exposure moves." in page
    assert "not locked yet" in page
    crop = client.get("/diagnostics/crops/1")
    assert crop.mimetype == "image/jpeg"
    assert "/diagnostics/crops/1" in page


@pytest.mark.parametrize(("confidence", "is_doubted"), [(0.6, True), (0.99, False)])
def test_a_turn_that_was_asked_about_is_among_the_last_doubts(client, gauges, desk, confidence, is_doubted):
    move = next(iter(RULES.legal(desk.state, "U")))
    look(gauges, Doubting(best=Proposal((move,), confidence)), desk)
    page = client.get("/diagnostics").text
    assert ("This is not certain. Is that the turn?" in page) == is_doubted
    assert ("None since this program was started." in page) == (not is_doubted)
    german = client.get("/diagnostics", headers={"Accept-Language": "de"}).text
    assert ("Das ist nicht sicher. Ist das der Zug?" in german) == is_doubted


def test_what_is_not_installed_offers_no_update(client, post):
    assert "Update from the USB stick" not in client.get("/diagnostics").text
    assert "Only an installed tablekeeper updates itself." in post("/diagnostics/update").text


@pytest.fixture
def installed(app, desk, gauges, tmp_path):
    """Where tablekeeper is installed, whose pages these are."""
    places = Places(tmp_path)
    for folder in (places.data, places.outcome.parent):
        folder.mkdir(parents=True)
    at_home = Diagnostics(gauges, desk, tmp_path / "game", list, places=places)
    app.extensions["tablekeeper"] = replace(app.extensions["tablekeeper"], diagnostics=at_home)
    return places


def test_an_update_is_asked_for_by_a_note_for_whoever_may_do_it(client, post, installed):
    assert post("/diagnostics/update").status_code == 303
    assert (installed.data / "update-wanted").exists()
    assert "An update begins in a moment." in client.get("/diagnostics").text


@pytest.mark.parametrize(
    ("came", "why", "says"),
    [
        ("stays", "", "Version 9.9 was installed and is well."),
        ("back", "", "Version 9.9 was not well, so the one before goes on"),
        ("back", "The games could not be copied.", "The games could not be copied."),
        ("refused", "There is no USB stick; plug one in.", "There is no USB stick; plug one in."),
    ],
)
def test_what_came_of_the_last_update_is_told(client, installed, came, why, says):
    tell(installed, came, "9.9", why)
    assert says in client.get("/diagnostics").text
    installed.outcome.write_text("[]")
    assert says not in client.get("/diagnostics").text


def test_the_machine_is_switched_off_by_a_note_and_the_page_says_when_the_plug_may_go(
    client, post, installed
):
    assert "Switch the table off" not in client.get("/diagnostics").text
    assert "Only an installed tablekeeper switches" in post("/diagnostics/off").text
    installed.running.mkdir(parents=True)
    assert "Switch the table off" in client.get("/diagnostics").text
    page = post("/diagnostics/off")
    assert "then the plug may go" in page.text
    assert (installed.running / "off-wanted").exists()


def test_what_is_new_in_this_version_is_told(client, tmp_path):
    newest = changes()
    page = client.get("/diagnostics").text
    assert f"What is new in {newest.version}" in page
    assert page.count("<li>") >= len(some(newest.says))
    (tmp_path / "list").write_text(
        "# Changes\n\n## 2.0\n\n- **One** and\n  `two`.\n- Three.\n\n## 1.0\n\n- Old.\n"
    )
    assert changes(tmp_path / "list") == ReleaseNotes("2.0", ("One and two.", "Three."))
    assert changes(tmp_path / "none") is None


def test_only_the_host_may_see_it(client):
    assert client.post("/diagnostics/off", environ_overrides=ELSEWHERE).status_code == 403
    assert client.get("/diagnostics", environ_overrides=ELSEWHERE).status_code == 403
    assert client.post("/diagnostics/bundle", environ_overrides=ELSEWHERE).status_code == 403
    assert client.post("/diagnostics/update", environ_overrides=ELSEWHERE).status_code == 403


def test_a_bundle_needs_the_form_of_this_browser(client):
    assert client.post("/diagnostics/bundle").status_code == 403


def test_pages_without_an_appliance_say_so(photos, lessons):
    answer = create_app(Context(photos, lessons)).test_client().get("/diagnostics")
    assert answer.status_code == 404
    assert "score photographs only" in answer.text


def test_a_camera_that_is_held_is_told_from_one_that_is_not(client, gauges):
    gauges.hold([])
    assert "held since" in client.get("/diagnostics").text
    gauges.hold(["This camera cannot lock its gain."])
    page = client.get("/diagnostics").text
    assert "cannot lock its gain" in page
    assert "held since" not in page


def unpack(answer):
    assert answer.mimetype == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.data)) as bundle:
        return {name: bundle.read(name) for name in bundle.namelist()}


@pytest.fixture
def recording(tmp_path):
    """A recording beside things that are nobody else's business."""
    folder = tmp_path / "game" / "recordings" / "0001"
    folder.mkdir(parents=True)
    for name in ("session.json", "frames.csv", "000000.jpg"):
        (folder / name).write_text(name)
    (tmp_path / "game" / "pins.toml").write_text("[buttons]")
    (tmp_path / "game" / "secret.json").write_text("the PIN")
    return folder


def test_a_bundle_holds_game_log_settings_and_crops_but_no_frame_and_no_secret(post, gauges, desk, recording):
    desk.publish(game="7", log=("Ann closed a city.",))
    look(gauges, Doubting("What is that?"), desk)
    packed = unpack(post("/diagnostics/bundle"))
    assert set(packed) == {
        "diagnosis.json",
        "game.json",
        "log.txt",
        "pins.toml",
        "doubts/1.jpg",
        "recordings/0001/session.json",
        "recordings/0001/frames.csv",
    }
    assert json.loads(packed["game.json"])["game"] == "7"
    assert b"Ann closed a city." in packed["log.txt"]
    assert json.loads(packed["diagnosis.json"])["doubts"][0]["says"] == "What is that?"


def test_pictures_of_the_recording_go_in_where_the_host_allows_it(post, recording):
    assert "recordings/0001/000000.jpg" in unpack(post("/diagnostics/bundle", pictures="on"))


def test_the_last_lines_of_the_log_are_remembered_and_then_no_more():
    with remembered_log() as lines:
        logging.getLogger("firmware.test").warning("The disk is slow.")
    logging.getLogger("firmware.test").warning("Later.")
    assert [line.split(": ", 1)[1] for line in lines] == ["The disk is slow."]


def test_doubts_are_bounded_and_the_same_one_again_takes_no_room(gauges, desk):
    for number in range(3 * MOST_DOUBTS):
        look(gauges, Doubting(f"Doubt {number // 2}."), desk)
    doubts = gauges.doubts()
    assert [doubt.says for doubt in doubts[:2]] == ["Doubt 11.", "Doubt 10."]
    assert len(doubts) == len(gauges.crops()) == MOST_DOUBTS


def test_a_look_that_sees_no_table_is_a_doubt_without_a_picture(gauges, desk, diagnostics):
    with pytest.raises(NoTableError):
        look(gauges, Doubting(no_table="No board is to be seen."), desk)
    (doubt,) = diagnostics.diagnosis().doubts
    assert (doubt.says, doubt.has_crop) == ("No board is to be seen.", False)
    with pytest.raises(NotHereError):
        diagnostics.crop(doubt.number)


def test_a_crop_shows_the_board_and_one_tile_around_it_but_not_who_sits_there():
    frame = np.full((480, 640, 3), 40, np.uint8)
    frame[100:150, 100:150] = (0, 200, 0)
    frame[300:, :] = (0, 0, 255)  # somebody's red jersey
    crop = cv2.imdecode(np.frombuffer(crop_board(frame, [TileOutline((0.5, 0.5), QUAD)]), np.uint8), 1)
    assert crop.shape == (150, 150, 3)
    assert crop[75, 75, 1] > 150
    assert crop[..., 2].max() < 80


def test_a_crop_of_a_played_game_is_cut_where_its_tiles_lie(gauges, desk):
    move = RULES.load_move(CAP)
    north = tuple((x, y - 50) for x, y in QUAD)
    sight = Sight((Proposal((move,), 0.9),), doubts=("Hm.",), quads_px={START: QUAD, "tile:0,-1": north})
    reader = Doubting()
    reader.look = lambda *_: (sight, None)
    look(gauges, reader, desk)
    crop = cv2.imdecode(np.frombuffer(gauges.crops()[1], np.uint8), 1)
    assert crop.shape[:2] == (200, 150)


def test_time_is_counted_in_classes_and_read_off_as_exactly_as_they_tell():
    now_s = [0.0]
    gauges = Gauges(lambda: now_s[0])
    for took_s in (0.03, 0.03, 0.03, 7.0):
        with gauges.timing(LOOK):
            now_s[0] += took_s
    stage = next(stage for stage in gauges.stages() if stage.name == LOOK)
    assert stage.counts == (0, 0, 3, 0, 0, 0, 0, 0, 0, 1)
    assert (stage.within_ms(0.5), stage.within_ms(0.95)) == (50, pytest.approx(7000))
    assert {each.name for each in gauges.stages()} == set(STAGES)
    assert Timer("none", (0,) * (len(BOUNDS_MS) + 1), 0.0).total == 0


@pytest.mark.parametrize(
    ("language", "slow", "words"),
    [
        ("en", 1, "1 time, the longest 3.1 s"),
        ("de", 1, "1 Mal, am längsten 3,1 s"),
        ("en", 5, "5 times: half within 3.1 s, 95 of 100 within 3.1 s, the longest 3.1 s"),
    ],
)
def test_a_time_is_told_in_seconds_and_of_few_only_the_longest(photos, lessons, language, slow, words):
    app = create_app(Context(photos, lessons))
    with app.test_request_context("/", headers={"Accept-Language": language}):
        assert say_times(Timer("looking", (0,) * 8 + (slow, 0), 3125.0)) == words


def write(root, place, words):
    (root / place).parent.mkdir(parents=True, exist_ok=True)
    (root / place).write_text(words)


def test_a_pi_that_is_hot_and_short_of_power_says_so(tmp_path):
    write(tmp_path, "sys/class/thermal/thermal_zone0/temp", "83400\n")
    write(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", "50000\n")
    write(tmp_path, "proc/device-tree/model", "Raspberry Pi 5 Model B\0")
    machine = {fact.name: fact for fact in facts(tmp_path, tmp_path)}
    assert machine["Machine"].says == "Raspberry Pi 5 Model B"
    assert (machine["Temperature"].says, machine["Temperature"].is_bad) == ("83 °C", True)
    assert "power supply" in machine["Power"].says
    assert machine["Power"].is_bad
    assert machine["Disk"].says.endswith("GB free")


def test_a_pi_in_health_is_no_cause_for_alarm(tmp_path):
    write(tmp_path, "sys/class/thermal/thermal_zone0/temp", "51200\n")
    write(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", "0\n")
    assert not any(fact.is_bad for fact in some(facts(tmp_path, tmp_path)) if fact.name != "Disk")


def test_a_machine_that_is_no_pi_says_what_it_does_not_tell(tmp_path):
    machine = {fact.name: fact.says for fact in facts(tmp_path, tmp_path)}
    assert machine["Temperature"] == machine["Power"] == "This machine does not tell."
