"""The laws of the house: who may import whom, what importing may do, and that the READMEs are true."""

import ast
import doctest
import re
import subprocess
import sys
import tomllib
from importlib.metadata import requires
from pathlib import Path

import click
import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from firmware.build import real_parts
from firmware.cli.command_line import tablekeeper
from firmware.data_folder import VARIABLE
from tests.some import some
from vision import games as readers_of

ROOT = Path(__file__).parents[1]
GAMES = real_parts().games()
ROOMS = ("firmware", "hardware", "scoring", "vision", "webui")
MAY_IMPORT = {
    "hardware": {"hardware"},
    "scoring": {"scoring", "msgspec"},
    "vision": {"vision", "scoring", "msgspec", "numpy", "cv2", "onnxruntime"},
    "webui": {
        "webui",
        "scoring",
        "msgspec",
        "babel",
        "flask",
        "flask_babel",
        "markupsafe",
        "segno",
        "werkzeug",
    },
}
TAUGHT = [ROOT / "vision" / "training", *sorted((ROOT / "vision" / "games").glob("*/training"))]
"""Where nets are taught, far from any table: what teaches them is imported there alone."""
TEACHING = {"onnx", "torch"}
WORKSHOP = ROOT / "hardware" / "workshop"
"""Where printed parts are drawn and checked, far from any table too."""
DRAWING = {"cadquery", "numpy"}
BANNED = {"utils", "util", "helpers", "helper", "common", "manager", "managers", "misc"}
GONE = re.compile(
    r"(?<![a-z])(?:kept|given|told|laid|lain|lying|stand|seen|met|looks|glimpse|shelf|errand|taking|lodger|purse|kin"
    r"|woods|nats|one)(?![a-z])"
)
"""Words of old that say too many things: no module is named with them."""
MOST_LINES = 500
MOST_README_LINES = 140
READMES = sorted(file for room in ROOMS for file in (ROOT / room).rglob("README.md"))
MOST_MODULES = 12
MOST_NAMES = 10
"""So many names of the pages the program may know; what both need lies in the rules' room."""
LARGE = (ROOT / "vision" / "games" / "carcassonne",)
"""What is still to be laid out in folders like the rest."""
FOLDERS = sorted(
    folder
    for folder in {file.parent for room in ROOMS for file in (ROOT / room).rglob("*.py")}
    if {*LARGE}.isdisjoint({folder, *folder.parents})
)
MODULES = sorted(file for room in ROOMS for file in (ROOT / room).rglob("*.py"))
SOURCES = [*MODULES, *sorted((ROOT / "tests").rglob("*.py")), ROOT / "tablekeeper"]

IMPORT_ALL = """
import logging, signal, sys, threading
from importlib import import_module

done = []
WRITES = ("os.mkdir", "os.remove", "os.rename", "socket.bind", "socket.connect", "subprocess.Popen")

def watch(event, args):
    writes = event == "open" and isinstance(args[1], str) and set(args[1]) & set("wax+")
    if writes or event in WRITES:
        done.append(f"{event} {args[0]}")

# Other people's packages may look around when they are first imported; ours may not.
import click, cv2, flask, msgspec, numpy, rich.progress, segno, uvicorn
before = (threading.active_count(), list(logging.root.handlers), logging.root.level,
          [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)])
sys.addaudithook(watch)
for module in sys.argv[1:]:
    import_module(module)
after = (threading.active_count(), list(logging.root.handlers), logging.root.level,
         [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)])
assert before == after, (before, after)
assert not done, done
"""


def module_name(file):
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def is_taught_with(file):
    """Tell whether nets are taught with a file."""
    return not {*TAUGHT}.isdisjoint(file.parents)


def imports_of(file):
    """Give the top-level packages that a file imports, wherever in it."""
    for node in some(ast.walk(ast.parse(file.read_text()))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file} imports by dots"
            yield node.module.partition(".")[0]


