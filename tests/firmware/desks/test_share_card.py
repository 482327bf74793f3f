"""A picture to share: the board in the middle, and everybody's colour, name and points beneath it."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.desks.share_card import CARD_PX, MARGIN_PX, PAPER, POINTS_PX, ROW_PX, called, share_card
from firmware.images.lettering import Lettering, _file_for, _more_fonts
from scoring import games as rules_of
from scoring.game import PlayerSeat, Setup
from scoring.referee.contracts.games import GameRecord
from scoring.referee.contracts.snapshot import LiveSeat
from vision.image.paint import bgr
from webui.access.languages import speaking

RULES = rules_of.load("carcassonne")
GAMES = Path(__file__).parents[2] / "games" / "carcassonne"


def start():
    return RULES.picture(
        RULES.start(Setup("leaflet-001", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue"))))
    )


def long_game():
    found = json.loads((GAMES / "whole_newer_everything.json").read_text())
    document = found.get("document", found)
    state = RULES.start(RULES.load_setup(document))
    for move in document["moves"][:40]:
        state, _ = RULES.apply(state, RULES.load_move(move))
    return RULES.picture(state)


def card(picture, *seats):
    png = share_card(GameRecord("1", 0.0, "Carcassonne", 3, ended=True, players=seats), picture)
    return cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)


def seats(count):
    colours = ("red", "blue", "yellow", "green", "black", "pink")
    return [
        LiveSeat(f"Player {number}", colours[number], 10 * number, standing=10 * number)
        for number in range(count)
    ]


@pytest.mark.parametrize("count", [2, 6])
@pytest.mark.parametrize("draw", [start, long_game])
def test_the_board_fits_on_the_card_whoever_plays(draw, count):
    shown = card(draw(), *seats(count))
    assert shown.shape == (CARD_PX, CARD_PX, 3)
    edge_px = MARGIN_PX - 8
    for edge in (shown[:, :edge_px], shown[:, -edge_px:], shown[:12], shown[-12:]):
        assert edge.size
        assert (edge == bgr(PAPER)).all()


def test_the_best_player_stands_first_in_their_colour():
    shown = card(start(), LiveSeat("Ann", "red", 12, standing=12), LiveSeat("Ben", "blue", 40, standing=40))
    first_px = CARD_PX - MARGIN_PX // 2 - 2 * ROW_PX + ROW_PX // 2
    palette = start().palette
    assert tuple(shown[first_px, MARGIN_PX + 18]) == bgr(palette["blue"])
    assert tuple(shown[first_px + ROW_PX, MARGIN_PX + 18]) == bgr(palette["red"])


def test_a_players_mark_has_the_shape_of_the_colour_too():
    shown = card(start(), LiveSeat("Ann", "red", 40, standing=40), LiveSeat("Ben", "blue", 12, standing=12))
    first_px = CARD_PX - MARGIN_PX // 2 - 2 * ROW_PX + ROW_PX // 2
    red, blue = (shown[first_px + row * ROW_PX - 14, MARGIN_PX + 18 - 14] for row in (0, 1))
    palette = start().palette
    assert (tuple(red) == bgr(palette["red"]), tuple(blue) == bgr(palette["blue"])) == (False, True)


@pytest.mark.parametrize(
    "name", ["\u0141ukasz", "Zo\u00eb", "\u0110\u1eb7ng", "\u0418\u0432\u0430\u043d", "\U0001f600"]
)
def test_a_name_keeps_every_letter(name, monkeypatch):
    monkeypatch.setattr("firmware.images.lettering.FOLDERS", ())
    assert called(LiveSeat(name, "red", 7, standing=7)) == name
    for letter in name:
        without = card(start(), LiveSeat(name.replace(letter, "", 1), "red", 7, standing=7))
        assert (card(start(), LiveSeat(name, "red", 7, standing=7)) != without).any()


def test_a_name_in_letters_that_no_font_has_goes_with_its_colour(monkeypatch):
    monkeypatch.setattr("firmware.images.lettering.FOLDERS", ())
    _more_fonts.cache_clear()
    _file_for.cache_clear()
    assert called(LiveSeat("\u738b", "red", 7, standing=7)) == "\u738b (red)"
    assert card(start(), LiveSeat("\u738b", "red", 7, standing=7)).shape == (CARD_PX, CARD_PX, 3)
    _more_fonts.cache_clear()
    _file_for.cache_clear()


def test_a_long_name_leaves_room_for_the_points():
    shown = card(start(), LiveSeat("W" * 30, "red", 1234, standing=1234))
    foot = shown[-ROW_PX - MARGIN_PX // 2 : -MARGIN_PX // 2]
    gap = foot[:, -MARGIN_PX - POINTS_PX - 2 : -MARGIN_PX - POINTS_PX + 2]
    assert (gap == bgr(PAPER)).all()


def test_a_card_speaks_the_language_of_whoever_asks(monkeypatch):
    written = []
    monkeypatch.setattr(Lettering, "write", lambda _, text, *where, **how: written.append(text))
    box = "This box is made up by us: it says nothing about the real one."
    seat = LiveSeat("Red", "red", 7, standing=7)
    played = GameRecord("1", 1_750_000_000.0, "Carcassonne", 3, players=(seat,), box=box)
    with speaking("de"):
        share_card(played, start())
    _, day, box, name, _ = written
    assert (day, name) == ("15.06.2025", "Rot")
    assert box.startswith("Diese Schachtel")
