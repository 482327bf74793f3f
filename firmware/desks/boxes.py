"""What games have told of the players' boxes, kept for the next game with each."""

from collections.abc import Callable
from pathlib import Path

from firmware.print_sets import NAME
from firmware.store.files import read_data_file, refusing, write_document
from firmware.store.quarantine import Aside
from scoring.documents.document import check_format, decoded
from scoring.documents.values import Document, Written
from scoring.referee.contracts.refusals import BadPrintsError, BusyError, TakenError
from scoring.roles import AnyRules
from scoring.sentence import marked, sentence

FORMAT = "tablekeeper.box/1"
FOLDER = "boxes"
BAD_NAME = marked("Please give the box a name of up to 40 letters, digits and spaces.")
TAKEN = marked("There is already a box called {name}. Please choose another name.")
TOO_LARGE = marked("This file is larger than {most} MB; no box's file is as large as that.")
NOT_KEPT = marked("What this game has told of its box cannot be kept for the next one: {why}.")


def check_box_name(name: str, is_taken: Callable[[str], bool]) -> None:
    """Check what a box shall be called.

    Args:
        name: What somebody has written.
        is_taken: Asked of what can be a name alone: it may look for a folder of that name.

    Raises:
        BadPrintsError: It can be no name; ``TakenError`` where it is another box's.
    """
    if not NAME.fullmatch(name):
        raise BadPrintsError(BAD_NAME)
    if is_taken(name):
        raise TakenError(sentence(TAKEN, name=repr(name)))


class BoxFiles:
    """Keeps what is known of boxes in the data folder, a file for each game and box.

    Args:
        data: The data folder.
        aside: Sets aside what cannot be used.
    """

    def __init__(self, data: Path, aside: Aside | None = None) -> None:
        self._folder = data / FOLDER
        self._aside = aside or Aside()

    def find(self, rules: AnyRules, box: str) -> Document | None:
        """Give what is known of a box; None where nothing is.

        Args:
            rules: Its game's.
            box: The name of its prints; empty for the box that has none.
        """

        def read(file: Path) -> Written:
            found = check_format(decoded(read_data_file(file)), FORMAT, rules.info.name)
            rules.list_box(found)
            return {key: value for key, value in found.items() if key not in {"format", "game"}}

        return self._aside.read(self._file(rules.info.name, box), read)

    def keep(self, game: str, box: str, known: Document) -> None:
        """Keep what is known of a box, in place of what was.

        Raises:
            BusyError: The disk does not take it.
        """
        file = self._file(game, box)
        with refusing(BusyError, NOT_KEPT):
            file.parent.mkdir(parents=True, exist_ok=True)
            write_document(file, FORMAT, {"game": game, **known})

    def taught(self, game: str) -> list[str]:
        """Name the boxes whose printed board was taught: those with a picture of it."""
        names = sorted(file.stem for file in (self._folder / game).glob("*.jpg"))
        return [name for name in names if NAME.fullmatch(name) and self._file(game, name).is_file()]

    def is_taught(self, box: str) -> bool:
        """Tell whether any game has a taught box of a name."""
        return any(box in self.taught(folder.name) for folder in self._folder.glob("*/"))

    def picture(self, game: str, box: str) -> Path:
        """Give the file of the picture of a box's board."""
        return self._file(game, box).with_suffix(".jpg")

    def forget(self, game: str, box: str) -> None:
        """Keep nothing of a box any more; a game that is played with it goes on with what it knows.

        Raises:
            BusyError: The disk does not let go of it.
        """
        with refusing(BusyError, NOT_KEPT):
            self.picture(game, box).unlink(missing_ok=True)
            self._file(game, box).unlink(missing_ok=True)

    def rename(self, box: str, new: str) -> None:
        """Have what is known of a box go with its new name; empty forgets it."""
        with refusing(BusyError, NOT_KEPT):
            for file in sorted(self._folder.glob(f"*/{box}.*")) if NAME.fullmatch(box) else ():
                file.rename(file.with_name(f"{new}{file.suffix}")) if new else file.unlink()

    def _file(self, game: str, box: str) -> Path:
        return self._folder / game / f"{box}.json" if box else self._folder / f"{game}.json"
