import json
import re
from io import BytesIO

import pytest

from tests.some import some


def version(client, page):
    return client.get(f"/api{page}").json["version"]


def tile(client, page, cell):
    tiles = client.get(f"/api{page}/board").json["tiles"]
    return next((tile for tile in tiles if tile["cell"] == list(cell)), None)


def correct(post, client, page, spot, **answers):
    sent = {name: json.dumps(value) for name, value in answers.items()}
    return post(f"{page}/fix", spot=spot, version=str(version(client, page)), **sent)


def wait_until_done(client, page):
    while client.get(f"/api{page}").json["state"] in ("waiting", "reading"):
        pass
    return client.get(f"/api{page}").json


def test_without_a_live_table_the_first_page_offers_a_photo(client):
    text = client.get("/").text
    assert "Score a photo" in text
    assert "Points" not in text
    assert "http://192.168.1.20:8000" in text


def test_the_table_says_that_it_is_well(client):
    assert client.get("/healthz").json == {"status": "ok"}


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        (b"", "empty"),
        (b"Dear table, this is a letter.", "not a picture"),
        (b"\x00\x00\x00\x18ftypheic" + bytes(64), "HEIC"),
        (
            b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (10_000).to_bytes(4, "big") + (6_000).to_bytes(4, "big"),
            "60 megapixels",
        ),
        (b"\xff\xd8\xff\xe0", "not a picture"),
    ],
)
def test_a_bad_upload_gets_a_sentence(post, sent, says):
    answer = post("/photos", game="carcassonne", prints="My box", photo=(BytesIO(sent), "table.jpg"))
    assert answer.status_code == 422
    assert says in answer.text
    assert "Read this photo" in answer.text


def test_a_form_without_a_picture_gets_a_sentence(post):
    answer = post("/photos", game="carcassonne", prints="My box")
    assert answer.status_code == 422
    assert "No picture has arrived" in answer.text


def test_the_next_photo_is_read_as_the_last_one_was(post, client, photo):
    def chosen() -> list[str]:
        return re.findall(r'name="prints" value="([^"]*)"[^>]* checked', client.get("/photos/new").text)

    assert chosen() == ["My box"]
    for prints in ("", "My box"):
        post("/photos", game="carcassonne", prints=prints, photo=(BytesIO(photo), "table.jpg"))
        assert chosen() == [prints]


def test_prints_that_are_not_there_get_a_sentence(post, photo):
    answer = post("/photos", game="carcassonne", prints="../../etc", photo=(BytesIO(photo), "table.jpg"))
    assert answer.status_code == 422
    assert "There is no box" in answer.text


def test_a_cat_gets_a_sentence_and_what_to_do(post, client, cat):
    page = post("/photos", game="carcassonne", prints="My box", photo=(BytesIO(cat), "cat.jpg")).location
    assert wait_until_done(client, page)["state"] == "failed"
    text = client.get(page).text
    assert "No board was found in this picture" in text
    assert "Try another photo" in text
    assert "Read it as Cornwall" in text
    again = post("/photos", game="cornwall", photo_of=page.rsplit("/", 1)[1])
    assert client.get(f"{again.location}/photo.jpg").data == client.get(f"{page}/photo.jpg").data


def test_too_large_an_upload_gets_a_sentence(app, post, photo, monkeypatch):
    monkeypatch.setattr(app.view_functions["photos.submit"], "takes", 1000)
    answer = post("/photos", game="carcassonne", prints="My box", photo=(BytesIO(photo), "table.jpg"))
    assert answer.status_code == 413
    assert "too large" in answer.text
    sent_from = {"Referer": "http://localhost/photos/new?game=carcassonne"}
    again = post("/photos", headers=sent_from, game="carcassonne", photo=(BytesIO(photo), "table.jpg"))
    assert 'href="/photos/new?game=carcassonne">Try again' in again.text


