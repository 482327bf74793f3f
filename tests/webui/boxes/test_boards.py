"""A small game whose box is a printed board is taught over the pages, and by a finger in a browser."""

import json
import re
from io import BytesIO
from threading import Thread

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from firmware.desks.boards import BoardFolder
from firmware.desks.boxes import BoxFiles
from firmware.store.files import write_document
from scoring.games.smuggler.land.box import load_box
from scoring.referee.contracts.refusals import StaleError
from scoring.referee.contracts.snapshot import LiveSeat, Snapshot, TeachingNote
from scoring.referee.contracts.turns import Entry
from scoring.teaching.draft import Filled, Marked, Tapped, Went, replay
from tests.games.further.harbour import RULES as HARBOUR
from tests.scoring.teaching.script import SAMPLE, TEACHING, Player
from tests.some import some
from tests.vision.printed.made_up import draw_board, photograph
from tests.webui.conftest import PAST_THE_EDGE, PHONE
from webui.app import create_app
from webui.context import Context
from webui.live.entry import NO_HAND


class BoardRules:
    """Harbour, had it a printed board; its boxes are as strict as those of a real game."""

    def __getattr__(self, name):
        return getattr(HARBOUR, name)

    def teaching(self):
        return TEACHING

    def list_box(self, box):
        load_box({key: value for key, value in box.items() if key not in ("format", "game")})
        return ()


@pytest.fixture(scope="session")
def made_up():
    return draw_board(102)


@pytest.fixture(scope="session")
def bare_board(made_up):
    """A photograph of the bare board, as a JPEG."""
    return packed(photograph(made_up, 102)[0])


def packed(image: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 60])[1].tobytes()


@pytest.fixture
def boards(tmp_path, lessons):
    rules = BoardRules()
    return BoardFolder(tmp_path, lambda: ("harbour",), lambda _: rules, tuple, lessons)


@pytest.fixture
def app(photos, lessons, boards):
    games = {"harbour": BoardRules()}
    return create_app(
        Context(photos, lessons, games=games, boards=boards, address=lambda: "http://192.168.1.20:8000")
    )


@pytest.fixture
def lesson(post, bare_board):
    return post("/boards", game="harbour", name="Mine", photo=(BytesIO(bare_board), "a.jpg")).location


def version_of(client, lesson):
    return re.search(r'name="version" value="(\d+)"', client.get(lesson).text)[1]


def fields_of(act):
    """Give what a page's form sends for an act."""
    match act:
        case Tapped(dots):
            return {"dots": " ".join(f"{x},{y}" for x, y in dots)}
        case Went(step):
            return {"step": step}
        case Filled(values, step):
            return {**{f"fill:{key}": text for key, text in values.items()}, "step": step}
        case Marked(place, number=None, kind=kind):
            return {"kind": f"{place}:{kind}"}
        case Marked(place, number=number):
            return {"number": f"{place}:{number}"}


class PagePlayer(Player):
    """Teaches the board whose photograph was sent, over the pages."""

    def __init__(self, made_up, tell, draft):
        super().__init__(SAMPLE, tell, draft)
        self.made_up = made_up

    def spots(self, track):
        if track == "wheel":
            return self.made_up.wheel[:2]
        return [self.made_up.track[0], self.made_up.track[-1]]


@pytest.fixture
def player(client, post, boards, lesson, made_up):
    id = lesson.rpartition("/")[2]
    post(f"{lesson}/flatten", version=version_of(client, lesson))

    def tell(act):
        answer = post(f"{lesson}/act", version=boards.lesson(id).version, **fields_of(act))
        assert answer.status_code == 303, answer.text
        return boards.lesson(id).draft

    return PagePlayer(made_up, tell, boards.lesson(id).draft)


def test_a_board_is_taught_over_the_pages_and_kept_as_a_box(client, post, boards, lesson, player, tmp_path):
    player.teach_all()
    assert player.taps + 3 <= 120
    answer = post(f"{lesson}/finish", version=version_of(client, lesson))
    assert answer.location.endswith("/boards"), answer.text
    assert boards.boxes("harbour") == ["Mine"]
    assert_all_right(BoxFiles(tmp_path).find(BoardRules(), "Mine"), player.made_up)
    assert not boards.lessons()


