import re
import time
from io import BytesIO

import pytest

from firmware.desks.boxes import BoxFiles
from firmware.desks.prints import LessonFolder
from scoring.games import load, names
from scoring.referee.contracts.prints import MAX_SET_BYTES
from vision.games import load as load_reader
from webui.app import create_app
from webui.context import Context


@pytest.fixture
def lesson(post, photo):
    pictures = [(BytesIO(photo), "a.jpg"), (BytesIO(photo), "b.jpg")]
    return post("/prints", game="carcassonne", name=" Green  box ", pictures=pictures).location


def wait_until_learned(client, lesson):
    for _ in range(100):
        if "Learned." in client.get(lesson).text:
            break
        time.sleep(0.02)


def test_a_set_is_learned_from_labelled_pictures(post, client, lesson, lessons):
    assert client.get(lesson).location.endswith("/0")
    assert "Which tile is this?" in client.get(f"{lesson}/0").text
    assert "How is it turned" in client.get(f"{lesson}/0?face=D").text
    post(f"{lesson}/0", face="D", turns="1")
    assert client.get(lesson).location.endswith("/1")
    post(f"{lesson}/1", face="A", turns="0")
    post(f"{lesson}/learn")
    wait_until_learned(client, lesson)
    assert lessons.find_prints("Green box") == b"prints D A"
    assert "2 faces from 2 pictures" in client.get("/prints").text
    assert "Green box" in client.get("/photos/new").text


def test_every_face_is_offered_as_a_drawing(client, lesson):
    text = client.get(f"{lesson}/0").text
    assert text.count("<svg") > 24
    assert text.count('name="face"') >= 24


def test_every_turn_is_offered_as_another_drawing(client, lesson):
    text = client.get(f"{lesson}/0?face=D").text
    assert text.count('name="turns"') == 4


def test_learning_without_a_label_gets_a_sentence(post, lesson):
    answer = post(f"{lesson}/learn")
    assert answer.status_code == 422
    assert "No picture has a label yet" in answer.text


@pytest.mark.parametrize("name", ["", "../up", ".hidden", "x" * 41, "My box"])
def test_a_name_that_cannot_be_used_gets_a_sentence(post, photo, name):
    answer = post("/prints", game="carcassonne", name=name, pictures=(BytesIO(photo), "a.jpg"))
    assert answer.status_code == 422
    assert "name" in answer.text


def test_a_learned_box_is_replaced_only_where_that_is_said(post, client, photo, lessons):
    def begin(**more):
        return post("/prints", game="carcassonne", name="My box", pictures=(BytesIO(photo), "a.jpg"), **more)

    asked = begin()
    assert asked.status_code == 422
    assert 'name="replace"' in asked.text
    lesson = begin(replace="1").location
    post(f"{lesson}/0", face="D", turns="0")
    asked = post(f"{lesson}/learn")
    assert asked.status_code == 422
    assert "Shall these pictures replace it?" in asked.text
    assert lessons.find_prints("My box") == b"prints A B B"
    post(f"{lesson}/learn", replace="1")
    wait_until_learned(client, lesson)
    assert lessons.find_prints("My box") == b"prints D"


def test_a_set_without_pictures_gets_a_sentence(post):
    answer = post("/prints", game="carcassonne", name="Empty")
    assert answer.status_code == 422
    assert "choose between 1 and" in answer.text


def test_the_sentence_says_which_picture_is_bad(post, photo):
    pictures = [(BytesIO(photo), "a.jpg"), (BytesIO(b"no"), "b.jpg")]
    answer = post("/prints", game="carcassonne", name="Half", pictures=pictures)
    assert answer.status_code == 422
    assert "Picture 2:" in answer.text


@pytest.mark.parametrize("label", [{"face": "Z", "turns": "0"}, {"face": "D", "turns": "9"}, {"face": "D"}])
def test_a_label_nobody_offered_is_refused(post, client, lesson, label):
    assert post(f"{lesson}/0", **label).status_code == 400
    assert client.get(lesson).location.endswith("/0")


def test_a_lesson_can_be_thrown_away(post, client, lesson):
    assert post(f"{lesson}/drop").location == "/prints"
    assert client.get(lesson).status_code == 404


# --- a whole box from one photograph ---------------------------------------------------------------


def test_the_chart_shows_every_tile_where_it_is_to_be_laid(client):
    text = client.get("/prints/chart").text
    table = re.search(r'<table class="chart">.*?</table>', text, re.DOTALL)[0]
    assert re.findall(r"<span>(\w+)</span>", table) == ["A", "B", "C", "D"]
    assert table.count("<svg") == 4
    assert table.count("<tr>") == 2


def test_a_chart_is_offered_where_a_box_is_learned_from_one(client, lessons, monkeypatch):
    monkeypatch.setattr(lessons, "chart", lambda game: load_reader(game).chart())
    assert "Carcassonne" in re.search(r"<h1>.*?</h1>", client.get("/prints/chart").text)[0]
    offered = {game: "/prints/chart" in client.get(f"/photos/new?game={game}").text for game in names()}
    assert offered == {game: game == "carcassonne" for game in names()}
    assert "Carcassonne" in client.get("/prints/chart?game=tuscany").text


