"""A whole game on two phones: headless Chromium at the real table, whose camera and reader are told."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.games.carcassonne.land.catalogue import faces
from scoring.referee.observation import Proposal, Sight
from tests.firmware.told import MOVES, RULES, SETUP
from tests.webui.seeing import see

TURNS = 4
SURE, HARDLY = 0.96, 0.03


@pytest.fixture
def app(here):
    return here.app


def misread(move):
    """Give the same turn with another tile that could lie there just as well."""
    state = RULES.start(SETUP)
    for face in sorted(faces()):
        wrong = replace(move, face=face, meeple=None)
        try:
            RULES.check(state, wrong)
        except (IllegalMoveError, KeyError):
            continue
        if face != move.face:
            return wrong
    raise AssertionError("every tile that fits is the right one")


def read_wrongly(reader, move):
    """Have the reader take the first tile for another; the right one comes second."""
    look = reader.look

    def err(image, known, state, memory, visits=0):
        sight, memory = look(image, known, state, memory, visits)
        if sight.best.moves[:1] == (move,) and len(state.land.tiles) == 1:
            wrong = Proposal((misread(move), *sight.best.moves[1:]), SURE)
            sight = Sight((wrong, Proposal(sight.best.moves, HARDLY)))
        return sight, memory

    reader.look = err


def begin(phone):
    page = phone.page
    page.goto("/new")
    page.get_by_label("Newer rulebook").check()
    page.wait_for_selector('input[value="leaflet-004"]:checked')
    page.get_by_label("Name of player 1").fill("Ann")
    page.get_by_label("Name of player 2").fill("Ben")
    phone.press("Start the game")
    see(phone, "Ann's turn")


def correct(phone, move):
    """Choose the drawing of the turn as it was and have it count: two taps."""
    phone.page.get_by_role("link", name="Correct", exact=True).click()
    drawings = phone.page.locator(".nearest a")
    drawings.first.wait_for()
    shown = [move_in(drawing.get_attribute("href")) for drawing in drawings.all()]
    drawings.nth(shown.index(move)).click()
    see(phone, RULES.say(RULES.start(SETUP), move))
    phone.press("That is right: count it")


def move_in(address):
    """Give the turn that a drawing's link answers with."""
    return RULES.load_move(json.loads(parse_qs(urlsplit(address).query)["answer"][0])["move"])


def walk_to_the_end(phone, other, regions):
    """Take both phones through the final scoring, region by region."""
    phone.page.get_by_role("link", name="Walk through the final scoring").click()
    phone.press("Begin")
    for number in range(1, regions + 1):
        for each in (phone, other):
            each.page.get_by_role("heading", name=f"Sum {number} of {regions}").wait_for()
        phone.press("Next" if number < regions else "And the winner is …")
    see(other, "wins")


def test_two_phones_play_a_whole_game(here, phone, second_phone):
    here.reader.moves = MOVES[:TURNS]
    read_wrongly(here.reader, MOVES[0])
    second_phone.expected = ("net::ERR", "Failed to load", "htmx:")
    begin(phone)
    second_phone.page.goto("/")
    see(second_phone, "Ann's turn")

    here.camera.lay_next(0)
    see(second_phone, "Ann lays")
    correct(second_phone, MOVES[0])
    see(phone, "Ben's turn")
    (only,) = here.table.document(here.table.snapshot().game)["moves"]
    assert only["face"] == MOVES[0].face

    here.camera.lay_next(1)
    see(phone, "Ben lays")
    phone.press("Confirm")
    see(second_phone, "Ann's turn")
    second_phone.press("Undo")
    see(phone, "Ben lays")
    phone.press("Confirm")
    see(second_phone, "Ann's turn")

    second_phone.context.set_offline(True)
    here.camera.lay_next(2)
    see(phone, "Ann lays")
    phone.press("Confirm")
    see(phone, "Ben's turn")
    second_phone.context.set_offline(False)
    see(second_phone, "Ben's turn")

    here.camera.lay_next(3)
    see(second_phone, "Ben lays")
    second_phone.press("Confirm")
    see(phone, "Ann's turn")
    phone.page.on("dialog", lambda dialog: dialog.accept())
    phone.page.get_by_text("More", exact=True).click()
    phone.press("End the game")
    phone.page.get_by_role("link", name="Walk through the final scoring").wait_for()
    ended = here.table.snapshot()
    walk_to_the_end(phone, second_phone, sum(line.pays for line in ended.lines))

    best = max(ended.seats, key=lambda seat: seat.points)
    for each in (phone, second_phone):
        see(each, best.name)
        see(each, str(best.points))
    document = here.table.document(ended.game)
    assert document["ended"]
    assert RULES.replay(document)["final"]["points"] == {seat.colour: seat.points for seat in ended.seats}
    assert len(document["moves"]) == TURNS
