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
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from itertools import count
from pathlib import Path

PACKAGES = (
    *("linux-image-amd64", "initramfs-tools", "zstd", "systemd", "systemd-sysv", "dbus", "udev", "kmod"),
    *("e2fsprogs", "iproute2", "procps", "nftables", "python3", "python3-venv", "curl", "openssh-client"),
    "qemu-guest-agent",
)
NETWORK_PACKAGES = (
    *("network-manager", "wpasupplicant", "dnsmasq-base", "iw", "wireless-regdb", "rfkill"),
    *("avahi-daemon", "avahi-utils", "libnss-mdns", "cloud-init", "netplan.io", "locales"),
)
"""What a Raspberry Pi OS has beside these, of networks and of its first start."""
PROCESSOR = "Nehalem"
"""QEMU's own idea of the best processor computes wrongly where NumPy takes its newest instructions."""
ENV = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
}
HERE = Path(__file__).parent
BOOT_S = 600


def build_image(folder, suite, more=()):
    """Make a small Debian in a folder: ``root.img``, a bare ext4, with its kernel beside it.

    Args:
        folder: Where it is kept.
        suite: What that Debian is called.
        more: Packages that it has beside the usual ones.
    """
    if (folder / "root.img").exists():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    root = folder / "root"
    subprocess.run(["rm", "-rf", "--one-file-system", root], check=True)
    words = [
        *(
            "mmdebstrap",
            "--quiet",
            "--mode=root",
            "--variant=minbase",
            f"--include={','.join((*PACKAGES, *more))}",
        ),
        *("--aptopt=Apt::Install-Recommends false", f'--essential-hook=sh {HERE}/image_early.sh "$1"'),
        *(
            f'--customize-hook=sh {HERE}/image_late.sh "$1"',
            suite,
            str(root),
            f"deb {_mirror()} {suite} main",
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


@contextmanager
def entered(image):
    """Give a folder in which the files of an image are, as its root would see them."""
    with tempfile.TemporaryDirectory() as made:
        subprocess.run(["mount", "-o", "loop", image, made], check=True)
        for kernels in ("proc", "dev"):
            subprocess.run(["mount", "--bind", f"/{kernels}", f"{made}/{kernels}"], check=True)
        try:
            yield Path(made)
        finally:
            subprocess.run(["umount", f"{made}/proc", f"{made}/dev", made], check=True)


def run_inside(root, command):
    """Run a command line in such a folder by this machine's own processor."""
    offline = {"SYSTEMD_OFFLINE": "1"}  # the systemd that runs here is not that of the image
    subprocess.run(["chroot", root, "/bin/bash", "-c", command], check=True, env={**ENV, **offline})


def tell(says):
    """Tell whoever waits how long something took."""
    sys.stdout.write(f"{says}\n")
    sys.stdout.flush()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Debian:
    """A Debian that runs, and what is asked of it; how a command gets there is up to what runs it."""

    def check(self, command, limit_s=1200.0):
        """Run a command line that has to go well; gives what it said."""
        done = self.run(command, limit_s)
        assert done.returncode == 0, f"{command}: {done.stdout[-2000:]} {done.stderr[-2000:]}"
        return done.stdout.strip()

    def has(self, file):
        """Tell whether a file or a folder is there."""
        return self.run(f"test -e {file}").returncode == 0

    def uptime_s(self):
        """Give how long it has been up."""
        return float(self.check("cut -d' ' -f1 /proc/uptime"))

    def get(self, path, port=8000):
        """Give the status of one of its pages and the page; 0 where nobody answers."""
        try:
            with urllib.request.urlopen(f"{self.address(port)}{path}", timeout=20) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError:
            return 0, ""

    def wait_until(self, is_so, limit_s=1800.0):
        """Wait until something is so; gives the seconds that took."""
        begun_s = time.monotonic()
        while not is_so():
            assert time.monotonic() - begun_s < limit_s, "it took too long"
            time.sleep(1)
        return time.monotonic() - begun_s

    def wait_for_pages(self, limit_s=1800.0):
        """Wait until its pages answer; gives the seconds that took."""
        return self.wait_until(lambda: self.get("/healthz")[0] == 200, limit_s)


class Machine(Debian):
    """A machine whose disk begins as an image, and keeps what is written to it.

    Args:
        folder: Where its disk lies; it is new.
        image: The folder of its kernel.
        disk: The image that its disk begins as.
        brought: A folder whose files it finds on a second disk.
        card: A folder whose files it finds on a disk as the small partition of a card is.
    """

    def __init__(self, folder, image, disk, brought, card=None):
        self.folder, self.image = folder, image
        folder.mkdir(parents=True)
        base = str(disk.resolve())
        words = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", base, self.disk]
        subprocess.run(words, check=True)
        subprocess.run(
            ["mke2fs", "-q", "-t", "ext4", "-d", brought, folder / "brought.img", "700M"], check=True
        )
        if card:
            words = ["mkfs.vfat", "-n", "CIDATA", "-C", folder / "card.img", str(400 * 1024)]
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
            subprocess.run(["mcopy", "-s", "-i", folder / "card.img", *card.iterdir(), "::"], check=True)
        self._ports = {port: free_port() for port in (80, 8000)}
        self._tokens = count(int(time.time()))
        self.process = None

    def start(self, *more):
        """Boot, and wait for it; gives the seconds that took.

        Args:
            more: What this machine has beside, in QEMU's words.
        """
        begun_s = time.monotonic()
        doors = "".join(f",hostfwd=tcp:127.0.0.1:{at}-:{port}" for port, at in self._ports.items())
        words = [
            *("qemu-system-x86_64", "-M", "q35", "-cpu", PROCESSOR, "-accel", "tcg,thread=multi"),
            *("-smp", "2", "-m", "2048", "-display", "none", "-monitor", "none"),
            *("-serial", f"file:{self.folder}/console.log"),
            *("-kernel", f"{self.image}/vmlinuz", "-initrd", f"{self.image}/initrd.img"),
            *("-append", "root=/dev/vda rw console=ttyS0 quiet systemd.show_status=0"),
            *("-drive", f"file={self.disk},format=qcow2,if=virtio"),
            *("-drive", f"file={self.folder}/brought.img,format=raw,if=virtio,readonly=on"),
            *("-netdev", f"user,id=n0,restrict=on{doors}", "-device", "virtio-net-pci,netdev=n0"),
            *("-device", "virtio-rng-pci", "-device", "virtio-serial-pci"),
            *("-chardev", f"socket,path={self._agent},server=on,wait=off,id=agent"),
            *("-device", "virtserialport,chardev=agent,name=org.qemu.guest_agent.0"),
            *("-qmp", f"unix:{self._monitor},server=on,wait=off", *more),
        ]
        if self.stick.exists():
            words += ["-device", "qemu-xhci", "-device", "usb-storage,drive=stick,removable=on"]
            words += ["-drive", f"if=none,id=stick,file={self.stick},format=raw,readonly=on"]
        if (self.folder / "card.img").exists():
            words += ["-drive", f"file={self.folder}/card.img,format=raw,if=virtio"]
        self.process = subprocess.Popen(words)
        while time.monotonic() - begun_s < BOOT_S:
            try:
                self.run("true", limit_s=10)
            except OSError:
                time.sleep(1)
            else:
                self.run("mkdir -p /mnt/brought && mount -o ro /dev/vdb /mnt/brought")
                return time.monotonic() - begun_s
        raise TimeoutError(f"It did not boot: {(self.folder / 'console.log').read_text()[-500:]}")

    @property
    def disk(self):
        """The file that its disk is."""
        return self.folder / "root.qcow2"

    @property
    def stick(self):
        """The file that a USB stick is, which is there if it is plugged in."""
        return self.folder / "stick.img"

    @property
    def _agent(self):
        return f"{self.folder}/agent"

    @property
    def _monitor(self):
        return f"{self.folder}/monitor"

    def save(self, name):
        """Keep the machine as it is at this moment, with its memory, to come back to."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(300)
            line.connect(self._monitor)
            heard = line.makefile("rb")
            _answer(line, heard, "qmp_capabilities")
            said = _answer(line, heard, "human-monitor-command", **{"command-line": f"savevm {name}"})
            assert said == "", said

    def come_back(self, name):
        """Be again what was kept under a name."""
        self.cut()
        self.start("-loadvm", name)

    def address(self, port=8000):
        """Give where its pages are."""
        return f"http://127.0.0.1:{self._ports[port]}"

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
            env = [f"{name}={value}" for name, value in ENV.items()]
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

    def cut(self):
        """Cut its power."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def switch_off(self):
        """Switch it off as one should, and wait for that."""
        self.run("systemctl poweroff")
        self.process.wait(BOOT_S)

    def check_disk(self, taken=None):
        """Let the journal of its disk, which is off, be played back, and tell whether all is whole then.

        Args:
            taken: A folder of it, and a folder here that its files are copied to; None for nothing.
        """
        raw = self.folder / "checked.raw"
        subprocess.run(["qemu-img", "convert", "-O", "raw", self.disk, raw], check=True)
        subprocess.run(["e2fsck", "-p", raw], capture_output=True, check=False)
        whole = subprocess.run(["e2fsck", "-fn", raw], capture_output=True, check=False).returncode == 0
        if taken:
            words = ["debugfs", "-R", f"rdump {taken[0]} {taken[1]}", raw]
            subprocess.run(words, capture_output=True, check=True)
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