@pytest.mark.parametrize(
    "path", ["/nowhere", "/photos/none", "/photos/none/score", "/prints/none", "/photos/x/photo.jpg"]
)
def test_what_is_not_there_gets_a_sentence(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert "Back to the start" in answer.text


def test_a_fault_in_the_program_gets_a_sentence(app, client, photos, monkeypatch):
    def break_down():
        raise RuntimeError("secret details")

    monkeypatch.setattr(photos, "tickets", break_down)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    answer = client.get("/")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.text
    assert "secret" not in answer.text


def test_no_get_changes_anything(app, client, read_photo, tmp_path):
    def kept():
        return {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}

    before, id = kept(), read_photo.rsplit("/", 1)[1]
    for rule in app.url_map.iter_rules():
        path = rule.rule.replace("<id>", id).replace("<int:index>", "0").replace("<name>", "My box")
        for query in ("", "?spot=tile:0,1&turns=1&remove=true&face=D&version=0"):
            client.get(path + query).close()
    assert kept() == before
    assert "cannot be used that way" in client.get(f"/photos/{id}/undo").text


def test_progress_is_told_while_a_photo_is_read(post, client, photo, reader):
    reader.may_finish.clear()
    page = post("/photos", game="carcassonne", prints="My box", photo=(BytesIO(photo), "table.jpg")).location
    while client.get(f"/api{page}").json["step"] != "Finding the tiles":
        pass
    text = client.get(page).text
    assert "Finding the tiles" in text
    assert 'value="40"' in text
    reader.may_finish.set()
    assert wait_until_done(client, page)["state"] == "read"


def test_the_board_is_drawn_with_a_link_for_every_tile_figure_and_gap(client, read_photo):
    text = client.get(read_photo).text
    for spot in ("tile:0,0", "meeple:0", "cell:2,0"):
        assert f'data-spot="{spot}"' in text
    assert 'href="/photos/' in text


@pytest.mark.parametrize(("number", "lines"), [(3, 3), (4, 0)])
def test_many_tiles_that_the_edge_cuts_are_told_of_once(post, client, photo, reader, number, lines):
    doubt = {"kind": "cut", "says": "The picture's edge cuts this tile."}
    doubts = [{**doubt, "cell": [9, row]} for row in range(number)]
    reader.document = {**reader.document, "doubts": doubts}
    page = post("/photos", game="carcassonne", prints="My box", photo=(BytesIO(photo), "table.jpg")).location
    assert wait_until_done(client, page)["state"] == "read"
    [notes] = re.findall(r'<section class="notes">.*?</section>', client.get(page).text, re.DOTALL)
    assert notes.count("spot=cell:9,") == lines
    assert ("with the whole board in it" in notes) == (lines == 0)


@pytest.mark.parametrize(("number", "is_open"), [(1, True), (8, True), (9, False)])
def test_places_that_were_not_read_are_folded_where_they_are_many(client, reader, request, number, is_open):
    doubt = {"kind": "no_such_face", "says": "Perhaps of an expansion."}
    reader.document["doubts"] = [{**doubt, "cell": [9, row]} for row in range(number)]
    text = client.get(request.getfixturevalue("read_photo")).text
    [fold] = re.findall(r'<details class="unread"(.*?)</details>', text, re.DOTALL)
    places = "1 place could" if number == 1 else f"{number} places could"
    assert (fold.startswith(" open"), places in fold, fold.count("spot=cell:9,")) == (is_open, True, number)


def test_the_photo_is_given_small_and_upright(client, read_photo):
    answer = client.get(f"{read_photo}/photo.jpg")
    assert answer.mimetype == "image/jpeg"
    assert answer.data.startswith(b"\xff\xd8")


def test_a_face_is_corrected(post, client, read_photo):
    answer = correct(post, client, read_photo, "tile:0,-1", face="N")
    assert answer.status_code == 303
    assert answer.location.endswith("spot=tile:0,-1")
    assert tile(client, read_photo, (0, -1))["face"] == "N"


def test_a_tile_is_turned(post, client, read_photo):
    correct(post, client, read_photo, "tile:0,1", turns=3)
    assert tile(client, read_photo, (0, 1))["turns"] == 3


def test_a_tile_is_taken_away_and_another_laid(post, client, read_photo):
    correct(post, client, read_photo, "tile:0,1", remove=True)
    assert tile(client, read_photo, (0, 1)) is None
    answer = correct(post, client, read_photo, "cell:0,1", face="E")
    assert tile(client, read_photo, (0, 1))["face"] == "E"
    assert answer.location.endswith("spot=tile:0,1")


def test_a_figure_is_added_and_the_next_question_is_about_it(post, client, read_photo):
    answer = correct(post, client, read_photo, "tile:0,1", colour="green")
    assert answer.location.endswith("spot=meeple:2")
    assert client.get(f"/api{read_photo}/board").json["meeples"][2]["colour"] == "green"


def test_taking_a_figure_away_does_not_ask_about_the_next_one(post, client, read_photo):
    answer = correct(post, client, read_photo, "meeple:0", remove=True)
    assert answer.location == read_photo
    assert len(client.get(f"/api{read_photo}/board").json["meeples"]) == 1


def test_the_last_correction_can_be_taken_back(post, client, read_photo):
    correct(post, client, read_photo, "tile:0,1", remove=True)
    assert "Undo" in client.get(read_photo).text
    post(f"{read_photo}/undo", version=str(version(client, read_photo)))
    assert tile(client, read_photo, (0, 1))["face"] == "E"
    assert "Undo" not in client.get(read_photo).text


def test_corrections_are_taken_back_one_after_the_other(post, client, read_photo):
    correct(post, client, read_photo, "tile:0,1", turns=1)
    correct(post, client, read_photo, "tile:0,1", turns=2)
    for turns in (1, 0):
        post(f"{read_photo}/undo", version=str(version(client, read_photo)))
        assert tile(client, read_photo, (0, 1))["turns"] == turns
    assert "Undo" not in client.get(read_photo).text


def test_the_sheet_asks_for_earlier_points_until_it_has_them(post, client, read_photo):
    assert "not in the photograph" in client.get(f"{read_photo}/score").text
    post(f"{read_photo}/settings", **{"version": str(version(client, read_photo)), "track:red": "7"})
    assert "not in the photograph" not in client.get(f"{read_photo}/score").text


def test_a_correction_of_an_older_board_is_refused_kindly(post, client, read_photo):
    correct(post, client, read_photo, "tile:0,1", turns=1)
    late = post(f"{read_photo}/fix", spot="tile:0,1", version="0", turns="2")
    assert late.status_code == 409
    assert "Somebody else changed this board" in late.text
    assert tile(client, read_photo, (0, 1))["turns"] == 1


@pytest.mark.parametrize("answers", [{"face": "Z"}, {"turns": 7}, {"nothing": 1}])
def test_an_answer_nobody_offered_changes_nothing(post, client, read_photo, answers):
    assert correct(post, client, read_photo, "tile:0,1", **answers).status_code == 400
    assert version(client, read_photo) == 0


def test_a_spot_that_is_gone_shows_the_board(client, read_photo):
    answer = client.get(f"{read_photo}/fix?spot=meeple:99")
    assert answer.status_code == 200
    assert 'id="panel"' not in answer.text


def test_the_nearest_alternative_comes_first(client, read_photo):
    text = client.get(f"{read_photo}/fix?spot=tile:0,-1").text
    faces = [part.split("'")[0] for part in text.split('name="face" value=\'')[1:]]
    assert faces[:2] == ['"E"', '"N"']


def test_where_a_figure_stands_is_asked_before_whose_it_is(client, read_photo):
    asked = re.findall("<legend>([^<]+)", client.get(f"{read_photo}/fix?spot=meeple:0").text)
    assert (asked[0], "Whose figure is it?" in asked) == ("Where does it stand?", True)


def test_a_tile_that_was_not_read_is_shown_as_photographed_alone_and_can_be_left_out(
    post, client, reader, request
):
    corner = 200.0
    quad = [[corner, corner], [corner + 60, corner], [corner + 60, corner + 60], [corner, corner + 60]]
    doubt = {"kind": "no_such_face", "says": "Perhaps of an expansion.", "cell": [1, 1], "quad_px": quad}
    reader.document.update(doubts=[doubt], image_size_px=[800, 600])
    page = request.getfixturevalue("read_photo")
    text = client.get(f"{page}/fix?spot=cell:1,1").text
    assert "In the photo" in text
    assert "On the board" not in text
    assert correct(post, client, page, "cell:1,1", remove=True).location == page
    assert "Perhaps of an expansion." not in client.get(page).text
    post(f"{page}/undo", version=str(version(client, page)))
    correct(post, client, page, "cell:1,1", face="U")
    assert "In the photo" in client.get(f"{page}/fix?spot=tile:1,1").text


def test_what_was_read_without_being_sure_is_listed_until_a_player_has_said_what_it_is(
    post, client, reader, request
):
    reader.document["tiles"][0]["confidence"], reader.document["tiles"][1]["confidence"] = 0.62, 0.41
    page = request.getfixturevalue("read_photo")
    text = client.get(page).text
    assert "2 readings are unsure" in text
    assert text.index("41 % sure") < text.index("62 % sure")
    german = client.get(page, headers={"Accept-Language": "de"}).text
    assert "Plättchen V, Straße" in german[german.index("41 % sicher") - 200 : german.index("41 % sicher")]
    assert "Not all of this board is sure." in client.get(f"{page}/score").text
    for spot, turns in (("tile:0,0", 2), ("tile:1,0", 3)):
        correct(post, client, page, spot, turns=turns)
    assert "unsure" not in client.get(page).text


def test_an_unsure_reading_that_breaks_a_rule_says_so_in_the_language_of_the_page(client, reader, request):
    reader.document["tiles"][1].update(confidence=0.41, turns=2)
    page = request.getfixturevalue("read_photo")
    german = client.get(page, headers={"Accept-Language": "de"}).text
    unsure = german[german.index("Lesung ist unsicher") : german.index("41 % sicher")]
    assert "trifft auf" in unsure
    assert "meets" not in german


def test_the_sheet_explains_every_sum(client, read_photo):
    text = client.get(f"{read_photo}/score").text
    assert "3 tiles \u00d7 1" in text
    assert "1 cloister \u00d7 1 + 3 tiles around \u00d7 1" in text


def test_a_tapped_line_marks_its_cells(client, read_photo):
    plain, tapped = (client.get(f"{read_photo}/score{query}").text for query in ("", "?line=0"))
    assert "emphasis-chosen" not in plain
    assert "emphasis-chosen" in tapped
    assert 'aria-current="true"' in tapped


def test_points_on_the_track_and_names_are_on_the_sheet(post, client, read_photo):
    settings = {"name:blue": "Ben", "track:blue": "40", "rules": "leaflet-004"}
    assert post(f"{read_photo}/settings", version="0", **settings).location.endswith("/score")
    text = client.get(f"{read_photo}/score").text
    assert "Ben wins with 4" in text
    assert "On the score track so far" in text
    assert client.get(f"/api{read_photo}/sheet").json["final"]["winners"] == ["blue"]


def test_another_rule_set_changes_the_sum(post, client, read_photo):
    def road():
        lines = client.get(f"/api{read_photo}/sheet").json["final"]["lines"]
        return next(line["points"] for line in lines if line["feature"] == "road")

    assert road() == 3
    post(f"{read_photo}/settings", version="0", rules="leaflet-004")
    assert road() == 1


def test_an_option_overrides_the_rule_set_and_another_set_brings_its_own(post, client, read_photo, photos):
    id = read_photo.rsplit("/", 1)[1]
    post(f"{read_photo}/settings", version="0", **{"rules": "leaflet-001", "option:unfinished_road": "0"})
    assert photos.table(id).options == {"unfinished_road": "one_point"}
    post(f"{read_photo}/settings", version="1", **{"rules": "leaflet-004", "option:unfinished_road": "0"})
    assert photos.table(id).options == {}


def test_settings_of_an_older_table_are_refused_kindly(post, client, read_photo):
    post(f"{read_photo}/settings", version="0", rules="leaflet-004")
    late = post(f"{read_photo}/settings", version="0", rules="leaflet-001")
    assert late.status_code == 409
    assert "Somebody else changed this table" in late.text


def test_a_photo_can_be_deleted(post, client, read_photo):
    assert post(f"{read_photo}/remove").location == "/"
    assert client.get(read_photo).status_code == 404


def test_the_description_names_every_json_address(app, client):
    described = set(client.get("/api/openapi.json").json["paths"])
    served = {
        rule.rule.replace("<id>", "{id}") for rule in app.url_map.iter_rules() if rule.rule.startswith("/api")
    }
    assert described == served | {"/healthz"}


def test_the_description_names_every_method(app, client):
    paths = client.get("/api/openapi.json").json["paths"]
    for rule in some(app.url_map.iter_rules()):
        if rule.rule.startswith("/api"):
            methods = {method.lower() for method in rule.methods} & {"get", "post"}
            assert methods == set(paths[rule.rule.replace("<id>", "{id}")])


def test_json_addresses_answer_errors_in_json(client):
    assert client.get("/api/photos/none").json["error"]
    assert client.get("/api/nowhere").status_code == 404


def test_a_fault_names_its_place_and_stands_on_the_board_by_its_number(client, read_photo):
    text = client.get(read_photo).text
    board, notes = text.split('<section class="notes">')
    numbers = re.findall(r'<b class="number">(\d)</b><span>At column (\d), row (\d)', notes)
    assert numbers
    on_the_board = re.findall(r'<circle cx="[^"]+" cy="[^"]+" r="6"/><text[^>]*>(\d)</text>', board)
    assert {number for number, _, _ in numbers} == set(on_the_board)
    assert "column 0" not in text
    assert "row 0" not in text
    columns = re.findall(r'<g class="noted" aria-hidden="true"><text[^>]*>(\d)</text>', board)
    assert columns == ["1", "2", "3", "1", "2", "3"]
