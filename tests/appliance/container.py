"""A Debian whose programs this machine's own processor runs, at full speed, and this machine's kernel.

Its processes, files and network are its own. It has no clock to set and no power to cut: that
takes a machine.
"""

import subprocess
import time
from pathlib import Path

from tests.appliance.machine import ENV, Debian

BEGIN = Path(__file__).with_name("container.sh")
HERE_AT, THERE_AT = "198.51.100.1", "198.51.100.2"
"""Addresses for documents (RFC 5737), which no network has."""
OWN = ("--pid", "--mount", "--uts", "--ipc", "--net", "--cgroup")
BEGIN_S = 120


class Container(Debian):
    """A Debian that begins as an image, and keeps what is written to it.

    Args:
        folder: Where its disk lies; it is new.
        disk: The image that its disk begins as.
        brought: A folder that it finds at ``/mnt/brought``.
    """

    def __init__(self, folder, disk, brought):
        self._folder, self._brought, self._process = folder, brought, None
        (folder / "root").mkdir(parents=True)
        subprocess.run(["cp", "--sparse=always", disk, folder / "root.img"], check=True)

    def start(self):
        """Have its systemd begin, and wait for it; gives the seconds that took."""
        begun_s = time.monotonic()
        words = ["unshare", "--fork", "--kill-child", *OWN, "sh", BEGIN, self._folder / "root.img"]
        with (self._folder / "console.log").open("wb") as told:
            words += [self._folder / "root", self._brought]
            self._process = subprocess.Popen(words, stdout=told, stderr=told)
        self.wait_until(self._has_begun, BEGIN_S)
        ways = ("link add tablekeeper0 type veth peer name table0 netns", "address add dev tablekeeper0")
        subprocess.run(["ip", *ways[0].split(), self._first], check=True)
        subprocess.run(["ip", *ways[1].split(), f"{HERE_AT}/30"], check=True)
        subprocess.run(["ip", "link", "set", "tablekeeper0", "up"], check=True)
        self.check(f"ip address add {THERE_AT}/30 dev table0 && ip link set table0 up")
        return time.monotonic() - begun_s

    @property
    def _first(self):
        """The first of its processes, as this machine counts them; "" where there is none yet."""
        at = self._process.pid
        return Path(f"/proc/{at}/task/{at}/children").read_text().strip()

    def _has_begun(self):
        assert self._process.poll() is None, (self._folder / "console.log").read_text()
        return bool(self._first) and self.run("systemctl list-units").returncode == 0

    def address(self, port=8000):
        """Give where its pages are."""
        return f"http://{THERE_AT}:{port}"

    def run(self, command, limit_s=1200.0):
        """Run a command line as root; gives what it said and how it ended."""
        words = ["nsenter", "--target", self._first, "--all", "/bin/bash", "-c", command]
        return subprocess.run(words, env=ENV, capture_output=True, text=True, timeout=limit_s, check=False)

    def cut(self):
        """End it at once, and all that runs in it; this machine's kernel still writes what it was told."""
        self._process.kill()
        self._process.wait()
