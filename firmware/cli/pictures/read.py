"""``tablekeeper read``: from a photograph of the table to the board and the score sheet."""

import math
import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import click
import cv2

from firmware.build import Parts
from firmware.cli import options
from firmware.cli.games.games import say_value
from firmware.cli.output import print_json
from firmware.cli.progress import progress_bar
from firmware.cli.sheets import board_sheet, print_sheet
from firmware.errors import InputError
from firmware.images.pictures import read_picture
from firmware.print_sets import NOTHING_LEARNED, chosen_set, load_prints
from firmware.store.files import write_file
from scoring.game import GameInfo
from vision.errors import NoTableError
from vision.reader import Image

OVERLAY_KINDS = (".png", ".jpg", ".jpeg", ".webp")
ON_THE_TRACK = "Points scored during the game are not in the photograph: add them from the score track."
NO_CORNERS = "--corner-px does not help with this game, where no tile lies square in a grid: leave it out."
BY_CORNERS = "Where that does not help, give the corners of any one tile with --corner-px."
Corners = tuple[tuple[float, float], ...]


@click.command(short_help="Read a photograph of the table.")
@options.path("image", "IMAGE")
@options.game()
@options.prints()
@options.any_box()
@click.option("--colours", default="", metavar="red,blue", help="The players' colours, where known.")
@click.option(
    "--corner-px",
    multiple=True,
    metavar="X,Y",
    help="The four corners of any one tile, going round it; for photographs taken at a slant. "
    'Four times, or once as "X,Y X,Y X,Y X,Y".',
)
@click.option("--overlay", type=click.Path(path_type=Path), metavar="OUT.png", help="Draw the reading there.")
@click.option("--score", is_flag=True, help="Add the score sheet as if the game ended now.")
@click.option(
    "--rules",
    metavar="RULES",
    help="The rule set to score by, where there are several; see: tablekeeper games",
)
@click.option(
    "--option", multiple=True, metavar="NAME=VALUE", help="An option over the rule set's own value."
)
@options.as_json()
@options.data()
@click.pass_obj
def read(  # noqa: PLR0913 # an argument for each option
    parts: Parts,
    *,
    image: Path,
    game: str,
    prints: str | None,
    any_box: bool,
    colours: str,
    corner_px: tuple[str, ...],
    overlay: Path | None,
    score: bool,
    rules: str | None,
    option: tuple[str, ...],
    as_json: bool,
    data: Path,
) -> None:
    """Read IMAGE, one photograph of the table, and print what lies on it.

    With --score --rules RULES the score sheet follows, every sum explained. A game with one rule set
    needs no --rules.
    """
    game_rules, reader = parts.rules(game), parts.reader(game)
    info = game_rules.info
    known, corners = parse_colours(colours, info), parse_corners(corner_px)
    if corners and not reader.CORNERS_HELP:
        raise InputError(NO_CORNERS)
    rule_set = parse_rules(score, rules, option, info)
    chosen = parse_options(option, info)
    check_overlay(overlay)
    photograph = read_picture(image)
    say = partial(click.echo, err=True)
    taken: list[str] = []
    name = chosen_set(data, reader, prints, taken.append, any_box=any_box)
    learned = None if name is None else load_prints(data, name, game_rules, reader, say)
    try:
        with progress_bar("Reading") as heard:
            board = reader.read(
                photograph, learned, corners_px=corners, colours=known or None, progress=heard
            )
    except NoTableError as error:
        if corners or not reader.CORNERS_HELP:
            raise
        raise NoTableError(f"{error} {BY_CORNERS}") from error
    for each in [NOTHING_LEARNED] if name is None else taken:
        say(each)
    document = game_rules.dump_board(board)
    if rule_set:
        document["sheet"] = board_sheet(game_rules, board, rule_set, chosen, known)
    if overlay:
        write_file(overlay, packed(reader.overlay(photograph, board), overlay.suffix))
    if as_json:
        print_json(document)
        return
    click.echo("\n".join(game_rules.list_board(board)))
    if rule_set:
        print_sheet(document["sheet"], info, {}, game_rules.rulers(board).corner)
        click.echo(ON_THE_TRACK)
        if info.left_out:
            click.echo(info.left_out)


