"""A Debian becomes an appliance and stays one: these tests are one story, told in order on one machine."""

import json
import time
from functools import partial
from http.client import HTTPException
from random import Random
from threading import Timer

import pytest

from firmware.store.store import read_store
from tests.appliance.conftest import LONG_AGO
from tests.appliance.machine import tell
from tests.appliance.phone import Phone
from tests.some import some

pytestmark = pytest.mark.timeout(7200)  # the machine is emulated: ten times slower than a real one

PROGRAM = "/opt/tablekeeper"
CURRENT = f"{PROGRAM}/current"
UPDATE = f"{CURRENT}/tablekeeper update /mnt/brought/tablekeeper-%s.tablekeeper-release"
DATA = "/var/lib/tablekeeper"
PLAYERS = f"{DATA}/players.json"
LONG_S = 3600.0
"""Nothing that an emulated machine does on two busy cores takes so long."""

SEED, CUTS = 43, 20
UPDATE_STAGES = (f"{PROGRAM}/incoming", f"{PROGRAM}/98.4.0", f"{PROGRAM}/98.4.0/.venv", f"{PROGRAM}/trial")
"""What is there once an update unpacks, copies, compiles and is on trial: the power is cut after each."""
STAGE_S = 20.0
"""So long after it at most; the shortest of these takes about so long on two idle cores."""


def version_of(machine):
    return machine.check(f"readlink {CURRENT}")


def outcome_of(machine):
    return json.loads(machine.check("cat /opt/tablekeeper/outcome.json"))


def as_tablekeeper(machine, command):
    machine.check(f"runuser -u tablekeeper -- sh -c 'umask 077; {command}'")


def reboot_after_cut(machine):
    machine.cut()
    assert machine.check_disk()
    booted_s = machine.start()
    tell(f"booted in {booted_s:.0f} s, its pages {machine.wait_for_pages():.0f} s later")


def phone_of(machine):
    return Phone(machine.address(), machine.check(f"cat {DATA}/pin.txt"))


def update_to_broken(machine, fails):
    """Update to the version that fails, as it is said to."""
    as_tablekeeper(machine, f"echo {fails} > {DATA}/fails")
    return machine.run(UPDATE % "98.2.0", LONG_S)


def test_an_image_that_it_was_installed_on_answers_from_its_first_boot(machine):
    tell(f"its pages after {machine.wait_for_pages():.0f} s")
    assert version_of(machine) != LONG_AGO
    assert machine.has(f"/opt/tablekeeper/{LONG_AGO}/tablekeeper")
    assert machine.get("/healthz", 80)[0] == 200
    assert machine.check("systemctl show -p NRestarts --value tablekeeper") == "0"
    assert machine.check("ps -o user= -p $(systemctl show -p MainPID --value tablekeeper)") == "tablekeeper"
    as_tablekeeper(machine, f"echo {{}} > {PLAYERS}")


def test_it_is_back_after_a_kill(machine):
    machine.check("kill -9 $(systemctl show -p MainPID --value tablekeeper); sleep 1")
    tell(f"killed; its pages after {machine.wait_for_pages():.0f} s")


def test_a_release_of_somebody_else_changes_nothing(machine):
    before = version_of(machine)
    done = machine.run(UPDATE % "98.0.0")
    assert done.returncode == 2
    assert "not signed by the makers" in done.stderr
    assert version_of(machine) == before
    assert outcome_of(machine)["came"] == "refused"


def test_an_update_that_is_well_stays(machine):
    begun_s = machine.uptime_s()
    said = machine.check(UPDATE % "98.1.0", LONG_S)
    tell(f"updated in {machine.uptime_s() - begun_s:.0f} s: {said}")
    assert version_of(machine) == "98.1.0"
    assert outcome_of(machine)["came"] == "stays"
    assert not machine.has("/opt/tablekeeper/trial")
    machine.wait_for_pages()


