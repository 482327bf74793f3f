"""A Debian on which nothing is: its emulated processor installs all of it from a folder of packages."""

import pytest

from tests.appliance.conftest import OFFLINE, make_brought
from tests.appliance.machine import Machine, tell

pytestmark = [pytest.mark.timeout(10_800), pytest.mark.slow]


@pytest.fixture
def bare(image, wheels, tmp_path):
    there = Machine(tmp_path / "vm", image, image / "root.img", make_brought(wheels, tmp_path))
    tell(f"booted in {there.start():.0f} s")
    yield there
    there.cut()


def test_it_is_installed_without_a_network(bare):
    bare.check("cp -a /mnt/brought/tablekeeper /root/tablekeeper")
    begun_s = bare.uptime_s()
    install = "./tablekeeper install --wheels /mnt/brought/wheels --signers /mnt/brought/signers"
    bare.check(f"cd /root/tablekeeper && {OFFLINE.format('/mnt/brought/wheels')} {install}", 9000)
    tell(f"installed in {bare.uptime_s() - begun_s:.0f} s; its pages {bare.wait_for_pages():.0f} s later")
    assert bare.get("/healthz", 80)[0] == 200
    assert bare.check("systemctl show -p NRestarts --value tablekeeper") == "0"
