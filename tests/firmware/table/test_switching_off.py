"""The table's worker, where the table is switched off under it."""

import threading

from firmware.store.store import open_store
from firmware.table.worker import Games, Table
from tests.firmware.told import NEW, RULES, PacedCamera, Panel, ToldReader, find_prints


def test_a_table_switched_off_while_a_game_is_slow_to_begin_ends_without_a_fault(tmp_path, monkeypatch):
    store = open_store(tmp_path)
    begun, may_go_on = threading.Event(), threading.Event()

    def slow(started, begin=store.begin):
        begun.set()
        may_go_on.wait(10)
        return begin(started)

    games = Games(lambda game: RULES, lambda game: ToldReader(), find_prints)
    table = Table(PacedCamera(), store, lambda post: Panel(), games)
    monkeypatch.setattr(store, "begin", slow)
    monkeypatch.setattr("firmware.table.worker.ENDING_S", 0.0)
    faults = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    with table:
        starting = threading.Thread(target=table.start, args=[NEW])
        starting.start()
        begun.wait(10)
    may_go_on.set()
    starting.join(10)
    assert (faults, store.games()) == ([], ("1",))
    store.close()