@pytest.mark.usefixtures("player")
def test_numbers_that_do_not_go_together_are_refused_and_stay_typed(client, post, boards, lesson):
    id = lesson.rpartition("/")[2]
    post(f"{lesson}/act", version=boards.lesson(id).version, step="track")
    sent = {"fill:track.level": "1 2 3", "fill:track.bribe": "2 2"}
    answer = post(f"{lesson}/act", version=boards.lesson(id).version, **sent)
    assert "2 numbers are typed where another line has 3" in answer.text
    for name, value in some(sent.items()):
        assert f'name="{name}" value="{value}"' in answer.text


@pytest.mark.usefixtures("player")
def test_figures_that_are_refused_stay_typed(client, post, boards, lesson):
    id = lesson.rpartition("/")[2]
    post(f"{lesson}/act", version=boards.lesson(id).version, step="answers")
    answer = post(f"{lesson}/act", version=boards.lesson(id).version, **{"fill:figure.0": "1 x"})
    assert answer.status_code == 422, answer.status_code
    assert 'name="fill:figure.0" value="1 x"' in answer.text


def assert_all_right(taught, made_up):
    """Compare a taught box with the truth, whatever its places are called."""
    called = {}
    for key, place in some(taught["places"].items()):
        far = {name: abs(x - place["x"]) + abs(y - place["y"]) for name, (x, y) in made_up.places.items()}
        called[key] = min(far, key=far.get)
        truth = SAMPLE["places"][called[key]]
        assert (place["kind"], place["number"]) == (truth["kind"], truth["number"]), called[key]
    assert {*called.values()} == {*SAMPLE["places"]}
    for ways in ("ways", "sea_ways"):
        found = {frozenset(called[end] for end in way.split("-")) for way in taught[ways]}
        assert found == {frozenset(way.split("-")) for way in SAMPLE[ways]}
    track = [{key: step[key] for key in ("level", "bribe", "officer")} for step in taught["track"]]
    assert track == [{key: step[key] for key in ("level", "bribe", "officer")} for step in SAMPLE["track"]]
    assert taught["wheel"]["spaces"] == SAMPLE["wheel"]["spaces"]
    for name in ("penzance", "st_ives", "scilly"):
        assert called[name] == name


@pytest.fixture
def finished(client, post, lesson, player):
    player.teach_all()
    post(f"{lesson}/finish", version=version_of(client, lesson))


def test_a_taught_box_can_be_chosen_for_a_new_game_though_nothing_reads_it(lessons, boards, finished):
    assert [each.name for each in lessons.print_sets("harbour")] == ["Mine"]
    assert lessons.find_prints("Mine") is None


def test_a_taught_box_is_mended_as_it_was_and_saved_anew(client, post, boards, finished, tmp_path):
    before = BoxFiles(tmp_path).find(BoardRules(), "Mine")
    lesson = post("/boards/box/harbour/Mine/mend").location
    assert 'name="fill:wheel.spaces" value="8"' in client.get(lesson).text
    post(f"{lesson}/act", version=version_of(client, lesson), number="penzance:5")
    post(f"{lesson}/finish", version=version_of(client, lesson))
    after = BoxFiles(tmp_path).find(BoardRules(), "Mine")
    assert after["places"]["penzance"]["number"] == 5
    rest = {key: value for key, value in after["places"].items() if key != "penzance"}
    assert rest == {key: value for key, value in before["places"].items() if key != "penzance"}
    assert (after["ways"], after["track"], after["wheel"]) == (
        before["ways"],
        before["track"],
        before["wheel"],
    )


class PlayedTable:
    """A table at which a game is played with a box."""

    def __init__(self, game, box):
        seats = (LiveSeat("Ann", "red", 0), LiveSeat("Ben", "blue", 0, True))
        may = ("declare", "undo")
        self.now = Snapshot(7, "waiting", "", rules=game, seats=seats, may=may, taught=TeachingNote(box))
        self.told = []
        self.teaches = ""

    def snapshot(self):
        return self.now

    def entry(self, asked):
        return Entry(7, 0, {}, hand=replace(NO_HAND, teaches=self.teaches))

    def declare(self, move, version, by=""):
        self.told.append((move, version))


