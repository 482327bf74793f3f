"""The whole appliance but its eyes: the real table, store, games, keys and pages; a camera that is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from flask import Flask

from firmware.access_keys import KeyFile, open_keys
from firmware.build import Staged, camera_checks, live_table, real_parts, stored_games
from firmware.desks.diagnostics import Diagnostics
from firmware.store.names import names_in
from firmware.store.players import StoredPlayers
from firmware.store.store import SqliteStore, open_store
from firmware.table.worker import Table
from hardware.pins import OUR_PINS, load_pins
from tests.firmware.endure import LongCamera, TruthfulReader
from tests.webui.history.conftest import document_in, keep
from webui.app import create_app
from webui.context import Context

PLAYED = ("whole_newer_four_players", "whole_classic_two_players")
"""Games that were played here before."""


class Camera(LongCamera):
    """Shows a table at which tiles are laid one by one."""

    def lay_next(self, turns: int) -> None:
        """Have a hand lay one more tile.

        Args:
            turns: How many lie there already.
        """
        self._coming.extend([(turns, True)] * 2 + [(turns + 1, False)] * 4)


class Appliance(NamedTuple):
    """A table at which a test lays the tiles."""

    app: Flask
    table: Table
    camera: Camera
    reader: TruthfulReader
    keys: KeyFile


@contextmanager
def appliance(folder: Path, photos, lessons) -> Iterator[Appliance]:
    """Put an appliance together over a folder of its own, with games played there before."""
    camera, reader = Camera(), TruthfulReader()
    parts = real_parts()._replace(live=lambda game: reader)
    folder.mkdir()
    store = open_store(folder)
    remember_games(store)
    staged = Staged(camera, folder, store, lambda name: b"told", None)
    keys = open_keys(folder)
    with live_table(staged, load_pins(OUR_PINS.read_text()), parts, lambda says: None) as table:
        app = create_app(
            Context(
                photos,
                lessons,
                table,
                history=stored_games(staged, parts, table),
                camera=camera_checks(table),
                players=StoredPlayers(store, table.read_anew),
                names=lambda: names_in(store),
                address=lambda: "http://192.168.1.20:8000",
                keys=keys,
                diagnostics=Diagnostics(table.gauges, table, folder, list),
            )
        )
        yield Appliance(app, table, camera, reader, keys)


def remember_games(store: SqliteStore) -> None:
    for name in PLAYED:
        keep(store, document_in(name))
