"""A card that any computer prepares and a Pi installs itself from: what is written, and what is refused."""

import errno
import json
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from firmware.access_keys import open_keys
from firmware.appliance.card import COUNTRIES, FOLDER, LANGUAGES, wifi_psk
from firmware.appliance.installation import PARTS
from firmware.appliance.network.access_point import read_access_point
from firmware.build import real_parts
from firmware.cli.appliance import card as command
from firmware.cli.command_line import run, tablekeeper
from firmware.errors import InputError
from tests.some import some

GIVEN = {
    "--name": "tablekeeper",
    "--wifi": 'Ann\'s: "home" ☺',
    "--wifi-password": "household key",
    "--country": "de",
    "--language": "de",
    "--timezone": "Europe/Berlin",
    "--pin": "492713",
}
IMAGE = Path(command.__file__).parents[3] / "hardware" / "image"


@pytest.fixture
def card(tmp_path):
    """The small partition of a card to which Raspberry Pi OS was written."""
    folder = tmp_path / "bootfs"
    folder.mkdir()
    for name in ("config.txt", "cmdline.txt"):
        (folder / name).touch()
    (folder / "user-data").write_text("#cloud-config\n# nothing yet\n")
    return folder


def words(**changed):
    given = {**GIVEN, **{f"--{name.replace('_', '-')}": value for name, value in changed.items()}}
    return [word for option, value in given.items() for word in (option, value)]


def prepare(card, *more, **changed):
    assert run(["card", str(card), *words(**changed), *more], real_parts()) == 0


def refused(card, capsys, **changed):
    assert run(["card", str(card), *words(**changed)], real_parts()) == 2
    assert not (card / FOLDER).exists()
    return capsys.readouterr().err


def told(card, name):
    return json.loads((card / name).read_text().removeprefix("#cloud-config\n"))


def test_a_card_holds_what_the_first_start_needs(card):
    prepare(card)
    user, network = told(card, "user-data"), told(card, "network-config")["network"]
    assert (card / "user-data").read_text().startswith("#cloud-config\n")
    assert (user["hostname"], user["timezone"], user["locale"]) == (
        "tablekeeper",
        "Europe/Berlin",
        "de_DE.UTF-8",
    )
    assert network["renderer"] == "NetworkManager"
    radio = network["wifis"]["wlan0"]
    assert (radio["regulatory-domain"], radio["optional"]) == ("DE", True)
    assert radio["access-points"] == {
        GIVEN["--wifi"]: {"password": wifi_psk(GIVEN["--wifi"], GIVEN["--wifi-password"])}
    }
    keys = open_keys(card / FOLDER / "data")
    assert keys.fits_pin("492713")
    assert (card / FOLDER / "data/pin.txt").read_text() == "492713\n"
    assert read_access_point(card / FOLDER / "access-point.json").name.startswith("tablekeeper-")
    assert (card / FOLDER / "country").read_text() == "DE\n"


def test_the_program_on_the_card_is_whole_and_brings_its_packages(card, tmp_path):
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    pinned, _, _ = (IMAGE.parents[1] / "constraints.txt").read_text().partition("# Its tests")
    for name in some(re.findall(r"^([\w.-]+)==", pinned, re.MULTILINE)):
        (wheels / f"{name.replace('-', '_')}-8-py3-none-any.whl").write_bytes(b"a package")
    prepare(card, "--wheels", str(wheels))
    with tarfile.open(card / FOLDER / "content.tar.gz") as packed:
        names = packed.getnames()
        mode = packed.getmember("tablekeeper").mode
    assert {*PARTS} < {*names}
    assert "wheels/click-8-py3-none-any.whl" in names
    assert not [name for name in some(names) if "__pycache__" in name]
    assert mode & 0o111


def test_passwords_of_others_are_not_on_the_card(card):
    prepare(card)
    for file in some(each for each in card.rglob("*") if each.is_file() and each.suffix != ".gz"):
        assert GIVEN["--wifi-password"] not in file.read_text()


def test_a_card_prepared_again_keeps_its_own_wifi_and_what_was_there(card):
    prepare(card)
    first = told(card, "meta-data"), read_access_point(card / FOLDER / "access-point.json")
    prepare(card)
    second = told(card, "meta-data"), read_access_point(card / FOLDER / "access-point.json")
    assert first[0] != second[0]
    assert first[1] == second[1]
    assert (card / "user-data.before").read_text() == "#cloud-config\n# nothing yet\n"


def test_without_a_wifi_there_is_the_cable_alone(card):
    prepare(card, wifi="", wifi_password="")
    network = told(card, "network-config")["network"]
    assert "wifis" not in network
    assert network["ethernets"]["cable"]["optional"] is True


def test_nobody_logs_in_unless_with_a_key(card, tmp_path):
    prepare(card)
    assert told(card, "user-data")["users"][0]["lock_passwd"] is True
    assert "sudo" not in told(card, "user-data")["users"][0]
    (tmp_path / "key.pub").write_text("ssh-ed25519 AAAA ann@desk\n")
    prepare(card, "--ssh-key", str(tmp_path / "key.pub"))
    assert told(card, "user-data")["users"][0]["ssh_authorized_keys"] == ["ssh-ed25519 AAAA ann@desk"]


