"""Releases: signed by their makers, and not looked into before that is known."""

import errno
import io
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from firmware.appliance import releases
from firmware.appliance.installation import PARTS
from firmware.appliance.releases import (
    CONTENT,
    ENDING,
    SIGNATURE,
    check_wheels,
    newest_release,
    number_of,
    open_release,
    read_signers,
    version_of,
    write_release,
)
from firmware.errors import CommandError, InputError

pytestmark = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not here")


def make_key(folder, name):
    key = folder / name
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    return key


@pytest.fixture
def key(tmp_path):
    return make_key(tmp_path, "ours")


@pytest.fixture
def signers(tmp_path, key):
    file = tmp_path / "signers"
    file.write_text(f"tablekeeper {key.with_suffix('.pub').read_text()}")
    return file


@pytest.fixture
def source(tmp_path):
    """A program so small that packing it takes no time."""
    folder = tmp_path / "source"
    for name in PARTS:
        if "." in name or name in {"tablekeeper", "LICENSE"}:
            folder.mkdir(exist_ok=True)
            (folder / name).write_text(name)
        else:
            (folder / name / "__pycache__").mkdir(parents=True)
            (folder / name / "__init__.py").write_text("")
    (folder / "pyproject.toml").write_text('[project]\nversion = "1.2.0"\n')
    return folder


@pytest.fixture
def wheels(tmp_path):
    folder = tmp_path / "all"
    folder.mkdir()
    (folder / "flask-3.whl").write_bytes(b"flask")
    return folder


@pytest.fixture
def release(source, wheels, key, tmp_path):
    return write_release(source, wheels, key, tmp_path)


def test_what_was_packed_comes_out_without_traces_of_its_maker(release, signers, tmp_path):
    into = tmp_path / "incoming"
    open_release(release, signers, into)
    assert version_of(into) == "1.2.0"
    assert (into / "wheels/flask-3.whl").read_bytes() == b"flask"
    assert not [*into.rglob("__pycache__")]
    assert {each.name for each in into.iterdir()} == {*PARTS, "wheels"}


def test_what_does_not_fit_on_the_disk_is_said(release, signers, tmp_path):
    into = tmp_path / "incoming"
    full = "#!/bin/sh\necho 'tar: wheels: Cannot mkdir: No space left on device' >&2\nexit 2\n"
    (tmp_path / "tar").write_text(full)
    (tmp_path / "tar").chmod(0o755)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(tmp_path), prepend=":")
        with pytest.raises(CommandError, match=r"cannot be unpacked: .*No space left"):
            open_release(release, signers, into)


def test_what_others_made_is_not_copied_where_it_would_fill_the_disk(tmp_path, monkeypatch):
    header, into = tarfile.TarInfo(CONTENT), tmp_path / "incoming"
    header.size = 1_900_000_000
    (tmp_path / "large").write_bytes(header.tobuf(tarfile.USTAR_FORMAT) + b"\0" * 10_000)
    usage = shutil._ntuple_diskusage(8 * 10**9, 3 * 10**9, 5 * 10**9)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with pytest.raises(CommandError, match="1900 MB needs 5700 MB, and 5000 MB are free"):
        open_release(tmp_path / "large", tmp_path / "signers", into)
    assert not [*into.iterdir()]


@pytest.mark.parametrize("tar", ["#!/bin/sh\nkill -9 $$\n", None])
def test_a_system_that_cannot_unpack_says_so(release, signers, tmp_path, monkeypatch, tar):
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "ssh-keygen").symlink_to(shutil.which("ssh-keygen"))
    if tar:
        (programs / "tar").write_text(tar)
        (programs / "tar").chmod(0o755)
    monkeypatch.setenv("PATH", str(programs))
    with pytest.raises(CommandError, match=r"cannot be unpacked: \w"):
        open_release(release, signers, tmp_path / "incoming")


def test_a_release_that_others_signed_is_refused_unopened(source, wheels, signers, tmp_path):
    other = write_release(source, wheels, make_key(tmp_path, "theirs"), tmp_path)
    into = tmp_path / "incoming"
    with pytest.raises(InputError, match="not signed by the makers"):
        open_release(other, signers, into)
    assert not (into / "pyproject.toml").exists()


def test_a_signature_for_another_purpose_is_no_release(release, key, signers, tmp_path):
    content = tmp_path / "out" / CONTENT
    content.parent.mkdir()
    with tarfile.open(release) as packed:
        content.write_bytes(packed.extractfile(CONTENT).read())
    subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-f", key, "-n", "git", content], check=True)
    with tarfile.open(release, "w", format=tarfile.USTAR_FORMAT) as packed:
        for name in (CONTENT, SIGNATURE):
            packed.add(tmp_path / "out" / name, name)
    with pytest.raises(InputError, match="not signed by the makers"):
        open_release(release, signers, tmp_path / "incoming")


@pytest.mark.parametrize("at", [0.2, 0.5, 0.9])
def test_a_release_of_which_one_byte_is_wrong_is_refused(release, signers, tmp_path, at):
    data = bytearray(release.read_bytes())
    with tarfile.open(release) as packed:
        content = packed.getmember(CONTENT)
    data[content.offset_data + int(at * content.size)] ^= 1
    release.write_bytes(data)
    with pytest.raises(InputError, match="damaged on its way"):
        open_release(release, signers, tmp_path / "incoming")


@pytest.mark.parametrize("data", [b"", b"hello", b"\0" * 20_000])
def test_what_is_no_release_is_refused_in_a_sentence(data, signers, tmp_path):
    file = tmp_path / f"nothing{ENDING}"
    file.write_bytes(data)
    with pytest.raises(InputError, match="is no release of tablekeeper"):
        open_release(file, signers, tmp_path / "incoming")


