"""The command line: every command by its name, and how each ends."""

import os
import sys
import traceback
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType

import click

from firmware.build import Parts, real_parts
from firmware.cli.appliance.card import card
from firmware.cli.appliance.install import install, uninstall
from firmware.cli.appliance.update import release, update
from firmware.cli.doctor import doctor
from firmware.cli.evaluation.bench import bench
from firmware.cli.games.export import export
from firmware.cli.games.games import games
from firmware.cli.games.history import history
from firmware.cli.games.replay import replay
from firmware.cli.games.restore import restore
from firmware.cli.pictures.learn import learn
from firmware.cli.pictures.markers import markers
from firmware.cli.pictures.mast import mast
from firmware.cli.pictures.print_box import print_box
from firmware.cli.pictures.read import read
from firmware.cli.pictures.render import render
from firmware.cli.pictures.watch import watch
from firmware.cli.pictures.wiring import wiring
from firmware.cli.play import play
from firmware.errors import CommandError
from firmware.store.files import say_why
from scoring.errors import IllegalMoveError, ScoringError, UnreadableError
from vision.errors import PrintsError, VisionError

NOT_DONE, BAD_INPUT, STOPPED = 1, 2, 130
EXPECTED = (
    click.ClickException,
    click.Abort,
    KeyboardInterrupt,
    CommandError,
    ScoringError,
    VisionError,
    OSError,
)
_PLAINLY = {
    "a valid integer range": "a whole number",
    "a valid integer": "a whole number",
    "a valid float range": "a number",
    "a valid float": "a number",
    "is not in the range x>=": "is less than ",
    "<=x<=": " to ",
}
"""What numbers are called in click's sentences, the longer first, and by people."""

tablekeeper = click.Group(
    "tablekeeper",
    help="A companion for board games on a real table: it follows the game and keeps the score.",
    commands=[
        play,
        read,
        watch,
        learn,
        replay,
        games,
        bench,
        restore,
        render,
        history,
        export,
        markers,
        print_box,
        wiring,
        mast,
        doctor,
        install,
        uninstall,
        update,
        release,
        card,
    ],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="From a checkout, ./tablekeeper test runs the checks and tests, with --all every one.",
)
click.version_option(package_name="tablekeeper", message="%(prog)s %(version)s")(tablekeeper)


def main(args: Sequence[str] | None = None, parts: Parts | None = None) -> None:
    """Run a command and end the program with its exit status.

    Args:
        args: What was typed after the program's name; by default, what really was.
        parts: The games to work with; by default the real ones.
    """
    sys.excepthook = say_fault
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old terminal shows "?" for what it cannot
    sys.exit(run(sys.argv[1:] if args is None else args, parts or real_parts()))


def run(args: Sequence[str], parts: Parts) -> int:
    """Run a command and give its exit status; what went wrong is said in one sentence."""
    try:
        tablekeeper.main(list(args) or ["--help"], prog_name="tablekeeper", standalone_mode=False, obj=parts)
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        return end.exit_code
    except BrokenPipeError:
        _let_output_go()  # whoever read it has gone; there is nobody to tell
        return NOT_DONE
    except EXPECTED as error:
        says, status = explain(error)
        click.echo(says, err=True)
        if isinstance(error, OSError):
            _let_output_go()
        return status
    return 0


def _let_output_go() -> None:
    """Forget what could not be written to standard output, or Python would try again at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def explain(error: BaseException) -> tuple[str, int]:
    """Give the sentence and the exit status for something that ends a command."""
    status = NOT_DONE
    says = str(error)
    match error:
        case click.ClickException():
            says, status = _usage(error), BAD_INPUT
        case click.Abort() | KeyboardInterrupt():
            says, status = "Stopped.", STOPPED
        case CommandError():
            status = error.status
        case UnreadableError() | PrintsError():
            status = BAD_INPUT
        case IllegalMoveError():
            says = f"{says} (The rule: {error.rule}.)"
        case OSError():
            place = f"{error.filename}: " if error.filename else ""
            says = f"It could not be done: {place}{say_why(error)}."
    return says, status


def _usage(error: click.ClickException) -> str:
    says = error.format_message().rstrip(".")
    for theirs, ours in _PLAINLY.items():
        says = says.replace(theirs, ours)
    where = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "tablekeeper"
    return f"{says}{'' if says.endswith('?') else '.'} See: {where} --help"


def say_fault(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say that the program itself has a fault, and where; with ``python -X dev`` at full length."""
    if sys.flags.dev_mode:
        sys.__excepthook__(kind, error, trace)
        return
    last = traceback.extract_tb(trace)[-1:]
    where = "".join(f" in {Path(frame.filename).name}, line {frame.lineno}" for frame in last)
    what = " ".join(f"{kind.__name__}: {error}".split())
    click.echo(f"tablekeeper has a fault and stopped ({what}{where}); please report it.", err=True)
