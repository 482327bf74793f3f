"""``tablekeeper card``: what a fresh memory card needs so that a Pi installs tablekeeper by itself."""

import secrets
import shutil
import tarfile
from pathlib import Path

import click
import segno

from firmware.access_keys import PIN_LENGTH, SLIP, open_keys, random_pin
from firmware.appliance.card import (
    FOLDER,
    LANGUAGES,
    CardWishes,
    check_card,
    check_wishes,
    meta_data,
    network_config,
    user_data,
)
from firmware.appliance.network.access_point import (
    ADDRESS,
    AccessPoint,
    new_access_point,
    read_access_point,
    wifi_link,
    write_private,
)
from firmware.appliance.releases import read_signers, write_content
from firmware.cli.appliance.install import SOURCE, wheels_option
from firmware.errors import InputError
from firmware.store.files import read_file, write_file, writing
from hardware.access_card import PrintedAccess, draw_access_card
from hardware.paper import PAPERS_MM

IMAGE = SOURCE / "hardware" / "image"
FIRST_BOOT = ("first-boot.sh", "unpack.sh", "tablekeeper-first-boot.service")
OTHERS = "before"
DATA = "data"
SLIPS = f"{DATA}/{SLIP}"
POINT = "access-point.json"
ZONE_FILE = Path("/etc/localtime")
ZONES = "zoneinfo/"


def _own_zone() -> str:
    """Give the time zone of the computer that writes the card."""
    _, found, zone = str(ZONE_FILE.resolve()).rpartition(ZONES)
    return zone if found else "Etc/UTC"


def _checked_folder(ctx: click.Context, param: click.Parameter, folder: Path) -> Path:
    """Refuse what is no card before anything is asked."""
    check_card(folder)
    return folder


def _own_pin() -> str:
    """Give the PIN that the card has from before, and is printed; a new card is given one."""
    slip = click.get_current_context().params["folder"] / FOLDER / SLIPS
    return read_file(slip).decode(errors="replace").strip() if slip.exists() else random_pin()


