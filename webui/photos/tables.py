"""A photographed table made ready for a page: its board, its picture and what is wrong with it."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from flask import request
from msgspec import Struct
from msgspec.structs import replace

from scoring.documents.values import Document, Written
from scoring.game import SURE, Cell, Fault, Sighting
from scoring.picture import Picture
from scoring.referee.contracts.photos import PhotoTable
from scoring.referee.contracts.refusals import RefusedError
from scoring.roles import AnyRules
from scoring.sentence import Sentence, joined, listed
from scoring.spots import place_spot
from webui.access.requests import HAS_VERSION
from webui.context import context
from webui.render.drawing import frame, frame_cells
from webui.render.svg import Note

MOST_PLACES = 3
"""So many places of one fault are named."""
NOTE_MM = 12.5
"""How far apart numbers in one cell stand."""
MOST_CUT = 3
"""So many tiles that are cut are listed one by one: of more the photograph is better taken again."""


class ShownTable(Struct, frozen=True):
    """A table, the rules of its game, and its board as those rules know it."""

    id: str
    table: PhotoTable
    rules: AnyRules
    board: Any

    @property
    def is_known(self) -> bool:
        """Whether whoever asks shows this version already."""
        return request.headers.get(HAS_VERSION) == str(self.table.version)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Everything the rules forbid on this board."""
        faults: tuple[Fault, ...] = self.board.faults
        return faults

    def place(self, cells: Sequence[Cell]) -> Sentence:
        """Say where something lies, as the board's drawing has it; of many cells only the first."""
        rulers = self.rules.rulers(self.board)
        words = [rulers.say((cell[0], cell[1])) for cell in cells[:MOST_PLACES]]
        return listed(words) if len(cells) <= MOST_PLACES else joined([*words, "\u2026"], by=", ")

    @property
    def notes(self) -> tuple[Note, ...]:
        """The numbers to write on the board: of its columns and rows, and in each cell of its faults."""
        axes = [Note(label.says, label.at_mm) for label in self.rules.rulers(self.board).labels]
        there: Counter[Cell] = Counter()
        faults = []
        for number, fault in enumerate(self.faults, start=1):
            for cell, outline in zip(fault.cells, self.rules.outlines(fault.cells, self.board), strict=True):
                (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*outline, strict=True))
                x_mm = left + (right - left) * 0.2 + NOTE_MM * there[cell]
                faults.append(Note(str(number), (x_mm, top + (bottom - top) * 0.2), is_ringed=True))
                there[cell] += 1
        return (*axes, *faults)

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """What the photograph shows."""
        return tuple(self.rules.sightings(self.board))

    def spot_at(self, cell: Sequence[int]) -> str:
        """Name the spot of what lies on a cell, or of the empty cell."""
        tiles = (each for each in self.sightings if each.kind == "tile")
        at = (cell[0], cell[1])
        return next((tile.spot for tile in tiles if at in tile.cells), place_spot(at))

    @property
    def colours(self) -> frozenset[str]:
        """The colours of the figures on it."""
        return frozenset(each.player for each in self.sightings if each.player)

    @property
    def size_px(self) -> tuple[int, int]:
        """The width and height of the photograph, as far as its board tells."""
        width, height = self.table.board.get("image_size_px") or (0, 0)
        return width, height

    @property
    def doubts(self) -> tuple[Document, ...]:
        """What could not be told, as long as no player has said what lies there."""
        told = (each for each in self.sightings if each.kind == "tile" and each.confidence >= SURE)
        filled = {cell for each in told for cell in each.cells}
        doubts = self.table.board.get("doubts", ())
        return tuple(doubt for doubt in doubts if tuple(doubt.get("cell") or ()) not in filled)

    @property
    def cut(self) -> tuple[Document, ...]:
        """The doubts about tiles that the picture's edge cuts, where they are too many to be listed."""
        cut = tuple(doubt for doubt in self.doubts if doubt["kind"] == "cut")
        return cut if len(cut) > MOST_CUT else ()

    @property
    def unsure(self) -> tuple[Sighting, ...]:
        """What was read without being sure, the least sure first; where there is a doubt, that says so."""
        doubted = {tuple(doubt["cell"]) for doubt in self.doubts if doubt.get("cell")}
        read = (each for each in self.sightings if each.confidence < SURE)
        unsure = (each for each in read if each.kind != "tile" or doubted.isdisjoint(each.cells))
        return tuple(sorted(unsure, key=lambda each: each.confidence))

    @property
    def game_id(self) -> str:
        """Names the game that this board is kept as; empty where it is not kept."""
        games = context().history
        try:
            return games.game_of_photo(self.rules.info.name, self.table.board) if games else ""
        except RefusedError:
            return ""

    def picture(self, chosen: Collection[str] = ()) -> Picture:
        """Draw the board with some spots marked as chosen."""
        return frame(self.rules.picture_board(self.board), chosen)

    def page(self, chosen: Collection[str] = (), cells: Collection[Cell] = ()) -> Written:
        """Give what every page about this table shows, some spots or cells marked as chosen."""
        return {
            "shown": self,
            "table": self.table,
            "info": self.rules.info,
            "picture": frame_cells(self.picture(chosen), self.rules.outlines(cells, self.board)),
            "chosen": bool(chosen or cells),
            "goes_on": context().table is not None,
            "may_keep": context().history is not None,
        }


def read_table(id: str) -> ShownTable:
    """Fetch a table that has been read.

    Raises:
        NotHereError: No such photograph, or it has not been read yet.
    """
    here = context()
    rules = here.games[here.photos.ticket(id).game]
    table = here.photos.table(id)
    board = rules.load_board(table.board)
    # A document holds texts: told anew, faults can be said in every language.
    return ShownTable(id, table, rules, replace(board, faults=rules.status(board)))