@pytest.mark.parametrize("fails", ["ends", "hangs"])
def test_a_broken_update_goes_back_with_the_data_as_it_was(machine, fails):
    begun_s = machine.uptime_s()
    done = update_to_broken(machine, fails)
    tell(f"{fails}: back after {machine.uptime_s() - begun_s:.0f} s")
    assert done.returncode == 1, done
    assert "98.1.0 goes on, with all games as they were." in done.stderr
    assert version_of(machine) == "98.1.0"
    assert outcome_of(machine)["came"] == "back"
    assert machine.check(f"cat {PLAYERS}") == "{}"
    machine.wait_for_pages()


def test_a_power_cut_in_a_trial_ends_with_a_version_that_answers(machine):
    as_tablekeeper(machine, f"echo hangs > {DATA}/fails")
    machine.check(f"setsid {UPDATE % '98.2.0'} >/dev/null 2>&1 </dev/null &")
    machine.wait_until(lambda: machine.check(f"cat {PLAYERS}") == "spoiled", LONG_S)
    as_tablekeeper(machine, f"echo ends > {DATA}/fails; sync")
    reboot_after_cut(machine)
    machine.wait_until(lambda: not machine.has("/opt/tablekeeper/trial"))
    assert version_of(machine) == "98.1.0"
    assert machine.check(f"cat {PLAYERS}") == "{}"


def test_the_button_of_the_page_updates_from_a_usb_stick(machine):
    phone_of(machine).ask_for_update()
    machine.wait_until(lambda: machine.has("/opt/tablekeeper/98.3.0"), LONG_S)
    machine.wait_until(lambda: version_of(machine) == "98.3.0", LONG_S)
    machine.wait_until(lambda: not machine.has("/opt/tablekeeper/trial"), LONG_S)
    assert outcome_of(machine) == {"came": "stays", "version": "98.3.0", "why": ""}
    assert not machine.has(f"{DATA}/update-wanted")
    machine.wait_for_pages()


def turns_on_disk(folder):
    """Count the turns of the newest game in a folder that was copied from a disk."""
    with read_store(folder / "tablekeeper") as store:
        events = store.events(store.games()[-1])
        return sum(event.kind == "turn_confirmed" for event in events)


def play_on(phone):
    while True:
        phone.play()


def play_until_cut(phone, machine, after_s):
    """Have turns entered one after another, and cut the power in between."""
    cutting = Timer(after_s, machine.cut)
    cutting.start()
    try:
        play_on(phone)
    except (OSError, HTTPException):
        cutting.join()


def test_no_confirmed_turn_is_lost_in_power_cuts(machine, tmp_path):
    phone, chance = phone_of(machine), Random(SEED)
    phone.begin()
    begun_s = time.monotonic()
    for _ in range(5):
        phone.play()
    turn_s = (time.monotonic() - begun_s) / 5
    begun_with = phone.kept
    machine.save("game")
    told = []
    for number in range(CUTS):
        phone.kept = begun_with
        machine.come_back("game")
        play_until_cut(phone, machine, chance.uniform(0, 4 * turn_s))
        there = tmp_path / f"cut-{number}"
        there.mkdir()
        assert machine.check_disk((DATA, there)), number
        assert turns_on_disk(there) in (phone.kept, phone.kept + 1), (number, phone.kept)
        told.append(phone.kept - begun_with)
    tell(f"a turn took {turn_s:.1f} s; turns confirmed before each cut: {told}")
    assert any(told)
    machine.start()
    machine.wait_for_pages()
    phone.play()
    now = phone.table()
    assert now["turns"] == phone.kept
    assert now["sheet"]["points"] == phone.expected_points()