def _ask_key(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """Ask for the password of a Wi-Fi that was named; none is asked for where there is none."""
    if value is None and ctx.params.get("wifi"):
        return str(
            click.prompt("Password of that Wi-Fi (empty where it is open)", default="", show_default=False)
        )
    return value or ""


@click.command(short_help="Prepare a memory card: a Pi then installs tablekeeper at its first start.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path), callback=_checked_folder)
@click.option(
    "--name", prompt="Name of the machine", default="tablekeeper", help="How it is called in its network."
)
@click.option(
    "--wifi",
    prompt="Wi-Fi it joins (empty for none: it then has one of its own)",
    default="",
    show_default=False,
    help="The Wi-Fi that it joins; empty for none.",
)
@click.option("--wifi-password", callback=_ask_key, help="The password of that Wi-Fi.")
@click.option(
    "--country", prompt="Country, in two letters", help="Whose rules its radio keeps to, such as DE."
)
@click.option(
    "--language",
    prompt="Language",
    default="en",
    type=click.Choice(list(LANGUAGES)),
    help="What a connected screen speaks.",
)
@click.option("--timezone", prompt="Time zone", default=_own_zone, help="Such as Europe/Berlin.")
@click.option(
    "--pin", prompt="PIN for the host, six digits", default=_own_pin, help="What makes a phone the host's."
)
@click.option(
    "--ssh-key", type=click.Path(path_type=Path), metavar="FILE", help="A public key that may log in."
)
@wheels_option("A folder with all packages, so that the first start needs no internet.")
@click.option(
    "--signers",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The public key whose updates are trusted.",
)
@click.option(
    "--print",
    "printed",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where to write a card to print.",
)
@click.option(
    "--paper", type=click.Choice(list(PAPERS_MM)), default="a4", show_default=True, help="Of that card."
)
def card(  # noqa: PLR0913, PLR0917 - click hands the options in by name
    folder: Path,
    name: str,
    wifi: str,
    wifi_password: str,
    country: str,
    language: str,
    timezone: str,
    pin: str,
    ssh_key: Path | None,
    wheels: Path | None,
    signers: Path | None,
    printed: Path | None,
    paper: str,
) -> None:
    """Prepare a card that Raspberry Pi OS was written to: DIR is its small partition, called bootfs.

    What is not given is asked. At its first start the Pi installs tablekeeper, in some minutes, and nobody
    has to type there; a connected screen and the printed card say where it is. A card that is prepared again
    keeps its own Wi-Fi and, if you like, its PIN, so that a card that was printed still holds.
    """
    login = read_file(ssh_key).decode(errors="replace").strip() if ssh_key else ""
    wishes = CardWishes(name, wifi, wifi_password, country.upper(), language, timezone, login)
    check_wishes(wishes)
    check_pin(pin)
    trusted = read_signers(signers) if signers else ""
    point = read_access_point(folder / FOLDER / POINT) or new_access_point()
    _write_folder(folder / FOLDER, wishes, pin, point, wheels, trusted)
    _write_files(folder, wishes)  # last: a Pi that finds these begins
    lines = _words(wishes, pin, point)
    if printed:
        code = segno.make(wifi_link(point.name, point.key), micro=False).matrix_iter(border=4)
        drawn = PrintedAccess([[bool(square) for square in row] for row in code], lines)
        write_file(printed, draw_access_card(drawn, paper))
    click.echo(
        f"The card is ready; put it into the Pi. It takes {'ten' if wheels else 'twenty'} minutes or so."
    )
    for line in lines:
        click.echo(f"  {line}")
    click.echo("Whoever makes a new PIN later notes it on the printed card.")


def check_pin(pin: str) -> None:
    """Refuse a PIN that is not one.

    Raises:
        InputError: It has not as many digits.
    """
    if len(pin) != PIN_LENGTH or not (pin.isascii() and pin.isdigit()):
        raise InputError(f"The PIN has {PIN_LENGTH} digits, such as 492713; {pin!r} has not.")


def _write_files(folder: Path, wishes: CardWishes) -> None:
    """Write what cloud-init reads; what lay there is kept beside it, once."""
    texts = {
        "user-data": user_data(wishes),
        "network-config": network_config(wishes),
        "meta-data": meta_data(secrets.token_hex(4)),
    }
    for name, text in texts.items():
        file = folder / name
        if file.exists() and not (folder / f"{name}.{OTHERS}").exists():
            shutil.copyfile(file, folder / f"{name}.{OTHERS}")
        write_file(file, text.encode())


def _write_folder(
    folder: Path, wishes: CardWishes, pin: str, point: AccessPoint, wheels: Path | None, trusted: str
) -> None:
    """Write the program, and what makes this machine its own."""
    data = folder / DATA
    shutil.rmtree(data, ignore_errors=True)
    data.mkdir(parents=True)
    for name in FIRST_BOOT:
        write_file(folder / name, (IMAGE / name).read_bytes())
    write_file(folder / "country", f"{wishes.country}\n".encode())
    write_private(folder / POINT, point)
    open_keys(data, writes_pin=True, pin=pin)
    if trusted:
        write_file(folder / "signers", trusted.encode())
    content = folder / "content.tar.gz"
    with writing(content), tarfile.open(content, "w:gz", compresslevel=1) as packed:
        write_content(packed, SOURCE, wheels)


def _words(wishes: CardWishes, pin: str, point: AccessPoint) -> list[str]:
    """Say what is to be known of the machine, a line each."""
    return [
        f"In {wishes.wifi}:" if wishes.wifi else "At a cable:",
        f"http://{wishes.host_name}.local:8000",
        "Without a Wi-Fi, in its own:",
        f"name: {point.name}",
        f"password: {point.key}",
        f"http://{ADDRESS}:8000",
        f"PIN for the host: {pin}",
    ]