def test_one_photo_of_the_chart_names_every_tile(post, client, photo, lessons):
    answer = post("/prints/chart", game="carcassonne", name="Chart", photo=(BytesIO(photo), "c.jpg"))
    assert answer.status_code == 303
    page = client.get(answer.location)
    assert page.status_code == 200, "all are labelled, so the whole lesson is shown"
    assert "Chart" in page.text
    post(f"{answer.location}/learn")
    wait_until_learned(client, answer.location)
    assert lessons.find_prints("Chart") == b"prints A B"


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"name": "x"}, "No picture has arrived"),
        ({"name": "../x", "photo": True}, "Please give the box a name"),
        ({"name": "x", "photo": "cat"}, "The chart was not found"),
        ({"name": "x", "photo": b"no"}, "picture"),
    ],
)
def test_a_chart_that_cannot_be_used_gets_a_sentence(post, client, photo, cat, fields, says):
    picture = {True: photo, "cat": cat}.get(fields.get("photo"), fields.get("photo"))
    sent = {"photo": (BytesIO(picture), "c.jpg")} if picture else {}
    answer = post("/prints/chart", game="carcassonne", name=fields["name"], **sent)
    assert answer.status_code == 422
    assert says in answer.text
    assert "Not finished" not in client.get("/prints").text


# --- sets saved as a file, added and deleted -------------------------------------------------------


def file_of(prints=b"prints A B", name="Other box.tablekeeper-prints"):
    return BytesIO(prints), name


def kept(tmp_path):
    return {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}


def said(answer):
    """Give what the page says first of all, above what it is for."""
    return re.search(r'role="alert"[^>]*>([^<]+)<', answer.text)[1]


def test_a_set_is_saved_as_a_file_that_is_named_after_it(client):
    text = client.get("/prints").text
    assert 'href="/prints/sets/My%20box/export" download' in text
    answer = client.get("/prints/sets/My%20box/export")
    assert (answer.status_code, answer.mimetype) == (200, "application/octet-stream")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="My box.tablekeeper-prints"'
    assert answer.data == b"prints A B B"


def test_a_name_in_any_language_is_saved_under_it(post, client):
    post("/prints/add", name="Gr\u00fcne Schachtel", file=file_of())
    answer = client.get("/prints/sets/Gr%C3%BCne%20Schachtel/export")
    assert (
        "filename*=UTF-8''Gr%C3%BCne%20Schachtel.tablekeeper-prints" in answer.headers["Content-Disposition"]
    )


def test_a_deleted_set_is_asked_for_once_more_and_then_gone(post, client, tmp_path):
    text = client.get("/prints").text
    assert "<summary>Delete My box</summary>" in text
    assert 'hx-confirm="Delete what was learned of this box for good?"' in text
    assert post("/prints/sets/My box/remove").location == "/prints"
    assert "My box" not in client.get("/prints").text
    assert not (tmp_path / "prints" / "My box").exists()
    assert post("/prints/sets/My box/remove").status_code == 404


def test_a_set_is_called_as_its_owner_likes(post, client, lessons, tmp_path):
    assert "<summary>Rename My box</summary>" in client.get("/prints").text
    assert post("/prints/sets/My box/rename", name="  Gru\u0308ne  Box ").location == "/prints"
    assert lessons.find_prints("Gr\u00fcne Box") == b"prints A B B"
    assert not (tmp_path / "prints" / "My box").exists()
    assert "My box" not in client.get("/prints").text
    assert post("/prints/sets/My box/rename", name="New").status_code == 404


def test_a_set_that_keeps_its_name_stays_as_it_is(post, tmp_path):
    before = kept(tmp_path)
    assert post("/prints/sets/My box/rename", name="My box").location == "/prints"
    assert kept(tmp_path) == before


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "Please give the box a name"),
        ("../up", "Please give the box a name"),
        ("Taken", "already a box"),
    ],
)
def test_a_set_is_not_renamed_to_what_cannot_be_its_name(post, tmp_path, name, says):
    post("/prints/add", name="Taken", file=file_of())
    before = kept(tmp_path)
    answer = post("/prints/sets/My box/rename", name=name)
    assert answer.status_code == 422
    assert says in said(answer)
    assert kept(tmp_path) == before


def test_a_form_without_its_token_changes_nothing(client, tmp_path):
    before = kept(tmp_path)
    assert client.post("/prints/sets/My box/remove").status_code == 403
    assert client.post("/prints/sets/My box/rename", data={"name": "New"}).status_code == 403
    assert client.post("/prints/add", data={"name": "New", "file": file_of()}).status_code == 403
    assert kept(tmp_path) == before


@pytest.mark.parametrize("change", ["remove", "rename"])
def test_the_set_of_a_game_that_goes_on_is_neither_deleted_nor_renamed(
    change, photos, reader, worker, tmp_path, lessons
):
    playing = LessonFolder(tmp_path, worker, load_reader=lambda game: reader, in_play=lambda: "My box")
    client = create_app(Context(photos, playing)).test_client()
    client.get("/")
    sent = {"form_token": client.get_cookie("tablekeeper_form").value, "name": "New"}
    answer = client.post(f"/prints/sets/My box/{change}", data=sent)
    assert answer.status_code == 422
    assert said(answer).startswith("A game that has not ended is played with this box.")
    assert lessons.find_prints("My box") == b"prints A B B"


