"""Fits limits of what is seen: ``python -m vision.games.smuggler.training.limits FIRST END HELD_OUT_END``.

Made-up tables of the seeds from FIRST up to END are fitted to; those from END up to HELD_OUT_END judge that.
Limits that are named after them are fitted alone; else all are.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import msgspec

from vision.games.smuggler import registration
from vision.games.smuggler.explaining import TableCount, count_seen, differences
from vision.games.smuggler.pieces import see_pieces
from vision.games.smuggler.registration import (
    MapPose,
    MapPrint,
    SeeingLimits,
    find_map,
    learn_map,
    refined,
    seeing_limits,
)
from vision.games.smuggler.spots import MapSpots
from vision.games.smuggler.training.sightings import level_of
from vision.reader import Image
from vision.simulator.games.smuggler.pieces import cells_of
from vision.simulator.games.smuggler.tables import LAND, SHIPS, MadeUpTable, made_up_table

KEPT = Path(registration.__file__).with_name("limits.json")
SHARES = (0.7, 0.85, 1.15, 1.3)
"""So many times each limit is tried beside itself."""
FEWER = 3
"""It is changed where so many fewer are wrong, at least; fewer may be chance."""


class LyingTable(NamedTuple):
    """A photograph of a table whose truth is known.

    Attributes:
        known: The bare board's picture.
        pose: Where it lies in the photograph, by keypoints.
        true: What stands there.
        pieces: How many pegs, ships and markers, and places of goods, that is.
    """

    image: Image
    known: MapPrint
    pose: MapPose
    spots: MapSpots
    players: tuple[str, ...]
    true: TableCount
    pieces: int


def photographed(seed: int) -> LyingTable:
    """Photograph a made-up table."""
    made = made_up_table(seed, level_of(seed))
    plan, image, known = made.plan, made.photograph(), learn_map(made.ground, made.plan.size_mm)
    waters, lands = (
        frozenset(name for name, kind in plan.kinds.items() if kind in kinds) for kinds in (SHIPS, LAND)
    )
    spots = MapSpots(plan.size_mm, plan.places, waters, lands, (*plan.wheel,), (*plan.track,), plan.stocks)
    true = count_lying(made)
    pieces = sum(true.pegs.values()) + len(true.ships) + len(true.goods) + 2
    return LyingTable(image, known, find_map(known, image), spots, made.colours, true, pieces)


def count_lying(made: MadeUpTable) -> TableCount:
    """Count what stands on a made-up table, but for officers that wait beside the track."""
    pegs, goods, ships, spaces = Counter[tuple[str, str]](), Counter[str](), {}, {}
    for piece in made.lies.pieces.values():
        space, _, number = piece.spot.partition(":")
        match piece.kind:
            case "goods":
                goods[piece.spot] += len(cells_of(piece.owner))
            case "ship":
                ships[piece.owner] = piece.spot
            case "disc":
                spaces[space] = int(number)
            case _ if not number:
                pegs[piece.owner, piece.spot] += 1
    return TableCount(pegs, ships, goods, spaces["wheel"], spaces["track"])


def count_wrong(tables: Iterable[LyingTable], limits: SeeingLimits) -> int:
    """Count the pieces and squares of goods that are seen otherwise than they lie."""
    wrong = 0
    for table in tables:
        known = table.known._replace(limits=limits)
        pose = refined(known, table.image, table.pose) or table.pose
        seen = count_seen(see_pieces(known, table.image, pose, table.spots, table.players))
        wrong += differences(table.true, seen)
        wrong += (seen.wheel != table.true.wheel) + (seen.track != table.true.track)
    return wrong


def fit_limits(
    tables: Sequence[LyingTable], limits: SeeingLimits, names: Sequence[str] = SeeingLimits._fields
) -> tuple[SeeingLimits, Mapping[str, Mapping[str, int]]]:
    """Try each limit lower and higher, one after the other, and keep whichever has clearly least wrong.

    Returns:
        The limits, and of each how many were wrong by what was tried.
    """
    tried = dict[str, Mapping[str, int]]()
    least = count_wrong(tables, limits)
    for name in names:
        value = getattr(limits, name)
        wrong = {value: least}
        for share in SHARES:
            other = round(share * value, 3)
            wrong[other] = count_wrong(tables, limits._replace(**{name: other}))
        best = min(wrong, key=wrong.__getitem__)
        if least - wrong[best] >= FEWER:
            limits, least = limits._replace(**{name: best}), wrong[best]
        tried[name] = {str(each): wrong[each] for each in sorted(wrong)}
    return limits, tried


def main() -> None:
    """Photograph tables, fit, judge by tables held out, and write the file."""
    cv2.setNumThreads(1)
    first, end, held_out_end = (int(each) for each in sys.argv[1:4])
    names = tuple(sys.argv[4:]) or SeeingLimits._fields
    tables = [photographed(seed) for seed in range(first, end)]
    before = seeing_limits()
    limits, tried = fit_limits(tables, before, names)
    held_out = [photographed(seed) for seed in range(end, held_out_end)]
    kept = msgspec.json.decode(KEPT.read_bytes())
    run = {
        "fitted_by": f"python -m vision.games.smuggler.training.limits {' '.join(sys.argv[1:])}",
        "fitted_to": {
            "seeds": [first, end - 1],
            "pieces": sum(table.pieces for table in tables),
            "wrong": count_wrong(tables, limits),
        },
        "held_out": {
            "seeds": [end, held_out_end - 1],
            "pieces": sum(table.pieces for table in held_out),
            "wrong": count_wrong(held_out, limits),
            "wrong_by_those_before": count_wrong(held_out, before),
        },
        "wrong_by_those_tried": tried,
    }
    kept["runs"] = [each for each in kept["runs"] if not each["wrong_by_those_tried"].keys() <= tried.keys()]
    told = kept | {"runs": [*kept["runs"], run], "limits": limits._asdict()}
    KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n")
    sys.stdout.write(KEPT.read_text())


if __name__ == "__main__":
    main()
