"""Waiting for a live table, whose worker goes on while a test looks."""

from contextlib import suppress

import pytest

from scoring.referee.contracts.refusals import StaleError


def until(desk, holds):
    """Wait until the published table is as wanted, and give it."""
    now = desk.snapshot()
    for _ in range(1200):  # a minute, for a machine that has other things to do
        if holds(now):
            return now
        now = desk.wait(now.version, 0.05)
    pytest.fail(f"The table never got there; it says: {now.phase}, {now.says}")


def press(desk, button):
    """Press a button as a player does, who looks again where the table has moved on meanwhile."""

    def is_pressed(now):
        with suppress(StaleError):
            desk.press(button, now.version)
            return True
        return False

    until(desk, is_pressed)
