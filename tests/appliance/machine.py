"""A whole machine, emulated: a Debian that is booted, is told what to do, and whose power is cut.

QEMU emulates the processor, so that it needs no rights over the host's own and is some ten times slower. The
machine reaches nothing outside; the host reaches its pages. It is told what to do through its guest agent.
"""

import base64
import json
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from itertools import count
from pathlib import Path

SUITE = "trixie"
PACKAGES = (
    *("linux-image-amd64", "initramfs-tools", "zstd", "systemd", "systemd-sysv", "dbus", "udev", "kmod"),
    *("e2fsprogs", "iproute2", "procps", "nftables", "python3", "python3-venv", "curl", "openssh-client"),
    "qemu-guest-agent",
)
PROCESSOR = "Nehalem"
"""QEMU's own idea of the best processor computes wrongly where NumPy takes its newest instructions."""
HERE = Path(__file__).parent
BOOT_S = 600


def build_image(folder):
    """Make a small Debian in a folder: ``root.img``, a bare ext4, with its kernel beside it."""
    if (folder / "root.img").exists():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    root = folder / "root"
    words = [
        *("mmdebstrap", "--quiet", "--mode=root", "--variant=minbase", f"--include={','.join(PACKAGES)}"),
        *("--aptopt=Apt::Install-Recommends false", f'--essential-hook=sh {HERE}/image_early.sh "$1"'),
        *(
            f'--customize-hook=sh {HERE}/image_late.sh "$1"',
            SUITE,
            str(root),
            f"deb {_mirror()} {SUITE} main",
        ),
    ]
    subprocess.run(words, check=True)
    for name in ("vmlinuz", "initrd.img"):
        (folder / name).write_bytes(next((root / "boot").glob(f"{name}-*")).read_bytes())
    made = folder / "root.img.part"
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-E", "root_owner=0:0", "-d", root, made, "4G"], check=True)
    subprocess.run(["rm", "-rf", "--one-file-system", root], check=True)
    made.rename(folder / "root.img")
    return folder


def _mirror():
    """Give where this host gets its own packages from."""
    words = ["apt-get", "indextargets", "--format", "$(LABEL) $(REPO_URI)", "Created-By: Packages"]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
    return next(line.split()[1] for line in told if line.startswith("Debian "))


