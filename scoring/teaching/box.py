"""The document of a taught box, written from what was taught and read to be mended."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from scoring.documents.document import check_format, converted
from scoring.documents.values import Document, Written
from scoring.sentence import listed, marked, sentence
from scoring.teaching.asked import PrintedFigure, PrintedTrack, Teaching, TrackColumn
from scoring.teaching.draft import (
    BoardDraft,
    Dot,
    TaughtPlace,
    ground_at,
    kind_of,
    steps,
    way_between,
)
from scoring.teaching.printed import line_of, spaces_of

FORMAT, WAYS = "tablekeeper.box/1", "ways"
UNTAUGHT = marked("Nothing tells yet where {places} is.")
UNREACHED = marked("No way leads to {count} of the {all} places.")


def box_document(teaching: Teaching, draft: BoardDraft, game: str, name: str) -> Written:
    """Write the document of a box; what was not taught is left out.

    Args:
        teaching: What its game asks.
        draft: What was taught.
        game: The game.
        name: The name of the box.
    """
    keys = _keys(draft)
    told = _figures(teaching, draft)
    places = {keys[each.id]: _place(teaching, each) for each in draft.places}
    kinds = {keys[each.id]: kind_of(teaching, each) for each in draft.places}
    lists = {kind.lists for kind in teaching.kinds if kind.lists}
    for key in lists:
        told[key] = {
            place: told.get(key, {}).get(place, []) for place, kind in kinds.items() if kind.lists == key
        }
    afloat = {place for place, kind in kinds.items() if kind.grounds == ("water",)}
    over_water = teaching.water_ways or WAYS
    written: dict[str, list[str]] = {key: [] for key in (WAYS, over_water)}
    for one, other in (way_between(keys[one], keys[other]) for one, other in draft.ways):
        written[over_water if {one, other} & afloat else WAYS].append(f"{one}-{other}")
    options = {
        option.name: value.value
        for option in teaching.options
        for value in option.values
        if draft.typed.get(f"option.{option.name}") == str(value.value)
    }
    tracks = {track.key: _track(track, draft) for track in teaching.tracks}
    told |= {key: track for key, track in tracks.items() if track}
    told |= {"options": options} if options else {}
    return {**told, "format": FORMAT, "game": game, "name": name, "places": places, **written}


def missing(teaching: Teaching, draft: BoardDraft) -> list[str]:
    """Say what a game can hardly be played without and has not been taught."""
    untold = [each.title for each in teaching.landmarks if each.place not in draft.landmarks]
    reached = {place for way in draft.ways for place in way}
    left = sum(place.id not in reached for place in draft.places)
    return [
        *([sentence(UNTAUGHT, places=listed(untold))] if untold else []),
        *([sentence(UNREACHED, count=left, all=len(draft.places))] if left else []),
    ]


def _keys(draft: BoardDraft) -> dict[str, str]:
    """Give what each place is called in the document."""
    named = {place: landmark for landmark, place in draft.landmarks.items()}
    return {each.id: named.get(each.id, each.id) for each in draft.places}


def _place(teaching: Teaching, place: TaughtPlace) -> Written:
    written: Written = {
        "kind": kind_of(teaching, place).value,
        "number": place.number,
        "x": place.x,
        "y": place.y,
    }
    return {**written, "name": place.name} if place.name else written


def _track(track: PrintedTrack, draft: BoardDraft) -> object:
    spaces = spaces_of(track, draft.taps.get(track.key, ()), draft.typed, draft.ratio)
    if not track.columns:
        return {"spaces": len(spaces), "at": spaces} if spaces else None
    lines = {column: line_of(track, column, draft.typed) for column in track.columns}
    count = max(len(line) for column, line in lines.items() if not column.is_mark)
    found = list[Written]()
    for number in range(count):
        step: Written = {
            column.key: number + 1 in line if column.is_mark else line[number]
            for column, line in lines.items()
            if line or column.is_mark
        }
        found.append(step | (dict(zip("xy", spaces[number], strict=True)) if spaces else {}))
    return found


def _figures(teaching: Teaching, draft: BoardDraft) -> Written:
    """Give what a document begins with, the numbers that were corrected in their places."""
    told: Written = msgspec.json.decode(msgspec.json.encode({**teaching.base, **draft.rest}))
    for number, figure in enumerate(teaching.figures):
        if text := draft.typed.get(f"figure.{number}"):
            _rows(told, figure)[figure.row] = [int(word) for word in text.split()]
    return told


def _rows(told: Written, figure: PrintedFigure) -> list[list[int]]:
    *path, last = figure.path
    for key in path:
        told = told[key]
    rows: list[list[int]] = told[last]
    return rows


def figure_text(teaching: Teaching, draft: BoardDraft, number: int) -> str:
    """Give the numbers that a figure has now, to be shown."""
    figure = teaching.figures[number]
    return " ".join(map(str, _rows(_figures(teaching, draft), figure)[figure.row]))


# --- read ------------------------------------------------------------------------------------------


def draft_of(teaching: Teaching, document: Document, draft: BoardDraft) -> BoardDraft:
    """Read a box's document, to be mended.

    Args:
        teaching: What its game asks.
        document: A box that its game can read.
        draft: Its board: how high it is, and where it is water.
    """
    found = check_format(document, FORMAT)
    places = [_read_place(key, each, draft) for key, each in found.get("places", {}).items()]
    known = {place.id for place in places}
    ends = [way.partition("-") for key in {WAYS: 1, teaching.water_ways: 1} for way in found.get(key, ())]
    ways = [way_between(one, other) for one, _, other in ends if {one, other} <= known]
    taps, typed = dict[str, tuple[Dot, ...]](), dict[str, str]()
    for track in teaching.tracks:
        taps[track.key], lines = _read_track(track, found)
        typed |= {key: text for key, text in lines.items() if text}
    typed |= {f"option.{name}": str(value) for name, value in found.get("options", {}).items()}
    return replace(
        draft,
        step=steps(teaching)[1],
        places=tuple(places),
        made=max((int(id[1:]) for id in known if id[:1] == "p" and id[1:].isdecimal()), default=0),
        taps=taps,
        typed=typed,
        landmarks={each.place: each.place for each in teaching.landmarks if each.place in known},
        ways=tuple(ways),
        rest={key: value for key, value in found.items() if key not in {"format", "game", "name"}},
    )


def _read_place(key: str, place: Document, draft: BoardDraft) -> TaughtPlace:
    read = converted({**place, "id": key}, TaughtPlace)
    return replace(read, ground=ground_at(draft, (read.x, read.y)))


def _read_track(track: PrintedTrack, document: Document) -> tuple[tuple[Dot, ...], dict[str, str]]:
    if not track.columns:
        ring: Document = document.get(track.key) or {}
        return tuple((x, y) for x, y in ring.get("at", ())), {
            f"{track.key}.spaces": str(ring.get("spaces", ""))
        }
    row: Sequence[Document] = document.get(track.key) or ()
    lines = {f"{track.key}.{column.key}": " ".join(_read_line(row, column)) for column in track.columns}
    spots = [(step.get("x"), step.get("y")) for step in row]
    return tuple((x, y) for x, y in spots if x is not None and y is not None), lines


def _read_line(row: Sequence[Document], column: TrackColumn) -> list[str]:
    if column.is_mark:
        return [str(number) for number, step in enumerate(row, 1) if step.get(column.key)]
    return [str(step.get(column.key)) for step in row if step.get(column.key) is not None]
