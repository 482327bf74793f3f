"""How it stands with the network, and wishes for another; see ``NetworkDesk``."""

from pathlib import Path

from firmware.appliance.network.access_point import WifiError, write_private
from firmware.appliance.network.notes import NEWS, WISH, check_wish, read_news
from firmware.store.files import refusing
from scoring.referee.contracts.diagnostics import NetworkState, NetworkWish
from scoring.referee.contracts.refusals import RefusedError
from scoring.sentence import marked

NOT_KEPT = marked(
    "The network of this machine is not kept by tablekeeper; set it up where you set up the rest."
)
NOT_NOTED = marked("That could not be asked for: {why}.")


class Network:
    """Asks whoever keeps the network.

    Args:
        data: The data folder, in which wishes are left.
        news: Where it is told how it stands.
    """

    def __init__(self, data: Path, news: Path = Path(NEWS)) -> None:
        self._data = data
        self._news = news

    def state(self) -> NetworkState | None:
        return read_news(self._news)

    def ask(self, wish: NetworkWish) -> None:
        if self.state() is None:
            raise RefusedError(NOT_KEPT)
        try:
            check_wish(wish)
        except WifiError as error:
            raise RefusedError(error.says) from error
        with refusing(RefusedError, NOT_NOTED):
            write_private(self._data / WISH, wish)
