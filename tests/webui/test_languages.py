"""Which language a phone is answered in, and whether everything is said in it."""

import pytest

from scoring.sentence import counted, joined, listed, sentence
from webui.languages import CHOICE, LANGUAGES


def test_a_sentence_is_its_english_and_remembers_its_words():
    says = sentence("It is {name}'s turn.", name="Ann")
    assert says == "It is Ann's turn."
    assert (says.words, says.values) == ("It is {name}'s turn.", {"name": "Ann"})


def test_a_number_of_things_is_said_in_the_singular_or_the_plural():
    assert [counted("{count} point", "{count} points", n) for n in (0, 1, 2)] == [
        "0 points",
        "1 point",
        "2 points",
    ]


def test_several_things_are_said_in_a_row():
    assert [listed(names) for names in (["A"], ["A", "B"], ["A", "B", "C"])] == ["A", "A and B", "A, B and C"]
    assert joined(["One.", "Two."]) == "One. Two."


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_page_names_the_language_that_was_chosen(client, post, language):
    answer = post("/language", language=language)
    assert (answer.status_code, answer.location) == (303, "/")
    assert f'<html lang="{language}">' in client.get("/photos").text


def test_a_chosen_language_goes_back_to_its_page_and_nowhere_else(client, post):
    token = {"form_token": post("/language", language="de") and client.get_cookie("tablekeeper_form").value}
    for page, to in [
        ("http://localhost/prints/new?a=b", "/prints/new?a=b"),
        ("http://localhost//evil.example/", "/evil.example/"),
        ("http://evil.example/prints", "/"),
        ("http://localhost/api/confirm", "/"),
    ]:
        sent = client.post("/language", data={**token, "language": "fr"}, headers={"Referer": page})
        assert sent.location == to


def test_a_phone_that_has_chosen_nothing_is_answered_in_its_own_language(client):
    for asked, given in [
        ("de-CH,de;q=0.9", "de"),
        ("fr-CA", "fr"),
        ("it", "it"),
        ("nl,en;q=0.5", "en"),
        ("", "en"),
    ]:
        assert f'<html lang="{given}">' in client.get("/", headers={"Accept-Language": asked}).text


def test_no_other_language_can_be_chosen(client, post):
    assert post("/language", language="tlh").status_code == 400
    assert client.get_cookie(CHOICE) is None
