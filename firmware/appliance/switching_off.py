"""Switching off the machine: the program, which may do little, leaves a note that root's unit waits for."""

from collections.abc import Callable
from typing import NamedTuple

from firmware.appliance.guard import Places
from firmware.panel import OFF
from firmware.ports import Lights
from firmware.store.files import refusing
from scoring.referee.contracts.refusals import RefusedError
from scoring.sentence import marked

NOTE = "off-wanted"
NOT_INSTALLED = marked(
    "Only an installed tablekeeper switches its machine off; end it and shut the machine down."
)
NOT_NOTED = marked("The machine could not be switched off: {why}.")


class OffSwitch(NamedTuple):
    """What switches the machine off, once the program has ended and all games are kept.

    Attributes:
        places: Where it is installed; None where it is not.
    """

    places: Places | None

    @property
    def is_there(self) -> bool:
        """Whether somebody waits for the note."""
        return self.places is not None and self.places.running.is_dir()

    def press(self) -> None:
        """Have the machine switched off.

        Raises:
            RefusedError: It cannot be from here.
        """
        if self.places is None or not self.is_there:
            raise RefusedError(NOT_INSTALLED)
        with refusing(RefusedError, NOT_NOTED):
            (self.places.running / NOTE).touch()

    def hear(
        self, button: str, post: Callable[[str], None], lights: Lights, say: Callable[[str], None]
    ) -> None:
        """Hear a button of the panel, and hand it on where it means the table.

        The light flashes until the program has ended; once it is dark, all games are kept.
        """
        if button != OFF:
            post(button)
            return
        try:
            self.press()
        except RefusedError as error:
            say(error.says)
            lights.sound("error")
        else:
            lights.show("", "flashing")
