"""Switching off: a note for whoever may do it, from the panel or the page, and nowhere else."""

import pytest

from firmware.appliance.installation import HERE
from firmware.appliance.switching_off import OffSwitch
from scoring.referee.contracts.refusals import RefusedError


class Shown:
    """A panel's light and buzzer: notes what is shown and sounded."""

    def __init__(self):
        self.shown, self.sounded = [], []

    def show(self, colour, pattern):
        self.shown.append(pattern)

    def sound(self, sound):
        self.sounded.append(sound)

    def close(self): ...


@pytest.fixture
def lights():
    return Shown()


def test_the_note_lies_where_the_unit_waits_for_it(places, lights):
    places.running.mkdir(parents=True)
    OffSwitch(places).hear("off", pytest.fail, lights, pytest.fail)
    (note,) = places.running.iterdir()
    assert f"PathExists=/{note.relative_to(places.root)}\n" in (HERE / "tablekeeper-off.path").read_text()
    assert lights.shown == ["flashing"]


def test_every_other_button_is_for_the_table(places, lights):
    posted = []
    OffSwitch(places).hear("pause", posted.append, lights, pytest.fail)
    assert posted == ["pause"]
    assert not places.running.exists()


@pytest.mark.parametrize("is_installed", [False, True])
def test_where_nobody_waits_for_the_note_the_panel_says_no(places, lights, is_installed):
    said = []
    switch = OffSwitch(places if is_installed else None)
    assert not switch.is_there
    switch.hear("off", pytest.fail, lights, said.append)
    assert "Only an installed tablekeeper" in said[0]
    assert (lights.shown, lights.sounded) == ([], ["error"])


def test_a_note_that_cannot_be_left_is_refused_with_the_reason(places):
    places.running.mkdir(parents=True)
    (places.running / "off-wanted").symlink_to("/nowhere/at/all")
    with pytest.raises(RefusedError, match="could not be switched off"):
        OffSwitch(places).press()
