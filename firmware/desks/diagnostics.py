"""How the appliance is, put together for its host; see ``DiagnosticsDesk``."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from firmware.desks.machine import facts, versions
from firmware.desks.support import pack
from firmware.store.quarantine import Aside
from firmware.table.metrics import Gauges
from scoring.referee.contracts.diagnostics import CameraState, Diagnosis, Fact
from scoring.referee.contracts.refusals import NotHereError
from scoring.referee.contracts.table import TableDesk
from scoring.sentence import marked


class Diagnostics:
    """Diagnoses a table.

    Args:
        gauges: What was measured at it.
        table: The table.
        data: The data folder of its games.
        logged: Gives the program's own log, oldest line first.
        aside: Has set aside what could not be used.
    """

    def __init__(
        self,
        gauges: Gauges,
        table: TableDesk,
        data: Path,
        logged: Callable[[], Sequence[str]],
        aside: Aside | None = None,
    ) -> None:
        self._aside = aside or Aside()
        self._gauges = gauges
        self._table = table
        self._data = data
        self._logged = logged

    def diagnosis(self) -> Diagnosis:
        gauges = self._gauges
        camera = CameraState(self._table.snapshot().camera, gauges.held_s, gauges.free, gauges.remarks())
        return Diagnosis(
            gauges.stages(), camera, (*facts(self._data), *self._said()), versions(), gauges.doubts()
        )

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