def tell(says):
    """Tell whoever waits how long something took."""
    sys.stdout.write(f"{says}\n")
    sys.stdout.flush()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Machine:
    """A machine whose disk begins as an image, and keeps what is written to it.

    Args:
        folder: Where its disk lies; it is new.
        image: The folder of its image.
        brought: A folder whose files it finds on a second disk.
    """

    def __init__(self, folder, image, brought):
        self.folder, self.image = folder, image
        folder.mkdir(parents=True)
        base = str((image / "root.img").resolve())
        words = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", base, folder / "root.qcow2"]
        subprocess.run(words, check=True)
        subprocess.run(
            ["mke2fs", "-q", "-t", "ext4", "-d", brought, folder / "brought.img", "700M"], check=True
        )
        self._ports = {port: free_port() for port in (80, 8000)}
        self._tokens = count(int(time.time()))
        self.process = None

    def start(self):
        """Boot, and wait for it; gives the seconds that took."""
        begun_s = time.monotonic()
        doors = "".join(f",hostfwd=tcp:127.0.0.1:{at}-:{port}" for port, at in self._ports.items())
        words = [
            *("nice", "qemu-system-x86_64", "-M", "q35", "-cpu", PROCESSOR, "-accel", "tcg,thread=multi"),
            *("-smp", "2", "-m", "2048", "-display", "none", "-monitor", "none"),
            *("-serial", f"file:{self.folder}/console.log"),
            *("-kernel", f"{self.image}/vmlinuz", "-initrd", f"{self.image}/initrd.img"),
            *("-append", "root=/dev/vda rw console=ttyS0 quiet systemd.show_status=0"),
            *("-drive", f"file={self.folder}/root.qcow2,format=qcow2,if=virtio"),
            *("-drive", f"file={self.folder}/brought.img,format=raw,if=virtio,readonly=on"),
            *("-netdev", f"user,id=n0,restrict=on{doors}", "-device", "virtio-net-pci,netdev=n0"),
            *("-device", "virtio-rng-pci", "-device", "virtio-serial-pci"),
            *("-chardev", f"socket,path={self._agent},server=on,wait=off,id=agent"),
            *("-device", "virtserialport,chardev=agent,name=org.qemu.guest_agent.0"),
        ]
        self.process = subprocess.Popen(words)
        while time.monotonic() - begun_s < BOOT_S:
            try:
                self.run("true", limit_s=10)
            except OSError:
                time.sleep(1)
            else:
                return time.monotonic() - begun_s
        raise TimeoutError(f"It did not boot: {(self.folder / 'console.log').read_text()[-500:]}")

    @property
    def _agent(self):
        return f"{self.folder}/agent"

    def run(self, command, limit_s=1200.0):
        """Run a command line as root; gives what it said and how it ended.

        Raises:
            OSError: The machine does not answer.
        """
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(min(limit_s, 180))  # it may be busy writing to its disk
            line.connect(self._agent)
            token = next(self._tokens)
            heard = line.makefile("rb")
            line.sendall(b"\xff" + _asking("guest-sync-delimited", id=token))
            while f'{{"return": {token}}}'.encode() not in heard.readline():
                pass
            env = [
                "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                "HOME=/root",
                "LANG=C.UTF-8",
            ]
            asked = {"path": "/bin/bash", "arg": ["-c", command], "env": env, "capture-output": True}
            pid = _answer(line, heard, "guest-exec", **asked)["pid"]
            end_s = time.monotonic() + limit_s
            while time.monotonic() < end_s:
                told = _answer(line, heard, "guest-exec-status", pid=pid)
                if told["exited"]:
                    said = [base64.b64decode(told.get(key, "")).decode() for key in ("out-data", "err-data")]
                    return subprocess.CompletedProcess(command, told.get("exitcode", -1), *said)
                time.sleep(0.3)
        raise TimeoutError(f"{command} took more than {limit_s} s")

    def check(self, command, limit_s=1200.0):
        """Run a command line that has to go well; gives what it said."""
        done = self.run(command, limit_s)
        assert done.returncode == 0, f"{command}: {done.stdout[-2000:]} {done.stderr[-2000:]}"
        return done.stdout.strip()

    def get(self, path, port=8000):
        """Give the status of one of its pages and the page; 0 where nobody answers."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self._ports[port]}{path}", timeout=20) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError:
            return 0, ""

    def wait_until(self, is_so, limit_s=600.0):
        """Wait until something is so; gives the seconds that took."""
        begun_s = time.monotonic()
        while not is_so():
            assert time.monotonic() - begun_s < limit_s, "it took too long"
            time.sleep(1)
        return time.monotonic() - begun_s

    def wait_for_pages(self, limit_s=600.0):
        """Wait until its pages answer; gives the seconds that took."""
        return self.wait_until(lambda: self.get("/healthz")[0] == 200, limit_s)

    def cut(self):
        """Cut its power."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def check_disk(self):
        """Let the journal of its disk, which is off, be played back, and tell whether all is whole then."""
        raw = self.folder / "checked.raw"
        subprocess.run(["qemu-img", "convert", "-O", "raw", self.folder / "root.qcow2", raw], check=True)
        subprocess.run(["e2fsck", "-p", raw], capture_output=True, check=False)
        whole = subprocess.run(["e2fsck", "-fn", raw], capture_output=True, check=False).returncode == 0
        raw.unlink()
        return whole


def _asking(what, **arguments):
    return json.dumps({"execute": what, "arguments": arguments}).encode() + b"\n"


def _answer(line, heard, what, **arguments):
    line.sendall(_asking(what, **arguments))
    while True:
        told = json.loads(heard.readline().lstrip(b"\xff") or b'{"error": "it is gone"}')
        if "error" in told:
            raise OSError(told["error"])
        if "return" in told:
            return told["return"]