@pytest.mark.usefixtures("finished")
@pytest.mark.parametrize("case", [("Mine", "", True), ("Another", "", False), ("", "Teach it.", True)])
def test_a_box_mended_during_a_game_is_known_to_one_that_is_played_with_it_or_asked_for_it(
    app, client, post, tmp_path, case
):
    played, teaches, is_told = case
    lesson = post("/boards/box/harbour/Mine/mend").location
    post(f"{lesson}/act", version=version_of(client, lesson), number="penzance:5")
    version = version_of(client, lesson)
    table = PlayedTable("harbour", played)
    table.teaches = teaches
    app.extensions["tablekeeper"] = replace(app.extensions["tablekeeper"], table=table)
    token = client.get_cookie("tablekeeper_form").value
    answer = client.post(f"{lesson}/finish", data={"form_token": token, "version": version})
    assert answer.status_code == 303
    mended = BoxFiles(tmp_path).find(BoardRules(), "Mine")
    assert mended["places"]["penzance"]["number"] == 5
    assert table.told == ([({"player": "blue", "box": mended}, 7)] if is_told else [])


def test_a_taught_box_goes_as_a_file_to_another_table(client, post, boards, finished, tmp_path):
    file = client.get("/boards/box/harbour/Mine/export").data
    assert json.loads(file)["format"] == "tablekeeper.box/1"
    assert "already a box called" in post("/boards/add", file=(BytesIO(file), "x")).text
    before = BoxFiles(tmp_path).find(BoardRules(), "Mine")
    post("/boards/box/harbour/Mine/remove")
    assert boards.boxes("harbour") == []
    assert post("/boards/add", file=(BytesIO(file), "x.tablekeeper-box")).status_code == 303
    assert BoxFiles(tmp_path).find(BoardRules(), "Mine") == before


def broken_files():
    whole = {"format": "tablekeeper.box/1", "game": "harbour", "name": "New", "places": {}}
    yield b"nonsense"
    yield json.dumps({**whole, "game": "chess", "picture": "AA=="}).encode()
    yield json.dumps(whole).encode()
    yield json.dumps({**whole, "picture": "AA=="}).encode()
    yield json.dumps({**whole, "places": {"a": 3}, "picture": "AA=="}).encode()
    yield json.dumps({**whole, "name": "../up", "picture": "AA=="}).encode()


@pytest.mark.parametrize("file", some(broken_files()))
def test_a_file_that_is_no_taught_box_gets_a_sentence(post, boards, file):
    answer = post("/boards/add", file=(BytesIO(file), "x"))
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert boards.boxes("harbour") == []


def pictures():
    yield "black", packed(np.zeros((900, 1200, 3), np.uint8)), "too dark"
    yield "even", packed(np.full((900, 1200, 3), 140, np.uint8)), "Nothing is to be seen"
    yield "small", packed(cv2.resize(draw_board(1).image, (280, 200))), "only 280 pixels wide"
    yield "none", b"no picture at all", "not a picture"


@pytest.mark.parametrize(("name", "picture", "says"), some(pictures()))
def test_a_picture_that_cannot_be_used_gets_a_clear_sentence(post, boards, name, picture, says):
    answer = post("/boards", game="harbour", name=name, photo=(BytesIO(picture), "a.jpg"))
    assert answer.status_code == 422
    assert says in answer.text
    assert not boards.lessons()


def test_a_name_that_is_taken_or_no_name_gets_a_sentence(post, finished, bare_board):
    for name in ("Mine", "../up", ""):
        answer = post("/boards", game="harbour", name=name, photo=(BytesIO(bare_board), "a.jpg"))
        assert answer.status_code == 422, name


def test_a_late_tap_is_answered_with_the_board_as_it_is_now(client, post, lesson):
    version = version_of(client, lesson)
    assert post(f"{lesson}/act", version=version, dots="5,5").status_code == 303
    late = post(f"{lesson}/act", version=version, dots="9,9")
    assert late.status_code == 409
    assert "in the meantime" in late.text