def test_a_saved_set_comes_back_under_a_name_of_its_own(post, client, lessons):
    saved = client.get("/prints/sets/My%20box/export").data
    post("/prints/sets/My box/remove")
    assert post("/prints/add", name="New box", file=file_of(saved)).location == "/prints"
    assert lessons.find_prints("New box") == b"prints A B B"
    assert "New box" in client.get("/prints").text


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("Other box.tablekeeper-prints", "Other box"),
        ("Other box.tablekeeper-prints.bin", "Other box"),
        ("Other box.tablekeeper-prints (1)", "Other box"),
        ("Gru\u0308ne Box.tablekeeper-prints", "Gr\u00fcne Box"),
        ("something else", "something else"),
    ],
)
def test_a_set_without_a_name_is_called_as_its_file(post, lessons, file, name):
    assert post("/prints/add", name=" ", file=file_of(name=file)).status_code == 303
    assert lessons.find_prints(name) == b"prints A B"


@pytest.mark.parametrize("name", ["..", "/", "../../up", ".hidden", "a/b", "a\0b", "x" * 41, "x" * 200])
def test_a_set_is_not_added_under_what_cannot_be_a_name(post, tmp_path, name):
    before = kept(tmp_path)
    for fields in ({"name": name, "file": file_of()}, {"file": file_of(name=f"{name}.tablekeeper-prints")}):
        answer = post("/prints/add", **fields)
        assert answer.status_code == 422
        assert said(answer) == "Please give the box a name of up to 40 letters, digits and spaces."
    assert kept(tmp_path) == before


@pytest.mark.parametrize("name", ["", "..", "%2e%2e", "/", "%2F", "..%2F..", "%00", "%FF", "x" * 200, "None"])
def test_no_address_leads_to_anything_but_a_set(post, client, tmp_path, name):
    before = kept(tmp_path)
    answers = [client.get(f"/prints/sets/{name}/export", follow_redirects=True)]
    token = {"form_token": client.get_cookie("tablekeeper_form").value}
    answers.append(client.post(f"/prints/sets/{name}/remove", data=token, follow_redirects=True))
    assert [answer.status_code for answer in answers] == [404, 404]
    assert all("Back to the start" in answer.text for answer in answers)
    assert kept(tmp_path) == before


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ({"prints": b""}, "This file holds no box"),
        ({"prints": b"a photograph"}, "This file holds no box"),
        ({"name": "My box.tablekeeper-prints"}, "There is already a box called &#39;My box&#39;."),
        ({"name": ""}, "No file has arrived."),
    ],
    ids=["empty", "something else", "taken", "none"],
)
def test_a_file_that_cannot_be_used_gets_a_sentence(post, tmp_path, file, says):
    before = kept(tmp_path)
    answer = post("/prints/add", file=file_of(**file))
    assert answer.status_code == 422
    assert said(answer).startswith(says)
    assert kept(tmp_path) == before


@pytest.mark.parametrize("size", [MAX_SET_BYTES + 1, 2 * MAX_SET_BYTES + 1_000_000])
def test_a_file_that_is_too_large_gets_a_sentence_of_its_own(client, tmp_path, size):
    before = kept(tmp_path)
    client.get("/")
    token = client.get_cookie("tablekeeper_form").value.encode()
    # Written by hand: the client of the tests leaves a file of its own open where much is sent.
    body = b"".join(
        [
            b'--cut\r\nContent-Disposition: form-data; name="form_token"\r\n\r\n' + token,
            b'\r\n--cut\r\nContent-Disposition: form-data; name="file"; filename="Large"\r\n\r\n',
            bytes(size) + b"\r\n--cut--\r\n",
        ]
    )
    answer = client.post("/prints/add", data=body, content_type="multipart/form-data; boundary=cut")
    assert answer.status_code == 422
    assert said(answer) == "This file is larger than 20 MB; no box&#39;s file is as large as that."
    assert kept(tmp_path) == before


def test_a_refused_file_leaves_its_name_in_the_form(post):
    assert 'value="My box"' in post("/prints/add", file=file_of(name="My box.tablekeeper-prints")).text


def test_of_a_game_with_no_list_of_tiles_the_page_says_that_its_box_is_learned_while_playing(client):
    assert client.get("/prints").text.count("is learned while you play") == 1


def test_what_games_have_told_of_a_box_is_shown_and_forgotten_by_the_host(client, post, lessons, tmp_path):
    kept = BoxFiles(tmp_path)
    kept.keep("tuscany", "", {"colour_bonus": {"red": [2, 1]}})
    page = client.get("/prints").text
    assert "2 colour bonuses of 16" in page
    assert post("/prints/told/tuscany/forget").status_code == 303
    assert kept.find(load("tuscany"), "") is None
    assert "colour bonuses" not in client.get("/prints").text
    assert post("/prints/told/chess/forget").status_code == 404