def test_links_that_lead_out_of_a_release_are_not_followed(signers, tmp_path):
    file = tmp_path / f"sly{ENDING}"
    with tarfile.open(file, "w") as packed:
        link = tarfile.TarInfo(CONTENT)
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        packed.addfile(link)
        packed.addfile(tarfile.TarInfo(SIGNATURE), io.BytesIO())
    with pytest.raises(InputError, match="is no release"):
        open_release(file, signers, tmp_path / "incoming")


def hostile(**headers):
    """Give a tar whose first file asks for extensions that a reader might follow."""
    member = tarfile.TarInfo(CONTENT)
    member.pax_headers = headers
    return member.tobuf(tarfile.PAX_FORMAT)


NESTED = tarfile.TarInfo("more")
NESTED.type = b"x"


@pytest.mark.parametrize(
    "data",
    [
        hostile(**{"GNU.sparse.map": "0,many"}),
        hostile(**{"GNU.sparse.size": "many", "GNU.sparse.major": "1", "GNU.sparse.minor": "0"}),
        NESTED.tobuf() * 1500,
    ],
)
def test_what_would_trip_a_reader_of_tars_is_refused_in_a_sentence(data, signers, tmp_path):
    file = tmp_path / f"sly{ENDING}"
    file.write_bytes(data)
    with pytest.raises(InputError, match="is no release"):
        open_release(file, signers, tmp_path / "incoming")


def test_a_release_that_ends_too_early_is_refused(release, signers, tmp_path):
    data = release.read_bytes()
    for length in (100, 600, 1024):
        release.write_bytes(data[:length])
        with pytest.raises(InputError, match=r"is no release|damaged on its way"):
            open_release(release, signers, tmp_path / "incoming")


def test_without_keys_that_are_trusted_nothing_is_installed(release, tmp_path):
    with pytest.raises(InputError, match="--signers"):
        open_release(release, tmp_path / "missing", tmp_path / "incoming")


def test_a_file_that_is_not_there_is_said(signers, tmp_path):
    with pytest.raises(CommandError, match="no such file"):
        open_release(tmp_path / "gone", signers, tmp_path / "incoming")


def test_of_several_releases_the_newest_is_taken(tmp_path):
    with pytest.raises(InputError, match="copy the release there"):
        newest_release(tmp_path)
    for version in ("0.9.1", "0.10.0", "0.2.0"):
        (tmp_path / f"tablekeeper-{version}{ENDING}").write_bytes(b"")
    assert newest_release(tmp_path).name == f"tablekeeper-0.10.0{ENDING}"
    assert number_of("1.0.0") > number_of("1.0.rc1")
    assert number_of("1.0.0") > number_of("1.0.\N{SUPERSCRIPT TWO}"), "which is a digit and no number"


def test_a_key_that_is_none_and_a_folder_without_packages_are_said(source, wheels, tmp_path):
    for key in (source / "README.md", tmp_path / "missing"):
        with pytest.raises(InputError, match=r"cannot sign .* made once, with: ssh-keygen -t ed25519 -f KEY"):
            write_release(source, wheels, key, tmp_path)
    with pytest.raises(InputError, match="holds no packages"):
        write_release(source, tmp_path, Path("key"), tmp_path)


def test_a_release_for_which_there_is_no_room_leaves_nothing(source, wheels, key, tmp_path, monkeypatch):
    def fill(file, name, **_):
        raise OSError(errno.ENOSPC, "No space left on device")

    out = tmp_path / "out"
    out.mkdir()
    with monkeypatch.context() as patch:
        patch.setattr(releases, "put_in_place", fill)
        with pytest.raises(CommandError, match=r"release cannot be written: the disk is full\."):
            write_release(source, wheels, key, out)
    assert not [*out.iterdir()]
    made = write_release(source, wheels, key, out)
    assert [*out.iterdir()] == [made]


def test_the_public_key_that_was_made_is_enough_to_trust_its_releases(release, key, tmp_path):
    trusted = tmp_path / "trusted"
    trusted.write_text(read_signers(key.with_suffix(".pub")))
    open_release(release, trusted, tmp_path / "incoming")
    assert read_signers(trusted) == trusted.read_text()


def test_only_keys_of_makers_are_trusted(key, tmp_path):
    public = key.with_suffix(".pub").read_text()
    wrong = {"private": key.read_text(), "text": "hello\n", "empty": "", "other": f"ann {public}"}
    for name, text in wrong.items():
        file = tmp_path / name
        file.write_text(text)
        with pytest.raises(InputError, match=rf"{name} holds no public key"):
            read_signers(file)
    with pytest.raises(InputError, match="no such file"):
        read_signers(tmp_path / "gone")


def test_packages_that_are_missing_are_named_whatever_their_spelling(tmp_path):
    pinned = ("Flask-Babel==4.0.0 \\", "    --hash=sha256:00", "numpy==2.4.6 \\", "nets==1 ; machine != 'x'")
    (tmp_path / "constraints.txt").write_text("\n".join([*pinned, "# Its tests need", "pytest==9", ""]))
    with pytest.raises(InputError, match="holds no packages"):
        check_wheels(tmp_path, tmp_path)
    (tmp_path / "flask_babel-4.0.0-py3-none-any.whl").touch()
    with pytest.raises(InputError, match="lacks packages that are needed: numpy; "):
        check_wheels(tmp_path, tmp_path)
    (tmp_path / "numpy-2.4.6-cp313-cp313-linux_aarch64.whl").touch()
    check_wheels(tmp_path, tmp_path)