@pytest.mark.parametrize(
    "fields",
    [{}, {"dots": "a,b"}, {"dots": "1"}, {"number": "p1"}, {"at.x": "1"}, {"place": "p1", "other": "x"}],
)
def test_nonsense_is_answered_with_400(client, post, lesson, fields):
    assert post(f"{lesson}/act", version=version_of(client, lesson), **fields).status_code == 400


def test_what_is_typed_counts_with_the_button_that_goes_on(client, post, boards, lesson):
    id = lesson.rpartition("/")[2]
    post(f"{lesson}/flatten", version=version_of(client, lesson))
    [typed] = re.findall(r'<form[^>]*class="card">(.*?)</form>', client.get(lesson).text, re.DOTALL)
    assert 'name="step"' in typed
    sent = {"fill:wheel.spaces": "8", "step": "track"}
    assert post(f"{lesson}/act", version=version_of(client, lesson), **sent).status_code == 303
    draft = boards.lesson(id).draft
    assert (draft.typed["wheel.spaces"], draft.step) == ("8", "track")
    post(f"{lesson}/undo", version=version_of(client, lesson))
    untyped = {"fill:wheel.spaces": "", "step": "track"}
    assert post(f"{lesson}/act", version=version_of(client, lesson), **untyped).status_code == 303
    assert (boards.lesson(id).draft.typed, boards.lesson(id).draft.step) == ({}, "track")


@pytest.mark.parametrize("fields", [{"dots": "nan,1"}, {"number": "p999:3"}, {"step": "nowhere"}])
def test_what_cannot_be_done_is_said_on_the_page(client, post, lesson, fields):
    answer = post(f"{lesson}/act", version=version_of(client, lesson), **fields)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_a_tap_without_scripts_is_where_the_browser_says(client, post, boards, lesson):
    post(f"{lesson}/act", version=version_of(client, lesson), **{"at.x": "32", "at.y": "64"})
    assert (100.0, 200.0) in boards.lessons()[0].draft.corners


def test_undo_takes_the_last_tap_back_and_never_the_photograph(client, post, boards, lesson):
    before = boards.lessons()[0].draft
    post(f"{lesson}/act", version=version_of(client, lesson), dots="5,5")
    for _ in range(3):
        post(f"{lesson}/undo", version=version_of(client, lesson))
    assert boards.lessons()[0].draft == before


def test_each_tap_is_done_once_and_what_was_done_before_is_not_done_again(
    client, post, boards, lesson, monkeypatch
):
    done = []

    def counted(teaching, acts, *begun):
        done.extend(acts)
        return replay(teaching, acts, *begun)

    monkeypatch.setattr("firmware.desks.boards.replay", counted)
    id = lesson.rsplit("/", 1)[1]
    assert boards.lesson(id).version == len(done) == 1
    for number in range(6):
        boards.act(id, boards.lesson(id).version, Tapped(((10.0 + number, 10.0),)))
        corners = boards.lesson(id).draft.corners
    assert len(done) == 1 + 6
    again = BoardFolder(boards._data, boards._games, boards._rules, boards._readable, boards._prints)
    assert again.lesson(id).draft.corners == corners
    boards.undo(id, 7)
    assert boards.lesson(id).version == 6
    assert boards.lesson(id).draft.corners[0] == (14.0, 10.0)


def test_a_lesson_goes_on_after_a_power_cut(boards, lesson, lessons, tmp_path):
    again = BoardFolder(tmp_path, lambda: ("harbour",), lambda _: BoardRules(), tuple, lessons)
    assert again.lessons() == boards.lessons() != []


def test_corners_that_are_no_boards_are_refused(client, post, boards, lesson):
    for dot in ("300,300", "480,480", "600,600", "700,700"):
        post(f"{lesson}/act", version=version_of(client, lesson), dots=dot)
    answer = post(f"{lesson}/flatten", version=version_of(client, lesson))
    assert answer.status_code == 422
    assert "corner" in answer.text