def test_whose_updates_are_trusted_is_on_the_card_and_what_is_no_key_is_refused(card, tmp_path, capsys):
    (tmp_path / "ours").write_text("-----BEGIN OPENSSH PRIVATE KEY-----\n")
    assert "holds no public key" in refused(card, capsys, signers=str(tmp_path / "ours"))
    (tmp_path / "ours.pub").write_text("ssh-ed25519 AAAA ann@desk\n")
    prepare(card, "--signers", str(tmp_path / "ours.pub"))
    assert (card / FOLDER / "signers").read_text() == "tablekeeper ssh-ed25519 AAAA ann@desk\n"


def test_a_card_without_all_packages_is_not_begun(card, tmp_path, capsys):
    (tmp_path / "click-8-py3-none-any.whl").touch()
    assert "lacks packages that are needed: babel, " in refused(card, capsys, wheels=str(tmp_path))


def test_a_pi_begins_nothing_from_a_card_that_was_too_small(card, capsys, monkeypatch):
    def fill(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    before = (card / "user-data").read_text()
    monkeypatch.setattr(command, "write_content", fill)
    assert run(["card", str(card), *words()], real_parts()) == 1
    assert "content.tar.gz cannot be written: the disk is full." in capsys.readouterr().err
    assert (card / "user-data").read_text() == before


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"name": "Table Keeper"}, "small letters, digits and hyphens"),
        ({"name": "-pi"}, "small letters, digits and hyphens"),
        ({"wifi": "x" * 33}, "1 to 32"),
        ({"wifi_password": "short"}, "8 to 63"),
        ({"wifi": ""}, "no name of a Wi-Fi"),
        ({"country": "UK"}, "two letters, such as DE, GB or US"),
        ({"country": "Germany"}, "two letters"),
        ({"timezone": "Europe/Bern"}, "one is Europe/Berlin"),
        ({"pin": "1234"}, "6 digits"),
        ({"pin": "12345x"}, "6 digits"),
        ({"language": "nl"}, "'nl' is not one of"),
    ],
)
def test_what_would_not_work_is_refused_in_a_sentence(card, capsys, changed, says):
    assert says in refused(card, capsys, **changed)


def test_a_folder_that_is_no_card_is_refused(tmp_path, capsys):
    assert "config.txt and cmdline.txt" in refused(tmp_path, capsys)
    assert "There is no folder" in refused(tmp_path / "none", capsys)


def asked(card, answers, *more):
    return CliRunner().invoke(tablekeeper, ["card", str(card), *more], input=answers, obj=real_parts())


def test_nothing_is_asked_before_there_is_a_card(tmp_path):
    done = asked(tmp_path / "none", "kitchen\n")
    assert isinstance(done.exception, InputError)
    assert "Name" not in done.output


def test_what_is_not_given_is_asked(card):
    answers = "kitchen\nHome\nsecret word\nIT\nit\nEurope/Rome\n\n"
    done = asked(card, answers)
    assert done.exit_code == 0, done.output
    assert done.output.index("Name of the machine") < done.output.index("Wi-Fi it joins")
    assert told(card, "user-data")["hostname"] == "kitchen"
    assert told(card, "user-data")["locale"] == "it_IT.UTF-8"
    pin = (card / FOLDER / "data/pin.txt").read_text().strip()
    assert f"PIN for the host: {pin}" in done.output
    assert len(pin) == 6
    assert pin in asked(card, answers).output  # what was printed still holds
    assert (card / FOLDER / "data/pin.txt").read_text().strip() == pin


def test_a_card_to_print_says_where_everything_is(card, tmp_path):
    printed = tmp_path / "card.pdf"
    prepare(card, "--print", str(printed), wifi="Home")
    page = printed.read_bytes().decode("latin-1")
    point = read_access_point(card / FOLDER / "access-point.json")
    for line in (point.name, point.key, "http://tablekeeper.local:8000", "http://10.42.0.1:8000", "492713"):
        assert line in page
    assert page.count(" re f") > 300


def test_countries_are_those_of_radios():
    assert {"DE", "FR", "IT", "CH", "AT", "GB", "US"} < {*COUNTRIES.split()}
    assert all(len(each) == 2 for each in some(COUNTRIES.split()))
    assert set(LANGUAGES) == {"en", "de", "fr", "it"}


@pytest.mark.skipif(shutil.which("dash") is None, reason="there is no dash to read it")
@pytest.mark.parametrize("script", some(IMAGE.glob("*.sh")), ids=lambda script: script.name)
def test_scripts_of_cards_are_such_that_a_shell_understands_them(script):
    done = subprocess.run(["dash", "-n", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_image_is_not_begun_without_what_it_takes(tmp_path):
    for name, text in (("text", "hello"), ("key", "ssh-ed25519 AAAA")):
        (tmp_path / name).write_text(text)
    for words, says in (
        ((), "give a release"),
        (("a", "b", "c"), "there is no file a"),
        (("text", "text", "c"), "text holds no public key"),
        (("text", "key", "c"), "text is no release with packages for arm64"),
    ):
        done = subprocess.run(
            ["sh", IMAGE / "build.sh", *words], capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert done.returncode == 1
        assert says in done.stderr
    assert {file.name for file in tmp_path.iterdir()} == {"text", "key"}
