"""What players look up during a game: regions, where a tile fits, what is left; as JSON and for the page."""

from functools import lru_cache
from typing import Any

import msgspec
from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from scoring.documents.values import Written
from scoring.errors import UnreadableError
from scoring.game import Cell, Holding, Left, ScoreLine, Slot, Supply
from scoring.picture import Point, contains
from scoring.referee.contracts.refusals import NotHereError
from scoring.referee.contracts.snapshot import Snapshot
from scoring.roles import AnyInspection, AnyRules
from scoring.sentence import written
from scoring.sheet import line_document
from webui.access.roles import seat
from webui.context import context, live_table
from webui.render.identity import Same

blueprint = Blueprint("looking", __name__)

MOST_STATES = 2
"""So many moments of a game are kept with their regions."""


class Look(Struct, frozen=True):
    """What one phone has opened beside the board.

    Attributes:
        opened: Empty, "regions", "region" or "box".
        region: The region that is tinted.
        regions: All there are, where their list is open.
        face: The face whose places are marked.
        places: Where it fits.
        left: What is left in the box, where that is open.
        cells: What regions are made of, see ``GameInfo``.
        has_regions: Whether there are any in this game.
        knows_box: Whether what is left in the box can be told.
        stock: Says what that is, see ``GameInfo``.
    """

    opened: str = ""
    region: Holding | None = None
    regions: tuple[Holding, ...] = ()
    face: str = ""
    places: tuple[Slot, ...] = ()
    left: tuple[Left, ...] = ()
    cells: str = "tiles"
    has_regions: bool = True
    knows_box: bool = True
    stock: str = ""

    @property
    def query(self) -> dict[str, str]:
        """What an address has to say to open the same again."""
        if self.region:
            return {"region": self.region.name}
        return {"face": self.face} if self.face else {"look": self.opened} if self.opened else {}


def look_of(now: Snapshot) -> Look:
    """Give what the address asks to see beside the board; nothing where there is no such thing any more."""
    rules = rules_of(now)
    if rules is None:
        return Look()
    region, face, opened = (request.args.get(name, "") for name in ("region", "face", "look"))
    info, look = rules.info, Look()
    if region or opened == "regions":
        look = _look_at_regions(_regions_once(Same(rules), Same(now.view)), region)
    knows_box = info.knows_box or bool(_left_once(Same(rules), Same(now.view)))
    if not look.opened and (face or (opened == "box" and knows_box)):
        look = _look_into_box(rules, now.view, face)
    return replace(
        look, cells=info.cells, has_regions=info.has_regions, knows_box=knows_box, stock=info.stock
    )


@lru_cache(MOST_STATES)
def _left_once(rules: Same, state: Same) -> tuple[Left, ...]:
    """List what is left in the box once for all phones that look at the same moment of a game."""
    return tuple(rules.thing.left(state.thing))


@lru_cache(MOST_STATES)
def _regions_once(rules: Same, state: Same) -> tuple[Holding, ...]:
    """List the regions once for all phones that look at the same moment of a game."""
    return tuple(rules.thing.regions(state.thing))


def region_of(now: Snapshot, line: ScoreLine) -> Holding | None:
    """Find the region that brings a line of the final scoring, where the game is known."""
    rules = rules_of(now)
    regions = _regions_once(Same(rules), Same(now.view)) if rules else ()
    return next((region for region in regions if line in region.at_end), None)


def outlines_of(now: Snapshot, cells: tuple[Cell, ...]) -> tuple[tuple[Point, ...], ...]:
    """Give a polygon round each of some cells of the board, where the game is known."""
    rules = rules_of(now)
    return tuple(rules.outlines(cells, now.view)) if rules else ()


def _look_at_regions(regions: tuple[Holding, ...], name: str) -> Look:
    """Open a region or, without a name, the list of those that somebody holds or that are open."""
    if not name:
        return Look("regions", regions=tuple(sorted(regions, key=lambda each: not each.players)))
    region = next((each for each in regions if each.name == name), None)
    return Look("region", region) if region else Look()


