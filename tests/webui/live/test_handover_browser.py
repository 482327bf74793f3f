"""A game begun by hand, gone on with by the camera and by hand again: headless Chromium at the real table."""

import json

import pytest

from tests.firmware.told import MOVES, RULES
from tests.webui.live.test_whole_game_browser import see

TURNS = 4


@pytest.fixture
def here(here):
    here.reader.moves = MOVES[:TURNS]
    return here


@pytest.fixture
def app(here):
    return here.app


def begin_by_hand(phone):
    page = phone.page
    page.goto("/new")
    page.get_by_label("Name of player 1").fill("Ann")
    page.get_by_label("Name of player 2").fill("Ben")
    page.get_by_label("Newer rulebook").check()
    page.get_by_label("Without the camera").check()
    phone.press("Start the game")
    see(phone, "Ann's turn")


def enter(phone, number):
    """Enter a turn as the page does once its tile lies where it belongs."""
    move = RULES.dump_move(MOVES[number])
    phone.page.wait_for_selector('.enter[data-step="asks"]')
    phone.page.goto(f"/?enter={number + 1}&hand={move['face']}&move={json.dumps(move)}")
    phone.press("Confirm")
    see(phone, "Ben's turn" if number % 2 == 0 else "Ann's turn")


def choose(phone, words):
    if not phone.page.locator(".more-menu[open]").count():
        phone.page.get_by_text("More", exact=True).click()
    phone.press(words)


def test_a_game_begun_by_hand_is_read_on_by_the_camera_and_entered_on_by_hand(here, phone):
    begin_by_hand(phone)
    enter(phone, 0)
    see(phone, "Ben lays a tile; it is entered on a phone.")

    choose(phone, "Let the camera read the turns")
    see(phone, "Seen through: A prepared camera.")
    see(phone, "The camera reads the turns from now on.")
    here.camera.lay_next(0)  # what was entered lies there already
    here.camera.lay_next(1)
    see(phone, "Ben lays")
    phone.press("Confirm")
    see(phone, "Ann's turn")

    choose(phone, "Enter turns on the phone")
    see(phone, "Turns are entered on a phone from now on.")
    enter(phone, 2)
    document = here.table.document(here.table.snapshot().game)
    assert [RULES.load_move(move) for move in document["moves"]] == list(MOVES[:3])
    assert RULES.replay(document)["final"]["points"]
