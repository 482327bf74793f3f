"""A Debian becomes an appliance and stays one: these tests are one story, told in order on one machine."""

import json

import pytest

from tests.appliance.machine import tell

pytestmark = pytest.mark.timeout(7200)  # the machine is emulated: ten times slower than a real one

CURRENT = "/opt/tablekeeper/current"
UPDATE = f"{CURRENT}/tablekeeper update /mnt/brought/tablekeeper-%s.tablekeeper-release"
PLAYERS = "/var/lib/tablekeeper/players.json"


def version_of(machine):
    return machine.check(f"readlink {CURRENT}")


def outcome_of(machine):
    return json.loads(machine.check("cat /opt/tablekeeper/outcome.json"))["came"]


def reboot_after_cut(machine):
    machine.cut()
    assert machine.check_disk()
    booted_s = machine.start()
    machine.check("mkdir -p /mnt/brought && mount -o ro /dev/vdb /mnt/brought")
    tell(f"booted in {booted_s:.0f} s, its pages {machine.wait_for_pages():.0f} s later")


def test_it_is_installed_without_a_network_and_its_pages_answer_at_both_ports(machine):
    machine.check("cp -a /mnt/brought/tablekeeper /root/tablekeeper")
    install = "./tablekeeper install --wheels /mnt/brought/wheels --signers /mnt/brought/signers"
    machine.check(
        f"cd /root/tablekeeper && PIP_NO_INDEX=1 PIP_FIND_LINKS=/mnt/brought/wheels {install}", 3600
    )
    tell(f"its pages after {machine.wait_for_pages():.0f} s")
    assert machine.get("/healthz", 80)[0] == 200
    assert machine.check("systemctl is-enabled tablekeeper") == "enabled"
    assert machine.check("ps -o user= -p $(systemctl show -p MainPID --value tablekeeper)") == "tablekeeper"
    machine.check(
        f"runuser -u tablekeeper -- sh -c 'umask 077; echo {{}} > {PLAYERS}'; rm -rf /root/tablekeeper"
    )


def test_it_is_back_after_a_kill(machine):
    machine.check("kill -9 $(systemctl show -p MainPID --value tablekeeper); sleep 1")
    tell(f"killed; its pages after {machine.wait_for_pages():.0f} s")


def test_it_is_back_after_a_power_cut(machine):
    reboot_after_cut(machine)


def test_a_release_of_somebody_else_changes_nothing(machine):
    before = version_of(machine)
    done = machine.run(UPDATE % "98.0.0")
    assert done.returncode == 2
    assert "not signed by the makers" in done.stderr
    assert version_of(machine) == before
    assert outcome_of(machine) == "refused"


def test_an_update_that_is_well_stays(machine):
    machine.check(UPDATE % "98.1.0", 3600)
    assert version_of(machine) == "98.1.0"
    assert outcome_of(machine) == "stays"
    machine.wait_for_pages()


def test_a_broken_update_goes_back_with_the_data_as_it_was(machine):
    assert machine.run(UPDATE % "98.2.0", 3600).returncode == 1
    assert version_of(machine) == "98.1.0"
    assert outcome_of(machine) == "back"
    assert machine.check(f"cat {PLAYERS}") == "{}"
    machine.wait_for_pages()


def test_a_power_cut_in_a_trial_ends_with_a_version_that_answers(machine):
    machine.check(f"setsid {UPDATE % '98.2.0'} >/dev/null 2>&1 </dev/null &")
    machine.wait_until(lambda: machine.run("test -e /opt/tablekeeper/trial").returncode == 0, 3600)
    reboot_after_cut(machine)
    machine.wait_until(lambda: machine.run("test -e /opt/tablekeeper/trial").returncode == 1)
    assert version_of(machine) == "98.1.0"
    assert machine.check(f"cat {PLAYERS}") == "{}"


def test_it_is_taken_off_and_leaves_the_games(machine):
    machine.check(f"{CURRENT}/tablekeeper uninstall")
    assert machine.run("test -e /opt/tablekeeper").returncode == 1
    assert machine.run("systemctl is-active tablekeeper").stdout.strip() == "inactive"
    assert machine.check(f"cat {PLAYERS}") == "{}"