def test_a_board_is_for_the_host_alone(app, lesson):
    stranger = app.test_client()
    far = {"REMOTE_ADDR": "192.168.1.77"}
    assert stranger.get("/boards", environ_overrides=far).status_code == 200
    for path in (lesson, f"{lesson}/photo.jpg", "/boards/new", "/boards/box/harbour/Mine/export"):
        assert stranger.get(path, environ_overrides=far).status_code == 403, path


class FingerPlayer(PagePlayer):
    """Teaches the board with a finger on a phone."""

    def tap(self, page, act):
        frame = page.locator("[data-taught]")
        frame.scroll_into_view_if_needed()
        box = frame.bounding_box()
        dots = [
            (box["x"] + x / 1000 * box["width"], box["y"] + y / 1000 * box["height"]) for x, y in act.dots
        ]
        page.mouse.move(*dots[0])
        page.mouse.down()
        for dot in dots[1:]:
            page.mouse.move(*dot, steps=12)
        page.mouse.up()


def show_version(page):
    return page.locator("main input[name=version]").first.get_attribute("value")


@pytest.mark.slow
def test_a_finger_teaches_the_board_in_a_browser_in_120_taps(
    browser, table_url, boards, bare_board, made_up, tmp_path
):
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.goto(f"{table_url}/boards/new")
    page.fill("input[name=name]", "Mine")
    page.set_input_files(
        "input[name=photo]", {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": bare_board}
    )
    page.click("button.big")
    page.click("text=The corners are right")
    page.wait_for_selector("text=The gold wheel")
    id = boards.lessons()[0].id

    def tell(act):
        before = show_version(page)
        match act:
            case Tapped():
                player.tap(page, act)
            case Went():
                page.click(f"button[name=step][value={act.step}].big")
            case Filled(values):
                for key, text in values.items():
                    field = page.locator(f'[name="fill:{key}"]')
                    radio = page.locator(f'[name="fill:{key}"][value="{text}"][type=radio]')
                    radio.check() if radio.count() else field.fill(text)
                page.click("form.card button:not([name=step])" if act.step == "" else "form.card button.big")
            case Marked(place, number=None, kind=kind):
                page.click(f'button[name=kind][value="{place}:{kind}"]')
            case Marked(place, number=number):
                page.click(f'button[name=number][value="{place}:{number}"]')
        page.wait_for_selector(f'main input[name=version]:not([value="{before}"])', state="attached")
        assert page.evaluate(PAST_THE_EDGE) == []
        return boards.lesson(id).draft

    player = FingerPlayer(made_up, tell, boards.lesson(id).draft)
    player.teach_all()
    page.click("text=Keep this box")
    page.wait_for_selector("text=Printed boards")
    assert player.taps + 4 <= 120
    assert faults == []
    assert_all_right(BoxFiles(tmp_path).find(BoardRules(), "Mine"), made_up)
    context.close()


class Between:
    """A darkroom in which somebody else does something while a board is being flattened."""

    def __init__(self, darkroom, does):
        self._darkroom, self._does = darkroom, does

    def flatten(self, *asked):
        flat = self._darkroom.flatten(*asked)
        self._does()
        return flat._replace(jpeg=b"of the corners before")

    def __getattr__(self, name):
        return getattr(self._darkroom, name)


def test_a_board_flattened_by_corners_that_were_changed_meanwhile_is_not_kept(boards, lesson):
    id = lesson.rpartition("/")[2]
    boards.flatten(id, 1)
    shown = boards.board(id)
    boards._darkroom = Between(boards._darkroom, lambda: boards.act(id, 2, boards._found(id).acts[0]))
    with pytest.raises(StaleError):
        boards.flatten(id, 2)
    assert boards.board(id) == shown


def test_a_lesson_that_is_thrown_away_while_somebody_does_something_stays_away(boards, lesson, monkeypatch):
    id = lesson.rpartition("/")[2]
    dropping = Thread(target=boards.drop, args=[id])

    def keep(*document):
        dropping.start()
        dropping.join(0.3)  # it waits for us, or is done
        write_document(*document)

    monkeypatch.setattr("firmware.desks.boards.write_document", keep)
    boards.act(id, 1, boards._found(id).acts[0])
    dropping.join()
    assert not boards.lessons()
    assert not [*boards._folder.iterdir()]
