"""A phone at the table of a machine: its host's, who enters a whole game turn by turn."""

import http.cookiejar
import json
import re
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

PLAYED = Path(__file__).parents[1] / "games/carcassonne/whole_classic_two_players.json"
ANSWER_S = 60


class Phone:
    """Enters a game that was played before, a turn at a time, and remembers what it was told is kept.

    Args:
        address: Where the pages are.
        pin: The host's, from the file that root alone reads.

    Attributes:
        kept: So many turns were entered and accepted.
    """

    def __init__(self, address, pin):
        self._address = address
        jar = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        self._document = json.loads(PLAYED.read_text())
        self.kept = 0
        self._send("/api/host", {"pin": pin})

    def begin(self):
        """Begin the game, to be entered by hand; one that is open ends."""
        if any(not game["ended"] for game in self.games()):
            self.end()
        wanted = ("game", "rules", "players", "options")
        said = {name: self._document[name] for name in wanted}
        self.kept = 0
        self._send("/api/new", {**said, "prints": "", "by_hand": True})

    def play(self):
        """Enter the next turn.

        Raises:
            OSError: It was not accepted, or the machine has gone.
        """
        now = self.table()
        assert now["turns"] in (self.kept, self.kept + 1), (now["turns"], self.kept)
        self.kept = now["turns"]  # one more is one that was kept, but whose answer came no more
        self._send("/api/declare", {"version": now["version"], "move": self._document["moves"][self.kept]})
        self.kept += 1

    def table(self):
        """Give what the table shows."""
        with self._opener.open(f"{self._address}/api/table", timeout=ANSWER_S) as answer:
            return json.load(answer)

    def end(self):
        """End the game."""
        self._send("/api/end", {"version": self.table()["version"]})

    def games(self):
        """List all games, as the page of games does."""
        with self._opener.open(f"{self._address}/api/games", timeout=ANSWER_S) as answer:
            return json.load(answer)["games"]

    def ask_for_update(self):
        """Press the button that asks for an update from a USB stick."""
        with self._opener.open(f"{self._address}/diagnostics", timeout=ANSWER_S) as answer:
            token = re.search(r'name="form_token" value="([^"]+)"', answer.read().decode())[1]
        form = urllib.parse.urlencode({"form_token": token}).encode()
        with self._opener.open(f"{self._address}/diagnostics/update", form, timeout=ANSWER_S) as answer:
            assert "An update begins in a moment." in answer.read().decode()

    def expected_points(self):
        """Give what each player has after the turns that were kept."""
        points = self._document["expect"]["after"][self.kept - 1]
        return dict(zip([player["colour"] for player in self._document["players"]], points, strict=True))

    def _send(self, path, said):
        wanted = urllib.request.Request(
            f"{self._address}{path}", json.dumps(said).encode(), {"Content-Type": "application/json"}
        )
        try:
            with self._opener.open(wanted, timeout=ANSWER_S) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise OSError(f"{path}: {error.code} {error.read().decode()[:500]}") from error
