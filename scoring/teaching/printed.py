"""What is typed of a printed board: lines of numbers, choices, and where the spaces of a track lie."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin

from scoring.errors import UnreadableError
from scoring.sentence import as_sentence, marked, sentence
from scoring.teaching.asked import PrintedTrack, Teaching, TrackColumn

LEAST, MOST = 3, 60
"""So many spaces a track has."""
HIGHEST = 999
LINE = marked("{title}: type numbers with spaces between them.")
COUNT = marked("{title}: a number of spaces from {least} to {most} is meant.")
UNEQUAL = marked("{title}: {count} numbers are typed where another line has {other}.")
BEYOND = marked("{title}: there is no step {step}.")


def numbers_in(text: str, title: str) -> tuple[int, ...]:
    """Read a line of numbers.

    >>> numbers_in(" 9 9,8 ", "Levels")
    (9, 9, 8)

    Raises:
        UnreadableError: Something else is typed.
    """
    words = text.replace(",", " ").split()
    if not all(word.isdecimal() and int(word) <= HIGHEST for word in words):
        raise _refused(LINE, title)
    return tuple(map(int, words))


def check_filled(
    teaching: Teaching, all_typed: Mapping[str, str], values: Mapping[str, str]
) -> dict[str, str]:
    """Give what is newly typed, tidied, with everything typed before.

    Raises:
        UnreadableError: It is nothing that was asked, or cannot be.
    """
    tidy = {key: " ".join(text.split())[:400] for key, text in values.items()}
    known = {key for track in teaching.tracks for key in _keys(track)}
    known |= {f"figure.{number}" for number in range(len(teaching.figures))}
    choices = {
        f"option.{each.name}": {str(value.value) for value in each.values} for each in teaching.options
    }
    for key, text in tidy.items():
        if key not in known and text not in choices.get(key, ()):
            raise UnreadableError(marked("That was not asked."))
    for number, figure in enumerate(teaching.figures):
        numbers_in(tidy.get(f"figure.{number}", ""), figure.title)
    for track in teaching.tracks:
        if not {*_keys(track)}.isdisjoint(tidy):
            _check_track(track, {**all_typed, **tidy})
    return tidy


def _refused(words: str, title: str, **values: object) -> UnreadableError:
    """Make a refusal that calls what it is about as the page does."""
    return UnreadableError(sentence(words, title=as_sentence(title), **values))


def _keys(track: PrintedTrack) -> list[str]:
    return [f"{track.key}.{column.key}" for column in track.columns] or [f"{track.key}.spaces"]


def count_of(track: PrintedTrack, typed: Mapping[str, str]) -> int:
    """Count the spaces of a track as far as they are typed; 0 where nothing is."""
    if not track.columns:
        spaces = typed.get(f"{track.key}.spaces", "")
        return int(spaces) if spaces.isdecimal() else 0
    return max((len(line_of(track, each, typed)) for each in track.columns if not each.is_mark), default=0)


def line_of(track: PrintedTrack, column: TrackColumn, typed: Mapping[str, str]) -> tuple[int, ...]:
    """Give the numbers of a line."""
    return numbers_in(typed.get(f"{track.key}.{column.key}", ""), column.title)


def _check_track(track: PrintedTrack, typed: Mapping[str, str]) -> None:
    count = count_of(track, typed)
    if not LEAST <= count <= MOST:
        raise _refused(COUNT, track.title, least=LEAST, most=MOST)
    for column in track.columns:
        line = line_of(track, column, typed)
        if (
            column.is_mark
            and (beyond := next((each for each in line if not 0 < each <= count), None)) is not None
        ):
            raise _refused(BEYOND, column.title, step=beyond)
        if not column.is_mark and line and len(line) != count:
            raise _refused(UNEQUAL, column.title, count=len(line), other=count)


# --- where spaces lie ------------------------------------------------------------------------------


def spaces_of(
    track: PrintedTrack, taps: Sequence[tuple[float, float]], typed: Mapping[str, str], ratio: float
) -> tuple[tuple[float, float], ...]:
    """Tell where the spaces of a track lie, from those few that were tapped.

    Args:
        track: The track.
        taps: In thousandths of the board: the first two of a ring; of a row its first and last, and its
            corners between them. All of them, where as many are tapped.
        typed: What is typed of it.
        ratio: The board's height, of its width.

    Returns:
        The spaces, in thousandths of the board; none where too little is known.
    """
    count = count_of(track, typed)
    if len(taps) == count or count < LEAST or len(taps) < 2:
        return tuple(taps) if len(taps) == count else ()
    flat = [(x, y * ratio) for x, y in taps]
    laid = _ring(flat[0], flat[1], count) if track.is_round else _row(flat, count)
    return tuple((round(x, 1), round(y / ratio, 1)) for x, y in laid)


def _ring(first: tuple[float, float], second: tuple[float, float], count: int) -> list[tuple[float, float]]:
    """Lay a ring of spaces, clockwise as the board is looked at."""
    across, down = second[0] - first[0], second[1] - first[1]
    radius = hypot(across, down) / (2 * sin(pi / count))
    inward = atan2(down, across) + pi / 2 - pi / count  # from the first space to the middle
    middle = first[0] + radius * cos(inward), first[1] + radius * sin(inward)
    turns = [inward + pi + 2 * pi * number / count for number in range(count)]
    return [(middle[0] + radius * cos(turn), middle[1] + radius * sin(turn)) for turn in turns]


def _row(bends: Sequence[tuple[float, float]], count: int) -> list[tuple[float, float]]:
    """Lay spaces as far from each other along a line with bends."""
    pieces = [(one, other, hypot(other[0] - one[0], other[1] - one[1])) for one, other in pairwise(bends)]
    whole, laid = sum(length for *_, length in pieces), list[tuple[float, float]]()
    for number in range(count):
        left = whole * number / (count - 1)
        for index, (one, other, length) in enumerate(pieces):
            if left <= length or index == len(pieces) - 1:
                share = left / length if length else 0.0
                laid.append((one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share))
                break
            left -= length
    return laid
