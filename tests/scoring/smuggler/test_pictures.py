"""Pictures of a game in play, and the box to print."""

from itertools import combinations

import pytest
from msgspec.structs import replace

from firmware.images.cutouts import draw_cutouts, lay_out
from hardware.paper import PAPERS_MM
from scoring.game import PlayerSeat, Setup
from scoring.games.smuggler.drawing.cards import cut_line
from scoring.games.smuggler.drawing.icons import draw_face, draw_hold, draw_piece
from scoring.games.smuggler.drawing.pictures import outline, outlines, picture
from scoring.games.smuggler.drawing.pieces import beside, packed, squares_of
from scoring.games.smuggler.drawing.sample import FLAP_MM, printable
from scoring.games.smuggler.engine.moves import ACTIONS, Carry, Order, Sail
from scoring.games.smuggler.engine.options import INFO
from scoring.games.smuggler.engine.state import CustomsOfficer, SmugglerState, start
from scoring.games.smuggler.land.box import BOX_FORMAT, dump_box, sample_box
from scoring.picture import Picture, contains
from tests.some import some

SEATS = tuple(PlayerSeat(colour.title(), colour) for colour in ("red", "blue", "green"))


def table() -> SmugglerState:
    """Set a table of the sample up: markers and officers share a place, ships lie at sea and in a port."""
    box = {"format": BOX_FORMAT, "game": "smuggler", **dump_box(sample_box())}
    state = start(Setup(INFO.rule_sets[0].name, SEATS, box=box))
    households = {
        player: replace(
            each, markers=("breage", "penzance"), ship=ship, gold=20, influence=20, has_begun=True
        )
        for (player, each), ship in zip(
            state.households.items(), ("lands_end", "lands_end", "falmouth"), strict=True
        )
    }
    officers = (CustomsOfficer("penzance"), CustomsOfficer("penzance", "blue"))
    goods = {**state.goods, "g4": replace(state.goods["g4"], where="breage", owner="red")}
    goods["g5"] = replace(goods["g4"], stash="cellar")
    goods["g6"] = replace(state.goods["g6"], where="aboard", owner="blue")
    goods["g7"] = replace(state.goods["g7"], where="customs", owner="")
    return replace(state, households=households, officers=officers, goods=goods, number=1)


def symbols(drawn: Picture, emphasis: str = "") -> list[str]:
    return [each.symbol for each in drawn.placed if each.emphasis == emphasis]


def test_all_of_a_table_is_on_its_map() -> None:
    drawn = picture(table())
    count = symbols(drawn).count
    assert [count(f"peg_{player}") for player in ("red", "blue", "green")] == [2, 2, 2]
    assert [count(f"ship_{player}") for player in ("red", "blue", "green")] == [1, 1, 1]
    assert (count("officer_"), count("officer_blue")) == (1, 1)
    assert len([name for name in symbols(drawn) if name.startswith("goods")]) == 24
    assert (count("token_wheel"), count("token_track"), count("stash")) == (1, 1, 1)
    assert not symbols(drawn, "proposed")


def test_pieces_on_one_place_stand_side_by_side() -> None:
    pieces = [each for each in picture(table()).placed if each.symbol.startswith(("peg", "officer", "ship"))]
    assert len({each.at_mm for each in some(pieces)}) == len(pieces)
    for count in range(1, 12):
        assert len(set(beside(count, 10.0))) == count


@pytest.mark.parametrize(
    ("move", "symbol"),
    [
        (Sail("red", "mounts_bay"), "ship_red"),
        (Carry("red", marker=("breage", "porthleven")), "peg_red"),
        (Order("red", 1, "marazion"), "officer_"),
    ],
)
def test_a_proposed_move_is_drawn_where_it_leads_with_an_arrow(
    move: Sail | Carry | Order, symbol: str
) -> None:
    proposed = symbols(picture(table(), [move]), "proposed")
    assert symbol in proposed
    assert "new" in proposed
    assert "arrow_0" in proposed
    assert "arrow_1" not in proposed


def test_a_move_that_makes_no_sense_leaves_the_picture_as_it_is() -> None:
    nonsense = Sail("red", "nowhere")
    assert not symbols(picture(table(), [nonsense]), "proposed")


def test_every_place_can_be_tapped_and_no_two_outlines_overlap() -> None:
    state = table()
    places = [*state.box.places]
    spots = [each.spot for each in picture(state).placed if each.spot]
    assert spots == [f"cell:{number},0" for number in range(len(places))]
    rounds = {place: outline(state, place) for place in places}
    for one, other in some(combinations(places, 2)):
        assert not any(contains(rounds[one], at) for at in some(rounds[other]))
    assert outlines([(0, 0)], state) == (rounds[places[0]],)


def test_every_action_has_a_sign_of_its_own() -> None:
    signs = [draw_face(face).symbols["icon"] for face in ACTIONS]
    assert len(set(some(signs))) == len(ACTIONS)
    assert draw_face("ship", "red") != draw_face("ship", "blue")
    assert len(draw_hold("##,#.").symbols["hold"]) == 3
    assert draw_piece(3) == draw_piece(3, "###")


def test_packed_goods_do_not_overlap() -> None:
    pieces = {key: squares_of(piece.squares, piece.shape) for key, piece in sample_box().pieces.items()}
    at = packed(pieces, 6)
    covered = [(x + at[key][0], y + at[key][1]) for key, cells in pieces.items() for x, y in cells]
    assert len(set(some(covered))) == len(covered)
    assert len(cut_line(squares_of(5, "##,##,#."))) == 10


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_the_sample_box_is_printed_on_any_paper_and_no_part_of_it_is_cut_in_two(paper: str) -> None:
    box = printable()
    pages = lay_out(box.things, paper)
    assert not any(cutout.half for page in some(pages) for cutout in some(page))
    assert len({thing.name for thing in box.things}) == len(box.things)
    assert "made up" in box.says
    assert draw_cutouts(box, paper).startswith(b"%PDF")


def test_the_parts_of_the_printed_board_make_up_all_of_it() -> None:
    parts = [thing for thing in printable().things if thing.name.startswith("Board")]
    widths = [part.front.box_mm[2] for part in parts[:3]]
    heights = [part.front.box_mm[3] for part in parts[::3]]
    assert len(parts) == 9
    assert sum(widths) - 2 * FLAP_MM == pytest.approx(700)
    assert sum(heights) - 2 * FLAP_MM == pytest.approx(500)


def test_there_is_one_of_each_card_and_each_piece_of_goods() -> None:
    box, things = sample_box(), printable().things
    counts = {thing.name: thing.count for thing in things}
    assert sum(count for name, count in counts.items() if name.startswith("Goods")) == len(box.pieces)
    for card in some(box.characters):
        assert counts[card.name] == 1
    assert sum(counts[card.does] for card in box.secrets) == 24