def test_power_cuts_during_updates_end_with_one_version_or_the_other(machine):
    as_tablekeeper(machine, f"echo {{}} > {PLAYERS}")
    phone = phone_of(machine)
    if phone.table()["turns"]:
        phone.end()  # no update comes between a game and its players
    machine.wait_for_pages()
    machine.save("before")
    chance, ends = Random(SEED), []
    for stage in UPDATE_STAGES:
        machine.come_back("before")
        machine.check(f"setsid {UPDATE % '98.4.0'} >/dev/null 2>&1 </dev/null &")
        machine.wait_until(partial(machine.has, stage), LONG_S)
        time.sleep(chance.uniform(0, STAGE_S))
        reboot_after_cut(machine)
        machine.wait_until(lambda: not machine.has("/opt/tablekeeper/trial"), LONG_S)
        machine.wait_for_pages()
        ends.append(version_of(machine))
        assert ends[-1] in ("98.3.0", "98.4.0")
        assert machine.check(f"cat {PLAYERS}") == "{}"
    tell(f"versions after power cuts in updates: {ends}")
    machine.come_back("before")


def move_games_to_a_disk_of_their_own(machine):
    """Have the games lie on a small file system, as on a card with a partition for them."""
    machine.check(
        "systemctl stop tablekeeper && truncate -s 64M /root/small.img && mkfs.ext4 -q /root/small.img "
        f"&& mount -o loop /root/small.img /mnt && cp -a {DATA}/. /mnt "
        "&& chown tablekeeper: /mnt && umount /mnt "
        f"&& mount -o loop /root/small.img {DATA} && systemctl start tablekeeper"
    )
    machine.wait_for_pages()


def test_a_full_disk_is_said_and_costs_no_turn(machine):
    move_games_to_a_disk_of_their_own(machine)
    phone = phone_of(machine)
    phone.begin()
    phone.play()
    as_tablekeeper(machine, f"cat /dev/zero > {DATA}/filler 2>/dev/null || true")
    machine.wait_until(lambda: machine.get("/healthz")[0] == 503)
    assert "The disk is full" in machine.get("/healthz")[1]
    with pytest.raises(OSError, match="full"):
        play_on(phone)
    machine.check(f"rm {DATA}/filler")
    machine.wait_for_pages()
    phone.play()
    machine.check("systemctl restart tablekeeper")
    machine.wait_for_pages()
    assert phone.table()["turns"] == phone.kept


def test_a_disk_that_can_only_be_read_is_said_and_waited_for(machine):
    kept = phone_of(machine).table()["turns"]
    machine.check(
        f"systemctl stop tablekeeper && mount -o remount,ro {DATA} && systemctl start --no-block tablekeeper"
    )
    said = "journalctl -b -u tablekeeper | grep -q 'its disk can only be read now'"
    machine.wait_until(lambda: machine.run(said).returncode == 0)
    machine.check(f"mount -o remount,rw {DATA}")
    machine.wait_for_pages()
    assert phone_of(machine).table()["turns"] == kept


def test_a_clock_that_knows_no_date_changes_no_order_of_games(machine):
    phone = phone_of(machine)
    phone.kept = phone.table()["turns"]
    a_day_s = 86_400  # no clock can be set to before it was switched on, by its own count
    machine.check(f"date -s @{a_day_s} && systemctl restart tablekeeper")
    machine.wait_for_pages()
    phone.play()
    before = phone.games()
    phone.begin()
    phone.play()
    newest, *others = phone.games()
    assert not newest["ended"]
    assert all(game["ended"] for game in some(others))
    assert [game["game"] for game in others] == [game["game"] for game in before]
    machine.check(f"date -s @{time.time():.0f}")


def test_it_is_taken_off_and_leaves_the_games(machine):
    machine.check(f"{CURRENT}/tablekeeper uninstall")
    assert not machine.has("/opt/tablekeeper")
    assert machine.run("systemctl is-active tablekeeper").stdout.strip() == "inactive"
    assert machine.run("systemctl is-active tablekeeper-update.path").stdout.strip() == "inactive"
    assert machine.check(f"cat {PLAYERS}") == "{}"
    assert machine.get("/healthz", 80)[0] == 0
