"""A Debian on which nothing is installs all of it from a folder: in a container, and emulated."""

import pytest

from tests.appliance.conftest import OFFLINE, make_brought
from tests.appliance.container import Container
from tests.appliance.machine import Machine, tell

pytestmark = pytest.mark.timeout(10_800)


@pytest.fixture(params=["container", pytest.param("machine", marks=pytest.mark.slow)])
def bare(request, image, wheels, tmp_path):
    folder, disk, brought = tmp_path / "there", image / "root.img", make_brought(wheels, tmp_path)
    is_machine = request.param == "machine"
    there = Machine(folder, image, disk, brought) if is_machine else Container(folder, disk, brought)
    try:
        tell(f"booted in {there.start():.0f} s")
        yield there
    finally:
        there.cut()


def test_it_is_installed_without_a_network(bare):
    bare.check("cp -a /mnt/brought/tablekeeper /root/tablekeeper")
    begun_s = bare.uptime_s()
    install = "./tablekeeper install --wheels /mnt/brought/wheels --signers /mnt/brought/signers"
    bare.check(f"cd /root/tablekeeper && {OFFLINE.format('/mnt/brought/wheels')} {install}", 9000)
    tell(f"installed in {bare.uptime_s() - begun_s:.0f} s; its pages {bare.wait_for_pages():.0f} s later")
    assert bare.get("/healthz", 80)[0] == 200
    assert bare.check("systemctl show -p NRestarts --value tablekeeper") == "0"
