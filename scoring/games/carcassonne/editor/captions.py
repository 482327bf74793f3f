"""What tells one reading of a turn from another, in a few words beside its drawing."""

from collections.abc import Iterator, Mapping

from scoring.game import Cell
from scoring.games.carcassonne.editor.questions import TURNED
from scoring.games.carcassonne.engine.moves import Move, TilePlacement
from scoring.games.carcassonne.engine.sentences import figure_words
from scoring.games.carcassonne.land.spots import face_label
from scoring.sentence import Sentence, as_sentence, joined, sentence

WAYS: Mapping[Cell, Sentence] = {
    (0, 0): sentence("where it is now"),
    (0, -1): sentence("one to the north"),
    (1, -1): sentence("one to the north-east"),
    (1, 0): sentence("one to the east"),
    (1, 1): sentence("one to the south-east"),
    (0, 1): sentence("one to the south"),
    (-1, 1): sentence("one to the south-west"),
    (-1, 0): sentence("one to the west"),
    (-1, -1): sentence("one to the north-west"),
}
"""Where a cell lies from another, by columns and rows."""


def caption(move: Move, beside: TilePlacement) -> Sentence:
    """Say what differs from another move: "turned right", "a follower in the city", "W"."""
    if not isinstance(move, TilePlacement):
        return sentence("put back")
    return joined(list(_differences(move, beside)) or [sentence("as said above")], by=", ")


def _differences(move: TilePlacement, beside: TilePlacement) -> Iterator[Sentence]:
    if (move.face, move.garden) != (beside.face, beside.garden):
        face = face_label(move.face)
        yield sentence("{face} with a garden", face=face) if move.garden else as_sentence(face)
    elif move.turns != beside.turns:
        yield TURNED[(move.turns - beside.turns) % 4]
    if move.cell != beside.cell:
        away = move.cell[0] - beside.cell[0], move.cell[1] - beside.cell[1]
        yield WAYS.get(away, sentence("at another place"))
    if _stands_elsewhere(move, beside):
        yield figure_words(move, move.meeple) if move.meeple else sentence("no figure")
    if move.recall_abbot and not beside.recall_abbot:
        yield sentence("abbot taken back")


def _stands_elsewhere(move: TilePlacement, beside: TilePlacement) -> bool:
    """Tell whether a figure differs or stands on something else; turned with its tile it is the same."""
    meeple, other = move.meeple, beside.meeple
    if meeple is None or other is None:
        return meeple != other
    if (move.face, move.turns) == (beside.face, beside.turns):
        return meeple != other
    return (meeple.feature, meeple.kind) != (other.feature, other.kind)