def parse_colours(text: str, info: GameInfo) -> Sequence[str]:
    """Split "red,blue" and make sure that the game has these colours."""
    colours = [colour.strip().lower() for colour in text.split(",") if colour.strip()]
    for colour in colours:
        if colour not in info.colours:
            raise InputError(f"{info.title} has no {colour!r}; its colours are: {', '.join(info.colours)}.")
        if colours.count(colour) > 1:
            raise InputError(f"{colour.capitalize()} is named more than once: name every colour once.")
    return colours


def parse_corners(texts: Sequence[str]) -> Corners | None:
    """Read the four corners of a tile, in pixels, and put them in clockwise order.

    Raises:
        InputError: They are not four points going round a tile.
    """
    points = [_point(text) for text in " ".join(texts).replace(";", " ").split()]
    if not points:
        return None
    if len(points) != 4:
        raise InputError(f"--corner-px needs the 4 corners of one tile, not {len(points)}.")
    bends = [_bend(points[i - 2], points[i - 1], points[i]) for i in range(4)]
    if not (all(bend > 0 for bend in bends) or all(bend < 0 for bend in bends)):
        raise InputError("--corner-px needs the corners of one tile in order, going round it.")
    return tuple(points if bends[0] > 0 else reversed(points))


def _point(text: str) -> tuple[float, float]:
    match = re.fullmatch(r"([^,]+),([^,]+)", text)
    try:
        x, y = (float(number) for number in match.groups()) if match else (math.nan, math.nan)
    except ValueError:
        x = y = math.nan
    if not (math.isfinite(x) and math.isfinite(y)):
        raise InputError(f"--corner-px needs points in pixels such as 120,340, not {text!r}.")
    return x, y


def _bend(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    """Say which way a path turns at b: positive for clockwise in an image, where y runs down."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def parse_rules(score: bool, rules: str | None, option: Sequence[str], info: GameInfo) -> str:
    """Give the rule set to score by; empty where nothing is to be scored."""
    names = [rule_set.name for rule_set in info.rule_sets]
    if not score:
        if rules or option:
            raise InputError("--rules and --option belong to --score, which prints the score sheet.")
        return ""
    if not rules and len(names) == 1:
        return names[0]
    if not rules:
        raise InputError(f"--score needs to know the rules: --rules {' or '.join(names)}")
    if rules not in names:
        raise InputError(f"{info.title} has no rule set {rules!r}; there are: {', '.join(names)}.")
    return rules


def parse_options(texts: Sequence[str], info: GameInfo) -> Mapping[str, str | bool]:
    """Read each "NAME=VALUE" and make sure that the game has such an option and value."""
    known = {option.name: {say_value(v.value): v.value for v in option.values} for option in info.options}
    chosen = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in known:
            raise InputError(f"{info.title} has no option {name!r}; there are: {', '.join(known)}.")
        if value not in known[name]:
            raise InputError(f"The option {name} can be {' or '.join(known[name])}, not {value!r}.")
        chosen[name] = known[name][value]
    return chosen


def check_overlay(file: Path | None) -> None:
    """Make sure, before a long reading, that its drawing can be kept.

    Raises:
        InputError: It is no kind of picture that can be written, or its folder is not there.
    """
    if file is None:
        return
    if file.suffix.lower() not in OVERLAY_KINDS:
        raise InputError(f"--overlay writes a picture ({', '.join(OVERLAY_KINDS)}), not {file.name!r}.")
    if not file.parent.is_dir():
        raise InputError(f"--overlay cannot write {file}: there is no folder {file.parent}.")


def packed(image: Image, suffix: str) -> bytes:
    """Pack an image as the kind of file its name says."""
    return cv2.imencode(suffix.lower(), image)[1].tobytes()
