"""The release before becomes this one and is gone back to, with its packages and its guard: one story."""

import json
import subprocess
import tomllib

import pytest

from firmware.appliance.releases import number_of, version_of, write_release
from tests.appliance.conftest import OFFLINE, SOURCE, copy_program, fetch_wheels, make_brought
from tests.appliance.container import Container
from tests.appliance.machine import entered, run_inside, tell
from tests.appliance.phone import Phone
from tests.some import some

pytestmark = pytest.mark.timeout(3600)
CURRENT, DATA = "/opt/tablekeeper/current", "/var/lib/tablekeeper"
TURNS = 6
NEVER_ON_12 = (0, 36, 0)


def asked_of_git(*words):
    return subprocess.run(["git", "-C", SOURCE, *words], capture_output=True, check=False).stdout


def version_at(commit):
    told = tomllib.loads(asked_of_git("show", f"{commit}:pyproject.toml").decode())
    return told["project"]["version"]


@pytest.fixture(scope="module")
def before(debian, tmp_path_factory):
    """The folder of the release before, as it was published."""
    commits = asked_of_git("log", "--format=%H", "-G^version = ", "--", "pyproject.toml").decode().split()
    others = (commit for commit in commits if version_at(commit) != version_of(SOURCE))
    if (commit := next(others, None)) is None:
        pytest.skip("git does not know the release before: this takes a clone with its history")
    if debian[0] == "bookworm" and number_of(version_at(commit)) <= NEVER_ON_12:
        pytest.skip("up to 0.36.0 no update could be unpacked by the Python of Debian 12")
    folder = tmp_path_factory.mktemp("before")
    subprocess.run(["tar", "-x", "-C", folder], input=asked_of_git("archive", commit), check=True)
    return folder


@pytest.fixture(scope="module")
def container(image, cache, debian, wheels, before, tmp_path_factory):
    """A Debian with the release before, which is brought this one, and its own once more."""
    folder = tmp_path_factory.mktemp("container")
    brought = make_brought(wheels, folder)
    old_wheels = fetch_wheels(cache / version_of(before), debian[1], "x86_64", before)
    for source, packages in ((SOURCE, wheels), (before, old_wheels)):
        write_release(source, packages, folder / "ours", brought)
    disk = folder / "disk.img"
    subprocess.run(["cp", "--sparse=always", image / "root.img", disk], check=True)
    with entered(disk) as root:
        copy_program(root / "root/tablekeeper", source=before)
        subprocess.run(["cp", "-r", old_wheels, root / "root/wheels"], check=True)
        (root / "root/signers").write_text((brought / "signers").read_text())
        install = f"{OFFLINE.format('/root/wheels')} ./tablekeeper install --signers /root/signers"
        run_inside(root, f"cd /root/tablekeeper && {install} && rm -r /root/tablekeeper /root/wheels")
    there = Container(folder / "there", disk, brought)
    try:
        tell(f"began in {there.start():.0f} s, its pages {there.wait_for_pages(300):.0f} s later")
        yield there
    finally:
        there.cut()


@pytest.fixture(scope="module")
def phone(container):
    """The host's phone, which stays joined from version to version."""
    return Phone(container.address(), container.check(f"cat {DATA}/pin.txt"))


def moves_of(container):
    """Give the moves of each game, as the version that runs exports them."""
    games = json.loads(container.get("/api/games")[1])["games"]
    export = f"runuser -u tablekeeper -- {CURRENT}/tablekeeper export --data {DATA} %s --to json"
    return {game["game"]: json.loads(container.check(export % game["game"]))["moves"] for game in some(games)}


def play_a_game(phone):
    phone.begin()
    for _ in range(TURNS):
        phone.play()
    assert phone.table()["sheet"]["points"] == phone.expected_points()
    phone.end()


def update(container, version, *words):
    begun_s = container.uptime_s()
    release = f"/mnt/brought/tablekeeper-{version}.tablekeeper-release"
    container.check(f"{CURRENT}/tablekeeper update {' '.join(words)} {release}")
    tell(f"{version} in its place in {container.uptime_s() - begun_s:.0f} s")
    assert container.check(f"readlink {CURRENT}") == version
    assert json.loads(container.check("cat /opt/tablekeeper/outcome.json"))["came"] == "stays"
    assert not container.has("/opt/tablekeeper/trial")
    assert not container.has(f"{DATA}.before")
    container.wait_for_pages()


def test_a_game_that_goes_on_is_not_updated_away(container, phone, before):
    assert container.check(f"readlink {CURRENT}") == version_of(before)
    phone.begin()
    phone.play()
    done = container.run(f"{CURRENT}/tablekeeper update /mnt/brought")
    assert "A game is being played" in done.stderr
    phone.end()


def test_the_release_before_becomes_this_one_with_all_its_games(container, phone):
    play_a_game(phone)
    kept = moves_of(container)
    update(container, version_of(SOURCE))
    assert moves_of(container) == kept
    play_a_game(phone)


def test_it_is_gone_back_to_with_what_was_played_since(container, phone, before):
    kept = moves_of(container)
    release = f"/mnt/brought/tablekeeper-{version_of(before)}.tablekeeper-release"
    refused = container.run(f"{CURRENT}/tablekeeper update {release}")
    assert "is not newer than" in refused.stderr
    update(container, version_of(before), "--older")
    assert moves_of(container) == kept
    play_a_game(phone)
