"""The panel for one spot of a board: what may be set, and how each answer would look."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from scoring.errors import ScoringError
from scoring.game import Choice, Question
from scoring.picture import Picture, Placed, bounds
from scoring.roles import AnyPhotoBoard, AnyRules
from webui.photos.crops import Crop, crop_of
from webui.photos.tables import ShownTable

DRAWN = ("turns", "stands_on")
"""The questions whose answers are best told apart by seeing what each would do."""


class SpotPanel(Struct, frozen=True):
    """What a page shows about one spot.

    Attributes:
        now: How the spot's tile is drawn now.
        turns: The question for its turn, answered by tapping the drawing.
        questions: All others; each answer counts at once.
        says: Why the last answer was not taken, or empty.
    """

    spot: str
    crop: Crop | None
    now: Picture | None
    turns: Question | None
    questions: tuple[Question, ...]
    says: str = ""


def panel_for(shown: ShownTable, spot: str, says: str = "") -> SpotPanel | None:
    """Prepare the panel for a spot; None where nothing is to be asked there."""
    asked = ask(shown.rules, shown.board, spot)
    if not asked:
        return None
    board, place = shown.rules.alone(shown.board, spot)
    drawn = tuple(with_drawings(shown.rules, board, place, question) for question in asked)
    return SpotPanel(
        spot=spot,
        crop=crop_of(shown.sightings, shown.size_px, spot),
        now=close_up(shown.rules, shown.board, spot),
        turns=next((q for q in drawn if q.name == "turns" and len(q.choices) > 1), None),
        questions=tuple(sorted((q for q in drawn if q.name != "turns"), key=_is_in_words)),
        says=says,
    )


def _is_in_words(question: Question) -> bool:
    """Tell whether the answers are words: where something stands or lies is looked at before."""
    return not any(choice.picture for choice in question.choices)


def ask(rules: AnyRules, board: object, spot: str) -> Sequence[Question]:
    """List the questions about a spot; none where it is gone."""
    try:
        return rules.questions(board, spot)
    except ScoringError:
        return ()


def with_drawings(rules: AnyPhotoBoard, board: object, spot: str, question: Question) -> Question:
    """Add to each answer that lacks a drawing how the spot would look with it."""
    if question.name not in DRAWN:
        return question
    drawn = (_drawn(rules, board, spot, question.name, choice) for choice in question.choices)
    return replace(question, choices=tuple(drawn))


def _drawn(rules: AnyPhotoBoard, board: object, spot: str, name: str, choice: Choice) -> Choice:
    if choice.picture is not None:
        return choice
    then = rules.correct(board, spot, {name: choice.value})
    return replace(choice, picture=close_up(rules, then, spot))


def close_up(rules: AnyPhotoBoard, board: object, spot: str) -> Picture | None:
    """Cut out of a board's picture the tile of a spot and the figures on it; None where no tile lies."""
    picture, kinds = rules.picture_board(board), {each.spot: each.kind for each in rules.sightings(board)}
    target = next((placed for placed in picture.placed if placed.spot == spot), None)
    tiles = [placed for placed in picture.placed if kinds.get(placed.spot) == "tile"]
    if target is None or not tiles or kinds.get(spot) not in {"tile", "figure"}:
        return None
    tile = min(tiles, key=lambda placed: _distance2(placed, target))
    left, top, right, bottom = bounds(picture.symbols[tile.symbol])
    box = (tile.at_mm[0] + left, tile.at_mm[1] + top, right - left, bottom - top)
    figures = [each for each in picture.placed if kinds.get(each.spot) == "figure" and _is_in(each, box)]
    if target is not tile and target not in figures:
        return None  # it stands where no tile was read
    inside = [_plain(placed) for placed in picture.placed if placed is tile or placed in figures]
    wanted = {placed.symbol for placed in inside}
    symbols = {name: shapes for name, shapes in picture.symbols.items() if name in wanted}
    return replace(picture, box_mm=box, symbols=symbols, placed=tuple(inside))


def _is_in(placed: Placed, box_mm: tuple[float, float, float, float]) -> bool:
    left, top, width, height = box_mm
    x, y = placed.at_mm
    return 0 <= x - left <= width and 0 <= y - top <= height


def _plain(placed: Placed) -> Placed:
    return replace(placed, spot="", says="", emphasis="")


def _distance2(placed: Placed, other: Placed) -> float:
    return (placed.at_mm[0] - other.at_mm[0]) ** 2 + (placed.at_mm[1] - other.at_mm[1]) ** 2
