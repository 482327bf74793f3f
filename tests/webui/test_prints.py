import time
from io import BytesIO

import pytest


@pytest.fixture
def lesson(post, photo):
    pictures = [(BytesIO(photo), "a.jpg"), (BytesIO(photo), "b.jpg")]
    return post("/prints", game="carcassonne", name=" Green  box ", pictures=pictures).location


def test_a_set_is_learned_from_labelled_pictures(post, client, lesson, lessons):
    assert client.get(lesson).location.endswith("/0")
    assert "Which tile is this?" in client.get(f"{lesson}/0").text
    assert "How is it turned" in client.get(f"{lesson}/0?face=D").text
    post(f"{lesson}/0", face="D", turns="1")
    assert client.get(lesson).location.endswith("/1")
    post(f"{lesson}/1", face="A", turns="0")
    post(f"{lesson}/learn")
    for _ in range(100):
        if "Learned." in client.get(lesson).text:
            break
        time.sleep(0.02)
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