def test_the_arrows_point_one_way(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert lint_imports(no_cache=True) == EXIT_STATUS_SUCCESS


@pytest.mark.parametrize("what", ["templates", "static"])
def test_what_pages_are_made_of_lies_in_the_folders_of_the_pages(what):
    webui = ROOT / "webui"
    folders = {file.name for file in (webui / what).iterdir() if file.is_dir()} - {"vendor"}
    assert {"access", "history", "live", "machine", "photos"} <= folders
    assert not [name for name in folders if not (webui / name / "__init__.py").is_file()]


def test_every_file_that_a_template_names_is_there():
    pages = [file.read_text() for file in (ROOT / "webui" / "templates").rglob("*.html")]
    named = {name for page in pages for name in re.findall(r"filename='([\w./-]+)'\)", page)}
    assert "base.css" in named
    assert not [name for name in named if not (ROOT / "webui" / "static" / name).is_file()]


def test_the_program_takes_few_names_from_the_pages():
    files = sorted((ROOT / "firmware").rglob("*.py"))
    froms = [
        n for file in files for n in ast.walk(ast.parse(file.read_text())) if isinstance(n, ast.ImportFrom)
    ]
    names = {
        f"{each.module}.{alias.name}"
        for each in froms
        for alias in each.names
        if each.module.startswith("webui")
    }
    assert "webui.app.create_app" in names
    assert len(names) <= MOST_NAMES, names


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_what_it_may_and_nothing_else(room):
    foreign = {
        (file.name, name)
        for file in (ROOT / room).rglob("*.py")
        for name in imports_of(file)
        if name not in MAY_IMPORT[room] and name not in sys.stdlib_module_names
        if not (name in TEACHING and is_taught_with(file))
        and not (name in DRAWING and WORKSHOP in file.parents)
    }
    assert not foreign


def test_nothing_at_the_table_needs_what_nets_are_taught_with():
    packages = [module_name(folder / "__init__.py") for folder in (*TAUGHT, WORKSHOP)]
    outside = [
        file.read_text() for file in MODULES if not is_taught_with(file) and WORKSHOP not in file.parents
    ]
    assert packages
    assert not [text for text in some(outside) if any(package in text for package in packages)]


@pytest.mark.parametrize("room", ROOMS)
def test_importing_does_nothing(room, tmp_path):
    files = [
        file
        for file in (ROOT / room).rglob("*.py")
        if not is_taught_with(file) and not (WORKSHOP in file.parents and "cadquery" in file.read_text())
    ]
    modules = [module_name(file) for file in files if file.stem != "__main__"]
    words = [sys.executable, "-B", "-c", IMPORT_ALL, *modules]
    ended = subprocess.run(
        words, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_file_is_long_and_none_is_a_drawer_for_everything(file):
    assert len(file.read_text().splitlines()) <= MOST_LINES
    assert file.stem not in BANNED


@pytest.mark.parametrize("room", ROOMS)
def test_no_module_is_named_with_a_word_that_says_too_many_things(room):
    modules = [file for file in (ROOT / room).rglob("*.py") if GONE.search(file.stem)]
    assert not modules


def test_every_public_class_has_a_name_of_its_own():
    """Which code nobody knows by heart can only be read, and searched, where a name means one thing."""
    homes = {}
    for file in MODULES:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(file.relative_to(ROOT).as_posix())
    assert len(homes) > 400
    assert not {name: files for name, files in homes.items() if len(files) > 1}


def games_named_in(file):
    """Give the games that a file imports from, or whose name it has as a text of its own."""
    for node in ast.walk(ast.parse(file.read_text())):
        module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
        text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
        yield from (game for game in GAMES if f".games.{game}" in module or text == game)


@pytest.mark.parametrize("room", ROOMS)
def test_a_game_is_named_in_its_own_folders_alone(room):
    """So that another can be added without an edit elsewhere; boxes made up by chance are drawn by game."""
    made_up = ROOT / "vision" / "simulator" / "made_up"
    elsewhere = {
        (file.relative_to(ROOT).as_posix(), game)
        for file in (ROOT / room).rglob("*.py")
        for game in games_named_in(file)
        if not {game, f"{game}.py"} & {*file.parts} and made_up not in file.parents
    }
    assert not elsewhere


def test_real_classes_are_named_in_the_composition_root_alone():
    cameras = {"PiDevice", "UsbDevice", "ReturningCamera", "PlayedCamera"}
    recordings = {"FolderRecording", "VideoRecording", "PaintedTable"}
    classes = {"PhotoFolder", "LessonFolder"} | cameras | recordings
    naming = {
        file.relative_to(ROOT).as_posix()
        for file in MODULES
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in classes
    }
    assert naming == {"firmware/build.py"}


def test_tests_are_no_packages():
    assert not list((ROOT / "tests").rglob("__init__.py"))


def commands():
    """Give every command with the words that set it."""
    for name, command in tablekeeper.commands.items():
        options = [option for option in command.params if isinstance(option, click.Option)]
        yield pytest.param(name, [max(option.opts, key=len) for option in options], id=name)


@pytest.mark.parametrize(("name", "options"), list(commands()))
def test_every_command_and_setting_is_in_the_readme(name, options):
    readme = (ROOT / "firmware" / "README.md").read_text()
    assert f"`tablekeeper {name}" in readme
    assert not [option for option in some(options) if f"`{option}" not in readme]
    assert f"./tablekeeper {name}" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_a_folder_is_small_and_says_what_is_in_it(folder):
    modules = [file for file in folder.glob("*.py") if file.stem not in {"__init__", "__main__"}]
    assert len(modules) <= MOST_MODULES
    assert len(modules) <= 3 or (folder / "README.md").exists()


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_has_a_readme_of_one_page(room):
    lines = (ROOT / room / "README.md").read_text().splitlines()
    assert lines[0].startswith("# ")
    assert len(lines) <= 100


def test_the_version_is_the_newest_of_which_changes_are_told():
    newest = re.search(r"^## (\d\S*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[1]
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == newest


def test_the_variable_for_the_data_folder_is_in_the_readme():
    assert f"`{VARIABLE}`" in (ROOT / "firmware" / "README.md").read_text()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_named_in_the_readmes(game):
    is_read = game in readers_of.names()
    for place in (".", "scoring", *(["vision"] if is_read else [])):
        assert game in (ROOT / place / "README.md").read_text().lower()


@pytest.mark.parametrize("readme", READMES, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_readme_has_one_page_names_files_that_exist_and_recipes_that_work(readme):
    text = readme.read_text()
    assert len(text.splitlines()) <= MOST_README_LINES
    inside = readme.parent.glob("*/") if "games" in readme.parts else ()  # a game's speaks of all its folders
    places = [ROOT, *readme.parents, *inside]
    for name in re.findall(r"`([\w./]+\.(?:py|json|toml|md|js|css))`", text):
        assert any((place / name).exists() for place in places), name
    assert doctest.testfile(str(readme), module_relative=False).failed == 0


def needed(wanted):
    """Give the packages that some need, those included, as they are installed here."""
    found, open_ones = set(), {canonicalize_name(Requirement(each).name) for each in wanted}
    while open_ones:
        name = open_ones.pop()
        found.add(name)
        needs = map(Requirement, requires(name) or ())
        names = {
            canonicalize_name(n.name) for n in needs if n.marker is None or n.marker.evaluate({"extra": ""})
        }
        open_ones |= names - found
    return found


@pytest.mark.parametrize("extra", ["", "test"])
def test_every_package_that_is_needed_is_pinned_with_its_hashes(extra):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["optional-dependencies"][extra] if extra else project["dependencies"]
    text = (ROOT / "constraints.txt").read_text()
    text = text if extra else text.partition("# Its tests")[0]
    pin = r"^([\w.-]+)==[\w.]+(?: ; [^=\n]+)? (?=\\\n    --hash=sha256:[0-9a-f]{64}\b)"
    pins = re.findall(pin, text, re.MULTILINE)
    assert len(pins) == text.count("==")
    assert needed(["setuptools", *wanted]) <= {*map(canonicalize_name, pins)}
