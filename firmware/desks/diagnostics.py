"""How the appliance is, put together for its host; see ``DiagnosticsDesk``."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from firmware.appliance.guard import Places
from firmware.appliance.switching_off import OffSwitch
from firmware.desks.machine import changes, facts, versions
from firmware.desks.support import pack
from firmware.store.files import refusing
from firmware.store.quarantine import Aside
from firmware.table.metrics import Gauges
from scoring.referee.contracts.diagnostics import CameraState, Diagnosis, Fact, UpdateState
from scoring.referee.contracts.refusals import NotHereError, RefusedError
from scoring.referee.contracts.table import TableDesk
from scoring.sentence import marked

WANTED = "update-wanted"
"""The file in the data folder by which the page, which may do little, asks for an update."""
NOT_INSTALLED = marked("Only an installed tablekeeper updates itself.")
NOT_NOTED = marked("The update could not be asked for: {why}.")


class Diagnostics:
    """Diagnoses a table.

    Args:
        gauges: What was measured at it.
        table: The table.
        data: The data folder of its games.
        logged: Gives the program's own log, oldest line first.
        aside: Has set aside what could not be used.
        places: Where it is installed; None where it is not.
    """

    def __init__(
        self,
        gauges: Gauges,
        table: TableDesk,
        data: Path,
        logged: Callable[[], Sequence[str]],
        aside: Aside | None = None,
        places: Places | None = None,
    ) -> None:
        self._places, self._off = places, OffSwitch(places)
        self._aside = aside or Aside()
        self._gauges = gauges
        self._table = table
        self._data = data
        self._logged = logged

    def diagnosis(self) -> Diagnosis:
        gauges = self._gauges
        camera = CameraState(self._table.snapshot().camera, gauges.held_s, gauges.free, gauges.remarks())
        return Diagnosis(
            gauges.stages(),
            camera,
            (*facts(self._data), *self._said()),
            versions(),
            gauges.doubts(),
            self._update(),
            changes(),
            self._off.is_there,
        )

    def _update(self) -> UpdateState | None:
        if self._places is None:
            return None
        try:
            last = msgspec.json.decode(self._places.outcome.read_bytes(), type=UpdateState)
        except (OSError, msgspec.MsgspecError):  # there was none, or somebody wrote something else there
            last = UpdateState()
        return replace(last, is_wanted=(self._places.data / WANTED).exists())

    def ask_for_update(self) -> None:
        if self._places is None:
            raise RefusedError(NOT_INSTALLED)
        with refusing(RefusedError, NOT_NOTED):
            (self._places.data / WANTED).touch()

    def switch_off(self) -> None:
        self._off.press()

    def _said(self) -> Iterator[Fact]:
        yield from (Fact(marked("Files"), says, is_bad=True) for says in self._aside.said)

    def crop(self, number: int) -> bytes:
        crop = self._gauges.crops().get(number)
        if crop is None:
            raise NotHereError(marked("This picture is no longer kept; only the last few are."))
        return crop

    def bundle(self, *, with_pictures: bool) -> bytes:
        now = self._table.snapshot()
        return pack(
            self.diagnosis(),
            self._table.document(now.game) if now.game else None,
            now.log,
            self._logged(),
            self._gauges.crops(),
            self._data,
            with_pictures=with_pictures,
        )
