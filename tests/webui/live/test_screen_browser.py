"""The scoreboard on a television or tablet: it follows the table by itself and stays awake."""

import pytest
from msgspec.structs import replace

from scoring.referee.contracts.snapshot import Snapshot
from tests.webui.live.scenes import scene
from tests.webui.seeing import see

TELEVISION, TABLET = {"width": 1920, "height": 1080}, {"width": 1024, "height": 768}
SHOWN = "h1, .board svg, .figures li, .figures strong, .doing"
CUT_OFF = """(shown) => [...document.querySelectorAll(shown)].filter((each) => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
}).map((each) => each.textContent)"""
LOCKS = (
    "Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => ({ released: false }) } });"
)
NO_LOCKS = "Object.defineProperty(navigator, 'wakeLock', { value: undefined });"


@pytest.fixture
def app(live_app):
    """Let the screen show the live table."""
    return live_app


def show(desk, game, players, name, **changes):
    desk.publish()
    desk.now = replace(scene(game, players, name), version=desk.now.version, **changes)


@pytest.mark.parametrize("size", [TELEVISION, TABLET], ids=["television", "tablet"])
def test_turn_points_board_and_proposal_fill_one_screenful(new_phone, desk, size):
    screen = new_phone(viewport=size)
    for game, players, name in (
        ("carcassonne", 6, "others"),
        ("carcassonne", 2, "waiting"),
        ("cornwall", 4, "illegal"),
    ):
        show(desk, game, players, name)
        screen.page.goto("/screen")
        assert screen.page.locator(".figures li").count() == players
        assert screen.page.evaluate(CUT_OFF, SHOWN) == []
        assert screen.page.evaluate("document.documentElement.scrollHeight") <= size["height"]
        least = screen.page.locator(".figures strong").first.evaluate(
            "each => parseFloat(getComputedStyle(each).fontSize)"
        )
        assert least >= 0.05 * size["height"]
        screen.look()


def test_it_follows_a_turn_a_restart_and_a_lost_connection_without_a_tap(new_phone, desk):
    screen = new_phone(viewport=TABLET)
    screen.expected = ("net::ERR", "Failed to load")
    screen.page.clock.install()
    screen.page.goto("/screen")
    see(screen, "Ann's turn")
    see(screen, "Ann lays")
    desk.confirm()
    see(screen, "Ben's turn")
    see(screen, "+")
    screen.context.set_offline(True)
    screen.page.clock.fast_forward("00:20")
    screen.page.get_by_text("Connection lost").wait_for()
    desk.now = replace(Snapshot(1, "paused", "Paused: nothing is read.", seats=desk.now.seats))
    screen.context.set_offline(False)
    screen.page.clock.fast_forward("00:20")
    see(screen, "Paused: nothing is read.")
    screen.page.get_by_text("Connection lost").wait_for(state="hidden")


def test_between_games_it_shows_how_to_join_and_at_the_end_who_has_won(new_phone, desk):
    screen = new_phone(viewport=TABLET)
    desk.publish(phase="none", seats=(), picture=None, proposal="", questions=(), may=())
    screen.page.goto("/screen")
    see(screen, "http://192.168.1.20:8000")
    assert screen.page.locator(".invitation svg.code").is_visible()
    show(desk, "carcassonne", 4, "ended", walked=2)
    desk.publish()
    see(screen, "Sum 2 of")
    assert screen.page.locator(".board .emphasis-tint").count() == 1
    desk.publish(walked=0)
    see(screen, "Maximilian wins")
    assert screen.page.locator(".ranking li").first.inner_text().split() == ["1.", "Maximilian", "96"]


@pytest.mark.parametrize(("browser_has", "videos"), [(LOCKS, 0), (NO_LOCKS, 1)], ids=["lock", "no lock"])
def test_the_screen_stays_awake_by_a_lock_or_by_a_dark_video(new_phone, browser_has, videos):
    screen = new_phone(viewport=TABLET)
    screen.page.add_init_script(browser_has)
    screen.page.goto("/screen")
    see(screen, "Ann's turn")
    screen.wait_until("many => document.querySelectorAll('video').length === many", videos)
    assert screen.page.locator("#awake").is_visible() == bool(videos)
    if videos:
        screen.wait_until(
            "document.querySelector('video').currentTime > 0 && !document.querySelector('video').paused"
        )


def test_without_scripts_it_shows_the_table_and_looks_again(new_phone):
    screen = new_phone(viewport=TABLET, java_script_enabled=False)
    screen.page.goto("/screen")
    see(screen, "Ann's turn")
    assert "refresh" in screen.page.content()