def _look_into_box(rules: AnyInspection, state: Any, face: str) -> Look:
    left = _left_once(Same(rules), Same(state))
    try:
        places = tuple(rules.places(state, face)) if face else ()
    except UnreadableError:
        return Look("box", left=left)
    return Look("box", face=face, places=places, left=left)


def supplies(now: Snapshot) -> tuple[Supply, ...]:
    """Count the figures that the players can still place."""
    rules = rules_of(now)
    return tuple(rules.supplies(now.view_for(seat()))) if rules else ()


def rules_of(now: Snapshot) -> AnyRules | None:
    """Give the rules of the game on the table; None where none is played."""
    return context().games.get(now.rules) if now.view is not None else None


@blueprint.get("/at")
def find_region() -> ResponseReturnValue:
    """Go to the region under a finger: ``x`` and ``y`` in millimetres of the board's picture."""
    x, y = (request.args.get(axis, type=float) for axis in ("x", "y"))
    if x is None or y is None:
        abort(400, _("Send where the board was tapped: x and y in millimetres."))
    now = live_table().snapshot()
    rules = rules_of(now)
    over = (
        [each for each in _regions_once(Same(rules), Same(now.view)) if covers(each, (x, y))] if rules else []
    )
    return redirect(url_for("dashboard.home", region=over[-1].name if over else None), 303)


def covers(region: Holding, at_mm: Point) -> bool:
    """Tell whether a region lies under a point of the picture."""
    return any(contains(outline, at_mm) for outline in region.outlines_mm)


# --- as JSON ---------------------------------------------------------------------------------------


def _game() -> tuple[AnyRules, Any, int]:
    """Give the rules, the state and the version of the game on the table.

    Raises:
        NotHereError: No game is on it.
    """
    now = live_table().snapshot()
    rules = rules_of(now)
    if rules is None:
        raise NotHereError(_("No game is being played yet."))
    return rules, now.view_for(seat()), now.version


@blueprint.get("/api/regions")
def regions() -> ResponseReturnValue:
    """Give every region: who holds it, and what it would pay."""
    rules, state, version = _game()
    return {
        "format": "tablekeeper.regions/1",
        "version": version,
        "regions": [_region_document(each) for each in _regions_once(Same(rules), Same(state))],
    }


def _region_document(region: Holding) -> Written:
    return {
        "name": region.name,
        "feature": region.feature,
        "cells": region.cells,
        "figures": dict(region.figures),
        "players": region.players,
        "owner": region.owner,
        "open_edges": region.open_edges,
        "completed": region.is_completed,
        "finished": {
            "points": sum(term.points for term in region.finished),
            "terms": msgspec.to_builtins(region.finished, enc_hook=written),
            **({"currency": region.currency} if region.currency else {}),
        },
        "at_end": [line_document(line) for line in region.at_end],
        "outlines_mm": region.outlines_mm,
    }


@blueprint.get("/api/left")
def left() -> ResponseReturnValue:
    """Give the faces still in the box, and the figures that the players can still place."""
    rules, state, version = _game()
    faces = [{"face": each.face, "label": each.label, "count": each.count} for each in rules.left(state)]
    return {
        "format": "tablekeeper.left/1",
        "version": version,
        "faces": faces,
        "figures": msgspec.to_builtins(tuple(rules.supplies(state)), enc_hook=written),
    }


@blueprint.get("/api/places")
def places() -> ResponseReturnValue:
    """Give where a tile of a face may be laid now."""
    rules, state, version = _game()
    face = request.args.get("face", "")
    try:
        found = rules.places(state, face)
    except UnreadableError as error:
        abort(400, error.says)
    return {
        "format": "tablekeeper.places/1",
        "version": version,
        "face": face,
        "places": msgspec.to_builtins(tuple(found)),
    }
